//! [`Gates`]: AND gates that tell which constraints are clean.

use std::array::from_fn;
use std::hint::select_unpredictable;

use super::owners::CELLS;
use super::planes::LaneMask;

/// What the gates read: a lane mask for each input, by number.
///
/// ```text
/// 0 ..= 63      owners: the lanes where this cell is filled
/// 64 ..= 1022   wrong candidates with three or four owners: the lanes where the candidate is gone
/// 1023          [`ALWAYS`]: all lanes
/// ```
///
/// The length is a power of two, so that a compiler sees that a number with only its low bits is in range.
pub type Signals = [LaneMask; SIGNALS];

/// How many there are.
pub const SIGNALS: usize = 16 * CELLS;

/// The number of the signal that all lanes have.
pub const ALWAYS: usize = SIGNALS - 1;

/// A lane mask for each [constraint](super::owners::constraint): where it is clean.
pub type Clean = [LaneMask; 4 * CELLS];

/// The signals that one constraint waits for.
#[derive(Clone, Copy)]
pub struct Inputs {
    /// The owners among them.
    owners: u64,
    count: usize,
    /// The numbers of the signals; the rest is [`ALWAYS`], which an AND does not feel.
    numbers: [u16; 8],
}

impl Inputs {
    /// None yet.
    pub const NONE: Self = Self { owners: 0, count: 0, numbers: [ALWAYS as u16; 8] };

    /// Waits for an owner, given as a set of one; nothing happens if it is there already.
    #[inline]
    pub fn wait_for_owner(&mut self, owner: u64) {
        self.push_if(self.owners & owner == 0, owner.trailing_zeros() as usize);
        self.owners |= owner;
    }

    /// Waits for a wrong candidate that goes with any of `owners`. If one of these is waited for anyway, the candidate
    /// is gone by then, and nothing happens.
    #[inline]
    pub fn wait_for_any(&mut self, owners: u64, number: usize) {
        self.push_if(self.owners & owners == 0, number);
    }

    /// Without a branch, which would be hard to predict. A constraint has at most eight wrong candidates.
    fn push_if(&mut self, wanted: bool, number: usize) {
        let next = &mut self.numbers[self.count.min(7)];
        *next = select_unpredictable(wanted, number as u16, *next);
        self.count += usize::from(wanted);
    }
}

/// An AND of `WIDTH` signals.
struct Gate<const WIDTH: usize> {
    inputs: [u16; WIDTH],
    output: u8,
}

impl<const WIDTH: usize> Gate<WIDTH> {
    fn new(inputs: &Inputs, output: u8) -> Self {
        Self { inputs: from_fn(|i| inputs.numbers[i]), output }
    }

    #[inline]
    fn evaluate(&self, signals: &Signals, clean: &mut Clean) {
        let inputs = self.inputs.map(|input| signals[usize::from(input) % SIGNALS]);
        clean[usize::from(self.output)] = inputs.into_iter().fold(!0, |all, one| all & one);
    }
}

/// Gates with up to 2, 4 and 8 inputs. Three widths, and no loop over the inputs of a gate: where such a loop ends is hard
/// to predict.
pub struct Gates {
    two: Vec<Gate<2>>,
    four: Vec<Gate<4>>,
    eight: Vec<Gate<8>>,
}

impl Gates {
    /// None yet.
    pub fn new() -> Self {
        let (two, four) = (Vec::with_capacity(CELLS), Vec::with_capacity(CELLS));
        Self { two, four, eight: Vec::new() }
    }

    /// Adds a gate with these inputs that tells whether the constraint of number `output` is clean; again without a branch.
    pub fn push(&mut self, inputs: &Inputs, output: u8) {
        let count = inputs.count;
        push_if(count <= 2, &mut self.two, Gate::new(inputs, output));
        push_if(matches!(count, 3..=4), &mut self.four, Gate::new(inputs, output));
        push_if(count > 4, &mut self.eight, Gate::new(inputs, output));
    }

    /// Sets all outputs.
    pub fn evaluate(&self, signals: &Signals, clean: &mut Clean) {
        self.two.iter().for_each(|gate| gate.evaluate(signals, clean));
        self.four.iter().for_each(|gate| gate.evaluate(signals, clean));
        self.eight.iter().for_each(|gate| gate.evaluate(signals, clean));
    }
}

/// Adds to a list, without a branch.
fn push_if<T>(wanted: bool, list: &mut Vec<T>, item: T) {
    list.push(item);
    list.truncate(list.len() - usize::from(!wanted));
}
