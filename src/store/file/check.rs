//! Whether the tables agree with one another.

use std::collections::{BTreeMap, HashMap, HashSet};

use redb::{ReadTransaction, ReadableTable, ReadableTableMetadata};

use super::codec::{
    class_of_twins, decode_batch, decode_book, decode_entry, decode_event, decode_issued,
    decode_place, decode_seed, name_of_issued,
};
use super::fault::Fault;
use super::format_1::{OLD_LEDGER, OLD_PRINTED, old_place};
use super::guard::guarded;
use super::ledger::{Ledger, TOTAL};
use super::tables::{
    BATCHES, BOOKS, EVENTS, ISSUED, LEDGER, META, PRINTED, SEED_INDEX, SEEDS, TWINS, if_there,
};
use super::{Access, FileEngine, StoreError, census, open, seeds, uses};
use crate::record::Place;
use crate::store::Problem;
use crate::store::check::{Report, miscounted_void, stray_event};
use crate::store::seeds::index_rows;
use crate::store::twins::beats;
use crate::symmetry::Key;

impl FileEngine {
    pub(super) fn examine(&mut self) -> Result<Vec<Problem>, StoreError> {
        let mut report = Report::default();
        if let Some(Access::Write(database)) = &mut self.handle.access {
            let sound = guarded(&self.path, || open::pages_are_sound(database))?;
            report.expect(sound, || "some pages were damaged and have been repaired".to_owned());
        }
        self.read(|transaction| {
            match census::check(transaction, None) {
                Err(Fault::Broken(problem)) => report.expect(false, || problem),
                counted => counted?,
            }
            check_seeds(transaction, &mut report)?;
            check_ledger(transaction, &mut report)?;
            check_batches(transaction, &mut report)?;
            check_books(transaction, &mut report)?;
            check_events(transaction, &mut report)
        })?;
        Ok(report.finish())
    }
}

fn check_seeds(transaction: &ReadTransaction, report: &mut Report) -> Result<(), Fault> {
    let index = transaction.open_table(SEED_INDEX)?;
    let twins = transaction.open_table(TWINS)?;
    let seeds = transaction.open_table(SEEDS)?;
    // Before there was a census, only twins by one ladder were looked for.
    let is_old = transaction.open_table(META)?.get(census::CENSUS)?.is_none();
    let (mut rows, mut unread) = (0, 0);
    let mut classes = HashSet::new();
    for row in seeds.iter()? {
        let (key, record) = row?;
        let key = Key(*key.value());
        let Some(seed) = report.read(decode_seed(key, record.value())) else {
            unread += 1;
            continue;
        };
        for row in index_rows(&seed) {
            rows += 1;
            report
                .expect(index.get(row)?.is_some(), || format!("seed {key:?} is not in the index"));
        }
        let mut is_best = false;
        for grading in &seed.gradings {
            let class = class_of_twins(&grading.ladder, grading.twin);
            let Some(best) = twins.get(&class)?.map(|best| Key(*best.value())) else {
                report.expect(is_old, || format!("seed {key:?} is not under its twin"));
                continue;
            };
            classes.insert(class);
            is_best |= best == key;
            let best = if best == key { None } else { seeds::get(&seeds, best).ok() };
            let holds = best.is_none_or(|best| {
                best.is_some_and(|best| {
                    let of_class = best.grading(&grading.ladder);
                    of_class.is_some_and(|of_class| of_class.twin == grading.twin)
                        && !beats(grading, &best)
                })
            });
            report.expect(holds, || format!("seed {key:?} is not under its twin"));
        }
        report.expect(is_best, || format!("seed {key:?} is a twin of better ones"));
    }
    report.expect(index.len()? == rows, || "the index holds a seed that is not there".to_owned());
    let missing = twins.len()?.saturating_sub(classes.len() as u64);
    report.expect(missing <= unread, || "a twin points to a seed that is not there".to_owned());
    Ok(())
}

/// Every ledger entry has its record: with equal counts, every record then has its ledger entry. So the records alone
/// say what the ledger must be.
fn check_ledger(transaction: &ReadTransaction, report: &mut Report) -> Result<(), Fault> {
    let mut counted: HashMap<Key, u64> = HashMap::new();
    if let Some(ledger) = if_there(transaction.open_table(LEDGER))? {
        for row in ledger.iter()? {
            let (key, entry) = row?;
            let key = Key(*key.value());
            let at = report.read(decode_entry(key, entry.value()));
            if let Some(at) = at.filter(|_| key != TOTAL) {
                check_entry(transaction, key, at, &mut counted, report)?;
            }
        }
    }
    if let Some(ledger) = if_there(transaction.open_table(OLD_LEDGER))? {
        for row in ledger.iter()? {
            let (key, at) = row?;
            check_entry(transaction, Key(*key.value()), at.value(), &mut counted, report)?;
        }
    }
    let records = transaction.open_table(ISSUED)?.len()?;
    match Ledger::read(transaction) {
        Err(Fault::Broken(problem)) => report.expect(false, || problem),
        ledger => {
            let entries = ledger?.len()?;
            report.expect(entries == records, || {
                "the ledger and the issued puzzles differ in number".to_owned()
            });
        }
    }
    match uses::all(transaction) {
        Err(Fault::Record(error)) => report.expect(false, || error.to_string()),
        uses => {
            let uses = uses?;
            report.expect(uses == counted, || "the use counts of the seeds are wrong".to_owned());
        }
    }
    Ok(())
}

fn check_entry(
    transaction: &ReadTransaction,
    key: Key,
    (batch, number): (u32, u32),
    uses: &mut HashMap<Key, u64>,
    report: &mut Report,
) -> Result<(), Fault> {
    let name = || name_of_issued(batch, number);
    let records = transaction.open_table(ISSUED)?;
    let Some(record) = records.get((batch, number))? else {
        report.expect(false, || format!("{}, in the ledger as {key:?}, is not there", name()));
        return Ok(());
    };
    if let Some(issued) = report.read(decode_issued(batch, number, record.value())) {
        report.expect(issued.key == key, || format!("{} has another key in the ledger", name()));
        if let Some(seed) = issued.seed {
            *uses.entry(seed).or_default() += 1;
        }
    }
    Ok(())
}

fn check_batches(transaction: &ReadTransaction, report: &mut Report) -> Result<(), Fault> {
    let records = transaction.open_table(ISSUED)?;
    let mut total = 0;
    for row in transaction.open_table(BATCHES)?.iter()? {
        let (id, record) = row?;
        let id = id.value();
        let Some(batch) = report.read(decode_batch(id, record.value())) else { continue };
        let issued = batch.issued;
        let (mut count, mut void) = (0, 0);
        for row in records.range((id, 0)..=(id, u32::MAX))? {
            count += 1;
            let (at, record) = row?;
            let number = at.value().1;
            // What does not read was told of beside the ledger.
            void += u32::from(decode_issued(id, number, record.value()).is_ok_and(|one| one.void));
            report.expect(number == count, || format!("batch {id} has a hole at number {count}"));
        }
        report.expect(count == issued, || {
            format!("batch {id} holds {count} puzzles, its record says {issued}")
        });
        report.expect(void == batch.void, || miscounted_void(id, void, batch.void));
        total += u64::from(count);
    }
    report.expect(records.len()? == total, || "there are issued puzzles of no batch".to_owned());
    Ok(())
}

/// Every place is of an issued puzzle and in a volume of a book, and every book has as many as it says.
fn check_books(transaction: &ReadTransaction, report: &mut Report) -> Result<(), Fault> {
    let issued = transaction.open_table(ISSUED)?;
    let mut placed: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    let mut count = |book, place: Place, report: &mut Report| {
        let Place { batch, number, volume, .. } = place;
        let is_there = issued.get((batch, number))?.is_some();
        report.expect(is_there, || {
            format!("{}, printed in book {book}, is not there", name_of_issued(batch, number))
        });
        let (puzzles, volumes) = placed.entry(book).or_default();
        *puzzles += 1;
        *volumes = volume.max(*volumes);
        Ok::<_, Fault>(())
    };
    if let Some(printed) = if_there(transaction.open_table(PRINTED))? {
        for row in printed.iter()? {
            let (at, record) = row?;
            if let Some(place) = report.read(decode_place(at.value(), record.value())) {
                count(at.value().2, place, report)?;
            }
        }
    }
    if let Some(printed) = if_there(transaction.open_table(OLD_PRINTED))? {
        for row in printed.iter()? {
            let (at, place) = row?;
            count(at.value().2, old_place(at.value(), place.value()), report)?;
        }
    }
    if let Some(books) = if_there(transaction.open_table(BOOKS))? {
        for row in books.iter()? {
            let (id, record) = row?;
            let id = id.value();
            let (puzzles, volumes) = placed.remove(&id).unwrap_or_default();
            let Some(book) = report.read(decode_book(id, record.value())) else { continue };
            report.expect(puzzles == book.puzzles && volumes <= book.volumes, || {
                format!(
                    "book {id} holds {puzzles} puzzles in {volumes} volumes, its record says {} in {}",
                    book.puzzles, book.volumes
                )
            });
        }
    }
    for book in placed.keys() {
        report.expect(false, || format!("puzzles are printed in book {book}, which is not there"));
    }
    Ok(())
}

/// Events have no gap, and are of issued puzzles.
fn check_events(transaction: &ReadTransaction, report: &mut Report) -> Result<(), Fault> {
    let issued = transaction.open_table(ISSUED)?;
    let Some(events) = if_there(transaction.open_table(EVENTS))? else { return Ok(()) };
    for (number, row) in (1..).zip(events.iter()?) {
        let (id, record) = row?;
        let id = id.value();
        report.expect(id == number, || format!("event {number} is missing"));
        if let Some(event) = report.read(decode_event(id, record.value())) {
            let is_there = issued.get((event.batch, event.number))?.is_some();
            report.expect(is_there, || stray_event(id, &event));
        }
    }
    Ok(())
}
