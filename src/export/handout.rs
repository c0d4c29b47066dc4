//! [`Handout`]: solution paths of puzzles on pages of paper, with a picture for each step that is
//! more than a single.

use std::io;

use super::book::{Align, Language, Plan, TypeStyle, Words, block, capital, wrap};
use super::drawing::pdf::{Piece, Role, write_pages};
use super::drawing::{Board, Drawing, FontError, Fonts, Point, Theme};
use super::paper::{GAP, MARGIN, PageFrame};
use super::scene::Scene;
use seeddb_core::board::Grid;

const TEXT: TypeStyle = TypeStyle::regular(9.0);
const LABEL: TypeStyle = TypeStyle::bold(11.0);
/// The space below each part, in points.
const SPACE: f64 = 4.0;
/// The most lines that are kept together.
const LINES: usize = 10;
/// The least width of a column in points: narrower ones have no room for the candidates of a board.
const COLUMN: f64 = 200.0;
/// The widest column, in points.
const CARD: f64 = 360.0;
/// The greatest part of a column's height for a picture, so that text has room below it.
const HIGH: f64 = 0.6;
/// The width of the solution, as a part of the column's.
const SMALL: f64 = 0.4;

/// The format of the pages.
#[derive(Clone, Debug)]
pub struct Handout {
    /// The page with its head and foot.
    pub frame: PageFrame,
    /// The language of the headings.
    pub language: Language,
}

/// The solution path of a puzzle.
#[derive(Clone, Debug)]
pub struct SolvePath {
    /// The clues.
    pub givens: Grid,
    /// The level, printed above the puzzle; `None` prints the steps only.
    pub level: Option<String>,
    /// The solution; `None` omits it.
    pub solution: Option<Grid>,
    /// The steps.
    pub steps: Vec<WayStep>,
}

/// A step in words, with a picture if it has one.
#[derive(Clone, Debug)]
pub struct WayStep {
    /// The words.
    pub text: String,
    /// The picture above the words.
    pub scene: Option<Scene>,
}

/// A part of a column that is not split.
struct ColumnBlock {
    height: f64,
    /// The pieces, placed relative to the top left corner.
    pieces: Vec<Piece>,
}

impl ColumnBlock {
    fn new() -> Self {
        Self { height: 0.0, pieces: Vec::new() }
    }

    fn text(&mut self, fonts: &Fonts, lines: &[String], kind: TypeStyle) -> Result<(), FontError> {
        let place = [0.0, self.height + kind.size];
        let role = if kind == LABEL { Role::Label } else { Role::Paragraph };
        self.pieces.push(block(fonts, lines, kind, place, Align::Left, role)?);
        self.height += kind.leading() * lines.len() as f64;
        Ok(())
    }

    fn picture(&mut self, drawing: Drawing, words: String) {
        let height = drawing.size[1];
        self.pieces.push(Piece::new(drawing, [0.0, self.height], Role::Figure(words)));
        self.height += height + SPACE;
    }
}

impl Handout {
    /// Writes these paths as PDF; each begins a page.
    ///
    /// # Errors
    /// The font lacks a character.
    pub fn write(&self, ways: &[SolvePath]) -> io::Result<Vec<u8>> {
        let fonts = Fonts::bundled().map_err(io::Error::other)?;
        let plan = Plan { language: self.language, ..Plan::default() };
        let words = Words::of(&plan).map_err(io::Error::other)?;
        let size = self.frame.size();
        let mut pages = Vec::new();
        for way in ways {
            self.way(way, &words, &fonts, &mut pages).map_err(io::Error::other)?;
        }
        let mut data = Vec::new();
        let title = if self.frame.head.is_empty() { &words.how_to } else { &self.frame.head };
        write_pages(&mut data, pages.iter().map(|page| (size, &page[..])), title, &fonts)?;
        Ok(data)
    }

    fn way(
        &self,
        way: &SolvePath,
        words: &Words,
        fonts: &Fonts,
        pages: &mut Vec<Vec<Piece>>,
    ) -> Result<(), FontError> {
        let ([width, height], [head, foot]) = (self.frame.size(), self.frame.ends());
        let width = width - 2.0 * MARGIN;
        let is_card = way.level.is_none() && way.steps.len() == 1;
        let columns = if is_card { 1.0 } else { ((width + GAP) / (COLUMN + GAP)).floor().max(1.0) };
        let (top, bottom) = (MARGIN + head, height - MARGIN - foot);
        let most = CARD.min((bottom - top) * HIGH);
        let column = ((width + GAP) / columns - GAP).min(most);
        let mut page = self.frame.draw(fonts)?;
        let (mut at, mut y) = (0.0, top);
        for ColumnBlock { height, pieces } in parts(way, words, fonts, column)? {
            if y + height > bottom && y > top {
                (at, y) = (at + 1.0, top);
            }
            if at >= columns {
                pages.push(std::mem::replace(&mut page, self.frame.draw(fonts)?));
                at = 0.0;
            }
            let corner = [MARGIN + at * (column + GAP), y];
            page.extend(pieces.into_iter().map(|piece| moved(piece, corner)));
            y += height + SPACE;
        }
        pages.push(page);
        Ok(())
    }
}

fn moved(piece: Piece, by: Point) -> Piece {
    let corner = [piece.corner[0] + by[0], piece.corner[1] + by[1]];
    Piece { corner, ..piece }
}

/// Returns the parts in the columns: the puzzle, its steps, the solution.
fn parts(
    way: &SolvePath,
    words: &Words,
    fonts: &Fonts,
    width: f64,
) -> Result<Vec<ColumnBlock>, FontError> {
    let theme = Theme::default();
    let rows = |grid: &Grid| words.rows(grid).join("; ");
    let mut all = Vec::new();
    if let Some(level) = &way.level {
        let mut first = ColumnBlock::new();
        first.text(fonts, &wrap(fonts, &capital(words.term(level)), LABEL, width)?, LABEL)?;
        first.picture(Board::of(way.givens).draw(width, &theme, fonts), rows(&way.givens));
        all.push(first);
    }
    for WayStep { text, scene } in &way.steps {
        let mut part = ColumnBlock::new();
        if let Some(scene) = scene {
            part.picture(scene.draw(width, fonts), scene.state.filled().to_string());
        }
        for lines in wrap(fonts, text, TEXT, width)?.chunks(LINES) {
            part.text(fonts, lines, TEXT)?;
            all.push(std::mem::replace(&mut part, ColumnBlock::new()));
        }
    }
    if let Some(solution) = way.solution {
        let mut last = ColumnBlock::new();
        last.text(fonts, &wrap(fonts, &words.solutions, LABEL, width)?, LABEL)?;
        let board = Board { filled: solution, ..Board::of(way.givens) };
        last.picture(board.draw(width * SMALL, &theme, fonts), rows(&solution));
        all.push(last);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::super::book::step_words;
    use super::super::paper::tests::within_margins;
    use super::super::picture::Sheet;
    use super::*;
    use seeddb_core::board::Puzzle;
    use seeddb_core::logic::{Ladder, Walk};

    /// Returns the path of a puzzle with a swordfish, and with a text that is longer than a column.
    fn way(language: Language) -> SolvePath {
        let line =
            "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";
        let puzzle = Puzzle::new(&line.parse().unwrap()).unwrap();
        let walk = Walk::new(&Ladder::default(), &puzzle);
        let words = step_words(language).unwrap();
        let step = |step: &seeddb_core::logic::Step| WayStep {
            text: step.told(&words),
            scene: Some(Scene { marks: step.marks(), ..Scene::plain(puzzle.grid(), step.before) }),
        };
        let mut steps: Vec<WayStep> = walk.steps().iter().map(step).collect();
        steps[3].scene = None;
        steps[5].text = "a chain of many statements ".repeat(120);
        let (level, solution) = (Some("hard".to_owned()), Some(puzzle.solution().grid()));
        SolvePath { givens: puzzle.grid(), level, solution, steps }
    }

    #[test]
    fn everything_has_room_on_its_page() {
        let fonts = Fonts::bundled().unwrap();
        for language in Language::ALL.into_iter().filter(|own| *own != Language::Ja) {
            let words = Words::of(&Plan { language, ..Plan::default() }).unwrap();
            let way = way(language);
            for (page, ends) in [("a4", ""), ("a5", "Words"), ("4x6", ""), ("297x210mm", "Words")] {
                let (page, head) = (page.parse().unwrap(), ends.to_owned());
                let frame = PageFrame { page, foot: head.clone(), head };
                let handout = Handout { frame, language };
                let mut pages = Vec::new();
                handout.way(&way, &words, &fonts, &mut pages).unwrap();
                let size = handout.frame.size();
                let pictures = pages.iter().flatten();
                let pictures = pictures.filter(|piece| matches!(piece.role, Role::Figure(_)));
                // Pictures of the puzzle, the solution, and all steps but one.
                assert_eq!(pictures.count(), way.steps.len() + 1);
                for pieces in pages {
                    within_margins(&Sheet { size, pieces }, &fonts);
                }
            }
        }
    }

    #[test]
    fn a_card_is_one_page() {
        let mut way = way(Language::En);
        (way.level, way.solution) = (None, None);
        way.steps.truncate(1);
        for page in ["a4", "4x6"] {
            let page = page.parse().unwrap();
            let (head, foot) = (String::new(), String::new());
            let frame = PageFrame { page, head, foot };
            let handout = Handout { frame, language: Language::En };
            let pdf = handout.write(std::slice::from_ref(&way)).unwrap();
            assert_eq!(String::from_utf8_lossy(&pdf).matches("/MediaBox").count(), 1);
        }
    }
}
