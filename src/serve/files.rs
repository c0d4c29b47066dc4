//! [`Wish`]: a request for a file of puzzles, in the formats of `export`.

use std::io;

use axum::http::StatusCode;
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::body::id;
use super::problem::Problem;
use crate::database::{BatchRef, Control, Database, Error, Export, Named};
use crate::export::{Credits, Format, Row, Style, Writer};
use crate::symmetry::Id;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct Wish {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub batches: Vec<BatchRef>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub puzzles: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<u32>,
    /// The series whose approved days are exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
    pub format: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<bool>,
}

pub(super) const WISH: &str = r#"{"type": "object", "additionalProperties": false, "required": ["format"], "properties": {"batches": {"type": "array", "items": {"type": ["integer", "string"]}, "description": "numbers of batches, last, or 2.. for all from there on"}, "puzzles": {"type": "array", "items": {"type": "string"}, "description": "ids, in this order"}, "book": {"type": ["integer", "null"], "minimum": 1, "maximum": 4294967295, "description": "the number of a book: its puzzles in its order"}, "series": {"type": ["string", "null"], "description": "the approved days of a series"}, "from": {"type": ["string", "null"], "format": "date", "description": "its first day"}, "days": {"type": ["integer", "null"], "minimum": 1, "maximum": 10000, "description": "how many; a week if it is left out"}, "format": {"type": "string", "description": "as `export --format`, of those whose files hold many puzzles: csv, tsv, xlsx, json, jsonl, line, board, sdm, opensudoku, hodoku, f-puzzles, sudokuwiki"}, "solutions": {"type": ["boolean", "null"], "description": "solutions, too, in formats without a column for them"}}}"#;

const MOST_DAYS: u32 = 10_000;

#[derive(Clone, Debug)]
enum What {
    Batches(Vec<BatchRef>),
    Puzzles(Vec<Id>),
    Book(u32),
    Days { series: String, first: Date, last: Date },
}

/// A validated request for a file.
#[derive(Clone, Debug)]
pub(super) struct Filed {
    what: What,
    style: Style,
}

/// The formats whose files can hold several puzzles.
pub(super) fn formats() -> impl Iterator<Item = Format> {
    Format::ALL.iter().copied().filter(|format| !format.is_one_a_file())
}

impl TryFrom<Wish> for Filed {
    type Error = Problem;

    fn try_from(wish: Wish) -> Result<Self, Problem> {
        let bad = |words: String| Problem::bad("bad-request", words);
        let Wish { batches, puzzles, book, series, from, days, format, solutions } = wish;
        let format: Format = format.parse().map_err(|error| bad(format!("{error}")))?;
        if format.is_one_a_file() {
            return Err(bad(format!("a file of {format} holds one puzzle")));
        }
        let dated = series.is_some();
        let what = match (&batches[..], &puzzles[..], book, series) {
            ([_, ..], [], None, None) => What::Batches(batches),
            ([], [_, ..], None, None) => {
                What::Puzzles(puzzles.iter().map(|text| id(text)).collect::<Result<_, _>>()?)
            }
            ([], [], Some(book), None) => What::Book(book),
            ([], [], None, Some(series)) => {
                let from = from.ok_or_else(|| bad("from is the first day".to_owned()))?;
                let days = days.unwrap_or(7);
                if !(1..=MOST_DAYS).contains(&days) {
                    return Err(bad(format!("days is 1 to {MOST_DAYS}, not {days}")));
                }
                let last = from.checked_add(i64::from(days - 1).days());
                let last = last.map_err(|_| bad("the days go beyond the year 9999".to_owned()))?;
                What::Days { series, first: from, last }
            }
            _ => {
                let words = "name batches, puzzles, a book or a series, one of the four";
                return Err(bad(words.to_owned()));
            }
        };
        let solutions = solutions.unwrap_or(false) && format.has_room();
        let style = Style { format, header: false, solutions, dated, credits: Credits::NONE };
        Ok(Self { what, style })
    }
}

impl Filed {
    pub fn format(&self) -> Format {
        self.style.format
    }

    /// Whether the file includes solutions other than in a column.
    pub fn has_solutions(&self) -> bool {
        self.style.solutions
    }

    /// The greatest possible number of puzzles, void ones included.
    pub fn most(&self, database: &Database) -> Result<u64, Error> {
        match &self.what {
            What::Batches(batches) => {
                let used = database.used_batches(batches)?;
                Ok(used.iter().map(|used| u64::from(used.batch.issued)).sum())
            }
            What::Puzzles(ids) => Ok(ids.len() as u64),
            What::Book(_) => Ok(0),
            What::Days { first, last, .. } => {
                Ok(first.until(*last).map_or(0, |span| span.get_days().unsigned_abs().into()) + 1)
            }
        }
    }

    /// Calls `put` with each puzzle that is not void; returns their number.
    fn each(
        &self,
        database: &Database,
        control: &Control,
        mut put: impl FnMut(&Row) -> io::Result<()>,
    ) -> Result<u64, Problem> {
        let mut count = 0;
        let mut put = |row: &Row| {
            count += 1;
            put(row).map_err(|error| Problem::of_writing(&error))
        };
        let all = |export: Export, put: &mut dyn FnMut(&Row) -> Result<(), Problem>| {
            for named in export {
                put(&Named::row(&named?))?;
                if control.is_stopped() {
                    return Err(Error::Stopped.into());
                }
            }
            Ok::<_, Problem>(())
        };
        match &self.what {
            What::Batches(batches) => all(database.export(batches, control)?, &mut put)?,
            What::Puzzles(ids) => all(database.export_puzzles(ids, control)?, &mut put)?,
            What::Book(book) => all(database.export_book(*book, control)?, &mut put)?,
            What::Days { series, first, last } => {
                let days = database.series_rows(series, Some(*first), Some(*last), true)?;
                days.rows.iter().try_for_each(&mut put)?;
            }
        }
        Ok(count)
    }

    pub fn count(&self, database: &Database) -> Result<u64, Problem> {
        self.each(database, &Control::default(), |_| Ok(()))
    }

    /// Writes the file; returns `out` and the number of puzzles. As on the command line, the export
    /// is counted in its batches if the database is writable.
    pub fn write<W: io::Write>(
        &self,
        database: &Database,
        control: &Control,
        out: W,
        counts: bool,
    ) -> Result<(W, u64), Problem> {
        let failed = |error: io::Error| Problem::of_writing(&error);
        let mut writer = Writer::new(out, self.style.clone()).map_err(failed)?;
        let count = self.each(database, control, |row| writer.row(row))?;
        if count == 0 {
            let words = "there is no puzzle to print: all are void, or no day is approved";
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-puzzle", words));
        }
        let out = writer.finish().map_err(failed)?;
        if let (What::Batches(batches), true) = (&self.what, counts) {
            database.count_export(batches)?;
        }
        Ok((out, count))
    }
}
