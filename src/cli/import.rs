//! `import`: seeds from files, and puzzles printed elsewhere.

use std::collections::HashSet;
use std::mem;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use seeddb::board::{Grid, Puzzle};
use seeddb::rating::hsolve;
use seeddb::record::{Batch, Extra, Issued, Origin, Seed};
use seeddb::refill;
use seeddb::store::{Added, Store, StoreError};
use seeddb::symmetry::{ClueSymmetry, Key};

use super::database::counted;
use super::input;
use super::ladder::{grade, ladder};
use super::{Exit, Globals, interrupt};

/// Issued puzzles committed at a time.
const CHUNK: usize = 65_536;
/// Puzzles looked up in the ledger, and rated, at a time.
const LOOKED_UP: usize = 4_096;
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
    files: Vec<PathBuf>,
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
        "{}, {better} better than a twin, {known} known, {} could not be read",
        counted(new as u64, "new seed"),
        counted(tally.bad, "line")
    ));
    Ok(tally.exit())
}

/// Every puzzle goes into the ledger, as a batch.
fn import_issued(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let mut ledger = Ledger::new(globals, args);
    let progress = globals.progress(None);
    let recent = Recent::default();
    let tally = input::each(
        &args.files,
        |grid| {
            if recent.has(grid) {
                return Ok(None);
            }
            let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
            recent.add(grid);
            Ok(Some((Key::of(&puzzle), puzzle)))
        },
        |puzzle| {
            let Some(puzzle) = puzzle else { return Ok(()) };
            progress.inc(1);
            ledger.put(puzzle)
        },
    );
    ledger.finish()?;
    progress.finish_and_clear();
    let tally = tally?;
    globals.note(format_args!(
        "{} put into the ledger, {} {} there already, {} could not be read",
        counted(ledger.new, "puzzle"),
        ledger.known,
        if ledger.known == 1 { "was" } else { "were" },
        counted(tally.bad, "line")
    ));
    Ok(tally.exit())
}

/// Grids read not long ago that are puzzles: files may hold the same line thousands of times.
#[derive(Default)]
struct Recent(Mutex<HashSet<Grid>>);

impl Recent {
    fn lock(&self) -> MutexGuard<'_, HashSet<Grid>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, grid: &Grid) -> bool {
        self.lock().contains(grid)
    }

    fn add(&self, grid: &Grid) {
        let mut recent = self.lock();
        if recent.len() == CHUNK {
            recent.clear();
        }
        recent.insert(*grid);
    }
}

/// Puzzles on their way into the ledger.
struct Ledger<'a> {
    globals: &'a Globals,
    args: &'a Args,
    /// Made when there is something to put in.
    batch: Option<Batch>,
    /// Not rated yet: most of a file may be known, and to rate a puzzle takes longer than to look it up.
    waiting: Vec<(Key, Puzzle)>,
    /// New and rated, and their keys.
    rated: Vec<Issued>,
    keys: HashSet<Key>,
    /// Lines since the last commit.
    lines: u64,
    /// Lines whose puzzles were in the ledger, or came before.
    known: u64,
    /// Puzzles put in.
    new: u64,
}

impl<'a> Ledger<'a> {
    fn new(globals: &'a Globals, args: &'a Args) -> Self {
        let (waiting, rated, keys) = (Vec::new(), Vec::new(), HashSet::new());
        Self { globals, args, batch: None, waiting, rated, keys, lines: 0, known: 0, new: 0 }
    }

    /// Takes the puzzle of a line; none if it was read before.
    fn put(&mut self, puzzle: Option<(Key, Puzzle)>) -> anyhow::Result<()> {
        self.lines += 1;
        match puzzle {
            None => self.known += 1,
            Some(puzzle) => self.waiting.push(puzzle),
        }
        if self.waiting.len() == LOOKED_UP {
            self.rate()?;
        }
        if self.rated.len() + LOOKED_UP > CHUNK { self.commit() } else { Ok(()) }
    }

    /// Rates those that are new, and holds the database only to look them up. After Ctrl-C the rest is left.
    fn rate(&mut self) -> anyhow::Result<()> {
        let mut puzzles = mem::take(&mut self.waiting);
        let lines = puzzles.len();
        let keys: Vec<Key> = puzzles.iter().map(|(key, _)| *key).collect();
        let mut are_new = self.globals.open_read()?.filter_unissued(&keys)?.into_iter();
        puzzles.retain(|(key, _)| are_new.next() == Some(true) && self.keys.insert(*key));
        self.known += (lines - puzzles.len()) as u64;
        self.rated
            .par_extend(puzzles.into_par_iter().filter(|_| !interrupt::interrupted()).map(rated));
        Ok(())
    }

    /// Puts in what is rated.
    fn commit(&mut self) -> anyhow::Result<()> {
        self.keys.clear();
        let lines = mem::take(&mut self.lines);
        if self.rated.is_empty() {
            return Ok(());
        }
        let store = self.globals.open()?;
        let mut batch = self.batch.take().map_or_else(|| self.begin(&store), Ok)?;
        batch.asked = batch.asked.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        batch.attempts = batch.attempts.saturating_add(lines);
        // Others may have issued some of them since they were looked up.
        self.known += store.commit(&mut batch, &mut self.rated)?.len() as u64;
        self.new += mem::take(&mut self.rated).len() as u64;
        let is_gone = batch.issued == 0 && store.remove_empty_batch(batch.id)?;
        self.batch = Some(batch).filter(|_| !is_gone);
        Ok(())
    }

    /// What was read before a file that cannot be read is kept too.
    fn finish(&mut self) -> anyhow::Result<()> {
        self.rate()?;
        self.commit()
    }

    fn names(&self) -> String {
        let names = self.args.files.iter().map(|file| file.display().to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    fn begin(&self, store: &Store) -> Result<Batch, StoreError> {
        let mut batch = Batch {
            id: 0,
            request: format!("import --issued {}", self.names()),
            rng_seed: 0,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            note: self.args.note.clone(),
            asked: 0,
            issued: 0,
            attempts: 0,
            extra: Extra::default(),
        };
        batch.id = store.new_batch(&batch)?;
        Ok(batch)
    }
}

/// The puzzle as it stands in the ledger.
fn rated((key, puzzle): (Key, Puzzle)) -> Issued {
    let grade = grade(&puzzle);
    let score = hsolve::score(ladder(), &puzzle, &grade).map(|score| score.mean);
    let (seed, level, batch, number, extra) = (None, None, 0, 0, Extra::default());
    Issued { key, puzzle, seed, tier: grade.tier, score, level, batch, number, extra }
}
