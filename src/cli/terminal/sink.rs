//! [`Sink`]: where rows go: one file of them all, or files of one each.

use std::io::Write;

use anyhow::{Context, bail};
use rayon::prelude::*;
use seeddb::export::{
    ManifestEntry, RenderError, Renderer, Row, Template, Writer, manifest_csv, manifest_json,
    merge_csv,
};

use super::files::Files;
use super::output::Output;

/// Files made at once; the memory holds them.
const CHUNK: usize = 64;

pub enum Sink {
    Stream {
        puzzles: Writer<Output>,
        solutions: Option<Writer<Output>>,
        room: Room,
    },
    Single {
        renderer: Renderer,
        output: Output,
        solutions: Option<Output>,
        room: Room,
    },
    /// All of them in one PDF, or one page to play.
    Pages(Box<Pages>),
    /// A file each, or a sheet of several.
    Pieces(Box<Pieces>),
}

/// The most puzzles of one such file, which is made in memory.
const MOST_PAGED: usize = 10_000;

/// Puzzles of one PDF, each with a line below it or on contact sheets; or of one page to play.
pub struct Pages {
    pub renderer: Renderer,
    /// Boards side by side and below each other, if that was asked for.
    pub sheet: Option<[usize; 2]>,
    pub output: Output,
    pub solutions: Option<Output>,
    pub rows: Vec<Row>,
}

impl Pages {
    /// Both files, with all that is to be in them.
    fn settle(mut self) -> anyhow::Result<(Output, Option<Output>)> {
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
        self.renderer.document(&self.rows, self.sheet, solution).map_err(cause)
    }
}

/// How many puzzles a file takes still; none if there is no end to them.
pub struct Room(pub Option<usize>);

impl Room {
    fn take(&mut self, count: usize) -> anyhow::Result<()> {
        if let Room(Some(left)) = self {
            let words =
                "such a file holds one puzzle: give a folder (-o FOLDER/) or a .zip for more";
            *left = left.checked_sub(count).context(words)?;
        }
        Ok(())
    }
}

/// The error that is its cause, whose cure is known.
fn cause(error: RenderError) -> anyhow::Error {
    match error {
        RenderError::Font(error) => error.into(),
        RenderError::Write(error) => error.into(),
        error @ RenderError::NoSheets => error.into(),
    }
}

impl Sink {
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
            Self::Single { renderer, output, solutions, room } => {
                room.take(rows.len())?;
                for row in rows {
                    output.write_all(&renderer.file(row, false).map_err(cause)?)?;
                    if let Some(solutions) = solutions {
                        solutions.write_all(&renderer.file(row, true).map_err(cause)?)?;
                    }
                }
                Ok(())
            }
            Self::Pages(pages) => {
                if pages.rows.len() + rows.len() > MOST_PAGED {
                    bail!(
                        "one such file takes {MOST_PAGED} puzzles: give a folder (-o FOLDER/) or a .zip for more"
                    );
                }
                pages.rows.extend_from_slice(rows);
                Ok(())
            }
            Self::Pieces(pieces) => pieces.rows(rows),
        }
    }

    pub fn flush(&mut self) -> anyhow::Result<()> {
        match self {
            Self::Stream { puzzles, .. } => Ok(puzzles.flush()?),
            // These appear as a whole.
            Self::Single { .. } | Self::Pages(_) | Self::Pieces(_) => Ok(()),
        }
    }

    /// Writes what is left and puts the files in their places.
    pub fn finish(self) -> anyhow::Result<()> {
        self.settle()?.finish()
    }

    /// [`Self::finish`] if there are rows. If there are none, no file appears, and stdout gets what a text without rows is.
    pub fn finish_if(self, has_rows: bool) -> anyhow::Result<()> {
        match self {
            sink if has_rows => sink.finish(),
            Self::Stream { puzzles, .. } => puzzles.finish()?.discard(),
            Self::Single { .. } | Self::Pages(_) | Self::Pieces(_) => Ok(()),
        }
    }

    /// Writes what is left. Files are still under other names, and nobody sees them; stdout has all.
    pub fn settle(self) -> anyhow::Result<Settled> {
        let (first, second) = match self {
            Self::Stream { puzzles, solutions, .. } => {
                let solutions = solutions.map(Writer::finish).transpose()?;
                (puzzles.finish()?, solutions)
            }
            Self::Single { output, solutions, .. } => (output, solutions),
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

/// Files with all that is to be in them, and not in their places yet. Dropped without `finish`, they go.
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

/// Files of a puzzle or a sheet each.
pub struct Pieces {
    pub renderer: Renderer,
    pub files: Files,
    pub template: Template,
    pub extension: &'static str,
    /// Whether the solutions are files of their own.
    pub separate: bool,
    /// Whether these have the names of the next day.
    pub next_day: bool,
    /// What a page layout program merges.
    pub merge: Option<Vec<ManifestEntry>>,
    pub manifest: Option<Vec<ManifestEntry>>,
    pub sheet: Option<Sheet>,
}

pub struct Sheet {
    size: [usize; 2],
    rows: Vec<Row>,
    number: u32,
}

impl Sheet {
    pub fn new(size: &[usize; 2]) -> Self {
        Self { size: *size, rows: Vec::new(), number: 0 }
    }
}

impl Pieces {
    fn rows(&mut self, rows: &[Row]) -> anyhow::Result<()> {
        if self.sheet.is_some() {
            for row in rows {
                self.on_sheet(row)?;
            }
            return Ok(());
        }
        for rows in rows.chunks(CHUNK) {
            let file = |row: &Row| -> Result<_, RenderError> {
                let solution = self.separate.then(|| self.renderer.file(row, true)).transpose()?;
                Ok((self.renderer.file(row, false)?, solution))
            };
            let made = rows.par_iter().map(file).collect::<Result<Vec<_>, _>>().map_err(cause)?;
            for (row, (puzzle, solution)) in rows.iter().zip(made) {
                self.add(std::slice::from_ref(row), 0, &puzzle, solution.as_deref())?;
            }
        }
        Ok(())
    }

    fn on_sheet(&mut self, row: &Row) -> anyhow::Result<()> {
        let Some(sheet) = &mut self.sheet else { return Ok(()) };
        sheet.rows.push(row.clone());
        if sheet.rows.len() == sheet.size[0] * sheet.size[1] { self.end_sheet() } else { Ok(()) }
    }

    /// Writes the sheet, full or not.
    fn end_sheet(&mut self) -> anyhow::Result<()> {
        let Some(sheet) = &mut self.sheet else { return Ok(()) };
        let rows = std::mem::take(&mut sheet.rows);
        if rows.is_empty() {
            return Ok(());
        }
        sheet.number += 1;
        let (size, number) = (sheet.size, sheet.number);
        let sheet = |solution| self.renderer.sheet(&rows, size, solution).map_err(cause);
        let puzzles = sheet(false)?;
        let solutions = self.separate.then(|| sheet(true)).transpose()?;
        self.add(&rows, number, &puzzles, solutions.as_deref())
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
        self.end_sheet()?;
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
