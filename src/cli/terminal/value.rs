//! [`Value`]: the content of a cell of a table.

use std::borrow::Cow;
use std::fmt;

use seeddb_core::rating::levels::shown;
use seeddb_database::visible::{visible, visible_but};
use serde::{Serialize, Serializer};

use super::no_formula;

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// No value, or an unknown one.
    Nothing,
    /// A whole number.
    Count(u64),
    /// A number, printed with one decimal place.
    Score(f64),
    /// A number, printed with two decimal places.
    Ratio(f64),
    /// A number, printed with three decimal places.
    Coefficient(f64),
    /// A boolean: `true` or `false`.
    Flag(bool),
    /// Several values, in JSON an array.
    List(Vec<Value>),
    /// A JSON value.
    Json(serde_json::Value),
    /// Anything else.
    Text(String),
}

impl Value {
    /// A rounded number: with two decimal places if it has them, else with one.
    pub fn rounded(number: f64) -> Self {
        if (number - shown(number)).abs() > 0.001 {
            Self::Ratio(number)
        } else {
            Self::Score(number)
        }
    }

    /// A number with two decimal places, if there is one.
    pub fn ratio(number: Option<f64>) -> Self {
        number.map_or(Self::Nothing, Self::Ratio)
    }

    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Nothing => "".into(),
            Self::Count(count) => count.to_string().into(),
            Self::Score(score) => format!("{:.1}", shown(*score)).into(),
            Self::Ratio(ratio) => format!("{ratio:.2}").into(),
            Self::Coefficient(coefficient) => format!("{coefficient:.3}").into(),
            Self::Flag(flag) => flag.to_string().into(),
            Self::List(values) => {
                values.iter().map(Self::text).collect::<Vec<_>>().join(", ").into()
            }
            Self::Text(text) => text.into(),
            Self::Json(value) => value.to_string().into(),
        }
    }

    /// The text for people, safe to print in a terminal.
    pub fn shown(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => visible(text),
            Self::List(_) | Self::Json(_) => visible(&self.text()).into_owned().into(),
            number => number.text(),
        }
    }

    /// The text for a spreadsheet or a terminal. Control characters are escaped, except newline and
    /// tab, which CSV quotes.
    pub fn csv(&self) -> String {
        match self {
            Self::Text(_) | Self::List(_) | Self::Json(_) => {
                visible_but(&no_formula(self.text()), &['\n', '\t']).into_owned()
            }
            number => number.text().into_owned(),
        }
    }

    /// Whether the value is aligned as a number.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Count(_) | Self::Score(_) | Self::Ratio(_) | Self::Coefficient(_))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.shown())
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => serializer.serialize_none(),
            Self::Count(count) => serializer.serialize_u64(*count),
            // Numbers have as many decimal places as in text; infinite bounds are null in JSON.
            Self::Score(_) | Self::Ratio(_) | Self::Coefficient(_) => {
                self.text().parse::<f64>().ok().serialize(serializer)
            }
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::List(values) => values.serialize(serializer),
            Self::Json(value) => value.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl From<serde_json::Value> for Value {
    fn from(value: serde_json::Value) -> Self {
        use serde_json::Value as Json;
        match value {
            Json::Null => Self::Nothing,
            Json::Bool(flag) => Self::Flag(flag),
            Json::Number(number) => match number.as_u64() {
                Some(count) => Self::Count(count),
                None => number.as_f64().map_or(Self::Nothing, Self::rounded),
            },
            Json::String(text) => Self::Text(text),
            Json::Array(all) => Self::List(all.into_iter().map(Self::from).collect()),
            object @ Json::Object(_) => Self::Json(object),
        }
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Value {
    fn from(score: f64) -> Self {
        Self::Score(score)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

/// Conversions from the other integer types.
macro_rules! counts {
    ($($number:ty)*) => {$(
        impl From<$number> for Value {
            fn from(count: $number) -> Self {
                Self::Count(count.into())
            }
        }
    )*};
}
counts!(u8 u16 u32 u64);

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}
