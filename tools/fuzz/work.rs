//! What the second process does: one input after the other, each held against the truth of its target, time and memory.

use std::cell::RefCell;
use std::fs;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process::{ExitCode, exit};
use std::thread;
use std::time::{Duration, Instant};

use crate::change::Changer;
use crate::targets::{Check, Target};

/// The time of the processor for one input.
const TIME: Duration = Duration::from_secs(2);
/// The memory of the process, in kilobytes.
const MEMORY: u64 = 512 << 10;
/// As threads of servers have it.
const STACK: usize = 2 << 20;

thread_local! {
    /// What the last panic said.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

struct Job {
    changer: Changer,
    check: Check,
}

impl Job {
    fn new(target: &Target) -> Self {
        // A program of another thread than this one has panics of its own.
        panic::set_hook(Box::new(|panic| SAID.set(panic.to_string().replace('\n', " "))));
        let words = target.words.split_whitespace().map(str::to_owned).collect();
        Self { changer: Changer { corpus: (target.corpus)(), words }, check: (target.check)() }
    }

    /// What is wrong with an input, and how long it took.
    fn run(&mut self, number: u64) -> (Option<String>, Duration) {
        let (data, mut rng) = self.changer.input(number);
        let begin = Instant::now();
        let check = &mut self.check;
        let done = catch_unwind(AssertUnwindSafe(|| check(&data, &mut rng)));
        (done.err().map(|_| SAID.take()), begin.elapsed())
    }

    /// The same, and whether it takes too long or too much memory.
    fn look(&mut self, number: u64) -> Option<String> {
        let (wrong, mut time) = self.run(number);
        // Beside other work it may take longer than its own time.
        if time > TIME {
            let before = used();
            let again = self.run(number).1;
            time = before.zip(used()).map_or(again, |(before, after)| after.saturating_sub(before));
        }
        let slow = (time > TIME).then(|| format!("it takes {:.1} s", time.as_secs_f64()));
        wrong.or(slow)
    }
}

/// How long the processor has worked for this process; none where no system tells.
fn used() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may have blanks in it; in hundredths of a second.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (next()? + next()?)))
}

/// The greatest memory of this process since it was last forgotten, in kilobytes; nothing where no system tells.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0)
}

fn forget_peak() {
    // Where this cannot be written, the peak stays: then it is told more than once.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Works until nobody listens any more: tells each find, and after each block the next input.
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
    // The thread ends by a panic of its own only, of which the hook has the words.
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

/// Shows one input, and what becomes of it.
pub fn only(target: &Target, number: u64) -> ExitCode {
    let mut job = Job::new(target);
    let (data, _) = job.changer.input(number);
    println!("{}", data.escape_ascii());
    let (wrong, time) = job.run(number);
    println!("{time:?}, {} kB: {}", peak(), wrong.as_deref().unwrap_or("as it should be"));
    if wrong.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
