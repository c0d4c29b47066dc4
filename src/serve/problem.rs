//! [`Problem`]: an answer about an error, by RFC 9457.

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::http::header::{
    ALLOW, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::desk::said;
use crate::database::{Error, Kind};

/// Seconds after which another process may have released the database.
const LATER: &str = "1";

/// What is wrong, as `application/problem+json`: `type` and `code` are stable, `detail` is for
/// people. Errors of the library have `kind`, `data` and `cures`, too, as its pages list them.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    status: StatusCode,
    header: Option<(HeaderName, Cow<'static, str>)>,
    body: Value,
}

impl Problem {
    /// Creates the problem of an error of the server itself.
    pub fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        let title = status.canonical_reason().unwrap_or_default();
        let detail = detail.into();
        let body = json!({
            "type": format!("urn:seeddb:{code}"),
            "title": title,
            "status": status.as_u16(),
            "detail": detail,
            "code": code,
        });
        Self { status, header: None, body }
    }

    fn with(self, name: HeaderName, value: impl Into<Cow<'static, str>>) -> Self {
        Self { header: Some((name, value.into())), ..self }
    }

    pub fn saying(mut self, detail: String) -> Self {
        self.body["detail"] = detail.into();
        self
    }

    pub fn with_data(mut self, data: Value) -> Self {
        self.body["data"] = data;
        self
    }

    /// Creates the problem of a file that cannot be written to the folder of `--out`.
    pub fn of_writing(error: &io::Error) -> Self {
        let words = format!("cannot write to the folder of --out: {error}");
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::new(StatusCode::INSUFFICIENT_STORAGE, "disk-full", words)
            }
            _ => Self::new(StatusCode::INTERNAL_SERVER_ERROR, "not-written", words),
        }
    }

    /// Creates the problem of a malformed request.
    pub fn bad(code: &str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    pub const fn status(&self) -> StatusCode {
        self.status
    }

    pub fn text(&self, key: &str) -> &str {
        self.body[key].as_str().unwrap_or_default()
    }

    /// Creates the problem of a resource that does not exist.
    pub fn missing(code: &str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, detail)
    }

    /// Creates the problem of a call that ended without an answer.
    pub fn internal() -> Self {
        let words = "the call ended without an answer; see the log of the server";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", words)
    }

    /// Creates the problem of a missing or wrong token.
    pub fn no_token() -> Self {
        let words =
            "send the token that the server told when it started: `Authorization: Bearer TOKEN`";
        Self::new(StatusCode::UNAUTHORIZED, "no-token", words).with(WWW_AUTHENTICATE, "Bearer")
    }

    /// Creates the problem of a request whose idempotency key is in progress.
    pub fn running() -> Self {
        let words = "a request with this Idempotency-Key is under way; ask again for what it gives";
        Self::new(StatusCode::CONFLICT, "still-running", words).with(RETRY_AFTER, LATER)
    }

    /// Creates the problem of a change based on outdated rows.
    pub fn changed(words: impl Into<String>) -> Self {
        Self::new(StatusCode::PRECONDITION_FAILED, "changed", words)
    }

    /// Creates the problem of a body that did not arrive in time.
    pub fn too_slow(patience: Duration) -> Self {
        let words =
            format!("the body of the request did not come within {} seconds", patience.as_secs());
        Self::new(StatusCode::REQUEST_TIMEOUT, "too-slow", words)
    }

    /// Creates the problem of a request beyond the limit of jobs or draws.
    pub fn full(what: &str, running: usize) -> Self {
        let words = format!("{running} {what} run already: ask again when one is over");
        Self::new(StatusCode::TOO_MANY_REQUESTS, &format!("too-many-{what}"), words)
            .with(RETRY_AFTER, LATER)
    }

    /// Creates the problem of a draw beyond the limit per minute.
    pub fn too_fast(a_minute: f64, wait: Duration) -> Self {
        let words = format!("this server draws {a_minute} puzzles a minute (--puzzles-per-minute)");
        let wait = wait.as_secs() + 1;
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", words)
            .with(RETRY_AFTER, wait.to_string())
    }

    pub fn into_body(self) -> Value {
        self.body
    }

    /// Creates the problem of a path without a route.
    pub fn no_route(uri: &Uri) -> Self {
        let words =
            format!("there is nothing at {}; /api/v1/openapi.json lists what there is", uri.path());
        Self::new(StatusCode::NOT_FOUND, "no-route", words)
    }

    /// Creates the problem of a path that allows other methods.
    pub fn no_method(method: &Method, uri: &Uri, allowed: &[&str]) -> Self {
        let allowed = allowed.join(", ");
        let words = format!("{} takes {allowed}, not {method}", uri.path());
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "no-method", words).with(ALLOW, allowed)
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        // Where the server keeps its files is nobody's business who asks.
        let error = match error {
            Error::Store(error) => Error::Store(error.without_folders()),
            error => error,
        };
        let code = error.code();
        let status = StatusCode::from_u16(code.http_status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut problem = Self::new(status, code.name(), error.to_string());
        problem.body["title"] = code.meaning().into();
        // All that it says can be written as JSON.
        let all = serde_json::to_value(&error).unwrap_or_default();
        for key in ["kind", "data", "cures"] {
            problem.body[key] = all[key].clone();
        }
        match error.kind() {
            Kind::Busy | Kind::Stopped | Kind::Unavailable => problem.with(RETRY_AFTER, LATER),
            _ => problem,
        }
    }
}

impl From<BytesRejection> for Problem {
    fn from(rejection: BytesRejection) -> Self {
        Self::new(rejection.status(), "bad-body", rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Self {
        Self::new(rejection.status(), "bad-path", rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status(), "bad-query", rejection.body_text())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self { status, header, mut body } = self;
        if let Value::String(words) = body["detail"].take() {
            body["detail"] = said(words).into();
        }
        let mut response = (status, body.to_string()).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        if let Some((name, value)) = header
            && let Ok(value) = HeaderValue::try_from(&*value)
        {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use seeddb_ledger::{StaleCopy, StoreError, Why};

    use super::*;

    /// Problems name files, and no folder that they are in; addresses of servers stay.
    #[test]
    fn no_folder_is_named() {
        let path = || PathBuf::from("/srv/hidden/seeds.redb");
        let what = || "so".to_owned();
        let why = Why::Away(PathBuf::from("/srv/hidden/mark"));
        let older = Box::new(StaleCopy { why, ..StaleCopy::default() });
        let failed = |kind: io::ErrorKind| StoreError::io(path(), kind.into());
        for error in [
            StoreError::Gone(path()),
            StoreError::Damaged { path: path(), what: what() },
            StoreError::Older { path: path(), older },
            StoreError::OtherBackup { path: path(), backup: PathBuf::from("/srv/hidden/b.redb") },
            StoreError::Backup { path: path(), made: 0 },
            failed(io::ErrorKind::StorageFull),
            failed(io::ErrorKind::PermissionDenied),
            failed(io::ErrorKind::Other),
        ] {
            let text = Problem::from(Error::from(error)).into_body().to_string();
            assert!(text.contains("seeds.redb") && !text.contains("hidden"), "{text}");
        }
        let address = PathBuf::from("postgres://db.example/seeds");
        let text = Problem::from(Error::from(StoreError::Standby(address))).into_body().to_string();
        assert!(text.contains("postgres://db.example/seeds"), "{text}");
    }
}
