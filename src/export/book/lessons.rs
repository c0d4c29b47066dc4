//! [`LessonList`]: the lessons of a book, broken into lines and distributed over pages.

use super::super::drawing::{FontError, Fonts};
use super::frame::Frame;
use super::hint::PictureSize;
use super::lesson::Lesson;
use super::text::wrap;
use super::words::Words;
use super::{BookError, MILLIMETRE, Plan};

/// The side of a lesson's board, in millimetres.
const SIDE: f64 = 75.0;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct LessonList {
    pub lessons: Vec<Lesson>,
    pub texts: Vec<Vec<String>>,
    pub captions: Vec<Vec<String>>,
    pub note: Vec<String>,
    pub picture: PictureSize,
    /// Whether the board has a separate page and the note stands with the text, as in large print.
    pub is_split: bool,
    /// The most pages that lessons can take: the inside margin has to allow for them.
    pub most: usize,
}

impl LessonList {
    /// Sets the lessons of a plan.
    ///
    /// # Errors
    /// There is no room for a board with legible digits.
    pub fn new(
        plan: &Plan,
        fonts: &Fonts,
        words: &Words,
        frame: &Frame,
    ) -> Result<Self, BookError> {
        let (body, small, width) = (frame.kinds.body, frame.kinds.small, frame.width());
        let text = |lesson: &Lesson| wrap(fonts, lesson.technique.text(words), body, width);
        let caption = |lesson: &Lesson| {
            let told = lesson.help.told(words, true);
            wrap(fonts, &words.lesson_step(&told), body, width)
        };
        let all = |lessons: &[Lesson], of: &dyn Fn(&Lesson) -> Result<Vec<String>, FontError>| {
            lessons.iter().map(of).collect::<Result<Vec<_>, _>>()
        };
        let planned = Lesson::planned(plan.how_to_ladder);
        let lessons = plan.lessons.clone().unwrap_or_else(|| planned.clone());
        let (texts, captions) = (all(&lessons, &text)?, all(&lessons, &caption)?);
        // The room is measured over all techniques, so that it does not depend on the book's own.
        let (known, told) = (all(&planned, &text)?, all(&planned, &caption)?);
        let note = wrap(fonts, &words.how_to_note, small, width)?;
        let longest = |all: &[Vec<String>], own: &[Vec<String>]| {
            all.iter().chain(own).map(Vec::len).max().unwrap_or(0) as f64
        };
        let text = body.leading() * (longest(&known, &texts) + 1.0);
        let caption = body.leading() * (longest(&told, &captions) + 0.8);
        let note_height = small.leading() * (note.len() as f64 + 0.5);
        let whole = frame.height() - caption;
        let rooms = [
            whole - head(frame) - text - note_height,
            whole - frame.kinds.level.leading() - body.leading() * 0.5,
        ];
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

    pub const fn pages(&self) -> usize {
        self.lessons.len() * if self.is_split { 2 } else { 1 }
    }
}

/// Returns the height of the headings above the text of a lesson.
pub(super) fn head(frame: &Frame) -> f64 {
    frame.kinds.level.leading() + frame.heading()
}

#[cfg(test)]
mod tests {
    use super::super::Language;
    use super::*;

    #[test]
    fn every_technique_has_a_text_and_a_page() {
        let fonts = Fonts::bundled().unwrap();
        for language in Language::ALL.into_iter().filter(|own| *own != Language::Ja) {
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
