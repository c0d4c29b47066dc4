//! Files of puzzles: processes each grid, in the order of the lines ([`seeddb_export::Reader`]
//! reads them).
//!
//! One thread reads ahead, rayon's threads do the work, and the caller's thread takes the results.
//! None waits while there is something to do, and a single line is processed at once.

use std::fs::{File, FileType};
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rayon::prelude::*;
use seeddb_core::ask::Name;
use seeddb_core::board::{Cell, Grid};
use seeddb_core::plural::{by_count, counted};
use seeddb_core::rating::levels::LevelTable;
use seeddb_export::{BadLine, Entry, FoundGrid, Reader};
use seeddb_ledger::ordered::{InOrder, Jobs, run};

use super::{
    Ahead, Exit, Globals, Interrupted, MOST, Output, Rows, Source, Table, Value, interrupted, say,
};

/// The number of batches in progress.
const BATCHES: usize = 4;
/// The fewest lines of a batch: small batches keep all threads busy until the end.
const AT_ONCE: usize = 16;
/// The time that a batch should take: results appear only with their batch, and short batches cost
/// overhead. After longer ones, results are shown at once.
const BATCH: Duration = Duration::from_millis(20);
const BUFFER: usize = 1 << 16;

/// The entries of a file, and its header at the end.
type Lines = Ahead<Entry, anyhow::Result<Option<String>>>;

/// The treatment of a line's text. Freeing memory in another thread than the allocating one makes
/// both wait.
#[derive(Clone, Copy)]
pub enum Text {
    /// Only the text is kept.
    Kept,
    /// The reading thread drops the text, and the fields beside the puzzle are kept.
    Fields,
    /// The reading thread drops the text.
    Dropped,
}

struct Grids {
    /// The name of the file in messages.
    name: String,
    reader: Reader<Box<dyn BufRead + Send>>,
}

impl Grids {
    /// Opens a file (`-` for stdin) or a line given as argument.
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

/// Whether reading may never end, as from a device; pipes do end.
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

/// The error for an argument that is no file: the reason why it is no puzzle either.
fn missing(path: &Path) -> String {
    let name = path.to_str().unwrap_or_default();
    let cells = name.chars().filter(|&c| Grid::is_cell(c)).count();
    // Names of files are short, or contain letters that are no cells.
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
    /// A line that cannot be read or was refused; stderr lists it, too.
    Bad(BadLine),
    /// No result at present, so that earlier ones can be passed on.
    Pause,
}

/// The counts of processed lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Lines processed.
    pub good: u64,
    /// Bad lines, listed on stderr.
    pub bad: u64,
    /// Full grids among the processed ones.
    pub full: u64,
}

impl Tally {
    /// Notes full grids, which leave nothing to solve.
    pub fn tell_full(self, globals: &Globals) {
        if self.full > 0 {
            let grids = counted(self.full, "grid");
            let have = by_count(self.full, "has", "have");
            globals.note(format_args!(
                "{grids} {have} 81 clues: solutions, which leave nothing to solve"
            ));
        }
    }

    /// The exit code for a run with these counts.
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

/// The results of a few consecutive lines.
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

/// Processes all grids of `files`: `work` runs on several threads, and `take` gets the results in
/// the order of the lines, with a pause before a long wait. Bad lines, and those that `work`
/// refuses, go to stderr with number and reason.
pub fn each<T: Send>(
    files: &[Source],
    work: impl Fn(&Grid) -> Result<T, String> + Sync,
    take: impl FnMut(Next<T>) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    Ok(one_by_one(files, Text::Dropped, |row| work(&row.grid), take)?.0)
}

/// Like [`each`], for grids with their other fields.
pub fn each_row<T: Send>(
    files: &[Source],
    beside: Text,
    work: impl Fn(&FoundGrid) -> Result<T, String> + Sync,
    take: impl FnMut(Next<T>) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    Ok(one_by_one(files, beside, work, take)?.0)
}

/// The results of `work` for all grids of `files`, in the order of the lines, and the header line.
/// There is no header after Ctrl-C.
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

/// Processes all grids of `files` and prints the rows that `work` makes of each.
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
    // Freeing memory in another thread makes both wait, so buffers are reused.
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

/// Ends the output after reading. A file appears only if it is complete: not after an error or
/// Ctrl-C, and not without a good line.
///
/// # Errors
/// The error of reading; [`Interrupted`] if no file appears because of a signal.
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

/// Processes a few lines at a time: `work` adds to a value that begins as `new`.
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

/// Processes batches of `lines` on all threads and takes the results in order. After Ctrl-C or a
/// failure of `take`, completed results count and the rest is dropped.
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

/// The state of processing lines in batches.
struct Batches<'a, T, F> {
    lines: &'a Lines,
    lines_of_batch: usize,
    /// The results of batches, with the time that each took.
    done: InOrder<(Vec<Done<T>>, Duration)>,
    failed: &'a AtomicBool,
    take: F,
}

impl<T, F> Batches<'_, T, F>
where
    F: FnMut(Next<Done<T>>) -> anyhow::Result<()>,
{
    /// Takes the results of a batch, and adapts the size of the next ones.
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

    /// The lines available now; waits for some if nothing else is in progress.
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
