//! Literal, slow twins of rectangles and almost locked sets.

use super::twins::{digits, has, places, sees, take};
use super::view::View;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House};

/// Returns the rectangles in two boxes with four open corners: a corner, its neighbours in the row
/// and the column, and the opposite corner. Each rectangle occurs four times, once with each corner
/// first.
fn open_rectangles(view: &View) -> Vec<[Cell; 4]> {
    let mut found = Vec::new();
    for one in Cell::all() {
        for other in Cell::all() {
            if one.row() == other.row() || one.column() == other.column() {
                continue;
            }
            let beside = Cell::at(one.row(), other.column());
            let below = Cell::at(other.row(), one.column());
            let corners = [one, beside, below, other];
            let boxes: std::collections::BTreeSet<usize> =
                corners.iter().map(|cell| cell.boxed()).collect();
            if boxes.len() == 2 && corners.iter().all(|&cell| view.open().contains(cell)) {
                found.push(corners);
            }
        }
    }
    found
}

fn pairs() -> impl Iterator<Item = [Digit; 2]> {
    Digit::all().flat_map(|a| Digit::all().map(move |b| [a, b])).filter(|[a, b]| a != b)
}

pub(super) fn unique_rectangle_1(view: &View, out: &mut Candidates) {
    for corners in open_rectangles(view) {
        for pair in pairs() {
            let only = |cell: &Cell| digits(view, *cell).iter().all(|digit| pair.contains(digit));
            let some = |cell: &Cell| pair.iter().any(|&digit| has(view, *cell, digit));
            let whole = |cell: &Cell| only(cell) && digits(view, *cell).len() == 2;
            if corners[..3].iter().all(only)
                && corners.iter().any(whole)
                && corners.iter().all(some)
                && !only(&corners[3])
            {
                for digit in pair {
                    take(view, out, digit, |cell| cell == corners[3]);
                }
            }
        }
    }
}

pub(super) fn hidden_rectangle(view: &View, out: &mut Candidates) {
    for corners in open_rectangles(view) {
        for [a, b] in pairs() {
            let some = |cell: &Cell| has(view, *cell, a) || has(view, *cell, b);
            let own = digits(view, corners[0]);
            let whole = own.len() == 2 && own.contains(&a) && own.contains(&b);
            let opposite = corners[3];
            let lines = [House::row(opposite.row()), House::column(opposite.column())];
            let bound = lines.iter().all(|&line| {
                let own = places(view, line, a);
                !own.is_empty() && own.iter().all(|cell| corners.contains(cell))
            });
            if whole && bound && corners.iter().all(some) {
                take(view, out, b, |cell| cell == opposite);
            }
        }
    }
}

pub(super) fn als_xz(view: &View, out: &mut Candidates) {
    let mut sets: Vec<(CellSet, DigitSet)> = Vec::new();
    for house in House::all() {
        for chosen in 1..512_u16 {
            let cells: CellSet = (0..9)
                .filter(|place| chosen >> place & 1 == 1)
                .map(|place| house.cell(place))
                .collect();
            let all: DigitSet = cells.iter().flat_map(|cell| digits(view, cell)).collect();
            let is_open = cells.iter().all(|cell| view.open().contains(cell));
            if is_open && all.len() == cells.len() + 1 && !sets.contains(&(cells, all)) {
                sets.push((cells, all));
            }
        }
    }
    for &one in &sets {
        for &other in &sets {
            linked_sets(view, out, one, other);
        }
    }
}

fn linked_sets(
    view: &View,
    out: &mut Candidates,
    (one, first): (CellSet, DigitSet),
    (other, second): (CellSet, DigitSet),
) {
    let holders =
        |cells: CellSet, digit: Digit| cells.iter().filter(move |&cell| has(view, cell, digit));
    let common: Vec<Digit> = first.iter().filter(|&digit| second.contains(digit)).collect();
    let links: Vec<Digit> = common
        .iter()
        .copied()
        .filter(|&x| holders(one, x).all(|a| holders(other, x).all(|b| sees(a, b))))
        .collect();
    if links.is_empty() {
        return;
    }
    for &z in &common {
        if links.len() >= 2 || !links.contains(&z) {
            take(view, out, z, |cell| {
                holders(one, z).chain(holders(other, z)).all(|holder| sees(holder, cell))
            });
        }
    }
    if links.len() >= 2 {
        for z in first.iter().filter(|z| !links.contains(z)) {
            take(view, out, z, |cell| holders(one, z).all(|holder| sees(holder, cell)));
        }
    }
}
