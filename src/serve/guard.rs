//! [`guard`]: the checks before every request, and the security headers of every answer.
//!
//! The token comes in the header `Authorization` or, from the desk, as the cookie of [`session`].
//! Browsers send cookies with requests from any site, so a request with a cookie must also prove
//! that it comes from a page of this server.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest as _, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName,
    HeaderValue, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::api;
use super::desk;
use super::desk::session::{self, Session};
use super::door::Visit;
use super::listen::PATIENCE;
use super::problem::Problem;
use super::route::{Access, ROOT};
use super::who::{self, WHO, Who};
use super::{Settings, Shared};
use crate::database::{Database, User};

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Default headers of every answer: no scripts, no frames, no use by other sites, no content
/// sniffing, no caching.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    ),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// Passes a request on, or answers with a problem.
pub(super) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let is_page = *request.method() == Method::GET && !request.uri().path().starts_with(ROOT);
    let is_login = request.uri().path() == session::LOGIN;
    let does = does(&request);
    // Routes open to everybody need no credentials.
    let known = if does == Access::Nothing {
        Ok((By::Nothing, None))
    } else {
        caller(&shared, request.headers()).await
    };
    let (by, who) = known.as_ref().map_or((By::Nothing, None), Clone::clone);
    let is_german = who::reads_german(request.headers());
    let who = Who { is_german, is_known: who.is_some(), ..who.unwrap_or_default() };
    let visit = request.extensions().get::<Arc<Visit>>().cloned();
    if let Some(visit) = visit.as_ref().filter(|_| matches!(by, By::Token | By::Cookie)) {
        visit.is_known().await;
    }
    let settings = &shared.settings;
    let checked = by_own_name(settings, request.headers())
        .and(known.map(drop))
        .and_then(|()| check(settings, by, does, &request))
        .and_then(|()| may(&who, does));
    let received = match checked {
        Ok(()) => received(request).await,
        Err(problem) => Err(problem),
    };
    let answer = async {
        match received {
            Ok(request) => next.run(request).await,
            Err(problem) if is_page => desk::refused(&shared, problem),
            Err(problem) => problem.into_response(),
        }
    };
    let mut response = WHO.scope(who, answer).await;
    if response.status() == StatusCode::UNAUTHORIZED && (by == By::Wrong || is_login) {
        shared.wrong.wait(visit.map(|visit| visit.from)).await;
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

/// Returns the request with its complete body, which must arrive in time since a pending one holds
/// a connection.
async fn received(request: Request) -> Result<Request, Problem> {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let whole = Bytes::from_request(Request::from_parts(parts.clone(), body), &());
    let body = timeout(PATIENCE, whole).await.map_err(|_| Problem::too_slow(PATIENCE))??;
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// The credentials of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Token,
    Cookie,
    Wrong,
    Nothing,
}

/// Returns the credentials of a request, and its user.
async fn caller(shared: &Shared, headers: &HeaderMap) -> Result<(By, Option<Who>), Problem> {
    let server = Some(Who::default());
    if headers.contains_key(AUTHORIZATION) {
        let given = one(headers, &AUTHORIZATION).and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().as_bytes())
        });
        let Some(token) = given else { return Ok((By::Wrong, None)) };
        if shared.settings.token.is(token) {
            return Ok((By::Token, server));
        }
        let user = session::of_token(shared.call(Database::users).await?, token);
        let by = if user.is_some() { By::Token } else { By::Wrong };
        return Ok((by, user.map(|user| Who { user: Some(user), ..Who::default() })));
    }
    match shared.sessions.of(headers) {
        None => Ok((By::Nothing, None)),
        Some(Err(())) => Ok((By::Wrong, None)),
        Some(Ok(Session { signed, id, .. })) => {
            let known = |database: &Database| Ok((database.users()?, database.ended_sessions()?));
            let (users, ended) = shared.call(known).await?;
            if ended.iter().any(|(ended, _)| *ended == id) {
                return Ok((By::Wrong, None));
            }
            let Some((name, token)) = signed else { return Ok((By::Cookie, server)) };
            // A user who was removed, or has another token now, has no session.
            let is_his = |user: &User| user.name == name && user.token_id() == token;
            let user = users.into_iter().find(is_his);
            let by = if user.is_some() { By::Cookie } else { By::Wrong };
            Ok((by, user.map(|user| Who { user: Some(user), ..Who::default() })))
        }
    }
}

fn does(request: &Request) -> Access {
    let (method, uri) = (request.method(), request.uri());
    if uri.path().starts_with(ROOT) {
        api::does(method, uri)
    } else {
        desk::does(method, uri.path())
    }
}

/// Refuses requests beyond the role of the user; the table of routes states the access that each
/// needs.
fn may(who: &Who, does: Access) -> Result<(), Problem> {
    let needs = does.needs();
    let Some(user) = who.user.as_ref().filter(|user| user.role < needs) else { return Ok(()) };
    let (name, role, needs) = (&user.name, user.role.name(), needs.name());
    let words = format!("{name} has the role {role}, and this needs the role {needs}");
    Err(Problem::new(StatusCode::FORBIDDEN, "role", words))
}

/// Refuses requests by another name: a page of that host could read the answers (DNS rebinding).
fn by_own_name(settings: &Settings, headers: &HeaderMap) -> Result<(), Problem> {
    if one(headers, &HOST).is_some_and(|host| is_own(settings, host)) {
        return Ok(());
    }
    let words = "the header Host is not a name of this server; `--host NAME` adds one";
    Err(Problem::new(StatusCode::FORBIDDEN, "other-host", words))
}

fn is_own(settings: &Settings, host: &str) -> bool {
    settings.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
}

fn check(settings: &Settings, by: By, does: Access, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let method = request.method();
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    if does == Access::Nothing && is_read {
        return Ok(());
    }
    if !matches!(by, By::Token | By::Cookie) && does != Access::Nothing {
        return Err(Problem::no_token());
    }
    // Headers that browsers send with requests from other sites.
    let site = headers.get(FETCH_SITE);
    let is_same = site.is_none_or(|site| site == "same-origin" || site == "none");
    let is_opened = is_read && headers.get(FETCH_MODE).is_some_and(|mode| mode == "navigate");
    let is_origin = |origin: &str| {
        let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        own.is_some_and(|own| is_own(settings, own))
    };
    let has_origin =
        headers.get_all(ORIGIN).iter().all(|origin| origin.to_str().is_ok_and(is_origin));
    // Every browser sends one of the two headers with a cookie and a change.
    let tells = by != By::Cookie || is_read || site.is_some() || headers.contains_key(ORIGIN);
    let is_own_page = (is_same || is_opened) && has_origin && tells;
    if !is_own_page && (by == By::Cookie || !is_read) {
        let words = "requests from pages of other sites are refused";
        return Err(Problem::new(StatusCode::FORBIDDEN, "other-origin", words));
    }
    if is_read {
        return Ok(());
    }
    // Browsers send a preflight before cross-site requests other than GET and POST; of these
    // methods only DELETE has routes.
    if *method == Method::DELETE {
        return may_change(settings, does);
    }
    if *method != Method::POST {
        return Ok(());
    }
    // Forms cannot send this type.
    let kind =
        one(headers, &CONTENT_TYPE).map(|kind| kind.split(';').next().unwrap_or(kind).trim());
    if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
        let words = "send JSON, with the header `Content-Type: application/json`";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", words));
    }
    may_change(settings, does)
}

/// Refuses changes if the server is read-only.
fn may_change(settings: &Settings, does: Access) -> Result<(), Problem> {
    if does.changes() && settings.read_only {
        let words = "this server was started with --read-only: nothing can be drawn or changed";
        return Err(Problem::new(StatusCode::FORBIDDEN, "read-only", words));
    }
    Ok(())
}

/// Returns the value of a header that occurs once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}
