//! The ladder against known answers.

use seeddb::logic::{Ladder, grade};

use crate::puzzles::puzzle;

#[test]
fn known_top_tiers_and_reserved_cells() {
    for line in include_str!("../data/known_answers.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let puzzle = puzzle(line);
        let grade = grade(Ladder::hsolve(), &puzzle);
        assert_eq!(puzzle.clues().len().to_string(), fields[1]);
        assert_eq!(grade.tier.to_string(), fields[2], "{line}");
        assert_eq!(grade.reserved().len().to_string(), fields[3], "{line}");
    }
}
