//! Almost locked sets: cells of a house with one candidate more than there are cells. If one of
//! these is elsewhere, all others are in the set.

use super::view::{View, seen_by_all};
use crate::board::{Candidates, CellSet, Digit, DigitSet, House};

/// Cells of a house with one candidate more than there are cells.
#[derive(Clone, Debug)]
pub(super) struct Als {
    pub cells: CellSet,
    pub digits: DigitSet,
    /// By digit the places in the set.
    pub places: Candidates,
    /// By digit the other places that see all those in the set.
    pub seen: Candidates,
}

/// All almost locked sets, small ones first, and the digits that link them.
pub(super) struct AlsGraph {
    pub sets: Vec<Als>,
    /// By set, the other sets that it is linked to, with the linking digits. All places of such a
    /// digit in one set see all its places in the other, so at most one of the two sets holds it.
    pub links: Vec<Vec<(u16, DigitSet)>>,
}

impl AlsGraph {
    pub fn of(view: &View) -> Self {
        let sets = all(view);
        let mut links: Vec<Vec<(u16, DigitSet)>> = vec![Vec::new(); sets.len()];
        for (i, one) in sets.iter().enumerate() {
            for (j, other) in sets[..i].iter().enumerate() {
                let is_link = |digit: &Digit| one.places[*digit].is_subset(other.seen[*digit]);
                let digits: DigitSet = (one.digits & other.digits).iter().filter(is_link).collect();
                if !digits.is_empty() {
                    links[i].push((j as u16, digits));
                    links[j].push((i as u16, digits));
                }
            }
        }
        Self { sets, links }
    }
}

fn all(view: &View) -> Vec<Als> {
    let mut found: Vec<(CellSet, DigitSet)> = Vec::new();
    for house in House::all() {
        let open = (view.open() & house.cells()).in_house(house);
        let digits: [u16; 9] = std::array::from_fn(|place| view.digits(house.cell(place)).bits());
        // The candidates of each choice of places, from those without its first.
        let mut unions = [0_u16; 1 << 9];
        for places in 1..1_u16 << 9 {
            let rest = places & (places - 1);
            let union = unions[usize::from(rest)] | digits[places.trailing_zeros() as usize];
            unions[usize::from(places)] = union;
            if places & !open == 0 && union.count_ones() == places.count_ones() + 1 {
                let cells = house.cells_at(places);
                let in_line = house.kind() == crate::board::HouseKind::Box
                    && super::view::houses_of(cells).count() > 1;
                // Such a set was found in the line, or the row.
                let again =
                    in_line || cells.len() == 1 && house.kind() != crate::board::HouseKind::Row;
                if !again {
                    found.push((cells, DigitSet::from_bits(union)));
                }
            }
        }
    }
    found.sort_by_key(|(cells, _)| cells.len());
    let of = |(cells, digits): (CellSet, DigitSet)| {
        let places = view.marks(digits, cells);
        let mut seen = Candidates::NONE;
        for digit in digits.iter() {
            seen[digit] = seen_by_all(places[digit]) & view.places(digit);
        }
        Als { cells, digits, places, seen }
    };
    found.into_iter().map(of).collect()
}
