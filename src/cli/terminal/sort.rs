//! [`Sorted`]: collects puzzles for `--sort` before they are printed.

use seeddb::export::Row;
pub use seeddb::export::{Order, SortKey as Key};

use super::globals::Notes;
use super::rows::count_on;
use super::sink::PuzzleWriter;

/// A sink that collects all rows if they are to be sorted.
pub struct Sorted {
    pub sink: PuzzleWriter,
    order: Option<Order>,
    held: Vec<Row>,
    /// The number of the last caption.
    last: u32,
    notes: Notes,
}

impl Sorted {
    /// A sink that passes rows on at once if there is no order.
    pub fn new(sink: PuzzleWriter, order: Option<Order>, notes: Notes) -> Self {
        Self { sink, order, held: Vec::new(), last: 0, notes }
    }

    /// Takes rows, and prints them at once if there is no order.
    pub fn rows(&mut self, mut rows: Vec<Row>) -> anyhow::Result<()> {
        if self.order.is_some() {
            self.held.extend(rows);
            return Ok(());
        }
        count_on(&mut rows, &mut self.last);
        self.sink.rows(&rows)?;
        self.sink.flush()
    }

    /// Prints the collected rows and ends the output as [`Sink::finish_if`].
    pub fn finish_if(mut self, has_rows: bool) -> anyhow::Result<()> {
        if let Some(order) = &self.order {
            order.sort(&mut self.held);
            tell_idle(order, &self.held, self.notes);
            count_on(&mut self.held, &mut self.last);
            self.sink.rows(&self.held)?;
        }
        self.sink.finish_if(has_rows)
    }
}

/// Notes the keys for which no row has a value.
pub fn tell_idle(order: &Order, rows: &[Row], notes: Notes) {
    if rows.is_empty() {
        return;
    }
    for key in order.idle(rows) {
        let name = key.trim_start_matches('-');
        let by_rating = if name == "er" { "; `draw --er` draws by it" } else { "" };
        notes.note(format_args!(
            "--sort {key} changes nothing: no puzzle here has a value of {name}{by_rating}"
        ));
    }
}
