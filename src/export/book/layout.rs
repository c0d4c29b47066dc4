//! [`Layout`]: which page holds what.

use std::ops::Range;

use super::super::drawing::{Fonts, Point};
use super::arrange::{Ways, type_size};
use super::fit::{Setting, answers, puzzles};
use super::frame::{Frame, TypeStyles};
use super::hints::HintList;
use super::section::SectionRange;
use super::text::wrap;
use super::words::Words;
use super::{Answers, BookError, Dividers, Entry, Heads, Plan, Profile};

/// What a page holds. Puzzles are counted from 0 through the whole book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    Title,
    /// The back of the title page.
    Imprint,
    /// A page of the contents, from 0.
    Contents(usize),
    /// A page of the rules, from 0.
    Rules(usize),
    /// The page before the puzzles of a section.
    Section(usize),
    Puzzles(Range<usize>),
    /// The page before the answers.
    Solutions,
    Answers(Range<usize>),
    /// A page of the hints, from 0.
    Hints(usize),
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
    pub setting: Setting,
    pub answers: Option<Ways>,
    /// The rules, page by page: paragraphs of lines.
    pub rules: Vec<Vec<Vec<String>>>,
    /// How wide the picture below them is; none where its digits would be too small.
    pub picture: Option<f64>,
    /// The hints, if there are any.
    pub hints: Option<HintList>,
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
            let setting = puzzles(plan, fonts, &words, &frame, &all)?;
            let mut layout = Self {
                plan,
                fonts,
                words: words.clone(),
                matter,
                sections: all.clone(),
                setting,
                answers: answers(plan, fonts, &frame, first)?,
                rules: Vec::new(),
                picture: None,
                hints: (plan.hints && matter == Matter::Book)
                    .then(|| HintList::new(plan, fonts, &words, &frame, first, entries))
                    .transpose()?,
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
            // The margin is the same whether the hints are known or not.
            let all = layout.order(most).len();
            let wanted = Frame::new(plan, all);
            if wanted.inside <= layout.frame.inside {
                layout.leaves = layout.order(hints);
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
        let corner = [self.frame.left(index + 1), self.frame.top()];
        (corner, [self.frame.width(), self.frame.height()])
    }

    /// The title of the section of a puzzle.
    pub fn section_of(&self, puzzle: usize) -> &str {
        let section = self.sections.iter().find(|section| section.puzzles.contains(&puzzle));
        section.map_or("", |section| &section.label)
    }

    /// The puzzles whose answers stand at the foot of page `index` from 0, if there are such: those of the page opposite or of its own.
    pub fn below(&self, index: usize) -> Option<Range<usize>> {
        self.setting.strip?;
        let puzzles = |index: usize| match self.leaves.get(index)? {
            Leaf::Puzzles(range) => Some(range.clone()),
            _ => None,
        };
        // Page 0 is a right one without a left one before it.
        let opposite = if index % 2 == 1 { Some(index + 1) } else { index.checked_sub(1) };
        let opposite = opposite.filter(|_| self.plan.answers == Answers::Facing);
        let own = puzzles(index)?;
        Some(opposite.and_then(puzzles).unwrap_or(own))
    }

    /// The side of the smallest grid of a puzzle.
    pub fn grid(&self) -> f64 {
        let sides = self.leaves.iter().filter_map(|leaf| match leaf {
            Leaf::Puzzles(range) => Some(self.setting.ways.of(range.len()).side),
            _ => None,
        });
        sides.reduce(f64::min).unwrap_or(self.setting.ways.full.side)
    }

    /// The side of an answer's grid, if there are answers.
    pub fn answer_grid(&self) -> Option<f64> {
        let below = self.setting.strip.map(|strip| strip.side);
        below.or_else(|| self.answers.map(|answers| answers.full.side))
    }

    /// The running head of page `index` from 0, if it has one.
    pub fn head(&self, index: usize) -> Option<&str> {
        let section = match &self.leaves[index] {
            Leaf::Puzzles(range) => self.section_of(range.start),
            Leaf::Answers(_) => &self.words.solutions,
            _ => return None,
        };
        let is_right = index % 2 == 0;
        (self.plan.heads() == Heads::Titles).then_some(if is_right {
            section
        } else {
            &self.words.title
        })
    }

    /// Refuses running heads that are wider than their place.
    fn check_heads(&self) -> Result<(), BookError> {
        if self.plan.heads() == Heads::None {
            return Ok(());
        }
        let others = [&self.words.title, &self.words.solutions];
        for text in self.sections.iter().map(|section| &section.label).chain(others) {
            if self.frame.kinds.folio.width(self.fonts, text)? > self.frame.width() {
                let words = format!(
                    "the running head {text:?} is wider than the page: take none, or a shorter title"
                );
                return Err(BookError::layout(words, &["heads", "title", "design"]));
            }
        }
        Ok(())
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
            let is_first = |leaf: &Leaf| matches!(leaf, Leaf::Puzzles(range) if range.start == section.puzzles.start);
            let at = page(&|leaf| *leaf == Leaf::Section(i)).or_else(|| page(&is_first))?;
            Some((&section.label[..], section.puzzles.len(), at))
        });
        let hints = other(&self.words.hints, &|leaf| matches!(leaf, Leaf::Hints(_)));
        let solutions = other(&self.words.solutions, &|leaf| *leaf == Leaf::Solutions);
        rules.into_iter().chain(sections).chain(hints).chain(solutions).collect()
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
        let Some(Ways { full: way, .. }) = self.answers else { return Vec::new() };
        // Whole rows, where a page has no half row, and enough that one less leaves it full.
        let is_whole = way.boards % way.columns() == 0 && way.rows() > 2;
        let row = if is_whole { way.columns() } else { 1 };
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

    /// The pages in their order, so many of hints.
    fn order(&self, hints: usize) -> Vec<Leaf> {
        let mut leaves = vec![Leaf::Title, Leaf::Imprint];
        // A screen has no leaves of two pages.
        let is_bound = self.plan.profile != Profile::Screen;
        let to_right_page = |leaves: &mut Vec<Leaf>| {
            if leaves.len() % 2 == 1 && is_bound {
                leaves.push(Leaf::Blank);
            }
        };
        if self.matter == Matter::Answers {
            leaves.extend(self.answer_pages());
            to_right_page(&mut leaves);
            return leaves;
        }
        let lists = [self.plan.hints, self.plan.answers == Answers::Back];
        let rows = 1 + self.sections.len() + lists.into_iter().filter(|list| *list).count();
        leaves.extend((0..rows.div_ceil(self.contents_lines().1)).map(Leaf::Contents));
        leaves.extend((0..self.rules.len()).map(Leaf::Rules));
        for (i, section) in self.sections.iter().enumerate() {
            match self.plan.dividers {
                Dividers::Recto => {
                    to_right_page(&mut leaves);
                    leaves.push(Leaf::Section(i));
                }
                Dividers::Any => leaves.push(Leaf::Section(i)),
                Dividers::None => {}
            }
            let mut first = section.puzzles.start;
            for here in shares(section.puzzles.len(), self.setting.ways.full.boards) {
                leaves.push(Leaf::Puzzles(first..first + here));
                first += here;
            }
        }
        leaves.extend((0..hints).map(Leaf::Hints));
        if self.plan.answers == Answers::Back {
            if self.plan.dividers == Dividers::Recto {
                to_right_page(&mut leaves);
            }
            leaves.push(Leaf::Solutions);
            leaves.extend(self.answer_pages());
        }
        to_right_page(&mut leaves);
        leaves
    }
}

/// How many of `count` puzzles are on each page, at most `each`: a last page of few shares with the one before.
fn shares(count: usize, each: usize) -> Vec<usize> {
    let rest = count % each;
    let mut pages = vec![each; count / each];
    match pages.last_mut() {
        Some(last) if rest > 0 && 2 * rest < each => {
            *last = (each + rest).div_ceil(2);
            pages.push((each + rest) / 2);
        }
        _ => pages.extend((rest > 0).then_some(rest)),
    }
    pages
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
                let way = layout.setting.ways.full;
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
            Some(type_size(plan, &fonts, layout.setting.ways.full.side))
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
            let columns = layout.answers.unwrap().full.columns();
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
                Puzzles(2..3),
                Blank,
                Section(1),
                Puzzles(3..5),
                Leaf::Hints(0),
                Blank
            ]
        );
    }
}
