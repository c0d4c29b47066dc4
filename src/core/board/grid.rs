//! [`Grid`]: 81 cells with any content.

use std::fmt;
use std::str::FromStr;

use super::{Cell, CellSet, Digit, DigitSet, House};

/// Any 81 cells, each open or filled: a puzzle, a solution, a half-filled board or nonsense.
///
/// Reads every 81-character format (`.`, `0`, `*`, `_`, `-`, `?`, `x`, `X` for an open cell) and
/// drawings of nine rows; prints the line with dots.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::{Cell, Digit, Grid};
///
/// let grid: Grid = "
///     53. .7. ...
///     6.. 195 ...
///     .98 ... .6.
///
///     8.. .6. ..3
///     4.. 8.3 ..1
///     7.. .2. ..6
///
///     .6. ... 28.
///     ... 419 ..5
///     ... .8. .79"
///     .parse()?;
/// assert_eq!(grid.clues().len(), 30);
/// assert_eq!(grid[Cell::at(0, 1)], Digit::new(3));
/// assert!(grid.to_string().starts_with("53..7....6..195..."));
/// # Ok::<(), seeddb::board::ParseGridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid([Option<Digit>; Cell::COUNT]);

impl Grid {
    /// All cells open.
    pub const EMPTY: Self = Self([None; Cell::COUNT]);

    /// Returns a grid with every cell filled.
    pub(super) fn full(digits: &[Digit; Cell::COUNT]) -> Self {
        Self(digits.map(Some))
    }

    /// Returns the filled cells.
    pub fn clues(&self) -> CellSet {
        Cell::all().filter(|&cell| self[cell].is_some()).collect()
    }

    /// Returns the filled cells and their digits, in order.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        Cell::all().filter_map(|cell| Some((cell, self[cell]?)))
    }

    /// Returns a copy with only `cells` left filled.
    pub fn keep(&self, cells: CellSet) -> Self {
        let mut kept = Self::EMPTY;
        for (cell, digit) in self.filled().filter(|&(cell, _)| cells.contains(cell)) {
            kept[cell] = Some(digit);
        }
        kept
    }

    /// Returns the values 0 (open) to 9, cell by cell.
    pub fn values(&self) -> [u8; Cell::COUNT] {
        self.0.map(|digit| digit.map_or(0, Digit::value))
    }

    /// Returns the grid of these values, 0 (open) to 9; `None` if one is above 9.
    pub fn from_values(values: &[u8; Cell::COUNT]) -> Option<Self> {
        values.iter().all(|&value| value <= 9).then(|| Self(values.map(Digit::new)))
    }

    /// Returns the 81-character line with `open` for open cells.
    pub fn line(&self, open: char) -> String {
        self.to_string().replace('.', open.encode_utf8(&mut [0; 4]))
    }

    /// Reads a line; `None` unless every character stands for a cell.
    fn of_line(line: &[u8; Cell::COUNT]) -> Option<Self> {
        Self::from_values(&line.map(|character| VALUES[usize::from(character)]))
    }

    /// Whether a character stands for a cell, open or filled.
    pub fn is_cell(character: char) -> bool {
        value(character).is_some()
    }

    /// Returns a clash: a digit that stands twice in a house, if there is any.
    pub fn clash(&self) -> Option<Clash> {
        House::all().find_map(|house| {
            let mut seen = DigitSet::EMPTY;
            house.cells().iter().find_map(|cell| {
                let digit = self[cell]?;
                let again = seen.contains(digit);
                seen.insert(digit);
                again.then_some(Clash { house, digit })
            })
        })
    }
}

/// A digit that stands twice in a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{digit} stands twice in {house}")]
pub struct Clash {
    /// The house.
    pub house: House,
    /// The digit.
    pub digit: Digit,
}

impl Default for Grid {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl std::ops::Index<Cell> for Grid {
    type Output = Option<Digit>;
    fn index(&self, cell: Cell) -> &Option<Digit> {
        &self.0[cell.index()]
    }
}

impl std::ops::IndexMut<Cell> for Grid {
    fn index_mut(&mut self, cell: Cell) -> &mut Option<Digit> {
        &mut self.0[cell.index()]
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.0.map(|digit| digit.map_or(b'.', |digit| b'0' + digit.value()));
        f.write_str(std::str::from_utf8(&line).map_err(|_| fmt::Error)?)
    }
}

/// The value of each character, 0 for an open cell; [`NO_CELL`] if it is no cell.
static VALUES: [u8; 256] = {
    let mut values = [NO_CELL; 256];
    let mut digit = b'1';
    while digit <= b'9' {
        values[digit as usize] = digit - b'0';
        digit += 1;
    }
    let open = *b".0*_-?xX";
    let mut i = 0;
    while i < open.len() {
        values[open[i] as usize] = 0;
        i += 1;
    }
    values
};

/// The value of characters that are no cells.
const NO_CELL: u8 = u8::MAX;

/// Returns the value of a character; `None` if it stands for no cell.
fn value(character: char) -> Option<u8> {
    let value = VALUES[usize::from(u8::try_from(character).ok()?)];
    (value != NO_CELL).then_some(value)
}

/// The reason why a text is not 81 cells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseGridError {
    /// A character that is neither a digit nor an open cell.
    #[error("{found:?} at position {position} is neither a digit nor an open cell (write . or 0)")]
    Character {
        /// The character.
        found: char,
        /// Its place in the text, counting from 1.
        position: usize,
    },
    /// A number of cells other than 81.
    #[error("{0} cells, a grid has 81")]
    Length(usize),
}

impl FromStr for Grid {
    type Err = ParseGridError;

    /// Spaces, line ends and the strokes of a drawn board (`|`, and lines of `-` and `+`) separate
    /// cells and are ignored. A `+` between cells is refused, because the digit after it may have
    /// been filled in by a solver.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(grid) = text.as_bytes().try_into().ok().and_then(Self::of_line) {
            return Ok(grid);
        }
        let mut cells = [None; Cell::COUNT];
        let mut count = 0;
        let mut position = 0;
        for line in text.split_inclusive('\n') {
            let is_rule = line.contains('-')
                && line.trim().chars().all(|c| "-+|*=: ".contains(c))
                && line.trim().len() != 81;
            for found in line.chars() {
                position += 1;
                if is_rule {
                    continue;
                }
                if found == '|' || found.is_whitespace() {
                    continue;
                }
                let value = value(found).ok_or(ParseGridError::Character { found, position })?;
                if count < Cell::COUNT {
                    cells[count] = Digit::new(value);
                }
                count += 1;
            }
        }
        if count == Cell::COUNT { Ok(Self(cells)) } else { Err(ParseGridError::Length(count)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn every_notation_reads_as_the_same_grid() {
        let grid: Grid = LINE.parse().unwrap();
        for open in ['0', '*', '_', '-', '?', 'x'] {
            assert_eq!(LINE.replace('.', &open.to_string()).parse(), Ok(grid));
        }
        let drawn = "53.|.7.|...\n6..|195|...\n.98|...|.6.\n---+---+---\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n---+---+---\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n";
        assert_eq!(drawn.parse(), Ok(grid));
        assert_eq!(grid.to_string(), LINE);
        assert_eq!(Grid::from_values(&grid.values()), Some(grid));
    }

    #[test]
    fn what_is_no_grid_is_refused_in_words() {
        assert_eq!(LINE[1..].parse::<Grid>(), Err(ParseGridError::Length(80)));
        let error = LINE.replacen('.', "a", 1).parse::<Grid>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "'a' at position 3 is neither a digit nor an open cell (write . or 0)"
        );
    }

    #[test]
    fn clashes_are_found_in_each_kind_of_house() {
        for (a, b) in [((0, 0), (0, 8)), ((0, 0), (8, 0)), ((0, 0), (2, 2))] {
            let mut grid = Grid::EMPTY;
            grid[Cell::at(a.0, a.1)] = Digit::new(4);
            assert_eq!(grid.clash(), None);
            grid[Cell::at(b.0, b.1)] = Digit::new(4);
            assert!(grid.clash().is_some());
        }
    }
}
