//! Refills: the pseudo-generator (hsolve, section 4.2) makes clues from a prepared seed.
//!
//! A seed with top tier t is stuck, with tiers up to k = t - 1, in one state, its *stuck state*.
//! Any clues that fill all its unreserved cells with tiers up to k get stuck in exactly this state
//! (closures are monotone and unique), so they have one solution, the same top tier, and from there
//! on the same ways to the solution. That is the refill theorem; `THEORY.md` proves it.

mod aim;
#[cfg(test)]
#[cfg(feature = "se")]
mod er_laws;
mod foresight;
mod half_turn;
mod particulars;
mod recorded;
mod thin;
mod transplant;
#[cfg(test)]
mod transplant_laws;
mod witnesses;

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::{Mutex, OnceLock, PoisonError};

pub use aim::{Near, Refill, Rejection, Scores};
use chacha20::ChaCha8Rng;
use foresight::Foresight;
pub use foresight::{KEPT, USUAL_CLUES};
pub use half_turn::record_turned;
pub use particulars::particulars;
use rand::{Rng, SeedableRng};
pub use recorded::{Wrong, WrongSeed};
pub use transplant::transplants;
use witnesses::Witnesses;

use crate::board::{Cell, CellSet, Puzzle, Solution, State};
use crate::generate::swaps;
use crate::kernel::singles_board::{SinglesBoard, SolvedPlaces};
use crate::logic::{Closure, Grade, Ladder, Matching, grade};
use crate::rating::hsolve::{self, Score};
use crate::rating::minutes;
use crate::record::{Grading, Origin, Particulars, Seed};
use crate::symmetry::{ClueSymmetry, GridForm, Image, Key};

/// The properties that a refill must have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RefillTarget {
    /// The symmetry of the clues.
    pub symmetry: ClueSymmetry,
    /// The number of clues; `None` for any.
    pub clues: Option<RangeInclusive<usize>>,
    /// The score m(B); `None` for any.
    pub scores: Option<Scores>,
    /// The [effort](crate::rating::minutes::effort), from which minutes are estimated.
    pub efforts: Option<Scores>,
    /// The goals that a refill is to come near to.
    pub near: Option<Near>,
    /// Only minimal puzzles: removing any clue would give a second solution.
    pub minimal: bool,
}

/// A seed with all that depends on it alone precomputed.
pub struct Prepared {
    ladder: Ladder,
    solved: SolvedPlaces,
    matching: Matching,
    form: GridForm,
    grade: Grade,
    /// The stuck state by the first of the transforms to the form, usually the only one.
    stuck: State,
    rest: Option<Score>,
    /// What the scores recorded for a seed foretell.
    usual: Option<Foresight>,
    /// Set at the first refill.
    witnesses: OnceLock<Box<Mutex<Witnesses>>>,
}

/// While the witnesses show that more clues are needed, the board is closed only after every fourth
/// orbit: that skips orbits already deduced, at a quarter of the cost.
const ORBITS_PER_CLOSING: usize = 4;
/// Refills made to measure a capacity.
const CAPACITY_TRIES: usize = 1_000;
/// The number of repeats in a row after which the measurement stops.
const CAPACITY_OLD: usize = 50;
/// Refills after which a measurement that has to reach a capacity looks if it can.
const CAPACITY_LOOK: usize = 64;
/// So many more of as many may be new than were: twice the standard deviation.
const CAPACITY_LUCK: usize = 8;
/// Different refills whose scores are measured for the range.
const CAPACITY_SCORES: usize = 24;

/// The measured yield of a seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capacity {
    /// Essentially different puzzles among 1,000 refills: a lower bound.
    pub different: u16,
    /// Least and greatest score in a sample of them; `None` if they have no score.
    pub scores: Option<(f64, f64)>,
}

impl Prepared {
    /// Prepares a puzzle just graded by `ladder`, and measures the rest of its score.
    pub fn new(ladder: &Ladder, puzzle: &Puzzle, grade: &Grade) -> Self {
        let mut prepared = Self::graded(ladder, puzzle, grade, None);
        prepared.rest = hsolve::rest(ladder, &prepared.form, grade);
        prepared
    }

    /// Prepares a seed on another of the [solutions that keep its stuck state](transplants).
    pub fn transplanted(ladder: &Ladder, other: &Solution, grade: &Grade) -> Self {
        let filled = !grade.reserved();
        let own = Grade::known(ladder, other, filled, grade.tier);
        Self::graded(ladder, &Puzzle::proved(filled, *other), &own, None)
    }

    /// Prepares a puzzle with known grade by `ladder` and known rest.
    pub fn graded(ladder: &Ladder, puzzle: &Puzzle, grade: &Grade, rest: Option<Score>) -> Self {
        Self::of_matching(ladder, Matching::of(puzzle.solution()), grade, rest)
    }

    fn of_matching(
        ladder: &Ladder,
        matching: Matching,
        grade: &Grade,
        rest: Option<Score>,
    ) -> Self {
        let form = GridForm::of(&matching.solution);
        Self {
            ladder: ladder.clone(),
            solved: SolvedPlaces::of(&matching.solution),
            matching,
            stuck: form.transforms()[0].apply_state(&grade.stuck),
            form,
            grade: *grade,
            rest,
            usual: None,
            witnesses: OnceLock::new(),
        }
    }

    /// Returns the ladder that graded it.
    pub const fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// Returns the tier up to which refills are closed.
    fn closed_tier(&self) -> u8 {
        self.ladder.closed_tier(self.grade.tier)
    }

    /// Returns the grade of every refill.
    pub const fn grade(&self) -> &Grade {
        &self.grade
    }

    /// Returns the rest of the score, common to all refills.
    pub const fn rest(&self) -> Option<Score> {
        self.rest
    }

    /// Returns the canonical form of the solution.
    pub const fn form(&self) -> &GridForm {
        &self.form
    }

    /// Returns the key of the unreserved cells with the tier: seeds that share it give the same
    /// refills.
    pub fn twin(&self) -> Key {
        Key::of_twin(&self.form, !self.grade.reserved(), self.grade.tier)
    }

    /// Returns the solution of the seed, and so of every refill.
    pub const fn solution(&self) -> &Solution {
        self.solved.solution()
    }

    /// Returns the puzzle with these clues if they are [`valid`](Self::is_valid); `None` if they
    /// may have other solutions.
    pub fn puzzle(&self, clues: CellSet) -> Option<Puzzle> {
        self.is_valid(clues).then(|| Puzzle::proved(clues, *self.solution()))
    }

    /// Returns the canonical image of the puzzle with these clues.
    pub fn image(&self, clues: CellSet) -> Image {
        Image::of(&self.form, clues)
    }

    /// Returns the key of the puzzle with these clues.
    pub fn key(&self, clues: CellSet) -> Key {
        self.image(clues).key
    }

    /// Returns m(B) of the puzzle with these clues; `None` if it has none.
    pub fn score(&self, clues: CellSet) -> Option<Score> {
        self.score_of(&self.image(clues))
    }

    /// Returns m(B) of the puzzle with this [image](Self::image); `None` if it has none.
    pub fn score_of(&self, image: &Image) -> Option<Score> {
        self.score_until(image, &|_| false)
    }

    /// [`score_of`](Self::score_of), but with a greater standard error where a rough score is
    /// `enough`.
    fn score_until(&self, image: &Image, enough: &dyn Fn(Score) -> bool) -> Option<Score> {
        let is_first = image.transform == self.form.transforms()[0];
        let stuck =
            if is_first { self.stuck } else { image.transform.apply_state(&self.grade.stuck) };
        Some(hsolve::score_of_image(
            &self.ladder,
            &self.form,
            image,
            &self.grade,
            &stuck,
            self.rest?,
            enough,
        ))
    }

    /// Returns the effort of the puzzle with these clues, which fill the unreserved cells; `None`
    /// if it has none.
    pub fn effort(&self, clues: CellSet) -> Option<Score> {
        let puzzle = Puzzle::proved(clues, *self.solution());
        minutes::effort_as_fitted(&self.ladder, &puzzle, self.grade)
    }

    /// Whether these clues get stuck in exactly the seed's stuck state: then they have one solution
    /// and the seed's top tier.
    pub fn is_valid(&self, clues: CellSet) -> bool {
        let mut closure = Closure::new(&self.ladder, clues, &self.matching);
        closure.close(self.closed_tier());
        *closure.state() == self.grade.stuck
    }

    /// Returns the orbits of unreserved cells, which are added and removed as one.
    fn orbits(&self, symmetry: ClueSymmetry) -> Vec<CellSet> {
        let mut orbits = Vec::with_capacity(Cell::COUNT);
        orbits.extend(symmetry.orbits().filter(|orbit| !orbit.intersects(self.grade.reserved())));
        orbits
    }

    /// Returns the clues left of `orbits`, in a random order, when no more of them can be removed;
    /// `None` if all together do not fill the unreserved cells.
    fn thinned(&self, orbits: &[CellSet]) -> Option<CellSet> {
        if self.ladder.fills_singles(self.closed_tier()) {
            self.fill_and_thin(orbits)
        } else {
            self.thin_one_by_one(orbits)
        }
    }

    /// Thins by the definition of a refill: removes orbits from all, the last first, each for good
    /// if the rest gets stuck where the seed does.
    fn thin_one_by_one(&self, orbits: &[CellSet]) -> Option<CellSet> {
        // All after the first few that suffice are removed: with more clues the rest is never stuck
        // earlier.
        let firsts = |count: usize| orbits[..count].iter().copied().collect::<CellSet>();
        let counts: Vec<usize> = (0..=orbits.len()).collect();
        let count = counts.partition_point(|&count| !self.is_valid(firsts(count)));
        let thin = |clues: CellSet, &orbit: &CellSet| {
            if self.is_valid(clues - orbit) { clues - orbit } else { clues }
        };
        (count < counts.len()).then(|| orbits[..count].iter().rev().fold(firsts(count), thin))
    }

    /// [`thin_one_by_one`](Self::thin_one_by_one) for closures that fill singles: adds only orbits
    /// that are needed.
    fn fill_and_thin(&self, orbits: &[CellSet]) -> Option<CellSet> {
        let memory = self.witnesses.get_or_init(|| Box::new(Mutex::new(self.first_witnesses())));
        let memory = || memory.lock().unwrap_or_else(PoisonError::into_inner);
        let mut witnesses = memory().clone();
        let known = witnesses.pushed();
        let added = self.add(orbits, &mut witnesses)?;
        let clues = self.thin(&added, &mut witnesses);
        if witnesses.pushed() > known {
            // Witnesses found by other threads meanwhile are lost: no result depends on them.
            *memory() = witnesses;
        }
        Some(clues)
    }

    /// Returns the witnesses known from the start: clues that miss an unavoidable set have several
    /// solutions.
    fn first_witnesses(&self) -> Witnesses {
        let mut witnesses = Witnesses::new();
        for set in swaps(self.solved.solution()) {
            witnesses.push(set - self.grade.reserved());
        }
        witnesses
    }

    /// Returns the first of `orbits` that fill the unreserved cells, without those already deduced:
    /// closed by singles alone as long as the witnesses show that more are needed.
    fn add(&self, orbits: &[CellSet], witnesses: &mut Witnesses) -> Option<Vec<CellSet>> {
        let least = witnesses.least(orbits)?;
        let mut board = SinglesBoard::of_clues(CellSet::EMPTY, &self.solved);
        let mut added = Vec::with_capacity(orbits.len());
        let mut clues = CellSet::EMPTY;
        let mut stuck = None;
        for (i, &orbit) in orbits.iter().enumerate() {
            if !orbit.intersects(board.open()) {
                continue;
            }
            added.push(orbit);
            clues |= orbit;
            board.fill(orbit);
            if clues.len() < Puzzle::FEWEST_CLUES {
                continue;
            }
            if i + 1 < least {
                if added.len().is_multiple_of(ORBITS_PER_CLOSING) {
                    board.close_until(CellSet::ALL, &self.solved);
                }
                continue;
            }
            self.close_until(&mut board, !self.grade.reserved());
            let left = self.left(&board);
            if left.is_empty() {
                if let Some(witness) = stuck {
                    witnesses.push(witness);
                }
                return Some(added);
            }
            stuck = Some(left);
        }
        None
    }

    /// Closes the tiers below the top tier, or until no cell of `goal` is open.
    fn close_until(&self, board: &mut SinglesBoard, goal: CellSet) {
        board.close_until(goal, &self.solved);
        let tier = self.closed_tier();
        if tier > 0 && board.open().intersects(goal) {
            let state = board.state(&self.solved);
            let mut closure = Closure::of_state(&self.ladder, state, &self.matching);
            closure.close_until(tier, !goal);
            *board = SinglesBoard::of(closure.state(), &self.solved);
        }
    }

    /// Returns the unreserved cells not filled.
    fn left(&self, board: &SinglesBoard) -> CellSet {
        board.open() - self.grade.reserved()
    }

    /// Measures the number of essentially different refills of the seed, and the range of their
    /// scores.
    pub fn capacity(&self, symmetry: ClueSymmetry, rng: &mut impl Rng) -> Capacity {
        self.capacity_of(CAPACITY_TRIES, 0, symmetry, rng)
    }

    /// Measures the capacity by this many refills. It ends as soon as `least` is out of reach, as
    /// new ones become ever rarer; then it tells of less, and of no scores.
    fn capacity_of(
        &self,
        tries: usize,
        least: u16,
        symmetry: ClueSymmetry,
        rng: &mut impl Rng,
    ) -> Capacity {
        let wish = RefillTarget { symmetry, ..RefillTarget::default() };
        let (mut seen, mut first) = (HashSet::new(), Vec::with_capacity(CAPACITY_SCORES));
        let (mut old, mut before) = (0, 0);
        for tried in 0..tries {
            if old >= CAPACITY_OLD {
                break;
            }
            if tried > 0 && tried.is_multiple_of(CAPACITY_LOOK) {
                let new = seen.len() - before + CAPACITY_LUCK;
                let left = (tries - tried) * new / CAPACITY_LOOK;
                if seen.len() + left < usize::from(least) {
                    return Capacity { different: seen.len() as u16, scores: None };
                }
                before = seen.len();
            }
            let new =
                self.refill(&wish, rng).filter(|&clues| seen.insert(self.form.smallest(clues).0));
            let Some(clues) = new else {
                old += 1;
                continue;
            };
            old = 0;
            first.extend((first.len() < CAPACITY_SCORES).then_some(clues));
        }
        let mut scores: Option<(f64, f64)> = None;
        for Score { mean, .. } in first.into_iter().filter_map(|clues| self.score(clues)) {
            let (least, greatest) = scores.unwrap_or((mean, mean));
            scores = Some((least.min(mean), greatest.max(mean)));
        }
        Capacity { different: seen.len() as u16, scores }
    }

    /// Returns the grading of the puzzle with `clues`, from which this seed was prepared. It
    /// depends on that puzzle alone: the capacity is measured with a generator seeded from its key.
    pub fn grading(&self, clues: CellSet, symmetry: ClueSymmetry) -> Grading {
        self.grading_from(0, clues, symmetry)
    }

    /// Returns the [`grading`](Self::grading), or one with less than this capacity if it is less.
    fn grading_from(&self, least: u16, clues: CellSet, symmetry: ClueSymmetry) -> Grading {
        let image = self.image(clues);
        let mut rng = ChaCha8Rng::from_seed(image.key.rng_seed());
        let Capacity { different, mut scores } =
            self.capacity_of(CAPACITY_TRIES, least, symmetry, &mut rng);
        let score = self.score_of(&image);
        if let Some(Score { mean, .. }) = score {
            let (least, greatest) = scores.unwrap_or((mean, mean));
            scores = Some((least.min(mean), greatest.max(mean)));
        }
        Grading {
            ladder: self.ladder.id().to_owned(),
            version: self.ladder.version(),
            tier: self.grade.tier,
            reserved: self.grade.reserved(),
            twin: self.twin(),
            score,
            rest: self.rest,
            scores,
            capacity: different,
            turned: None,
        }
    }
}

/// Returns `puzzle`, graded by `ladder`, as a seed with all its numbers.
pub fn assess(
    ladder: &Ladder,
    puzzle: &Puzzle,
    grade: &Grade,
    symmetry: ClueSymmetry,
    origin: Origin,
) -> Seed {
    assess_from(0, ladder, puzzle, grade, symmetry, origin)
}

/// [`assess`] for seeds that have at least this capacity: of others it only shows that they have
/// less, which takes less time.
pub fn assess_from(
    least: u16,
    ladder: &Ladder,
    puzzle: &Puzzle,
    grade: &Grade,
    symmetry: ClueSymmetry,
    origin: Origin,
) -> Seed {
    let prepared = Prepared::new(ladder, puzzle, grade);
    Seed {
        key: prepared.key(puzzle.clues()),
        puzzle: *puzzle,
        origin,
        symmetry,
        gradings: vec![prepared.grading_from(least, puzzle.clues(), symmetry)],
        particulars: Particulars::default(),
    }
}

/// Grades a seed anew by `ladder` alone, including the half turn.
pub fn assess_again(ladder: &Ladder, seed: &Seed) -> Seed {
    let grade = grade(ladder, &seed.puzzle);
    let mut again = assess(ladder, &seed.puzzle, &grade, seed.symmetry, seed.origin);
    record_turned(ladder, &mut again, &grade);
    again
}
