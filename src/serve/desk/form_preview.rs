//! [`FormPreview`]: a preview of the effect of a form before it is sent.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::IF_MATCH;
use jiff::civil::Date;
use maud::{Markup, html};
use serde_json::{Map, Value, json};

use super::frame::{Offered, fragment};
use crate::body::read;
use crate::problem::Problem;
use crate::shell::quoted;
use crate::{Settings, Shared};

/// The fields of a form, as the script of the desk sends them: texts, `true` of a box that is
/// ticked, and lists of texts.
pub struct Fields {
    all: Map<String, Value>,
    /// The pressed button, if there is one: the mark of an offer.
    pressed: Option<String>,
}

impl FromRequest<Arc<Shared>> for Fields {
    type Rejection = Problem;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Problem> {
        let pressed = request.headers().get(IF_MATCH).and_then(|mark| mark.to_str().ok());
        let pressed = pressed.map(str::to_owned);
        Ok(Self { all: read(&Bytes::from_request(request, shared).await?)?, pressed })
    }
}

impl Fields {
    /// Returns the typed text, trimmed; `None` if it is empty.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.all.get(name)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all.keys().filter_map(|name| Some((&**name, self.text(name)?)))
    }

    /// Returns the chosen day; if there is none, a problem with `words`, which state what to
    /// choose.
    pub fn date(&self, name: &str, words: &str) -> Result<Date, Problem> {
        let text = self.text(name).unwrap_or_default();
        text.parse().map_err(|_| Problem::bad("bad-field", words))
    }

    /// Returns the first of some days, and how many they are.
    pub fn days(&self) -> Result<(Date, u32), Problem> {
        let first = self.date("from", "choose the first day")?;
        let days = self.text("days").unwrap_or_default().parse();
        Ok((first, days.map_err(|_| Problem::bad("bad-field", "say how many days"))?))
    }

    pub fn is(&self, name: &str) -> bool {
        self.all.get(name) == Some(&Value::Bool(true))
    }

    /// Returns the values of the boxes of this name that are ticked.
    pub fn list(&self, name: &str) -> Vec<&str> {
        self.all
            .get(name)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }
}

pub fn command<T: AsRef<str>>(settings: &Settings, words: &[T]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word.as_ref())).collect();
    format!("{} {}", settings.command, words.join(" "))
}

pub fn copied(line: &str) -> Markup {
    html! {
        div .command {
            code { (line) }
            button type="button" data-copy=(line) aria-label="Copy the command" { "Copy" }
        }
    }
}

#[derive(Default)]
pub struct FormPreview {
    pub told: Markup,
    pub command: String,
    pub button: String,
    pub post: String,
    pub body: Value,
    /// The tags of the rows that the preview is based on: the header `If-Match` of the request.
    pub tags: String,
    /// The next page: an address; empty for the same page; `batch` or `book` for the page of the
    /// result; `file` saves the answer, `mined` shows the result of the search.
    pub then: String,
    /// The idempotency key of a request that wants one; an empty one for a new one.
    pub key: Option<String>,
    /// Whether the request runs as a job, which can be stopped.
    pub is_long: bool,
    pub is_final: bool,
    pub can: bool,
}

impl FormPreview {
    /// Returns the answer to the fields. A press of the button is a problem if this is not the
    /// preview that was shown: the fields, or the data they refer to, have changed.
    pub fn answer(self, fields: &Fields) -> Offered {
        if fields.pressed.as_ref().is_some_and(|pressed| *pressed != self.mark()) {
            let words = "Nothing was done: what you see, or what it is about, has changed since the button was shown. Look again.";
            return Err(Problem::changed(words));
        }
        Ok(fragment(self.markup()))
    }

    /// Returns its identity: all that would be done.
    fn mark(&self) -> String {
        let Self { post, body, tags, is_long, .. } = self;
        let all = json!([post, body, tags, is_long]);
        blake3::hash(all.to_string().as_bytes()).to_hex()[..32].to_owned()
    }

    pub fn markup(self) -> Markup {
        let mark = self.mark();
        let Self { told, command, button, post, body, tags, then, key, is_long, is_final, can } =
            self;
        html! {
            (told)
            (copied(&command))
            button .primary .final[is_final] type="button" data-post=(post) data-body=(body.to_string()) data-tags=[(!tags.is_empty()).then_some(tags)]
                data-mark=(mark) data-then=(then) data-key=[key] data-long[is_long] disabled[!can] { (button) }
            (progress(None, &then))
        }
    }
}

/// Returns the progress of a job, with a button that stops it, and its result; hidden without a
/// job.
fn progress(job: Option<&str>, then: &str) -> Markup {
    html! {
        div .job data-job=[job] data-then=(then) hidden {
            progress aria-label="How much is done" {}
            span data-done {}
            button type="button" data-stop { "Stop" }
        }
        p .result role="status" {}
    }
}

/// Returns the running jobs of this kind, of all users.
pub fn running(shared: &Shared, kind: &str, then: &str) -> Markup {
    let jobs: Vec<String> = shared.jobs.running(kind);
    html! {
        @for job in &jobs {
            section .card { h2 { "Under way" } (progress(Some(job), then)) }
        }
    }
}

pub fn form(offer_at: &str, fields: &Markup) -> Markup {
    html! {
        form .live data-offer=(offer_at) {
            (fields)
            div .offer aria-live="polite" {}
        }
    }
}

pub fn field(label: &str, control: &Markup, help: Option<&str>) -> Markup {
    html! { label .field { span { (label) } (control) @if let Some(help) = help { small { (help) } } } }
}
