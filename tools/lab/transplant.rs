//! Other solution grids that keep the hardest part of a seed, and the number of starter seeds with
//! such grids.
//!
//! ```sh
//! # seeds of each tier, seconds for each seed, RNG seed
//! cargo run --release -p seeddb-lab --bin transplant -- 40 5 20261128
//! ```
//!
//! For random starter seeds of tiers 1 to 5 it counts the solutions that keep the stuck state, up
//! to a million, and takes random ones while its seconds last. Each is checked: a refill of it is
//! solved and graded again, and has the tier, the crux and (above 4.4) the ER of the seed. It
//! prints the seeds by tier and reserved cells: the number that have another grid, the median of
//! the count, the number of different seeds up to symmetry (twins), and of their grids, among those
//! taken.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use seeddb::board::Puzzle;
use seeddb::logic::{Ladder, grade};
use seeddb::mine::{rating_of_starter, starter};
use seeddb::rating::er::Score;
use seeddb::rating::se;
use seeddb::rating::stop::Stop;
use seeddb::refill::{Prepared, RefillTarget, transplants};
use seeddb::symmetry::{ClueSymmetry, Crux, GridForm, Key, Transform};

/// The most solutions counted.
const MOST: usize = 1_000_000;
/// Solutions of a turned seed of which one is taken.
const TURNED: usize = 32;
/// Transplants of a seed whose ER is worked out.
const RATED: usize = 3;
/// Random transplants in a row that are known after which a seed has no more.
const OLD: usize = 200;
/// Ratings above this are those of the stuck state.
const SURE: Score = Score::from_tenths(44);

#[derive(Default)]
struct Row {
    seeds: usize,
    without: usize,
    counts: Vec<usize>,
    taken: Vec<usize>,
    grids: Vec<usize>,
    rated: usize,
    same_rating: usize,
}

fn main() -> anyhow::Result<()> {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [each, seconds, rng_seed] =
        numbers[..].try_into().ok().context("give seeds of each tier, seconds, an RNG seed")?;
    let (ladder, limit) = (Ladder::hsolve(), Duration::from_secs(seconds));
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let all = starter();
    let mut rows: BTreeMap<(u8, usize), Row> = BTreeMap::new();
    for tier in 1..=5 {
        let is_of_tier = |seed: &&seeddb::record::Seed| {
            seed.symmetry == ClueSymmetry::None
                && seed.grading(Ladder::HSOLVE).is_some_and(|own| own.tier == tier)
        };
        for seed in all.iter().filter(is_of_tier).sample(&mut rng, each as usize) {
            let puzzle = &seed.puzzle;
            let own = grade(ladder, puzzle);
            let reserved = own.reserved().len();
            let er = rating_of_starter(puzzle).and_then(|grading| se::score_of(grading.tier));
            let er = er.context("a starter seed has a rating")?;
            let count = transplants(puzzle.solution(), &own, MOST).len();
            let begun = Instant::now();
            let (mut twins, mut grids) = (HashSet::new(), HashSet::new());
            let parent = Prepared::graded(ladder, puzzle, &own, None);
            let (known_twin, known_grid) = (parent.twin(), *parent.form().solution());
            let (mut old, mut rated, mut same_rating) = (0, 0, 0);
            while count > 0 && old < OLD && begun.elapsed() < limit {
                old += 1;
                let turn = Transform::random_keeping(ClueSymmetry::None, &mut rng);
                let turned = turn.apply_puzzle(puzzle);
                let own = grade(ladder, &turned);
                let others = transplants(turned.solution(), &own, TURNED);
                let Some(&other) = others.choose(&mut rng) else { continue };
                let prepared = Prepared::transplanted(ladder, &other, &own);
                if prepared.twin() == known_twin || !twins.insert(prepared.twin()) {
                    continue;
                }
                old = 0;
                let grid = *GridForm::of(&other).solution();
                grids.extend((grid != known_grid).then_some(grid));
                let clues = prepared.refill(&RefillTarget::default(), &mut rng);
                let clues = clues.with_context(|| format!("no refill of {other}"))?;
                let made = Puzzle::new(&other.keep(clues))?;
                let again = grade(ladder, &made);
                ensure!(made.solution() == &other, "{made} has another solution");
                ensure!(again.tier == tier, "{made} has tier {}, not {tier}", again.tier);
                ensure!(Crux::of(&again.stuck) == Crux::of(&own.stuck), "{made}: another crux");
                ensure!(prepared.key(clues) != Key::of(puzzle), "{made} is the seed");
                if rated < RATED {
                    let (_, rating) = se::rate_canonical(&made, Stop::NEVER).ok().context("ER")?;
                    ensure!(er <= SURE || rating.er == er, "{made}: ER {}, not {er}", rating.er);
                    rated += 1;
                    same_rating += usize::from(rating.er == er);
                }
            }
            let row = rows.entry((tier, reserved / 10 * 10)).or_default();
            row.seeds += 1;
            row.without += usize::from(twins.is_empty());
            row.counts.push(count);
            row.taken.push(twins.len());
            row.grids.push(grids.len());
            row.rated += rated;
            row.same_rating += same_rating;
        }
    }
    println!("tier\treserved\tseeds\twith none\tsolutions\tseeds taken\tgrids taken\tER same");
    for ((tier, reserved), mut row) in rows {
        let [counts, taken, grids] =
            [&mut row.counts, &mut row.taken, &mut row.grids].map(|all| median(all));
        println!(
            "{tier}\t{reserved} to {}\t{}\t{}\t{counts}\t{taken}\t{grids}\t{} of {}",
            reserved + 9,
            row.seeds,
            row.without,
            row.same_rating,
            row.rated
        );
    }
    Ok(())
}

fn median(numbers: &mut [usize]) -> usize {
    numbers.sort_unstable();
    numbers[numbers.len() / 2]
}
