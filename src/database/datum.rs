//! [`Datum`]: a value of the data of an error.

use std::collections::BTreeMap;

use serde::Serialize;

/// A value of the [data](super::Error::data) of an error. It serializes as what it holds.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Datum {
    /// A number of things, or the number of one.
    Count(u64),
    /// Any other number.
    Number(f64),
    /// Whether it is so.
    Flag(bool),
    /// Text: a name, an id, a path, a day as `2027-01-31`.
    Text(String),
    /// Several.
    List(Vec<Datum>),
    /// Several with names.
    Map(BTreeMap<&'static str, Datum>),
}

impl Datum {
    /// What it prints as.
    pub(super) fn of(value: impl std::fmt::Display) -> Self {
        Self::Text(value.to_string())
    }
}

impl From<u64> for Datum {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Datum {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for Datum {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<f64> for Datum {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Datum {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Datum {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Datum {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<&std::path::PathBuf> for Datum {
    fn from(path: &std::path::PathBuf) -> Self {
        Self::Text(path.display().to_string())
    }
}
