//! [`Globals`]: what every command knows.

use std::fmt;
use std::io::{self, IsTerminal};
use std::iter;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use anyhow::Context;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use seeddb::database::{Control, Created, Database, Error, Kind, Options};
use seeddb::database::{OpenOptions, Remark, Remarks, censored, usual, without_password};
use seeddb::plural::counted;
use seeddb::rating::levels::LevelTable;

use super::escape::say;
use super::interrupt;
use super::ladder::ladder;
use super::parse;
use super::passfile::password;
use super::pulse::Pulse;
use crate::cli::line;

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
    remarks: Arc<Mutex<Vec<Remark>>>,
}

/// Seconds to wait for other commands if nobody says how many.
const USUAL_WAIT: u64 = 30;

impl Globals {
    /// Where the database is, or is to be, as it may be told.
    pub fn path(&self) -> anyhow::Result<PathBuf> {
        Ok(without_password(&self.address()?).0)
    }

    /// Where the database is, or is to be: an address with its password, if it has one.
    pub fn address(&self) -> anyhow::Result<PathBuf> {
        self.db.clone().map_or_else(default_path, Ok)
    }

    /// How long to wait for another process that has the database.
    pub fn wait(&self) -> Duration {
        Duration::from_secs(self.wait.unwrap_or(USUAL_WAIT))
    }

    /// The database; the first call that needs it opens it.
    pub fn database(&self) -> anyhow::Result<&Database> {
        if let Some(database) = self.database.get() {
            return Ok(database);
        }
        let path = self.address()?;
        // A name with a mistake in it must not begin another ledger.
        let database = self.database_at(&path, self.create || is_default(&path));
        Ok(self.database.get_or_init(|| database))
    }

    /// The database at another path or address; the first call that needs it opens it, and may make it or not.
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
        let notes = self.notes();
        let created = Created::new(move |path, seeds| {
            notes.note(format_args!("made {} with {seeds} starter seeds", path.display()));
        });
        let ladder = ladder().clone();
        Options {
            file,
            ladder,
            created,
            clock: usual::now,
            by: usual::user(),
            ..Options::default()
        }
    }

    fn remarks(&self) -> Remarks {
        let remarks = Arc::clone(&self.remarks);
        Remarks::new(move |remark| {
            remarks.lock().unwrap_or_else(PoisonError::into_inner).push(remark.clone());
        })
    }

    /// Tells what the library remarked so far. A command that failed has told that an old copy is old.
    pub fn tell_remarks(&self, failed: bool) {
        let remarks = mem::take(&mut *self.remarks.lock().unwrap_or_else(PoisonError::into_inner));
        for remark in remarks {
            if !failed || !matches!(remark, Remark::Older(..)) {
                self.note(remarked(&remark));
            }
        }
    }

    /// The database, which is made, with the starter seeds, if there is none and it may be made.
    pub fn made(&self) -> anyhow::Result<&Database> {
        let database = self.database()?;
        database.ensure()?;
        Ok(database)
    }

    /// The database, which can be used; if there is none and one may be made, the first call that
    /// writes makes it.
    pub fn usable(&self) -> anyhow::Result<&Database> {
        let database = self.database()?;
        database.expect_usable()?;
        Ok(database)
    }

    /// Whether the database was named, by a flag or by the environment.
    pub fn is_named(&self) -> bool {
        self.db.is_some()
    }

    /// The level table of the database, the default one if there is no database (and none is made).
    pub fn levels(&self) -> anyhow::Result<LevelTable> {
        Ok(self.database()?.levels()?)
    }

    /// The level table to label puzzles by that are in no database: as [`Self::levels`], and the default one also if the database cannot be
    /// used, which is said. One that is in use by another command can be used later, and is an error.
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

    /// Says something on stderr that is no error.
    pub fn note(&self, words: impl fmt::Display) {
        self.notes().note(words);
    }

    /// Tells how many puzzles a salvage did not find.
    pub fn note_lost(&self, lost: u64) {
        if lost > 0 {
            let (puzzles, were) = (counted(lost, "puzzle"), if lost == 1 { "was" } else { "were" });
            self.note(format_args!("{puzzles} {were} lost in a damaged file before"));
        }
    }

    /// Says on stderr why a command did not do all that was asked for, also to those who want no notes.
    #[allow(clippy::unused_self, reason = "it stands beside note, and nothing silences it")]
    pub fn reason(&self, words: impl fmt::Display) {
        say(words);
    }

    pub const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// What says such things, for calls of the library.
    pub fn notes(&self) -> Notes {
        Notes { quiet: self.quiet }
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

    /// A [progress](Self::progress) bar that the control of a call moves, and that stops at a signal. Where stderr is no terminal a
    /// line tells now and then how much is `done`, as in `3 of 9 rated`.
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

/// Where the database is if none is named.
fn default_path() -> anyhow::Result<PathBuf> {
    usual::path().context("no home folder is known: give the database with --db PATH")
}

fn remarked(remark: &Remark) -> String {
    match remark {
        Remark::Older(path, older) => {
            format!(
                "{} is {older}; nothing can be drawn from it, or be given to a day",
                path.display()
            )
        }
        Remark::Accepted(path, older) => {
            format!("{} goes on without {}, which can come again", path.display(), older.missing())
        }
        Remark::Unknown(path) => format!(
            "{} was put back from a backup, and nothing is remembered of it on this computer: what was drawn since the backup was made, and is not in it, could come again",
            path.display()
        ),
        Remark::Unwritten { path, why } => format!(
            "{} cannot be written ({why}): an old copy of the database would not be noticed by it",
            path.display()
        ),
        Remark::Server(path) => format!(
            "{} was restored, or another server took its place: all that was drawn from this computer is there (`seeddb verify` checks the rest)",
            path.display()
        ),
    }
}

/// Whether it is the path of the database if none is named, which the first command that writes makes.
pub fn is_default(path: &Path) -> bool {
    default_path().is_ok_and(|default| default == path)
}

/// Says things on stderr that are no errors, unless nobody wants them.
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

/// The words of this command, for those who wait for its database.
fn own_command() -> String {
    let words = line().iter().skip(1).map(|word| censored(&word.to_string_lossy()));
    iter::once("seeddb".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
