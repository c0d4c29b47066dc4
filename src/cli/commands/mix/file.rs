//! [`Mix`]: the file of `draw --request`, whose keys are the flags of `draw`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use anyhow::Context;
use clap::{CommandFactory, Parser};
use seeddb::rating::levels::meant;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::book::place;
use super::super::bounds::Bounds;
use crate::cli::terminal::exit::UsageError;
use crate::cli::terminal::small;

/// The keys that only the whole has.
const OF_WHOLE: [&str; 3] = ["note", "rng-seed", "partition"];
/// The key of the parts.
const PART: &str = "part";

/// A part, as if its keys were flags.
#[derive(Parser, Debug)]
#[command(name = "part", no_binary_name = true, disable_help_flag = true)]
struct Line {
    #[command(flatten)]
    bounds: Bounds,
}

/// A part of the file.
#[derive(Debug)]
pub struct Part {
    pub bounds: Bounds,
    /// `mix.toml, line 7`.
    pub place: String,
}

/// All that the file says.
#[derive(Debug)]
pub struct Mix {
    pub parts: Vec<Part>,
    pub note: Option<String>,
    pub rng_seed: Option<u64>,
}

/// What is wrong, and at which byte.
struct Wrong {
    at: usize,
    words: String,
}

impl Mix {
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = small::read_text(path, small::MOST_TOML)
            .with_context(|| format!("cannot read {name}"))?;
        Self::parse(&name, &text).map_err(|Wrong { at, words }| {
            UsageError(format!("{name}{}: {words}", place(&text, at))).into()
        })
    }

    fn parse(name: &str, text: &str) -> Result<Self, Wrong> {
        let of_toml = |error: toml::de::Error| Wrong {
            at: error.span().map_or(0, |span| span.start),
            words: error.message().replace('\n', ", "),
        };
        let all = DeTable::parse(text).map_err(of_toml)?.into_inner();
        let mut mix = Self { parts: Vec::new(), note: None, rng_seed: None };
        let mut shared = Keys::new();
        let mut parts = Vec::new();
        for (key, value) in all {
            let at = key.span().start;
            match (key.get_ref().as_ref(), value.get_ref()) {
                (PART, DeValue::Array(tables)) => {
                    for table in tables {
                        let DeValue::Table(own) = table.get_ref() else {
                            return Err(wrong(at, "write the parts as [[part]]"));
                        };
                        parts.push((table.span().start, own.clone()));
                    }
                }
                (PART, _) => return Err(wrong(at, "write the parts as [[part]]")),
                ("note", DeValue::String(note)) => mix.note = Some(note.to_string()),
                ("rng-seed", value) => {
                    let number = text_of(value).and_then(|text| text.parse().ok());
                    let words = "rng-seed is a whole number from 0 up";
                    mix.rng_seed = Some(number.ok_or_else(|| wrong(at, words))?);
                }
                (known, value) => {
                    check_key(known, at, &[PART, "note", "rng-seed"])?;
                    if known == "count" {
                        return Err(wrong(at, "count belongs into each [[part]]"));
                    }
                    shared.insert(known.to_owned(), (at, flag(known, at, value)?));
                }
            }
        }
        if parts.is_empty() {
            return Err(wrong(0, "nothing to draw: write a [[part]] for each kind of puzzles"));
        }
        // Of tables by their places: a file may give some of them in another order.
        parts.sort_by_key(|part| part.0);
        for (at, table) in parts {
            let bounds = part(at, &table, &shared)?;
            let line = text.get(..at).unwrap_or(text).matches('\n').count() + 1;
            mix.parts.push(Part { bounds, place: format!("{name}, line {line}") });
        }
        Ok(mix)
    }
}

/// By key its place and what it is as a flag; nothing if it says no.
type Keys = BTreeMap<String, (usize, Option<String>)>;

fn wrong(at: usize, words: &str) -> Wrong {
    Wrong { at, words: words.to_owned() }
}

/// A part of the file that begins at `at`, with what all parts share.
fn part(at: usize, table: &DeTable<'_>, shared: &Keys) -> Result<Bounds, Wrong> {
    let mut keys = shared.clone();
    for (key, value) in table {
        let (name, at) = (key.get_ref().as_ref(), key.span().start);
        if OF_WHOLE.contains(&name) {
            return Err(wrong(at, &format!("{name} is of all parts: write it before the first")));
        }
        check_key(name, at, &OF_WHOLE)?;
        keys.insert(name.to_owned(), (at, flag(name, at, value.get_ref())?));
    }
    // One after the other, so that what is wrong is told where it stands.
    for (at, flag) in keys.values() {
        Line::of(flag.iter()).map_err(|words| Wrong { at: *at, words })?;
    }
    let all = keys.values().filter_map(|(_, flag)| flag.as_ref());
    let bounds = Line::of(all).map_err(|words| Wrong { at, words })?;
    if !bounds.is_difficulty() {
        return Err(wrong(
            at,
            "say how hard the puzzles are to be: level, tier, score, se or technique",
        ));
    }
    if bounds.level.len() > 1 {
        return Err(wrong(at, "a part has one level: write a [[part]] for each"));
    }
    Ok(bounds)
}

impl Line {
    /// The bounds of these flags.
    fn of<'a>(flags: impl Iterator<Item = &'a String>) -> Result<Bounds, String> {
        let line = Self::try_parse_from(flags.map(OsString::from));
        line.map(|line| line.bounds).map_err(|error| {
            // Of the words of the parser the reason alone: usage and hints are about flags.
            let words = error.to_string();
            let words = words.lines().next().unwrap_or("").trim_start_matches("error: ");
            words.split_once("': ").map_or(words, |(_, reason)| reason).to_owned()
        })
    }

    /// The keys that a part may have.
    fn keys() -> Vec<String> {
        let command = Self::command();
        command.get_arguments().filter_map(|own| own.get_long().map(str::to_owned)).collect()
    }
}

/// Refuses a key that there is not.
fn check_key(key: &str, at: usize, more: &[&str]) -> Result<(), Wrong> {
    let mut known = Line::keys();
    known.extend(more.iter().map(|&key| key.to_owned()));
    if known.iter().any(|own| own == key) {
        return Ok(());
    }
    let words = match meant(key, known.iter().map(String::as_str)) {
        Some(own) => format!("there is no key {key}; did you mean {own}?"),
        None => format!("there is no key {key}; there are {}", known.join(", ")),
    };
    Err(Wrong { at, words })
}

/// A value as one writes it after a flag.
fn text_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Array(values) => {
            let each: Option<Vec<String>> = values.iter().map(element).collect();
            each.map(|each| each.join(","))
        }
        _ => None,
    }
}

fn element(value: &Spanned<DeValue<'_>>) -> Option<String> {
    match value.get_ref() {
        DeValue::Array(_) => None,
        value => text_of(value),
    }
}

/// A key with its value as a flag; nothing if it is one that says no.
fn flag(key: &str, at: usize, value: &DeValue<'_>) -> Result<Option<String>, Wrong> {
    let command = Line::command();
    let mut own = command.get_arguments();
    let takes_value = own
        .find(|own| own.get_long() == Some(key))
        .is_some_and(|own| own.get_action().takes_values());
    match (takes_value, value) {
        (false, DeValue::Boolean(says)) => Ok(says.then(|| format!("--{key}"))),
        (false, _) => Err(wrong(at, &format!("{key} is true or false"))),
        (true, value) => {
            let words = "write a number, a text, or several of them as a list";
            text_of(value)
                .map(|text| Some(format!("--{key}={text}")))
                .ok_or_else(|| wrong(at, words))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Vec<String>, String> {
        match Mix::parse("mix.toml", text) {
            Ok(mix) => {
                let part = |part: &Part| format!("{}: {}", part.place, part.bounds.only());
                Ok(mix.parts.iter().map(part).collect())
            }
            Err(Wrong { at, words }) => Err(format!("{}: {words}", place(text, at))),
        }
    }

    #[test]
    fn parts_are_what_flags_would_be() {
        let text = "note = \"week 1\"\nrng-seed = 7\nsymmetry = \"rot180\"\nclues = 30\n\n\
                    [[part]]\nlevel = \"easy\"\ncount = 40\n\n\
                    [[part]]\ntier = 2\nscore = \"1500..\"\ncount = \"1k\"\nclues = \"24..26\"\n\
                    technique = [\"x-wing\", \"naked triple\"]\nhardest-at = \"20..40\"\n\n\
                    [[part]]\nse = 7.2\nsymmetry = \"none\"\nminimal = true\nper-seed = 2\n";
        let parts = parsed(text).expect("it reads");
        assert_eq!(
            parts,
            [
                "mix.toml, line 6: --level easy --count 40 --symmetry rot180 --clues 30..30",
                "mix.toml, line 10: --tier 2 --score 1500.. --count 1000 --symmetry rot180 --clues 24..26 \
                 --technique x-wing,naked-triple --hardest-at 20..40",
                "mix.toml, line 18: --se 7.2 --count 1 --clues 30..30 --minimal --per-seed 2",
            ]
        );
    }

    /// As among the flags.
    #[test]
    fn a_technique_says_how_hard() {
        let parts = parsed("[[part]]\ntechnique = \"x-wing\"").expect("it reads");
        assert_eq!(parts, ["mix.toml, line 1: --count 1 --technique x-wing"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_line_and_key() {
        let part = |lines: &str| format!("[[part]]\nlevel = \"easy\"\n{lines}");
        for (text, words) in [
            (part("cluse = 30"), &[", line 3, cluse: ", "no key cluse; did you mean clues?"][..]),
            (part("colour = 1"), &["no key colour; there are level, tier"]),
            (part("clues = \"30..20\""), &[", line 3, clues: 30..20 is empty"]),
            (part("count = 0"), &[", line 3, count: 0: give a whole number, at least 1"]),
            (part("count = -3"), &["at least 1"]),
            (part("tier = 9"), &[", line 3, tier: tier 9: tiers are 0 to 6"]),
            (part("se = 1.9"), &[", line 3, se: ", "1.9"]),
            (part("symmetry = \"rot45\""), &[", line 3, symmetry: ", "rot45"]),
            (part("minimal = \"yes\""), &["minimal is true or false"]),
            (part("clues = true"), &["write a number"]),
            (part("clues = {a = 1}"), &["write a number"]),
            (part("note = \"x\""), &["note is of all parts"]),
            (part("technique = \"y-wing\""), &["no technique y-wing", "x-wing"]),
            (part("from = \"x\""), &[", line 3, from: "]),
            (part("rng_seed = 3"), &["did you mean rng-seed"]),
            ("count = 3\n[[part]]\nlevel = \"easy\"".to_owned(), &["count belongs into each"]),
            ("[[part]]\ncount = 3".to_owned(), &[", line 1", "how hard"]),
            ("[[part]]\nlevel = \"easy,hard\"".to_owned(), &["one level"]),
            ("[part]\nlevel = \"easy\"".to_owned(), &["write the parts as [[part]]"]),
            ("part = 3".to_owned(), &["write the parts as [[part]]"]),
            (String::new(), &["nothing to draw"]),
            ("[[part]]\nlevel = \"easy".to_owned(), &[", line 2, level: "]),
            ("rng-seed = -1\n[[part]]\nlevel = \"easy\"".to_owned(), &[", line 1, rng-seed"]),
        ] {
            let told = parsed(&text).expect_err(&text);
            for word in words {
                assert!(told.contains(word), "{text:?}: {word:?} is not in {told:?}");
            }
        }
    }
}
