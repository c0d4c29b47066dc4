//! Requests as command-line flags.

use seeddb_core::ask::keyed::Keyed;
use seeddb_database::{DrawOptions, Part};
use serde_json::Value;

/// The keys that come first, on difficulty.
const FIRST: [&str; 5] = ["level", "tier", "score", "er", "minutes"];

/// A part as flags: `--level expert --count 100`.
pub fn part(part: &Part) -> String {
    let Ok(Value::Object(values)) = serde_json::to_value(part) else { return String::new() };
    let flag = |key: &str| {
        let text = match values.get(key)? {
            Value::Bool(_) => return Some(format!("--{key}")),
            Value::String(text) => text.clone(),
            Value::Array(names) => {
                names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(",")
            }
            other => other.to_string(),
        };
        Some(format!("--{key} {text}"))
    };
    let rest = Part::keys().into_iter().filter(|key| !FIRST.contains(key));
    FIRST.into_iter().chain(rest).filter_map(flag).collect::<Vec<_>>().join(" ")
}

/// The recorded request of a batch in words, with `+` between parts. Imports record words
/// themselves.
pub fn request(kept: &str) -> String {
    let Ok(options) = serde_json::from_str::<DrawOptions>(kept) else { return kept.to_owned() };
    let mut parts: Vec<String> = options.part.iter().map(part).collect();
    if let (Some(own), Some(first)) = (options.partition, parts.first_mut()) {
        *first = format!("{first} --partition {own}");
    }
    parts.join(" + ")
}
