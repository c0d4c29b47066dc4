//! Files of batches and of approved days, as `export` writes them; the browser keeps them where it keeps what it loads.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use jiff::civil::Date;
use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::frame::{Offered, fragment};
use super::links::{self, counted};
use super::offer::{Fields, Offer, command, field, form as live};
use crate::database::{BatchRef, CalendarOptions, Control, Database, Error, Named};
use crate::export::{Credits, Format, Row, Style};
use crate::serve::Shared;
use crate::serve::answer::written;
use crate::serve::body::read;
use crate::serve::problem::Problem;

/// What goes into a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum What {
    Batch(u32),
    /// The approved days of a series: so many from the first on.
    Days {
        series: String,
        first: Date,
        days: u32,
    },
}

/// A file that is wished.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    what: What,
    format: String,
    solutions: bool,
}

impl What {
    /// The puzzles, without void ones.
    fn rows(&self, database: &Database) -> Result<Vec<Row>, Error> {
        let control = Control::default();
        match self {
            Self::Batch(id) => {
                let all = database.export(&[BatchRef::Id(*id)], &control)?;
                all.map(|named| Ok(Named::row(&named?))).collect()
            }
            Self::Days { series, first, days } => {
                let options = CalendarOptions {
                    series: series.clone(),
                    days: Some(*days),
                    approved: true,
                    ..CalendarOptions::from(*first)
                };
                Ok(database.plan_calendar(&options, &control)?.rows)
            }
        }
    }

    /// The name of a file, without its ending.
    fn name(&self) -> String {
        match self {
            Self::Batch(id) => format!("batch-{id}"),
            Self::Days { series, first, .. } => {
                let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
                format!("{}-{first}", series.chars().map(plain).collect::<String>())
            }
        }
    }

    /// What names the puzzles on the command line.
    fn flags(&self) -> Vec<String> {
        let words = match self {
            Self::Batch(id) => vec!["--batch".to_owned(), id.to_string()],
            Self::Days { series, first, days } => {
                let (first, days) = (first.to_string(), days.to_string());
                let words =
                    ["--calendar", &first, "--days", &days, "--series", series, "--approved"];
                words.map(str::to_owned).to_vec()
            }
        };
        [vec!["export".to_owned()], words].concat()
    }
}

/// The formats whose files hold many puzzles.
fn formats() -> impl Iterator<Item = Format> {
    Format::ALL.iter().copied().filter(|format| !format.is_one_a_file())
}

fn fields() -> Markup {
    html! {
        (field("Format", &html! { select name="format" { @for format in formats() { option value=(format) selected[format == Format::Csv] { (format) } } } }, None))
        label .tick { input type="checkbox" name="solutions"; " Solutions, too, in formats without a column for them (board, f-puzzles)" }
    }
}

/// The form of a batch.
pub fn of_batch(id: u32) -> Markup {
    live(&format!("/batches/{id}/export"), &fields())
}

/// The form of approved days, from a first one on.
pub fn of_days(series: &str, first: Date, days: i32) -> Markup {
    live(
        &format!("{}/export", links::series(series)),
        &html! {
            div .fields {
                (field("From", &html! { input type="date" name="from" value=(first) required; }, None))
                (field("Days", &html! { input type="number" name="days" value=(days) min="1" max="10000" required; }, None))
            }
            (fields())
        },
    )
}

/// What a file of a batch has.
pub async fn batch(
    State(shared): crate::serve::State,
    Path(id): Path<u32>,
    fields: Fields,
) -> Offered {
    offer(&shared, What::Batch(id), &fields).await
}

/// What a file of approved days has.
pub async fn days(
    State(shared): crate::serve::State,
    Path(series): Path<String>,
    fields: Fields,
) -> Offered {
    let (first, days) = fields.days()?;
    offer(&shared, What::Days { series, first, days }, &fields).await
}

async fn offer(shared: &Shared, what: What, fields: &Fields) -> Offered {
    let format: Format = fields
        .text("format")
        .unwrap_or_default()
        .parse()
        .map_err(|error| Problem::bad("bad-field", format!("{error}")))?;
    let solutions = fields.is("solutions") && format.has_room();
    let asked = what.clone();
    let count = shared.call(move |database| Ok(asked.rows(database)?.len())).await?;
    let file = format!("{}.{}", what.name(), format.extension());
    let mut words = what.flags();
    words.extend(["--format", format.name(), "-o", &file].map(str::to_owned));
    if solutions {
        words.extend(["--solutions", "in"].map(str::to_owned));
    }
    let of_days = matches!(what, What::Days { .. });
    let told = match (count, of_days) {
        (0, true) => "None of these days is approved.".to_owned(),
        (count, true) => format!("{} of these are approved.", counted(count, "day")),
        (count, false) => format!("{}; void ones are left out.", counted(count, "puzzle")),
    };
    let offer = Offer {
        told: html! { p .told { (told) } },
        command: command(&shared.settings, &words),
        button: format!("Download {file}"),
        post: "/file".to_owned(),
        body: json!(Wish { what, format: format.name().to_owned(), solutions }),
        then: "file",
        is_final: false,
        can: count > 0,
    };
    Ok(fragment(offer.markup()))
}

/// The file. As on the command line, a batch counts how often it was exported, but for a server that changes nothing.
pub async fn file(State(shared): crate::serve::State, body: Bytes) -> Result<Response, Problem> {
    let Wish { what, format, solutions } = read(&body)?;
    let format: Format =
        format.parse().map_err(|error| Problem::bad("bad-json", format!("{error}")))?;
    if format.is_one_a_file() {
        return Err(Problem::bad("bad-json", format!("a file of {format} holds one puzzle")));
    }
    let (asked, counts) = (what.clone(), !shared.settings.read_only);
    let rows = shared.call(move |database| {
        let rows = asked.rows(database)?;
        if let (What::Batch(id), true) = (&asked, counts) {
            database.count_export(&[BatchRef::Id(*id)])?;
        }
        Ok::<_, Error>(rows)
    });
    let rows = rows.await?;
    let dated = matches!(what, What::Days { .. });
    let style = Style { format, header: false, solutions, dated, credits: Credits::NONE };
    let bytes = written(&rows, style).map_err(|_| Problem::internal())?;
    let name = format!("attachment; filename=\"{}.{}\"", what.name(), format.extension());
    let headers =
        [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}
