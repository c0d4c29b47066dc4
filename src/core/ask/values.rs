//! Values of requests as users write them, for any format of serde: numbers or texts, ranges as
//! `24..30`.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::contradiction::{Clash, Contradiction};
use super::criterion::{HasKind, Intersect, Kind};
use super::name::Name;
use super::text;
use crate::rating::er::Score;
use crate::rating::labels::Label;
use crate::record::Origin;
use crate::symmetry::ClueSymmetry;

/// A value that serde reads and writes as it is.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct Plain<T>(pub T);

/// Makes wrappers of their values.
macro_rules! wrap {
    ($([$($generic:tt)*] $type:ty: $of:ty;)*) => {
        $(impl<$($generic)*> From<$of> for $type {
            fn from(value: $of) -> Self {
                Self(value)
            }
        })*
    };
}

wrap! {
    [T] Plain<T>: T;
    [T] AsText<T>: Option<T>;
    [U: Unit] Span<U>: Option<RangeInclusive<U::Value>>;
    [] Count: u32;
    [] MaybeCount: Option<u32>;
    [] Nearest: Option<f64>;
    [] OfBox: u8;
    [T] NameList<T>: Vec<T>;
}

/// The [`Kind`] of each type.
macro_rules! kinds {
    ($($type:ty: $kind:expr;)*) => {
        $(impl HasKind for $type {
            const KIND: Kind = $kind;
        })*
    };
}
kinds! {
    Plain<bool>: Kind::Flag;
    Plain<Option<String>>: Kind::Text;
    Plain<Option<Origin>>: Kind::Choice(&Origin::NAMES);
    Plain<ClueSymmetry>: Kind::Choice(&ClueSymmetry::NAMES);
    Count: Kind::Count;
    MaybeCount: Kind::Count;
    Nearest: Kind::Numbers;
    OfBox: Kind::Whole;
}

impl Intersect for Plain<bool> {
    fn both(Self(one): Self, Self(two): Self) -> Result<Self, Contradiction> {
        Ok(Self(one || two))
    }
}

impl Intersect for Plain<ClueSymmetry> {
    /// Returns the symmetry that includes both.
    fn both(Self(takes): Self, Self(asked): Self) -> Result<Self, Contradiction> {
        // A clue pattern with the first symmetry has the second, too.
        let has = |one, other| {
            one == other
                || other == ClueSymmetry::None
                || (one, other) == (ClueSymmetry::Rot90, ClueSymmetry::Rot180)
        };
        match (has(asked, takes), has(takes, asked)) {
            (true, _) => Ok(Self(asked)),
            (_, true) => Ok(Self(takes)),
            _ => Err(Contradiction::Symmetry(Clash { level: None, takes, asked })),
        }
    }
}

/// An optional value that is written as its text.
pub struct AsText<T>(pub Option<T>);

impl<T> HasKind for AsText<T> {
    const KIND: Kind = Kind::Text;
}

impl<T> Intersect for AsText<T> {
    /// Returns the second, which replaces the first.
    fn both(Self(one): Self, Self(two): Self) -> Result<Self, Contradiction> {
        Ok(Self(two.or(one)))
    }
}

impl<T: Display> Serialize for AsText<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(value) => to.collect_str(value),
            None => to.serialize_none(),
        }
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for AsText<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map(|value| Self(Some(value))).map_err(D::Error::custom)
    }
}

/// The unit of a range.
pub trait Unit {
    /// A value.
    type Value: Copy + PartialOrd;
    /// Whole or other numbers.
    const KIND: Kind;
    /// An example of a value or range.
    const EXAMPLE: &str;

    /// Reads one value, or a range.
    fn read(text: &str) -> Result<RangeInclusive<Self::Value>, String>;

    /// Writes an end of a range; empty if it is open.
    fn write(value: Self::Value) -> String;

    /// Returns the contradiction of two ranges without a common value.
    fn contradiction(clash: Clash<RangeInclusive<Self::Value>>) -> Contradiction;
}

macro_rules! unit {
    ($(#[$about:meta])+ $unit:ident, $value:ty, $kind:ident, $read:path, $write:path, $clash:ident, $example:literal) => {
        $(#[$about])+
        pub enum $unit {}

        impl Unit for $unit {
            type Value = $value;
            const KIND: Kind = Kind::$kind;
            const EXAMPLE: &str = $example;
            fn read(text: &str) -> Result<RangeInclusive<$value>, String> {
                $read(text)
            }
            fn write(value: $value) -> String {
                $write(&value)
            }
            fn contradiction(clash: Clash<RangeInclusive<$value>>) -> Contradiction {
                Contradiction::$clash(clash)
            }
        }
    };
}
unit!(
    /// Tiers of the ladder.
    Tiers, u8, Wholes, text::tiers, u8::to_string, Tier, "2..5"
);
unit!(
    /// Scores m(B).
    Scores, f64, Numbers, text::scores, finite, Score, "2000..4500"
);
unit!(
    /// Estimated minutes.
    Minutes, f64, Numbers, text::minutes, finite, Minutes, "8..12"
);
unit!(
    /// Percentiles of the score.
    Percentiles, f64, Numbers, text::percentiles, finite, Percentile, "80..90"
);
unit!(
    /// Sudoku Explainer ratings.
    Ratings, Score, Numbers, text::ratings, Score::to_string, Rating, "7.0..7.4"
);
unit!(
    /// Numbers of clues.
    Clues, usize, Wholes, text::clues, usize::to_string, Clues, "24..30"
);
unit!(
    /// Steps of an explanation.
    Steps, usize, Wholes, text::steps, usize::to_string, HardestAt, "20..40"
);

/// Writes a number; empty for an open end.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the functions beside it take it")]
fn finite(number: &f64) -> String {
    if number.is_finite() { number.to_string() } else { String::new() }
}

/// An optional range: a number or a text as `24..30`.
pub struct Span<U: Unit>(pub Option<RangeInclusive<U::Value>>);

impl<U: Unit> HasKind for Span<U> {
    const KIND: Kind = U::KIND;
}

impl<U: Unit> Intersect for Span<U> {
    fn both(Self(one): Self, Self(two): Self) -> Result<Self, Contradiction> {
        let (takes, asked) = match (one, two) {
            (Some(takes), Some(asked)) => (takes, asked),
            (one, two) => return Ok(Self(one.or(two))),
        };
        let later = |a: U::Value, b: U::Value| if a > b { a } else { b };
        let first = later(*takes.start(), *asked.start());
        let last = if takes.end() < asked.end() { *takes.end() } else { *asked.end() };
        if first <= last {
            return Ok(Self(Some(first..=last)));
        }
        Err(U::contradiction(Clash { level: None, takes, asked }))
    }
}

/// Returns the single value that a range was written as: `60` for 60 to below 61. `None` if it has
/// two ends.
pub fn one<U: Unit>(range: &RangeInclusive<U::Value>) -> Option<String> {
    Some(U::write(*range.start())).filter(|one| U::read(one).ok().as_ref() == Some(range))
}

impl<U: Unit> Serialize for Span<U> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Some(range) = &self.0 else { return to.serialize_none() };
        let Some(from) = one::<U>(range) else {
            let (from, end) = (U::write(*range.start()), U::write(*range.end()));
            return to.collect_str(&format_args!("{from}..{end}"));
        };
        match (from.parse::<u64>(), from.parse::<f64>()) {
            (Ok(whole), _) => to.serialize_u64(whole),
            (_, Ok(number)) => to.serialize_f64(number),
            _ => to.serialize_str(&from),
        }
    }
}

impl<'de, U: Unit> Deserialize<'de> for Span<U> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = from.deserialize_any(Written(U::EXAMPLE))?;
        U::read(&text).map(|range| Self(Some(range))).map_err(D::Error::custom)
    }
}

/// A number of puzzles: a number or a text as `1k`.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Count(pub u32);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = from.deserialize_any(Written("1000"))?;
        text::count(&text).map(Self).map_err(D::Error::custom)
    }
}

/// An optional [`Count`].
#[derive(Serialize)]
#[serde(transparent)]
pub struct MaybeCount(pub Option<u32>);

impl<'de> Deserialize<'de> for MaybeCount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Count::deserialize(from).map(|count| Self(Some(count.0)))
    }
}

/// A number above 0 that puzzles are to be near to.
#[derive(Serialize)]
#[serde(transparent)]
pub struct Nearest(pub Option<f64>);

impl<'de> Deserialize<'de> for Nearest {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = from.deserialize_any(Written("5000"))?;
        let number = text.trim().parse().ok().filter(|one: &f64| one.is_finite() && *one > 0.0);
        let wrong = || D::Error::custom(format!("{text}: give one number above 0, as 5000"));
        number.ok_or_else(wrong).map(|number| Self(Some(number)))
    }
}

impl Intersect for Nearest {
    /// Returns the second, which replaces the first.
    fn both(Self(one): Self, Self(two): Self) -> Result<Self, Contradiction> {
        Ok(Self(two.or(one)))
    }
}

/// Clues of a box, at most 9.
#[derive(Serialize)]
#[serde(transparent)]
pub struct OfBox(pub u8);

impl<'de> Deserialize<'de> for OfBox {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u64::deserialize(from)? {
            clues @ 0..=9 => Ok(Self(clues as u8)),
            clues => Err(D::Error::custom(format!("{clues}: a box has 9 cells"))),
        }
    }
}

impl Intersect for OfBox {
    fn both(Self(one): Self, Self(two): Self) -> Result<Self, Contradiction> {
        Ok(Self(one.max(two)))
    }
}

/// Names: a text with commas, or a list.
pub struct NameList<T>(pub Vec<T>);

/// Names of techniques.
pub type Names = NameList<Name>;

/// The elements of lists.
pub trait NamedValue: AsRef<str> + FromStr<Err: Display> {
    /// An example of a name.
    const EXAMPLE: &str;
}

impl NamedValue for Name {
    const EXAMPLE: &str = "x-wing";
}

impl NamedValue for Label {
    const EXAMPLE: &str = "steady";
}

impl<T> HasKind for NameList<T> {
    const KIND: Kind = Kind::Names;
}

impl<T: PartialEq> Intersect for NameList<T> {
    fn both(Self(mut one): Self, Self(two): Self) -> Result<Self, Contradiction> {
        for name in two {
            if !one.contains(&name) {
                one.push(name);
            }
        }
        Ok(Self(one))
    }
}

impl<T: NamedValue> Serialize for NameList<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(AsRef::as_ref))
    }
}

impl<'de, T: NamedValue> Deserialize<'de> for NameList<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = from.deserialize_any(Written(T::EXAMPLE))?;
        let names = text.split(',').filter(|name| !name.trim().is_empty()).map(str::parse);
        names.collect::<Result<_, _>>().map(Self).map_err(D::Error::custom)
    }
}

/// Reads a number, a text or several texts as one text; errors show the example.
struct Written(&'static str);

impl<'de> Visitor<'de> for Written {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number or a text such as {:?}", self.0)
    }

    fn visit_i64<E>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E>(self, number: f64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut texts: A) -> Result<String, A::Error> {
        let mut all: Vec<String> = Vec::new();
        while let Some(text) = texts.next_element()? {
            all.push(text);
        }
        Ok(all.join(","))
    }
}
