//! What is said at the end: how often each technique was used, and where the puzzle gets hard.

use std::io::{self, Write};

use seeddb::logic::{self, Step};
use serde::Serialize;

use super::super::ladder::{ladder, tier_of};
use super::super::table::{ReportFormat, Table, Text};
use super::Walk;

/// How a technique was used.
#[derive(Default, Serialize)]
struct Use {
    times: usize,
    tier: u8,
    technique: &'static str,
    #[serde(rename = "first step")]
    first: usize,
}

impl Walk {
    /// The hardest step, as an index.
    pub fn hardest(&self) -> Option<usize> {
        logic::hardest(ladder(), &self.steps)
    }

    fn first(&self, wanted: impl Fn(&Step) -> bool) -> Option<usize> {
        self.steps.iter().position(wanted)
    }

    /// The steps after a digit up to and with the next digit, where they are most, as indices.
    fn longest_way_to_a_digit(&self) -> Option<(usize, usize)> {
        let mut begin = 0;
        let mut longest = None::<(usize, usize)>;
        for (i, step) in self.steps.iter().enumerate() {
            if step.filled().is_empty() {
                continue;
            }
            if longest.is_none_or(|(first, last)| i - begin > last - first) {
                longest = Some((begin, i));
            }
            begin = i + 1;
        }
        longest
    }

    /// Writes it.
    pub fn summary(&self, out: &mut impl Write) -> io::Result<()> {
        self.uses(out)?;
        let technique = |i: usize| self.steps[i].technique();
        if let Some(i) = self.hardest() {
            let (name, tier) = (technique(i).name(), tier_of(technique(i)));
            let alike = self.steps.iter().filter(|step| step.technique() == technique(i)).count();
            let alike = match alike {
                1 => "only one".to_owned(),
                _ => format!("first of {alike}"),
            };
            match tier {
                0 => writeln!(out, "singles are enough")?,
                _ => writeln!(out, "hardest step: {}, {name} (tier {tier}), the {alike}", i + 1)?,
            }
        }
        if let Some(i) = self.first(|step| tier_of(step.technique()) > 0) {
            let (name, open) = (technique(i).name(), self.steps[i].before.open.len());
            writeln!(out, "gets hard: at step {}, {name}, with {open} cells open", i + 1)?;
        }
        if let Some((first, last)) = self.longest_way_to_a_digit().filter(|(a, b)| a < b) {
            let count = last - first + 1;
            writeln!(out, "longest way to a digit: {count} steps, {} to {}", first + 1, last + 1)?;
        }
        if !self.is_solved() {
            let (open, beyond) = (self.end().open.len(), ladder().beyond());
            writeln!(
                out,
                "stuck after step {} with {open} cells open: nothing up to tier {} helps (tier {beyond})",
                self.steps.len(),
                beyond - 1
            )?;
        }
        Ok(())
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
}
