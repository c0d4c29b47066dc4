//! [`Deferred`]: flags of a command that are made when the command is given, asked about or searched.

use std::ops::Deref;

use clap::error::Error;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// The arguments of a command. Of some thirty commands a command line has one, and making the flags of
/// all of them took two thirds of the start. Commands with commands below them are not deferred: `help`
/// and completions list what is below.
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
            // Global options come last: one that is changed is put at the end.
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

/// The command with values of any case: `--format PDF`.
pub fn any_case(command: Command) -> Command {
    let takes_values = |argument: &clap::Arg| argument.get_action().takes_values();
    command
        .mut_args(|argument| {
            let is_any = takes_values(&argument);
            if is_any { argument.ignore_case(true) } else { argument }
        })
        .mut_subcommands(any_case)
}
