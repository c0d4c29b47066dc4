//! Chains: nodes, causes, lengths.
//!
//! A *node* is the statement that a candidate is on (its cell holds it) or off. A node that is on
//! puts others off: the other digits of its cell, and its digit in its houses. A node that is off
//! puts another on if it leaves one candidate in a cell or one place in a house.

mod basic;
pub(super) mod branching;
mod closure;
mod common;
pub(super) mod cycles;
mod inner;
#[cfg(test)]
mod laws;
mod links;
pub(super) mod memory;
mod propagation;
mod reach;
mod starts;
mod static_hint;

use super::sheet::{Candidate, Sheet};
use super::technique::Technique;
use crate::board::{CellSet, DigitSet, House};

/// A candidate that is on or off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether the cell holds the candidate.
    pub on: bool,
}

impl Node {
    /// The number of nodes of an empty board.
    pub(super) const COUNT: usize = 2 * Candidate::COUNT;

    pub(super) const fn on(candidate: Candidate) -> Self {
        Self { candidate, on: true }
    }

    pub(super) const fn off(candidate: Candidate) -> Self {
        Self { candidate, on: false }
    }

    /// Returns the contrary of this: the candidate is off instead of on, or on instead of off.
    pub(super) const fn contrary(self) -> Self {
        Self { candidate: self.candidate, on: !self.on }
    }

    pub(super) const fn index(self) -> usize {
        2 * self.candidate.index() + self.on as usize
    }

    /// Returns the candidates that are eliminated if the node is true.
    fn removes(self, sheet: &Sheet) -> Vec<Candidate> {
        if !self.on {
            return vec![self.candidate];
        }
        let (cell, digit) = (self.candidate.cell(), self.candidate.digit());
        let others = sheet.digits(cell) - digit.into();
        others.iter().map(|other| Candidate::new(cell, other)).collect()
    }
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.candidate, if self.on { "on" } else { "off" })
    }
}

/// The cause of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// An assumption, made to find its consequences.
    Assumed,
    /// Off, since another candidate is on.
    Excluded,
    /// On, as the last candidate of its cell.
    LastInCell,
    /// On, as the last place of its digit in this house.
    LastInHouse(House),
    /// Off, by this technique on the board at that time.
    Inner(Technique),
}

/// A node of a chain and what it follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Implication {
    /// The implied node.
    pub node: Node,
    /// Why.
    pub cause: Cause,
    /// The cells and digits of the pattern, for [`Cause::Inner`]; `None` if the technique is a
    /// chain.
    pub within: Option<(CellSet, DigitSet)>,
    /// The indices of the earlier nodes that it follows from, besides the board itself.
    pub parents: Vec<usize>,
}

/// A chain: its assumption is first, its conclusion last, and each node comes after all nodes that
/// it follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain(pub Vec<Implication>);

/// The numbers of nodes that rate a hint of chains: its complexity is their sum.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sizes {
    /// The number of different nodes of each branch.
    pub own: Vec<usize>,
    /// The complexity of each different chain inside these, in the order in which they are met.
    pub inner: Vec<usize>,
}

impl Sizes {
    /// Returns the complexity.
    pub fn sum(&self) -> usize {
        self.own.iter().chain(&self.inner).sum()
    }
}

/// `22 nodes: 4+4+2, inside 6+6`.
impl std::fmt::Display for Sizes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sum =
            |sizes: &[usize]| sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
        write!(f, "{} nodes", self.sum())?;
        if self.own.len() + self.inner.len() > 1 {
            write!(f, ": {}", sum(&self.own))?;
        }
        if self.inner.is_empty() { Ok(()) } else { write!(f, ", inside {}", sum(&self.inner)) }
    }
}

/// Returns the rating of a chain with this number of nodes: a tenth above the base for each of 4,
/// 6, 8, 12, 16, 24 and so on that its length exceeds. The sum is built up as in the original,
/// since hints are compared as floating numbers.
pub(super) fn rating(base: f64, complexity: usize) -> f64 {
    let length = complexity.saturating_sub(2);
    let (mut added, mut bound, mut even) = (0.0, 4, true);
    while length > bound {
        added += 0.1;
        bound = if even { bound * 3 / 2 } else { bound * 4 / 3 };
        even = !even;
    }
    base + added
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Bits([u64; Self::WORDS]);

impl Bits {
    const WORDS: usize = Candidate::COUNT.div_ceil(64);

    const fn contains(&self, candidate: Candidate) -> bool {
        let index = candidate.index();
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Adds a candidate; returns whether it was new.
    const fn insert(&mut self, candidate: Candidate) -> bool {
        let index = candidate.index();
        let (word, bit) = (&mut self.0[index / 64], 1 << (index % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; Self::WORDS]
    }

    fn iter(&self) -> impl Iterator<Item = Candidate> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            crate::board::bits(bits).map(move |bit| Candidate::from_index(64 * word + bit))
        })
    }

    fn join(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own |= other;
        }
    }

    fn meet(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own &= other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_rated_by_steps() {
        let steps: Vec<usize> = (3..400)
            .filter(|&size| rating(0.0, size) > rating(0.0, size - 1))
            .map(|size| size - 3)
            .collect();
        assert_eq!(steps, [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]);
    }

    /// Ratings that print alike and are not equal, and the like.
    #[test]
    fn ratings_are_floating_numbers() {
        let after = |base: f64, steps: usize| {
            rating(base, [6, 7, 9, 11, 15, 19, 27, 35, 51, 67, 99, 131, 195][steps])
        };
        for (x_chain, cycle) in [(1, 2), (3, 4), (6, 7), (8, 9), (11, 12)] {
            assert!(after(6.6, x_chain) < after(6.5, cycle));
        }
        for (x_chain, cycle) in [(0, 1), (2, 3), (4, 5), (5, 6), (7, 8), (9, 10), (10, 11)] {
            assert!((after(6.6, x_chain) - after(6.5, cycle)).abs() == 0.0);
        }
        for steps in 0..=8 {
            let (x_chain, xy) = (after(6.6, steps + 4), after(7.0, steps));
            assert_eq!(x_chain < xy, matches!(steps, 2 | 4 | 7));
        }
    }
}
