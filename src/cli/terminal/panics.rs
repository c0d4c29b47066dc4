//! The panic hook: redb panics on damaged databases, and users get a report of the damage instead.

use std::panic::{set_hook, take_hook};
use std::process;

use seeddb_database::{Panicked, panicked};

use super::say;

/// Installs the hook. Panics outside the store go to the previous hook.
pub fn take_over() {
    let others = take_hook();
    set_hook(Box::new(move |panic| match panicked(panic) {
        Panicked::Elsewhere => others(panic),
        Panicked::Caught => {}
        Panicked::Twice(error) => {
            say(format_args!("error: {error}"));
            process::exit(1);
        }
    }));
}
