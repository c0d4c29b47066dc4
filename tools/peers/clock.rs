//! Code that all sides share, so that every side is read and timed in the same manner.
//!
//! A side is called `SIDE JOB FILE SECONDS [COUNT]` and prints one line: items done, seconds, wrong
//! answers. Reading the file is never timed.

use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

/// The job of a side.
pub struct Call {
    pub job: String,
    file: PathBuf,
    seconds: f64,
    count: usize,
}

/// A line of a file of puzzles, with columns separated by tabs.
pub struct Line<T> {
    pub puzzle: T,
    /// A transformed copy of the puzzle.
    pub turned: T,
    /// The puzzle without its first clue.
    pub fewer: T,
    /// Whether `fewer` still has one solution.
    pub fewer_is_unique: bool,
    /// Whether naked and hidden singles solve the puzzle.
    pub is_singles: bool,
}

/// The number of items between two looks at the clock.
const CHUNK: usize = 16;

impl Call {
    pub fn from_args() -> Self {
        let args: Vec<String> = env::args().skip(1).collect();
        let [job, file, seconds, rest @ ..] = args.as_slice() else {
            panic!("give JOB FILE SECONDS [COUNT]");
        };
        Self {
            job: job.clone(),
            file: file.into(),
            seconds: seconds.parse().expect("seconds"),
            count: rest.first().map_or(usize::MAX, |count| count.parse().expect("a count")),
        }
    }

    /// Returns the lines of the file, with each grid read by `parse`.
    pub fn lines<T>(&self, parse: impl Fn(&str) -> T) -> Vec<Line<T>> {
        let text = fs::read_to_string(&self.file).expect("a file of puzzles");
        let line = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            Line {
                puzzle: parse(fields[0]),
                turned: parse(fields[1]),
                fewer: parse(fields[2]),
                fewer_is_unique: fields[3] == "1",
                is_singles: fields[4] == "1",
            }
        };
        text.lines().map(line).collect()
    }

    /// Works on `items`, in order and repeatedly, until the time is over. `is_right` does `each`
    /// items, and returns whether the answer is right.
    pub fn time<T>(&self, items: &[T], each: usize, mut is_right: impl FnMut(&T) -> bool) {
        // Warms up tables built on first use, and caches.
        items.iter().take(CHUNK).for_each(|item| _ = is_right(item));
        let (mut done, mut wrong) = (0, 0);
        let start = Instant::now();
        for chunk in items.chunks(CHUNK).cycle() {
            wrong += chunk.iter().filter(|item| !is_right(item)).count();
            done += each * chunk.len();
            if start.elapsed().as_secs_f64() >= self.seconds {
                break;
            }
        }
        println!("{done}\t{}\t{wrong}", start.elapsed().as_secs_f64());
    }

    /// Times the canonical form of each puzzle and of its transformed copy: the two must be equal,
    /// and differ from the form of the line before.
    pub fn time_forms<T, F: Clone + PartialEq>(&self, lines: &[Line<T>], form: impl Fn(&T) -> F) {
        let mut last = None;
        self.time(lines, 2, |line| {
            let (one, other) = (form(&line.puzzle), form(&line.turned));
            let is_right = one == other && last.as_ref() != Some(&one);
            last = Some(one);
            is_right
        });
    }

    /// Makes puzzles until the time is over or there are enough, and writes them to the file, 81
    /// characters per line. Writing is not timed.
    pub fn make<T>(&self, mut one: impl FnMut() -> T, line: impl Fn(&T) -> String) {
        let mut made = Vec::new();
        one();
        let start = Instant::now();
        while made.len() < self.count && start.elapsed().as_secs_f64() < self.seconds {
            made.push(one());
        }
        println!("{}\t{}\t0", made.len(), start.elapsed().as_secs_f64());
        let text: String = made.iter().map(|puzzle| line(puzzle) + "\n").collect();
        fs::write(&self.file, text).expect("a file to write");
    }
}
