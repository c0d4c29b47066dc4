//! The bytes of records.

mod believed;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::frame::{Writer, push_item};
use super::*;
use crate::logic::Ladder;
use crate::rating::hsolve::Score;
use crate::record::{Grading, What};
use crate::store::tests::own;
use crate::store::tests::{random_batch, random_book, random_event, random_issued, random_seed};

/// Records of every released version, each with what it says: they must read for ever.
const FIXTURE: &str = include_str!("../../../tests/data/records.txt");
/// The key of every seed here.
const KEY: Key = Key([1; 16]);
const KINDS: [&str; 4] = ["seed", "issued", "batch", "book"];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

/// What a record of `kind` says, or that it says nothing.
fn read(kind: &str, bytes: &[u8]) -> Result<String, RecordError> {
    match kind {
        "seed" => decode_seed(KEY, bytes).map(|s| {
            let start = format!(
                "{} {} {:?} {:?} {:?}",
                s.puzzle,
                s.puzzle.solution(),
                s.grading(Ladder::HSOLVE).map_or(Key([0; 16]), |grading| grading.twin),
                s.origin,
                s.symmetry
            );
            s.gradings.iter().fold(start, |said, g| said + &said_of(g))
        }),
        "issued" => decode_issued(2, 3, bytes).map(|i| {
            let puzzle = format!("{} {} {:?} {:?}", i.puzzle, i.puzzle.solution(), i.key, i.seed);
            format!("{puzzle} {} {:?} {:?} {} {}", i.tier, i.score, i.level, i.batch, i.number)
        }),
        "event" => decode_event(6, bytes)
            .map(|e| format!("{} {} {:?} {:?}", e.batch, e.number, e.what, e.time)),
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

/// A record as it is written now.
fn random_record(kind: &str, rng: &mut SmallRng) -> Vec<u8> {
    match kind {
        "seed" => encode_seed(&Seed { key: KEY, ..random_seed(rng) }),
        "issued" => encode_issued(2, 3, &random_issued(rng)),
        "book" => encode_book(&Book { id: 5, ..random_book(rng) }),
        _ => encode_batch(&Batch { id: 4, ..random_batch(rng) }),
    }
    .unwrap()
}

/// A record as format 1 had it.
fn old_record(kind: &str, rng: &mut SmallRng) -> Vec<u8> {
    match kind {
        "seed" => old::seed(&random_seed(rng)),
        "issued" => old::issued(&random_issued(rng)),
        "book" => old::book(&random_book(rng)),
        _ => old::batch(&random_batch(rng)),
    }
}

#[test]
fn records_come_back_as_they_were() {
    let rng = &mut SmallRng::seed_from_u64(6);
    for _ in 0..2000 {
        let mut seed = random_seed(rng);
        assert_eq!(decode_seed(seed.key, &encode_seed(&seed).unwrap()).as_ref(), Ok(&seed));
        // One key was all that format 1 had for the twins in all ladders, and it knew of no half turns.
        let twin = own(&seed).twin;
        for grading in &mut seed.gradings {
            (grading.twin, grading.turned) = (twin, None);
        }
        assert_eq!(decode_seed(seed.key, &old::seed(&seed)), Ok(seed));
        let issued = random_issued(rng);
        let record = encode_issued(0, 0, &issued).unwrap();
        assert_eq!(decode_issued(0, 0, &record).as_ref(), Ok(&issued));
        assert_eq!(decode_issued(0, 0, &old::issued(&issued)), Ok(issued));
        let batch = random_batch(rng);
        assert_eq!(decode_batch(0, &encode_batch(&batch).unwrap()).as_ref(), Ok(&batch));
        assert_eq!(decode_batch(0, &old::batch(&batch)), Ok(batch));
        let book = random_book(rng);
        assert_eq!(decode_book(0, &encode_book(&book).unwrap()).as_ref(), Ok(&book));
        assert_eq!(decode_book(0, &old::book(&book)), Ok(book));
        let number = rng.random();
        let answer = if rng.random() { Some(number) } else { None };
        let place = Place { batch: 7, number, volume: 1, label: rng.random(), page: 3, answer };
        let record = encode_place(9, &place).unwrap();
        assert_eq!(decode_place((7, number, 9), &record), Ok(place));
        let uses = Uses { count: rng.random(), extra: Extra::default() };
        assert_eq!(decode_uses(KEY, &encode_uses(KEY, &uses).unwrap()), Ok(uses));
    }
    for symmetry in SYMMETRIES {
        for origin in ORIGINS {
            let seed = Seed { origin, symmetry, ..random_seed(rng) };
            assert_eq!(decode_seed(seed.key, &encode_seed(&seed).unwrap()), Ok(seed));
        }
    }
    let tables = [("seeds", 12), ("ledger-2", u64::MAX), ("", 0)];
    let tables = tables.map(|(name, rows)| (name.to_owned(), rows)).into();
    let census = Census { tables, extra: Extra(vec![(101, b"later".to_vec())]) };
    let text = encode_census(&census).unwrap();
    assert_eq!(decode_census(&text).as_ref(), Ok(&census));
    for bit in 0..8 * text.len() {
        let mut flipped = text.clone().into_bytes();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let flipped = String::from_utf8_lossy(&flipped).into_owned();
        assert!(decode_census(&flipped).is_err(), "bit {bit}");
    }
    assert_eq!(decode_levels(CURRENT, &encode_levels("für Ω").unwrap()).unwrap(), "für Ω");
}

/// Every single bit that flips is noticed, and so is a record in the place of another.
#[test]
fn a_flipped_bit_is_damage() {
    let rng = &mut SmallRng::seed_from_u64(14);
    for kind in KINDS {
        let record = random_record(kind, rng);
        assert!(read(kind, &record).is_ok());
        for bit in 0..8 * record.len() {
            let mut flipped = record.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let error = read(kind, &flipped).unwrap_err();
            assert!(matches!(error, RecordError::Damaged(..)), "{kind}, bit {bit}: {error}");
        }
        for other in KINDS.into_iter().filter(|other| *other != kind) {
            assert!(read(other, &record).is_err(), "{kind} as {other}");
        }
    }
    let record = encode_issued(2, 4, &random_issued(rng)).unwrap();
    assert_eq!(
        read("issued", &record).unwrap_err().to_string(),
        "puzzle 3 of batch 2: another record is in its place"
    );
    let sound = entry(KEY, 2, 3);
    assert_eq!(decode_entry(KEY, sound), Ok((2, 3)));
    for bit in 0..128 {
        let mut key = KEY.0;
        key[bit / 8] ^= 1 << (bit % 8);
        assert!(decode_entry(Key(key), sound).is_err());
    }
    for bit in 0..32 {
        let (batch, number, check) = sound;
        for entry in [(batch ^ 1 << bit, number, check), (batch, number ^ 1 << bit, check)] {
            assert!(decode_entry(KEY, entry).is_err());
        }
        assert!(decode_entry(KEY, (batch, number, check ^ 1 << bit)).is_err());
    }
}

#[test]
fn no_bytes_make_a_decoder_panic() {
    let rng = &mut SmallRng::seed_from_u64(7);
    for kind in KINDS {
        for i in 0..3000 {
            let is_old = i % 2 == 0;
            let record = if is_old { old_record(kind, rng) } else { random_record(kind, rng) };
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
            // With a right frame and checksum around it.
            let framed = framed(kind, &noise);
            let _ = read(kind, &framed);
            noise.insert(0, version_1::VERSION);
            let _ = read(kind, &noise);
        }
        for bytes in [&[][..], &[0, 0], &[2, 0], &[0xd5], &[0xd5, 0xdb]] {
            assert!(matches!(read(kind, bytes), Err(RecordError::Damaged(..))));
        }
    }
}

#[test]
fn events_come_back_as_they_were() {
    let rng = &mut SmallRng::seed_from_u64(16);
    for _ in 0..2000 {
        let event = Event { extra: Extra(vec![(301, vec![7])]), ..random_event((9, 4), rng) };
        let record = encode_event(6, &event).unwrap();
        assert_eq!(decode_event(6, &record).as_ref(), Ok(&event));
        assert!(decode_event(7, &record).is_err(), "another record in its place");
    }
    let seal = |kind: u8| {
        let mut fields = Writer::new();
        fields.put(1, &[1; 8]);
        fields.put(2, &[kind]);
        fields.put(5, b"new");
        frame::seal(Kind::Event, &key_of([6]), &fields.finish(&Extra::default())).unwrap()
    };
    assert!(matches!(decode_event(6, &seal(2)).unwrap().what, What::Note(_)));
    // What a later program knows to happen is no note.
    let error = decode_event(6, &seal(3)).unwrap_err();
    assert!(error.to_string().contains("update seeddb"), "{error}");
    assert!(matches!(decode_event(6, &seal(1)), Err(RecordError::Damaged(..))));
}

/// A frame around any fields.
fn framed(kind: &str, fields: &[u8]) -> Vec<u8> {
    let record = match kind {
        "seed" => frame::seal(Kind::Seed, &KEY.0, fields),
        "issued" => frame::seal(Kind::Issued, &key_of([2, 3]), fields),
        "book" => frame::seal(Kind::Book, &key_of([5]), fields),
        _ => frame::seal(Kind::Batch, &key_of([4]), fields),
    };
    record.unwrap()
}

/// The fields of a record.
fn fields(kind: &str, rng: &mut SmallRng) -> Vec<u8> {
    let none = Extra::default();
    match kind {
        "seed" => seed::to_fields(&Seed { extra: none, ..random_seed(rng) }),
        "issued" => records::of_issued(&Issued { extra: none, ..random_issued(rng) }),
        "book" => records::of_book(&Book { extra: none, ..random_book(rng) }),
        _ => records::of_batch(&Batch { extra: none, ..random_batch(rng) }),
    }
}

/// What was read, written again.
fn rewritten(kind: &str, bytes: &[u8]) -> Result<Vec<u8>, RecordError> {
    match kind {
        "seed" => encode_seed(&decode_seed(KEY, bytes)?),
        "issued" => encode_issued(2, 3, &decode_issued(2, 3, bytes)?),
        "book" => encode_book(&decode_book(5, bytes)?),
        _ => encode_batch(&decode_batch(4, bytes)?),
    }
}

#[test]
fn fields_of_later_programs_are_kept_or_refused() {
    let rng = &mut SmallRng::seed_from_u64(15);
    for kind in KINDS {
        let known = fields(kind, rng);
        let with = |later: &[(u32, &[u8])]| {
            let mut fields = known.clone();
            let mut writer = Writer::new();
            for (number, value) in later {
                writer.put(*number, value);
            }
            fields.extend(writer.finish(&Extra::default()));
            framed(kind, &fields)
        };
        let kept = with(&[(299, b""), (301, &[7; 200]), (u32::MAX, b"last")]);
        assert_eq!(rewritten(kind, &kept), Ok(kept));
        let error = rewritten(kind, &with(&[(299, b"date"), (300, b"")])).unwrap_err();
        assert!(matches!(error, RecordError::Newer(_, 300)), "{error}");
        for wrong in
            [&[(299, &b"a"[..]), (299, b"b")][..], &[(301, b"a"), (299, b"b")], &[(1, b"")]]
        {
            assert!(matches!(rewritten(kind, &with(wrong)), Err(RecordError::Damaged(..))));
        }
        // A number has one form only, and a field that is not there is not guessed.
        assert!(rewritten(kind, &framed(kind, &[&known[..], &[0x89, 0, 0]].concat())).is_err());
        assert!(rewritten(kind, &framed(kind, &[])).is_err());
    }
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
    assert!(records >= 32);
}

/// Run it with `--ignored --nocapture` to get lines for the fixture.
#[test]
#[ignore = "writes the fixture's lines"]
fn write_the_fixture() {
    let rng = &mut SmallRng::seed_from_u64(9);
    for kind in KINDS {
        for _ in 0..4 {
            let record = random_record(kind, rng);
            println!("\n{kind}\t{}\t{}", hex(&record), read(kind, &record).unwrap());
        }
    }
    for _ in 0..4 {
        let record = encode_event(6, &random_event((9, 4), rng)).unwrap();
        println!("\nevent\t{}\t{}", hex(&record), read("event", &record).unwrap());
    }
}
