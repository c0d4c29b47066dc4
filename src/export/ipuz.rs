//! `ipuz`: JSON by the ipuz 2 specification (<http://ipuz.org>), one puzzle per file.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::{Credits, Row};
use seeddb_core::board::{Cell, Digit, Grid};

/// The members of the object, in the order in which they are written.
#[derive(Serialize)]
struct Ipuz<'a> {
    version: &'a str,
    kind: [&'a str; 1],
    title: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    author: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    copyright: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    difficulty: String,
    uniqueid: &'a str,
    charset: &'a str,
    boxes: bool,
    empty: u8,
}

pub(super) fn row(
    out: &mut impl Write,
    row: &Row,
    solution: bool,
    credits: &Credits,
) -> io::Result<()> {
    let head = Ipuz {
        version: "http://ipuz.org/v2",
        kind: ["http://ipuz.org/sudoku#1"],
        title: credits.titled(&format!("Sudoku {}", row.shown_number())),
        author: &credits.credit,
        copyright: &credits.copyright,
        date: row.date.map(|date| date.strftime("%m/%d/%Y").to_string()),
        difficulty: row.level_or_tier(),
        uniqueid: &row.id,
        charset: "123456789",
        boxes: true,
        empty: 0,
    };
    let head = serde_json::to_string_pretty(&head)?;
    out.write_all(head.trim_end_matches(['}', '\n']).as_bytes())?;
    grid(out, "puzzle", &row.puzzle)?;
    if solution {
        grid(out, "solution", &row.solution)?;
    }
    out.write_all(b"\n}\n")
}

/// Writes a grid with one row of the board per line.
fn grid(out: &mut impl Write, name: &str, grid: &Grid) -> io::Result<()> {
    write!(out, ",\n  \"{name}\": [")?;
    for (r, values) in grid.values().chunks(9).enumerate() {
        let values: Vec<String> = values.iter().map(u8::to_string).collect();
        write!(out, "{}\n    [{}]", if r == 0 { "" } else { "," }, values.join(", "))?;
    }
    write!(out, "\n  ]")
}

/// Reads the clues from the object of a file.
pub(super) fn read(ipuz: &Value) -> Result<Grid, String> {
    let kinds = ipuz.get("kind").and_then(Value::as_array);
    let mut kinds = kinds.into_iter().flatten().filter_map(Value::as_str);
    if !kinds.any(|kind| kind.contains("ipuz.org/sudoku")) {
        return Err("this ipuz file is no Sudoku: its kind is another".to_owned());
    }
    let rows = ipuz.get("puzzle").and_then(Value::as_array).ok_or("it has no \"puzzle\"")?;
    let size = || format!("the board has {} rows, not 9 of 9 cells", rows.len());
    let rows: Option<Vec<_>> = rows.iter().map(Value::as_array).collect();
    let rows = rows.filter(|rows| rows.len() == 9 && rows.iter().all(|row| row.len() == 9));
    let rows = rows.ok_or_else(size)?;
    let charset = ipuz.get("charset").and_then(Value::as_str).unwrap_or("123456789");
    let empty = ipuz.get("empty").map_or_else(|| "0".to_owned(), text);
    let mut clues = Grid::EMPTY;
    for (cell, value) in Cell::all().zip(rows.into_iter().flatten()) {
        // A cell with a style is an object with its value.
        let value = text(value.get("cell").unwrap_or(value));
        if value == empty || value.is_empty() {
            continue;
        }
        let mut signs = value.chars();
        let place = signs.next().and_then(|sign| charset.chars().position(|c| c == sign));
        let digit = place.filter(|&place| place < 9 && signs.next().is_none());
        let digit = digit.ok_or_else(|| format!("{value:?} at {cell} is not in {charset:?}"))?;
        clues[cell] = Some(Digit::from_index(digit));
    }
    Ok(clues)
}

/// Returns a number or string as text; null becomes the empty text.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::row::{examples, rendered};
    use super::super::{Format, Style};
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let text = rendered(Style { solutions: true, ..Style::of(Format::Ipuz) });
        let object: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read(&object), Ok(examples()[0].puzzle));
    }

    #[test]
    fn other_ways_to_say_it_read_too() {
        let puzzle = examples()[0].puzzle;
        let ours: Value = serde_json::from_str(&rendered(Style::of(Format::Ipuz))).unwrap();
        let mut styled = ours.clone();
        styled["puzzle"][0][0] =
            serde_json::json!({ "cell": "5", "style": { "shapebg": "circle" } });
        styled["puzzle"][0][2] = Value::Null;
        assert_eq!(read(&styled), Ok(puzzle));
        let letters = ours.to_string().replace("123456789", "ABCDEFGHI");
        let mut letters: Value = serde_json::from_str(&letters).unwrap();
        for (cell, value) in Cell::all().zip(puzzle.values()) {
            let sign = if value == 0 { '.' } else { char::from(b'@' + value) };
            letters["puzzle"][cell.row()][cell.column()] = sign.to_string().into();
        }
        letters["empty"] = ".".into();
        assert_eq!(read(&letters), Ok(puzzle));
    }

    #[test]
    fn what_is_no_sudoku_is_told() {
        let ours: Value = serde_json::from_str(&rendered(Style::of(Format::Ipuz))).unwrap();
        let change = |key: &str, value: Value| {
            let mut changed = ours.clone();
            changed[key] = value;
            read(&changed).unwrap_err()
        };
        assert!(
            change("kind", serde_json::json!(["http://ipuz.org/crossword#1"])).contains("kind")
        );
        assert!(change("puzzle", serde_json::json!([[1, 2], [3, 4]])).contains("2 rows"));
        assert!(change("charset", "ABCDEFGHI".into()).contains("r1c1"));
    }
}
