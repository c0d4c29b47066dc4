//! What `draw` is asked for by a file, or by a batch that was drawn before.

use std::path::Path;

use anyhow::Context;
use seeddb::database::{BatchRef, DrawOptions, Error};
use serde::Deserialize;

use super::book::place;
use super::flags::part as words_of;
use crate::cli::terminal::exit::{UsageError, refuse};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::small;

/// What is to be drawn, and where that is said.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub options: DrawOptions,
    /// Whether it says where randomness begins.
    pub has_rng_seed: bool,
    /// The name of the file.
    name: Option<String>,
    /// The lines of the file at which the parts begin, from 1; none where they are not told.
    lines: Vec<usize>,
}

impl From<DrawOptions> for Asked {
    fn from(options: DrawOptions) -> Self {
        Self { options, ..Self::default() }
    }
}

/// The one key that differs if it is left out.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct RngSeed {
    rng_seed: Option<u64>,
}

impl Asked {
    /// Reads a file of TOML or JSON.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = small::read_text(path, small::MOST_TOML)
            .with_context(|| format!("cannot read {name}"))?;
        Ok(Self::parse(&name, &text).map_err(|words| UsageError(format!("{name}{words}")))?)
    }

    fn parse(name: &str, text: &str) -> Result<Self, String> {
        let is_json = text.trim_start().starts_with('{');
        let (options, seed): (DrawOptions, RngSeed) = if is_json {
            let wrong = |error: serde_json::Error| format!(": {error}");
            let seed = serde_json::from_str(text).map_err(wrong)?;
            (serde_json::from_str(text).map_err(wrong)?, seed)
        } else {
            let wrong = |error: toml::de::Error| {
                let at = error.span().map(|span| place(text, span.start)).unwrap_or_default();
                format!("{at}: {}", in_line(error.message()))
            };
            let options = toml::from_str(text).map_err(wrong)?;
            (options, toml::from_str(text).map_err(wrong)?)
        };
        let begins = |(_, line): &(usize, &str)| line.trim_start().starts_with("[[part]]");
        let lines = (1..).zip(text.lines()).filter(begins).map(|(line, _)| line).collect();
        let asked = Self {
            options: DrawOptions { whole: true, ..options },
            has_rng_seed: seed.rng_seed.is_some(),
            name: Some(name.to_owned()),
            lines,
        };
        if asked.options.part.is_empty() {
            return Err(": nothing to draw: write a [[part]] for each kind of puzzles".to_owned());
        }
        for (place, part) in asked.options.part.iter().enumerate() {
            let line = asked.line(place).map(|line| format!(", {line}")).unwrap_or_default();
            if part.level.as_ref().is_some_and(|level| level.contains(',')) {
                return Err(format!("{line}: a part has one level: write a [[part]] for each"));
            }
            if !part.says_how_hard() {
                let words =
                    "say how hard the puzzles are to be: level, tier, score, se or technique";
                return Err(format!("{line}: {words}"));
            }
        }
        Ok(asked)
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
        let line = self.lines.get(place).filter(|_| self.lines.len() == self.options.part.len());
        line.map(|line| format!("line {line}"))
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
        match (error, &self.name) {
            (Error::Part { part, error }, Some(name)) => {
                let line = self.line(part).map(|line| format!(", {line}")).unwrap_or_default();
                let error = anyhow::Error::from(*error);
                UsageError(format!("{name}{line}: {error:#}")).into()
            }
            (error, _) => error.into(),
        }
    }
}

/// What a reader of TOML says, in one line, with names in columns as they are.
fn in_line(message: &str) -> String {
    if message.contains("\n  ") { message.to_owned() } else { message.replace('\n', ", ") }
}

#[cfg(test)]
mod tests {
    use super::super::flags::part as words_of;
    use super::*;

    fn parsed(text: &str) -> Result<Vec<String>, String> {
        let asked = Asked::parse("mix.toml", text)?;
        Ok(asked.options.part.iter().map(words_of).collect())
    }

    #[test]
    fn parts_are_what_flags_would_be() {
        let text = "note = \"week 1\"\nrng-seed = 7\nsymmetry = \"rot180\"\nclues = 30\n\n\
                    [[part]]\nlevel = \"easy\"\ncount = 40\n\n\
                    [[part]]\ntier = 2\nscore = \"1500..\"\ncount = \"1k\"\nclues = \"24..26\"\n\
                    technique = [\"x-wing\", \"naked triple\"]\nhardest-at = \"20..40\"\n\n\
                    [[part]]\nse = 7.2\nsymmetry = \"none\"\nminimal = true\nper-seed = 2\n";
        let words = [
            "--level easy --count 40 --clues 30 --symmetry rot180",
            "--tier 2 --score 1500.. --count 1000 --clues 24..26 --symmetry rot180 \
             --technique x-wing,naked-triple --hardest-at 20..40",
            "--se 7.2 --per-seed 2 --clues 30 --minimal",
        ];
        assert_eq!(parsed(text).expect("it reads"), words);
        let asked = Asked::parse("mix.toml", text).expect("it reads");
        assert!(asked.has_rng_seed && asked.options.rng_seed == 7 && asked.options.whole);
        assert_eq!((asked.options.note.as_str(), &asked.lines[..]), ("week 1", &[6, 10, 18][..]));
        // The same as JSON, as a batch keeps it.
        let json = serde_json::to_string(&asked.options).expect("it is written");
        let again = Asked::parse("mix.json", &json).expect("it reads");
        assert_eq!(again.options, asked.options);
        assert_eq!(again.of(1), format!(" part 2 ({})", words[1].replace("--count 1000 ", "")));
    }

    #[test]
    fn what_is_wrong_is_told_with_line_and_key() {
        let part = |lines: &str| format!("[[part]]\nlevel = \"easy\"\n{lines}");
        for (text, words) in [
            (part("cluse = 30"), &[", line 3, cluse: ", "no key cluse; did you mean clues?"][..]),
            (part("colour = 1"), &["no key colour; there are level, count"]),
            (part("clues = \"30..20\""), &[", line 3, clues: 30..20 is empty"]),
            (part("count = 0"), &[", line 3, count: 0: give a whole number, at least 1"]),
            (part("count = -3"), &["at least 1"]),
            (part("tier = 9"), &[", line 3, tier: tier 9: tiers are 0 to 6"]),
            (part("se = 1.9"), &[", line 3, se: ", "1.9"]),
            (part("symmetry = \"rot45\""), &[", line 3, symmetry: ", "rot45"]),
            (part("minimal = \"yes\""), &[", line 3, minimal: ", "a boolean"]),
            (part("clues = true"), &[", line 3, clues: ", "a number or a text such as \"24..30\""]),
            (part("clues = {a = 1}"), &["a number or a text"]),
            (part("note = \"x\""), &["no key note"]),
            (part("technique = \"skyscraper\""), &["no technique skyscraper here", "turbot-fish"]),
            (part("technique = \"blah\""), &["no technique blah", "\n  naked-single  "]),
            (part("from = \"x\""), &[", line 3, from: "]),
            ("rng_seed = 3".to_owned(), &["did you mean rng-seed"]),
            ("count = 3\n[[part]]".to_owned(), &[", line 2", "how hard"]),
            ("[[part]]\nlevel = \"easy,hard\"".to_owned(), &[", line 1: ", "one level"]),
            ("[part]\nlevel = \"easy\"".to_owned(), &[", line 1, [part]: ", "a sequence"]),
            ("part = 3".to_owned(), &[", line 1, part: ", "a sequence"]),
            (String::new(), &["nothing to draw"]),
            ("[[part]]\nlevel = \"easy".to_owned(), &[", line 2, level: "]),
            ("rng-seed = -1\n[[part]]\nlevel = \"easy\"".to_owned(), &[", line 1, rng-seed"]),
            ("{\"part\": [{\"tier\": 9}]}".to_owned(), &["tiers are 0 to 6", "line 1 column"]),
        ] {
            let told = parsed(&text).expect_err(&text);
            for word in words {
                assert!(told.contains(word), "{text:?}: {word:?} is not in {told:?}");
            }
        }
    }
}
