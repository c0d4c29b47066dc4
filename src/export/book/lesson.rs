//! [`Lesson`]: a technique with a position of a book's puzzle that shows it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::hint::Help;
use super::words::{Words, capital};
use seeddb_core::board::{Candidates, Cell, CellSet, Digit, Grid, Puzzle, State};
use seeddb_core::logic::{Ladder, Step, Technique, Walk};
use seeddb_core::rating::common;

/// The ladder whose techniques the lessons of a book explain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HowTo {
    /// The techniques of the tiers by which puzzles are drawn.
    #[default]
    Hsolve,
    /// The techniques with common names, of the ladder `common`.
    Common,
}

impl HowTo {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::Hsolve
    }
}

/// The subject of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taught {
    /// A technique of the tiers.
    Tiers(Technique),
    /// A technique that people name.
    Common(common::Technique),
}

impl Taught {
    fn is_single(self) -> bool {
        match self {
            Self::Tiers(technique) => technique.is_single(),
            Self::Common(technique) => technique.is_single(),
        }
    }

    /// Returns the heading of the lesson.
    pub(super) fn name(self, words: &Words) -> String {
        match self {
            Self::Tiers(technique) => capital(words.term(technique.name())),
            Self::Common(technique) => words.common().name(technique).to_owned(),
        }
    }

    /// Returns the definition, and how to find it.
    pub(super) fn text(self, words: &Words) -> &str {
        match self {
            Self::Tiers(technique) => words.lesson(technique.name()),
            Self::Common(technique) => words.lesson_of_common(technique),
        }
    }
}

/// A technique that a puzzle of a book needs, with a position where it is the next step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The technique.
    pub technique: Taught,
    /// Its place in its ladder, which orders the lessons.
    place: usize,
    /// The clues of the puzzle.
    pub givens: Grid,
    /// The step. No easier technique applies to its board.
    pub help: Help,
}

impl Lesson {
    /// Returns the techniques that `ladder` uses in a puzzle, each with the step that shows it
    /// best: for singles the step on the emptiest board, where the cell is not merely the last of a
    /// house; for other techniques the smallest step, and of these that on the fullest board, where
    /// the fewest candidates stand around it.
    pub fn of(ladder: &Ladder, puzzle: &Puzzle) -> Vec<Self> {
        let walk = Walk::new(ladder, puzzle);
        let all = walk.steps().iter().map(|step| {
            let technique = step.technique();
            Self {
                technique: Taught::Tiers(technique),
                place: ladder.techniques().position(|own| own == technique).unwrap_or_default(),
                givens: puzzle.grid(),
                help: Help::Step(*step),
            }
        });
        Self::best(all)
    }

    /// Returns lessons on the techniques of the ladder `common`, chosen as by [`Self::of`]. Steps
    /// with a sentence too long for a page are skipped.
    pub fn of_common(puzzle: &Puzzle) -> Vec<Self> {
        let walk = common::Walk::of(puzzle, common::Techniques::ALL);
        let most = long().to_string().len();
        let all = walk.told().map(|(before, step)| Self::common(puzzle.grid(), before, step));
        Self::best(all.filter(
            |own| matches!(&own.help, Help::Common(_, step) if step.to_string().len() <= most),
        ))
    }

    fn common(givens: Grid, before: State, step: &common::Step) -> Self {
        let technique = step.technique;
        let (place, help) = (technique as usize, Help::Common(before, Box::new(step.clone())));
        Self { technique: Taught::Common(technique), place, givens, help }
    }

    /// Returns the best lesson on each technique, in the order of the ladder. Ties go to the first.
    pub fn best(lessons: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut all: BTreeMap<usize, Self> = BTreeMap::new();
        for lesson in lessons {
            if all.get(&lesson.place).is_none_or(|own| lesson.fit() > own.fit()) {
                all.insert(lesson.place, lesson);
            }
        }
        all.into_values().collect()
    }

    /// Returns the rank of this lesson among those of its technique; higher is better.
    fn fit(&self) -> (Reverse<usize>, usize) {
        let open = self.help.before().open.len();
        let size = match &self.help {
            Help::Common(_, step) => step.size(),
            Help::Step(_) | Help::Digit(..) => 0,
        };
        if self.technique.is_single() { (Reverse(0), open) } else { (Reverse(size), 81 - open) }
    }

    /// Returns the lessons on puzzles, computed on all threads. Puzzles after `goes_on` returned
    /// false are skipped.
    pub fn of_all(
        how_to: HowTo,
        ladder: &Ladder,
        puzzles: &[&Grid],
        goes_on: impl Fn() -> bool + Sync,
    ) -> Vec<Self> {
        let own = |grid: &&Grid| {
            let puzzle = goes_on().then(|| Puzzle::new(grid).ok()).flatten();
            puzzle.map_or(Vec::new(), |puzzle| match how_to {
                HowTo::Hsolve => Self::of(ladder, &puzzle),
                HowTo::Common => Self::of_common(&puzzle),
            })
        };
        let all = puzzles.par_iter().map(own);
        all.reduce(Vec::new, |first, second| Self::best(first.into_iter().chain(second)))
    }

    /// Returns placeholder lessons for planning before the puzzles are known: each technique with a
    /// long step.
    pub(super) fn planned(how_to: HowTo) -> Vec<Self> {
        let (place, givens) = (0, Grid::EMPTY);
        match how_to {
            HowTo::Hsolve => {
                let help = Help::Step(Step::long());
                let lesson = |technique| Self {
                    technique: Taught::Tiers(technique),
                    place,
                    givens,
                    help: help.clone(),
                };
                Technique::BUILT_IN.into_iter().map(lesson).collect()
            }
            HowTo::Common => {
                let long = Self::common(givens, State::of(&givens), &long());
                let lesson =
                    |technique| Self { technique: Taught::Common(technique), ..long.clone() };
                common::Technique::all().map(lesson).collect()
            }
        }
    }
}

/// Returns a step with a longer sentence than nearly all others: a chain of [`NODES`] nodes.
fn long() -> common::Step {
    let digit = Digit::all().next().unwrap_or_else(|| unreachable!("there are digits"));
    let at = |i: usize| CellSet::of(Cell::at(i % 9, i / 9));
    let nodes = (0..NODES).map(|i| common::Node { digit, cells: at(i) }).collect();
    let mut removed = Candidates::NONE;
    for (i, digit) in Digit::all().take(4).enumerate() {
        removed[digit] = at(i) | at(i + 9);
    }
    let is_chain = |own: &common::Technique| own.row().key == "grouped-aic";
    let technique = common::Technique::all().find(is_chain);
    common::Step {
        technique: technique.unwrap_or_else(|| unreachable!("the ladder has it")),
        pattern: Candidates::NONE,
        reason: common::Reason::Chain { nodes, closed: false },
        removed,
        placed: None,
    }
}

/// The nodes of the longest chain that a page has room for.
const NODES: usize = 14;

#[cfg(test)]
mod tests {
    use super::*;
    use seeddb_core::logic::explain_from;

    fn puzzles() -> [Puzzle; 3] {
        let lines = [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ];
        lines.map(|line| Puzzle::new(&line.parse().unwrap()).unwrap())
    }

    #[test]
    fn a_lesson_is_on_what_is_needed_and_its_step_comes_next() {
        let (ladder, puzzles) = (Ladder::default(), puzzles());
        let grids = puzzles.map(|puzzle| puzzle.grid());
        let all = Lesson::of_all(HowTo::Hsolve, &ladder, &grids.each_ref(), || true);
        let one_by_one = puzzles.iter().flat_map(|puzzle| Lesson::of(&ladder, puzzle));
        assert_eq!(all, Lesson::best(one_by_one));
        let walks = puzzles.map(|puzzle| Walk::new(&ladder, &puzzle));
        let is_used = |technique| {
            let mut uses = walks.iter().flat_map(Walk::uses);
            uses.any(|used| used.technique == technique && used.times > 0)
        };
        let wanted = ladder.techniques().filter(|&own| is_used(own)).map(Taught::Tiers);
        let order: Vec<_> = all.iter().map(|lesson| lesson.technique).collect();
        assert_eq!(order, wanted.collect::<Vec<_>>());
        for lesson in &all {
            let next = explain_from(&ladder, *lesson.help.before())[0];
            assert_eq!(
                (Help::Step(next), Taught::Tiers(next.technique())),
                (lesson.help.clone(), lesson.technique)
            );
        }
        assert!(all.len() >= 4, "{order:?}");
    }

    #[test]
    fn a_lesson_by_common_is_the_next_step_of_the_easiest_technique() {
        let grids = puzzles().map(|puzzle| puzzle.grid());
        let all = Lesson::of_all(HowTo::Common, Ladder::hsolve(), &grids.each_ref(), || true);
        for lesson in &all {
            let Help::Common(before, step) = &lesson.help else { panic!("{lesson:?}") };
            let next =
                common::next(before, lesson.givens.clues(), common::Techniques::ALL).unwrap();
            assert_eq!((&next, Taught::Common(next.technique)), (&**step, lesson.technique));
        }
        let order: Vec<usize> = all.iter().map(|lesson| lesson.place).collect();
        assert!(order.is_sorted_by(|a, b| a < b) && order.len() >= 6, "{order:?}");
        // All techniques used have a lesson, except for steps too long to print.
        let used = puzzles()
            .into_iter()
            .flat_map(|puzzle| common::Walk::of(&puzzle, common::Techniques::ALL).steps().to_vec());
        for step in used.filter(|step| step.to_string().len() <= long().to_string().len()) {
            let has = all.iter().any(|lesson| lesson.technique == Taught::Common(step.technique));
            assert!(has, "{step}");
        }
    }
}
