//! [`Look`]: how puzzles look, whatever the format.

use seeddb_core::logic::Ladder;

use super::book::Language;
use super::drawing::{FontError, Fonts, Theme};
use super::{
    Caption, Credits, Edge, Format, Hints, LayoutError, LayoutOptions, OutputKind, Page, PageSize,
    PerPage, PictureContent, Pictures, Place, Renderer, Resolution, Style,
};

/// How puzzles look. A format leaves out what it has no place for.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Whether rows begin with the names of their columns.
    pub header: bool,
    /// The place of the solutions; by default that of the format.
    pub solutions: Option<Place>,
    /// The publisher's words.
    pub credits: Credits,
    /// The language of pages to play.
    pub language: Language,
    /// The hints of pages to play; by default recorded ones.
    pub hints: Option<Hints>,
    /// The line below a picture.
    pub caption: Option<Caption>,
    /// The style of boards.
    pub theme: Theme,
    /// The width of a board in points; by default what fits.
    pub side: Option<f64>,
    /// The page; see [`LayoutOptions::page`].
    pub page: Option<PageSize>,
    /// The number of boards on a page, 1 by default.
    pub boards: Option<PerPage>,
    /// Whether the id of each puzzle is on paper.
    pub ids: bool,
    /// The edge over which pages are turned.
    pub flip: Option<Edge>,
    /// The resolution of raster pictures, 300 dots per inch by default.
    pub resolution: Option<Resolution>,
    /// The fonts; by default those of the package.
    pub fonts: Option<Fonts>,
}

/// The reason why puzzles cannot look so.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The bundled fonts cannot be read.
    #[error(transparent)]
    Font(#[from] FontError),
    /// The boards do not go on the page.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A site has many files, and days: it is a [`Site`](super::site::Site).
    #[error("a site has the days of series")]
    Site,
}

impl Look {
    /// Returns the renderer of files of this kind; `dated` if the puzzles have days. Recorded hints
    /// of pages use the techniques of `ladder`, or those of Sudoku Explainer.
    ///
    /// # Errors
    /// [`LookError`]
    pub fn renderer(
        self,
        kind: OutputKind,
        dated: bool,
        ladder: Option<&'static Ladder>,
    ) -> Result<Renderer, LookError> {
        Ok(match kind {
            OutputKind::Text(format) => Renderer::Text(Style {
                format,
                header: self.header,
                solutions: self.solutions.map_or(format == Format::Ipuz, |at| at == Place::In),
                dated,
                credits: self.credits,
            }),
            OutputKind::Picture(format) => {
                let fonts = self.fonts.map_or_else(Fonts::bundled, Ok)?;
                let solutions = self.solutions.unwrap_or_default();
                let options = LayoutOptions {
                    page: self.page,
                    boards: self.boards,
                    ids: self.ids,
                    flip: self.flip,
                    solutions,
                    head: self.credits.title.clone(),
                    foot: self.credits.makers(),
                };
                let pictures = Pictures {
                    format,
                    layout: options.layout(format, self.side, &fonts)?,
                    theme: self.theme,
                    side: self.side,
                    resolution: self.resolution.unwrap_or(Resolution::Dpi(300.0)),
                    fonts,
                    caption: self.caption,
                };
                let part = match solutions {
                    Place::In => PictureContent::Both,
                    _ => PictureContent::Puzzle,
                };
                Renderer::Picture(Box::new(pictures), part, self.credits)
            }
            OutputKind::Page => Renderer::Page(Box::new(self.page(ladder))),
            OutputKind::Site => return Err(LookError::Site),
        })
    }

    /// Returns the page to play.
    pub fn page(self, ladder: Option<&Ladder>) -> Page<'_> {
        Page {
            credit: self.credits.makers(),
            title: self.credits.title,
            language: self.language,
            theme: self.theme,
            solutions: self.solutions != Some(Place::None),
            ladder,
            common: None,
            hints: self.hints.unwrap_or(Hints::Recorded),
        }
    }
}
