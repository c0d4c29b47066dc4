//! Runs of hsolve (Chang, Fan, Sun 2008, sections 3.1 and 3.2), one by one, by the definition.
//!
//! [`super::hsolve`] computes the mean of the runs faster; this is the plain simulation, with more
//! detail: the applications of each tier, the checks of its searches, and the spread of the runs of
//! one puzzle. The paper takes 20 runs per puzzle.

use std::collections::HashMap;

use chacha20::ChaCha8Rng;
use rand::Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::quantile::quantile;
use super::sample::Sample;
use crate::board::{Puzzle, State};
use crate::kernel::pick::pick;
use crate::logic::{Applications, Effect, Grade, Ladder, find};
use crate::symmetry::{GridForm, Image};

/// The number of runs per puzzle in the paper.
pub const RUNS: u32 = 20;

/// The counts of one run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The number of applications applied, for each tier that has techniques.
    pub steps: Vec<u32>,
    /// The steps by technique, in the order of [`Ladder::techniques`].
    pub uses: Vec<u32>,
    /// The checks made in each of the tiers, including those that fail.
    pub checks: Vec<f64>,
}

impl Run {
    /// Returns all checks; m(B) is their mean.
    pub fn total(&self) -> f64 {
        self.checks.iter().sum()
    }
}

/// Runs between two states, with a memory of the applications found in each state.
pub struct Simulation<'a> {
    ladder: &'a Ladder,
    from: State,
    to: State,
    /// For each state the tiers searched, from the lowest to the first that has a valid
    /// application.
    memory: HashMap<State, Vec<Applications>>,
}

impl<'a> Simulation<'a> {
    /// Prepares runs from `from` to `to`, which every run passes, or to the solution.
    pub fn new(ladder: &'a Ladder, from: State, to: State) -> Self {
        Self { ladder, from, to, memory: HashMap::new() }
    }

    /// Makes one run.
    ///
    /// # Panics
    /// If the ladder does not solve the puzzle.
    pub fn run(&mut self, rng: &mut impl Rng) -> Run {
        let tiers = self.ladder.searched().len();
        let mut run = Run {
            steps: vec![0; tiers],
            uses: vec![0; self.ladder.techniques().count()],
            checks: vec![0.0; tiers],
        };
        let mut state = self.from;
        while state != self.to && !state.is_solved() {
            let singles = find(self.ladder, &state, 0);
            let singles = (singles.valid() > 0).then(|| vec![singles]);
            // Singles are found fast, and in too many orders to remember.
            let tiers = match &singles {
                Some(singles) => singles,
                None => self.memory.entry(state).or_insert_with(|| search(self.ladder, &state)),
            };
            for (checks, found) in run.checks.iter_mut().zip(tiers) {
                *checks += (found.possible + 1) as f64 / (found.valid() + 1) as f64;
            }
            let found = &tiers[tiers.len() - 1];
            assert!(found.valid() > 0, "only puzzles that the ladder solves are rated");
            let unit = found.unit(pick(found.valid(), rng));
            let Some(application) = unit.choose(rng) else { continue };
            run.steps[tiers.len() - 1] += 1;
            if let Some(row) = self.ladder.techniques().position(|one| one == application.technique)
            {
                run.uses[row] += 1;
            }
            application.apply(&mut state);
            if matches!(application.effect, Effect::Solve(..)) {
                break;
            }
        }
        run
    }
}

/// Searches the tiers from the lowest to the first that has a valid application, or to the last.
fn search(ladder: &Ladder, state: &State) -> Vec<Applications> {
    let mut tiers: Vec<Applications> = Vec::new();
    for tier in ladder.searched() {
        tiers.push(find(ladder, state, tier));
        if tiers.last().is_some_and(|found| found.valid() > 0) {
            break;
        }
    }
    tiers
}

/// Makes `count` runs over `puzzle`; `None` if the ladder has no score for it. Like the score, they
/// are a function of the puzzle's class: the generator is seeded from the key, and the board is the
/// canonical one.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::Puzzle;
/// use seeddb::logic::{Ladder, grade};
/// use seeddb::rating::runs::{Summary, runs};
///
/// let line = "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";
/// let puzzle = Puzzle::new(&line.parse()?)?;
/// let ladder = Ladder::hsolve();
/// let runs = runs(ladder, &puzzle, &grade(ladder, &puzzle), 20).ok_or("tier 6 has no runs")?;
/// let summary = Summary::of(&runs).ok_or("no runs")?;
/// assert!(summary.steps[3] >= 1.0 && summary.steps[4..] == [0.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn runs(ladder: &Ladder, puzzle: &Puzzle, grade: &Grade, count: u32) -> Option<Vec<Run>> {
    if !ladder.has_score(grade.tier) {
        return None;
    }
    let form = GridForm::of(puzzle.solution());
    let image = Image::of(&form, puzzle.clues());
    let mut rng = ChaCha8Rng::from_seed(image.key.rng_seed());
    let start = State::of_clues(form.solution(), image.clues);
    let mut simulation = Simulation::new(ladder, start, State::of(&form.solution().grid()));
    Some((0..count).map(|_| simulation.run(&mut rng)).collect())
}

/// The statistics of some runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The number of runs.
    pub runs: u32,
    /// The mean of all checks of a run: an estimate of m(B).
    pub mean: f64,
    /// The standard deviation of one run; `None` for a single run.
    pub deviation: Option<f64>,
    /// The least, the quartiles and the greatest of the total checks of a run.
    pub quartiles: [f64; 5],
    /// Mean applications of each tier.
    pub steps: Vec<f64>,
    /// Mean applications of each technique.
    pub uses: Vec<f64>,
    /// Mean checks made in each tier.
    pub checks: Vec<f64>,
}

impl Summary {
    /// Summarizes runs; `None` if there are none.
    pub fn of(runs: &[Run]) -> Option<Self> {
        if runs.is_empty() {
            return None;
        }
        let mut sample = Sample::default();
        let mut totals: Vec<f64> = runs.iter().map(Run::total).collect();
        for &total in &totals {
            sample.push(total);
        }
        totals.sort_unstable_by(f64::total_cmp);
        let mean = |count: usize, of: &dyn Fn(&Run, usize) -> f64| {
            let mean = |row| runs.iter().map(|run| of(run, row)).sum::<f64>() / runs.len() as f64;
            (0..count).map(mean).collect()
        };
        let (tiers, techniques) = (runs[0].steps.len(), runs[0].uses.len());
        Some(Self {
            runs: sample.runs,
            mean: sample.mean,
            deviation: (sample.runs > 1).then(|| sample.spread().sqrt()),
            quartiles: [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&totals, share)),
            steps: mean(tiers, &|run, tier| f64::from(run.steps[tier])),
            uses: mean(techniques, &|run, row| f64::from(run.uses[row])),
            checks: mean(tiers, &|run, tier| run.checks[tier]),
        })
    }

    /// Returns the standard error of the mean; `None` for a single run.
    pub fn standard_error(&self) -> Option<f64> {
        self.deviation.map(|deviation| deviation / f64::from(self.runs).sqrt())
    }
}
