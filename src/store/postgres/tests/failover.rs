//! A server that is lost for good, and the standby that takes its place.

use super::*;

/// The server is killed while four writers commit, and its synchronous standby takes over: nothing is lost, nothing is there twice.
#[test]
fn a_fail_over_to_a_synchronous_standby_loses_nothing() {
    if Server::of_tests().is_none() {
        return;
    }
    let server = Server::start(&[]).unwrap();
    let standby = server.standby();
    let alone = server.database();
    let error = Store::make(alone.as_ref(), &OpenOptions::default(), Vec::new).unwrap_err();
    assert!(
        matches!(&error, StoreError::Unsafe { what, .. } if what.contains("standbys")),
        "{error}"
    );
    server.set("synchronous_standby_names", "standby");
    let sync = "SELECT sync_state FROM pg_stat_replication";
    server.until(sync, "sync");
    assert!(Store::make(alone.as_ref(), &OpenOptions::default(), Vec::new).unwrap());

    // The standby itself is refused, whatever is accepted.
    let name = Server::name(&alone);
    standby.until("SELECT count(*) FROM pg_database WHERE datname LIKE 'test%'", "1");
    for accept_loss in [false, true] {
        let options = OpenOptions { accept_loss, ..OpenOptions::default() };
        let error = Store::open(standby.address(name).as_ref(), &options, Vec::new).err().unwrap();
        assert!(matches!(error, StoreError::Standby(_)), "{error}");
    }

    let both = server.address_with(&standby, name);
    let is_over = AtomicBool::new(false);
    let rng = &mut SmallRng::seed_from_u64(16);
    let pool: Vec<Issued> = (0..6_000).map(|_| random_issued(rng)).collect();
    let shown: Vec<Vec<Shown>> = scope(|scope| {
        let writers = writers(scope, &both, &pool, &is_over);
        sleep(Duration::from_secs(3));
        server.kill();
        assert_eq!(standby.psql("postgres", "SELECT pg_promote()").as_deref(), Some("t"));
        sleep(Duration::from_secs(3));
        is_over.store(true, Ordering::Relaxed);
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    nothing_is_lost(&both, &shown.concat());
    nothing_is_lost(&standby.address(name), &shown.concat());
}

/// Settings that forget are refused when they are met, also by those who are connected again.
#[test]
fn settings_that_forget_are_refused() {
    if Server::of_tests().is_none() {
        return;
    }
    let server = Server::start(&[]).unwrap();
    let address = made(&server);
    let store = open(&address).unwrap();
    for setting in ["fsync", "full_page_writes"] {
        server.set(setting, "off");
        let error = open(&address).err().unwrap();
        let is_named = |error: &StoreError| matches!(error, StoreError::Unsafe { what, .. } if what.contains(setting));
        assert!(is_named(&error), "{error}");
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
        server.psql("postgres", sql).unwrap();
        let error = store.counts().unwrap_err();
        assert!(is_named(&error), "{error}");
        server.set(setting, "on");
    }
    store.counts().unwrap();
}
