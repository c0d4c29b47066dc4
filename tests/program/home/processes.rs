//! Processes of tests: locks that are held, signals, outputs, kills at random moments.

use super::*;

/// A database held open, as by another process.
pub struct Held {
    side: Option<PathBuf>,
    _file: redb::Database,
}

impl Held {
    /// Waits for the database, and holds it.
    pub fn new(db: &Path) -> Self {
        let folder = beside(db);
        let time = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos();
        let name = OsString::from(format!("ticket-{time:020}-{}", std::process::id()));
        let ticket = folder.join(&name);
        let file = wait_for("the database does not come free", || {
            let _ = fs::create_dir(&folder);
            // Renewed like the ticket of a waiting process, behind earlier ones.
            let _ = fs::write(&ticket, "");
            let is_first = tickets(db).into_iter().all(|other| other >= name);
            if is_first { redb::Database::open(db).ok() } else { None }
        });
        let _ = fs::remove_file(ticket);
        let side = folder.join("holder");
        // No holder file if something of the user is in its place.
        let says = format!("seeddb process {}\na test\n", std::process::id());
        let side = (!side.exists() && fs::write(&side, says).is_ok()).then_some(side);
        Self { side, _file: file }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(side) = &self.side {
            let _ = fs::remove_file(side);
            let _ = fs::remove_dir(side.parent().unwrap());
        }
    }
}

/// Starts a command; returns once it has had the database open.
pub fn begun(mut command: Command, db: &Path) -> Child {
    let held = Held::new(db);
    let child = command.spawn().unwrap();
    wait_for_queue(db, 1);
    drop(held);
    // The command is waiting already, so it comes first.
    drop(Held::new(db));
    child
}

pub fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

/// Stops a process, and waits until all of its threads have stopped: a write in progress is
/// finished first.
#[cfg(unix)]
pub fn stop(child: &Child) {
    use rustix::process::{Pid, WaitOptions, waitpid};
    signal(child, "-STOP");
    let (_, status) =
        waitpid(Some(Pid::from_child(child)), WaitOptions::UNTRACED).unwrap().unwrap();
    assert!(status.stopped(), "{status:?}");
}

/// Installs handlers for the signals that this process ignores, as under `nohup`: children inherit
/// ignored signals only, and the program leaves these ignored.
#[cfg(target_os = "linux")]
pub(super) fn hear_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
        let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
        // SIGHUP, SIGINT, SIGTERM.
        for signal in [1, 2, 15].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 1) {
            signal_hook::flag::register(signal, Arc::default()).unwrap();
        }
    });
}

/// The output of a run.
#[derive(Debug, PartialEq)]
pub struct Said {
    pub out: String,
    pub err: String,
}

impl Said {
    pub fn of(output: &Output, line: &(impl Line + ?Sized), code: i32) -> Self {
        let out = String::from_utf8(output.stdout.clone()).unwrap();
        let err = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!(output.status.code(), Some(code), "{:?}\n{out}\n{err}", line.words());
        Self { out, err }
    }

    /// Asserts that stderr contains the words.
    pub fn words(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in {:?}", self.err);
        }
        self
    }
}

/// Kills programs at random moments. The duration of a run is learned from runs that end before
/// that moment and those that do not, so that changes of the machine's speed matter little.
pub struct Killer {
    rng_seed: u64,
    rng: ChaCha8Rng,
    whole: Duration,
    /// The number of runs so far.
    pub runs: usize,
    killed: usize,
}

impl Killer {
    /// Returns a new killer; `whole` is the duration of a first run.
    pub fn new(rng_seed: u64, whole: Duration) -> Self {
        Self { rng_seed, rng: ChaCha8Rng::seed_from_u64(rng_seed), whole, runs: 0, killed: 0 }
    }

    /// Whether fewer than `times` runs were killed before their end.
    pub fn goes_on(&self, times: usize) -> bool {
        let Self { runs, killed, .. } = self;
        assert!(*runs < 10 * times, "only {killed} of {runs} were killed before their end");
        *killed < times
    }

    /// Kills a run at a random moment after this part of its duration; returns the moment, for
    /// messages.
    pub fn kill(&mut self, mut child: Child, from: f64) -> String {
        let delay = self.whole.mul_f64(self.rng.random_range(from..1.1));
        self.runs += 1;
        let told = format!(
            "run {}, killed after {delay:?} of {:?}, RNG seed {}",
            self.runs, self.whole, self.rng_seed
        );
        let begin = Instant::now();
        while begin.elapsed() < delay && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        let ran = begin.elapsed();
        child.kill().unwrap();
        if child.wait().unwrap().code().is_none() {
            self.killed += 1;
            self.whole = self.whole.mul_f64(1.1);
        } else {
            self.whole = (self.whole + ran) / 2;
        }
        told
    }
}
