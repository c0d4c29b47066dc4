//! [`Pattern`]: the cells that may, must and must not have a clue; [`Ban`]: a digit that is no clue
//! in some house or cell.

use std::fmt;
use std::str::FromStr;

use super::contradiction::Contradiction;
use super::values::NamedValue;
use crate::board::{Cell, CellSet, Digit, Grid, House, HouseKind, Puzzle};

/// The cells that have clues, in 81 characters, row by row; blanks and line ends are ignored.
///
/// | sign | the cell |
/// |---|---|
/// | `.` `0` `-` `_` | has no clue |
/// | `x` `X` `#` `*` | has a clue |
/// | `?` | may have a clue |
/// | `1` to `9` | has this clue |
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::ask::Pattern;
///
/// let pattern: Pattern = format!("{}{}", "x?5".repeat(9), "...".repeat(18)).parse()?;
/// assert_eq!((pattern.must().len(), pattern.may().len()), (18, 27));
/// assert!("xxx".parse::<Pattern>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    may: CellSet,
    must: CellSet,
    fixed: Grid,
}

/// The error of a text that is no pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PatternError {
    /// It has an unknown character.
    #[error(
        "{0:?} is no sign of a pattern: `.` is a cell without a clue, `x` one with a clue, `?` one that may have a clue, a digit that clue"
    )]
    Sign(char),
    /// It is too short or too long.
    #[error(
        "a pattern has 81 signs, one for each cell, and this one has {0}: `.` without a clue, `x` with a clue, `?` either, a digit that clue"
    )]
    Length(usize),
}

impl Pattern {
    /// Returns the cells that may have a clue.
    pub const fn may(&self) -> CellSet {
        self.may
    }

    /// Returns the cells that must have a clue.
    pub const fn must(&self) -> CellSet {
        self.must
    }

    /// Returns the clues whose digits the pattern gives.
    pub const fn fixed(&self) -> &Grid {
        &self.fixed
    }

    /// Makes all clues optional, except those whose digits the pattern gives.
    #[must_use]
    pub fn within(&self) -> Self {
        Self { must: self.fixed.clues(), ..self.clone() }
    }

    /// Whether the clues of a puzzle fit the pattern.
    pub fn fits(&self, puzzle: &Puzzle) -> bool {
        let clues = puzzle.clues();
        let is_given = |cell: Cell| self.fixed[cell] == Some(puzzle.solution()[cell]);
        self.must.is_subset(clues)
            && clues.is_subset(self.may)
            && self.fixed.clues().iter().all(is_given)
    }

    /// Refuses patterns that no puzzle can have: with too few cells, or with two lines of a band or
    /// stack that have no clue, which could change places in every solution.
    ///
    /// # Errors
    /// [`Contradiction::FewCells`], [`Contradiction::EmptyLines`], [`Contradiction::Clashing`].
    pub fn check(&self) -> Result<(), Contradiction> {
        if self.may.len() < Puzzle::FEWEST_CLUES {
            return Err(Contradiction::FewCells { cells: self.may.len() });
        }
        if let Some(clash) = self.fixed.clash() {
            return Err(Contradiction::Clashing(clash.to_string()));
        }
        let is_open =
            |house: &House| house.kind() != HouseKind::Box && !self.may.intersects(house.cells());
        let open: Vec<House> = House::all().filter(is_open).collect();
        let are_beside = |one: &House, other: &House| {
            one.kind() == other.kind() && one.number() / 3 == other.number() / 3
        };
        let beside = open.windows(2).find(|pair| are_beside(&pair[0], &pair[1]));
        match beside {
            Some(pair) => Err(Contradiction::EmptyLines(pair[0].to_string(), pair[1].to_string())),
            None => Ok(()),
        }
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
        let mut pattern = Self { may: CellSet::EMPTY, must: CellSet::EMPTY, fixed: Grid::EMPTY };
        if let Some(wrong) = signs.iter().find(|sign| !".0-_xX#*?123456789".contains(**sign)) {
            return Err(PatternError::Sign(*wrong));
        }
        if signs.len() != Cell::COUNT {
            return Err(PatternError::Length(signs.len()));
        }
        for (cell, sign) in Cell::all().zip(signs) {
            let digit = sign.to_digit(10).and_then(|digit| Digit::new(digit as u8));
            match sign {
                '?' => pattern.may |= CellSet::of(cell),
                '.' | '0' | '-' | '_' => continue,
                _ => {
                    pattern.may |= CellSet::of(cell);
                    pattern.must |= CellSet::of(cell);
                }
            }
            pattern.fixed[cell] = digit;
        }
        Ok(pattern)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            match self.fixed[cell] {
                Some(digit) => write!(f, "{digit}")?,
                None if self.must.contains(cell) => f.write_str("x")?,
                None if self.may.contains(cell) => f.write_str("?")?,
                None => f.write_str(".")?,
            }
        }
        Ok(())
    }
}

/// A digit that is no clue in a house or a cell: `9@b5`, `1@r3`, `7@c9`, `5@r5c5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    text: String,
    digit: Digit,
    cells: CellSet,
}

impl Ban {
    /// Whether this clue is banned.
    pub fn bans(&self, cell: Cell, digit: Digit) -> bool {
        digit == self.digit && self.cells.contains(cell)
    }

    /// Whether no clue of a puzzle is banned.
    pub fn holds(&self, puzzle: &Puzzle) -> bool {
        let clues = puzzle.clues() & self.cells;
        !clues.iter().any(|cell| puzzle.solution()[cell] == self.digit)
    }
}

impl FromStr for Ban {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plain = text.trim().to_lowercase();
        let read = || {
            let (digit, place) = plain.split_once('@')?;
            let digit = digit.parse().ok().and_then(Digit::new)?;
            if let Ok(cell) = place.parse::<Cell>() {
                return Some((digit, CellSet::of(cell)));
            }
            let (kind, number) = place.split_at_checked(1)?;
            let number: usize = number.parse().ok()?;
            let is_it = |house: &House| {
                let own = match house.kind() {
                    HouseKind::Row => "r",
                    HouseKind::Column => "c",
                    HouseKind::Box => "b",
                };
                own == kind && house.number() + 1 == number
            };
            Some((digit, House::all().find(is_it)?.cells()))
        };
        let wrong = || {
            format!("{text}: write a digit and where it is no clue, as 9@b5, 1@r3, 7@c9 or 5@r5c5")
        };
        read().map(|(digit, cells)| Self { text: plain.clone(), digit, cells }).ok_or_else(wrong)
    }
}

impl AsRef<str> for Ban {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl NamedValue for Ban {
    const EXAMPLE: &str = "9@b5";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_as_they_are_written() {
        let text = "x?.5".repeat(20) + "#";
        let pattern: Pattern = text.parse().unwrap();
        let written = pattern.to_string();
        assert_eq!(written, "x?.5".repeat(20) + "x");
        assert_eq!(written.parse(), Ok(pattern.clone()));
        assert_eq!(pattern.within().must().len(), 20);
        let lines: Vec<String> = written
            .as_bytes()
            .chunks(9)
            .map(|row| String::from_utf8_lossy(row).into_owned())
            .collect();
        assert_eq!(lines.join("\n").parse(), Ok(pattern));
        assert_eq!("x".repeat(80).parse::<Pattern>(), Err(PatternError::Length(80)));
        assert_eq!("y".repeat(81).parse::<Pattern>(), Err(PatternError::Sign('y')));
    }

    #[test]
    fn what_no_puzzle_can_have_is_refused() {
        let check = |text: String| {
            text.parse::<Pattern>().unwrap().check().map_err(|error| error.to_string())
        };
        assert!(check("x".repeat(16) + &".".repeat(65)).unwrap_err().contains("16 cells"));
        let rows = |open: [usize; 2]| {
            (1..=9)
                .map(|row| if open.contains(&row) { ".........".to_owned() } else { "x".repeat(9) })
                .collect::<String>()
        };
        assert!(check(rows([4, 6])).unwrap_err().contains("row 4 and row 6"));
        assert_eq!(check(rows([3, 4])), Ok(()));
        assert!(check("55".to_owned() + &"x".repeat(79)).unwrap_err().contains('5'));
    }

    #[test]
    fn bans_are_of_houses_and_cells() {
        for (text, count) in [("9@b5", 9), ("1@r3", 9), ("7@C9", 9), ("5@r5c5", 1)] {
            assert_eq!(text.parse::<Ban>().unwrap().cells.len(), count, "{text}");
        }
        for wrong in ["9", "0@b5", "9@b0", "9@x3", "10@b1", "9@", "9@r10"] {
            assert!(wrong.parse::<Ban>().is_err(), "{wrong}");
        }
    }
}
