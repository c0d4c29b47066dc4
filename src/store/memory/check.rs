//! Whether the tables agree with one another.

use std::collections::HashMap;

use super::Tables;
use crate::store::Problem;
use crate::store::check::{Report, miscounted_void, stray_event};
use crate::store::codec::{
    decode_batch, decode_book, decode_event, decode_issued, decode_place, decode_seed,
    name_of_issued,
};
use crate::store::seeds::index_rows;
use crate::store::twins::beats;

impl Tables {
    pub(super) fn check(&self) -> Vec<Problem> {
        let mut report = Report::default();
        self.check_seeds(&mut report);
        self.check_issued(&mut report);
        self.check_books(&mut report);
        self.check_events(&mut report);
        report.finish()
    }

    fn check_seeds(&self, report: &mut Report) {
        let mut rows = 0;
        for (&key, record) in &self.seeds {
            let Some(seed) = report.read(decode_seed(key, record)) else { continue };
            rows += index_rows(&seed).count();
            let mut is_best = false;
            for grading in &seed.gradings {
                let best = self.twins.get(&(grading.ladder.clone(), grading.twin));
                is_best |= best == Some(&key);
                let best = best.and_then(|&best| self.seed_of(best).ok()).flatten();
                let holds = best.is_some_and(|best| !beats(grading, &best));
                report.expect(holds, || format!("seed {key:?} is not under its twin"));
            }
            report.expect(is_best, || format!("seed {key:?} is a twin of better ones"));
        }
        report.expect(self.index.len() == rows, || "the index of seeds is wrong".to_owned());
    }

    fn check_issued(&self, report: &mut Report) {
        let (mut uses, mut void) = (HashMap::new(), HashMap::<u32, u32>::new());
        for (&(batch, number), record) in &self.issued {
            let name = || name_of_issued(batch, number);
            let Some(issued) = report.read(decode_issued(batch, number, record)) else { continue };
            let holds = self.ledger.get(&issued.key) == Some(&(batch, number));
            report.expect(holds, || format!("{} has another key in the ledger", name()));
            if let Some(seed) = issued.seed {
                *uses.entry(seed).or_default() += 1;
            }
            *void.entry(batch).or_default() += u32::from(issued.void);
        }
        report.expect(uses == self.uses, || "the use counts of the seeds are wrong".to_owned());
        report.expect(self.ledger.len() == self.issued.len(), || {
            "the ledger and the issued puzzles differ in number".to_owned()
        });
        let mut total = 0;
        for (id, record) in (1..).zip(&self.batches) {
            let Some(batch) = report.read(decode_batch(id, record)) else { continue };
            let whole = (1..=batch.issued).all(|number| self.issued.contains_key(&(id, number)));
            report.expect(whole, || format!("batch {id} has a hole"));
            let void = void.get(&id).copied().unwrap_or_default();
            report.expect(void == batch.void, || miscounted_void(id, void, batch.void));
            total += batch.issued as usize;
        }
        report.expect(total == self.issued.len(), || {
            "there are issued puzzles of no batch".to_owned()
        });
    }

    fn check_books(&self, report: &mut Report) {
        let mut placed: HashMap<u32, u32> = HashMap::new();
        for (&at, record) in &self.printed {
            report.read(decode_place(at, record));
            let is_there = self.issued.contains_key(&(at.0, at.1));
            report.expect(is_there, || {
                let name = name_of_issued(at.0, at.1);
                format!("{name}, printed in book {}, is not there", at.2)
            });
            *placed.entry(at.2).or_default() += 1;
        }
        for (id, record) in (1..).zip(&self.books) {
            let Some(book) = report.read(decode_book(id, record)) else { continue };
            let puzzles = placed.remove(&id).unwrap_or_default();
            report.expect(puzzles == book.puzzles, || {
                format!("book {id} holds {puzzles} puzzles, its record says {}", book.puzzles)
            });
        }
        for book in placed.keys() {
            let problem = || format!("puzzles are printed in book {book}, which is not there");
            report.expect(false, problem);
        }
    }

    fn check_events(&self, report: &mut Report) {
        for (id, record) in (1..).zip(&self.events) {
            if let Some(event) = report.read(decode_event(id, record)) {
                let is_there = self.issued.contains_key(&(event.batch, event.number));
                report.expect(is_there, || stray_event(id, &event));
            }
        }
    }
}
