//! How commands read puzzles: in order, without waiting for the end of the input, with bad lines
//! reported.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};

use crate::home::{Home, Said, signal};
use rand::SeedableRng;
use seeddb::board::Puzzle;
use seeddb::generate;
use seeddb::symmetry::ClueSymmetry;

const RNG_SEED: u64 = 20_261_121;

fn puzzles(count: usize) -> Vec<Puzzle> {
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut one = || generate::minimal(&generate::solution(&mut rng), ClueSymmetry::None, &mut rng);
    (0..count).map(|_| one()).collect()
}

/// More lines than are read ahead with any number of threads.
#[test]
fn many_lines_are_answered_in_order_and_bad_ones_told_by_number() {
    let home = Home::new();
    let (mut text, mut answers, mut words) = (String::new(), String::new(), String::new());
    let file = home.path("many.txt");
    for (puzzle, number) in puzzles(50).iter().cycle().zip(1..=5_000) {
        if number % 7 == 0 {
            writeln!(text, "{}", &puzzle.to_string()[1..]).unwrap();
            writeln!(words, "{}:{number}: 80 cells, a grid has 81", file.display()).unwrap();
        } else {
            writeln!(text, "{puzzle}").unwrap();
            writeln!(answers, "{puzzle}\t{}\t1", puzzle.solution()).unwrap();
        }
    }
    let file = home.file("many.txt", &text);
    for threads in ["1", "2", "5"] {
        let said = home.run(&["--threads", threads, "solve", &file], 1);
        assert!(said.out == answers && said.err == words, "{threads} threads");
    }
}

#[test]
fn who_types_a_puzzle_sees_the_answer_before_the_next() {
    let home = Home::new();
    for command in ["solve", "canon", "rate", "shuffle"] {
        let arguments = [command, "-"];
        let mut child = home.spawn(&arguments);
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for puzzle in puzzles(3) {
            // The answer to a line arrives even if an empty line follows.
            write!(input, "{puzzle}\n\n").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert!(line.trim().len() > 10, "{command}: {line}");
        }
        drop(input);
        // Read the rest of the output, since an early close would break the program's pipe.
        std::io::copy(&mut output, &mut std::io::sink()).unwrap();
        Said::of(&child.wait_with_output().unwrap(), &arguments, 0);
    }
}

/// An interrupt takes effect even while the command waits for a line.
#[cfg(unix)]
#[test]
fn an_interrupted_command_shows_what_is_done() {
    let home = Home::new();
    let arguments = "rate -";
    let mut child = home.spawn(&arguments);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    writeln!(input, "{}", puzzles(1)[0]).unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(line.starts_with(&puzzles(1)[0].to_string()), "{line}");
    signal(&child, "-INT");
    Said::of(&child.wait_with_output().unwrap(), &arguments, 130);
    drop(input);
}

#[cfg(unix)]
#[test]
fn slow_work_is_shown_as_it_is_done() {
    let home = Home::new();
    let lines: Vec<String> = puzzles(50).iter().map(ToString::to_string).collect();
    let file = home.file("many.txt", &format!("{}\n", lines.join("\n")).repeat(8));
    let arguments = ["rate", "--metric", "restarts", "--runs", "20", &file];
    let mut child = home.spawn(&arguments);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    signal(&child, "-INT");
    let rest = output.lines().count();
    Said::of(&child.wait_with_output().unwrap(), &arguments, 130);
    assert!(rest < 300, "{rest} lines");
}
