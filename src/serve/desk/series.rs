//! The series, and how a new one begins.

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect};
use maud::html;

use super::fill;
use super::form_preview::{command, copied};
use super::frame::{Answer, Frame};
use super::levels::LevelMarks;
use super::links;
use crate::database::{Database, Error, SeriesRow};
use crate::plural::counted;

/// Returns the list; if there is one series only, that series, unless a new one is requested.
pub async fn list(State(shared): crate::State, RawQuery(query): RawQuery) -> Answer {
    let known = |database: &Database| {
        let rows: Vec<SeriesRow> = database.series()?.rows().collect();
        Ok::<_, Error>((rows, LevelMarks::of(&database.levels()?)))
    };
    let (rows, marks) = shared.call(known).await?;
    if let ([one], None) = (&rows[..], &query) {
        return Ok(Redirect::to(&links::series(&one.series)).into_response());
    }
    let body = html! {
        h1 { "Series" }
        @if rows.is_empty() {
            p .lead { "A series is a puzzle a day, such as those of a newspaper. Here you begin one: choose the days and the levels of the week, and the puzzles are drawn and kept." }
        } @else {
            ul .cards {
                @for SeriesRow { series, days, first, last, withdrawn } in &rows {
                    li .card {
                        h2 { a href=(links::series(series)) { bdi { (series) } } }
                        p { span { (counted(*days as u64, "day")) }
                            @if let (Some(first), Some(last)) = (first, last) { ", " span { (first) " to " (last) } }
                            @if *withdrawn > 0 { "; " span { (withdrawn) " withdrawn" } } }
                    }
                }
            }
            (copied(&command(&shared.settings, &["series"])))
        }
        section .card { h2 { "A new series" } (fill::form(&marks, &fill::Of { series: if rows.is_empty() { "daily" } else { "" }, rows: &[], today: fill::today(&shared.database) })) }
    };
    Ok(Frame::of("Series", "/series", body).page(&shared.settings))
}
