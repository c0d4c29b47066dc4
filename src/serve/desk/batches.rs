//! The batches, the last first.

use axum::extract::State;
use maud::html;

use super::form_preview::{command, copied};
use super::frame::{Answer, Frame};
use super::links::when;
use crate::database::{BatchRow, Database};

pub async fn list(State(shared): crate::State) -> Answer {
    let known = |database: &Database| database.used_batches(&[]);
    let mut rows: Vec<BatchRow> =
        shared.call(known).await?.into_iter().map(BatchRow::from).collect();
    rows.reverse();
    let body = html! {
        h1 { "Batches" }
        @if rows.is_empty() {
            p .lead { "Nothing was drawn yet. " a href="/draw" { "Draw puzzles" } ", or " a href="/series" { "begin a series" } "." }
        } @else {
            div .wide tabindex="0" role="region" aria-label="Batches" {
                table .list .rows {
                    thead { tr { th { "Batch" } th .figure { "Puzzles" } th { "What" } th { "Used" } th { "Begun" } th { "Note" } } }
                    tbody {
                        @for row in &rows {
                            tr {
                                td { a href={ "/batches/" (row.batch) } { "Batch " (row.batch) } }
                                td .figure { (row.issued) @if row.void > 0 { " " span .bad { (row.void) " void" } } }
                                td { bdi { (asked(row)) } }
                                td { bdi { (used(row)) } }
                                td { @if let Some(time) = &row.time { (when(time)) } @else { "–" } }
                                td { bdi { (row.note) } }
                            }
                        }
                    }
                }
            }
        }
        (copied(&command(&shared.settings, &["batches"])))
    };
    Ok(Frame::of("Batches", "/batches", body).page(&shared.settings))
}

/// Returns the request, in a few words.
pub fn asked(row: &BatchRow) -> String {
    let Some(parts) = row.request.0["part"].as_array() else {
        return row.request.0.as_str().unwrap_or_default().to_owned();
    };
    let part = |part: &serde_json::Value| {
        let keys = part.as_object().into_iter().flatten().filter(|(key, _)| *key != "count");
        let words = keys.map(|(key, value)| match (key.as_str(), value) {
            ("level", value) => value.as_str().unwrap_or_default().to_owned(),
            (key, serde_json::Value::Bool(_)) => key.to_owned(),
            (key, serde_json::Value::String(text)) => format!("{key} {text}"),
            (key, value) => format!("{key} {value}"),
        });
        words.collect::<Vec<_>>().join(", ")
    };
    parts.iter().map(part).collect::<Vec<_>>().join("; ")
}

pub fn used(row: &BatchRow) -> String {
    let books = row.books.as_ref().map(|books| format!("books {books}"));
    [books, row.runs.clone()].into_iter().flatten().collect::<Vec<_>>().join("; ")
}
