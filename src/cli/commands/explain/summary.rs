//! What is said at the end: how often each technique was used, and where the puzzle gets hard.

use std::fmt::Display;
use std::io::{self, Write};

use seeddb::board::{Cell, Digit, State};
use seeddb::logic::{self, Step};
use serde::Serialize;

use super::{Summed, Walk};
use crate::cli::terminal::ladder::{ladder, tier_of};
use crate::cli::terminal::table::{ReportFormat, Table, Text};
use crate::cli::terminal::value::Value;

/// How a technique was used.
#[derive(Default, Serialize)]
struct Use {
    times: usize,
    tier: u8,
    technique: &'static str,
    #[serde(rename = "first step")]
    first: usize,
}

/// The steps after one that fills a cell up to and with the next that does, where they are most, as indices. `fills` says of each step
/// whether it does.
pub fn longest_way(fills: impl Iterator<Item = bool>) -> Option<(usize, usize)> {
    let mut begin = 0;
    let mut longest = None::<(usize, usize)>;
    for (i, _) in fills.enumerate().filter(|&(_, fills)| fills) {
        if longest.is_none_or(|(first, last)| i - begin > last - first) {
            longest = Some((begin, i));
        }
        begin = i + 1;
    }
    longest
}

/// Says where singles are not enough: at this step, of a technique of this name.
pub fn singles_end(
    out: &mut impl Write,
    step: usize,
    name: impl Display,
    before: &State,
) -> io::Result<()> {
    let open = before.open.len();
    writeln!(out, "singles end: at step {}, {name}, with {open} cells open", step + 1)
}

/// Says how long one waits for a digit, if that is more than a step.
pub fn longest_wait(out: &mut impl Write, way: Option<(usize, usize)>) -> io::Result<()> {
    let Some((first, last)) = way.filter(|(first, last)| first < last) else { return Ok(()) };
    let count = last - first + 1;
    writeln!(out, "longest wait for a digit: {count} steps, {} to {}", first + 1, last + 1)
}

impl Walk {
    /// The hardest step, as an index.
    pub fn hardest(&self) -> Option<usize> {
        logic::hardest(ladder(), &self.steps)
    }

    fn first(&self, wanted: impl Fn(&Step) -> bool) -> Option<usize> {
        self.steps.iter().position(wanted)
    }

    fn longest_way_to_a_digit(&self) -> Option<(usize, usize)> {
        longest_way(self.steps.iter().map(|step| !step.filled().is_empty()))
    }

    /// Writes it.
    pub fn summary(&self, out: &mut impl Write) -> io::Result<()> {
        self.uses(out)?;
        let technique = |i: usize| self.steps[i].technique();
        if let Some(i) = self.hardest() {
            let (name, tier) = (technique(i).name(), tier_of(technique(i)));
            let alike = self.steps.iter().filter(|step| step.technique() == technique(i)).count();
            let alike = match alike {
                1 => "the only one".to_owned(),
                _ => format!("the first of {alike}"),
            };
            match tier {
                0 => writeln!(out, "singles are enough")?,
                _ => writeln!(out, "hardest step: {}, {name} (tier {tier}), {alike}", i + 1)?,
            }
        }
        if let Some(i) = self.first(|step| tier_of(step.technique()) > 0) {
            singles_end(out, i, technique(i).name(), &self.steps[i].before)?;
        }
        longest_wait(out, self.longest_way_to_a_digit())
    }

    /// The techniques by tier, with how often and when first.
    fn uses(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::of::<Use>(out, ReportFormat::Text, Text::Aligned)?;
        for technique in ladder().techniques() {
            let of = |step: &Step| step.technique() == technique;
            if let Some(first) = self.first(of) {
                let times = self.steps.iter().filter(|step| of(step)).count();
                let (tier, technique) = (tier_of(technique), technique.name());
                table.add(&Use { times, tier, technique, first: first + 1 })?;
            }
        }
        table.finish().map(drop)
    }

    /// A digit to try where the steps end, right in its cell, after which they go on to the solution: of the cells with the fewest
    /// candidates the first that does it, and the steps from the trial on. None if no one digit is enough.
    pub fn way_on(&self) -> Option<(Cell, Digit, Vec<Step>)> {
        let end = self.end();
        let mut cells: Vec<Cell> = end.open.iter().collect();
        cells.sort_by_key(|&cell| end.candidates.at(cell).len());
        cells.into_iter().find_map(|cell| {
            let digit = self.puzzle.solution()[cell];
            let mut state = end;
            state.fill(cell, digit);
            let steps = logic::explain_from(ladder(), state);
            let solved = steps.last().map_or(state, Step::after).is_solved();
            solved.then_some((cell, digit, steps))
        })
    }
}

/// How often each technique is used stands behind what [`Summed`] says of all ladders.
impl Summed for Walk {
    fn columns() -> Vec<String> {
        let fixed = [
            "puzzle",
            "tier",
            "steps",
            "open_after",
            "hardest",
            "hardest_step",
            "singles_end",
            "longest_wait",
        ];
        let names = ladder().techniques().map(|technique| technique.name().to_lowercase());
        let names = names.map(|name| name.replace([' ', '-'], "_"));
        fixed.map(str::to_owned).into_iter().chain(names).collect()
    }

    fn row(&self) -> Vec<Value> {
        let hardest = self.hardest();
        let first = self.first(|step| tier_of(step.technique()) > 0);
        let wait = self.longest_way_to_a_digit().map(|(first, last)| last - first + 1);
        let tier = if self.is_solved() {
            hardest.map_or(0, |i| tier_of(self.steps[i].technique()))
        } else {
            ladder().beyond()
        };
        let mut row: Vec<Value> = vec![
            self.puzzle.to_string().into(),
            tier.into(),
            self.steps.len().into(),
            self.end().open.len().into(),
            hardest.map(|i| self.steps[i].technique().name()).into(),
            hardest.map(|i| i + 1).into(),
            first.map(|i| i + 1).into(),
            wait.into(),
        ];
        row.extend(ladder().techniques().map(|technique| {
            self.steps.iter().filter(|step| step.technique() == technique).count().into()
        }));
        row
    }
}
