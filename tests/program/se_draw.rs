//! Draws by Sudoku Explainer rating (ER), and searches for seeds by rating.

use crate::home::Home;
use seeddb::ask::Constraints;
use seeddb::board::{Grid, Puzzle};
use seeddb::database::{Control, Database, Part, VerifyOptions};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::starter;
use seeddb::rating::er::Score;
use seeddb::rating::hsolve;
use seeddb::rating::levels::shown;
use seeddb::rating::se::{self, rate, rate_canonical};
use seeddb::rating::stop::Stop;
use seeddb::record::Seed;

fn er(puzzle: &Puzzle) -> [String; 2] {
    let printed = rate(&puzzle.grid(), Stop::NEVER).unwrap().er;
    let canonical = rate_canonical(puzzle, Stop::NEVER).unwrap().1.er;
    [printed, canonical].map(|er| er.to_string())
}

/// The printed ratings agree with those of a new computation, in each column.
#[test]
fn puzzles_have_the_rating_on_their_line() {
    let home = Home::with_starter();
    let requests = [
        ("--er 1.2 --count 20", 12..=12),
        ("--er 1.5..2.3 --count 40", 15..=23),
        ("--er ..4.4 --count 60 --clues 24..28", 12..=44),
        ("--er 4.5..6.2 --count 20", 45..=62),
        ("--er 7.2 --count 60", 72..=72),
        ("--er 7.0..7.4 --tier 5 --score 2000..9000 --count 20", 70..=74),
        ("--er 8.3..8.8 --count 12 --minimal", 83..=88),
    ];
    for (request, range) in requests {
        let draw = format!("--quiet draw {request} --header --rng-seed 7");
        let text = home.run(&draw, 0).out;
        let (head, lines) = text.split_once('\n').unwrap();
        assert!(head.ends_with("\tnumber\ter\ter_scale"), "{head}");
        for line in lines.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let puzzle = Puzzle::new(&fields[0].parse::<Grid>().unwrap()).unwrap();
            let found = er(&puzzle);
            assert_eq!(found, [fields[10], fields[10]], "{request}: {line}");
            let tenths: u16 = fields[10].replace('.', "").parse().unwrap();
            assert!(range.contains(&tenths), "{request}: {line}");
            let ladder = Ladder::hsolve();
            let grade = grade(ladder, &puzzle);
            let score = hsolve::score(ladder, &puzzle, &grade);
            assert_eq!(fields[4], grade.tier.to_string(), "{line}");
            let score = score.map(|score| format!("{:.1}", shown(score.mean))).unwrap_or_default();
            assert_eq!(fields[5], score, "{line}");
        }
        let again = home.run("--quiet export --batch last --header", 0).out;
        assert_eq!(again, text, "{request}");
    }
    let csv = home.run("--quiet draw --er 7.2 --count 2 --format csv", 0).out;
    assert!(csv.lines().next().unwrap().ends_with(",number,er,er_scale"), "{csv}");
    assert!(csv.lines().skip(1).all(|line| line.ends_with(",7.2,SE 1.2.1")), "{csv}");
    let json = home.json("--quiet export --batch last");
    assert_eq!((&json[0]["er"], &json[0]["er_scale"]), (&7.2.into(), &"SE 1.2.1".into()));
    let boards = home.run("--quiet export --batch last --format board", 0).out;
    assert!(boards.contains("ER 7.2 (SE 1.2.1)"), "{boards}");
    // Not requested here.
    let json = home.json("--quiet draw --tier 5");
    assert!(json[0].get("er").is_none() && json[0].get("er_scale").is_none());
}

#[test]
fn threads_make_no_difference() {
    let texts = [1, 2].map(|threads| {
        let home = Home::with_starter();
        let draw =
            format!("--quiet --threads {threads} draw --er 6.6..8.0 --count 100 --rng-seed 7");
        home.run(&draw, 0).out
    });
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let home = Home::with_starter();
    let refused = |arguments: &str, words: &[&str]| {
        home.refused(&arguments.split_whitespace().collect::<Vec<_>>(), 2, words);
    };
    refused("draw --er 2.1", &["no puzzle has an ER of 2.1: the nearest are 2.0 and 2.3"]);
    refused("draw --er 1.9", &["1.7 and 2.0"]);
    refused("draw --er 7.4..7.0", &["7.4..7.0 is empty"]);
    refused("draw --er hard", &["write an ER"]);
    refused("draw --er 7.2 --tier 1", &["contradict", "1.7 to 3.4"]);
    refused("mine --er 6.3", &["6.2 and 6.5"]);
    refused("mine --er 7.2 --tier 1", &["contradict", "1.7 to 3.4"]);
    refused("draw --er 8.3 --no-guessing", &["an ER of 8.3 and more needs a step above 7.5"]);
    refused("mine", &["--tier", "--er"]);
    home.run("draw --er 12.0", 3).words(&["no seed has such an ER", "seeddb mine --er 12.0"]);
    home.run("draw --er 7.2 --dry-run", 0).words(&["about", "by measured capacity"]);
}

/// Returns starter seeds with a rating, at most two for each.
fn rated_starters() -> Vec<Seed> {
    let mut count = [0; 100];
    let mut some = |seed: &Seed| {
        let Some(grading) = seed.grading(se::LADDER) else { return false };
        count[usize::from(grading.tier)] += 1;
        count[usize::from(grading.tier)] <= 2
    };
    starter().into_iter().filter(|seed| some(seed)).collect()
}

/// Puzzles are drawn by rating from a database, recorded, and verified.
#[test]
fn a_database_verifies_what_it_drew() {
    let seeds = rated_starters();
    let database = Database::in_memory(Ladder::hsolve().clone(), &seeds).unwrap();
    let (least, greatest) = (se::scores().next().unwrap(), Score::from_tenths(89));
    let ask = Constraints { er: Some(least..=greatest), ..Constraints::default() };
    let options = Part { count: 120, ask, ..Part::default() }.drawn(3);
    let drawing = database.draw(&options, &Control::default()).unwrap();
    let drawn: Vec<_> = drawing.map(|named| named.unwrap().issued).collect();
    assert_eq!(drawn.len(), 120);
    for issued in &drawn {
        let wanted = issued.er.unwrap().to_string();
        assert_eq!(er(&issued.puzzle), [wanted.clone(), wanted], "{}", issued.puzzle);
    }
    let verification = database.verify(VerifyOptions::default(), &Control::default()).unwrap();
    let problems: Vec<_> = verification.map(Result::unwrap).collect();
    assert_eq!(problems, []);
}

#[test]
fn seeds_of_a_rating_are_mined() {
    let home = Home::with_starter();
    let mine = "mine --er 3.0..3.4 --count 3 --for 300s --rng-seed 5";
    home.run(mine, 0).words(&["3 new seeds of ER 3.0..3.4"]);
    let text = home.run("--quiet draw --er 3.0..3.4 --origin mined --count 12", 0).out;
    for line in text.lines() {
        let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
        let wanted = line.rsplit('\t').nth(1).unwrap();
        assert_eq!(er(&puzzle), [wanted, wanted], "{line}");
    }
    // They are seeds of a tier, too.
    let json = home.json("--quiet seeds");
    let mined = json.as_array().unwrap().iter().filter(|seed| seed["origin"] == "mined");
    let tiers: Vec<u64> = mined.filter_map(|seed| seed["tier"].as_u64()).collect();
    assert!(tiers.len() == 3 && tiers.iter().all(|tier| (1..=2).contains(tier)), "{tiers:?}");
}
