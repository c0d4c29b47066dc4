//! Lost connections at any message, killed servers, and retried bodies.

use std::collections::BTreeMap;

use super::*;
use crate::record::{Batch, Entry};
use crate::store::Store;
use crate::store::engine::WriteRows as _;
use crate::store::random::random_issued;
use crate::store::rules::{ledger, seed_cursor};
use crate::symmetry::Key;

/// Adds to a counter and to the ledger; `known` receives the indices of existing rows.
fn step(to: &mut dyn Transaction, number: u32, known: &mut Vec<usize>) -> Done {
    to.lock(Lock::Batch(1))?;
    let counter = row(0, "").0;
    let before = to.get(Table::Uses, &[&counter])?.remove(0);
    let before: u32 = before.map_or(0, |text| String::from_utf8(text).unwrap().parse().unwrap());
    let entries = [row(number, "new"), row(number + 1, "new")];
    *known = to.put_new(Table::Ledger, &entries)?;
    to.put(Table::Uses, &[row(0, &(before + 1).to_string())])
}

/// Runs a fixed sequence of calls; returns their results.
fn scenario(address: &str) -> Vec<String> {
    // Retries a failed connection.
    let engine = (0..20).find_map(|_| open(address).ok()).unwrap();
    let mut said = Vec::new();
    for number in 1..8 {
        let mut known = Vec::new();
        let result = write(&engine, |to| {
            step(to, number, &mut known)?;
            if number == 4 { Err(Abort::Corrupt("made up".to_owned())) } else { Ok(()) }
        });
        said.push(format!("{known:?} {result:?}").replace(address, "ADDRESS"));
        said.push(format!("{:?}", all(&engine, Table::Ledger).len()));
    }
    write(&engine, |to| to.remove(Table::Ledger, &[&row(1, "").0])).unwrap();
    said
}

/// The connection is cut at every message of the scenario, in both directions: the results equal
/// those of a run without a cut, and every change was made once.
#[test]
#[ignore = "needs a server"]
fn a_cut_at_any_message_loses_nothing() {
    let server = server();
    let run = |address: &str, cut: Option<usize>| {
        let clean = open(address).unwrap();
        write(&clean, |to| {
            let keys: Vec<_> = (0..9).map(|key| row(key, "").0).collect();
            let keys: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
            to.remove(Table::Uses, &keys)?;
            to.remove(Table::Ledger, &keys)
        })
        .unwrap();
        let proxy = Proxy::start(&server.socket(), cut);
        let said = scenario(&proxy.address(Server::name(address)));
        let left = (all(&clean, Table::Uses), all(&clean, Table::Ledger));
        (said, left, proxy.messages())
    };
    let (said, left, messages) = run(&made(server), None);
    println!("{messages} messages");
    assert_eq!(left.0, [row(0, "6")]);
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
                    assert_eq!(without_port(&now), without_port(&said), "cut at message {cut}");
                    assert_eq!(there, left, "cut at message {cut}");
                }
            });
        }
    });
}

fn without_port(said: &[String]) -> Vec<String> {
    said.iter().map(|words| words.replace(char::is_numeric, "")).collect()
}

/// The first attempt still runs on the server when the second begins: the second does nothing if
/// the first is committed.
#[test]
#[ignore = "needs a server"]
fn a_second_attempt_waits_for_the_first() {
    let server = server();
    for is_committed in [true, false] {
        let address = made(server);
        let engine = open(&address).unwrap();
        let token = "00112233445566778899aabbccddeeff";
        let mut client = postgres::Client::connect(&address, postgres::NoTls).unwrap();
        let mut first = client.transaction().unwrap();
        let sql = format!("INSERT INTO seeddb.done (token) VALUES ('\\x{token}')");
        first.batch_execute(&sql).unwrap();
        scope(|scope| {
            let second = scope.spawn(|| {
                engine.pool.write_as(token, &seconds(30), "", &mut |to| {
                    to.put(Table::Uses, &[row(1, "second")])
                })
            });
            let waiting =
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'transactionid'";
            server.until(waiting, "1");
            if is_committed {
                first.commit().unwrap();
            } else {
                first.rollback().unwrap();
            }
            second.join().unwrap().unwrap();
        });
        let expected = if is_committed { vec![] } else { vec![row(1, "second")] };
        assert_eq!(all(&engine, Table::Uses), expected);
    }
}

/// Expired tokens are removed, others stay.
#[test]
#[ignore = "needs a server"]
fn old_tokens_are_removed() {
    let server = server();
    let address = made(server);
    let engine = open(&address).unwrap();
    let name = Server::name(&address);
    for (token, age) in [("aa", "25 hours"), ("bb", "23 hours")] {
        let sql =
            format!("INSERT INTO seeddb.done VALUES ('\\x{token}', now() - interval '{age}')");
        server.psql(name, &sql).unwrap();
    }
    let tokens = "SELECT string_agg(encode(token, 'hex'), ' ' ORDER BY token) FROM seeddb.done \
                  WHERE length(token) = 1";
    engine.pool.write_as(&"1".repeat(32), &seconds(9), "", &mut |_| Ok(())).unwrap();
    assert_eq!(server.psql(name, tokens).unwrap(), "aa bb");
    engine.pool.write_as(&"0".repeat(32), &seconds(9), "", &mut |_| Ok(())).unwrap();
    assert_eq!(server.psql(name, tokens).unwrap(), "bb");
}

/// A body that conflicts with others is retried, but not forever.
#[test]
#[ignore = "needs a server"]
fn a_body_is_not_run_forever() {
    let engine = open(&made(server())).unwrap();
    let mut runs = 0;
    let error = write(&engine, |_| {
        runs += 1;
        Err(Abort::Again)
    });
    assert!(matches!(error, Err(StoreError::Overtaken)) && runs == 1_000, "{error:?}");
}

/// A failure ignored by the body still ends the transaction.
#[test]
#[ignore = "needs a server"]
fn a_hidden_failure_is_told() {
    let server = server();
    let address = made(server);
    server.psql(Server::name(&address), "DROP TABLE seeddb.sums").unwrap();
    let engine = open(&address).unwrap();
    let error = write(&engine, |to| {
        to.put(Table::Uses, &[row(1, "")])?;
        assert!(matches!(to.len(Table::Sums), Err(Abort::Engine)));
        assert!(matches!(to.len(Table::Uses), Err(Abort::Engine)));
        Ok(())
    })
    .unwrap_err();
    assert!(error.to_string().contains("seeddb.sums"), "{error}");
    assert_eq!(all(&engine, Table::Uses), []);
}

/// Creates a trigger that fails with this SQLSTATE when a row of the ledger is written.
fn trouble(server: &Server, address: &str, state: &str, when: &str) {
    let sql = format!(
        "CREATE SEQUENCE seeddb.troubles; CREATE FUNCTION seeddb.trouble() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN IF {when} THEN RAISE EXCEPTION 'trouble' USING ERRCODE = '{state}'; END IF; RETURN NULL; END $$; \
         CREATE TRIGGER trouble AFTER INSERT ON seeddb.ledger FOR EACH STATEMENT EXECUTE FUNCTION seeddb.trouble()"
    );
    server.psql(Server::name(address), &sql).unwrap();
}

/// The server undoes every other commit, as in a conflict of transactions.
#[test]
#[ignore = "needs a server"]
fn conflicts_are_begun_again() {
    for state in ["40001", "40P01"] {
        let address = made(server());
        trouble(server(), &address, state, "(nextval('seeddb.troubles') % 2) = 1");
        let engine = open(&address).unwrap();
        for number in 0..5 {
            put(&engine, Table::Ledger, row(number, "")).unwrap();
        }
        assert_eq!(all(&engine, Table::Ledger).len(), 5);
    }
}

#[test]
#[ignore = "needs a server"]
fn a_server_without_room_is_told() {
    let address = made(server());
    trouble(server(), &address, "53100", "true");
    let engine = open(&address).unwrap();
    let error = put(&engine, Table::Ledger, row(1, "")).unwrap_err();
    assert!(matches!(error, StoreError::DiskFull(_)), "{error}");
    assert_eq!(all(&engine, Table::Ledger), []);
}

/// Concurrent writers of a few keys, while connections and server processes are killed: every
/// acknowledged entry is in the ledger, once.
#[test]
#[ignore = "needs a server"]
fn writers_and_a_server_that_dies_lose_nothing() {
    // A separate server, because it is killed.
    let server = Server::start(&[]).unwrap();
    let address = made(&server);
    let shown = while_writing(&address, |writers| {
        for round in 1..=12 {
            writers.until_shown(round * 40);
            if round % 4 == 0 {
                server.crash();
            } else {
                terminate(&server, &address);
            }
        }
    });
    nothing_is_lost(&address, &shown);
}

/// The key and place of a puzzle whose commit was acknowledged.
type Shown = (Key, (u32, u32));

/// The number of acknowledged commits so far, and whether to stop.
#[derive(Default)]
pub(super) struct Writers {
    shown: AtomicUsize,
    is_over: AtomicBool,
}

impl Writers {
    pub(super) fn shown(&self) -> usize {
        self.shown.load(Ordering::Relaxed)
    }

    /// Waits until this many commits were acknowledged.
    pub(super) fn until_shown(&self, wanted: usize) {
        while self.shown() < wanted {
            assert!(!self.is_over.load(Ordering::Relaxed), "a writer failed");
            sleep(Duration::from_millis(5));
        }
    }

    /// Commits puzzles with a few different keys to a batch until stopped.
    fn issue(&self, address: &str, rng_seed: u64) -> Vec<Shown> {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let store = Store::at(address.as_ref(), &OpenOptions::default());
        let mut batch = store.new_batch(&Batch::new()).unwrap();
        let mut shown: Vec<Shown> = Vec::new();
        while !self.is_over.load(Ordering::Relaxed) {
            let puzzle = |rng: &mut SmallRng| {
                let key = Key(rng.random_range(0..100_000_u128).to_be_bytes());
                Entry { key, ..random_issued(rng) }
            };
            let mut some = (0..rng.random_range(1..40)).map(|_| puzzle(rng)).collect();
            store.commit_some(&mut batch, &mut some).unwrap();
            self.shown.fetch_add(1, Ordering::Relaxed);
            shown.extend(some.iter().map(|one| (one.key, (one.batch, one.number))));
        }
        shown
    }
}

/// Stops the writers on drop, so that a failing test does not hang.
struct End<'a>(&'a Writers);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

/// Runs `disturb` while four threads write, each to a batch; returns the acknowledged puzzles.
pub(super) fn while_writing(address: &str, disturb: impl FnOnce(&Writers)) -> Vec<Shown> {
    let writers = &Writers::default();
    scope(|scope| {
        let issue = |rng_seed| {
            scope.spawn(move || {
                let _end = End(writers);
                writers.issue(address, rng_seed)
            })
        };
        let threads: Vec<_> = (1..=4).map(issue).collect();
        {
            let _end = End(writers);
            disturb(writers);
        }
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

/// Checks that the ledger has exactly the acknowledged puzzles, each once.
pub(super) fn nothing_is_lost(address: &str, shown: &[Shown]) {
    let store = Store::at(address.as_ref(), &OpenOptions::default());
    assert_eq!(store.check().unwrap(), []);
    let entries: BTreeMap<Key, (u32, u32)> = shown.iter().copied().collect();
    assert_eq!(entries.len(), shown.len(), "shown twice");
    let keys: Vec<Key> = entries.keys().copied().collect();
    let places = store.read(|from| ledger::places(from, &keys)).unwrap();
    assert!(places.into_iter().eq(entries.into_values().map(Some)));
    let issued = store.read(seed_cursor::counts).unwrap().issued;
    println!("{} shown, {issued} in the ledger", shown.len());
    assert!(shown.len() > 100 && issued == shown.len() as u64);
}
