//! Files of puzzles: text, pictures and pages to play.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use seeddb::database::{BatchRef, Control, Database, Error, Export, IssuedWithId};
use seeddb::export::{Order, OutputKind, Renderer, Row, SortKey, Style, Template, Writer};
use seeddb::symmetry::Id;

use super::errors::Failure;
use super::files;
use super::looks::Look;
use super::puzzle::ladder;

/// The largest number of puzzles of a file that is made in memory.
const MOST_PAGED: usize = 10_000;

/// The puzzles to export.
pub enum PuzzleSelection {
    Batches(Vec<BatchRef>),
    Puzzles(Vec<Id>),
    Book(u32),
    /// The puzzles of a series between two days, optionally of approved days only.
    Days {
        series: String,
        first: Date,
        last: Date,
        approved: bool,
    },
}

impl PuzzleSelection {
    /// Passes the puzzles to `put`, except void ones, in chunks of some thousands.
    fn each(
        &self,
        database: &Database,
        control: &Control,
        mut put: impl FnMut(Vec<Row>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut all = |mut export: Export| {
            while let Some(chunk) = export.next_chunk() {
                put(chunk?.iter().map(IssuedWithId::row).collect())?;
            }
            Ok::<_, Failure>(())
        };
        match self {
            Self::Batches(batches) => all(database.export(batches, control)?)?,
            Self::Puzzles(ids) => all(database.export_puzzles(ids, control)?)?,
            Self::Book(book) => all(database.export_book(*book, control)?)?,
            Self::Days { series, first, last, approved } => {
                put(database.series_rows(series, Some(*first), Some(*last), *approved)?.rows)?;
            }
        }
        if control.is_stopped() { Err(Error::Stopped.into()) } else { Ok(()) }
    }

    const fn is_dated(&self) -> bool {
        matches!(self, Self::Days { .. })
    }
}

/// An export of puzzles to one or several files.
pub struct Job {
    pub what: PuzzleSelection,
    pub path: PathBuf,
    pub kind: OutputKind,
    pub look: Look,
    pub sort: Vec<SortKey>,
    pub force: bool,
}

impl Job {
    /// Writes the files; returns the number of puzzles, and the error if the export was not counted
    /// in the database.
    pub fn run(
        self,
        database: &Database,
        control: &Control,
    ) -> Result<(usize, Option<Error>), Failure> {
        let Self { what, path, kind, look, sort, force } = self;
        let renderer = look.renderer(kind, what.is_dated(), ladder())?;
        let has_ending =
            path.extension().is_some_and(|end| end.eq_ignore_ascii_case(kind.extension()));
        let is_folder = kind.is_one_a_file() && !has_ending;
        if look.name.is_some() && !is_folder {
            return Err("name is for files of one puzzle each: name a folder".to_owned().into());
        }
        if !is_folder {
            files::check([&path], force)?;
        }
        let mut count = 0;
        match &renderer {
            Renderer::Text(style) if !kind.is_one_a_file() && sort.is_empty() => {
                let write = |out: &mut dyn io::Write| {
                    let mut writer = Writer::new(out, style.clone())?;
                    what.each(database, control, |rows| {
                        count += rows.len();
                        Ok(rows.iter().try_for_each(|row| writer.row(row))?)
                    })?;
                    Ok::<_, Failure>(writer.finish().map(drop)?)
                };
                files::write([(path, write)], force, || Ok(()))?;
            }
            renderer => {
                let mut rows = Vec::new();
                what.each(database, control, |more| {
                    rows.extend(more);
                    Ok(())
                })?;
                if let Some(order) = Order::of(&sort, &database.levels()?) {
                    order.sort(&mut rows);
                }
                count = rows.len();
                let made = Made { renderer, look: &look, kind, rows: &rows };
                if is_folder {
                    made.folder(&path, control)?;
                } else {
                    let data = made.file()?;
                    let write = |out: &mut dyn io::Write| Ok::<_, Failure>(out.write_all(&data)?);
                    files::write([(path, write)], force, || Ok(()))?;
                }
            }
        }
        let counted = match &what {
            PuzzleSelection::Batches(batches) => database.count_export(batches),
            _ => Ok(()),
        };
        Ok((count, counted.err()))
    }
}

/// Puzzles in memory, to be rendered.
struct Made<'a> {
    renderer: &'a Renderer,
    look: &'a Look,
    kind: OutputKind,
    rows: &'a [Row],
}

impl Made<'_> {
    /// Returns the bytes of one file with all puzzles.
    fn file(&self) -> Result<Vec<u8>, Failure> {
        let Self { renderer, kind, rows, .. } = *self;
        if let Renderer::Text(style) = renderer
            && !kind.is_one_a_file()
        {
            return Ok(text(style, rows)?);
        }
        if kind.has_pages() {
            if rows.len() > MOST_PAGED {
                let words =
                    format!("a {kind} of {} puzzles: {MOST_PAGED} are the most", rows.len());
                return Err(words.into());
            }
            return Ok(renderer.file(rows, false)?);
        }
        match rows.len() {
            0 => Err("there is no puzzle to show: all are void".to_owned().into()),
            count if count > renderer.each() => {
                Err(format!("{count} puzzles do not go into one {kind}: name a folder").into())
            }
            _ => Ok(renderer.file(rows, false)?),
        }
    }

    /// Makes a new folder with one file per puzzle, or per sheet.
    fn folder(&self, path: &Path, control: &Control) -> Result<(), Failure> {
        let Self { renderer, look, kind, rows } = *self;
        let is_dated = rows.first().is_some_and(|row| row.date.is_some());
        let usual = match (is_dated, renderer.each() > 1) {
            (true, false) => "{date}-{level}",
            (true, true) => "{date}-sheet-{sheet}",
            (false, true) => "{batch}-sheet-{sheet}",
            (false, false) => "{batch}-{number}",
        };
        let template: Template = look.name.as_deref().unwrap_or(usual).parse()?;
        let mut taken = HashSet::new();
        files::folder(path, |put| {
            for (number, rows) in (1..).zip(rows.chunks(renderer.each())) {
                if control.is_stopped() {
                    return Err(Error::Stopped.into());
                }
                let data = renderer.file(rows, false)?;
                let name = format!("{}.{}", template.name(&rows[0], number)?, kind.extension());
                if !taken.insert(name.to_lowercase()) {
                    let words = "put {number} and {batch}, or {id}, into name";
                    return Err(format!("two files would be called {name}: {words}").into());
                }
                put(&name, &data)?;
            }
            Ok(())
        })
    }
}

fn text(style: &Style, rows: &[Row]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), style.clone())?;
    rows.iter().try_for_each(|row| writer.row(row))?;
    writer.finish()
}
