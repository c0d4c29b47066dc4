//! [`Tree`]: how many singles there are, and which is picked.

use super::CELLS;
use super::planes::{Planes, RUNS, Runs, numbers, planes};

/// The root is 1.
const NODES: usize = 2 * CELLS;

/// A binary tree over the cells: how many valid singles there are below, and where one of them is picked. A cell is up to
/// two of them.
pub struct Tree {
    cells: usize,
    /// Levels above the leaves.
    levels: usize,
    /// The root is 1, below `i` are `2 * i` and `2 * i + 1`.
    counts: [Planes; NODES],
    picked: [Runs; NODES],
}

impl Tree {
    pub fn new(cells: usize) -> Self {
        let levels = cells.next_power_of_two().trailing_zeros() as usize;
        Self { cells, levels, counts: [[0; 8]; NODES], picked: [0; NODES] }
    }

    /// The first node so many levels above the leaves, and how many there have cells below.
    fn level(&self, level: usize) -> (usize, usize) {
        (1 << (self.levels - level), self.cells.div_ceil(1 << level))
    }

    /// Counts the constraints that make their cell a single; returns the number of valid singles of each run.
    pub fn count(&mut self, alone: &[Runs; 4 * CELLS], filled: &[Runs; CELLS]) -> [u8; RUNS] {
        let (first, cells) = self.level(0);
        let leaves = self.counts[first..][..cells].iter_mut();
        for ((leaf, alone), filled) in leaves.zip(alone.as_chunks().0).zip(filled) {
            let [naked, row, column, boxed] = alone;
            let (naked, hidden) = (naked & !filled, (row | column | boxed) & !filled);
            leaf[0] = naked ^ hidden;
            leaf[1] = naked & hidden;
        }
        for level in 1..=self.levels {
            match level {
                1 => self.add::<2>(level),
                2 => self.add::<3>(level),
                3 => self.add::<4>(level),
                4 => self.add::<5>(level),
                5 => self.add::<6>(level),
                _ => self.add::<7>(level),
            }
        }
        numbers(self.counts[1])
    }

    /// The sums of the nodes on a level, whose two parts have so many planes.
    fn add<const PLANES: usize>(&mut self, level: usize) {
        let (first, count) = self.level(level);
        let (sums, parts) = self.counts.split_at_mut(2 * first);
        for (sum, [one, other]) in sums[first..].iter_mut().zip(parts.as_chunks().0).take(count) {
            let mut carry = 0;
            for plane in 0..PLANES {
                let odd = one[plane] ^ other[plane];
                sum[plane] = odd ^ carry;
                carry = one[plane] & other[plane] | odd & carry;
            }
            sum[PLANES] = carry;
        }
    }

    /// Picks in each run the single with this place.
    pub fn choose(&mut self, places: &[u8; RUNS]) {
        let mut place = planes(places);
        self.picked[1] = !0;
        for level in (1..=self.levels).rev() {
            match level {
                1 => self.descend::<2>(level, &mut place),
                2 => self.descend::<3>(level, &mut place),
                3 => self.descend::<4>(level, &mut place),
                4 => self.descend::<5>(level, &mut place),
                5 => self.descend::<6>(level, &mut place),
                _ => self.descend::<7>(level, &mut place),
            }
        }
    }

    /// From the nodes on a level to the left, or beyond what is there to the right.
    fn descend<const PLANES: usize>(&mut self, level: usize, place: &mut Planes) {
        let (first, count) = self.level(level);
        let (here, below) = self.picked.split_at_mut(2 * first);
        let here = &here[first..][..count];
        let mut left = [0; PLANES];
        for (here, [counts, _]) in here.iter().zip(self.counts[2 * first..].as_chunks().0) {
            for plane in 0..PLANES {
                left[plane] |= here & counts[plane];
            }
        }
        let mut beyond = [0; PLANES];
        let mut is_left = 0;
        for plane in 0..PLANES {
            let differ = place[plane] ^ left[plane];
            beyond[plane] = differ ^ is_left;
            is_left = !place[plane] & left[plane] | !differ & is_left;
        }
        for plane in 0..PLANES {
            place[plane] = place[plane] & is_left | beyond[plane] & !is_left;
        }
        for (here, below) in here.iter().zip(below.as_chunks_mut().0) {
            *below = [here & is_left, here & !is_left];
        }
    }

    /// By cell, the runs in which it was picked.
    pub fn chosen(&self) -> &[Runs] {
        let (first, cells) = self.level(0);
        &self.picked[first..][..cells]
    }
}
