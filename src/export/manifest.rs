//! Manifests: the file of each puzzle with its BLAKE3 hash, as CSV and JSON.

use std::io;

use serde::{Serialize, Serializer};

use super::Row;
use super::column::Cell;
use super::csv::{COMMA, record};

/// A puzzle with its file.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    row: Row,
    /// The name of the file.
    file: String,
    /// The BLAKE3 hash of the file, in hexadecimal digits.
    blake3: String,
    /// The name and BLAKE3 hash of a separate solution file; `None` without one.
    solution: Option<(String, String)>,
}

impl Entry {
    /// Returns the entry of a puzzle from the names and contents of its files.
    pub fn new(row: &Row, file: (&str, &[u8]), solution: Option<(&str, &[u8])>) -> Self {
        let hash = |data: &[u8]| blake3::hash(data).to_hex().to_string();
        let solution = solution.map(|(name, data)| (name.to_owned(), hash(data)));
        Self { row: row.clone(), file: file.0.to_owned(), blake3: hash(file.1), solution }
    }

    fn cells(&self) -> [(&'static str, Cell<'_>); 11] {
        let Self { row, file, blake3, solution } = self;
        let own = |name| row.cell(name);
        let (solution, solution_hash) = solution.as_ref().map(|(a, b)| (a, b)).unzip();
        [
            own("date"),
            ("file", Cell::of(Some(file))),
            own("id"),
            own("level"),
            own("tier"),
            own("score"),
            own("batch"),
            own("number"),
            ("blake3", Cell::of(Some(blake3))),
            ("solution_file", Cell::of(solution)),
            ("solution_blake3", Cell::of(solution_hash)),
        ]
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.cells())
    }
}

/// Returns the entries as CSV, with a header.
pub fn csv(entries: &[Entry]) -> io::Result<Vec<u8>> {
    let mut table = Vec::new();
    for (i, cells) in entries.iter().map(Entry::cells).enumerate() {
        if i == 0 {
            record(&mut table, COMMA, cells.iter().map(|(name, _)| *name))?;
        }
        record(&mut table, COMMA, cells.iter().map(|(_, cell)| cell.to_string()))?;
    }
    Ok(table)
}

/// Returns a table for data merge in page layout programs: fields whose names begin with `@` hold
/// paths of pictures relative to the table's folder; the other columns are printed beside the
/// pictures.
pub fn merge(entries: &[Entry]) -> io::Result<Vec<u8>> {
    let mut table = Vec::new();
    record(&mut table, COMMA, ["date", "number", "level", "id", "@puzzle", "@solution"].iter())?;
    for Entry { row, file, solution, .. } in entries {
        let own = ["date", "number", "level", "id"].map(|name| row.cell(name).1.to_string());
        let solution = solution.as_ref().map(|(name, _)| name.clone()).unwrap_or_default();
        record(&mut table, COMMA, own.iter().chain([file, &solution]))?;
    }
    Ok(table)
}

/// Returns the entries as one JSON array of objects.
pub fn json(entries: &[Entry]) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(entries)?;
    text.push(b'\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::row::examples;
    use super::*;

    fn entries() -> [Entry; 2] {
        let [full, bare] = examples();
        [
            Entry::new(&full, ("a.svg", b"a"), Some(("a-solution.svg", b"b"))),
            Entry::new(&bare, ("b.svg", b""), None),
        ]
    }

    #[test]
    fn snapshot_of_csv() {
        insta::assert_snapshot!(String::from_utf8(csv(&entries()).unwrap()).unwrap());
    }

    #[test]
    fn pictures_are_merged_by_paths() {
        let table = String::from_utf8(merge(&entries()).unwrap()).unwrap();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[0], "date,number,level,id,@puzzle,@solution");
        assert!(lines[1].ends_with("7K3Q-0MZX-4D2A-T,a.svg,a-solution.svg"), "{table}");
        assert!(lines[2].ends_with("7K3Q-0MZX-4D2A-T,b.svg,"), "{table}");
    }

    #[test]
    fn snapshot_of_json() {
        insta::assert_snapshot!(String::from_utf8(json(&entries()).unwrap()).unwrap());
    }

    /// The hash of empty input, from the test vectors of BLAKE3.
    #[test]
    fn the_hash_is_blake3() {
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(entries()[1].blake3, empty);
    }
}
