//! The formats of the program's outputs: names, types and meanings of their keys, also as [JSON
//! Schema](https://json-schema.org/draft/2020-12). All of it comes from the tables of `FORMATS.md`,
//! the only place that defines it; a test compares that page with the output of the commands.
//!
//! ```
//! let draw = seeddb_database::schemas::outputs().into_iter().find(|output| output.name == "draw").ok_or("none")?;
//! assert_eq!((draw.keys[0].name, draw.keys[0].kind), ("puzzle", "text"));
//! assert_eq!(draw.schema()["properties"]["tier"]["type"], "integer");
//! # Ok::<(), &str>(())
//! ```

use serde_json::{Map, Value, json};

const PAGE: &str = include_str!("FORMATS.md");

/// A key of the rows of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// The type as the page names it: `text`, `integer`, `number`, `true/false`, `texts`,
    /// `integers`, `object or text`, `integer or text`; with `?` the value may be null.
    pub kind: &'static str,
    /// The meaning, in Markdown.
    pub about: &'static str,
    /// Whether only some requests have the key.
    pub optional: bool,
}

/// The rows that a command prints, or the keys of a file that commands read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// The command, with the flags that select these rows where it has several kinds:
    /// `explain --summary`.
    pub name: &'static str,
    /// The keys, in their order.
    pub keys: Vec<Key>,
    /// Whether it is a file that commands read: other keys are errors then, and keys whose type
    /// ends with `?` may be omitted.
    pub is_read: bool,
}

/// The headings of the page's sections that are not about outputs.
const NAMES: &str = "## Names";
const READ: &str = "## Files that are read";

/// The section of the page below a heading.
fn part(heading: &str) -> &'static str {
    let below = PAGE.rsplit_once(heading).map_or("", |(_, below)| below);
    below.split_once("\n## ").map_or(below, |(part, _)| part)
}

/// All outputs, in the order of the page.
///
/// A heading of the third or fourth level names outputs, separated by commas. The first table below
/// it has the keys of each row, and further tables have conditional keys.
pub fn outputs() -> Vec<Output> {
    tables(PAGE.split_once(NAMES).map_or(PAGE, |(outputs, _)| outputs), false)
}

/// All files that commands read, in the order of the page. Keys whose type ends with `?` may be
/// omitted.
pub fn inputs() -> Vec<Output> {
    tables(part(READ), true)
}

/// The file, or table of a file, that commands read under this name: `book.toml cover`.
pub fn input(name: &str) -> Option<Output> {
    let text = part(READ);
    let begin = text.find(&format!("\n### {name}\n"))? + 1;
    let end = text[begin..].find("\n#").map_or(text.len(), |length| begin + length);
    tables(&text[begin..end], true).pop()
}

/// The names of all output keys, each with its type and meaning.
pub fn names() -> Vec<Key> {
    keys(part(NAMES)).collect()
}

/// The rows of the tables in a text.
fn keys(text: &'static str) -> impl Iterator<Item = Key> {
    let cells = |row: &'static str| row.trim_end_matches('|').splitn(3, '|').map(str::trim);
    text.lines().filter_map(move |line| {
        let mut cells = cells(line.strip_prefix('|')?);
        let (name, kind, about) = (cells.next()?, cells.next()?, cells.next()?);
        let is_key = !name.starts_with("---") && kind != "type";
        is_key.then_some(Key { name, kind, about, optional: false })
    })
}

/// The tables below the headings of a text.
fn tables(text: &'static str, is_read: bool) -> Vec<Output> {
    let mut all = Vec::new();
    let mut names = "";
    let mut keys: Vec<Key> = Vec::new();
    let mut tables = 0;
    let mut end = |names: &'static str, keys: &mut Vec<Key>| {
        let keys = std::mem::take(keys);
        if !keys.is_empty() {
            all.extend(names.split(", ").map(|name| Output { name, keys: keys.clone(), is_read }));
        }
    };
    for line in text.lines() {
        if line.starts_with('#') {
            end(names, &mut keys);
            (names, tables) = (line.trim_start_matches('#').trim(), 0);
            continue;
        }
        tables += usize::from(line.starts_with("| key | type |"));
        let own = self::keys(line);
        keys.extend(own.map(|key| Key {
            optional: if is_read { key.may_be_null() } else { tables > 1 },
            ..key
        }));
    }
    end(names, &mut keys);
    all
}

impl Output {
    /// The JSON Schema of one row (a line of `--format jsonl`, an element of `--format json`), or
    /// of an input file as JSON.
    pub fn schema(&self) -> Value {
        let mut schema = self.object();
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
        schema["title"] = self.name.into();
        schema
    }

    fn object(&self) -> Value {
        let keys = self.all_keys();
        let schema = |key: &Key| if self.is_read { key.of_file() } else { key.schema() };
        let properties: Map<String, Value> =
            keys.iter().map(|key| (key.name.to_owned(), schema(key))).collect();
        let required: Vec<&str> =
            keys.iter().filter(|key| !key.optional).map(|key| key.name).collect();
        let mut object = json!({
            "type": "object",
            "properties": properties,
            "required": required,
        });
        if self.is_read {
            object["additionalProperties"] = false.into();
        }
        object
    }

    /// The keys, and for files that describe puzzles the keys of those descriptions.
    pub fn all_keys(&self) -> Vec<Key> {
        let mut all = self.keys.clone();
        if matches!(self.name, "request" | "book.toml" | "book.toml section") {
            let is_book = self.name == "book.toml";
            for key in input("request part").into_iter().flat_map(|part| part.keys) {
                let is_there = all.iter().any(|own| own.name == key.name);
                let is_of_sections = is_book && key.name == "count";
                if !(is_there || is_of_sections) {
                    all.push(key);
                }
            }
        }
        all
    }
}

impl Key {
    /// Whether the value may be null, or in an input file be omitted.
    pub fn may_be_null(&self) -> bool {
        self.kind.ends_with('?')
    }

    /// The schema of the value in an input file.
    fn of_file(&self) -> Value {
        let kind = self.kind.trim_end_matches('?');
        let object = |name: &str| {
            input(name).map_or_else(|| json!({"type": "string"}), |named| named.object())
        };
        let mut schema = if let Some(name) = kind.strip_prefix("list of ") {
            json!({"type": "array", "items": object(name)})
        } else if kind == "table of text" {
            json!({"type": "object", "additionalProperties": {"type": "string"}})
        } else if let Some(name) = kind.strip_prefix("table of ") {
            object(name)
        } else {
            match kind {
                "range" => json!({"type": ["number", "string"]}),
                "count" => json!({"type": ["integer", "string"]}),
                "names" => json!({"type": ["array", "string"], "items": {"type": "string"}}),
                plain => Key { kind: plain, ..*self }.schema(),
            }
        };
        schema["description"] = self.about.into();
        schema
    }

    fn schema(&self) -> Value {
        let (name, items) = match self.kind.trim_end_matches('?') {
            "text" => ("string", None),
            "true/false" => ("boolean", None),
            "texts" => ("array", Some("string")),
            "integers" => ("array", Some("integer")),
            "numbers" => ("array", Some("number")),
            number => (number, None),
        };
        let (name, text) =
            name.strip_suffix(" or text").map_or((name, None), |name| (name, Some("string")));
        let null = self.may_be_null().then_some("null");
        let names: Vec<&str> = [name].into_iter().chain(text).chain(null).collect();
        let mut schema = match names[..] {
            [name] => json!({ "type": name }),
            _ => json!({ "type": names }),
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
    use std::path::Path;
    use std::{env, fs};

    use super::*;
    use crate::Part;
    use crate::ask::criterion::{Criterion, Kind};

    #[test]
    fn the_page_is_read() {
        let outputs = outputs();
        let names: HashSet<&str> = outputs.iter().map(|output| output.name).collect();
        assert_eq!(names.len(), outputs.len(), "an output has two headings");
        for output in &outputs {
            let keys: HashSet<&str> = output.keys.iter().map(|key| key.name).collect();
            assert_eq!(keys.len(), output.keys.len(), "{}", output.name);
            for key in &output.keys {
                let kinds = [
                    "text",
                    "integer",
                    "number",
                    "true/false",
                    "texts",
                    "integers",
                    "object or text",
                    "integer or text",
                ];
                assert!(
                    kinds.contains(&key.kind.trim_end_matches('?')),
                    "{}: {key:?}",
                    output.name
                );
                assert!(!key.about.is_empty(), "{}: {key:?}", output.name);
            }
        }
        // A name has one meaning and one type everywhere, which the list of names states.
        let listed: Vec<(&str, &str)> =
            super::names().iter().map(|key| (key.name, key.kind)).collect();
        let mut known: Vec<(&str, &str)> = outputs
            .iter()
            .flat_map(|output| &output.keys)
            .map(|key| (key.name, key.kind.trim_end_matches('?')))
            .collect();
        known.sort_unstable();
        known.dedup();
        assert_eq!(listed, known);
        let summary = outputs.iter().find(|output| output.name == "explain --summary").unwrap();
        assert_eq!(summary.schema()["properties"]["hardest"]["type"], json!(["string", "null"]));
        let draw = outputs.iter().find(|output| output.name == "draw").unwrap().schema();
        assert!(draw["properties"]["er"].is_object());
        assert!(!draw["required"].as_array().unwrap().contains(&json!("er")));
    }

    /// The tables of wishes in pages and stubs are made of the rows of [`Part::wishes`]:
    /// `SEEDDB_RECORD=1 cargo test --lib the_tables_of_wishes` writes them.
    #[test]
    fn the_tables_of_wishes() {
        let about = |wish: &Criterion| {
            let about = wish.about();
            let (first, rest) = about.split_at(1);
            let names = match wish.kind {
                Kind::Choice(names) => format!(": `{}`", names.join("`, `")),
                _ => String::new(),
            };
            first.to_lowercase() + rest + &names
        };
        let key = |wish: &Criterion| {
            format!("| {} | {}? | {} |", wish.key, wish.kind.name(), about(wish))
        };
        let python = |wish: &Criterion| {
            let of = match (wish.key, wish.kind) {
                ("level", _) => "str | list[str]".to_owned(),
                (_, Kind::Flag) => "bool".to_owned(),
                (_, Kind::Whole | Kind::Count) => "int".to_owned(),
                (_, Kind::Wholes) => "_Tiers".to_owned(),
                (_, Kind::Numbers) => "_Numbers".to_owned(),
                (_, Kind::Names) => "_Names".to_owned(),
                (_, Kind::Text) => "str".to_owned(),
                (_, Kind::Choice(names)) => format!("Literal{names:?}"),
            };
            format!("    {}: {of} | None", wish.key.replace('-', "_"))
        };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let lines = |line: &dyn Fn(&Criterion) -> String,
                     all: &mut dyn Iterator<Item = &Criterion>| {
            all.map(|wish| line(wish) + "\n").collect::<String>()
        };
        let part = "A `[[part]]` says how hard";
        // `from` is a keyword of Python.
        let mut of_python = Part::wishes().filter(|wish| wish.key != "from");
        for (path, begin, before, table) in [
            ("FORMATS.md", part, "|---|---|---|\n", lines(&key, &mut Part::wishes())),
            ("../py/seeddb/_seeddb.pyi", "class _Part", ":\n", lines(&python, &mut of_python)),
        ] {
            let page = fs::read_to_string(root.join(path)).unwrap();
            let at = page.find(begin).unwrap();
            let at = at + page[at..].find(before).unwrap() + before.len();
            let end = page[at..].find("\n\n").map_or(page.len(), |end| at + end + 1);
            if env::var_os("SEEDDB_RECORD").is_some() {
                fs::write(root.join(path), page[..at].to_owned() + &table + &page[end..]).unwrap();
            } else {
                assert_eq!(
                    page[at..end],
                    table,
                    "SEEDDB_RECORD=1 cargo test --lib the_tables_of_wishes"
                );
            }
        }
    }

    #[test]
    fn files_have_schemas() {
        let schema = |name: &str| input(name).unwrap().schema();
        let request = schema("request");
        assert_eq!(request["required"], json!([]));
        assert_eq!(request["additionalProperties"], false);
        let part = &request["properties"]["part"]["items"]["properties"];
        assert_eq!(part["clues"]["type"], json!(["number", "string"]));
        assert_eq!(schema("book.toml")["properties"]["qr"]["required"], json!(["url"]));
        assert!(schema("book.toml")["properties"]["technique"].is_object());
        assert_eq!(schema("site.toml")["properties"]["offline"]["type"], "boolean");
    }
}
