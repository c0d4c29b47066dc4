//! `import`: seeds from files, and puzzles printed elsewhere.

use seeddb::board::Puzzle;
use seeddb::rating::hsolve;
use seeddb::record::{Batch, Issued, Origin, Seed};
use seeddb::refill;
use seeddb::store::{Added, Store, StoreError};
use seeddb::symmetry::{ClueSymmetry, Key};

use super::input::{self, Tally};
use super::ladder::{grade, ladder};
use super::{Exit, Globals, interrupt};

/// Issued puzzles committed at a time.
const CHUNK: usize = 65_536;
/// Seeds committed at a time: each takes long to measure.
const SEEDS: usize = 512;

/// Flags of `import`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Reads lines of 81 characters, columns (the one called puzzle, or the first of 81 characters), drawn boards, .sdm, .sdk, \
.ss, OpenSudoku, HoDoKu lines, ipuz, json, jsonl, and links of f-puzzles and SudokuWiki; told apart by what is in them. \
With --issued the puzzles are not used as seeds: they count as printed, and are never drawn.

Examples:
  seeddb import hardest.txt
  seeddb import --issued book-2019.csv")]
pub struct Args {
    /// Files of puzzles, - for stdin
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<String>,
    /// Put the puzzles into the ledger only: they were printed elsewhere
    #[arg(long)]
    issued: bool,
    /// Kept with the batch of --issued
    #[arg(long, value_name = "TEXT", default_value = "", requires = "issued")]
    note: String,
}

/// Imports.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    // An unusable database is told before an hour of rating.
    drop(globals.open()?);
    if args.issued { import_issued(globals, args) } else { import_seeds(globals, args) }
}

/// Every puzzle becomes a seed.
fn import_seeds(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let mut seeds = Vec::new();
    let mut added = Added::default();
    let mut commit = |seeds: &mut Vec<Seed>| -> anyhow::Result<()> {
        if !seeds.is_empty() {
            let Added { new, known, better } = globals.open()?.add_seeds(seeds)?;
            added = Added {
                new: added.new + new,
                known: added.known + known,
                better: added.better + better,
            };
            seeds.clear();
        }
        Ok(())
    };
    let progress = globals.progress(None);
    let tally = input::each(
        &args.files,
        |grid| {
            let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
            Ok(refill::assess(
                ladder(),
                &puzzle,
                &grade(&puzzle),
                ClueSymmetry::None,
                Origin::Imported,
            ))
        },
        |seed| {
            let Some(seed) = seed else { return Ok(()) };
            progress.inc(1);
            seeds.push(seed);
            if seeds.len() < SEEDS { Ok(()) } else { commit(&mut seeds) }
        },
    );
    // What was read before a file that cannot be read is kept too.
    commit(&mut seeds)?;
    progress.finish_and_clear();
    let tally = tally?;
    let Added { new, known, better } = added;
    globals.note(format_args!(
        "{new} new seeds, {better} better than a twin, {known} known, {} lines were bad",
        tally.bad
    ));
    Ok(tally.exit())
}

/// Every puzzle goes into the ledger, as a batch.
fn import_issued(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let mut ledger = Ledger { globals, batch: None, waiting: Vec::new(), known: 0, args };
    let progress = globals.progress(None);
    let tally = input::each(
        &args.files,
        |grid| {
            let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
            let grade = grade(&puzzle);
            let score = hsolve::score(ladder(), &puzzle, &grade).map(|score| score.mean);
            Ok((Key::of(&puzzle), puzzle, grade.tier, score))
        },
        |rated| {
            let Some((key, puzzle, tier, score)) = rated else { return Ok(()) };
            progress.inc(1);
            let (seed, level, batch, number) = (None, None, 0, 0);
            ledger.waiting.push(Issued { key, puzzle, seed, tier, score, level, batch, number });
            if ledger.waiting.len() < CHUNK { Ok(()) } else { ledger.commit() }
        },
    );
    // What was read before a file that cannot be read is kept too.
    ledger.commit()?;
    progress.finish_and_clear();
    let tally: Tally = tally?;
    globals.note(format_args!(
        "{} puzzles put into the ledger, {} were there already, {} lines were bad",
        tally.good - ledger.known,
        ledger.known,
        tally.bad
    ));
    Ok(tally.exit())
}

/// Puzzles on their way into the ledger.
struct Ledger<'a> {
    globals: &'a Globals,
    args: &'a Args,
    /// Made when there is something to put in.
    batch: Option<Batch>,
    waiting: Vec<Issued>,
    known: u64,
}

impl Ledger<'_> {
    fn commit(&mut self) -> anyhow::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let store = self.globals.open()?;
        let keys: Vec<Key> = self.waiting.iter().map(|puzzle| puzzle.key).collect();
        let count = self.waiting.len();
        if self.batch.is_none() && !store.filter_unissued(&keys)?.contains(&true) {
            self.known += count as u64;
            self.waiting.clear();
            return Ok(());
        }
        let mut batch = self.batch.take().map_or_else(|| self.begin(&store), Ok)?;
        batch.asked = batch.asked.saturating_add(count as u32);
        batch.attempts += count as u64;
        self.known += store.commit(&mut batch, &mut self.waiting)?.len() as u64;
        self.waiting.clear();
        self.batch = Some(batch);
        Ok(())
    }
    fn begin(&self, store: &Store) -> Result<Batch, StoreError> {
        let mut batch = Batch {
            id: 0,
            request: format!("import --issued {}", self.args.files.join(" ")),
            rng_seed: 0,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            note: self.args.note.clone(),
            asked: 0,
            issued: 0,
            attempts: 0,
        };
        batch.id = store.new_batch(&batch)?;
        Ok(batch)
    }
}
