//! `line`: one line per puzzle with all columns, separated by tabs; the puzzle comes first, so that
//! every tool that reads 81-character lines can read it.

use std::io::{self, Write};

/// Writes the names or the values of columns.
pub(super) fn record(
    out: &mut impl Write,
    cells: impl Iterator<Item: AsRef<str>>,
) -> io::Result<()> {
    let mut line = String::with_capacity(256);
    for (i, cell) in cells.enumerate() {
        line += if i == 0 { "" } else { "\t" };
        // This format has no quotes: a tab or a line end inside a name would shift the columns.
        match cell.as_ref() {
            plain if plain.bytes().all(|byte| matches!(byte, b' '..=b'~')) => line += plain,
            other => line += &other.replace(char::is_control, " "),
        }
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::super::row::{examples, rendered};
    use super::super::{Format, PuzzleColumn, Style};

    #[test]
    fn no_header_unless_asked_for() {
        let text = rendered(Style::of(Format::Line));
        assert!(text.starts_with(&examples()[0].puzzle.to_string()));
    }

    #[test]
    fn a_name_cannot_shift_the_columns() {
        let mut row = examples()[0].clone();
        row.level = Some("a\tb\nc".to_owned());
        let mut out = Vec::new();
        super::record(&mut out, row.texts(&PuzzleColumn::of_table(None, false))).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!((text.lines().count(), text.matches('\t').count()), (1, 9));
    }
}
