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
    /// Those of the first [`CELLS`](super::CELLS) words, as a set.
    cells: u64,
    count: usize,
    /// Those that there are not are [`ALL`].
    numbers: [u16; 8],
}

impl Inputs {
    /// None yet.
    pub const NONE: Self = Self { cells: 0, count: 0, numbers: [ALL as u16; 8] };

    /// Adds a cell, if it is not there.
    #[inline]
    pub fn push_cell(&mut self, cell: u64) {
        self.push_if(self.cells & cell == 0, cell.trailing_zeros() as usize);
        self.cells |= cell;
    }

    /// Adds a number, unless one of `cells` is there.
    #[inline]
    pub fn push_without(&mut self, cells: u64, number: usize) {
        self.push_if(self.cells & cells == 0, number);
    }

    /// Without a branch, which would be hard to predict. There are up to eight.
    fn push_if(&mut self, wanted: bool, number: usize) {
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

    /// Adds a gate; again without a branch.
    pub fn push(&mut self, inputs: &Inputs, output: u8) {
        let count = inputs.count;
        push_if(count <= 2, &mut self.two, Gate::new(inputs, output));
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
