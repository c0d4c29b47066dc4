//! [`Globals`]: what every command knows.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use etcetera::BaseStrategy;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use seeddb::mine::starter;
use seeddb::rating::levels::LevelTable;
use seeddb::store::{OpenOptions, Store, StoreError};

use super::parse;

/// Flags that go with every command.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Options of every command")]
pub struct Globals {
    /// The database, one file
    #[arg(
        long,
        help = "The database [default: $XDG_DATA_HOME/seeddb/seeddb.redb]",
        global = true,
        value_name = "PATH",
        env = "SEEDDB_DB",
        hide_env_values = true
    )]
    db: Option<PathBuf>,
    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = parse::count::<u16>)]
    threads: Option<u16>,
    /// How long to wait for another process that has the database
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 30)]
    wait: u64,
    /// No progress and no notes on stderr, errors only
    #[arg(long, short, global = true)]
    quiet: bool,
}

impl Globals {
    /// Where the database is, or is to be.
    pub fn path(&self) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.db {
            return Ok(path.clone());
        }
        let folders = etcetera::base_strategy::Xdg::new()
            .context("no home folder is known: give the database with --db PATH")?;
        Ok(folders.data_dir().join("seeddb").join("seeddb.redb"))
    }

    /// Opens the database for writing; makes it, with the starter seeds, if there is none.
    pub fn open(&self) -> anyhow::Result<Store> {
        let options = OpenOptions { wait: Duration::from_secs(self.wait), create: true };
        let store = Store::open(&self.path()?, &options, starter)?;
        if store.created() {
            let seeds: u64 = store.counts()?.seeds.values().sum();
            self.note(format_args!("made {} with {seeds} starter seeds", store.path().display()));
        }
        Ok(store)
    }

    /// Opens the database for writing if that is allowed, for looking at it as closely as can be.
    pub fn open_closely(&self) -> anyhow::Result<Store> {
        match self.open() {
            Err(error) if matches!(error.downcast_ref(), Some(StoreError::ReadOnly(_))) => {
                self.open_read()
            }
            opened => opened,
        }
    }

    /// Opens the database for reading, beside other readers; makes it if there is none.
    pub fn open_read(&self) -> anyhow::Result<Store> {
        match Store::open_read(&self.path()?, Duration::from_secs(self.wait)) {
            Err(StoreError::NotFound(_)) => self.open(),
            opened => Ok(opened?),
        }
    }

    /// The level table of the database, the default one if there is no database (and none is made).
    pub fn levels(&self) -> anyhow::Result<LevelTable> {
        match Store::open_read(&self.path()?, Duration::from_secs(self.wait)) {
            Err(StoreError::NotFound(_)) => Ok(LevelTable::default()),
            opened => Ok(opened?.levels()?),
        }
    }

    /// Makes rayon use the threads asked for.
    pub fn set_threads(&self) -> anyhow::Result<()> {
        let Some(threads) = self.threads else { return Ok(()) };
        rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(threads))
            .build_global()
            .with_context(|| format!("cannot start {threads} threads"))
    }

    /// Says something on stderr that is no error.
    pub fn note(&self, words: impl fmt::Display) {
        if !self.quiet {
            // Not `eprintln!`, which panics when stderr is closed.
            let _ = writeln!(io::stderr(), "{words}");
        }
    }

    /// A progress bar on stderr, hidden when nobody looks; without a length it only counts.
    pub fn progress(&self, length: Option<u64>) -> ProgressBar {
        self.bar(
            length,
            match length {
                Some(_) => "{wide_bar} {human_pos}/{human_len} {per_sec} {eta} left",
                None => "{spinner} {human_pos} {per_sec} {elapsed}",
            },
        )
    }

    /// A line of words on stderr that changes, hidden when nobody looks.
    pub fn spinner(&self) -> ProgressBar {
        self.bar(None, "{spinner} {msg}")
    }

    fn bar(&self, length: Option<u64>, template: &str) -> ProgressBar {
        if self.quiet || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(5))
            .with_style(style)
    }
}
