//! The basic rules inside chains: intersections, hidden pairs, naked pairs, X-wings.

use crate::board::{CellSet, Digit, DigitSet, House, HouseKind, bits};
use crate::rating::se::hint::marks;
use crate::rating::se::sheet::{Candidate, Sheet, boxes_columns_rows};
use crate::rating::se::technique::Technique;
use crate::rating::se::{locked, sets};

pub(super) struct Deduction {
    pub technique: Technique,
    /// The candidates that it removes, in reading order.
    pub removed: Vec<Candidate>,
    /// The cells and digits of the pattern.
    pub pattern: (CellSet, DigitSet),
    /// The reason: these digits have no place in these cells.
    pub needed: (CellSet, DigitSet),
}

/// The families of rules, in the order of the search.
pub(super) const FAMILIES: [fn(&Sheet) -> Vec<Deduction>; 4] =
    [intersections, hidden_pairs, naked_pairs, x_wings];

/// The deductions of a family that remove something.
#[derive(Default)]
struct Found(Vec<Deduction>);

impl Found {
    fn add(
        &mut self,
        technique: Technique,
        removed: Vec<Candidate>,
        pattern: (CellSet, DigitSet),
        needed: (CellSet, DigitSet),
    ) {
        if !removed.is_empty() {
            self.0.push(Deduction { technique, removed, pattern, needed });
        }
    }
}

fn intersections(sheet: &Sheet) -> Vec<Deduction> {
    let mut all = Found::default();
    let _: Option<()> = locked::find(sheet, |found| {
        let digits = found.digit.into();
        let removed = marks(sheet, found.victims(sheet), digits);
        let (from, to) = (found.from.cells(), found.to.cells());
        all.add(found.technique(), removed, (from & to, digits), (from - to, digits));
        None
    });
    all.0
}

fn hidden_pairs(sheet: &Sheet) -> Vec<Deduction> {
    let mut all = Found::default();
    for house in boxes_columns_rows().filter(|&house| sets::fits_hidden(sheet, house, 2)) {
        let _: Option<()> = sets::find(&sets::by_digit(sheet, house), 2, |digits, places| {
            let (cells, digits) = (house.cells_at(places), DigitSet::from_bits(digits));
            let removed = marks(sheet, cells, DigitSet::ALL - digits);
            all.add(
                Technique::Hidden(2),
                removed,
                (cells, digits),
                (house.cells() - cells, digits),
            );
            None
        });
    }
    all.0
}

fn naked_pairs(sheet: &Sheet) -> Vec<Deduction> {
    let mut all = Found::default();
    for house in boxes_columns_rows().filter(|&house| sets::fits_naked(sheet, house, 2)) {
        let _: Option<()> = sets::find(&sets::by_place(sheet, house), 2, |places, digits| {
            let (cells, digits) = (house.cells_at(places), DigitSet::from_bits(digits));
            let removed = marks(sheet, house.cells() - cells, digits);
            all.add(Technique::Naked(2), removed, (cells, digits), (cells, DigitSet::ALL - digits));
            None
        });
    }
    all.0
}

fn x_wings(sheet: &Sheet) -> Vec<Deduction> {
    let cells = |kind, numbers| -> CellSet {
        bits(numbers).map(|number| House::line(kind, number)).map(House::cells).collect()
    };
    let mut all = Found::default();
    for base in [HouseKind::Column, HouseKind::Row] {
        for digit in Digit::all().filter(|&digit| sets::fits_fish(sheet, digit, 2)) {
            let _: Option<()> =
                sets::find(&sets::by_line(sheet, digit, base), 2, |lines, crossing| {
                    let victims = sets::fish_victims(sheet, digit, base, (lines, crossing));
                    let [lines, crossing] = [cells(base, lines), cells(base.across(), crossing)];
                    let (pattern, needed) = (lines & crossing, lines - crossing);
                    let removed = marks(sheet, victims, digit.into());
                    all.add(
                        Technique::Fish(2),
                        removed,
                        (pattern, digit.into()),
                        (needed, digit.into()),
                    );
                    None
                });
        }
    }
    all.0
}
