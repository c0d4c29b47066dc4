//! `verify`: everything worked out again, from the clues alone.

use rayon::prelude::*;
use seeddb::board::Puzzle;
use seeddb::rating::levels::LevelTable;
use seeddb::record::{Issued, Seed};
use seeddb::refill::Prepared;
use seeddb::symmetry::{Id, Key};

use super::ladder::{grade, grading, ladder};
use super::output::Output;
use super::table::{ReportFormat, Table, Text};
use super::{Exit, Globals, interrupt};

/// Puzzles read and worked on at a time.
const CHUNK: u32 = 4096;

/// Flags of `verify`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints a line for each thing that does not hold; nothing, and exit code 0, if all is well.

Example:
  seeddb verify --format json
  seeddb verify --capacity")]
pub struct Args {
    /// Measure the capacities of the seeds again too, and the scores of their refills: 1,000 refills a seed
    #[arg(long)]
    capacity: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

/// Verifies.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let mut store = globals.open_closely()?;
    let damage = store.check()?;
    let seeds = store.seeds(ladder().tiers())?;
    let batches = store.batches()?;
    let levels = store.levels()?;
    drop(store);

    let mut table = Table::new(Output::open(None)?, args.format, Text::Tabs, &["id", "problem"])?;
    let mut problems = 0;
    let mut report = |id: Option<Id>, problem: String| {
        problems += 1;
        table.row(&[id.map(|id| id.to_string()).into(), problem.into()])
    };
    for problem in damage {
        report(None, problem.to_string())?;
    }
    let issued: u64 = batches.iter().map(|batch| u64::from(batch.issued)).sum();
    let progress = globals.progress(Some(seeds.len() as u64 + issued));
    let wrong: Vec<(Id, String)> = seeds
        .par_iter()
        .filter(|_| !interrupt::interrupted())
        .flat_map_iter(|seed| {
            let problems = check_seed(seed, args.capacity);
            progress.inc(1);
            named(Id::seed(seed.key), problems)
        })
        .collect();
    wrong.into_iter().try_for_each(|(id, problem)| report(Some(id), problem))?;
    let mut mislabelled = 0;
    'batches: for batch in &batches {
        let mut next = 1;
        loop {
            if interrupt::interrupted() {
                break 'batches;
            }
            // Opened for each chunk: others may draw while this goes on for hours.
            let issued = globals.open_read()?.issued_range(batch.id, next, CHUNK)?;
            let Some(last) = issued.last() else { break };
            next = last.number.saturating_add(1);
            mislabelled +=
                issued.iter().filter(|puzzle| !is_labelled_rightly(puzzle, &levels)).count();
            let wrong: Vec<(Id, String)> = issued
                .par_iter()
                .flat_map_iter(|puzzle| named(Id::of(puzzle.key), check_issued(puzzle)))
                .collect();
            wrong.into_iter().try_for_each(|(id, problem)| report(Some(id), problem))?;
            progress.inc(issued.len() as u64);
        }
    }
    progress.finish_and_clear();
    table.finish()?.finish()?;
    if interrupt::interrupted() {
        return Ok(Exit::Interrupted);
    }
    if mislabelled > 0 {
        // Not a problem: who changes the levels does not change what was sold.
        globals.note(format_args!(
            "{mislabelled} issued puzzles carry a label whose level, as `seeddb levels` shows it now, would not take them"
        ));
    }
    if problems > 0 {
        anyhow::bail!("{problems} things do not hold: put a sound copy of the database back");
    }
    globals.note(format_args!("{} seeds and {issued} issued puzzles: all is well", seeds.len()));
    Ok(Exit::Done)
}

fn named(id: Id, problems: Vec<String>) -> impl Iterator<Item = (Id, String)> {
    problems.into_iter().map(move |problem| (id, problem))
}

/// What does not hold of a puzzle that is said to have this key, tier and score; and the puzzle as worked
/// out again, for what else there is to ask.
fn check(
    puzzle: &Puzzle,
    key: Key,
    tier: u8,
    score: Option<f64>,
) -> Result<(Vec<String>, Prepared), String> {
    // The record may have been changed: its word that there is one solution counts for nothing.
    let proved = Puzzle::new(&puzzle.grid()).map_err(|error| error.to_string())?;
    let mut problems = Vec::new();
    let mut expect = |holds: bool, problem: &str| {
        if !holds {
            problems.push(problem.to_owned());
        }
    };
    let prepared = Prepared::new(ladder(), &proved, &grade(&proved));
    let own = prepared.grade().tier;
    let image = prepared.image(proved.clues());
    let again = prepared.score_of(&image).map(|score| score.mean);
    expect(proved.solution() == puzzle.solution(), "its solution is another");
    expect(image.key == key, "its key is another");
    expect(own == tier, &format!("its tier is {own}, not {tier}"));
    expect(same(again, score), &format!("its score is {again:?}, not {score:?}"));
    Ok((problems, prepared))
}

/// Equal but for the last bits, which a way of storing numbers may take.
fn same(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-6 * a.abs(),
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn check_issued(issued: &Issued) -> Vec<String> {
    check(&issued.puzzle, issued.key, issued.tier, issued.score)
        .map_or_else(|problem| vec![problem], |(problems, _)| problems)
}

/// Whether the level on the label takes the puzzle.
fn is_labelled_rightly(issued: &Issued, levels: &LevelTable) -> bool {
    let takes =
        |name: &String| levels.get(name).is_ok_and(|level| level.admits(issued.tier, issued.score));
    issued.level.as_ref().is_none_or(takes)
}

/// What does not hold of a seed; its capacity is measured again if wanted.
fn check_seed(seed: &Seed, capacity: bool) -> Vec<String> {
    let Some(grading) = grading(seed) else {
        return vec!["it was never graded".to_owned()];
    };
    let score = grading.score.map(|score| score.mean);
    let (mut problems, prepared) = match check(&seed.puzzle, seed.key, grading.tier, score) {
        Ok(checked) => checked,
        Err(problem) => return vec![problem],
    };
    if prepared.grade().reserved() != grading.reserved {
        problems.push("its reserved cells are others".to_owned());
    }
    if !same(prepared.rest().map(|rest| rest.mean), grading.rest.map(|rest| rest.mean)) {
        problems.push("its score from the stuck state on is another".to_owned());
    }
    if prepared.twin() != seed.twin {
        problems.push("its twin key is another".to_owned());
    }
    if !seed.symmetry.holds(seed.puzzle.clues()) {
        problems.push(format!("its clues are not {}", seed.symmetry));
    }
    if capacity && problems.is_empty() {
        let again = prepared.grading(seed.puzzle.clues(), seed.symmetry);
        if again.capacity != grading.capacity {
            let words = format!("its capacity is {}, not {}", again.capacity, grading.capacity);
            problems.push(words);
        }
        let (least, greatest) = grading.scores.unzip();
        let (again_least, again_greatest) = again.scores.unzip();
        if !same(again_least, least) || !same(again_greatest, greatest) {
            let words = format!("its refills score {:?}, not {:?}", again.scores, grading.scores);
            problems.push(words);
        }
    }
    problems
}
