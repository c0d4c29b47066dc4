//! Tests of `shuffle`.

use crate::home::{Home, PUZZLE};
use seeddb::board::{Grid, Puzzle};
use seeddb::generate::is_minimal;
use seeddb::symmetry::{ClueSymmetry, Key};

/// "Riddle of Sho".
const SHO: &str =
    "000000605000300090080004001040020970000000000031080060900600020010007000504000000";

#[test]
fn shuffled_puzzles_are_essentially_the_same() {
    let home = Home::new();
    let minimal = SHO.replace('0', ".");
    let file = home.file("two.txt", &format!("{PUZZLE}\n{minimal}\n"));
    let arguments = ["shuffle", "--count", "20", "--rng-seed", "3", &file];
    let out = home.run(&arguments, 0).words(&["RNG seed 3"]).out;
    assert_eq!(out, home.run(&arguments, 0).out);
    let puzzles: Vec<Puzzle> = out
        .lines()
        .map(|line| {
            let (puzzle, solution) = line.split_once('\t').unwrap();
            let puzzle = Puzzle::new(&puzzle.parse().unwrap()).unwrap();
            assert_eq!(puzzle.solution().to_string(), solution);
            puzzle
        })
        .collect();
    let of = |line: &str| Key::of(&Puzzle::new(&line.parse().unwrap()).unwrap());
    assert_eq!(puzzles.len(), 40);
    assert!(puzzles[..20].iter().all(|puzzle| Key::of(puzzle) == of(PUZZLE)));
    assert!(puzzles[20..].iter().all(|puzzle| Key::of(puzzle) == of(&minimal)));
    assert!(puzzles[20..].iter().all(is_minimal));
    let mut different = puzzles.clone();
    different.sort_by_key(ToString::to_string);
    different.dedup();
    assert_eq!(different.len(), 40);

    let kept = home.run(&["shuffle", "--symmetry", "rot180", "--count", "9", PUZZLE], 0).out;
    for line in kept.lines() {
        let grid: Grid = line[..81].parse().unwrap();
        assert!(ClueSymmetry::Rot180.holds(grid.clues()), "{grid}");
    }
    home.run(&["shuffle", "--symmetry", "diagonal", PUZZLE], 1).words(&["symmetry diagonal"]);
    let several = format!("12{}", ".".repeat(79));
    assert!(home.run(&["shuffle", &several], 0).out.ends_with("\t\n"));
    home.run("shuffle", 2);
    home.run("shuffle no-such-file.txt", 1).words(&["no-such-file.txt"]);
}
