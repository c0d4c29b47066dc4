//! `line`: one line a puzzle, all columns, tabs between them; the puzzle comes first, so that every
//! tool that reads 81-character lines reads this too.

use std::io::{self, Write};

use super::Row;
use super::row::More;

pub(super) fn header(out: &mut impl Write, more: More) -> io::Result<()> {
    writeln!(out, "{}", Row::columns(more).collect::<Vec<_>>().join("\t"))
}

pub(super) fn row(out: &mut impl Write, row: &Row, more: More) -> io::Result<()> {
    let cells = row.all_cells(more).map(|cell| {
        // This format has no quotes: a tab or a line end inside a name would shift the columns.
        let is_plain = cell.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        if is_plain { cell } else { cell.replace(char::is_control, " ").into() }
    });
    writeln!(out, "{}", cells.collect::<Vec<_>>().join("\t"))
}

#[cfg(test)]
mod tests {
    use super::super::row::{examples, rendered};
    use super::super::{Format, Style};

    #[test]
    fn snapshot() {
        insta::assert_snapshot!(rendered(Style { header: true, ..Style::of(Format::Line) }));
    }

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
        super::row(&mut out, &row, super::More::default()).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!((text.lines().count(), text.matches('\t').count()), (1, 9));
    }
}
