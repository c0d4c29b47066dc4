//! A server that is lost for good, and the standby that takes its place.

use super::lost::{nothing_is_lost, while_writing};
use super::*;

/// The server is killed while four writers commit, and its synchronous standby takes over: nothing is lost, nothing is there twice.
#[test]
#[ignore = "needs a server"]
fn a_fail_over_to_a_synchronous_standby_loses_nothing() {
    let server = Server::start(&[]).unwrap();
    let standby = server.standby();
    let alone = server.database();
    let error = make(&alone, &OpenOptions::default()).unwrap_err();
    let is_told = matches!(&error, StoreError::Unsafe { what, .. } if what.contains("standbys"));
    assert!(is_told, "{error}");
    server.set("synchronous_standby_names", "standby");
    let sync = "SELECT sync_state FROM pg_stat_replication";
    server.until(sync, "sync");
    assert!(make(&alone, &OpenOptions::default()).unwrap());

    // The standby itself is refused, whatever is accepted.
    let name = Server::name(&alone);
    standby.until("SELECT count(*) FROM pg_database WHERE datname LIKE 'test%'", "1");
    for accept_loss in [false, true] {
        let options = OpenOptions { accept_loss, ..OpenOptions::default() };
        let error = PgEngine::open(standby.address(name).as_ref(), &options).err().unwrap();
        assert!(matches!(error, StoreError::Standby(_)), "{error}");
    }

    let both = server.address_with(&standby, name);
    let shown = while_writing(&both, |writers| {
        writers.until_shown(200);
        server.kill();
        let before = writers.shown();
        assert_eq!(standby.psql("postgres", "SELECT pg_promote()").as_deref(), Some("t"));
        writers.until_shown(before + 200);
    });
    nothing_is_lost(&both, &shown);
    nothing_is_lost(&standby.address(name), &shown);
}

/// Settings that forget are refused when they are met, also by those who are connected again.
#[test]
#[ignore = "needs a server"]
fn settings_that_forget_are_refused() {
    let server = Server::start(&[]).unwrap();
    let address = made(&server);
    let engine = open(&address).unwrap();
    for setting in ["fsync", "full_page_writes"] {
        server.set(setting, "off");
        let error = open(&address).err().unwrap();
        let is_named = |error: &StoreError| matches!(error, StoreError::Unsafe { what, .. } if what.contains(setting));
        assert!(is_named(&error), "{error}");
        terminate(&server, &address);
        let error = put(&engine, Table::Uses, row(1, "")).unwrap_err();
        assert!(is_named(&error), "{error}");
        server.set(setting, "on");
    }
    put(&engine, Table::Uses, row(1, "")).unwrap();
}
