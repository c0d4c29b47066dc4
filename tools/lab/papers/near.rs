//! Chang, Fan and Sun, section 4.3.4: attempts for a puzzle of an interval of scores, from seeds
//! near its middle.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use seeddb::ask::Constraints;
use seeddb::draw::{Draw, MemorySeeds, Request, Share};
use seeddb::logic::Ladder;
use seeddb::mine::starter;
use seeddb::record::Seed;
use seeddb::refill::{Prepared, RefillTarget, WrongSeed};

use super::others::stream;

/// The intervals, and the attempts that the authors needed.
const INTERVALS: [(f64, f64, f64); 5] = [
    (0.0, 317.0, 3.0),
    (317.0, 599.0, 2.5),
    (599.0, 929.0, 2.5),
    (929.0, 2762.0, 6.9),
    (2762.0, 20_958.0, 25.0),
];
/// The number of nearest seeds that the paper's rule uses one after the other.
const NEAREST: usize = 100;

pub fn print(count: usize, rng_seed: u64) -> anyhow::Result<()> {
    let seeds = starter();
    for (from, to, theirs) in INTERVALS {
        let middle = f64::midpoint(from, to);
        let by_rule = by_rule(&seeds, (from, to), count, rng_seed)?;
        let score = Some(from..=to.next_down());
        let bounds = Constraints { score, ..Constraints::default() };
        let drawn = drawn(&seeds, &bounds, count, rng_seed)?;
        let aimed = Constraints { aim: Some(middle), ..bounds };
        let aimed = self::drawn(&seeds, &aimed, count, rng_seed)?;
        println!(
            "{from} to {to}: [{theirs}] attempts a puzzle; the paper's rule {:.2}, off the middle by {:.0}; \
             bounds {:.2}, {:.0}; aim {:.2}, {:.0}",
            by_rule.0, by_rule.1, drawn.0, drawn.1, aimed.0, aimed.1,
        );
    }
    Ok(())
}

/// Attempts a puzzle, and how far the scores are from the middle, on the average.
type Outcome = (f64, f64);

/// Makes thinned refills of the seeds whose scores are nearest to the middle, until `count`
/// different ones are within the interval.
fn by_rule(
    seeds: &[Seed],
    (from, to): (f64, f64),
    count: usize,
    rng_seed: u64,
) -> anyhow::Result<Outcome> {
    let middle = f64::midpoint(from, to);
    let off = |seed: &Seed| {
        let score = seed.gradings.first().and_then(|grading| grading.score);
        score.map_or(f64::INFINITY, |score| (score.mean - middle).abs())
    };
    let mut nearest: Vec<&Seed> = seeds.iter().collect();
    nearest.sort_by(|a, b| off(a).total_cmp(&off(b)));
    nearest.truncate(NEAREST);
    let prepared = nearest.iter().map(|seed| Prepared::of_seed(Ladder::hsolve(), seed));
    let prepared = prepared.collect::<Result<Vec<Prepared>, WrongSeed>>()?;
    let (mut attempts, mut sum, mut keys) = (0, 0.0, HashSet::new());
    while keys.len() < count && attempts < 1_000 * count {
        let mut rng = stream(rng_seed, attempts);
        let own = &prepared[attempts % prepared.len()];
        attempts += 1;
        let Ok(found) = own.aimed(&RefillTarget::default(), &mut rng) else { continue };
        let Some(score) = own.score_of(&found.image) else { continue };
        if (from..to).contains(&score.mean) && keys.insert(found.image.key) {
            sum += (score.mean - middle).abs();
        }
    }
    let found = keys.len() as f64;
    Ok((attempts as f64 / found, sum / found))
}

/// Draws until `count` different puzzles are within the interval.
fn drawn(
    seeds: &[Seed],
    asked: &Constraints,
    count: usize,
    rng_seed: u64,
) -> anyhow::Result<Outcome> {
    let mut request = Request::new(Ladder::hsolve(), None, asked)?;
    (request.share, request.rng_seed) = (Share::Fair(count as u32), rng_seed);
    let score =
        asked.score.as_ref().map_or(0.0, |range| f64::midpoint(*range.start(), *range.end()));
    let all_new = |keys: &[_]| Ok::<_, WrongSeed>(vec![true; keys.len()]);
    let mut supply = MemorySeeds::new(&request, seeds, |_| 0, all_new);
    let (mut draw, never, mut off, mut found) =
        (Draw::new(request, 0, 0), AtomicBool::new(false), 0.0, 0);
    while found < count && !draw.is_used_up() {
        for puzzle in draw.more(count - found, &never, &mut supply)? {
            off += puzzle.score().map_or(0.0, |own| (own - score).abs());
            found += 1;
        }
    }
    Ok((draw.attempts() as f64 / found as f64, off / found as f64))
}
