//! [`Globals`]: what every command knows.

use std::env;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow};
use etcetera::BaseStrategy;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use seeddb::mine::starter;
use seeddb::rating::levels::LevelTable;
use seeddb::store::{Identity, OpenOptions, Store, StoreError};

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
    #[arg(long, global = true, value_name = "N", value_parser = parse::threads)]
    threads: Option<u16>,
    /// How long to wait for another process that has the database
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 30)]
    wait: u64,
    /// Write also where the file system keeps no second command out: use one command at a time
    #[arg(long, global = true)]
    no_lock: bool,
    /// No progress and no notes on stderr, errors only
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Whether this command has had the database open, and which one it is.
    #[arg(skip)]
    had: AtomicBool,
    #[arg(skip)]
    identity: OnceLock<Identity>,
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

    /// How long to wait for another process that has the database.
    pub fn wait(&self) -> Duration {
        Duration::from_secs(self.wait)
    }

    fn had_it(&self) -> bool {
        self.had.load(Ordering::Relaxed)
    }

    fn options(&self) -> OpenOptions {
        OpenOptions {
            wait: self.wait(),
            create: !self.had_it(),
            command: own_command(),
            identity: self.identity.get().copied(),
            no_lock: self.no_lock,
        }
    }

    /// Remembers which database it is: all openings of a command are of the same one, or it ends. And adds what to do
    /// to what went wrong.
    fn opened(&self, opened: Result<Store, StoreError>) -> anyhow::Result<Store> {
        match opened {
            Ok(store) => {
                self.had.store(true, Ordering::Relaxed);
                // One that an earlier version made gets its identity when it is first written.
                if let Some(identity) = store.identity() {
                    self.identity.get_or_init(|| identity);
                }
                Ok(store)
            }
            Err(StoreError::NotFound(path)) if self.had_it() => Err(StoreError::Gone(path).into()),
            Err(error @ StoreError::NoLocks { .. }) => Err(anyhow!(
                "{error}: keep the database on a local disk, or give --no-lock if you are sure that only one command \
                 at a time uses it"
            )),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens the database for writing; makes it, with the starter seeds, if there is none.
    pub fn open(&self) -> anyhow::Result<Store> {
        self.open_within(self.wait())
    }

    /// The same, with a wait of its own: for those who have something else to do while the database is in use.
    pub fn open_within(&self, wait: Duration) -> anyhow::Result<Store> {
        let options = OpenOptions { wait, ..self.options() };
        let store = self.opened(Store::open(&self.path()?, &options, starter))?;
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
        match Store::open_read(&self.path()?, &self.options()) {
            Err(StoreError::NotFound(_)) if !self.had_it() => self.open(),
            opened => self.opened(opened),
        }
    }

    /// The level table of the database, the default one if there is no database (and none is made).
    pub fn levels(&self) -> anyhow::Result<LevelTable> {
        match Store::open_read(&self.path()?, &self.options()) {
            Err(StoreError::NotFound(_)) if !self.had_it() => Ok(LevelTable::default()),
            opened => Ok(self.opened(opened)?.levels()?),
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

/// The words of this command, for those who wait for its database. They need not be UTF-8.
fn own_command() -> String {
    let mut words = env::args_os();
    let program = words.next().unwrap_or_default();
    let program = Path::new(&program).file_stem().unwrap_or("seeddb".as_ref()).to_owned();
    let line = iter::once(program).chain(words).map(|word| word.to_string_lossy().into_owned());
    line.collect::<Vec<_>>().join(" ")
}
