//! The form of a draw, with a preview of its possible result.

use axum::extract::State;
use maud::{Markup, html};

use super::form_fields;
use super::form_preview::{Fields, FormPreview, command, form as live, running};
use super::frame::{Answer, Frame, Offered};
use super::links::grouped;
use crate::api::draws::MOST_OF_A_JOB;
use crate::database::{Cures, Database, Error, Estimate, RequestFile};
use crate::plural::counted;
use crate::problem::Problem;
use crate::route::ROOT;

/// The number of puzzles from which a draw shows its progress and can be stopped.
const MANY: u64 = 200;

pub async fn form(State(shared): crate::State) -> Answer {
    let levels = shared.call(Database::levels).await?;
    let levels: Vec<String> = levels.levels().iter().map(|level| level.name.clone()).collect();
    let body = html! {
        h1 { "Draw" }
        p .lead { "New puzzles, none of them ever drawn before. What the seeds can give is told as you type; nothing is drawn until you press the button." }
        (running(&shared, "draw", "batch"))
        section .card { (live("/draw/offer", &form_fields::fields(&levels))) }
    };
    Ok(Frame::of("Draw", "/draw", body).page(&shared.settings))
}

pub async fn offer(State(shared): crate::State, fields: Fields) -> Offered {
    let (body, flags) = form_fields::request(&fields);
    let request = RequestFile::parse(&body.to_string());
    // The position of an error in the JSON is of no use to the reader of a form.
    let request = request.map_err(|error| {
        let words = error.to_string();
        let words = words.split(" at line ").next().unwrap_or_default();
        Problem::bad("bad-request", words)
    })?;
    let options = request.options;
    let count = options.count();
    let known = shared.call(move |database| {
        let estimate = database.estimate(&options)?;
        let enough = estimate.first().is_some_and(|one| one.puzzles >= count);
        let cures = match options.part.first().filter(|_| !enough) {
            Some(part) => database.cures(part)?,
            None => Cures::default(),
        };
        Ok::<_, Error>((estimate, cures))
    });
    let (estimate, cures) = known.await?;
    let Some(estimate) = estimate.first() else { return Err(Problem::internal()) };
    let offer = FormPreview {
        told: html! {
            (told(estimate, &cures, count))
            @if count > MOST_OF_A_JOB { p .problem { "At most " (grouped(MOST_OF_A_JOB)) " are drawn at once." } }
        },
        command: command(&shared.settings, &flags),
        button: format!("Draw {}", counted(count, "puzzle")),
        post: format!("{ROOT}/draws"),
        body,
        then: "batch".to_owned(),
        key: Some(String::new()),
        is_long: count > MANY,
        can: estimate.puzzles >= count && count <= MOST_OF_A_JOB,
        ..FormPreview::default()
    };
    offer.answer(&fields)
}

fn told(estimate: &Estimate, cures: &Cures, count: u64) -> Markup {
    let Estimate { puzzles, seeds, tried, .. } = estimate;
    html! {
        p .told {
            @if *tried > 0 && *puzzles > 0 { "About " }
            b { (grouped(*puzzles)) } " such " (if *puzzles == 1 { "puzzle" } else { "puzzles" }) " can be had, from " (grouped(*seeds as u64)) " seeds."
        }
        @if *puzzles < count {
            @if let Some(unmet) = &estimate.unmet { p .problem { (unmet) "." } }
            @if !cures.without.is_empty() { p { "There are some without " b { (cures.without.join(", or without ")) } "." } }
            @if let Some(tier) = cures.soonest() { p { "More seeds of tier " (tier) " would help: " a href="/seeds" { "mine some" } "." } }
        }
    }
}
