//! Our side of `tools/peers/run.sh`, which also makes the files of puzzles, and judges the
//! generators.

#[path = "clock.rs"]
mod clock;

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::{env, fs};

use chacha20::ChaCha8Rng;
use clock::Call;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use seeddb::board::{Grid, Puzzle};
use seeddb::logic::{Ladder, grade};
use seeddb::refill::{Prepared, RefillTarget};
use seeddb::symmetry::{ClueSymmetry, Key, Transform};
use seeddb::{draw, generate, mine, search};

fn grid(line: &str) -> Grid {
    line.parse().expect("81 characters")
}

fn solve(grid: &Grid) -> Puzzle {
    Puzzle::new(grid).expect("one solution")
}

fn is_unique(grid: &Grid) -> bool {
    search::count_solutions(grid, 2) == 1
}

fn minimal(rng: &mut impl Rng) -> Puzzle {
    let solution = generate::solution(rng);
    generate::minimal(&solution, ClueSymmetry::None, rng)
}

/// Returns the puzzles of a file: the first field of each line that is a grid, if it is a puzzle.
fn read(file: &str) -> Vec<Puzzle> {
    let text = fs::read_to_string(file).expect("a file of puzzles");
    let first = |line: &str| {
        let mut fields = line.split([' ', '\t', ',', ';']).filter(|field| field.len() == 81);
        fields.find_map(|field| field.parse::<Grid>().ok())
    };
    text.lines().filter_map(first).filter_map(|grid| Puzzle::new(&grid).ok()).collect()
}

/// Returns the puzzles named `random` or `17-clue`, or those of a file in random order.
fn source(name: &str, count: usize, rng: &mut impl Rng) -> Vec<Puzzle> {
    match name {
        "random" => (0..count).map(|_| minimal(rng)).collect(),
        "17-clue" => {
            let mut puzzles =
                read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/minlex_dev.tsv"));
            puzzles.retain(|puzzle| puzzle.clues().len() == 17);
            puzzles.into_iter().cycle().take(count).collect()
        }
        file => {
            let mut puzzles = read(file);
            puzzles.shuffle(rng);
            puzzles.truncate(count);
            puzzles
        }
    }
}

/// Writes puzzles to stdout, as `clock::Line` reads them; randomly transformed, so that no side
/// gains from the order of the lines.
fn prepare(name: &str, count: usize) -> io::Result<()> {
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_121);
    let mut out = BufWriter::new(io::stdout().lock());
    for puzzle in source(name, count, &mut rng) {
        let puzzle = Transform::random(&mut rng).apply_puzzle(&puzzle);
        let turned = Transform::random(&mut rng).apply_puzzle(&puzzle);
        let mut fewer = puzzle.grid();
        if let Some(cell) = puzzle.clues().first() {
            fewer[cell] = None;
        }
        let (unique, singles) =
            (u8::from(is_unique(&fewer)), u8::from(grade(Ladder::hsolve(), &puzzle).tier == 0));
        writeln!(out, "{puzzle}\t{turned}\t{fewer}\t{unique}\t{singles}")?;
    }
    out.flush()
}

/// Prints the numbers of puzzles made, of those with one solution, of minimal ones, and of classes.
fn judge(file: &str) {
    let text = fs::read_to_string(file).expect("a file of puzzles");
    let puzzles: Vec<Puzzle> = text.lines().filter_map(|l| Puzzle::new(&grid(l)).ok()).collect();
    let minimal = puzzles.iter().filter(|puzzle| generate::is_minimal(puzzle)).count();
    let keys: HashSet<Key> = puzzles.iter().map(Key::of).collect();
    println!("{}\t{}\t{minimal}\t{}", text.lines().count(), puzzles.len(), keys.len());
}

/// Makes puzzles as an application would, without a ledger, from the seeds of the tier one after
/// the other.
fn draw_from_seeds(call: &Call, tier: u8, rng: &mut impl Rng) {
    let seeds = mine::starter();
    let seeds = seeds
        .iter()
        .filter(|seed| seed.grading(Ladder::HSOLVE).is_some_and(|own| own.tier == tier));
    let seeds = seeds.filter(|seed| seed.symmetry == ClueSymmetry::None);
    let prepared: Vec<Prepared> =
        seeds.map(|seed| Prepared::of_seed(Ladder::hsolve(), seed).expect("as recorded")).collect();
    let mut turns = prepared.iter().cycle();
    let wish = RefillTarget::default();
    let one = || {
        let seed = turns.next().expect("seeds of each tier");
        draw::one(seed, &wish, rng).expect("without a filter every refill comes off")
    };
    call.make(one, Puzzle::to_string);
}

fn run(call: &Call) {
    let mut rng = ChaCha8Rng::seed_from_u64(20_261_121);
    let grids = || call.lines(grid);
    match call.job.as_str() {
        "unique" => {
            let lines = grids();
            for line in &lines {
                assert_eq!(is_unique(&line.fewer), line.fewer_is_unique);
            }
            call.time(&lines, 1, |line| is_unique(&line.puzzle));
        }
        "key" => call.time_forms(&grids(), |grid| Key::of(&solve(grid))),
        "grade" => call.time(&grids(), 1, |line| {
            (grade(Ladder::hsolve(), &solve(&line.puzzle)).tier == 0) == line.is_singles
        }),
        // With known solutions, as in the library's own calls.
        "key-known" => call
            .time_forms(&call.lines(|line| Puzzle::new(&grid(line)).ok()), |puzzle| {
                puzzle.as_ref().map(Key::of)
            }),
        "grade-known" => {
            let puzzles: Vec<(Puzzle, bool)> =
                grids().iter().map(|line| (solve(&line.puzzle), line.is_singles)).collect();
            call.time(&puzzles, 1, |(puzzle, is_singles)| {
                (grade(Ladder::hsolve(), puzzle).tier == 0) == *is_singles
            });
        }
        "generate" => call.make(|| minimal(&mut rng), Puzzle::to_string),
        "draw-1" => draw_from_seeds(call, 1, &mut rng),
        "draw-5" => draw_from_seeds(call, 5, &mut rng),
        job => panic!("no job {job}"),
    }
}

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["prepare", name, count] => prepare(name, count.parse().expect("a count"))?,
        ["judge", file] => judge(file),
        _ => run(&Call::from_args()),
    }
    Ok(())
}
