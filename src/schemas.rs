//! What the outputs of the program look like, for programs that read them: names, types and meanings of their keys, and the same as
//! [JSON Schema](https://json-schema.org/draft/2020-12). All of it is read out of the tables of `FORMATS.md`, which is the one place
//! that says it; a test compares the page with what the commands print.
//!
//! ```
//! let draw = seeddb::schemas::outputs().into_iter().find(|output| output.name == "draw").ok_or("none")?;
//! assert_eq!((draw.keys[0].name, draw.keys[0].kind), ("puzzle", "text"));
//! assert_eq!(draw.schema()["properties"]["tier"]["type"], "integer");
//! # Ok::<(), &str>(())
//! ```

use serde_json::{Map, Value, json};

const PAGE: &str = include_str!("FORMATS.md");

/// A key of the rows of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Its type, as the page names it: `text`, `integer`, `number`, `true/false`, `texts`, `integers`; with `?` it may be null.
    pub kind: &'static str,
    /// What it says, in Markdown.
    pub about: &'static str,
    /// Whether only some of the requests have it.
    pub optional: bool,
}

/// The rows that a command prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// The command, with the flags that choose these rows if there are others: `explain --summary`.
    pub name: &'static str,
    /// In the order in which they come.
    pub keys: Vec<Key>,
}

/// All outputs, in the order of the page.
///
/// A heading of the third or fourth level names outputs, with commas between them. The first table below it has the keys of each row,
/// and those that follow have keys that come on some conditions.
pub fn outputs() -> Vec<Output> {
    let mut all = Vec::new();
    let mut names = "";
    let mut keys: Vec<Key> = Vec::new();
    let mut tables = 0;
    let mut end = |names: &'static str, keys: &mut Vec<Key>| {
        let keys = std::mem::take(keys);
        if !keys.is_empty() {
            all.extend(names.split(", ").map(|name| Output { name, keys: keys.clone() }));
        }
    };
    for line in PAGE.lines() {
        if line.starts_with('#') {
            end(names, &mut keys);
            (names, tables) = (line.trim_start_matches('#').trim(), 0);
            continue;
        }
        let Some(row) = line.strip_prefix('|') else { continue };
        let mut cells = row.trim_end_matches('|').splitn(3, '|').map(str::trim);
        match (cells.next(), cells.next(), cells.next()) {
            (Some("key"), Some("type"), _) => tables += 1,
            (Some(name), Some(kind), Some(about)) if !name.starts_with("---") => {
                keys.push(Key { name, kind, about, optional: tables > 1 });
            }
            _ => {}
        }
    }
    end(names, &mut keys);
    all
}

impl Output {
    /// The JSON Schema of one row: a line of `--format jsonl`, an element of the array of `--format json`.
    pub fn schema(&self) -> Value {
        let properties: Map<String, Value> =
            self.keys.iter().map(|key| (key.name.to_owned(), key.schema())).collect();
        let required: Vec<&str> =
            self.keys.iter().filter(|key| !key.optional).map(|key| key.name).collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "type": "object",
            "properties": properties,
            "required": required,
        })
    }
}

impl Key {
    /// Whether it may be null.
    pub fn may_be_null(&self) -> bool {
        self.kind.ends_with('?')
    }

    fn schema(&self) -> Value {
        let (name, items) = match self.kind.trim_end_matches('?') {
            "text" => ("string", None),
            "true/false" => ("boolean", None),
            "texts" => ("array", Some("string")),
            "integers" => ("array", Some("integer")),
            number => (number, None),
        };
        let mut schema = if self.may_be_null() {
            json!({ "type": [name, "null"] })
        } else {
            json!({ "type": name })
        };
        if let Some(items) = items {
            schema["items"] = json!({ "type": items });
        }
        schema["description"] = self.about.into();
        schema
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_page_is_read() {
        let outputs = outputs();
        let names: HashSet<&str> = outputs.iter().map(|output| output.name).collect();
        assert_eq!(names.len(), outputs.len(), "an output has two headings");
        for output in &outputs {
            let keys: HashSet<&str> = output.keys.iter().map(|key| key.name).collect();
            assert_eq!(keys.len(), output.keys.len(), "{}", output.name);
            for key in &output.keys {
                let kinds = ["text", "integer", "number", "true/false", "texts", "integers"];
                assert!(
                    kinds.contains(&key.kind.trim_end_matches('?')),
                    "{}: {key:?}",
                    output.name
                );
                assert!(!key.about.is_empty(), "{}: {key:?}", output.name);
            }
        }
        let summary = outputs.iter().find(|output| output.name == "explain --summary").unwrap();
        assert_eq!(summary.schema()["properties"]["hardest"]["type"], json!(["string", "null"]));
        let draw = outputs.iter().find(|output| output.name == "draw").unwrap().schema();
        assert!(draw["properties"]["er"].is_object());
        assert!(!draw["required"].as_array().unwrap().contains(&json!("er")));
    }
}
