//! The side of the crate `rustoku-lib`.

mod clock;

use rustoku_lib::core::{Board, SolveStep, TechniqueFlags};
use rustoku_lib::{Difficulty, Rustoku, format_line, generate_board, generate_board_by_difficulty};

fn is_unique(board: &Board) -> bool {
    Rustoku::new(*board).expect("no clash").count_solutions_until(2) == 1
}

/// Whether the crate's own grading, that of its generator, finds only easy techniques and no guess.
fn is_singles(board: &Board) -> bool {
    let mut solver = Rustoku::new(*board).expect("no clash").with_techniques(TechniqueFlags::all());
    let solution = solver.solve_any().expect("a solution");
    solution.solve_path.steps.iter().all(|step| match step {
        SolveStep::Placement { flags, .. } => {
            !flags.is_empty() && flags.difficulty() == Difficulty::Easy
        }
        SolveStep::CandidateElimination { flags, .. } => flags.difficulty() == Difficulty::Easy,
    })
}

fn main() {
    let call = clock::Call::from_args();
    let lines = || call.lines(|line| Board::try_from(line).expect("a grid"));
    match call.job.as_str() {
        "unique" => {
            let lines = lines();
            for line in lines.iter().take(10) {
                assert_eq!(is_unique(&line.fewer), line.fewer_is_unique);
            }
            call.time(&lines, 1, |line| is_unique(&line.puzzle));
        }
        "grade" => call.time(&lines(), 1, |line| is_singles(&line.puzzle) == line.is_singles),
        // Fewer than 17 clues are impossible, so the result is minimal.
        "generate" => call.make(|| generate_board(17).expect("a puzzle"), format_line),
        "draw" => call.make(
            || loop {
                if let Ok(board) = generate_board_by_difficulty(Difficulty::Expert, 1_000) {
                    return board;
                }
            },
            format_line,
        ),
        job => panic!("no job {job}"),
    }
}
