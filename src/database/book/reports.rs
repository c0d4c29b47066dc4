//! [`FileReport`]: what is in the files of a book, each with its name.

use std::fmt;

use serde::Serialize;

use super::Bound;
use crate::export::book::{CoverReport, Report};

/// What is on the pages of a document, or on a cover.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Reported<'a> {
    /// A document.
    Pages(&'a Report),
    /// A cover.
    Cover(&'a CoverReport),
}

impl<'a> Reported<'a> {
    /// What is against the printer's rules, in words.
    pub fn violations(self) -> &'a [String] {
        match self {
            Self::Pages(report) => &report.violations,
            Self::Cover(report) => &report.violations,
        }
    }
}

impl fmt::Display for Reported<'_> {
    /// A line a fact.
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
    /// What is in it; its keys stand beside the name.
    #[serde(flatten)]
    pub report: Reported<'a>,
}

impl Bound {
    /// The reports of all files, which have these names: those of the documents, then those of the covers.
    pub fn reports(&self, names: impl IntoIterator<Item = String>) -> Vec<FileReport<'_>> {
        let pages = self.documents.iter().map(|document| Reported::Pages(&document.report));
        let covers = self.covers.iter().map(|cover| Reported::Cover(&cover.report));
        let all = names.into_iter().zip(pages.chain(covers));
        all.map(|(file, report)| FileReport { file, report }).collect()
    }

    /// The files themselves, in the same order; none of a trial.
    pub fn files(&self) -> impl Iterator<Item = &[u8]> {
        let pages = self.documents.iter().filter_map(|document| document.pdf.as_deref());
        pages.chain(self.covers.iter().filter_map(|cover| cover.pdf.as_deref()))
    }
}
