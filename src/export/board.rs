//! `board`: drawn grids for people, with heavy box lines and room for a pencil in the open cells.

use std::io::{self, Write};

use super::Row;
use seeddb_core::board::{Cell, Grid};

pub(super) fn row(out: &mut impl Write, row: &Row, solution: bool) -> io::Result<()> {
    writeln!(out, "{}", row.title())?;
    draw(out, &row.puzzle)?;
    writeln!(out)?;
    if solution {
        writeln!(out, "{}solution · {}", row.place(), row.id)?;
        draw(out, &row.solution)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Draws the nine rows of `grid`, 37 characters wide and 19 lines high.
pub fn draw(out: &mut impl Write, grid: &Grid) -> io::Result<()> {
    for r in 0..9 {
        let rule = match r {
            0 => "┏━━━┯━━━┯━━━┳━━━┯━━━┯━━━┳━━━┯━━━┯━━━┓",
            3 | 6 => "┣━━━┿━━━┿━━━╋━━━┿━━━┿━━━╋━━━┿━━━┿━━━┫",
            _ => "┠───┼───┼───╂───┼───┼───╂───┼───┼───┨",
        };
        writeln!(out, "{rule}")?;
        for c in 0..9 {
            let stroke = if c % 3 == 0 { '┃' } else { '│' };
            match grid[Cell::at(r, c)] {
                Some(digit) => write!(out, "{stroke} {digit} ")?,
                None => write!(out, "{stroke}   ")?,
            }
        }
        writeln!(out, "┃")?;
    }
    writeln!(out, "┗━━━┷━━━┷━━━┻━━━┷━━━┷━━━┻━━━┷━━━┷━━━┛")
}
