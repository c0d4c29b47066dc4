//! [`PieceArgs`]: flags for the looks of pictures and pages of paper, and for the names of files
//! with one puzzle.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::str::FromStr;

use seeddb_export::book::{Size, UnknownSize};
use seeddb_export::drawing::{Fonts, Theme};
use seeddb_export::{
    Caption, Edge, LayoutError, Look, LookError, PageSize, PerPage, PictureFormat, Resolution,
    Template,
};

use super::{OutputKind, UsageError, fonts, parse, refuse};

/// What only files of a puzzle, and only pictures, have.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Paper, pictures, and one file per puzzle")]
pub struct PieceArgs {
    /// The page that the record of the puzzles names; it comes before that of the environment.
    #[arg(skip)]
    recorded: OnceCell<PageSize>,
    /// a4, a5, letter, 90x90mm, or crop: the board alone [default: a4]
    #[arg(long, value_name = "SIZE")]
    page: Option<PageSize>,
    /// Boards on a page, as large as fit [default: 1]
    #[arg(long, value_name = "N", value_parser = parse::count::<u16>, conflicts_with = "sheet")]
    pub per_page: Option<u16>,
    /// Columns and rows of boards on a page, as 3x4
    #[arg(long, value_name = "COLUMNSxLINES", value_parser = parse::sheet)]
    pub sheet: Option<[usize; 2]>,
    /// Width of a board, as 90mm [default: what fits; cropped 3.5in]
    #[arg(long, value_name = "LENGTH", value_parser = parse::length)]
    pub size: Option<f64>,
    /// The id of each puzzle beside its number and level, on paper
    #[arg(long)]
    ids: bool,
    /// Pages are turned over this edge: long or short [default: long]
    #[arg(long, value_name = "EDGE", hide_possible_values = true, value_parser = parse::names::<Edge>())]
    flip: Option<Edge>,
    /// A line below each board: text with {number}, {level}, {date}
    #[arg(long, value_name = "TEXT")]
    pub caption: Option<Caption>,
    /// classic, large, shaded, light, candidates; then as box-line=3
    #[arg(
        long,
        value_name = "NAME,KEY=VALUE..",
        default_value = "classic",
        hide_default_value = true
    )]
    pub theme: Theme,
    /// A font (TTF or OTF) instead of Atkinson Hyperlegible
    #[arg(long, value_name = "PATH")]
    font: Option<PathBuf>,
    /// Its bold one [default: its family's, or the same]
    #[arg(long, value_name = "PATH", requires = "font")]
    bold_font: Option<PathBuf>,
    /// Pixels per inch of png [default: 300]
    #[arg(long, value_name = "N", value_parser = parse::count::<u16>)]
    dpi: Option<u16>,
    /// Pixels along the width of png
    #[arg(long, value_name = "N", value_parser = parse::count::<u16>, conflicts_with = "dpi")]
    pixels: Option<u16>,
    /// Names of files, of {id} {number} {batch} {level} {tier} {score} {minutes} {clues} {seed}
    /// {date} {yyyymmdd} {weekday} {sheet}
    #[arg(long, value_name = "TEMPLATE")]
    pub name: Option<Template>,
    /// Add manifest.csv and manifest.json: file, id, level, score, BLAKE3
    #[arg(long)]
    pub manifest: bool,
    /// Add merge.csv for data merge in page layout programs
    #[arg(long)]
    pub merge: bool,
}

/// The kinds of output that a flag of [`PieceArgs`] applies to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// Folders of files.
    Files,
    /// Everything that shows a board: pictures, pages to play, sites.
    Boards,
    /// Pictures.
    Pictures,
    /// Raster pictures.
    Pixels,
}

impl PieceArgs {
    /// The first given flag that applies to one of these.
    pub fn given(&self, of: &[For]) -> Option<&'static str> {
        let flags = [
            (self.name.is_some(), "--name", For::Files),
            (self.manifest, "--manifest", For::Files),
            (self.merge, "--merge", For::Files),
            (self.theme != Theme::default(), "--theme", For::Boards),
            (self.page.is_some(), "--page", For::Pictures),
            (self.per_page.is_some(), "--per-page", For::Pictures),
            (self.sheet.is_some(), "--sheet", For::Pictures),
            (self.size.is_some(), "--size", For::Pictures),
            (self.ids, "--ids", For::Pictures),
            (self.flip.is_some(), "--flip", For::Pictures),
            (self.caption.is_some(), "--caption", For::Pictures),
            (self.font.is_some(), "--font", For::Pictures),
            (self.dpi.is_some(), "--dpi", For::Pixels),
            (self.pixels.is_some(), "--pixels", For::Pixels),
        ];
        let mut flags = flags.into_iter().filter(|(given, _, what)| *given && of.contains(what));
        flags.next().map(|(_, flag, _)| flag)
    }

    /// The fonts, if one is given.
    fn fonts(&self) -> anyhow::Result<Option<Fonts>> {
        let read =
            |font: &PathBuf| fonts::read(Some(font), self.bold_font.as_deref(), |_, error| error);
        self.font.as_ref().map(read).transpose()
    }

    /// The page size in this format, if one is given.
    fn page(&self, format: PictureFormat) -> anyhow::Result<Option<PageSize>> {
        match &self.page {
            None if format == PictureFormat::Pdf => match self.recorded.get() {
                Some(page) => Ok(Some(page.clone())),
                None => usual_page(),
            },
            page => Ok(page.clone()),
        }
    }

    /// Uses the page size of the puzzles' record, if it is a known one.
    pub fn take_recorded(&self, page: &str) {
        // Nothing else sets it before.
        let _ = page.parse().map(|page| self.recorded.set(page));
    }

    /// The page size of a PDF in words, for records.
    pub fn page_of_pdf(&self) -> anyhow::Result<String> {
        Ok(match self.page(PictureFormat::Pdf)? {
            Some(PageSize::Crop) => "crop".to_owned(),
            Some(PageSize::Paper(size)) => size.to_string(),
            None => Size::a4().to_string(),
        })
    }

    /// Adds these flags to the words around boards.
    pub fn look(&self, kind: OutputKind, words: Look) -> anyhow::Result<Look> {
        let Self { per_page, sheet, ids, flip, size, .. } = *self;
        let each = per_page.map(|each| PerPage::Count(each.into()));
        let page = match kind {
            OutputKind::Picture(format) => self.page(format)?,
            _ => None,
        };
        Ok(Look {
            caption: self.caption.clone(),
            theme: self.theme.clone(),
            side: size,
            page,
            boards: sheet.map(PerPage::Sheet).or(each),
            ids,
            flip,
            resolution: self.resolution(kind)?,
            fonts: self.fonts()?,
            ..words
        })
    }

    /// The resolution of raster pictures.
    fn resolution(&self, kind: OutputKind) -> anyhow::Result<Option<Resolution>> {
        let Self { dpi, pixels, .. } = *self;
        if (dpi.is_some() || pixels.is_some()) && kind.name() != "png" {
            return refuse(format!(
                "{} has no pixels: --dpi and --pixels are for png",
                kind.name()
            ));
        }
        let dpi = dpi.map(|dpi| Resolution::Dpi(dpi.into()));
        Ok(pixels.map(|pixels| Resolution::Pixels(pixels.into())).or(dpi))
    }
}

/// The error for puzzles that cannot look so, with the flags that help.
pub fn impossible(error: LookError) -> anyhow::Error {
    let words = match error {
        LookError::Font(error) | LookError::Layout(LayoutError::Font(error)) => {
            return error.into();
        }
        LookError::Layout(LayoutError::NeedsPaper(option)) => {
            format!("--{option} is for pages of paper: give --page a4")
        }
        LookError::Layout(LayoutError::OnePage(format)) => {
            format!("{format} has one page: take --solutions below or separate, or --format pdf")
        }
        LookError::Layout(LayoutError::NoBack) => "--flip is for --solutions overleaf".to_owned(),
        LookError::Layout(LayoutError::NoRoom(words)) => words,
        LookError::Site => error.to_string(),
    };
    UsageError(words).into()
}

/// The environment variable for the default page size.
const PAGE: &str = "SEEDDB_PAGE";

/// The default page size of a PDF, if the environment sets one.
pub fn usual_page<T: FromStr<Err = UnknownSize>>() -> anyhow::Result<Option<T>> {
    let page = std::env::var(PAGE).ok().map(|page| page.parse());
    page.transpose().map_err(|error| UsageError(format!("{PAGE}: {error}")).into())
}
