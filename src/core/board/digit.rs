//! [`Digit`] and [`DigitSet`]: one of the nine digits, and a set of them.

use std::fmt;

/// A digit, 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The number of digits, 9.
    pub const COUNT: usize = 9;

    /// Returns the digit of this value, if it is 1 to 9.
    pub const fn new(value: u8) -> Option<Self> {
        if matches!(value, 1..=9) { Some(Self(value - 1)) } else { None }
    }

    /// Returns the digit at `index` 0 to 8, so that index 0 is digit 1.
    ///
    /// # Panics
    /// If `index` is above 8.
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// Returns the value, 1 to 9.
    pub const fn value(self) -> u8 {
        self.0 + 1
    }

    /// Returns the index, 0 to 8, by which arrays about digits are indexed.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns all nine digits, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..9).map(Self)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value(), f)
    }
}

/// A set of digits: 9 bits, bit `i` is the digit of index `i`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DigitSet(u16);

impl DigitSet {
    /// No digit.
    pub const EMPTY: Self = Self(0);
    /// All nine digits.
    pub const ALL: Self = Self(0x1ff);

    /// Builds a set of these 9 bits; higher bits are dropped.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x1ff)
    }

    /// Returns the 9 bits.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether `digit` is in the set.
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.0 & 1 == 1
    }

    /// Adds `digit`.
    pub const fn insert(&mut self, digit: Digit) {
        self.0 |= 1 << digit.0;
    }

    /// Returns the number of digits in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the smallest digit of the set.
    pub fn first(self) -> Option<Digit> {
        (self.0 != 0).then(|| Digit(self.0.trailing_zeros() as u8))
    }

    /// Returns the digit, if there is exactly one.
    pub fn single(self) -> Option<Digit> {
        self.0.is_power_of_two().then(|| Digit(self.0.trailing_zeros() as u8))
    }

    /// Returns the digits, ascending.
    pub fn iter(self) -> impl Iterator<Item = Digit> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let digit = Self(rest).first()?;
            rest &= rest - 1;
            Some(digit)
        })
    }
}

impl From<Digit> for DigitSet {
    fn from(digit: Digit) -> Self {
        Self(1 << digit.0)
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        Self(digits.into_iter().fold(0, |bits, digit| bits | 1 << digit.0))
    }
}

set_operators!(DigitSet);
displayed_as_list!(DigitSet, "Displays the digits with commas: `3, 7`.");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_one_to_nine() {
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(10), None);
        assert_eq!(Digit::all().map(Digit::value).collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
    }

    #[test]
    fn a_set_of_digits_behaves_as_a_set() {
        let odd: DigitSet = Digit::all().filter(|d| d.value() % 2 == 1).collect();
        assert_eq!(odd.to_string(), "1, 3, 5, 7, 9");
        assert_eq!((DigitSet::ALL - odd).len(), 4);
        assert_eq!((odd & DigitSet::from_bits(0b1)).single(), Digit::new(1));
        assert_eq!(odd.single(), None);
    }
}
