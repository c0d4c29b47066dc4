//! Files of puzzles: each grid worked on, in the order of the lines ([`seeddb::export::Reader`] reads them).
//!
//! One thread reads ahead, those of rayon work, the caller's takes: none waits for another as long as there is
//! something to do, and a line that comes alone is done at once.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rayon::prelude::*;
use seeddb::board::{Grid, ParseGridError};
use seeddb::export::{BadLine, Entry, Found, Reader};

use super::Exit;
use super::ahead::{Ahead, MOST};
use super::interrupt::interrupted;

/// Batches under way.
const BATCHES: usize = 4;
/// Lines a thread does in one go: few, so that none waits long for another at the end.
const AT_ONCE: usize = 16;
/// How long a batch takes, about: what is done is not seen before the rest of its batch, and short ones cost time. After
/// longer ones what is done is shown at once.
const BATCH: Duration = Duration::from_millis(20);

/// What a file gives: its entries, and at the end the header.
type Lines = Ahead<Entry, anyhow::Result<Option<String>>>;

/// What becomes of the text of a line: memory that one thread takes and another gives back makes both wait.
#[derive(Clone, Copy)]
enum Text {
    Kept,
    /// By the thread that read it.
    Dropped,
}

/// The grids of one file.
struct Grids {
    /// What messages call the file.
    name: String,
    reader: Reader<Box<dyn BufRead + Send>>,
}

impl Grids {
    /// Opens a file, `-` for stdin; 81 puzzle characters are a puzzle themselves.
    fn open(name: &str) -> anyhow::Result<Self> {
        if name == "-" {
            return Self::new("stdin", Box::new(BufReader::new(io::stdin())));
        }
        if name.chars().count() == 81 && !Path::new(name).exists() && name.parse::<Grid>().is_ok() {
            return Self::new("argument", Box::new(Cursor::new(name.to_owned())));
        }
        let file = File::open(name).with_context(|| match no_puzzle(name) {
            Some(error) => format!("not a puzzle: {error}; nor a file: {name}"),
            None => format!("cannot read {name}"),
        })?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            bail!("cannot read {name}: it is a folder, give a file of puzzles or - for stdin");
        }
        Self::new(name, Box::new(BufReader::new(file)))
    }

    fn new(name: &str, source: Box<dyn BufRead + Send>) -> anyhow::Result<Self> {
        let reader = Reader::new(source).with_context(|| format!("cannot read {name}"))?;
        Ok(Self { name: name.to_owned(), reader })
    }

    fn read_ahead(self, text: Text) -> Lines {
        let Self { name, mut reader } = self;
        Ahead::start(move |put| {
            while let Some(mut entry) =
                reader.entry().with_context(|| format!("cannot read {name}"))?
            {
                if let (Text::Dropped, Ok(row)) = (text, &mut entry) {
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

/// What keeps an argument from being the puzzle that it looks like.
fn no_puzzle(name: &str) -> Option<ParseGridError> {
    let cells = name.chars().filter(|&c| Grid::is_cell(c));
    // A name of a file may be short, or have a few letters that are no cells.
    let looks_like_one = name.len() > 40 && 10 * cells.count() >= 9 * name.len();
    name.parse::<Grid>().err().filter(|_| looks_like_one)
}

/// What became of the lines of the files read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Lines done.
    pub good: u64,
    /// Lines listed on stderr.
    pub bad: u64,
}

impl Tally {
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

/// Works on all grids of `files`: `work` on many threads, `take` with its results in the order of
/// the lines, and with `None` before it waits for more, or when that takes long. Bad lines, and those that `work`
/// refuses, go to stderr with number and reason.
pub fn each<T: Send>(
    files: &[String],
    work: impl Fn(&Grid) -> Result<T, String> + Sync,
    take: impl FnMut(Option<T>) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    Ok(read(files, Text::Dropped, |row| work(&row.grid), take)?.0)
}

/// The same with the whole lines; and the line that names their columns, if there is one (after Ctrl-C none
/// is told).
pub fn each_row<T: Send>(
    files: &[String],
    work: impl Fn(&Found) -> Result<T, String> + Sync,
    take: impl FnMut(Option<T>) -> anyhow::Result<()>,
) -> anyhow::Result<(Tally, Option<String>)> {
    read(files, Text::Kept, work, take)
}

fn read<T: Send>(
    files: &[String],
    text: Text,
    work: impl Fn(&Found) -> Result<T, String> + Sync,
    mut take: impl FnMut(Option<T>) -> anyhow::Result<()>,
) -> anyhow::Result<(Tally, Option<String>)> {
    let mut tally = Tally::default();
    let mut header = None;
    for file in files {
        let grids = Grids::open(file)?;
        let name = grids.name.clone();
        let lines = grids.read_ahead(text);
        let before = tally;
        in_order(&lines, &work, |result| {
            match result {
                None => take(None)?,
                Some(Ok(result)) => {
                    take(Some(result))?;
                    tally.good += 1;
                }
                Some(Err(BadLine { line, reason })) => {
                    let _ = writeln!(io::stderr(), "{name}:{line}: {reason}");
                    tally.bad += 1;
                }
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
    work: &(impl Fn(&Found) -> Result<T, String> + Sync),
    mut take: impl FnMut(Option<Result<T, BadLine>>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let failed = AtomicBool::new(false);
    let goes_on = || !interrupted() && !failed.load(Ordering::Relaxed);
    let work_on = |entry: Entry| {
        let row = entry?;
        work(&row).map_err(|reason| BadLine { line: row.line, reason })
    };
    rayon::in_place_scope(|scope| {
        let mut under_way = VecDeque::with_capacity(BATCHES);
        let mut lines_of_batch = AT_ONCE;
        let mut run = || loop {
            if under_way.len() < BATCHES && goes_on() {
                let mut batch = lines.take(lines_of_batch, || false);
                if batch.is_empty() && under_way.is_empty() {
                    take(None)?;
                    batch = lines.take(lines_of_batch, goes_on);
                }
                if !batch.is_empty() {
                    let (to, results) = channel();
                    scope.spawn(|_| {
                        let to = to;
                        let begin = Instant::now();
                        let results: Vec<Result<T, BadLine>> = batch
                            .into_par_iter()
                            .with_max_len(AT_ONCE)
                            .filter(|_| goes_on())
                            .map(work_on)
                            .collect();
                        // Nobody hears it after an error.
                        let _ = to.send((results, begin.elapsed()));
                    });
                    under_way.push_back(results);
                    continue;
                }
            }
            let Some(oldest) = under_way.pop_front() else { return Ok(()) };
            // Without results it panicked, and the scope passes that on.
            let Ok((results, took)) = oldest.recv() else { return Ok(()) };
            if took < BATCH / 2 {
                lines_of_batch = (2 * lines_of_batch).min(MOST);
            } else if took > BATCH * 2 {
                lines_of_batch = (lines_of_batch / 2).max(AT_ONCE);
            }
            results.into_iter().try_for_each(|result| take(Some(result)))?;
            if took > BATCH {
                take(None)?;
            }
        };
        let ended = run();
        failed.store(ended.is_err(), Ordering::Relaxed);
        ended
    })
}
