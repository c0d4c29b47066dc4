//! Fixed jobs for `tools/counts.sh`, which counts the instructions of `measured` under callgrind.
//!
//! ```text
//! jobs inputs COUNT > FILE    random minimal puzzles, each with the same turned round
//! jobs JOB COUNT FILE         does the job on the first COUNT; prints items, a digest of the
//! answers
//! ```
//!
//! It has to compile with old commits too, so it uses only what has been public since the first
//! release. All answers are checked, outside of the counted code.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::{env, fs};

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use seeddb::board::{Grid, Puzzle};
use seeddb::logic::{Ladder, grade};
use seeddb::rating::hsolve;
use seeddb::refill::{Prepared, RefillTarget};
use seeddb::symmetry::{ClueSymmetry, Key, Transform};
use seeddb::{generate, search};

/// Rich seeds of tiers 5 and 1.
const SEEDS: [(u8, &str); 2] = [
    (5, ".8...73.5..21.87..79.35....6...3.4..5...8..9.........69...7.1........5.8..1......"),
    (1, "..48...7.......3....2.4.56...8.624.5....3....1.6..7..2.4...18..671.......8......."),
];

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(20_261_121)
}

fn puzzle(line: &str) -> Puzzle {
    Puzzle::new(&line.parse().expect("81 characters")).expect("one solution")
}

/// Runs the counted code, and nothing else.
#[inline(never)]
fn measured<T, A>(inputs: &[T], work: impl FnMut(&T) -> A) -> Vec<A> {
    inputs.iter().map(work).collect()
}

fn inputs(count: usize) {
    let mut rng = rng();
    for _ in 0..count {
        let solution = generate::solution(&mut rng);
        let puzzle = generate::minimal(&solution, ClueSymmetry::None, &mut rng);
        println!("{puzzle}\t{}", Transform::random(&mut rng).apply_puzzle(&puzzle));
    }
}

/// Returns a digest of the answers for the puzzles; the turned puzzles must have the same answers.
fn on_puzzles<A: PartialEq + std::fmt::Debug>(
    puzzles: &[(Puzzle, Puzzle)],
    work: impl Fn(&Puzzle) -> A,
) -> u64 {
    let answers = measured(puzzles, |(puzzle, _)| work(puzzle));
    let mut digest = DefaultHasher::new();
    for ((_, turned), answer) in puzzles.iter().zip(answers) {
        assert_eq!(answer, work(turned));
        format!("{answer:?}").hash(&mut digest);
    }
    digest.finish()
}

/// Returns a digest of the clues of refills of a seed, including the first ones.
fn refill(count: usize, (tier, line): (u8, &str)) -> u64 {
    let (seed, mut rng, wish) = (puzzle(line), rng(), RefillTarget::default());
    let prepared = Prepared::new(Ladder::hsolve(), &seed, &grade(Ladder::hsolve(), &seed));
    let made = measured(&vec![(); count], |()| prepared.refill(&wish, &mut rng));
    let mut digest = DefaultHasher::new();
    for clues in made {
        let clues = clues.expect("without a filter every refill comes off");
        let again = Puzzle::new(&seed.solution().keep(clues)).expect("one solution");
        assert_eq!(
            (grade(Ladder::hsolve(), &again).tier, again.solution()),
            (tier, seed.solution())
        );
        again.to_string().hash(&mut digest);
    }
    digest.finish()
}

fn run(job: &str, count: usize, file: &str) {
    let text = fs::read_to_string(file).expect("the file that `jobs inputs` wrote");
    let pair = |line: &str| line.split_once('\t').map(|(one, other)| (puzzle(one), puzzle(other)));
    let puzzles: Vec<(Puzzle, Puzzle)> = text.lines().take(count).filter_map(pair).collect();
    let digest = match job {
        "unique" => {
            let grids: Vec<Grid> = puzzles.iter().map(|(puzzle, _)| puzzle.grid()).collect();
            let answers = measured(&grids, |grid| search::count_solutions(grid, 2));
            assert!(answers.iter().all(|&solutions| solutions == 1));
            0
        }
        "grade" => on_puzzles(&puzzles, |puzzle| {
            let grade = grade(Ladder::hsolve(), puzzle);
            (grade.tier, grade.reserved().len())
        }),
        "score" => on_puzzles(&puzzles, |puzzle| {
            hsolve::score(Ladder::hsolve(), puzzle, &grade(Ladder::hsolve(), puzzle))
                .map(|score| score.mean)
        }),
        "key" => on_puzzles(&puzzles, Key::of),
        "refill-5" => refill(count, SEEDS[0]),
        "refill-1" => refill(count, SEEDS[1]),
        job => panic!("no job {job}"),
    };
    println!("{digest:016x}");
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let count = |text: &str| text.parse().expect("a count");
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["inputs", number] => inputs(count(number)),
        [job, number, file] => run(job, count(number), file),
        _ => panic!("give JOB COUNT FILE, or inputs COUNT"),
    }
}
