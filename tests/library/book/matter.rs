//! Tests of a publisher's own pages, and of those on how to solve.

use seeddb::board::Puzzle;
use seeddb::export::book::{Help, Language, Lesson, OwnPages, Plan, Taught};
use seeddb::logic::{Ladder, Walk};

use super::pdf::{File, Page};
use super::{make, sections};

const FRONT: &str = "# Foreword\n\nFirst **of all**, *jj* ff.\n\n1. one\n2. two\n   - three\n\n---\n\n\
                     ## Thanks\n\nThanks.\n\n# On pencils\n\nSoft ones smear.\n";
const BACK: &str = "# About the author\n\nNobody knows.\n";

/// Returns additional pages of every kind.
pub fn some() -> OwnPages {
    OwnPages {
        half_title: true,
        copyright: Some("2027 A. Setter".into()),
        publisher: Some("Fireside Press".into()),
        edition: Some("Second edition".into()),
        isbn: Vec::new(),
        dedication: Some("For J.\nand f".into()),
        front: Some(FRONT.into()),
        back: Some(BACK.into()),
    }
}

/// Returns the pages, from 0, whose first heading this is.
fn page_of(pages: &[Page], heading: &str) -> Vec<usize> {
    let is = |(_, page): &&(usize, &Page)| {
        let first = page.texts.iter().find(|text| text.bold && text.size > 16.0);
        first.is_some_and(|text| text.says == heading)
    };
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    numbered.iter().filter(is).map(|(i, _)| *i).collect()
}

#[test]
fn what_is_ones_own_stands_in_its_place_and_in_the_contents() {
    let sections = sections(&[("easy", 3)]);
    let plan = Plan { matter: some(), ..Plan::default() };
    let pages = File::read(&make(&plan, &sections).unwrap().pdf).pages();
    let texts: Vec<String> = pages.iter().map(Page::text).collect();
    assert_eq!((&texts[0][..], &texts[1][..]), ("Sudoku", ""), "half-title and its back");
    assert!(texts[3].contains("©2027A.SetterFiresidePressSecondedition"), "{}", texts[3]);
    assert_eq!(texts[4], "ForJ.andf");
    let contents = &texts[5];
    for (title, folio) in [("Foreword", "vii"), ("On pencils", "viii"), ("How to play", "ix")] {
        let [page] = page_of(&pages, title)[..] else { panic!("{title}") };
        assert_eq!(
            page + 1,
            ["vii", "viii", "ix"].iter().position(|all| *all == folio).unwrap() + 7
        );
        let line = format!("{}{folio}", title.replace(' ', ""));
        assert!(contents.replace('.', "").contains(&line), "{line}: {contents}");
        assert!(texts[page].ends_with(folio), "{}", texts[page]);
    }
    let [about] = page_of(&pages, "About the author")[..] else { panic!("{texts:?}") };
    let line = format!("Abouttheauthor{}", about + 1);
    assert!(contents.replace('.', "").contains(&line), "{line}: {contents}");
    assert!(texts[6].contains("1.one") && texts[6].contains("•three"), "{}", texts[6]);
    let bold = |says: &str| pages[6].texts.iter().any(|text| text.bold && text.says == says);
    assert!(bold("of all") && bold("jj") && bold("Thanks"), "{:?}", pages[6].texts);
    // Without front matter, all page numbers are Arabic.
    let others = File::read(&make(&Plan::default(), &sections).unwrap().pdf).pages();
    assert!(others[2].text().ends_with('3'), "{}", others[2].text());
}

#[test]
fn each_technique_that_is_needed_has_a_page_and_no_other() {
    let sections = sections(&[("easy", 4), ("expert", 8)]);
    let ladder = Ladder::default();
    let puzzle = |grid| Puzzle::new(&grid).unwrap();
    let entries = || sections.iter().flat_map(|section| &section.entries);
    let lessons = entries().map(|entry| Lesson::of(&ladder, &puzzle(entry.row.puzzle)));
    let lessons = Lesson::best(lessons.flatten());
    let walks: Vec<Walk> =
        entries().map(|entry| Walk::new(&ladder, &puzzle(entry.row.puzzle))).collect();
    for (language, large_print) in
        [(Language::En, false), (Language::En, true), (Language::De, false)]
    {
        let plan =
            Plan { language, large_print, how_to: true, needs_trying: true, ..Plan::default() };
        let book = super::typeset(&plan, &super::Fonts::bundled().unwrap(), &sections).unwrap();
        let pages = File::read(&book.pdf).pages();
        let mut before = 0;
        for technique in ladder.techniques() {
            let name = match (language, technique.name()) {
                (Language::En, name) => name[..1].to_uppercase() + &name[1..],
                (_, "naked single") => "Nackter Einer".into(),
                (_, "X-wing") => "X-Wing".into(),
                _ => continue,
            };
            let found = page_of(&pages, &name);
            let is_needed = walks
                .iter()
                .any(|walk| walk.uses().any(|used| used.technique == technique && used.times > 0));
            assert_eq!(found.len(), usize::from(is_needed), "{name}: {found:?}");
            let Some(last) = found.last() else { continue };
            assert!(*last > before, "pages are in the order of the ladder");
            assert!(!large_print || *last % 2 == 1, "text and board face each other");
            before = *last;
            let lesson =
                lessons.iter().find(|lesson| lesson.technique == Taught::Tiers(technique)).unwrap();
            let Help::Step(step) = &lesson.help else { panic!("{lesson:?}") };
            let step = step.to_string().replace(' ', "");
            let text = pages[*last + usize::from(large_print)].text();
            assert!(language != Language::En || text.contains(&step), "{step}: {text}");
        }
        assert!(before > 0);
    }
}
