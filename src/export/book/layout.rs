//! [`Layout`]: which page holds what.

use std::ops::Range;

use super::super::drawing::pdf::roman;
use super::super::drawing::{Fonts, Point};
use super::arrange::{Arrangement, type_size};
use super::fit::{answers, puzzles};
use super::frame::{Frame, TypeStyles};
use super::hints::HintList;
use super::lessons::LessonList;
use super::prose::{Prose, parse};
use super::section::SectionRange;
use super::text::wrap;
use super::words::Words;
use super::{Answers, BookError, Entry, Plan};

/// What a page holds. Puzzles are counted from 0 through the whole book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
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
    Blank,
}

/// Which document of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Matter {
    Book,
    /// The separate answers.
    Answers,
}

/// A document, page by page, before anything is drawn.
pub(super) struct Layout<'a> {
    pub plan: &'a Plan,
    pub fonts: &'a Fonts,
    pub words: Words,
    pub matter: Matter,
    pub sections: Vec<SectionRange>,
    pub frame: Frame,
    pub puzzles: Arrangement,
    /// Whether ids have a line of their own.
    pub ids_below: bool,
    pub answers: Option<Arrangement>,
    /// The rules, page by page: paragraphs of lines.
    pub rules: Vec<Vec<Vec<String>>>,
    /// How wide the picture below them is; none where its digits would be too small.
    pub picture: Option<f64>,
    /// The hints, if there are any.
    pub hints: Option<HintList>,
    /// How to solve, if that is told.
    pub lessons: Option<LessonList>,
    /// Texts of one's own before and after the puzzles.
    pub front: Prose,
    pub back: Prose,
    pub leaves: Vec<Leaf>,
}

impl<'a> Layout<'a> {
    /// Plans a document with sections of these labels and numbers of puzzles; how long the hints are is known of `entries` alone.
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
        for (label, count) in sections.iter().filter(|(_, count)| *count > 0) {
            let label = words.term(label).to_owned();
            all.push(SectionRange { label, puzzles: first..first + count });
            first += count;
        }
        if all.is_empty() {
            return Err(BookError::Empty);
        }
        // The margin depends on the pages, which may depend on the margin, as text is broken to it: widen until
        // it is enough.
        let mut pages = 0;
        loop {
            let frame = Frame::new(plan, pages);
            let (puzzles, ids_below) = puzzles(plan, fonts, &frame, &all)?;
            let mut layout = Self {
                plan,
                fonts,
                words: words.clone(),
                matter,
                sections: all.clone(),
                puzzles,
                ids_below,
                answers: answers(plan, fonts, &frame, puzzles)?,
                rules: Vec::new(),
                picture: None,
                hints: (plan.hints && matter == Matter::Book)
                    .then(|| HintList::new(plan, fonts, &words, &frame, first, entries))
                    .transpose()?,
                lessons: (plan.how_to && matter == Matter::Book)
                    .then(|| LessonList::new(plan, fonts, &words, &frame))
                    .transpose()?,
                front: prose(plan.matter.front.as_deref(), fonts, &frame, &["matter.front"])?,
                back: prose(plan.matter.back.as_deref(), fonts, &frame, &["matter.back"])?,
                leaves: Vec::new(),
                frame,
            };
            layout.rules = layout.break_rules(true)?;
            layout.picture = layout.picture_side();
            if layout.picture.is_none() {
                layout.rules = layout.break_rules(false)?;
            }
            let [most, hints] =
                layout.hints.as_ref().map_or([0; 2], |it| [it.most, it.pages.len()]);
            let [longest, lessons] =
                layout.lessons.as_ref().map_or([0; 2], |it| [it.most, it.pages()]);
            // The margin is the same whether hints and lessons are known or not.
            let all = layout.order(most, longest).len();
            let wanted = Frame::new(plan, all);
            if wanted.inside <= layout.frame.inside {
                layout.leaves = layout.order(hints, lessons);
                return Ok(layout);
            }
            pages = all;
        }
    }

    /// The number of puzzles.
    pub fn count(&self) -> usize {
        self.sections.last().map_or(0, |section| section.puzzles.end)
    }

    /// The number in print of a puzzle.
    pub fn number(&self, puzzle: usize) -> u32 {
        self.plan.first() + puzzle as u32
    }

    /// The area of page `index` from 0: its top left corner, width and height.
    pub fn area(&self, index: usize) -> (Point, Point) {
        let corner = [self.frame.left(index + 1), Frame::top()];
        (corner, [self.frame.width(), self.frame.height()])
    }

    /// The height that a heading takes.
    pub fn heading(&self) -> f64 {
        self.frame.heading()
    }

    /// The lines of the contents: title, puzzles of it, page from 0.
    pub fn contents(&self) -> Vec<(&str, usize, usize)> {
        let page = |wanted: &dyn Fn(&Leaf) -> bool| self.leaves.iter().position(wanted);
        let other = |title, leaf| page(leaf).map(|page| (title, 0, page));
        let rules = other(&self.words.rules[..], &|leaf| matches!(leaf, Leaf::Rules(_)));
        let sections = self.sections.iter().enumerate().filter_map(|(i, section)| {
            let at = page(&|leaf| *leaf == Leaf::Section(i))?;
            Some((&section.label[..], section.puzzles.len(), at))
        });
        let hints = other(&self.words.hints, &|leaf| matches!(leaf, Leaf::Hints(_)));
        let solutions = other(&self.words.solutions, &|leaf| *leaf == Leaf::Solutions);
        let how_to = other(&self.words.how_to, &|leaf| matches!(leaf, Leaf::HowTo(_)));
        let before = self.texts(&self.front, Leaf::Front).chain(rules).chain(how_to);
        let after = hints.into_iter().chain(solutions).chain(self.texts(&self.back, Leaf::Back));
        before.chain(sections).chain(after).collect()
    }

    /// The lines of the contents about a text of one's own, whose pages are these.
    fn texts<'b>(
        &'b self,
        prose: &'b Prose,
        leaf: fn(usize) -> Leaf,
    ) -> impl Iterator<Item = (&'b str, usize, usize)> {
        let titles = (0..prose.pages()).filter_map(|i| Some((i, prose.title(i)?)));
        titles.filter_map(move |(i, title)| {
            let page = self.leaves.iter().position(|other| *other == leaf(i))?;
            Some((title, 0, page))
        })
    }

    /// The number of page `index` from 0 in print: a small Roman one before the puzzles, if there is matter of one's own.
    pub fn folio(&self, index: usize) -> String {
        if index < self.roman() { roman(index + 1) } else { (index + 1).to_string() }
    }

    /// How many pages have Roman numbers.
    pub fn roman(&self) -> usize {
        let is_body = |leaf: &Leaf| matches!(leaf, Leaf::Section(_));
        let has_front = self.matter == Matter::Book && self.plan.matter.has_front();
        let body = || self.leaves.iter().position(is_body);
        if has_front { body().unwrap_or(0) } else { 0 }
    }

    /// The height of a line of the contents, and how many a page has.
    pub fn contents_lines(&self) -> (f64, usize) {
        lines(self.frame.kinds.body.size * 2.2, self.frame.height() - self.heading())
    }

    /// The width of the picture below the rules, as large as half a page of text, if there is room for one that can be read.
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

    /// The rules, page by page.
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
            // A paragraph longer than a page goes on on the next.
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

    /// The pages of the answers: their rows are shared out evenly, so that the last page is not left with a few.
    fn answer_pages(&self) -> Vec<Leaf> {
        let Some(way) = self.answers else { return Vec::new() };
        // Whole rows, where a page has no half row.
        let row = if way.boards % way.columns() == 0 { way.columns() } else { 1 };
        let rows = self.count().div_ceil(row);
        let pages = self.count().div_ceil(way.boards);
        let mut leaves = Vec::new();
        let mut first = 0;
        for page in 0..pages {
            let here = rows / pages + usize::from(page < rows % pages);
            let end = self.count().min(first + here * row);
            leaves.push(Leaf::Answers(first..end));
            first = end;
        }
        leaves
    }

    /// The pages in their order, so many of hints and of how to solve.
    fn order(&self, hints: usize, lessons: usize) -> Vec<Leaf> {
        let own = &self.plan.matter;
        let mut leaves = Vec::new();
        if own.half_title {
            leaves.extend([Leaf::HalfTitle, Leaf::Blank]);
        }
        leaves.extend([Leaf::Title, Leaf::Imprint]);
        let to_right_page = |leaves: &mut Vec<Leaf>| {
            if leaves.len() % 2 == 1 {
                leaves.push(Leaf::Blank);
            }
        };
        if self.matter == Matter::Answers {
            leaves.extend(self.answer_pages());
            to_right_page(&mut leaves);
            return leaves;
        }
        leaves.extend(own.dedication.is_some().then_some(Leaf::Dedication));
        let lists = [self.plan.hints, self.plan.how_to, self.plan.answers == Answers::Back];
        let rows = 1 + self.sections.len() + lists.into_iter().filter(|list| *list).count();
        let rows = rows + self.front.titles().chain(self.back.titles()).count();
        leaves.extend((0..rows.div_ceil(self.contents_lines().1)).map(Leaf::Contents));
        leaves.extend((0..self.front.pages()).map(Leaf::Front));
        leaves.extend((0..self.rules.len()).map(Leaf::Rules));
        if leaves.len() % 2 == 0 && self.lessons.as_ref().is_some_and(|list| list.is_split) {
            // Text and board of a lesson face each other.
            leaves.push(Leaf::Blank);
        }
        leaves.extend((0..lessons).map(Leaf::HowTo));
        for (i, section) in self.sections.iter().enumerate() {
            to_right_page(&mut leaves);
            leaves.push(Leaf::Section(i));
            let each = usize::from(self.plan.per_page());
            for page in chunks(section.puzzles.clone(), each, |puzzles| puzzles) {
                leaves.push(Leaf::Puzzles(page.clone()));
                if self.plan.answers == Answers::Facing {
                    leaves.push(Leaf::Answers(page));
                }
            }
        }
        leaves.extend((0..hints).map(Leaf::Hints));
        if self.plan.answers == Answers::Back {
            to_right_page(&mut leaves);
            leaves.push(Leaf::Solutions);
            leaves.extend(self.answer_pages());
        }
        leaves.extend((0..self.back.pages()).map(Leaf::Back));
        to_right_page(&mut leaves);
        leaves
    }
}

/// A text of one's own on pages, if there is one.
fn prose(
    text: Option<&str>,
    fonts: &Fonts,
    frame: &Frame,
    keys: &'static [&'static str],
) -> Result<Prose, BookError> {
    let Some(text) = text else { return Ok(Prose::default()) };
    let blocks = parse(text).map_err(|words| BookError::layout(words, keys))?;
    Prose::new(&blocks, fonts, frame, keys)
}

/// A range in pieces of `each`.
fn chunks<T>(range: Range<usize>, each: usize, of: impl Fn(Range<usize>) -> T) -> Vec<T> {
    let starts = range.clone().step_by(each.max(1));
    starts.map(|start| of(start..range.end.min(start + each.max(1)))).collect()
}

/// Lines of this height in this room: at least one.
fn lines(height: f64, room: f64) -> (f64, usize) {
    (height, ((room / height) as usize).max(1))
}

#[cfg(test)]
mod tests {
    use super::super::Size;
    use super::*;

    fn leaves(plan: &Plan, sections: &[(&str, usize)]) -> Vec<Leaf> {
        let fonts = Fonts::bundled().unwrap();
        Layout::new(plan, &fonts, sections, Matter::Book, None).unwrap().leaves
    }

    #[test]
    fn grids_have_even_white_around_them() {
        let fonts = Fonts::bundled().unwrap();
        for size in Size::TRIMS {
            for per_page in [1, 2, 4, 6] {
                let plan = Plan {
                    size: size.parse().unwrap(),
                    per_page: Some(per_page),
                    ..Plan::default()
                };
                let Ok(layout) = Layout::new(&plan, &fonts, &[("hard", 20)], Matter::Book, None)
                else {
                    continue;
                };
                let (corner, area) = layout.area(0);
                let way = layout.puzzles;
                let grids: Vec<Point> =
                    (0..way.boards).map(|i| way.board(way.corner(i, corner, area))).collect();
                let folio =
                    layout.frame.folio() - layout.frame.kinds.folio.size * fonts.regular.capital();
                let last = grids.iter().map(|grid| grid[1] + way.side).fold(0.0, f64::max);
                assert!(folio - last >= 18.0, "{size}, {per_page} a page: {}", folio - last);
                let pitch = |axis: usize| {
                    let others = grids.iter().map(|grid| grid[axis] - grids[0][axis] - way.side);
                    others.filter(|gap| *gap > 0.0).reduce(f64::min)
                };
                if let (Some(across), Some(down)) = (pitch(0), pitch(1)) {
                    let ratio = across.max(down) / across.min(down);
                    assert!(ratio <= 1.5, "{size}, {per_page} a page: {across} and {down}");
                }
            }
        }
    }

    #[test]
    fn large_print_has_the_largest_digits() {
        let fonts = Fonts::bundled().unwrap();
        let digits = |plan: &Plan| {
            let layout = Layout::new(plan, &fonts, &[("hard", 20)], Matter::Book, None).ok()?;
            Some(type_size(plan, &fonts, layout.puzzles.side))
        };
        let sizes = (35..200).step_by(5).flat_map(|width| {
            [0.7, 1.0, 1.4]
                .map(|by| format!("{}x{}", f64::from(width) / 10.0, f64::from(width) * by / 10.0))
        });
        let mut seen = 0;
        for size in sizes.chain(Size::TRIMS.map(str::to_owned)) {
            let Ok(size) = size.parse() else { continue };
            let plan = Plan { size, per_page: Some(1), ..Plan::default() };
            let large = Plan { large_print: true, ..plan.clone() };
            let Some(large) = digits(&large) else { continue };
            seen += 1;
            assert!(Some(large) >= digits(&plan), "{}: {large}", plan.size);
        }
        assert!(seen > 30, "{seen}");
        let letter = Plan { size: "letter".parse().unwrap(), large_print: true, ..Plan::default() };
        assert!(digits(&letter).unwrap() >= 42.0);
    }

    #[test]
    fn answers_are_shared_out_evenly() {
        let fonts = Fonts::bundled().unwrap();
        for count in 1..200 {
            let plan = Plan { answers_per_page: Some(6), ..Plan::default() };
            let layout =
                Layout::new(&plan, &fonts, &[("hard", count)], Matter::Book, None).unwrap();
            let pages: Vec<Range<usize>> = layout
                .leaves
                .iter()
                .filter_map(|leaf| match leaf {
                    Leaf::Answers(range) => Some(range.clone()),
                    _ => None,
                })
                .collect();
            assert_eq!(pages.len(), count.div_ceil(6));
            assert!(pages.windows(2).all(|two| two[0].end == two[1].start));
            assert_eq!((pages[0].start, pages[pages.len() - 1].end), (0, count));
            let columns = layout.answers.unwrap().columns();
            let least = pages.iter().map(|page| page.len().div_ceil(columns)).min().unwrap();
            assert!(
                pages.iter().all(|page| page.len() <= 6 && page.len() <= (least + 1) * columns)
            );
        }
    }

    #[test]
    fn pages_come_in_order() {
        use Leaf::{Answers, Blank, Contents, Imprint, Puzzles, Rules, Section, Solutions, Title};
        let sections = [("easy", 3), ("none", 0), ("hard", 2)];
        assert_eq!(
            leaves(&Plan::default(), &sections),
            [
                Title,
                Imprint,
                Contents(0),
                Rules(0),
                Section(0),
                Puzzles(0..2),
                Puzzles(2..3),
                Blank,
                Section(1),
                Puzzles(3..5),
                Solutions,
                Answers(0..5)
            ]
        );
        let plan = Plan { answers: super::Answers::Facing, hints: true, ..Plan::default() };
        assert_eq!(
            leaves(&plan, &sections)[4..],
            [
                Section(0),
                Puzzles(0..2),
                Answers(0..2),
                Puzzles(2..3),
                Answers(2..3),
                Blank,
                Section(1),
                Puzzles(3..5),
                Answers(3..5),
                Leaf::Hints(0)
            ]
        );
    }
}
