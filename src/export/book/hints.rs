//! [`HintList`]: the hints of a book, broken into lines and distributed over pages.

use std::ops::Range;

use super::super::drawing::Fonts;
use super::columns::Columns;
use super::flow::flow;
use super::frame::Frame;
use super::hint::{Hint, PictureSize};
use super::text::wrap;
use super::words::Words;
use super::{BookError, Entry, Plan};

/// Puzzles of this tier and above have a picture.
const PICTURED: u8 = 3;

/// A part of a hint that is not split over columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HintPiece {
    /// The puzzle, from 0.
    pub puzzle: usize,
    pub lines: Range<usize>,
    /// Whether the picture stands below the lines.
    pub picture: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct HintPage {
    /// Lines of the text before the hints.
    pub intro: Range<usize>,
    /// The pieces of each column.
    pub columns: Vec<Range<usize>>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct HintList {
    pub columns: Columns,
    /// The lines of the text before the hints.
    pub intro: Vec<String>,
    pub texts: Vec<Vec<String>>,
    pub pieces: Vec<HintPiece>,
    pub pages: Vec<HintPage>,
    /// The most pages that hints can take: the inside margin has to allow for them.
    pub most: usize,
}

impl HintList {
    /// Returns the hints of `count` puzzles of a document. Hints that are not known yet count with
    /// their greatest length.
    ///
    /// # Errors
    /// The errors of [`Columns::of_hints`], and a puzzle without a hint.
    pub fn new(
        plan: &Plan,
        fonts: &Fonts,
        words: &Words,
        frame: &Frame,
        count: usize,
        entries: Option<&[&Entry]>,
    ) -> Result<Self, BookError> {
        let columns = Columns::of_hints(plan, fonts, words, frame, count)?;
        let intro = wrap(fonts, &words.hints_text, frame.kinds.body, frame.width())?;
        let lines =
            |hint: &Hint| wrap(fonts, &hint.told(words), columns.kind, columns.text(frame.width()));
        let long = Self {
            columns,
            intro,
            texts: Vec::new(),
            pieces: Vec::new(),
            pages: Vec::new(),
            most: 0,
        };
        let longest = lines(&Hint::long())?;
        let planned = long.clone().filled(plan, frame, vec![longest; count], |_| true);
        let most = planned.pages.len();
        let Some(entries) = entries else { return Ok(Self { most, ..planned }) };
        let text = |(i, entry): (usize, &&Entry)| {
            let hint = entry.hint.as_ref().ok_or(BookError::NoHint(plan.first() + i as u32))?;
            Ok(lines(hint)?)
        };
        let texts: Vec<_> =
            entries.iter().enumerate().map(text).collect::<Result<_, BookError>>()?;
        let list = long.filled(plan, frame, texts, |i| entries[i].row.tier >= PICTURED);
        Ok(Self { most: most.max(list.pages.len()), ..list })
    }

    /// Distributes these hints over pages.
    fn filled(
        mut self,
        plan: &Plan,
        frame: &Frame,
        texts: Vec<Vec<String>>,
        is_pictured: impl Fn(usize) -> bool,
    ) -> Self {
        let leading = self.columns.kind.leading();
        let room = frame.height() - frame.heading();
        let fitting = |leading: f64| ((room / leading) as usize).max(1);
        let most = fitting(leading);
        let picture = PictureSize::of(plan).height(leading);
        for (puzzle, text) in texts.iter().enumerate() {
            let has_picture = plan.hint_pictures && is_pictured(puzzle);
            // A hint that is longer than a page continues in the next column.
            let together = leading * text.len() as f64 + picture <= room;
            let mut start = 0;
            while start < text.len() {
                let end = text.len().min(start + most);
                let is_last = end == text.len();
                let lines = start..end;
                if is_last && has_picture && !together {
                    self.pieces.push(HintPiece { puzzle, lines, picture: false });
                    self.pieces.push(HintPiece { puzzle, lines: end..end, picture: true });
                } else {
                    self.pieces.push(HintPiece { puzzle, lines, picture: is_last && has_picture });
                }
                start = end;
            }
        }
        self.texts = texts;
        // The text before the hints comes first, on several pages if it is long.
        let body = frame.kinds.body.leading();
        let each = fitting(body);
        let before = self.intro.len().div_ceil(each);
        let room_of = |page: usize| match page + 1 {
            own if own < before => 0.0,
            own if own == before => room - body * ((self.intro.len() - page * each) as f64 + 1.0),
            _ => room,
        };
        let height = |piece: &HintPiece| {
            leading * piece.lines.len() as f64 + if piece.picture { picture } else { 0.0 }
        };
        let heights: Vec<f64> = self.pieces.iter().map(height).collect();
        let pages = flow(&heights, self.gap(), self.columns.count, room_of);
        let page = |(i, columns): (usize, Vec<Range<usize>>)| {
            let [first, last] = [i, i + 1].map(|page| self.intro.len().min(page * each));
            HintPage { intro: first..last, columns }
        };
        self.pages = pages.into_iter().enumerate().map(page).collect();
        self
    }

    pub fn gap(&self) -> f64 {
        self.columns.kind.leading() * 0.6
    }
}
