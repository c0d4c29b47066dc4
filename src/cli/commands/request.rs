//! Requests of `draw` from a file, or from an earlier batch.

use std::path::Path;

use anyhow::Context;
use seeddb_database::{BatchRef, DrawOptions, Error, RequestFile};

use super::flags::part as words_of;
use crate::terminal::{Globals, UsageError, refuse, small, with_cure};

/// A request, with its source.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub options: DrawOptions,
    /// Whether the source sets an RNG seed.
    pub has_rng_seed: bool,
    /// The name and content of the request's file, if it has one.
    file: Option<(String, RequestFile)>,
}

impl From<DrawOptions> for Asked {
    fn from(options: DrawOptions) -> Self {
        Self { options, ..Self::default() }
    }
}

impl Asked {
    /// Reads a request from a file of TOML or JSON.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = small::read_text(path, small::MOST_TOML)
            .with_context(|| format!("cannot read {name}"))?;
        let read = RequestFile::parse(&text).map_err(|error| UsageError(error.of(&name)))?;
        let RequestFile { options, has_rng_seed, .. } = read.clone();
        Ok(Self { options, has_rng_seed, file: Some((name, read)) })
    }

    /// The request of an earlier batch.
    pub fn again(globals: &Globals, batch: BatchRef) -> anyhow::Result<Self> {
        match globals.database()?.request_of(batch)? {
            Some(options) => Ok(Self { options, has_rng_seed: true, ..Self::default() }),
            None => refuse("that batch was not drawn: its puzzles were imported"),
        }
    }

    /// The line where a part begins: `line 7`.
    fn line(&self, place: usize) -> Option<String> {
        Some(format!("line {}", self.file.as_ref()?.1.line(place)?))
    }

    /// The name of a part in messages, such as ` part 2 (line 7: --level hard)`; empty unless the
    /// request is drawn as a whole.
    pub fn of(&self, place: usize) -> String {
        let Some(part) = self.options.part.get(place) else { return String::new() };
        let mut alone = part.clone();
        alone.count = 1;
        match self.line(place) {
            _ if !self.options.whole => String::new(),
            Some(line) => format!(" part {} ({line}: {})", place + 1, words_of(&alone)),
            None => format!(" part {} ({})", place + 1, words_of(&alone)),
        }
    }

    /// Adds the position of the faulty part to an error.
    pub fn at(&self, error: Error) -> anyhow::Error {
        match (error, &self.file) {
            (Error::Part { part, error }, Some((name, _))) => {
                let line = self.line(part).map(|line| format!(", {line}")).unwrap_or_default();
                let error = anyhow::Error::from(*error);
                UsageError(format!("{name}{line}: {}", with_cure(&error))).into()
            }
            (error, _) => error.into(),
        }
    }
}
