//! One batch: its boards, sorted and filtered, its scores, and the actions on it.

use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use maud::html;
use serde::Deserialize;
use serde_json::json;

use super::batches::{asked, used};
use super::board::figure;
use super::export;
use super::form_preview::{Fields, FormPreview, command, field, form as live};
use super::frame::{Answer, Frame, Offered};
use super::levels::LevelMarks;
use super::links::when;
use super::said;
use crate::database::{
    BatchRef, BatchRow, Control, Database, Error, IssuedWithId, LONGEST_NOTE, Page, PageOptions,
    check_reason,
};
use crate::export::plot::{Axis, Words, histogram};
use crate::problem::Problem;
use crate::route::{Access, ROOT};
use crate::who::may;

/// Boards of a page.
const MOST: u32 = 200;

#[derive(Deserialize)]
pub struct Asked {
    after: Option<String>,
}

struct Batch {
    row: BatchRow,
    page: Page<IssuedWithId>,
    marks: LevelMarks,
}

fn known(database: &Database, id: u32, after: Option<String>) -> Result<Batch, Error> {
    let used = database.used_batches(&[BatchRef::Id(id)])?;
    let row = used.into_iter().next().map(BatchRow::from).ok_or(Error::NoBatch)?;
    let options = PageOptions { after: after.map(Into::into), limit: MOST };
    let page = database.puzzles(Some(BatchRef::Id(id)), &options)?;
    Ok(Batch { row, page, marks: LevelMarks::of(&database.levels()?) })
}

pub async fn batch(
    State(shared): crate::State,
    Path(id): Path<u32>,
    Query(Asked { after }): Query<Asked>,
) -> Answer {
    let Batch { row, page, marks } =
        shared.call(move |database| known(database, id, after)).await?;
    let has_scores = page.rows.iter().filter(|named| named.issued.score.is_some()).count() > 4;
    let body = html! {
        p .crumbs { a href="/batches" { "Batches" } }
        h1 { "Batch " (id) }
        ul .numbers {
            li { b { (row.issued) } " puzzles" }
            @if row.void > 0 { li .bad { b { (row.void) } " void" } }
            li { bdi { (asked(&row)) } }
            @if let Some(time) = &row.time { li { (when(time)) } }
            @if !used(&row).is_empty() { li { bdi { (used(&row)) } } }
            @if !row.note.is_empty() { li { bdi { (row.note) } } }
        }
        @if has_scores {
            details .card {
                summary { "Histogram of the scores" }
                img .plot loading="lazy" width="1000" height="640" src={ "/batches/" (id) "/scores.svg" } alt={ "How many puzzles of batch " (id) " have which score" };
            }
        }
        div .bar-of-fields data-grid {
            (field("Sort by", &html! { select data-sort { option value="number" { "Number" } option value="score" { "Score" } option value="clues" { "Clues" } } }, None))
            (field("Filter", &html! { input type="search" data-filter placeholder="level or id"; }, None))
            p .hint role="status" data-shown {}
        }
        div .grid {
            @for named in &page.rows {
                @let one = named.row();
                (figure(&one, &html! { (marks.chip(one.level.as_deref(), one.tier)) @if named.issued.void { " " span .bad { "void" } } }))
            }
        }
        @if let Some(next) = &page.next { p { a .button href={ "?after=" (next) } { "Next " (MOST) " boards" } } }
        @if may(Access::Publish) { details .card { summary { "Export" } (export::of_batch(id)) } }
        @if may(Access::Approve) { details .card {
            summary { "Give puzzles up" }
            p { "A void puzzle is in no export, no book and no series any more. There is no way back." }
            (live(&format!("/batches/{id}/void"), &html! {
                (field("Why", &html! { input name="reason" maxlength=(LONGEST_NOTE) required; }, Some("Kept as a note on each puzzle.")))
                (field("Puzzles in books and series", &html! { select name="if-printed" { option value="refuse" { "refuse all if there are some" } option value="keep" { "stay as they are" } option value="void" { "become void, too" } } }, None))
            }))
        } }
    };
    let title = format!("Batch {id}");
    let frame = Frame { scripts: &["desk.js", "grid.js"], ..Frame::of(&title, "/batches", body) };
    Ok(frame.page(&shared.settings))
}

/// Returns the distribution of scores, level by level.
pub async fn scores(State(shared): crate::State, Path(id): Path<u32>) -> Answer {
    let known = move |database: &Database| {
        let levels = database.levels()?;
        let mut groups: Vec<(String, Vec<f64>)> =
            levels.levels().iter().map(|level| (level.name.clone(), Vec::new())).collect();
        for chunk in database.export(&[BatchRef::Id(id)], &Control::default())? {
            let IssuedWithId { issued, .. } = chunk?;
            let level = issued.level.clone().unwrap_or_default();
            let place = groups.iter().position(|(name, _)| *name == level);
            if let (Some(place), Some(score)) = (place, issued.score) {
                groups[place].1.push(score);
            }
        }
        Ok::<_, Error>(groups)
    };
    let mut groups = shared.call(known).await?;
    groups.retain(|(_, scores)| !scores.is_empty());
    let all: usize = groups.iter().map(|(_, scores)| scores.len()).sum();
    let words = Words {
        title: said(format!("Batch {id}")),
        note: said(format!("{all} puzzles")),
        x: said("m(B), checks".to_owned()),
        y: said("puzzles".to_owned()),
    };
    let picture = histogram(&words, &groups, Axis::Fitting).map_err(|_| Problem::internal())?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// Returns the consequences of giving the batch up.
pub async fn void(State(shared): crate::State, Path(id): Path<u32>, fields: Fields) -> Offered {
    let reason = fields.text("reason").ok_or_else(|| Problem::bad("bad-field", "say why"))?;
    check_reason(Some(reason)).map_err(Error::from)?;
    let if_printed = fields.text("if-printed").unwrap_or("refuse");
    let number = id.to_string();
    let mut words = vec!["void", "--batch", &number, "--reason", reason];
    match if_printed {
        "keep" => words.push("--keep-printed"),
        "void" => words.push("--printed-too"),
        _ => {}
    }
    let offer = FormPreview {
        told: html! { p .told { "All puzzles of batch " (id) " become void, for ever." } },
        command: command(&shared.settings, &words),
        button: "Give them up for ever".to_owned(),
        post: format!("{ROOT}/void"),
        body: json!({"batches": [id], "if-printed": if_printed, "reason": reason}),
        is_final: true,
        can: true,
        ..FormPreview::default()
    };
    offer.answer(&fields)
}
