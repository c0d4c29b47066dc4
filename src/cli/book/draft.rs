//! [`Draft`]: the puzzles of a book, and the database they come from.

use seeddb::database::{Ids, Lease};
use seeddb::draw::{Request, whole};
use seeddb::export::Row;
use seeddb::export::book::Plan;
use seeddb::record::{Batch, Extra, Issued};
use seeddb::store::{Store, StoreError};
use seeddb::symmetry::Key;

use super::super::database::rows;
use super::super::export::find;
use super::super::ladder::ladder;
use super::super::{Exit, Globals, interrupt};
use super::STOPPED;
use super::contents::{self, Part, Wanted};
use super::description::Content;
use super::pages::Pages;
use super::source::Source;

/// The database: held, or open only while it is asked.
pub struct Ledger<'a> {
    globals: &'a Globals,
    held: Option<Lease<'a>>,
}

impl<'a> Ledger<'a> {
    pub fn new(globals: &'a Globals, keep: bool) -> anyhow::Result<Self> {
        let held = if keep { Some(globals.open()?) } else { None };
        Ok(Self { globals, held })
    }

    fn ask<T>(&self, question: impl FnOnce(&Store) -> anyhow::Result<T>) -> anyhow::Result<T> {
        match &self.held {
            Some(store) => question(store),
            None => question(&*self.globals.open_read()?),
        }
    }

    /// The rows of the puzzles of each part.
    pub fn rows(&self, parts: &[Part]) -> anyhow::Result<Vec<Vec<Row>>> {
        self.ask(|store| {
            let mut ids = Ids::default();
            parts.iter().map(|part| rows(&mut ids, store, &part.puzzles)).collect()
        })
    }

    /// Issues what was drawn and records the pages, in one commit.
    /// False if somebody else was faster.
    pub fn record(&self, draft: &Draft, pages: &Pages) -> anyhow::Result<bool> {
        let record = |store: &Store| match &draft.batch {
            Some(batch) => {
                let puzzles: Vec<Issued> =
                    draft.parts.iter().flat_map(|part| part.puzzles.clone()).collect();
                store.issue_book(batch, &puzzles, &pages.book, &pages.places)
            }
            None => store.record_book(&pages.book, &pages.places),
        };
        let recorded = match &self.held {
            Some(store) => record(store),
            None => record(&*self.globals.open()?),
        };
        match recorded {
            Err(StoreError::Overtaken) => Ok(false),
            recorded => Ok(recorded.map(|_| true)?),
        }
    }
}

/// The puzzles of a book.
pub struct Draft {
    pub parts: Vec<Part>,
    /// The batch that they will be; none if they were issued before.
    pub batch: Option<Batch>,
}

impl Draft {
    /// Draws them; nothing is issued yet. An exit instead if some are missing.
    pub fn drawn(
        ledger: &Ledger,
        wanted: &[Wanted],
        content: &Content,
        plan: &Plan,
        rng_seed: u64,
    ) -> anyhow::Result<Result<Self, Exit>> {
        let (seeds, uses, last) = ledger.ask(|store| {
            Ok((
                store.seeds(ladder().id(), ladder().tiers())?,
                store.seed_uses()?,
                store.last_batch()?,
            ))
        })?;
        let id = last.map_or(0, |batch| batch.id).saturating_add(1);
        let requests: Vec<(Request, u32)> =
            wanted.iter().map(|section| (section.request.clone(), section.count)).collect();
        let asked = requests.iter().map(|(_, count)| count).sum();
        let progress = ledger.globals.progress(Some(u64::from(asked)));
        let whole = whole(
            &requests,
            &seeds,
            |seed| uses.get(&seed).copied().unwrap_or(0),
            id,
            interrupt::flag(),
            |keys: &[Key]| ledger.ask(|store| Ok(store.filter_unissued(keys)?)),
            |made| progress.set_position(made.into()),
        )?;
        progress.finish_and_clear();
        let Some(whole) = whole else { return Err(STOPPED.into()) };
        let missing = whole.missing(&requests);
        if missing.iter().any(|&missing| missing > 0) {
            for (section, missing) in wanted.iter().zip(missing).filter(|(_, missing)| *missing > 0)
            {
                ledger.globals.note(section.shortage(missing));
            }
            ledger.globals.note("nothing was drawn");
            return Ok(Err(Exit::Fewer));
        }
        let flags: Vec<String> = wanted.iter().map(Wanted::flags).collect();
        let batch = Batch {
            id,
            request: format!("book {}", flags.join(" ")),
            rng_seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            note: content.note.clone().map_or_else(|| plan.title(), Ok)?,
            asked,
            issued: 0,
            attempts: whole.attempts,
            extra: Extra::default(),
        };
        let part =
            |(section, puzzles): (&Wanted, _)| Part { label: section.label.clone(), puzzles };
        let parts = wanted.iter().zip(whole.puzzles).map(part).collect();
        Ok(Ok(Self { parts, batch: Some(batch) }))
    }

    /// Those of the batches of `content`.
    pub fn of_batches(ledger: &Ledger, content: &Content, source: &Source) -> anyhow::Result<Self> {
        let parts = ledger.ask(|store| {
            let mut puzzles = Vec::new();
            let batches = find(store, &content.batch);
            for batch in batches.map_err(|error| source.at(&["batch"], error))? {
                contents::check_size(puzzles.len() as u64 + u64::from(batch.issued))?;
                puzzles.extend(store.issued(batch.id).collect::<Result<Vec<_>, StoreError>>()?);
            }
            store.confirm(&puzzles)?;
            contents::dealt(puzzles, &content.section, &store.levels()?)
        })?;
        Ok(Self { parts, batch: None })
    }
}
