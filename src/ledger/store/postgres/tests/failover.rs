//! Loss of a server, and takeover by its standby.

use super::lost::{nothing_is_lost, while_writing};
use super::*;

/// The server is killed while four writers commit, and its synchronous standby takes over: nothing
/// is lost or duplicated.
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

    // The standby itself is refused, whatever the options accept.
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

/// Of two standbys, the one that commits do not wait for is reported by name; a receiver of an
/// archive does not count.
#[test]
#[ignore = "needs a server"]
fn a_second_asynchronous_standby_is_refused() {
    let server = Server::start(&[]).unwrap();
    let address = made(&server);
    // The slot of a standby that is away.
    server.psql("postgres", "SELECT pg_create_physical_replication_slot('away')").unwrap();
    let error = open(&address).err().unwrap();
    assert!(error.to_string().contains("standbys"), "{error}");
    server.psql("postgres", "SELECT pg_drop_replication_slot('away')").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut receiver = server.program("pg_receivewal");
    let mut receiver = receiver.arg("-D").arg(folder.path()).spawn().unwrap();
    server.until("SELECT count(*) FROM pg_stat_replication", "1");
    open(&address).unwrap();
    let _first = server.standby();
    server.set("synchronous_standby_names", "standby");
    server.until("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", "1");
    open(&address).unwrap();
    let _second = server.standby_called("spare");
    let refused = |names: &str| {
        server.set("synchronous_standby_names", names);
        let error = open(&address).err().unwrap();
        let is_named = matches!(&error, StoreError::Unsafe { what, .. } if what.contains("spare"));
        assert!(is_named, "{error}");
    };
    refused("standby");
    refused("FIRST 1 (standby, spare)");
    for names in ["FIRST 2 (standby, spare)", "ANY 1 (standby, spare)"] {
        server.set("synchronous_standby_names", names);
        open(&address).unwrap();
    }
    // A user without the right to see standbys is refused if there are more than commits wait for.
    server.psql("postgres", "CREATE ROLE drawer LOGIN").unwrap();
    let grant = "GRANT USAGE ON SCHEMA seeddb TO drawer; GRANT ALL ON ALL TABLES IN SCHEMA seeddb TO drawer";
    server.psql(Server::name(&address), grant).unwrap();
    let drawer = address.replace("seeddb@", "drawer@");
    let error = open(&drawer).err().unwrap();
    assert!(error.to_string().contains("pg_read_all_stats"), "{error}");
    receiver.kill().unwrap();
    receiver.wait().unwrap();
}

/// An unlogged table is refused.
#[test]
#[ignore = "needs a server"]
fn unlogged_tables_are_refused() {
    let server = server();
    let address = made(server);
    server.psql(Server::name(&address), "ALTER TABLE seeddb.ledger SET UNLOGGED").unwrap();
    let error = open(&address).err().unwrap();
    let is_named = matches!(&error, StoreError::Unsafe { what, .. } if what.contains("ledger"));
    assert!(is_named, "{error}");
}

/// Unsafe settings are refused, also on a new connection of the same client, unless the options
/// accept them.
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
        let accept = OpenOptions { accept_loss: true, ..OpenOptions::default() };
        let facts = PgEngine::open(address.as_ref(), &accept).unwrap().facts(&seconds(9)).unwrap();
        assert!(facts.iter().any(|(name, what)| name == "danger" && what.contains(setting)));
        server.set(setting, "on");
    }
    put(&engine, Table::Uses, row(1, "")).unwrap();
}
