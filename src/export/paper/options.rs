//! [`LayoutOptions`]: the options for laying out pictures.

use std::str::FromStr;

use super::super::book::{Size, UnknownSize};
use super::super::drawing::{FontError, Fonts};
use super::super::picture::{Layout, PictureFormat};
use super::{Edge, PageFrame, Paper, PerPage, Place};

/// The size of a page, or none: boards cropped at their edges are for page layout programs.
#[derive(Clone, PartialEq, Debug)]
pub enum PageSize {
    /// No page: the picture ends where the board ends.
    Crop,
    /// A page.
    Paper(Size),
}

impl FromStr for PageSize {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Self, UnknownSize> {
        if text == "crop" { Ok(Self::Crop) } else { text.parse().map(Self::Paper) }
    }
}

/// The options for laying out pictures.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LayoutOptions {
    /// The page; by default A4 for PDF, and cropped boards for other formats.
    pub page: Option<PageSize>,
    /// The number of boards on a page, 1 by default.
    pub boards: Option<PerPage>,
    /// [`Paper::ids`].
    pub ids: bool,
    /// [`Paper::flip`].
    pub flip: Option<Edge>,
    /// [`Paper::solutions`].
    pub solutions: Place,
    /// [`PageFrame::head`].
    pub head: String,
    /// [`PageFrame::foot`].
    pub foot: String,
}

/// The reason why pictures cannot be laid out.
#[derive(Debug, thiserror::Error)]
pub enum LayoutError {
    /// An option, by name, that cropped boards do not have.
    #[error("{0} is for pages of paper: a4, a5, letter, ..")]
    NeedsPaper(&'static str),
    /// Solutions on separate pages in a format with only one page.
    #[error("{0} has one page: take solutions below or separate, or pdf")]
    OnePage(PictureFormat),
    /// [`Paper::flip`] without anything printed on the back.
    #[error("flip is for solutions overleaf")]
    NoBack,
    /// Boards that are too many or too large for the page; the message gives the limit.
    #[error("{0}")]
    NoRoom(String),
    /// The fonts lack a character of the head or the foot.
    #[error(transparent)]
    Font(#[from] FontError),
}

impl LayoutOptions {
    /// Returns the layout for boards of this side in points; by default as large as fits.
    ///
    /// # Errors
    /// An option without effect, or one for which there is no room.
    pub fn layout(
        self,
        format: PictureFormat,
        side: Option<f64>,
        fonts: &Fonts,
    ) -> Result<Layout, LayoutError> {
        let Self { boards, ids, flip, solutions, head, foot, .. } = self;
        let is_pdf = format == PictureFormat::Pdf;
        let page = self
            .page
            .unwrap_or_else(|| if is_pdf { PageSize::Paper(Size::a4()) } else { PageSize::Crop });
        let PageSize::Paper(page) = page else {
            let options = [
                (matches!(boards, Some(PerPage::Count(_))), "per-page"),
                (ids, "ids"),
                (flip.is_some(), "flip"),
                (solutions == Place::Overleaf, "solutions overleaf"),
                (solutions == Place::Below, "solutions below"),
            ];
            return match (options.into_iter().find(|(given, _)| *given), boards) {
                (Some((_, option)), _) => Err(LayoutError::NeedsPaper(option)),
                (None, Some(PerPage::Sheet(sheet))) => Ok(Layout::Sheet(sheet)),
                (None, _) => Ok(Layout::Crop),
            };
        };
        if !is_pdf && matches!(solutions, Place::In | Place::Overleaf) {
            return Err(LayoutError::OnePage(format));
        }
        if flip.is_some() && solutions != Place::Overleaf {
            return Err(LayoutError::NoBack);
        }
        let (boards, flip) = (boards.unwrap_or(PerPage::Count(1)), flip.unwrap_or_default());
        let frame = PageFrame { page, head, foot };
        let paper = Paper { frame, boards, ids, solutions, flip, covers: Vec::new() };
        paper.check(side, fonts)?;
        Ok(Layout::Paper(Box::new(paper)))
    }
}
