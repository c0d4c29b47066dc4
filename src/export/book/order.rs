//! The pages of a document in their order.

use super::arrange::GridLayout;
use super::layout::{Layout, Matter, PageContent};
use super::{Answers, Dividers, Profile};

impl Layout<'_> {
    /// Returns the pages of the answers. Their rows are shared out evenly, so that the last page is
    /// not left with a few.
    fn answer_pages(&self) -> Vec<PageContent> {
        let Some(GridLayout { full: way, .. }) = self.answers else { return Vec::new() };
        let row = way.whole_row();
        let rows = self.count().div_ceil(row);
        let pages = self.count().div_ceil(way.boards);
        let mut leaves = Vec::new();
        let mut first = 0;
        for page in 0..pages {
            let here = rows / pages + usize::from(page < rows % pages);
            let end = self.count().min(first + here * row);
            leaves.push(PageContent::Answers(first..end));
            first = end;
        }
        leaves
    }

    /// Returns the pages in their order, with `hints` pages of hints and `lessons` pages of how to
    /// solve.
    pub(super) fn order(&self, hints: usize, lessons: usize) -> Vec<PageContent> {
        let own = &self.plan.matter;
        // A document for screens has no leaves of two pages.
        let is_bound = self.plan.profile != Profile::Screen;
        let to_right_page = |leaves: &mut Vec<PageContent>| {
            if leaves.len() % 2 == 1 && is_bound {
                leaves.push(PageContent::Blank);
            }
        };
        let mut leaves = Vec::new();
        if own.half_title {
            leaves.push(PageContent::HalfTitle);
            to_right_page(&mut leaves);
        }
        let is_book = !self.plan.worksheet;
        leaves.extend([PageContent::Title, PageContent::Imprint].into_iter().filter(|_| is_book));
        if self.matter == Matter::Answers {
            leaves.extend(self.answer_pages());
            to_right_page(&mut leaves);
            return leaves;
        }
        leaves.extend(own.dedication.is_some().then_some(PageContent::Dedication));
        let lists = [self.plan.hints, self.plan.how_to, self.plan.answers == Answers::Back];
        let rows = 1 + self.sections.len() + lists.into_iter().filter(|list| *list).count();
        let rows = rows + self.front.titles().chain(self.back.titles()).count();
        let contents = 0..rows.div_ceil(self.contents_lines().1);
        leaves.extend(contents.map(PageContent::Contents).filter(|_| is_book));
        leaves.extend((0..self.front.pages()).map(PageContent::Front));
        leaves.extend((0..self.rules.len()).map(PageContent::Rules).filter(|_| is_book));
        if leaves.len().is_multiple_of(2) && self.lessons.as_ref().is_some_and(|list| list.is_split)
        {
            // Text and board of a lesson face each other.
            leaves.push(PageContent::Blank);
        }
        leaves.extend((0..lessons).map(PageContent::HowTo));
        for (i, section) in self.sections.iter().enumerate() {
            match if is_book { self.plan.dividers } else { Dividers::None } {
                Dividers::Recto => {
                    to_right_page(&mut leaves);
                    leaves.push(PageContent::Section(i));
                }
                Dividers::Any => leaves.push(PageContent::Section(i)),
                Dividers::None => {}
            }
            let mut first = section.puzzles.start;
            for here in shares(section.puzzles.len(), section.each) {
                leaves.push(PageContent::Puzzles(first..first + here));
                first += here;
            }
        }
        leaves.extend((0..hints).map(PageContent::Hints));
        if self.plan.answers == Answers::Back {
            if !is_book && leaves.len() % 2 == 1 {
                // The answers of a worksheet are on a separate sheet, for the teacher.
                leaves.push(PageContent::Blank);
            } else if is_book {
                if self.plan.dividers == Dividers::Recto {
                    to_right_page(&mut leaves);
                }
                leaves.push(PageContent::Solutions);
            }
            leaves.extend(self.answer_pages());
        }
        leaves.extend((0..self.back.pages()).map(PageContent::Back));
        let each = self.sections.last().map_or(1, |section| section.each);
        leaves
            .extend(shares(self.plan.blank_grids.into(), each).into_iter().map(PageContent::Grids));
        leaves.extend((0..self.plan.note_pages).map(|_| PageContent::Notes));
        to_right_page(&mut leaves);
        leaves
    }
}

/// Returns the number of puzzles on each page, at most `each`. If the last page would be less than
/// half full, it shares evenly with the page before.
fn shares(count: usize, each: usize) -> Vec<usize> {
    let rest = count % each;
    let mut pages = vec![each; count / each];
    match pages.last_mut() {
        Some(last) if rest > 0 && 2 * rest < each => {
            *last = (each + rest).div_ceil(2);
            pages.push(usize::midpoint(each, rest));
        }
        _ => pages.extend((rest > 0).then_some(rest)),
    }
    pages
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::Range;

    use chacha20::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use super::super::super::drawing::Fonts;
    use super::super::{Plan, Size};
    use super::*;

    const RNG_SEED: u64 = 20_261_127;

    fn leaves(plan: &Plan, sections: &[(&str, usize)]) -> Vec<PageContent> {
        let fonts = Fonts::bundled().unwrap();
        Layout::new(plan, &fonts, sections, Matter::Book, None).unwrap().leaves
    }

    /// For any number of answers on any raster: pages differ by at most a row, rows by at most a
    /// board, there are as few pages as hold them, and no board is alone on a page that has room
    /// for more than two.
    #[test]
    fn answers_are_shared_out_evenly() {
        let fonts = Fonts::bundled().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
        let mut seen = 0;
        for case in 0..400 {
            let (count, each) = (rng.random_range(1..200), rng.random_range(1..13_u8));
            let size = *Size::TRIMS.choose(&mut rng).unwrap();
            let plan = Plan {
                answers_per_page: Some(each),
                size: size.parse().unwrap(),
                worksheet: rng.random(),
                ..Plan::default()
            };
            let told = format!("case {case} of RNG seed {RNG_SEED}: {count}, {each} on {size}");
            let sections = [("hard", count)];
            let Ok(layout) = Layout::new(&plan, &fonts, &sections, Matter::Book, None) else {
                continue;
            };
            seen += 1;
            let pages: Vec<Range<usize>> = layout
                .leaves
                .iter()
                .filter_map(|leaf| match leaf {
                    PageContent::Answers(range) => Some(range.clone()),
                    _ => None,
                })
                .collect();
            assert_eq!(pages.len(), count.div_ceil(each.into()), "{told}");
            assert!(pages.windows(2).all(|two| two[0].end == two[1].start), "{told}");
            assert_eq!((pages[0].start, pages[pages.len() - 1].end), (0, count), "{told}");
            let (ways, area) = (layout.answers.unwrap(), [0.0; 2]);
            // The number of boards in each row of each page, by their height on the page.
            let rows = |page: &Range<usize>| {
                let way = ways.of(page.len());
                let mut rows = BTreeMap::<i64, usize>::new();
                for i in 0..page.len() {
                    let y = way.corner(i, area, ways.area)[1];
                    *rows.entry((y * 100.0).round() as i64).or_default() += 1;
                }
                rows.into_values().collect::<Vec<usize>>()
            };
            let all: Vec<Vec<usize>> = pages.iter().map(rows).collect();
            let counts: Vec<usize> = all.iter().map(Vec::len).collect();
            let is_even = counts.iter().all(|rows| rows.abs_diff(counts[0]) <= 1);
            assert!(is_even, "{all:?}, {told}");
            for rows in &all {
                let [least, most] = [rows.iter().min(), rows.iter().max()].map(Option::unwrap);
                assert!(*most <= least + 1, "{rows:?}, {told}");
                let boards: usize = rows.iter().sum();
                assert!(boards > 1 || count == 1 || each <= 2, "{rows:?}, {told}");
            }
        }
        assert!(seen > 200, "{seen} seen, RNG seed {RNG_SEED}");
    }

    /// A worksheet has pages of puzzles, and its solutions on a separate sheet.
    #[test]
    fn worksheets_have_nothing_else() {
        use PageContent::{Answers, Blank, Puzzles};
        let plan = |profile| Plan { worksheet: true, profile, ..Plan::default() };
        let sections = [("easy", 4), ("hard", 2)];
        for profile in [Profile::Screen, Profile::Kdp] {
            let pages = [Puzzles(0..2), Puzzles(2..4), Puzzles(4..6), Blank, Answers(0..6)];
            let last = (profile == Profile::Kdp).then_some(Blank);
            let wanted: Vec<PageContent> = pages.into_iter().chain(last).collect();
            assert_eq!(leaves(&plan(profile), &sections), wanted);
        }
    }

    #[test]
    fn blank_grids_and_lines_come_last() {
        use PageContent::{Grids, Notes};
        let plan = Plan { blank_grids: 5, note_pages: 2, ..Plan::default() };
        let leaves = leaves(&plan, &[("easy", 3)]);
        let last = [Grids(2), Grids(2), Grids(1), Notes, Notes];
        let from = leaves.iter().position(|leaf| *leaf == last[0]).unwrap();
        assert_eq!(leaves[from..from + 5], last);
        assert!(matches!(leaves[from - 1], PageContent::Answers(_)));
        assert!(leaves[from + 5..].iter().all(|leaf| *leaf == PageContent::Blank));
    }

    #[test]
    fn pages_come_in_order() {
        use PageContent::{
            Answers, Blank, Contents, Imprint, Puzzles, Rules, Section, Solutions, Title,
        };
        let sections = [("easy", 3), ("none", 0), ("hard", 2)];
        let first = [Title, Imprint, Contents(0), Rules(0)];
        let own = [Section(0), Puzzles(0..2), Puzzles(2..3), Blank, Section(1), Puzzles(3..5)];
        let all = [&first[..], &own, &[Solutions, Answers(0..5)]].concat();
        assert_eq!(leaves(&Plan::default(), &sections), all);
        let plan = Plan { answers: super::Answers::Facing, hints: true, ..Plan::default() };
        let all = [&own[..], &[PageContent::Hints(0), Blank]].concat();
        assert_eq!(leaves(&plan, &sections)[4..], all);
    }
}
