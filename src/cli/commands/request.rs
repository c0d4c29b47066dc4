//! What `draw` is asked for by a file, or by a batch that was drawn before.

use std::path::Path;

use anyhow::Context;
use seeddb::database::{BatchRef, DrawOptions, Error, RequestFile};

use super::flags::part as words_of;
use crate::cli::terminal::cure::with_cure;
use crate::cli::terminal::exit::{UsageError, refuse};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::small;

/// What is to be drawn, and where that is said.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub options: DrawOptions,
    /// Whether it says where randomness begins.
    pub has_rng_seed: bool,
    /// The file that says it, and its name.
    file: Option<(String, RequestFile)>,
}

impl From<DrawOptions> for Asked {
    fn from(options: DrawOptions) -> Self {
        Self { options, ..Self::default() }
    }
}

impl Asked {
    /// Reads a file of TOML or JSON.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = small::read_text(path, small::MOST_TOML)
            .with_context(|| format!("cannot read {name}"))?;
        let read = RequestFile::parse(&text).map_err(|error| UsageError(error.of(&name)))?;
        let RequestFile { options, has_rng_seed, .. } = read.clone();
        Ok(Self { options, has_rng_seed, file: Some((name, read)) })
    }

    /// What a batch was asked for.
    pub fn again(globals: &Globals, batch: BatchRef) -> anyhow::Result<Self> {
        match globals.database()?.request_of(batch)? {
            Some(options) => Ok(Self { options, has_rng_seed: true, ..Self::default() }),
            None => refuse("that batch was not drawn: its puzzles were imported"),
        }
    }

    /// `line 7`, at which a part begins.
    fn line(&self, place: usize) -> Option<String> {
        Some(format!("line {}", self.file.as_ref()?.1.line(place)?))
    }

    /// A part in words, if there are several or they are of a file: ` part 2 (line 7: --level hard)`.
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

    /// The error with the place of the part that is wrong.
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
