//! Records of the database.

use std::sync::Arc;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use super::super::answer::Negotiated;
use super::super::body::id as id_of;
use super::super::problem::Problem;
use super::super::{Shared, State};
use crate::database::{
    Answer as Known, BatchRef, BatchRow, BookRow, Database, Error, IssuedWithId, PageOptions,
    Question, SeedRow,
};
use crate::level_table::LevelRow;
use crate::symmetry::Id;

type Answer = Result<Response, Problem>;
type Given<T> = Result<Path<T>, PathRejection>;
type Asked<T> = Result<Query<T>, QueryRejection>;

/// The most rows of a page.
const MOST: u32 = 1_000;

pub(super) const HEALTH: &str = r#"{"type": "object", "properties": {"status": {"type": "string"}, "version": {"type": "string"}}, "required": ["status", "version"]}"#;

pub(super) async fn healthz(wished: Negotiated) -> Answer {
    wished.one(&json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}))
}

pub(super) async fn openapi(shared: State, wished: Negotiated) -> Answer {
    wished.one(&*shared.document)
}

pub(super) async fn levels(shared: State, wished: Negotiated) -> Answer {
    let rows = |database: &Database| Ok(LevelRow::all(&database.levels()?, database.ladder()));
    wished.rows(&shared.call(rows).await?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pages {
    after: Option<String>,
    limit: Option<u32>,
}

pub(super) fn page_options(
    after: Option<String>,
    limit: Option<u32>,
) -> Result<PageOptions, Problem> {
    let limit = limit.unwrap_or(100);
    if !(1..=MOST).contains(&limit) {
        return Err(Problem::bad("bad-query", format!("limit is 1 to {MOST}, not {limit}")));
    }
    Ok(PageOptions { after: after.map(Into::into), limit })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seeds {
    tier: Option<u8>,
    after: Option<String>,
    limit: Option<u32>,
}

pub(super) async fn seeds(shared: State, wished: Negotiated, asked: Asked<Seeds>) -> Answer {
    let Query(Seeds { tier, after, limit }) = asked?;
    let options = page_options(after, limit)?;
    let page = shared.call(move |database| database.seeds_by_key(tier, &options)).await?;
    let ladder = shared.database.ladder().id();
    let rows: Vec<SeedRow> =
        page.rows.iter().filter_map(|seed| SeedRow::of(seed, ladder)).collect();
    wished.page(&rows, page.next.as_ref())
}

async fn used(shared: &Shared, which: Vec<BatchRef>) -> Result<Vec<BatchRow>, Problem> {
    let used = shared.call(move |database| database.used_batches(&which)).await?;
    Ok(used.into_iter().map(BatchRow::from).collect())
}

pub(super) async fn batches(shared: State, wished: Negotiated) -> Answer {
    wished.rows(&used(&shared, Vec::new()).await?)
}

pub(super) async fn batch(shared: State, wished: Negotiated, id: Given<u32>) -> Answer {
    let Path(id) = id?;
    wished.rows(&used(&shared, vec![BatchRef::Id(id)]).await?)
}

async fn page_of(
    shared: &Arc<Shared>,
    wished: &Negotiated,
    batch: Option<u32>,
    pages: Pages,
) -> Answer {
    let options = page_options(pages.after, pages.limit)?;
    let batch = batch.map(BatchRef::Id);
    let page = shared.call(move |database| database.puzzles(batch, &options)).await?;
    let rows: Vec<_> = page.rows.iter().map(IssuedWithId::row).collect();
    wished.puzzles(&rows, page.next.as_ref())
}

pub(super) async fn puzzles(shared: State, wished: Negotiated, pages: Asked<Pages>) -> Answer {
    page_of(&shared, &wished, None, pages?.0).await
}

pub(super) async fn puzzles_of(
    shared: State,
    wished: Negotiated,
    id: Given<u32>,
    pages: Asked<Pages>,
) -> Answer {
    page_of(&shared, &wished, Some(id?.0), pages?.0).await
}

pub(super) async fn puzzle(shared: State, wished: Negotiated, id: Given<String>) -> Answer {
    shown(&shared, &wished, id_of(&id?.0)?).await
}

pub(super) async fn shown(shared: &Shared, wished: &Negotiated, id: Id) -> Answer {
    let known = shared.call(move |database| database.show(&Question::Id(id))).await?;
    let rows: Vec<_> = known.iter().flat_map(Known::rows).collect();
    wished.rows(&rows)
}

pub(super) async fn books(shared: State, wished: Negotiated) -> Answer {
    let books = shared.call(Database::books).await?;
    wished.rows(&books.into_iter().map(BookRow::from).collect::<Vec<_>>())
}

pub(super) async fn stats(shared: State, wished: Negotiated) -> Answer {
    let stats = shared.call(|database| Ok::<_, Error>(database.stats()?.rows()));
    wished.rows(&stats.await?)
}
