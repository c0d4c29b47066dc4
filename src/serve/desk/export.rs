//! Files of batches and of approved days, as `export` writes them; the browser stores them among
//! its downloads.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use jiff::ToSpan as _;
use jiff::civil::Date;
use maud::{Markup, html};
use serde_json::json;

use super::books::may_write;
use super::fill::today;
use super::form_preview::{Fields, FormPreview, command, field, form as live};
use super::frame::{Answer, Frame, Offered};
use super::links;
use crate::Shared;
use crate::body::read;
use crate::database::{BatchRef, Database, Error};
use crate::export::{Format, OutputKind};
use crate::files::{ExportJob, ExportRequest, kinds};
use crate::output_folder::OutputFolder;
use crate::plural::counted;
use crate::problem::Problem;
use crate::route::ROOT;

fn fields(are_days: bool) -> Markup {
    let usual = OutputKind::Text(Format::Csv);
    html! {
        div .fields {
            (field("Format", &html! { select name="format" { @for kind in kinds(are_days) { option value=(kind) selected[kind == usual] { (kind) } } } }, None))
            (field("Puzzles a page of a PDF", &html! { input type="number" name="per-page" min="1" max="100" placeholder="1"; }, None))
        }
        label .tick { input type="checkbox" name="solutions"; " Solutions, too, in formats without a column for them (board, f-puzzles, pictures)" }
        label .tick { input type="checkbox" name="kept"; " Into the folder of the server, too" }
    }
}

pub fn of_batch(id: u32) -> Markup {
    live(&format!("/batches/{id}/export"), &fields(false))
}

/// Returns the form of approved days, from a first one on.
pub fn of_days(series: &str, first: Date, days: i32) -> Markup {
    live(
        &format!("{}/export", links::series(series)),
        &html! { (span(first, days)) (fields(true)) },
    )
}

fn span(first: Date, days: i32) -> Markup {
    html! {
        div .fields {
            (field("From", &html! { input type="date" name="from" value=(first) required; }, None))
            (field("Days", &html! { input type="number" name="days" value=(days) min="1" max="10000" required; }, None))
        }
    }
}

/// Returns the page to publish any batches or days from.
pub async fn publish(State(shared): crate::State) -> Answer {
    let names = |database: &Database| -> Result<Vec<String>, Error> {
        Ok(database.series()?.names().map(str::to_owned).collect())
    };
    let names = shared.call(names).await?;
    let body = html! {
        h1 { "Publish" }
        p .lead { "Files for print and for the web: of the approved days of a series, or of batches." }
        @if !names.is_empty() { section .card {
            h2 { "Days of a series" }
            (live("/publish/days", &html! {
                (field("Which series", &html! { select name="series" { @for name in &names { option value=(name) { (name) } } } }, None))
                (span(today(&shared.database), 7))
                (fields(true))
            }))
        } }
        section .card {
            h2 { "Batches" }
            (live("/publish/batches", &html! {
                (field("Batches", &html! { input name="batches" required pattern="[0-9, ]+" placeholder="12, 15"; }, None))
                (fields(false))
            }))
        }
    };
    Ok(Frame::of("Publish", "/publish", body).page(&shared.settings))
}

pub async fn of_series(State(shared): crate::State, fields: Fields) -> Offered {
    let series =
        fields.text("series").ok_or_else(|| Problem::bad("bad-field", "choose a series"))?;
    of_named(&shared, series, &fields).await
}

pub async fn of_batches(State(shared): crate::State, fields: Fields) -> Offered {
    let numbers = fields.text("batches").unwrap_or_default();
    let batches: Vec<u32> = batches(numbers)?;
    let words = batches.iter().map(u32::to_string).collect::<Vec<_>>();
    let wish = ExportRequest {
        batches: batches.into_iter().map(BatchRef::Id).collect(),
        ..ExportRequest::default()
    };
    let (list, name) = (words.join(","), format!("batch-{}", words.join("-")));
    offer(&shared, wish, &["--batch", &list], &name, &fields).await
}

/// Returns the numbers of batches, with commas between them.
pub fn batches(text: &str) -> Result<Vec<u32>, Problem> {
    let number = |text: &str| text.trim().parse::<u32>();
    let batches: Result<Vec<u32>, _> = text.split(',').map(number).collect();
    batches.map_err(|_| Problem::bad("bad-field", "batches are numbers with commas between them"))
}

pub async fn batch(State(shared): crate::State, Path(id): Path<u32>, fields: Fields) -> Offered {
    let number = id.to_string();
    let wish = ExportRequest { batches: vec![BatchRef::Id(id)], ..ExportRequest::default() };
    offer(&shared, wish, &["--batch", &number], &format!("batch-{id}"), &fields).await
}

pub async fn days(
    State(shared): crate::State,
    Path(series): Path<String>,
    fields: Fields,
) -> Offered {
    of_named(&shared, &series, &fields).await
}

async fn of_named(shared: &Shared, series: &str, fields: &Fields) -> Offered {
    let (from, days) = fields.days()?;
    let last = from.checked_add((i64::from(days) - 1).days()).unwrap_or(from);
    let (first, last) = (from.to_string(), last.to_string());
    let wish = ExportRequest {
        series: Some(series.to_owned()),
        from: Some(from),
        days: Some(days),
        ..ExportRequest::default()
    };
    let flags = ["--series", series, "--from", &first, "--to", &last, "--approved"];
    offer(shared, wish, &flags, &links::file(series, from), fields).await
}

async fn offer(
    shared: &Shared,
    wish: ExportRequest,
    flags: &[&str],
    name: &str,
    fields: &Fields,
) -> Offered {
    let format = fields.text("format").unwrap_or_default().to_owned();
    let of_days = wish.series.is_some();
    let per_page = fields.text("per-page").map(str::parse).transpose();
    let per_page =
        per_page.map_err(|_| Problem::bad("bad-field", "say how many boards a page has"))?;
    let wish = ExportRequest { format, solutions: Some(fields.is("solutions")), per_page, ..wish };
    let filed = ExportJob::try_from(wish.clone())?;
    let (kind, has_solutions, each) = (filed.kind(), filed.has_solutions(), filed.per_page());
    let file = format!("{name}.{}", filed.extension());
    let count = shared.work(move |database| filed.count(database)).await??;
    // A site is a folder on the command line.
    let to = if kind == OutputKind::Site { format!("{name}/") } else { file.clone() };
    let mut words = [&["export"], flags, &["--format", kind.name(), "-o", &to]].concat();
    if has_solutions {
        words.extend(["--solutions", "in"]);
    }
    let each = each.map(|each| each.to_string());
    words.extend(each.iter().flat_map(|each| ["--per-page", each]));
    let is_kept = fields.is("kept");
    if is_kept {
        OutputFolder::of(&shared.settings)?;
    }
    let told = match (count, of_days) {
        (0, true) => "None of these days is approved.".to_owned(),
        (_, true) => format!("{} of these are approved.", counted(count, "day")),
        (_, false) => format!("{}; void ones are left out.", counted(count, "puzzle")),
    };
    let offer = FormPreview {
        told: html! { p .told { (told) } },
        command: command(&shared.settings, &words),
        button: if is_kept { format!("Write {file}") } else { format!("Download {file}") },
        post: if is_kept { format!("{ROOT}/exports") } else { "/file".to_owned() },
        body: json!(wish),
        then: if is_kept { "kept" } else { "file" }.to_owned(),
        can: count > 0 && (!is_kept || may_write(shared)),
        ..FormPreview::default()
    };
    offer.answer(fields)
}

/// Returns the file. As on the command line, this counts as an export of the batch, except on a
/// read-only server.
pub async fn file(State(shared): crate::State, body: Bytes) -> Result<Response, Problem> {
    let wish: ExportRequest = read(&body)?;
    let name = match (&wish.batches[..], &wish.series, wish.from) {
        ([BatchRef::Id(id)], ..) => format!("batch-{id}"),
        (_, Some(series), Some(first)) => links::file(series, first),
        _ => "puzzles".to_owned(),
    };
    let filed = ExportJob::try_from(wish)?;
    let name = format!("attachment; filename=\"{name}.{}\"", filed.extension());
    let (counts, control) = (!shared.settings.read_only, shared.settings.control.clone());
    let ladder = shared.settings.ladder;
    let write =
        move |database: &Database| filed.write(database, &control, Vec::new(), (counts, ladder));
    let (bytes, _) = shared.work(write).await??;
    let headers =
        [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}
