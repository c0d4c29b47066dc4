//! [`Basket`]: seeds just found, on their way into the database.

use std::env;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use seeddb::mine::write_starter;
use seeddb::record::Seed;
use seeddb::store::{Added, StoreError};

use super::Globals;
use super::database::{are, counted, store_error};

/// Seeds wait in memory so long before they are committed; the database is free meanwhile.
const COMMIT_EVERY: Duration = Duration::from_secs(5);
/// How long the search waits for the database, which it has no need of.
const PATIENCE: Duration = Duration::from_millis(200);

/// Seeds that wait for their commit.
pub struct Basket<'a> {
    globals: &'a Globals,
    seeds: Vec<Seed>,
    /// When the last commit was, or was tried.
    since: Instant,
    /// Whether it was said that the database is in use.
    told: bool,
    added: Added,
}

impl<'a> Basket<'a> {
    /// An empty one.
    pub fn new(globals: &'a Globals) -> Self {
        let (seeds, since) = (Vec::new(), Instant::now());
        Self { globals, seeds, since, told: false, added: Added::default() }
    }

    /// Takes seeds, and commits them with those before if the last commit was some seconds ago. If the database is in use, they
    /// wait for the next one.
    pub fn put(&mut self, seeds: Vec<Seed>) -> anyhow::Result<()> {
        self.seeds.extend(seeds);
        if self.since.elapsed() < COMMIT_EVERY {
            return Ok(());
        }
        let committed = self.commit(PATIENCE.min(self.globals.wait()));
        self.since = Instant::now();
        let Some(holder) = committed.as_ref().err().and_then(holder) else { return committed };
        if !self.told {
            self.globals.note(format_args!(
                "the database is in use by {holder}: new seeds wait in memory until it is free"
            ));
        }
        self.told = true;
        Ok(())
    }

    /// Commits what is left; returns what became of all seeds. Seeds that cannot be committed are written to a file that
    /// `import` reads. So they are while the database is in use: whoever stops waiting for it loses nothing.
    pub fn empty(mut self) -> anyhow::Result<Added> {
        let mut committed = self.commit(Duration::ZERO);
        if committed.is_ok() {
            return Ok(self.added);
        }
        let file = self.save();
        let place = self.place(&file);
        if let Some(holder) = committed.as_ref().err().and_then(holder) {
            self.globals.note(format_args!(
                "the database is in use by {holder}: waiting for it up to {} s; meanwhile {place}",
                self.globals.wait().as_secs()
            ));
            committed = self.commit(self.globals.wait());
        }
        committed.context(place)?;
        if let Ok(file) = file {
            // What it holds is in the database: nobody is harmed if it stays.
            let _ = fs::remove_file(file);
        }
        Ok(self.added)
    }

    fn commit(&mut self, wait: Duration) -> anyhow::Result<()> {
        if !self.seeds.is_empty() {
            let Added { new, known, better } =
                self.globals.open_within(wait)?.add_seeds(&self.seeds)?;
            self.added.new += new;
            self.added.known += known;
            self.added.better += better;
            self.seeds.clear();
        }
        self.told = false;
        Ok(())
    }

    /// Writes the seeds to a new file beside the database, else in the folder of the user, else where temporary files are.
    fn save(&self) -> io::Result<PathBuf> {
        let database = self.globals.path().unwrap_or_default();
        let here = Path::new("");
        self.save_in(database.parent().unwrap_or(here))
            .or_else(|_| self.save_in(here))
            .or_else(|_| self.save_in(&env::temp_dir()))
    }

    /// A file appears only if it is whole.
    fn save_in(&self, folder: &Path) -> io::Result<PathBuf> {
        let mut builder = tempfile::Builder::new();
        let mut file = builder.prefix("seeddb-mined-").suffix(".tsv").tempfile_in(folder)?;
        let mut out = BufWriter::new(&mut file);
        write_starter(&self.seeds, &mut out)?;
        out.flush()?;
        drop(out);
        file.as_file().sync_all()?;
        Ok(file.keep()?.1)
    }

    /// Where the seeds are that are not in the database: in `file`, or if that could not be written, on the screen.
    fn place(&self, file: &io::Result<PathBuf>) -> String {
        let count = self.seeds.len() as u64;
        let seeds = format!("{} {}", counted(count, "seed"), are(count));
        match file {
            Ok(file) => {
                let file = file.display();
                format!("{seeds} kept in {file}, for `seeddb import {file}`")
            }
            Err(error) => {
                let puzzles: Vec<String> =
                    self.seeds.iter().map(|seed| seed.puzzle.to_string()).collect();
                format!("{seeds} kept nowhere but here ({error}):\n{}\n", puzzles.join("\n"))
            }
        }
    }
}

/// Who has the database, if that is what is wrong.
fn holder(error: &anyhow::Error) -> Option<&str> {
    match store_error(error)? {
        StoreError::Locked { holder } => Some(holder),
        _ => None,
    }
}
