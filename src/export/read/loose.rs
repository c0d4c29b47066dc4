//! Values as programs print them: JSON, and arrays in the syntax of Python, C, R and others.
//!
//! Brackets of all kinds enclose lists with commas, semicolons or spaces between the values;
//! strings stand in single or double quotes; every other word is a string.

use serde_json::{Map, Value};

/// The greatest depth of nested lists.
const DEEPEST: usize = 32;

/// Returns the value that a text begins with, and its length in bytes.
pub(super) fn value(text: &str) -> Option<(Value, usize)> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    if let Some(Ok(value)) = stream.next()
        && !has_long_number(&value)
    {
        return Some((value, stream.byte_offset()));
    }
    let mut reading = Reading { text, at: 0 };
    let value = reading.value(0)?;
    Some((value, reading.at))
}

/// Whether a number has lost digits: 81 digits may be a grid.
fn has_long_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_none_or(|number| number.abs() > 1e20),
        Value::Array(all) => all.iter().any(has_long_number),
        Value::Object(all) => all.values().any(has_long_number),
        _ => false,
    }
}

struct Reading<'a> {
    text: &'a str,
    at: usize,
}

impl Reading<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at = self.text.len() - rest.trim_start_matches(is_skipped).len();
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip(char::is_whitespace);
        match self.peek()? {
            _ if depth > DEEPEST => None,
            open @ ('[' | '{' | '(') => self.list(open, depth),
            quote @ ('"' | '\'') => self.quoted(quote).map(Value::String),
            _ => {
                let is_end = |c: char| c.is_whitespace() || "[]{}(),;:\"'".contains(c);
                let rest = &self.text[self.at..];
                let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
                if word.is_empty() {
                    return None;
                }
                self.at += word.len();
                Some(match word {
                    "None" | "nan" | "NaN" | "NA" | "null" => Value::Null,
                    "True" | "true" => Value::Bool(true),
                    "False" | "false" => Value::Bool(false),
                    word => match serde_json::from_str(word) {
                        Ok(number) if word.len() < 20 => Value::Number(number),
                        _ => Value::String(word.to_owned()),
                    },
                })
            }
        }
    }

    fn list(&mut self, open: char, depth: usize) -> Option<Value> {
        self.at += 1;
        let close = match open {
            '[' => ']',
            '{' => '}',
            _ => ')',
        };
        let (mut all, mut named) = (Vec::new(), Map::new());
        // An empty place between two commas is a cell without a value.
        let mut is_comma = true;
        loop {
            self.skip(char::is_whitespace);
            let sign = self.peek()?;
            if sign == close {
                self.at += 1;
                return Some(if named.is_empty() {
                    Value::Array(all)
                } else {
                    Value::Object(named)
                });
            }
            if sign == ',' || sign == ';' {
                if is_comma {
                    all.push(Value::Null);
                }
                is_comma = true;
                self.at += 1;
                continue;
            }
            is_comma = false;
            let value = self.value(depth + 1)?;
            self.skip(char::is_whitespace);
            if open == '{' && self.peek() == Some(':') {
                self.at += 1;
                let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                named.insert(name, self.value(depth + 1)?);
            } else {
                all.push(value);
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Option<String> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let sign = self.peek()?;
            self.at += sign.len_utf8();
            match sign {
                _ if sign == quote => return Some(text),
                '\\' => {
                    let escaped = self.peek()?;
                    self.at += escaped.len_utf8();
                    text.push(if escaped == 'n' { '\n' } else { escaped });
                }
                _ => text.push(sign),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_other_languages_are_read() {
        for (text, json) in [
            ("[[5 3 0]\n [6 0.  0]] tail", "[[5,3,0],[6,\"0.\",0]]"),
            ("{5,3,,7}", "[5,3,null,7]"),
            ("{{5,3},{6,0}};", "[[5,3],[6,0]]"),
            ("[5, None, nan, 'x', True]", "[5,null,null,\"x\",true]"),
            ("{'a': [1, 2], 'b': None}", "{\"a\":[1,2],\"b\":null}"),
            ("(1; 2)", "[1,2]"),
            ("{\"a\": 1} {\"a\": 2}", "{\"a\":1}"),
        ] {
            assert_eq!(value(text).unwrap().0.to_string(), json, "{text}");
        }
        for text in ["[5, 3", "['a]", "]", "", &"[".repeat(100)] {
            assert!(value(text).is_none(), "{text}");
        }
    }
}
