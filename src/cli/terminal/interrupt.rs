//! Ctrl-C, SIGTERM and SIGHUP: the first requests a clean stop, the second ends the process.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, LazyLock};

use anyhow::Context;
use seeddb_core::rating::stop::Stop;
use seeddb_database::Control;

/// Signal numbers, equal on every Unix.
const HANGUP: i32 = 1;
const INTERRUPT: i32 = 2;
const TERMINATE: i32 = 15;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The first signal received; 0 for none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// Makes Ctrl-C, SIGTERM and SIGHUP set a flag only, for commands that check [`interrupted`].
pub fn listen() -> anyhow::Result<()> {
    on_signal(|signal| {
        if SIGNAL.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_err() {
            process::exit(i32::from(code_of(signal)));
        }
        INTERRUPTED.store(true, Ordering::SeqCst);
    })
    .context("cannot listen for Ctrl-C")
}

/// Makes writing beyond the file size limit (`ulimit -f`) an ordinary error; by default the signal
/// ends the process without a message.
pub fn outlive_large_files() {
    // If that fails, the default behaviour stays.
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

/// Whether the signal was ignored at the start, as with `nohup` and `&` in scripts; it stays
/// ignored then. False if unknown.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// The control that stops long calls of the library.
pub fn control() -> Control {
    Control::stopped_by(shared())
}

/// The flag that ends a wait for the database.
pub fn shared() -> Arc<AtomicBool> {
    Arc::clone(&INTERRUPTED)
}

/// The condition that stops long ratings.
pub fn stop() -> Stop<'static> {
    Stop::when(&interrupted)
}

pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// The name of the signal that stopped the command: `Ctrl-C`, `SIGTERM` or `SIGHUP`.
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

/// The exit code that shells use for a process ended by a signal.
fn code_of(signal: i32) -> u8 {
    128 + signal as u8
}
