//! Sign-off: the proof of a week, to be printed or looked at, and the name of whoever approves it.

use axum::extract::{Path, State};
use jiff::ToSpan as _;
use jiff::civil::Date;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::board::image;
use super::export;
use super::form_preview::{Fields, FormPreview, command, copied, field, form as live};
use super::frame::{Answer, Frame, Offered};
use super::levels::LevelMarks;
use super::links::{self, long};
use crate::board::Grid;
use crate::database::{Database, DayRow, Error, IssuedWithId};
use crate::export::{Row, day_of};
use crate::plural::counted;
use crate::problem::Problem;
use crate::route::Access;
use crate::who::{self, may};

/// Returns the first day of the week of a day.
fn monday(day: Date) -> Date {
    day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).unwrap_or(day)
}

/// Returns a day as a box to tick, with the day and the id of the puzzle shown.
fn tick(row: &DayRow, label: &Markup) -> Markup {
    html! {
        label .tick { input type="checkbox" name="days" data-list value={ (row.date) " " (row.id) } checked disabled[row.state == DayRow::VOID]; " " (label) }
    }
}

fn address(series: &str) -> String {
    format!("{}/approve", links::series(series))
}

fn name() -> Markup {
    if let Some(name) = who::name() {
        return html! { p .hint { "You sign as " b { bdi { (name) } } "; it stays on record with the time." } };
    }
    field(
        "Your name",
        &html! { input name="by" maxlength="100" required autocomplete="name" data-keep="name"; },
        Some("It stays on record with the time."),
    )
}

/// Returns the form of one day, which approves it or takes its approval back.
pub fn one(series: &str, day: Date, row: &DayRow) -> Markup {
    let form = |undo: bool| {
        live(
            &address(series),
            &html! {
                @if undo { input type="hidden" name="undo" value="yes"; }
                (tick(row, &html! { (long(day)) }))
                (name())
            },
        )
    };
    html! {
        @if !may(Access::Approve) {
        } @else if row.approved_by.is_some() {
            details .card { summary { "Take the approval back" } (form(true)) }
        } @else if row.state != DayRow::VOID {
            details .card open { summary { "Approve it" } (form(false)) }
        }
    }
}

/// Returns the form of several days, if there are some.
fn several(series: &str, rows: &[&(Date, DayRow, Row)], undo: bool) -> Markup {
    live(
        &address(series),
        &html! {
            @if undo { input type="hidden" name="undo" value="yes"; }
            div .ticks { @for (date, row, _) in rows {
                (tick(row, &html! { (long(*date)) }))
            } }
            (name())
        },
    )
}

struct Week {
    rows: Vec<(Date, DayRow, Row)>,
    marks: LevelMarks,
}

fn known(database: &Database, series: &str, first: Date, last: Date) -> Result<Week, Error> {
    let mut days = database.days_between(series, Some(day_of(first)), Some(day_of(last)))?;
    days.retain(|row| row.state != DayRow::WITHDRAWN);
    let places: Vec<_> = days.iter().map(|row| (row.batch, row.number)).collect();
    let puzzles = database.puzzles_at(&places)?;
    let rows = days.into_iter().zip(puzzles.iter().map(IssuedWithId::row));
    let rows = rows.filter_map(|(day, row)| Some((day.date.parse().ok()?, day, row))).collect();
    Ok(Week { rows, marks: LevelMarks::of(&database.levels()?) })
}

pub async fn week(
    State(shared): crate::State,
    Path((series, day)): Path<(String, Date)>,
) -> Answer {
    let first = monday(day);
    let last = first.checked_add(6.days()).unwrap_or(first);
    let name_of = series.clone();
    let Week { rows, marks } =
        shared.call(move |database| known(database, &name_of, first, last)).await?;
    let (approved, left): (Vec<_>, Vec<_>) =
        rows.iter().partition(|(_, row, _)| row.approved_by.is_some());
    let (before, after) = (first.checked_sub(7.days()), first.checked_add(7.days()));
    let (from, to) = (first.to_string(), last.to_string());
    let words = ["series", "show", &series, "--from", &from, "--to", &to];
    let body = html! {
        p .crumbs .screen { a href={ (links::series(&series)) "?year=" (first.year()) } { bdi { (series) } "\u{a0}" (first.year()) } }
        div .head {
            h1 { "Proof: " (series) ", week of " (links::middle(first)) }
            nav .screen aria-label="Weeks" {
                @if let Ok(day) = before { a .button href={ (links::day(&series, day)) "/week" } { "‹ Week before" } }
                @if let Ok(day) = after { a .button href={ (links::day(&series, day)) "/week" } { "Week after ›" } }
                button type="button" data-print { "Print" }
            }
        }
        @if rows.is_empty() {
            p .lead { "No puzzle runs in this week." }
        } @else {
            ol .proofs {
                @for (date, row, puzzle) in &rows { (proof(*date, row, puzzle, &marks)) }
            }
            @if may(Access::Approve) { section .card .screen {
                @if left.is_empty() {
                    h2 { "All days are approved" }
                    (export::of_days(&series, first, 7))
                } @else {
                    h2 { "Approve" }
                    (several(&series, &left, false))
                }
            } }
            @if !approved.is_empty() && may(Access::Approve) {
                details .card .screen { summary { "Take approvals back" } (several(&series, &approved, true)) }
            }
        }
        (copied(&command(&shared.settings, &words)))
    };
    let frame =
        Frame { styles: &["calendar.css"], ..Frame::of("Proof of a week", "/series", body) };
    Ok(frame.page(&shared.settings))
}

fn proof(date: Date, row: &DayRow, puzzle: &Row, marks: &LevelMarks) -> Markup {
    let Row { solution, .. } = puzzle;
    let words = format!("{}, {}", long(date), puzzle.id);
    let solved: &Grid = solution;
    html! {
        li .proof {
            h2 { (long(date)) }
            div .boards { (image(&puzzle.puzzle, None, &words)) (image(&puzzle.puzzle, Some(solved), &format!("Solution of {words}"))) }
            p { (marks.chip(row.level.as_deref(), row.tier)) " tier " (row.tier) @if let Some(score) = row.score { ", score " (score.floor()) } ", " (puzzle.clues) " clues" }
            p .id { a href={ "/puzzles/" (row.id) } { (row.id) } }
            p .sign {
                @match &row.approved_by {
                    Some(name) => { span .box { "✓" } " " span { bdi { (name) } @if let Some(time) = &row.approved { ", " (links::when(time)) } } }
                    None => { span .box aria-hidden="true" {} " not approved" }
                }
            }
        }
    }
}

/// Previews an approval, or its withdrawal.
pub async fn offer(
    State(shared): crate::State,
    Path(series): Path<String>,
    fields: Fields,
) -> Offered {
    let undo = fields.text("undo").is_some();
    let days: Vec<(&str, &str)> =
        fields.list("days").iter().filter_map(|day| day.split_once(' ')).collect();
    if days.is_empty() {
        let words = if undo {
            "tick the days whose approval ends"
        } else {
            "tick the days that you approve"
        };
        return Err(Problem::bad("bad-field", words));
    }
    let own = who::name();
    let by = own.as_deref().or_else(|| fields.text("by"));
    let by = by.ok_or_else(|| Problem::bad("bad-field", "give your name"))?;
    let bodies: Vec<Value> =
        days.iter().map(|(date, puzzle)| json!({"date": date, "puzzle": puzzle})).collect();
    let dates = days.iter().map(|day| day.0);
    let words = ["series", "approve", &series].into_iter().chain(dates).chain(["--by", by]);
    let words: Vec<&str> = words.chain(undo.then_some("--undo")).collect();
    let count = counted(days.len() as u64, "day");
    let offer = FormPreview {
        told: html! { p .told {
            @if undo { "The puzzles of " (count) " are not approved any more; who approved them, and who took it back, stays on record." }
            @else { "The puzzles of " (count) " may be printed, says " (by) "." }
        } },
        command: command(&shared.settings, &words),
        button: format!("{} {count}", if undo { "Take back" } else { "Approve" }),
        post: links::of_days(&series, "approvals"),
        body: json!({"by": by, "days": bodies, "undo": undo}),
        can: true,
        ..FormPreview::default()
    };
    offer.answer(&fields)
}
