//! A grid set by the user: the number of its solutions and its difficulty, while one types.

use axum::extract::State;
use maud::{Markup, html};

use super::board::image;
use super::form_preview::{Fields, command, copied, form as live};
use super::frame::{Answer, Frame, Offered, fragment};
use super::levels::LevelMarks;
use crate::board::{Grid, Puzzle};
use crate::database::{Database, Error};
use crate::export::Reader;
use crate::logic::Walk;
use crate::plural::counted;
use crate::problem::Problem;
use crate::rating::se;
use crate::rating::stop::Stop;
use crate::rows::{DetailsRow, RateRow};

pub async fn form(State(shared): crate::State) -> Answer {
    let body = html! {
        h1 { "Setter" }
        p .lead { "Type or paste a grid in any format that seeddb reads: a line of 81 characters, nine lines, SudokuWiki or f-puzzles addresses, HoDoKu lines, ipuz." }
        section .card {
            (live("/setter/offer", &html! {
                label .field { span { "Grid" } textarea name="text" rows="10" spellcheck="false" placeholder="53..7....\n6..195...\n.98....6.\n..." {} }
            }))
        }
    };
    Ok(Frame::of("Setter", "/setter", body).page(&shared.settings))
}

pub async fn offer(State(shared): crate::State, fields: Fields) -> Offered {
    let Some(text) = fields.text("text") else {
        return Ok(fragment(
            html! { p .hint { "What is known of the grid stands here as you type." } },
        ));
    };
    let bad = |words: String| Problem::bad("bad-grid", words);
    let mut reader = Reader::new(text.as_bytes()).map_err(|error| bad(error.to_string()))?;
    let entry = reader.entry().map_err(|error| bad(error.to_string()))?;
    let entry = entry.ok_or_else(|| bad("there is no grid".to_owned()))?;
    let grid = entry.map_err(|error| bad(error.to_string()))?.grid;
    if matches!(reader.entry(), Ok(Some(_))) {
        return Err(bad("there are several grids: give one".to_owned()));
    }
    let details = DetailsRow::of(&grid).map_err(|clash| bad(clash.to_string()))?;
    let more = match Puzzle::new(&grid) {
        Ok(puzzle) => Some(shared.call(move |database| rated(database, &grid, &puzzle)).await?),
        Err(_) => None,
    };
    let line = grid.to_string();
    Ok(fragment(html! {
        div .beside {
            (image(&grid, None, "The grid"))
            dl .facts {
                dt { "Solutions" }
                dd class=[(details.solutions != 1).then_some("bad")] {
                    (match details.solutions { 0 => "none", 1 => "one", _ => "two or more" })
                }
                dt { "Clues" } dd { (details.clues) @if !details.symmetry.is_empty() { "; " bdi { (details.symmetry) } } }
                @if let Some(minimal) = details.minimal { dt { "Minimal" } dd { (if minimal { "yes: no clue can go" } else { "no: some clues can go" }) } }
                @if let Some(more) = &more { (more) }
            }
        }
        (copied(&command(&shared.settings, &[if more.is_some() { "explain" } else { "solve" }, &line])))
    }))
}

fn rated(database: &Database, grid: &Grid, puzzle: &Puzzle) -> Result<Markup, Error> {
    let levels = database.levels()?;
    let row = RateRow::of(database.ladder(), &levels, puzzle);
    let walk = Walk::new(database.ladder(), puzzle);
    let er = se::rate(grid, Stop::NEVER).ok().map(|rating| rating.er.to_string());
    Ok(html! {
        dt { "Level" } dd { (LevelMarks::of(&levels).chip(row.level.as_deref(), row.tier)) }
        dt { "Tier" } dd { (row.tier) }
        @if let Some(score) = row.score { dt { "Score m(B)" } dd { (format!("{score:.1}")) } }
        @if let Some(er) = er { dt { "Rating (ER)" } dd { (er) } }
        dt { "Steps" } dd {
            details { summary { (counted(walk.steps().len() as u64, "step")) }
                ol .steps { @for step in walk.rows() { li { bdi lang="en" { (step.step) } } } }
            }
        }
    })
}
