//! [`Starts`]: the candidates from which a search for static chains can find anything.
//!
//! The links of a board are symmetric: if a on puts b off, then b on puts a off; if a off puts b
//! on, then b off puts a on. So if a node follows from another, the contrary of the latter follows
//! from the contrary of the former. Therefore:
//!
//! - A forcing chain to "off" begins at a candidate that is *refuted*: on, it puts itself off.
//! - A cycle removes a candidate that sees an on node and an off node of it. On, it would put the
//!   off node off, and so round the cycle the on node on, which puts it off: it is refuted.
//! - A forcing chain to "on" begins at a candidate that, off, puts itself on; then the others of
//!   its cell are refuted.
//! - The nodes of a cycle follow from each other.
//!
//! So without a refuted candidate there is nothing to find, and the search itself, which must
//! follow the order of the original, is skipped.

use super::Bits;
use super::closure::{Closure, Members, Row, union, with_words};
use crate::rating::se::sheet::Sheet;
use crate::rating::se::technique::Links;

/// The places where a search for chains can find anything.
#[derive(Default)]
pub(super) struct Starts {
    /// A chain to "off".
    pub refuted: Bits,
    /// A chain to "on".
    pub proved: Bits,
    /// A cycle that removes something.
    pub in_cycle: Bits,
}

impl Starts {
    pub fn of(sheet: &Sheet, links: Links) -> Self {
        let members = Members::of(sheet, links);
        with_words!(members, starts(sheet, &members))
    }
}

fn starts<const W: usize>(sheet: &Sheet, members: &Members) -> Starts {
    let closure = Closure::<W>::new(members);
    let mut starts = Starts { refuted: closure.refuted(sheet, members), ..Starts::default() };
    if starts.refuted.is_empty() {
        return starts;
    }
    let mut done = Row::<W>::EMPTY;
    for (number, &candidate) in members.candidates.iter().enumerate() {
        if closure.alone[number].iter().any(|last| closure.on[last].contains(number)) {
            starts.proved.insert(candidate);
        }
        if done.contains(number) {
            continue;
        }
        let mut cycle = Row::EMPTY;
        for other in closure.on[number].iter().filter(|&other| closure.on[other].contains(number)) {
            cycle.insert(other);
        }
        done.join(&cycle);
        if closure.may_remove(&cycle, members, &starts.refuted) {
            for number in cycle.iter() {
                starts.in_cycle.insert(members.candidates[number]);
            }
        }
    }
    starts
}

impl<const W: usize> Closure<W> {
    /// Returns the candidates that put themselves off.
    fn refuted(&self, sheet: &Sheet, members: &Members) -> Bits {
        let mut refuted = Bits::default();
        let after: Vec<Row<W>> = self.alone.iter().map(|row| union(&self.on, row)).collect();
        for candidate in sheet.candidates() {
            let off = self.excluded(members, candidate);
            if union(&after, &off).intersects(&off) {
                refuted.insert(candidate);
            }
        }
        refuted
    }

    /// Whether a refuted candidate sees, on its digit, an on node and an off node of cycles over
    /// these on nodes.
    fn may_remove(&self, cycle: &Row<W>, members: &Members, refuted: &Bits) -> bool {
        let mut off = union(&self.off, cycle);
        off.meet(&union(&self.alone, cycle));
        refuted.iter().any(|victim| {
            // A cycle does not pass the cells of its removals, so the candidate itself does not
            // count.
            let mut seen = self.seen(victim);
            if let Some(number) = members.number(victim) {
                seen.remove(number);
            }
            seen.intersects(cycle) && seen.intersects(&off)
        })
    }
}
