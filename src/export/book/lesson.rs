//! [`Lesson`]: a technique, and a position of a book's puzzle whose next step it is; [`LessonList`]: the pages of them.

use super::super::drawing::pdf::{Piece, Role};
use super::super::drawing::{FontError, Fonts};
use super::frame::Frame;
use super::hint::{Help, PictureSize};
use super::layout::Layout;
use super::text::{Align, TypeStyle, block, line, wrap};
use super::words::{Words, capital};
use super::{BookError, Entry, MILLIMETRE, Plan};
use crate::board::{Grid, Puzzle};
use crate::logic::{Ladder, Step, Technique, Walk};

/// The side of a lesson's board, in millimetres.
const SIDE: f64 = 75.0;

/// A technique that a puzzle of a book needs, and where it is the next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The technique.
    pub technique: Technique,
    /// The clues of the puzzle.
    pub givens: Grid,
    /// The step; nothing of a lower tier helps on its board.
    pub step: Step,
}

impl Lesson {
    /// The techniques that the steps of `ladder` use in a puzzle, each with the step that shows it best: a single on the emptiest
    /// board, where it is not merely the last cell of a house, another on the fullest, where the least else stands around it.
    pub fn of(ladder: &Ladder, puzzle: &Puzzle) -> Vec<Self> {
        let (walk, givens) = (Walk::new(ladder, puzzle), puzzle.grid());
        let all = walk
            .steps()
            .iter()
            .map(|step| vec![Self { technique: step.technique(), givens, step: *step }]);
        all.fold(Vec::new(), |all, one| Self::joined(ladder, all, one))
    }

    /// The better lesson on each technique of two lists, in the order of the ladder: the first of equal ones.
    pub fn joined(ladder: &Ladder, first: Vec<Self>, second: Vec<Self>) -> Vec<Self> {
        let of = |lessons: &[Self], technique| {
            lessons.iter().find(|lesson| lesson.technique == technique).copied()
        };
        let best = |technique| match (of(&first, technique), of(&second, technique)) {
            (Some(one), Some(other)) => Some(if other.fit() > one.fit() { other } else { one }),
            (one, other) => one.or(other),
        };
        ladder.techniques().filter_map(best).collect()
    }

    /// How well it shows the technique.
    fn fit(&self) -> usize {
        let open = self.step.before.open.len();
        if self.technique.is_single() { open } else { 81 - open }
    }

    /// The lessons on puzzles, by the ladder of the levels.
    pub(super) fn of_entries(entries: &[&Entry]) -> Vec<Self> {
        let ladder = Ladder::default();
        let puzzles = entries.iter().filter_map(|entry| Puzzle::new(&entry.row.puzzle).ok());
        puzzles
            .fold(Vec::new(), |all, puzzle| Self::joined(&ladder, all, Self::of(&ladder, &puzzle)))
    }

    /// What pages are planned by before the puzzles are known: all techniques, each with a long step.
    fn planned() -> Vec<Self> {
        let lesson = |technique| Self { technique, givens: Grid::EMPTY, step: Step::long() };
        Technique::BUILT_IN.into_iter().map(lesson).collect()
    }
}

/// The lessons of a book.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LessonList {
    lessons: Vec<Lesson>,
    /// The lines of each.
    texts: Vec<Vec<String>>,
    /// The lines about each board.
    captions: Vec<Vec<String>>,
    note: Vec<String>,
    picture: PictureSize,
    /// Whether the board stands on a page of its own, and the note with the text, as in large print.
    is_split: bool,
    /// As many pages as they can take, which the margin has to allow for.
    pub most: usize,
}

impl LessonList {
    /// The lessons of a plan.
    ///
    /// # Errors
    /// There is no room for a board that can be read.
    pub fn new(
        plan: &Plan,
        fonts: &Fonts,
        words: &Words,
        frame: &Frame,
    ) -> Result<Self, BookError> {
        let (body, small, width) = (frame.kinds.body, frame.kinds.small, frame.width());
        let text =
            |lesson: &Lesson| wrap(fonts, words.lesson(lesson.technique.name()), body, width);
        let caption = |lesson: &Lesson| {
            let told = Help::Step(lesson.step).told(words, true);
            wrap(fonts, &words.lesson_step(&told), body, width)
        };
        let all = |lessons: &[Lesson], of: &dyn Fn(&Lesson) -> Result<Vec<String>, FontError>| {
            lessons.iter().map(of).collect::<Result<Vec<_>, _>>()
        };
        let planned = Lesson::planned();
        let lessons = plan.lessons.clone().unwrap_or_else(|| planned.clone());
        let (texts, captions) = (all(&lessons, &text)?, all(&lessons, &caption)?);
        // What they take does not depend on which there are.
        let (known, told) = (all(&planned, &text)?, all(&planned, &caption)?);
        let note = wrap(fonts, &words.how_to_note, small, width)?;
        let longest = |all: &[Vec<String>], own: &[Vec<String>]| {
            all.iter().chain(own).map(Vec::len).max().unwrap_or(0) as f64
        };
        let text = body.leading() * (longest(&known, &texts) + 1.0);
        let caption = body.leading() * (longest(&told, &captions) + 0.8);
        let note_height = small.leading() * (note.len() as f64 + 0.5);
        let whole = frame.height() - caption;
        let rooms = [whole - head(frame) - text - note_height, whole - frame.kinds.level.leading()];
        let fitting =
            rooms.map(|room| PictureSize::within(plan, SIDE * MILLIMETRE, room.min(width)));
        let (is_split, picture) = match fitting {
            [Some(beside), _] => (false, beside),
            [None, Some(alone)] => (true, alone),
            [None, None] => {
                let words = "the page is too small for boards of how to solve that can be read";
                return Err(BookError::layout(words, &["how-to", "size", "large-print"]));
            }
        };
        let each = if is_split { 2 } else { 1 };
        let most = planned.len().max(lessons.len()) * each;
        Ok(Self { lessons, texts, captions, note, picture, is_split, most })
    }

    /// How many pages there are.
    pub const fn pages(&self) -> usize {
        self.lessons.len() * if self.is_split { 2 } else { 1 }
    }
}

/// The height of what stands above the text of a lesson.
fn head(frame: &Frame) -> f64 {
    frame.kinds.level.leading() + frame.heading()
}

/// A page of a lesson.
pub(super) fn draw(
    layout: &Layout<'_>,
    list: &LessonList,
    part: usize,
    page: usize,
) -> Result<Vec<Piece>, BookError> {
    let (corner, area) = layout.area(page);
    let (fonts, kinds) = (layout.fonts, layout.frame.kinds);
    let index = if list.is_split { part / 2 } else { part };
    let (has_text, has_board) = (!list.is_split || part % 2 == 0, !list.is_split || part % 2 == 1);
    let lesson = &list.lessons[index];
    let name = capital(layout.words.term(lesson.technique.name()));
    let left = |text: &str, kind: TypeStyle, base: f64, role| {
        line(fonts, text, kind, [corner[0], base], Align::Left, role)
    };
    let above = corner[1] + kinds.level.size;
    let mut top = corner[1] + kinds.level.leading();
    let mut pieces = Vec::new();
    if has_text {
        pieces.push(left(&layout.words.how_to, kinds.level, above, Role::Paragraph)?);
        let mut heading = kinds.heading;
        heading.size *= (area[0] / heading.width(fonts, &name)?).min(1.0);
        pieces.push(left(&name, heading, top + kinds.heading.size, Role::Heading)?);
        top = corner[1] + head(&layout.frame);
    } else {
        pieces.push(left(&name, kinds.level, above, Role::Paragraph)?);
    }
    let add = |lines: &[String], kind: TypeStyle, top: f64, pieces: &mut Vec<Piece>| {
        if !lines.is_empty() {
            let place = [corner[0], top + kind.size];
            pieces.push(block(fonts, lines, kind, place, Align::Left, Role::Paragraph)?);
        }
        Ok::<f64, FontError>(top + kind.leading() * lines.len() as f64)
    };
    if has_text {
        top = add(&list.texts[index], kinds.body, top, &mut pieces)? + kinds.body.leading();
        if list.is_split {
            add(&list.note, kinds.small, top, &mut pieces)?;
        }
    }
    if has_board {
        let help = Help::Step(lesson.step);
        let drawing = help.draw(lesson.givens, layout.plan, fonts, list.picture);
        let width = drawing.size[0];
        let words = format!("{name}. {}", help.before().filled());
        let place = [corner[0] + (area[0] - width) / 2.0, top];
        pieces.push(Piece::new(drawing, place, Role::Figure(words)));
        top += width + kinds.body.leading() * 0.8;
        top = add(&list.captions[index], kinds.body, top, &mut pieces)?;
        if !list.is_split {
            add(&list.note, kinds.small, top + kinds.small.leading() * 0.5, &mut pieces)?;
        }
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::super::Language;
    use super::*;
    use crate::logic::explain_from;

    const PUZZLES: [&str; 3] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ];

    #[test]
    fn a_lesson_is_on_what_is_needed_and_its_step_comes_next() {
        let ladder = Ladder::default();
        let puzzles = PUZZLES.map(|line| Puzzle::new(&line.parse().unwrap()).unwrap());
        let all = puzzles.iter().map(|puzzle| Lesson::of(&ladder, puzzle));
        let all = all.fold(Vec::new(), |all, own| Lesson::joined(&ladder, all, own));
        let walks = puzzles.map(|puzzle| Walk::new(&ladder, &puzzle));
        for technique in ladder.techniques() {
            let is_used = walks
                .iter()
                .any(|walk| walk.uses().any(|used| used.technique == technique && used.times > 0));
            let has_page = all.iter().any(|lesson| lesson.technique == technique);
            assert_eq!(is_used, has_page, "{technique:?}");
        }
        let order: Vec<_> = all.iter().map(|lesson| lesson.technique).collect();
        let wanted = ladder.techniques().filter(|technique| order.contains(technique));
        assert_eq!(order, wanted.collect::<Vec<_>>());
        for lesson in &all {
            let next = explain_from(&ladder, lesson.step.before)[0];
            assert_eq!((next, next.technique()), (lesson.step, lesson.technique));
        }
        assert!(all.len() >= 4, "{order:?}");
    }

    #[test]
    fn every_technique_has_a_text_and_a_page() {
        let fonts = Fonts::bundled().unwrap();
        for language in [Language::En, Language::De, Language::Fr, Language::Es] {
            for (size, large_print) in
                [("5x8", false), ("6x9", true), ("letter", true), ("a5", false)]
            {
                let plan =
                    Plan { language, large_print, size: size.parse().unwrap(), ..Plan::default() };
                let (words, frame) = (Words::of(&plan).unwrap(), Frame::new(&plan, 500));
                let list = LessonList::new(&plan, &fonts, &words, &frame).unwrap();
                assert!(list.texts.iter().all(|text| text.len() > 1), "{language:?}");
                assert_eq!(list.pages(), list.most, "{size}");
                assert_eq!(list.is_split, size == "6x9", "{size}");
            }
        }
    }
}
