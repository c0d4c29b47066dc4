//! [`CoverReport`]: the measures of a cover, checked against the printer's rules.

use std::fmt;

use serde::Serialize;

use super::super::super::drawing::pdf::Piece;
use super::super::super::drawing::{FontError, Measure, Point, Shape};
use super::super::rules::{self, ROUNDING, TYPE};
use super::super::{Design, INCH, Profile, Size, Stock};
use super::canvas::{Canvas, Zone};
use super::scene::Scene;
use super::sheet::Area;
use super::spine::Spine;

/// The measures of a cover, with the violations of the printer's rules. Lengths are in inches
/// unless stated otherwise.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CoverReport {
    /// The printer's rules.
    pub profile: Profile,
    /// The design.
    pub design: Design,
    /// The trimmed page.
    pub size: Size,
    /// Pages of the interior.
    pub pages: usize,
    /// The assumed paper of the interior.
    pub stock: Stock,
    /// Width and height of the sheet, bleed included.
    pub sheet: [f64; 2],
    /// The bleed at each side.
    pub bleed: f64,
    /// The width of the spine.
    pub spine: f64,
    /// Whether the plan gives a width other than the printer's.
    pub spine_given: bool,
    /// Whether there is text on the spine.
    pub spine_text: bool,
    /// The reason why the spine bears no text.
    pub spine_reason: Option<String>,
    /// The least distance of text and boards from trim and folds.
    pub margin: f64,
    /// The least distance that the rules allow.
    pub required: f64,
    /// The distance of the spine's text from the folds; `None` without such text.
    pub fold_margin: Option<f64>,
    /// The least distance from the folds that the rules allow.
    pub fold_required: f64,
    /// Left, top, width and height of the bar code's area, from the top left corner of the sheet.
    pub bar_code: [f64; 4],
    /// The ISBN of the bar code; `None` if its area is left free.
    pub isbn: Option<String>,
    /// The embedded fonts, by their names in the file.
    pub fonts: Vec<String>,
    /// The thinnest line, in points.
    pub thinnest_line: Option<f64>,
    /// The smallest type, in points.
    pub smallest_type: Option<f64>,
    /// The greatest sum of all four inks, in percent.
    pub most_ink: u16,
    /// The violations of the printer's rules, in words.
    pub violations: Vec<String>,
}

/// The tolerance of a given spine's width, in inches: a sixteenth, as the position of folds varies.
const NEAR: f64 = 0.0625;

impl CoverReport {
    /// Measures the drawing and checks it against the rules.
    pub(super) fn new(
        scene: &Scene<'_>,
        canvas: &Canvas<'_>,
        spine: Spine,
        fonts: Vec<String>,
    ) -> Result<Self, FontError> {
        let sheet = scene.sheet;
        let mut whole = Measure::default();
        let mut most_ink = 0;
        let (mut margin, mut fold_margin) = (f64::MAX, None);
        let mut crossed = false;
        for (zone, piece) in &canvas.pieces {
            let measure = piece.measure(scene.fonts)?;
            whole.join(measure);
            most_ink = piece
                .drawing
                .shapes
                .iter()
                .map(|s| s.ink().coverage())
                .chain([most_ink])
                .max()
                .unwrap_or(0);
            let Some(extent) = measure.extent else { continue };
            match zone {
                Zone::Ground => {}
                Zone::Front => margin = margin.min(distance(extent, sheet.front())),
                Zone::Back => {
                    margin = margin.min(distance(extent, sheet.back()));
                    crossed |= meet(extent, sheet.code());
                }
                Zone::Spine => {
                    margin = margin.min(margin_along(1, extent, sheet.spine()));
                    fold_margin = Some(margin_along(0, extent, sheet.spine()));
                }
                // The code has its own quiet zone in an area that is kept free.
                Zone::Code => crossed |= distance(extent, sheet.code()) < -ROUNDING,
            }
        }
        let code = sheet.code();
        let plan = scene.plan;
        let inches = |points: f64| points / INCH;
        let mut report = Self {
            profile: plan.profile,
            design: scene.wrap.design,
            size: plan.size.clone(),
            pages: scene.pages,
            stock: plan.stock,
            sheet: sheet.size().map(inches),
            bleed: inches(sheet.rules.bleed),
            spine: inches(sheet.spine),
            spine_given: scene.wrap.spine.is_some(),
            spine_text: spine == Spine::Text,
            spine_reason: reason(scene, spine),
            margin: inches(margin),
            required: inches(sheet.rules.safe),
            fold_margin: fold_margin.map(inches),
            fold_required: inches(sheet.rules.fold),
            bar_code: [code.corner[0], code.corner[1], code.size[0], code.size[1]].map(inches),
            isbn: scene.isbn.as_ref().map(ToString::to_string),
            fonts,
            thinnest_line: thinnest(&canvas.pieces).into_iter().chain(whole.line).reduce(f64::min),
            smallest_type: whole.size,
            most_ink,
            violations: Vec::new(),
        };
        let lightest = canvas.pieces.iter().flat_map(|(_, piece)| &piece.drawing.shapes);
        let lightest = lightest.filter_map(|shape| shape.ink().tone()).min();
        report.violations = report.check(scene, lightest, crossed);
        Ok(report)
    }

    fn check(&self, scene: &Scene<'_>, lightest: Option<u8>, crossed: bool) -> Vec<String> {
        let mut found = rules::of_ink(self.thinnest_line, (self.smallest_type, TYPE), lightest);
        if let Some(most) = scene.sheet.rules.ink.filter(|most| self.most_ink > *most) {
            found.push(format!("{} % of ink on one place: {most} % is the most", self.most_ink));
        }
        if self.margin * INCH < self.required * INCH - ROUNDING {
            found.push(format!(
                "text is {:.3} in from trim or fold: {} in is the least",
                self.margin, self.required
            ));
        }
        if let Some(is) =
            self.fold_margin.filter(|is| is * INCH < self.fold_required * INCH - ROUNDING)
        {
            found.push(format!(
                "text on the spine is {is:.3} in from a fold: {} in is the least",
                self.fold_required
            ));
        }
        if crossed {
            found.push("the place of the bar code is not free".into());
        }
        if let Some(published) = rules::spine(scene.plan, self.pages)
            && (published - self.spine).abs() > NEAR
        {
            found.push(format!(
                "the spine is {:.3} in: {} pages on {} paper make {published:.3} in",
                self.spine, self.pages, self.stock
            ));
        }
        found
    }
}

/// Returns the reason why the spine bears no text; `None` if it does.
fn reason(scene: &Scene<'_>, spine: Spine) -> Option<String> {
    match spine {
        Spine::Text => None,
        Spine::FewPages => Some(format!(
            "{} pages: {} are the fewest with text on the spine",
            scene.pages, scene.sheet.rules.spine_pages
        )),
        Spine::Narrow => Some(format!(
            "{:.3} in between the folds are too narrow for {TYPE} pt",
            scene.sheet.spine_text().size[0].max(0.0) / INCH
        )),
        Spine::Unwanted => Some("none is wanted".into()),
    }
}

/// Returns the least thickness of the filled rectangles of the ground, which include rules and
/// frames.
fn thinnest(pieces: &[(Zone, Piece)]) -> Option<f64> {
    let ground = pieces.iter().filter(|(zone, _)| *zone == Zone::Ground);
    let shapes = ground.flat_map(|(_, piece)| &piece.drawing.shapes);
    let thin = shapes.filter_map(|shape| match shape {
        Shape::Fill { size: [width, height], .. } => Some(width.min(*height)),
        _ => None,
    });
    thin.reduce(f64::min)
}

/// Returns the distance of an extent from the edges of an area; negative outside.
fn distance(extent: [Point; 2], area: Area) -> f64 {
    margin_along(0, extent, area).min(margin_along(1, extent, area))
}

fn margin_along(axis: usize, [low, high]: [Point; 2], area: Area) -> f64 {
    let [first, last] = area.ends();
    (low[axis] - first[axis]).min(last[axis] - high[axis])
}

fn meet([low, high]: [Point; 2], area: Area) -> bool {
    let [first, last] = area.ends();
    (0..2).all(|axis| low[axis] < last[axis] && high[axis] > first[axis])
}

impl fmt::Display for CoverReport {
    /// Writes one line for each fact, then one for each violation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.sheet;
        writeln!(f, "cover     {}, of {}, for {}", self.design, self.size, self.profile)?;
        writeln!(
            f,
            "sheet     {width:.3} x {height:.3} in, {:.3} of them bleed at each side",
            self.bleed
        )?;
        let source = if self.spine_given { "as given" } else { "as the printer publishes it" };
        writeln!(
            f,
            "spine     {:.3} in, {source}, for {} pages on {} paper",
            self.spine, self.pages, self.stock
        )?;
        if let Some(reason) = &self.spine_reason {
            writeln!(f, "          without text: {reason}")?;
        }
        write!(
            f,
            "text      {:.3} in and more from trim and folds (of {:.3})",
            self.margin, self.required
        )?;
        match self.fold_margin {
            Some(fold) => writeln!(f, ", on the spine {fold:.3} (of {:.4})", self.fold_required)?,
            None => writeln!(f)?,
        }
        let [_, _, wide, high] = self.bar_code;
        match &self.isbn {
            Some(isbn) => writeln!(f, "bar code  {isbn}, in {wide} x {high} in")?,
            None => writeln!(f, "bar code  {wide} x {high} in left free")?,
        }
        writeln!(f, "fonts     {}, embedded, subset", self.fonts.join(", "))?;
        if let Some(line) = self.thinnest_line {
            writeln!(f, "lines     {line:.2} pt and more")?;
        }
        if let Some(size) = self.smallest_type {
            writeln!(f, "type      {size:.1} pt and more")?;
        }
        writeln!(f, "inks      {} % and less", self.most_ink)?;
        for violation in &self.violations {
            writeln!(f, "violation {violation}")?;
        }
        Ok(())
    }
}
