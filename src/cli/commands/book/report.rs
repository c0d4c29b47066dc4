//! `--report`: the report as a file.

use std::io::Write;

use seeddb_database::FileReport;

use super::args::ReportFormat;
use crate::terminal::Output;

/// Writes the reports of the documents, each with its name. The file is not yet at its target.
pub fn write(
    mut out: Output,
    format: ReportFormat,
    documents: &[FileReport<'_>],
) -> anyhow::Result<Output> {
    match format {
        ReportFormat::Text => {
            for FileReport { file, report } in documents {
                writeln!(out, "{file}\n{report}")?;
            }
        }
        ReportFormat::Json => {
            serde_json::to_writer_pretty(&mut out, documents)?;
            writeln!(out)?;
        }
    }
    Ok(out)
}
