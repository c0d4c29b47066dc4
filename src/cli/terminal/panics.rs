//! The panic hook of the program: damaged databases make redb panic, and a user is told of the damage instead.

use std::panic::{set_hook, take_hook};
use std::process;

use seeddb::database::{Panicked, panicked};

use super::escape::say;

/// Panics that are none of the store's go on to the hook that was there before.
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
