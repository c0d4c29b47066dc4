//! Styles and scripts of the desk. Their address has the hash of all of them, so that a browser
//! keeps them for ever and modules find each other.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::export::PAGE_COLOURS;
use crate::problem::Problem;

const FILES: [(&str, &str, &[&str]); 9] = [
    ("desk.css", "text/css", &[PAGE_COLOURS, include_str!("assets/desk.css")]),
    ("calendar.css", "text/css", &[include_str!("assets/calendar.css")]),
    ("de.js", "text/javascript", &[include_str!("assets/de.js")]),
    ("ask.js", "text/javascript", &[include_str!("assets/ask.js")]),
    ("desk.js", "text/javascript", &[include_str!("assets/desk.js")]),
    ("login.js", "text/javascript", &[include_str!("assets/login.js")]),
    ("calendar.js", "text/javascript", &[include_str!("assets/calendar.js")]),
    ("grid.js", "text/javascript", &[include_str!("assets/grid.js")]),
    ("steps.js", "text/javascript", &[include_str!("assets/steps.js")]),
];

static SET: LazyLock<String> = LazyLock::new(|| {
    let mut hash = blake3::Hasher::new();
    for (name, _, parts) in FILES {
        hash.update(name.as_bytes());
        for part in parts {
            hash.update(part.as_bytes());
        }
    }
    hash.finalize().to_hex()[..16].to_owned()
});

pub fn address(name: &str) -> String {
    format!("/assets/{}/{name}", *SET)
}

pub async fn asset(Path((set, name)): Path<(String, String)>) -> Result<Response, Problem> {
    let file = FILES.iter().find(|file| file.0 == name).filter(|_| set == *SET);
    let (_, kind, parts) =
        file.ok_or_else(|| Problem::missing("no-asset", "the server has other files now"))?;
    let headers = [(CONTENT_TYPE, *kind), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, parts.concat()).into_response())
}
