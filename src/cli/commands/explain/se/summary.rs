//! What is said at the end: ER, EP and ED, how often each technique was used, and where the puzzle gets hard.

use std::io::{self, Write};

use seeddb::rating::se::{Step, Technique};
use serde::Serialize;

use super::super::Summed;
use super::super::summary::{longest_wait, longest_way, singles_end};
use super::Walk;
use crate::cli::terminal::table::{ReportFormat, Table, Text};
use crate::cli::terminal::value::Value;

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
        if let Some(i) = self.singles_end() {
            singles_end(out, i, self.steps[i].technique(), &self.steps[i].before)?;
        }
        longest_wait(out, self.longest_way())?;
        let [er, ep, ed] = self.scores;
        if self.is_solved() {
            writeln!(out, "ER {er}, EP {ep}, ED {ed}")
        } else {
            let open = self.end().open.len();
            let count = self.steps.len();
            writeln!(out, "stuck after step {count} with {open} cells open: {}", self.limit())
        }
    }

    /// The first step that is no single, as an index.
    fn singles_end(&self) -> Option<usize> {
        self.steps.iter().position(|step| !step.technique().is_single())
    }

    fn longest_way(&self) -> Option<(usize, usize)> {
        longest_way(self.steps.iter().map(|step| step.filled().is_some()))
    }

    /// The techniques by rating, with how often and when first.
    fn uses(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::of::<Use>(out, ReportFormat::Text, Text::Aligned)?;
        for (first, kind, times) in self.kinds() {
            table.add(&Use {
                times,
                rating: Value::Score(kind.score().value()),
                technique: kind.technique().to_string(),
                first: first + 1,
            })?;
        }
        table.finish().map(drop)
    }

    /// Of each technique, where ratings differ of each rating, the first step with its index, and how often it is used; by rating.
    fn kinds(&self) -> Vec<(usize, &Step, usize)> {
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
        let times = |kind: &Step| self.steps.iter().filter(|step| is_alike(step, kind)).count();
        kinds.into_iter().map(|(first, kind)| (first, kind, times(kind))).collect()
    }
}

/// How often each technique is used is one column: there are too many for a column each.
impl Summed for Walk {
    fn columns() -> Vec<String> {
        let columns = [
            "puzzle",
            "er",
            "ep",
            "ed",
            "steps",
            "open_after",
            "hardest",
            "hardest_step",
            "singles_end",
            "longest_wait",
            "techniques",
        ];
        columns.map(str::to_owned).to_vec()
    }

    fn row(&self) -> Vec<Value> {
        let number = |i: usize| i + 1;
        let score = |i: usize| {
            if self.is_solved() { Value::Score(self.scores[i].value()) } else { Value::Nothing }
        };
        // Hidden singles have three ratings.
        let mut uses: Vec<(Technique, usize)> = Vec::new();
        for (_, kind, times) in self.kinds() {
            match uses.iter_mut().find(|known| known.0 == kind.technique()) {
                Some(known) => known.1 += times,
                None => uses.push((kind.technique(), times)),
            }
        }
        let uses = uses.iter().map(|(technique, times)| format!("{technique} {times}"));
        let uses = uses.map(Value::Text).collect();
        vec![
            self.puzzle.to_string().into(),
            score(0),
            score(1),
            score(2),
            self.steps.len().into(),
            self.end().open.len().into(),
            self.hardest().map(|i| self.steps[i].technique().to_string()).into(),
            self.hardest().map(number).into(),
            self.singles_end().map(number).into(),
            self.longest_way().map(|(first, last)| last - first + 1).into(),
            Value::List(uses),
        ]
    }
}
