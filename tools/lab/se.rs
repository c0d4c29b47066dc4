//! Sudoku Explainer ratings: speed, agreement and invariance. One thread; times are those of the
//! processor (on Linux; elsewhere wall-clock times), so that they hold on a busy machine too, as
//! far as its caches are not shared. That clock moves in steps of milliseconds: means of many
//! puzzles are accurate, single times are not.
//!
//! ```sh
//! # a list has puzzle, tab, ER; or random:1000
//! cargo run --release -p seeddb-lab --bin se -- speed LIST.tsv...
//! cargo run --release -p seeddb-lab --bin se -- canon 100000 [RNG-SEED]
//! ```
//!
//! `speed` prints a line for each ER, rounded down, and one for all: puzzles, mean milliseconds,
//! number of puzzles with another ER than in the list. It ends with an error if a step is false.
//! `canon` transforms random minimal puzzles and ends with an error if the canonical ER, EP or ED
//! of one changes.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use seeddb::board::{Grid, Puzzle};
use seeddb::generate::{minimal, solution};
use seeddb::rating::se::{Rating, rate, rate_canonical};
use seeddb::rating::stop::Stop;
use seeddb::symmetry::{ClueSymmetry, Transform};

/// The default RNG seed of random puzzles.
const RNG_SEED: u64 = 1;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["speed", ref lists @ ..] if !lists.is_empty() => {
            lists.iter().try_for_each(|list| speed(list))
        }
        ["canon", count] => canon(count, RNG_SEED),
        ["canon", count, rng_seed] => match rng_seed.parse() {
            Ok(rng_seed) => canon(count, rng_seed),
            Err(_) => Err(format!("{rng_seed}: no RNG seed")),
        },
        _ => Err("give speed LIST..., or canon COUNT [RNG-SEED]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns random minimal puzzles.
fn random(rng_seed: u64) -> impl Iterator<Item = Puzzle> {
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    std::iter::repeat_with(move || {
        let solution = solution(&mut rng);
        minimal(&solution, ClueSymmetry::None, &mut rng)
    })
}

/// Reads the puzzles of a list, with their ER if the list has it.
fn puzzles(list: &str) -> Result<Vec<(Puzzle, Option<String>)>, String> {
    if let Some(count) = list.strip_prefix("random:") {
        let count = count.parse().map_err(|_| format!("{list}: no number"))?;
        return Ok(random(RNG_SEED).take(count).map(|puzzle| (puzzle, None)).collect());
    }
    let text = std::fs::read_to_string(list).map_err(|error| format!("{list}: {error}"))?;
    let mut puzzles = Vec::new();
    for line in text.lines() {
        let mut fields = line.split('\t');
        let Some(Ok(grid)) = fields.next().map(str::parse::<Grid>) else { continue };
        let puzzle = Puzzle::new(&grid).map_err(|error| format!("{line}: {error}"))?;
        puzzles.push((puzzle, fields.next().map(str::to_owned)));
    }
    Ok(puzzles)
}

/// Returns the processor time of this thread.
fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let worked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = worked.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// Checks that all steps are true.
fn check(puzzle: &Puzzle, rating: &Rating) -> Result<(), String> {
    for step in &rating.steps {
        let holds = |candidate: &seeddb::rating::se::Candidate| {
            puzzle.solution()[candidate.cell()] == candidate.digit()
        };
        if step.removed.iter().any(holds) || step.placed.is_some_and(|placed| !holds(&placed)) {
            return Err(format!("{puzzle}: a false step: {step:?}"));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Line {
    puzzles: u32,
    time: Duration,
    different: u32,
}

impl Line {
    fn add(&mut self, time: Duration, is_different: bool) {
        self.puzzles += 1;
        self.time += time;
        self.different += u32::from(is_different);
    }

    fn print(&self, name: &str) {
        let mean = 1e3 * self.time.as_secs_f64() / f64::from(self.puzzles.max(1));
        println!("{name}\t{}\t{mean:.3}\t{}", self.puzzles, self.different);
    }
}

fn speed(list: &str) -> Result<(), String> {
    let puzzles = puzzles(list)?;
    let (mut all, mut by_rating) = (Line::default(), BTreeMap::<u16, Line>::new());
    for (puzzle, listed) in &puzzles {
        let begin = clock();
        let rating = rate(&puzzle.grid(), Stop::NEVER).map_err(|error| error.to_string())?;
        let time = clock().saturating_sub(begin);
        check(puzzle, &rating)?;
        let is_different = listed.as_ref().is_some_and(|listed| *listed != rating.er.to_string());
        all.add(time, is_different);
        by_rating.entry(rating.er.tenths() / 10).or_default().add(time, is_different);
    }
    println!("{list}\nER\tpuzzles\tmilliseconds\tother ER than listed");
    for (rating, line) in &by_rating {
        line.print(&format!("{rating}.0 to {rating}.9"));
    }
    all.print("all");
    Ok(())
}

fn canon(count: &str, rng_seed: u64) -> Result<(), String> {
    let count: usize = count.parse().map_err(|_| format!("{count}: no number"))?;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let scores = |puzzle: &Puzzle| {
        let rated = rate_canonical(puzzle, Stop::NEVER);
        rated.map(|(_, rating)| [rating.er, rating.ep, rating.ed]).map_err(|e| e.to_string())
    };
    let mut as_given = 0;
    for puzzle in random(rng_seed).take(count) {
        let turned = Transform::random(&mut rng).apply_puzzle(&puzzle);
        let [first, second] = [scores(&puzzle)?, scores(&turned)?];
        if first != second {
            return Err(format!("{puzzle} {first:?}, {turned} {second:?}, RNG seed {rng_seed}"));
        }
        let given = rate(&turned.grid(), Stop::NEVER).map_err(|error| error.to_string())?;
        as_given += usize::from(given.er == first[0]);
    }
    println!(
        "{count} puzzles, turned at random: the canonical ER, EP and ED of each stay as they are"
    );
    println!("{as_given} of the turned puzzles have the canonical ER as they are, too");
    Ok(())
}
