//! `ss`: nine rows in a frame of strokes, one puzzle per file; for Simple Sudoku.

use std::io::{self, Write};

use super::{Row, rows_of};

pub(super) fn row(out: &mut impl Write, row: &Row) -> io::Result<()> {
    writeln!(out, "*-----------*")?;
    for (i, line) in rows_of(&row.puzzle).into_iter().enumerate() {
        if i == 3 || i == 6 {
            writeln!(out, "|---+---+---|")?;
        }
        writeln!(out, "|{}|{}|{}|", &line[..3], &line[3..6], &line[6..])?;
    }
    writeln!(out, "*-----------*")
}
