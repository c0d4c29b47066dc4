//! `seeds grade`: facts that a database computes on request only.

use std::collections::HashSet;
use std::fs;

use crate::home::{Home, database, make};
use seeddb::board::Puzzle;
use seeddb::database::{Database, Options};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::{RATED_SINCE, starter};
use seeddb::rating::se;
use seeddb::record::{Origin, Seed};
use seeddb::refill::{assess, particulars};
use seeddb::symmetry::ClueSymmetry;

fn seeds(home: &Home, tier: Option<u8>) -> Vec<Seed> {
    let listed = database(&home.database()).seeds(tier).unwrap();
    listed.into_iter().map(|listed| listed.seed).collect()
}

/// Returns a database with some starter seeds, graded as by an earlier release.
fn earlier(origin: Origin) -> (Home, Vec<Seed>) {
    let mut seeds: Vec<Seed> = starter().into_iter().step_by(40).collect();
    for seed in &mut seeds {
        seed.origin = origin;
        seed.gradings.retain(|grading| grading.ladder == Ladder::HSOLVE);
        seed.gradings.iter_mut().for_each(|grading| grading.turned = None);
    }
    (Home::with_seeds(&seeds), seeds)
}

#[cfg(unix)]
#[test]
fn a_database_that_may_not_be_written_says_so() {
    use std::os::unix::fs::PermissionsExt;

    let (home, _) = earlier(Origin::Starter);
    let folder = home.database().parent().unwrap().to_owned();
    let allow = |mode| {
        fs::set_permissions(home.database(), fs::Permissions::from_mode(mode & 0o666)).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o555);
    // Root is not refused.
    if fs::write(folder.join("probe"), "").is_err() {
        assert!(home.run("seeds grade --tier 1", 1).err.starts_with("error: "));
    }
    allow(0o755);
}

/// Returns a seed graded by both ladders.
fn by_both(puzzle: &str) -> Seed {
    let puzzle = Puzzle::new(&puzzle.parse().unwrap()).unwrap();
    let by = |ladder| {
        let none = ClueSymmetry::None;
        assess(ladder, &puzzle, &grade(ladder, &puzzle), none, Origin::Imported)
    };
    let mut seed = by(Ladder::hsolve());
    seed.gradings.extend(by(se::ladder()).gradings);
    seed.particulars = particulars(&seed.puzzle);
    seed
}

/// Ratings above 9.8 are computed again once, others not; until then they are reported, and are no
/// damage.
#[test]
fn ratings_of_an_earlier_version_are_worked_out_again() {
    let right = [
        "..3.56......1.9..6...27....21....64..36....92...62.3.1.9...21.4..1..492..42....63",
        "12..56....57......6....7.5.......8.437.....2.....1297373..216...16..53......6....",
        // Rated 8.3: no version changes it.
        "...45......6.8......81.25642..9...3.3.5..4..2.8..............966.2....1......324.",
    ]
    .map(by_both);
    let mut before = right.clone();
    for seed in &mut before {
        seed.gradings[1].version = 0;
    }
    // One rating was too low.
    before[0].gradings[1].tier -= 1;
    before[0].gradings[1].twin.0[0] ^= 1;
    let home = Home::with_seeds(&before);
    let told = "2 seeds are above ER 9.8 not rated by this version yet";
    home.run("verify", 0);
    assert!(home.run("seeds --er 9.0..", 0).err.contains(told));
    assert!(!home.run("seeds --er 9.0..9.8", 0).err.contains("ER 9.8"));
    assert!(home.run("draw --er 10.0..12.0 --dry-run", 0).err.contains(told));
    home.run("seeds grade", 0).words(&["2 seeds rated"]);
    home.run("seeds grade", 0).words(&["0 seeds rated"]);
    assert!(!home.run("draw --er 10.0..12.0 --dry-run", 0).err.contains("ER 9.8"));
    let by_rating = |seeds: &[Seed]| {
        let mut all: Vec<_> =
            seeds.iter().map(|seed| (seed.key, seed.gradings[1].clone())).collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        for (_, own) in &mut all {
            own.turned = None;
        }
        all
    };
    let mut expected = right;
    expected[2].gradings[1].version = 0;
    assert_eq!(by_rating(&seeds(&home, None)), by_rating(&expected));
    home.run("verify --capacity", 0);
}

/// Unrated seeds get a correct rating; draws by rating use them, and `verify` checks it.
#[test]
fn seeds_that_were_never_rated_are_rated() {
    let (home, all) = earlier(Origin::Imported);
    let ladder = se::ladder();
    home.run("seeds grade --tier 4", 0).words(&["10 seeds rated"]);
    home.run("seeds grade --tier 4", 0).words(&["0 seeds rated"]);
    let mut of_tier = seeds(&home, Some(4));
    let now = seeds(&home, None);
    let rated = now.iter().filter(|seed| seed.grading(se::LADDER).is_some());
    assert_eq!((rated.count(), now.len()), (10, all.len()));
    let draw = home.run("draw --er 1.2.. --count 5 --rng-seed 3", 0).out;
    assert_eq!(draw.lines().count(), 5);
    for seed in &of_tier {
        let grade = grade(ladder, &seed.puzzle);
        let again = assess(ladder, &seed.puzzle, &grade, ClueSymmetry::None, seed.origin);
        // The bundled rating lacks the turned grading.
        let mut own = seed.grading(se::LADDER).unwrap().clone();
        own.turned = None;
        assert_eq!(own, again.gradings[0], "{}", seed.puzzle);
    }
    // Wrong ratings are reported.
    let verified = Home::new();
    let by_rating = |seed: &mut Seed| {
        seed.gradings.iter().position(|grading| grading.ladder == se::LADDER).unwrap()
    };
    let mut expected = Vec::new();
    for (i, seed) in of_tier.iter_mut().enumerate() {
        let own = by_rating(seed);
        let own = &mut seed.gradings[own];
        let words = match i % 5 {
            0 => {
                own.tier += 1;
                "by its Sudoku Explainer rating it is "
            }
            1 => {
                own.reserved = !own.reserved;
                "by its Sudoku Explainer rating its reserved cells are others"
            }
            2 => {
                own.twin.0[3] ^= 1;
                "by its Sudoku Explainer rating its twin key is another"
            }
            3 => {
                own.capacity ^= 1;
                "by its Sudoku Explainer rating its capacity is "
            }
            _ => continue,
        };
        expected.push(words);
    }
    make(&verified.database(), &of_tier);
    let told = verified.run("verify --capacity", 1).out;
    assert_eq!(told.lines().count(), expected.len(), "{told}");
    assert!(expected.iter().all(|words| told.contains(words)), "{told}");
}

/// Returns the number of seeds with a recorded rating.
fn rated(home: &Home) -> usize {
    seeds(home, None).iter().filter(|seed| seed.grading(se::LADDER).is_some()).count()
}

/// Returns the values of a column by name.
fn column(csv: &str, name: &str) -> Vec<String> {
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let place = lines.next().unwrap().iter().position(|own| *own == name).unwrap();
    lines.map(|line| line[place].to_owned()).collect()
}

/// The program contains the rating of each starter seed. A new database takes the ratings that a
/// draw requests; an older one stays unchanged.
#[test]
fn a_draw_by_rating_takes_what_the_program_carries() {
    let home = Home::with_starter();
    let before = rated(&home);
    let of_seven = column(&home.run("seeds --er 7.2 --format csv", 0).out, "er");
    assert!(of_seven.len() > 100 && of_seven.iter().all(|er| er == "7.2"), "{of_seven:?}");
    let drawn = home.run("draw --er 7.2 --count 100 --rng-seed 1 --format csv", 0).out;
    let from: HashSet<String> = column(&drawn, "seed").into_iter().collect();
    assert!(from.len() >= 95, "{}", from.len());
    let after = rated(&home);
    assert!(before < after && after <= before + of_seven.len(), "{before} {after}");
    home.run("draw --er 7.2 --count 10", 0);
    assert_eq!(rated(&home), after);
    home.run("draw --tier 5 --count 10", 0);
    assert_eq!(rated(&home), after);
    home.verify();

    let old = Home::new();
    std::fs::create_dir_all(old.database().parent().unwrap()).unwrap();
    let options = Options { edition: RATED_SINCE - 1, ..Options::default() };
    drop(Database::open(&old.database(), options).unwrap());
    old.run("draw --er 7.2 --count 10", 0);
    assert_eq!(rated(&old), before);
}

#[test]
fn grading_tells_what_the_program_carries() {
    let home = Home::with_few_seeds();
    let left = seeds(&home, None).len() - rated(&home);
    let told = format!("{left} seeds rated, of which the program carries the ratings of {left}");
    home.run("seeds grade", 0).words(&[&told]);
    home.run("seeds grade", 0).words(&["0 seeds rated"]);
    assert!(!column(&home.run("seeds --format csv", 0).out, "er").contains(&String::new()));
    let seed = &seeds(&home, Some(5))[0];
    let er = se::score_of(seed.grading(se::LADDER).unwrap().tier).unwrap();
    let shown = home.run(&format!("show {}", seed.puzzle), 0).out;
    assert!(shown.lines().any(|line| line == format!("{:<12}  {er}", "er")), "{shown}");
}
