//! [`Sink`]: the destination of rows: one file for all, or a file for each.

use std::io::Write;

use anyhow::{Context, bail};
use rayon::prelude::*;
use seeddb_export::{
    CoverSheet, Layout, ManifestEntry, RenderError, Renderer, Row, Template, Writer, manifest_csv,
    manifest_json, merge_csv,
};

use super::{Files, Output, OutputKind};

/// The number of files made at once in memory.
const CHUNK: usize = 64;

#[expect(clippy::large_enum_variant, reason = "a command has one")]
pub enum PuzzleWriter {
    Stream {
        puzzles: Writer<Output>,
        solutions: Option<Writer<Output>>,
        room: Room,
    },
    /// All rows in one file that is made at the end: a picture, a PDF, or a page to play.
    Pages(Box<Pages>),
    /// A file for each row, or sheets of several.
    Pieces(Box<FileSet>),
}

/// The most puzzles of a file that is made in memory.
const MOST_PAGED: usize = 10_000;

/// The puzzles of one picture, PDF or page to play.
pub struct Pages {
    renderer: Renderer,
    output: Output,
    solutions: Option<Output>,
    rows: Vec<Row>,
    room: Room,
}

impl Pages {
    pub fn new(
        kind: OutputKind,
        renderer: Renderer,
        output: Output,
        solutions: Option<Output>,
    ) -> Self {
        let most = if kind.has_pages() { MOST_PAGED } else { 1 };
        Self { renderer, output, solutions, rows: Vec::new(), room: Room { most, taken: 0 } }
    }

    /// Writes both files completely.
    fn settle(mut self) -> anyhow::Result<(Output, Option<Output>)> {
        if self.rows.is_empty() && self.room.most == 1 {
            return Ok((self.output, self.solutions));
        }
        let bytes = self.document(false)?;
        self.output.write_all(&bytes)?;
        let solutions = match self.solutions.take() {
            Some(mut output) => {
                output.write_all(&self.document(true)?)?;
                Some(output)
            }
            None => None,
        };
        Ok((self.output, solutions))
    }

    fn document(&self, solution: bool) -> anyhow::Result<Vec<u8>> {
        self.renderer.file(&self.rows, solution).map_err(cause)
    }
}

/// How many puzzles a file holds at most, and has taken.
pub struct Room {
    most: usize,
    taken: usize,
}

impl Room {
    pub const fn of(kind: OutputKind) -> Self {
        Self { most: if kind.is_one_a_file() { 1 } else { usize::MAX }, taken: 0 }
    }

    fn take(&mut self, count: usize) -> anyhow::Result<()> {
        self.taken += count;
        if self.taken <= self.most {
            return Ok(());
        }
        let holds = match self.most {
            1 => "such a file holds one puzzle".to_owned(),
            most => format!("one such file takes {most} puzzles"),
        };
        bail!("{holds}: give a folder (-o FOLDER/) or a .zip for more")
    }
}

/// The underlying error, for which there is advice.
fn cause(error: RenderError) -> anyhow::Error {
    match error {
        RenderError::Font(error) => error.into(),
        RenderError::Write(error) => error.into(),
        error @ RenderError::Pages => error.into(),
    }
}

impl PuzzleWriter {
    pub fn rows(&mut self, rows: &[Row]) -> anyhow::Result<()> {
        match self {
            Self::Stream { puzzles, solutions, room } => {
                room.take(rows.len())?;
                for row in rows {
                    puzzles.row(row)?;
                    if let Some(solutions) = solutions {
                        solutions.row(&row.solved())?;
                    }
                }
                Ok(())
            }
            Self::Pages(pages) => {
                pages.room.take(rows.len())?;
                pages.rows.extend_from_slice(rows);
                Ok(())
            }
            Self::Pieces(pieces) => pieces.rows(rows),
        }
    }

    /// Sets the pages before groups of puzzles, if the output is on paper.
    pub fn cover(&mut self, covers: Vec<CoverSheet>) {
        if let Self::Pages(pages) = self
            && let Renderer::Picture(pictures, ..) = &mut pages.renderer
            && let Layout::Paper(paper) = &mut pictures.layout
        {
            paper.covers = covers;
        }
    }

    pub fn flush(&mut self) -> anyhow::Result<()> {
        match self {
            Self::Stream { puzzles, .. } => Ok(puzzles.flush()?),
            // These appear as a whole at the end.
            Self::Pages(_) | Self::Pieces(_) => Ok(()),
        }
    }

    /// Writes the remaining data and moves the files to their targets.
    pub fn finish(self) -> anyhow::Result<()> {
        self.settle()?.finish()
    }

    /// Calls [`Self::finish`] if there are rows. Without rows no file appears, and stdout gets an
    /// empty table.
    pub fn finish_if(self, has_rows: bool) -> anyhow::Result<()> {
        match self {
            sink if has_rows => sink.finish(),
            Self::Stream { puzzles, .. } => puzzles.finish()?.discard(),
            Self::Pages(_) | Self::Pieces(_) => Ok(()),
        }
    }

    /// Writes the remaining data. Files keep their temporary names until they are finished.
    pub fn settle(self) -> anyhow::Result<Settled> {
        let (first, second) = match self {
            Self::Stream { puzzles, solutions, .. } => {
                let solutions = solutions.map(Writer::finish).transpose()?;
                (puzzles.finish()?, solutions)
            }
            Self::Pages(pages) => pages.settle()?,
            Self::Pieces(pieces) => {
                return pieces.settle().map(|files| Settled::Pieces(Box::new(files)));
            }
        };
        let mut outputs: Vec<Output> = [Some(first), second].into_iter().flatten().collect();
        outputs.iter_mut().try_for_each(Output::flush)?;
        Ok(Settled::Outputs(outputs))
    }
}

/// Completely written files under temporary names. They are removed if dropped without `finish`.
pub enum Settled {
    Outputs(Vec<Output>),
    Pieces(Box<Files>),
}

impl Settled {
    pub fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Outputs(outputs) => Output::finish_all(outputs),
            Self::Pieces(files) => files.finish(),
        }
    }
}

/// Files with one page each, of one puzzle or several.
pub struct FileSet {
    pub renderer: Renderer,
    pub files: Files,
    pub template: Template,
    pub extension: &'static str,
    /// Whether solutions are in separate files.
    pub separate: bool,
    /// Whether solution files are named after the next day.
    pub next_day: bool,
    /// The entries for a data merge in page layout programs; `None` if not wanted.
    pub merge: Option<Vec<ManifestEntry>>,
    pub manifest: Option<Vec<ManifestEntry>>,
    /// The puzzles of the page in progress.
    pub rows: Vec<Row>,
    /// The number of pages so far.
    pub number: u32,
}

impl FileSet {
    fn rows(&mut self, rows: &[Row]) -> anyhow::Result<()> {
        let each = self.renderer.each();
        self.rows.extend_from_slice(rows);
        let whole = self.rows.len() - self.rows.len() % each;
        let rest = self.rows.split_off(whole);
        let full = std::mem::replace(&mut self.rows, rest);
        self.pages(&full)
    }

    fn pages(&mut self, rows: &[Row]) -> anyhow::Result<()> {
        let each = self.renderer.each();
        for rows in rows.chunks(CHUNK.next_multiple_of(each)) {
            let file = |rows: &[Row]| -> Result<_, RenderError> {
                let solution = self.separate.then(|| self.renderer.file(rows, true)).transpose()?;
                Ok((self.renderer.file(rows, false)?, solution))
            };
            let made = rows.par_chunks(each).map(file);
            let made = made.collect::<Result<Vec<_>, _>>().map_err(cause)?;
            for (rows, (puzzle, solution)) in rows.chunks(each).zip(made) {
                self.number += 1;
                self.add(rows, self.number, &puzzle, solution.as_deref())?;
            }
        }
        Ok(())
    }

    /// Adds the file of these puzzles, and that of their solutions.
    fn add(
        &mut self,
        rows: &[Row],
        sheet: u32,
        data: &[u8],
        solution: Option<&[u8]>,
    ) -> anyhow::Result<()> {
        let first = rows.first().context("no puzzle for a file")?;
        let stem = self.template.name(first, sheet)?;
        let other = match first.date.filter(|_| self.next_day) {
            Some(day) => {
                let next = Row { date: Some(day.tomorrow()?), ..first.clone() };
                self.template.name(&next, sheet)?
            }
            None => stem.clone(),
        };
        let (name, other) =
            (format!("{stem}.{}", self.extension), format!("{other}-solution.{}", self.extension));
        self.files.add(&name, data)?;
        let solution = solution.map(|data| (other.as_str(), data));
        if let Some((name, data)) = solution {
            self.files.add(name, data)?;
        }
        for list in [&mut self.manifest, &mut self.merge].into_iter().flatten() {
            list.extend(rows.iter().map(|row| ManifestEntry::new(row, (&name, data), solution)));
        }
        Ok(())
    }

    fn settle(mut self) -> anyhow::Result<Files> {
        let rest = std::mem::take(&mut self.rows);
        self.pages(&rest)?;
        if let Some(manifest) = &self.manifest {
            self.files.add("manifest.csv", &manifest_csv(manifest)?)?;
            self.files.add("manifest.json", &manifest_json(manifest)?)?;
        }
        if let Some(merge) = &self.merge {
            self.files.add("merge.csv", &merge_csv(merge)?)?;
        }
        Ok(self.files)
    }
}
