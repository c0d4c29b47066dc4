//! Serde modules for fields of records: short in a row of a database, plain in text.
//!
//! A record is one type with two forms: a row, for programs (not [human
//! readable](serde::Serializer::is_human_readable)), and text. Fields that a row keeps in fewer
//! bytes than serde would have a module here, to be named by `#[serde(with = "..")]`. Both forms
//! read back to the same value, to the bit.
//!
//! | module | row | text |
//! |---|---|---|
//! | [`number`], [`small`] | a *number* | a number |
//! | [`score`] | 0 for `None`; hundredths + 2; else 1 and the 8 bytes of the value | a number |
//! | [`scores`], [`mean`] | the first as a score, and the other unless `None` | a list; an object |
//! | [`cells`] | 11 bytes: bit c % 8 of byte c / 8 is cell c, row by row | 81 characters, 0 or 1 |
//! | [`puzzle`] | 24 bytes: the cells of its clues, and its solution as 13 | 81 characters |
//! | [`ladder`] | its id; empty for that of hsolve | its id |
//!
//! A *number* has seven bits in each byte, the lowest first; the highest bit of a byte is set if
//! another one follows.
//!
//! A solution is encoded cell by cell, row by row: each digit by its place among the digits that no
//! earlier cell of its row, column and box has. These places are the digits of two numbers, one for
//! the first three rows and one for the others, in a base that changes from cell to cell, the first
//! cell the lowest. The first number is less than 362880 · 86400 · 216, and the second, at most
//! 155520 · 60000 · 216 · 4374 · 256, is multiplied by that bound: their sum has 104 bits.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple as _, Serializer};

use crate::board::{Cell, CellSet, Digit, Grid, House, Puzzle, Solution};
use crate::logic::{Ladder, marks};
use crate::rating::hsolve::Score;

const MOST: usize = 64;
/// The number of bytes of a set of cells, and of a solution.
const CELLS: usize = 11;
const SOLUTION: usize = 13;

/// A field whose bytes determine their own number.
trait Short: Sized {
    fn write(&self, bytes: &mut Vec<u8>);
    fn read<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<Self, A::Error>;
}

fn byte<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<u8, A::Error> {
    from.next_element()?.ok_or_else(|| A::Error::custom("it ends too early"))
}

fn bytes<'de, const N: usize, A: SeqAccess<'de>>(from: &mut A) -> Result<[u8; N], A::Error> {
    let mut all = [0; N];
    for one in &mut all {
        *one = byte(from)?;
    }
    Ok(all)
}

impl Short for u64 {
    fn write(&self, bytes: &mut Vec<u8>) {
        let mut rest = *self;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }

    /// Reads the only encoding of a number: a final byte 0 is refused, except as the only byte.
    fn read<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
        let mut number = 0_u64;
        for shift in (0..Self::BITS).step_by(7) {
            let byte = byte(from)?;
            let bits = u64::from(byte & 0x7f);
            if (bits << shift) >> shift != bits || (byte == 0 && shift > 0) {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(A::Error::custom("a number does not read"))
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Short for $number {
            fn write(&self, bytes: &mut Vec<u8>) {
                u64::from(*self).write(bytes);
            }

            fn read<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
                u64::read(from)?.try_into().map_err(|_| A::Error::custom("a number is too great"))
            }
        }
    )*};
}

numbers!(u16, u32);

fn hundredths(value: f64) -> Option<u64> {
    let number = (value * 100.0).round() as u64;
    let is_exact = (number as f64 / 100.0).to_bits() == value.to_bits();
    (number < 1 << 52 && is_exact).then_some(number)
}

impl Short for Option<f64> {
    fn write(&self, bytes: &mut Vec<u8>) {
        let Some(value) = *self else { return 0_u64.write(bytes) };
        if let Some(number) = hundredths(value) {
            (number + 2).write(bytes);
        } else {
            1_u64.write(bytes);
            bytes.extend(value.to_le_bytes());
        }
    }

    fn read<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
        let value = match u64::read(from)? {
            0 => return Ok(None),
            1 => {
                Some(f64::from_le_bytes(bytes(from)?)).filter(|value| hundredths(*value).is_none())
            }
            number => Some((number - 2) as f64 / 100.0)
                .filter(|value| hundredths(*value) == Some(number - 2)),
        };
        value.map(Some).ok_or_else(|| A::Error::custom("a score does not read"))
    }
}

impl Short for Option<(f64, f64)> {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.map(|both| both.0).write(bytes);
        if let Some((_, second)) = *self {
            Some(second).write(bytes);
        }
    }

    fn read<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
        let Some(first) = Option::<f64>::read(from)? else { return Ok(None) };
        let second = Option::<f64>::read(from)?;
        let second = second.ok_or_else(|| A::Error::custom("one of two scores is missing"))?;
        Ok(Some((first, second)))
    }
}

impl Short for Option<Score> {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.map(|score| (score.mean, score.standard_error)).write(bytes);
    }

    fn read<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
        let score = |(mean, standard_error)| Score { mean, standard_error };
        Ok(Option::<(f64, f64)>::read(from)?.map(score))
    }
}

impl Short for CellSet {
    fn write(&self, bytes: &mut Vec<u8>) {
        let [first, second, third] = self.bands().map(u128::from);
        let bits = first | second << 27 | third << 54;
        bytes.extend(&bits.to_le_bytes()[..CELLS]);
    }

    fn read<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
        let mut all = [0; 16];
        all[..CELLS].copy_from_slice(&bytes::<CELLS, A>(from)?);
        let bits = u128::from_le_bytes(all);
        if bits >> 81 != 0 {
            return Err(A::Error::custom("there are 81 cells"));
        }
        Ok(Self::from_bands([0, 27, 54].map(|start| (bits >> start) as u32 & 0x7ff_ffff)))
    }
}

/// More than the number of ways to fill the first three rows.
const TOP: u128 = 362_880 * 86_400 * 216;
/// The number of cells in these rows.
const TOP_CELLS: usize = 27;

fn count(bits: u16) -> u64 {
    marks(bits).into()
}

/// The digits that each house lacks so far, as bits. The length is a power of two, which avoids
/// bounds checks.
struct Open([u16; House::COUNT.next_power_of_two()]);

impl Open {
    const ALL: Self = Self([(1 << 9) - 1; House::COUNT.next_power_of_two()]);

    fn at(&mut self, house: House) -> &mut u16 {
        let places = self.0.len();
        &mut self.0[house.index() % places]
    }

    /// Returns the digits that can be placed in a cell of these houses.
    fn of(&mut self, houses: [House; 3]) -> u16 {
        houses.into_iter().fold(u16::MAX, |all, house| all & *self.at(house))
    }

    fn take(&mut self, houses: [House; 3], bit: u16) {
        for house in houses {
            *self.at(house) &= !bit;
        }
    }
}

impl Short for Solution {
    fn write(&self, bytes: &mut Vec<u8>) {
        let mut open = Open::ALL;
        let mut cells = Cell::all().zip(self.digits());
        let mut part = |length: usize| {
            // The number encoded by the cells so far, and the weight of the next one's place.
            let (mut number, mut unit) = (0, 1);
            for (cell, digit) in cells.by_ref().take(length) {
                let houses = cell.houses();
                let (candidates, bit) = (open.of(houses), 1 << digit.index());
                number += unit * count(candidates & (bit - 1));
                unit *= count(candidates);
                open.take(houses, bit);
            }
            number
        };
        let (top, rest) = (part(TOP_CELLS), part(Cell::COUNT - TOP_CELLS));
        let number = u128::from(rest) * TOP + u128::from(top);
        bytes.extend(&number.to_le_bytes()[..SOLUTION]);
    }

    fn read<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
        let mut all = [0; 16];
        all[..SOLUTION].copy_from_slice(&bytes::<SOLUTION, A>(from)?);
        let number = u128::from_le_bytes(all);
        // The number has 104 bits, so the second part has at most 62.
        let mut parts = [(number % TOP) as u64, (number / TOP) as u64];
        let (mut open, mut digits) = (Open::ALL, [Digit::from_index(0); Cell::COUNT]);
        let wrong = || A::Error::custom("its solution does not read");
        for cell in Cell::all() {
            let (houses, part) =
                (cell.houses(), &mut parts[usize::from(cell.index() >= TOP_CELLS)]);
            let mut candidates = open.of(houses);
            let base = count(candidates);
            let place = part.checked_rem(base).ok_or_else(wrong)?;
            *part /= base;
            for _ in 0..place {
                candidates &= candidates - 1;
            }
            let digit = candidates.trailing_zeros();
            open.take(houses, 1 << digit);
            digits[cell.index()] = Digit::from_index(digit as usize);
        }
        // Each digit was one that its houses lacked.
        if parts == [0; 2] { Ok(Self::proved(digits)) } else { Err(wrong()) }
    }
}

/// The uniqueness of the solution is not checked.
impl Short for Puzzle {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.clues().write(bytes);
        self.solution().write(bytes);
    }

    fn read<'de, A: SeqAccess<'de>>(from: &mut A) -> Result<Self, A::Error> {
        Ok(Self::proved(CellSet::read(from)?, Solution::read(from)?))
    }
}

fn write<T: Short, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    let mut bytes = Vec::with_capacity(MOST);
    value.write(&mut bytes);
    let mut tuple = to.serialize_tuple(bytes.len())?;
    bytes.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
    tuple.end()
}

fn read<'de, T: Short, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    struct Read<T>(PhantomData<T>);

    impl<'de, T: Short> Visitor<'de> for Read<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<T, A::Error> {
            T::read(&mut from)
        }
    }

    from.deserialize_tuple(MOST, Read(PhantomData))
}

/// Reads a value from text by its `FromStr`.
fn parsed<'de, T, D: Deserializer<'de>>(
    from: D,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    read(&String::deserialize(from)?).map_err(D::Error::custom)
}

/// Defines the serde module of a kind of field, by functions that write and read its text.
macro_rules! field {
    ($doc:literal $name:ident: $value:ty, $to_text:expr, $of_text:expr) => {
        #[doc = $doc]
        #[allow(
            missing_docs,
            clippy::missing_errors_doc,
            clippy::ref_option,
            clippy::trivially_copy_pass_by_ref,
            reason = "as serde calls them"
        )]
        pub mod $name {
            use super::*;

            pub fn serialize<S: Serializer>(value: &$value, to: S) -> Result<S::Ok, S::Error> {
                if to.is_human_readable() { $to_text(value, to) } else { write(value, to) }
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$value, D::Error> {
                if from.is_human_readable() { $of_text(from) } else { read(from) }
            }
        }
    };
}

field!("A number." number: u32, Serialize::serialize, Deserialize::deserialize);
field!("A capacity, or the number of a half turn." small: u16, Serialize::serialize, Deserialize::deserialize);
field!("A mean number of checks, if there is one." score: Option<f64>, Serialize::serialize, Deserialize::deserialize);
field!("A least and a greatest score, if there are any." scores: Option<(f64, f64)>, Serialize::serialize, Deserialize::deserialize);
field!("A score with its standard error, if there is one." mean: Option<Score>, Serialize::serialize, Deserialize::deserialize);
field!("A set of cells." cells: CellSet, text_of_cells, cells_of_text);
field!("A puzzle. Read as text it is proved to have one solution." puzzle: Puzzle, text_of_puzzle, puzzle_of_text);

fn text_of_cells<S: Serializer>(cells: &CellSet, to: S) -> Result<S::Ok, S::Error> {
    let mark = |cell| if cells.contains(cell) { '1' } else { '0' };
    Cell::all().map(mark).collect::<String>().serialize(to)
}

fn cells_of_text<'de, D: Deserializer<'de>>(from: D) -> Result<CellSet, D::Error> {
    parsed(from, |text| {
        let marks = text.as_bytes();
        if marks.len() != Cell::COUNT || !marks.iter().all(|c| matches!(c, b'0' | b'1')) {
            return Err("cells have 81 characters, 0 or 1".to_owned());
        }
        Ok(Cell::all().filter(|cell| marks[cell.index()] == b'1').collect())
    })
}

fn text_of_puzzle<S: Serializer>(puzzle: &Puzzle, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(puzzle)
}

fn puzzle_of_text<'de, D: Deserializer<'de>>(from: D) -> Result<Puzzle, D::Error> {
    parsed(from, |text| {
        let grid: Grid = text.parse().map_err(|error| format!("its puzzle: {error}"))?;
        Puzzle::new(&grid).map_err(|error| format!("its puzzle: {error}"))
    })
}

/// The id of a ladder.
#[allow(missing_docs, clippy::missing_errors_doc, clippy::ptr_arg, reason = "as serde calls them")]
pub mod ladder {
    use super::{Deserialize, Deserializer, Ladder, Serialize, Serializer};

    pub fn serialize<S: Serializer>(id: &String, to: S) -> Result<S::Ok, S::Error> {
        let is_short = !to.is_human_readable() && id == Ladder::HSOLVE;
        (if is_short { "" } else { id }).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
        let is_text = from.is_human_readable();
        let id = String::deserialize(from)?;
        Ok(if !is_text && id.is_empty() { Ladder::HSOLVE.to_owned() } else { id })
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};
    use serde::de::value::{Error, SeqDeserializer};

    use super::*;
    use crate::generate::solution;

    fn written<T: Short>(value: &T) -> Vec<u8> {
        let mut bytes = Vec::new();
        value.write(&mut bytes);
        bytes
    }

    fn of<T: Short>(bytes: &[u8]) -> Result<T, Error> {
        T::read(&mut SeqDeserializer::<_, Error>::new(bytes.iter().copied()))
    }

    /// Checks that a value read from any bytes is written as the same bytes, as far as it read
    /// them. False if they are no value.
    fn has_one_form<T: Short>(bytes: &[u8]) -> bool {
        let Ok(value) = of::<T>(bytes) else { return false };
        let own = written(&value);
        assert!(bytes.starts_with(&own), "{bytes:?}, and not {own:?}");
        true
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        let rng = &mut SmallRng::seed_from_u64(4);
        for round in 0..20_000 {
            let solution = solution(rng);
            let bytes = written(&solution);
            assert_eq!((bytes.len(), of::<Solution>(&bytes)), (SOLUTION, Ok(solution)));
            let cells = CellSet::from_bits(rng.random());
            assert_eq!(of(&written(&cells)), Ok(cells));
            let number: u64 = rng.random::<u64>() >> rng.random_range(0..64);
            assert_eq!(of(&written(&number)), Ok(number));
            for value in [
                f64::from(round) / 100.0,
                f64::from_bits(rng.random()),
                number as f64 / 100.0,
                -0.0,
                f64::INFINITY,
            ] {
                let read = of::<Option<f64>>(&written(&Some(value))).unwrap().unwrap();
                assert_eq!(read.to_bits(), value.to_bits());
                let both = Some((value, 7.25));
                let read = of::<Option<(f64, f64)>>(&written(&both)).unwrap().unwrap();
                assert_eq!((read.0.to_bits(), read.1), (value.to_bits(), 7.25));
            }
            let mut bytes = written(&Some(f64::from(round) / 100.0));
            bytes.extend(written(&solution));
            bytes.resize(MOST, 0);
            for _ in 0..3 {
                bytes[rng.random_range(0..16)] = rng.random();
                has_one_form::<u64>(&bytes);
                has_one_form::<Option<f64>>(&bytes);
                has_one_form::<Option<(f64, f64)>>(&bytes);
                has_one_form::<CellSet>(&bytes);
                has_one_form::<Solution>(&bytes);
            }
        }
        assert_eq!(written(&Some(1351.04)), [0xc2, 0x9f, 8]);
        assert_eq!((written(&None::<f64>), written(&u64::MAX).len()), (vec![0], 10));
    }
}
