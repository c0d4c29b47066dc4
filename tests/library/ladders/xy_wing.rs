//! XY-wing, a technique that this test defines: one of two candidates of a cell (the pivot) is
//! right, and through two peers, the wings, either one eliminates a digit where both wings see it.

use seeddb::board::{Cell, CellSet, Digit, DigitSet, State};
use seeddb::logic::{Application, Applications, Effect, Pattern, Row, Technique};

pub static ROW: Row = Row {
    name: "XY-wing",
    // A filled pivot or wing leaves naked singles.
    needs: Some(&[Technique::NakedSingle]),
    order: 1,
    sweep: |state| {
        for wing in state.pairs().iter().flat_map(|pivot| wings(state, pivot)).collect::<Vec<_>>() {
            state.candidates[wing.digit] -= wing.seen;
        }
    },
    find: |state, found: &mut Applications| {
        // The unit is the pivot.
        found.possible += state.pairs().len();
        for pivot in state.pairs() {
            found.begin();
            for Wing { a, b, digit, seen } in wings(state, pivot) {
                let lost = state.candidates[digit] & seen;
                if !lost.is_empty() {
                    let cells = [pivot, a, b].into_iter().collect();
                    let digits = [a, b].map(|cell| state.candidates.at(cell));
                    found.add(Application {
                        technique: Technique::Custom(&ROW),
                        pattern: Pattern::Cells(cells, digits[0] | digits[1]),
                        effect: Effect::Remove(digit.into(), lost),
                    });
                }
            }
            found.end();
        }
    },
    write: |_, cells, digits, f| write!(f, " on {digits} in {cells}"),
};

/// The elimination of the two wings of a pivot.
struct Wing {
    a: Cell,
    b: Cell,
    digit: Digit,
    seen: CellSet,
}

fn wings(state: &State, pivot: Cell) -> Vec<Wing> {
    let own = state.candidates.at(pivot);
    let near: Vec<(Cell, DigitSet)> = (state.pairs() & pivot.peers())
        .iter()
        .map(|cell| (cell, state.candidates.at(cell)))
        .collect();
    let mut wings = Vec::new();
    for &(a, first) in &near {
        for &(b, second) in &near {
            // Each pair of wings once: the first wing has the lower digit of the pivot.
            let shared = first & second;
            let Some(digit) = shared.single().filter(|_| own == (first | second) - shared) else {
                continue;
            };
            if (first - shared).first() == own.first() {
                wings.push(Wing { a, b, digit, seen: a.peers() & b.peers() & state.open });
            }
        }
    }
    wings
}

/// Returns a literal cell-by-cell implementation: the eliminations of all XY-wings of a state, as
/// cell and digit from 0.
pub fn literal(state: &State) -> Vec<(usize, usize)> {
    let has = |cell: usize, digit: usize| {
        state.candidates[Digit::from_index(digit)].contains(Cell::at(cell / 9, cell % 9))
    };
    let is_open = |cell: usize| state.open.contains(Cell::at(cell / 9, cell % 9));
    let is = |cell: usize, digits: [usize; 2]| {
        is_open(cell) && (0..9).all(|digit| has(cell, digit) == digits.contains(&digit))
    };
    let sees = |a: usize, b: usize| {
        let boxed = |cell: usize| (cell / 27, cell % 9 / 3);
        a != b && (a / 9 == b / 9 || a % 9 == b % 9 || boxed(a) == boxed(b))
    };
    let mut removed = Vec::new();
    for pivot in 0..81 {
        for x in 0..9 {
            for y in 0..9 {
                if x == y || !is(pivot, [x, y]) {
                    continue;
                }
                for z in (0..9).filter(|&z| z != x && z != y) {
                    for a in (0..81).filter(|&a| sees(a, pivot) && is(a, [x, z])) {
                        for b in (0..81).filter(|&b| sees(b, pivot) && is(b, [y, z])) {
                            let lost = |&cell: &usize| {
                                is_open(cell) && has(cell, z) && sees(cell, a) && sees(cell, b)
                            };
                            removed.extend((0..81).filter(lost).map(|cell| (cell, z)));
                        }
                    }
                }
            }
        }
    }
    removed.sort_unstable();
    removed.dedup();
    removed
}
