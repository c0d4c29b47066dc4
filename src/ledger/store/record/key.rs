//! Keys of rows as bytes that sort as the keys do, and stored numbers of enum values.

use crate::logic::Ladder;
use crate::record::Origin;
use crate::symmetry::{ClueSymmetry, Key};

/// A value of a short list, with a fixed number for storage.
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
    const ALL: &'static [Self] = &ClueSymmetry::ALL;
}

impl Numbered for Origin {
    const ALL: &'static [Self] = &Origin::ALL;
}

/// The key of a row, as at most 255 bytes that sort as the keys do.
pub(in crate::store) trait RowKey: Clone + PartialEq {
    /// Appends the key's bytes.
    fn write(&self, bytes: &mut Vec<u8>);

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(32);
        self.write(&mut bytes);
        bytes
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self>;
}

impl RowKey for String {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self.as_bytes());
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        Self::from_utf8(bytes.to_vec()).ok()
    }
}

impl RowKey for Key {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.0);
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

/// Big endian, as all numbers in keys.
impl RowKey for u32 {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.to_be_bytes());
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self::from_be_bytes)
    }
}

/// A number followed by the rest of the key.
impl<Rest: RowKey> RowKey for (u32, Rest) {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (first, rest) = bytes.split_first_chunk()?;
        Some((u32::from_be_bytes(*first), Rest::of_bytes(rest)?))
    }
}

impl RowKey for (u32, u32, u32) {
    fn write(&self, bytes: &mut Vec<u8>) {
        (self.0, (self.1, self.2)).write(bytes);
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        <(u32, (u32, u32))>::of_bytes(bytes).map(|(one, (two, three))| (one, two, three))
    }
}

/// A ladder's name followed by a puzzle's key.
impl RowKey for (String, Key) {
    fn write(&self, bytes: &mut Vec<u8>) {
        write_name(&self.0, bytes);
        self.1.write(bytes);
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (name, key) = named::<16>(bytes)?;
        Some((name.to_owned(), Key(key)))
    }
}

/// Appends the id of a ladder and a byte 0. The id of hsolve, the usual ladder, is omitted.
pub(super) fn write_name(name: &str, bytes: &mut Vec<u8>) {
    if name != Ladder::HSOLVE {
        bytes.extend_from_slice(name.as_bytes());
    }
    bytes.push(0);
}

/// Returns the id of the ladder and the `N` bytes after it.
pub(super) fn named<const N: usize>(bytes: &[u8]) -> Option<(&str, [u8; N])> {
    let at = bytes.len().checked_sub(N + 1)?;
    let (name, rest) = (bytes.get(..at)?, bytes.get(at..)?);
    let (zero, rest) = rest.split_first()?;
    let name = if name.is_empty() { Ladder::HSOLVE } else { std::str::from_utf8(name).ok()? };
    (*zero == 0 && !name.contains('\0')).then_some((name, rest.try_into().ok()?))
}
