//! [`Gates`]: words made of words.

use super::CELLS;
use super::planes::Runs;
use crate::board::bits;

/// What a gate depends on: at most four owners, or eight wrong candidates.
#[derive(Clone, Copy, Default)]
pub struct Inputs {
    count: usize,
    numbers: [u16; 8],
}

impl Inputs {
    /// The members of a set.
    pub fn of(numbers: u64) -> Self {
        let mut inputs = Self::default();
        bits(numbers).for_each(|number| inputs.push(number));
        inputs
    }

    pub fn push(&mut self, number: usize) {
        self.numbers[self.count] = number as u16;
        self.count += 1;
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.numbers[..self.count].iter().map(|&number| usize::from(number))
    }

    /// Without the wrong candidates that are gone whenever another is, by the sets of their owners, less `own`; none if one
    /// has no other.
    pub fn without_followers(&self, sets: &[u64], own: u64) -> Option<Self> {
        let mut needed = Self::default();
        for one in self.iter() {
            let set = sets[one] & !own;
            if set == 0 {
                return None;
            }
            let follows = |other: usize| {
                let before = sets[other] & !own;
                before & !set == 0 && (before != set || other < one)
            };
            if !self.iter().any(follows) {
                needed.push(one);
            }
        }
        Some(needed)
    }
}

/// A word made of others.
struct Gate<const WIDTH: usize> {
    inputs: [u16; WIDTH],
    output: u16,
}

impl<const WIDTH: usize> Gate<WIDTH> {
    /// In place of inputs that there are not, the first is there once more.
    fn new(inputs: &Inputs, output: usize) -> Self {
        let input = |i| inputs.numbers[if i < inputs.count { i } else { 0 }];
        Self { inputs: std::array::from_fn(input), output: output as u16 }
    }

    #[inline]
    fn set<const N: usize, const M: usize>(
        &self,
        from: &[Runs; N],
        to: &mut [Runs; M],
        join: impl Fn(Runs, Runs) -> Runs,
    ) {
        let inputs = self.inputs.map(|input| from[usize::from(input) % N]);
        to[usize::from(self.output) % M] = inputs.into_iter().reduce(join).unwrap_or_default();
    }
}

/// Gates of one kind, with up to 2, 4 and 8 inputs: few loops, since the end of each is hard to predict.
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
    pub fn push(&mut self, inputs: &Inputs, output: usize) {
        match inputs.count {
            0 => {}
            1..=2 => self.two.push(Gate::new(inputs, output)),
            3..=4 => self.four.push(Gate::new(inputs, output)),
            _ => self.eight.push(Gate::new(inputs, output)),
        }
    }

    /// Sets all outputs, in `to`, to their inputs, in `from`, joined; numbers are below the lengths.
    #[inline]
    pub fn set<const N: usize, const M: usize>(
        &self,
        from: &[Runs; N],
        to: &mut [Runs; M],
        join: impl Fn(Runs, Runs) -> Runs + Copy,
    ) {
        self.two.iter().for_each(|gate| gate.set(from, to, join));
        self.four.iter().for_each(|gate| gate.set(from, to, join));
        self.eight.iter().for_each(|gate| gate.set(from, to, join));
    }
}
