//! [`Fact`]: a value in the data of an error.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{self, PathBuf};

use serde::Serialize;

use crate::symmetry::{ClueSymmetry, Fraction, Id};

/// The data of an error: values by name.
pub type Data = BTreeMap<&'static str, Datum>;

/// A value in the data of an error.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Datum {
    /// Yes or no.
    Flag(bool),
    /// A count.
    Count(u64),
    /// A score.
    Number(f64),
    /// A text; also an id, a path, a day or a range.
    Text(String),
    /// Several values.
    List(Vec<Datum>),
    /// Several values with names.
    Object(Data),
}

/// A value that can be part of an error's data.
pub trait Fact {
    /// Returns the value as data; `None` if there is none.
    fn datum(&self) -> Option<Datum> {
        None
    }

    /// Adds it to the data of an error, under this name or its own names.
    fn put(&self, key: &'static str, data: &mut Data) {
        data.extend(self.datum().map(|datum| (key, datum)));
    }
}

/// Implements [`Fact`] for types by their displayed text, or by a function.
#[macro_export]
macro_rules! facts {
    ($($type:ty),+ $(,)?) => { $crate::facts!(ToString::to_string => $($type),+); };
    ($as_told:expr => $($type:ty),+ $(,)?) => {$(
        impl $crate::error::Fact for $type {
            fn datum(&self) -> Option<$crate::error::Datum> {
                Some($crate::error::Datum::from($as_told(self)))
            }
        }
    )+};
}

macro_rules! data {
    ($($variant:ident $as_is:ident: $($type:ty),+;)+) => {$($(
        impl From<$type> for Datum {
            fn from(value: $type) -> Self {
                Self::$variant(data!($as_is value))
            }
        }
    )+)+};
    (is $value:ident) => { $value };
    (is_small $value:ident) => { $value.into() };
    (is_size $value:ident) => { $value as u64 };
}

data! {
    Flag is: bool;
    Count is: u64;
    Count is_small: u8, u16, u32;
    Count is_size: usize;
    Number is: f64;
    Text is: String;
    List is: Vec<Datum>;
    Object is: Data;
}

facts!(Clone::clone => bool, u8, u16, u32, u64, usize, f64);
facts!(str, String, std::io::Error, ClueSymmetry, Fraction, Id);
facts!(|path: &PathBuf| path.display().to_string() => PathBuf);
facts!(ends => RangeInclusive<u8>, RangeInclusive<usize>);

/// Writes both ends, as `30..40`.
pub fn ends<T: Display>(range: &RangeInclusive<T>) -> String {
    format!("{}..{}", range.start(), range.end())
}

/// Splits names at commas.
pub fn listed(names: &str) -> Vec<&str> {
    names.split(", ").filter(|name| !name.is_empty()).collect()
}

impl Fact for () {}

impl<T: Fact + ?Sized> Fact for &T {
    fn datum(&self) -> Option<Datum> {
        (**self).datum()
    }

    fn put(&self, key: &'static str, data: &mut Data) {
        (**self).put(key, data);
    }
}

impl<T: Fact> Fact for Box<T> {
    fn datum(&self) -> Option<Datum> {
        (**self).datum()
    }

    fn put(&self, key: &'static str, data: &mut Data) {
        (**self).put(key, data);
    }
}

impl<T: Fact> Fact for Option<T> {
    fn datum(&self) -> Option<Datum> {
        self.as_ref()?.datum()
    }
}

impl<T: Fact> Fact for [T] {
    fn datum(&self) -> Option<Datum> {
        Some(Datum::List(self.iter().filter_map(Fact::datum).collect()))
    }
}

impl<T: Fact> Fact for Vec<T> {
    fn datum(&self) -> Option<Datum> {
        self.as_slice().datum()
    }
}

/// A path is written in words by its display.
pub trait ShownPath {
    /// Returns the display of the path.
    fn shown(&self) -> path::Display<'_>;
}

impl ShownPath for PathBuf {
    fn shown(&self) -> path::Display<'_> {
        self.display()
    }
}

/// All other types are written in words as they are.
pub trait InWords: Copy {
    /// Returns the value itself.
    fn shown(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> InWords for &T {}

/// A field of an error that has paths.
pub trait Paths {
    /// Returns its paths, which may be changed.
    fn paths(&mut self) -> Vec<&mut PathBuf>;
}

impl Paths for PathBuf {
    fn paths(&mut self) -> Vec<&mut PathBuf> {
        vec![self]
    }
}

impl<T: Paths> Paths for Box<T> {
    fn paths(&mut self) -> Vec<&mut PathBuf> {
        (**self).paths()
    }
}

/// All other types have none.
pub trait NoPaths {
    /// Returns no path.
    fn paths<'a>(&mut self) -> Vec<&'a mut PathBuf> {
        Vec::new()
    }
}

impl<T: ?Sized> NoPaths for &mut T {}
