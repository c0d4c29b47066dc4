//! A finished book: its pages, the preflight report, its files, and the step from a proof to the
//! book for the printer.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use maud::{Markup, html};
use serde_json::Value;

use super::books::{may_write, words};
use super::form_preview::{FormPreview, command};
use super::frame::{Answer, Frame};
use crate::Shared;
use crate::output_folder::OutputFolder;
use crate::pictures::picture as svg;
use crate::plural::counted;
use crate::problem::Problem;
use crate::route::{Access, ROOT};
use crate::who::may;

pub async fn page(State(shared): crate::State, Path(name): Path<String>) -> Answer {
    let shelf = OutputFolder::of(&shared.settings)?;
    let file = format!("{name}.json");
    let data = shared.work(move |_| shelf.read(&file)).await??;
    let known: Value = serde_json::from_slice(&data).map_err(|_| Problem::internal())?;
    let made = &known["made"];
    let title = match made["book"].as_u64() {
        Some(book) => format!("Book {book}"),
        None => "Proof".to_owned(),
    };
    let batch = made["batch"].as_u64();
    let body = html! {
        p .crumbs { a href="/books" { "Books" } }
        h1 { (title) }
        ul .numbers {
            li { bdi { (name) } }
            @if let Some(batch) = batch { li { a href={ "/batches/" (batch) } { "Batch " (batch) } } }
        }
        p .downloads {
            @for file in texts(&made["files"]) { a .button href=(file) download { "Download " (last(file)) } }
        }
        (preflight(&known["reports"]))
        @for used in made["printed"].as_array().into_iter().flatten() {
            p .bad { (used["puzzles"]) " of its puzzles stand in book " (used["book"]) " already: " (used["title"].as_str().unwrap_or_default()) }
        }
        @for used in made["ran"].as_array().into_iter().flatten() {
            p .bad { (used["puzzles"]) " of its puzzles run, or ran, in the series " (used["series"].as_str().unwrap_or_default()) }
        }
        @if made["proof"] == true && may(Access::Approve) { (printers(&shared, &known)) }
        (pages(&shared, &name, made))
    };
    Ok(Frame::of(&title, "/books", body).page(&shared.settings))
}

fn texts(all: &Value) -> impl Iterator<Item = &str> {
    all.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Returns the last part of an address.
fn last(address: &str) -> &str {
    address.rsplit('/').next().unwrap_or_default()
}

/// Returns the contents of the files, and violations of the printer's rules.
fn preflight(reports: &Value) -> Markup {
    let reports: Vec<&Value> = reports.as_array().into_iter().flatten().collect();
    let broken: usize = reports.iter().map(|report| texts(&report["violations"]).count()).sum();
    html! {
        section .card {
            h2 { "Preflight" }
            @if broken == 0 { p .told { "Nothing is against the printer's rules." } }
            @else { p .problem { (counted(broken as u64, "thing")) " against the printer's rules." } }
            @for report in &reports {
                details open[broken > 0] {
                    summary { bdi { (report["file"].as_str().unwrap_or_default()) } }
                    dl .facts {
                        @for line in texts(&report["lines"]) {
                            @let (name, words) = line.split_once(' ').unwrap_or((line, ""));
                            dt { bdi lang="en" { (name) } } dd .bad[name == "violation"] { bdi lang="en" { (words) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the command that makes the printer's book of this proof.
fn printers(shared: &Shared, known: &Value) -> Markup {
    let batch = known["made"]["batch"].as_u64().and_then(|batch| u32::try_from(batch).ok());
    let request = known["request"].clone();
    let offer = FormPreview {
        told: html! { p { "The book for the printer has the same puzzles and pages, without PROOF on them. It is recorded: its puzzles run in no series from then on." } },
        command: command(&shared.settings, &words(&request, batch, true)),
        button: "Make the book for the printer".to_owned(),
        post: format!("{ROOT}/books?final=true"),
        body: request,
        then: "book".to_owned(),
        key: known["key"].as_str().map(str::to_owned),
        can: may_write(shared),
        ..FormPreview::default()
    };
    html! { section .card { h2 { "For the printer" } (offer.markup()) } }
}

/// Pictures of the pages, as long as the server has them.
fn pages(shared: &Shared, name: &str, made: &Value) -> Markup {
    let Some(documents) = shared.pictures.of(name) else {
        return html! { p .hint { "The server keeps pictures of the last books alone: the files above have these pages." } };
    };
    let names: Vec<&str> = texts(&made["files"]).map(last).collect();
    html! {
        @for (place, pages) in documents.iter().enumerate() {
            h2 { "Pages of " (names.get(place).copied().unwrap_or_default()) }
            div .pages {
                @for (page, drawing) in pages.iter().enumerate() {
                    @let [width, height] = drawing.size.map(f64::round);
                    figure {
                        a href={ "/books/" (name) "/" (place) "-" (page) ".svg" } {
                            img loading="lazy" width=(width) height=(height) alt={ "Sheet " (page + 1) } src={ "/books/" (name) "/" (place) "-" (page) ".svg" };
                        }
                        figcaption { (page + 1) }
                    }
                }
            }
        }
    }
}

/// Returns a page: `0-12.svg` is the thirteenth of the first document.
pub async fn picture(
    State(shared): crate::State,
    Path((name, picture)): Path<(String, String)>,
) -> Answer {
    let place = picture.strip_suffix(".svg").and_then(|place| {
        let (document, page) = place.split_once('-')?;
        Some((document.parse::<usize>().ok()?, page.parse::<usize>().ok()?))
    });
    let documents = shared.pictures.of(&name);
    let found = documents.zip(place).and_then(|(documents, (document, page))| {
        documents.get(document)?.get(page)?;
        Some((documents, document, page))
    });
    let missing = || Problem::missing("no-picture", "the server has no picture of this page");
    let (documents, document, page) = found.ok_or_else(missing)?;
    let data = shared.work(move |_| svg(&documents[document][page], "A page")).await??;
    let headers =
        [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "private, max-age=31536000, immutable")];
    Ok((headers, data).into_response())
}
