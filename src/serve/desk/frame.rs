//! [`Frame`]: the common parts of all pages.

use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use super::assets::address;
use super::words::told;
use crate::Settings;
use crate::database::UserRole;
use crate::problem::Problem;
use crate::route::Access;
use crate::who;

/// Scripts and styles are files of this server; nothing else is loaded, sent or framed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const PARTS: [(&str, &str); 7] = [
    ("/series", "Series"),
    ("/draw", "Draw"),
    ("/batches", "Batches"),
    ("/books", "Books"),
    ("/publish", "Publish"),
    ("/seeds", "Seeds"),
    ("/setter", "Setter"),
];

pub struct Frame<'a> {
    pub title: &'a str,
    pub part: &'a str,
    /// Scripts and styles besides those of all pages.
    pub scripts: &'a [&'a str],
    pub styles: &'a [&'a str],
    pub body: Markup,
}

impl<'a> Frame<'a> {
    pub const fn of(title: &'a str, part: &'a str, body: Markup) -> Self {
        Self { title, part, scripts: &["desk.js"], styles: &[], body }
    }

    pub fn page(self, settings: &Settings) -> Response {
        self.written(settings.read_only)
    }

    fn written(self, is_read_only: bool) -> Response {
        let read_only = is_read_only || who::role() == UserRole::Look;
        let Self { title, part, scripts, styles, body } = self;
        let page = html! {
            (DOCTYPE)
            html lang=(if who::is_german() { "de" } else { "en" }) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) " · seeddb" }
                    link rel="icon" href="data:,";
                    @for style in ["desk.css"].iter().chain(styles) {
                        link rel="stylesheet" href=(address(style));
                    }
                    @for script in scripts { script type="module" src=(address(script)) {} }
                }
                body data-read-only[read_only] {
                    a .skip href="#main" { "To the page" }
                    header .bar {
                        a .brand href="/" { bdi { "seeddb" } }
                        @if !part.is_empty() {
                            nav aria-label="Desk" {
                                @for (path, name) in PARTS.into_iter().filter(|part| part.0 != "/publish" || who::may(Access::Publish)) {
                                    a href=(path) aria-current=[(path == part).then_some("page")] { (name) }
                                }
                            }
                            form .search action="/search" role="search" { input type="search" name="q" maxlength="100" aria-label="Search for an id, a day or words" placeholder="id, day, words"; }
                            @let (other, name) = if who::is_german() { ("en", "English") } else { ("de", "Deutsch") };
                            button .quiet-button type="button" lang=(other) data-language=(other) { bdi { (name) } }
                            button .quiet-button type="button" data-logout { "Sign out" @if let Some(name) = who::name() { " " (name) } }
                        }
                    }
                    @if read_only && !is_read_only && who::name().is_some() {
                        p .notice { "You can look at everything and change nothing." }
                    }
                    @if is_read_only {
                        p .notice { "This server was started with " code { "--read-only" } ": you can look at everything and change nothing." }
                    }
                    main #main tabindex="-1" { (body) }
                }
            }
        };
        let headers =
            [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY)];
        (headers, told(page.into_string())).into_response()
    }
}

/// Returns a part of a page, which a script inserts.
pub fn fragment(body: Markup) -> Response {
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], told(body.into_string())).into_response()
}

pub struct ErrorPage(Problem);

impl<E: Into<Problem>> From<E> for ErrorPage {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for ErrorPage {
    fn into_response(self) -> Response {
        let Self(problem) = self;
        let status = problem.status();
        let (title, detail) = (problem.text("title"), problem.text("detail"));
        let body = html! {
            div .card.narrow {
                h1 { (title) }
                p { (detail) }
                @if status.as_u16() == 503 {
                    @if problem.text("kind") == "busy" {
                        p { "Nothing is lost: pages and draws go on when the other command has ended." }
                    }
                    p { a .button href="" { "Try again" } }
                } @else {
                    p { a .button href="/" { "To the series" } }
                }
            }
        };
        let page = Frame::of(title, "/", body).written(false);
        (status, page).into_response()
    }
}

pub type Answer = Result<Response, ErrorPage>;
/// A part of a page, or the problem that the page shows instead.
pub type Offered = Result<Response, Problem>;
