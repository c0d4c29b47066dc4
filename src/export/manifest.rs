//! A manifest: which file holds which puzzle, and the BLAKE3 of the file, as csv and as json.

use std::io;

use serde::Serialize;

use super::Row;

/// A puzzle and its file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The day in a series.
    pub date: Option<String>,
    /// The name of the file.
    pub file: String,
    /// The id of the puzzle.
    pub id: String,
    /// Its level.
    pub level: Option<String>,
    /// Its tier.
    pub tier: u8,
    /// Its score, as in every other format.
    #[serde(serialize_with = "seeddb_core::record::one_decimal")]
    pub score: Option<f64>,
    /// Its batch.
    pub batch: u32,
    /// Its number in the batch.
    pub number: u32,
    /// BLAKE3 of the file, in hexadecimal digits.
    pub blake3: String,
    /// The file with its solution, if that is another.
    pub solution_file: Option<String>,
    /// BLAKE3 of that.
    pub solution_blake3: Option<String>,
}

impl Entry {
    /// The entry of a puzzle: the names of its files, and what is in them.
    pub fn new(row: &Row, file: (&str, &[u8]), solution: Option<(&str, &[u8])>) -> Self {
        let hash = |data: &[u8]| blake3::hash(data).to_hex().to_string();
        Self {
            date: row.date.map(|date| date.to_string()),
            file: file.0.to_owned(),
            id: row.id.clone(),
            level: row.level.clone(),
            tier: row.tier,
            score: row.score,
            batch: row.batch,
            number: row.number,
            blake3: hash(file.1),
            solution_file: solution.map(|(name, _)| name.to_owned()),
            solution_blake3: solution.map(|(_, data)| hash(data)),
        }
    }
}

/// The entries as csv, with a header.
pub fn csv(entries: &[Entry]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for entry in entries {
        writer.serialize(entry)?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// A table for data merge in page layout programs: a field whose name begins with `@` holds the path of a picture, from the folder of the
/// table. Below each picture of a puzzle stand the columns that a layout prints beside it.
pub fn merge(entries: &[Entry]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["date", "number", "level", "id", "@puzzle", "@solution"])?;
    for Entry { date, number, level, id, file, solution_file, .. } in entries {
        let number = number.to_string();
        let text = |value: &'_ Option<String>| value.clone().unwrap_or_default();
        let (date, level, solution) = (text(date), text(level), text(solution_file));
        writer.write_record([&date, &number, &level, id, file, &solution])?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// The entries as one array of objects.
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

    /// The empty input's hash, from the test vectors of BLAKE3.
    #[test]
    fn the_hash_is_blake3() {
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(entries()[1].blake3, empty);
    }
}
