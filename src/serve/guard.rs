//! [`guard`]: what a request must be before anything looks at it, and what every answer says to a browser.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName,
    HeaderValue, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::api;
use super::problem::Problem;
use super::route::Does;
use super::{Settings, Shared};

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Headers of every answer: nothing in it runs, it stands in no frame, is of no other kind than it says, and nobody keeps it.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    ),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// Lets a request pass, or answers why not.
pub(super) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match check(&shared.settings, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    response.headers_mut().extend(HEADERS);
    response
}

fn check(settings: &Settings, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    // By the name of another host a page of that host could read the answers (DNS rebinding).
    let host = one(headers, &HOST);
    let is_own = |host: &str| settings.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
    if !host.is_some_and(is_own) {
        let words = "the header Host is not a name of this server; `--host NAME` adds one";
        return Err(Problem::new(StatusCode::FORBIDDEN, "other-host", words));
    }
    let does = api::does(request.method(), request.uri().path());
    if does == Does::Nothing {
        return Ok(());
    }
    let given = one(headers, &AUTHORIZATION).and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    if !given.is_some_and(|given| settings.token.is(given.as_bytes())) {
        return Err(Problem::no_token());
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(());
    }
    // What a browser sends for the page of somebody else.
    let is_same =
        headers.get(FETCH_SITE).is_none_or(|site| site == "same-origin" || site == "none");
    let is_origin = |origin: &str| {
        let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        own.is_some_and(is_own)
    };
    let has_origin =
        headers.get_all(ORIGIN).iter().all(|origin| origin.to_str().is_ok_and(is_origin));
    if !is_same || !has_origin {
        let words = "requests from pages of other sites are refused";
        return Err(Problem::new(StatusCode::FORBIDDEN, "other-origin", words));
    }
    // A form of a page cannot send this.
    let kind =
        one(headers, &CONTENT_TYPE).map(|kind| kind.split(';').next().unwrap_or(kind).trim());
    if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
        let words = "send JSON, with the header `Content-Type: application/json`";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", words));
    }
    if does == Does::Change && settings.read_only {
        let words = "this server was started with --read-only: nothing can be drawn or made void";
        return Err(Problem::new(StatusCode::FORBIDDEN, "read-only", words));
    }
    Ok(())
}

/// The value of a header that comes once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}
