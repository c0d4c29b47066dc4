//! Files of puzzles: each grid worked on, in the order of the lines ([`seeddb::export::Reader`] reads them).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Write};
use std::path::Path;

use anyhow::{Context, bail};
use rayon::prelude::*;
use seeddb::board::{Grid, ParseGridError};
use seeddb::export::{BadLine, Found, Reader};

use super::Exit;
use super::interrupt::interrupted;

/// How an open cell is written.
const OPEN: &str = ".0*_-?xX";

/// Lines handed to the threads at a time.
const CHUNK: usize = 2_048;
/// Lines a thread does in one go: few, so that none waits long for another at the end.
const AT_ONCE: usize = 16;

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
}

/// What keeps an argument from being the puzzle that it looks like.
fn no_puzzle(name: &str) -> Option<ParseGridError> {
    let cells = name.chars().filter(|&c| c.is_ascii_digit() || OPEN.contains(c));
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
/// the lines. Bad lines, and those that `work` refuses, go to stderr with number and reason.
pub fn each<T: Send>(
    files: &[String],
    work: impl Fn(&Grid) -> Result<T, String> + Sync,
    take: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    Ok(each_row(files, |row| work(&row.grid), take)?.0)
}

/// The same with the whole lines; and the line that names their columns, if there is one.
pub fn each_row<T: Send>(
    files: &[String],
    work: impl Fn(&Found) -> Result<T, String> + Sync,
    mut take: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<(Tally, Option<String>)> {
    let mut tally = Tally::default();
    let mut header = None;
    for file in files {
        let mut grids = Grids::open(file)?;
        let mut any = false;
        loop {
            let mut chunk = Vec::with_capacity(CHUNK);
            while chunk.len() < CHUNK && !interrupted() {
                match grids.reader.entry().with_context(|| format!("cannot read {}", grids.name))? {
                    Some(entry) => chunk.push(entry),
                    None => break,
                }
            }
            if chunk.is_empty() {
                break;
            }
            any = true;
            // After Ctrl-C what is done counts; the rest of the chunk is left.
            let done: Vec<Result<T, BadLine>> = chunk
                .into_par_iter()
                .with_max_len(AT_ONCE)
                .filter(|_| !interrupted())
                .map(|entry| {
                    let row = entry?;
                    work(&row).map_err(|reason| BadLine { line: row.line, reason })
                })
                .collect();
            for result in done {
                match result {
                    Ok(result) => {
                        take(result)?;
                        tally.good += 1;
                    }
                    Err(BadLine { line, reason }) => {
                        let _ = writeln!(io::stderr(), "{}:{line}: {reason}", grids.name);
                        tally.bad += 1;
                    }
                }
            }
        }
        if !any && !interrupted() {
            bail!("{} holds no puzzle", grids.name);
        }
        header = header.or_else(|| grids.reader.header().map(str::to_owned));
    }
    Ok((tally, header))
}

/// A grid without a digit twice in a house, or what is wrong with it.
pub fn without_clash(grid: &Grid) -> Result<&Grid, String> {
    grid.clash().map_or(Ok(grid), |clash| Err(clash.to_string()))
}
