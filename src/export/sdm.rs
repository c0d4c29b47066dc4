//! `sdm`: 81 digits per line, 0 for an open cell; nearly every program reads it.

use std::io::{self, Write};

use super::Row;

pub(super) fn row(out: &mut impl Write, row: &Row) -> io::Result<()> {
    writeln!(out, "{}", row.puzzle.line('0'))
}
