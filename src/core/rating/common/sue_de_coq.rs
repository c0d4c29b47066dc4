//! Sue de Coq.

use super::step::{Found, Reason};
use super::view::View;
use crate::board::{Candidates, CellSet, DigitSet, House, HouseKind};

/// Sue de Coq: two or three cells where a line crosses a box, some more of the line and some more
/// of the box, as many in all as they have digits, where a digit that is on both arms counts twice.
/// Each cell then holds another of these: a digit of the line's arm goes from the rest of the line,
/// one of the box's arm from the rest of the box, one of neither from both. The cells where they
/// cross have two digits or more than there are cells, and each arm takes some.
pub(super) fn sue_de_coq(view: &View, out: &mut Found) {
    for line in House::all().filter(|house| house.kind() != HouseKind::Box) {
        for boxed in (0..9).map(House::boxed) {
            let open = line.cells() & boxed.cells() & view.open();
            let shared: Vec<_> = open.iter().collect();
            for chosen in 1..1_u16 << shared.len() {
                let crossing: CellSet = (0..shared.len())
                    .filter(|place| chosen >> place & 1 == 1)
                    .map(|place| shared[place])
                    .collect();
                let digits = view.digits_of(crossing);
                if crossing.len() < 2 || digits.len() < crossing.len() + 2 {
                    continue;
                }
                let around = Crossroads { view, line, boxed, crossing, digits };
                around.find(out);
            }
        }
    }
}

struct Crossroads<'a> {
    view: &'a View,
    line: House,
    boxed: House,
    crossing: CellSet,
    digits: DigitSet,
}

impl Crossroads<'_> {
    /// Returns the cells of an arm, which take more of the digits of the crossing than they bring.
    fn arms(&self, house: House, other: House) -> Vec<(CellSet, DigitSet, usize)> {
        let open = (house.cells() - other.cells()) & self.view.open();
        let places = open.in_house(house);
        let mut arms = Vec::new();
        let mut chosen = places;
        while chosen != 0 {
            let cells = house.cells_at(chosen);
            let digits = self.view.digits_of(cells);
            let new = (digits - self.digits).len();
            if cells.len() > new && !(digits & self.digits).is_empty() {
                arms.push((cells, digits, cells.len() - new));
            }
            chosen = (chosen - 1) & places;
        }
        arms.sort_by_key(|(cells, ..)| cells.len());
        arms
    }

    fn find(&self, out: &mut Found) {
        let missing = self.digits.len() - self.crossing.len();
        let in_box = self.arms(self.boxed, self.line);
        for (on_line, line_digits, first) in self.arms(self.line, self.boxed) {
            for &(in_box, box_digits, second) in &in_box {
                // A digit of both arms counts twice: once more than the crossing's digits, or than
                // the new digits of both.
                let both = line_digits & box_digits;
                let twice_new = (both - self.digits).len();
                if first + second + twice_new != missing + both.len() {
                    continue;
                }
                let removed = self.removed((on_line, line_digits), (in_box, box_digits));
                out.remove(removed, || {
                    let cells = self.crossing | on_line | in_box;
                    let reason = Reason::Crossroads {
                        line: self.line,
                        boxed: self.boxed,
                        crossing: self.crossing,
                        arms: [on_line, in_box],
                    };
                    (self.view.marks(DigitSet::ALL, cells), reason)
                });
            }
        }
    }

    fn removed(&self, line: (CellSet, DigitSet), boxed: (CellSet, DigitSet)) -> Candidates {
        let mut removed = Candidates::NONE;
        let cells = self.crossing | line.0 | boxed.0;
        let rest_of_line = self.line.cells() - cells;
        let rest_of_box = self.boxed.cells() - cells;
        for digit in (self.digits | line.1 | boxed.1).iter() {
            let gone = match (line.1.contains(digit), boxed.1.contains(digit)) {
                // The digit is in both arms, so it is not in the crossing.
                (true, true) => rest_of_line | rest_of_box | self.crossing,
                (true, false) => rest_of_line,
                (false, true) => rest_of_box,
                (false, false) => rest_of_line | rest_of_box,
            };
            removed[digit] = gone & self.view.places(digit);
        }
        removed
    }
}
