//! Producer 19: bivalue universal graves.
//!
//! If a few candidates were not there, every open cell would have two candidates and every digit
//! two places in every house; such a board has no solution or several. So one of these *grave
//! digits* of the *grave cells* holds.

use super::hint::{Hint, marks};
use super::loop_types::shared_houses;
use super::sets::by_place;
use super::sheet::{Sheet, boxes_columns_rows};
use super::technique::Technique;
use crate::board::{Cell, CellSet, Digit, DigitSet, House, HouseKind, bits};

/// The cells that are in the way of a grave.
struct Grave<'a> {
    sheet: &'a Sheet,
    /// The grave cells with their grave digits, in the order of finding.
    cells: Vec<(Cell, DigitSet)>,
    digits: DigitSet,
    /// The cells that see all grave cells.
    peers: CellSet,
}

pub(super) fn grave(sheet: &Sheet) -> Option<Hint> {
    let grave = Grave::find(sheet)?;
    match grave.cells[..] {
        [] => None,
        [(cell, digits)] => {
            let removed = marks(sheet, CellSet::of(cell), DigitSet::ALL - digits);
            grave.hint(1, Technique::Bug(1).base(), removed, &[])
        }
        [one, other] if grave.digits.len() == 1 => {
            grave.type_2().or_else(|| grave.type_4(one, other))
        }
        _ if grave.digits.len() == 1 => grave.type_2(),
        _ if grave.peers.is_empty() => None,
        [one, other] => grave.type_4(one, other).or_else(|| grave.type_3()),
        _ => grave.type_3(),
    }
}

impl<'a> Grave<'a> {
    fn find(sheet: &'a Sheet) -> Option<Self> {
        let mut grave =
            Self { sheet, cells: Vec::new(), digits: DigitSet::EMPTY, peers: CellSet::ALL };
        let many: CellSet =
            sheet.open().iter().filter(|&cell| sheet.digits(cell).len() >= 3).collect();
        for kind in [HouseKind::Box, HouseKind::Row, HouseKind::Column] {
            for house in House::all().filter(|house| house.kind() == kind) {
                for digit in Digit::all() {
                    let places = sheet.places(digit) & house.cells();
                    if places.is_empty() || places.len() == 2 {
                        continue;
                    }
                    let crowded = places & many;
                    if crowded.is_empty() {
                        return None;
                    }
                    // Where several cells are crowded, another house decides which.
                    let Some(cell) = crowded.single() else { continue };
                    grave.add(cell, digit);
                    if grave.cells.len() > 1 && grave.digits.len() > 1 && grave.peers.is_empty() {
                        return None;
                    }
                }
            }
        }
        grave.is_exact().then_some(grave)
    }

    fn add(&mut self, cell: Cell, digit: Digit) {
        self.digits.insert(digit);
        if let Some((_, digits)) = self.cells.iter_mut().find(|(known, _)| *known == cell) {
            digits.insert(digit);
        } else {
            self.cells.push((cell, digit.into()));
            self.peers &= cell.peers();
        }
    }

    /// Whether the board without the grave digits is a grave.
    fn is_exact(&self) -> bool {
        let mut sheet = self.sheet.clone();
        for &(cell, digits) in &self.cells {
            for digit in digits.iter() {
                sheet.remove(super::Candidate::new(cell, digit));
            }
        }
        sheet.open().iter().all(|cell| sheet.digits(cell).len() == 2)
            && boxes_columns_rows().all(|house| {
                Digit::all().all(|digit| matches!(sheet.in_house(house, digit).count_ones(), 0 | 2))
            })
    }

    fn hint(
        &self,
        kind: u8,
        rating: f64,
        removed: Vec<super::Candidate>,
        houses: &[House],
    ) -> Option<Hint> {
        let cells = self.cells.iter().map(|&(cell, _)| cell).collect();
        Hint::remove(Technique::Bug(kind), rating, removed, houses, (cells, self.digits))
    }

    /// Type 2: one grave digit in several cells.
    fn type_2(&self) -> Option<Hint> {
        self.hint(2, Technique::Bug(2).base(), marks(self.sheet, self.peers, self.digits), &[])
    }

    /// Type 4: two cells of a house have one other digit in common, which one of them must hold.
    fn type_4(&self, (one, own): (Cell, DigitSet), (other, its): (Cell, DigitSet)) -> Option<Hint> {
        let common = (self.sheet.digits(one) & self.sheet.digits(other)) - self.digits;
        let digit = DigitSet::from(common.single()?);
        let house = shared_houses(one, other).next()?;
        let mut removed = marks(self.sheet, CellSet::of(one), DigitSet::ALL - own - digit);
        removed.extend(marks(self.sheet, CellSet::of(other), DigitSet::ALL - its - digit));
        self.hint(4, Technique::Bug(4).base(), removed, &[house])
    }

    /// Type 3: the grave digits are part of a naked set.
    fn type_3(&self) -> Option<Hint> {
        let (first, _) = self.cells[0];
        let houses = super::sheet::box_row_column(first).into_iter().map(|(house, _)| house);
        let of_all =
            |house: &House| self.cells.iter().all(|&(cell, _)| house.cells().contains(cell));
        houses.filter(of_all).find_map(|house| {
            let words = by_place(self.sheet, house);
            let free = self.peers.in_house(house);
            (2..=6).find_map(|size: usize| {
                let sets = (0..512u16)
                    .filter(|set| set.count_ones() as usize == size - 1 && set & !free == 0)
                    .filter(|&set| bits(set).all(|place| words[place].count_ones() >= 2));
                sets.filter_map(|set| {
                    let own = bits(set).fold(0, |digits, place| digits | words[place]);
                    let all = self.digits | DigitSet::from_bits(own);
                    (own.count_ones() as usize == size && all.len() == size).then_some((set, all))
                })
                .find_map(|(set, digits)| {
                    let victims = house.cells_at(free & !set);
                    let rating = Technique::Bug(3).base() + (size - 1) as f64 * 0.1;
                    self.hint(3, rating, marks(self.sheet, victims, digits), &[house])
                })
            })
        })
    }
}
