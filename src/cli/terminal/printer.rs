//! [`Printer`]: prints puzzles, numbered and in the order of `--sort`.

use seeddb_export::Row;
pub use seeddb_export::{Order, SortKey as Key};

use super::{Notes, PuzzleWriter, interrupt};

/// Puzzles written between two checks for an interrupt.
const WRITTEN: usize = 1024;

/// A sink that numbers the puzzles in captions consecutively from 1; with an order, it holds and
/// sorts them first.
pub struct Printer {
    pub sink: PuzzleWriter,
    order: Option<Order>,
    held: Vec<Row>,
    /// The number of the last caption.
    last: u32,
    notes: Notes,
    /// Whether Ctrl-C ends it.
    stops: bool,
}

impl Printer {
    pub const fn new(sink: PuzzleWriter, order: Option<Order>, notes: Notes) -> Self {
        Self { sink, order, held: Vec::new(), last: 0, notes, stops: false }
    }

    /// A printer of puzzles that can be printed again: Ctrl-C ends it.
    pub fn stopping(self) -> Self {
        Self { stops: true, ..self }
    }

    pub const fn has_rows(&self) -> bool {
        self.last > 0
    }

    /// Takes rows, and prints them at once if there is no order.
    pub fn rows(&mut self, rows: Vec<Row>) -> anyhow::Result<()> {
        if self.order.is_some() {
            self.held.extend(rows);
            return Ok(());
        }
        self.print(rows)?;
        self.sink.flush()
    }

    /// Prints the rows that are held.
    pub fn print_held(&mut self) -> anyhow::Result<()> {
        let Some(order) = &self.order else { return Ok(()) };
        let mut held = std::mem::take(&mut self.held);
        order.sort(&mut held);
        tell_idle(order, &held, self.notes);
        self.print(held)
    }

    fn print(&mut self, mut rows: Vec<Row>) -> anyhow::Result<()> {
        for row in &mut rows {
            self.last = self.last.saturating_add(1);
            row.caption = Some(self.last);
        }
        let goes_on = |_: &&[Row]| !(self.stops && interrupt::interrupted());
        rows.chunks(WRITTEN).take_while(goes_on).try_for_each(|rows| self.sink.rows(rows))
    }

    /// Prints the rows that are held, and ends the output as [`PuzzleWriter::finish_if`].
    pub fn finish_if(mut self, has_rows: bool) -> anyhow::Result<()> {
        self.print_held()?;
        self.sink.finish_if(has_rows)
    }
}

/// Notes the keys for which no row has a value.
fn tell_idle(order: &Order, rows: &[Row], notes: Notes) {
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
