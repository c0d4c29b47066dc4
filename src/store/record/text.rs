//! Texts of the database as a whole: format, identity, levels, properties.

use super::super::engine::Table;
use super::row::Record;

/// A text under a name.
pub(in crate::store) struct Text(pub String);

impl Record for Text {
    const TABLE: Table = Table::Texts;
    type Key = String;
    type Body = String;

    fn key(key: &String) -> Vec<u8> {
        key.clone().into_bytes()
    }

    fn key_of(bytes: &[u8]) -> Option<String> {
        String::from_utf8(bytes.to_vec()).ok()
    }

    fn name(key: &String) -> String {
        format!("the text {key}")
    }

    fn to_body(&self) -> Result<String, String> {
        Ok(self.0.clone())
    }

    fn of_body(_: &String, body: String) -> Result<Self, String> {
        Ok(Self(body))
    }
}
