//! [`Gates`]: which constraints are alone.

use super::planes::Runs;
use super::{CELLS, WORDS};

/// Numbers of words that one word depends on.
#[derive(Clone, Copy, Default)]
pub struct Inputs {
    count: usize,
    numbers: [u16; 8],
}

impl Inputs {
    /// Adds one; there are up to eight.
    pub fn push(&mut self, number: usize) {
        self.numbers[self.count] = number as u16;
        self.count += 1;
    }
}

/// What all of its inputs have in common.
struct Gate<const WIDTH: usize> {
    inputs: [u16; WIDTH],
    output: u8,
}

impl<const WIDTH: usize> Gate<WIDTH> {
    /// In place of inputs that there are not, the first is there once more.
    fn new(inputs: &Inputs, output: u8) -> Self {
        let input = |i| inputs.numbers[if i < inputs.count { i } else { 0 }];
        Self { inputs: std::array::from_fn(input), output }
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

    /// Adds a gate, if it has inputs.
    pub fn push(&mut self, inputs: &Inputs, output: u8) {
        match inputs.count {
            0 => {}
            1..=2 => self.two.push(Gate::new(inputs, output)),
            3..=4 => self.four.push(Gate::new(inputs, output)),
            _ => self.eight.push(Gate::new(inputs, output)),
        }
    }

    /// Sets all outputs.
    pub fn set(&self, from: &[Runs; WORDS], to: &mut [Runs; 4 * CELLS]) {
        self.two.iter().for_each(|gate| gate.set(from, to));
        self.four.iter().for_each(|gate| gate.set(from, to));
        self.eight.iter().for_each(|gate| gate.set(from, to));
    }
}
