//! The editor's desk: pages for people.
//!
//! A page shows the results of calls of the library. While one types, a form on it requests a
//! [`FormPreview`](form_preview::FormPreview): the effect, the equivalent command, and the request
//! to the API that a button sends. So the pages change nothing themselves, and everything except
//! the forms works in a browser without scripts.

mod assets;
mod batch;
mod batches;
mod board;
mod books;
mod calendar;
mod change;
mod day;
mod draw;
mod export;
mod fill;
mod form_fields;
mod form_preview;
mod frame;
mod levels;
mod links;
mod made;
mod proof;
mod puzzle;
mod search;
mod seeds;
mod series;
pub(super) mod session;
mod setter;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
mod tests;
#[cfg(test)]
mod tests_of_days;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
mod tests_of_german;
#[cfg(test)]
mod tests_of_users;
mod words;

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};

use super::Shared;
use super::problem::Problem;
use super::route::{Access, ROOT, Verb, fits, methods};
use frame::ErrorPage;
pub(super) use words::said;

pub(super) struct Page {
    verb: Verb,
    /// The path, with parameters in braces.
    pub path: &'static str,
    does: Access,
    pub handler: fn() -> MethodRouter<Arc<Shared>>,
}

const fn view(path: &'static str, handler: fn() -> MethodRouter<Arc<Shared>>) -> Page {
    Page { verb: Verb::Get, path, does: Access::Read, handler }
}

const fn asks(path: &'static str, handler: fn() -> MethodRouter<Arc<Shared>>) -> Page {
    Page { verb: Verb::Post, path, does: Access::Read, handler }
}

pub(super) const PAGES: &[Page] = &[
    Page { does: Access::Nothing, ..view("/assets/{set}/{name}", || get(assets::asset)) },
    Page { does: Access::Nothing, ..asks(session::LOGIN, || post(session::login)) },
    asks("/logout", || post(session::logout)),
    view("/", || get(|| async { Redirect::to("/series") })),
    view("/series", || get(series::list)),
    view("/series/{series}", || get(calendar::year)),
    asks("/fill", || post(fill::offer)),
    asks("/series/{series}/change", || post(change::offer)),
    asks("/series/{series}/approve", || post(proof::offer)),
    asks("/series/{series}/export", || post(export::days)),
    asks("/batches/{id}/export", || post(export::batch)),
    Page { does: Access::Publish, ..asks("/file", || post(export::file)) },
    Page { does: Access::Publish, ..view("/publish", || get(export::publish)) },
    Page { does: Access::Publish, ..asks("/publish/days", || post(export::of_series)) },
    Page { does: Access::Publish, ..asks("/publish/batches", || post(export::of_batches)) },
    view("/search", || get(search::page)),
    view("/series/{series}/{day}", || get(day::day)),
    view("/series/{series}/{day}/week", || get(proof::week)),
    view("/draw", || get(draw::form)),
    asks("/draw/offer", || post(draw::offer)),
    view("/batches", || get(batches::list)),
    view("/batches/{id}", || get(batch::batch)),
    view("/batches/{id}/scores.svg", || get(batch::scores)),
    asks("/batches/{id}/void", || post(batch::void)),
    view("/puzzles/{id}", || get(puzzle::puzzle)),
    asks("/puzzles/{id}/note", || post(puzzle::note)),
    view("/puzzles/{id}/play", || get(puzzle::play)),
    view("/boards/{name}", || get(board::picture)),
    view("/books", || get(books::page)),
    asks("/books/offer", || post(books::offer)),
    view("/books/{name}", || get(made::page)),
    view("/books/{name}/{picture}", || get(made::picture)),
    asks("/seeds/offer", || post(seeds::offer)),
    view("/seeds", || get(seeds::seeds)),
    view("/setter", || get(setter::form)),
    asks("/setter/offer", || post(setter::offer)),
];

/// Returns the effect of a request. Unknown paths require the access `Approve`.
pub(super) fn does(method: &Method, path: &str) -> Access {
    let name = if method == Method::HEAD { "GET" } else { method.as_str() };
    let found = PAGES.iter().find(|page| page.verb.name() == name && fits(page.path, path));
    found.map_or(Access::Approve, |page| page.does)
}

pub(super) fn methods_of(path: &str) -> Vec<&'static str> {
    methods(PAGES.iter().map(|page| (page.path, page.verb)), path)
}

/// Returns the page shown instead of a page that the request may not see.
pub(super) fn refused(shared: &Shared, problem: Problem) -> Response {
    if problem.status() == StatusCode::UNAUTHORIZED {
        return session::page(&shared.settings);
    }
    ErrorPage::from(problem).into_response()
}

/// Answers a request for an unknown path: a problem for programs, a page for people.
pub(super) async fn no_page(State(_): super::State, method: Method, uri: Uri) -> Response {
    let problem = Problem::no_route(&uri);
    if method != Method::GET || uri.path().starts_with(ROOT) {
        return problem.into_response();
    }
    ErrorPage::from(problem).into_response()
}
