//! [`Gates`]: AND gates that compute which constraints are clean.

use std::array::from_fn;
use std::hint::select_unpredictable;

use super::owners::CELLS;
use super::planes::LaneMask;

/// The inputs of the gates: a lane mask for each signal, by number.
///
/// ```text
/// 0 ..= 63      owners: the lanes where this cell is filled
/// 64 ..= 1022   wrong candidates with three or four owners: the lanes where the candidate is gone
/// 1023          [`ALWAYS`]: all lanes
/// ```
///
/// The length is a power of two, so that the compiler can see that a masked number is in range.
pub type Signals = [LaneMask; SIGNALS];

pub const SIGNALS: usize = 16 * CELLS;

/// The number of the signal that is set in all lanes.
pub const ALWAYS: usize = SIGNALS - 1;

/// For each [constraint](super::owners::constraint), the lanes where it is clean.
pub type Clean = [LaneMask; 4 * CELLS];

#[derive(Clone, Copy)]
pub struct Inputs {
    /// The owners among the inputs.
    owners: u64,
    count: usize,
    /// The numbers of the signals; the rest is [`ALWAYS`], which does not change an AND.
    numbers: [u16; 8],
}

impl Inputs {
    pub const NONE: Self = Self { owners: 0, count: 0, numbers: [ALWAYS as u16; 8] };

    /// Adds an owner, given as a set of one, unless it is an input already.
    #[inline]
    pub fn wait_for_owner(&mut self, owner: u64) {
        self.push_if(self.owners & owner == 0, owner.trailing_zeros() as usize);
        self.owners |= owner;
    }

    /// Adds a wrong candidate that is gone once any of `owners` is filled, unless one of them is an
    /// input already: then it is gone by that time.
    #[inline]
    pub fn wait_for_any(&mut self, owners: u64, number: usize) {
        self.push_if(self.owners & owners == 0, number);
    }

    /// Adds without a branch, which would be hard to predict. A constraint has at most eight wrong
    /// candidates.
    fn push_if(&mut self, wanted: bool, number: usize) {
        let next = &mut self.numbers[self.count.min(7)];
        *next = select_unpredictable(wanted, number as u16, *next);
        self.count += usize::from(wanted);
    }
}

/// An AND of the first of these signals: as many as the number of inputs of its list.
struct Gate {
    inputs: [u16; 8],
    output: u8,
}

/// Gates by their number of inputs, which avoids loops over the inputs of a gate, whose ends are
/// hard to predict.
pub struct Gates([Vec<Gate>; 8]);

impl Gates {
    pub fn new() -> Self {
        Self(from_fn(|_| Vec::with_capacity(CELLS)))
    }

    /// Adds a gate with these inputs, one or more, whose output is the lanes where constraint
    /// number `output` is clean.
    pub fn push(&mut self, inputs: &Inputs, output: u8) {
        self.0[(inputs.count - 1) % 8].push(Gate { inputs: inputs.numbers, output });
    }

    /// Computes all outputs.
    pub fn evaluate(&self, signals: &Signals, clean: &mut Clean) {
        let [one, two, three, four, five, six, seven, eight] = &self.0;
        evaluate::<1>(one, signals, clean);
        evaluate::<2>(two, signals, clean);
        evaluate::<3>(three, signals, clean);
        evaluate::<4>(four, signals, clean);
        evaluate::<5>(five, signals, clean);
        evaluate::<6>(six, signals, clean);
        evaluate::<7>(seven, signals, clean);
        evaluate::<8>(eight, signals, clean);
    }
}

/// Computes the outputs of gates with this number of inputs.
#[inline]
fn evaluate<const WIDTH: usize>(gates: &[Gate], signals: &Signals, clean: &mut Clean) {
    for gate in gates {
        let inputs = &gate.inputs[..WIDTH];
        clean[usize::from(gate.output)] =
            inputs.iter().fold(!0, |all, &input| all & signals[usize::from(input) % SIGNALS]);
    }
}
