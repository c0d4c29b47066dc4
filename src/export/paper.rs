//! [`Paper`]: puzzles on pages of paper, as a printer in an office or a school prints them.

use serde::{Deserialize, Serialize};

use super::book::{Align, TypeStyle, line};
use super::book::{MILLIMETRE, Plan, Size, UnknownSize, Words};
use super::drawing::pdf::{Piece, Role};
use super::drawing::{FontError, Fonts, Point};
use super::picture::{Pictures, Sheet, Shown};
use super::{Layout, PictureFormat, RenderError, Row};

/// Between the edges of the page and what is printed on it: printers leave up to 6 mm white, staples and holes need more.
pub(super) const MARGIN: f64 = 12.0 * MILLIMETRE;
/// Between two boards, at least.
pub(super) const GAP: f64 = 8.0 * MILLIMETRE;
/// The narrowest board that a pencil can fill in.
const LEAST: f64 = 15.0 * MILLIMETRE;
/// The line at the top, which is bold, and that at the bottom.
pub(super) const HEAD: TypeStyle = TypeStyle::bold(14.0);
pub(super) const FOOT: TypeStyle = TypeStyle::regular(9.0);
/// The height of a line of words, as a part of the size of its type.
pub(super) const LINE: f64 = 2.0;
/// The most solutions on a page that has nothing else.
const MOST_SOLUTIONS: usize = 12;
/// The side of a solution below its puzzle, as a part of the puzzle's, and the space above it.
const BELOW: [f64; 2] = [0.36, 0.05];

/// The page, and what is on it beside the boards.
#[derive(Clone, PartialEq, Debug)]
pub struct Paper {
    /// The page.
    pub page: Size,
    /// How many boards a page has.
    pub boards: PerPage,
    /// Whether the id of each puzzle stands beside its number and level.
    pub ids: bool,
    /// A line at the top of each page; empty for none.
    pub head: String,
    /// A line at the bottom of each page; empty for none.
    pub foot: String,
    /// Where the solutions are.
    pub solutions: Place,
    /// How a printer turns the page for its back.
    pub flip: Edge,
}

/// How many boards a page has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerPage {
    /// So many, in as many columns as make them largest.
    Count(usize),
    /// Columns and lines.
    Sheet([usize; 2]),
}

/// Where the solutions of puzzles on paper are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Nowhere.
    #[default]
    None,
    /// On the last pages, small if there are several pages of puzzles.
    In,
    /// On the back of each page, behind their puzzles.
    Overleaf,
    /// Below their puzzles, small and upside down.
    Below,
}

/// The edge of a page over which a printer turns it to print its back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// The long one, as most printers do if nothing else is said.
    #[default]
    Long,
    /// The short one.
    Short,
}

/// Pages of paper of this size, or boards cropped at their edges, for page layout programs.
#[derive(Clone, PartialEq, Debug)]
pub enum PageSize {
    /// No page: the picture ends where the board ends.
    Crop,
    /// A page.
    Paper(Size),
}

impl PageSize {
    /// The page of A4.
    pub fn a4() -> Self {
        "a4".parse().map_or(Self::Crop, Self::Paper)
    }
}

impl std::str::FromStr for PageSize {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Self, UnknownSize> {
        if text == "crop" { Ok(Self::Crop) } else { text.parse().map(Self::Paper) }
    }
}

/// What is asked for of the layout of pictures.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LayoutOptions {
    /// The page; by default A4 for PDF, and none for other pictures.
    pub page: Option<PageSize>,
    /// How many boards a page has, 1 by default.
    pub boards: Option<PerPage>,
    /// [`Paper::ids`].
    pub ids: bool,
    /// [`Paper::flip`].
    pub flip: Option<Edge>,
    /// [`Paper::solutions`].
    pub solutions: Place,
    /// [`Paper::head`].
    pub head: String,
    /// [`Paper::foot`].
    pub foot: String,
}

/// Why pictures cannot be laid out so.
#[derive(Debug, thiserror::Error)]
pub enum LayoutError {
    /// The name of an option that cropped boards do not have.
    #[error("{0} is for pages of paper: a4, a5, letter, ..")]
    NeedsPaper(&'static str),
    /// Solutions on pages of their own in a format of one page.
    #[error("{0} has one page: take solutions below or separate, or pdf")]
    OnePage(PictureFormat),
    /// [`Paper::flip`] without a back.
    #[error("flip is for solutions overleaf")]
    NoBack,
    /// More boards, or larger ones, than a page has room for, in words.
    #[error("{0}")]
    NoRoom(String),
    /// The fonts lack a character of the head or the foot.
    #[error(transparent)]
    Font(#[from] FontError),
}

impl LayoutOptions {
    /// The layout of boards of this side in points; of as much as fits if none is given.
    ///
    /// # Errors
    /// An option that would do nothing, or for which there is no room.
    pub fn layout(
        self,
        format: PictureFormat,
        side: Option<f64>,
        fonts: &Fonts,
    ) -> Result<Layout, LayoutError> {
        let Self { boards, ids, flip, solutions, head, foot, .. } = self;
        let is_pdf = format == PictureFormat::Pdf;
        let page =
            self.page.unwrap_or_else(|| if is_pdf { PageSize::a4() } else { PageSize::Crop });
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
        let paper = Paper { page, boards, ids, head, foot, solutions, flip };
        paper.check(side, fonts)?;
        Ok(Layout::Paper(Box::new(paper)))
    }
}

/// Boards in columns and lines on a part of a page.
#[derive(Clone, Copy)]
struct Raster {
    columns: usize,
    corner: Point,
    /// What a board, its words and its solution have.
    room: Point,
    /// The widest board that fits.
    side: f64,
    /// The words beside a board.
    label: TypeStyle,
}

impl Raster {
    fn of((corner, area): (Point, Point), [columns, lines]: [usize; 2], below: bool) -> Self {
        let part = |length: f64, count: usize| (length + GAP) / count as f64 - GAP;
        let room = [part(area[0], columns), part(area[1], lines)];
        let label = TypeStyle::bold((0.045 * room[0].min(room[1])).clamp(6.0, 16.0));
        let below = if below { BELOW.into_iter().sum() } else { 0.0 };
        let side = room[0].min((room[1] - LINE * label.size) / (1.0 + below));
        Self { columns, corner, room, side, label }
    }

    /// The raster of so many boards in which they are widest.
    fn widest(area: (Point, Point), count: usize, below: bool) -> Self {
        let all =
            (1..=count).map(|columns| Self::of(area, [columns, count.div_ceil(columns)], below));
        let widest = all.max_by(|one, other| one.side.total_cmp(&other.side));
        widest.unwrap_or_else(|| Self::of(area, [1, 1], below))
    }

    /// The top left corner of the `i`-th board of this side with what belongs to it, which stands in the middle of its room.
    fn place(&self, i: usize, side: f64, height: f64) -> Point {
        let at = [i % self.columns, i / self.columns];
        let free = [self.room[0] - side, self.room[1] - height];
        [0, 1].map(|axis| {
            let step = (self.room[axis] + GAP) * at[axis] as f64;
            self.corner[axis] + step + free[axis] / 2.0
        })
    }
}

impl Paper {
    /// The top left corner and the size of what boards have of a page.
    fn area(&self) -> (Point, Point) {
        let height = |text: &str, kind: TypeStyle| {
            if text.is_empty() { 0.0 } else { LINE * kind.size }
        };
        let mut ends = [height(&self.head, HEAD), height(&self.foot, FOOT)];
        if self.solutions == Place::Overleaf && !self.turns_sideways() {
            // What is above the boards of one side is below those of the other.
            ends = [ends[0].max(ends[1]); 2];
        }
        let [head, foot] = ends;
        let [width, tall] = [self.page.width(), self.page.height()];
        ([MARGIN, MARGIN + head], [width - 2.0 * MARGIN, tall - 2.0 * MARGIN - head - foot])
    }

    fn raster(&self) -> Raster {
        let below = self.solutions == Place::Below;
        match self.boards {
            PerPage::Count(count) => Raster::widest(self.area(), count, below),
            PerPage::Sheet(sheet) => Raster::of(self.area(), sheet, below),
        }
    }

    /// How many puzzles a page has.
    pub fn each(&self) -> usize {
        match self.boards {
            PerPage::Count(count) => count,
            PerPage::Sheet([columns, lines]) => columns * lines,
        }
    }

    /// Refuses boards of this side, or so many boards, for which a page has no room, and words that the fonts cannot set.
    ///
    /// # Errors
    /// [`LayoutError::NoRoom`], [`LayoutError::Font`].
    fn check(&self, side: Option<f64>, fonts: &Fonts) -> Result<(), LayoutError> {
        HEAD.width(fonts, &self.head)?;
        FOOT.width(fonts, &self.foot)?;
        let widest = self.raster().side;
        if widest >= LEAST && side.is_none_or(|side| side <= widest + 0.01) {
            return Ok(());
        }
        let [widest, least] = [widest, LEAST].map(|side| (side / MILLIMETRE).floor().max(0.0));
        let (page, each) = (&self.page, self.each());
        let boards = if each == 1 { "a board".to_owned() } else { format!("{each} boards") };
        let has = format!("a page of {page} with {boards} has room for {widest} mm each");
        Err(LayoutError::NoRoom(if widest < least {
            format!("{has}, and none is printed below {least} mm")
        } else {
            has
        }))
    }

    /// The pages of these puzzles with their solutions; or, as a document of its own, of the solutions alone.
    pub(super) fn pages(
        &self,
        pictures: &Pictures,
        rows: &[Row],
        solutions_alone: bool,
    ) -> Result<Vec<Sheet>, RenderError> {
        let aloud = Words::of(&Plan::default()).map_err(std::io::Error::other)?;
        let press = Press { paper: self, pictures, aloud };
        let mut pages = Vec::new();
        if !solutions_alone {
            let raster = self.raster();
            let side = pictures.side.map_or(raster.side, |side| side.min(raster.side));
            for rows in rows.chunks(self.each()) {
                let front = |i| press.front(&raster, i, side);
                pages.push(press.page(rows, front, raster.label, Shown::Puzzle)?);
                if self.solutions == Place::Overleaf {
                    let behind = |i| press.behind(front(i));
                    pages.push(press.page(rows, behind, raster.label, Shown::Solution)?);
                }
            }
        }
        if solutions_alone || self.solutions == Place::In {
            let alone = Self { solutions: Place::None, ..self.clone() };
            // Those of one page are as large as their puzzles, those of more are small.
            let sheets = rows.len().div_ceil(MOST_SOLUTIONS).max(1);
            let count = self.each().max(rows.len().div_ceil(sheets).max(4));
            let (count, raster) = if rows.len() <= self.each() {
                (self.each(), alone.raster())
            } else {
                (count, Raster::widest(self.area(), count, false))
            };
            let press = Press { paper: &alone, ..press };
            for rows in rows.chunks(count) {
                let spot = |i| press.front(&raster, i, raster.side);
                pages.push(press.page(rows, spot, raster.label, Shown::Solution)?);
            }
        }
        Ok(pages)
    }

    /// Whether the back of a page has what is at the left on the front at the right, and not what is at the top at the bottom.
    fn turns_sideways(&self) -> bool {
        let is_tall = self.page.height() >= self.page.width();
        is_tall == (self.flip == Edge::Long)
    }
}

/// Where a board is.
#[derive(Clone, Copy)]
struct Spot {
    corner: Point,
    side: f64,
    /// Whether its words stand below it, and not above.
    is_below: bool,
}

struct Press<'a> {
    paper: &'a Paper,
    pictures: &'a Pictures,
    aloud: Words,
}

impl Press<'_> {
    /// Where the `i`-th board of this side is on the front of a page, and whether its words stand below it.
    fn front(&self, raster: &Raster, i: usize, side: f64) -> Spot {
        let has_below = self.paper.solutions == Place::Below;
        let below = if has_below { side * (BELOW[0] + BELOW[1]) } else { 0.0 };
        let words = LINE * raster.label.size;
        let [x, y] = raster.place(i, side, side + words + below);
        let is_below = self.pictures.caption.is_some();
        Spot { corner: [x, if is_below { y } else { y + words }], side, is_below }
    }

    /// What lies behind it on the back.
    fn behind(&self, Spot { corner: [x, y], side, is_below }: Spot) -> Spot {
        let [width, height] = [self.paper.page.width(), self.paper.page.height()];
        if self.paper.turns_sideways() {
            return Spot { corner: [width - x - side, y], side, is_below };
        }
        Spot { corner: [x, height - y - side], side, is_below: !is_below }
    }

    /// A page with these puzzles at these places.
    fn page(
        &self,
        rows: &[Row],
        spot: impl Fn(usize) -> Spot,
        label: TypeStyle,
        part: Shown,
    ) -> Result<Sheet, FontError> {
        let paper = self.paper;
        let size = [paper.page.width(), paper.page.height()];
        let mut pieces = Vec::new();
        let foot = size[1] - MARGIN - FOOT.size / 4.0;
        for (text, kind, base, role) in [
            (&paper.head, HEAD, MARGIN + HEAD.size, Role::Heading),
            (&paper.foot, FOOT, foot, Role::Paragraph),
        ] {
            if !text.is_empty() {
                let (place, width) = ([size[0] / 2.0, base], size[0] - 2.0 * MARGIN);
                pieces.push(self.fitted(text, kind, place, Align::Centre, width, role)?);
            }
        }
        for (i, row) in rows.iter().enumerate() {
            let spot = spot(i);
            self.words(row, label, spot, &mut pieces)?;
            let Spot { corner, side, .. } = spot;
            pieces.push(self.board(row, part, corner, side));
            if part == Shown::Puzzle && paper.solutions == Place::Below {
                let small = BELOW[0] * side;
                let words = if spot.is_below { LINE * label.size } else { 0.0 };
                let top = corner[1] + side + words + BELOW[1] * side;
                let place = [corner[0] + (side - small) / 2.0, top];
                let solution = self.board(row, Shown::Solution, place, small);
                pieces.push(Piece { drawing: solution.drawing.half_turned(), ..solution });
            }
        }
        Ok(Sheet { size, pieces })
    }

    /// A board, and its rows for those who have it read aloud.
    fn board(&self, row: &Row, part: Shown, corner: Point, side: f64) -> Piece {
        let theme = self.pictures.theme.clone().for_board(side);
        let pictures = Pictures { side: Some(side), theme, ..self.pictures.clone() };
        let grid = if part == Shown::Puzzle { &row.puzzle } else { &row.solution };
        let role = Role::Table(Box::new(self.aloud.rows(grid)));
        Piece::new(pictures.puzzle(row, part), corner, role)
    }

    /// The caption of a puzzle, or its number, level and id, above its board or below it.
    fn words(
        &self,
        row: &Row,
        kind: TypeStyle,
        Spot { corner: [x, y], side, is_below }: Spot,
        pieces: &mut Vec<Piece>,
    ) -> Result<(), FontError> {
        let base = if is_below { y + side + 1.4 * kind.size } else { y - 0.6 * kind.size };
        let mut width = side;
        let mut id = None;
        let text = match &self.pictures.caption {
            Some(caption) => caption.of(row),
            None => format!("{}{}", row.place(), row.level_or_tier()),
        };
        if self.paper.ids && self.pictures.caption.is_none() {
            let (small, most) = (TypeStyle::regular(0.75 * kind.size), side / 2.0);
            width -= small.width(&self.pictures.fonts, &row.id)?.min(most) + kind.size;
            let place = [x + side, base];
            id = Some(self.fitted(&row.id, small, place, Align::Right, most, Role::Paragraph)?);
        }
        pieces.push(self.fitted(&text, kind, [x, base], Align::Left, width, Role::Label)?);
        pieces.extend(id);
        Ok(())
    }

    /// A line of words, smaller if it would be wider than this.
    fn fitted(
        &self,
        text: &str,
        kind: TypeStyle,
        place: Point,
        align: Align,
        width: f64,
        role: Role,
    ) -> Result<Piece, FontError> {
        let fonts = &self.pictures.fonts;
        let part = width / kind.width(fonts, text)?.max(width);
        let kind = TypeStyle { size: kind.size * part, ..kind };
        line(fonts, text, kind, place, align, role)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Caption;
    use super::super::drawing::{Measure, Theme};
    use super::super::picture::Resolution;
    use super::super::row::examples;
    use super::*;

    const PAGES: [&str; 5] = ["a4", "a5", "letter", "297x210mm", "8x8"];

    fn options(page: &str, boards: PerPage, solutions: Place) -> LayoutOptions {
        let (page, boards) = (Some(page.parse().unwrap()), Some(boards));
        LayoutOptions { page, boards, solutions, ids: true, ..LayoutOptions::default() }
    }

    fn pictures(options: LayoutOptions) -> Result<Pictures, LayoutError> {
        let (format, fonts) = (PictureFormat::Pdf, Fonts::bundled().unwrap());
        let (resolution, theme) = (Resolution::Dpi(72.0), Theme::default());
        let layout = options.layout(format, None, &fonts)?;
        Ok(Pictures { format, layout, theme, side: None, resolution, fonts, caption: None })
    }

    fn pages(pictures: &Pictures, count: usize) -> Vec<Sheet> {
        let Layout::Paper(paper) = &pictures.layout else { panic!("no paper") };
        let rows: Vec<Row> = examples().into_iter().cycle().take(count).collect();
        paper.pages(pictures, &rows, false).unwrap()
    }

    /// The corners and the sides of the boards of a page.
    fn boards(page: &Sheet) -> Vec<(Point, f64)> {
        let boards = page.pieces.iter().filter(|piece| matches!(piece.role, Role::Table(_)));
        boards.map(|piece| (piece.corner, piece.drawing.size[0])).collect()
    }

    /// Nothing reaches into the margins, and no two pieces overlap, whatever is asked for.
    #[test]
    fn everything_has_room_on_its_page() {
        let mut made = 0;
        for page in PAGES {
            for boards in
                [1, 2, 4, 6, 9, 13].map(PerPage::Count).into_iter().chain([PerPage::Sheet([2, 5])])
            {
                for solutions in [Place::None, Place::In, Place::Overleaf, Place::Below] {
                    for (flip, words, caption) in
                        [(Edge::Long, "", None), (Edge::Short, "Words", Some("No. {number}"))]
                    {
                        let mut options = options(page, boards, solutions);
                        options.flip = (solutions == Place::Overleaf).then_some(flip);
                        options.head = words.to_owned();
                        options.foot = words.to_owned();
                        let Ok(mut pictures) = pictures(options) else { continue };
                        pictures.caption = caption.map(|text| text.parse::<Caption>().unwrap());
                        for sheet in pages(&pictures, 15) {
                            within_margins(&sheet, &pictures.fonts);
                            made += 1;
                        }
                    }
                }
            }
        }
        assert!(made > 400, "{made} pages");
    }

    pub(crate) fn within_margins(sheet: &Sheet, fonts: &Fonts) {
        let extents: Vec<[Point; 2]> = sheet
            .pieces
            .iter()
            .map(|piece| {
                let measure: Measure = piece.measure(fonts).unwrap();
                measure.extent.unwrap()
            })
            .collect();
        for (at, [low, high]) in extents.iter().enumerate() {
            for axis in 0..2 {
                assert!(low[axis] > MARGIN - 3.0, "{low:?} {high:?}");
                assert!(high[axis] < sheet.size[axis] - MARGIN + 3.0, "{low:?} {high:?}");
            }
            for [other_low, other_high] in &extents[..at] {
                let apart = (0..2).any(|axis| {
                    high[axis] < other_low[axis] + 1e-6 || other_high[axis] < low[axis] + 1e-6
                });
                assert!(apart, "{low:?} {high:?} over {other_low:?} {other_high:?}");
            }
        }
    }

    /// Held against the light, each solution covers its puzzle.
    #[test]
    fn a_solution_is_behind_its_puzzle() {
        for page in PAGES {
            for flip in [Edge::Long, Edge::Short] {
                let mut options = options(page, PerPage::Count(6), Place::Overleaf);
                options.flip = Some(flip);
                options.head = "A head".to_owned();
                let pages = pages(&pictures(options).unwrap(), 8);
                assert_eq!(pages.len(), 4);
                for sides in pages.chunks(2) {
                    let [front, back] = [&sides[0], &sides[1]].map(boards);
                    let [width, height] = sides[0].size;
                    let is_sideways = (height >= width) == (flip == Edge::Long);
                    for ((one, side), (other, _)) in front.iter().zip(&back) {
                        let [x, y] = *one;
                        let behind = if is_sideways {
                            [width - x - side, y]
                        } else {
                            [x, height - y - side]
                        };
                        let off = (0..2).map(|axis| (behind[axis] - other[axis]).abs());
                        assert!(off.sum::<f64>() < 1e-6, "{page} {flip}: {other:?} behind {one:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn boards_are_as_large_as_fit() {
        let side = |page, each| {
            let pictures = pictures(options(page, each, Place::None)).unwrap();
            boards(&pages(&pictures, 1)[0])[0].1 / MILLIMETRE
        };
        assert!((side("a4", PerPage::Count(1)) - 186.0).abs() < 0.01);
        assert!((side("a5", PerPage::Count(1)) - 124.0).abs() < 0.01);
        // A whole number of boards in each line, in the better of both ways.
        assert!(side("a4", PerPage::Count(6)) > side("a4", PerPage::Sheet([3, 2])));
        assert!(side("a4", PerPage::Count(2)) > 120.0);
    }

    #[test]
    fn what_has_no_room_or_does_nothing_is_refused() {
        let refused = |options: LayoutOptions| pictures(options).unwrap_err().to_string();
        let words = refused(options("a5", PerPage::Count(200), Place::None));
        assert!(words.contains("200 boards") && words.contains("below 15 mm"), "{words}");
        let crop = options("crop", PerPage::Sheet([2, 2]), Place::None);
        assert_eq!(refused(crop.clone()), "ids is for pages of paper: a4, a5, letter, ..");
        assert!(pictures(LayoutOptions { ids: false, ..crop }).is_ok());
        let flip = Some(Edge::Short);
        let words = refused(LayoutOptions { flip, ..options("a4", PerPage::Count(1), Place::In) });
        assert_eq!(words, "flip is for solutions overleaf");
        let fonts = Fonts::bundled().unwrap();
        let one = options("a4", PerPage::Count(4), Place::None);
        assert!(one.clone().layout(PictureFormat::Svg, Some(200.0), &fonts).is_ok());
        let words = one.layout(PictureFormat::Pdf, Some(300.0), &fonts).unwrap_err().to_string();
        assert_eq!(words, "a page of a4 with 4 boards has room for 88 mm each");
        let back = options("a4", PerPage::Count(4), Place::Overleaf);
        assert!(back.layout(PictureFormat::Svg, None, &fonts).is_err());
    }
}
