//! Who may see the desk: whoever gave the token once, which a cookie says from then on.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::html;
use serde::Deserialize;

use super::frame::Frame;
use super::offer::field;
use crate::serve::body::read;
use crate::serve::problem::Problem;
use crate::serve::{Settings, Token};

/// Where the token is given for the cookie.
pub const LOGIN: &str = "/login";

/// The cookie's name. Cookies are of a host, whatever the port: so the name has the port, and two servers keep theirs apart.
fn name(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let port = host.rsplit_once(':').map_or("", |(_, port)| port);
    let digits: String = port.chars().filter(char::is_ascii_digit).collect();
    format!("seeddb-{digits}")
}

/// Whether the cookie of a request is right; nothing if it has none.
pub fn is_open(token: &Token, headers: &HeaderMap) -> Option<bool> {
    let name = name(headers);
    let texts = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.split_once('='));
    let own = pairs.filter(|(key, _)| key.trim() == name);
    own.map(|(_, value)| token.is_session(value.trim().as_bytes()))
        .reduce(|one, other| one || other)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    token: String,
}

pub async fn login(
    State(shared): crate::serve::State,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let given: Given = read(&body)?;
    let token = &shared.settings.token;
    if !token.is(given.token.trim().as_bytes()) {
        let words = "this is not the token of the server that runs now: it is told when it starts";
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "no-token", words));
    }
    // Behind a proxy with TLS the cookie never goes over an open line.
    let secure = headers.get(ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https:"));
    Ok(with_cookie(&headers, &token.session(), if secure { "; Secure" } else { "" }))
}

/// Takes the cookie back.
pub async fn logout(headers: HeaderMap) -> Response {
    with_cookie(&headers, "", "; Max-Age=0")
}

/// A page of another site that leads here brings the cookie along, and changes nothing; what it sends otherwise has none.
fn with_cookie(headers: &HeaderMap, value: &str, more: &str) -> Response {
    let cookie = format!("{}={value}; Path=/; HttpOnly; SameSite=Lax{more}", name(headers));
    ([(SET_COOKIE, &*cookie), (CONTENT_TYPE, "application/json")], "{}").into_response()
}

/// The page that asks for the token; its script finds it in the address.
pub fn page(settings: &Settings) -> Response {
    let body = html! {
        form #login .card.narrow data-login {
            h1 { "Open the desk" }
            p { "Follow the address that " code { "seeddb serve" } " printed: it ends with " code { "#t=" }
                " and the token. Or type the token here." }
            (field("Token", &html! { input name="token" type="password" autocomplete="off" required; }, None))
            button .primary { "Open" }
            p .problem role="alert" {}
        }
    };
    let frame = Frame { scripts: &["login.js"], ..Frame::of("Open the desk", "", body) };
    (StatusCode::UNAUTHORIZED, frame.page(settings)).into_response()
}
