//! Answers: rows as JSON or NDJSON, with a link to the next page and an `ETag` of the content.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::{
    ACCEPT, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH, LINK, LOCATION,
    VARY,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::Shared;
use super::problem::Problem;
use crate::database::Cursor;
use crate::export::{Format, Row, Style, Writer};

/// The form of answer that a request accepts, and its address.
pub(super) struct Negotiated {
    headers: HeaderMap,
    uri: Uri,
}

impl FromRequestParts<Arc<Shared>> for Negotiated {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Shared>) -> Result<Self, Infallible> {
        Ok(Self { headers: parts.headers.clone(), uri: parts.uri.clone() })
    }
}

seeddb_core::named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Form {
        Json = "application/json",
        Lines = "application/x-ndjson",
        /// Of puzzles alone.
        Csv = "text/csv",
    }
}

impl Negotiated {
    /// Returns the first supported type of the header `Accept`; JSON without the header.
    fn form(&self, has_csv: bool) -> Result<Form, Problem> {
        let accept: Vec<&str> =
            self.headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
        let accept = accept.join(",");
        if accept.trim().is_empty() {
            return Ok(Form::Json);
        }
        let form = |wished: &str| match wished.split(';').next().unwrap_or_default().trim() {
            "application/json" | "application/*" | "*/*" => Some(Form::Json),
            "application/x-ndjson" | "application/jsonl" => Some(Form::Lines),
            "text/csv" if has_csv => Some(Form::Csv),
            _ => None,
        };
        accept.split(',').find_map(form).ok_or_else(|| {
            let words =
                "answers are application/json or application/x-ndjson, and of puzzles text/csv";
            Problem::new(StatusCode::NOT_ACCEPTABLE, "no-such-type", words)
        })
    }

    /// Returns a list, with the cursor of its next page.
    pub fn page<T: Serialize>(
        &self,
        rows: &[T],
        next: Option<&Cursor>,
    ) -> Result<Response, Problem> {
        let form = self.form(false)?;
        let text = if form == Form::Lines { lines(rows)? } else { json(&rows)? };
        Ok(self.linked(self.answer(form, text), next))
    }

    /// Answers with puzzles and the cursor of the next page; CSV is supported too.
    pub fn puzzles(&self, rows: &[Row], next: Option<&Cursor>) -> Result<Response, Problem> {
        let form = self.form(true)?;
        let text = match form {
            Form::Json => json(&rows)?,
            Form::Lines => lines(rows)?,
            Form::Csv => csv(rows).map_err(|_| Problem::internal())?,
        };
        Ok(self.linked(self.answer(form, text), next))
    }

    /// Adds the link to the next page.
    fn linked(&self, mut response: Response, next: Option<&Cursor>) -> Response {
        if let Some(next) = next {
            let link = format!("<{}>; rel=\"next\"", self.next(next));
            if let Ok(link) = HeaderValue::try_from(link) {
                response.headers_mut().insert(LINK, link);
            }
        }
        response
    }

    pub fn rows<T: Serialize>(&self, rows: &[T]) -> Result<Response, Problem> {
        self.page(rows, None)
    }

    pub fn one(&self, row: &impl Serialize) -> Result<Response, Problem> {
        let form = self.form(false)?;
        Ok(self.answer(form, json(row)?))
    }

    /// Returns the request's address with another cursor.
    fn next(&self, next: &Cursor) -> String {
        let query = self.uri.query().unwrap_or_default();
        let others =
            query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("after="));
        let pairs: Vec<&str> = others.collect();
        let after = format!("after={next}");
        format!("{}?{}", self.uri.path(), [&pairs[..], &[&after]].concat().join("&"))
    }

    /// Returns the tags of the header `If-Match`, if present.
    pub fn expected(&self) -> Option<Expected> {
        let is_there = self.headers.contains_key(IF_MATCH);
        is_there.then(|| Expected(named(&self.headers, &IF_MATCH).map(str::to_owned).collect()))
    }

    /// Returns the answer with this text, or 304 if the client has it already.
    fn answer(&self, form: Form, text: String) -> Response {
        let tag = tag(&text);
        let known = named(&self.headers, &IF_NONE_MATCH).any(|one| one == tag);
        let mut response =
            if known { StatusCode::NOT_MODIFIED.into_response() } else { text.into_response() };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(form.name()));
        headers.insert(VARY, HeaderValue::from_static("accept"));
        if let Ok(tag) = HeaderValue::try_from(tag) {
            headers.insert(ETAG, tag);
        }
        response
    }
}

/// Returns the tags in a header.
fn named<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let texts = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    // A weak tag, as compressed answers have it, means the same content.
    texts
        .flat_map(|text| text.split(','))
        .map(str::trim)
        .map(|one| one.strip_prefix("W/").unwrap_or(one))
}

fn tag(text: &str) -> String {
    format!("\"{}\"", &blake3::hash(text.as_bytes()).to_hex()[..32])
}

/// Returns the tag of one record, as in the answer of [`Negotiated::one`].
pub(super) fn tag_of(row: &impl Serialize) -> Result<String, Problem> {
    Ok(tag(&json(row)?))
}

/// The tags of the answers that a change is based on.
pub(super) struct Expected(Vec<String>);

impl Expected {
    /// Whether each tag belongs to the present content: to one of these lists, as JSON or in lines,
    /// or `*` if the first list is not empty.
    pub fn hold<T: Serialize>(&self, now: &[&[T]]) -> Result<bool, Problem> {
        let mut tags = Vec::new();
        for rows in now.iter().filter(|rows| !rows.is_empty()) {
            tags.extend([tag_of(rows)?, tag(&lines(rows)?)]);
        }
        let is_any = |one: &str| one == "*" && now.first().is_some_and(|rows| !rows.is_empty());
        Ok(self.0.iter().all(|one| is_any(one) || tags.contains(one)))
    }

    /// Whether the tags belong to this record.
    pub fn is(&self, row: &impl Serialize) -> bool {
        let tag = tag_of(row).unwrap_or_default();
        self.0.iter().all(|one| one == "*" || *one == tag)
    }
}

/// Adds the path of the created resource.
pub(super) fn made_at(mut response: Response, path: &str) -> Response {
    if let Ok(path) = HeaderValue::try_from(path) {
        response.headers_mut().insert(LOCATION, path);
    }
    response
}

fn lines<T: Serialize>(rows: &[T]) -> Result<String, Problem> {
    let mut text = String::new();
    for row in rows {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", json(row)?);
    }
    Ok(text)
}

fn csv(rows: &[Row]) -> io::Result<String> {
    let mut writer = Writer::new(Vec::new(), Style::of(Format::Csv))?;
    rows.iter().try_for_each(|row| writer.row(row))?;
    String::from_utf8(writer.finish()?).map_err(io::Error::other)
}

fn json(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|_| Problem::internal())
}
