//! A day of a series: its puzzle, the puzzles that ran there before, and the actions on it.

use axum::extract::{Path, RawQuery, State};
use jiff::civil::Date;
use maud::{Markup, html};

use super::board::image;
use super::change::{self, CHOICE};
use super::form_preview::{command, copied};
use super::frame::{Answer, Frame};
use super::levels::LevelMarks;
use super::links::{self, long};
use super::proof;
use crate::board::Grid;
use crate::database::{
    Answer as Known, Database, DayRow, Error, IssuedWithId, Question, ShowRow, UndoStep,
};
use crate::export::{Row, day_of};
use crate::problem::Problem;
use crate::symmetry::Id;

struct Found {
    rows: Vec<DayRow>,
    puzzle: Option<ShowRow>,
    /// Puzzles that could take its place, each with the note of its batch.
    others: Vec<(Row, String)>,
    marks: LevelMarks,
    /// Whether something was undone that can be done again.
    again: bool,
}

fn known(database: &Database, series: &str, day: Date) -> Result<Found, Error> {
    let rows = database.days_between(series, Some(day_of(day)), Some(day_of(day)))?;
    let id: Option<Id> = rows
        .last()
        .filter(|row| row.state != DayRow::WITHDRAWN)
        .and_then(|row| row.id.parse().ok());
    let puzzle = match id {
        Some(id) => database.show(&Question::Id(id))?.first().map(Known::row),
        None => None,
    };
    let others = match &puzzle {
        Some(_) => database.candidates(series, day_of(day), CHOICE as usize)?,
        None => Vec::new(),
    };
    let batches = database.batches()?;
    let note = |named: &IssuedWithId| {
        let batch = batches.iter().find(|batch| batch.id == named.issued.batch);
        batch.map(|batch| batch.note.clone()).unwrap_or_default()
    };
    let others = others.iter().map(|named| (named.row(), note(named))).collect();
    let again = database.plan_undo(series, day_of(day), UndoStep::Again).is_ok();
    Ok(Found { rows, puzzle, others, marks: LevelMarks::of(&database.levels()?), again })
}

pub async fn day(
    State(shared): crate::State,
    Path((series, day)): Path<(String, Date)>,
    RawQuery(query): RawQuery,
) -> Answer {
    let name = series.clone();
    let Found { rows, puzzle, others, marks, again } =
        shared.call(move |database| known(database, &name, day)).await?;
    let before = rows.iter().filter(|row| row.state == DayRow::WITHDRAWN);
    let row = rows.last().filter(|row| row.state != DayRow::WITHDRAWN);
    let shown = if let (Some(row), Some(puzzle)) = (row, puzzle) {
        puzzle_of(row, &puzzle, &marks)?
    } else {
        html! { p .lead { "No puzzle runs on this day." } }
    };
    let text = day.to_string();
    let words = ["series", "show", &series, "--from", &text, "--to", &text];
    let near = |day: Result<Date, jiff::Error>, words: &str| {
        html! {
            @if let Ok(day) = day { a .button href=(links::day(&series, day)) { (words) } }
        }
    };
    let body = html! {
        p .crumbs { a href={ (links::series(&series)) "?year=" (day.year()) } { bdi { (series) } "\u{a0}" (day.year()) } }
        div .head {
            h1 { (long(day)) }
            nav aria-label="Days" {
                (near(day.yesterday(), "‹ Day before"))
                (near(day.tomorrow(), "Day after ›"))
                a .button href={ (links::day(&series, day)) "/week" } { "Proof of the week" }
            }
        }
        (shown)
        @if let Some(row) = row {
            details .card { summary { "As readers will see it" }
                iframe .preview loading="lazy" title={ "The puzzle of " (long(day)) ", to play" } src={ "/puzzles/" (row.id) "/play" } {}
            }
        }
        @if rows.iter().any(|row| row.state == DayRow::WITHDRAWN) {
            section .card {
                h2 { "Withdrawn from this day" }
                ul { @for row in before { li { a href={ "/puzzles/" (row.id) } { (row.id) } " " bdi { (row.level.as_deref().unwrap_or_default()) } } } }
            }
        }
        @if let Some(row) = row {
            @let others = change::others(row, &others, &marks);
            section .actions {
                h2 .unseen { "Change the day" }
                (proof::one(&series, day, row))
                (change::forms(&series, day, row, &others, query.as_deref() == Some("replace")))
            }
        } @else {
            p { a .button href=(links::series(&series)) { "Fill days of the series" } }
        }
        @if !rows.is_empty() {
            section .actions {
                h2 .unseen { "Undo" }
                (change::undo(&series, day, row, UndoStep::Back))
                @if again { (change::undo(&series, day, row, UndoStep::Again)) }
            }
        }
        (copied(&command(&shared.settings, &words)))
    };
    Ok(Frame::of(&format!("{series}, {day}"), "/series", body).page(&shared.settings))
}

fn puzzle_of(row: &DayRow, puzzle: &ShowRow, marks: &LevelMarks) -> Result<Markup, Problem> {
    let grid: Grid = puzzle.puzzle.parse().map_err(|_| Problem::internal())?;
    let words = format!("Sudoku, {}", row.id);
    Ok(html! {
        div .beside {
            a href={ "/puzzles/" (row.id) } { (image(&grid, None, &words)) }
            dl .facts {
                dt { "Level" } dd { (marks.chip(row.level.as_deref(), row.tier)) }
                dt { "Tier" } dd { (row.tier) }
                @if let Some(score) = row.score { dt { "Score" } dd { (score.floor()) } }
                dt { "Clues" } dd { (puzzle.clues) }
                dt { "Id" } dd { a href={ "/puzzles/" (row.id) } { (row.id) } }
                dt { "Batch" } dd { a href={ "/batches/" (row.batch) } { (row.batch) } ", number " (row.number) }
                @if row.state == DayRow::VOID { dt { "State" } dd .bad { "void: replace it" } }
                dt { "Approved" } dd { @match (&row.approved_by, &row.approved) {
                    (Some(name), Some(time)) => { "by " bdi { (name) } ", " (links::when(time)) }
                    (Some(name), None) => { "by " bdi { (name) } }
                    _ => { "not yet" }
                } }
                @if let Some(note) = &puzzle.note { dt { "Notes" } dd { bdi { (note) } } }
            }
        }
    })
}
