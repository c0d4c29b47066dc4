//! The report on each line: a sentence for people, columns for programs.

use std::io::Write;

use seeddb_core::plural::counted;
use seeddb_core::record::moment;
use seeddb_core::rows::DetailsRow;
use seeddb_database::{Compared, Presence};
use serde::Serialize;

use super::{Args, Line};
use crate::terminal::{Output, ReportFormat, Table, Text};

/// The most cells that are listed in text.
const LISTED: usize = 6;

/// The columns for a line.
#[derive(Default, Serialize)]
struct Row {
    file: String,
    line: u64,
    problem: Option<String>,
    solutions: Option<usize>,
    clues: Option<usize>,
    minimal: Option<bool>,
    superfluous: Option<String>,
    symmetry: Option<String>,
    automorphisms: Option<usize>,
    grid_automorphisms: Option<usize>,
    first_file: Option<String>,
    first_line: Option<u64>,
    id: Option<String>,
    batch: Option<u32>,
    number: Option<u32>,
    time: Option<String>,
    printed: Option<String>,
    seed: Option<String>,
    level: Option<String>,
    tier: Option<u8>,
    score: Option<f64>,
    er: Option<f64>,
    puzzle: Option<String>,
    solution: Option<String>,
}

/// The lines of files to report.
pub(super) struct Report<'a> {
    pub args: &'a Args,
    /// The limit of counted solutions.
    pub most: usize,
    pub lines: &'a [Line],
    /// The indices in `lines` of puzzles with exactly one solution.
    pub places: &'a [usize],
}

impl Report<'_> {
    pub fn print(
        &self,
        format: ReportFormat,
        mut output: Output,
        is_shown: impl Fn(&Line) -> bool,
    ) -> anyhow::Result<Output> {
        let lines = self.lines.iter().filter(|one| is_shown(one));
        if format == ReportFormat::Text {
            // Bad lines are listed on stderr.
            for one in lines.filter(|one| one.problem.is_none()) {
                writeln!(output, "{}:{}: {}", self.name(one.file), one.number, self.words(one))?;
            }
            return Ok(output);
        }
        let mut table = Table::of::<Row>(output, format, Text::Tabs)?;
        for one in lines {
            table.add(&self.row(one))?;
        }
        Ok(table.finish()?)
    }

    fn name(&self, file: usize) -> String {
        self.args.files[file].display().to_string()
    }

    /// The first line with an equivalent puzzle, if it is another line.
    fn first(&self, one: &Line) -> Option<&Line> {
        Some(&self.lines[self.places[one.compared.as_ref()?.first?]])
    }

    fn row(&self, one: &Line) -> Row {
        let mut row = Row {
            file: self.name(one.file),
            line: one.number,
            problem: one.problem.clone(),
            ..Row::default()
        };
        if one.problem.is_some() {
            return row;
        }
        let DetailsRow {
            puzzle,
            solution,
            solutions,
            clues,
            minimal,
            automorphisms,
            grid_automorphisms,
            symmetry,
        } = one.details.clone();
        row.solutions = Some(solutions);
        (row.clues, row.minimal) = (Some(clues), minimal);
        row.superfluous = one.puzzle.as_ref().map(|one| {
            one.superfluous.iter().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
        });
        (row.automorphisms, row.grid_automorphisms) = (automorphisms, grid_automorphisms);
        (row.symmetry, row.puzzle, row.solution) = (Some(symmetry), Some(puzzle), solution);
        if let Some(first) = self.first(one) {
            (row.first_file, row.first_line) = (Some(self.name(first.file)), Some(first.number));
        }
        if let Some(Compared { presence, .. }) = &one.compared {
            let Presence { issued, elsewhere, begun, printed, seed } = presence;
            row.id = issued.as_ref().map(|named| named.id.to_string());
            row.batch = issued.as_ref().map(|named| named.issued.batch).or(*elsewhere);
            row.number = issued.as_ref().map(|named| named.issued.number);
            row.time = begun.and_then(moment);
            row.printed.clone_from(printed);
            row.seed = seed.map(|id| id.to_string());
        }
        if let Some((rate, explainer)) = &one.rating {
            (row.level, row.tier, row.score) = (rate.level.clone(), Some(rate.tier), rate.score);
            row.er = explainer.er;
        }
        row
    }

    /// The description of a line, for people.
    fn words(&self, one: &Line) -> String {
        let row = self.row(one);
        let mut words = vec![match row.solutions.unwrap_or_default() {
            0 => "no solution".to_owned(),
            1 => "1 solution".to_owned(),
            many if many < self.most => counted(many as u64, "solution"),
            many => format!("{many} solutions or more"),
        }];
        words.extend(row.clues.map(|clues| counted(clues as u64, "clue")));
        words.extend(row.superfluous.map(|cells| match cells.split(' ').count() {
            _ if cells.is_empty() => "minimal".to_owned(),
            many if many > LISTED => format!("not minimal ({many} clues could go)"),
            _ => format!("not minimal ({cells} could go)"),
        }));
        words.extend(row.symmetry.filter(|name| !name.is_empty()));
        if let (Some(file), Some(line)) = (row.first_file, row.first_line) {
            words.push(format!("the same as {file}:{line}"));
        }
        let time = row.time.map(|time| format!(", {}", time.split('T').next().unwrap_or_default()));
        let time = time.unwrap_or_default();
        match (row.id, row.batch) {
            (Some(id), Some(batch)) => words.push(format!("issued as {id} (batch {batch}{time})")),
            (None, Some(batch)) => words.push(format!("printed elsewhere (batch {batch}{time})")),
            _ => {}
        }
        words.extend(row.printed.map(|printed| format!("printed {printed}")));
        words.extend(row.seed.map(|id| format!("seed {id}")));
        words.extend(row.level.map(|level| format!("level {level}")));
        words.extend(row.tier.map(|tier| format!("tier {tier}")));
        words.extend(row.er.map(|er| format!("ER {er:.1}")));
        words.join(", ")
    }
}
