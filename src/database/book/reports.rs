//! [`FileReport`]: the report of a file of a book, with its name.

use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

use super::contents::FilledSection;
use super::{BookOptions, Bound};
use seeddb_export::book::{Answers, CoverReport, Report};

/// The maximum length of a description in the record of a book, in bytes.
const LONGEST: usize = 1 << 19;

/// The report of a document or a cover.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Reported<'a> {
    /// A document.
    Pages(&'a Report),
    /// A cover.
    Cover(&'a CoverReport),
}

impl<'a> Reported<'a> {
    /// Returns the broken rules of the printer, in words.
    pub fn violations(self) -> &'a [String] {
        match self {
            Self::Pages(report) => &report.violations,
            Self::Cover(report) => &report.violations,
        }
    }
}

impl fmt::Display for Reported<'_> {
    /// Writes one fact per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pages(report) => report.fmt(f),
            Self::Cover(report) => report.fmt(f),
        }
    }
}

/// The report of a file.
#[derive(Clone, Debug, Serialize)]
pub struct FileReport<'a> {
    /// The name of the file.
    pub file: String,
    /// Its report, whose keys are written beside the name.
    #[serde(flatten)]
    pub report: Reported<'a>,
}

impl BookOptions {
    /// Returns its file names, in the order of [`Bound::files`]: for the stem `name` they are
    /// `name.pdf`, `name-solutions.pdf` and `name-cover.pdf`; for several volumes `name-1.pdf` etc.
    pub fn files(&self, name: &str) -> Vec<String> {
        let volume = |volume: u32| {
            if self.volumes == 1 { name.to_owned() } else { format!("{name}-{volume}") }
        };
        let mut names = Vec::new();
        for volume in (1..=self.volumes).map(volume) {
            names.push(format!("{volume}.pdf"));
            if self.plan.answers == Answers::Separate {
                names.push(format!("{volume}-solutions.pdf"));
            }
        }
        let covers = (1..=self.volumes).filter(|_| self.plan.cover.is_some()).map(volume);
        names.extend(covers.map(|volume| format!("{volume}-cover.pdf")));
        names
    }

    /// Returns a `book.toml` with everything besides the puzzles that its pages depend on; empty if
    /// it is too long to be recorded.
    pub(super) fn description(&self, sections: &[FilledSection]) -> String {
        let Ok(mut all) = toml::Table::try_from(&self.plan) else { return String::new() };
        all.insert("volumes".to_owned(), i64::from(self.volumes).into());
        let scale = self.scale.map(|scale| ("scale", scale.to_string()));
        let fonts = ["font", "bold-font"].into_iter().zip(&self.fonts);
        let fonts = fonts.filter_map(|(key, font)| {
            let font = std::path::absolute(font.as_deref()?).ok()?;
            Some((key, font.to_str()?.to_owned()))
        });
        all.extend(scale.into_iter().chain(fonts).map(|(key, text)| (key.to_owned(), text.into())));
        let section = |filled: &FilledSection| {
            let mut own = toml::Table::new();
            own.insert("label".to_owned(), filled.label.clone().into());
            own.insert("count".to_owned(), (filled.puzzles.len() as u32).into());
            toml::Value::Table(own)
        };
        let sections = sections.iter().map(section).collect();
        all.insert("section".to_owned(), toml::Value::Array(sections));
        let text = toml::to_string(&all).unwrap_or_default();
        if text.len() > LONGEST { String::new() } else { text }
    }
}

impl Bound {
    /// Returns a JSON object with the keys book (its id), batch, documents (the reports of files
    /// with these names), printed and ran (other books and series with some of its puzzles).
    pub fn told(&self, names: impl IntoIterator<Item = String>) -> Value {
        let printed = self.printed.iter();
        let printed = printed
            .map(|(book, count)| json!({"book": book.id, "title": book.title, "puzzles": count}));
        let ran =
            self.ran.iter().map(|(series, count)| json!({"series": series, "puzzles": count}));
        json!({
            "book": self.recorded,
            "batch": self.batch.as_ref().map(|batch| batch.id),
            "documents": self.reports(names),
            "printed": printed.collect::<Vec<_>>(),
            "ran": ran.collect::<Vec<_>>(),
        })
    }

    /// Returns the reports of all files under these names: documents, then covers.
    pub fn reports(&self, names: impl IntoIterator<Item = String>) -> Vec<FileReport<'_>> {
        let pages = self.documents.iter().map(|document| Reported::Pages(&document.report));
        let covers = self.covers.iter().map(|cover| Reported::Cover(&cover.report));
        let all = names.into_iter().zip(pages.chain(covers));
        all.map(|(file, report)| FileReport { file, report }).collect()
    }

    /// Returns the files in that order; empty for a dry run.
    pub fn files(&self) -> impl Iterator<Item = &[u8]> {
        let pages = self.documents.iter().filter_map(|document| document.pdf.as_deref());
        pages.chain(self.covers.iter().filter_map(|cover| cover.pdf.as_deref()))
    }
}
