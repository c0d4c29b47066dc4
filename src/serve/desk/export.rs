//! Files of batches and of approved days, as `export` writes them; the browser keeps them where it keeps what it loads.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use jiff::ToSpan as _;
use jiff::civil::Date;
use maud::{Markup, html};
use serde_json::json;

use super::frame::Offered;
use super::links;
use super::offer::{Fields, Offer, command, field, form as live};
use crate::database::{BatchRef, Database};
use crate::export::Format;
use crate::plural::counted;
use crate::serve::Shared;
use crate::serve::body::read;
use crate::serve::files::{Filed, Wish, formats};
use crate::serve::problem::Problem;

fn fields() -> Markup {
    html! {
        (field("Format", &html! { select name="format" { @for format in formats() { option value=(format) selected[format == Format::Csv] { (format) } } } }, None))
        label .tick { input type="checkbox" name="solutions"; " Solutions, too, in formats without a column for them (board, f-puzzles)" }
    }
}

pub fn of_batch(id: u32) -> Markup {
    live(&format!("/batches/{id}/export"), &fields())
}

/// The form of approved days, from a first one on.
pub fn of_days(series: &str, first: Date, days: i32) -> Markup {
    live(
        &format!("{}/export", links::series(series)),
        &html! {
            div .fields {
                (field("From", &html! { input type="date" name="from" value=(first) required; }, None))
                (field("Days", &html! { input type="number" name="days" value=(days) min="1" max="10000" required; }, None))
            }
            (fields())
        },
    )
}

pub async fn batch(
    State(shared): crate::serve::State,
    Path(id): Path<u32>,
    fields: Fields,
) -> Offered {
    let number = id.to_string();
    let wish = Wish { batches: vec![BatchRef::Id(id)], ..Wish::default() };
    offer(&shared, wish, &["--batch", &number], &format!("batch-{id}"), &fields).await
}

pub async fn days(
    State(shared): crate::serve::State,
    Path(series): Path<String>,
    fields: Fields,
) -> Offered {
    let (from, days) = fields.days()?;
    let last = from.checked_add((i64::from(days) - 1).days()).unwrap_or(from);
    let (first, last) = (from.to_string(), last.to_string());
    let wish = Wish {
        series: Some(series.clone()),
        from: Some(from),
        days: Some(days),
        ..Wish::default()
    };
    let flags = ["--series", &series, "--from", &first, "--to", &last, "--approved"];
    offer(&shared, wish, &flags, &links::file(&series, from), &fields).await
}

async fn offer(
    shared: &Shared,
    wish: Wish,
    flags: &[&str],
    name: &str,
    fields: &Fields,
) -> Offered {
    let format = fields.text("format").unwrap_or_default().to_owned();
    let of_days = wish.series.is_some();
    let wish = Wish { format, solutions: Some(fields.is("solutions")), ..wish };
    let filed = Filed::try_from(wish.clone())?;
    let (format, has_solutions) = (filed.format(), filed.has_solutions());
    let count = shared.work(move |database| filed.count(database)).await??;
    let file = format!("{name}.{}", format.extension());
    let mut words = [&["export"], flags, &["--format", format.name(), "-o", &file]].concat();
    if has_solutions {
        words.extend(["--solutions", "in"]);
    }
    let told = match (count, of_days) {
        (0, true) => "None of these days is approved.".to_owned(),
        (_, true) => format!("{} of these are approved.", counted(count, "day")),
        (_, false) => format!("{}; void ones are left out.", counted(count, "puzzle")),
    };
    let offer = Offer {
        told: html! { p .told { (told) } },
        command: command(&shared.settings, &words),
        button: format!("Download {file}"),
        post: "/file".to_owned(),
        body: json!(wish),
        then: "file".to_owned(),
        can: count > 0,
        ..Offer::default()
    };
    offer.answer(fields)
}

/// The file. As on the command line, a batch counts how often it was exported, but for a server that changes nothing.
pub async fn file(State(shared): crate::serve::State, body: Bytes) -> Result<Response, Problem> {
    let wish: Wish = read(&body)?;
    let name = match (&wish.batches[..], &wish.series, wish.from) {
        ([BatchRef::Id(id)], ..) => format!("batch-{id}"),
        (_, Some(series), Some(first)) => links::file(series, first),
        _ => "puzzles".to_owned(),
    };
    let filed = Filed::try_from(wish)?;
    let name = format!("attachment; filename=\"{name}.{}\"", filed.format().extension());
    let (counts, control) = (!shared.settings.read_only, shared.settings.control.clone());
    let write = move |database: &Database| filed.write(database, &control, Vec::new(), counts);
    let (bytes, _) = shared.work(write).await??;
    let headers =
        [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}
