//! `dedupe`: which puzzles of files are essentially the same, and which are in the database. Nothing is entered.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::PathBuf;

use seeddb::board::{Grid, Puzzle};
use seeddb::database::Presence;
use seeddb::database::{Error, StoreError};
use seeddb::symmetry::Key;
use serde::Serialize;

use crate::cli::terminal::database::{counted, time};
use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::fields::Shown;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::input::{self, Tally};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::table::Text;

/// Flags of `dedupe`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints a row for each puzzle that is essentially the same as one on a line before (first_file, first_line), or was issued \
from the database, by a draw or as printed elsewhere (id, batch, number, and as date when the batch was begun, UTC), or is a seed of it (seed); nothing, if all are new. \
Nothing is entered: `import --issued` does that. Without a database the puzzles are compared with each other alone.

Examples:
  seeddb dedupe book.txt
  seeddb dedupe --unique old.txt new.csv > without-twins.txt")]
pub struct Args {
    /// Files of puzzles, - for stdin
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<PathBuf>,
    /// Print the lines that are new instead, as they stand there: one of each class, none that was issued
    #[arg(long, conflicts_with = "format")]
    unique: bool,
    #[command(flatten)]
    print: PrintArgs,
}

/// A puzzle read.
pub struct Found {
    /// Which of the files.
    file: usize,
    line: u64,
    grid: Grid,
    key: Key,
    /// The whole line, if it stood in one.
    text: String,
}

/// Puzzles held against each other and against the database.
pub struct Compared {
    found: Vec<Found>,
    /// For each, the first of its class, if that is another.
    first: Vec<Option<usize>>,
    /// What the database has of each class.
    presence: Option<HashMap<Key, Presence>>,
    pub tally: Tally,
}

impl Compared {
    /// Reads the files.
    pub fn read(globals: &Globals, files: &[PathBuf]) -> anyhow::Result<Self> {
        let mut found = Vec::new();
        let mut tally = Tally::default();
        for (file, path) in files.iter().enumerate() {
            let work = |row: &seeddb::export::FoundGrid| {
                let puzzle = Puzzle::new(&row.grid).map_err(|error| error.to_string())?;
                let (line, grid, text) = (row.line, row.grid, row.text.clone());
                Ok(Found { file, line, grid, key: Key::of(&puzzle), text })
            };
            let (own, read, _) = input::all(std::slice::from_ref(path), work)?;
            found.extend(own);
            tally.good += read.good;
            tally.bad += read.bad;
            if interrupt::interrupted() {
                break;
            }
        }
        let mut classes: HashMap<Key, usize> = HashMap::with_capacity(found.len());
        let first = |(i, one): (usize, &Found)| {
            let first = *classes.entry(one.key).or_insert(i);
            (first != i).then_some(first)
        };
        let first = found.iter().enumerate().map(first).collect();
        let keys: Vec<Key> = classes.into_keys().collect();
        let database = globals.database()?;
        let presence = database.presence(&keys)?.map(|all| keys.into_iter().zip(all).collect());
        let path = globals.path()?;
        if presence.is_none() {
            // Who names a database wants the answer of that one.
            if globals.is_named() {
                return Err(Error::Store(StoreError::NotFound(path)).into());
            }
            globals.note(format_args!(
                "there is no database yet ({}): the puzzles are compared with each other alone",
                path.display()
            ));
        }
        Ok(Self { found, first, presence, tally })
    }

    fn presence(&self, key: Key) -> Option<&Presence> {
        self.presence.as_ref()?.get(&key)
    }

    fn is_issued(&self, key: Key) -> bool {
        self.presence(key).is_some_and(|presence| presence.issued.is_some())
    }

    /// How many are in the ledger, how many of the others stand on a line before, and how many are new.
    pub fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for (one, first) in self.found.iter().zip(&self.first) {
            let kind = match first {
                _ if self.is_issued(one.key) => 0,
                Some(_) => 1,
                None => 2,
            };
            counts[kind] += 1;
        }
        counts
    }

    /// Seeds of the database among them.
    fn seeds(&self) -> u64 {
        let is_seed = |one: &&Found| self.presence(one.key).is_some_and(|p| p.seed.is_some());
        self.found.iter().filter(is_seed).map(|one| one.key).collect::<HashSet<_>>().len() as u64
    }
}

#[derive(Default, Serialize)]
struct Row {
    file: String,
    line: u64,
    first_file: Option<String>,
    first_line: Option<u64>,
    id: Option<String>,
    batch: Option<u32>,
    number: Option<u32>,
    date: Option<String>,
    seed: Option<String>,
    puzzle: Shown<Grid>,
}

/// Compares.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let compared = Compared::read(globals, &args.files)?;
    let output = if args.unique {
        unique(&compared, args.print.place.open()?)?
    } else {
        report(&compared, args)?
    };
    let tally = input::end(output, Ok(compared.tally))?;
    let [issued, twins, new] = compared.counts();
    let seeds = match compared.seeds() {
        0 => String::new(),
        1 => ", 1 is a seed".to_owned(),
        count => format!(", {count} are seeds"),
    };
    globals.note(format_args!(
        "{}: {new} new, {twins} the same as one before, {issued} issued before{seeds}; {} could not be read; nothing was \
         entered",
        counted(compared.tally.good, "puzzle"),
        counted(compared.tally.bad, "line"),
    ));
    Ok(tally.exit())
}

/// The lines that are new.
fn unique(compared: &Compared, mut output: Output) -> anyhow::Result<Output> {
    for (one, first) in compared.found.iter().zip(&compared.first) {
        if first.is_some() || compared.is_issued(one.key) {
            continue;
        }
        match one.text.as_str() {
            "" => writeln!(output, "{}", one.grid)?,
            text => writeln!(output, "{text}")?,
        }
    }
    Ok(output)
}

/// The puzzles that are not.
fn report(compared: &Compared, args: &Args) -> anyhow::Result<Output> {
    let name = |file: usize| args.files[file].display().to_string();
    let mut table = args.print.table::<Row>(Text::Aligned)?;
    let nothing = Presence::default();
    for (one, first) in compared.found.iter().zip(&compared.first) {
        let Presence { issued, begun, seed } = compared.presence(one.key).unwrap_or(&nothing);
        if first.is_none() && issued.is_none() && seed.is_none() {
            continue;
        }
        let first = first.map(|first| &compared.found[first]);
        table.add(&Row {
            file: name(one.file),
            line: one.line,
            first_file: first.map(|first| name(first.file)),
            first_line: first.map(|first| first.line),
            id: issued.as_ref().map(|named| named.id.to_string()),
            batch: issued.as_ref().map(|named| named.issued.batch),
            number: issued.as_ref().map(|named| named.issued.number),
            date: begun.and_then(time),
            seed: seed.map(|id| id.to_string()),
            puzzle: Shown(one.grid),
        })?;
    }
    Ok(table.finish()?)
}
