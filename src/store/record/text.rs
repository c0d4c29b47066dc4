//! Texts of the database as a whole: format, identity, levels, properties.

use super::super::engine::Table;
use super::row::Record;

/// A text under a name.
pub(in crate::store) struct Text(pub String);

impl Record for Text {
    const TABLE: Table = Table::Texts;
    type Key = String;
    type Body = String;

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
