//! Writing of an export's rows to a sink.

use seeddb::database::{Export, IssuedWithId};
use seeddb::export::Row;

use super::interrupt;
use super::sink::PuzzleWriter;

/// Puzzles written between two checks for an interrupt.
const WRITTEN: usize = 1024;

/// A sink that numbers the puzzles in captions consecutively from 1.
pub struct Counted {
    pub sink: PuzzleWriter,
    last: u32,
}

impl Counted {
    pub const fn new(sink: PuzzleWriter) -> Self {
        Self { sink, last: 0 }
    }

    pub const fn has_rows(&self) -> bool {
        self.last > 0
    }

    /// Writes rows, until Ctrl-C.
    pub fn write(&mut self, mut rows: Vec<Row>) -> anyhow::Result<()> {
        count_on(&mut rows, &mut self.last);
        let mut some = rows.chunks(WRITTEN).take_while(|_| !interrupt::interrupted());
        some.try_for_each(|rows| self.sink.rows(rows))
    }
}

/// Numbers the captions of rows in the order in which they are printed, continuing after `last`.
pub fn count_on(rows: &mut [Row], last: &mut u32) {
    for row in rows {
        *last = last.saturating_add(1);
        row.caption = Some(*last);
    }
}

/// Reads the puzzles in chunks, in order, until `take` has enough or Ctrl-C.
pub fn each(
    export: &mut Export,
    mut take: impl FnMut(Vec<Row>) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    while let Some(chunk) = export.next_chunk() {
        if !take(chunk?.iter().map(IssuedWithId::row).collect())? {
            break;
        }
    }
    Ok(())
}
