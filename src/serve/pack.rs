//! [`pack`]: compresses answers with gzip for clients that accept it.

use std::io::Write as _;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderValue, VARY,
};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Body as _;

use super::problem::Problem;

/// The least size of a compressed answer, in bytes.
const LEAST: u64 = 1024;

/// Compresses an answer that is text, has a known size, and is large enough.
pub(super) async fn pack(request: Request, next: Next) -> Response {
    let wished = takes_gzip(request.headers());
    let mut response = next.run(request).await;
    if !is_text(response.headers()) || response.headers().contains_key(CONTENT_ENCODING) {
        return response;
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    // A stream has no known size.
    if !wished || response.body().size_hint().exact().is_none_or(|size| size < LEAST) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Problem::internal().into_response();
    };
    let mut packed = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    let packed = packed.write_all(&bytes).and_then(|()| packed.finish());
    let Ok(packed) = packed else { return Problem::internal().into_response() };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    // The bytes differ while the meaning is equal, so the tag is weak.
    let tag = parts.headers.get(ETAG).and_then(|tag| tag.to_str().ok());
    let weak = tag.and_then(|tag| HeaderValue::try_from(format!("W/{tag}")).ok());
    if let Some(weak) = weak {
        parts.headers.insert(ETAG, weak);
    }
    Response::from_parts(parts, Body::from(packed))
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let wishes = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    wishes.flat_map(|wishes| wishes.split(',')).any(|wish| {
        let (name, weight) = wish.split_once(';').unwrap_or((wish, ""));
        let is_never = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        matches!(name.trim(), "gzip" | "*") && !is_never
    })
}

/// Whether the content type of an answer is compressible.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    match kind.split_once('/') {
        Some(("text", of_text)) => of_text != "event-stream",
        Some(("application", of_application)) => {
            of_application.ends_with("json") || of_application == "javascript"
        }
        Some(("image", of_image)) => of_image == "svg+xml",
        _ => false,
    }
}
