//! Ctrl-C, SIGTERM and SIGHUP: the first one asks for a clean stop, the second one kills.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, LazyLock};

use anyhow::Context;
use seeddb::database::Control;
use seeddb::rating::stop::Stop;

/// Numbers of signals, the same on every Unix.
const HANGUP: i32 = 1;
const INTERRUPT: i32 = 2;
const TERMINATE: i32 = 15;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The first signal that came, 0 for none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// From now on Ctrl-C, SIGTERM and SIGHUP only set [`flag`]; for commands that look at it.
pub fn listen() -> anyhow::Result<()> {
    on_signal(|signal| {
        if SIGNAL.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_err() {
            process::exit(i32::from(code_of(signal)));
        }
        INTERRUPTED.store(true, Ordering::SeqCst);
    })
    .context("cannot listen for Ctrl-C")
}

/// From now on a file that grows beyond what this process may write (`ulimit -f`) is an error like any other. The system's signal would
/// end the process without a word.
pub fn outlive_large_files() {
    // Without it, it is as it was.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(unix)]
fn on_signal(mut stop: impl FnMut(i32) + Send + 'static) -> std::io::Result<()> {
    let heard = [INTERRUPT, TERMINATE, HANGUP].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(heard)?;
    let listener = std::thread::Builder::new().name("signals".to_owned());
    listener.spawn(move || signals.forever().for_each(&mut stop)).map(drop)
}

#[cfg(not(unix))]
fn on_signal(mut stop: impl FnMut(i32) + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || stop(INTERRUPT))
}

/// Whether the signal was ignored when the program began, as `nohup` and `&` in scripts do: then it stays so. Where that
/// cannot be seen, it was not.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// What long calls of the library are stopped by.
pub fn control() -> Control {
    Control::stopped_by(shared())
}

/// What ends a wait for the database.
pub fn shared() -> Arc<AtomicBool> {
    Arc::clone(&INTERRUPTED)
}

/// What ends long ratings.
pub fn stop() -> Stop<'static> {
    Stop::when(&interrupted)
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// What stopped the command: `Ctrl-C`, `SIGTERM` or `SIGHUP`.
pub fn by() -> &'static str {
    match SIGNAL.load(Ordering::SeqCst) {
        TERMINATE => "SIGTERM",
        HANGUP => "SIGHUP",
        _ => "Ctrl-C",
    }
}

pub fn code() -> u8 {
    match SIGNAL.load(Ordering::SeqCst) {
        0 => code_of(INTERRUPT),
        signal => code_of(signal),
    }
}

/// As shells count those that a signal killed.
fn code_of(signal: i32) -> u8 {
    128 + signal as u8
}
