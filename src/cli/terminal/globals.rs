//! [`Globals`]: the options and state that all commands share.

use std::fmt;
use std::io::{self, IsTerminal};
use std::iter;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use anyhow::Context;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use seeddb_core::plural::counted;
use seeddb_core::rating::levels::LevelTable;
use seeddb_database::{Control, Database, Error, Kind, Options};
use seeddb_database::{Notice, OpenOptions, Remarks, censored, usual, without_password};

use super::{Pulse, interrupt, ladder, parse, password, say};
use crate::line;

/// Flags that go with every command.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Options of every command")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Globals {
    /// The database, one file, or an address of a server
    #[arg(
        long,
        help = "The database: a file, or postgres://USER@HOST/DATABASE [default: $XDG_DATA_HOME/seeddb/seeddb.redb]",
        global = true,
        value_name = "PATH",
        env = "SEEDDB_DB",
        hide_env_values = true
    )]
    db: Option<PathBuf>,
    /// Make the database that `--db` or `SEEDDB_DB` names, if it is not there
    #[arg(long, global = true)]
    create: bool,
    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = parse::threads)]
    threads: Option<u16>,
    /// How long to wait for other commands [default: 30], or a server [default: 0]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = parse::whole::<u64>)]
    wait: Option<u64>,
    /// Write even where file locks do not work; run one command at a time
    #[arg(long, global = true)]
    no_lock: bool,
    /// Use a server that could forget drawn puzzles, and so repeat them
    #[arg(long, global = true)]
    accept_loss: bool,
    /// Go on with an old copy, and give up what came since
    #[arg(
        long,
        help = "Go on with an old copy, and give up what was drawn since: it can come again",
        global = true
    )]
    accept_older: bool,
    /// Print no progress and no notes, only errors
    #[arg(long, short, global = true)]
    quiet: bool,
    #[arg(skip)]
    database: OnceLock<Database>,
    /// What the library remarked, told at the end.
    #[arg(skip)]
    remarks: Arc<Mutex<Vec<Notice>>>,
}

/// The default number of seconds to wait for other commands.
const USUAL_WAIT: u64 = 30;

impl Globals {
    /// The path or address of the database without its password, for messages.
    pub fn path(&self) -> anyhow::Result<PathBuf> {
        Ok(without_password(&self.address()?).0)
    }

    /// The path or address of the database, with its password if it has one.
    pub fn address(&self) -> anyhow::Result<PathBuf> {
        self.db.clone().map_or_else(default_path, Ok)
    }

    /// The time to wait for another process that uses the database.
    pub fn wait(&self) -> Duration {
        Duration::from_secs(self.wait.unwrap_or(USUAL_WAIT))
    }

    /// The database; it is opened by its first use.
    pub fn database(&self) -> anyhow::Result<&Database> {
        if let Some(database) = self.database.get() {
            return Ok(database);
        }
        let path = self.address()?;
        // A misspelled name must not create another ledger.
        let database = self.database_at(&path, self.create || is_default(&path));
        Ok(self.database.get_or_init(|| database))
    }

    /// The database at another path or address. It is opened by its first use, and created if
    /// `create` is set.
    pub fn database_at(&self, path: &Path, create: bool) -> Database {
        Database::at(path, self.options(path, create))
    }

    pub fn options(&self, path: &Path, create: bool) -> Options {
        let file = OpenOptions {
            create,
            wait: self.wait(),
            wait_for_server: self.wait.is_some(),
            command: own_command(),
            no_lock: self.no_lock,
            password: password(path),
            accept_loss: self.accept_loss,
            state: usual::marks(),
            accept_older: self.accept_older,
            remarks: self.remarks(),
            stop: interrupt::shared(),
            ..OpenOptions::default()
        };
        let ladder = ladder().clone();
        Options { file, ladder, clock: usual::now, by: usual::user(), ..Options::default() }
    }

    fn remarks(&self) -> Remarks {
        let (notes, remarks) = (self.notes(), Arc::clone(&self.remarks));
        Remarks::new(move |remark| match remark {
            Notice::Made(..) => notes.note(remarked(remark)),
            _ => remarks.lock().unwrap_or_else(PoisonError::into_inner).push(remark.clone()),
        })
    }

    /// Prints the library's remarks so far. A command that failed has already reported an old copy.
    pub fn tell_remarks(&self, failed: bool) {
        let remarks = mem::take(&mut *self.remarks.lock().unwrap_or_else(PoisonError::into_inner));
        for remark in remarks {
            if !failed || !matches!(remark, Notice::Older(..)) {
                self.note(remarked(&remark));
            }
        }
    }

    /// The database; if it does not exist and may be created, it is created with the starter seeds.
    pub fn made(&self) -> anyhow::Result<&Database> {
        let database = self.database()?;
        database.ensure()?;
        Ok(database)
    }

    /// The database, checked to be usable; if it does not exist and may be created, the first write
    /// creates it.
    pub fn usable(&self) -> anyhow::Result<&Database> {
        let database = self.database()?;
        database.expect_usable()?;
        Ok(database)
    }

    /// Whether a flag or the environment names the database.
    pub fn is_named(&self) -> bool {
        self.db.is_some()
    }

    /// The level table of the database; the default one if there is no database (none is created).
    pub fn levels(&self) -> anyhow::Result<LevelTable> {
        Ok(self.database()?.levels()?)
    }

    /// The level table for labelling puzzles of no database: as [`Self::levels`], and the default
    /// one, with a note, if the database is unusable. A database in use by another command is an
    /// error, since it can be used later.
    pub fn labels(&self) -> anyhow::Result<LevelTable> {
        let passes = |error: &anyhow::Error| {
            let kind = error.downcast_ref().map(Error::kind);
            matches!(kind, Some(Kind::Busy | Kind::Stopped))
        };
        match self.levels() {
            Err(error) if !passes(&error) => {
                self.note(format_args!("levels are those of a new database: {error:#}"));
                Ok(LevelTable::default())
            }
            levels => levels,
        }
    }

    pub fn set_threads(&self) -> anyhow::Result<()> {
        let Some(threads) = self.threads else { return Ok(()) };
        rayon::ThreadPoolBuilder::new()
            .num_threads(usize::from(threads))
            .build_global()
            .with_context(|| format!("cannot start {threads} threads"))
    }

    /// Prints a note on stderr, unless `--quiet` is given.
    pub fn note(&self, words: impl fmt::Display) {
        self.notes().note(words);
    }

    /// Notes the number of puzzles that a salvage did not find.
    pub fn note_lost(&self, lost: u64) {
        if lost > 0 {
            let (puzzles, were) = (counted(lost, "puzzle"), if lost == 1 { "was" } else { "were" });
            self.note(format_args!("{puzzles} {were} lost in a damaged file before"));
        }
    }

    /// Prints on stderr why a command did not do everything, even with `--quiet`.
    #[allow(clippy::unused_self, reason = "it stands beside note, and nothing silences it")]
    pub fn reason(&self, words: impl fmt::Display) {
        say(words);
    }

    pub const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// The printer of notes, for calls of the library.
    pub fn notes(&self) -> Notes {
        Notes { quiet: self.quiet }
    }

    /// A progress bar on stderr, hidden with `--quiet` or if stderr is no terminal; without a
    /// length it only counts.
    pub fn progress(&self, length: Option<u64>) -> ProgressBar {
        self.bar(
            length,
            match length {
                Some(_) => "{wide_bar} {human_pos}/{human_len} {per_sec} {eta} left",
                None => "{spinner} {human_pos} {per_sec} {elapsed}",
            },
        )
    }

    /// A [progress](Self::progress) bar that the control of a library call moves, and that stops at
    /// a signal. If stderr is no terminal, an occasional line reports the count of what is `done`,
    /// as in `3 of 9 rated`.
    pub fn watched(
        &self,
        length: Option<u64>,
        done: Option<&'static str>,
    ) -> (ProgressBar, Control) {
        let progress = self.progress(length);
        let (bar, notes, pulse) = (progress.clone(), self.notes(), Pulse::new());
        let control = interrupt::control().with_progress(move |count| {
            bar.set_position(count);
            if let Some(done) = done
                && pulse.is_due()
            {
                let all = bar.length().unwrap_or_default();
                notes.note(format_args!("{} of {} {done}", HumanCount(count), HumanCount(all)));
            }
        });
        (progress, control)
    }

    /// Runs a call of the library that is [watched](Self::watched).
    pub fn working<T>(
        &self,
        length: Option<u64>,
        done: Option<&'static str>,
        call: impl FnOnce(&Control) -> T,
    ) -> T {
        let (progress, control) = self.watched(length, done);
        let called = call(&control);
        progress.finish_and_clear();
        called
    }

    /// A changing line of text on stderr, hidden with `--quiet` or if stderr is no terminal.
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

/// The default path of the database.
fn default_path() -> anyhow::Result<PathBuf> {
    usual::path().context("no home folder is known: give the database with --db PATH")
}

fn remarked(remark: &Notice) -> String {
    match remark {
        Notice::Made(path, seeds) => {
            format!("made {} with {seeds} starter seeds", path.display())
        }
        Notice::Older(path, older) => {
            format!(
                "{} is {older}; nothing can be drawn from it, or be given to a day",
                path.display()
            )
        }
        Notice::Accepted(path, older) => {
            format!("{} goes on without {}, which can come again", path.display(), older.missing())
        }
        Notice::Unknown(path) => format!(
            "{} was put back from a backup, and nothing is remembered of it on this computer: what was drawn since the backup was made, and is not in it, could come again",
            path.display()
        ),
        Notice::Unwritten { path, why } => format!(
            "{} cannot be written ({why}): an old copy of the database would not be noticed by it",
            path.display()
        ),
        Notice::Server(path) => format!(
            "{} was restored, or another server took its place: all that was drawn from this computer is there (`seeddb verify` checks the rest)",
            path.display()
        ),
    }
}

/// Whether a path is the default one, where the first command that writes creates the database.
pub fn is_default(path: &Path) -> bool {
    default_path().is_ok_and(|default| default == path)
}

/// A printer of notes on stderr, silent with `--quiet`.
#[derive(Clone, Copy)]
pub struct Notes {
    quiet: bool,
}

impl Notes {
    pub fn note(self, words: impl fmt::Display) {
        if !self.quiet {
            say(words);
        }
    }
}

/// The command line of this run, shown to commands that wait for its database.
fn own_command() -> String {
    let words = line().iter().skip(1).map(|word| censored(&word.to_string_lossy()));
    iter::once("seeddb".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
