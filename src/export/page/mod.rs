//! [`Page`]: puzzles as a page to play, in one self-contained file.
//!
//! The page is `shell.html` with its style, its data and its script inside. The player is in `js/`,
//! as plain modules: those without a document (`state`, `marks`, `check`, `hint`, `play`, `keys`,
//! `links`, `solve`, `clock`, `save`) are tested by `node --test`, the whole page in a browser
//! (`tools/browser.sh`). `small/` has one script and one style made from them by
//! `tools/browser.sh --small`. The steps of hints are computed here.

mod hash;
mod steps;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::LazyLock;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Row;
use super::book::{Language, terms};
use super::drawing::{Face, Ink, Theme};
use super::markup::escaped;
use seeddb_core::board::Puzzle;
use seeddb_core::logic::Ladder;
use seeddb_core::rating::common;
use steps::{Names, Steps};
pub(super) use words::{Words, words};

/// The colours of pages to play, as variables of CSS.
pub const PAGE_COLOURS: &str = include_str!("vars.css");

/// Options of a page to play.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The title above each puzzle; if empty, the language's word for Sudoku.
    pub title: String,
    /// The author or source of the puzzles.
    pub credit: String,
    /// The language of the words.
    pub language: Language,
    /// The style of the board.
    pub theme: Theme,
    /// Whether the page has the solutions, and with them checks and hints.
    pub solutions: bool,
    /// The ladder whose techniques recorded hints use; `None` means Sudoku Explainer's.
    pub ladder: Option<&'a Ladder>,
    /// The language of recorded hints by the ladder `common`, which replaces `ladder`.
    pub common: Option<&'static common::words::Language>,
    /// The kind of hints.
    pub hints: Hints,
}

/// The hints of a page or a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hints {
    /// Worked out from the board as it is, by the core of this program as WebAssembly.
    #[default]
    Full,
    /// The steps of a list that fit the board.
    Recorded,
    /// No hints.
    None,
}

impl Hints {
    /// Returns the addition to a policy (CSP) for scripts.
    pub(super) fn policy(self) -> &'static str {
        if self == Self::Full { " 'wasm-unsafe-eval'" } else { "" }
    }
}

#[derive(Serialize)]
struct Data<'a> {
    words: Words,
    names: Vec<&'a str>,
    #[serde(skip_serializing_if = "is_default")]
    credit: &'a str,
    /// Whether candidates are written in from the start.
    #[serde(skip_serializing_if = "is_default")]
    fill: bool,
    /// Whether the page omits the solutions.
    #[serde(skip_serializing_if = "is_default")]
    prize: bool,
    /// The kind of hints; `None` means recorded ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    hints: Option<Hints>,
    puzzles: Vec<Play>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A puzzle as the script reads it.
#[derive(Serialize)]
pub(super) struct Play {
    /// 0 for an open cell.
    givens: String,
    title: String,
    id: String,
    level: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    minutes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Value>>,
    /// The number of steps by the ladder, if other steps follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    named: Option<usize>,
    /// Whether any step is of Sudoku Explainer.
    #[serde(skip)]
    explained: bool,
}

/// Words used only by steps of Sudoku Explainer.
const EXPLAINER: [&str; 6] =
    ["no-technique", "with-or-without", "whichever", "wherever", "impossible", "needed"];

/// The script of the player, which the pages of a site load as a file.
pub(super) const SCRIPT: &str = include_str!("small/player.js");
static SCRIPT_HASH: LazyLock<String> = LazyLock::new(|| hash::integrity(SCRIPT));
/// The script that works out hints from a board, made by `tools/wasm.sh --hint`.
pub(super) const CORE: &str = include_str!("small/hint.js");
static CORE_HASH: LazyLock<String> = LazyLock::new(|| hash::integrity(CORE));
const STYLE: &str = include_str!("small/player.css");
const SHELL: &str = include_str!("shell.html");

impl Page<'_> {
    /// Writes a page with these puzzles.
    ///
    /// # Errors
    /// Errors of `out`, and [`io::ErrorKind::InvalidInput`] for a row that is no puzzle.
    pub fn write(&self, out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
        let mut words = words(self.language)?;
        let title = if self.title.is_empty() { words["board"].clone() } else { self.title.clone() };
        let (puzzles, names) = self.puzzles(&title, rows)?;
        let has_assumption = |step: &Value| step[6][0].is_number();
        let [explained, assumed] = [
            puzzles.iter().any(|play| play.explained),
            puzzles.iter().flat_map(|play| play.steps.iter().flatten()).any(has_assumption),
        ];
        // Words that this page does not use are omitted.
        words.retain(|name, _| match name.as_str() {
            "prize" => !self.solutions,
            "puzzles" | "before" | "after" => puzzles.len() > 1,
            "copy" => false, // Sites alone have code to copy.
            "if" | "empty-cell" | "no-place" => assumed,
            name => explained || !EXPLAINER.contains(&name),
        });
        let data = Data {
            names: names.iter().map(String::as_str).collect(),
            credit: &self.credit,
            fill: self.theme.candidates,
            prize: !self.solutions,
            hints: (self.hints != Hints::Recorded).then_some(self.hints),
            puzzles,
            words,
        };
        // Inside a script only `<` could end it.
        let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
        let plain: String =
            rows.iter().take(1).map(|row| super::rows_of(&row.puzzle).join("<br>")).collect();
        let style = self.style();
        let (core, core_hash) = match self.hints {
            Hints::Full => (format!("<script>{CORE}</script>\n"), format!(" '{}'", *CORE_HASH)),
            _ => Default::default(),
        };
        let values = [
            ("lang", self.language.to_string()),
            ("style-hash", hash::integrity(&style)),
            ("script-hash", SCRIPT_HASH.clone()),
            ("core-policy", core_hash + self.hints.policy()),
            ("core", core),
            ("title", escaped(&title)),
            ("style", style),
            ("plain", plain),
            ("data", data),
            ("script", SCRIPT.to_owned()),
        ];
        fill(out, SHELL, &values.into())
    }

    /// Returns the puzzles for the script, and the names of the techniques that their steps refer
    /// to.
    pub(super) fn puzzles(
        &self,
        title: &str,
        rows: &[Row],
    ) -> io::Result<(Vec<Play>, Vec<String>)> {
        let terms = terms(self.language);
        // Names of Sudoku Explainer are capitalized differently.
        let term = |word: &str| {
            let known = terms.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            known.map_or(word, |(_, term)| term).to_owned()
        };
        let mut names = Names::default();
        let steps: Vec<Option<Steps>> = if self.solutions && self.hints != Hints::None {
            let steps = |row: &Row| {
                Puzzle::new(&row.puzzle).map(|puzzle| {
                    Some(match self.common {
                        Some(language) => Steps::of_common(&puzzle, language),
                        None => Steps::of(self.ladder, &puzzle),
                    })
                })
            };
            let all = rows.par_iter().map(steps).collect::<Result<_, _>>();
            all.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?
        } else {
            rows.iter().map(|_| None).collect()
        };
        let play = |(row, steps): (&Row, Option<Steps>)| {
            let steps = steps.as_ref();
            Play {
                givens: row.puzzle.line('0'),
                title: titled(title, row, rows.len() > 1),
                id: row.id.clone(),
                level: row.level.as_deref().map_or_else(|| term(&row.level_or_tier()), term),
                minutes: row.time_to_beat(),
                date: row.date.map(|date| date.to_string()),
                solution: self.solutions.then(|| row.solution.to_string()),
                steps: steps.map(|steps| steps.list(&mut names)),
                named: steps.and_then(Steps::named),
                explained: steps.is_some_and(Steps::explained),
            }
        };
        let puzzles = rows.iter().zip(steps).map(play).collect();
        Ok((puzzles, names.0.iter().map(|name| term(name)).collect()))
    }

    /// Returns the style with the theme.
    pub(super) fn style(&self) -> String {
        self.variables() + STYLE
    }

    /// Returns the theme as variables of the style.
    fn variables(&self) -> String {
        let Theme { cell_line, box_line, cell_ink, digit, candidate, given, filled, boxes, .. } =
            self.theme;
        // Three points are four pixels.
        let pixels = |points: f64| (points * 40.0 / 3.0).round() / 10.0;
        let grey = |ink: Ink| match ink.tone().unwrap_or(0) {
            0 => "var(--paper)".to_owned(),
            tone => format!("color-mix(in srgb,var(--ink) {tone}%,var(--paper))"),
        };
        let weight = |face: Face| if face == Face::Bold { 700 } else { 400 };
        format!(
            ":root{{--cell-line:{}px;--box-line:{}px;--line:{};--digit:{digit};--candidate:{candidate};--given:{};--filled:{};--even:{}}}",
            pixels(cell_line),
            pixels(box_line),
            grey(cell_ink),
            weight(given),
            weight(filled),
            grey(boxes),
        )
    }
}

/// Returns the title above a puzzle: with its number, if there are several without days.
fn titled(title: &str, row: &Row, numbered: bool) -> String {
    let proof = if row.proof { "PROOF · " } else { "" };
    match row.date {
        None if numbered => format!("{proof}{title} {}", row.shown_number()),
        _ => format!("{proof}{title}"),
    }
}

/// Writes a text with its placeholders `{name}` filled in. Inserted values are not expanded again.
pub(super) fn fill(
    out: &mut impl Write,
    text: &str,
    values: &BTreeMap<&str, String>,
) -> io::Result<()> {
    for (i, part) in text.split('{').enumerate() {
        let (name, text) =
            if i == 0 { ("", part) } else { part.split_once('}').unwrap_or_default() };
        out.write_all(values.get(name).map_or("", String::as_str).as_bytes())?;
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}
