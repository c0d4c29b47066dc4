//! Searches that climb in the requested measure, compared with plain mining.
//!
//! ```sh
//! # target (score, er, capacity), strategy (auto, climb, transplant, elite, weaken), CPU seconds, RNG seed
//! cargo run --release -p seeddb-lab --bin climb -- score climb 45 1
//! ```
//!
//! One thread, until its CPU seconds (as Linux counts them) are over. It counts the different seeds
//! (twins) and cruxes that reach the target: a score of 10,000 at tier 5, ER 8.5, or tier 4 with a
//! capacity of 500; a line each CPU minute. `auto` and `vicinity` make puzzles as `mine` does,
//! `auto` of random puzzles (at tier 4, which is rare, of neighbours). `climb` follows neighbours
//! that are not lower, after Beer (2011), and begins again, half of the times from a find, when 60
//! in a row brought nothing new; `transplant` does the same and puts every other puzzle on another
//! solution grid. `elite` makes neighbours of the highest of some known puzzles of the tier, and
//! measures only what is new and may reach the target. `weaken` does the same, and mostly
//! takes clues away from a refill of a find, as long as it has one solution. What is known of tier 4 at the beginning is
//! the starter seeds below the target.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, bail};
use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use seeddb::board::Puzzle;
use seeddb::generate::{minimal, minimize, solution};
use seeddb::logic::{Grade, Ladder, grade};
use seeddb::mine::{Choice, Pool, Progress, Request, mine, neighbour, starter, starter_by_rating};
use seeddb::rating::er::Score;
use seeddb::rating::{hsolve, se, stop::Stop};
use seeddb::record::Seed;
use seeddb::refill::{Prepared, RefillTarget, transplants};
use seeddb::symmetry::{ClueSymmetry, Crux, Key, Transform};

/// The number of puzzles in a row without a new one, after which a climb starts again.
const OLD: u32 = 60;
/// One puzzle in this many is a neighbour where `auto` makes random ones.
const NEAR: u64 = 8;
/// One puzzle in this many is a random one where `elite` makes neighbours.
const FAR: u64 = 16;
/// One puzzle in this many is a neighbour where `weaken` takes clues away.
const WEAKER: u32 = 8;
/// Solutions of a turned seed of which one is taken for a transplant.
const TURNED: usize = 32;
/// Known puzzles of which `elite` takes the highest.
const PICKED: usize = 8;
/// A puzzle of a lower rest of the score, as a share of the target, is not measured further.
const REST: f64 = 0.4;
/// Refills looked at first, and different ones among them without which a capacity is not measured.
const LOOK: usize = 100;
const FEW: usize = 75;
/// CPU seconds between two lines.
const LINE: f64 = 60.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Score,
    Er,
    Capacity,
}

/// A measured puzzle.
struct Measured {
    height: f64,
    /// Whether `mine` would take it for a seed of the tier.
    is_of_tier: bool,
    twin: Key,
    crux: Option<Crux>,
}

impl Target {
    fn goal(self) -> f64 {
        match self {
            Self::Score => 10_000.0,
            Self::Er => 8.5,
            Self::Capacity => 500.0,
        }
    }

    fn measure(self, puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> Measured {
        let ladder = Ladder::hsolve();
        let own = grade(ladder, puzzle);
        let prepared = Prepared::graded(ladder, puzzle, &own, None);
        let (height, is_of_tier) = match self {
            Self::Score if own.tier == 5 => {
                (hsolve::score(ladder, puzzle, &own).map_or(0.0, |score| score.mean), true)
            }
            Self::Er => {
                let rating = se::rate_canonical(puzzle, Stop::NEVER).ok();
                let er = rating.map_or(0.0, |(_, rating)| f64::from(rating.er.tenths()) / 10.0);
                (er, er >= 7.0)
            }
            Self::Capacity if own.tier == 4 => {
                (f64::from(prepared.capacity(ClueSymmetry::None, rng).different), true)
            }
            Self::Score | Self::Capacity => (0.0, false),
        };
        Measured { height, is_of_tier, twin: prepared.twin(), crux: Crux::of(&own.stuck) }
    }
}

/// What `elite` knows: twins measured, and the rating of cruxes.
#[derive(Default)]
struct Memory {
    twins: HashSet<Key>,
    ers: HashMap<Crux, f64>,
}

impl Target {
    /// [`measure`](Self::measure), but `None` for what is not new or cannot reach the target.
    fn measure_new(
        self,
        puzzle: &Puzzle,
        memory: &mut Memory,
        rng: &mut ChaCha8Rng,
    ) -> Option<Measured> {
        let ladder = Ladder::hsolve();
        let own = grade(ladder, puzzle);
        let is_of_tier = match self {
            Self::Score => own.tier == 5,
            Self::Er => own.tier >= 5,
            Self::Capacity => own.tier == 4,
        };
        if !is_of_tier {
            return None;
        }
        let prepared = Prepared::graded(ladder, puzzle, &own, None);
        let twin = prepared.twin();
        if !memory.twins.insert(twin) {
            return None;
        }
        let crux = Crux::of(&own.stuck);
        let height = match self {
            Self::Score => {
                let rest = hsolve::rest(ladder, prepared.form(), &own)?;
                if rest.mean < REST * self.goal() {
                    return None;
                }
                let prepared = Prepared::graded(ladder, puzzle, &own, Some(rest));
                prepared.score(puzzle.clues())?.mean
            }
            Self::Er => {
                let rate = || {
                    let rating = se::rate_canonical(puzzle, Stop::NEVER).ok();
                    rating.map_or(0.0, |(_, rating)| f64::from(rating.er.tenths()) / 10.0)
                };
                *memory.ers.entry(crux?).or_insert_with(rate)
            }
            Self::Capacity => {
                let wish = RefillTarget::default();
                let refills = (0..LOOK).filter_map(|_| prepared.refill(&wish, rng));
                let different: HashSet<Key> = refills.map(|clues| prepared.key(clues)).collect();
                if different.len() < FEW {
                    return None;
                }
                f64::from(prepared.capacity(ClueSymmetry::None, rng).different)
            }
        };
        Some(Measured { height, is_of_tier, twin, crux })
    }
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, strategy, seconds, rng_seed] = &arguments[..] else {
        bail!("give a target, a strategy, CPU seconds, and an RNG seed");
    };
    let target = target_of(target)?;
    if strategy == "mine" {
        return mine_for(target, seconds.parse()?, rng_seed.parse()?);
    }
    let (does_climb, does_transplant) = match strategy.as_str() {
        "auto" | "vicinity" | "elite" | "weaken" => (false, false),
        "climb" => (true, false),
        "transplant" => (true, true),
        _ => bail!("a strategy is auto, vicinity, climb, transplant, elite, weaken or mine"),
    };
    let does_weaken = strategy == "weaken";
    let is_elite = does_weaken || strategy == "elite";
    let mut refilled: Vec<Prepared> = Vec::new();
    let does_random = strategy == "auto" && target != Target::Capacity;
    let (seconds, rng_seed): (f64, u64) = (seconds.parse()?, rng_seed.parse()?);
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);

    // Puzzles of the tier with their heights, and those of them that reach the target.
    let (mut known, mut hits) = (Vec::new(), Vec::new());
    let (mut memory, mut cruxes) = (Memory::default(), HashSet::new());
    if target == Target::Capacity {
        known = of_tier_4(&mut memory)?;
    }
    let (mut tried, mut restarts, mut old) = (0_u64, 0, 0);
    let mut now: Option<(Puzzle, f64)> = None;
    let (begun, mut line) = (cpu_seconds()?, LINE);
    loop {
        let spent = cpu_seconds()? - begun;
        if spent >= line.min(seconds) {
            println!(
                "{}\t{strategy}\t{spent:.0} s\t{tried} tried\t{restarts} begun\t{} of tier\t{} seeds\t{} cruxes",
                arguments[0],
                known.len(),
                hits.len(),
                cruxes.len()
            );
            line += LINE;
        }
        if spent >= seconds {
            return Ok(());
        }
        tried += 1;
        let from = if does_climb {
            now.map(|(puzzle, _)| puzzle)
        } else if is_elite && (target == Target::Capacity || !tried.is_multiple_of(FAR)) {
            highest(&known, &mut rng)
        } else if is_elite || does_random && !tried.is_multiple_of(NEAR) {
            None
        } else {
            known.choose(&mut rng).map(|(puzzle, _)| *puzzle)
        };
        let weaker =
            (does_weaken && rng.random_range(0..WEAKER) > 0).then(|| weakened(&refilled, &mut rng));
        let puzzle = match from {
            _ if weaker.is_some() => weaker.flatten(),
            Some(from) if does_transplant && rng.random() => transplanted(&from, &mut rng),
            Some(from) => neighbour(&from, ClueSymmetry::None, |_| true, &mut rng),
            None if does_climb => {
                restarts += 1;
                let found = hits.choose(&mut rng).filter(|_| rng.random());
                let found = found.copied().or_else(|| {
                    let chosen = || known.choose(&mut rng).map(|(puzzle, _)| *puzzle);
                    (target == Target::Capacity).then(chosen)?
                });
                found.or_else(|| Some(random(&mut rng)))
            }
            None => Some(random(&mut rng)),
        };
        let Some(puzzle) = puzzle else { continue };
        let (own, is_new) = if is_elite {
            let Some(own) = target.measure_new(&puzzle, &mut memory, &mut rng) else { continue };
            (own, true)
        } else {
            let own = target.measure(&puzzle, &mut rng);
            let is_new = own.is_of_tier && memory.twins.insert(own.twin);
            (own, is_new)
        };
        let is_hit = own.height >= target.goal();
        if is_new {
            known.push((puzzle, own.height));
            if is_hit {
                hits.push(puzzle);
                if does_weaken {
                    refilled.push(prepared(&puzzle));
                }
                cruxes.extend(own.crux);
            }
        }
        // All that reach the target are as good.
        let height = own.height.min(target.goal());
        let is_higher = now.is_none_or(|(_, best)| height > best);
        old = if is_higher || is_new && is_hit { 0 } else { old + 1 };
        if now.is_none_or(|(_, best)| height >= best) {
            now = Some((puzzle, height));
        }
        if old >= OLD {
            (now, old) = (None, 0);
        }
    }
}

/// The starter seeds of tier 4 below the target, with their capacities.
fn of_tier_4(memory: &mut Memory) -> anyhow::Result<Vec<(Puzzle, f64)>> {
    let mut known = Vec::new();
    for seed in starter() {
        let own = seed.grading(Ladder::HSOLVE).context("a starter seed is graded")?;
        if own.tier == 4 && seed.symmetry == ClueSymmetry::None && own.capacity < 500 {
            memory.twins.insert(own.twin);
            known.push((seed.puzzle, f64::from(own.capacity)));
        }
    }
    Ok(known)
}

fn prepared(puzzle: &Puzzle) -> Prepared {
    let ladder = Ladder::hsolve();
    Prepared::graded(ladder, puzzle, &grade(ladder, puzzle), None)
}

/// The highest of some of the known puzzles.
fn highest(known: &[(Puzzle, f64)], rng: &mut ChaCha8Rng) -> Option<Puzzle> {
    let picked = known.sample(rng, PICKED).max_by(|one, other| one.1.total_cmp(&other.1));
    picked.map(|(puzzle, _)| *puzzle)
}

/// A refill of a find with fewer clues, if it has some too many.
fn weakened(finds: &[Prepared], rng: &mut ChaCha8Rng) -> Option<Puzzle> {
    let seed = finds.choose(rng)?;
    let refill = seed.refill(&RefillTarget::default(), rng)?;
    let weaker = minimize(&seed.puzzle(refill)?, ClueSymmetry::None, rng);
    (weaker.clues() != refill).then_some(weaker)
}

/// The target of this name.
fn target_of(name: &str) -> anyhow::Result<Target> {
    match name {
        "score" => Ok(Target::Score),
        "er" => Ok(Target::Er),
        "capacity" => Ok(Target::Capacity),
        _ => bail!("a target is score, er or capacity"),
    }
}

/// `mine`, with the starter seeds known, as a new database has them.
fn mine_for(target: Target, seconds: f64, rng_seed: u64) -> anyhow::Result<()> {
    let mut request = match target {
        Target::Score => Request::new(Ladder::hsolve(), 5),
        Target::Er => {
            Request::new(se::ladder(), se::tier_of(Score::from_tenths(85)).context("a rating")?)
        }
        Target::Capacity => Request::new(Ladder::hsolve(), 4),
    };
    request.rng_seed = rng_seed;
    match target {
        Target::Score => {
            let reaches = |seed: &Seed| {
                let scores = seed.grading(Ladder::HSOLVE).and_then(|own| own.scores);
                scores.is_some_and(|(_, most)| most >= Target::Score.goal())
            };
            // As the bounds of a request have it.
            let may_be = |puzzle: &Puzzle, own: &Grade| {
                let score = hsolve::score(Ladder::hsolve(), puzzle, own);
                score.is_some_and(|score| 1.6 * score.mean >= Target::Score.goal())
            };
            request.choice = Some(Choice { may_be: Arc::new(may_be), is: Arc::new(reaches) });
        }
        Target::Er => {
            request.last = se::scores().next_back().and_then(se::tier_of).context("a rating")?;
            request.others = vec![Ladder::hsolve().clone()];
        }
        Target::Capacity => request.min_capacity = Some(500),
    }
    let seeds = match target {
        Target::Er => starter_by_rating(&(request.tier..=request.last)),
        Target::Score | Target::Capacity => starter(),
    };
    let (begun, mut line, stop) = (cpu_seconds()?, LINE, AtomicBool::new(false));
    let (mut found, mut cruxes) = (0, HashSet::new());
    let pool = Pool::of_seeds(&request, &seeds);
    let report = |seeds: Vec<Seed>, progress: &Progress| -> anyhow::Result<()> {
        found += seeds.len();
        cruxes.extend(seeds.iter().filter_map(Seed::crux));
        let spent = cpu_seconds()? - begun;
        if spent >= line.min(seconds) {
            let (tried, measured, cruxes) = (progress.tried, progress.measured, cruxes.len());
            println!(
                "{target:?}\tmine\t{spent:.0} s\t{tried} tried\t{measured} measured\t{found} seeds\t{cruxes} cruxes"
            );
            line += LINE;
        }
        stop.store(spent >= seconds, Ordering::Relaxed);
        Ok(())
    };
    let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    threads.install(|| mine(&request, pool, &stop, report))?;
    Ok(())
}

fn random(rng: &mut ChaCha8Rng) -> Puzzle {
    minimal(&solution(rng), ClueSymmetry::None, rng)
}

/// Returns a refill of the seed on another solution grid.
fn transplanted(seed: &Puzzle, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
    let seed = Transform::random_keeping(ClueSymmetry::None, rng).apply_puzzle(seed);
    let (ladder, own) = (Ladder::hsolve(), grade(Ladder::hsolve(), &seed));
    let other = *transplants(seed.solution(), &own, TURNED).choose(rng)?;
    let prepared = Prepared::transplanted(ladder, &other, &own);
    prepared.puzzle(prepared.refill(&RefillTarget::default(), rng)?)
}

/// The CPU seconds of all threads so far.
fn cpu_seconds() -> anyhow::Result<f64> {
    let threads = std::fs::read_dir("/proc/self/task").context("CPU time needs Linux")?;
    let each = threads.map(|thread| {
        let text = std::fs::read_to_string(thread?.path().join("schedstat"))?;
        let first = text.split(' ').next().context("no CPU time")?;
        Ok(first.parse::<u64>()? as f64 / 1e9)
    });
    each.sum()
}
