//! [`Words`]: the texts of a book in its language.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::Deserialize;
use toml::{Table, Value};

use super::super::drawing::{Font, Fonts};
use super::telling::step_words;
use super::{BookError, Language, Plan};
use crate::words::{Plurals, words};
use seeddb_core::board::{Cell, Digit, Grid};
use seeddb_core::logic::{StepWords, filled};
use seeddb_core::rating::common;

/// The words of a language; a plan's own words replace any of them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Words {
    /// The title of the book: that of the plan, else the language's.
    pub title: String,
    pub contents: String,
    pub rules: String,
    rules_text: String,
    /// Sentences of the rules: about the picture, and about puzzles solved by logic or by trying.
    rules_picture: String,
    rules_logic: String,
    rules_trying: String,
    pub solutions: String,
    pub how_to: String,
    how_to_step: String,
    pub how_to_note: String,
    pub hints: String,
    pub hints_text: String,
    hint_first: String,
    hint_next: String,
    hint_reason: String,
    hint_digit: String,
    /// Texts for a number of puzzles, by plural form.
    puzzles: BTreeMap<String, String>,
    #[serde(skip)]
    plurals: Plurals,
    one_number: String,
    numbers: String,
    volume: String,
    puzzle: String,
    row: String,
    cell: String,
    blank: String,
    /// The text of a link to a page.
    pub page: String,
    pub example: String,
    link: String,
    pub emblem: String,
    /// The labels of the lines to write on.
    pub date: String,
    pub time: String,
    pub name: String,
    solution_page: String,
    stars: String,
    minutes: String,
    /// The names of levels, tiers and techniques.
    terms: BTreeMap<String, String>,
    /// A text for each technique: its definition and how to find it.
    lessons: BTreeMap<String, String>,
    /// The words of steps, with `terms` as names of techniques.
    #[serde(skip, default = "english")]
    steps: StepWords,
    #[serde(skip)]
    language: Language,
}

/// The texts on the techniques of the ladder `common`, by key, then by language.
static COMMON: LazyLock<BTreeMap<String, BTreeMap<String, String>>> =
    LazyLock::new(|| toml::from_str(include_str!("techniques.toml")).unwrap_or_default());

/// The grammar of a language, from its file of words.
#[derive(Deserialize)]
struct Grammar {
    plurals: Plurals,
}

/// Returns the plural form that the name of a word stands for: `one-puzzle`, `few-puzzle`;
/// `puzzles` is `other`.
fn form_of(name: &str) -> Option<&str> {
    if name == "puzzles" { Some("other") } else { name.strip_suffix("-puzzle") }
}

fn english() -> StepWords {
    StepWords::english().clone()
}

// Here rather than with `Plan`, since the title may be one of the words.
impl Plan {
    /// Returns the title of the book: that of the plan, else the plan's word `title`, else the
    /// language's.
    pub fn title(&self) -> Result<String, BookError> {
        Ok(Words::of(self)?.title)
    }
}

impl Words {
    pub fn of(plan: &Plan) -> Result<Self, BookError> {
        let wrong = |key: &str, words: String| BookError::Words { key: key.to_owned(), words };
        let mut table: Table =
            words(plan.language, "book").map_err(|error| wrong("", error.to_string()))?;
        for (name, words) in &plan.words {
            let terms = table.get_mut("terms").and_then(Value::as_table_mut);
            if let (Some(level), Some(terms)) = (name.strip_prefix("level "), terms) {
                terms.insert(level.to_owned(), Value::String(words.clone()));
                continue;
            }
            let place = if let Some(form) = form_of(name) {
                table.get_mut("puzzles").and_then(|forms| forms.get_mut(form))
            } else if table.get(name).is_some_and(Value::is_str) {
                table.get_mut(name)
            } else {
                table.get_mut("terms").and_then(|terms| terms.get_mut(name))
            };
            let unknown = || {
                let names = table_names(plan.language);
                wrong(
                    name,
                    format!(
                        "{name:?} is no name of a word (there are {names}, and \"level NAME\" for a level of your own)"
                    ),
                )
            };
            *place.ok_or_else(unknown)? = Value::String(words.clone());
        }
        if !plan.title.is_empty() {
            table.insert("title".into(), Value::String(plan.title.clone()));
        }
        let words: Self =
            table.try_into().map_err(|error: toml::de::Error| wrong("", error.message().into()))?;
        let steps = step_words(plan.language).map_err(|error| wrong("", error.to_string()))?;
        let plurals = self::words::<Grammar>(plan.language, "language");
        let plurals = plurals.map_err(|error| wrong("", error.to_string()))?.plurals;
        let (steps, language) = (StepWords { names: words.terms.clone(), ..steps }, plan.language);
        Ok(Self { plurals, steps, language, ..words })
    }

    pub fn steps(&self) -> &StepWords {
        &self.steps
    }

    /// Returns the name of a level, tier or technique; unknown terms are returned unchanged.
    pub fn term<'a>(&'a self, term: &'a str) -> &'a str {
        self.terms.get(term).map_or(term, String::as_str)
    }

    /// Returns the rules; with a sentence about the picture if there is one.
    pub fn rules_text(&self, picture: bool, needs_trying: bool) -> String {
        let picture = if picture { &self.rules_picture } else { "" };
        let solved = if needs_trying { &self.rules_trying } else { &self.rules_logic };
        self.rules_text.replace("{picture}", picture).replace("{logic}", solved)
    }

    pub fn count(&self, n: usize) -> String {
        self.plurals.form(&self.puzzles, n as u64).replace("{n}", &n.to_string())
    }

    /// Returns the text for a range of puzzle numbers.
    pub fn numbers(&self, from: u32, to: u32) -> String {
        if from == to {
            return self.one_number.replace("{n}", &from.to_string());
        }
        self.numbers.replace("{from}", &from.to_string()).replace("{to}", &to.to_string())
    }

    pub fn volume(&self, (n, of): (u32, u32)) -> String {
        self.volume.replace("{n}", &n.to_string()).replace("{of}", &of.to_string())
    }

    /// Returns the text of a hint: a step and the one after it.
    pub fn hint(&self, first: &str, next: Option<&str>) -> String {
        let first = capital(first);
        let mut hint = filled(&self.hint_first, &[("step", &first)]);
        hint.extend(next.map(|next| filled(&self.hint_next, &[("step", &next)])));
        hint
    }

    pub fn hint_reason(&self, step: &str, reason: &str) -> String {
        filled(&self.hint_reason, &[("step", &step), ("reason", &reason)])
    }

    /// Returns the text of a digit that is given because no technique helps.
    pub fn hint_digit(&self, is: &str) -> String {
        filled(&self.hint_digit, &[("step", &is)])
    }

    /// Returns the text on a technique; empty for techniques that a ladder defines itself.
    pub fn lesson(&self, technique: &str) -> &str {
        self.lessons.get(technique).map_or("", String::as_str)
    }

    /// Returns the words of the ladder `common`, in English if it lacks the language.
    pub fn common(&self) -> &'static common::words::Language {
        common::words::Language::of(self.language.tag())
            .unwrap_or_else(common::words::Language::english)
    }

    /// Returns a step of such a technique, without its last stop.
    pub fn common_step(&self, step: &common::Step) -> String {
        let language = self.common();
        step.sentence(language).trim_end_matches(language.stop()).to_owned()
    }

    /// Returns the text on a technique of the ladder `common`: the text on the tiers' technique of
    /// this name, if there is one.
    pub fn lesson_of_common(&self, technique: common::Technique) -> &str {
        let key = match technique.row().key {
            "pointing" | "claiming" => "locked-candidates",
            own => own,
        };
        let is_of_tiers = |name: &str| name.replace(' ', "-").eq_ignore_ascii_case(key);
        let of_tiers = self.lessons.iter().find(|(name, _)| is_of_tiers(name));
        // All sizes of a fish share a text.
        let key = key.split_once('-').map_or(key, |(first, _)| match first {
            "finned" | "sashimi" => first,
            _ => key,
        });
        let own = || COMMON.get(key)?.get(self.common().code).map(String::as_str);
        of_tiers.map(|(_, text)| &text[..]).or_else(own).unwrap_or_default()
    }

    /// Returns the caption below the board of a lesson.
    pub fn lesson_step(&self, step: &str) -> String {
        filled(&self.how_to_step, &[("step", &step)])
    }

    /// Returns all texts that hints are composed of.
    pub fn hints(&self) -> impl Iterator<Item = String> {
        let steps = Table::try_from(&self.steps).unwrap_or_default();
        let steps = steps.into_iter().filter_map(|(_, text)| Some(text.as_str()?.to_owned()));
        let own = [&self.hint_first, &self.hint_next, &self.hint_reason, &self.hint_digit];
        let own = own.into_iter().chain(self.terms.values()).cloned();
        // Remove the placeholders.
        let plain = |text: String| {
            let parts = text.split('{');
            parts.map(|part| part.split_once('}').map_or(part, |(_, after)| after)).collect()
        };
        steps.chain(own).chain(["r123456789c,;".to_owned()]).map(plain)
    }

    /// Returns the letters of the words common to all books that one of the fonts lacks. Texts of a
    /// particular book are checked when they are set.
    pub fn lacking(&self, fonts: &Fonts) -> BTreeSet<char> {
        let own = [&self.contents, &self.rules, &self.solutions, &self.page, &self.date];
        let own = own.into_iter().chain([&self.rules_text, &self.stars, &self.minutes, &self.name]);
        let all = own.chain(self.puzzles.values()).chain(self.terms.values());
        let letters = all.flat_map(|text| text.chars()).filter(|letter| letter.is_alphabetic());
        let has = |font: &Font, letter| font.glyph(letter).is_some();
        letters.filter(|&own| !has(&fonts.regular, own) || !has(&fonts.bold, own)).collect()
    }

    /// Returns the alternative text of a puzzle, for screen readers.
    pub fn puzzle(&self, n: u32, cells: &str) -> String {
        self.puzzle.replace("{n}", &n.to_string()).replace("{cells}", cells)
    }

    /// Returns the alternative texts of a board's rows, for screen readers.
    pub fn rows(&self, grid: &Grid) -> [String; 9] {
        std::array::from_fn(|row| {
            let cell = |column| grid[Cell::at(row, column)];
            let read = |digit: Option<Digit>| {
                digit.map_or_else(|| self.blank.clone(), |digit| digit.to_string())
            };
            let cells: Vec<String> = (0..9).map(|column| read(cell(column))).collect();
            let number = (row + 1).to_string();
            self.row.replace("{n}", &number).replace("{cells}", &cells.join(", "))
        })
    }

    /// Returns the alternative text of a cell, for screen readers.
    pub fn cell(&self, cell: Cell) -> String {
        let [row, column] = [cell.row(), cell.column()].map(|line| (line + 1).to_string());
        self.cell.replace("{r}", &row).replace("{c}", &column)
    }

    /// Returns the reference to the page of a puzzle's solution, as printed.
    pub fn solution_page(&self, page: &str) -> String {
        self.solution_page.replace("{n}", page)
    }

    /// Returns the alternative text of a number of stars, for screen readers.
    pub fn stars(&self, n: usize) -> String {
        self.stars.replace("{n}", &n.to_string())
    }

    /// Returns the text for the estimated solving time in minutes.
    pub fn minutes(&self, n: u32) -> String {
        self.minutes.replace("{n}", &n.to_string())
    }

    /// Returns the alternative text of a link, for screen readers.
    pub fn link(&self, n: u32, url: &str) -> String {
        self.link.replace("{n}", &n.to_string()).replace("{url}", url)
    }
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    capital + letters.as_str()
}

/// Returns the names of levels, tiers and techniques in a language.
pub(crate) fn terms(language: Language) -> BTreeMap<String, String> {
    Words::of(&Plan { language, ..Plan::default() }).map(|words| words.terms).unwrap_or_default()
}

/// Returns the names of all words that can be replaced.
fn table_names(language: Language) -> String {
    let table: Table = words(language, "book").unwrap_or_default();
    let terms = table.get("terms").and_then(Value::as_table);
    let names = table.iter().filter(|(_, value)| value.is_str()).map(|(name, _)| name);
    let forms = table.get("puzzles").and_then(Value::as_table);
    let forms = forms.into_iter().flat_map(Table::keys).map(|form| match &form[..] {
        "other" => "puzzles".to_owned(),
        form => format!("{form}-puzzle"),
    });
    let words = names.chain(terms.into_iter().flat_map(Table::keys)).cloned();
    words.chain(forms).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use seeddb_core::logic::Technique;
    use seeddb_core::rating::levels::LevelTable;

    #[test]
    fn every_language_has_every_word() {
        for language in Language::ALL {
            let words = Words::of(&Plan { language, ..Plan::default() }).unwrap();
            for technique in Technique::BUILT_IN {
                assert!(words.terms.contains_key(technique.name()), "{technique:?}");
                assert!(words.lesson(technique.name()).chars().count() > 60, "{technique:?}");
            }
            let hint = words.hint(&words.hint_reason("ab", "cd"), Some(&words.hint_digit("ef")));
            assert!(["Ab", "cd", "ef"].iter().all(|part| hint.contains(part)), "{hint}");
            assert!(words.hints().all(|text| !text.contains(['{', '}'])), "{language:?}");
            assert!(words.numbers(3, 17).contains("17") && words.numbers(3, 17).contains('3'));
            let one = words.numbers(43, 43);
            assert!(one.matches("43").count() == 1 && !one.contains('{'), "{one}");
            let volume = words.volume((2, 13));
            assert!(volume.contains('2') && volume.contains("13"), "{volume}");
            assert!(words.term("tier 5") != "tier 5" && words.term("tier 5").contains('5'));
            for level in LevelTable::default().levels() {
                assert!(words.terms.contains_key(&level.name), "{language:?}: {}", level.name);
            }
            let rules = |picture, trying| words.rules_text(picture, trying);
            assert!(rules(true, false).len() > rules(false, false).len());
            assert!(rules(false, false) != rules(false, true) && !rules(true, true).contains('{'));
            let mut grid = Grid::EMPTY;
            grid[Cell::at(1, 0)] = Digit::new(6);
            let rows = words.rows(&grid);
            assert!(
                rows[1].contains('2') && rows[1].contains("6, ") && rows[0].contains(&words.blank)
            );
            assert!(words.page.contains("{n}"), "{}", words.page);
            assert!(words.count(40).contains("40") && !words.count(1).contains('{'));
            assert!(words.minutes(12).contains("12"));
            assert!(words.stars(4).contains('4') && words.solution_page("87").contains("87"));
            for spoken in [words.puzzle(7, "12."), words.link(7, "12.")] {
                assert!(spoken.contains('7') && spoken.contains("12."), "{spoken}");
            }
        }
    }

    /// Each technique that people name has a text in each language that has their steps, and each
    /// text is used.
    #[test]
    fn techniques_that_people_name_have_texts() {
        let mut used = BTreeSet::new();
        for own in common::words::Language::all() {
            let language = Language::ALL.into_iter().find(|other| other.tag() == own.code).unwrap();
            let words = Words::of(&Plan { language, ..Plan::default() }).unwrap();
            for technique in common::Technique::all() {
                let text = words.lesson_of_common(technique);
                assert!(text.chars().count() > 40, "{technique} in {language}: {text}");
                used.insert(text.to_owned());
            }
        }
        let all = COMMON.values().flat_map(BTreeMap::values);
        assert_eq!(all.clone().find(|text| !used.contains(*text)), None);
        assert_eq!(all.collect::<BTreeSet<_>>().len(), COMMON.len() * 5);
    }

    #[test]
    fn words_of_ones_own() {
        let mut plan = Plan::default();
        plan.words.insert("solutions".into(), "Answers".into());
        plan.words.insert("easy".into(), "Gentle".into());
        let words = Words::of(&plan).unwrap();
        assert_eq!((&words.solutions[..], words.term("easy")), ("Answers", "Gentle"));
        assert_eq!(words.term("diabolic"), "diabolic");
        // A level that the plan defines.
        let plan =
            Plan { words: [("level spicy".into(), "Scharf".into())].into(), ..Plan::default() };
        assert_eq!(Words::of(&plan).unwrap().term("spicy"), "Scharf");
        for name in ["answers", "terms"] {
            let plan = Plan { words: [(name.into(), "x".into())].into(), ..Plan::default() };
            let error = Words::of(&plan).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains("solutions"), "{error}");
        }
    }
}
