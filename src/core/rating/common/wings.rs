//! Wings: W, XY, XYZ and WXYZ, and remote pairs.

use super::step::{Found, Node, Reason, only};
use super::view::{View, seen_by_all};
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet};
use crate::rating::wings::wings;

/// XY-wing: a pivot with two candidates x and y sees a cell with x and z and one with y and z. One
/// of the two holds z, which goes from what sees both.
pub(super) fn xy(view: &View, out: &mut Found) {
    of_pivots(view, out, view.pairs());
}

/// XYZ-wing: a pivot with three candidates sees two cells with two of them each, not the same. One
/// of the three holds the digit that all share, which goes from what sees all three.
pub(super) fn xyz(view: &View, out: &mut Found) {
    let has_three = |cell: &Cell| view.digits(*cell).len() == 3;
    of_pivots(view, out, view.open().iter().filter(has_three).collect());
}

fn of_pivots(view: &View, out: &mut Found, pivots: CellSet) {
    for wing in wings(pivots, view.pairs(), |cell| view.digits(cell)) {
        out.remove(view.marks(wing.digit.into(), wing.seen), || {
            let (pivot, wings, ends) = (wing.pivot, wing.wings, wing.digit.into());
            (view.marks(wing.digits, wing.cells()), Reason::Wing { pivot, wings, ends })
        });
    }
}

/// WXYZ-wing: a pivot and three cells that it sees hold at most four candidates together. Of all
/// but one of these the places see each other, so that each stands there once at most: the other
/// one does stand there, and goes from what sees all its places. If all see each other, each does.
pub(super) fn wxyz(view: &View, out: &mut Found) {
    let few = |cell: &Cell| (2..=4).contains(&view.digits(*cell).len());
    let few: CellSet = view.open().iter().filter(few).collect();
    for pivot in few {
        let own = view.digits(pivot);
        let near: Vec<(Cell, DigitSet)> = (few & pivot.peers())
            .iter()
            .map(|cell| (cell, view.digits(cell) | own))
            .filter(|(_, all)| all.len() <= 4)
            .collect();
        for (i, &(first, one)) in near.iter().enumerate() {
            for (j, &(second, two)) in near[..i].iter().enumerate() {
                if (one | two).len() > 4 {
                    continue;
                }
                for &(third, three) in &near[..j] {
                    let digits = one | two | three;
                    if digits.len() <= 4 {
                        let wings = [first, second, third].into_iter().collect();
                        bent(view, out, (pivot, wings, digits));
                    }
                }
            }
        }
    }
}

fn bent(view: &View, out: &mut Found, (pivot, wings, digits): (Cell, CellSet, DigitSet)) {
    let cells = wings | CellSet::of(pivot);
    let see_each_other = |digit: &Digit| {
        let places = view.places(*digit) & cells;
        places.iter().all(|cell| places.is_subset(cell.peers() | CellSet::of(cell)))
    };
    let loose: DigitSet = digits.iter().filter(|digit| !see_each_other(digit)).collect();
    let ends = match loose.len() {
        0 if digits.len() == 4 => digits,
        1 => loose,
        _ => return,
    };
    let mut removed = Candidates::NONE;
    for digit in ends.iter() {
        removed[digit] = view.places(digit) & seen_by_all(view.places(digit) & cells);
    }
    out.remove(removed, || (view.marks(digits, cells), Reason::Wing { pivot, wings, ends }));
}

/// W-wing: two cells with the same two candidates x and y, and a house in which x has two places,
/// each seen by another one of the cells: one of these holds y, which goes from what sees both.
pub(super) fn w(view: &View, out: &mut Found) {
    for link in Digit::all() {
        let holders = view.pairs() & view.places(link);
        if holders.len() < 2 {
            continue;
        }
        for conjugate in view.conjugates(link) {
            let ends: CellSet = conjugate.ends.into_iter().collect();
            let [near, far] = conjugate.ends.map(|end| (holders & end.peers()) - ends);
            for one in near {
                for other in far {
                    let pair = view.digits(one);
                    let digit = (pair - link.into()).single();
                    let Some(digit) = digit.filter(|_| view.digits(other) == pair) else {
                        continue;
                    };
                    let removed = view.marks(digit.into(), one.peers() & other.peers());
                    // Two that see each other are a naked pair.
                    if one == other || one.peers().contains(other) {
                        continue;
                    }
                    out.remove(removed, || {
                        let node = |digit, cell| Node { digit, cells: CellSet::of(cell) };
                        let [first, second] = conjugate.ends;
                        let nodes = vec![
                            node(digit, one),
                            node(link, one),
                            node(link, first),
                            node(link, second),
                            node(link, other),
                            node(digit, other),
                        ];
                        let cells = [one, other].into_iter().collect();
                        let pattern = view.marks(pair, cells) | only(link, ends);
                        (pattern, Reason::Chain { nodes, closed: false })
                    });
                }
            }
        }
    }
}

/// Remote pair: four cells or more with the same two candidates, each in sight of the next. Those
/// at an odd distance hold both digits between them: both go from what sees two such cells.
pub(super) fn remote_pair(view: &View, out: &mut Found) {
    let mut left = view.pairs();
    while let Some(first) = left.first() {
        let pair = view.digits(first);
        let same: CellSet = left.iter().filter(|&cell| view.digits(cell) == pair).collect();
        left -= same;
        if same.len() < 4 {
            continue;
        }
        for start in same {
            for path in paths(start, same) {
                let Some(&end) = path.last().filter(|&&end| path.len() >= 4 && end > start) else {
                    continue;
                };
                if path.len() % 2 == 1 {
                    continue;
                }
                let removed = view.marks(pair, start.peers() & end.peers());
                out.remove(removed, || {
                    let mut nodes = Vec::new();
                    let mut digits: Vec<Digit> = pair.iter().collect();
                    // A chain of the digit that goes.
                    if removed[digits[0]].is_empty() {
                        digits.reverse();
                    }
                    for &cell in &path {
                        nodes.extend(
                            digits.iter().map(|&digit| Node { digit, cells: CellSet::of(cell) }),
                        );
                        digits.reverse();
                    }
                    let cells = path.iter().copied().collect();
                    (view.marks(pair, cells), Reason::Chain { nodes, closed: false })
                });
            }
        }
    }
}

/// Returns a shortest path from `start` to each of `cells` that can be reached, where each cell of
/// a path sees the next.
fn paths(start: Cell, cells: CellSet) -> Vec<Vec<Cell>> {
    let mut paths = vec![vec![start]];
    let mut left = cells - CellSet::of(start);
    let mut next = 0;
    while let Some(path) = paths.get(next).cloned() {
        let Some(&last) = path.last() else { break };
        for cell in left & last.peers() {
            paths.push([path.as_slice(), &[cell]].concat());
        }
        left -= last.peers();
        next += 1;
    }
    paths
}
