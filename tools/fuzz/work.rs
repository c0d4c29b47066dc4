//! The worker process: checks inputs one by one for the target's sentence, time and memory.

use std::cell::RefCell;
use std::fs;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process::{ExitCode, exit};
use std::thread;
use std::time::{Duration, Instant};

use crate::change::Changer;
use crate::targets::{Check, Target};

/// The CPU time limit of an input.
const TIME: Duration = Duration::from_secs(2);
/// The memory limit of the process, in kilobytes.
const MEMORY: u64 = 512 << 10;
/// The stack size of server threads.
const STACK: usize = 2 << 20;

thread_local! {
    /// The message of the last panic.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

struct Job {
    changer: Changer,
    check: Check,
}

impl Job {
    fn new(target: &Target) -> Self {
        // `SAID` is thread-local, so panics of other threads do not overwrite it.
        panic::set_hook(Box::new(|panic| SAID.set(panic.to_string().replace('\n', " "))));
        let words = target.words.split_whitespace().map(str::to_owned).collect();
        Self { changer: Changer { corpus: (target.corpus)(), words }, check: (target.check)() }
    }

    /// Returns the panic message of an input, if any, and the time that it took.
    fn run(&mut self, number: u64) -> (Option<String>, Duration) {
        let (data, mut rng) = self.changer.input(number);
        let begin = Instant::now();
        let check = &mut self.check;
        let done = catch_unwind(AssertUnwindSafe(|| check(&data, &mut rng)));
        (done.err().map(|_| SAID.take()), begin.elapsed())
    }

    /// Returns the failure of an input, including excessive time or memory.
    fn look(&mut self, number: u64) -> Option<String> {
        let (wrong, mut time) = self.run(number);
        // On a busy machine only CPU time counts.
        if time > TIME {
            let before = used();
            let again = self.run(number).1;
            time = before.zip(used()).map_or(again, |(before, after)| after.saturating_sub(before));
        }
        let slow = (time > TIME).then(|| format!("it takes {:.1} s", time.as_secs_f64()));
        wrong.or(slow)
    }
}

/// Returns the CPU time of this process; `None` on systems without `/proc`.
fn used() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The fields after the name, which may contain spaces; in hundredths of a second.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (next()? + next()?)))
}

/// Returns the peak memory since the last reset, in kilobytes; 0 on systems without `/proc`.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0)
}

fn forget_peak() {
    // If this fails, the peak stays, and is reported more than once.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Works until the output is closed: prints each find, and after each block the next input.
pub fn work(target: &'static Target, from: u64, block: u64) -> ! {
    let work = move || {
        let mut job = Job::new(target);
        let mut at = from;
        loop {
            forget_peak();
            for number in at..at + block {
                if let Some(wrong) = job.look(number) {
                    say(&format!("input {number}: {wrong}"));
                }
            }
            if peak() > MEMORY {
                for number in at..at + block {
                    forget_peak();
                    let before = peak();
                    job.run(number);
                    let peak = peak();
                    if peak > MEMORY {
                        say(&format!("input {number}: memory from {before} to {peak} kB"));
                    }
                }
            }
            at += block;
            say(&format!("at {at}"));
        }
    };
    // The thread ends only by its own panic, whose message the hook has.
    let _ = thread::Builder::new().stack_size(STACK).spawn(work).map(thread::JoinHandle::join);
    exit(1)
}

fn say(line: &str) {
    use std::io::Write as _;
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// Prints one input and its result.
pub fn only(target: &Target, number: u64) -> ExitCode {
    let mut job = Job::new(target);
    let (data, _) = job.changer.input(number);
    println!("{}", data.escape_ascii());
    let (wrong, time) = job.run(number);
    println!("{time:?}, {} kB: {}", peak(), wrong.as_deref().unwrap_or("as it should be"));
    if wrong.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
