//! The row of a table as cells, each with the name of its column, so that values cannot be
//! misplaced.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::Value;

/// The name of a column, and a value.
pub type Cell = (Cow<'static, str>, Value);

/// The fields of a struct. Fields of type `f64` must be rounded to one or two decimal places.
pub fn cells(row: &impl Serialize) -> Vec<Cell> {
    let text = serde_json::to_string(row);
    let read = text.and_then(|text| serde_json::from_str::<Members>(&text));
    read.expect("a row of a table is a struct").0
}

/// The cells of columns that no struct has.
pub fn named<const N: usize>(cells: [(&'static str, Value); N]) -> Vec<Cell> {
    cells.map(|(name, value)| (name.into(), value)).into()
}

/// The names of the columns.
pub fn names(cells: Vec<Cell>) -> Vec<Cow<'static, str>> {
    cells.into_iter().map(|(name, _)| name).collect()
}

/// The values without the names.
pub fn values(cells: Vec<Cell>) -> Vec<Value> {
    cells.into_iter().map(|(_, value)| value).collect()
}

/// The members of a JSON object, in their order.
struct Members(Vec<Cell>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Self(Vec::new()))
    }
}

impl<'de> Visitor<'de> for Members {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row of a table")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some((name, value)) = map.next_entry::<String, serde_json::Value>()? {
            self.0.push((name.into(), value.into()));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_under_its_name() {
        #[derive(Default, Serialize)]
        struct Row<'a> {
            count: u64,
            #[serde(rename = "first step")]
            first: Option<f64>,
            words: &'a str,
        }
        let row = Row { count: 3, first: Some(1.25), words: "a" };
        let own = [3u64.into(), Value::Ratio(1.25), "a".into()];
        assert_eq!(names(cells(&row)), ["count", "first step", "words"]);
        assert_eq!(values(cells(&row)), own);
        let empty = cells(&Row::default());
        assert_eq!(names(empty.clone()), names(cells(&row)));
        assert_eq!(values(empty), [0u64.into(), Value::Nothing, "".into()]);
        assert!(serde_json::from_str::<Members>("[1, 2]").is_err());
    }
}
