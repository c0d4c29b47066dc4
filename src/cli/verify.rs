//! `verify`: everything worked out again, from the clues alone.

use rayon::prelude::*;
use seeddb::board::Puzzle;
use seeddb::rating::hsolve::Score;
use seeddb::rating::levels::LevelTable;
use seeddb::record::{Issued, Seed};
use seeddb::refill::Prepared;
use seeddb::store::StoreError;
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
    let mut store = globals.examine()?;
    let mut damage: Vec<String> = store.check()?.iter().map(ToString::to_string).collect();
    let seeds = read(store.seeds(ladder().id(), ladder().tiers()), &mut damage)?;
    let batches = read(store.batches(), &mut damage)?;
    let levels = read(store.levels(), &mut damage)?;
    drop(store);

    let mut table = Table::new(Output::open(None)?, args.format, Text::Tabs, &["id", "problem"])?;
    let mut problems = 0;
    let mut report = |id: Option<Id>, problem: String| {
        problems += 1;
        table.row(&[id.map(|id| id.to_string()).into(), problem.into()])
    };
    damage.into_iter().try_for_each(|problem| report(None, problem))?;
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
            let mut damage = Vec::new();
            let issued = globals.open_read()?.issued_range(batch.id, next, CHUNK);
            let issued = read(issued, &mut damage)?;
            damage.into_iter().try_for_each(|problem| report(None, problem))?;
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

/// What was read; nothing, and what is damaged, if it could not be.
fn read<T: Default>(read: Result<T, StoreError>, damage: &mut Vec<String>) -> anyhow::Result<T> {
    match read {
        Err(StoreError::Damaged { what, .. }) => {
            // The check of the whole may have said so already.
            if !damage.contains(&what) {
                damage.push(what);
            }
            Ok(T::default())
        }
        read => Ok(read?),
    }
}

fn named(id: Id, problems: Vec<String>) -> impl Iterator<Item = (Id, String)> {
    problems.into_iter().map(move |problem| (id, problem))
}

/// A puzzle as worked out again.
struct Again {
    prepared: Prepared,
    score: Option<Score>,
}

/// What does not hold of a puzzle that is said to have this key, tier and score; and the puzzle as worked
/// out again, for what else there is to ask.
fn check(
    puzzle: &Puzzle,
    key: Key,
    tier: u8,
    score: Option<f64>,
) -> Result<(Vec<String>, Again), String> {
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
    let again = prepared.score_of(&image);
    expect(proved.solution() == puzzle.solution(), "its solution is another");
    expect(image.key == key, "its key is another");
    expect(own == tier, &format!("its tier is {own}, not {tier}"));
    let mean = again.map(|again| again.mean);
    expect(same(mean, score), &format!("its score is {mean:?}, not {score:?}"));
    Ok((problems, Again { prepared, score: again }))
}

/// The mean and the standard error.
fn numbers(score: Option<Score>) -> (Option<f64>, Option<f64>) {
    score.map(|score| (score.mean, score.standard_error)).unzip()
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
    let (mut problems, Again { prepared, score: again }) =
        match check(&seed.puzzle, seed.key, grading.tier, score) {
            Ok(checked) => checked,
            Err(problem) => return vec![problem],
        };
    if prepared.grade().reserved() != grading.reserved {
        problems.push("its reserved cells are others".to_owned());
    }
    if !same(numbers(again).1, numbers(grading.score).1) {
        problems.push("the standard error of its score is another".to_owned());
    }
    let ((rest, error), (own_rest, own_error)) = (numbers(prepared.rest()), numbers(grading.rest));
    if !same(rest, own_rest) || !same(error, own_error) {
        problems.push("its score from the stuck state on is another".to_owned());
    }
    let lies_within =
        |(least, greatest)| numbers(again).0.is_some_and(|m| least <= m && m <= greatest);
    if !grading.scores.is_none_or(lies_within) {
        problems.push("its score is not among those of its refills".to_owned());
    }
    if prepared.twin() != grading.twin {
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
