//! [`Look`]: the layout of exported puzzles, from keyword arguments.

use std::fmt::Display;
use std::str::FromStr;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::depythonize;
use seeddb::database::RequestError;
use seeddb::export::book::Language;
use seeddb::export::{
    self, Credits, Edge, Format, OutputKind, PerPage, Place, Renderer, Resolution,
};
use seeddb::logic::Ladder;
use serde::Deserialize;

use super::errors;

/// Points in a millimetre.
const MILLIMETRE: f64 = 72.0 / 25.4;

/// The layout of puzzles, except for the format.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Look {
    solutions: Option<Solutions>,
    header: bool,
    title: String,
    credit: String,
    copyright: String,
    language: Option<Language>,
    caption: Option<String>,
    theme: Option<String>,
    /// The width of a board, in millimetres.
    size: Option<f64>,
    /// The page size, or `crop`.
    page: Option<String>,
    /// The number of boards per page.
    per_page: Option<usize>,
    /// Columns and rows of boards on a page.
    sheet: Option<[usize; 2]>,
    ids: bool,
    flip: Option<Edge>,
    dpi: Option<f64>,
    pixels: Option<u32>,
    /// The template for the names of files of one puzzle.
    pub name: Option<String>,
}

/// Whether solutions are shown, or their place.
#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
enum Solutions {
    Given(bool),
    At(Place),
}

impl Look {
    /// Returns the place of solutions, if it was given.
    fn solutions(&self) -> Option<Place> {
        self.solutions.map(|solutions| match solutions {
            Solutions::Given(true) => Place::In,
            Solutions::Given(false) => Place::None,
            Solutions::At(place) => place,
        })
    }

    /// Reads keyword arguments.
    pub fn of(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let look = given.map_or_else(|| Ok(Self::default()), |given| depythonize(given));
        look.map_err(|error| errors::of_request(py, &error.to_string()))
    }

    /// Returns an error for options that have no effect.
    fn check(&self, kind: OutputKind) -> Result<(), RequestError> {
        let (is_picture, is_page) =
            (matches!(kind, OutputKind::Picture(_)), kind == OutputKind::Page);
        let has_credits = match kind {
            OutputKind::Text(format) => format.has_credits(),
            _ => true,
        };
        let words = [&self.title, &self.credit, &self.copyright];
        let pixels = self.dpi.is_some() || self.pixels.is_some();
        for (is_given, does, names) in [
            (self.header, kind == OutputKind::Text(Format::Line), "header"),
            (words.iter().any(|text| !text.is_empty()), has_credits, "title, credit and copyright"),
            (self.language.is_some(), is_page, "language"),
            (self.theme.is_some(), is_picture || is_page, "theme"),
            (self.caption.is_some(), is_picture, "caption"),
            (self.size.is_some(), is_picture, "size"),
            (self.sheet.is_some(), is_picture, "sheet"),
            (self.page.is_some(), is_picture, "page"),
            (self.per_page.is_some(), is_picture, "per_page"),
            (self.ids, is_picture, "ids"),
            (self.flip.is_some(), is_picture, "flip"),
            (matches!(self.solutions(), Some(Place::Overleaf | Place::Below)), is_picture, "paper"),
            (pixels, kind.name() == "png", "dpi and pixels"),
        ] {
            if is_given && !does {
                return Err(format!("{kind} has no {names}").into());
            }
        }
        if self.size.is_some_and(|size| !(1.0..=2000.0).contains(&size)) {
            return Err("size is the width of a board: 1 to 2000 millimetres".to_owned().into());
        }
        let is_small = |dpi: f64| !(1.0..=f64::from(u16::MAX)).contains(&dpi);
        if self.dpi.is_some_and(is_small) || self.pixels.map(f64::from).is_some_and(is_small) {
            return Err(format!("dpi and pixels are 1 to {}", u16::MAX).into());
        }
        if self.sheet.is_some_and(|sheet| sheet.iter().any(|count| !(1..=100).contains(count))) {
            return Err("a sheet has 1 to 100 columns and lines".to_owned().into());
        }
        if self.per_page.is_some_and(|each| !(1..=10_000).contains(&each) || self.sheet.is_some()) {
            return Err("per_page is 1 to 10000, or sheet is given".to_owned().into());
        }
        Ok(())
    }

    /// Returns the renderer of the files; `dated` if the puzzles have days. Hints of pages use the
    /// techniques of `ladder`.
    pub fn renderer(
        &self,
        kind: OutputKind,
        dated: bool,
        ladder: &'static Ladder,
    ) -> Result<Renderer, RequestError> {
        self.check(kind)?;
        let bad = |words: String| RequestError::from(words);
        match kind {
            OutputKind::Site => return Err(bad("a site is made by Database.site".to_owned())),
            OutputKind::Text(format) => match self.solutions().map(|place| place != Place::None) {
                Some(false) if format.has_columns() => {
                    return Err(bad(format!("{format} always has the solutions, in a column")));
                }
                Some(true) if !format.has_columns() && !format.has_room() => {
                    return Err(bad(format!("{format} has no place for solutions")));
                }
                _ => {}
            },
            OutputKind::Picture(_) | OutputKind::Page => {}
        }
        let theme = self.theme.as_deref().filter(|text| !text.is_empty());
        let pixels = self.pixels.map(Resolution::Pixels);
        let look = export::Look {
            header: self.header,
            solutions: self.solutions(),
            credits: Credits {
                title: self.title.clone(),
                credit: self.credit.clone(),
                copyright: self.copyright.clone(),
            },
            language: self.language.unwrap_or_default(),
            caption: read(self.caption.as_deref())?,
            theme: read(theme)?.unwrap_or_default(),
            side: self.size.map(|size| size * MILLIMETRE),
            page: read(self.page.as_deref())?,
            boards: self.sheet.map(PerPage::Sheet).or(self.per_page.map(PerPage::Count)),
            ids: self.ids,
            flip: self.flip,
            resolution: pixels.or(self.dpi.map(Resolution::Dpi)),
            ..export::Look::default()
        };
        look.renderer(kind, dated, Some(ladder)).map_err(|error| bad(error.to_string()))
    }
}

/// Reads the text of an option.
fn read<T: FromStr<Err: Display>>(given: Option<&str>) -> Result<Option<T>, RequestError> {
    given.map(str::parse).transpose().map_err(|error: T::Err| error.to_string().into())
}
