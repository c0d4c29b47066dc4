//! Identities of seeds: the crux, and how they were found.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Read as _;

use flate2::read::GzDecoder;
use seeddb::ask::Constraints;
use seeddb::database::{Control, Database, FillOptions, Part};
use seeddb::logic::Ladder;
use seeddb::mine::{particulars_of_starter, starter};
use seeddb::record::Seed;
use seeddb::symmetry::{Crux, Key};
use seeddb_ledger::rules::seed_cursor;
use seeddb_ledger::{OpenOptions, SeedFilter, Store};

use crate::home::{Home, make};

/// A database with seven mined seeds and three puzzles, by the last version whose seeds had no
/// particulars.
const BEFORE: &[u8] = include_bytes!("../data/version-4-seeds.redb.gz");
/// A database with four more mined seeds, by the last version whose cards had no cruxes.
const WITHOUT: &[u8] = include_bytes!("../data/version-5-seeds.redb.gz");

fn unpacked(database: &[u8]) -> Home {
    let (home, mut bytes) = (Home::new(), Vec::new());
    fs::create_dir_all(home.database().parent().unwrap()).unwrap();
    GzDecoder::new(database).read_to_end(&mut bytes).unwrap();
    fs::write(home.database(), bytes).unwrap();
    home
}

/// Returns the number of seeds whose cards have a crux, and of those whose cards have none.
fn cards(home: &Home) -> (usize, usize) {
    let all = SeedFilter::graded_by(Ladder::HSOLVE);
    let store = Store::at(&home.database(), &OpenOptions::default());
    let outlines = store.read(|from| seed_cursor::outlines(from, &all)).unwrap();
    let known = outlines.iter().filter(|one| one.0.crux.is_some()).count();
    (known, outlines.len() - known)
}

fn cells(csv: &str, name: &str) -> Vec<String> {
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let place = lines.next().unwrap().iter().position(|own| *own == name).unwrap();
    lines.map(|line| line[place].to_owned()).collect()
}

fn seeds(home: &Home) -> String {
    home.run("seeds --format csv", 0).out
}

#[test]
fn a_database_of_before_opens_and_is_brought_up() {
    let home = unpacked(BEFORE);
    let is_empty =
        |name: &str| cells(&seeds(&home), name).iter().filter(|cell| cell.is_empty()).count();
    assert_eq!((is_empty("er"), is_empty("ep"), is_empty("crux")), (6, 7, 7));
    home.run("draw --tier 5 --per-crux 1 --count 4", 0);
    home.run("seeds grade --tier 1", 0).words(&["2 seeds rated"]);
    home.run("seeds grade", 0).words(&["5 seeds rated", "1 of them only its EP, ED and crux"]);
    home.run("seeds grade", 0).words(&["0 seeds rated"]);
    assert_eq!((is_empty("er"), is_empty("ep"), is_empty("crux")), (0, 0, 0));
    home.run("verify --capacity", 0);
    // What moves the database moves them.
    let before = seeds(&home);
    home.run("db dump -o dump.jsonl", 0);
    home.run("--db other.redb db load dump.jsonl", 0);
    assert_eq!(home.run("--db other.redb seeds --format csv", 0).out, before);
}

/// Cruxes are counted, and kept apart in draws, whether cards have them or not; `seeds grade` gives
/// them to cards.
#[test]
fn cards_of_before_get_their_cruxes() {
    let home = unpacked(WITHOUT);
    let stats = || home.run("stats --format csv", 0).out;
    let draw = "draw --tier 5 --per-crux 1 --count 100 --dry-run";
    let (counted, asked) = (stats(), home.run(&draw, 3).err);
    assert_eq!(cards(&home), (0, 11));
    home.run("db check", 0);
    home.run("seeds grade --tier 0", 0).words(&["0 seeds rated"]);
    // Those of mined seeds that said so; the others are not worked out yet.
    assert_eq!(cards(&home), (4, 7));
    home.run("seeds grade", 0).words(&["7 seeds rated"]);
    assert_eq!(cards(&home), (11, 0));
    assert_eq!((stats(), home.run(&draw, 3).err), (counted, asked));
    home.run("db check", 0);
    // What moves the database moves them, and how seeds were found.
    let before = seeds(&home);
    home.run("db copy copy.redb", 0);
    assert_eq!(home.run("--db copy.redb seeds --format csv", 0).out, before);
    let other = Home::with_few_seeds();
    let path = home.database();
    other.run(&["merge", path.to_str().unwrap()], 0);
    let merged = other.run("seeds --origin mined --format csv", 0).out;
    for name in ["seed", "er", "ep", "ed", "crux", "mined", "strategy", "rng_seed", "parent"] {
        assert_eq!(cells(&merged, name), cells(&before, name));
    }
    assert_eq!(cards(&other).1, 0);
}

#[test]
fn a_mined_seed_says_how_it_was_found() {
    let home = Home::with_few_seeds();
    let mine = "mine --tier 5 --count 6 --strategy vicinity --rng-seed 7";
    home.run(&mine, 0).words(&["found: 6 of tier 5; scores ", "; ER ", "; capacity ", "6 cruxes"]);
    let csv = home.run("seeds --origin mined --format csv", 0).out;
    let all: HashSet<String> = cells(&seeds(&home), "seed").into_iter().collect();
    for name in ["er", "ep", "ed", "crux", "mined"] {
        assert!(cells(&csv, name).iter().all(|cell| !cell.is_empty()), "{csv}");
    }
    assert_eq!(cells(&csv, "strategy"), ["vicinity"; 6]);
    assert_eq!(cells(&csv, "rng_seed"), ["7"; 6]);
    let parents = cells(&csv, "parent");
    assert!(parents.iter().all(|parent| parent.starts_with('s')), "{csv}");
    assert!(parents.iter().any(|parent| all.contains(parent)), "{csv}");
    let shown = home.json(&["show", &cells(&csv, "puzzle")[0]]);
    assert!(shown.to_string().contains("\"strategy\":\"vicinity\""), "{shown}");
}

/// Other solutions keep the tier, the crux and the rating; they are new, and kept only if asked.
#[test]
fn a_seed_is_transplanted() {
    let home = Home::new();
    let is_rich = |seed: &Seed| {
        let own = seed.grading(Ladder::HSOLVE).unwrap();
        own.tier == 5 && own.reserved.len() < 30
    };
    make(&home.database(), &starter().into_iter().filter(is_rich).take(1).collect::<Vec<_>>());
    let parent = seeds(&home);
    let id = &cells(&parent, "seed")[0];
    let find = |more: &[&str]| {
        let find =
            ["seeds", "transplant", id, "--count", "3", "--rng-seed", "1", "--format", "csv"];
        home.run(&[&find[..], more].concat(), 0)
    };
    let first = find(&[]).out;
    for name in ["tier", "er", "crux"] {
        let own = [cells(&parent, name), cells(&parent, name), cells(&parent, name)].concat();
        assert_eq!(cells(&first, name), own, "{first}");
    }
    assert_eq!(cells(&first, "parent"), [id.as_str(); 3]);
    assert_eq!(seeds(&home), parent);
    let added = find(&["--add"]).words(&["3 seeds added"]).out;
    assert_eq!(cells(&added, "puzzle"), cells(&first, "puzzle"));
    let more = find(&["--add"]).words(&["3 seeds added"]).out;
    let all: HashSet<String> = cells(&seeds(&home), "seed").into_iter().collect();
    assert_eq!(all.len(), 7);
    assert!(cells(&more, "seed").iter().all(|one| !first.contains(one)));
    home.run(&["verify"], 0);
    // Of tier 0, where nothing is hardest.
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    home.run(&["seeds", "transplant", easy], 3).words(&["no other solution grid was found"]);
    home.run(&["seeds", "transplant", "5"], 2).words(&["neither a puzzle nor an id"]);
}

/// Starter seeds of which several have one crux, by key.
fn shared() -> (Vec<Seed>, HashMap<Key, Crux>) {
    let mut by_crux: HashMap<Crux, Vec<Seed>> = HashMap::new();
    for seed in starter() {
        if let Some(crux) = particulars_of_starter(&seed.puzzle).unwrap().crux {
            by_crux.entry(crux).or_default().push(seed);
        }
    }
    by_crux.retain(|_, seeds| seeds.len() > 1);
    let of = by_crux.iter().flat_map(|(crux, seeds)| seeds.iter().map(|seed| (seed.key, *crux)));
    let of = of.collect();
    let mut seeds: Vec<Seed> = by_crux.into_values().flatten().collect();
    seeds.sort_by_key(|seed| seed.key);
    (seeds, of)
}

#[test]
fn a_draw_keeps_to_a_limit_for_each_crux() {
    let (seeds, of) = shared();
    assert!(seeds.len() > 20, "{}", seeds.len());
    let cruxes = of.values().collect::<HashSet<_>>().len();
    for most in 1..=2 {
        let database = Database::in_memory(Ladder::hsolve().clone(), &seeds).unwrap();
        let part = Part { count: 5_000, per_crux: Some(most), ..Part::default() };
        let told = database.estimate(&part.clone().drawn(3)).unwrap()[0].puzzles;
        let mut given: HashMap<Crux, u32> = HashMap::new();
        for named in database.draw(&part.drawn(3), &Control::default()).unwrap() {
            *given.entry(of[&named.unwrap().issued.seed.unwrap()]).or_default() += 1;
        }
        assert_eq!(given.len(), cruxes);
        assert!(given.values().all(|own| *own == most), "{given:?}");
        assert_eq!(told, u64::from(most) * cruxes as u64);
    }
    // Without a limit all of them give several.
    let database = Database::in_memory(Ladder::hsolve().clone(), &seeds).unwrap();
    let part = Part { count: 500, ask: Constraints::default(), ..Part::default() };
    assert_eq!(database.draw(&part.drawn(3), &Control::default()).unwrap().count(), 500);
}

/// No two days of a series have the same crux, within one call and across calls.
#[test]
fn a_series_has_no_crux_twice_in_so_many_days() {
    let (seeds, of) = shared();
    let database = Database::in_memory(Ladder::hsolve().clone(), &seeds).unwrap();
    let fill = |from: &str, days: u32, crux_days: Option<u32>| {
        let options = FillOptions {
            days: Some(days),
            ramp: Some("expert".parse().unwrap()),
            draw: true,
            crux_days,
            rng_seed: 4,
            ..FillOptions::starting(from.parse().unwrap())
        };
        database.fill(&options, &Control::default())
    };
    let cruxes = |rows: &[seeddb::export::Row]| -> Vec<Crux> {
        let listed = database.seeds(None).unwrap();
        let by_id: HashMap<String, Key> =
            listed.iter().map(|one| (one.id.to_string(), one.seed.key)).collect();
        rows.iter().map(|row| of[&by_id[row.seed.as_ref().unwrap()]]).collect()
    };
    let first = fill("2027-01-01", 4, Some(90)).unwrap();
    let second = fill("2027-01-05", 4, Some(90)).unwrap();
    let before = fill("2026-12-30", 2, Some(90)).unwrap();
    let all = [cruxes(&first.rows), cruxes(&second.rows), cruxes(&before.rows)].concat();
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 10, "{all:?}");
    assert_eq!((first.shared, second.shared), (0, 0));
    // There are fewer cruxes than days of a year; without the rule, shared cruxes are reported.
    assert!(fill("2027-06-01", 360, Some(90)).is_err());
    let year = fill("2027-06-01", 360, None).unwrap();
    let different = cruxes(&year.rows).into_iter().collect::<HashSet<_>>().len() as u64;
    assert!(year.shared == 360 - different && year.shared > 0, "{} {different}", year.shared);
}
