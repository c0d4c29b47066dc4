//! Which pages a document has, in their order.

use super::arrange::Ways;
use super::layout::{Layout, Leaf, Matter};
use super::{Answers, Dividers, Profile};

impl Layout<'_> {
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

    /// The pages in their order, so many of hints and of how to solve.
    pub(super) fn order(&self, hints: usize, lessons: usize) -> Vec<Leaf> {
        let own = &self.plan.matter;
        // A screen has no leaves of two pages.
        let is_bound = self.plan.profile != Profile::Screen;
        let to_right_page = |leaves: &mut Vec<Leaf>| {
            if leaves.len() % 2 == 1 && is_bound {
                leaves.push(Leaf::Blank);
            }
        };
        let mut leaves = Vec::new();
        if own.half_title {
            leaves.push(Leaf::HalfTitle);
            to_right_page(&mut leaves);
        }
        leaves.extend([Leaf::Title, Leaf::Imprint]);
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
        if leaves.len().is_multiple_of(2) && self.lessons.as_ref().is_some_and(|list| list.is_split)
        {
            // Text and board of a lesson face each other.
            leaves.push(Leaf::Blank);
        }
        leaves.extend((0..lessons).map(Leaf::HowTo));
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
            for here in shares(section.puzzles.len(), section.each) {
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
        leaves.extend((0..self.back.pages()).map(Leaf::Back));
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
            pages.push(usize::midpoint(each, rest));
        }
        _ => pages.extend((rest > 0).then_some(rest)),
    }
    pages
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::super::super::drawing::Fonts;
    use super::super::Plan;
    use super::*;

    fn leaves(plan: &Plan, sections: &[(&str, usize)]) -> Vec<Leaf> {
        let fonts = Fonts::bundled().unwrap();
        Layout::new(plan, &fonts, sections, Matter::Book, None).unwrap().leaves
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
