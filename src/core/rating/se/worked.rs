//! Steps of very hard puzzles whose sizes depend on which inner chains count as equal, and on the
//! candidates that inner cycles depend on, as the original prints them. For the last step only the
//! original's sum of inner sizes, 88, is known, not its parts.

use super::chains;
use super::hint::Reason;
use super::rate;
use super::technique::Technique;
use crate::rating::stop::Stop;

/// A puzzle; its ER, EP and ED; a step of it by its removal, branches and base rating; the sizes of
/// its own chains, and of the inner chains; the rating.
type Worked = (&'static str, [&'static str; 3], Removal, &'static [usize], &'static [usize], f64);
type Removal = (&'static str, &'static str, f64);

const PUZZLES: [&str; 8] = [
    "..3.56......1.9..6...27....21....64..36....92...62.3.1.9...21.4..1..492..42....63",
    "1...56...45.18...6..6.........8.54.3..4....78..1....923...41...6..5.83....563.8..",
    "1.......9....8.23.....7.4.121..98.6..786.....9.671.....92.6...87.182.......9....2",
    "12..56....57......6....7.5.......8.437.....2.....1297373..216...16..53......6....",
    "......78..5.18..36.8.7..1.52.4.6.....38...56.96537.......8..65...1..7.......3..7.",
    ".23.5.......1.9236.....7....1...469..36.92.14......3....19..42..92....63.4....9.1",
    "1.3..67.9.571.9.36......15....8.4.7173...........7..6.3.6.9...557........19.....7",
    "1.3.56....5718....68.3..5..........57.5.6....83.51..673.....1.....87.392....3...4",
];

#[rustfmt::skip]
const WORKED: [Worked; 9] = [
    (PUZZLES[0], ["10.4", "10.2", "2.6"], ("r9c6=8", "Region", 9.5), &[4, 4, 2], &[6, 6], 10.0),
    (PUZZLES[0], ["10.4", "10.2", "2.6"], ("r5c4=5", "Region", 9.5), &[7, 2, 4], &[6, 12, 6], 10.2),
    (PUZZLES[1], ["10.9", "4.5", "2.6"], ("r4c2=2", "Cell", 10.0), &[2, 12, 19], &[14, 14, 14, 14], 10.9),
    (PUZZLES[2], ["10.9", "2.0", "2.0"], ("r1c6=4", "Cell", 10.0), &[12, 2, 12], &[14, 14, 14, 14], 10.9),
    (PUZZLES[3], ["11.0", "4.5", "2.6"], ("r9c6=9", "Cell", 9.5), &[8, 6, 2], &[8, 8, 8], 10.2),
    (PUZZLES[4], ["10.4", "2.0", "2.0"], ("r8c8=4", "Contradiction", 9.5), &[21, 23], &[8, 6, 10], 10.4),
    (PUZZLES[5], ["11.0", "2.0", "2.0"], ("r9c6=8", "Contradiction", 9.5), &[35, 41], &[8, 6, 6, 8], 10.5),
    (PUZZLES[6], ["10.9", "4.5", "2.6"], ("r6c9=4", "Double", 9.5), &[2, 27], &[8, 8, 10, 8, 8], 10.4),
    (PUZZLES[7], ["11.7", "2.0", "2.0"], ("r1c7=2", "Double", 10.0), &[41, 2], &[14, 8, 8, 8, 8, 16, 14, 6, 6], 11.1),
];

#[test]
fn steps_have_the_sizes_that_the_original_prints() {
    for (puzzle, scores, (removed, branches, base), own, inner, score) in WORKED {
        let rating = rate(&puzzle.parse().unwrap(), Stop::NEVER).unwrap();
        let found = [rating.er, rating.ep, rating.ed].map(|score| score.to_string());
        assert_eq!(found, scores, "{puzzle}");
        let sizes = rating.steps.iter().find_map(|step| match (step.technique, &step.reason) {
            (Technique::Branching(_, kind), Reason::Chains { sizes, .. })
                if format!("{kind:?}") == branches
                    && (step.technique.base() - base).abs() < 1e-9
                    && (step.score().value() - score).abs() < 1e-9
                    && step.removed.iter().any(|one| format!("{one:?}") == removed) =>
            {
                Some((step.rating, sizes))
            }
            _ => None,
        });
        let Some((unrounded, sizes)) = sizes else { panic!("{puzzle}: no such step") };
        assert_eq!((&*sizes.own, &*sizes.inner), (own, inner), "{puzzle} {removed}");
        assert!((unrounded - chains::rating(base, sizes.sum())).abs() < 1e-9, "{puzzle} {removed}");
    }
}
