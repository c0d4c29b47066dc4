//! Malicious rows: valid checksums with arbitrary contents.

use std::collections::BTreeSet;
use std::ops::Bound;

use rand::SeedableRng as _;
use rand::rngs::SmallRng;

use super::change::Changer;
use super::*;
use crate::store::engine::{Abort, Row, Table};
use crate::store::record::{
    CardKey, Keys, LedgerEntry, Record, Representative, SeedSummary, Sum, Text, UncountedUses,
    Uses, decode, encode,
};
use crate::store::rules::rows::all;
use crate::symmetry::Crux;

/// Reads a row and checks that a round trip keeps it. Returns whether it can be read.
fn read<R: Record>(key: &[u8], value: &[u8]) -> bool {
    let Ok((key, record)) = decode::<R>(key, value) else { return false };
    // A body without its length limit may be readable but too long to write.
    let Ok((bytes, first)) = encode(&key, &record) else { return false };
    let (key, record) =
        decode::<R>(&bytes, &first).unwrap_or_else(|_| panic!("what was written does not read"));
    let (_, second) =
        encode(&key, &record).unwrap_or_else(|_| panic!("what was read is not written"));
    assert!(first == second);
    true
}

fn read_any(table: Table, key: &[u8], value: &[u8]) -> bool {
    let read = match table {
        Table::Texts => read::<Text>,
        Table::Seeds => read::<Seed>,
        Table::Twins => read::<Representative>,
        Table::Cards => read::<SeedSummary>,
        Table::Sums => read::<Sum>,
        Table::Uses => read::<Uses>,
        Table::Pending => read::<UncountedUses>,
        Table::Ledger => read::<LedgerEntry>,
        Table::Keys => read::<Keys>,
        Table::Issued => read::<Entry>,
        Table::Batches => read::<Batch>,
        Table::Books => read::<Book>,
        Table::Printed => read::<Place>,
        Table::Events => read::<Event>,
    };
    read(key, value)
}

/// Replaces the body of a row, with a valid length and checksum.
fn forged(table: Table, (key, value): &Row, body: &[u8]) -> Row {
    let mut rest = value[4..start(value)].to_vec();
    if !rest.is_empty() {
        rest.truncate(2);
        rest.extend([0, 7, 14].map(|shift| (body.len() >> shift) as u8 | 0x80));
        rest[4] &= 0x7f;
    }
    rest.extend(body);
    let mut sum = crc32fast::Hasher::new();
    sum.update(&[table as u8]);
    sum.update(key);
    sum.update(&rest);
    (key.clone(), [&sum.finalize().to_le_bytes()[..], &rest].concat())
}

/// Returns the start of the body of a value: after the checksum and the head of the frame, if any.
fn start(value: &[u8]) -> usize {
    let is_framed = value[4] == 0xd5 && value[5] >> 4 >= 4;
    if is_framed { 7 + value[6..].iter().take_while(|&&byte| byte >= 0x80).count() } else { 4 }
}

/// Returns the body of a row.
fn body(row: &Row) -> &[u8] {
    &row.1[start(&row.1)..]
}

fn add<R: Record>(rows: &mut Vec<(Table, Row)>, key: &R::Key, record: &R) {
    rows.push((R::TABLE, encode(key, record).ok().unwrap()));
}

/// Returns all rows of a database with every kind of record.
fn rows() -> Vec<(Table, Row)> {
    let mut rng = SmallRng::seed_from_u64(1);
    let store = Store::in_memory().unwrap();
    store.make(Vec::new).unwrap();
    let seeds: Vec<Seed> = (0..8).map(|_| random_seed(&mut rng)).collect();
    store.add_seeds(&seeds).unwrap();
    let mut rows = Vec::new();
    for table in Table::ALL {
        let all = (Bound::Unbounded, Bound::Unbounded);
        let found = store.see(|from| from.range(table, all, usize::MAX, false));
        rows.extend(found.into_iter().map(|row| (table, row)));
    }
    for number in 1..6 {
        let entry = Entry { batch: 1, number, ..random_issued(&mut rng) };
        add(&mut rows, &(1, number), &entry);
        add(&mut rows, &entry.key, &LedgerEntry((1, number)));
        add(&mut rows, &number, &random_batch(&mut rng));
        add(&mut rows, &number, &random_book(&mut rng));
        add(&mut rows, &number, &random_event((1, number), &mut rng));
        add(&mut rows, &(1, number, 1), &place((1, number), number as usize));
        add(&mut rows, &(number, entry.key), &UncountedUses(7));
    }
    rows
}

/// A row with a valid checksum and arbitrary content is either refused or survives a round trip.
///
/// `SEEDDB_INPUTS=FROM..TO cargo test --lib a_row_of_anybody` tests other rows, by RNG seed.
#[test]
fn a_row_of_anybody_is_read_or_refused() {
    let rows = rows();
    let corpus = rows.iter().map(|(_, row)| body(row).to_vec()).collect();
    let words = vec!["hsolve".to_owned(), "expert".to_owned(), "\u{1}".to_owned()];
    let changer = Changer { corpus, words };
    changer.look_at_inputs(0..20_000, |body, mut rng| {
        // Mostly a body of the same table, sometimes of another.
        let (table, row) = &rows[rng.random_range(0..rows.len())];
        let own = rows
            .iter()
            .find(|(_, row)| self::body(row) == body)
            .map_or((table, row), |(t, r)| (t, r));
        let (table, row) = if rng.random_ratio(1, 4) { (table, row) } else { own };
        let (key, value) = forged(*table, row, body);
        read_any(*table, &key, &value)
    });
}

/// Fails unless this body of a record is read as of version `own`, as of none of `wrong`, and is
/// refused as newer as of version `newer`.
fn expect_version<R: Record + PartialEq>(
    (record, row, body): (&R, &Row, &[u8]),
    own: u8,
    wrong: &[u8],
    newer: u8,
) {
    let read_as = |version: u8| {
        let mut row = row.clone();
        row.1[5] = version << 4 | row.1[5] & 0xf;
        let (key, value) = forged(R::TABLE, &row, body);
        decode::<R>(&key, &value)
    };
    let name = R::TABLE.name();
    assert!(matches!(read_as(own), Ok((_, read)) if read == *record), "{name}, {own}");
    for version in wrong {
        assert!(matches!(read_as(*version), Err(Abort::Corrupt(_))), "{name}, {version}");
    }
    let Err(Abort::Store(StoreError::NewerRecord { found, known, .. })) = read_as(newer) else {
        panic!("a record of {name} of version {newer} was read");
    };
    assert_eq!((found, known), (newer, newer - 1));
}

/// Records of earlier versions are read: books without time and description, seeds without
/// particulars, events without numbers of changes and of changes undone. What they can express is
/// written as they did.
#[test]
fn records_of_other_versions() {
    let rng = &mut SmallRng::seed_from_u64(4);
    let mut versions = BTreeSet::new();
    for _ in 0..200 {
        let book = Book { id: 3, made: None, description: String::new(), ..random_book(rng) };
        let row = encode(&3, &book).ok().unwrap();
        let of_before = body(&row).strip_suffix(&[0, 0]).expect("no time, no text");
        expect_version((&book, &row, of_before), 4, &[3, 5], 6);
        let seed = random_seed(rng);
        let own = if seed.particulars.is_empty() { 4 } else { 5 };
        let row = encode(&seed.key, &seed).ok().unwrap();
        assert_eq!(row.1[5] >> 4, own);
        expect_version((&seed, &row, body(&row)), own, &[3, 9 - own], 6);
        versions.insert((Table::Seeds, own));
        let change = rng.random_range(0..3);
        let undone = (change == 2).then(|| rng.random_range(0..300));
        let event = Event { change, undone, ..random_event((1, 1), rng) };
        let is_back = matches!(event.what, EventKind::Back(_));
        let own = [4 + u8::from(is_back), 6, 7][change as usize];
        let row = encode(&1, &event).ok().unwrap();
        assert_eq!(row.1[5] >> 4, own, "{event:?}");
        let wrong: &[u8] = match own {
            6 => &[3, 4, 5, 7],
            7 => &[3, 4, 5, 6],
            _ => &[3, 6, 7],
        };
        expect_version((&event, &row, body(&row)), own, wrong, 8);
        versions.insert((Table::Events, own));
    }
    assert_eq!(versions.len(), 6);
    let alone = Event { change: 0, undone: Some(1), ..random_event((1, 1), rng) };
    assert!(encode(&1, &alone).is_err());
}

/// Cards of earlier versions end before the crux: they are read, are no error, and get the cruxes
/// of their seeds. A wrong crux is reported.
#[test]
fn cards_without_cruxes() {
    let rng = &mut SmallRng::seed_from_u64(6);
    let mut counts = [0; 2];
    for _ in 0..100 {
        let store = Store::in_memory().unwrap();
        let seeds: Vec<Seed> = (0..5).map(|_| random_seed(rng)).collect();
        store.add_seeds(&seeds).unwrap();
        let cards = || store.see(all::<SeedSummary>);
        let (sound, told) = (cards(), || !store.check().unwrap().is_empty());
        let put = |rows: &[Row]| store.set(|to| to.put(Table::Cards, rows));
        let of_before = |(at, card): &(CardKey, SeedSummary)| {
            let row = encode(at, card).unwrap();
            let crux = if card.outline.crux.is_some() { 9 } else { 1 };
            let body = &body(&row)[..body(&row).len() - crux];
            forged(Table::Cards, &row, body)
        };
        put(&sound.iter().map(of_before).collect::<Vec<_>>());
        assert!(cards().iter().all(|(_, card)| card.outline.crux.is_none()) && !told());
        let known = sound.iter().filter(|(_, card)| card.outline.crux.is_some()).count() as u64;
        assert_eq!((store.renew_cards().unwrap(), store.renew_cards().unwrap()), (known, 0));
        assert_eq!(cards(), sound);
        let (at, mut card) = sound[rng.random_range(0..sound.len())].clone();
        let is_known = card.outline.crux.is_some();
        card.outline.crux = Some(Crux(rng.random()));
        put(&[encode(&at, &card).unwrap()]);
        assert!(told(), "{card:?}");
        counts[usize::from(is_known)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}

/// Names of series and of approvers that cannot be typed are refused, whoever wrote the row.
#[test]
fn names_that_nobody_can_type_are_refused() {
    let event = |series: &str, by: &str, month: u8| {
        let day = Day { year: 2027, month, day: 31 };
        let what = EventKind::Approved(series.to_owned(), day, by.to_owned());
        Event { batch: 1, number: 1, what, time: None, change: 0, undone: None }
    };
    let own = ["weekly-1", "somebody"];
    let row = encode(&1, &event(own[0], own[1], 1)).ok().unwrap();
    for evil in ["aaa\u{1b}[2Jx", " weekly1", "weekly1 ", "weekl\u{85}\u{7f}", "=a\nb\nc\nd"] {
        for word in own {
            assert_eq!(evil.len(), word.len());
            let mut body = body(&row).to_vec();
            let at = body.windows(8).position(|bytes| bytes == word.as_bytes()).unwrap();
            body[at..at + 8].copy_from_slice(evil.as_bytes());
            let (key, value) = forged(Table::Events, &row, &body);
            let read = decode::<Event>(&key, &value);
            let Err(Abort::Corrupt(what)) = read else { panic!("{evil:?} was read") };
            assert!(what.contains("is no name") && !what.contains(char::is_control), "{what:?}");
        }
        for event in [event(evil, own[1], 1), event(own[0], evil, 1)] {
            let written = encode(&1, &event);
            assert!(matches!(written, Err(Abort::Store(StoreError::Impossible(_)))), "{evil:?}");
        }
    }
    assert!(encode(&1, &event(own[0], own[1], 13)).is_err());
    // A note is text, and is escaped where it is printed.
    let note = Event { what: EventKind::Note("\u{1b}[2J".to_owned()), ..event(own[0], own[1], 1) };
    assert!(encode(&1, &note).is_ok());
}

/// A puzzle takes 114 bytes in its two rows, a seed at most 240 in its three.
#[test]
fn rows_are_short() {
    let mut rng = SmallRng::seed_from_u64(3);
    let length = |row: Row| row.0.len() + row.1.len();
    for _ in 0..100 {
        let entry = Entry {
            seed: Some(Key(rng.random())),
            score: Some(1351.04),
            level: Some("expert".to_owned()),
            er: None,
            ..random_issued(&mut rng)
        };
        let at = (7, 99_999);
        let rows = (encode(&at, &entry), encode(&entry.key, &LedgerEntry(at)));
        assert_eq!((length(rows.0.unwrap()), length(rows.1.unwrap())), (90, 24));
        let mut seed = random_seed(&mut rng);
        let mut grading = seed.gradings.pop().unwrap();
        // Rounded to hundredths, as all scores are.
        grading.score = grading.score.map(|_| Score { mean: 13_511.04, standard_error: 107.25 });
        (grading.rest, grading.scores) =
            (grading.score, grading.scores.map(|_| (9_158.18, 19_870.04)));
        grading.turned = Some(Turned { turn: 2_915, capacity: 1_000, scores: grading.scores });
        (seed.gradings, seed.particulars) = (vec![grading], crate::record::Particulars::default());
        let class = crate::symmetry::GridClass::of(seed.puzzle.solution());
        let (ladder, card) = SeedSummary::of(&seed, class)[0];
        let class = (ladder.to_owned(), card.twin);
        let rows = [
            encode(&seed.key, &seed).unwrap(),
            encode(&card.at(ladder, 0), &card).unwrap(),
            encode(&class, &Representative(seed.key)).unwrap(),
        ];
        let bytes: usize = rows.map(length).into_iter().sum();
        assert!(bytes <= 252, "{bytes}");
    }
}
