//! [`Lesson`]: a technique with a position of a book's puzzle that shows it.

use rayon::prelude::*;

use seeddb_core::board::{Grid, Puzzle};
use seeddb_core::logic::{Ladder, Step, Technique, Walk};

/// A technique that a puzzle of a book needs, with a position whose next step it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The technique.
    pub technique: Technique,
    /// The clues of the puzzle.
    pub givens: Grid,
    /// The step. No technique of a lower tier applies to its board.
    pub step: Step,
}

impl Lesson {
    /// The techniques that `ladder` uses in a puzzle, each with the step that shows it best: for
    /// singles the step on the emptiest board, where the cell is not merely the last of a house;
    /// for other techniques the step on the fullest board, where the fewest candidates stand around
    /// it.
    pub fn of(ladder: &Ladder, puzzle: &Puzzle) -> Vec<Self> {
        let (walk, givens) = (Walk::new(ladder, puzzle), puzzle.grid());
        let all = walk.steps().iter().map(|step| Self {
            technique: step.technique(),
            givens,
            step: *step,
        });
        all.fold(Vec::new(), |all: Vec<Self>, one| Self::joined(ladder, &all, &[one]))
    }

    /// The better lesson on each technique of two lists, in the order of the ladder. Ties go to the
    /// first.
    pub fn joined(ladder: &Ladder, first: &[Self], second: &[Self]) -> Vec<Self> {
        let of = |lessons: &[Self], technique| {
            lessons.iter().find(|lesson| lesson.technique == technique).copied()
        };
        let best = |technique| match (of(first, technique), of(second, technique)) {
            (Some(one), Some(other)) => Some(if other.fit() > one.fit() { other } else { one }),
            (one, other) => one.or(other),
        };
        ladder.techniques().filter_map(best).collect()
    }

    /// The rank of this lesson among those of its technique; higher is better.
    fn fit(&self) -> usize {
        let open = self.step.before.open.len();
        if self.technique.is_single() { open } else { 81 - open }
    }

    /// The lessons on puzzles, computed on all threads. Puzzles after `goes_on` returned false are
    /// skipped.
    pub fn of_all(
        ladder: &Ladder,
        puzzles: &[&Grid],
        goes_on: impl Fn() -> bool + Sync,
    ) -> Vec<Self> {
        let own = |grid: &&Grid| {
            let puzzle = goes_on().then(|| Puzzle::new(grid).ok()).flatten();
            puzzle.map_or(Vec::new(), |puzzle| Self::of(ladder, &puzzle))
        };
        let all = puzzles.par_iter().map(own);
        all.reduce(Vec::new, |first, second| Self::joined(ladder, &first, &second))
    }

    /// Placeholder lessons for planning before the puzzles are known: each technique with a long
    /// step.
    pub(super) fn planned() -> Vec<Self> {
        let lesson = |technique| Self { technique, givens: Grid::EMPTY, step: Step::long() };
        Technique::BUILT_IN.into_iter().map(lesson).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use seeddb_core::logic::explain_from;

    const PUZZLES: [&str; 3] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ];

    #[test]
    fn a_lesson_is_on_what_is_needed_and_its_step_comes_next() {
        let ladder = Ladder::default();
        let puzzles = PUZZLES.map(|line| Puzzle::new(&line.parse().unwrap()).unwrap());
        let grids = puzzles.map(|puzzle| puzzle.grid());
        let all = Lesson::of_all(&ladder, &grids.each_ref(), || true);
        let one_by_one = puzzles.iter().map(|puzzle| Lesson::of(&ladder, puzzle));
        let joined = |all: Vec<Lesson>, own: Vec<Lesson>| Lesson::joined(&ladder, &all, &own);
        assert_eq!(all, one_by_one.fold(Vec::new(), joined));
        let walks = puzzles.map(|puzzle| Walk::new(&ladder, &puzzle));
        for technique in ladder.techniques() {
            let is_used = walks
                .iter()
                .any(|walk| walk.uses().any(|used| used.technique == technique && used.times > 0));
            let has_page = all.iter().any(|lesson| lesson.technique == technique);
            assert_eq!(is_used, has_page, "{technique:?}");
        }
        let order: Vec<_> = all.iter().map(|lesson| lesson.technique).collect();
        let wanted = ladder.techniques().filter(|technique| order.contains(technique));
        assert_eq!(order, wanted.collect::<Vec<_>>());
        for lesson in &all {
            let next = explain_from(&ladder, lesson.step.before)[0];
            assert_eq!((next, next.technique()), (lesson.step, lesson.technique));
        }
        assert!(all.len() >= 4, "{order:?}");
    }
}
