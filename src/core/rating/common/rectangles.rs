//! Unique, hidden and avoidable rectangles, and BUG+1 (bivalue universal grave plus one): the
//! techniques that rely on the puzzle having one solution.
//!
//! A rectangle has its corners in two rows, two columns and two boxes. If the corners held two
//! digits only, each twice, swapping the two would give another solution, since no corner is a
//! given. The argument also holds where one of the two digits is already eliminated from a corner.

use std::sync::LazyLock;

use super::step::{Found, Reason, only};
use super::view::{View, houses_of, seen_by_all};
use crate::board::{Cell, CellSet, Digit, DigitSet, House, HouseKind};
use crate::logic::exact_subsets;

/// The 486 rectangles in two boxes. The corners follow one another round the rectangle, so corners
/// 0 and 2 are opposite.
static RECTANGLES: LazyLock<Vec<[Cell; 4]>> = LazyLock::new(|| {
    let lines = || (0..9).flat_map(|a| (a + 1..9).map(move |b| (a, b)));
    let mut all = Vec::new();
    for (top, bottom) in lines() {
        for (left, right) in lines() {
            if (top / 3 == bottom / 3) != (left / 3 == right / 3) {
                let corners = [(top, left), (top, right), (bottom, right), (bottom, left)];
                all.push(corners.map(|(row, column)| Cell::at(row, column)));
            }
        }
    }
    all
});

/// Returns the rectangles with corners for which `likes` returns true.
fn rectangles(likes: impl Fn(CellSet) -> bool) -> impl Iterator<Item = ([Cell; 4], CellSet)> {
    let all = RECTANGLES.iter().map(|corners| (*corners, corners.iter().copied().collect()));
    all.filter(move |(_, cells)| likes(*cells))
}

/// Open corners with two digits, one or both in each.
struct Floor {
    corners: [Cell; 4],
    pair: DigitSet,
    /// The corners with other candidates.
    roof: CellSet,
    /// The other candidates of the roof.
    extra: DigitSet,
}

impl Floor {
    fn cells(&self) -> CellSet {
        self.corners.into_iter().collect()
    }

    /// Whether the roof is two corners that are opposite.
    fn is_diagonal(&self) -> bool {
        let [a, b, c, d] = self.corners;
        [[a, c], [b, d]].iter().any(|two| two.iter().copied().collect::<CellSet>() == self.roof)
    }

    fn reason(&self, house: Option<House>, others: CellSet, digits: DigitSet) -> Reason {
        let (corners, pair, roof) = (self.cells(), self.pair, self.roof);
        Reason::Rectangle { corners, pair, roof, house, others, digits }
    }
}

/// Tells of each rectangle of open cells with a pair of digits of which each stands in two opposite
/// corners or more, so that the pair could be all of it, and with a corner of the pair only.
fn floors(view: &View, mut visit: impl FnMut(&Floor)) {
    let is_open = |cells: CellSet| cells.is_subset(view.open()) && cells.intersects(view.pairs());
    for (corners, _) in rectangles(is_open) {
        let digits = corners.map(|corner| view.digits(corner));
        let mut seen: Vec<DigitSet> = Vec::new();
        for pair in digits {
            if pair.len() != 2 || seen.contains(&pair) {
                continue;
            }
            seen.push(pair);
            if digits.iter().any(|own| (*own & pair).is_empty()) {
                continue;
            }
            let has_more = |corner: &Cell| !(view.digits(*corner) - pair).is_empty();
            let roof: CellSet = corners.into_iter().filter(has_more).collect();
            let extra = view.digits_of(roof) - pair;
            visit(&Floor { corners, pair, roof, extra });
        }
    }
}

/// Unique rectangle 1: three corners have the pair only, so that it goes from the fourth.
pub(super) fn unique_1(view: &View, out: &mut Found) {
    floors(view, |floor| {
        if floor.roof.len() != 1 {
            return;
        }
        out.remove(view.marks(floor.pair, floor.roof), || {
            (view.marks(floor.pair, floor.cells()), floor.reason(None, CellSet::EMPTY, floor.extra))
        });
    });
}

/// Unique rectangle 2: two corners of a side have one digit more, the same. One of them holds it:
/// it goes from what sees both.
pub(super) fn unique_2(view: &View, out: &mut Found) {
    one_more(view, out, |floor| floor.roof.len() == 2 && !floor.is_diagonal());
}

/// Unique rectangle 5: two opposite corners or three have one digit more, the same. One of them
/// holds it: it goes from what sees them all.
pub(super) fn unique_5(view: &View, out: &mut Found) {
    one_more(view, out, |floor| {
        floor.roof.len() == 3 || floor.roof.len() == 2 && floor.is_diagonal()
    });
}

fn one_more(view: &View, out: &mut Found, fits: fn(&Floor) -> bool) {
    floors(view, |floor| {
        if !fits(floor) || floor.extra.len() != 1 {
            return;
        }
        out.remove(view.marks(floor.extra, seen_by_all(floor.roof)), || {
            let pattern = view.marks(floor.pair | floor.extra, floor.cells());
            (pattern, floor.reason(None, CellSet::EMPTY, floor.extra))
        });
    });
}

/// Unique rectangle 3: two corners of a side have other digits, one of which is true. With cells of
/// a house of the two they make a naked subset, as if they were one cell with these digits: they go
/// from the rest of the house.
pub(super) fn unique_3(view: &View, out: &mut Found) {
    floors(view, |floor| {
        if floor.roof.len() != 2 || floor.is_diagonal() || floor.extra.len() < 2 {
            return;
        }
        for house in houses_of(floor.roof) {
            let mut words: [u16; 9] = std::array::from_fn(|place| {
                let cell = house.cell(place);
                if floor.roof.contains(cell) { 0 } else { view.digits(cell).bits() }
            });
            // The place of the first of the two represents both.
            let first = floor.roof.in_house(house).trailing_zeros() as usize;
            words[first] = floor.extra.bits();
            for (taken, union) in (2..=7).flat_map(|size| exact_subsets(&words, size)) {
                if taken >> first & 1 == 0 {
                    continue;
                }
                let (digits, others) =
                    (DigitSet::from_bits(union), house.cells_at(taken) - floor.roof);
                // Where all of it is in a line and a box, what sees it all is in either.
                out.remove(view.marks(digits, seen_by_all(others | floor.roof)), || {
                    let floor_marks = view.marks(floor.pair, floor.cells());
                    let pattern = view.marks(digits, others | floor.roof) | floor_marks;
                    (pattern, floor.reason(Some(house), others, digits))
                });
            }
        }
    });
}

/// Unique rectangle 4: two corners of a side have other digits, and in a house one digit of the
/// pair stands in these two only: the other one goes from both.
pub(super) fn unique_4(view: &View, out: &mut Found) {
    floors(view, |floor| {
        if floor.roof.len() != 2 || floor.is_diagonal() {
            return;
        }
        for house in houses_of(floor.roof) {
            for digit in floor.pair.iter() {
                if is_bound(view, digit, house, floor.roof) {
                    let removed = view.marks(floor.pair - digit.into(), floor.roof);
                    out.remove(removed, || {
                        let pattern = view.marks(floor.pair, floor.cells());
                        (pattern, floor.reason(Some(house), CellSet::EMPTY, digit.into()))
                    });
                }
            }
        }
    });
}

/// Unique rectangle 6: two opposite corners have other digits, and a digit of the pair stands in
/// the corners only in both rows, or in both columns. If it were in one of the two it would be in
/// both, and the other digit in the rest: it goes from both.
pub(super) fn unique_6(view: &View, out: &mut Found) {
    floors(view, |floor| {
        if floor.roof.len() != 2 || !floor.is_diagonal() {
            return;
        }
        for digit in floor.pair.iter() {
            let bound = |kind: HouseKind| {
                houses_across(floor.corners, kind)
                    .all(|house| is_bound(view, digit, house, floor.cells()))
            };
            if bound(HouseKind::Row) || bound(HouseKind::Column) {
                out.remove(view.marks(digit.into(), floor.roof), || {
                    let pattern = view.marks(floor.pair, floor.cells());
                    (pattern, floor.reason(None, CellSet::EMPTY, digit.into()))
                });
            }
        }
    });
}

/// Whether `digit` is not yet placed in `house` and all its places there are in `cells`.
fn is_bound(view: &View, digit: Digit, house: House, cells: CellSet) -> bool {
    let places = view.places(digit) & house.cells();
    !places.is_empty() && places.is_subset(cells)
}

/// Returns the rows, or the columns, of a rectangle.
fn houses_across(corners: [Cell; 4], kind: HouseKind) -> impl Iterator<Item = House> {
    [corners[0], corners[2]].into_iter().map(move |corner| match kind {
        HouseKind::Row => House::row(corner.row()),
        _ => House::column(corner.column()),
    })
}

/// Hidden rectangle: a corner has the pair only, and in the row and the column of the one opposite
/// a digit of the pair stands in the corners only. If the other digit were there, this one would be
/// in both its neighbours, and the pair all over: the other goes from it.
pub(super) fn hidden(view: &View, out: &mut Found) {
    floors(view, |floor| {
        for (at, corner) in floor.corners.into_iter().enumerate() {
            let opposite = floor.corners[(at + 2) % 4];
            if view.digits(corner) != floor.pair {
                continue;
            }
            for digit in floor.pair.iter() {
                let lines = [House::row(opposite.row()), House::column(opposite.column())];
                let bound =
                    lines.into_iter().all(|house| is_bound(view, digit, house, floor.cells()));
                if bound {
                    let gone = view.marks(floor.pair - digit.into(), CellSet::of(opposite));
                    out.remove(gone, || {
                        let pattern = view.marks(floor.pair, floor.cells());
                        (pattern, floor.reason(None, CellSet::of(corner), digit.into()))
                    });
                }
            }
        }
    });
}

/// Avoidable rectangle 1: three corners are filled but not given, two opposite ones with the same
/// digit. The digit between them goes from the fourth.
pub(super) fn avoidable_1(view: &View, out: &mut Found) {
    let fits =
        |cells: CellSet| (cells & view.open()).len() == 1 && !cells.intersects(view.givens());
    for (corners, _) in rectangles(fits) {
        for (at, corner) in corners.into_iter().enumerate() {
            let [before, opposite, after] =
                [3, 2, 1].map(|step| view.filled(corners[(at + step) % 4]));
            let (Some(before), Some(opposite), Some(after)) = (before, opposite, after) else {
                continue;
            };
            if before != after {
                continue;
            }
            let (roof, pair) = (CellSet::of(corner), DigitSet::from(before) | opposite.into());
            out.remove(view.marks(opposite.into(), roof), || {
                let floor = Floor { corners, pair, roof, extra: opposite.into() };
                (only(opposite, roof), floor.reason(None, CellSet::EMPTY, floor.extra))
            });
        }
    }
}

/// Avoidable rectangle 2: two corners are filled but not given, and the two others have the digit
/// that would complete the swap and one more, the same. One of them holds it: it goes from what
/// sees both.
pub(super) fn avoidable_2(view: &View, out: &mut Found) {
    let fits =
        |cells: CellSet| (cells & view.open()).len() == 2 && !cells.intersects(view.givens());
    for (corners, cells) in rectangles(fits) {
        let roof = cells & view.open();
        let filled = corners.map(|corner| view.filled(corner));
        // The digits of the two pairs of opposite corners, as far as they are known.
        let known = [filled[0].or(filled[2]), filled[1].or(filled[3])];
        let pair: DigitSet = known.into_iter().flatten().collect();
        // Two filled opposite corners determine only one digit of the pair.
        let extra = view.digits_of(roof) - pair;
        let fits = |(at, corner): (usize, Cell)| match (filled[at], known[at % 2]) {
            (Some(digit), known) => known == Some(digit),
            (None, Some(digit)) => view.digits(corner) == extra | digit.into(),
            (None, None) => false,
        };
        if pair.len() != 2 || extra.len() != 1 || !corners.into_iter().enumerate().all(fits) {
            continue;
        }
        out.remove(view.marks(extra, seen_by_all(roof)), || {
            let floor = Floor { corners, pair, roof, extra };
            (view.marks(DigitSet::ALL, roof), floor.reason(None, CellSet::EMPTY, extra))
        });
    }
}

/// BUG+1: one open cell has three candidates, all others two. Without one of the three each digit
/// would have two places in each house where it is not filled, so that there would be no solution
/// or two: that one is true.
pub(super) fn grave(view: &View, out: &mut Found) {
    let Some(cell) = (view.open() - view.pairs()).single() else { return };
    if view.digits(cell).len() != 3 {
        return;
    }
    for digit in view.digits(cell).iter() {
        let in_pairs = House::all().all(|house| {
            Digit::all().all(|other| {
                let mut places = view.places(other) & house.cells();
                if other == digit {
                    places.remove(cell);
                }
                places.is_empty() || places.len() == 2
            })
        });
        if in_pairs {
            let pattern = only(digit, CellSet::of(cell));
            out.place((cell, digit), (pattern, Reason::Grave));
        }
    }
}
