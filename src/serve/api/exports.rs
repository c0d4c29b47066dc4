//! Files of puzzles: writing new ones, and reading them.

use std::io::BufWriter;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::super::State;
use super::super::answer::{Negotiated, made_at};
use super::super::body::read;
use super::super::files::{ExportJob, ExportRequest};
use super::super::jobs::Outcome;
use super::super::output_folder::{self, OutputFolder};
use super::super::problem::Problem;
use super::super::route::ROOT;
use super::draws::MOST;
use super::jobs::{accepted, prefers_async};
use crate::database::{Control, Database};

pub(in super::super) const WRITTEN: &str = r#"{"type": "object", "required": ["file", "location", "puzzles"], "properties": {"file": {"type": "string", "description": "its name in the folder of --out"}, "location": {"type": "string", "description": "where it can be had"}, "puzzles": {"type": "integer"}}}"#;

pub(super) async fn export(
    shared: State,
    wished: Negotiated,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let shelf = OutputFolder::of(&shared.settings)?;
    let filed = ExportJob::try_from(read::<ExportRequest>(&body)?)?;
    let asked = filed.clone();
    let most = shared.call(move |database| asked.most(database)).await?;
    let ladder = shared.settings.ladder;
    let work = move |database: &Database, control: &Control| {
        let name = format!("{}.{}", output_folder::name("export")?, filed.extension());
        let out = BufWriter::new(shelf.begin()?);
        let (out, puzzles) = filed.write(database, control, out, (true, ladder))?;
        let file = out.into_inner().map_err(|error| Problem::of_writing(error.error()))?;
        shelf.put(&[(name.clone(), file)])?;
        let location = format!("{ROOT}/exports/{name}");
        Ok::<Value, Problem>(json!({"file": name, "location": location, "puzzles": puzzles}))
    };
    let place = |told: &Value| told["location"].as_str().unwrap_or_default().to_owned();
    if most > MOST || prefers_async(&headers) {
        let work = move |database: &Database, control: &Control| {
            let told = work(database, control)?;
            Ok(Outcome { location: Some(place(&told)), result: told })
        };
        let job = shared.jobs.start(&Arc::clone(&shared), "export", None, work)?;
        return accepted(&wished, &job);
    }
    let control = shared.settings.control.clone();
    let told = shared.work(move |database| work(database, &control)).await??;
    Ok(made_at(wished.one(&told)?, &place(&told)))
}

pub(super) async fn file(
    shared: State,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let shelf = OutputFolder::of(&shared.settings)?;
    let Path(name) = name?;
    let own = name.clone();
    let data = shared.work(move |_| shelf.read(&own)).await??;
    let kind = match name.rsplit('.').next() {
        Some("pdf") => "application/pdf",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    let place = format!("attachment; filename=\"{name}\"");
    let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, place)];
    Ok((headers, data).into_response())
}
