//! The steps of the tiers as text, for people.

use std::io::{self, Write};
use std::iter;

use seeddb_core::board::{Puzzle, State};
use seeddb_core::logic::{Step, StepRow, StepWords, Use, Walk};
use seeddb_export::Scene;

use super::explained::{Explained, Style, tell_uses, tell_ways};
use super::selection::Selection;
use crate::terminal::{Cell, Value, cells, column_of, ladder, tier_of, wrapped};

impl Explained for Walk {
    type Row = StepRow;

    fn puzzle(&self) -> &Puzzle {
        Self::puzzle(self)
    }

    fn count(&self) -> usize {
        self.steps().len()
    }

    fn state(&self, i: usize) -> State {
        self.steps().get(i).map_or_else(|| self.end(), |step| step.before)
    }

    fn is_solved(&self) -> bool {
        Self::is_solved(self)
    }

    fn index(&self, number: usize) -> Result<usize, String> {
        Self::step(self, number)
    }

    fn until(&self, selection: &Selection) -> usize {
        match selection {
            Selection::Until(technique) => Self::until(self, *technique),
            _ => self.count(),
        }
    }

    fn hardest(&self) -> Option<usize> {
        Self::hardest(self)
    }

    fn row(&self, i: usize) -> StepRow {
        StepRow::of(self.ladder(), self.puzzle(), i + 1, &self.steps()[i])
    }

    fn technique(&self, i: usize) -> String {
        let technique = self.steps()[i].technique();
        format!("{} (tier {})", technique.name(), tier_of(technique))
    }

    fn is_hard(&self, i: usize) -> bool {
        tier_of(self.steps()[i].technique()) > 0
    }

    fn scene_of(&self, i: usize) -> Scene {
        let step = &self.steps()[i];
        let plain = Scene::plain(self.puzzle().grid(), step.before);
        Scene { marks: step.marks(), title: step.to_string(), ..plain }
    }

    fn sentence(&self, i: usize, words: &StepWords) -> String {
        let step = &self.steps()[i];
        let reason = step.reason_told(words).map(|reason| format!(" ({reason})"));
        let chain = step.chain().map(|chain| format!(" {chain}"));
        [Some(step.told(words)), reason, chain].into_iter().flatten().collect()
    }

    fn told(&self, i: usize, out: &mut Vec<u8>) -> io::Result<()> {
        told(&self.steps()[i], i + 1, self.count(), out)
    }

    fn has_gap(count: usize, _: bool) -> bool {
        count > 0
    }

    fn summary(&self, style: &Style, out: &mut Vec<u8>) -> io::Result<()> {
        if !self.is_solved() {
            beyond(self, style, out)?;
        }
        summary(self, out)
    }

    /// The number of uses of each technique stands at the end.
    fn sum(walk: Option<&Self>) -> Vec<Cell> {
        let mut row = cells(&walk.map(Self::row).unwrap_or_default());
        let uses = walk.into_iter().flat_map(Self::uses).map(|own| Value::from(own.times));
        let uses = uses.map(Some).chain(iter::repeat(None));
        row.extend(ladder().techniques().zip(uses).map(|(technique, times)| {
            (column_of(technique).into(), times.unwrap_or(Value::Nothing))
        }));
        row
    }
}

/// Writes a step in words; its number is padded to the width of the last.
fn told(step: &Step, number: usize, last: usize, out: &mut impl Write) -> io::Result<()> {
    let width = last.to_string().len();
    let words = match step.reason() {
        Some(reason) => format!("{step} ({reason})"),
        None => step.to_string(),
    };
    wrapped(out, &format!("{number:>width$}. "), &words)?;
    if let Some(chain) = step.chain() {
        wrapped(out, &" ".repeat(width + 2), &chain.to_string())?;
    }
    Ok(())
}

/// Reports that no technique helps any more, and the continuation if one digit is tried.
fn beyond(walk: &Walk, style: &Style, out: &mut impl Write) -> io::Result<()> {
    let (end, beyond) = (walk.end(), ladder().beyond());
    writeln!(
        out,
        "stuck: {} cells are open, and no technique up to tier {} helps (tier {beyond}); `explain --ladder se` goes on with chains",
        end.open.len(),
        beyond - 1
    )?;
    style.draw_end(&end, out)?;
    let Some((cell, digit, steps)) = walk.way_on() else {
        return writeln!(
            out,
            "no single guess leads from here to the solution with these techniques\n"
        );
    };
    let all = end.candidates.at(cell);
    writeln!(out, "from here one has to try: one of {all} in {cell}. With {digit} it goes on:\n")?;
    let first = walk.steps().len() + 1;
    for (step, number) in steps.iter().zip(first..) {
        told(step, number, first + steps.len(), out)?;
    }
    writeln!(out, "\nup to there:\n")
}

/// Writes the number of uses of each technique, and the first hard step.
fn summary(walk: &Walk, out: &mut impl Write) -> io::Result<()> {
    if walk.steps().is_empty() {
        return Ok(());
    }
    let uses = walk.uses().filter_map(|Use { technique, times, first }| {
        Some((times, tier_of(technique).into(), technique.name().to_owned(), first?))
    });
    tell_uses(out, "tier", uses)?;
    let technique = |i: usize| walk.steps()[i].technique();
    if let Some(i) = walk.hardest() {
        let (name, tier) = (technique(i).name(), tier_of(technique(i)));
        let alike = walk.steps().iter().filter(|step| step.technique() == technique(i)).count();
        let alike = match alike {
            1 => "the only one".to_owned(),
            _ => format!("the first of {alike}"),
        };
        match tier {
            0 => writeln!(out, "singles are enough")?,
            _ => writeln!(out, "hardest step: {}, {name} (tier {tier}), {alike}", i + 1)?,
        }
        if tier + 1 == ladder().beyond() && walk.is_solved() {
            writeln!(
                out,
                "`explain --ladder se` tells such steps as XY-wings, unique rectangles and chains"
            )?;
        }
    }
    let end = walk.singles_end().map(|i| (i, technique(i).name(), &walk.steps()[i].before));
    tell_ways(out, end, walk.longest_wait())
}
