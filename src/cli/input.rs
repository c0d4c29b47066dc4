//! Files of puzzles: each grid worked on, in the order of the lines ([`seeddb::export::Reader`] reads them).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Write};
use std::path::Path;

use anyhow::{Context, bail};
use rayon::prelude::*;
use seeddb::board::Grid;
use seeddb::export::{BadLine, Reader};

use super::Exit;
use super::interrupt::interrupted;

/// Lines handed to the threads at a time.
const CHUNK: usize = 2_048;

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
        let file = File::open(name).with_context(|| format!("cannot read {name}"))?;
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
    mut take: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
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
                .filter(|_| !interrupted())
                .map(|entry| {
                    let (line, grid) = entry?;
                    work(&grid).map_err(|reason| BadLine { line, reason })
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
    }
    Ok(tally)
}

/// A grid without a digit twice in a house, or what is wrong with it.
pub fn without_clash(grid: &Grid) -> Result<&Grid, String> {
    grid.clash().map_or(Ok(grid), |clash| Err(clash.to_string()))
}
