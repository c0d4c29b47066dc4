//! Texts about the whole database: format, identity, levels, properties.

use serde::{Deserialize, Serialize};

use super::super::engine::Table;
use super::row::Record;

#[derive(Clone, Serialize, Deserialize)]
pub(in crate::store) struct Text(pub String);

impl Record for Text {
    const TABLE: Table = Table::Texts;
    type Key = String;
    type Beside = String;

    fn name(key: &String) -> String {
        format!("the text {key}")
    }

    fn beside(key: &String) -> String {
        key.clone()
    }

    fn key(&self, name: String) -> Option<String> {
        Some(name)
    }
}
