//! Files of puzzles: each grid worked on, in the order of the lines ([`seeddb::export::Reader`] reads them).
//!
//! One thread reads ahead, those of rayon work, the caller's takes: none waits for another as long as there is
//! something to do, and a line that comes alone is done at once.

use std::fs::{File, FileType};
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rayon::prelude::*;
use seeddb::ask::Name;
use seeddb::board::{Cell, Grid};
use seeddb::export::{BadLine, Entry, FoundGrid, Reader};
use seeddb::ordered::{InOrder, Jobs, run};
use seeddb::plural::{by_count, counted};
use seeddb::rating::levels::LevelTable;

use super::ahead::{Ahead, MOST};
use super::escape::say;
use super::exit::{Exit, Interrupted};
use super::globals::Globals;
use super::interrupt::interrupted;
use super::output::Output;
use super::source::Source;
use super::table::{Rows, Table};
use super::value::Value;

/// Batches under way.
const BATCHES: usize = 4;
/// Lines a thread does in one go: few, so that none waits long for another at the end.
const AT_ONCE: usize = 16;
/// How long a batch takes, about: what is done is not seen before the rest of its batch, and short ones cost time. After
/// longer ones what is done is shown at once.
const BATCH: Duration = Duration::from_millis(20);
const BUFFER: usize = 1 << 16;

/// What a file gives: its entries, and at the end the header.
type Lines = Ahead<Entry, anyhow::Result<Option<String>>>;

/// What becomes of the text of a line: memory that one thread takes and another gives back makes both wait.
#[derive(Clone, Copy)]
pub enum Text {
    /// The text alone.
    Kept,
    /// It is dropped by the thread that read it, and the fields beside the puzzle are kept.
    Fields,
    /// It is dropped by the thread that read it.
    Dropped,
}

struct Grids {
    /// What messages call the file.
    name: String,
    reader: Reader<Box<dyn BufRead + Send>>,
}

impl Grids {
    /// Opens a file, `-` for stdin, or a line.
    fn open(source: &Source) -> anyhow::Result<Self> {
        let path = match source {
            Source::Line(name, line) => return Self::new(name, Cursor::new(line.clone())),
            Source::File(path) if path.as_os_str() == "-" => {
                return Self::new("stdin", io::stdin());
            }
            Source::File(path) => path,
        };
        let name = path.display();
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(missing(path)),
            file => file.with_context(|| format!("cannot read {name}"))?,
        };
        let kind = file.metadata().map(|metadata| metadata.file_type());
        if kind.as_ref().is_ok_and(FileType::is_dir) {
            bail!("cannot read {name}: it is a folder, give a file of puzzles or - for stdin");
        }
        if kind.is_ok_and(is_device) {
            bail!("cannot read {name}: it is a device, give a file of puzzles or - for stdin");
        }
        Self::new(&name.to_string(), file)
    }

    fn new(name: &str, source: impl Read + Send + 'static) -> anyhow::Result<Self> {
        let source: Box<dyn BufRead + Send> = Box::new(BufReader::with_capacity(BUFFER, source));
        let reader = Reader::new(source).with_context(|| format!("cannot read {name}"))?;
        Ok(Self { name: name.to_owned(), reader })
    }

    fn read_ahead(self, text: Text) -> Lines {
        let Self { name, mut reader } = self;
        if matches!(text, Text::Fields) {
            reader.keep_fields();
        }
        Ahead::start(move |put| {
            while let Some(mut entry) =
                reader.entry().with_context(|| format!("cannot read {name}"))?
            {
                if let (Text::Dropped | Text::Fields, Ok(row)) = (text, &mut entry) {
                    row.text = String::new();
                }
                if !put(entry) {
                    break;
                }
            }
            Ok(reader.header().map(str::to_owned))
        })
    }
}

/// A device may have no end. Pipes have one.
fn is_device(kind: FileType) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        kind.is_char_device() || kind.is_block_device()
    }
    #[cfg(not(unix))]
    {
        let _ = kind;
        false
    }
}

/// What an argument is not that is no file.
fn missing(path: &Path) -> String {
    let name = path.to_str().unwrap_or_default();
    let cells = name.chars().filter(|&c| Grid::is_cell(c)).count();
    // A name of a file may be short, or have a few letters that are no cells.
    if name.len() > 40 && 10 * cells >= 9 * name.len() {
        return match name.parse::<Grid>() {
            Err(error) => format!("not a puzzle: {error}"),
            Ok(_) => format!("not a puzzle: {} characters, a grid has 81", name.chars().count()),
        };
    }
    let is_word = path.extension().is_none() && path.components().count() == 1;
    if is_word && LevelTable::default().get(name).is_ok() {
        return format!(
            "cannot read {name}: there is no such file; it is a level: \
             `seeddb draw --level {name} --count 100 -q -o {name}.txt` draws puzzles of it"
        );
    }
    if let (true, Ok(technique)) = (is_word, name.parse::<Name>()) {
        return format!(
            "cannot read {name}: there is no such file; it is the name of a technique: \
             `seeddb draw --technique {technique}` draws a puzzle that needs it"
        );
    }
    let others = if is_word { ", and it is no puzzle and no id" } else { "" };
    format!("cannot read {}: there is no such file{others}", path.display())
}

pub enum Next<T> {
    Result(T),
    /// A line that cannot be read, or was refused; it is told on stderr, too.
    Bad(BadLine),
    /// No more for now, or not for long: what was taken can be handed on.
    Pause,
}

/// What became of the lines of the files read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Lines done.
    pub good: u64,
    /// Lines listed on stderr.
    pub bad: u64,
    /// Grids without an open cell among those done.
    pub full: u64,
}

impl Tally {
    /// Says that there are grids without an open cell, which nobody can solve any more.
    pub fn tell_full(self, globals: &Globals) {
        if self.full > 0 {
            let grids = counted(self.full, "grid");
            let have = by_count(self.full, "has", "have");
            globals.note(format_args!(
                "{grids} {have} 81 clues: solutions, which leave nothing to solve"
            ));
        }
    }

    /// How a run that read these lines ended.
    pub fn exit(self) -> Exit {
        if interrupted() {
            Exit::Interrupted
        } else if self.bad > 0 {
            Exit::Error
        } else {
            Exit::Done
        }
    }
}

/// What became of a few lines that follow each other.
struct Done<T> {
    made: T,
    good: u64,
    full: u64,
    bad: Vec<BadLine>,
}

impl<T> Done<T> {
    const fn new(made: T) -> Self {
        Self { made, good: 0, full: 0, bad: Vec::new() }
    }

    fn with(
        mut self,
        entry: Entry,
        work: impl Fn(&FoundGrid, &mut T) -> Result<(), String>,
    ) -> Self {
        let made = entry.and_then(|row| {
            self.full += u64::from(row.grid.clues().len() == Cell::COUNT);
            work(&row, &mut self.made).map_err(|reason| BadLine { line: row.line, reason })
        });
        match made {
            Ok(()) => self.good += 1,
            Err(bad) => self.bad.push(bad),
        }
        self
    }
}

/// Works on all grids of `files`: `work` on many threads, `take` with its results in the order of
/// the lines, and with a pause before it waits for more, or when that takes long. Bad lines, and those that `work`
/// refuses, go to stderr with number and reason.
pub fn each<T: Send>(
    files: &[Source],
    work: impl Fn(&Grid) -> Result<T, String> + Sync,
    take: impl FnMut(Next<T>) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    Ok(one_by_one(files, Text::Dropped, |row| work(&row.grid), take)?.0)
}

/// As [`each`], of grids with what stands beside them.
pub fn each_row<T: Send>(
    files: &[Source],
    beside: Text,
    work: impl Fn(&FoundGrid) -> Result<T, String> + Sync,
    take: impl FnMut(Next<T>) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    Ok(one_by_one(files, beside, work, take)?.0)
}

/// What `work` makes of all grids of `files`, in the order of the lines; and the line that names the columns, if there is one and
/// nobody pressed Ctrl-C.
pub fn all<T: Send>(
    files: &[Source],
    work: impl Fn(&FoundGrid) -> Result<T, String> + Sync,
) -> anyhow::Result<(Vec<T>, Tally, Option<String>)> {
    let mut all = Vec::new();
    let (tally, header) = one_by_one(files, Text::Kept, work, |next| {
        if let Next::Result(one) = next {
            all.push(one);
        }
        Ok(())
    })?;
    Ok((all, tally, header))
}

/// Works on all grids of `files`, and prints the rows that `work` makes of each.
pub fn tabulate<R: IntoIterator<Item: AsRef<[Value]>>>(
    files: &[Source],
    table: &mut Table<impl Write>,
    work: impl Fn(&FoundGrid) -> Result<R, String> + Sync,
) -> anyhow::Result<Tally> {
    let shape = table.shape().clone();
    let add = |row: &FoundGrid, rows: &mut Rows| {
        let mut made = work(row)?.into_iter();
        made.try_for_each(|values| shape.row(rows, values.as_ref())).map_err(|e| e.to_string())
    };
    // Memory that one thread takes and another gives back makes both wait: so it goes round.
    let spare: Mutex<Vec<Rows>> = Mutex::default();
    let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
    let new = || spare().pop().unwrap_or_default();
    let put = |rows: Next<Rows>| {
        let mut rows = match rows {
            Next::Result(rows) => rows,
            Next::Bad(_) => return Ok(()),
            Next::Pause => return Ok(table.flush()?),
        };
        table.put(&rows)?;
        rows.clear();
        spare().push(rows);
        Ok(())
    };
    Ok(read(files, Text::Dropped, new, add, put)?.0)
}

/// Ends the output of all that was read. A file is whole or does not appear: it does not after an error or Ctrl-C, and not if no line was
/// good.
///
/// # Errors
/// That of the reading; [`Interrupted`] if a file does not appear for that reason.
pub fn end(output: Output, tally: anyhow::Result<Tally>) -> anyhow::Result<Tally> {
    let is_file = output.is_file();
    let is_whole = tally.as_ref().is_ok_and(|tally| tally.good > 0) && !interrupted();
    output.finish_if(is_whole)?;
    if is_file && tally.is_ok() && interrupted() {
        return Err(Interrupted("no file was written").into());
    }
    tally
}

fn one_by_one<T: Send>(
    files: &[Source],
    text: Text,
    work: impl Fn(&FoundGrid) -> Result<T, String> + Sync,
    mut take: impl FnMut(Next<T>) -> anyhow::Result<()>,
) -> anyhow::Result<(Tally, Option<String>)> {
    let add = |row: &FoundGrid, all: &mut Vec<T>| {
        all.push(work(row)?);
        Ok(())
    };
    read(files, text, Vec::new, add, |all| match all {
        Next::Result(all) => all.into_iter().try_for_each(|one| take(Next::Result(one))),
        Next::Bad(bad) => take(Next::Bad(bad)),
        Next::Pause => take(Next::Pause),
    })
}

/// Works on a few lines at a time: `work` adds to what is `new` at first.
fn read<T: Send>(
    files: &[Source],
    text: Text,
    new: impl Fn() -> T + Sync,
    work: impl Fn(&FoundGrid, &mut T) -> Result<(), String> + Sync,
    mut take: impl FnMut(Next<T>) -> anyhow::Result<()>,
) -> anyhow::Result<(Tally, Option<String>)> {
    let mut tally = Tally::default();
    let mut header = None;
    for file in files {
        let grids = Grids::open(file)?;
        let name = grids.name.clone();
        let lines = grids.read_ahead(text);
        let before = tally;
        in_order(&lines, &new, &work, |done| {
            let Done { made, good, full, bad } = match done {
                Next::Result(done) => done,
                Next::Bad(bad) => return take(Next::Bad(bad)),
                Next::Pause => return take(Next::Pause),
            };
            take(Next::Result(made))?;
            tally.good += good;
            tally.full += full;
            tally.bad += bad.len() as u64;
            for bad in bad {
                say(format_args!("{name}:{}: {}", bad.line, bad.reason));
                take(Next::Bad(bad))?;
            }
            Ok(())
        })?;
        if interrupted() {
            break;
        }
        let named = lines.end()?;
        if tally == before {
            bail!("{name} holds no puzzle");
        }
        header = header.or(named);
    }
    Ok((tally, header))
}

/// Batches of `lines` worked on by all threads, and their results taken in order. After Ctrl-C, or when `take` fails, what
/// is done counts; the rest is left.
fn in_order<T: Send>(
    lines: &Lines,
    new: &(impl Fn() -> T + Sync),
    work: &(impl Fn(&FoundGrid, &mut T) -> Result<(), String> + Sync),
    take: impl FnMut(Next<Done<T>>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let failed = AtomicBool::new(false);
    let goes_on = || !interrupted() && !failed.load(Ordering::Relaxed);
    let mut batches =
        Batches { lines, lines_of_batch: AT_ONCE, done: InOrder::default(), failed: &failed, take };
    run(BATCHES, &mut batches, |(number, batch): (u64, Vec<Entry>)| {
        let begin = Instant::now();
        let results = batch
            .into_par_iter()
            .with_max_len(AT_ONCE)
            .filter(|_| goes_on())
            .fold(|| Done::new(new()), |done, entry| done.with(entry, work))
            .collect();
        (number, results, begin.elapsed())
    })
}

/// Lines on their way, some at a time.
struct Batches<'a, T, F> {
    lines: &'a Lines,
    lines_of_batch: usize,
    /// What was done, and how long it took.
    done: InOrder<(Vec<Done<T>>, Duration)>,
    failed: &'a AtomicBool,
    take: F,
}

impl<T, F> Batches<'_, T, F>
where
    F: FnMut(Next<Done<T>>) -> anyhow::Result<()>,
{
    /// Takes a batch, and learns how long the next ones may be.
    fn take_batch(&mut self, results: Vec<Done<T>>, took: Duration) -> anyhow::Result<()> {
        if took < BATCH / 2 {
            self.lines_of_batch = (2 * self.lines_of_batch).min(MOST);
        } else if took > BATCH * 2 {
            self.lines_of_batch = (self.lines_of_batch / 2).max(AT_ONCE);
        }
        results.into_iter().try_for_each(|done| (self.take)(Next::Result(done)))?;
        if took > BATCH { (self.take)(Next::Pause) } else { Ok(()) }
    }
}

impl<T, F> Jobs for Batches<'_, T, F>
where
    T: Send,
    F: FnMut(Next<Done<T>>) -> anyhow::Result<()>,
{
    type Job = (u64, Vec<Entry>);
    type Done = (u64, Vec<Done<T>>, Duration);
    type Error = anyhow::Error;

    /// The next lines that are there; waits for some if nothing else is to be done.
    fn next(&mut self, under_way: usize) -> anyhow::Result<Option<Self::Job>> {
        let goes_on = || !interrupted() && !self.failed.load(Ordering::Relaxed);
        if self.done.len() >= BATCHES || !goes_on() {
            return Ok(None);
        }
        let mut batch = self.lines.take(self.lines_of_batch, || false);
        if batch.is_empty() && under_way == 0 {
            (self.take)(Next::Pause)?;
            batch = self.lines.take(self.lines_of_batch, goes_on);
        }
        Ok(if batch.is_empty() { None } else { Some((self.done.expect(), batch)) })
    }

    fn take(&mut self, (number, results, took): Self::Done) -> anyhow::Result<()> {
        self.done.put(number, (results, took));
        while let Some((_, (results, took))) = self.done.pop() {
            let taken = self.take_batch(results, took);
            if taken.is_err() {
                self.failed.store(true, Ordering::Relaxed);
                return taken;
            }
        }
        Ok(())
    }
}
