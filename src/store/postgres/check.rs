//! Whether the tables agree with one another.

use std::collections::{BTreeMap, HashMap};

use postgres::{Row, Transaction};

use super::fault::Fault;
use super::types::Uuid;
use super::{events, ledger, outlines, seeds};
use crate::store::Problem;
use crate::store::check::{Report, miscounted_void, stray_event};
use crate::store::codec::{
    decode_batch, decode_book, decode_event, decode_issued, decode_place, decode_seed,
    name_of_issued,
};
use crate::symmetry::{GridClass, Key};

/// Rows read at a time.
const CHUNK: i64 = 4_096;

pub(super) fn all(transaction: &mut Transaction<'_>) -> Result<Vec<Problem>, Fault> {
    let mut report = Report::default();
    check_seeds(transaction, &mut report)?;
    check_issued(transaction, &mut report)?;
    check_books(transaction, &mut report)?;
    check_events(transaction, &mut report)?;
    Ok(report.finish())
}

/// Each row that the query gives is a problem, which begins with these words.
fn expect_none(
    transaction: &mut Transaction<'_>,
    report: &mut Report,
    sql: &str,
    words: &str,
) -> Result<(), Fault> {
    for row in transaction.query(sql, &[])? {
        report.expect(false, || format!("{words} {}", row.get::<_, String>(0)));
    }
    Ok(())
}

fn check_seeds(transaction: &mut Transaction<'_>, report: &mut Report) -> Result<(), Fault> {
    let outline = outlines::as_text(transaction)?;
    let (mut last, mut gradings) = (None::<Uuid>, 0_i64);
    loop {
        let sql = &format!(
            "SELECT s.key, s.record, s.class, s.origin, s.symmetry, \
                   (SELECT coalesce(string_agg(concat_ws(' ', ladder, tier, coalesce(score::text, '-'), \
                        coalesce(least::text, '-'), coalesce(greatest::text, '-'), capacity, twin, \
                        {outline}), ',' \
                        ORDER BY ladder), '') FROM seeddb.grading g WHERE g.key = s.key) \
                   FROM seeddb.seed s WHERE $1::uuid IS NULL OR key > $1 ORDER BY key LIMIT $2"
        );
        let rows = transaction.query(sql, &[&last, &CHUNK])?;
        let Some(row) = rows.last() else { break };
        last = Some(row.get(0));
        for row in &rows {
            let key = Key::from(row.get::<_, Uuid>(0));
            let Some(seed) = report.read(decode_seed(key, row.get(1))) else { continue };
            gradings += seed.gradings.len().cast_signed() as i64;
            let class = GridClass::of(seed.puzzle.solution()).0.cast_signed();
            let columns = row.get::<_, i64>(2) == class
                && row.get::<_, &str>(3) == seed.origin.name()
                && row.get::<_, &str>(4) == seed.symmetry.name()
                && graded_as(row.get(5), &seed);
            report.expect(columns, || format!("seed {key:?} is found by what it is not"));
        }
    }
    let count: i64 = transaction.query_one("SELECT count(*) FROM seeddb.grading", &[])?.get(0);
    report.expect(count == gradings, || "the index of seeds is wrong".to_owned());
    expect_none(
        transaction,
        report,
        "SELECT DISTINCT g.key::text FROM seeddb.grading g \
         LEFT JOIN seeddb.twin t ON t.ladder = g.ladder AND t.twin = g.twin \
         LEFT JOIN seeddb.grading b ON b.key = t.best AND b.ladder = g.ladder AND b.twin = g.twin \
         WHERE b.key IS NULL OR g.capacity > b.capacity \
         OR g.capacity = b.capacity AND coalesce(g.score, 0) > coalesce(b.score, 0) LIMIT 100",
        "not under its twin: seed",
    )?;
    expect_none(
        transaction,
        report,
        "SELECT s.key::text FROM seeddb.seed s \
         WHERE NOT EXISTS (SELECT FROM seeddb.twin t WHERE t.best = s.key) LIMIT 100",
        "a twin of better ones: seed",
    )
}

/// Whether the columns of the gradings, as one text, say what the record says.
fn graded_as(text: &str, seed: &crate::record::Seed) -> bool {
    let mut kept: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for grading in text.split(',').filter(|grading| !grading.is_empty()) {
        let mut words = grading.split(' ');
        kept.insert(words.next().unwrap_or_default(), words.collect());
    }
    let number = |text: &str| if text == "-" { None } else { text.parse::<f64>().ok() };
    seed.gradings.len() == kept.len()
        && seed.gradings.iter().all(|grading| {
            let Some([tier, score, least, greatest, capacity, twin, outline]) =
                kept.get(grading.ladder.as_str()).map(Vec::as_slice)
            else {
                return false;
            };
            tier.parse() == Ok(grading.tier)
                && number(score) == grading.score.map(|score| score.mean)
                && number(least) == grading.scores.map(|scores| scores.0)
                && number(greatest) == grading.scores.map(|scores| scores.1)
                && capacity.parse() == Ok(grading.capacity)
                && twin.replace('-', "") == grading.twin.to_string()
                && (*outline == "-"
                    || outlines::hex(seed, &grading.ladder).as_deref() == Some(outline))
        })
}

fn check_issued(transaction: &mut Transaction<'_>, report: &mut Report) -> Result<(), Fault> {
    let (mut uses, mut void) = (HashMap::new(), HashMap::<u32, u32>::new());
    let mut total = 0_i64;
    ledger::each(transaction, |transaction, rows| {
        total += rows.len().cast_signed() as i64;
        let read = rows.into_iter().filter_map(|(batch, number, record)| {
            report.read(decode_issued(batch, number, &record))
        });
        let read: Vec<_> = read.collect();
        let keys: Vec<Key> = read.iter().map(|issued| issued.key).collect();
        let places = ledger::places_of(transaction, &keys)?;
        for (issued, place) in read.iter().zip(places) {
            let holds = place == Some((issued.batch, issued.number));
            let name = || name_of_issued(issued.batch, issued.number);
            report.expect(holds, || format!("{} has another key in the ledger", name()));
            *void.entry(issued.batch).or_default() += u32::from(issued.void);
            if let Some(seed) = issued.seed {
                *uses.entry(seed).or_insert(0_u64) += 1;
            }
        }
        Ok(())
    })?;
    let kept = seeds::uses(transaction)?;
    report.expect(uses == kept, || "the use counts of the seeds are wrong".to_owned());
    let entries: i64 = transaction.query_one("SELECT count(*) FROM seeddb.ledger", &[])?.get(0);
    report.expect(entries == total, || {
        "the ledger and the issued puzzles differ in number".to_owned()
    });
    let sql = "SELECT b.id, b.issued, b.record, \
               (SELECT count(*) FROM seeddb.issued i WHERE i.batch = b.id), \
               (SELECT coalesce(max(number), 0) FROM seeddb.issued i WHERE i.batch = b.id) \
               FROM seeddb.batch b ORDER BY b.id";
    let mut of_batches = 0;
    for (id, row) in (1_i64..).zip(transaction.query(sql, &[])?) {
        let kept: i64 = row.get(0);
        report.expect(kept == id, || format!("batch {id} is missing"));
        let Some(batch) = report.read(decode_batch(kept as u32, row.get(2))) else { continue };
        let (issued, count, last): (i64, i64, i64) = (row.get(1), row.get(3), row.get(4));
        let whole = issued == i64::from(batch.issued) && issued == count && issued == last;
        report.expect(whole, || format!("batch {kept} has a hole"));
        let found = void.get(&batch.id).copied().unwrap_or_default();
        report.expect(found == batch.void, || miscounted_void(batch.id, found, batch.void));
        of_batches += count;
    }
    report.expect(of_batches == total, || "there are issued puzzles of no batch".to_owned());
    Ok(())
}

fn check_books(transaction: &mut Transaction<'_>, report: &mut Report) -> Result<(), Fault> {
    let mut placed: HashMap<i64, u32> = HashMap::new();
    let sql = "SELECT p.batch, p.number, p.book, p.record, i.batch IS NOT NULL FROM seeddb.printed p \
               LEFT JOIN seeddb.issued i USING (batch, number)";
    for row in transaction.query(sql, &[])? {
        let column = |at| row.get::<_, i64>(at) as u32;
        let at = (column(0), column(1), column(2));
        report.read(decode_place(at, row.get(3)));
        report.expect(row.get(4), || {
            let name = name_of_issued(at.0, at.1);
            format!("{name}, printed in book {}, is not there", at.2)
        });
        *placed.entry(at.2.into()).or_default() += 1;
    }
    let rows = transaction.query("SELECT id, record FROM seeddb.book ORDER BY id", &[])?;
    for (id, row) in (1..).zip(rows) {
        let kept: i64 = Row::get(&row, 0);
        report.expect(kept == id, || format!("book {id} is missing"));
        let Some(book) = report.read(decode_book(kept as u32, row.get(1))) else { continue };
        let puzzles = placed.remove(&kept).unwrap_or_default();
        report.expect(puzzles == book.puzzles, || {
            format!("book {kept} holds {puzzles} puzzles, its record says {}", book.puzzles)
        });
    }
    for book in placed.keys() {
        let problem = || format!("puzzles are printed in book {book}, which is not there");
        report.expect(false, problem);
    }
    Ok(())
}

fn check_events(transaction: &mut Transaction<'_>, report: &mut Report) -> Result<(), Fault> {
    let sql = "SELECT EXISTS (SELECT FROM seeddb.issued WHERE batch = $1 AND number = $2)";
    for (number, (id, record)) in (1..).zip(events::records(transaction)?) {
        report.expect(id == number, || format!("event {number} is missing"));
        let Some(event) = report.read(decode_event(id, &record)) else { continue };
        let (batch, number) = (i64::from(event.batch), i64::from(event.number));
        let is_there: bool = transaction.query_one(sql, &[&batch, &number])?.get(0);
        report.expect(is_there, || stray_event(id, &event));
    }
    Ok(())
}
