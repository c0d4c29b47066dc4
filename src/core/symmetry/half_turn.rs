//! [`HalfTurn`]: the half turns of the board, in all orders of its lines.

use std::sync::LazyLock;

use super::transform::{ORDERS, Permutation, REVERSED, Transform, compose};
use crate::board::CellSet;

/// A transform of the cells that is the plain half turn in some order of the lines: one of the 54 x
/// 54 conjugates of [`Rot180`](super::ClueSymmetry::Rot180). Two bands and two stacks change
/// places, and one cell stays.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::{Cell, CellSet};
/// use seeddb::symmetry::{ClueSymmetry, HalfTurn};
///
/// for turn in HalfTurn::all().step_by(100) {
///     let cells = CellSet::of(Cell::at(0, 1)) | CellSet::of(Cell::at(4, 4));
///     let pattern = cells | turn.apply_cells(cells);
///     assert!(ClueSymmetry::Rot180.holds(turn.upright().apply_cells(pattern)));
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HalfTurn(u16);

/// The orders of nine lines that swap them in pairs, except one.
static LINES: LazyLock<Vec<Permutation>> = LazyLock::new(|| {
    let is_turn = |order: &&Permutation| {
        let stay = (0..9).filter(|&line| order[usize::from(line)] == line).count();
        stay == 1 && compose(order, order) == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    };
    ORDERS.iter().filter(is_turn).copied().collect()
});

/// The number of orders of lines that are half a turn.
const OF_LINES: u16 = 54;

impl HalfTurn {
    /// The number of half turns.
    pub const COUNT: u16 = OF_LINES * OF_LINES;

    /// Returns the half turn of this number, `None` from [`COUNT`](Self::COUNT) on. Numbers keep
    /// their meaning in all versions.
    pub const fn of_number(number: u16) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// Returns the half turn of the board with its lines in place.
    pub fn plain() -> Self {
        let place = LINES.iter().position(|lines| *lines == REVERSED).unwrap_or(0) as u16;
        Self(place * OF_LINES + place)
    }

    /// Returns its number.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Returns all half turns, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    fn lines(self) -> [&'static Permutation; 2] {
        [self.0 / OF_LINES, self.0 % OF_LINES].map(|place| &LINES[usize::from(place)])
    }

    /// Returns the half turn as a transform.
    pub fn transform(self) -> Transform {
        let [rows, columns] = self.lines();
        Transform::geometric(false, *rows, *columns)
    }

    /// Returns the images of `cells`.
    pub fn apply_cells(self, cells: CellSet) -> CellSet {
        self.transform().apply_cells(cells)
    }

    /// Returns a transform after which it is the plain half turn.
    pub fn upright(self) -> Transform {
        let [rows, columns] = self.lines();
        Transform::geometric(false, upright(rows), upright(columns))
    }
}

/// Returns an order `p` of lines with `REVERSED` after `p` = `p` after `turn`.
fn upright(turn: &Permutation) -> Permutation {
    let mut order = [0; 9];
    let (mut outer, mut inner) = (0, 3);
    for line in 0..9_u8 {
        let image = turn[usize::from(line)];
        let place = if image == line {
            4
        } else if image < line {
            // Its partner is placed already.
            continue;
        } else if image / 3 == line / 3 {
            inner += 1;
            inner - 1
        } else {
            outer += 1;
            outer - 1
        };
        order[usize::from(line)] = place;
        order[usize::from(image)] = REVERSED[usize::from(place)];
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::symmetry::ClueSymmetry;

    /// They are all conjugates of the half turn, each once, and `upright` makes each the plain one.
    #[test]
    fn they_are_the_conjugates_of_the_half_turn() {
        let rot180 = ClueSymmetry::Rot180.maps()[1];
        assert_eq!(LINES.len(), usize::from(OF_LINES));
        let all: HashSet<Transform> = HalfTurn::all().map(HalfTurn::transform).collect();
        assert_eq!(all.len(), usize::from(HalfTurn::COUNT));
        for turn in HalfTurn::all() {
            let up = turn.upright();
            assert_eq!(up.invert().then(turn.transform()).then(up), rot180, "{turn:?}");
        }
        for rows in ORDERS.iter().step_by(7) {
            for columns in ORDERS.iter().step_by(11) {
                let by = Transform::geometric(rows[0] > 4, *rows, *columns);
                assert!(all.contains(&by.invert().then(rot180).then(by)));
            }
        }
        assert_eq!(HalfTurn::of_number(HalfTurn::COUNT), None);
        assert_eq!(HalfTurn::plain().transform(), rot180);
        assert_eq!(HalfTurn::plain().upright(), Transform::default());
    }
}
