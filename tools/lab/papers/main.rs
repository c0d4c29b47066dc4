//! The tables and figures printed in the papers, beside ours.
//!
//! `cargo run --release -p seeddb-lab --bin papers -- TABLE [COUNT [RNG-SEED]]`, where TABLE is
//!
//! - `dig`: Joncus and Yun, tables 2 to 4, figure 10. COUNT puzzles a level (100).
//! - `ways`: the same: three ways of deletion, counts and times after which a grid is given up
//!   (COUNT: 20).
//! - `boxes FILE COLUMN`: Joncus and Yun, the norm, the determinant and the condition number beside
//!   the ratings of a list.
//! - `climb`: Beer, the histogram of 500 puzzles of 200 iterations; `climb-steps`: 100 puzzles by
//!   each reading of a step.
//! - `spread`: Chang, Fan, Sun, section 3.2: how far runs differ (400 random minimal puzzles).
//! - `groups`: the same, the table of section 3.3.1 with its statistics.
//! - `scores FILE`: the same, figure 1 for a list of puzzles.
//! - `standard`: the same, section 4.3.2 and figure 3: 1,000 boards over the four levels.
//! - `times`: the same, sections 3.3.3, 4.3.3 and 4.3.4: seconds per puzzle, tries per level (100
//!   boards).
//! - `pseudo`: the same, section 4.3.4: 20 puzzles of "Riddle of Sho".
//! - `near`: the same, section 4.3.4: attempts for a puzzle of an interval of scores (COUNT: 500).
//! - `literal`: the same, appendix A: locked candidates with condition (f) to the letter (COUNT a
//!   tier: 40).
//! - `tierless FILE COLUMN`: the same, section 5.3: a metric without tiers beside m(B) and the
//!   ratings of a list (COUNT: 400).
//! - `boards`: the same, section 5.3: puzzles of any full board (100 a tier).
//! - `minutes FILE COLUMN [OTHER..]`: the fit of the minutes to a list of timed puzzles, seconds in
//!   the column, with its cross-validation; how far ratings in other columns agree with the
//!   seconds.
//! - `percentiles FILE COLUMN`: the table of percentiles in the program,
//!   `src/core/rating/percentiles.tsv`, from a controlled-bias collection with its ER in the
//!   column.
//! - `remove`: the MCM paper, D of puzzles by their clues, and the shares of its levels (1,000).
//! - `known`: the same: D by what the solver knows (Ks), and in the order of the pseudo code (200).
//! - `cycles`: Chen and Elamri, phase 1: cycles of their filler (10,000 grids).
//! - `fewest`: the same: the fewest clues that their digging leaves (1,000 grids).
//! - `check [FOLDER]`: runs every command of METHODS.md and compares its output with the numbers
//!   there. FOLDER has the lists that some of them read; without it these are skipped.
//!
//! Numbers of the paper are in brackets. All but the seconds are repeatable with the same RNG seed.

mod check;
mod dig;
mod hsolve;
mod lists;
mod minutes;
mod near;
mod others;
mod percentiles;
mod ways;

use anyhow::{Context, bail};

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let table = args.next().unwrap_or_default();
    match table.as_str() {
        "check" => return check::run(args.next().as_deref()),
        "scores" => return lists::scores(&args.next().context("scores of which FILE?")?),
        "boxes" | "tierless" | "minutes" | "percentiles" => {
            let file = args.next().context("of which FILE?")?;
            let column = args.next().context("by which COLUMN?")?;
            let others: Vec<String> = args.collect();
            let count: Option<usize> = others
                .first()
                .filter(|_| table != "minutes")
                .map(|count| count.parse())
                .transpose()?;
            return match table.as_str() {
                "boxes" => lists::boxes(&file, &column),
                "minutes" => minutes::print(&file, &column, &others),
                "percentiles" => percentiles::print(&file, &column),
                _ => lists::tierless(&file, &column, count.unwrap_or(400)),
            };
        }
        _ => {}
    }
    let count: Option<usize> = args.next().map(|count| count.parse()).transpose()?;
    let rng_seed: u64 = args.next().map_or(Ok(1), |seed| seed.parse())?;
    match table.as_str() {
        "dig" => dig::print(count.unwrap_or(100), rng_seed),
        "ways" => ways::print(count.unwrap_or(20), rng_seed),
        "climb" => others::climb(count.unwrap_or(500), rng_seed),
        "climb-steps" => others::climb_steps(count.unwrap_or(100), rng_seed),
        "spread" => hsolve::spread(count.unwrap_or(400), rng_seed),
        "groups" => hsolve::groups(),
        "standard" => hsolve::standard(count.unwrap_or(1_000), rng_seed),
        "times" => hsolve::times(count.unwrap_or(100), rng_seed),
        "pseudo" => hsolve::pseudo(count.unwrap_or(20), rng_seed)?,
        "near" => near::print(count.unwrap_or(500), rng_seed)?,
        "boards" => hsolve::boards(count.unwrap_or(100), rng_seed),
        "remove" => others::remove(count.unwrap_or(1_000), rng_seed),
        "known" => others::known(count.unwrap_or(200), rng_seed),
        "literal" => hsolve::literal(count.unwrap_or(40))?,
        "cycles" => others::cycles(count.unwrap_or(10_000), rng_seed),
        "fewest" => others::fewest(count.unwrap_or(1_000), rng_seed),
        _ => bail!(
            "which table: dig, ways, boxes, climb, climb-steps, spread, groups, scores, standard, times, pseudo, tierless, \
             minutes, percentiles, near, literal, boards, remove, known, cycles, fewest or check?"
        ),
    }
    Ok(())
}
