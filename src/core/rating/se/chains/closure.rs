//! [`Closure`]: the consequences of candidates by static links, computed with bit sets.
//!
//! Only *members* are numbered: candidates that are one of two in a cell or a house. Every
//! candidate that a chain puts on is a member.

use crate::board::{Cell, CellSet, Digit, House, bits};
use crate::rating::se::sheet::{Candidate, Sheet};
use crate::rating::se::technique::Links;

/// The candidates that are one of two in a cell or a house.
pub(super) struct Members {
    links: Links,
    pub candidates: Vec<Candidate>,
    /// By candidate, its number; meaningless for candidates that are no members.
    numbers: [u16; Candidate::COUNT],
    /// By digit, the cells of its members.
    places: [CellSet; Digit::COUNT],
    /// The pairs of members that are alone in a cell, or are the only places of a digit in a house.
    pairs: Vec<[u16; 2]>,
}

impl Members {
    pub fn of(sheet: &Sheet, links: Links) -> Self {
        let mut members = Self {
            links,
            candidates: Vec::new(),
            numbers: [0; Candidate::COUNT],
            places: [CellSet::EMPTY; Digit::COUNT],
            pairs: Vec::new(),
        };
        if links != Links::X {
            for cell in sheet.open() {
                let digits = sheet.digits(cell);
                if digits.len() == 2 {
                    members.pair(digits.iter().map(|digit| Candidate::new(cell, digit)));
                }
            }
        }
        if links != Links::Y {
            for house in House::all() {
                for digit in Digit::all() {
                    let places = sheet.in_house(house, digit);
                    if places.count_ones() == 2 {
                        let cells = bits(places).map(|place| house.cell(place));
                        members.pair(cells.map(|cell| Candidate::new(cell, digit)));
                    }
                }
            }
        }
        members
    }

    /// Returns the number of `candidate`, if it is a member.
    pub fn number(&self, candidate: Candidate) -> Option<usize> {
        let is_member = self.places[candidate.digit().index()].contains(candidate.cell());
        is_member.then(|| self.numbers[candidate.index()].into())
    }

    fn pair(&mut self, candidates: impl Iterator<Item = Candidate>) {
        let mut pair = [0; 2];
        for (number, candidate) in pair.iter_mut().zip(candidates) {
            let places = &mut self.places[candidate.digit().index()];
            if !places.contains(candidate.cell()) {
                places.insert(candidate.cell());
                self.numbers[candidate.index()] = self.candidates.len() as u16;
                self.candidates.push(candidate);
            }
            *number = self.numbers[candidate.index()];
        }
        self.pairs.push(pair);
    }
}

/// Calls a function that is generic over the number of words which a set of members takes.
macro_rules! with_words {
    ($members:expr, $call:ident ( $($argument:expr),* )) => {
        match $members.candidates.len().div_ceil(64) {
            0..=1 => $call::<1>($($argument),*),
            2 => $call::<2>($($argument),*),
            3 => $call::<3>($($argument),*),
            4 => $call::<4>($($argument),*),
            5..=6 => $call::<6>($($argument),*),
            _ => $call::<12>($($argument),*),
        }
    };
}
pub(super) use with_words;

#[derive(Clone, Copy)]
pub(super) struct Row<const W: usize>([u64; W]);

impl<const W: usize> Row<W> {
    pub const EMPTY: Self = Self([0; W]);

    pub const fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub const fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    pub const fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(own, other)| own & other != 0)
    }

    pub fn meet(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own &= other;
        }
    }

    pub fn join(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own |= other;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(word, bits)| crate::board::bits(bits).map(move |bit| 64 * word + bit))
    }
}

/// The consequences of each member.
pub(super) struct Closure<const W: usize> {
    /// By member, the members that are on if it is on, itself included.
    pub on: Vec<Row<W>>,
    /// By member, the members that it puts off directly.
    pub off: Vec<Row<W>>,
    /// By member, the members that it puts on directly when it is off.
    pub alone: Vec<Row<W>>,
    board: Board<W>,
}

struct Board<const W: usize> {
    by_cell: [Row<W>; Cell::COUNT],
    by_house: [[Row<W>; Digit::COUNT]; House::COUNT],
}

impl<const W: usize> Board<W> {
    fn of(members: &Members) -> Self {
        let mut board = Self {
            by_cell: [Row::EMPTY; Cell::COUNT],
            by_house: [[Row::EMPTY; Digit::COUNT]; House::COUNT],
        };
        for (number, candidate) in members.candidates.iter().enumerate() {
            let (cell, digit) = (candidate.cell(), candidate.digit());
            // In the X pass links inside a cell do not count.
            if members.links != Links::X {
                board.by_cell[cell.index()].insert(number);
            }
            for house in cell.houses() {
                board.by_house[house.index()][digit.index()].insert(number);
            }
        }
        board
    }

    /// Returns the members of the candidate's digit in its houses, itself included.
    fn seen(&self, candidate: Candidate) -> Row<W> {
        let mut row = Row::EMPTY;
        for house in candidate.cell().houses() {
            row.join(&self.by_house[house.index()][candidate.digit().index()]);
        }
        row
    }

    /// Returns the members that the candidate puts off directly, and itself.
    fn excluded(&self, candidate: Candidate) -> Row<W> {
        let mut row = self.seen(candidate);
        row.join(&self.by_cell[candidate.cell().index()]);
        row
    }
}

impl<const W: usize> Closure<W> {
    pub fn new(members: &Members) -> Self {
        let mut alone = vec![Row::EMPTY; members.candidates.len()];
        for &[one, other] in &members.pairs {
            alone[usize::from(one)].insert(other.into());
            alone[usize::from(other)].insert(one.into());
        }
        let board = Board::of(members);
        let excluded = |(number, &candidate): (usize, &Candidate)| {
            let mut off = board.excluded(candidate);
            off.remove(number);
            off
        };
        let off: Vec<Row<W>> = members.candidates.iter().enumerate().map(excluded).collect();
        let mut on: Vec<Row<W>> = off.iter().map(|row| union(&alone, row)).collect();
        for (number, row) in on.iter_mut().enumerate() {
            row.insert(number);
        }
        // The algorithm of Warshall.
        for middle in 0..on.len() {
            let through = on[middle];
            let (word, bit) = (middle / 64, middle % 64);
            for row in &mut on {
                let mask = (row.0[word] >> bit & 1).wrapping_neg();
                for (own, more) in row.0.iter_mut().zip(&through.0) {
                    *own |= more & mask;
                }
            }
        }
        Self { on, off, alone, board }
    }

    /// Returns the members that `candidate` puts off directly.
    pub fn excluded(&self, members: &Members, candidate: Candidate) -> Row<W> {
        match members.number(candidate) {
            Some(number) => self.off[number],
            None => self.board.excluded(candidate),
        }
    }

    /// Returns the members of its digit in its houses, itself included.
    pub fn seen(&self, candidate: Candidate) -> Row<W> {
        self.board.seen(candidate)
    }
}

pub(super) fn union<const W: usize>(rows: &[Row<W>], which: &Row<W>) -> Row<W> {
    let mut all = Row::EMPTY;
    for number in which.iter() {
        all.join(&rows[number]);
    }
    all
}
