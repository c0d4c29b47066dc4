//! Three clients draw continuously while their server is lost again and again.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::scope;
use std::time::{Duration, Instant};

use crate::home::{Home, wait_for};
use crate::server::Server;

const CLIENTS: u64 = 3;
/// The number of puzzles of one draw.
const COUNT: &str = "40";

/// Each time the primary is killed under load, its synchronous standby takes over, and a new
/// standby follows it. Printed puzzles are in the ledger exactly once. Clients know the addresses
/// of both current servers.
fn fail_over(times: usize, least: Duration) {
    let begin = Instant::now();
    let home = Home::new();
    let mut primary = Server::start(&[]).unwrap();
    let first = primary.database();
    let name = Server::name(&first).to_owned();
    home.run(&["db", "init", &first], 0);
    let mut standby = followed(&primary);

    let address = Mutex::new(primary.address_with(&standby, &name));
    let (draws, failed, is_over) = (AtomicU64::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let shown: Mutex<Vec<String>> = Mutex::default();
    let client = || {
        while !is_over.load(Ordering::Relaxed) {
            let rng_seed = draws.fetch_add(1, Ordering::Relaxed).to_string();
            let address = address.lock().unwrap().clone();
            let flags = ["--tier", "1", "--count", COUNT, "--rng-seed", &rng_seed];
            let place = ["--db", &address, "--wait", "120", "draw"];
            let output = home.seeddb(&(&place, &flags)).output().unwrap();
            if !output.status.success() {
                failed.fetch_add(1, Ordering::Relaxed);
                eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            }
            let text = String::from_utf8(output.stdout).unwrap();
            shown.lock().unwrap().extend(text.lines().map(|line| line[..81].to_owned()));
        }
    };
    scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(client);
        }
        let count = || shown.lock().unwrap().len();
        let more = |puzzles: usize| {
            let before = count();
            wait_for("nothing is drawn", || (count() >= before + puzzles).then_some(()));
        };
        for round in 1..=times {
            more(500);
            wait_for("it is time", || {
                (begin.elapsed() >= least * round as u32 / times as u32).then_some(())
            });
            primary.kill();
            assert_eq!(standby.psql("postgres", "SELECT pg_promote()").as_deref(), Some("t"));
            // The promoted server has its predecessor's settings, and no standby to wait for yet.
            standby.set("synchronous_standby_names", "");
            more(500);
            if round < times {
                let next = followed(&standby);
                *address.lock().unwrap() = standby.address_with(&next, &name);
                primary = std::mem::replace(&mut standby, next);
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });

    let survivor = standby.address(&name);
    let batches = home.run(&["--db", &survivor, "batches", "--format", "csv"], 0).out;
    let batches = (batches.lines().count() - 1).to_string();
    let ledger =
        home.run(&["--db", &survivor, "export", "--batch", &format!("1..{batches}")], 0).out;
    let mut ledger: HashMap<&str, usize> = ledger.lines().map(|line| (&line[..81], 0)).collect();
    let shown = shown.into_inner().unwrap();
    for puzzle in &shown {
        let times = ledger.get_mut(&**puzzle);
        *times.unwrap_or_else(|| panic!("{puzzle} is not in the ledger")) += 1;
    }
    assert!(ledger.values().all(|times| *times <= 1), "a puzzle was shown twice");
    let stats = home.json(&["--db", &survivor, "batches"]);
    let issued: u64 =
        stats.as_array().unwrap().iter().map(|batch| batch["issued"].as_u64().unwrap()).sum();
    assert_eq!(issued, ledger.len() as u64, "a puzzle is in two batches");
    home.run(&["--db", &survivor, "db", "check"], 0).words(&["all is well"]);
    println!(
        "{times} fail-overs in {} s: {} draws, {} failed, {} shown, {issued} in the ledger, 0 twice, 0 lost",
        begin.elapsed().as_secs(),
        draws.into_inner(),
        failed.into_inner(),
        shown.iter().collect::<HashSet<_>>().len(),
    );
}

/// Returns a standby that the server waits for at each commit.
fn followed(server: &Server) -> Server {
    server.set("synchronous_standby_names", "standby");
    let standby = server.standby();
    server.until("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'", "sync");
    standby
}

#[test]
#[ignore = "needs a server"]
fn a_fail_over_under_draws_loses_nothing() {
    fail_over(1, Duration::ZERO);
}

/// Run with
/// `cargo test --test program fail_overs_for_five_minutes -- --ignored`
#[test]
#[ignore = "long: .ci/long, needs a server"]
fn fail_overs_for_five_minutes_lose_nothing() {
    fail_over(5, Duration::from_secs(300));
}
