//! Searches that climb in the measure asked for, beside plain mining.
//!
//! ```sh
//! # target (score, er, capacity), strategy (auto, vicinity, climb, transplant), CPU seconds, RNG seed
//! cargo run --release -p seeddb-lab --bin climb -- score climb 45 1
//! ```
//!
//! One thread, until its CPU seconds (as Linux counts them) are over. It counts the different seeds
//! (twins) and cruxes that reach the target: a score of 10,000 at tier 5, ER 8.5, or tier 4 with a
//! capacity of 500. `auto` and `vicinity` make puzzles as `mine` does, `auto` of random puzzles (at
//! tier 4, which is rare, of neighbours). `climb` follows neighbours that are not lower, after Beer
//! (2011), and begins again, half of the times from a find, when 60 in a row brought nothing new;
//! `transplant` does the same and puts every other puzzle on another solution grid. What is known
//! of tier 4 at the beginning is the starter seeds below the target.

use std::collections::HashSet;

use anyhow::{Context as _, bail};
use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use seeddb::board::Puzzle;
use seeddb::generate::{minimal, solution};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::{neighbour, starter};
use seeddb::rating::{hsolve, se, stop::Stop};
use seeddb::refill::{Prepared, RefillTarget, transplant};
use seeddb::symmetry::{ClueSymmetry, Crux, Key};

/// Puzzles in a row that brought nothing new, after which a climb begins again.
const OLD: u32 = 60;
/// One puzzle in this many is a neighbour where `auto` makes random ones.
const NEAR: u64 = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
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

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, strategy, seconds, rng_seed] = &arguments[..] else {
        bail!("give a target, a strategy, CPU seconds, and an RNG seed");
    };
    let target = match target.as_str() {
        "score" => Target::Score,
        "er" => Target::Er,
        "capacity" => Target::Capacity,
        _ => bail!("a target is score, er or capacity"),
    };
    let (does_climb, does_transplant) = match strategy.as_str() {
        "auto" | "vicinity" => (false, false),
        "climb" => (true, false),
        "transplant" => (true, true),
        _ => bail!("a strategy is auto, vicinity, climb or transplant"),
    };
    let does_random = strategy == "auto" && target != Target::Capacity;
    let (seconds, rng_seed): (f64, u64) = (seconds.parse()?, rng_seed.parse()?);
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);

    // Puzzles of the tier, and those of them that reach the target.
    let (mut known, mut hits): (Vec<Puzzle>, Vec<Puzzle>) = (Vec::new(), Vec::new());
    let (mut twins, mut cruxes) = (HashSet::new(), HashSet::new());
    if target == Target::Capacity {
        for seed in starter() {
            let own = seed.grading(Ladder::HSOLVE).context("a starter seed is graded")?;
            if own.tier == 4 && seed.symmetry == ClueSymmetry::None && own.capacity < 500 {
                twins.insert(own.twin);
                known.push(seed.puzzle);
            }
        }
    }
    let (mut tried, mut restarts, mut old) = (0_u64, 0, 0);
    let mut now: Option<(Puzzle, f64)> = None;
    let begun = cpu_seconds()?;
    while cpu_seconds()? - begun < seconds {
        tried += 1;
        let from = if does_climb {
            now.map(|(puzzle, _)| puzzle)
        } else if does_random && !tried.is_multiple_of(NEAR) {
            None
        } else {
            known.choose(&mut rng).copied()
        };
        let puzzle = match from {
            Some(from) if does_transplant && rng.random() => transplanted(&from, &mut rng),
            Some(from) => neighbour(&from, ClueSymmetry::None, |_| true, &mut rng),
            None if does_climb => {
                restarts += 1;
                let found = hits.choose(&mut rng).filter(|_| rng.random());
                let found = found.copied().or_else(|| {
                    (target == Target::Capacity).then(|| known.choose(&mut rng).copied())?
                });
                found.or_else(|| Some(random(&mut rng)))
            }
            None => Some(random(&mut rng)),
        };
        let Some(puzzle) = puzzle else { continue };
        let own = target.measure(&puzzle, &mut rng);
        let is_new = own.is_of_tier && twins.insert(own.twin);
        let is_hit = own.height >= target.goal();
        if is_new {
            known.push(puzzle);
            if is_hit {
                hits.push(puzzle);
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
    println!(
        "{}\t{strategy}\t{seconds} s\t{tried} tried\t{restarts} begun\t{} of tier\t{} seeds\t{} cruxes",
        arguments[0],
        known.len(),
        hits.len(),
        cruxes.len()
    );
    Ok(())
}

fn random(rng: &mut ChaCha8Rng) -> Puzzle {
    minimal(&solution(rng), ClueSymmetry::None, rng)
}

/// A refill of the seed on another solution grid.
fn transplanted(seed: &Puzzle, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
    let (ladder, own) = (Ladder::hsolve(), grade(Ladder::hsolve(), seed));
    let other = transplant(seed.solution(), &own, rng)?;
    let prepared = Prepared::transplanted(ladder, &other, &own);
    prepared.puzzle(prepared.refill(&RefillTarget::default(), rng)?)
}

/// The CPU seconds of this thread so far.
fn cpu_seconds() -> anyhow::Result<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").context("CPU time needs Linux")?;
    let first = text.split(' ').next().context("no CPU time")?;
    Ok(first.parse::<u64>()? as f64 / 1e9)
}
