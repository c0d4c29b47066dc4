use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::store::tests::{random_batch, random_book, random_issued, random_seed};

/// Records of every released version, each with what it says: they must read for ever.
const FIXTURE: &str = include_str!("../../../tests/data/records.txt");

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

/// What a record of `kind` says, or that it says nothing.
fn read(kind: &str, bytes: &[u8]) -> Result<String, RecordError> {
    match kind {
        "seed" => decode_seed(Key([1; 16]), bytes).map(|s| {
            let start = format!(
                "{} {} {:?} {:?} {:?}",
                s.puzzle,
                s.puzzle.solution(),
                s.twin,
                s.origin,
                s.symmetry
            );
            s.gradings.iter().fold(start, |said, g| said + &said_of(g))
        }),
        "issued" => decode_issued(2, 3, bytes).map(|i| {
            let puzzle = format!("{} {} {:?} {:?}", i.puzzle, i.puzzle.solution(), i.key, i.seed);
            format!("{puzzle} {} {:?} {:?} {} {}", i.tier, i.score, i.level, i.batch, i.number)
        }),
        "book" => decode_book(5, bytes)
            .map(|b| format!("{} {:?} {:?} {} {}", b.id, b.title, b.version, b.volumes, b.puzzles)),
        _ => decode_batch(4, bytes).map(|b| {
            let texts =
                format!("{} {:?} {} {:?} {:?}", b.id, b.request, b.rng_seed, b.version, b.note);
            format!("{texts} {} {} {}", b.asked, b.issued, b.attempts)
        }),
    }
}

/// Field by field, so that a later field does not change what an old record says.
fn said_of(g: &Grading) -> String {
    let score = |score: Option<Score>| score.map(|score| (score.mean, score.standard_error));
    let scores = format!("{:?} {:?} {:?}", score(g.score), score(g.rest), g.scores);
    format!(" | {} {} {} {scores} {}", g.ladder, g.tier, g.reserved, g.capacity)
}

fn random_record(kind: &str, rng: &mut SmallRng) -> Vec<u8> {
    match kind {
        "seed" => encode_seed(&random_seed(rng)).unwrap(),
        "issued" => encode_issued(&random_issued(rng)).unwrap(),
        "book" => encode_book(&random_book(rng)).unwrap(),
        _ => encode_batch(&random_batch(rng)).unwrap(),
    }
}

#[test]
fn records_come_back_as_they_were() {
    let rng = &mut SmallRng::seed_from_u64(6);
    for _ in 0..2000 {
        let seed = random_seed(rng);
        assert_eq!(decode_seed(seed.key, &encode_seed(&seed).unwrap()), Ok(seed));
        let issued = random_issued(rng);
        assert_eq!(decode_issued(0, 0, &encode_issued(&issued).unwrap()), Ok(issued));
        let batch = random_batch(rng);
        assert_eq!(decode_batch(0, &encode_batch(&batch).unwrap()), Ok(batch));
        let book = random_book(rng);
        assert_eq!(decode_book(0, &encode_book(&book).unwrap()), Ok(book));
    }
    for symmetry in SYMMETRIES {
        for origin in ORIGINS {
            let seed = Seed { origin, symmetry, ..random_seed(rng) };
            assert_eq!(decode_seed(seed.key, &encode_seed(&seed).unwrap()), Ok(seed));
        }
    }
}

#[test]
fn no_bytes_make_a_decoder_panic() {
    let rng = &mut SmallRng::seed_from_u64(7);
    for kind in ["seed", "issued", "batch", "book"] {
        for _ in 0..3000 {
            let record = random_record(kind, rng);
            let cut = rng.random_range(0..record.len());
            assert!(read(kind, &record[..cut]).is_err(), "{}", hex(&record[..cut]));
            let mut longer = record.clone();
            longer.push(rng.random());
            assert!(read(kind, &longer).is_err());
            let mut changed = record;
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(1..changed.len());
                changed[at] = rng.random();
            }
            let _ = read(kind, &changed);
            let mut noise: Vec<u8> = (0..rng.random_range(0..300)).map(|_| rng.random()).collect();
            let _ = read(kind, &noise);
            noise.insert(0, VERSION);
            let _ = read(kind, &noise);
        }
        assert_eq!(read(kind, &[2, 0]), Err(RecordError::Newer(2)));
        assert!(matches!(read(kind, &[0, 0]), Err(RecordError::Damaged(_))));
        assert!(matches!(read(kind, &[]), Err(RecordError::Damaged(_))));
    }
}

#[test]
fn a_seed_without_the_ladder_of_the_paper_does_not_read() {
    let mut seed = random_seed(&mut SmallRng::seed_from_u64(8));
    seed.gradings.clear();
    assert!(decode_seed(seed.key, &encode_seed(&seed).unwrap()).is_err());
}

#[test]
fn released_records_read_for_ever() {
    let mut records = 0;
    for line in FIXTURE.lines().filter(|line| !line.starts_with('#')) {
        let [kind, hex, said] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        assert_eq!(read(kind, &bytes(hex)).as_deref(), Ok(said));
        records += 1;
    }
    assert!(records >= 16);
}

/// Run it with `--ignored --nocapture` to get the lines of a new version for the fixture.
#[test]
#[ignore = "writes the fixture's lines"]
fn write_the_fixture() {
    let rng = &mut SmallRng::seed_from_u64(9);
    for kind in ["seed", "issued", "batch", "book"] {
        for _ in 0..4 {
            let record = random_record(kind, rng);
            println!("\n{kind}\t{}\t{}", hex(&record), read(kind, &record).unwrap());
        }
    }
}
