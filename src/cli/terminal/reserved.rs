//! Reserved cells as two columns: a list, and a mask of the board.

use seeddb_core::board::CellSet;

use super::{Cell, Value, named};

/// The flag that asks for them.
#[derive(clap::Args, Debug)]
pub struct CellsArg {
    /// Also the reserved cells by hsolve: a column of their names, and one of 81 characters, 1 for
    /// reserved
    #[arg(long)]
    pub cells: bool,
}

/// The cells of the columns: `r1c1, r1c5` (an array in JSON), and 81 characters row by row, 1 for a
/// reserved cell and 0 for others.
pub fn cells(reserved: Option<CellSet>) -> Vec<Cell> {
    let list = |reserved: CellSet| {
        Value::List(reserved.iter().map(|cell| cell.to_string().into()).collect())
    };
    named([
        ("reserved_cells", reserved.map(list).into()),
        ("reserved_mask", reserved.map(CellSet::mask).into()),
    ])
}
