//! A line of a dump, as described in `FORMATS.md`: an object whose key `record` names its kind. The
//! other keys are those of the record as serde writes it, preceded by facts about it.

use std::fmt::Display;
use std::io;

use seeddb_ledger::{Identity, Whole};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::symmetry::{Fraction, Key};
use crate::visible::VisibleJson;

pub(super) const FORMAT: u32 = 2;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub format: u32,
    #[serde(default)]
    pub version: String,
}

/// The last line: the number of records of each kind, and the checksum of all lines before it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub seeds: Option<u64>,
    pub batches: Option<u64>,
    pub keys: Option<u64>,
    pub puzzles: Option<u64>,
    pub books: Option<u64>,
    pub places: Option<u64>,
    pub events: Option<u64>,
    /// The BLAKE3 checksum, hexadecimal.
    pub blake3: Option<String>,
}

/// Facts about the database as a whole.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WholeLine {
    #[serde(default, with = "shown")]
    pub identity: Option<Identity>,
    #[serde(default, with = "shown")]
    pub partition: Option<Fraction>,
    #[serde(default)]
    pub shard: Option<ShardLine>,
    #[serde(default)]
    pub editions: Vec<u32>,
    /// The level table as TOML.
    #[serde(default)]
    pub levels: Option<String>,
    /// Other texts, each as its name, a blank and the text: losses, accepted or not.
    #[serde(default)]
    pub kept: Option<Vec<String>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShardLine {
    #[serde(with = "shown")]
    pub part: Option<Fraction>,
    pub search: String,
}

/// A key without a puzzle.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyLine {
    pub key: Key,
}

impl From<&Whole> for WholeLine {
    fn from(whole: &Whole) -> Self {
        let shard = whole.shard.as_ref();
        let kept = whole.kept.iter().map(|(name, text)| format!("{name} {text}"));
        Self {
            identity: whole.identity,
            partition: whole.partition,
            shard: shard.map(|own| ShardLine { part: Some(own.part), search: own.search.clone() }),
            editions: whole.editions.clone(),
            levels: whole.levels.as_ref().map(crate::level_table::write),
            kept: (!whole.kept.is_empty()).then(|| kept.collect()),
        }
    }
}

/// Serialises values as displayed, and parses them.
mod shown {
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

/// A function that writes a value as JSON.
type Written<'a> =
    &'a dyn Fn(&mut serde_json::Serializer<&mut Vec<u8>, VisibleJson>) -> serde_json::Result<()>;

/// Writes the line of a record, with the keys of `beside` first, without keys that are null or
/// false, and without the line end.
pub(super) fn write(
    text: &mut Vec<u8>,
    kind: &str,
    beside: &impl Serialize,
    record: &impl Serialize,
) -> io::Result<()> {
    let mut all = format!("{{\"record\":\"{kind}\"").into_bytes();
    let mut json = Vec::new();
    let mut append = |value: Written<'_>| {
        json.clear();
        value(&mut serde_json::Serializer::with_formatter(&mut json, VisibleJson))?;
        // The keys without the braces; empty if there are none.
        if let Some(keys) = json.get(1..json.len() - 1).filter(|keys| !keys.is_empty()) {
            all.push(b',');
            all.extend_from_slice(keys);
        }
        Ok::<_, io::Error>(())
    };
    append(&|to| beside.serialize(to))?;
    append(&|to| record.serialize(to))?;
    all.push(b'}');
    without_what_is_empty(&all, text);
    Ok(())
}

/// A record without further keys.
#[derive(Serialize)]
pub(super) struct Nothing {}

/// Appends JSON without keys whose values are null or false. The first key of an object must have
/// one.
fn without_what_is_empty(json: &[u8], text: &mut Vec<u8>) {
    let mut rest = json;
    while let Some((first, _)) = rest.split_first() {
        // Quotes inside texts are escaped, so a key begins here, or a text in a list.
        let skipped = rest.strip_prefix(b",\"").and_then(|key| {
            let end = key.iter().position(|&byte| byte == b'"')?;
            let value = key[end..].strip_prefix(b"\":")?;
            let empty = [&b"null"[..], b"false"].into_iter().find(|own| value.starts_with(own))?;
            Some(2 + end + 2 + empty.len())
        });
        if let Some(skipped) = skipped {
            rest = &rest[skipped..];
        } else {
            text.push(*first);
            rest = &rest[1..];
        }
    }
}

/// Parses a line into its kind and its other keys.
pub(super) fn read(line: &str) -> Result<(String, Map<String, Value>), String> {
    let mut keys: Map<String, Value> = serde_json::from_str(line).map_err(|error| {
        let words = error.to_string();
        // Each line is parsed alone, so the line number is always 1.
        let (what, _) = words.rsplit_once(" at line 1 ").unwrap_or((&words, ""));
        match error.column() {
            0 => what.to_owned(),
            column => format!("{what} (column {column})"),
        }
    })?;
    keys.retain(|_, value| !value.is_null());
    let kind = take(&mut keys, "record")?.ok_or("it does not say which record it is")?;
    Ok((kind, keys))
}

/// Removes a key and parses its value.
pub(super) fn take<T: DeserializeOwned>(
    keys: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<T>, String> {
    let value = keys.remove(name).filter(|value| !value.is_null());
    value.map(|value| serde_json::from_value(value).map_err(of(name))).transpose()
}

/// Parses a record; fails on unknown keys.
pub(super) fn record<R: DeserializeOwned>(keys: Map<String, Value>) -> Result<R, String> {
    serde_json::from_value(Value::Object(keys)).map_err(|error| error.to_string())
}

fn of<E: Display>(name: &str) -> impl Fn(E) -> String {
    move |error| format!("{name}: {error}")
}
