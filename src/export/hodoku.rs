//! `hodoku`: lines in the format of HoDoKu's library:
//! `:0000:x:PUZZLE:deleted candidates:eliminations::`.
//!
//! In the puzzle, `+` precedes each digit that a solver has filled in; such a digit is no clue.

use std::io::{self, Write};

use super::Row;
use super::entry::grid;
use seeddb_core::board::Grid;

pub(super) fn row(out: &mut impl Write, row: &Row) -> io::Result<()> {
    writeln!(out, ":0000:x:{}::::", row.puzzle)
}

/// Reads the clues of a line that begins with a colon.
pub(super) fn read(line: &str) -> Result<Grid, String> {
    let cells = line.split(':').nth(3);
    let cells = cells.ok_or("a HoDoKu line has its puzzle after the third colon")?;
    let mut clues = String::with_capacity(cells.len());
    let mut rest = cells.trim().chars();
    while let Some(c) = rest.next() {
        if c == '+' {
            rest.next().ok_or("a + stands before nothing")?;
            clues.push('.');
        } else {
            clues.push(c);
        }
    }
    grid(&clues)
}

#[cfg(test)]
mod tests {
    #[test]
    fn filled_cells_are_no_clues() {
        let line = format!(":0300:4:5+3{}:258 358:418::", ".".repeat(79));
        let clues = super::read(&line).unwrap();
        assert_eq!(clues.to_string(), format!("5{}", ".".repeat(80)));
        assert!(super::read(":0000:x").unwrap_err().contains("colon"));
        assert!(super::read(":0000:x:53+:").unwrap_err().contains('+'));
    }
}
