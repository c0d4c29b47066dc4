//! `json`: one array of objects, written row by row; an empty array is valid too. `jsonl`: one object
//! per line.

use std::io::{self, Write};

use super::Row;

pub(super) fn open(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"[")
}

pub(super) fn row(out: &mut impl Write, row: &Row, first: bool) -> io::Result<()> {
    out.write_all(if first { b"\n" } else { b",\n" })?;
    serde_json::to_writer(out, row).map_err(io::Error::from)
}

pub(super) fn close(out: &mut impl Write, empty: bool) -> io::Result<()> {
    out.write_all(if empty { b"]\n" } else { b"\n]\n" })
}

pub(super) fn line(out: &mut impl Write, row: &Row) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::super::row::rendered;
    use super::super::{Format, PuzzleColumn, Style};

    #[test]
    fn objects_have_the_columns() {
        let text = rendered(Style::of(Format::Json));
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        let columns = PuzzleColumn::of_table(None, false);
        assert!(columns.iter().all(|column| read[0].get(column.name).is_some()));
        assert!(read[1]["score"].is_null());
    }
}
