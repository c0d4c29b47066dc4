//! Other databases at the same address, and clients that block others.

use super::*;
use crate::store::rules::seed_cursor;

/// Each new connection checks the identity of the database.
#[test]
#[ignore = "needs a server"]
fn another_database_at_the_address_is_refused() {
    let server = server();
    for with_tables in [true, false] {
        let address = made(server);
        let other = if with_tables { made(server) } else { server.database() };
        let [name, other] = [&address, &other].map(|address| Server::name(address));
        let engine = open(&address).unwrap();
        put(&engine, Table::Uses, row(1, "")).unwrap();
        terminate(server, &address);
        for sql in [
            format!("ALTER DATABASE {name} RENAME TO {name}_before"),
            format!("ALTER DATABASE {other} RENAME TO {name}"),
        ] {
            server.psql("postgres", &sql).unwrap();
        }
        for _ in 0..2 {
            let error = put(&engine, Table::Uses, row(1, "")).unwrap_err();
            assert!(matches!(error, StoreError::Replaced(_)), "{error}");
        }
        if with_tables {
            assert_eq!(all(&open(&address).unwrap(), Table::Uses), []);
        }
    }
}

#[test]
#[ignore = "needs a server"]
fn who_keeps_others_waiting_is_named() {
    let address = made(server());
    let engine = open(&address).unwrap();
    let config = format!("{address}&application_name=layout");
    let mut other = postgres::Client::connect(&config, postgres::NoTls).unwrap();
    let process: i32 = other.query_one("SELECT pg_backend_pid()", &[]).unwrap().get(0);
    put(&engine, Table::Uses, row(1, "")).unwrap();
    let mut wait = |lock: &str, what: Lock, patience: &WaitPolicy| {
        let mut having = other.transaction().unwrap();
        having.batch_execute(lock).unwrap();
        let error = engine.write(patience, &mut |to| {
            to.lock(what)?;
            to.put(Table::Uses, &[row(1, "")])
        });
        having.rollback().unwrap();
        // The write succeeds when the other client has gone.
        write(&engine, |to| to.lock(what)).unwrap();
        error.unwrap_err()
    };
    let named = format!("layout on the server itself (process {process} of the server, for ");
    for (lock, what) in [
        ("SELECT pg_advisory_xact_lock(1592590337, 0)", Lock::Seeds),
        ("SELECT pg_advisory_xact_lock(1592590338, 0)", Lock::Books),
        ("SELECT pg_advisory_xact_lock(1592590339, 0)", Lock::Batches),
        ("SELECT pg_advisory_xact_lock(1592590340, 5)", Lock::Batch(1_029)),
        ("SELECT FROM seeddb.uses FOR UPDATE", Lock::Seeds),
        ("LOCK TABLE seeddb.uses", Lock::Seeds),
    ] {
        let error = wait(lock, what, &seconds(1));
        let is_named = matches!(&error, StoreError::Locked { holder } if holder.contains(&named));
        assert!(is_named, "{lock}: {error}");
    }
    // A stopped call does not wait.
    let stopped = WaitPolicy { stop: Arc::new(AtomicBool::new(true)), ..seconds(3_600) };
    let error = wait("LOCK TABLE seeddb.uses", Lock::Seeds, &stopped);
    let is_named = matches!(&error, StoreError::Stopped { holder } if holder.contains(&named));
    assert!(is_named, "{error}");
}

#[test]
#[ignore = "needs a server"]
fn a_lock_is_waited_for() {
    let engine = open(&made(server())).unwrap();
    let add = || {
        write(&engine, |to| {
            to.lock(Lock::Batch(1))?;
            let before = to.get(Table::Uses, &[&row(0, "").0])?.remove(0);
            let before = before.map_or(0, |bytes| bytes[0]);
            to.put(Table::Uses, &[(row(0, "").0, vec![before + 1])])
        })
        .unwrap();
    };
    scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..25).for_each(|_| add()));
        }
    });
    assert_eq!(all(&engine, Table::Uses), [(row(0, "").0, vec![100])]);
}

/// A server that disconnects before it answers is retried, if requested, until the wait is over.
#[test]
fn the_first_connection_is_waited_for() {
    use std::net::TcpListener;
    for (wait_for_server, least) in [(false, 1), (true, 3)] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("postgres://seeddb@{}/puzzles", listener.local_addr().unwrap());
        let options = OpenOptions {
            wait: std::time::Duration::from_secs(600),
            wait_for_server,
            ..OpenOptions::default()
        };
        let stop = options.stop.clone();
        let client = std::thread::spawn(move || {
            crate::store::Store::at(address.as_ref(), &options)
                .read(seed_cursor::counts)
                .unwrap_err()
        });
        // Each connection is closed immediately.
        let mut calls = 0;
        while !client.is_finished() {
            match listener.accept() {
                Ok(call) => {
                    drop(call);
                    calls += 1;
                }
                Err(_) => std::thread::sleep(std::time::Duration::from_millis(1)),
            }
            stop.store(calls >= least, std::sync::atomic::Ordering::Relaxed);
        }
        let error = client.join().unwrap();
        assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
        assert!(calls >= least, "{calls} calls");
        if !wait_for_server {
            assert_eq!(calls, 1, "it was sought again");
        }
    }
}
