//! [`Memory`]: results of inner rules on earlier boards.
//!
//! The result of a rule depends on the board alone, and propagations from different assumptions, or
//! at later steps, reach the same boards again and again.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::basic::{Deduction, FAMILIES};
use super::inner::InnerHint;
use super::{branching, cycles};
use crate::board::{Cell, CellSet, DigitSet};
use crate::rating::se::sheet::Sheet;
use crate::rating::se::technique::Depth;
use crate::rating::stop::{Interrupted, Stop};

/// The hints found so far, by candidates and open cells.
#[derive(Default)]
pub(crate) struct Memory(RefCell<HashMap<Key, Rc<Board>>>);

/// The digits still possible, by cell, and the open cells.
#[derive(PartialEq, Eq)]
struct Key([DigitSet; Cell::COUNT], CellSet);

/// Hashes with a few multiplications, which separate boards well enough and are much faster than
/// hashing 178 bytes.
impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let start = self.1.len() as u64;
        let digits = self.0.chunks(7).fold(start, |hash, chunk| {
            let word = chunk.iter().fold(0, |word, digits| word << 9 | u64::from(digits.bits()));
            (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        state.write_u64(digits);
    }
}

/// The maximum number of boards kept, about 50 MB.
const LIMIT: usize = 50_000;

#[derive(Default)]
pub(super) struct Board {
    basic: [OnceCell<Vec<Deduction>>; FAMILIES.len()],
    chains: RefCell<Vec<(ChainFamily, InnerHints)>>,
}

type InnerHints = Rc<[Rc<InnerHint>]>;

/// A family of chains as inner rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ChainFamily {
    /// Cycles and forcing chains.
    Static,
    /// Several branches.
    Branching(Depth),
}

impl Memory {
    pub(super) fn board(&self, sheet: &Sheet) -> Rc<Board> {
        let mut boards = self.0.borrow_mut();
        if boards.len() >= LIMIT {
            boards.clear();
        }
        Rc::clone(boards.entry(Key(*sheet.all_digits(), sheet.open())).or_default())
    }
}

impl Board {
    /// Returns the hints of the basic rules of a family on `sheet`, the sheet of this board.
    pub fn basic(&self, family: usize, sheet: &Sheet) -> &[Deduction] {
        self.basic[family].get_or_init(|| FAMILIES[family](sheet))
    }

    /// Returns the hints of the chains of a family on `sheet`, the sheet of this board.
    pub fn chains(
        &self,
        family: ChainFamily,
        sheet: &Sheet,
        memory: &Memory,
        stop: Stop,
    ) -> Result<Rc<[Rc<InnerHint>]>, Interrupted> {
        let known = self.chains.borrow();
        if let Some((_, hints)) = known.iter().find(|(known, _)| *known == family) {
            return Ok(Rc::clone(hints));
        }
        drop(known);
        let hints = Rc::from(match family {
            ChainFamily::Static => cycles::all(sheet),
            ChainFamily::Branching(depth) => branching::all(sheet, depth, memory, stop)?,
        });
        self.chains.borrow_mut().push((family, Rc::clone(&hints)));
        Ok(hints)
    }
}
