//! [`Exit`]: the exit codes, and the reporting of errors.

use std::io;

use seeddb_database::{Error, Kind};

use super::{interrupt, say, say_error, with_cure};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Everything asked for was done.
    Done,
    /// An error, or some of the lines read were bad.
    Error,
    /// The request is invalid.
    Usage,
    /// Fewer puzzles than asked for.
    Fewer,
    /// Stopped by Ctrl-C, SIGTERM or SIGHUP; everything found so far is kept.
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

    /// The exit code for an error of this kind.
    fn of(kind: Kind) -> Self {
        match kind.exit_code() {
            2 => Self::Usage,
            3 => Self::Fewer,
            130 => Self::Interrupted,
            _ => Self::Error,
        }
    }
}

/// An invalid request that is detected after parsing of the command line, such as an unknown level.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Returns a [`UsageError`].
pub fn refuse<T>(words: impl Into<String>) -> anyhow::Result<T> {
    Err(UsageError(words.into()).into())
}

/// A run ended by Ctrl-C, with the consequence for the output.
#[derive(Debug, thiserror::Error)]
#[error("stopped: {0}")]
pub struct Interrupted(pub &'static str);

/// Whether an error means that the reader of a pipe has closed it.
pub fn is_closed(error: &anyhow::Error) -> bool {
    let closed = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(closed)
}

/// Prints an error on stderr and returns the exit code. A closed pipe is no error.
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
    // Fewer puzzles than asked for are no failure.
    if exit == Exit::Fewer {
        say(words);
    } else {
        say_error(words);
    }
    exit
}
