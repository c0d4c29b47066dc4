//! Changes of a day: its puzzle moves, changes places, gives way to another, or is withdrawn.

use axum::extract::{Path, State};
use jiff::civil::Date;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::{Offered, fragment};
use super::links::{self, long};
use super::offer::{Fields, Offer, command, field, form as live};
use crate::database::DayRow;
use crate::export::day_of;
use crate::serve::body::id;
use crate::serve::problem::Problem;

/// Why a day changes: a field of every form.
fn reason() -> Markup {
    field(
        "Reason",
        &html! { input name="reason" maxlength="1000" placeholder="kept as a note on the puzzle"; },
        None,
    )
}

fn address(series: &str) -> String {
    format!("{}/change", links::series(series))
}

/// The form that a day that is dragged or moved by keys fills in.
pub fn dialog(series: &str) -> Markup {
    html! {
        dialog #move aria-labelledby="move-title" {
            h2 #move-title { "Move a day" }
            (live(&address(series), &html! {
                input type="hidden" name="what" value="move";
                div .fields {
                    (field("From", &html! { input type="date" name="day" required; }, None))
                    (field("To", &html! { input type="date" name="to" required; }, None))
                }
                (reason())
            }))
            button type="button" data-close { "Cancel" }
        }
    }
}

/// All forms of a day that has a puzzle.
pub fn forms(series: &str, day: Date) -> Markup {
    let form = |what: &str, fields: Markup| {
        live(
            &address(series),
            &html! {
                input type="hidden" name="what" value=(what);
                input type="hidden" name="day" value=(day);
                (fields)
                (reason())
            },
        )
    };
    html! {
        details .card {
            summary { "Replace the puzzle" }
            (form("replace", field("Id of the puzzle that is to run", &html! { input name="puzzle" placeholder="another of the same level"; }, Some("Left open: the first drawn one of the same level that never ran."))))
        }
        details .card {
            summary { "Move it to another day" }
            (form("move", field("To", &html! { input type="date" name="to" required; }, Some("A day that has a puzzle changes places with this one."))))
        }
        details .card { summary { "Withdraw it" } (form("withdraw", html! {})) }
    }
}

/// The puzzle that runs on a day.
fn on(rows: &[DayRow], day: Date) -> Option<&DayRow> {
    let day = day.to_string();
    rows.iter().find(|row| row.date == day && row.state != DayRow::WITHDRAWN)
}

/// What a form would do.
pub async fn offer(
    State(shared): crate::serve::State,
    Path(series): Path<String>,
    fields: Fields,
) -> Offered {
    let day = fields.date("day", "choose the day")?;
    let what = fields.text("what").unwrap_or_default().to_owned();
    let to = (what == "move").then(|| fields.date("to", "choose the day to move it to"));
    let to = to.transpose()?;
    let puzzle = fields.text("puzzle").map(str::to_owned);
    if let Some(text) = &puzzle {
        id(text)?;
    }
    let name = series.clone();
    let (first, last) = to.map_or((day, day), |to| (day.min(to), day.max(to)));
    let between = [first, last].map(day_of);
    let rows = shared
        .call(move |database| database.days_between(&name, Some(between[0]), Some(between[1])))
        .await?;
    let here = on(&rows, day)
        .ok_or_else(|| Problem::missing("no-such-day", format!("{} has no puzzle", long(day))))?;
    let level = here.level.clone().unwrap_or_else(|| format!("tier {}", here.tier));
    let (day_text, to_text) = (day.to_string(), to.map(|to| to.to_string()).unwrap_or_default());
    let reason = fields.text("reason");
    let swapped = to.and_then(|to| on(&rows, to));
    let mut told = vec![format!("{}, {}, ", long(day), level)];
    let (verb, mut body, words, button): (&str, Value, Vec<&str>, String) =
        match (&*what, to, swapped) {
            ("move", Some(to), _) if to == day => {
                return Err(Problem::bad("bad-field", "it is on that day already: choose another"));
            }
            ("move", Some(to), Some(other)) => {
                let others = other.level.clone().unwrap_or_else(|| format!("tier {}", other.tier));
                told.push(format!("changes places with {}, {others}.", long(to)));
                (
                    "swap",
                    json!({"with": to_text}),
                    vec!["swap", &series, &day_text, &to_text],
                    "Change places".to_owned(),
                )
            }
            ("move", Some(to), None) => {
                told.push(format!("moves to {}; its old day has no puzzle then.", long(to)));
                (
                    "move",
                    json!({"to": to_text}),
                    vec!["move", &series, &day_text, &to_text],
                    format!("Move to {to}"),
                )
            }
            ("withdraw", ..) => {
                told.push(
                "is withdrawn: the day has no puzzle then, and the puzzle counts as one that ran."
                    .to_owned(),
            );
                ("withdraw", json!({}), vec!["withdraw", &series, &day_text], "Withdraw".to_owned())
            }
            ("replace", ..) => {
                let mut words = vec!["replace", &*series, &*day_text];
                let body = if let Some(id) = &puzzle {
                    words.push(id);
                    told.push(format!("gives way to {id}"));
                    json!({"puzzle": id})
                } else {
                    words.extend(["--batch", "all"]);
                    told.push(
                        "gives way to the first drawn puzzle of its level that never ran"
                            .to_owned(),
                    );
                    json!({"batches": ["1.."]})
                };
                told.push("; it stays on record as withdrawn.".to_owned());
                ("replace", body, words, "Replace".to_owned())
            }
            _ => return Err(Problem::bad("bad-field", "there is no such change")),
        };
    let mut words: Vec<&str> = [&["series"], &words[..]].concat();
    if let Some(reason) = reason {
        words.extend(["--reason", reason]);
        body["reason"] = reason.into();
    }
    let offer = Offer {
        told: html! { p .told { (told.concat()) @if let Some(by) = &here.approved_by { " The approval by " (by) " ends." } } },
        command: command(&shared.settings, &words),
        button,
        post: links::feed(&series, &format!("{day}/{verb}")),
        body,
        is_final: verb == "withdraw",
        can: true,
        ..Offer::default()
    };
    Ok(fragment(offer.markup()))
}
