//! A random history of days, replacements, withdrawals, void puzzles and books, against plain maps.

use std::collections::{BTreeMap, BTreeSet};

use seeddb_ledger::rules::books;

use crate::cases::cases;
use crate::logic::Ladder;
use crate::record::{Book, Day, Place, Seed};
use crate::symmetry::Id;
use crate::{
    Approved, BatchRef, Control, Database, DayChange, DrawOptions, Error, IfPrinted, PuzzleRef,
    Replacement, SeriesError, ToVoid,
};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use seeddb_mine::starter;

const SERIES: [&str; 3] = ["daily", "kids", "The Courier"];

/// The expected state.
#[derive(Default)]
struct Model {
    days: BTreeMap<(&'static str, Day), PuzzleRef>,
    /// The puzzles that ever ran, and how often that was allowed.
    ran: BTreeMap<PuzzleRef, u32>,
    withdrawn: usize,
    void: BTreeSet<PuzzleRef>,
    /// The approved days, with the names of the approvers.
    approved: BTreeMap<(&'static str, Day), String>,
    books: Vec<(Vec<PuzzleRef>, bool)>,
}

impl Model {
    fn is_running(&self, at: PuzzleRef) -> bool {
        self.days.values().any(|other| *other == at)
    }

    fn is_printed(&self, at: PuzzleRef) -> bool {
        self.books.iter().any(|(puzzles, void)| !void && puzzles.contains(&at))
    }

    fn put(&mut self, series: &'static str, day: Day, at: PuzzleRef) {
        *self.ran.entry(at).or_default() += 1;
        self.withdrawn += usize::from(self.days.insert((series, day), at).is_some());
        self.approved.remove(&(series, day));
    }

    /// Approves a day, perhaps for a puzzle that it does not have.
    fn approve(
        &mut self,
        (series, day, looked): (&'static str, Day, PuzzleRef),
        by: String,
        done: &Result<Approved, Error>,
    ) {
        match (self.days.get(&(series, day)).copied(), done) {
            (
                None,
                Err(Error::Series(SeriesError::NoSeries { .. } | SeriesError::NoDay { .. })),
            ) => {}
            (Some(at), Err(Error::Series(SeriesError::OtherPuzzle { .. }))) => {
                assert_ne!(at, looked);
            }
            (Some(at), Err(Error::Series(SeriesError::Void(_)))) => {
                assert!(self.void.contains(&at));
            }
            (Some(at), Ok(approved)) => {
                assert!(at == looked && !self.void.contains(&at));
                let was = self.approved.contains_key(&(series, day));
                assert_eq!(
                    (approved.new.len(), approved.known.len()),
                    (1 - usize::from(was), usize::from(was))
                );
                self.approved.entry((series, day)).or_insert(by);
            }
            (there, other) => panic!("{there:?}: {other:?}"),
        }
    }

    fn assert_equals(&self, database: &Database) {
        let all_series = database.series().unwrap();
        let mut days = BTreeMap::new();
        for series in SERIES {
            days.extend(all_series.days(series).map(|(day, at)| ((series, day), at)));
        }
        assert_eq!(days, self.days);
        for (&(series, day), at) in &self.days {
            let by = all_series.approval(series, day).map(|approval| &approval.by);
            assert_eq!(by, self.approved.get(&(series, day)));
            // A void puzzle is not listed as approved.
            let rows = database.days_between(series, Some(day), Some(day)).unwrap();
            let by = by.filter(|_| !self.void.contains(at)).cloned();
            assert_eq!(rows.last().unwrap().approved_by, by);
            assert!(rows.iter().rev().skip(1).all(|row| row.approved_by.is_none()));
        }
        assert_eq!(all_series.runs().iter().filter(|run| run.withdrawn).count(), self.withdrawn);
        assert_eq!(all_series.runs().len(), self.days.len() + self.withdrawn);
        for run in all_series.runs() {
            assert!(all_series.has_run(run.at) && self.ran.contains_key(&run.at));
            assert_eq!(all_series.of_puzzle(run.at).count() as u32, self.ran[&run.at]);
            assert_eq!(all_series.is_running(run.at), self.is_running(run.at));
        }
        for used in database.used_batches(&[]).unwrap() {
            let of_batch = self.days.iter().filter(|(_, at)| at.0 == used.batch.id);
            let mut spans: BTreeMap<&str, (u32, Day, Day)> = BTreeMap::new();
            for ((series, day), _) in of_batch {
                let span = spans.entry(series).or_insert((0, *day, *day));
                (span.0, span.2) = (span.0 + 1, *day);
            }
            let told = used.series.iter();
            let told =
                told.map(|span| (span.series.as_str(), (span.puzzles, span.first, span.last)));
            assert_eq!(told.collect::<BTreeMap<_, _>>(), spans);
            let of_batch = |puzzles: &[PuzzleRef]| {
                puzzles.iter().filter(|at| at.0 == used.batch.id).count() as u32
            };
            let books = (1..).zip(&self.books).filter(|(_, (_, void))| !void);
            let books = books.map(|(id, (puzzles, _))| (id, of_batch(puzzles)));
            assert_eq!(used.books, books.filter(|(_, count)| *count > 0).collect::<Vec<_>>());
            let void = self.void.iter().filter(|at| at.0 == used.batch.id).count();
            assert_eq!(used.batch.void as usize, void);
        }
    }
}

fn day(rng: &mut SmallRng) -> Day {
    Day { year: 2027, month: 1, day: rng.random_range(1..=12) }
}

fn record_book(database: &Database, puzzles: &[PuzzleRef], number: usize) {
    let place = |(label, &(batch, number)): (u32, &PuzzleRef)| Place {
        batch,
        number,
        volume: 1,
        label,
        page: label,
        answer: None,
    };
    let places: Vec<Place> = (1..).zip(puzzles).map(place).collect();
    let title = format!("book {number}");
    let book = Book { title, ..Book::default() };
    database.store().write_giving(|to| books::record(to, &book, &places)).unwrap();
}

/// Records a new book of these puzzles, or makes a book void.
fn change_books(database: &Database, all: &[PuzzleRef], model: &mut Model, rng: &mut SmallRng) {
    let void =
        (!model.books.is_empty() && rng.random()).then(|| rng.random_range(0..model.books.len()));
    if let Some(place) = void {
        let new = database.void_book(place as u32 + 1).unwrap();
        assert_eq!(new, !std::mem::replace(&mut model.books[place].1, true));
        return;
    }
    let good = all.iter().filter(|at| !model.void.contains(at)).copied();
    let puzzles: Vec<PuzzleRef> = good.filter(|_| rng.random_bool(0.1)).collect();
    record_book(database, &puzzles, model.books.len());
    model.books.push((puzzles, false));
}

#[expect(clippy::too_many_lines, reason = "a step for each call")]
fn history(rng_seed: u64, starter: &[Seed]) {
    let rng = &mut SmallRng::seed_from_u64(rng_seed);
    let database = Database::in_memory(Ladder::hsolve().clone(), starter).unwrap();
    let (control, mut ids) = (Control::default(), BTreeMap::<PuzzleRef, Id>::new());
    for batch in 1..=3 {
        for named in database.draw(&DrawOptions::of_level("easy", 15, batch), &control).unwrap() {
            let named = named.unwrap();
            ids.insert((named.issued.batch, named.issued.number), named.id);
        }
    }
    let all: Vec<PuzzleRef> = ids.keys().copied().collect();
    let mut model = Model::default();
    for _ in 0..100 {
        let (series, day, again) = (*SERIES.choose(rng).unwrap(), day(rng), rng.random_bool(0.1));
        let at = *all.choose(rng).unwrap();
        match rng.random_range(0..9) {
            0 | 1 => {
                // Several free days in one change, as `fill` does, with puzzles that never ran.
                let free = all.iter().filter(|at| !model.ran.contains_key(at));
                let free = free.filter(|at| !model.void.contains(at));
                let (from, count) = (day.day, rng.random_range(0..5));
                let open = (from..=12).map(|day| Day { year: 2027, month: 1, day });
                let open = open.filter(|day| !model.days.contains_key(&(series, *day)));
                let days: Vec<(Day, PuzzleRef)> = open.zip(free.copied()).take(count).collect();
                let all_series = database.series().unwrap();
                database.run(&all_series, series, &days).unwrap();
                if !days.is_empty() {
                    // A decision on outdated events is refused.
                    assert!(database.run(&all_series, series, &days).is_err());
                }
                for (day, at) in days {
                    model.put(series, day, at);
                }
            }
            2 => {
                let with = Replacement::Puzzle(ids[&at]);
                let done =
                    database.replace_days(series, &[day], &with, again, DayChange::default());
                let has_series = model.days.keys().any(|(name, _)| *name == series);
                let known = database.series().unwrap().names().any(|name| name == series);
                match (model.days.get(&(series, day)).copied(), done) {
                    (None, Err(Error::Series(SeriesError::NoSeries { .. }))) => assert!(!known),
                    (None, Err(Error::Series(SeriesError::NoDay { .. }))) => {
                        assert!(known || has_series);
                    }
                    (Some(_), Err(Error::Series(SeriesError::Void(_)))) => {
                        assert!(model.void.contains(&at));
                    }
                    (Some(old), Err(Error::Series(SeriesError::Same(..)))) => assert_eq!(old, at),
                    (Some(_), Err(Error::Series(SeriesError::HasRun { .. }))) => {
                        assert!(!again && model.ran.contains_key(&at));
                    }
                    (Some(old), Ok(replaced)) => {
                        let [old_at, new_at] = [&replaced[0].old, &replaced[0].new]
                            .map(|named| (named.issued.batch, named.issued.number));
                        assert_eq!((old_at, new_at), (old, at));
                        assert!(old != at && !model.void.contains(&at));
                        assert!(again || !model.ran.contains_key(&at));
                        model.put(series, day, at);
                    }
                    (there, other) => panic!("{there:?}: {other:?}"),
                }
            }
            3 => {
                let done = database.withdraw_days(series, &[day], DayChange::default());
                assert_eq!(done.is_ok(), model.days.remove(&(series, day)).is_some());
                model.approved.remove(&(series, day));
                model.withdrawn += usize::from(done.is_ok());
            }
            5 => {
                let there = model.days.get(&(series, day)).filter(|_| rng.random_bool(0.8));
                let (looked, by) = (*there.unwrap_or(&at), format!("editor {}", at.1));
                let done = database.approve_days(series, &[(day, Some(ids[&looked]))], &by);
                model.approve((series, day, looked), by, &done);
            }
            6 => {
                let done = database.unapprove_days(series, &[(day, None)], "Ann");
                let was = model.approved.remove(&(series, day)).is_some();
                assert_eq!(done.is_ok_and(|done| done.new == [day]), was);
            }
            4 => {
                let mut some: Vec<PuzzleRef> = all.clone();
                some.retain(|_| rng.random_bool(0.05));
                let which = ToVoid::Puzzles(some.iter().map(|at| ids[at]).collect());
                let printed = [IfPrinted::Refuse, IfPrinted::Keep, IfPrinted::Void];
                let printed = *printed.choose(rng).unwrap();
                let is_used = |at: &PuzzleRef| model.is_running(*at) || model.is_printed(*at);
                let done = database.void(&which, printed, None);
                if printed == IfPrinted::Refuse && some.iter().any(is_used) {
                    assert!(matches!(done, Err(Error::Printed(_))));
                    continue;
                }
                done.unwrap();
                some.retain(|at| printed != IfPrinted::Keep || !is_used(at));
                model.void.extend(some);
            }
            7 => {
                let last = Day { day: day.day + rng.random_range(0..4), ..day };
                let by = rng.random_range(-4..=4);
                let is_moved = |other: &Day| day <= *other && *other <= last;
                let of_series = |(name, other): &(&str, Day)| (*name == series).then_some(*other);
                let moved: Vec<Day> =
                    model.days.keys().filter_map(of_series).filter(is_moved).collect();
                let free = |day: &Day| {
                    let to = day.after(by).unwrap();
                    is_moved(&to) || !model.days.contains_key(&(series, to))
                };
                let can = moved.iter().all(free)
                    && (by == 0
                        || moved
                            .iter()
                            .all(|day| !model.void.contains(&model.days[&(series, *day)])));
                match database.shift_days(series, (Some(day), Some(last)), by, DayChange::default())
                {
                    Ok(count) => {
                        assert!(can && count == moved.len());
                        let puzzles: Vec<(Day, PuzzleRef)> = moved
                            .iter()
                            .filter(|_| by != 0)
                            .map(|day| (*day, model.days.remove(&(series, *day)).unwrap()))
                            .collect();
                        model.withdrawn += puzzles.len();
                        for (day, at) in puzzles {
                            model.approved.remove(&(series, day));
                            model.put(series, day.after(by).unwrap(), at);
                        }
                    }
                    Err(Error::Series(SeriesError::NoSeries { .. })) => assert!(moved.is_empty()),
                    Err(error) => assert!(!can, "{error}"),
                }
            }
            _ => change_books(&database, &all, &mut model, rng),
        }
    }
    model.assert_equals(&database);
    // Void puzzles are not exported.
    let exported = database.export(&[1, 2, 3].map(BatchRef::Id), &control).unwrap();
    let exported: BTreeSet<PuzzleRef> =
        exported.map(Result::unwrap).map(|one| (one.issued.batch, one.issued.number)).collect();
    assert!(all.iter().all(|at| exported.contains(at) != model.void.contains(at)));
}

#[test]
fn series_are_what_the_model_is() {
    let mut starter = starter();
    let is_easy = |seed: &Seed| seed.grading(Ladder::HSOLVE).is_some_and(|own| own.tier == 0);
    starter.retain(is_easy);
    starter.truncate(200);
    for rng_seed in 0..cases(50, 150) as u64 {
        let run = std::panic::catch_unwind(|| history(rng_seed, &starter));
        assert!(run.is_ok(), "RNG seed {rng_seed}");
    }
}
