//! Keys of rows as bytes that sort as the keys do, and values of a short list by their numbers.

use crate::record::Origin;
use crate::symmetry::{ClueSymmetry, Key};

/// A value of a short list, which has the same number on every disk.
pub(in crate::store) trait Numbered: Sized + Copy + PartialEq + 'static {
    /// All values, each at its number.
    const ALL: &'static [Self];

    fn number(self) -> u8 {
        Self::ALL.iter().position(|other| *other == self).unwrap_or(usize::from(u8::MAX)) as u8
    }

    fn of(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

impl Numbered for ClueSymmetry {
    const ALL: &'static [Self] = &[
        Self::None,
        Self::Rot180,
        Self::Rot90,
        Self::MirrorH,
        Self::MirrorV,
        Self::Diagonal,
        Self::AntiDiagonal,
    ];
}

impl Numbered for Origin {
    const ALL: &'static [Self] = &[Self::Mined, Self::Starter, Self::Imported];
}

/// The key of 16 bytes.
pub(super) fn key_of_16(bytes: &[u8]) -> Option<Key> {
    bytes.try_into().ok().map(Key)
}

/// Numbers one after the other, each big endian.
pub(super) fn of_numbers<const N: usize>(numbers: [u32; N]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// The numbers that [`of_numbers`] wrote.
pub(super) fn numbers<const N: usize>(bytes: &[u8]) -> Option<[u32; N]> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    let numbers: &[[u8; 4]; N] = numbers.try_into().ok()?;
    rest.is_empty().then(|| numbers.map(u32::from_be_bytes))
}

/// A name and what comes after it: names of one beginning sort beside each other.
pub(super) fn of_named(name: &str, rest: &[u8]) -> Vec<u8> {
    [name.as_bytes(), &[0], rest].concat()
}

/// The name, and the `N` bytes after it.
pub(super) fn named<const N: usize>(bytes: &[u8]) -> Option<(&str, [u8; N])> {
    let at = bytes.len().checked_sub(N + 1)?;
    let (name, rest) = (bytes.get(..at)?, bytes.get(at..)?);
    let (zero, rest) = rest.split_first()?;
    let name = std::str::from_utf8(name).ok().filter(|name| !name.contains('\0'))?;
    (*zero == 0).then_some((name, rest.try_into().ok()?))
}
