//! The side of the crate `sudoku`.

mod clock;

use sudoku::Sudoku;
use sudoku::strategy::{Deduction, Strategy, StrategySolver};

/// The techniques of our tiers 0 to 4. With naked singles first, as in the crate's own benches, it
/// misses hidden singles (it took 46 of 121 puzzles solved by singles for harder ones).
const STRATEGIES: [Strategy; 12] = [
    Strategy::HiddenSingles,
    Strategy::NakedSingles,
    Strategy::LockedCandidates,
    Strategy::NakedPairs,
    Strategy::HiddenPairs,
    Strategy::NakedTriples,
    Strategy::HiddenTriples,
    Strategy::XWing,
    Strategy::NakedQuads,
    Strategy::HiddenQuads,
    Strategy::Swordfish,
    Strategy::Jellyfish,
];

fn is_singles(puzzle: Sudoku) -> bool {
    let Ok((_, steps)) = StrategySolver::from_sudoku(puzzle).solve(&STRATEGIES) else {
        return false;
    };
    let mut steps = steps.iter();
    steps.all(|step| matches!(step, Deduction::NakedSingles(_) | Deduction::HiddenSingles(..)))
}

fn main() {
    let call = clock::Call::from_args();
    let lines = || call.lines(|line| Sudoku::from_str_line(line).expect("a grid"));
    match call.job.as_str() {
        "unique" => {
            let lines = lines();
            for line in lines.iter().take(200) {
                assert_eq!(line.fewer.is_uniquely_solvable(), line.fewer_is_unique);
            }
            call.time(&lines, 1, |line| line.puzzle.is_uniquely_solvable());
        }
        "key" => {
            call.time_forms(&lines(), |puzzle| puzzle.canonicalized().expect("one solution").0)
        }
        "grade" => call.time(&lines(), 1, |line| is_singles(line.puzzle) == line.is_singles),
        "generate" => call.make(
            || Sudoku::generate_from(Sudoku::generate_solved()),
            |puzzle| puzzle.to_str_line().to_string(),
        ),
        job => panic!("no job {job}"),
    }
}
