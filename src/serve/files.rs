//! [`ExportRequest`]: a request for a file of puzzles, in the formats of `export`.

use std::collections::HashSet;
use std::io::{self, Cursor};

use axum::http::StatusCode;
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::body::id;
use super::problem::Problem;
use crate::database::{BatchRef, Control, Database, Error, Selection};
use crate::export::drawing::Theme;
use crate::export::site::{Description, Published, Site};
use crate::export::{
    Archive, Look, LookError, OutputKind, PerPage, PictureFormat, Place, RenderError, Renderer,
    Row, Template, Writer,
};
use crate::logic::Ladder;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct ExportRequest {
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
    /// Boards on a page of a PDF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_page: Option<u32>,
}

pub(super) const WISH: &str = r#"{"type": "object", "additionalProperties": false, "required": ["format"], "properties": {"batches": {"type": "array", "items": {"type": ["integer", "string"]}, "description": "numbers of batches, last, or 2.. for all from there on"}, "puzzles": {"type": "array", "items": {"type": "string"}, "description": "ids, in this order"}, "book": {"type": ["integer", "null"], "minimum": 1, "maximum": 4294967295, "description": "the number of a book: its puzzles in its order"}, "series": {"type": ["string", "null"], "description": "the approved days of a series"}, "from": {"type": ["string", "null"], "format": "date", "description": "its first day"}, "days": {"type": ["integer", "null"], "minimum": 1, "maximum": 10000, "description": "how many; a week if it is left out"}, "format": {"type": "string", "description": "as `export --format`: text, svg, eps, pdf, png, html, and of days site; what has a file for each puzzle comes as a zip, and so does a site"}, "solutions": {"type": ["boolean", "null"], "description": "solutions, too, in formats without a column for them"}, "per-page": {"type": ["integer", "null"], "minimum": 1, "maximum": 100, "description": "boards on a page of a pdf"}}}"#;

const MOST_DAYS: u32 = 10_000;
/// The greatest number of puzzles in files made in memory: all formats except text.
const MOST_SHOWN: usize = 10_000;
const MOST_ON_A_PAGE: u32 = 100;

/// A validated request for a file.
#[derive(Clone, Debug)]
pub(super) struct ExportJob {
    what: Selection,
    kind: OutputKind,
    solutions: bool,
    per_page: Option<u32>,
}

/// Returns the formats of puzzles; a site shows the days of a series.
pub(super) fn kinds(are_days: bool) -> impl Iterator<Item = OutputKind> {
    OutputKind::all().filter(move |kind| are_days || *kind != OutputKind::Site)
}

impl TryFrom<ExportRequest> for ExportJob {
    type Error = Problem;

    fn try_from(wish: ExportRequest) -> Result<Self, Problem> {
        let bad = |words: String| Problem::bad("bad-request", words);
        let ExportRequest {
            batches,
            puzzles,
            book,
            series,
            from,
            days,
            format,
            solutions,
            per_page,
        } = wish;
        let kind: OutputKind = format.parse().map_err(|error| bad(format!("{error}")))?;
        if kind == OutputKind::Site && series.is_none() {
            return Err(bad("a site shows the days of a series".to_owned()));
        }
        if per_page.is_some_and(|each| !(1..=MOST_ON_A_PAGE).contains(&each)) {
            return Err(bad(format!("a page has 1 to {MOST_ON_A_PAGE} boards")));
        }
        let what = match (&batches[..], &puzzles[..], book, series) {
            ([_, ..], [], None, None) => Selection::Batches(batches),
            ([], [_, ..], None, None) => {
                Selection::Puzzles(puzzles.iter().map(|text| id(text)).collect::<Result<_, _>>()?)
            }
            ([], [], Some(book), None) => Selection::Book(book),
            ([], [], None, Some(series)) => {
                let from = from.ok_or_else(|| bad("from is the first day".to_owned()))?;
                let days = days.unwrap_or(7);
                if !(1..=MOST_DAYS).contains(&days) {
                    return Err(bad(format!("days is 1 to {MOST_DAYS}, not {days}")));
                }
                let last = from.checked_add(i64::from(days - 1).days());
                let last = last.map_err(|_| bad("the days go beyond the year 9999".to_owned()))?;
                Selection::Days { series, first: from, last, approved: true }
            }
            _ => {
                let words = "name batches, puzzles, a book or a series, one of the four";
                return Err(bad(words.to_owned()));
            }
        };
        let has_room = match kind {
            OutputKind::Text(format) => format.has_room(),
            OutputKind::Picture(_) => true,
            OutputKind::Page | OutputKind::Site => false,
        };
        let is_pdf = kind == OutputKind::Picture(PictureFormat::Pdf);
        let per_page = per_page.filter(|_| is_pdf);
        Ok(Self { what, kind, solutions: solutions.unwrap_or(false) && has_room, per_page })
    }
}

impl ExportJob {
    pub const fn kind(&self) -> OutputKind {
        self.kind
    }

    /// Whether it is many files, in a zip.
    fn is_packed(&self) -> bool {
        self.kind == OutputKind::Site || self.kind.is_one_a_file() && !self.kind.has_pages()
    }

    pub fn extension(&self) -> &'static str {
        if self.is_packed() { "zip" } else { self.kind.extension() }
    }

    /// Whether it has solutions where it need not.
    pub const fn has_solutions(&self) -> bool {
        self.solutions
    }

    pub const fn per_page(&self) -> Option<u32> {
        self.per_page
    }

    /// Returns the greatest possible number of puzzles, void ones included.
    pub fn most(&self, database: &Database) -> Result<u64, Error> {
        match &self.what {
            Selection::Batches(batches) => {
                let used = database.used_batches(batches)?;
                Ok(used.iter().map(|used| u64::from(used.batch.issued)).sum())
            }
            Selection::Puzzles(ids) => Ok(ids.len() as u64),
            Selection::Book(_) => Ok(0),
            Selection::Days { first, last, .. } => {
                Ok(first.until(*last).map_or(0, |span| span.get_days().unsigned_abs().into()) + 1)
            }
        }
    }

    /// The number of puzzles that are not void.
    pub fn count(&self, database: &Database) -> Result<u64, Problem> {
        let mut count = 0;
        self.what.each(database, &Control::default(), |rows| {
            count += rows.len() as u64;
            Ok::<_, Problem>(())
        })?;
        Ok(count)
    }

    /// Writes the file; returns `out` and the number of puzzles. As on the command line, the export
    /// is counted in its batches if the database is writable.
    pub fn write<W: io::Write>(
        &self,
        database: &Database,
        control: &Control,
        mut out: W,
        (counts, ladder): (bool, &'static Ladder),
    ) -> Result<(W, u64), Problem> {
        let failed = |error: io::Error| Problem::of_writing(&error);
        let none = || {
            let words = "there is no puzzle to print: all are void, or no day is approved";
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "no-puzzle", words)
        };
        let mut count = 0;
        if matches!(self.kind, OutputKind::Text(_)) && !self.kind.is_one_a_file() {
            let Renderer::Text(style) = self.renderer(ladder)? else {
                return Err(Problem::internal());
            };
            let mut writer = Writer::new(out, style).map_err(failed)?;
            self.what.each(database, control, |rows| {
                count += rows.len() as u64;
                rows.iter().try_for_each(|row| writer.row(row)).map_err(failed)
            })?;
            if count == 0 {
                return Err(none());
            }
            out = writer.finish().map_err(failed)?;
        } else {
            let mut rows = Vec::new();
            self.what.each(database, control, |more| {
                rows.extend(more);
                Ok::<_, Problem>(())
            })?;
            count = rows.len() as u64;
            if rows.len() > MOST_SHOWN {
                let words = format!("{count} puzzles: {MOST_SHOWN} are the most of {}", self.kind);
                return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many", words));
            }
            if rows.is_empty() {
                return Err(none());
            }
            out.write_all(&self.shown(database, &rows, ladder)?).map_err(failed)?;
        }
        if counts {
            self.what.count_export(database)?;
        }
        Ok((out, count))
    }

    fn renderer(&self, ladder: &'static Ladder) -> Result<Renderer, Problem> {
        let has_solutions = self.solutions || self.kind == OutputKind::Page;
        let look = Look {
            solutions: Some(if has_solutions { Place::In } else { Place::None }),
            boards: self.per_page.map(|each| PerPage::Count(each as usize)),
            ..Look::default()
        };
        look.renderer(self.kind, self.what.is_dated(), Some(ladder)).map_err(|error| match error {
            LookError::Layout(error) => Problem::bad("bad-request", error.to_string()),
            LookError::Font(_) | LookError::Site => Problem::internal(),
        })
    }

    /// Returns the contents of files that are made once all puzzles are known.
    fn shown(
        &self,
        database: &Database,
        rows: &[Row],
        ladder: &'static Ladder,
    ) -> Result<Vec<u8>, Problem> {
        if self.kind == OutputKind::Site {
            return self.site(database, ladder);
        }
        let impossible = |error: RenderError| {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "not-shown", error.to_string())
        };
        let renderer = self.renderer(ladder)?;
        if !self.is_packed() {
            return renderer.file(rows, false).map_err(impossible);
        }
        let template = Template::usual(self.what.is_dated(), false);
        let mut files = Files::new();
        for (number, row) in (1..).zip(rows) {
            let data = renderer.file(std::slice::from_ref(row), false).map_err(impossible)?;
            let name = template.name(row, number).map_err(|_| Problem::internal())?;
            let name = format!("{name}.{}", self.kind.extension());
            files.put(&name, &data).map_err(|error| Problem::of_writing(&error))?;
        }
        files.finish().map_err(|error| Problem::of_writing(&error))
    }

    /// The pages of a site with the days, each of which is to be seen.
    fn site(&self, database: &Database, ladder: &'static Ladder) -> Result<Vec<u8>, Problem> {
        let Selection::Days { series, first, last, .. } = &self.what else {
            return Err(Problem::internal());
        };
        let days = database.site_days(series, *first, *last, true)?;
        let site = Site {
            description: Description { series: vec![series.clone()], ..Description::default() },
            logo: Vec::new(),
            theme: Theme::CLASSIC,
            ladder,
            until: *last,
            published: Published::default(),
        };
        let mut files = Files::new();
        let written = site.write(&[days], &|_| None, &mut |name, data| files.put(name, data));
        written
            .and_then(|()| files.finish())
            .map_err(|error: io::Error| Problem::of_writing(&error))
    }
}

/// Files in a zip. Names differ in more than capitals, as some file systems ignore case.
struct Files {
    zip: Archive<Cursor<Vec<u8>>>,
    names: HashSet<String>,
}

impl Files {
    fn new() -> Self {
        Self { zip: Archive::new(Cursor::default()), names: HashSet::new() }
    }

    /// Adds a file. If two files would have the same name, the second gets a number.
    fn put(&mut self, name: &str, data: &[u8]) -> io::Result<()> {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let (mut own, mut number) = (name.to_owned(), 1);
        while !self.names.insert(own.to_lowercase()) {
            number += 1;
            own = format!("{stem}-{number}.{ending}");
        }
        self.zip.add(&own, data)
    }

    fn finish(self) -> io::Result<Vec<u8>> {
        self.zip.finish().map(Cursor::into_inner)
    }
}
