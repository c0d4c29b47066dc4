//! The report as a file.

use std::fmt;
use std::io::Write;

use seeddb::database::Bound;
use seeddb::export::book::{CoverReport, Report};
use serde::Serialize;

use super::args::ReportFormat;
use crate::cli::terminal::output::Output;

/// What is on the pages of a document, or on a cover.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum Of<'a> {
    Pages(&'a Report),
    Cover(&'a CoverReport),
}

impl<'a> Of<'a> {
    /// What is against the printer's rules.
    pub fn violations(self) -> &'a [String] {
        match self {
            Self::Pages(report) => &report.violations,
            Self::Cover(report) => &report.violations,
        }
    }
}

impl fmt::Display for Of<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pages(report) => report.fmt(f),
            Self::Cover(report) => report.fmt(f),
        }
    }
}

/// The reports of a book with the names of their files.
pub fn of(names: impl Iterator<Item = String>, bound: &Bound) -> Vec<(String, Of<'_>)> {
    let pages = bound.documents.iter().map(|document| Of::Pages(&document.report));
    let covers = bound.covers.iter().map(|cover| Of::Cover(&cover.report));
    names.zip(pages.chain(covers)).collect()
}

#[derive(Serialize)]
struct Named<'a> {
    file: &'a str,
    #[serde(flatten)]
    report: Of<'a>,
}

/// Writes what is on each document, a name each.
pub fn write(
    mut out: Output,
    format: ReportFormat,
    documents: &[(String, Of<'_>)],
) -> anyhow::Result<()> {
    match format {
        ReportFormat::Text => {
            for (name, report) in documents {
                writeln!(out, "{name}\n{report}")?;
            }
        }
        ReportFormat::Json => {
            let all: Vec<Named<'_>> =
                documents.iter().map(|(file, report)| Named { file, report: *report }).collect();
            serde_json::to_writer_pretty(&mut out, &all)?;
            writeln!(out)?;
        }
    }
    out.finish()
}
