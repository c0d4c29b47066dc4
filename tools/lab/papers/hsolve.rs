//! The tables and figures of Chang, Fan and Sun.

use std::collections::HashSet;
use std::time::Instant;

use chacha20::ChaCha8Rng;
use rayon::prelude::*;
use seeddb::board::{CellSet, Digit, Grid, House, HouseKind, Puzzle, State};
use seeddb::draw;
use seeddb::generate::{Filler, Pseudo, Standard, minimal, solution};
use seeddb::logic::{Ladder, Row, Technique, grade};
use seeddb::mine::starter;
use seeddb::rating::agreement::Agreement;
use seeddb::rating::hsolve;
use seeddb::rating::runs::{RUNS, Summary, runs};
use seeddb::refill::{Prepared, RefillTarget};
use seeddb::symmetry::{ClueSymmetry, Key};

use super::others::{at, mean, stream};

/// The least score of each level, and the upper bound of the last.
const BOUNDS: [f64; 4] = [317.0, 599.0, 929.0, 2762.0];

pub fn score(puzzle: &Puzzle) -> f64 {
    let ladder = Ladder::hsolve();
    hsolve::score(ladder, puzzle, &grade(ladder, puzzle)).map_or(f64::NAN, |score| score.mean)
}

fn tier(puzzle: &Puzzle) -> u8 {
    grade(Ladder::hsolve(), puzzle).tier
}

fn place(score: f64) -> usize {
    BOUNDS.iter().filter(|&&bound| score >= bound).count()
}

/// Returns boards of the standard generator, and the number of attempts for them.
fn boards_of_standard(count: usize, rng_seed: u64) -> (Vec<Puzzle>, usize) {
    let (mut made, mut attempts) = (Vec::new(), 0);
    while made.len() < count {
        let window: Vec<Option<Puzzle>> = (attempts..attempts + 256)
            .into_par_iter()
            .map(|i| Standard.attempt(&mut stream(rng_seed, i)))
            .collect();
        for puzzle in window {
            if made.len() < count {
                attempts += 1;
                made.extend(puzzle);
            }
        }
    }
    (made, attempts)
}

pub fn spread(count: usize, rng_seed: u64) {
    let ladder = Ladder::hsolve();
    let of = |i| {
        let mut rng = stream(rng_seed, i);
        let puzzle = minimal(&solution(&mut rng), ClueSymmetry::None, &mut rng);
        let grade = grade(ladder, &puzzle);
        let summary = Summary::of(&runs(ladder, &puzzle, &grade, 200)?)?;
        Some((grade.tier, summary.deviation? / summary.mean))
    };
    let spreads: Vec<(u8, f64)> = (0..count).into_par_iter().filter_map(of).collect();
    let print = |name: &str, of: &dyn Fn(u8) -> bool| {
        let some: Vec<f64> = spreads.iter().filter(|(t, _)| of(*t)).map(|(_, s)| *s).collect();
        if !some.is_empty() {
            println!("{name}: {} puzzles, median {:.2}", some.len(), at(&some, 0.5));
        }
    };
    println!(
        "deviation of one run as a part of the mean, 200 runs a puzzle [a mean of 20 has 0.10: 0.45]"
    );
    print("all", &|_| true);
    for tier in ladder.searched() {
        print(&format!("tier {tier}"), &|of| of == tier);
    }
}

pub fn groups() {
    let table: [[u32; 8]; 8] = [
        [81, 19, 0, 0, 0, 0, 0, 0],
        [19, 68, 12, 1, 0, 0, 0, 0],
        [0, 8, 38, 33, 18, 2, 1, 0],
        [0, 2, 26, 29, 22, 17, 4, 0],
        [0, 2, 10, 19, 20, 30, 11, 8],
        [0, 0, 5, 7, 22, 26, 36, 4],
        [0, 1, 9, 7, 16, 13, 27, 27],
        [0, 0, 0, 4, 2, 12, 21, 61],
    ];
    let mut scores = Vec::new();
    for (i, row) in table.iter().enumerate() {
        for (j, &count) in row.iter().enumerate() {
            scores.extend(vec![(i as f64, j as f64); count as usize]);
        }
    }
    let sum = |counts: &[u32]| f64::from(counts.iter().sum::<u32>());
    let column = |j: usize| sum(&table.map(|row| row[j]));
    let all = scores.len() as f64;
    let chi2: f64 = table
        .iter()
        .flat_map(|row| row.iter().enumerate().map(move |(j, &count)| (row, j, f64::from(count))))
        .map(|(row, j, count)| {
            let expected = sum(row) * column(j) / all;
            (count - expected).powi(2) / expected
        })
        .sum();
    let gamma = Agreement::of(&scores).gamma().unwrap_or(f64::NAN);
    println!("the table as printed: gamma {gamma:.3} [0.82], chi2 {chi2:.0} [6350]");
}

/// Returns the mean checks of runs over a puzzle that singles solve, if the possible applications
/// of a hidden single are counted once per cell and house, and naked and hidden singles apart.
fn by_cell_and_house(puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> f64 {
    use rand::seq::IndexedRandom;
    let mut total = 0.0;
    for _ in 0..RUNS {
        let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
        while !state.is_solved() {
            let (mut found, mut hidden) = (Vec::new(), CellSet::EMPTY);
            for cell in state.open {
                if state.candidates.at(cell).len() == 1 {
                    found.push(cell);
                }
            }
            for house in House::all() {
                for digit in Digit::all() {
                    let places = state.candidates[digit] & state.open & house.cells();
                    hidden |= places.single().map_or(CellSet::EMPTY, CellSet::of);
                }
            }
            found.extend(hidden);
            let possible = 4 * state.open.len();
            total += (possible + 1) as f64 / (found.len() + 1) as f64;
            let Some(&cell) = found.choose(rng) else { return f64::NAN };
            state.fill(cell, puzzle.solution()[cell]);
        }
    }
    total / f64::from(RUNS)
}

pub fn standard(count: usize, rng_seed: u64) {
    let (made, attempts) = boards_of_standard(count, rng_seed);
    let scores: Vec<f64> = made.par_iter().map(score).collect();
    let clues: Vec<f64> = made.iter().map(|puzzle| puzzle.clues().len() as f64).collect();
    let invalid = attempts - count;
    println!(
        "{count} boards, {invalid} contradictions: {:.1} % of the attempts [23], {:.0} in 100 boards [30]",
        100.0 * invalid as f64 / attempts as f64,
        100.0 * invalid as f64 / count as f64
    );
    println!("mean clues {:.2} +- {:.2}", mean(&clues).0, mean(&clues).1);
    let mut ours = [0; 5];
    for &score in &scores {
        ours[place(score)] += 1;
    }
    // The paper does not account for the other 316: most likely they are below its least bound.
    println!("m(B)   below 317   317-598   599-928  929-2761     2762-");
    for (name, [a, b, c, d, e]) in [("paper", [316, 598, 49, 32, 5]), ("ours", ours)] {
        println!("{name:<6} {a:>9} {b:>9} {c:>9} {d:>9} {e:>9}");
    }
    println!(
        "m(B), median and the middle half: {:.0}, {:.0} to {:.0}",
        at(&scores, 0.5),
        at(&scores, 0.25),
        at(&scores, 0.75)
    );
    let mut of_tier = [0; 7];
    for &tier in &made.par_iter().map(tier).collect::<Vec<_>>() {
        of_tier[usize::from(tier)] += 1;
    }
    println!("top tiers 0 to 6: {of_tier:?}");
    println!("figure 3, boards by hundreds of m(B):");
    for hundred in 0..10 {
        let in_it = |score: &&f64| (**score / 100.0) as usize == hundred;
        println!(
            "{:>5}..{:<4} {}",
            100 * hundred,
            100 * hundred + 99,
            scores.iter().filter(in_it).count()
        );
    }
    println!(" 1000..     {}", scores.iter().filter(|&&score| score >= 1000.0).count());
    let easy: Vec<(usize, &Puzzle)> =
        made.iter().enumerate().filter(|(_, puzzle)| tier(puzzle) == 0).collect();
    let percent = |of: &dyn Fn(usize, &Puzzle) -> f64| {
        let mut parts = [0.0; 3];
        for &(i, puzzle) in &easy {
            parts[place(of(i, puzzle)).min(2)] += 100.0 / easy.len() as f64;
        }
        parts.map(|part| format!("{part:.0}")).join(", ")
    };
    println!(
        "boards of tier 0 below, in and above 317 to 598, in percent [32, 60, 9 of all boards]:"
    );
    println!("  a hidden single counted once per cell: {}", percent(&|i, _| scores[i]));
    let other = percent(&|i, puzzle| by_cell_and_house(puzzle, &mut stream(rng_seed, count + i)));
    println!("  once per cell and house: {other}");
}

pub fn times(count: usize, rng_seed: u64) {
    let ladder = Ladder::hsolve();
    let start = Instant::now();
    let (mut made, mut attempts) = (Vec::new(), 0);
    while made.len() < count {
        made.extend(Standard.attempt(&mut stream(rng_seed, attempts)));
        attempts += 1;
    }
    let generating = start.elapsed().as_secs_f64() / count as f64;
    let start = Instant::now();
    for puzzle in &made {
        std::hint::black_box(runs(ladder, puzzle, &grade(ladder, puzzle), RUNS));
    }
    let running = start.elapsed().as_secs_f64() / count as f64;
    let start = Instant::now();
    let scores: Vec<f64> = made.iter().map(score).collect();
    let rating = start.elapsed().as_secs_f64() / count as f64;
    println!("seconds on one core, {count} boards");
    println!(
        "to rate a board by {RUNS} runs (3.3.3): {running:.5} [7.8]; by `rate`, to 1 %: {rating:.5}"
    );
    println!(
        "to make a board (4.3.3): {generating:.5} [1.8], {} contradictions on the way [30]",
        attempts - count
    );
    let each = generating + rating;
    println!(
        "tries for a board of each level, and minutes, made and rated [1.7, 20, 31, 200; 0.25, 3.1, 4.7, 30]:"
    );
    let more = boards_of_standard(10 * count, rng_seed).0;
    let all: Vec<f64> = scores
        .into_iter()
        .chain(more.par_iter().skip(count).map(score).collect::<Vec<_>>())
        .collect();
    for level in 1..=4 {
        let share =
            all.iter().filter(|&&score| place(score) == level).count() as f64 / all.len() as f64;
        println!("  level {level}: {:.1} tries, {:.7} minutes", 1.0 / share, each / share / 60.0);
    }
    let seed = sho();
    let own = grade(ladder, &seed);
    let start = Instant::now();
    let pseudo = Pseudo::new(ladder, seed.solution(), own.reserved(), ladder.closed_tier(own.tier));
    let mut rng = stream(rng_seed, 0);
    if let Ok(pseudo) = pseudo {
        for _ in 0..count {
            std::hint::black_box(score(&pseudo.attempt(false, &mut rng)));
        }
    }
    println!(
        "to make and rate a puzzle of \"Riddle of Sho\" (4.3.4): {:.5} [9]",
        start.elapsed().as_secs_f64() / count as f64
    );
}

/// Returns "Riddle of Sho".
fn sho() -> Puzzle {
    let line = "000000605000300090080004001040020970000000000031080060900600020010007000504000000";
    let grid: Grid = line.parse().expect("81 digits");
    Puzzle::new(&grid).expect("a puzzle")
}

pub fn pseudo(count: usize, rng_seed: u64) -> anyhow::Result<()> {
    let ladder = Ladder::hsolve();
    let seed = sho();
    let prepared = Prepared::new(ladder, &seed, &grade(ladder, &seed));
    let own = score(&seed);
    println!("\"Riddle of Sho\": m(B) {own:.0} [8122]");
    let print = |name: &str, puzzles: &[Puzzle], printed: &str| {
        let scores: Vec<f64> = puzzles.par_iter().map(score).collect();
        let clues = puzzles.iter().map(|puzzle| puzzle.clues().len()).sum::<usize>();
        let different: HashSet<Key> = puzzles.iter().map(Key::of).collect();
        let (mean, error) = mean(&scores);
        println!(
            "{name}: {} puzzles, {} essentially different, mean clues {:.1}: mean m(B) {mean:.0} +- {error:.0}, {:.3} of the seed's {printed}",
            puzzles.len(),
            different.len(),
            clues as f64 / puzzles.len() as f64,
            mean / own,
        );
    };
    let mut rng = stream(rng_seed, 0);
    let ours: Vec<Puzzle> = (0..count)
        .filter_map(|_| draw::one(&prepared, &RefillTarget::default(), &mut rng))
        .collect();
    print("thinned, as `draw`", &ours, "[7111, 0.876 of 8122]");
    let reserved = prepared.grade().reserved();
    let letter =
        Pseudo::new(ladder, seed.solution(), reserved, ladder.closed_tier(prepared.grade().tier))?;
    let plain: Vec<Puzzle> = (0..count).map(|_| letter.attempt(false, &mut rng)).collect();
    print("to the letter, not thinned", &plain, "[7111, 0.876 of 8122]");
    let full: CellSet = !reserved;
    print("all unreserved cells shown", &[Puzzle::new(&seed.solution().keep(full))?; 2], "");
    Ok(())
}

/// Prints section 5.3: puzzles of any full board, by the tier up to which their unreserved cells
/// follow.
pub fn boards(count: usize, rng_seed: u64) {
    let ladder = Ladder::hsolve();
    println!(
        " k   boards tried, seconds a puzzle   clues   puzzles of tiers 1 to 5   median m(B)   at 2762 and more, in percent"
    );
    for k in 0..ladder.searched().end - 1 {
        let start = Instant::now();
        let (mut puzzles, mut tried) = (Vec::new(), 0);
        while puzzles.len() < count {
            let mut rng = stream(rng_seed, tried);
            tried += 1;
            let grid = Filler::Diagonal.solution(&mut rng);
            if let Some((_, pseudo)) = Pseudo::of_grid(ladder, &grid, k, &mut rng) {
                puzzles.push(pseudo.attempt(false, &mut rng));
            }
        }
        let seconds = start.elapsed().as_secs_f64() / count as f64;
        let scores: Vec<f64> = puzzles.par_iter().map(score).collect();
        let clues: Vec<f64> = puzzles.iter().map(|puzzle| puzzle.clues().len() as f64).collect();
        let mut tiers = [0; 7];
        for puzzle in &puzzles {
            tiers[usize::from(tier(puzzle))] += 1;
        }
        let hard = scores.iter().filter(|&&score| place(score) == 4).count();
        println!(
            " {k}   {tried:>5}   {seconds:.5}   {:.1}   {:?}   {:.0}   {:.0}",
            mean(&clues).0,
            &tiers[1..6],
            at(&scores, 0.5),
            100.0 * hard as f64 / count as f64
        );
    }
    let (made, _) = boards_of_standard(10 * count, rng_seed);
    let scores: Vec<f64> = made.par_iter().map(score).collect();
    let hard = scores.iter().filter(|&&score| place(score) == 4).count();
    println!(
        "standard generator: median m(B) {:.0}, at 2762 and more {:.1} percent",
        at(&scores, 0.5),
        100.0 * hard as f64 / scores.len() as f64
    );
}

/// Removes locked candidates with condition (f) to the letter: the digit of the house is in no
/// third segment of it, so it is eliminated from one segment where another locks it.
fn locked_literally(state: &mut State) {
    let is_box = |house: &House| house.kind() == HouseKind::Box;
    for lost_in in House::all() {
        for lines in [HouseKind::Row, HouseKind::Column] {
            let cross = |house: &House| {
                (is_box(&lost_in) && house.kind() == lines
                    || is_box(house) && lost_in.kind() == lines)
                    && house.cells().intersects(lost_in.cells())
            };
            for (digit, from) in Digit::all()
                .flat_map(|digit| House::all().filter(cross).map(move |house| (digit, house)))
            {
                let open = state.candidates[digit] & state.open;
                let places = open & from.cells();
                let others = (open & lost_in.cells()) - from.cells();
                let is_one = House::all().filter(cross).any(|to| others.is_subset(to.cells()));
                if !places.is_empty() && places.is_subset(lost_in.cells()) && is_one {
                    state.candidates[digit] -= others;
                }
            }
        }
    }
}

static LITERAL: Row = Row {
    name: "locked candidates to the letter",
    needs: Some(&[]),
    order: 0,
    sweep: locked_literally,
    find: |_, _| (),
    write: |_, _, _, _| Ok(()),
};

/// Appendix A: prints the number of seeds with another tier under condition (f) to the letter.
pub fn literal(count: usize) -> anyhow::Result<()> {
    let own = Ladder::hsolve();
    let rows = own.searched().map(|tier| {
        let other = |row: &Technique| {
            if *row == Technique::Locked { Technique::Custom(&LITERAL) } else { *row }
        };
        own.rows(tier).iter().map(other).collect::<Vec<Technique>>()
    });
    let rows: Vec<Vec<Technique>> = rows.collect();
    let literal = Ladder::new("literal/1", &rows.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
    let seeds = starter();
    let (mut all, mut differ) = (0, 0);
    for tier in 1..=4 {
        let of_tier: Vec<&Puzzle> =
            seeds.iter().map(|seed| &seed.puzzle).filter(|own| self::tier(own) == tier).collect();
        let every = (of_tier.len() / count.max(1)).max(1);
        let tiers: Vec<u8> = of_tier
            .iter()
            .step_by(every)
            .take(count)
            .map(|own| grade(&literal, own).tier)
            .collect();
        let others: Vec<u8> = tiers.iter().copied().filter(|own| *own != tier).collect();
        println!(
            "tier {tier}: {} of {} have another, up to {}",
            others.len(),
            tiers.len(),
            others.iter().max().unwrap_or(&tier)
        );
        (all, differ) = (all + tiers.len(), differ + others.len());
    }
    println!("{differ} of {all}");
    Ok(())
}
