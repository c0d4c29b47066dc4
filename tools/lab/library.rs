//! Measures library calls: `draw::one` and the score of a refill, for starter seeds, without a
//! ledger, on one thread.
//!
//! `cargo run --release -p seeddb-lab --bin library [-- SEEDS CALLS]`: SEEDS seeds of each tier
//! (200), and CALLS calls for each seed (50). Prints microseconds, median and 99th percentile: to
//! prepare a seed, for the first call on it, for the later calls, for the score of one refill of
//! each seed; last, the number of such scores per second. The puzzles are checked afterwards.

use std::env;
use std::time::Instant;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use seeddb::board::Puzzle;
use seeddb::draw;
use seeddb::logic::{Ladder, grade};
use seeddb::mine::starter;
use seeddb::record::Seed;
use seeddb::refill::{Prepared, RefillTarget};

/// Returns the result of `work`, and adds its microseconds to `times`.
fn timed<T>(times: &mut Vec<f64>, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    times.push(start.elapsed().as_secs_f64() * 1e6);
    result
}

/// Writes median and 99th percentile.
fn spread(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    format!("{:>8.1} {:>8.1}", at(0.5), at(0.99))
}

fn tier(tier: u8, seeds: &[&Seed], calls: usize, rng: &mut ChaCha8Rng) {
    let (mut prepare, mut first, mut later, mut score) = (vec![], vec![], vec![], vec![]);
    let mut made = vec![];
    let wish = RefillTarget::default();
    for seed in seeds {
        let prepared = timed(&mut prepare, || Prepared::of_seed(Ladder::hsolve(), seed));
        let prepared = prepared.expect("starter seeds are graded");
        made.extend(timed(&mut first, || draw::one(&prepared, &wish, rng)));
        for _ in 1..calls {
            made.extend(timed(&mut later, || draw::one(&prepared, &wish, rng)));
        }
        let clues = prepared.refill(&wish, rng).expect("as all others");
        let has_score = timed(&mut score, || prepared.score(clues)).is_some();
        assert_eq!(has_score, Ladder::hsolve().has_score(tier));
    }
    assert_eq!(made.len(), seeds.len() * calls, "without a filter every refill comes off");
    for puzzle in made.iter().step_by(7) {
        let proved = Puzzle::new(&puzzle.grid()).expect("one solution");
        assert_eq!(
            (proved.solution(), grade(Ladder::hsolve(), &proved).tier),
            (puzzle.solution(), tier)
        );
    }
    let rate = 1e6 * score.len() as f64 / score.iter().sum::<f64>();
    let [prepare, first, later, score] = [prepare, first, later, score].map(spread);
    print!("{tier:>4} {:>6} | {prepare} | {first} | {later}", seeds.len());
    println!(
        "{}",
        if Ladder::hsolve().has_score(tier) {
            format!(" | {score} {rate:>8.0}")
        } else {
            String::new()
        }
    );
}

fn main() {
    let mut args = env::args().skip(1).map(|arg| arg.parse().expect("a number"));
    let (most, calls): (usize, usize) = (args.next().unwrap_or(200), args.next().unwrap_or(50));
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_121);
    let mut seeds = starter();
    seeds.shuffle(&mut rng);
    println!("microseconds    | prepare a seed    | first call        | later calls       | score");
    let columns = "|   median      99% ".repeat(4);
    println!("tier  seeds {columns}/second");
    for number in Ladder::hsolve().tiers() {
        let of_tier = seeds
            .iter()
            .filter(|seed| seed.grading(Ladder::HSOLVE).is_some_and(|own| own.tier == number));
        tier(number, &of_tier.take(most).collect::<Vec<_>>(), calls, &mut rng);
    }
}
