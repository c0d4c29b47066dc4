//! Grids in arrays: texts of 81 cells, nine rows, 81 numbers one after the other.
//!
//! Of a row of values those count that are cells: a digit, 0 or nothing for an open cell, a text of nine cells or of 81. Names and
//! ratings between them are passed over, as the other fields of a line are.

use serde_json::Value;

use super::links::link;
use super::{BadLine, Entry, FoundGrid, grid};
use crate::board::Grid;

/// Shorter texts may be names.
const LOOKS_LIKE_A_GRID: usize = 40;

/// The cells of a grid that is being read.
#[derive(Default)]
pub(super) struct Cells {
    text: String,
    /// Where it began.
    line: u64,
    /// How many arrays were open then.
    depth: usize,
}

impl Cells {
    /// Takes a value in this many open arrays: a grid when it is complete.
    pub(super) fn add(&mut self, value: &str, line: u64, depth: usize) -> Option<Entry> {
        let length = value.chars().count();
        if length == 81 || length >= LOOKS_LIKE_A_GRID {
            self.text.clear();
            return Some(entry(line, link(value).unwrap_or_else(|| grid(value))));
        }
        let cells = cells(value)?;
        if self.text.is_empty() {
            (self.line, self.depth) = (line, depth);
        }
        self.text.push_str(cells);
        if self.text.chars().count() < 81 {
            return None;
        }
        Some(entry(self.line, grid(&std::mem::take(&mut self.text))))
    }

    /// An array ends that was one of this many: rows have nine cells, and nine rows stand in one array.
    pub(super) fn close(&mut self, depth: usize) -> Option<Entry> {
        let cells = self.text.chars().count();
        if cells == 0 || depth > self.depth || depth == self.depth && cells.is_multiple_of(9) {
            return None;
        }
        self.give_up()
    }

    /// An unfinished grid is a bad entry.
    pub(super) fn give_up(&mut self) -> Option<Entry> {
        let cells = std::mem::take(&mut self.text).chars().count();
        let reason = match cells {
            0 => return None,
            _ if cells.is_multiple_of(9) => {
                let rows = cells / 9;
                format!("{rows} row{}, a grid has 9", if rows == 1 { "" } else { "s" })
            }
            _ => format!(
                "{cells} cell{} in an array: a row has 9, a grid 81",
                if cells == 1 { "" } else { "s" }
            ),
        };
        Some(Err(BadLine { line: self.line, reason }))
    }
}

fn entry(line: u64, grid: Result<Grid, String>) -> Entry {
    grid.map(|grid| FoundGrid::at(line, grid)).map_err(|reason| BadLine { line, reason })
}

/// The one cell, or the nine, that a value stands for.
fn cells(value: &str) -> Option<&str> {
    let value = match value.trim() {
        "" | "null" => ".",
        // Programs that know one kind of number write 5.0, or 5. for it.
        value if value.len() == 3 => value.strip_suffix(".0").unwrap_or(value),
        value if value.len() == 2 => value.strip_suffix('.').unwrap_or(value),
        value => value,
    };
    (matches!(value.chars().count(), 1 | 9) && value.chars().all(Grid::is_cell)).then_some(value)
}

/// The grid in an array of nine rows, or of 81 values; `None` if that is not what it holds.
pub(super) fn rows(value: &Value) -> Option<Result<Grid, String>> {
    let mut text = String::new();
    let mut add = |value: &Value| {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Null => value.to_string(),
            _ => return None,
        };
        text.push_str(cells(&value)?);
        Some(())
    };
    for row in value.as_array()? {
        match row.as_array() {
            Some(row) if row.len() != 9 => {
                return Some(Err(format!("a row of {}, 9 are needed", row.len())));
            }
            Some(row) => row.iter().try_for_each(&mut add)?,
            None => add(row)?,
        }
    }
    Some(grid(&text))
}

#[cfg(test)]
mod tests {
    use super::super::{LINE, all as read, puzzle};

    /// The puzzle in many ways that programs write it.
    fn ways() -> Vec<String> {
        let digits = puzzle().values();
        let numbers: Vec<String> =
            digits.chunks(9).map(|row| serde_json::to_string(row).unwrap()).collect();
        let rows: Vec<String> = (0..9).map(|r| format!("{:?}", &LINE[9 * r..9 * r + 9])).collect();
        let compact = format!("[{}]", numbers.join(","));
        vec![
            compact.clone(),
            serde_json::to_string_pretty(&serde_json::json!(digits.to_vec())).unwrap(),
            format!("[\n {}\n]", numbers.join(",\n ")),
            compact.replace('0', "null"),
            compact.replace('0', "\"\""),
            compact.replace('0', "\".\""),
            compact.replace(',', ".0,").replace("].0", "]"),
            format!("[{}]", numbers.join("\n ").replace(',', " ")),
            format!("[{}]", rows.join(", ")),
            format!("[{LINE:?}]"),
            format!("[\"https://a.site/?s={LINE}\"]"),
            format!("[[1, \"a name\", {LINE:?}, 7.5, true]]"),
            format!("{{\"board\": {compact}, \"level\": 3}}"),
            format!("[{{\"puzzle\": {compact}}}]"),
            format!("{{\"grid\": [{}]}}", rows.join(", ")),
            format!("{{\"sudoku\": {LINE:?}}}"),
        ]
    }

    #[test]
    fn nine_rows_read_however_they_are_written() {
        for text in ways() {
            let grids: Vec<_> = read(&text).into_iter().map(|e| e.expect(&text).1).collect();
            assert_eq!(grids, [puzzle()], "{text}");
            let three = format!("[{text},\n{text},{text}]");
            let grids: Vec<_> = read(&three).into_iter().map(|e| e.expect(&three).1).collect();
            assert_eq!(grids, [puzzle(); 3], "{three}");
        }
    }

    #[test]
    fn rows_that_are_too_short_are_told_by_line_and_the_next_puzzle_is_read() {
        let digits = puzzle().values();
        let rows: Vec<_> = digits.chunks(9).collect();
        let json = |rows: &[&[u8]]| serde_json::to_string(rows).unwrap();
        let whole = json(&rows);
        for (broken, words) in [
            (json(&rows[..8]), "8 rows, a grid has 9"),
            (json(&[&rows[0][..8]]), "8 cells in an array"),
            ("[5]".to_owned(), "1 cell in an array"),
            (format!("{:?}", &LINE[1..]), "80 cells, a grid has 81"),
            (format!("{{\"puzzle\": {}}}", json(&[&rows[0][..8]; 9])), "a row of 8"),
        ] {
            let text = format!("[\n{broken},\n{whole}]");
            let entries = read(&text);
            let bad = entries[0].as_ref().unwrap_err();
            assert!(bad.line == 2 && bad.reason.contains(words), "{text}: {bad}");
            assert_eq!(entries[1..], [Ok((3, puzzle()))], "{text}");
        }
        // What goes on for ever is cut off.
        assert_eq!(read("[5, 3").len(), 1);
        assert_eq!(read("[\"5").len(), 1);
        assert_eq!(read("[5} 3").len(), 1);
    }
}
