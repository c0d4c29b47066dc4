//! Aligned columns: rows for people, fitted to the width of their terminal.

use std::borrow::Cow;
use std::io::{self, Write};
use std::iter;

use super::{Value, lines};

/// Writes rows under column names: numbers right-aligned, text left-aligned, two spaces between
/// columns. With `room`, the width of the terminal, no line is wider: columns without room are
/// omitted and named, and a single row becomes a list.
pub fn write(
    out: &mut impl Write,
    columns: &[String],
    rows: &[Vec<Value>],
    room: Option<usize>,
) -> io::Result<()> {
    let texts: Vec<Vec<Cow<str>>> =
        rows.iter().map(|row| row.iter().map(Value::shown).collect()).collect();
    let mut widths: Vec<(usize, bool)> = (0..columns.len())
        .map(|c| {
            let cells = texts.iter().map(|row| row[c].chars().count());
            let width = cells.chain([columns[c].len()]).max().unwrap_or(0);
            (width, rows.iter().any(|row| row[c].is_number()))
        })
        .collect();
    if let Some(room) = room {
        if let [row] = &texts[..]
            && width(&widths) > room
        {
            return listed(out, columns, row);
        }
        fit(&mut widths, &texts, room);
    }
    let names = columns.iter().map(|name| name.as_str().into()).collect();
    for row in [names].iter().chain(&texts) {
        line(out, row, &widths)?;
    }
    let left_out = columns.iter().zip(&widths).enumerate();
    let left_out = left_out
        .filter(|(c, (_, column))| column.0 == 0 && texts.iter().any(|row| !row[*c].is_empty()));
    let names: Vec<&str> = left_out.map(|(_, (name, _))| &name[..]).collect();
    if !names.is_empty() {
        let names = names.join(", ");
        writeln!(out, "(no room for {names}: --format csv has all columns)")?;
    }
    Ok(())
}

/// Writes a row. Long text of the last column continues below.
fn line(out: &mut impl Write, row: &[Cow<'_, str>], columns: &[(usize, bool)]) -> io::Result<()> {
    let shown = || row.iter().zip(columns).filter(|(_, (width, _))| *width > 0);
    let last = shown().count().saturating_sub(1);
    let (mut text, mut below) = (String::new(), Vec::new());
    for (i, (cell, &(width, right))) in shown().enumerate() {
        let parts = if i == last { wrapped(cell, width) } else { vec![cut(cell, width)] };
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or_default();
        let space = if i == 0 { "" } else { "  " };
        if i == last {
            let indent = text.chars().count() + space.len();
            below = parts.map(|part| format!("{:indent$}{part}", "")).collect();
        }
        let first = if right { format!("{first:>width$}") } else { format!("{first:<width$}") };
        text.extend([space, &first]);
    }
    iter::once(text).chain(below).try_for_each(|text| writeln!(out, "{}", text.trim_end()))
}

fn width(columns: &[(usize, bool)]) -> usize {
    let shown = columns.iter().filter(|(width, _)| *width > 0);
    shown.map(|(width, _)| width + 2).sum::<usize>().saturating_sub(2)
}

/// Writes a single row that is wider than the terminal: one line for each column with a value.
fn listed(out: &mut impl Write, names: &[String], row: &[Cow<'_, str>]) -> io::Result<()> {
    let widest = names.iter().map(String::len).max().unwrap_or(0);
    let told = names.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
    told.into_iter().try_for_each(|(name, cell)| writeln!(out, "{name:<widest$}  {cell}"))
}

/// The least width of a shortened column.
const LEAST: usize = 8;

/// Fits the columns to a width: omits empty columns, then narrows the widest columns of text, then
/// omits columns from the right.
fn fit(columns: &mut [(usize, bool)], rows: &[Vec<Cow<'_, str>>], room: usize) {
    let whole = columns.to_vec();
    for column in (0..columns.len()).rev() {
        if width(columns) > room && rows.iter().all(|row| row[column].is_empty()) {
            columns[column].0 = 0;
        }
    }
    while width(columns) > room {
        let words = columns.iter_mut().filter(|(width, number)| !number && *width > LEAST);
        if let Some(widest) = words.max_by_key(|(width, _)| *width) {
            widest.0 -= 1;
            continue;
        }
        match columns.iter_mut().skip(1).rfind(|(width, _)| *width > 0) {
            Some(last) => last.0 = 0,
            None => return,
        }
    }
    // The room of omitted columns goes to shortened text.
    while width(columns) < room {
        let cut = columns
            .iter_mut()
            .zip(&whole)
            .filter(|((width, _), (whole, _))| *width > 0 && width < whole);
        let Some((narrowest, _)) = cut.min_by_key(|((width, _), _)| *width) else { return };
        narrowest.0 += 1;
    }
}

/// The least width for wrapping text; narrower columns are cut.
const WRAPPED: usize = 20;

/// The lines of a text wrapped to a width; the cut text if the width is too small.
fn wrapped(text: &str, width: usize) -> Vec<Cow<'_, str>> {
    let fits = |text: &str| text.chars().count() <= width;
    if width < WRAPPED || fits(text) || !text.split(' ').all(fits) {
        return vec![cut(text, width)];
    }
    lines(text, width).into_iter().map(Cow::from).collect()
}

/// The text cut to a width, with an ellipsis.
fn cut(text: &str, width: usize) -> Cow<'_, str> {
    if text.chars().count() <= width {
        return text.into();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}\u{2026}").into()
}
