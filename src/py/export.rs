//! Files of puzzles: text, pictures and pages to play.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use seeddb::database::{Control, Database, Error, Selection};
use seeddb::export::{Order, OutputKind, Renderer, Row, SortKey, Template, Writer};

use super::errors::Failure;
use super::files;
use super::looks::Look;
use super::puzzle::ladder;

/// The largest number of puzzles of a file that is made in memory.
const MOST_PAGED: usize = 10_000;

/// An export of puzzles to one or several files.
pub struct Job {
    pub what: Selection,
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
                        Ok::<_, Failure>(rows.iter().try_for_each(|row| writer.row(row))?)
                    })?;
                    Ok::<_, Failure>(writer.finish().map(drop)?)
                };
                files::write([(path, write)], force)?;
            }
            renderer => {
                let mut rows = Vec::new();
                what.each(database, control, |more| {
                    rows.extend(more);
                    Ok::<_, Failure>(())
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
                    files::write([(path, write)], force)?;
                }
            }
        }
        let counted = what.count_export(database);
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
        if matches!(renderer, Renderer::Text(_)) && !kind.is_one_a_file() {
            return Ok(renderer.file(rows, false)?);
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
        let usual = Template::usual(is_dated, renderer.each() > 1);
        let template = look.name.as_deref().map_or(Ok(usual), str::parse)?;
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
