//! [`Cover`]: back, spine and front of a paperback in one sheet, from the pages of the book itself.
//!
//! [`sheet`] has the areas of the sheet, [`canvas`] fits text into them, each design has a file,
//! and [`report`] measures the drawing and checks it against the printer's rules. The width of the
//! spine and the paper are those of the interior.

mod back;
mod canvas;
mod ean;
mod front;
mod gift;
mod newspaper;
mod palette;
mod plain;
mod report;
mod scene;
mod sheet;
mod spine;
#[cfg(test)]
mod tests;

pub use report::CoverReport;

use super::super::drawing::pdf::{About, Document, Piece, Standard};
use super::super::drawing::{Drawing, Ink, Shape};
use super::layout::Layout;
use super::rules::{self, CoverRules};
use super::text::{Align, TypeStyle, line};
use super::{BookError, Design, INCH, Plan, Profile, Wrap};
use crate::drawing::pdf::Role;
use canvas::{Canvas, Zone};
use palette::Palette;
use scene::Scene;
use seeddb_core::board::Grid;
use sheet::Sheet;

/// A finished cover.
#[derive(Clone, PartialEq, Debug)]
pub struct Cover {
    /// The document.
    pub pdf: Vec<u8>,
    /// The measures of the drawing.
    pub report: CoverReport,
}

/// The greatest width of a spine that is accepted, in points.
const WIDEST: f64 = 4.0 * INCH;

/// Makes the cover of a laid-out book, if the plan has one; `boards` are the first and the last
/// puzzle.
pub(super) fn make(layout: &Layout<'_>, boards: &[Grid; 2]) -> Result<Option<Cover>, BookError> {
    let Some(wrap) = &layout.plan.cover else { return Ok(None) };
    let scene = scene(layout, wrap, boards)?;
    let (canvas, spine) = draw(&scene)?;
    let plan = layout.plan;
    let standard = match plan.profile {
        Profile::Pdfx => Standard::Press,
        Profile::Kdp | Profile::Ingram | Profile::Screen => Standard::Bare,
    };
    let sheet = scene.sheet;
    let mut document = Document::of_sheets(layout.fonts, standard, sheet.rules.bleed);
    let pieces: Vec<Piece> = canvas.pieces.iter().map(|(_, piece)| piece.clone()).collect();
    document.page(sheet.size(), &pieces)?;
    let about = About {
        title: scene.title.clone(),
        author: plan.author.clone(),
        subject: plan.subtitle.clone(),
        language: Some(plan.language.to_string()),
        date: plan.date,
        bookmarks: Vec::new(),
        ..About::default()
    };
    let finished = document.finish(&about)?;
    let report = CoverReport::new(&scene, &canvas, spine, finished.fonts)?;
    Ok(Some(Cover { pdf: finished.pdf, report }))
}

/// Draws the whole sheet; also returns whether the spine bears text.
fn draw<'a>(scene: &'a Scene<'_>) -> Result<(Canvas<'a>, spine::Spine), BookError> {
    let mut canvas = Canvas { fonts: scene.fonts, pieces: Vec::new() };
    match scene.wrap.design {
        Design::Plain => plain::draw(scene, &mut canvas)?,
        Design::Newspaper => newspaper::draw(scene, &mut canvas)?,
        Design::Gift => gift::draw(scene, &mut canvas)?,
    }
    let spine = spine::draw(scene, &mut canvas)?;
    code(scene, &mut canvas)?;
    if scene.is_proof {
        proof(scene, &mut canvas)?;
    }
    Ok((canvas, spine))
}

/// Draws the bar code, or leaves its area white for the printer's.
fn code(scene: &Scene<'_>, canvas: &mut Canvas<'_>) -> Result<(), BookError> {
    let place = scene.sheet.code();
    canvas.fill(place, Ink::PAPER);
    if let Some(isbn) = &scene.isbn {
        let drawing = ean::draw(isbn, scene.fonts)?;
        canvas.figure(Zone::Code, drawing, place.corner, &isbn.to_string());
    }
    Ok(())
}

/// Adds the word PROOF, in the white between trim and text.
fn proof(scene: &Scene<'_>, canvas: &mut Canvas<'_>) -> Result<(), BookError> {
    let front = scene.sheet.front();
    let kind = TypeStyle::bold(9.0);
    let base = front.corner[1] + scene.sheet.rules.safe + kind.size;
    let place = [front.middle()[0], base];
    let piece = line(scene.fonts, "PROOF", kind, place, Align::Centre, Role::Paragraph)?;
    let [width, height] = piece.drawing.size;
    let ground =
        Shape::Fill { corner: [-3.0, -1.0], size: [width + 6.0, height + 1.0], ink: Ink::PAPER };
    let drawing =
        Drawing { shapes: [vec![ground], piece.drawing.shapes].concat(), ..piece.drawing };
    canvas.pieces.push((Zone::Front, Piece::new(drawing, piece.corner, Role::Paragraph)));
    Ok(())
}

/// Collects the contents of a cover; returns an error if the plan lacks or contradicts something.
fn scene<'a>(
    layout: &'a Layout<'_>,
    wrap: &'a Wrap,
    boards: &'a [Grid; 2],
) -> Result<Scene<'a>, BookError> {
    let plan = layout.plan;
    let pages = layout.leaves.len();
    let refuse = |words: String, keys| Err(BookError::layout(words, keys));
    let Some(rules) = rules::of_covers(plan.profile) else {
        let words =
            "a book for a screen has no sheet to fold: a cover goes with kdp, ingram or pdfx";
        return refuse(words.into(), &["cover.design", "profile"]);
    };
    let (number, volumes) = plan.volume.unwrap_or((1, 1));
    if !wrap.isbn.is_empty() && wrap.isbn.len() != volumes as usize {
        let (given, wanted) = (wrap.isbn.len(), volumes);
        let words = format!("each volume has an ISBN of its own: {given} given for {wanted}");
        return refuse(words, &["cover.isbn", "volumes"]);
    }
    let is_twice = |i: usize| {
        let digits = |isbn: &super::Isbn| isbn.digits();
        wrap.isbn[..i].iter().any(|other| digits(other) == digits(&wrap.isbn[i]))
    };
    if let Some(i) = (0..wrap.isbn.len()).find(|i| is_twice(*i)) {
        return refuse(format!("{} is given to two volumes", wrap.isbn[i]), &["cover.isbn"]);
    }
    let sheet = Sheet {
        trim: [plan.size.width(), plan.size.height()],
        spine: spine_width(plan, wrap, pages)?,
        rules,
    };
    check_room(plan, &sheet)?;
    let image = wrap.image.as_ref().map(|name| {
        let missing =
            || BookError::layout(format!("the picture {name} was not given"), &["cover.image"]);
        plan.images.get(name).cloned().ok_or_else(missing)
    });
    let image = image.transpose()?;
    let words = &layout.words;
    let levels = layout.sections.iter().map(|part| (part.label.clone(), part.puzzles.len()));
    Ok(Scene {
        plan,
        wrap,
        fonts: layout.fonts,
        sheet,
        pages,
        palette: Palette::of(wrap.design, wrap.colour),
        title: words.title.clone(),
        subtitle: plan.subtitle.clone().filter(|text| !text.trim().is_empty()),
        author: plan.author.clone().filter(|text| !text.trim().is_empty()),
        volume: plan.volume.map(|volume| words.volume(volume)),
        count: words.count(layout.count()),
        levels: levels.collect(),
        rules: words.rules_text(false, plan.needs_trying),
        boards,
        image,
        words: words.emblem.clone(),
        isbn: wrap.isbn.get(number as usize - 1).cloned(),
        is_proof: plan.proof,
    })
}

/// Returns the width of the spine in points: the given one, else the one that the printer
/// publishes.
fn spine_width(plan: &Plan, wrap: &Wrap, pages: usize) -> Result<f64, BookError> {
    let keys = &["cover.spine", "cover.design", "profile"];
    if let Some(length) = &wrap.spine {
        if length.points() > WIDEST {
            let words = format!("a spine of {length} is wider than {} in", WIDEST / INCH);
            return Err(BookError::layout(words, keys));
        }
        return Ok(length.points());
    }
    rules::spine(plan, pages).map(|inches| inches * INCH).ok_or_else(|| {
        let words = format!(
            "the width of the spine of {pages} pages is not published for {}: the printer's calculator tells it",
            plan.profile
        );
        BookError::layout(words, keys)
    })
}

/// Returns an error if the page is too small for the bar code and some text above it.
fn check_room(plan: &Plan, sheet: &Sheet) -> Result<(), BookError> {
    let [width, height] = sheet.trim;
    let CoverRules { bleed, .. } = sheet.rules;
    let free = sheet.above_code() - bleed - sheet.margin();
    if width < 3.9 * INCH || free < 1.5 * INCH || height > 2.2 * width {
        let words =
            format!("a cover of {} has no room for its text beside the bar code", plan.size);
        return Err(BookError::layout(words, &["size", "cover.design"]));
    }
    Ok(())
}
