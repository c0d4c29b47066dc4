//! Sessions of the desk: a browser that gave a token has a cookie from then on.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::html;
use serde::Deserialize;

use super::form_preview::field;
use super::frame::Frame;
use crate::body::read;
use crate::database::{Database, User};
use crate::problem::Problem;
use crate::{Settings, Token};

/// The path of the form that takes the token and sets the cookie.
pub const LOGIN: &str = "/login";

/// Returns the cookie's name. Browsers share cookies among all ports of a host, so the name
/// contains the port, and two servers have separate cookies.
fn name(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let port = host.rsplit_once(':').map_or("", |(_, port)| port);
    let digits: String = port.chars().filter(char::is_ascii_digit).collect();
    format!("seeddb-{digits}")
}

/// The length of a session, in seconds.
const LASTS: u64 = 12 * 60 * 60;

fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(u64::MAX, |since| since.as_secs())
}

/// Sessions: a signed cookie states the user and the end of the session. The database stores the
/// sessions that were ended earlier.
pub struct Sessions {
    key: [u8; blake3::KEY_LEN],
    /// The ended sessions that the database could not store.
    lost: Mutex<Vec<String>>,
}

/// The name of the signed-in user and the identity of the user's token; `None` for the token of the
/// server.
type Signed = Option<(String, String)>;

pub struct Session {
    pub signed: Signed,
    pub id: String,
    over: u64,
}

impl Sessions {
    pub fn new(token: &Token) -> Self {
        Self { key: token.key(), lost: Mutex::default() }
    }

    fn lost(&self) -> MutexGuard<'_, Vec<String>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of the cookie of a new session, which ends at this time.
    pub fn open(&self, user: Option<&User>, ends: u64) -> Result<String, Problem> {
        let nonce = getrandom::u64().map_err(|_| Problem::internal())?;
        let name: String = user.map_or("", |user| &user.name).bytes().fold(
            String::new(),
            // Writing to a string cannot fail.
            |text, byte| text + &format!("{byte:02x}"),
        );
        let id = user.map(User::token_id).unwrap_or_default();
        let said = format!("{ends}.{nonce:016x}.{name}.{id}");
        Ok(format!("{said}.{}", blake3::keyed_hash(&self.key, said.as_bytes()).to_hex()))
    }

    /// Returns the session of this cookie; `None` if it is invalid or over.
    fn read(&self, value: &str) -> Option<Session> {
        let (said, sign) = value.rsplit_once('.')?;
        // The comparison of hashes takes the same time for any input.
        let sign: blake3::Hash = sign.parse().ok()?;
        if sign != blake3::keyed_hash(&self.key, said.as_bytes()) {
            return None;
        }
        let [ends, _, name, id] = said.split('.').collect::<Vec<_>>().try_into().ok()?;
        let over: u64 = ends.parse().ok()?;
        let hash = blake3::hash(said.as_bytes()).to_hex()[..16].to_owned();
        if over <= now() || self.lost().contains(&hash) {
            return None;
        }
        let byte = |at: usize| u8::from_str_radix(name.get(at..at + 2)?, 16).ok();
        let bytes = (0..name.len()).step_by(2).map(byte).collect::<Option<Vec<u8>>>()?;
        let name = String::from_utf8(bytes).ok()?;
        let signed = (!name.is_empty()).then(|| (name, id.to_owned()));
        Some(Session { signed, id: hash, over })
    }

    /// Returns the session of a request; `Some(Err)` for a cookie that is invalid or over; `None`
    /// without a cookie.
    pub fn of(&self, headers: &HeaderMap) -> Option<Result<Session, ()>> {
        cookies(headers).map(|value| self.read(&value).ok_or(())).reduce(Result::or)
    }
}

/// Returns the values of the cookies of this server.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = String> {
    let name = name(headers);
    let texts = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.split_once('='));
    let own = pairs.filter(move |(key, _)| key.trim() == name);
    own.map(|(_, value)| value.trim().to_owned())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    token: String,
}

pub async fn login(
    State(shared): crate::State,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let given: Given = read(&body)?;
    let token = given.token.trim().as_bytes();
    let user = if shared.settings.token.is(token) {
        None
    } else {
        let users = shared.call(Database::users).await?;
        let words = "this is no token of the server that runs now: it is told when the server \
                     starts, or when `seeddb serve users` makes one";
        let wrong = || Problem::new(StatusCode::UNAUTHORIZED, "no-token", words);
        Some(of_token(users, token).ok_or_else(wrong)?)
    };
    // Behind a proxy with TLS, browsers send the cookie only over encrypted connections.
    let secure = headers.get(ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https:"));
    let session = shared.sessions.open(user.as_ref(), now() + LASTS)?;
    Ok(with_cookie(&headers, &session, if secure { "; Secure" } else { "" }))
}

/// Returns the user with this token. All users are compared, so that the time reveals nothing.
pub fn of_token(users: Vec<User>, token: &[u8]) -> Option<User> {
    users.into_iter().filter(|user| user.has(token)).reduce(|one, _| one)
}

/// Ends the session, here and in the browser.
pub async fn logout(State(shared): crate::State, headers: HeaderMap) -> Response {
    for Session { id, over, .. } in
        cookies(&headers).filter_map(|value| shared.sessions.read(&value))
    {
        let kept = id.clone();
        if shared.call(move |database| database.end_session(&kept, over, now())).await.is_err() {
            shared.sessions.lost().push(id);
        }
    }
    with_cookie(&headers, "", "; Max-Age=0")
}

/// Sets the cookie. Browsers send it with links from other sites, which change nothing, but with no
/// other requests from there.
fn with_cookie(headers: &HeaderMap, value: &str, more: &str) -> Response {
    let cookie = format!("{}={value}; Path=/; HttpOnly; SameSite=Lax{more}", name(headers));
    ([(SET_COOKIE, &*cookie), (CONTENT_TYPE, "application/json")], "{}").into_response()
}

/// Returns the page that asks for the token; its script finds the token in the address.
pub fn page(settings: &Settings) -> Response {
    let body = html! {
        form #login .card.narrow data-login {
            h1 { "Open the desk" }
            p { "Follow the address that " code { "seeddb serve" } " printed: it ends with " code { "#t=" }
                " and the token. Or type the token here, or your own." }
            (field("Token", &html! { input name="token" type="password" autocomplete="off" required; }, None))
            button .primary { "Open" }
            p .problem role="alert" {}
        }
    };
    let frame = Frame { scripts: &["login.js"], ..Frame::of("Open the desk", "", body) };
    (StatusCode::UNAUTHORIZED, frame.page(settings)).into_response()
}
