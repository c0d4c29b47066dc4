//! The board of the search: for each digit its places, four words of bits.

use crate::board::scan::{BAND, columns, down, settle};
use crate::board::{Cell, CellSet, Digit, Solution};

/// The cells of a set by band, 27 bits each as in [`CellSet`], and an empty fourth word: four make
/// a vector register, and a multiple of four an easy index.
pub(super) type Bands = [u32; 4];

pub(super) const fn bands(cells: CellSet) -> Bands {
    let [a, b, c] = cells.bands();
    [a, b, c, 0]
}

pub(super) fn meet(a: &Bands, b: &Bands) -> Bands {
    std::array::from_fn(|band| a[band] & b[band])
}

fn join(a: &Bands, b: &Bands) -> Bands {
    std::array::from_fn(|band| a[band] | b[band])
}

fn without(a: &Bands, b: &Bands) -> Bands {
    std::array::from_fn(|band| a[band] & !b[band])
}

pub(super) const ALL_DIGITS: u32 = 0o777;

pub(crate) struct Places(pub(super) [Bands; Digit::COUNT]);

impl Places {
    pub(crate) fn of(solution: &Solution) -> Self {
        Self::given(|cell| Some(solution[cell]))
    }

    /// Collects the clues; open cells are those of a tenth digit, which avoids a branch for each.
    pub(super) fn given(digit: impl Fn(Cell) -> Option<Digit>) -> Self {
        let mut places = [[0; 4]; Digit::COUNT + 1];
        for cell in Cell::all() {
            let digit = digit(cell).map_or(Digit::COUNT, Digit::index);
            places[digit][cell.index() / 27] |= 1 << (cell.index() % 27);
        }
        Self(std::array::from_fn(|digit| places[digit]))
    }

    /// Returns the digit of a full grid in a cell.
    pub(super) fn at(&self, spot: Spot) -> usize {
        (0..Digit::COUNT - 1).find(|&digit| spot.is_in(&self.0[digit])).unwrap_or(Digit::COUNT - 1)
    }

    /// Returns the cells where a full board differs.
    pub(super) fn difference(&self, board: &Board) -> CellSet {
        let mut cells = [0; 3];
        for (own, other) in self.0.iter().zip(&board.places) {
            for (band, cells) in cells.iter_mut().enumerate() {
                *cells |= own[band] & !other[band];
            }
        }
        CellSet::from_bands(cells)
    }
}

/// A cell, by band and bit.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub band: usize,
    pub bit: u32,
}

impl Spot {
    pub(super) fn is_in(self, cells: &Bands) -> bool {
        cells[self.band] & self.bit != 0
    }

    fn peers(self) -> &'static Bands {
        &PEERS[27 * self.band + self.bit.trailing_zeros() as usize]
    }

    /// Returns the number of its peers among `peers`. In the other two bands they lie in its column
    /// only, which leaves room for one band beside the other.
    fn count(self, peers: &Bands) -> u32 {
        let [own, next, last] = [0, 1, 2].map(|i| u64::from(peers[(self.band + i) % 3]));
        (own | next << 27 | last << 28).count_ones()
    }
}

/// The places of each digit, and the cells not yet filled. A filled cell has one candidate, and
/// none of its peers has it.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub places: [Bands; Digit::COUNT],
    pub open: Bands,
}

impl Board {
    /// Returns the board with these clues, removed from their peers in columns and boxes: locked
    /// candidates cover the rows.
    pub(super) fn of(given: &Places) -> Self {
        let mut open = [BAND, BAND, BAND, 0];
        for own in &given.0 {
            open = without(&open, own);
        }
        let places = given.0.map(|own| {
            let in_columns = columns(own[0]) | columns(own[1]) | columns(own[2]);
            std::array::from_fn(|band| {
                let in_boxes = columns(own[band]);
                let in_boxes = ((in_boxes | in_boxes >> 1 | in_boxes >> 2) & 0o111) * 7;
                own[band] | open[band] & !down(in_columns | in_boxes)
            })
        });
        Self { places, open }
    }

    pub(super) fn digits(&self, spot: Spot) -> u32 {
        let mut digits = 0;
        for (digit, places) in self.places.iter().enumerate() {
            digits |= u32::from(spot.is_in(places)) << digit;
        }
        digits
    }

    /// Puts `digit` in a cell and removes it from the peers.
    fn fill(&mut self, spot: Spot, digit: usize) {
        self.open[spot.band] &= !spot.bit;
        self.places[digit] = without(&self.places[digit], spot.peers());
    }

    /// [`fill`](Self::fill) that also removes the other candidates of the cell; returns the digits
    /// that changed.
    pub(super) fn assume(&mut self, spot: Spot, digit: usize) -> u32 {
        let changed = self.digits(spot);
        for places in &mut self.places {
            places[spot.band] &= !spot.bit;
        }
        self.places[digit][spot.band] |= spot.bit;
        self.fill(spot, digit);
        changed
    }

    /// Removes all digits from these cells, which are no longer open; returns the digits that were
    /// there.
    fn close(&mut self, cells: &Bands) -> u32 {
        self.open = without(&self.open, cells);
        // A word for each band, so that the bands of a digit can be done at once.
        let mut had = [0; 4];
        for (digit, places) in self.places.iter_mut().enumerate() {
            for band in 0..4 {
                had[band] |= u32::from(places[band] & cells[band] != 0) << digit;
                places[band] &= !cells[band];
            }
        }
        had[0] | had[1] | had[2] | had[3]
    }

    /// Removes locked candidates and fills naked and hidden singles until nothing changes; false on
    /// a contradiction. `changed` are the digits that lost a place since the last call.
    ///
    /// The digits take turns, so that each uses the results of the others.
    pub(super) fn propagate(&mut self, mut changed: u32) -> bool {
        loop {
            let mut queue = changed;
            while queue != 0 {
                let digit = queue.trailing_zeros() as usize;
                queue &= queue - 1;
                changed &= !(1 << digit);
                let [a, b, c, none] = self.places[digit];
                let Some(settled) = settle([a, b, c]) else { return false };
                let four = |bands: [u32; 3]| [bands[0], bands[1], bands[2], none];
                let found = meet(&four(settled.lone), &self.open);
                if found != [0; 4] {
                    changed |= self.close(&found) & !(1 << digit);
                }
                self.places[digit] = four(settled.places);
                if queue == 0 {
                    queue = changed;
                }
            }
            let [one, two, _] = self.count();
            if one != [BAND, BAND, BAND, 0] {
                return false;
            }
            let naked: Bands = std::array::from_fn(|i| one[i] & !two[i] & self.open[i]);
            if naked == [0; 4] {
                return true;
            }
            for spot in spots(&naked) {
                let left = self.digits(spot);
                if left == 0 {
                    return false;
                }
                self.fill(spot, left.trailing_zeros() as usize);
                changed |= left;
            }
        }
    }

    /// Returns the cells with at least one, two and three candidates.
    fn count(&self) -> [Bands; 3] {
        let [mut one, mut two, mut three] = [[0; 4]; 3];
        for places in self.places {
            for band in 0..4 {
                three[band] |= two[band] & places[band];
                two[band] |= one[band] & places[band];
                one[band] |= places[band];
            }
        }
        [one, two, three]
    }

    fn pairs(&self) -> Bands {
        let [_, two, three] = self.count();
        without(&two, &three)
    }

    /// Returns one of these open cells with fewest candidates, `None` if there is none: if possible
    /// one with two, in the band with most of these. Where few branches fail, [`Self::branch`] does
    /// not pay.
    pub(super) fn narrow(&self, cells: &Bands) -> Option<Spot> {
        let pairs = meet(&self.pairs(), cells);
        let band = (0..3).max_by_key(|&band| pairs[band].count_ones())?;
        let bit = bits(pairs[band]).next();
        bit.map(|bit| Spot { band, bit }).or_else(|| self.fewest(cells))
    }

    fn fewest(&self, cells: &Bands) -> Option<Spot> {
        spots(cells).min_by_key(|&spot| self.digits(spot).count_ones())
    }

    /// Returns the open cell to branch on, `None` if there is none: of those with two candidates
    /// the one with most peers that have one of the two, where a peer with two candidates counts
    /// threefold.
    pub(super) fn branch(&self) -> Option<Spot> {
        let pairs = self.pairs();
        let mut best = None;
        let mut most = 0;
        for band in 0..3 {
            for bit in bits(pairs[band]) {
                let spot = Spot { band, bit };
                let digits = self.digits(spot);
                let [one, other] = [digits.trailing_zeros(), digits.ilog2()];
                let places = join(&self.places[one as usize], &self.places[other as usize]);
                let peers = meet(&places, spot.peers());
                let reach = spot.count(&peers) + 2 * spot.count(&meet(&peers, &pairs));
                if best.is_none() || reach > most {
                    (best, most) = (Some(spot), reach);
                }
            }
        }
        best.or_else(|| self.fewest(&self.open))
    }

    /// Returns the solution of a filled board: propagation leaves only boards without clash.
    pub(super) fn solution(&self) -> Solution {
        let mut digits = [Digit::from_index(0); Cell::COUNT];
        for (digit, &[a, b, c, _]) in Digit::all().zip(&self.places) {
            for cell in CellSet::from_bands([a, b, c]) {
                digits[cell.index()] = digit;
            }
        }
        Solution::proved(digits)
    }
}

pub(super) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        (bit != 0).then_some(bit)
    })
}

fn spots(cells: &Bands) -> impl Iterator<Item = Spot> {
    (0..3).flat_map(|band| bits(cells[band]).map(move |bit| Spot { band, bit }))
}

static PEERS: [Bands; Cell::COUNT] = {
    let mut peers = [[0; 4]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let [a, b, c] = Cell::at(cell / 9, cell % 9).peers().bands();
        peers[cell] = [a, b, c, 0];
        cell += 1;
    }
    peers
};
