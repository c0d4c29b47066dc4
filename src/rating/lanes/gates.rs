//! [`Gates`]: which constraints are alone.

use std::array::from_fn;
use std::hint::select_unpredictable;

use super::planes::Runs;
use super::{CELLS, WORDS};

/// A word that all runs have.
pub const ALL: usize = WORDS - 1;

/// Numbers of words that one word depends on.
#[derive(Clone, Copy)]
pub struct Inputs {
    count: usize,
    /// Those that there are not are [`ALL`].
    numbers: [u16; 8],
}

impl Inputs {
    /// None yet.
    pub const NONE: Self = Self { count: 0, numbers: [ALL as u16; 8] };

    /// Adds one, if it is `wanted`: without a branch, which would be hard to predict. There are up to eight.
    pub fn push_if(&mut self, wanted: bool, number: usize) {
        let next = &mut self.numbers[self.count.min(7)];
        *next = select_unpredictable(wanted, number as u16, *next);
        self.count += usize::from(wanted);
    }
}

/// What all of its inputs have in common.
struct Gate<const WIDTH: usize> {
    inputs: [u16; WIDTH],
    output: u8,
}

impl<const WIDTH: usize> Gate<WIDTH> {
    fn new(inputs: &Inputs, output: u8) -> Self {
        Self { inputs: from_fn(|i| inputs.numbers[i]), output }
    }

    #[inline]
    fn set(&self, from: &[Runs; WORDS], to: &mut [Runs; 4 * CELLS]) {
        let inputs = self.inputs.map(|input| from[usize::from(input) % WORDS]);
        to[usize::from(self.output)] = inputs.into_iter().fold(!0, |all, one| all & one);
    }
}

/// Gates with up to 2, 4 and 8 inputs: few loops, since the end of each is hard to predict.
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

    /// Adds a gate, if it is `wanted` and has inputs; again without a branch.
    pub fn push_if(&mut self, wanted: bool, inputs: &Inputs, output: u8) {
        let count = select_unpredictable(wanted, inputs.count, 0);
        push_if(matches!(count, 1..=2), &mut self.two, Gate::new(inputs, output));
        push_if(matches!(count, 3..=4), &mut self.four, Gate::new(inputs, output));
        push_if(count > 4, &mut self.eight, Gate::new(inputs, output));
    }

    /// Sets all outputs.
    pub fn set(&self, from: &[Runs; WORDS], to: &mut [Runs; 4 * CELLS]) {
        self.two.iter().for_each(|gate| gate.set(from, to));
        self.four.iter().for_each(|gate| gate.set(from, to));
        self.eight.iter().for_each(|gate| gate.set(from, to));
    }
}

/// Adds to a list, without a branch.
fn push_if<T>(wanted: bool, list: &mut Vec<T>, item: T) {
    list.push(item);
    list.truncate(list.len() - usize::from(!wanted));
}
