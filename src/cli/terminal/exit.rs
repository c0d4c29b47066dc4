//! [`Exit`]: how a run ended, and how an error is told.

use std::io;

use seeddb::database::{Error, Kind};

use super::cure::with_cure;
use super::escape::{say, say_error};
use super::interrupt;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Everything asked for was done.
    Done,
    /// An error, or some of the lines read were bad.
    Error,
    /// The request cannot be meant.
    Usage,
    /// Fewer puzzles than asked for.
    Fewer,
    /// Stopped by Ctrl-C, SIGTERM or SIGHUP, all found so far kept.
    Interrupted,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Error => 1,
            Self::Usage => 2,
            Self::Fewer => 3,
            Self::Interrupted => interrupt::code(),
        }
    }

    /// How a command ends with an error of this kind.
    fn of(kind: Kind) -> Self {
        match kind.exit_code() {
            2 => Self::Usage,
            3 => Self::Fewer,
            130 => Self::Interrupted,
            _ => Self::Error,
        }
    }
}

/// A request that cannot be meant, found out after the command line was parsed: an unknown level, say.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Ends a command with a [`UsageError`].
pub fn refuse<T>(words: impl Into<String>) -> anyhow::Result<T> {
    Err(UsageError(words.into()).into())
}

/// Ended early by Ctrl-C, and what that means for the output.
#[derive(Debug, thiserror::Error)]
#[error("stopped: {0}")]
pub struct Interrupted(pub &'static str);

/// Whether the reader of a pipe has closed it: it has all that it wanted.
pub fn is_closed(error: &anyhow::Error) -> bool {
    let closed = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(closed)
}

/// Says what went wrong on stderr and chooses the exit code. A reader that has closed the pipe is no error.
pub fn report(error: &anyhow::Error) -> Exit {
    if is_closed(error) {
        return Exit::Done;
    }
    if error.is::<Interrupted>() {
        say(format_args!("{error:#}"));
        return Exit::Interrupted;
    }
    let kind = error.downcast_ref().map(Error::kind);
    if kind == Some(Kind::Stopped) {
        say(format_args!("stopped: {error:#}"));
        return Exit::Interrupted;
    }
    let words = with_cure(error);
    let exit =
        if error.is::<UsageError>() { Exit::Usage } else { kind.map_or(Exit::Error, Exit::of) };
    // To have less than asked for is no failure.
    if exit == Exit::Fewer {
        say(words);
    } else {
        say_error(words);
    }
    exit
}
