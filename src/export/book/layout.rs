//! [`Layout`]: the content of each page.

use std::ops::Range;

use super::super::drawing::pdf::roman;
use super::super::drawing::{Fonts, Point};
use super::arrange::{GridLayout, type_size};
use super::fit::{PuzzleLayout, answers, puzzles};
use super::frame::{Frame, TypeStyles};
use super::hints::HintList;
use super::lessons::LessonList;
use super::prose::{Prose, parse};
use super::section::SectionRange;
use super::text::wrap;
use super::words::Words;
use super::{Answers, BookError, Entry, Heads, Plan};

/// The content of a page. Puzzles are counted from 0 through the whole book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PageContent {
    /// The title alone, before the title page.
    HalfTitle,
    Title,
    /// The back of the title page.
    Imprint,
    Dedication,
    /// A page of the contents, from 0.
    Contents(usize),
    /// A page of the text before the puzzles, from 0.
    Front(usize),
    /// A page of the rules, from 0.
    Rules(usize),
    /// A page of how to solve, from 0.
    HowTo(usize),
    /// The page before the puzzles of a section.
    Section(usize),
    Puzzles(Range<usize>),
    /// The page before the answers.
    Solutions,
    Answers(Range<usize>),
    /// A page of the hints, from 0.
    Hints(usize),
    /// A page of the text after the solutions, from 0.
    Back(usize),
    /// A number of boards without clues.
    Grids(usize),
    /// Lines to write on.
    Notes,
    Blank,
}

/// The documents of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Matter {
    Book,
    Answers,
}

/// The pages of a document before they are drawn.
pub(super) struct Layout<'a> {
    pub plan: &'a Plan,
    pub fonts: &'a Fonts,
    pub words: Words,
    pub matter: Matter,
    pub sections: Vec<SectionRange>,
    pub frame: Frame,
    /// The arrangement of the puzzles of each section.
    pub settings: Vec<PuzzleLayout>,
    pub answers: Option<GridLayout>,
    /// The rules, page by page: paragraphs of lines.
    pub rules: Vec<Vec<Vec<String>>>,
    /// The width of the picture below the rules; `None` where its digits would be too small.
    pub picture: Option<f64>,
    pub hints: Option<HintList>,
    /// The lessons on how to solve; `None` if the book has none.
    pub lessons: Option<LessonList>,
    /// The publisher's text before and after the puzzles.
    pub front: Prose,
    pub back: Prose,
    pub leaves: Vec<PageContent>,
}

impl<'a> Layout<'a> {
    /// Plans a document with sections of these labels and numbers of puzzles. The lengths of hints
    /// are known if `entries` are given.
    pub fn new(
        plan: &'a Plan,
        fonts: &'a Fonts,
        sections: &[(&str, usize)],
        matter: Matter,
        entries: Option<&[&Entry]>,
    ) -> Result<Self, BookError> {
        let words = Words::of(plan)?;
        let mut all = Vec::new();
        let mut first = 0;
        for (name, count) in sections.iter().filter(|(_, count)| *count > 0) {
            let (label, each) = (words.term(name).to_owned(), usize::from(plan.per_page(name)));
            all.push(SectionRange { label, each, puzzles: first..first + count });
            first += count;
        }
        if all.is_empty() {
            return Err(BookError::Empty);
        }
        // The margin depends on the number of pages, and text broken to the margin determines that
        // number: widen the margin until it is enough.
        let mut pages = 0;
        loop {
            let frame = Frame::new(plan, pages);
            let settings = puzzles(plan, fonts, &words, &frame, &all)?;
            let text =
                |text: &Option<String>, keys| prose(text.as_deref(), (plan, fonts), &frame, keys);
            let mut layout = Self {
                plan,
                fonts,
                words: words.clone(),
                matter,
                sections: all.clone(),
                settings,
                answers: answers(plan, fonts, &frame, first)?,
                rules: Vec::new(),
                picture: None,
                hints: (plan.hints && matter == Matter::Book)
                    .then(|| HintList::new(plan, fonts, &words, &frame, first, entries))
                    .transpose()?,
                lessons: (plan.how_to && matter == Matter::Book)
                    .then(|| LessonList::new(plan, fonts, &words, &frame))
                    .transpose()?,
                front: text(&plan.matter.front, &["matter.front"])?,
                back: text(&plan.matter.back, &["matter.back"])?,
                leaves: Vec::new(),
                frame,
            };
            layout.check_heads()?;
            layout.rules = layout.break_rules(true)?;
            layout.picture = layout.picture_side();
            if layout.picture.is_none() {
                layout.rules = layout.break_rules(false)?;
            }
            let [most, hints] =
                layout.hints.as_ref().map_or([0; 2], |it| [it.most, it.pages.len()]);
            let [longest, lessons] =
                layout.lessons.as_ref().map_or([0; 2], |it| [it.most, it.pages()]);
            // The margin must not change when hints and lessons become known.
            let all = layout.order(most, longest).len();
            let wanted = Frame::new(plan, all);
            if wanted.inside <= layout.frame.inside {
                layout.leaves = layout.order(hints, lessons);
                return Ok(layout);
            }
            pages = all;
        }
    }

    pub fn count(&self) -> usize {
        self.sections.last().map_or(0, |section| section.puzzles.end)
    }

    /// Returns the printed number of a puzzle.
    pub fn number(&self, puzzle: usize) -> u32 {
        self.plan.first() + puzzle as u32
    }

    /// Returns the area of page `index` from 0: its top left corner, width and height.
    pub fn area(&self, index: usize) -> (Point, Point) {
        let corner = [self.frame.left(index + 1), self.frame.top()];
        (corner, [self.frame.width(), self.frame.height()])
    }

    /// Returns the section of a puzzle, from 0.
    fn section(&self, puzzle: usize) -> usize {
        self.sections.partition_point(|section| section.puzzles.end <= puzzle)
    }

    pub fn section_of(&self, puzzle: usize) -> &str {
        self.sections.get(self.section(puzzle)).map_or("", |section| &section.label)
    }

    pub fn setting(&self, puzzle: usize) -> &PuzzleLayout {
        &self.settings[self.section(puzzle)]
    }

    /// Whether answers stand at the foot of pages.
    pub fn has_strip(&self) -> bool {
        self.settings.iter().any(|setting| setting.strip.is_some())
    }

    /// Returns the puzzles whose answers stand at the foot of page `index` (from 0): those of the
    /// page opposite or of the same page.
    pub fn below(&self, index: usize) -> Option<Range<usize>> {
        if !self.has_strip() {
            return None;
        }
        let puzzles = |index: usize| match self.leaves.get(index)? {
            PageContent::Puzzles(range) => Some(range.clone()),
            _ => None,
        };
        // Page 0 is a right page without a left page before it.
        let opposite = if index % 2 == 1 { Some(index + 1) } else { index.checked_sub(1) };
        let opposite = opposite.filter(|_| self.plan.answers == Answers::Facing);
        let own = puzzles(index)?;
        Some(opposite.and_then(puzzles).unwrap_or(own))
    }

    /// Returns the side of the smallest grid of a puzzle, in points.
    pub fn grid(&self) -> f64 {
        let sides = self.leaves.iter().filter_map(|leaf| match leaf {
            PageContent::Puzzles(range) => {
                Some(self.setting(range.start).ways.of(range.len()).side)
            }
            _ => None,
        });
        let full = || self.settings.iter().map(|setting| setting.ways.full.side);
        sides.reduce(f64::min).or_else(|| full().reduce(f64::min)).unwrap_or_default()
    }

    /// Returns the side of an answer's grid in points; `None` without answers.
    pub fn answer_grid(&self) -> Option<f64> {
        let strips = self.settings.iter().filter_map(|setting| setting.strip);
        strips
            .map(|strip| strip.side)
            .reduce(f64::min)
            .or_else(|| self.answers.map(|answers| answers.full.side))
    }

    /// Returns the running head of page `index` (from 0), if it has one.
    pub fn head(&self, index: usize) -> Option<&str> {
        let section = match &self.leaves[index] {
            PageContent::Puzzles(range) => self.section_of(range.start),
            PageContent::Answers(_) => &self.words.solutions,
            _ => return None,
        };
        let is_right = index.is_multiple_of(2);
        (self.plan.heads() == Heads::Titles).then_some(if is_right {
            section
        } else {
            &self.words.title
        })
    }

    /// Returns all texts of running heads.
    fn heads(&self) -> impl Iterator<Item = &String> {
        let others = [&self.words.title, &self.words.solutions];
        self.sections.iter().map(|section| &section.label).chain(others)
    }

    /// Returns the base line of the running heads, low enough for the accents of all their letters.
    pub fn head_line(&self) -> f64 {
        let font = self.fonts.of(self.frame.kinds.folio.face);
        let letters = self.heads().flat_map(|text| text.chars().filter(|c| c.is_alphabetic()));
        let tops = letters.filter_map(|letter| Some(font.glyph(letter)?.top));
        self.frame.head_line(tops.fold(0.0, f64::max))
    }

    /// Returns an error if a running head is wider than its place.
    fn check_heads(&self) -> Result<(), BookError> {
        if self.plan.heads() == Heads::None {
            return Ok(());
        }
        for text in self.heads() {
            if self.frame.kinds.folio.width(self.fonts, text)? > self.frame.width() {
                let words = format!(
                    "the running head {text:?} is wider than the page: take none, or a shorter title"
                );
                return Err(BookError::layout(words, &["heads", "title", "design"]));
            }
        }
        Ok(())
    }

    /// Returns the height of a heading.
    pub fn heading(&self) -> f64 {
        self.frame.heading()
    }

    /// Returns the lines of the contents: title, number of puzzles, page from 0.
    pub fn contents(&self) -> Vec<(&str, usize, usize)> {
        let page = |wanted: &dyn Fn(&PageContent) -> bool| self.leaves.iter().position(wanted);
        let other = |title, leaf| page(leaf).map(|page| (title, 0, page));
        let rules = other(&self.words.rules[..], &|leaf| matches!(leaf, PageContent::Rules(_)));
        let sections = self.sections.iter().enumerate().filter_map(|(i, section)| {
            let is_first = |leaf: &PageContent| matches!(leaf, PageContent::Puzzles(range) if range.start == section.puzzles.start);
            let at = page(&|leaf| *leaf == PageContent::Section(i)).or_else(|| page(&is_first))?;
            Some((&section.label[..], section.puzzles.len(), at))
        });
        let hints = other(&self.words.hints, &|leaf| matches!(leaf, PageContent::Hints(_)));
        let is_first = |leaf: &PageContent| match leaf {
            PageContent::Solutions => true,
            PageContent::Answers(_) => self.plan.worksheet && self.matter == Matter::Book,
            _ => false,
        };
        let solutions = other(&self.words.solutions, &is_first);
        let how_to = other(&self.words.how_to, &|leaf| matches!(leaf, PageContent::HowTo(_)));
        let before = self.texts(&self.front, PageContent::Front).chain(rules).chain(how_to);
        let after =
            hints.into_iter().chain(solutions).chain(self.texts(&self.back, PageContent::Back));
        before.chain(sections).chain(after).collect()
    }

    /// Returns the lines of the contents for a publisher's text on pages of a kind.
    fn texts<'b>(
        &'b self,
        prose: &'b Prose,
        leaf: fn(usize) -> PageContent,
    ) -> impl Iterator<Item = (&'b str, usize, usize)> {
        let titles = (0..prose.pages()).filter_map(|i| Some((i, prose.title(i)?)));
        titles.filter_map(move |(i, title)| {
            let page = self.leaves.iter().position(|other| *other == leaf(i))?;
            Some((title, 0, page))
        })
    }

    /// Returns the printed number of page `index` (from 0): lower-case Roman before the puzzles if
    /// the book has front matter.
    pub fn folio(&self, index: usize) -> String {
        if index < self.roman() { roman(index + 1) } else { (index + 1).to_string() }
    }

    /// Returns the number of pages with Roman numerals.
    pub fn roman(&self) -> usize {
        let is_body =
            |leaf: &PageContent| matches!(leaf, PageContent::Section(_) | PageContent::Puzzles(_));
        let has_front = self.matter == Matter::Book && self.plan.matter.has_front();
        let body = || self.leaves.iter().position(is_body);
        if has_front { body().unwrap_or(0) } else { 0 }
    }

    /// Returns the height of a line of the contents, and the number of lines a page.
    pub fn contents_lines(&self) -> (f64, usize) {
        lines(self.frame.kinds.body.size * 2.2, self.frame.height() - self.heading())
    }

    /// Returns the width of the picture below the rules: as large as half a page of text, or `None`
    /// if there is no room for a legible one.
    fn picture_side(&self) -> Option<f64> {
        let body = self.frame.kinds.body;
        let heading = if self.rules.len() == 1 { self.heading() } else { 0.0 };
        let text = self.rules.last()?.iter();
        let text: f64 = text.map(|lines| body.leading() * (lines.len() as f64 + 0.5)).sum();
        let room = self.frame.height() - heading - text - body.size;
        let side = room.min(self.frame.width()).min(18.0 * body.size);
        let is_read =
            type_size(self.plan, self.fonts, side) >= TypeStyles::least(self.plan.large_print);
        is_read.then_some(side)
    }

    /// Returns the rules, page by page.
    fn break_rules(&self, picture: bool) -> Result<Vec<Vec<Vec<String>>>, BookError> {
        let body = self.frame.kinds.body;
        let mut room = self.frame.height() - self.heading();
        let mut pages = vec![Vec::new()];
        let text = self.words.rules_text(picture, self.plan.needs_trying);
        for paragraph in text.split("\n\n") {
            let lines = wrap(self.fonts, paragraph.trim(), body, self.frame.width())?;
            let height = |lines: usize| body.leading() * (lines as f64 + 0.5);
            if height(lines.len()) > room && pages.last().is_some_and(|page| !page.is_empty()) {
                pages.push(Vec::new());
                room = self.frame.height();
            }
            // A paragraph longer than a page continues on the next.
            let mut rest = &lines[..];
            while !rest.is_empty() {
                let most = ((room / body.leading() - 0.5) as usize).clamp(1, rest.len());
                let (here, later) = rest.split_at(most);
                pages.last_mut().into_iter().for_each(|page| page.push(here.to_vec()));
                room -= height(most);
                rest = later;
                if !rest.is_empty() {
                    pages.push(Vec::new());
                    room = self.frame.height();
                }
            }
        }
        Ok(pages)
    }
}

/// Sets a publisher's text on pages, if there is one.
fn prose(
    text: Option<&str>,
    (plan, fonts): (&Plan, &Fonts),
    frame: &Frame,
    keys: &'static [&'static str],
) -> Result<Prose, BookError> {
    let Some(text) = text else { return Ok(Prose::default()) };
    let blocks = parse(text).map_err(|words| BookError::layout(words, keys))?;
    Prose::new(&blocks, fonts, frame, &plan.images, keys)
}

/// Returns the number of lines of this height that fit a room, at least one; returned after the
/// height.
fn lines(height: f64, room: f64) -> (f64, usize) {
    (height, ((room / height) as usize).max(1))
}

#[cfg(test)]
mod tests {
    use super::super::Size;
    use super::*;

    #[test]
    fn large_print_has_the_largest_digits() {
        let fonts = Fonts::bundled().unwrap();
        let digits = |plan: &Plan| {
            let layout = Layout::new(plan, &fonts, &[("hard", 20)], Matter::Book, None).ok()?;
            Some(type_size(plan, &fonts, layout.setting(0).ways.full.side))
        };
        let sizes = (35..200).step_by(5).flat_map(|width| {
            [0.7, 1.0, 1.4]
                .map(|by| format!("{}x{}", f64::from(width) / 10.0, f64::from(width) * by / 10.0))
        });
        let mut seen = 0;
        for size in sizes.chain(Size::TRIMS.map(str::to_owned)) {
            let Ok(size) = size.parse() else { continue };
            let plan = Plan { size, per_page: 1.into(), ..Plan::default() };
            let large = Plan { large_print: true, ..plan.clone() };
            let Some(large) = digits(&large) else { continue };
            seen += 1;
            assert!(Some(large) >= digits(&plan), "{}: {large}", plan.size);
        }
        assert!(seen > 30, "{seen}");
        let letter = Plan { size: "letter".parse().unwrap(), large_print: true, ..Plan::default() };
        assert!(digits(&letter).unwrap() >= 42.0);
    }
}
