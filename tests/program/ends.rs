//! Early ends of commands: a seed with a false record, Ctrl-C, a full disk, a database in use.
//! Found and issued records are kept, and nothing else; messages report them.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::sync::atomic::AtomicBool;

use crate::home::{Held, Home, Said, database, signal};
use rand::SeedableRng;
use seeddb::ask::Constraints;
use seeddb::board::CellSet;
use seeddb::database::{Control, Database, DrawOptions};
use seeddb::draw::{MemorySeeds, Request, several};
use seeddb::logic::Ladder;
use seeddb::mine::starter;
use seeddb::rating::hsolve::Score;
use seeddb::record::Seed;
use seeddb::refill::{Prepared, Wrong, WrongSeed};
use seeddb::symmetry::{Id, Key, Transform};

fn of_tier(tier: u8, count: usize) -> Vec<Seed> {
    starter()
        .into_iter()
        .filter(|seed| seed.grading(Ladder::HSOLVE).unwrap().tier == tier)
        .take(count)
        .collect()
}

fn with_rest(seed: &Seed, mean: f64, standard_error: f64) -> Seed {
    let mut seed = seed.clone();
    seed.gradings[0].rest = Some(Score { mean, standard_error });
    seed
}

/// Returns a record with a surplus reserved cell, as a flipped bit makes it.
fn lying(seed: &Seed) -> Seed {
    let mut seed = seed.clone();
    let reserved = seed.gradings[0].reserved;
    let other: CellSet = (CellSet::ALL - reserved).iter().take(1).collect();
    seed.gradings[0].reserved = reserved | other;
    seed
}

fn open(home: &Home) -> Database {
    database(&home.database())
}

/// Runs with a limit on file sizes in bytes.
fn limited(home: &Home, bytes: u64, line: &str, code: i32) -> Said {
    let mut command = home.limited(bytes as usize / 512, line);
    Said::of(&command.env("TMPDIR", home.folder()).output().unwrap(), line, code)
}

fn counts(home: &Home) -> (u64, u64) {
    let stats = open(home).stats().unwrap();
    (stats.all.issued, stats.batches)
}

#[test]
fn what_a_seed_says_of_itself_is_worked_out_again() {
    for tier in 0..=6 {
        for seed in of_tier(tier, 20) {
            let wrong = |seed: &Seed| {
                Prepared::of_seed(Ladder::hsolve(), seed).err().map(|wrong| wrong.what)
            };
            assert_eq!(wrong(&seed), None, "{}", seed.puzzle);
            let grading = seed.grading(Ladder::HSOLVE).unwrap();
            let mut other = seed.clone();
            other.gradings[0].tier = (tier + 1) % 7;
            let tiers = Wrong::Tier { found: tier, recorded: (tier + 1) % 7 };
            assert_eq!(wrong(&other), Some(tiers));
            assert_eq!(wrong(&lying(&seed)), Some(Wrong::Reserved));
            let mut other = seed.clone();
            other.gradings[0].reserved =
                grading.reserved - grading.reserved.iter().take(1).collect();
            assert_eq!(wrong(&other), (tier > 0).then_some(Wrong::Reserved));
            let mut other = seed.clone();
            other.key.0[3] ^= 1;
            assert_eq!(wrong(&other), Some(Wrong::Key));
            let mut other = seed.clone();
            other.gradings[0].rest = grading.rest.xor(Some(Score::default()));
            assert_eq!(wrong(&other), Some(Wrong::Rest));
            let score = grading.score.unwrap_or_default().mean;
            for (mean, error) in
                [(-1e288, 1.0), (500.0, -1e288), (f64::NAN, 0.0), (score + 1.0, 0.5), (0.3, 0.0)]
            {
                assert_eq!(wrong(&with_rest(&seed, mean, error)), Some(Wrong::Rest), "{mean}");
            }
        }
    }
}

#[test]
fn no_puzzle_comes_from_a_seed_that_lies() {
    for tier in [1, 5] {
        let mut seeds = of_tier(tier, 12);
        seeds[5] = lying(&seeds[5]);
        let id = Id::seed(seeds[5].key).to_string();
        let home = Home::with_seeds(&seeds);
        let draw = format!("draw --tier {tier} --count 300 --rng-seed 1");
        let said = home.run(&draw, 1).words(&[&id, "reserved cells", "seeddb verify", "backup"]);
        // All puzzles are drawn in the first round, so nothing is issued, and the batch number is
        // free again.
        assert!(said.out.is_empty() && said.err.contains("no puzzle was issued"), "{}", said.err);
        assert_eq!(counts(&home), (0, 0));
        assert!(home.run("verify", 1).out.contains(&id));
        // A book is drawn completely or not at all.
        let asked = Constraints::of_tier(tier);
        let wanted = [(Request::new(Ladder::hsolve(), None, &asked).unwrap(), 30)];
        let stop = AtomicBool::new(false);
        let all = |keys: &[Key]| Ok(vec![true; keys.len()]);
        let supply = |_, _| Ok(MemorySeeds::new(&wanted[0].0, &seeds, |_| 0, all));
        let made = several(&wanted, 1, true, &stop, supply, |_| {});
        let wrong: WrongSeed = made.unwrap_err();
        assert_eq!((Id::seed(wrong.key).to_string(), wrong.what), (id, Wrong::Reserved));
    }
}

/// Puzzles committed before a false seed is used are kept.
#[test]
fn a_seed_that_lies_ends_the_draw_and_leaves_what_was_issued() {
    let mut seeds = of_tier(5, usize::MAX);
    // A seed that is used in the second round.
    let sound = Database::in_memory(Ladder::hsolve().clone(), &seeds).unwrap();
    let options = DrawOptions::of_tier(5, 4_500, 2);
    let first: Vec<_> =
        sound.draw(&options, &Control::default()).unwrap().map(|one| one.unwrap().issued).collect();
    let used = |seed: &Seed| first.iter().any(|issued| issued.seed == Some(seed.key));
    let later = seeds.iter_mut().find(|seed| !used(seed)).unwrap();
    *later = lying(later);
    let id = Id::seed(later.key).to_string();
    let home = Home::with_seeds(&seeds);
    let said = home.run("draw --tier 5 --count 20000 --rng-seed 2", 1);
    let shown = said.out.lines().count();
    assert!(shown > 3_000, "{shown}");
    let sound = first.iter().map(|issued| issued.puzzle.to_string());
    assert!(said.out.lines().zip(sound).all(|(line, puzzle)| line.starts_with(&puzzle)));
    let said = said.words(&[
        &id,
        &format!("{shown} of 20000 puzzles are kept as batch 1"),
        "seeddb export --batch 1",
    ]);
    assert!(!said.out.contains(&id));
    assert_eq!(home.run("--quiet export --batch 1 --format line", 0).out, said.out);
}

/// Such numbers are not stored, and are harmless if they are.
#[test]
fn impossible_numbers_are_refused() {
    for (mean, error) in [(500.0, -1e288), (-1e288, 1.0), (500.0, 1e288)] {
        let seeds: Vec<Seed> =
            of_tier(5, 3).iter().map(|seed| with_rest(seed, mean, error)).collect();
        let wrong = Prepared::of_seed(Ladder::hsolve(), &seeds[0]).err().map(|wrong| wrong.what);
        assert_eq!(wrong, Some(Wrong::Rest));
        let home = Home::with_seeds(&[]);
        let words = open(&home).add_seeds(&seeds).unwrap_err().to_string();
        assert!(words.contains("cannot be kept"), "{words}");
    }
}

#[test]
fn ctrl_c_says_what_is_kept() {
    let home = Home::with_seeds(&of_tier(5, 3_000));
    let arguments = "draw --tier 5 --count 1000000 --rng-seed 1";
    let mut child = home.spawn(arguments);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    out.read_line(&mut shown).unwrap();
    signal(&child, "-INT");
    out.read_to_string(&mut shown).unwrap();
    let ended = child.wait_with_output().unwrap();
    let count = shown.lines().count();
    let words = format!("stopped: {count} of 1000000 puzzles are kept as batch 1");
    Said::of(&ended, &[arguments], 130).words(&[&words, "seeddb export --batch 1"]);
    assert_eq!(home.run("--quiet export --batch 1 --format line", 0).out, shown);
}

/// A batch without puzzles is dropped: the next batch gets its number.
#[test]
fn empty_batches_are_not_kept() {
    let home = Home::with_seeds(&of_tier(5, 2_000));
    let used_up = "draw --tier 5 --clues 17..17 --rng-seed 1 --from";
    let seed = open(&home).seeds(Some(5)).unwrap()[0].id;
    home.run(&format!("{used_up} {seed}"), 3).words(&["batch 1", "0 of 1 puzzle:"]);
    assert_eq!(counts(&home), (0, 0));
    // Every attempt fails, a hundred times for each seed.
    let arguments = "draw --tier 5 --hardest-at 300 --count 500 --rng-seed 1";
    let mut child = home.spawn(arguments);
    let mut words = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    words.read_line(&mut line).unwrap();
    assert!(line.contains("batch 1"), "{line}");
    signal(&child, "-INT");
    words.read_to_string(&mut line).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{line}");
    assert!(line.contains("stopped: no puzzle was issued"), "{line}");
    assert_eq!(counts(&home), (0, 0));

    home.run("draw --tier 5 --count 2 --rng-seed 1", 0).words(&["batch 1"]);
}

#[test]
fn a_file_that_cannot_grow_keeps_what_was_issued() {
    let home = Home::with_seeds(&of_tier(0, 50));
    let room = fs::metadata(home.database()).unwrap().len() + (1 << 20);
    let said = limited(&home, room, "draw --tier 0 --count 60000 --rng-seed 1", 1);
    let shown = said.out.lines().count();
    let kept = match shown {
        0 => "no puzzle was issued".to_owned(),
        _ => format!("{shown} of 60000 puzzles are kept as batch 1"),
    };
    let said = said.words(&[&kept, "larger than this process may make a file"]);
    for wrong in ["re-open", "nothing was changed", "Previous"] {
        assert!(!said.err.contains(wrong), "{}", said.err);
    }
    assert_eq!(
        said.err.matches("larger than this process may make a file").count(),
        1,
        "{}",
        said.err
    );
    assert_eq!(counts(&home).0, shown as u64);
}

/// Imports the file that a message of `mine` names, and deletes it; returns the number of new
/// seeds.
fn rescued(home: &Home, words: &str) -> usize {
    let (_, command) = words.split_once("`seeddb import ").unwrap();
    let (file, _) = command.split_once('`').unwrap();
    let before = open(home).seeds(None).unwrap().len();
    home.run(&format!("import {file}"), 0);
    fs::remove_file(file).unwrap();
    open(home).seeds(None).unwrap().len() - before
}

fn mined_files(home: &Home) -> usize {
    let files = fs::read_dir(home.database().parent().unwrap())
        .unwrap()
        .map(|file| file.unwrap().file_name());
    files.filter(|name| name.to_string_lossy().starts_with("seeddb-mined-")).count()
}

#[test]
fn what_was_mined_and_cannot_be_committed_is_in_a_file() {
    let home = Home::with_seeds(&of_tier(0, 20));
    let mine = "mine --tier 1 --count 2 --min-capacity 1 --rng-seed 1";
    // Less than the size of the database, but enough for a new file.
    let said = limited(&home, 1 << 16, mine, 1);
    assert_eq!(
        said.err.matches("larger than this process may make a file").count(),
        1,
        "{}",
        said.err
    );
    assert!(said.err.contains("2 seeds are kept in "), "{}", said.err);
    assert_eq!((mined_files(&home), open(&home).seeds(Some(1)).unwrap().len()), (1, 0));
    assert_eq!(rescued(&home, &said.err), 2);
}

#[test]
fn what_was_mined_waits_for_the_database() {
    for comes_free in [false, true] {
        let home = Home::with_seeds(&of_tier(0, 2));
        let arguments = format!(
            "--wait {} mine --tier 1 --for 2s --rng-seed 1 --threads 1",
            if comes_free { 100 } else { 1 }
        );
        let mut child = home.spawn(&arguments);
        let mut words = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        words.read_line(&mut said).unwrap();
        assert!(said.contains("RNG seed"), "{said}");
        let held = Held::new(&home.database());
        while !said.contains("waiting for it up to") {
            assert_ne!(words.read_line(&mut said).unwrap(), 0, "{said}");
        }
        assert!(said.contains(&format!("in use by process {}", std::process::id())), "{said}");
        assert_eq!(mined_files(&home), 1);
        let held = (!comes_free).then_some(held);
        words.read_to_string(&mut said).unwrap();
        drop(held);
        let code = child.wait().unwrap().code();
        let seeds = open(&home).seeds(Some(1)).unwrap().len();
        if comes_free {
            assert_eq!((code, mined_files(&home)), (Some(0), 0), "{said}");
            assert!(seeds > 0, "{said}");
        } else {
            assert_eq!((code, seeds), (Some(1), 0), "{said}");
            assert!(rescued(&home, &said) > 0, "{said}");
        }
    }
}

/// Rating a puzzle of tier 5 takes a hundred times as long as looking it up: with a rating for each
/// line the processor time of the command would not be enough.
#[test]
fn the_same_puzzle_is_rated_once() {
    let puzzle = of_tier(5, 1)[0].puzzle;
    let mut rng = chacha20::ChaCha8Rng::from_seed(Key::of(&puzzle).rng_seed());
    let mut lines = format!("{puzzle}\n").repeat(60_000);
    let mut turned = || Transform::random(&mut rng).apply_puzzle(&puzzle);
    lines.extend((0..6_000).map(|_| format!("{}\n", turned())));
    let home = Home::with_seeds(&[]);
    home.file("lines.txt", &lines);
    for words in [
        "1 puzzle put into the ledger, 65999 were there already",
        "0 puzzles put into the ledger, 66000 were there already",
    ] {
        let limit = ["-c", "ulimit -t 100; exec \"$@\"", "sh"];
        let output = home.through("sh", &limit, "import --issued lines.txt").output().unwrap();
        Said::of(&output, "import", 0).words(&[words]);
    }
    assert_eq!(counts(&home), (1, 1));
    let batch = open(&home).batches().unwrap().remove(0);
    assert_eq!((batch.asked, batch.attempts, batch.issued), (66_000, 66_000, 1));
}

/// A draw killed before its first commit leaves an empty batch, which other commands ignore.
#[test]
fn a_batch_of_a_killed_draw_is_listed_as_empty() {
    let home = Home::with_starter();
    home.run("export --batch last", 2);
    home.run("draw --tier 1 --count 3", 0);
    let mut never = home.seeddb("draw --tier 5 --hardest-at 300 --count 500");
    let mut child = never.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("batch 2"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
    let listed = home.json("batches");
    let issued: Vec<_> = listed.as_array().unwrap().iter().map(|batch| &batch["issued"]).collect();
    assert_eq!(issued, [3, 0]);
    assert_eq!(home.run("export --batch last", 0).out.lines().count(), 3);
    assert!(home.run("stats", 0).out.contains("1 batch"));
    home.verify();
}
