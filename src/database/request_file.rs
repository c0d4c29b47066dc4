//! [`RequestFile`]: a request to draw, read from a file.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::DrawOptions;

/// A request that was read from a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestFile {
    /// The request, to be drawn as a whole.
    pub options: DrawOptions,
    /// Whether the text sets an RNG seed.
    pub has_rng_seed: bool,
    /// The lines at which the parts begin, from 1; empty for JSON.
    pub lines: Vec<usize>,
}

/// The reason why a text is no request, or no description of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestError {
    /// The line, from 1, if known.
    pub line: Option<usize>,
    /// The key, if known.
    pub key: Option<String>,
    /// The problem in words.
    pub words: String,
}

impl std::error::Error for RequestError {}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}")?;
            if let Some(key) = &self.key {
                write!(f, ", {key}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.words)
    }
}

impl RequestError {
    /// Returns the message for a file of this name: `book.toml, line 3, size: ...`.
    pub fn of(&self, name: &str) -> String {
        let sign = if self.line.is_some() { ", " } else { ": " };
        format!("{name}{sign}{self}")
    }

    /// Returns an error with the line and the key at a byte of the text.
    pub fn at(text: &str, at: Option<usize>, words: String) -> Self {
        let Some((line, key)) = at.map(|at| place_in(text, at)) else { return words.into() };
        Self { line: Some(line), key, words }
    }
}

impl From<String> for RequestError {
    fn from(words: String) -> Self {
        Self { line: None, key: None, words }
    }
}

/// Returns the line of a byte of a TOML text, from 1, and its key.
pub fn place_in(text: &str, at: usize) -> (usize, Option<String>) {
    let before = text.get(..at).unwrap_or(text);
    let number = before.matches('\n').count() + 1;
    let line = text.lines().nth(number - 1).unwrap_or("");
    let key = line.split('=').next().unwrap_or("").trim();
    (number, Some(key.to_owned()).filter(|key| !key.is_empty()))
}

/// Keys for which it matters whether they are given.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct GivenKeys {
    rng_seed: Option<u64>,
    part: Option<IgnoredAny>,
}

impl RequestFile {
    /// Parses TOML, or JSON if the text begins with a brace.
    ///
    /// # Errors
    /// The problem, with line and key.
    pub fn parse(text: &str) -> Result<Self, RequestError> {
        let (options, given): (DrawOptions, GivenKeys) = (parsed(text)?, parsed(text)?);
        let begins = |(_, line): &(usize, &str)| line.trim_start().starts_with("[[part]]");
        let lines = (1..).zip(text.lines()).filter(begins).map(|(line, _)| line).collect();
        let read = Self {
            options: DrawOptions { whole: true, ..options },
            has_rng_seed: given.rng_seed.is_some(),
            lines,
        };
        if read.options.part.is_empty() {
            let example = if is_json(text) {
                r#"{"level": "hard", "count": 20}"#
            } else {
                "level = \"hard\", or a [[part]] for each kind"
            };
            return Err(format!("nothing to draw: say what, such as {example}").into());
        }
        let what = if given.part.is_some() { "part" } else { "request" };
        for (place, part) in read.options.part.iter().enumerate() {
            let words = if part.level.as_ref().is_some_and(|level| level.contains(',')) {
                "has one level, and this one names several"
            } else if !part.says_how_hard() {
                "says how hard the puzzles are to be: level, tier, score, er, minutes or technique"
            } else {
                continue;
            };
            return Err(RequestError {
                line: read.line(place),
                key: None,
                words: format!("a {what} {words}"),
            });
        }
        Ok(read)
    }

    /// Returns the line at which a part begins.
    pub fn line(&self, part: usize) -> Option<usize> {
        self.lines.get(part).copied().filter(|_| self.lines.len() == self.options.part.len())
    }
}

/// Whether a text is JSON: it begins with a brace.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Parses TOML, or JSON.
pub(super) fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, RequestError> {
    if is_json(text) {
        return serde_json::from_str(text).map_err(|error| error.to_string().into());
    }
    toml::from_str(text).map_err(|error: toml::de::Error| {
        RequestError::at(text, error.span().map(|span| span.start), in_line(error.message()))
    })
}

/// Joins the lines of a TOML parser's message, except messages with columns.
pub(super) fn in_line(message: &str) -> String {
    if message.contains("\n  ") { message.to_owned() } else { message.replace('\n', ", ") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn toml_and_json_say_the_same() {
        let text = "note = \"week 1\"\nrng-seed = 7\nsymmetry = \"rot180\"\nclues = 30\n\n\
                    [[part]]\nlevel = \"easy\"\ncount = 40\n\n\
                    [[part]]\ntier = 2\nscore = \"1500..\"\ncount = \"1k\"\nclues = \"24..26\"\n\
                    technique = [\"x-wing\", \"naked triple\"]\nhardest-at = \"20..40\"\n\n\
                    [[part]]\ner = 7.2\nsymmetry = \"none\"\nminimal = true\nper-seed = 2\n";
        let read = RequestFile::parse(text).expect("it reads");
        assert!(read.has_rng_seed && read.options.rng_seed == 7 && read.options.whole);
        assert_eq!((read.options.note.as_str(), &read.lines[..]), ("week 1", &[6, 10, 18][..]));
        let kept: Vec<_> =
            read.options.part.iter().map(|part| serde_json::to_value(part).unwrap()).collect();
        assert_eq!(
            kept,
            [
                json!({"level": "easy", "count": 40, "clues": 30, "symmetry": "rot180"}),
                json!({"tier": 2, "score": "1500..", "count": 1000, "clues": "24..26",
                    "symmetry": "rot180", "technique": ["x-wing", "naked-triple"], "hardest-at": "20..40"}),
                json!({"er": 7.2, "per-seed": 2, "clues": 30, "minimal": true}),
            ]
        );
        // As JSON, as stored in a batch.
        let json = serde_json::to_string(&read.options).expect("it is written");
        assert_eq!(RequestFile::parse(&json).expect("it reads").options, read.options);
    }

    #[test]
    fn what_is_wrong_is_told_with_line_and_key() {
        let part = |lines: &str| format!("[[part]]\nlevel = \"easy\"\n{lines}");
        for (text, words) in [
            (part("cluse = 30"), &["line 3, cluse: ", "no key cluse; did you mean clues?"][..]),
            (part("colour = 1"), &["no key colour; there are level, levels, count"]),
            (part("clues = \"30..20\""), &["line 3, clues: 30..20 is empty"]),
            (part("count = 0"), &["line 3, count: 0: give a whole number, at least 1"]),
            (part("count = -3"), &["at least 1"]),
            (part("tier = 9"), &["line 3, tier: tier 9: tiers are 0 to 6"]),
            (part("er = 1.9"), &["line 3, er: ", "1.9"]),
            (part("symmetry = \"rot45\""), &["line 3, symmetry: ", "rot45"]),
            (part("minimal = \"yes\""), &["line 3, minimal: ", "a boolean"]),
            (part("clues = true"), &["line 3, clues: ", "a number or a text such as \"24..30\""]),
            (part("clues = {a = 1}"), &["a number or a text"]),
            (part("note = \"x\""), &["no key note"]),
            (part("technique = \"exocet\""), &["no technique exocet here", "forcing-chains"]),
            (part("technique = \"blah\""), &["no technique blah", "\n  naked-single  "]),
            (part("from = \"x\""), &["line 3, from: "]),
            ("rng_seed = 3".to_owned(), &["did you mean rng-seed"]),
            ("count = 3\n[[part]]".to_owned(), &["line 2", "how hard"]),
            ("[[part]]\nlevel = \"easy,hard\"".to_owned(), &["line 1: ", "one level"]),
            ("[part]\nlevel = \"easy\"".to_owned(), &["line 1, [part]: ", "a sequence"]),
            ("part = 3".to_owned(), &["line 1, part: ", "a sequence"]),
            (String::new(), &["nothing to draw", "[[part]]"]),
            ("count = 3".to_owned(), &["a request says how hard"]),
            ("part = []\nlevel = \"easy\"".to_owned(), &["nothing to draw"]),
            ("{}".to_owned(), &["nothing to draw", "{\"level\": \"hard\", \"count\": 20}"]),
            ("{\"level\": \"easy,hard\"}".to_owned(), &["a request has one level"]),
            ("[[part]]\nlevel = \"easy".to_owned(), &["line 2, level: "]),
            ("rng-seed = -1\n[[part]]\nlevel = \"easy\"".to_owned(), &["line 1, rng-seed"]),
            ("{\"part\": [{\"tier\": 9}]}".to_owned(), &["tiers are 0 to 6", "line 1 column"]),
        ] {
            let told = RequestFile::parse(&text).expect_err(&text).to_string();
            for word in words {
                assert!(told.contains(word), "{text:?}: {word:?} is not in {told:?}");
            }
        }
    }

    /// Keys outside of any part form the only part.
    #[test]
    fn a_request_without_parts_is_one_part() {
        for (plain, with_part) in [
            ("level = \"hard\"\ncount = 20", "count = 20\n[[part]]\nlevel = \"hard\""),
            (
                r#"{"tier": 3, "rng-seed": 7, "clues": "24..26"}"#,
                r#"{"rng-seed": 7, "part": [{"tier": 3, "clues": "24..26"}]}"#,
            ),
        ] {
            let [plain, with_part] =
                [plain, with_part].map(|text| RequestFile::parse(text).expect(text));
            assert_eq!(plain.options, with_part.options);
            assert_eq!(plain.has_rng_seed, with_part.has_rng_seed);
        }
    }
}
