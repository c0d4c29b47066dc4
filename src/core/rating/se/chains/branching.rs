//! Producers 23 to 30: Nishio, multiple, dynamic and nested chains.
//!
//! The consequences of each candidate are computed. Common consequences of all candidates of a
//! cell, of all places of a digit in a house, or of a candidate on and off, are true; an assumption
//! that leads to a contradiction is false. Complexity is the sum of the sizes of all chains that a
//! hint needs, including chains inside them.

use std::rc::Rc;

use super::common::Common;
use super::inner::{InnerHint, Rules};
use super::memory::Memory;
use super::propagation::{Mode, propagate};
use super::reach::Reach;
use super::{Bits, Cause, Node, Sizes, rating};
use crate::board::{Cell, Digit, House, bits};
use crate::rating::se::hint::{Hint, Reason};
use crate::rating::se::sheet::{Candidate, Sheet, box_row_column};
use crate::rating::se::technique::{Branches, Depth, Technique};
use crate::rating::stop::{Interrupted, Stop};

/// Returns the least hint of the producer, if there is one.
pub(crate) fn best(
    sheet: &Sheet,
    depth: Depth,
    memory: &Memory,
    stop: Stop,
) -> Result<Option<Hint>, Interrupted> {
    let mut best = Best { sheet, depth, key: (usize::MAX, Branches::Double), hint: None };
    Search::new(sheet, depth, memory, stop).run(&mut best)?;
    Ok(best.hint)
}

/// Returns all hints of the producer, sorted; of hints with equal removals only the first.
pub(super) fn all(
    sheet: &Sheet,
    depth: Depth,
    memory: &Memory,
    stop: Stop,
) -> Result<Vec<Rc<InnerHint>>, Interrupted> {
    let mut all = All { sheet, depth, found: Vec::new() };
    Search::new(sheet, depth, memory, stop).run(&mut all)?;
    Ok(InnerHint::choose(all.found))
}

/// [`all`] without regard to where static chains can find anything.
#[cfg(test)]
pub(super) fn all_from_everywhere(sheet: &Sheet, depth: Depth) -> Vec<Rc<InnerHint>> {
    let memory = Memory::default();
    let mut all = All { sheet, depth, found: Vec::new() };
    let mut search = Search::new(sheet, depth, &memory, Stop::NEVER);
    search.common = None;
    search.run(&mut all).unwrap();
    InnerHint::choose(all.found)
}

/// The end of a chain.
pub(super) type End<'a> = (&'a Reach, usize);

/// Collects the hints, in the order of finding.
trait Collector {
    fn offer(&mut self, branches: Branches, conclusion: Node, house: Option<House>, ends: &[End]);
}

/// Returns the number of nodes of these chains, those inside them left out.
fn own_size(ends: &[End]) -> usize {
    ends.iter().map(|(reach, end)| reach.size(*end)).sum()
}

/// Returns the different chains inside these.
fn inner<'a>(ends: &[End<'a>]) -> Vec<&'a Rc<InnerHint>> {
    let mut different: Vec<&Rc<InnerHint>> = Vec::new();
    for chain in ends.iter().flat_map(|&(reach, end)| reach.inner(end)) {
        if !different.iter().any(|known| Rc::ptr_eq(known, chain) || known.is_same(chain)) {
            different.push(chain);
        }
    }
    different
}

/// Returns the size of all chains, and of those inside them.
fn complexity(ends: &[End]) -> usize {
    own_size(ends) + inner(ends).iter().map(|chain| chain.complexity).sum::<usize>()
}

/// Returns the summands of [`complexity`].
fn sizes(ends: &[End]) -> Sizes {
    Sizes {
        own: ends.iter().map(|(reach, end)| reach.size(*end)).collect(),
        inner: inner(ends).iter().map(|chain| chain.complexity).collect(),
    }
}

struct Best<'a> {
    sheet: &'a Sheet,
    depth: Depth,
    key: (usize, Branches),
    hint: Option<Hint>,
}

impl Collector for Best<'_> {
    fn offer(&mut self, branches: Branches, conclusion: Node, _: Option<House>, ends: &[End]) {
        if own_size(ends) > self.key.0 {
            return;
        }
        let key = (complexity(ends), branches);
        if key >= self.key {
            return;
        }
        let removed = conclusion.removes(self.sheet);
        if removed.is_empty() {
            return;
        }
        self.key = key;
        let technique = Technique::Branching(self.depth, branches);
        self.hint = Some(Hint {
            technique,
            rating: rating(technique.base(), key.0),
            placed: conclusion.on.then_some(conclusion.candidate),
            removed,
            reason: Reason::Chains {
                chains: ends.iter().map(|(reach, end)| reach.chain(*end)).collect(),
                sizes: sizes(ends),
            },
        });
    }
}

struct All<'a> {
    sheet: &'a Sheet,
    depth: Depth,
    found: Vec<InnerHint>,
}

impl Collector for All<'_> {
    fn offer(&mut self, branches: Branches, conclusion: Node, house: Option<House>, ends: &[End]) {
        let removed = conclusion.removes(self.sheet);
        if removed.is_empty() {
            return;
        }
        let complexity = complexity(ends);
        let node = |reach: &Reach, link: u16| {
            let (node, cause) = reach.cause(link.into());
            let cause = match (cause, branches, house) {
                (Cause::Assumed, Branches::Cell, _) => Cause::LastInCell,
                (Cause::Assumed, Branches::Region, Some(house)) => Cause::LastInHouse(house),
                (cause, ..) => cause,
            };
            (node, cause)
        };
        let branch = |&(reach, end): &End| {
            reach.ancestors(end).into_iter().map(|link| node(reach, link)).collect()
        };
        let technique = Technique::Branching(self.depth, branches);
        self.found.push(InnerHint {
            technique,
            rating: rating(technique.base(), complexity),
            complexity,
            kind: KIND_OF_BRANCHES[branches as usize],
            removed,
            branches: ends.iter().map(branch).collect(),
        });
    }
}

/// The rank of each kind, among those of static chains (2 to 4), if all else is equal.
const KIND_OF_BRANCHES: [u8; 4] = [1, 5, 6, 7];

struct Search<'a> {
    sheet: &'a Sheet,
    depth: Depth,
    stop: Stop<'a>,
    mode: Mode<'a>,
    /// The cells and regions whose branches can have common consequences; `None` if not computed.
    common: Option<Common>,
    /// By candidate, its consequences if it is on.
    on: Vec<Option<Box<Reach>>>,
}

impl<'a> Search<'a> {
    fn new(sheet: &'a Sheet, depth: Depth, memory: &'a Memory, stop: Stop<'a>) -> Self {
        let mode = Mode {
            cells: depth != Depth::Nishio,
            dynamic: depth != Depth::Multiple,
            rules: Rules::new(depth, memory, stop),
        };
        let on = (0..Candidate::COUNT).map(|_| None).collect();
        let common = if depth == Depth::Multiple { Common::of(sheet) } else { None };
        Self { sheet, depth, stop, mode, common, on }
    }

    fn run(&mut self, collector: &mut impl Collector) -> Result<(), Interrupted> {
        let least = if self.mode.dynamic { 2 } else { 3 };
        for cell in self.sheet.open() {
            if self.sheet.digits(cell).len() < least {
                continue;
            }
            self.stop.check()?;
            for digit in self.sheet.digits(cell).iter() {
                self.candidate(Candidate::new(cell, digit), collector)?;
                if self.depth == Depth::Nishio {
                    // Nothing is compared with it.
                    self.on[Candidate::new(cell, digit).index()] = None;
                } else {
                    self.regions(cell, digit, collector)?;
                }
            }
            if self.depth != Depth::Nishio {
                self.cell(cell, collector)?;
            }
        }
        Ok(())
    }

    /// Contradictions and double chains.
    fn candidate(
        &mut self,
        candidate: Candidate,
        collector: &mut impl Collector,
    ) -> Result<(), Interrupted> {
        if !self.mode.dynamic {
            return Ok(());
        }
        self.follow(candidate)?;
        let off = propagate(Node::off(candidate), self.sheet, self.mode);
        self.stop.check()?;
        let on = self.reach(candidate);
        for (reach, conclusion) in [(on, Node::off(candidate)), (&off, Node::on(candidate))] {
            if let Some(ends) = reach.clash() {
                let ends = ends.map(|end| (reach, end));
                collector.offer(Branches::Contradiction, conclusion, None, &ends);
            }
        }
        if self.depth != Depth::Nishio && self.sheet.digits(candidate.cell()).len() >= 3 {
            common(Branches::Double, None, &[on, &off], collector);
        }
        Ok(())
    }

    /// Finds common consequences of all places of the digit in a house, when `cell` is the first of
    /// them.
    fn regions(
        &mut self,
        cell: Cell,
        digit: Digit,
        collector: &mut impl Collector,
    ) -> Result<(), Interrupted> {
        for (house, own) in box_row_column(cell) {
            let places = self.sheet.in_house(house, digit);
            let told = |common: &Common| !common.regions[house.index()].contains(digit);
            if places.count_ones() < 2
                || places.trailing_zeros() != own.trailing_zeros()
                || self.common.as_ref().is_some_and(told)
            {
                continue;
            }
            let candidates: Vec<Candidate> =
                bits(places).map(|place| Candidate::new(house.cell(place), digit)).collect();
            self.merge(Branches::Region, Some(house), &candidates, collector)?;
        }
        Ok(())
    }

    fn cell(&mut self, cell: Cell, collector: &mut impl Collector) -> Result<(), Interrupted> {
        if self.common.as_ref().is_some_and(|common| !common.cells.contains(cell)) {
            return Ok(());
        }
        let digits = self.sheet.digits(cell);
        let candidates: Vec<Candidate> =
            digits.iter().map(|digit| Candidate::new(cell, digit)).collect();
        self.merge(Branches::Cell, None, &candidates, collector)
    }

    fn merge(
        &mut self,
        branches: Branches,
        house: Option<House>,
        candidates: &[Candidate],
        collector: &mut impl Collector,
    ) -> Result<(), Interrupted> {
        for &candidate in candidates {
            self.follow(candidate)?;
        }
        let reaches: Vec<&Reach> =
            candidates.iter().map(|&candidate| self.reach(candidate)).collect();
        common(branches, house, &reaches, collector);
        Ok(())
    }

    /// Computes the consequences of `candidate` being on, unless that is done.
    fn follow(&mut self, candidate: Candidate) -> Result<(), Interrupted> {
        if self.on[candidate.index()].is_none() {
            let reach = propagate(Node::on(candidate), self.sheet, self.mode);
            self.stop.check()?;
            self.on[candidate.index()] = Some(Box::new(reach));
        }
        Ok(())
    }

    /// Returns the consequences that [`Self::follow`] found.
    fn reach(&self, candidate: Candidate) -> &Reach {
        match &self.on[candidate.index()] {
            Some(reach) => reach,
            None => unreachable!("{candidate:?} was not followed"),
        }
    }
}

/// Offers the common consequences of the reaches: nodes that are on, then nodes that are off.
fn common(
    branches: Branches,
    house: Option<House>,
    reaches: &[&Reach],
    collector: &mut impl Collector,
) {
    for on in [true, false] {
        let mut known: Bits = *reaches[0].known(on);
        for reach in &reaches[1..] {
            known.meet(reach.known(on));
        }
        if known.is_empty() {
            continue;
        }
        for candidate in reaches[0].in_order(on).filter(|&candidate| known.contains(candidate)) {
            let node = Node { candidate, on };
            let ends: Vec<End> = reaches.iter().map(|&reach| (reach, reach.end(node))).collect();
            collector.offer(branches, node, house, &ends);
        }
    }
}
