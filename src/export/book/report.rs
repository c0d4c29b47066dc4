//! [`Report`]: the measured contents of the pages, checked against the printer's rules.

use std::fmt;

use serde::Serialize;

use super::super::drawing::Measure;
use super::arrange::{theme, type_size};
use super::layout::{Layout, Matter, PageContent};
use super::rules::{self, LARGE_TYPE, ROUNDING, TYPE, least_margins};
use super::section::SectionRange;
use super::{INCH, MILLIMETRE, Profile, Size, Stock};

/// The measured contents of a document, with the violations of the printer's rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The printer's rules.
    pub profile: Profile,
    /// The trimmed page.
    pub size: Size,
    /// The number of pages.
    pub pages: usize,
    /// The assumed paper; `None` for a screen.
    pub stock: Option<Stock>,
    /// The width of the spine in inches; `None` where the printer does not publish it.
    pub spine: Option<f64>,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of puzzles of each section.
    pub sections: Vec<Count>,
    /// The grids of the puzzles; `None` if they are not in this document.
    pub grids: Option<Grids>,
    /// The grids of the answers; `None` if they are not in this document.
    pub answer_grids: Option<Grids>,
    /// The embedded fonts, by their names in the file.
    pub fonts: Vec<String>,
    /// The thinnest line, in points.
    pub thinnest_line: Option<f64>,
    /// The smallest type, in points.
    pub smallest_type: Option<f64>,
    /// The lightest tone other than white, in percent of black.
    pub lightest_tone: Option<u8>,
    /// The narrowest white margins on any page, in inches.
    pub margins: Margins,
    /// The least margins that the rules allow, in inches.
    pub required: Margins,
    /// The violations of the printer's rules, in words.
    pub violations: Vec<String>,
}

/// The number of puzzles of a section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    /// The label of the section.
    pub label: String,
    /// The number of puzzles.
    pub puzzles: usize,
}

/// Grids of one size.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Grids {
    /// Width and height, in inches.
    pub side: f64,
    /// The size of the digits, in points.
    pub digits: f64,
}

/// The four margins of a page, in inches.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Margins {
    /// At the spine: left of odd pages, right of even ones.
    pub inside: f64,
    /// The margin at the other side.
    pub outside: f64,
    /// Above.
    pub top: f64,
    /// Below.
    pub bottom: f64,
}

impl Report {
    /// Measures a document and checks it against the rules.
    pub(super) fn new(layout: &Layout<'_>, fonts: Vec<String>, measures: &[Measure]) -> Self {
        let (plan, pages) = (layout.plan, measures.len());
        let least =
            |of: fn(&Measure) -> Option<f64>| measures.iter().filter_map(of).reduce(f64::min);
        let [inside, other] = least_margins(plan.profile, pages);
        let count = |section: &SectionRange| Count {
            label: section.label.clone(),
            puzzles: section.puzzles.len(),
        };
        let mut report = Self {
            profile: plan.profile,
            size: plan.size.clone(),
            pages,
            stock: (plan.profile != Profile::Screen).then_some(plan.stock),
            spine: rules::spine(plan, pages).filter(|_| layout.matter == Matter::Book),
            puzzles: layout.count(),
            sections: layout.sections.iter().map(count).collect(),
            grids: holds(layout, |leaf| matches!(leaf, PageContent::Puzzles(_)))
                .then(|| Grids::of(layout, layout.grid())),
            answer_grids: layout
                .answer_grid()
                .filter(|_| {
                    layout.has_strip()
                        || holds(layout, |leaf| matches!(leaf, PageContent::Answers(_)))
                })
                .map(|side| Grids::of(layout, side)),
            fonts,
            thinnest_line: least(|measure| measure.line),
            smallest_type: least(|measure| measure.size),
            lightest_tone: measures.iter().filter_map(|measure| measure.tone?.tone()).min(),
            margins: Margins::of(&plan.size, measures),
            required: Margins { inside, outside: other, top: other, bottom: other },
            violations: Vec::new(),
        };
        report.violations = report.check(plan.large_print, layout.matter);
        if report.grids.is_some() && plan.profile != Profile::Screen {
            let boards = theme(plan, layout.grid());
            let found = rules::of_boards(plan, boards.cell_line, boards.box_line);
            report.violations.extend(found);
        }
        report
    }

    fn check(&self, large: bool, matter: Matter) -> Vec<String> {
        let least = if large { LARGE_TYPE } else { TYPE };
        let mut found =
            rules::of_ink(self.thinnest_line, (self.smallest_type, least), self.lightest_tone);
        let sides = [
            ("inside", self.margins.inside, self.required.inside),
            ("outside", self.margins.outside, self.required.outside),
            ("top", self.margins.top, self.required.top),
            ("bottom", self.margins.bottom, self.required.bottom),
        ];
        for (side, is, wanted) in sides {
            if is * INCH < wanted * INCH - ROUNDING {
                found.push(format!("the {side} margin is {is:.3} in: {wanted} in is the least"));
            }
        }
        if self.profile != Profile::Screen && self.pages % 2 == 1 {
            found.push(format!("{} pages are an odd number", self.pages));
        }
        // Separate answers are a leaflet, not a paperback.
        if self.profile == Profile::Kdp && matter == Matter::Book {
            found.extend(rules::of_paperback(
                &self.size,
                self.stock.unwrap_or_default(),
                self.pages,
            ));
        }
        found
    }
}

/// Whether a document has a page that satisfies `is`.
fn holds(layout: &Layout<'_>, is: impl Fn(&PageContent) -> bool) -> bool {
    layout.leaves.iter().any(is)
}

impl Grids {
    fn of(layout: &Layout<'_>, side: f64) -> Self {
        Self { side: side / INCH, digits: type_size(layout.plan, layout.fonts, side) }
    }
}

impl fmt::Display for Grids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let centimetres = self.side * INCH / (10.0 * MILLIMETRE);
        write!(f, "{centimetres:.1} cm ({:.2} in), digits of {:.1} pt", self.side, self.digits)
    }
}

impl Margins {
    /// Returns the narrowest margins of all pages.
    fn of(size: &Size, measures: &[Measure]) -> Self {
        let whole = Self { inside: f64::MAX, outside: f64::MAX, top: f64::MAX, bottom: f64::MAX };
        let extents = measures.iter().enumerate().filter_map(|(i, of)| Some((i, of.extent?)));
        extents.fold(whole, |known, (index, [low, high])| {
            let (left, right) = (low[0] / INCH, (size.width() - high[0]) / INCH);
            let (inside, outside) = if index % 2 == 0 { (left, right) } else { (right, left) };
            Self {
                inside: known.inside.min(inside),
                outside: known.outside.min(outside),
                top: known.top.min(low[1] / INCH),
                bottom: known.bottom.min((size.height() - high[1]) / INCH),
            }
        })
    }
}

impl fmt::Display for Report {
    /// Writes one line for each fact, then one for each violation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.sections.iter().map(|part| format!("{} {}", part.puzzles, part.label));
        let counts = counts.collect::<Vec<_>>().join(", ");
        writeln!(f, "pages     {} of {}, for {}", self.pages, self.size, self.profile)?;
        if let Some(stock) = self.stock {
            write!(f, "stock     {stock}")?;
            match self.spine {
                Some(spine) => writeln!(f, ", spine {spine:.3} in")?,
                None => writeln!(f)?,
            }
        }
        writeln!(f, "puzzles   {}: {counts}", self.puzzles)?;
        if let Some(grids) = self.grids {
            writeln!(f, "grids     {grids}")?;
        }
        if let Some(grids) = self.answer_grids {
            writeln!(f, "solutions {grids}")?;
        }
        writeln!(f, "fonts     {}, embedded, subset", self.fonts.join(", "))?;
        if let Some(line) = self.thinnest_line {
            writeln!(f, "lines     {line:.2} pt and more")?;
        }
        if let Some(size) = self.smallest_type {
            writeln!(f, "type      {size:.1} pt and more")?;
        }
        if let Some(tone) = self.lightest_tone {
            writeln!(f, "tones     {tone} % and more, black ink only")?;
        }
        let Margins { inside, outside, top, bottom } = self.margins;
        writeln!(
            f,
            "margins   inside {inside:.3} in (of {}), outside {outside:.3}, top {top:.3}, bottom {bottom:.3} (of {})",
            self.required.inside, self.required.outside
        )?;
        for violation in &self.violations {
            writeln!(f, "violation {violation}")?;
        }
        Ok(())
    }
}
