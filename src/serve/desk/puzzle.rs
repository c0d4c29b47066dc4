//! A puzzle: its data, its steps one by one, and the page to play it.

use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, X_FRAME_OPTIONS};
use axum::response::IntoResponse;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

use super::board::table;
use super::form_preview::{Fields, FormPreview, command, copied, field, form as live};
use super::frame::{Answer, Frame, Offered};
use super::levels::LevelMarks;
use super::links;
use crate::board::{Cell, Puzzle, State as Board};
use crate::database::{
    Answer as Known, Database, Error, LONGEST_NOTE, Question, ShowRow, check_reason,
};
use crate::export::book::Language;
use crate::export::{Look, Page, Row};
use crate::logic::Walk;
use crate::plural::counted;
use crate::problem::Problem;
use crate::rating::common;
use crate::rating::se::{self, Without};
use crate::rating::stop::Stop;
use crate::route::ROOT;
use crate::symmetry::Id;
use crate::who;

#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    ladder: Shown,
}

/// The ladder whose steps are shown and used for hints on the page to play.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Shown {
    Se,
    Common,
    /// The ladder of the database, for any other name.
    #[default]
    #[serde(other)]
    Own,
}

impl Shown {
    /// Returns its name as `explain --ladder` takes it; `None` for the ladder of the database.
    const fn name(self) -> Option<&'static str> {
        match self {
            Self::Se => Some("se"),
            Self::Common => Some("common"),
            Self::Own => None,
        }
    }

    /// Returns the query of an address that selects it.
    fn query(self) -> String {
        self.name().map_or(String::new(), |name| format!("?ladder={name}"))
    }
}

fn id_of(text: &str) -> Result<Id, Problem> {
    text.parse().map_err(|_| Problem::missing("bad-id", format!("{text} is no id")))
}

/// Returns a step for the script: the board before it, the candidates, the pattern and the effect.
fn step(number: usize, words: &str, before: &Board, row: (&[String], &[String])) -> Value {
    let (cells, effect) = row;
    let possible: Vec<String> = Cell::all()
        .map(|cell| before.candidates.at(cell).iter().map(|digit| digit.to_string()).collect())
        .collect();
    json!({
        "number": number, "words": words, "cells": cells, "effect": effect,
        "filled": before.filled().line('0'), "possible": possible,
    })
}

struct Steps {
    all: Vec<Value>,
    techniques: Vec<String>,
    is_solved: bool,
    er: Option<String>,
}

fn steps(database: &Database, puzzle: &Puzzle, shown: Shown) -> Steps {
    let rated = se::Walk::of(&puzzle.grid(), Without::NOTHING, Stop::NEVER, |_| ()).ok();
    let er = rated.as_ref().and_then(|walk| Some(walk.scores()?[0].to_string()));
    if let Some(walk) = rated.as_ref().filter(|_| shown == Shown::Se) {
        let all = walk.rows().zip(walk.steps()).map(|(row, one)| {
            let words = format!("{:.1} {}", row.rating, row.step);
            step(row.number, &words, &one.before, (&row.cells, &row.effect))
        });
        let techniques = walk
            .uses()
            .into_iter()
            .rev()
            .map(|one| format!("{} ({}) × {}", one.technique, one.score, one.times));
        return Steps {
            all: all.collect(),
            techniques: techniques.collect(),
            is_solved: walk.is_solved(),
            er,
        };
    }
    if shown == Shown::Common {
        let walk = common::Walk::of(puzzle, common::Techniques::ALL);
        let all = walk.rows(puzzle).zip(walk.told());
        let all = all.map(|(row, (before, _))| {
            step(row.number, &row.step, &before, (&row.cells, &row.effect))
        });
        let techniques = walk.uses();
        let techniques = techniques.iter().map(|(own, times, _)| format!("{own} × {times}"));
        return Steps {
            all: all.collect(),
            techniques: techniques.collect(),
            is_solved: walk.is_solved(),
            er,
        };
    }
    let walk = Walk::new(database.ladder(), puzzle);
    let all = walk.rows().zip(walk.steps()).map(|(row, one)| {
        let words = row
            .reason
            .as_ref()
            .map_or_else(|| row.step.clone(), |why| format!("{}: {why}", row.step));
        step(row.number, &words, &one.before, (&row.cells, &row.effect))
    });
    let techniques = walk
        .uses()
        .filter(|one| one.times > 0)
        .map(|one| format!("{} × {}", one.technique.name(), one.times));
    Steps { all: all.collect(), techniques: techniques.collect(), is_solved: walk.is_solved(), er }
}

pub async fn puzzle(
    State(shared): crate::State,
    Path(name): Path<String>,
    Query(Asked { ladder }): Query<Asked>,
) -> Answer {
    let id = id_of(&name)?;
    let known = move |database: &Database| {
        let answers = database.show(&Question::Id(id))?;
        let answer = answers.into_iter().next().ok_or(Error::NotHere(id))?;
        let steps = steps(database, &answer.puzzle, ladder);
        Ok::<_, Error>((answer, steps, LevelMarks::of(&database.levels()?)))
    };
    let (answer, steps, marks) = shared.call(known).await?;
    let row = answer.row();
    let mut words = vec!["explain", &row.puzzle];
    if let Some(name) = ladder.name() {
        words.extend(["--ladder", name]);
    }
    let body = html! {
        @if let Some(batch) = row.batch { p .crumbs { a href={ "/batches/" (batch) } { "Batch " (batch) } } }
        div .head {
            h1 { (name) }
            @if row.kind != "seed" { nav aria-label="Puzzle" { a .button href={ "/puzzles/" (name) "/play" (ladder.query()) } { "Play it" } } }
        }
        div .beside {
            div .stepper data-steps {
                (table(&answer.puzzle.grid(), "The grid before the step"))
                div .controls {
                    button type="button" data-to="first" aria-label="First step" { "«" }
                    button type="button" data-to="back" { "‹ Back" }
                    button type="button" data-to="on" { "Step ›" }
                    button type="button" data-to="last" aria-label="Last step" { "»" }
                }
                p .told role="status" data-said { (counted(steps.all.len() as u64, "step")) }
                script type="application/json" { (maud::PreEscaped(json!(steps.all).to_string().replace('<', "\\u003c"))) }
            }
            (facts(&row, &answer, &steps, &marks))
        }
        (copied(&command(&shared.settings, &words)))
        @if row.kind != "seed" {
            details .card { summary { "Keep a note" }
                (live(&format!("/puzzles/{name}/note"), &field("Note", &html! { input name="note" maxlength=(LONGEST_NOTE) required; }, Some("Kept for ever; a puzzle may have several."))))
            }
        }
    };
    let frame = Frame { scripts: &["desk.js", "steps.js"], ..Frame::of(&name, "/batches", body) };
    Ok(frame.page(&shared.settings))
}

fn facts(row: &ShowRow, answer: &Known, steps: &Steps, marks: &LevelMarks) -> Markup {
    let uses: Vec<ShowRow> = answer.rows();
    html! {
        dl .facts {
            dt { "State" } dd class=[(row.kind == "void").then_some("bad")] { (row.kind) }
            dt { "Level" } dd { (marks.chip(row.level.as_deref(), row.tier)) }
            dt { "Tier" } dd { (row.tier) }
            @if let Some(score) = row.score { dt { "Score m(B)" } dd { (format!("{score:.1}")) } }
            @if let Some(er) = &steps.er { dt { "Rating (ER)" } dd { (er) } }
            dt { "Clues" } dd { (row.clues) @if row.minimal { ", minimal" } @if !row.symmetry.is_empty() { "; " bdi { (row.symmetry) } } }
            @if let (Some(batch), Some(number)) = (row.batch, row.number) { dt { "Batch" } dd { a href={ "/batches/" (batch) } { (batch) } ", number " (number) } }
            dt { "Techniques" } dd { bdi { (steps.techniques.join(", ")) } @if !steps.is_solved { "; these do not solve it" } }
            dt { "Steps of" } dd { a href="?" { "the ladder" } ", " a href=(Shown::Common.query()) { bdi { "common" } } " or " a href=(Shown::Se.query()) { bdi { "Sudoku Explainer" } } }
            @for one in &uses {
                @if let (Some(series), Some(date)) = (&one.series, &one.date) {
                    dt { "Runs in" } dd { a href=(links::day(series, date)) { bdi { (series) } ", " (date) } @if one.state.as_deref() == Some("withdrawn") { " (withdrawn)" } }
                }
                @if let Some(title) = &one.title { dt { "Book" } dd { bdi { (title) } @if let Some(page) = one.book_page { ", page " (page) } } }
            }
            @if let Some(note) = &row.note { dt { "Notes" } dd { bdi { (note) } } }
        }
    }
}

pub async fn note(
    State(shared): crate::State,
    Path(name): Path<String>,
    fields: Fields,
) -> Offered {
    let id = id_of(&name)?.to_string();
    let note = fields.text("note").ok_or_else(|| Problem::bad("bad-field", "write the note"))?;
    check_reason(Some(note)).map_err(Error::from)?;
    let offer = FormPreview {
        told: html! {},
        command: command(&shared.settings, &["note", &id, note]),
        button: "Keep the note".to_owned(),
        post: format!("{ROOT}/puzzles/{id}/notes"),
        body: json!({"note": note}),
        can: true,
        ..FormPreview::default()
    };
    offer.answer(&fields)
}

/// Returns the page to play, as `export --format html` writes it, with hints by the chosen ladder.
/// Its own policy states that it runs only its scripts and sends nothing.
pub async fn play(
    State(shared): crate::State,
    Path(name): Path<String>,
    Query(Asked { ladder }): Query<Asked>,
) -> Answer {
    let id = id_of(&name)?;
    let known = move |database: &Database| database.show(&Question::Id(id));
    let answers = shared.call(known).await?;
    let row = answers.iter().find_map(|answer| match &answer.role {
        crate::database::Role::Issued(named, _) => Some(named.row()),
        _ => None,
    });
    let row: Row =
        row.ok_or_else(|| Problem::missing("not-here", "no puzzle of this id was drawn"))?;
    let language = if who::is_german() { Language::De } else { Language::En };
    let words = common::words::Language::of(language.tag())
        .unwrap_or_else(common::words::Language::english);
    let write = move |database: &Database| {
        let look = Look { language, ..Look::default() };
        let page = Page {
            common: (ladder == Shown::Common).then_some(words),
            ..look.page((ladder == Shown::Own).then(|| database.ladder()))
        };
        let mut html = Vec::new();
        page.write(&mut html, &[row]).map(|()| html)
    };
    let html = shared.work(write).await?.map_err(|_| Problem::internal())?;
    let text = String::from_utf8_lossy(&html);
    let policy = text
        .split_once("http-equiv=\"Content-Security-Policy\" content=\"")
        .and_then(|(_, rest)| rest.split_once('"'));
    let policy = policy.map(|(policy, _)| format!("{policy};frame-ancestors 'self'"));
    let policy = policy
        .and_then(|policy| HeaderValue::try_from(policy).ok())
        .ok_or_else(Problem::internal)?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CONTENT_SECURITY_POLICY, policy),
        // The desk shows it in a frame.
        (X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN")),
    ];
    Ok((headers, html).into_response())
}
