//! Producer 21: cycles and forcing chains on a board that does not change.
//!
//! There are three passes: over links of one digit (X), over links of cells with two candidates
//! (Y), and over both. Each starts from every candidate: first the cycles that return to it, then a
//! shortest chain from on to off and from off to on.

use std::rc::Rc;

use super::inner::InnerHint;
use super::links::LinkTable;
use super::starts::Starts;
use super::static_hint::{Collector, StaticHint};
use super::{Cause, Node, rating};
use crate::board::{CellSet, Digit};
use crate::rating::se::hint::Hint;
use crate::rating::se::sheet::{Candidate, Sheet};
use crate::rating::se::technique::{Links, Technique};

/// Returns the least hint of the producer, if there is one.
pub(crate) fn best(sheet: &Sheet) -> Option<Hint> {
    let mut collector = Collector::best();
    search(sheet, &mut collector);
    collector.found.into_iter().next().map(|hint| hint.into_hint(sheet))
}

/// Returns all hints of the producer, sorted; of hints with equal removals only the first.
pub(super) fn all(sheet: &Sheet) -> Vec<Rc<InnerHint>> {
    let mut collector = Collector::all();
    search(sheet, &mut collector);
    InnerHint::choose(collector.found.into_iter().map(StaticHint::into_inner).collect())
}

/// Returns all hints of the producer, also from candidates that cannot have any.
#[cfg(test)]
pub(super) fn all_from_everywhere(sheet: &Sheet) -> Vec<Rc<InnerHint>> {
    let mut everywhere = Starts::default();
    for candidate in sheet.candidates() {
        everywhere.refuted.insert(candidate);
    }
    everywhere.proved = everywhere.refuted;
    everywhere.in_cycle = everywhere.refuted;
    let mut collector = Collector::all();
    let mut search = Search::new(sheet);
    for links in [Links::X, Links::Y, Links::XY] {
        search.pass(links, &everywhere, &mut collector);
    }
    InnerHint::choose(collector.found.into_iter().map(StaticHint::into_inner).collect())
}

/// Makes the three passes, unless they cannot find anything.
fn search(sheet: &Sheet, collector: &mut Collector) {
    let both = Starts::of(sheet, Links::XY);
    if both.refuted.is_empty() {
        return;
    }
    let mut search = Search::new(sheet);
    search.pass(Links::X, &Starts::of(sheet, Links::X), collector);
    search.pass(Links::Y, &Starts::of(sheet, Links::Y), collector);
    search.pass(Links::XY, &both, collector);
}

/// A node of the search: twice the number of the candidate, and 1 if it is on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step(u16);

impl Step {
    const fn new(number: u16, on: bool) -> Self {
        Self(2 * number + on as u16)
    }

    const fn number(self) -> u16 {
        self.0 / 2
    }

    const fn is_on(self) -> bool {
        self.0 % 2 == 1
    }

    const fn contrary(self) -> Self {
        Self(self.0 ^ 1)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy)]
struct Entry {
    /// The number of the search in which it was entered.
    turn: u32,
    size: u16,
    parent: Step,
    cause: Cause,
}

struct Search<'a> {
    sheet: &'a Sheet,
    table: LinkTable,
    entries: Vec<Entry>,
    turn: u32,
    queue: Vec<Step>,
}

impl<'a> Search<'a> {
    fn new(sheet: &'a Sheet) -> Self {
        let table = LinkTable::new(sheet);
        let entry = Entry { turn: 0, size: 0, parent: Step(0), cause: Cause::Assumed };
        let entries = vec![entry; 2 * table.len()];
        Self { sheet, table, entries, turn: 0, queue: Vec::new() }
    }

    fn pass(&mut self, links: Links, starts: &Starts, collector: &mut Collector) {
        if starts.refuted.is_empty() {
            return;
        }
        for number in 0..self.table.len() {
            let candidate = self.table.candidates[number];
            let count = self.sheet.digits(candidate.cell()).len();
            if count < 2 || (links == Links::Y && count > 2) {
                continue;
            }
            if starts.in_cycle.contains(candidate) {
                self.cycles(number as u16, links, collector);
            }
            if links != Links::Y && starts.refuted.contains(candidate) {
                self.chain(Step::new(number as u16, true), links, collector);
            }
            if links != Links::Y && starts.proved.contains(candidate) {
                self.chain(Step::new(number as u16, false), links, collector);
            }
        }
    }

    fn node(&self, step: Step) -> Node {
        Node { candidate: self.table.candidates[usize::from(step.number())], on: step.is_on() }
    }

    fn begin(&mut self, start: Step) {
        self.turn += 1;
        self.queue.clear();
        self.enter(start, start, Cause::Assumed, 1);
        self.queue.push(start);
    }

    fn enter(&mut self, node: Step, parent: Step, cause: Cause, size: u16) -> bool {
        let entry = &mut self.entries[node.index()];
        if entry.turn == self.turn {
            return false;
        }
        *entry = Entry { turn: self.turn, size, parent, cause };
        true
    }

    /// Searches the chain from `start` to its contrary.
    fn chain(&mut self, start: Step, links: Links, collector: &mut Collector) {
        self.begin(start);
        let target = start.contrary();
        let mut next = 0;
        while let Some(&node) = self.queue.get(next) {
            next += 1;
            let size = self.entries[node.index()].size + 1;
            if !collector.may_use(Technique::ForcingChain(links).base(), size.into(), links) {
                return;
            }
            let count = if node.is_on() {
                self.table.excluded(node.number(), links).len()
            } else {
                self.table.alone(node.number(), links).len()
            };
            for i in 0..count {
                let (to, cause) = if node.is_on() {
                    (self.table.excluded(node.number(), links)[i], Cause::Excluded)
                } else {
                    self.table.alone(node.number(), links)[i]
                };
                let to = Step::new(to, !node.is_on());
                if self.enter(to, node, cause, size) {
                    if to == target {
                        return self.report_chain(target, links, collector);
                    }
                    self.queue.push(to);
                }
            }
        }
    }

    /// Returns the nodes from the start of the search to `end`.
    fn path(&self, end: Step) -> Vec<(Node, Cause)> {
        let mut path = Vec::new();
        let mut node = end;
        loop {
            let entry = self.entries[node.index()];
            path.push((self.node(node), entry.cause));
            if entry.size == 1 {
                path.reverse();
                return path;
            }
            node = entry.parent;
        }
    }

    fn report_chain(&self, end: Step, links: Links, collector: &mut Collector) {
        let path = self.path(end);
        collector.add(StaticHint {
            links,
            is_cycle: false,
            rating: rating(Technique::ForcingChain(links).base(), path.len()),
            removed: self.node(end).removes(self.sheet),
            path,
        });
    }

    /// Searches the cycles through a candidate that is on.
    ///
    /// Nodes that are on are entered once. Nodes that are off are visited from every on node that
    /// does not follow from them; since their on nodes are entered at the first visit, later ones
    /// matter only where they close a cycle.
    fn cycles(&mut self, number: u16, links: Links, collector: &mut Collector) {
        let start = Step::new(number, true);
        self.begin(start);
        let mut next = 0;
        while let Some(&node) = self.queue.get(next) {
            next += 1;
            let size = self.entries[node.index()].size;
            if !collector.may_use(
                Technique::Cycle(links).base(),
                usize::from(size + 1).max(4),
                links,
            ) {
                return;
            }
            for i in 0..self.table.excluded(node.number(), links).len() {
                let off = Step::new(self.table.excluded(node.number(), links)[i], false);
                let is_new = self.enter(off, node, Cause::Excluded, size + 1);
                for j in 0..self.table.alone(off.number(), links).len() {
                    let (on, cause) = self.table.alone(off.number(), links)[j];
                    let on = Step::new(on, true);
                    if on == start {
                        if size > 1 {
                            self.report_cycle(node, off, cause, links, collector);
                        }
                    } else if is_new && self.enter(on, off, cause, size + 2) {
                        self.queue.push(on);
                    }
                }
            }
        }
    }

    /// Reports the cycle from the start to `last`, to `off`, and back to the start for `cause`.
    fn report_cycle(
        &self,
        last: Step,
        off: Step,
        cause: Cause,
        links: Links,
        collector: &mut Collector,
    ) {
        let mut path = self.path(last);
        let off = self.node(off);
        if path.iter().any(|&(node, _)| node == off) {
            return;
        }
        path.push((off, Cause::Excluded));
        path[0].1 = cause;
        let removed = self.removed_by_cycle(&path);
        if !removed.is_empty() {
            let rating = rating(Technique::Cycle(links).base(), path.len());
            collector.add(StaticHint { links, is_cycle: true, rating, removed, path });
        }
    }

    /// Candidates that see an on node and an off node of their digit, outside the cells of the
    /// cycle.
    fn removed_by_cycle(&self, path: &[(Node, Cause)]) -> Vec<Candidate> {
        let cells: CellSet = path.iter().map(|(node, _)| node.candidate.cell()).collect();
        let mut removed = Vec::new();
        for digit in Digit::all() {
            let [on, off] = [true, false].map(|on| {
                let nodes = path.iter().map(|(node, _)| node);
                nodes
                    .filter(|node| node.on == on && node.candidate.digit() == digit)
                    .map(|node| node.candidate.cell().peers())
                    .collect::<CellSet>()
            });
            let victims = (on & off & self.sheet.places(digit)) - cells;
            removed.extend(victims.iter().map(|cell| Candidate::new(cell, digit)));
        }
        removed.sort_unstable();
        removed
    }
}
