//! What is said at the end: ER, EP and ED, how often each technique was used, and where the puzzle gets hard.

use std::io::{self, Write};

use seeddb::rating::se::Step;
use serde::Serialize;

use super::super::super::table::{ReportFormat, Table, Text};
use super::super::super::value::Value;
use super::super::summary::longest_way;
use super::Walk;

/// How a technique was used.
#[derive(Serialize)]
struct Use {
    times: usize,
    rating: Value,
    technique: String,
    #[serde(rename = "first step")]
    first: usize,
}

impl Default for Use {
    fn default() -> Self {
        Self { times: 0, rating: Value::Nothing, technique: String::new(), first: 0 }
    }
}

impl Walk {
    /// Writes it.
    pub fn summary(&self, out: &mut impl Write) -> io::Result<()> {
        self.uses(out)?;
        if let Some(i) = self.hardest() {
            let technique = self.steps[i].technique();
            let alike = |step: &&Step| step.score() == self.steps[i].score();
            let alike = match self.steps.iter().filter(alike).count() {
                1 => "only one".to_owned(),
                more => format!("first of {more}"),
            };
            let score = self.steps[i].score();
            writeln!(out, "hardest step: {}, {technique} ({score}), the {alike}", i + 1)?;
        }
        let is_hard = |step: &Step| !step.technique().is_single();
        if let Some(i) = self.steps.iter().position(is_hard) {
            let (technique, open) = (self.steps[i].technique(), self.steps[i].before.open.len());
            writeln!(out, "gets hard: at step {}, {technique}, with {open} cells open", i + 1)?;
        }
        let fills = self.steps.iter().map(|step| step.filled().is_some());
        if let Some((first, last)) = longest_way(fills).filter(|(a, b)| a < b) {
            let count = last - first + 1;
            writeln!(out, "longest way to a digit: {count} steps, {} to {}", first + 1, last + 1)?;
        }
        let [er, ep, ed] = self.scores;
        if self.is_solved() {
            writeln!(out, "ER {er}, EP {ep}, ED {ed}")
        } else {
            let open = self.end().open.len();
            let count = self.steps.len();
            writeln!(out, "stuck after step {count} with {open} cells open: {}", self.limit())
        }
    }

    /// The techniques by rating, with how often and when first.
    fn uses(&self, out: &mut impl Write) -> io::Result<()> {
        let mut kinds: Vec<(usize, &Step)> = Vec::new();
        let is_alike = |one: &Step, other: &Step| {
            one.technique() == other.technique() && one.score() == other.score()
        };
        for (i, step) in self.steps.iter().enumerate() {
            if !kinds.iter().any(|(_, known)| is_alike(known, step)) {
                kinds.push((i, step));
            }
        }
        kinds.sort_by_key(|(_, step)| step.score());
        let mut table = Table::of::<Use>(out, ReportFormat::Text, Text::Aligned)?;
        for (first, kind) in kinds {
            table.add(&Use {
                times: self.steps.iter().filter(|step| is_alike(step, kind)).count(),
                rating: Value::Score(kind.score().value()),
                technique: kind.technique().to_string(),
                first: first + 1,
            })?;
        }
        table.finish().map(drop)
    }
}
