//! Values as lines have them.

use crate::record::moment;

/// Values as they are displayed, and read from text.
pub(super) mod shown_one {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// [`shown_one`], if there is one.
pub(super) mod shown {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "so serde calls it")]
    pub fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(to)
    }

    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

/// A time as text; one after the year 9999 in seconds.
pub(super) fn time(seconds: Option<u64>) -> Option<String> {
    seconds.map(|seconds| moment(seconds).unwrap_or_else(|| seconds.to_string()))
}

/// The seconds of such a time.
pub(in super::super) fn seconds(time: Option<&str>) -> Result<Option<u64>, String> {
    let Some(time) = time else { return Ok(None) };
    let read = || {
        if let Ok(seconds) = time.parse() {
            return Some(seconds);
        }
        let time: jiff::Timestamp = time.parse().ok()?;
        u64::try_from(time.as_second()).ok()
    };
    let words = || format!("{time:?} is no time such as 2027-01-31T12:00:00Z");
    read().map(Some).ok_or_else(words)
}
