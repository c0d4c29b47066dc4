//! Series: the puzzles of days, their approval, and the log of changes.

use axum::body::Bytes;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::civil::Date;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::answer::Negotiated;
use super::super::body::{id, read};
use super::super::problem::Problem;
use super::super::{Shared, State};
use super::draws::MOST;
use super::records::page_options;
use crate::database::{
    BatchRef, Database, DayChange, DayRow, Error, FillOptions, FillPlan, Replacement, Since,
    UndoStep,
};
use crate::export::{Missing, Row, day_of};
use crate::record::Day;

type Answer = Result<Response, Problem>;
type Given<T> = Result<Path<T>, PathRejection>;
type Asked<T> = Result<Query<T>, QueryRejection>;

pub(super) async fn all(shared: State, wished: Negotiated) -> Answer {
    let all_series = shared.call(Database::series).await?;
    wished.rows(&all_series.rows().collect::<Vec<_>>())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Between {
    from: Option<Date>,
    to: Option<Date>,
}

pub(super) async fn days(
    shared: State,
    wished: Negotiated,
    series: Given<String>,
    asked: Asked<Between>,
) -> Answer {
    let (Path(series), Query(Between { from, to })) = (series?, asked?);
    let days =
        move |database: &Database| database.days_between(&series, from.map(day_of), to.map(day_of));
    wished.rows(&shared.call(days).await?)
}

pub(super) async fn day(shared: State, wished: Negotiated, named: Given<(String, Date)>) -> Answer {
    let Path((series, day)) = named?;
    let rows = shared.call(move |database| on(database, &series, &[day])).await?;
    if rows.is_empty() {
        let words = format!("no puzzle of the series runs on {day}, or was withdrawn from it");
        return Err(Problem::missing("no-such-day", words));
    }
    wished.rows(&rows)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Changes {
    series: Option<String>,
    since: Option<String>,
    after: Option<String>,
    limit: Option<u32>,
}

pub(super) async fn changes(shared: State, wished: Negotiated, asked: Asked<Changes>) -> Answer {
    let Query(Changes { series, since, after, limit }) = asked?;
    let options = page_options(after, limit)?;
    let since = since.map(|text| match text.parse() {
        Ok(change) => Ok(Since::Change(change)),
        Err(_) => text.parse().map(|date| Since::Day(day_of(date))).map_err(|_| {
            Problem::bad(
                "bad-query",
                format!("since is a day or the number of a change, not {text}"),
            )
        }),
    });
    let since = since.transpose()?;
    let page = move |database: &Database| database.changes(series.as_deref(), since, &options);
    let page = shared.call(page).await?;
    wished.page(&page.rows, page.next.as_ref())
}

/// Returns the rows of a series on these days.
pub(crate) fn on(database: &Database, series: &str, days: &[Date]) -> Result<Vec<DayRow>, Error> {
    let ends = (days.iter().min(), days.iter().max());
    let (Some(first), Some(last)) = ends else { return Ok(Vec::new()) };
    let mut rows = database.days_between(series, Some(day_of(*first)), Some(day_of(*last)))?;
    rows.retain(|row| days.iter().any(|day| row.date == day.to_string()));
    Ok(rows)
}

/// Changes days if they match the header `If-Match`, and answers with their new rows.
async fn changed(
    shared: &Shared,
    wished: &Negotiated,
    series: String,
    days: Vec<Date>,
    change: impl Fn(&Database, &str) -> Result<(), Error> + Send + 'static,
) -> Answer {
    let expected = wished.expected();
    let rows = move |database: &Database| {
        let Some(expected) = &expected else {
            change(database, &series)?;
            return Ok(on(database, &series, &days)?);
        };
        database.decided(|database| {
            let now = days.iter().map(|day| on(database, &series, &[*day]));
            let now: Vec<Vec<DayRow>> = now.collect::<Result<_, _>>()?;
            match expected.hold(&now.iter().map(Vec::as_slice).collect::<Vec<_>>()) {
                Ok(true) => change(database, &series).map(Ok),
                Ok(false) => {
                    let words = "a day is not what If-Match names any more: ask for it again";
                    Ok(Err(Problem::changed(words)))
                }
                Err(problem) => Ok(Err(problem)),
            }
        })??;
        Ok::<_, Problem>(on(database, &series, &days)?)
    };
    wished.rows(&shared.work(rows).await??)
}

pub(super) const APPROVAL: &str = r#"{"type": "object", "additionalProperties": false, "required": ["by"], "properties": {"by": {"type": "string", "minLength": 1, "maxLength": 100, "description": "the name of whoever approves"}, "puzzle": {"type": ["string", "null"], "description": "the id of the puzzle that was looked at; another one on the day is refused"}}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Approval {
    by: String,
    puzzle: Option<String>,
}

pub(super) async fn approve(
    shared: State,
    wished: Negotiated,
    named: Given<(String, Date)>,
    body: Bytes,
) -> Answer {
    let Path((series, day)) = named?;
    let Approval { by, puzzle } = read(&body)?;
    let puzzle = puzzle.map(|text| id(&text)).transpose()?;
    changed(&shared, &wished, series, vec![day], move |database, series| {
        database.approve_days(series, &[(day_of(day), puzzle)], &by).map(drop)
    })
    .await
}

/// The person who withdraws an approval.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct By {
    by: String,
}

pub(super) async fn unapprove(
    shared: State,
    wished: Negotiated,
    named: Given<(String, Date)>,
    asked: Asked<By>,
) -> Answer {
    let (Path((series, day)), Query(By { by })) = (named?, asked?);
    changed(&shared, &wished, series, vec![day], move |database, series| {
        database.unapprove_days(series, &[(day_of(day), None)], &by).map(drop)
    })
    .await
}

pub(super) const APPROVALS: &str = r#"{"type": "object", "additionalProperties": false, "required": ["by", "days"], "properties": {"by": {"type": "string", "minLength": 1, "maxLength": 100, "description": "the name of whoever approves"}, "days": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["date"], "properties": {"date": {"type": "string", "format": "date"}, "puzzle": {"type": ["string", "null"], "description": "the id of the puzzle that was looked at; another one on the day is refused"}}}}, "undo": {"type": "boolean", "description": "takes the approvals back"}}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Approvals {
    by: String,
    days: Vec<Looked>,
    #[serde(default)]
    undo: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Looked {
    date: Date,
    puzzle: Option<String>,
}

pub(super) async fn approve_all(
    shared: State,
    wished: Negotiated,
    series: Given<String>,
    body: Bytes,
) -> Answer {
    let Path(series) = series?;
    let Approvals { by, days, undo } = read(&body)?;
    let dates = days.iter().map(|looked| looked.date).collect();
    let looked = |looked: Looked| {
        let puzzle = looked.puzzle.map(|text| id(&text)).transpose()?;
        Ok((day_of(looked.date), puzzle))
    };
    let days: Vec<_> = days.into_iter().map(looked).collect::<Result<_, Problem>>()?;
    changed(&shared, &wished, series, dates, move |database, series| {
        let sign = if undo { Database::unapprove_days } else { Database::approve_days };
        sign(database, series, &days, &by).map(drop)
    })
    .await
}

pub(super) const MOVE: &str = r#"{"type": "object", "additionalProperties": false, "required": ["to"], "properties": {"to": {"type": "string", "format": "date", "description": "a day that has no puzzle"}, "reason": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000, "description": "kept as a note on the puzzle"}}, "published": {"type": "boolean", "description": "changes the day also if readers may have seen its puzzle: today and before it"}}}"#;
pub(super) const SWAP: &str = r#"{"type": "object", "additionalProperties": false, "required": ["with"], "properties": {"with": {"type": "string", "format": "date", "description": "the other day"}, "reason": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000, "description": "kept as a note on both puzzles"}}, "published": {"type": "boolean", "description": "changes the day also if readers may have seen its puzzle: today and before it"}}}"#;
pub(super) const WITHDRAW: &str = r#"{"type": "object", "additionalProperties": false, "properties": {"reason": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000, "description": "kept as a note on the puzzle"}}, "published": {"type": "boolean", "description": "changes the day also if readers may have seen its puzzle: today and before it"}}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    to: Date,
    reason: Option<String>,
    #[serde(default)]
    published: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Swap {
    with: Date,
    reason: Option<String>,
    #[serde(default)]
    published: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Withdraw {
    reason: Option<String>,
    #[serde(default)]
    published: bool,
}

/// A method of the database about two days, with a reason.
type OfTwoDays = fn(&Database, &str, Day, Day, DayChange<'_>) -> Result<(), Error>;

async fn two_days<T: DeserializeOwned>(
    shared: &Shared,
    wished: &Negotiated,
    (named, body): (Given<(String, Date)>, Bytes),
    other: fn(T) -> (Date, Option<String>, bool),
    call: OfTwoDays,
) -> Answer {
    let Path((series, day)) = named?;
    let (other, reason, published) = other(read(&body)?);
    changed(shared, wished, series, vec![day, other], move |database, series| {
        call(
            database,
            series,
            day_of(day),
            day_of(other),
            DayChange { reason: reason.as_deref(), published },
        )
    })
    .await
}

pub(super) async fn move_day(
    shared: State,
    wished: Negotiated,
    named: Given<(String, Date)>,
    body: Bytes,
) -> Answer {
    let other = |Move { to, reason, published }| (to, reason, published);
    two_days(&shared, &wished, (named, body), other, Database::move_day).await
}

pub(super) async fn swap_days(
    shared: State,
    wished: Negotiated,
    named: Given<(String, Date)>,
    body: Bytes,
) -> Answer {
    let other = |Swap { with, reason, published }| (with, reason, published);
    two_days(&shared, &wished, (named, body), other, Database::swap_days).await
}

pub(super) async fn withdraw(
    shared: State,
    wished: Negotiated,
    named: Given<(String, Date)>,
    body: Bytes,
) -> Answer {
    let Path((series, day)) = named?;
    let Withdraw { reason, published } = read(&body)?;
    changed(&shared, &wished, series, vec![day], move |database, series| {
        database.withdraw_days(
            series,
            &[day_of(day)],
            DayChange { reason: reason.as_deref(), published },
        )
    })
    .await
}

pub(super) const UNDO: &str = r#"{"type": "object", "additionalProperties": false, "properties": {"reason": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000, "description": "kept as a note on the puzzle that gives way"}, "again": {"type": "boolean", "description": "does the change again that was undone last"}}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Undo {
    reason: Option<String>,
    #[serde(default)]
    again: bool,
}

pub(super) async fn undo(
    shared: State,
    wished: Negotiated,
    named: Given<(String, Date)>,
    body: Bytes,
) -> Answer {
    let Path((series, day)) = named?;
    let Undo { reason, again } = read(&body)?;
    let step = if again { UndoStep::Again } else { UndoStep::Back };
    changed(&shared, &wished, series, vec![day], move |database, series| {
        database.undo_day(series, day_of(day), step, reason.as_deref())
    })
    .await
}

pub(super) const REPLACE: &str = r#"{"type": "object", "additionalProperties": false, "properties": {"puzzle": {"type": ["string", "null"], "description": "the id of the puzzle that is to run"}, "batches": {"type": "array", "items": {"type": ["integer", "string"]}, "description": "in place of it: the first puzzle of these that has the same level and never ran"}, "again": {"type": "boolean", "description": "takes also a puzzle that ran before"}, "reason": {"type": ["string", "null"], "minLength": 1, "maxLength": 1000, "description": "kept as a note on the puzzle that ran"}}, "published": {"type": "boolean", "description": "changes the day also if readers may have seen its puzzle: today and before it"}}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Replace {
    puzzle: Option<String>,
    #[serde(default)]
    batches: Vec<BatchRef>,
    #[serde(default)]
    again: bool,
    reason: Option<String>,
    #[serde(default)]
    published: bool,
}

pub(super) async fn replace(
    shared: State,
    wished: Negotiated,
    named: Given<(String, Date)>,
    body: Bytes,
) -> Answer {
    let Path((series, day)) = named?;
    let Replace { puzzle, batches, again, reason, published } = read(&body)?;
    let with = match (puzzle, batches.is_empty()) {
        (Some(text), true) => Replacement::Puzzle(id(&text)?),
        (None, false) => Replacement::Batches(batches),
        _ => return Err(Problem::bad("bad-request", "name a puzzle or batches, one of the two")),
    };
    changed(&shared, &wished, series, vec![day], move |database, series| {
        let days = [day_of(day)];
        let why = DayChange { reason: reason.as_deref(), published };
        database.replace_days(series, &days, &with, again, why).map(drop)
    })
    .await
}

pub(super) const FILL: &str = r#"{"type": "object", "additionalProperties": false, "required": ["from"], "properties": {"from": {"type": "string", "format": "date", "description": "the first day"}, "days": {"type": ["integer", "null"], "minimum": 1, "maximum": 10000, "description": "how many; a year if it is left out"}, "ramp": {"type": ["string", "null"], "description": "the levels of the week: mon..fri:easy,sat..sun:hard"}, "batch": {"type": "array", "items": {"type": ["integer", "string"]}, "description": "the batches whose puzzles it may take"}, "puzzles": {"type": "array", "items": {"type": "string"}, "description": "single puzzles that it may take, by their ids"}, "again": {"type": "boolean", "description": "takes also puzzles that ran before"}, "crux-days": {"type": ["integer", "null"], "minimum": 0, "description": "no hardest part twice in so many days: neither among these days nor with the days of the series around them"}, "draw": {"type": "boolean", "description": "draws the puzzles that are missing, of the levels of the ramp"}, "rng-seed": {"type": "integer", "minimum": 0, "description": "where the randomness of that draw begins"}}}"#;
pub(super) const PLAN: &str = r#"{"type": "object", "required": ["kept", "new", "void", "ran", "open", "missing", "puzzles"], "properties": {"kept": {"type": "integer", "description": "days that keep the puzzle that is on record"}, "new": {"type": "integer", "description": "days that get a puzzle"}, "void": {"type": "integer", "description": "days whose puzzle on record is void"}, "ran": {"type": "integer", "description": "puzzles that ran before, and were passed over"}, "open": {"type": "array", "items": {"type": "string"}, "description": "days that had no puzzle"}, "missing": {"type": "array", "items": {"type": "object", "required": ["level", "count"], "properties": {"level": {"type": ["string", "null"]}, "count": {"type": "integer"}}}, "description": "how many puzzles are missing of each level"}, "puzzles": {"type": "array", "items": {"type": "object"}, "description": "what runs, as rows of a draw with their date; if puzzles are missing, what is on record"}}}"#;

#[derive(Serialize)]
pub(crate) struct Plan<'a> {
    kept: usize,
    new: usize,
    void: u64,
    ran: u64,
    open: &'a [Date],
    missing: &'a [Missing],
    puzzles: &'a [Row],
}

impl<'a> From<&'a FillPlan> for Plan<'a> {
    fn from(plan: &'a FillPlan) -> Self {
        let FillPlan { kept, new, void_days, ran, open, missing, rows, .. } = plan;
        let (kept, new, void, ran) = (*kept, *new, *void_days, *ran);
        Self { kept, new, void, ran, open, missing, puzzles: rows }
    }
}

/// Returns the options to fill a series, from a body.
fn fill_options(series: String, body: &Bytes) -> Result<FillOptions, Problem> {
    let mut asked: Map<String, Value> = read(body)?;
    if asked.contains_key("series") {
        return Err(Problem::bad("bad-json", "the path names the series"));
    }
    asked.insert("series".to_owned(), series.into());
    if !asked.contains_key("rng-seed") {
        let rng_seed = getrandom::u64().map_err(|_| Problem::internal())?;
        asked.insert("rng-seed".to_owned(), rng_seed.into());
    }
    let options: FillOptions = serde_json::from_value(asked.into())
        .map_err(|error| Problem::bad("bad-json", error.to_string()))?;
    if let Some(days) = options.days.filter(|days| u64::from(*days) > MOST) {
        let words = format!("{days} days: a series gets at most {MOST} at once");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-many", words));
    }
    Ok(options)
}

pub(super) async fn plan(
    shared: State,
    wished: Negotiated,
    series: Given<String>,
    body: Bytes,
) -> Answer {
    let options = fill_options(series?.0, &body)?;
    let control = shared.settings.control.clone();
    let plan = shared.call(move |database| database.plan_fill(&options, &control)).await?;
    wished.one(&Plan::from(&plan))
}

pub(super) async fn fill(
    shared: State,
    wished: Negotiated,
    series: Given<String>,
    body: Bytes,
) -> Answer {
    let options = fill_options(series?.0, &body)?;
    let control = shared.settings.control.clone();
    let expected = wished.expected();
    let is_wanted = move |plan: &FillPlan| {
        expected.as_ref().is_none_or(|expected| expected.is(&Plan::from(plan)))
    };
    let plan = shared.draw(move |database| database.fill_if(&options, &control, is_wanted));
    let words = "the series is not what If-Match names any more: ask for the plan again";
    wished.one(&Plan::from(&plan.await??.ok_or_else(|| Problem::changed(words))?))
}

pub(super) const NOTE: &str = r#"{"type": "object", "additionalProperties": false, "required": ["note"], "properties": {"note": {"type": "string", "minLength": 1, "maxLength": 1000}}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    note: String,
}

pub(super) async fn note(
    shared: State,
    wished: Negotiated,
    puzzle: Given<String>,
    body: Bytes,
) -> Answer {
    let (id, Note { note }) = (id(&puzzle?.0)?, read(&body)?);
    shared.call(move |database| database.note(id, &note)).await?;
    super::records::shown(&shared, &wished, id).await
}
