//! Books: proofs, and files for the printer.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::answer::Negotiated;
use super::super::body::read;
use super::super::jobs::Outcome;
use super::super::output_folder::{self, OutputFolder};
use super::super::problem::Problem;
use super::super::route::ROOT;
use super::super::{Shared, State};
use super::draws::{begin, key_if_given, key_of};
use crate::database::{BookFile, BookOptions, Bound, Control, Database, Error, FileReport, Record};
use crate::export::book::Images;
use crate::export::drawing::Fonts;

/// The most volumes of a book.
const MOST_VOLUMES: u32 = 999;

/// The book that a request describes: as an object like book.toml, or as its text.
pub(in super::super) struct Described {
    pub book: BookFile,
    /// The body as sent.
    body: Value,
}

impl Described {
    pub fn of(body: Value) -> Result<Self, Problem> {
        let bad = |words: String| Problem::bad("bad-book", words);
        let book = match &body {
            Value::String(text) if text.trim_start().starts_with('{') => {
                Err("the text of a book.toml is TOML".to_owned().into())
            }
            Value::String(text) => BookFile::parse(text),
            Value::Object(_) => BookFile::parse(&body.to_string()),
            _ => Err("a book is an object, or the text of a book.toml".to_owned().into()),
        };
        let book = book.map_err(|error| bad(error.to_string()))?;
        let content = &book.content;
        if content.font.is_some() || content.bold_font.is_some() {
            let words = "a server reads no font of a client: leave font and bold-font out";
            return Err(bad(words.to_owned()));
        }
        if Images::are_named(&book.plan) {
            let words = "a server reads no picture of a client: leave pictures out";
            return Err(bad(words.to_owned()));
        }
        if content.volumes.is_some_and(|volumes| volumes.get() > MOST_VOLUMES) {
            return Err(bad(format!("a book has at most {MOST_VOLUMES} volumes")));
        }
        Ok(Self { book, body })
    }

    pub fn draws(&self) -> bool {
        self.book.content.batch.is_empty()
    }

    /// Converts an error to a problem with the position in the description.
    fn told(&self, error: Error) -> Problem {
        let place = self.book.place_of(&error).filter(|place| !place.is_empty());
        let words = place.map(|place| format!("{place}: {error}"));
        let problem = Problem::from(error);
        words.map_or(problem.clone(), |words| problem.saying(words))
    }

    /// Makes the checks that are possible before anything is drawn.
    pub fn check(&self, database: &Database) -> Result<(), Problem> {
        let fonts = Fonts::bundled().map_err(|_| Problem::internal())?;
        let checked = database.check_book(&self.book.options(0), &fonts);
        checked.map_err(|error| self.told(error))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[derive(Default)]
pub(super) struct Wishes {
    r#final: bool,
    ignore_rules: bool,
}

pub(super) async fn book(
    shared: State,
    wished: Negotiated,
    headers: HeaderMap,
    asked: Result<Query<Wishes>, QueryRejection>,
    body: Bytes,
) -> Result<Response, Problem> {
    let shelf = OutputFolder::of(&shared.settings)?;
    let Query(Wishes { r#final: is_final, ignore_rules }) = asked?;
    let described = Described::of(read(&body)?)?;
    let key = if described.draws() { Some(key_of(&headers)?) } else { key_if_given(&headers)? };
    let random = getrandom::u64().map_err(|_| Problem::internal())?;
    let rng_seed = described.book.content.rng_seed.unwrap_or(random);
    let mut options = described.book.options(rng_seed);
    (options.plan.proof, options.plan.preview) = (!is_final, true);
    if ignore_rules {
        options.record = Record::Always;
    }
    let described = Arc::new(described);
    let (own, known) = (Arc::clone(&described), key.clone());
    let check = move |database: &Database| {
        let database = known.map_or(Ok(database.clone()), |key| database.once(&key))?;
        own.check(&database)
    };
    shared.work(check).await??;
    let count = described.book.content.asked();
    let making =
        Making { shared: Arc::clone(&shared), shelf, described, options, key: key.clone() };
    let work = move |database: &Database, control: &Control| making.make(database, control);
    begin(&shared, &wished, ("book", key), count, work).await
}

struct Making {
    shared: Arc<Shared>,
    shelf: OutputFolder,
    described: Arc<Described>,
    options: BookOptions,
    key: Option<String>,
}

impl Making {
    fn make(self, database: &Database, control: &Control) -> Result<Outcome, Problem> {
        let Self { shared, shelf, described, options, key } = self;
        // A folder without write access is reported before anything is drawn.
        shelf.begin()?;
        let fonts = Fonts::bundled().map_err(|_| Problem::internal())?;
        let bound = database.book(&options, &fonts, control);
        let mut bound = bound.map_err(|error| described.told(error))?;
        let is_proof = options.plan.proof;
        let name = output_folder::name(if is_proof { "proof" } else { "book" })?;
        let files = options.files(&name);
        if bound.is_out_of_rule() && options.record != Record::Always {
            let words = "against the printer's rules, so nothing was drawn or written: change the layout, or take the profile \
                         screen for a file to read; ignore-rules writes it all the same";
            let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "against-rules", words);
            return Err(problem.with_data(json!({"documents": bound.reports(files)})));
        }
        let pages =
            bound.documents.iter_mut().map(|document| std::mem::take(&mut document.preview));
        shared.pictures.keep(&name, pages.collect());
        let told = told(&name, &files, &bound, is_proof);
        let report = format!("{name}.json");
        // The values that the book's page needs to make it again for the printer.
        let reports: Vec<Value> = bound
            .reports(files.clone())
            .into_iter()
            .map(|FileReport { file, report }| {
                let lines = report.to_string();
                let lines: Vec<&str> = lines.lines().map(str::trim).collect();
                json!({"file": file, "lines": lines, "violations": report.violations()})
            })
            .collect();
        let kept = json!({"made": told, "request": described.body, "key": key, "reports": reports});
        let kept = kept.to_string();
        let all = files.into_iter().zip(bound.files());
        shelf.write(all.chain([(report.clone(), kept.as_bytes())])).map_err(|problem| {
            let batch = bound.batch.as_ref().map(|batch| batch.id);
            let words = match batch {
                Some(id) => format!("{}; the puzzles are batch {id}", problem.text("detail")),
                None => problem.text("detail").to_owned(),
            };
            problem.saying(words)
        })?;
        Ok(Outcome { location: Some(format!("{ROOT}/exports/{report}")), result: told })
    }
}

fn told(name: &str, files: &[String], bound: &Bound, is_proof: bool) -> Value {
    let mut told = bound.told(files.iter().cloned());
    let places = files.iter().map(|file| format!("{ROOT}/exports/{file}")).collect::<Vec<_>>();
    told["name"] = name.into();
    told["proof"] = is_proof.into();
    told["files"] = places.into();
    told
}
