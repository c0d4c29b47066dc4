//! [`StaticHint`]: a cycle or a forcing chain, and the choice among them.

use super::inner::InnerHint;
use super::{Cause, Chain, Implication, Node, Sizes, rating};
use crate::board::{Cell, House};
use crate::rating::se::hint::{Hint, Reason};
use crate::rating::se::sheet::{Candidate, Sheet, box_row_column};
use crate::rating::se::technique::{Links, Technique};

/// A cycle or a forcing chain.
pub(super) struct StaticHint {
    pub links: Links,
    pub is_cycle: bool,
    pub rating: f64,
    pub removed: Vec<Candidate>,
    /// The nodes from the assumption to the conclusion. A cycle returns from the last node to the
    /// first, whose cause is that of the return.
    pub path: Vec<(Node, Cause)>,
}

impl StaticHint {
    fn technique(&self) -> Technique {
        match (self.is_cycle, self.links) {
            (true, links) => Technique::Cycle(links),
            (false, Links::X) if self.path.len() == 6 => Technique::TurbotFish,
            (false, links) => Technique::ForcingChain(links),
        }
    }

    /// Returns the rank of the kind if all else is equal.
    const fn kind(links: Links) -> u8 {
        match links {
            Links::X => 2,
            Links::Y => 3,
            Links::XY => 4,
        }
    }

    /// Converts it to a step of the solution.
    pub fn into_hint(self, sheet: &Sheet) -> Hint {
        let technique = self.technique();
        let conclusion = self.path[self.path.len() - 1].0;
        let sizes = Sizes { own: vec![self.path.len()], inner: Vec::new() };
        let placed = (!self.is_cycle && conclusion.on).then_some(conclusion.candidate);
        let implications = self.path.iter().enumerate().map(|(number, &(node, cause))| {
            let (cause, parents) =
                if number == 0 { (Cause::Assumed, vec![]) } else { (cause, vec![number - 1]) };
            Implication { node, cause, within: None, parents }
        });
        let mut chain: Vec<Implication> = implications.collect();
        if self.is_cycle {
            let (node, cause) = self.path[0];
            chain.push(Implication { node, cause, within: None, parents: vec![chain.len() - 1] });
        }
        debug_assert!(self.removed.iter().all(|&candidate| sheet.has(candidate)));
        Hint {
            technique,
            rating: self.rating,
            placed,
            removed: self.removed,
            reason: Reason::Chains { chains: vec![Chain(chain)], sizes },
        }
    }

    /// Converts it to a rule inside another chain. A cycle has two branches there, which lead to
    /// the start on and to the start off, but its size is that of one.
    pub fn into_inner(self) -> InnerHint {
        let (technique, complexity) = (self.technique(), self.path.len());
        let mut path = self.path;
        let branches = if self.is_cycle {
            let reversed = reversed(&path);
            path[1..].reverse();
            vec![path, reversed]
        } else {
            path.reverse();
            vec![path]
        };
        InnerHint {
            technique,
            rating: self.rating,
            complexity,
            kind: Self::kind(self.links),
            removed: self.removed,
            branches,
        }
    }
}

/// Returns the nodes of a cycle in reverse order, where off nodes are on. As in the original, the
/// cause of such a node is its link to the node *before* it in the forward order, not to the node
/// after it.
fn reversed(path: &[(Node, Cause)]) -> Vec<(Node, Cause)> {
    let before = std::iter::once(&path[path.len() - 1]).chain(path);
    let node = |((before, _), (node, _)): (&(Node, Cause), &(Node, Cause))| {
        let cause = if node.on {
            Cause::Excluded
        } else if node.candidate.cell() == before.candidate.cell() {
            Cause::LastInCell
        } else {
            Cause::LastInHouse(first_house(node.candidate.cell(), before.candidate.cell()))
        };
        (node.contrary(), cause)
    };
    before.zip(path).map(node).collect()
}

/// Returns the first of box, row and column that holds both cells, which see each other.
fn first_house(cell: Cell, other: Cell) -> House {
    let [boxed, row, column] = box_row_column(cell).map(|(house, _)| house);
    [boxed, row].into_iter().find(|house| house.cells().contains(other)).unwrap_or(column)
}

/// Keeps the least hint, or all hints in the order of finding.
pub(super) struct Collector {
    /// The rating, the size and the kind of the least hint, if only that is kept.
    only_best: Option<(f64, usize, u8)>,
    pub found: Vec<StaticHint>,
}

impl Collector {
    pub const fn best() -> Self {
        Self { only_best: Some((f64::INFINITY, 0, 0)), found: Vec::new() }
    }

    pub const fn all() -> Self {
        Self { only_best: None, found: Vec::new() }
    }

    /// Whether a hint of this size, with a kind rated from `base`, would be kept.
    pub fn may_use(&self, base: f64, size: usize, links: Links) -> bool {
        self.only_best.is_none_or(|best| (rating(base, size), size, StaticHint::kind(links)) < best)
    }

    pub fn add(&mut self, hint: StaticHint) {
        let key = (hint.rating, hint.path.len(), StaticHint::kind(hint.links));
        match &mut self.only_best {
            None => self.found.push(hint),
            Some(best) if key < *best => {
                *best = key;
                self.found = vec![hint];
            }
            Some(_) => {}
        }
    }
}
