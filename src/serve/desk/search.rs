//! Searches an id, a grid, a day, or words: puzzles, days, batches, books, notes.

use axum::extract::{Query, State};
use jiff::civil::Date;
use maud::{Markup, html};
use serde::Deserialize;

use super::frame::{Answer, Frame};
use super::links;
use crate::board::{Grid, Puzzle};
use crate::database::{BatchRow, BookRow, Database, Error, Question};
use crate::export::day_of;
use crate::symmetry::Id;

/// The most that is shown of a kind.
const MOST: usize = 50;

#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    q: String,
}

/// A search result: its address, its name, and a short text.
struct Hit {
    to: String,
    name: String,
    words: String,
}

/// The hits, kind by kind.
type Found = Vec<(&'static str, Vec<Hit>)>;

fn of_puzzles(database: &Database, question: &Question) -> Result<Vec<Hit>, Error> {
    let answers = match database.show(question) {
        Err(Error::NotHere(_)) => Vec::new(),
        answers => answers?,
    };
    let rows = answers.iter().map(crate::database::Answer::row);
    let hit = |row: crate::database::ShowRow| {
        let level = row.level.unwrap_or_default();
        row.id.map(|id| Hit {
            to: format!("/puzzles/{id}"),
            name: id,
            words: format!("{} {level}", row.kind),
        })
    };
    Ok(rows.filter_map(hit).collect())
}

fn search(database: &Database, asked: &str) -> Result<Found, Error> {
    let all_series = database.series()?;
    let mut found = Found::new();
    if let Ok(day) = asked.parse::<Date>() {
        let has = |series: &&str| all_series.puzzle(series, day_of(day)).is_some();
        let hit = |series: &str| Hit {
            to: links::day(series, day),
            name: format!("{series}, {day}"),
            words: String::new(),
        };
        found.push(("Days", all_series.names().filter(has).map(hit).collect()));
        return Ok(found);
    }
    let question = asked.parse::<Id>().map(Question::Id).ok();
    let puzzle = || Puzzle::new(&asked.parse::<Grid>().ok()?).ok();
    let question = question.or_else(|| puzzle().map(Question::Puzzle));
    if let Some(question) = question {
        found.push(("Puzzles", of_puzzles(database, &question)?));
        return Ok(found);
    }
    let asked = asked.to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&asked);
    let named = all_series.names().filter(|name| has(name));
    let hit =
        |name: &str| Hit { to: links::series(name), name: name.to_owned(), words: String::new() };
    found.push(("Series", named.take(MOST).map(hit).collect()));
    let batches = database.used_batches(&[])?.into_iter().rev().map(BatchRow::from);
    let batches = batches.filter(|row| has(&row.note)).take(MOST);
    let hit = |row: BatchRow| Hit {
        to: format!("/batches/{}", row.batch),
        name: row.batch.to_string(),
        words: row.note,
    };
    found.push(("Batches", batches.map(hit).collect()));
    let books = database.books()?.into_iter().map(BookRow::from).filter(|row| has(&row.title));
    let hit = |row: BookRow| Hit {
        to: "/books".to_owned(),
        name: row.book.to_string(),
        words: row.title,
    };
    found.push(("Books", books.take(MOST).map(hit).collect()));
    let noted = all_series.noted().filter(|(_, notes)| notes.iter().any(|note| has(note)));
    let mut noted: Vec<_> = noted.map(|(at, notes)| (at, notes.join("; "))).collect();
    noted.sort_unstable_by(|one, other| other.cmp(one));
    noted.truncate(MOST);
    let places: Vec<_> = noted.iter().map(|one| one.0).collect();
    let puzzles = database.puzzles_at(&places)?;
    let hit = |(named, (_, words)): (&crate::database::IssuedWithId, (_, String))| Hit {
        to: format!("/puzzles/{}", named.id),
        name: named.id.to_string(),
        words,
    };
    found.push(("Notes", puzzles.iter().zip(noted).map(hit).collect()));
    let mut approved = Vec::new();
    for run in all_series.runs().iter().rev() {
        let by = run.approval.as_ref().filter(|approval| has(&approval.by));
        if let (Some(approval), true) = (by, approved.len() < MOST) {
            let name = format!("{}, {}", run.series, run.day);
            approved.push(Hit {
                to: links::day(&run.series, run.day),
                name,
                words: approval.by.clone(),
            });
        }
    }
    found.push(("Approved", approved));
    Ok(found)
}

fn list((name, hits): &(&str, Vec<Hit>)) -> Markup {
    html! {
        @if !hits.is_empty() {
            section .card {
                h2 { (name) }
                ul { @for Hit { to, name, words } in hits { li { a href=(to) { bdi { (name) } } " " bdi { (words) } } } }
            }
        }
    }
}

pub async fn page(State(shared): crate::State, Query(Asked { q }): Query<Asked>) -> Answer {
    let asked = q.trim().to_owned();
    let found = if asked.is_empty() {
        Found::new()
    } else {
        let asked = asked.clone();
        shared.call(move |database| search(database, &asked)).await?
    };
    let body = html! {
        h1 { "Search" @if !asked.is_empty() { ": " (asked) } }
        @if found.iter().all(|(_, hits)| hits.is_empty()) {
            p .lead { "Nothing was found. Search for an id (8EX4-P431-BHJV-1), a grid, a day (2027-01-31), or words of notes, titles and names." }
        }
        @for of_kind in &found { (list(of_kind)) }
    };
    Ok(Frame::of("Search", "/search", body).page(&shared.settings))
}
