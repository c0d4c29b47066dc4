//! A puzzle solved by the ladder.

use super::record::StepRow;
use super::step::Step;
use super::technique::{Technique, Techniques};
use super::view::View;
use crate::board::{CellSet, Puzzle, State};
use crate::logic::{Hint, Ladder, Played, uses};

/// A puzzle with the steps of the ladder, as far as they go: each is a step of the easiest
/// technique that has one.
///
/// Of several such steps the first on the grid as given is taken, so an equivalent puzzle
/// (transformed or relabelled) can have another score. With techniques that are not monotone it
/// can, rarely, even have another hardest technique.
#[derive(Clone, Debug)]
pub struct Walk {
    start: State,
    steps: Vec<Step>,
    end: State,
}

impl Walk {
    /// Solves `puzzle` by these techniques.
    pub fn of(puzzle: &Puzzle, techniques: Techniques) -> Self {
        Self::from(&State::of(&puzzle.grid()), puzzle.clues(), techniques)
    }

    /// Solves from the board `start`, where `givens` were filled from the start.
    pub fn from(start: &State, givens: CellSet, techniques: Techniques) -> Self {
        let (mut end, mut steps) = (*start, Vec::new());
        while let Some(step) = next(&end, givens, techniques) {
            end = step.after(&end);
            steps.push(step);
        }
        Self { start: *start, steps, end }
    }

    /// Returns the steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns each step with the board before it.
    pub fn told(&self) -> impl Iterator<Item = (State, &Step)> {
        self.steps.iter().scan(self.start, |state, step| {
            let before = *state;
            *state = step.after(&before);
            Some((before, step))
        })
    }

    /// Returns the board after the last step.
    pub const fn end(&self) -> &State {
        &self.end
    }

    /// Whether the steps fill the grid.
    pub const fn is_solved(&self) -> bool {
        self.end.is_solved()
    }

    /// Returns the techniques used.
    pub fn used(&self) -> Techniques {
        self.steps.iter().map(|step| step.technique).collect()
    }

    /// Returns the hardest technique used.
    pub fn hardest(&self) -> Option<Technique> {
        self.used().hardest()
    }

    /// Returns the techniques used, easiest first, each with its number of steps and the index of
    /// its first step.
    pub fn uses(&self) -> Vec<(Technique, usize, usize)> {
        let mut uses = uses(self.steps.iter().map(|step| step.technique));
        uses.sort_unstable();
        uses
    }

    /// Returns the costs of all steps together; `None` if they do not solve the puzzle.
    pub fn score(&self) -> Option<u32> {
        let costs = self.steps.iter().map(|step| step.technique.row().cost);
        self.is_solved().then(|| costs.sum())
    }

    /// Returns a record of each step; `puzzle` is the puzzle of this walk.
    pub fn rows(&self, puzzle: &Puzzle) -> impl Iterator<Item = StepRow> {
        let row = |(number, told): (usize, (State, &Step))| {
            StepRow::of(puzzle, number, (&told.0, told.1))
        };
        (1..).zip(self.told()).map(row)
    }
}

/// Returns the next step: one of the easiest technique that has a step.
pub fn next(state: &State, givens: CellSet, techniques: Techniques) -> Option<Step> {
    if state.is_solved() {
        return None;
    }
    let view = View::of(state, givens);
    techniques.iter().find_map(|technique| technique.easiest(&view))
}

/// Returns the hint for a player of `puzzle`: the player's mistake, or else the [next](next())
/// step.
pub fn hint(puzzle: &Puzzle, played: &Played) -> Hint<StepRow> {
    Hint::by(puzzle, played, |board| {
        let step = next(&board, puzzle.clues(), Techniques::ALL)?;
        Some(StepRow::of(puzzle, 1, (&board, &step)))
    })
}

/// Applies these techniques until none has a step left; returns the board, and the techniques used.
/// Each round applies all steps of the easiest technique that has one at once, so that equivalent
/// boards end in equivalent boards.
pub fn closure(state: &State, givens: CellSet, techniques: Techniques) -> (State, Techniques) {
    let (mut state, mut used) = (*state, Techniques::NONE);
    while !state.is_solved() {
        let view = View::of(&state, givens);
        let mut after = state;
        let helped = techniques.iter().find(|technique| {
            technique.steps(&view).iter().for_each(|step| step.apply(&mut after));
            after != state
        });
        let Some(technique) = helped else { break };
        used = used.with(technique);
        state = after;
    }
    (state, used)
}

/// Whether these techniques solve `puzzle`.
pub fn solves(puzzle: &Puzzle, techniques: Techniques) -> bool {
    closure(&State::of(&puzzle.grid()), puzzle.clues(), techniques).0.is_solved()
}

/// Whether the ladder solves `puzzle` without `technique`.
pub fn solved_without(puzzle: &Puzzle, technique: Technique) -> bool {
    solves(puzzle, Techniques::ALL.without(technique))
}

/// Whether the techniques [above its tiers](Technique::is_above_tiers) continue where the tiers of
/// this ladder end.
pub fn stands_above(ladder: &Ladder) -> bool {
    ladder.id() == Ladder::HSOLVE
}

/// Returns the hardest technique that `puzzle` needs: the techniques below it do not solve the
/// puzzle. `None` if the whole ladder does not solve it. Puzzles for which the techniques below end
/// at the same board need the same one, except that avoidable rectangles depend on which cells are
/// given.
pub fn hardest(puzzle: &Puzzle) -> Option<Technique> {
    let (end, used) = closure(&State::of(&puzzle.grid()), puzzle.clues(), Techniques::ALL);
    used.hardest().filter(|_| end.is_solved())
}

/// Whether `technique` is the [hardest] that `puzzle` needs, without what stands above it.
pub fn is_hardest(puzzle: &Puzzle, technique: Technique) -> bool {
    let part = Techniques::up_to(technique);
    let (end, used) = closure(&State::of(&puzzle.grid()), puzzle.clues(), part);
    end.is_solved() && used.hardest() == Some(technique)
}

/// The techniques that `puzzle` needs: of the shortest part of the ladder that solves it, counted
/// from its foot, those without which this part does not. The hardest of them is the top of that
/// part: what stands below it does not solve the puzzle. None if the whole ladder does not solve
/// it.
pub fn needs(puzzle: &Puzzle) -> Option<Techniques> {
    let (end, used) = closure(&State::of(&puzzle.grid()), puzzle.clues(), Techniques::ALL);
    if !end.is_solved() {
        return None;
    }
    // A technique without a step does not change the result, so it can be left out.
    let Some(hardest) = used.hardest() else { return Some(Techniques::NONE) };
    let part = Techniques::up_to(hardest);
    Some(used.iter().filter(|&own| !solves(puzzle, part.without(own))).collect())
}
