//! `--pattern`: puzzles with clues on a drawing.

use seeddb::ask::Pattern;
use seeddb::board::{Grid, Puzzle};

use crate::home::Home;

const HEART: &str = ".xx...xx.\nxxxx.xxxx\nxx..x..xx\nx.......x\nxx.....xx\n.x.....x.\n..x...x..\n...x.x...\n....x....\n";
/// A letter S, one cell wide but for its top.
const LETTER: &str = ".xxxxxxx.\nxx.....xx\nxx.......\n.x.......\n..xxxxx..\n.......x.\n.......xx\nxx.....xx\n.xxxxxxx.\n";

fn puzzles(lines: &str) -> Vec<Puzzle> {
    let read = |line: &str| Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
    lines.lines().map(read).collect()
}

/// All clues lie on the pattern, or within it, with one solution each, and no puzzle is repeated.
#[test]
fn clues_lie_on_a_drawing() {
    let home = Home::with_few_seeds();
    std::fs::write(home.path("heart.txt"), HEART).unwrap();
    std::fs::write(home.path("letter.txt"), LETTER).unwrap();
    let mut keys = std::collections::HashSet::new();
    for (file, text) in [("heart.txt", HEART), ("letter.txt", LETTER)] {
        let exact: Pattern = text.parse().unwrap();
        for (flags, pattern) in [("", exact.clone()), ("--within", exact.within())] {
            let draw = ["draw", "--pattern", file, "--count", "20"];
            let drawn = puzzles(&home.run(&(&draw, flags), 0).out);
            assert_eq!(drawn.len(), 20);
            for puzzle in drawn {
                assert!(pattern.fits(&puzzle), "{puzzle}");
                assert!(keys.insert(seeddb::symmetry::Key::of(&puzzle)), "{puzzle} came twice");
            }
        }
    }
    let bounds = "--within --level hard --clues 22..26 --no-digit 9@b5,9@r1";
    let hard = home.run(&("draw --pattern heart.txt -n 2", &bounds), 0);
    for puzzle in puzzles(&hard.out) {
        assert!((22..=26).contains(&puzzle.clues().len()), "{puzzle}");
        assert!(!puzzle.to_string()[..9].contains('9'), "{puzzle}");
    }
    home.run("db check", 0).words(&["all is well"]);
    home.run("mine --pattern heart.txt --count 3", 0).words(&["3 new seeds"]);
}

/// Impossible patterns are refused immediately, with the reason.
#[test]
fn patterns_that_no_puzzle_has_are_refused() {
    let home = Home::with_few_seeds();
    let pattern = |text: String, words: &str| {
        home.refused(&["draw", "--pattern", &text], 2, &[words]);
    };
    pattern("x".repeat(16) + &".".repeat(65), "16 cells");
    pattern("x".repeat(45) + &".".repeat(36), "row 7 and row 8");
    pattern("x".repeat(80), "81 signs");
    pattern("55".to_owned() + &"x".repeat(79), "contradict");
    pattern("no-such-file".to_owned(), "there is no file no-such-file");
    let heart = HEART.replace('\n', "");
    home.refused(&["draw", "--pattern", &heart, "--clues", "40..50"], 2, &["30 clues", "40 to 50"]);
    home.refused(&["draw", "--pattern", &heart, "--symmetry", "rot180"], 2, &["rot180"]);
    home.refused("draw --level easy --within", 2, &["--pattern"]);
    home.refused("draw --level easy --no-digit 9@b0", 2, &["9@b5"]);
    // The pattern is symmetric.
    home.run(&["draw", "--pattern", &heart, "--symmetry", "left-right"], 0);
    // Ordinary draws can keep a digit out of a house, too.
    let easy = home.run("draw --level easy --count 20 --no-digit 5@c1,5@r9", 0);
    for puzzle in puzzles(&easy.out) {
        let text = puzzle.to_string();
        assert!(!text[72..].contains('5') && text.bytes().step_by(9).all(|sign| sign != b'5'));
    }
}
