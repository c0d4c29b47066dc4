//! [`Fan`]: races of singles from many boards of a puzzle, side by side.

use std::cmp::Reverse;

use rand::Rng;

use super::owners::owner;
use super::planes::{LANES, bit};
use super::rules::Race;
use super::{Begin, Phase};
use crate::board::{CellSet, Digit, Solution, State, bits};
use crate::kernel::run_board::{RunBoard, RunLayout, WrongCandidates};

/// A board from which races start: its differences from the board that all boards of a fan follow
/// from.
#[derive(Clone, Copy)]
pub struct Start {
    /// The open cells.
    open: u64,
    /// The cells filled since.
    filled: u64,
    /// The wrong candidates that other techniques removed since.
    removed: WrongCandidates,
}

impl Start {
    /// Returns the start of `board`, which follows from `from`.
    pub fn of(board: &RunBoard, from: &RunBoard, layout: &RunLayout) -> Self {
        let filled = from.open() & !board.open();
        Self { open: board.open(), filled, removed: layout.removed(from, board) }
    }
}

/// Races from boards that follow from one board, as lanes of one [`Phase`] that ends with the
/// solution: a lane begins when as many cells are open as on its board, and ends when it has no
/// single. The candidates that other techniques removed before are *loose* wrong candidates.
pub struct Fan {
    pub(super) phase: Phase,
    /// The loose wrong candidates.
    loose: WrongCandidates,
    /// By digit, the number of loose wrong candidates of lower digits.
    below: [u32; Digit::COUNT],
}

impl Fan {
    /// Prepares races for `starts` that follow from `state`, the one of the `layout`.
    pub fn new<'a>(
        state: &State,
        layout: &RunLayout,
        starts: impl IntoIterator<Item = &'a Start>,
        solution: &Solution,
    ) -> Self {
        let mut loose = [0; Digit::COUNT];
        for start in starts {
            loose.iter_mut().zip(start.removed).for_each(|(loose, removed)| *loose |= removed);
        }
        let mut count = 0;
        let below = loose.map(|cells| {
            count += cells.count_ones();
            count - cells.count_ones()
        });
        let solved = State { candidates: layout.solved(), open: CellSet::EMPTY };
        let cells = loose.map(|cells| layout.cells(cells));
        Self { phase: Phase::with_loose(state, &solved, &cells, solution), loose, below }
    }

    /// Runs a race in each lane, given its start; returns the waits.
    pub fn race(&self, starts: &[&Start; LANES], rng: &mut impl Rng) -> [f64; LANES] {
        self.phase.run_watched::<Race>(&self.begins(starts), rng, |_| {})
    }

    /// Returns the starts of the lanes, those with most open cells first.
    pub(super) fn begins(&self, starts: &[&Start; LANES]) -> Vec<Begin> {
        let mut begins: Vec<Begin> = Vec::with_capacity(LANES);
        let mut last: Option<&Start> = None;
        for (lane, &start) in starts.iter().enumerate() {
            let lane = 1 << bit(lane);
            match begins.last_mut() {
                // Lanes with the same start are adjacent.
                Some(begin) if last.is_some_and(|last| std::ptr::eq(last, start)) => {
                    begin.lanes |= lane;
                }
                _ => begins.push(self.begin(start, lane)),
            }
            last = Some(start);
        }
        begins.sort_by_key(|begin| Reverse(begin.open));
        begins
    }

    fn begin(&self, start: &Start, lanes: u64) -> Begin {
        let owner = |number| owner(number, self.phase.cells) as u8;
        let mut gone = Vec::new();
        for digit in 0..Digit::COUNT {
            for number in bits(start.removed[digit]) {
                let before = self.loose[digit] & ((1 << number) - 1);
                gone.push((self.below[digit] + before.count_ones()) as u16);
            }
        }
        Begin {
            lanes,
            open: start.open.count_ones() as usize,
            filled: bits(start.filled).map(owner).collect(),
            gone,
        }
    }
}
