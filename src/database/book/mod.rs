//! Books: puzzles drawn for them, or those of batches, typeset on pages and recorded as a whole.
//!
//! Everything that can be wrong with a request is checked first ([`Database::check_book`]). Then
//! puzzles are drawn, pages are typeset and checked against the printer's rules, all in memory, and
//! sealed ([`Sealed`]). One commit issues the puzzles, records the page of each, and opens the
//! pages. So a book that fails leaves no trace in the ledger, a crash can waste puzzles but never
//! issue one twice, and a book made again from its batch has equal pages, which are recorded
//! already. A proof ([`Plan::proof`]) issues its puzzles, because they are shown, but is not
//! recorded as a book. A dry run ([`Record::Never`]) returns a report and no pages.

mod contents;
mod contents_error;
mod draft;
mod file;
mod pages;
mod places;
mod reports;
mod shortage;

use std::collections::BTreeSet;
use std::path::PathBuf;

use contents::FilledSection;
pub use contents_error::ContentsError;
use draft::Draft;
pub use file::{BookContent, BookFile, GivenSection};
use pages::Pages;
pub use pages::{CoverDocument, Document};
pub use places::Places;
pub use reports::{FileReport, Reported};
use seeddb_ledger::Sealed;
use seeddb_ledger::rules::books;
pub use shortage::Shortage;

use super::again::again;
use super::unrated::shared_cruxes;
use super::{BatchRef, Control, Database, Error, Part};
use crate::board::Puzzle;
use crate::rating::levels::LevelTable;
use crate::rating::minutes::Scale;
use crate::record::{Batch, Book, Place};
use crate::symmetry::Id;
use seeddb_draw::Drawn;
use seeddb_export::Row;
use seeddb_export::book::{Order, Plan};
use seeddb_export::drawing::Fonts;

/// A request for a book: contents, layout, and when it is recorded.
#[derive(Clone, Debug)]
pub struct BookOptions {
    /// Its puzzles.
    pub contents: Contents,
    /// Its layout.
    pub plan: Plan,
    /// The number of volumes that the puzzles are divided among, at least 1.
    pub volumes: u32,
    /// A note for the batch of drawn puzzles; `None` means the title.
    pub note: Option<String>,
    /// The RNG seed.
    pub rng_seed: u64,
    /// Replacements (old, new) of puzzles; a new one may be from any batch.
    pub replaced: Vec<(Id, Id)>,
    /// The scale of the minutes printed; `None` means that of each batch.
    pub scale: Option<Scale>,
    /// When the book is recorded.
    pub record: Record,
    /// The files of custom fonts, regular and bold, which the record of the book names.
    pub fonts: [Option<PathBuf>; 2],
}

/// The puzzles of a book.
#[derive(Clone, PartialEq, Debug)]
pub enum Contents {
    /// Sections to be drawn, in this order.
    Draw(Vec<BookSection>),
    /// Sections to be drawn, in the order of the level table; no level twice.
    DrawByLevel(Vec<BookSection>),
    /// Puzzles of batches, in these sections; without sections by level, easiest first.
    Batches(Vec<BatchRef>, Vec<BookSection>),
    /// The puzzles of a recorded book at their places; these are its sections.
    Book(u32, Vec<BookSection>),
    /// Puzzles outside any ledger, with the levels of this table, easiest first: no database is
    /// opened, and nothing is recorded.
    Own(Vec<Puzzle>, LevelTable),
}

/// Puzzles of one kind under a title.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BookSection {
    /// Its title; `None` means the level, or the tier.
    pub label: Option<String>,
    /// The puzzles.
    pub part: Part,
}

/// The condition for recording a book and issuing its puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Record {
    /// Always.
    Always,
    /// If the printer's rules are met.
    InRule,
    /// Never: a dry run.
    Never,
}

/// A book with all its pages.
#[derive(Debug, Default)]
pub struct Bound {
    /// Each volume, followed by its answers if they are separate.
    pub documents: Vec<Document>,
    /// The cover of each volume, if there are to be covers.
    pub covers: Vec<CoverDocument>,
    /// The batch drawn for it, now or earlier under its request key; `None` if its puzzles were
    /// issued otherwise, or are not recorded.
    pub batch: Option<Batch>,
    /// The id of the book, if it is recorded.
    pub recorded: Option<u32>,
    /// Other books, except void ones, with some of its puzzles, and their number, by id.
    pub printed: Vec<(Book, u64)>,
    /// The number of drawn puzzles whose crux another drawn puzzle shares.
    pub shared: u64,
    /// Series that some of its puzzles run in, or ran, and how many, by name.
    pub ran: Vec<(String, u64)>,
}

impl Bound {
    /// Whether a printer's rule is broken.
    pub fn is_out_of_rule(&self) -> bool {
        pages::is_out_of_rule(&self.documents, &self.covers)
    }
}

impl Database {
    /// Checks a request before anything is drawn; does not create the database.
    ///
    /// # Errors
    /// Problems of the sections or the layout; failures of the store.
    pub fn check_book(&self, options: &BookOptions, fonts: &Fonts) -> Result<(), Error> {
        if let Contents::Batches(..) | Contents::Book(..) | Contents::Own(..) = options.contents {
            return Ok(());
        }
        let wanted = contents::wanted(options, self.ladder(), &self.levels()?)?;
        let sizes =
            wanted.iter().map(|section| (section.label.as_str(), section.part.count as usize));
        pages::check(&options.plan, fonts, &sizes.collect::<Vec<_>>(), options.volumes)
    }

    /// Returns a recorded book, and the ids of the batches of its puzzles.
    ///
    /// # Errors
    /// [`StoreError::NoBook`](seeddb_ledger::StoreError::NoBook); failures of the store.
    pub fn book_on_record(&self, id: u32) -> Result<(Book, Vec<u32>), Error> {
        let store = self.read()?;
        let places = store.read(|from| books::places(from, id))?;
        let batches: BTreeSet<u32> = places.iter().map(|place| place.batch).collect();
        let book = store.read(books::all)?.into_iter().find(|book| book.id == id);
        let book = book.ok_or(seeddb_ledger::StoreError::NoBook(id))?;
        Ok((book, batches.into_iter().collect()))
    }

    /// Makes a book and records it, all or nothing. `control` receives the number of puzzles drawn.
    ///
    /// # Errors
    /// Problems of the sections or the layout, [`Error::Short`] if the seeds give too few puzzles,
    /// [`Error::Stopped`], failures of the store. Nothing is issued or recorded in these cases.
    pub fn book(
        &self,
        options: &BookOptions,
        fonts: &Fonts,
        control: &Control,
    ) -> Result<Bound, Error> {
        again(|| self.book_once(options, fonts, control))
    }

    fn book_once(
        &self,
        options: &BookOptions,
        fonts: &Fonts,
        control: &Control,
    ) -> Result<Bound, Error> {
        let draft = Draft::of(self, options, control)?;
        let (printed, ran) = (draft.printed(self)?, draft.ran(self)?);
        let scale = options.scale;
        let again = match options.contents {
            Contents::Book(id, _) => Some(id),
            _ => None,
        };
        // A replaced puzzle must not move others.
        let order = again.map_or(options.plan.order, |_| Order::Drawn);
        let plan = Plan { order, ..options.plan.clone() };
        let make = |sections: &[FilledSection], rows: Vec<Vec<Row>>| {
            let volumes = options.volumes;
            let pages = Pages::make(self.ladder(), &plan, fonts, sections, rows, volumes, control);
            if control.is_stopped() {
                return Err(Error::Stopped);
            }
            let mut pages = pages?;
            pages.book.made = self.now();
            pages.book.description = options.description(sections);
            Ok(pages)
        };
        let is_wanted = |pages: &Pages| match options.record {
            Record::Always => true,
            Record::InRule => !pages.is_out_of_rule(),
            Record::Never => false,
        };
        let mut bound = Bound { printed, ran, ..Bound::default() };
        match draft {
            Draft::Drawn { batch, sections, puzzles } => {
                let seeds = puzzles.iter().filter_map(Drawn::seed);
                bound.shared = shared_cruxes(&self.read()?, seeds)?;
                let pages = Sealed::make(puzzles, |entries| {
                    let sections = draft::filled(&sections, entries);
                    make(&sections, draft::rows(self, &sections, Some(&batch), scale)?)
                })?;
                if pages.tell(is_wanted) {
                    let (book, places) =
                        pages.tell(|pages| (pages.book.clone(), pages.places.clone()));
                    let book = (!options.plan.proof).then_some((&book, &places[..]));
                    let (batch, id, pages) = pages.commit(&self.store(), &batch, book)?;
                    (bound.documents, bound.covers) = (pages.documents, pages.covers);
                    (bound.batch, bound.recorded) = (Some(batch), id);
                } else {
                    (bound.documents, bound.covers) = pages.tell(Pages::reports);
                }
            }
            Draft::Issued(sections, batch) => {
                bound.batch = batch;
                let pages = make(&sections, draft::rows(self, &sections, None, scale)?)?;
                let places = |id| -> Result<_, Error> {
                    Ok(self.read()?.read(|from| books::places(from, id))?)
                };
                let places = again.map(places).transpose()?;
                let set = |places: &[Place]| places.iter().copied().collect::<BTreeSet<_>>();
                if places.is_some_and(|places| set(&places) == set(&pages.places)) {
                    bound.recorded = again;
                } else if is_wanted(&pages) && !options.plan.proof {
                    let id = self
                        .store()
                        .write_giving(|to| books::record(to, &pages.book, &pages.places))?;
                    bound.recorded = Some(id);
                }
                bound.printed.retain(|(book, _)| ![bound.recorded, again].contains(&Some(book.id)));
                (bound.documents, bound.covers) = (pages.documents, pages.covers);
            }
            Draft::Own(sections) => {
                let pages = make(&sections, draft::own_rows(&sections, scale))?;
                (bound.documents, bound.covers) = (pages.documents, pages.covers);
            }
        }
        Ok(bound)
    }
}
