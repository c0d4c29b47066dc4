//! [`set`]: typesets a document, page by page.

use std::ops::Range;

use super::super::drawing::Drawing;
use super::super::drawing::pdf::{About, Document, Standard};
use super::boards::{self, Boards, Pages};
use super::layout::{Layout, Matter, PageContent};
use super::section::SectionRange;
use super::{BookError, Entry, GridPosition, Profile, Report, front, lesson_page, pages, title};
use seeddb_core::board::Grid;

/// The places of a document's grids, in the order of their puzzles.
#[derive(Default)]
pub(super) struct Spots {
    pub puzzles: Vec<GridPosition>,
    pub answers: Vec<GridPosition>,
    /// The pages as drawings; empty without a preview.
    pub pictures: Vec<Drawing>,
}

/// Sets a document; returns its bytes, its report, and the places of puzzles and answers.
pub(super) fn set(
    layout: &Layout<'_>,
    entries: &[&Entry],
    goes_on: &impl Fn() -> bool,
) -> Result<(Vec<u8>, Report, Spots), BookError> {
    let plan = layout.plan;
    let standard = match plan.profile {
        Profile::Kdp | Profile::Ingram => Standard::Bare,
        Profile::Pdfx => Standard::Press,
        Profile::Screen => Standard::Tagged,
    };
    let mut document = Document::new(layout.fonts, standard);
    let mut spots = Spots::default();
    let places = Pages::of(layout);
    let mut answers_of = Vec::new();
    for page in 0..layout.leaves.len() {
        if !goes_on() {
            return Err(BookError::Stopped);
        }
        let Boards { mut pieces, puzzles, answers } = draw(layout, page, entries, &places)?;
        if plan.proof {
            pieces.push(pages::proof(layout, page)?);
        }
        spots.puzzles.extend(puzzles);
        answers_of.extend(answers);
        document.page(layout.frame.page, &pieces)?;
        if plan.preview {
            let mut picture = Drawing { size: layout.frame.page, shapes: Vec::new() };
            for piece in pieces {
                picture.place(piece.drawing, piece.corner);
            }
            spots.pictures.push(picture);
        }
    }
    answers_of.sort_by_key(|(puzzle, _)| *puzzle);
    spots.answers = answers_of.into_iter().map(|(_, spot)| spot).collect();
    let words = &layout.words;
    let mut title = words.title.clone();
    if let Some(volume) = plan.volume {
        title = format!("{title}, {}", words.volume(volume));
    }
    if layout.matter == Matter::Answers {
        title = format!("{title}: {}", words.solutions);
    }
    let about = About {
        title,
        author: plan.author.clone(),
        subject: plan.subtitle.clone(),
        language: Some(plan.language.to_string()),
        date: plan.date,
        roman: layout.roman(),
        page: words.page.clone(),
        bookmarks: layout
            .contents()
            .into_iter()
            .map(|(title, _, page)| (title.to_owned(), page))
            .collect(),
    };
    let finished = document.finish(&about)?;
    let report = Report::new(layout, finished.fonts, &finished.measures);
    Ok((finished.pdf, report, spots))
}

/// Draws the pages that do not depend on the puzzles and discards them, to find errors early.
pub(super) fn try_texts(layout: &Layout<'_>) -> Result<(), BookError> {
    let pages = Pages::of(layout);
    for (page, leaf) in layout.leaves.iter().enumerate() {
        if !matches!(
            leaf,
            PageContent::Puzzles(_) | PageContent::Answers(_) | PageContent::Hints(_)
        ) {
            draw(layout, page, &[], &pages)?;
        }
    }
    Ok(())
}

pub(super) fn draw(
    layout: &Layout<'_>,
    page: usize,
    entries: &[&Entry],
    pages: &Pages,
) -> Result<Boards, BookError> {
    let numbers = |range: &Range<usize>| {
        layout.words.numbers(layout.number(range.start), layout.number(range.end - 1))
    };
    let leaf = &layout.leaves[page];
    let mut boards: Boards = match leaf {
        PageContent::HalfTitle => front::half_title(layout, page)?.into(),
        PageContent::Title => {
            let puzzle = entries.first().map_or(Grid::EMPTY, |entry| entry.row.puzzle);
            title::title(layout, page, puzzle)?.into()
        }
        PageContent::Imprint => front::imprint(layout, page)?.into(),
        PageContent::Dedication => front::dedication(layout, page)?.into(),
        PageContent::Front(part) => {
            layout.front.draw(layout.fonts, *part, layout.area(page))?.into()
        }
        PageContent::Back(part) => layout.back.draw(layout.fonts, *part, layout.area(page))?.into(),
        PageContent::HowTo(part) => {
            let drawn =
                layout.lessons.iter().map(|list| lesson_page::draw(layout, list, *part, page));
            drawn.collect::<Result<Vec<_>, _>>()?.concat().into()
        }
        PageContent::Contents(part) => pages::contents(layout, page, *part)?.into(),
        PageContent::Rules(part) => pages::rules(layout, page, *part)?.into(),
        PageContent::Section(section) => {
            let SectionRange { label, puzzles, .. } = &layout.sections[*section];
            title::divider(layout, page, label, &numbers(puzzles))?.into()
        }
        PageContent::Solutions => {
            let all = numbers(&(0..layout.count()));
            title::divider(layout, page, &layout.words.solutions, &all)?.into()
        }
        PageContent::Hints(part) => pages::hints(layout, page, *part, entries)?.into(),
        PageContent::Puzzles(range) => {
            boards::puzzles(layout, page, range.clone(), entries, pages)?
        }
        PageContent::Answers(range) => {
            boards::answers(layout, page, range.clone(), entries, pages)?
        }
        PageContent::Grids(count) => boards::blank(layout, page, *count).into(),
        PageContent::Notes => pages::notes(layout, page).into(),
        PageContent::Blank => Boards::default(),
    };
    if !matches!(
        leaf,
        PageContent::HalfTitle
            | PageContent::Title
            | PageContent::Imprint
            | PageContent::Dedication
            | PageContent::Blank
            | PageContent::Section(_)
            | PageContent::Solutions
    ) {
        boards.pieces.extend(pages::folio(layout, page)?);
        let head = pages::head(layout, page)?;
        boards.pieces.splice(0..0, head);
    }
    Ok(boards)
}
