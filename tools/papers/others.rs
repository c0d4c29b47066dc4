//! The tables of Beer; Chang, Fan and Sun; Chen and Elamri.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use seeddb::board::{CellSet, Grid, Puzzle};
use seeddb::draw;
use seeddb::generate::{Climb, Filler, Standard, fill_with_restarts};
use seeddb::logic::{Ladder, grade};
use seeddb::rating::branch::{Choice, branches};
use seeddb::rating::hsolve;
use seeddb::refill::{Prepared, Wish};
use seeddb::symmetry::Key;

/// Work number `i` with a generator of its own.
fn stream(rng_seed: u64, i: usize) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    rng.set_stream(i as u64);
    rng
}

/// Mean and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}

fn score(puzzle: &Puzzle) -> f64 {
    hsolve::score(Ladder::hsolve(), puzzle, &grade(Ladder::hsolve(), puzzle))
        .map_or(f64::NAN, |score| score.mean)
}

pub fn climb(count: usize, rng_seed: u64) {
    let climb = Climb::default();
    let scores: Vec<f64> = (0..count)
        .into_par_iter()
        .filter_map(|i| {
            let mut rng = stream(rng_seed, i);
            let grid = Filler::TopBand.solution(&mut rng);
            climb.attempt(&grid, &|| false, &mut rng)
        })
        .map(|puzzle| f64::from(branches(&puzzle, Choice::CellsAndHouses).score()))
        .collect();
    let (mean, error) = mean(&scores);
    println!(
        "{count} puzzles of {} iterations: mean score {mean:.0} +- {error:.0}",
        climb.iterations
    );
    println!(
        "   score  puzzles   (the paper prints its histogram as a picture; its four samples: 253, 451, 551, 953)"
    );
    for hundred in 0..=scores.iter().fold(0.0, |a: f64, &b| a.max(b)) as usize / 100 {
        let puzzles = scores.iter().filter(|&&score| score as usize / 100 == hundred).count();
        let bar = "#".repeat((60 * puzzles).div_ceil(count));
        println!("{:>4}..{:<4} {puzzles:>5}   {bar}", 100 * hundred, 100 * hundred + 99);
    }
}

pub fn standard(count: usize, rng_seed: u64) {
    const BOUNDS: [f64; 4] = [317.0, 599.0, 929.0, 2762.0];
    let (mut made, mut attempts) = (Vec::new(), 0);
    while made.len() < count {
        let window: Vec<Option<Puzzle>> = (attempts..attempts + 256)
            .into_par_iter()
            .map(|i| Standard.attempt(&mut stream(rng_seed, i)))
            .collect();
        for puzzle in window {
            if made.len() < count {
                attempts += 1;
                made.extend(puzzle);
            }
        }
    }
    let scores: Vec<f64> = made.par_iter().map(score).collect();
    let clues: Vec<f64> = made.iter().map(|puzzle| puzzle.clues().len() as f64).collect();
    let invalid = attempts - count;
    println!(
        "{count} boards, {invalid} contradictions: {:.0} in 100 boards [30]",
        100.0 * invalid as f64 / count as f64
    );
    println!("mean clues {:.2} +- {:.2}", mean(&clues).0, mean(&clues).1);
    let mut ours = [0; 5];
    for score in &scores {
        ours[BOUNDS.iter().filter(|&bound| score >= bound).count()] += 1;
    }
    // The paper does not say where the other 316 are: most likely below its least bound.
    println!("m(B)   below 317   317-598   599-928  929-2761     2762-");
    for (name, [a, b, c, d, e]) in [("paper", [316, 598, 49, 32, 5]), ("ours", ours)] {
        println!("{name:<6} {a:>9} {b:>9} {c:>9} {d:>9} {e:>9}");
    }
    let mut sorted = scores;
    sorted.sort_by(f64::total_cmp);
    let at = |share: f64| sorted[(share * (sorted.len() - 1) as f64) as usize];
    println!(
        "m(B), median and the middle half: {:.0}, {:.0} to {:.0}",
        at(0.5),
        at(0.25),
        at(0.75)
    );
    let tiers: Vec<u8> =
        made.par_iter().map(|puzzle| grade(Ladder::hsolve(), puzzle).tier).collect();
    let mut of_tier = [0; 7];
    for tier in tiers {
        of_tier[usize::from(tier)] += 1;
    }
    println!("top tiers 0 to 6: {of_tier:?}");
}

pub fn pseudo(count: usize, rng_seed: u64) -> anyhow::Result<()> {
    let sho: Grid =
        "000000605000300090080004001040020970000000000031080060900600020010007000504000000"
            .parse()?;
    let seed = Puzzle::new(&sho)?;
    let prepared = Prepared::new(Ladder::hsolve(), &seed, &grade(Ladder::hsolve(), &seed));
    let own = score(&seed);
    println!("\"Riddle of Sho\": m(B) {own:.0} [8122]");
    let print = |name: &str, puzzles: &[Puzzle], printed: &str| {
        let scores: Vec<f64> = puzzles.par_iter().map(score).collect();
        let clues = puzzles.iter().map(|puzzle| puzzle.clues().len()).sum::<usize>();
        let different: std::collections::HashSet<Key> = puzzles.iter().map(Key::of).collect();
        let (mean, error) = mean(&scores);
        println!(
            "{name}: {} puzzles, {} essentially different, mean clues {:.1}: mean m(B) {mean:.0} +- {error:.0}, {:.3} of the seed's {printed}",
            puzzles.len(),
            different.len(),
            clues as f64 / puzzles.len() as f64,
            mean / own,
        );
    };
    let mut rng = stream(rng_seed, 0);
    let ours: Vec<Puzzle> =
        (0..count).filter_map(|_| draw::one(&prepared, &Wish::default(), &mut rng)).collect();
    print("ours, thinned", &ours, "[7111, 0.876 of 8122]");
    let full: CellSet = !prepared.grade().reserved();
    print("all unreserved cells shown", &[Puzzle::new(&seed.solution().keep(full))?; 2], "");
    Ok(())
}

pub fn cycles(count: usize, rng_seed: u64) {
    let cycles: Vec<f64> = (0..count)
        .into_par_iter()
        .map(|i| fill_with_restarts(&mut stream(rng_seed, i)).1 as f64)
        .collect();
    let (mean, error) = mean(&cycles);
    println!(
        "{count} grids: {mean:.1} +- {error:.1} cycles [257 in 76 grids: +- {:.0}]",
        257.0 / 76.0_f64.sqrt()
    );
}
