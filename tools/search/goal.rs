//! Seeds that give many puzzles of a [`Goal`].

use std::collections::{HashMap, HashSet};
use std::ops::{Bound, RangeInclusive};
use std::str::FromStr;

use anyhow::{Context as _, bail};
use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use seeddb::board::{Puzzle, Solution};
use seeddb::generate::{minimal, solution};
use seeddb::logic::{Ladder, Technique, grade};
use seeddb::mine::{neighbour, starter};
use seeddb::rating::levels::{LevelTable, Target};
use seeddb::refill::{Prepared, Wish};
use seeddb::symmetry::{GridForm, Key};

/// Refills that tell what a puzzle is worth: the number of different ones among them that meet the goal.
const TRIES: usize = 200;
/// If none of so many meets the goal, the others are not tried.
const FIRST: usize = 32;
/// The most seeds of one solution grid.
const PER_GRID: usize = 2;
/// Puzzles to search around: the best so far.
const AROUND: usize = 200;
/// Starter seeds looked at first.
const KNOWN: usize = 1_000;
/// One attempt of so many is a random puzzle.
const RANDOM: u32 = 8;

/// What the puzzles of a seed are to be like.
pub struct Goal {
    tier: u8,
    level: Option<Target>,
    /// The symmetry and the number of the clues.
    wish: Wish,
    /// The ladder up to the tier without a technique of it, which must not do.
    without: Option<Ladder>,
    /// The least worth of a seed.
    worth: usize,
    /// The search ends after so many attempts.
    attempts: u64,
}

/// As `tier=5 symmetry=rot90 level=expert clues=19..21 technique=naked-quad worth=60 attempts=100000`: only the tier is needed.
impl FromStr for Goal {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let ladder = Ladder::hsolve();
        let mut goal = Self {
            tier: 0,
            level: None,
            wish: Wish::default(),
            without: None,
            worth: 60,
            attempts: u64::MAX,
        };
        for field in text.split_whitespace() {
            let (key, value) = field.split_once('=').context("a goal is made of key=value")?;
            match key {
                "tier" => goal.tier = value.parse()?,
                "level" => goal.level = Some(LevelTable::default().target(ladder, value)?),
                "symmetry" => goal.wish.symmetry = value.parse()?,
                "clues" => goal.wish.clues = Some(range(value)?),
                "technique" => goal.without = Some(without(ladder, value)?),
                "worth" => goal.worth = value.parse()?,
                "attempts" => goal.attempts = value.parse()?,
                _ => bail!("a goal has no {key}"),
            }
        }
        let level = goal.level.as_ref();
        if let Some(range) = level.and_then(|level| level.scores_at(goal.tier)) {
            goal.wish.scores = Some((Bound::Included(range.start), Bound::Excluded(range.end)));
        }
        Ok(goal)
    }
}

fn range(text: &str) -> anyhow::Result<RangeInclusive<usize>> {
    let (first, last) = text.split_once("..").context("a range is two numbers, as 19..21")?;
    Ok(first.parse()?..=last.parse()?)
}

/// The ladder up to the tier of the technique of this name, but for it and larger ones of its kind in that tier.
fn without(ladder: &Ladder, name: &str) -> anyhow::Result<Ladder> {
    let plain = |technique: &Technique| technique.name().to_lowercase().replace(' ', "-");
    let technique = ladder.techniques().find(|technique| plain(technique) == name);
    let technique = technique.with_context(|| format!("no technique {name}"))?;
    let tier = ladder.tier_of(technique).unwrap_or(ladder.beyond());
    let rest = |tier: u8| -> Vec<Technique> {
        ladder.rows(tier).iter().copied().filter(|one| *one != technique).collect()
    };
    let tiers: Vec<Vec<Technique>> = (0..=tier).map(rest).filter(|rest| !rest.is_empty()).collect();
    let tiers: Vec<&[Technique]> = tiers.iter().map(Vec::as_slice).collect();
    Ok(Ladder::new("without/1", &tiers)?)
}

/// Looks for seeds, and prints those that it finds: puzzle, clue symmetry, tier and worth.
pub fn search(count: u64, rng_seed: u64, goal: &Goal) {
    let symmetry = goal.wish.symmetry;
    let ladder = Ladder::hsolve();
    let mut around: Vec<(usize, Puzzle)> = Vec::new();
    let mut twins: HashSet<Key> = HashSet::new();
    let mut first = ChaCha8Rng::seed_from_u64(rng_seed);
    for seed in starter() {
        let grading = seed.grading(ladder.id()).filter(|grading| grading.tier == goal.tier);
        let Some(grading) = grading else { continue };
        let is_new = twins.insert(grading.twin);
        if is_new && seed.symmetry == symmetry && around.len() < KNOWN {
            let worth = goal.worth_of(&seed.puzzle, &mut HashSet::new(), &mut first);
            around.extend(worth.map(|worth| (worth, seed.puzzle)));
        }
    }
    keep_best(&mut around);
    let mut grids: HashMap<Solution, usize> = HashMap::new();
    let mut found = 0;
    for attempt in 0..goal.attempts {
        if found >= count {
            return;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
        rng.set_stream(attempt + 1);
        let centre = around.choose(&mut rng).filter(|_| !rng.random_ratio(1, RANDOM));
        let puzzle = match centre {
            Some((_, centre)) => neighbour(centre, symmetry, |_| true, &mut rng),
            None => Some(minimal(&solution(&mut rng), symmetry, &mut rng)),
        };
        let Some(puzzle) = puzzle else { continue };
        let Some(worth) = goal.worth_of(&puzzle, &mut twins, &mut rng) else { continue };
        around.push((worth, puzzle));
        if around.len() > 2 * AROUND {
            keep_best(&mut around);
        }
        if worth < goal.worth {
            continue;
        }
        let of_grid = grids.entry(*GridForm::of(puzzle.solution()).solution()).or_default();
        if *of_grid < PER_GRID {
            *of_grid += 1;
            found += 1;
            println!("{puzzle}\t{symmetry}\t{}\t{worth}", goal.tier);
        }
    }
    eprintln!("{found} found in {} attempts", goal.attempts);
}

fn keep_best(around: &mut Vec<(usize, Puzzle)>) {
    around.sort_by(|(one, _), (other, _)| other.cmp(one));
    around.truncate(AROUND);
}

impl Goal {
    /// How many different refills of some meet the goal; none if none does, or the puzzle is a twin of one seen.
    fn worth_of(
        &self,
        puzzle: &Puzzle,
        twins: &mut HashSet<Key>,
        rng: &mut ChaCha8Rng,
    ) -> Option<usize> {
        let ladder = Ladder::hsolve();
        let grade = grade(ladder, puzzle);
        if grade.tier != self.tier {
            return None;
        }
        let does = |left: &Ladder| seeddb::logic::grade(left, puzzle).tier < left.beyond();
        if self.without.as_ref().is_some_and(does) {
            return None;
        }
        let prepared = match self.wish.scores {
            Some(_) => Prepared::new(ladder, puzzle, &grade),
            None => Prepared::graded(ladder, puzzle, &grade, None),
        };
        if !twins.insert(prepared.twin()) {
            return None;
        }
        let mut seen = HashSet::new();
        for number in 0..TRIES {
            if number == FIRST && seen.is_empty() {
                return None;
            }
            if let Ok(aimed) = prepared.aimed(&self.wish, rng) {
                seen.insert(aimed.image.key);
            }
        }
        Some(seen.len())
    }
}
