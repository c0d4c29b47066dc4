//! [`Pages`]: the documents of all volumes, and the places of puzzles in them.

use rayon::prelude::*;

use super::contents::{FilledSection, share};
use super::contents_error::ContentsError;
use crate::board::{Grid, Puzzle};
use crate::logic::Ladder;
use crate::record::{Book, Entry as Puzzled, Place};
use crate::{Control, Error};
use seeddb_export::Row;
use seeddb_export::book::{self, CoverReport, Entry, Hint, Lesson, Order, Plan, Report, Section};
use seeddb_export::drawing::{Drawing, Fonts};

/// A file and the report of its pages.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// The file; `None` for a dry run whose puzzles are not issued.
    pub pdf: Option<Vec<u8>>,
    /// The content of its pages, and broken rules of the printer.
    pub report: Report,
    /// Its pages as pictures, if the plan asks for a preview; empty for a dry run without issue.
    pub preview: Vec<Drawing>,
}

/// The file of a cover and its report.
#[derive(Clone, PartialEq, Debug)]
pub struct CoverDocument {
    /// The file; `None` for a dry run whose puzzles are not issued.
    pub pdf: Option<Vec<u8>>,
    /// Its content, and broken rules of the printer.
    pub report: CoverReport,
}

pub struct Pages {
    /// Each volume, followed by its answers if they are separate.
    pub documents: Vec<Document>,
    pub covers: Vec<CoverDocument>,
    /// The record of the book.
    pub book: Book,
    /// The place of each puzzle.
    pub places: Vec<Place>,
}

/// Whether a printer's rule is broken.
pub fn is_out_of_rule(documents: &[Document], covers: &[CoverDocument]) -> bool {
    let of_pages = documents.iter().map(|document| &document.report.violations);
    let of_covers = covers.iter().map(|cover| &cover.report.violations);
    of_pages.chain(of_covers).any(|violations| !violations.is_empty())
}

/// Fails if the layout is impossible for sections with these labels and numbers of puzzles.
pub fn check(
    plan: &Plan,
    fonts: &Fonts,
    sizes: &[(&str, usize)],
    volumes: u32,
) -> Result<(), Error> {
    let mut before = 0;
    for volume in 1..=volumes {
        let own = sizes.iter().map(|&(label, size)| (label, share(size, volume, volumes).len()));
        let own: Vec<_> = own.filter(|(_, size)| *size > 0).collect();
        if own.is_empty() {
            return Err(ContentsError::EmptyVolume(volume).into());
        }
        book::check(&plan_of(plan, volume, volumes, before)?, fonts, &own)?;
        before += own.iter().map(|(_, size)| size).sum::<usize>();
    }
    Ok(())
}

/// Returns the plan of a volume, from 1, preceded by `before` puzzles.
fn plan_of(plan: &Plan, volume: u32, volumes: u32, before: usize) -> Result<Plan, Error> {
    let first = plan.first_number.unwrap_or(1);
    let first = u32::try_from(before).ok().and_then(|before| first.checked_add(before));
    let first = first.ok_or(ContentsError::Numbers)?;
    let which = (volumes > 1).then_some((volume, volumes));
    Ok(Plan { first_number: Some(first), volume: which, ..plan.clone() })
}

impl Pages {
    /// Whether a printer's rule is broken.
    pub fn is_out_of_rule(&self) -> bool {
        is_out_of_rule(&self.documents, &self.covers)
    }

    /// Returns the documents and covers without their files.
    pub fn reports(&self) -> (Vec<Document>, Vec<CoverDocument>) {
        let report = |document: &Document| {
            let report = document.report.clone();
            Document { pdf: None, report, preview: Vec::new() }
        };
        let cover =
            |cover: &CoverDocument| CoverDocument { pdf: None, report: cover.report.clone() };
        (self.documents.iter().map(report).collect(), self.covers.iter().map(cover).collect())
    }

    /// Typesets all volumes; `rows` are the rows of the puzzles of each section.
    pub fn make(
        ladder: &Ladder,
        plan: &Plan,
        fonts: &Fonts,
        filled: &[FilledSection],
        rows: Vec<Vec<Row>>,
        volumes: u32,
        control: &Control,
    ) -> Result<Self, Error> {
        let sizes: Vec<_> =
            filled.iter().map(|part| (part.label.as_str(), part.puzzles.len())).collect();
        let tiers = filled.iter().flat_map(|part| &part.puzzles).map(|puzzle| puzzle.tier);
        let needs_trying = tiers.max().is_some_and(|tier| tier >= ladder.beyond());
        let plan = &Plan { needs_trying, ..plan.clone() };
        check(plan, fonts, &sizes, volumes)?;
        let mut left: Vec<_> = rows.into_iter().map(Vec::into_iter).collect();
        let (mut documents, mut covers, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for volume in 1..=volumes {
            let (mut sections, mut puzzles) = (Vec::new(), Vec::new());
            for (part, left) in filled.iter().zip(&mut left) {
                let own = part.puzzles[share(part.puzzles.len(), volume, volumes)].iter();
                let mut own: Vec<(&Puzzled, Row)> = own.zip(left.by_ref()).collect();
                if plan.order == Order::Rising {
                    let score = |(_, row): &(_, Row)| row.score.unwrap_or(f64::INFINITY);
                    own.sort_by(|a, b| score(a).total_cmp(&score(b)));
                }
                let (issued, rows): (Vec<&Puzzled>, Vec<Row>) = own.into_iter().unzip();
                puzzles.extend(issued);
                if !rows.is_empty() {
                    let entries =
                        rows.into_par_iter().map(|row| entry(ladder, row, plan.hints, control));
                    sections
                        .push(Section { label: part.label.clone(), entries: entries.collect() });
                }
            }
            let mut plan = plan_of(plan, volume, volumes, places.len())?;
            plan.lessons = plan.how_to.then(|| {
                let entries = sections.iter().flat_map(|section| &section.entries);
                let grids: Vec<&Grid> = entries.map(|entry| &entry.row.puzzle).collect();
                Lesson::of_all(plan.how_to_ladder, ladder, &grids, || !control.is_stopped())
            });
            let book = book::typeset_while(&plan, fonts, &sections, || !control.is_stopped())?;
            let [preview, of_answers] = book.preview;
            documents.push(Document { pdf: Some(book.pdf), report: book.report, preview });
            documents.extend(book.answers.map(|(pdf, report)| Document {
                pdf: Some(pdf),
                report,
                preview: of_answers,
            }));
            covers.extend(
                book.cover
                    .map(|cover| CoverDocument { pdf: Some(cover.pdf), report: cover.report }),
            );
            places.extend(puzzles.into_iter().zip(book.places).map(|(puzzle, place)| Place {
                batch: puzzle.batch,
                number: puzzle.number,
                volume,
                label: place.number,
                page: place.puzzle.page as u32,
                answer: place.answer.map(|answer| answer.page as u32),
            }));
        }
        let book = Book { title: plan.title()?, volumes, ..Book::default() };
        Ok(Self { documents, covers, book, places })
    }
}

fn entry(ladder: &Ladder, row: Row, hints: bool, control: &Control) -> Entry {
    // Without hints a stopped book ends sooner, and it is not shown.
    let is_wanted = hints && !control.is_stopped();
    let puzzle = is_wanted.then(|| Puzzle::new(&row.puzzle).ok()).flatten();
    Entry { hint: puzzle.and_then(|puzzle| Hint::of(ladder, &puzzle)), row }
}
