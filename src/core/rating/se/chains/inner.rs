//! Rules inside chains: searched on the current board when the links of a chain are used up.
//!
//! A removal follows from the off nodes without which the rule would not apply: those that were
//! candidates at the start of the propagation. A removal that follows from none of them does not
//! depend on the assumption and is skipped. Each different inner chain adds its complexity to that
//! of the outer chain once.

use std::rc::Rc;

use super::basic::{Deduction, FAMILIES};
use super::memory::{ChainFamily, Memory};
use super::propagation::Propagation;
use super::{Bits, Cause, Node};
use crate::board::{CellSet, DigitSet, bits};
use crate::rating::se::hint::marks;
use crate::rating::se::sheet::{Candidate, Sheet};
use crate::rating::se::technique::{Depth, Technique};
use crate::rating::stop::Stop;

#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    depth: Depth,
    memory: &'a Memory,
    stop: Stop<'a>,
}

pub(super) struct Use {
    pub technique: Technique,
    /// The cells and digits of the pattern; `None` for a chain.
    pub pattern: Option<(CellSet, DigitSet)>,
    /// The links that it follows from, in the order in which they are collected.
    pub parents: Vec<u16>,
    /// The chain; `None` for a pattern.
    pub chain: Option<Rc<InnerHint>>,
}

/// A chain as a rule inside another one.
#[derive(PartialEq, Debug)]
pub(super) struct InnerHint {
    pub technique: Technique,
    pub rating: f64,
    pub complexity: usize,
    pub kind: u8,
    /// The candidates that it removes, in reading order.
    pub removed: Vec<Candidate>,
    /// By branch, the nodes from its end back to its assumption, breadth first, each once, with
    /// their causes.
    pub branches: Vec<Vec<(Node, Cause)>>,
}

impl InnerHint {
    /// Sorts the hints, and keeps only the first of those with equal removals.
    pub fn choose(mut hints: Vec<Self>) -> Vec<Rc<Self>> {
        hints.sort_by(|a, b| {
            a.rating
                .total_cmp(&b.rating)
                .then(a.complexity.cmp(&b.complexity))
                .then(a.kind.cmp(&b.kind))
        });
        let mut seen = std::collections::HashSet::new();
        hints.retain(|hint| seen.insert(hint.removed.clone()));
        hints.into_iter().map(Rc::new).collect()
    }

    /// Whether both have the same nodes, branch by branch. Then they count as one chain, whatever
    /// they remove and wherever they were found; chains with other nodes count separately even if
    /// their removals are equal.
    pub fn is_same(&self, other: &Self) -> bool {
        fn nodes(branch: &[(Node, Cause)]) -> impl Iterator<Item = Node> {
            branch.iter().map(|&(node, _)| node)
        }
        self.branches.len() == other.branches.len()
            && self.branches.iter().zip(&other.branches).all(|(a, b)| nodes(a).eq(nodes(b)))
    }

    /// Returns the removed candidates that the chain depends on.
    fn gone<'a>(
        &'a self,
        start: &'a Sheet,
        now: &'a Sheet,
    ) -> impl Iterator<Item = Candidate> + 'a {
        self.branches.iter().flatten().flat_map(move |&(node, cause)| {
            let (cell, digit) = (node.candidate.cell(), node.candidate.digit());
            let (digits, house) = match cause {
                Cause::LastInCell => (start.digits(cell) - now.digits(cell), None),
                Cause::LastInHouse(house) => (DigitSet::EMPTY, Some(house)),
                _ => (DigitSet::EMPTY, None),
            };
            let in_cell = digits.iter().map(move |digit| Candidate::new(cell, digit));
            let in_house = house.into_iter().flat_map(move |house| {
                bits(start.in_house(house, digit) & !now.in_house(house, digit))
                    .map(move |place| Candidate::new(house.cell(place), digit))
            });
            in_cell.chain(in_house)
        })
    }
}

impl<'a> Rules<'a> {
    pub const fn new(depth: Depth, memory: &'a Memory, stop: Stop<'a>) -> Self {
        Self { depth, memory, stop }
    }

    /// Applies all of the first family of rules that has anything new; whether one had.
    pub fn advance(self, chain: &mut Propagation) -> bool {
        if self.depth < Depth::Plus {
            return false;
        }
        let board = self.memory.board(&chain.now);
        for family in 0..FAMILIES.len() {
            let mut yields = false;
            for deduction in board.basic(family, &chain.now) {
                yields |= apply_basic(chain, deduction);
            }
            if yields {
                return true;
            }
        }
        for &family in self.families() {
            let hints = board.chains(family, &chain.now, self.memory, self.stop);
            // The caller polls `stop` before it uses the result.
            let Ok(hints) = hints else { return false };
            let mut yields = false;
            for hint in &*hints {
                yields |= apply_chain(chain, hint);
            }
            if yields {
                return true;
            }
        }
        false
    }

    /// Returns the chains that are searched after the basic rules.
    const fn families(self) -> &'static [ChainFamily] {
        const STATIC: ChainFamily = ChainFamily::Static;
        match self.depth {
            Depth::Nested => &[STATIC],
            Depth::NestedMultiple => &[STATIC, ChainFamily::Branching(Depth::Multiple)],
            Depth::NestedDynamic => &[ChainFamily::Branching(Depth::Dynamic)],
            Depth::NestedTwice => {
                &[ChainFamily::Branching(Depth::Dynamic), ChainFamily::Branching(Depth::Nested)]
            }
            _ => &[],
        }
    }
}

/// Puts off the removals of a basic rule if it depends on the assumption; returns whether any was
/// new.
fn apply_basic(chain: &mut Propagation, deduction: &Deduction) -> bool {
    chain.remove_for(&deduction.removed, |chain| {
        let (cells, digits) = deduction.needed;
        let needed = marks(chain.start, cells, digits);
        let gone = needed.into_iter().filter(|&candidate| !chain.now.has(candidate));
        Use {
            technique: deduction.technique,
            pattern: Some(deduction.pattern),
            parents: chain.links_of(gone),
            chain: None,
        }
    })
}

/// Puts off the removals of an inner chain if it depends on the assumption; returns whether any was
/// new.
fn apply_chain(chain: &mut Propagation, hint: &Rc<InnerHint>) -> bool {
    chain.remove_for(&hint.removed, |chain| {
        let mut seen = Bits::default();
        let mut gone: Vec<Candidate> = hint.gone(chain.start, &chain.now).collect();
        gone.retain(|&candidate| seen.insert(candidate));
        Use {
            technique: hint.technique,
            pattern: None,
            parents: chain.links_of(gone.into_iter()),
            chain: Some(Rc::clone(hint)),
        }
    })
}
