//! [`Propagation`]: the consequences of one assumption, in the order of the original.
//!
//! Two queues, first in first out: as long as an on node waits it is expanded before any off node.
//! So chains are not always the shortest, but only this order gives the lengths of the original.
//! After a contradiction the propagation stops as it is.

use super::Node;
use super::inner::{Rules, Use};
use super::reach::{Link, Origin, Reach};
use crate::board::{HouseKind, bits};
use crate::rating::se::sheet::{Candidate, Sheet, box_row_column};

#[derive(Clone, Copy)]
pub(super) struct Mode<'a> {
    /// Whether links inside a cell are used too, not only those of one digit.
    pub cells: bool,
    /// Whether candidates that go off leave the board.
    pub dynamic: bool,
    /// The further links to look for when these are used up.
    pub rules: Rules<'a>,
}

pub(super) struct Propagation<'a> {
    pub reach: Reach,
    mode: Mode<'a>,
    pub start: &'a Sheet,
    /// The board without the off nodes that were expanded.
    pub now: Sheet,
    /// The board without any off node.
    fresh: Sheet,
    /// The numbers of links already searched for on nodes, and for off nodes, to expand: two
    /// queues, first in first out.
    expanded: [usize; 2],
}

/// Returns the consequences of `assumption` on `sheet`.
pub(super) fn propagate(assumption: Node, sheet: &Sheet, mode: Mode) -> Reach {
    let mut propagation = Propagation {
        reach: Reach::new(),
        mode,
        start: sheet,
        now: sheet.clone(),
        fresh: sheet.clone(),
        expanded: [0; 2],
    };
    propagation.enter(Link { node: assumption, parent: None, origin: Origin::Assumed });
    propagation.run();
    propagation.reach
}

impl Propagation<'_> {
    fn run(&mut self) {
        loop {
            // On nodes are expanded before any off node.
            let done = if let Some(link) = self.next(true) {
                self.expand_on(link)
            } else if let Some(link) = self.next(false) {
                self.expand_off(link)
            } else {
                !self.mode.rules.advance(self)
            };
            if done {
                return;
            }
        }
    }

    /// Returns the next link to expand of those that are on, or of those that are off.
    fn next(&mut self, on: bool) -> Option<u16> {
        let expanded = &mut self.expanded[usize::from(on)];
        let waiting = &self.reach.links[*expanded..];
        let Some(more) = waiting.iter().position(|link| link.node.on == on) else {
            *expanded = self.reach.links.len();
            return None;
        };
        *expanded += more + 1;
        Some((*expanded - 1) as u16)
    }

    /// Adds a node that is not yet known.
    fn enter(&mut self, link: Link) {
        if !link.node.on {
            self.fresh.remove(link.node.candidate);
        }
        self.reach.enter(link);
    }

    /// Adds a node unless it is known; returns whether it contradicts a known one.
    fn imply(&mut self, link: Link) -> bool {
        if self.reach.has(link.node.contrary()) {
            self.reach.enter_clash(link);
            return true;
        }
        if !self.reach.has(link.node) {
            self.enter(link);
        }
        false
    }

    /// Puts off all candidates that a node that is on excludes; returns whether that is a
    /// contradiction.
    fn expand_on(&mut self, number: u16) -> bool {
        let candidate = self.reach.links[usize::from(number)].node.candidate;
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let off = |candidate| Link {
            node: Node::off(candidate),
            parent: Some(number),
            origin: Origin::Excluded,
        };
        if self.mode.cells {
            for other in (self.fresh.digits(cell) - digit.into()).iter() {
                if self.imply(off(Candidate::new(cell, other))) {
                    return true;
                }
            }
        }
        for (house, own) in box_row_column(cell) {
            for place in bits(self.fresh.in_house(house, digit) & !own) {
                if self.imply(off(Candidate::new(house.cell(place), digit))) {
                    return true;
                }
            }
        }
        false
    }

    /// Puts on candidates that a node that is off leaves alone; returns whether that is a
    /// contradiction.
    fn expand_off(&mut self, number: u16) -> bool {
        let candidate = self.reach.links[usize::from(number)].node.candidate;
        let found = self.alone_without(candidate);
        if self.mode.dynamic {
            self.now.remove(candidate);
        }
        let parent = Some(number);
        for (node, origin) in found.into_iter().flatten() {
            if self.imply(Link { node, parent, origin }) {
                return true;
            }
        }
        false
    }

    /// Returns the candidates that are alone in their cell or a house once `candidate` is off, in
    /// the order cell, box, row, column; each with the other candidates gone since the start.
    fn alone_without(&self, candidate: Candidate) -> [Option<(Node, Origin)>; 4] {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let mut found = [None; 4];
        if self.mode.cells {
            let left = self.now.digits(cell);
            if left.len() == 2
                && left.contains(digit)
                && let Some(other) = (left - digit.into()).single()
            {
                let gone = (self.start.digits(cell) - left).bits();
                found[0] = Some((Node::on(Candidate::new(cell, other)), Origin::Cell(gone)));
            }
        }
        let mut in_box = None;
        for (found, (house, own)) in found[1..].iter_mut().zip(box_row_column(cell)) {
            let left = self.now.in_house(house, digit);
            let rest = left & !own;
            if left.count_ones() != 2 || !rest.is_power_of_two() {
                continue;
            }
            let other = house.cell(rest.trailing_zeros() as usize);
            if house.kind() == HouseKind::Box {
                in_box = Some(other);
            } else if in_box == Some(other) {
                continue;
            }
            let gone = self.start.in_house(house, digit) & !left;
            let node = Node::on(Candidate::new(other, digit));
            *found = Some((node, Origin::House(house, gone)));
        }
        found
    }

    /// Puts off the new removals of an inner rule; returns whether there were any. A rule that
    /// follows from no node of the chain is skipped.
    pub fn remove_for(&mut self, removed: &[Candidate], rule: impl FnOnce(&Self) -> Use) -> bool {
        if removed.iter().all(|&candidate| self.reach.has(Node::off(candidate))) {
            return false;
        }
        let rule = rule(self);
        if rule.parents.is_empty() {
            return false;
        }
        let origin = Origin::Inner(self.reach.uses.len() as u16);
        self.reach.uses.push(rule);
        for &candidate in removed {
            if !self.reach.has(Node::off(candidate)) {
                self.enter(Link { node: Node::off(candidate), parent: None, origin });
            }
        }
        true
    }

    /// Returns the links of the off nodes of these candidates, which are gone.
    pub fn links_of(&self, gone: impl Iterator<Item = Candidate>) -> Vec<u16> {
        gone.map(|candidate| self.reach.end(Node::off(candidate)) as u16).collect()
    }
}
