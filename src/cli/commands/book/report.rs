//! The report as a file.

use std::io::Write;

use seeddb::database::Document;
use seeddb::export::book::Report;
use serde::Serialize;

use super::args::ReportFormat;
use crate::cli::terminal::output::Output;

#[derive(Serialize)]
struct Named<'a> {
    file: &'a str,
    #[serde(flatten)]
    report: &'a Report,
}

/// Writes what is on the pages of each document, a name each.
pub fn write(
    mut out: Output,
    format: ReportFormat,
    documents: &[(String, &Document)],
) -> anyhow::Result<()> {
    match format {
        ReportFormat::Text => {
            for (name, document) in documents {
                writeln!(out, "{name}\n{}", document.report)?;
            }
        }
        ReportFormat::Json => {
            let all: Vec<Named<'_>> = documents
                .iter()
                .map(|(file, document)| Named { file, report: &document.report })
                .collect();
            serde_json::to_writer_pretty(&mut out, &all)?;
            writeln!(out)?;
        }
    }
    out.finish()
}
