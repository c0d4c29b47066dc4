//! Two strong links of one digit: skyscraper, two-string kite, turbot fish, empty rectangle.

use super::step::{Found, Node, Reason, only};
use super::technique::Technique;
use super::view::{Conjugate, View};
use crate::board::{Cell, CellSet, Digit, House, HouseKind, bits};

/// Two houses with two places of a digit each, one end of one seeing one end of the other: one of
/// the two other ends is true, so cells that see both lose the digit. The name depends on the
/// houses:
///
/// - skyscraper: two rows, or two columns, joined by a line across, but not by two;
/// - two-string kite: a row and a column, joined in a box;
/// - turbot fish: all others.
pub(super) fn two_links(view: &View, out: &mut Found) {
    for digit in Digit::all() {
        let links = view.conjugates(digit);
        for (i, &one) in links.iter().enumerate() {
            for &other in &links[..i] {
                for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let [far, near] = [one.ends[1 - a], one.ends[a]];
                    let [beside, end] = [other.ends[b], other.ends[1 - b]];
                    let cells: CellSet = [far, near, beside, end].into_iter().collect();
                    if cells.len() < 4
                        || !near.peers().contains(beside)
                        || name([one, other], [near, beside], [far, end]) != Some(out.technique)
                    {
                        continue;
                    }
                    let removed = view.marks(digit.into(), far.peers() & end.peers());
                    out.remove(removed, || {
                        let nodes = [far, near, beside, end]
                            .map(|cell| Node { digit, cells: CellSet::of(cell) });
                        let closed = far.peers().contains(end);
                        (only(digit, cells), Reason::Chain { nodes: nodes.into(), closed })
                    });
                }
            }
        }
    }
}

/// Returns the name of two links that are joined by two of their ends; `None` for an X-wing.
fn name(links: [Conjugate; 2], joint: [Cell; 2], ends: [Cell; 2]) -> Option<Technique> {
    let share = |[one, other]: [Cell; 2], across: HouseKind| match across {
        HouseKind::Row => one.row() == other.row(),
        HouseKind::Column => one.column() == other.column(),
        HouseKind::Box => one.boxed() == other.boxed(),
    };
    let parallel = |across| match (share(joint, across), share(ends, across)) {
        (true, true) => None,
        (true, false) => Some(Technique::Skyscraper),
        (false, _) => Some(Technique::TurbotFish),
    };
    match links.map(|link| link.house.kind()) {
        [HouseKind::Row, HouseKind::Row] => parallel(HouseKind::Column),
        [HouseKind::Column, HouseKind::Column] => parallel(HouseKind::Row),
        [HouseKind::Row, HouseKind::Column] | [HouseKind::Column, HouseKind::Row]
            if share(joint, HouseKind::Box) =>
        {
            Some(Technique::TwoStringKite)
        }
        _ => Some(Technique::TurbotFish),
    }
}

/// Empty rectangle: in a box a digit stands only in one row and one column of it, in both. A line
/// that crosses the row (or the column) outside the box has two places, one of them there: if the
/// other is false, that one is true, and the digit of the box is in the column; so the digit goes
/// where the line of the other crosses the column.
pub(super) fn empty_rectangle(view: &View, out: &mut Found) {
    for digit in Digit::all() {
        for boxed in (0..9).map(House::boxed) {
            let places = view.places(digit) & boxed.cells();
            for (row, column) in arms(boxed, places) {
                for (first, second) in [(row, column), (column, row)] {
                    let bars = bits(view.in_house(first, digit)).map(|at| first.cell(at));
                    for near in bars.filter(|cell| !boxed.cells().contains(*cell)) {
                        let [in_row, in_column, _] = near.houses();
                        let crossing = if first == row { in_column } else { in_row };
                        let pair = view.places(digit) & crossing.cells();
                        let Some(far) = (pair - CellSet::of(near)).single() else { continue };
                        let group = places - first.cells();
                        let seen = (far.peers() & second.cells()) - boxed.cells();
                        let removed = view.marks(digit.into(), seen);
                        out.remove(removed, || {
                            let cells = [
                                CellSet::of(far),
                                CellSet::of(near),
                                places & first.cells(),
                                group,
                            ];
                            let nodes = cells.map(|cells| Node { digit, cells });
                            let reason = Reason::Chain { nodes: nodes.into(), closed: false };
                            (only(digit, places | pair), reason)
                        });
                    }
                }
            }
        }
    }
}

/// Returns the rows and columns of `boxed` that contain all of `places` together, but not alone.
fn arms(boxed: House, places: CellSet) -> impl Iterator<Item = (House, House)> {
    let (top, left) = (boxed.number() / 3 * 3, boxed.number() % 3 * 3);
    (0..9).map(move |n| (House::row(top + n / 3), House::column(left + n % 3))).filter(
        move |(row, column)| {
            places.is_subset(row.cells() | column.cells())
                && !places.is_subset(row.cells())
                && !places.is_subset(column.cells())
        },
    )
}
