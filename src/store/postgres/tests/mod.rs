//! What only a server can suffer: lost connections, other writers, settings that forget.
//!
//! They run where `SEEDDB_TEST_PG=required`, on a server that they start.

mod failover;
mod others;
mod outlines;
mod proxy;
mod tls;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{Scope, ScopedJoinHandle, scope, sleep};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::record::{Batch, Event, Issued, What};
use crate::store::tests::server::Server;
use crate::store::tests::{
    place, random_batch, random_book, random_event, random_issued, random_seed,
};
use crate::store::{OpenOptions, Store};
use crate::symmetry::Key;
use proxy::Proxy;

fn made(server: &Server) -> String {
    let address = server.database();
    assert!(Store::make(address.as_ref(), &OpenOptions::default(), Vec::new).unwrap());
    address
}

fn open(address: &str) -> Result<Store, StoreError> {
    Store::open(address.as_ref(), &OpenOptions::default(), Vec::new)
}

/// The same few calls each time; what they return.
fn scenario(address: &str) -> Vec<String> {
    let rng = &mut SmallRng::seed_from_u64(5);
    // Whoever cannot even connect tries again.
    let store = (0..20).find_map(|_| open(address).ok()).unwrap();
    let mut said = Vec::new();
    let seeds: Vec<_> = (0..3).map(|_| random_seed(rng)).collect();
    said.push(format!("{:?}", store.add_seeds(&seeds).unwrap()));
    said.push(format!("{:?}", store.remove_seed(seeds[0].key).unwrap()));
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    let puzzles: Vec<Issued> = (0..6).map(|_| random_issued(rng)).collect();
    for part in [&puzzles[..4], &puzzles[2..]] {
        let mut part = part.to_vec();
        said.push(format!("{:?}", store.commit(&mut batch, &mut part).unwrap()));
        let places: Vec<_> = part.iter().map(|issued| (issued.key, issued.number)).collect();
        said.push(format!("{places:?}"));
    }
    let of_book: Vec<Issued> = (0..2).map(|_| random_issued(rng)).collect();
    let places = [place((2, 1), 0), place((2, 2), 1)];
    let next = Batch { id: 2, ..random_batch(rng) };
    said.push(format!("{:?}", store.issue_book(&next, &of_book, &random_book(rng), &places)));
    let event = random_event((2, 2), rng);
    let event = Event { what: What::Note("good".to_owned()), ..event };
    said.push(format!("{:?}", store.append(0, &[event.clone(), event])));
    said.push(format!("{:?} {:?}", store.void_book(1), store.events()));
    let empty = store.new_batch(&batch).unwrap();
    said.push(format!("{empty} {}", store.remove_empty_batch(empty).unwrap()));
    said
}

/// A database of an earlier program has no table of events until it gets one.
#[test]
fn events_come_to_an_older_database() {
    let Some(server) = Server::of_tests() else { return };
    let address = made(server);
    let mut client = postgres::Client::connect(&address, postgres::NoTls).unwrap();
    client.batch_execute("DROP TABLE seeddb.event").unwrap();
    let rng = &mut SmallRng::seed_from_u64(7);
    let mut store = open(&address).unwrap();
    assert_eq!((store.events().unwrap(), store.check().unwrap()), (vec![], vec![]));
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    store.commit(&mut batch, &mut vec![random_issued(rng)]).unwrap();
    let events = [random_event((1, 1), rng), random_event((1, 1), rng)];
    store.append(0, &events).unwrap();
    assert_eq!(store.events().unwrap(), events);
    client.batch_execute("DELETE FROM seeddb.event WHERE id = 1").unwrap();
    assert!(store.events().is_err());
    assert_eq!(store.check().unwrap()[0].to_string(), "event 1 is missing");
}

/// The connection is cut at every message of the scenario, whichever way it goes: the answers are those of a run without a cut, and the
/// database is whole.
#[test]
fn a_cut_at_any_message_loses_nothing() {
    let Some(server) = Server::of_tests() else { return };
    let run = |address: &str, cut: Option<usize>| {
        let tables = "TRUNCATE seeddb.seed, seeddb.grading, seeddb.twin, seeddb.batch, seeddb.ledger, seeddb.issued, \
                      seeddb.batch_use, seeddb.book, seeddb.printed, seeddb.event";
        postgres::Client::connect(address, postgres::NoTls).unwrap().batch_execute(tables).unwrap();
        let proxy = Proxy::start(&server.socket(), cut);
        let said = scenario(&proxy.address(Server::name(address)));
        let mut store = open(address).unwrap();
        assert_eq!(store.check().unwrap(), [], "cut at {cut:?}");
        let issued: Vec<_> = store.ledger().map(Result::unwrap).collect();
        let left = (store.batches().unwrap(), store.books().unwrap(), issued);
        (said, left, proxy.messages())
    };
    let (said, left, messages) = run(&made(server), None);
    println!("{messages} messages");
    assert!(messages > 100);
    let next = AtomicUsize::new(0);
    scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let address = made(server);
                loop {
                    let cut = next.fetch_add(1, Ordering::Relaxed);
                    if cut >= messages {
                        break;
                    }
                    let (now, there, _) = run(&address, Some(cut));
                    assert_eq!(now, said, "cut at message {cut}");
                    assert_eq!(there, left, "cut at message {cut}");
                }
            });
        }
    });
}

/// Writers who want the same few puzzles, while connections are terminated and every process of the server is killed: what was
/// shown is in the ledger, once, at its place.
#[test]
fn writers_and_a_server_that_dies_lose_nothing() {
    if Server::of_tests().is_none() {
        return;
    }
    // One that dies must not be that of the other tests.
    let server = Server::start(&[]).unwrap();
    let address = made(&server);
    let is_over = AtomicBool::new(false);
    let rng = &mut SmallRng::seed_from_u64(6);
    let pool: Vec<Issued> = (0..6_000).map(|_| random_issued(rng)).collect();
    let shown: Vec<Vec<Shown>> = scope(|scope| {
        let writers = writers(scope, &address, &pool, &is_over);
        let start = Instant::now();
        let (mut killed, mut ended) = (0, 0);
        for round in 0.. {
            sleep(Duration::from_millis(700));
            if round % 3 == 2 {
                server.crash();
                server.wait();
                killed += 1;
            } else {
                ended += 1;
                let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                           WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
                server.psql("postgres", sql);
            }
            if start.elapsed() > Duration::from_secs(12) {
                break;
            }
        }
        println!("server killed {killed} times, connections ended {ended} times");
        is_over.store(true, Ordering::Relaxed);
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    nothing_is_lost(&address, &shown.concat());
}

/// Key, batch and number of a puzzle after its commit was answered.
type Shown = (Key, u32, u32);

/// Threads that commit puzzles of the same few until it is over; what they would have shown.
fn writers<'scope>(
    scope: &'scope Scope<'scope, '_>,
    address: &'scope str,
    pool: &'scope [Issued],
    is_over: &'scope AtomicBool,
) -> Vec<ScopedJoinHandle<'scope, Vec<Shown>>> {
    let write = move |thread: u64| {
        let rng = &mut SmallRng::seed_from_u64(100 + thread);
        let store = open(address).unwrap();
        let (mut shown, mut batch) = (Vec::new(), random_batch(rng));
        while !is_over.load(Ordering::Relaxed) {
            if batch.id == 0 || rng.random_bool(0.05) {
                batch = random_batch(rng);
                batch.id = store.new_batch(&batch).unwrap();
            }
            let count = rng.random_range(1..40);
            let some = (0..count).map(|_| pool[rng.random_range(0..pool.len())].clone());
            let mut some: Vec<Issued> = some.collect();
            store.commit(&mut batch, &mut some).unwrap();
            shown.extend(some.iter().map(|puzzle| (puzzle.key, puzzle.batch, puzzle.number)));
        }
        shown
    };
    (0..4).map(|thread| scope.spawn(move || write(thread))).collect()
}

/// What was shown is in the ledger, once, and nothing else is, as no writer was killed.
fn nothing_is_lost(address: &str, shown: &[Shown]) {
    let mut store = open(address).unwrap();
    assert_eq!(store.check().unwrap(), []);
    let ledger: HashSet<_> = store.ledger().map(Result::unwrap).collect();
    println!("{} shown, {} in the ledger", shown.len(), ledger.len());
    assert!(shown.len() > 100);
    assert!(shown.iter().all(|entry| ledger.contains(entry)), "shown, and not in the ledger");
    let keys: HashSet<Key> = shown.iter().map(|entry| entry.0).collect();
    assert_eq!(keys.len(), shown.len(), "shown twice");
    // One writer a batch, and none was killed: what became of each commit was found out.
    assert_eq!(ledger.len(), shown.len(), "issued, and not shown");
}

/// The server undoes every other commit, as it does with transactions that meet.
#[test]
fn conflicts_are_begun_again() {
    let Some(server) = Server::of_tests() else { return };
    for state in ["40001", "40P01"] {
        let address = made(server);
        trouble(server, &address, state, "(nextval('seeddb.troubles') % 2) = 1");
        let rng = &mut SmallRng::seed_from_u64(7);
        let mut store = open(&address).unwrap();
        let mut batch = random_batch(rng);
        batch.id = store.new_batch(&batch).unwrap();
        for _ in 0..5 {
            store.commit(&mut batch, &mut vec![random_issued(rng)]).unwrap();
        }
        assert_eq!(batch.issued, 5);
        assert_eq!(store.check().unwrap(), []);
    }
}

/// A trigger that fails with an SQLSTATE when a puzzle is issued.
fn trouble(server: &Server, address: &str, state: &str, when: &str) {
    let sql = format!(
        "CREATE SEQUENCE seeddb.troubles; CREATE FUNCTION seeddb.trouble() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN IF {when} THEN RAISE EXCEPTION 'trouble' USING ERRCODE = '{state}'; END IF; RETURN NULL; END $$; \
         CREATE TRIGGER trouble AFTER INSERT ON seeddb.issued FOR EACH STATEMENT EXECUTE FUNCTION seeddb.trouble()"
    );
    server.psql(Server::name(address), &sql).unwrap();
}

#[test]
fn a_server_without_room_is_told() {
    let Some(server) = Server::of_tests() else { return };
    let address = made(server);
    trouble(server, &address, "53100", "true");
    let rng = &mut SmallRng::seed_from_u64(8);
    let mut store = open(&address).unwrap();
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    let error = store.commit(&mut batch, &mut vec![random_issued(rng)]).unwrap_err();
    assert!(matches!(error, StoreError::DiskFull(_)), "{error}");
    assert_eq!(store.counts().unwrap().issued, 0);
    assert_eq!(store.check().unwrap(), []);
}

/// A server that could forget is refused, unless that is accepted.
#[test]
fn a_server_that_could_forget_is_refused() {
    if Server::of_tests().is_none() {
        return;
    }
    let server = Server::start(&["fsync=off"]).unwrap();
    let accept = OpenOptions { accept_loss: true, ..OpenOptions::default() };
    let address = server.database();
    let path: &Path = address.as_ref();
    let error = Store::make(path, &OpenOptions::default(), Vec::new).unwrap_err();
    assert!(matches!(&error, StoreError::Unsafe { what, .. } if what.contains("fsync")), "{error}");
    assert!(Store::make(path, &accept, Vec::new).unwrap());
    let error = open(&address).err().unwrap();
    assert!(matches!(error, StoreError::Unsafe { .. }), "{error}");
    let store = Store::open(path, &accept, Vec::new).unwrap();
    let dangers = store.status().unwrap();
    assert!(dangers.iter().any(|(name, what)| name == "danger" && what.contains("fsync")));

    // A standby that nobody waits for.
    let server = Server::start(&[]).unwrap();
    let address = made(&server);
    let slot = "SELECT pg_create_physical_replication_slot('standby')";
    server.psql("postgres", slot).unwrap();
    let error = open(&address).err().unwrap();
    assert!(
        matches!(&error, StoreError::Unsafe { what, .. } if what.contains("standbys")),
        "{error}"
    );
    assert!(Store::open(address.as_ref(), &accept, Vec::new).is_ok());
}

#[test]
fn what_is_not_ours_is_refused_in_words() {
    let Some(server) = Server::of_tests() else { return };
    let address = server.database();
    let error = open(&address).err().unwrap();
    assert!(matches!(error, StoreError::NotMade(_)), "{error}");
    let address = made(server);
    assert!(!Store::make(address.as_ref(), &OpenOptions::default(), Vec::new).unwrap());
    let name = Server::name(&address);
    server.psql(name, "UPDATE seeddb.meta SET value = 7 WHERE name = 'schema'").unwrap();
    let error = open(&address).err().unwrap();
    assert!(matches!(error, StoreError::NewerSchema { found: 7, .. }), "{error}");
    // A password is in no message.
    for address in [
        "postgres://me:geheim@127.0.0.1:1/x".to_owned(),
        "postgres://me:geheim@/x?host=/nowhere&nonsense=1".to_owned(),
        server.address("missing").replace("seeddb@", "seeddb:geheim@"),
        server.address("postgres").replace("seeddb@", "nobody-of-this-name:geheim@"),
    ] {
        let error = open(&address).err().unwrap();
        let words = format!("{error} {error:?}");
        assert!(!words.contains("geheim"), "{words}");
        assert!(
            matches!(error, StoreError::Unreachable { .. } | StoreError::Address(_)),
            "{words}"
        );
    }
}

/// Damage that an owner of the server can do by hand is found.
#[test]
fn what_does_not_fit_together_is_found() {
    let Some(server) = Server::of_tests() else { return };
    for harm in [
        "DELETE FROM seeddb.ledger WHERE batch = 1 AND number = 2",
        "DELETE FROM seeddb.issued WHERE number = 3",
        "UPDATE seeddb.issued SET record = set_byte(record, 40, 255 - get_byte(record, 40))",
        "UPDATE seeddb.batch SET issued = issued + 1",
        "UPDATE seeddb.batch_use SET uses = uses + 1",
        "DELETE FROM seeddb.twin",
        "UPDATE seeddb.grading SET tier = tier + 1",
        "UPDATE seeddb.grading SET outline = set_byte(outline, 30, 255 - get_byte(outline, 30))",
        "UPDATE seeddb.seed SET class = class + 1",
        "DELETE FROM seeddb.grading",
    ] {
        let address = made(server);
        scenario(&address);
        let mut store = open(&address).unwrap();
        assert_eq!(store.check().unwrap(), []);
        server.psql(Server::name(&address), harm).unwrap();
        assert_ne!(store.check().unwrap(), [], "{harm}");
    }
}

#[test]
fn use_counts_are_folded() {
    let Some(server) = Server::of_tests() else { return };
    let address = made(server);
    scenario(&address);
    let mut store = open(&address).unwrap();
    let before = store.seed_uses().unwrap();
    assert!(!before.is_empty() && store.tidy().unwrap() > 0);
    assert_eq!(store.seed_uses().unwrap(), before);
    assert_eq!(store.tidy().unwrap(), 0);
    assert_eq!(store.check().unwrap(), []);
}
