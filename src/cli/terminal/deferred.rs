//! [`Deferred`]: flags of a command that are built only when the command is given, asked about or
//! searched.

use std::ops::Deref;

use clap::error::Error;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// The arguments of a command. A command line has one of some thirty commands, and building the
/// flags of all took two thirds of the start-up time. Commands with subcommands are not deferred,
/// as `help` and completions list these.
#[derive(Debug)]
pub struct Deferred<A>(pub A);

impl<A> Deref for Deferred<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| {
            let about = command.get_about().cloned();
            let global: Vec<_> = command.get_arguments().map(|arg| arg.get_id().clone()).collect();
            let command = any_case(A::augment_args(command)).about(about.unwrap_or_default());
            // Global options come last: modifying an option moves it to the end.
            global.iter().fold(command, |command, id| command.mut_arg(id, |arg| arg))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// Makes the command accept values in any case: `--format PDF`.
pub fn any_case(command: Command) -> Command {
    let takes_values = |argument: &clap::Arg| argument.get_action().takes_values();
    command
        .mut_args(|argument| {
            let is_any = takes_values(&argument);
            if is_any { argument.ignore_case(true) } else { argument }
        })
        .mut_subcommands(any_case)
}
