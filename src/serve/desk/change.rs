//! Changes of a day: its puzzle is moved, exchanged, replaced or withdrawn.

use axum::extract::{Path, State};
use jiff::civil::Date;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::board::image;
use super::fill::today;
use super::form_preview::{Fields, FormPreview, command, field, form as live};
use super::frame::Offered;
use super::levels::LevelMarks;
use super::links::{self, long};
use crate::Shared;
use crate::answer::tag_of;
use crate::api::series::on;
use crate::body::id;
use crate::database::{DayRow, Error, LONGEST_NOTE, UndoStep, Undone, check_reason};
use crate::export::{Row, day_of};
use crate::problem::Problem;
use crate::route::{Access, ROOT};
use crate::who::may;

/// Renders the field for the reason of the change, which every form has.
fn reason() -> Markup {
    field(
        "Reason",
        &html! { input name="reason" maxlength=(LONGEST_NOTE) placeholder="kept as a note on the puzzle"; },
        None,
    )
}

fn address(series: &str) -> String {
    format!("{}/change", links::series(series))
}

/// Returns the form that a day that is dragged or moved by keys fills in.
pub fn dialog(series: &str) -> Markup {
    html! {
        dialog #move aria-labelledby="move-title" {
            h2 #move-title { "Move a day" }
            (live(&address(series), &html! {
                input type="hidden" name="what" value="move";
                // The puzzles that the calendar shows on both days.
                input type="hidden" name="shown";
                input type="hidden" name="shown-to";
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

/// Returns all forms of a day that has a puzzle; the form of another puzzle is open if `is_open`.
pub fn forms(series: &str, day: Date, row: &DayRow, others: &Markup, is_open: bool) -> Markup {
    let form = |what: &str, fields: Markup| {
        live(
            &address(series),
            &html! {
                input type="hidden" name="what" value=(what);
                input type="hidden" name="day" value=(day);
                input type="hidden" name="shown" value=(row.id);
                (fields)
            },
        )
    };
    html! {
        details #replace .card open[is_open] {
            summary { "Replace the puzzle" }
            (form("replace", html! {
                (others)
                (field("Or the id of another", &html! { input name="id" placeholder="8EX4-P431-BHJV-1"; }, None))
                (reason())
            }))
            h3 { "Draw new ones" }
            (form("draw", html! {}))
        }
        details .card {
            summary { "Move it to another day" }
            (form("move", html! {
                (field("To", &html! { input type="date" name="to" required; }, Some("A day that has a puzzle changes places with this one.")))
                (reason())
            }))
        }
        @if may(Access::Approve) { details .card { summary { "Withdraw it" } (form("withdraw", reason())) } }
    }
}

/// The form that undoes the last change of a day, or does again what was undone.
pub fn undo(series: &str, day: Date, shown: Option<&DayRow>, step: UndoStep) -> Markup {
    let (what, words) = match step {
        UndoStep::Back => ("undo", "Undo the last change"),
        UndoStep::Again => ("again", "Do again what was undone"),
    };
    html! {
        details .card {
            summary { (words) }
            (live(&address(series), &html! {
                input type="hidden" name="what" value=(what);
                input type="hidden" name="day" value=(day);
                input type="hidden" name="shown" value=(shown.map_or("none", |row| &row.id));
                (reason())
            }))
        }
    }
}

/// What a step along the changes of a day would do, or why it cannot be done.
async fn undone(
    shared: &Shared,
    series: String,
    day: Date,
    step: UndoStep,
    fields: &Fields,
) -> Offered {
    let name = series.clone();
    let known = shared.call(move |database| {
        let rows = on(database, &name, &[day])?;
        Ok((rows, database.plan_undo(&name, day_of(day), step)?))
    });
    let (rows, undone) = known.await?;
    expect(
        fields.text("shown"),
        rows.iter().rev().find(|row| row.state != DayRow::WITHDRAWN),
        day,
    )?;
    let text = day.to_string();
    let mut words = vec!["series", "undo", &series, &text];
    let mut body = json!({});
    if step == UndoStep::Again {
        words.push("--again");
        body["again"] = true.into();
    }
    if let Some(reason) = fields.text("reason") {
        words.extend(["--reason", reason]);
        body["reason"] = reason.into();
    }
    let offer = FormPreview {
        told: html! {
            @for Undone { day, now, before } in &undone {
                p .told { (day) ": " @match (before, now) {
                    (Some(before), Some(now)) => { (before) " is back, in the place of " (now) }
                    (Some(before), None) => { (before) " is back" }
                    (None, Some(now)) => { (now) " is withdrawn" @if step == UndoStep::Back { ": the day had no puzzle before" } }
                    (None, None) => { "no puzzle" }
                } "." }
            }
            p .hint { "What was approved is to be approved again." }
        },
        command: command(&shared.settings, &words),
        button: if step == UndoStep::Back { "Undo" } else { "Do again" }.to_owned(),
        post: links::of_days(&series, &format!("{day}/undo")),
        body,
        tags: tag_of(&rows)?,
        can: true,
        ..FormPreview::default()
    };
    offer.answer(fields)
}

pub fn others(row: &DayRow, candidates: &[(Row, String)], marks: &LevelMarks) -> Markup {
    let level = level_of(row);
    if candidates.is_empty() {
        return html! { p { "No drawn puzzle of level " (level) " is unused: draw new ones below." } };
    }
    html! {
        fieldset {
            legend { "Drawn, of level " (level) ", and used nowhere" }
            div .grid {
                @for (other, note) in candidates {
                    label .choice {
                        input type="radio" name="puzzle" value=(other.id);
                        (image(&other.puzzle, None, &other.name()))
                        span { (marks.chip(other.level.as_deref(), other.tier)) @if let Some(score) = other.score { " " (score.floor()) } }
                        small { (other.id) }
                        small { "batch " (other.batch) @if !note.is_empty() { ", " bdi { (note) } } }
                    }
                }
            }
        }
    }
}

/// The number of puzzles drawn and shown to choose from.
pub const CHOICE: u32 = 3;

fn level_of(row: &DayRow) -> String {
    row.level.clone().unwrap_or_else(|| format!("tier {}", row.tier))
}

/// Refuses a change of a day where another puzzle runs now than the page shows.
fn expect(shown: Option<&str>, row: Option<&DayRow>, day: Date) -> Result<(), Problem> {
    let is = row.map_or("none", |row| &row.id);
    match shown {
        Some(shown) if shown != is => {
            let words = format!(
                "{} has another puzzle than this page shows: {is}, not {shown}. Load the page again.",
                long(day)
            );
            Err(Problem::changed(words))
        }
        _ => Ok(()),
    }
}

struct Change {
    verb: &'static str,
    told: String,
    button: String,
    body: Value,
    /// The words of the command behind the day.
    words: Vec<String>,
}

pub async fn offer(
    State(shared): crate::State,
    Path(series): Path<String>,
    fields: Fields,
) -> Offered {
    let day = fields.date("day", "choose the day")?;
    let what = fields.text("what").unwrap_or_default().to_owned();
    let step = match &*what {
        "undo" => Some(UndoStep::Back),
        "again" => Some(UndoStep::Again),
        _ => None,
    };
    if let Some(step) = step {
        check_reason(fields.text("reason")).map_err(Error::from)?;
        return undone(&shared, series, day, step, &fields).await;
    }
    let to = (what == "move").then(|| fields.date("to", "choose the day to move it to"));
    let to = to.transpose()?;
    check_reason(fields.text("reason")).map_err(Error::from)?;
    let name = series.clone();
    let known = shared.call(move |database| {
        let of_day = |day: Date| on(database, &name, &[day]);
        Ok((of_day(day)?, to.map(of_day).transpose()?.unwrap_or_default()))
    });
    let (rows, others) = known.await?;
    let runs = |rows: &'_ [DayRow]| rows.iter().position(|row| row.state != DayRow::WITHDRAWN);
    let here = runs(&rows).map(|at| &rows[at]);
    let there = runs(&others).map(|at| &others[at]);
    expect(fields.text("shown"), here, day)?;
    if let Some(to) = to {
        expect(fields.text("shown-to"), there, to)?;
    }
    let here = here
        .ok_or_else(|| Problem::missing("no-such-day", format!("{} has no puzzle", long(day))))?;
    if what == "draw" {
        return draw(&shared, &series, day, here).answer(&fields);
    }
    let Change { verb, told, button, mut body, words } = match (&*what, to) {
        ("move", Some(to)) if to == day => {
            return Err(Problem::bad("bad-field", "it is on that day already: choose another"));
        }
        ("move", Some(to)) => moved(to, there),
        ("withdraw", _) => Change {
            verb: "withdraw",
            told:
                "is withdrawn: the day has no puzzle then, and the puzzle counts as one that ran."
                    .to_owned(),
            button: "Withdraw".to_owned(),
            body: json!({}),
            words: Vec::new(),
        },
        ("replace", _) => replaced(&fields)?,
        _ => return Err(Problem::bad("bad-field", "there is no such change")),
    };
    let mut words =
        [vec!["series".to_owned(), verb.to_owned(), series.clone(), day.to_string()], words]
            .concat();
    if let Some(reason) = fields.text("reason") {
        words.extend(["--reason".to_owned(), reason.to_owned()]);
        body["reason"] = reason.into();
    }
    let today = today(&shared.database);
    let is_seen = day <= today || there.is_some() && to.is_some_and(|to| to <= today);
    if is_seen {
        words.push("--published".to_owned());
        body["published"] = true.into();
    }
    let mut tags = vec![tag_of(&rows)?];
    if !others.is_empty() {
        tags.push(tag_of(&others)?);
    }
    let offer = FormPreview {
        told: html! { p .told {
            (long(day)) ", " bdi { (level_of(here)) ", " (here.id) } ", " span { (told) }
            @if is_seen { " " span { "Readers may have seen its puzzle." } }
            @for by in here.approved_by.iter().chain(there.and_then(|other| other.approved_by.as_ref())) {
                " " span { "The approval by " (by) " ends." }
            }
        } },
        command: command(&shared.settings, &words),
        button,
        post: links::of_days(&series, &format!("{day}/{verb}")),
        body,
        tags: tags.join(", "),
        is_final: verb == "withdraw",
        can: true,
        ..FormPreview::default()
    };
    offer.answer(&fields)
}

/// Moves the puzzle to another day; exchanges both puzzles if that day has one.
fn moved(to: Date, there: Option<&DayRow>) -> Change {
    let words = vec![to.to_string()];
    match there {
        Some(other) => Change {
            verb: "swap",
            told: format!("changes places with {}, {}, {}.", long(to), level_of(other), other.id),
            button: "Change places".to_owned(),
            body: json!({"with": to.to_string()}),
            words,
        },
        None => Change {
            verb: "move",
            told: format!("moves to {}; its old day has no puzzle then.", long(to)),
            button: format!("Move to {to}"),
            body: json!({"to": to.to_string()}),
            words,
        },
    }
}

/// Replaces the puzzle of the day: by the typed id, or by the chosen puzzle.
fn replaced(fields: &Fields) -> Result<Change, Problem> {
    let chosen = fields.text("id").or_else(|| fields.text("puzzle"));
    let words = "choose one of the puzzles, or type the id of another";
    let puzzle = id(chosen.ok_or_else(|| Problem::bad("bad-field", words))?)?.to_string();
    Ok(Change {
        verb: "replace",
        told: format!("gives way to {puzzle}; it stays on record as withdrawn."),
        button: format!("Replace by {puzzle}"),
        body: json!({"puzzle": puzzle}),
        words: vec![puzzle],
    })
}

/// Previews a draw of new puzzles to choose from: they are recorded before anyone sees them.
fn draw(shared: &Shared, series: &str, day: Date, here: &DayRow) -> FormPreview {
    let note = format!("to choose from for {series}, {day}");
    let (count, tier) = (CHOICE.to_string(), here.tier.to_string());
    let (flag, of) = here.level.as_ref().map_or(("--tier", &tier), |level| ("--level", level));
    let mut body = json!({"count": CHOICE, "note": note});
    body[&flag[2..]] = if here.level.is_some() { json!(here.level) } else { json!(here.tier) };
    FormPreview {
        told: html! { p .told { (CHOICE) " puzzles of level " (level_of(here)) " are drawn and shown above. They are on record from then on; those that you do not take can take another day." } },
        command: command(&shared.settings, &["draw", flag, of, "--count", &count, "--note", &note]),
        button: format!("Draw {CHOICE} to choose from"),
        post: format!("{ROOT}/draws"),
        body,
        then: "?replace".to_owned(),
        key: Some(String::new()),
        can: true,
        ..FormPreview::default()
    }
}
