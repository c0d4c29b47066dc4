//! The report of `db restore`, `load`, `salvage` and `merge --all` on the records that they moved.

use seeddb_core::plural::{by_count, counted};
use seeddb_database::{Amounts, Moved, MovedRow, RecordConflict};

use crate::terminal::{Exit, Globals, Output, ReportFormat, Table, Text};

#[derive(clap::Args, Debug)]
pub struct MovedArgs {
    /// Say what would come, differ or be missing, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// text, csv, tsv, json or jsonl: the report
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        default_value = "text",
        hide_default_value = true
    )]
    pub format: ReportFormat,
}

/// The amounts in words, without zeros: `12 seeds, 300 puzzles in 2 batches, 1 book`.
pub fn words(amounts: &Amounts) -> String {
    let &Amounts { seeds, batches, puzzles, keys, books, events } = amounts;
    let some = |count: u64, kind: &str| (count > 0).then(|| counted(count, kind));
    let keys = some(keys, "key").map(|keys| format!("{keys} without a puzzle"));
    let issued: Vec<String> = some(puzzles, "puzzle").into_iter().chain(keys).collect();
    let issued = Some(issued.join(" and ")).filter(|words| !words.is_empty());
    let issued = match (issued, some(batches, "batch")) {
        (Some(issued), Some(batches)) => Some(format!("{issued} in {batches}")),
        (issued, batches) => issued.or(batches),
    };
    let words = [some(seeds, "seed"), issued, some(books, "book"), some(events, "event")];
    let words: Vec<String> = words.into_iter().flatten().collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

/// Prints the report: completely for programs; as text only the rows that need attention, with new
/// ids if `with_ids`.
pub fn print(format: ReportFormat, with_ids: bool, all: &[(String, &Moved)]) -> anyhow::Result<()> {
    let mut table = Table::of::<MovedRow>(Output::stdout()?, format, Text::NamedTabs)?;
    for (name, moved) in all {
        let mut rows = Vec::new();
        if format != ReportFormat::Text {
            rows.extend(MovedRow::sums(name, moved));
        }
        if with_ids {
            rows.extend(MovedRow::renumbered(name, moved));
        }
        rows.extend(MovedRow::remarks(name, moved));
        for row in &rows {
            table.add(row)?;
        }
    }
    table.finish()?.finish()?;
    Ok(())
}

/// Notes differences and missing records with advice. The exit code is 1 if something is missing
/// that could be issued twice now.
pub fn conclude(globals: &Globals, moved: &Moved, is_trial: bool) -> Exit {
    for series in &moved.series {
        globals.note(format_args!("series {series} has days of both databases now"));
    }
    let both = moved.both.len() as u64;
    if both > 0 {
        let (puzzles, were) = (counted(both, "puzzle"), by_count(both, "was", "were"));
        globals.reason(format_args!("{puzzles} {were} issued by both: each stays as it is here"));
    }
    for differing in &moved.differing {
        if let RecordConflict::Levels(names) = differing {
            globals.reason(format_args!(
                "the level tables are not the same ({}): `seeddb levels` shows the one that is kept",
                names.join(", ")
            ));
        }
    }
    let missing: Vec<_> = moved.missing.iter().filter(|one| one.part.is_ledger()).collect();
    if missing.is_empty() {
        return Exit::Done;
    }
    for missing in &missing {
        globals.reason(format_args!("missing: {missing}"));
    }
    if !is_trial {
        globals.reason(
            "what is missing could come again: a backup or another copy that has it brings it in (`seeddb merge --all COPY`); \
             `seeddb db accept-loss` accepts that it is gone, and nothing is drawn before",
        );
    }
    Exit::Error
}
