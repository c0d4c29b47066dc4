//! Ctrl-C: the first one asks for a clean stop, the second one kills.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C (and SIGTERM) only sets [`flag`]; for commands that look at it.
pub fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// What long work in the library looks at.
pub fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
