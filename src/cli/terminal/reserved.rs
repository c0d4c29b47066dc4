//! Reserved cells as two columns: a list, and a mask of the board.

use seeddb::board::CellSet;

use super::value::Value;

/// The flag that asks for them.
#[derive(clap::Args, Debug)]
pub struct CellsArg {
    /// Also the reserved cells by hsolve: a column of their names, and one of 81 characters, 1 for
    /// reserved
    #[arg(long)]
    pub cells: bool,
}

pub const COLUMNS: [&str; 2] = ["reserved_cells", "reserved_mask"];

/// The values of the columns: `r1c1, r1c5` (an array in JSON), and 81 characters row by row, 1 for
/// a reserved cell and 0 for others.
pub fn values(reserved: CellSet) -> [Value; 2] {
    let cells = reserved.iter().map(|cell| Value::from(cell.to_string())).collect();
    [Value::List(cells), reserved.mask().into()]
}
