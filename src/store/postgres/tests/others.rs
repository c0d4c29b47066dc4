//! Other databases at the same address, copies that end too early, clients that keep others waiting.

use super::*;

const TERMINATE: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND datname = ";

/// Whoever connects again looks whether it is the same database.
#[test]
fn another_database_at_the_address_is_refused() {
    let Some(server) = Server::of_tests() else { return };
    for with_tables in [true, false] {
        let address = made(server);
        let other = if with_tables { made(server) } else { server.database() };
        let [name, other] = [&address, &other].map(|address| Server::name(address));
        let rng = &mut SmallRng::seed_from_u64(9);
        let store = open(&address).unwrap();
        let mut batch = random_batch(rng);
        batch.id = store.new_batch(&batch).unwrap();
        store.commit(&mut batch, &mut vec![random_issued(rng)]).unwrap();
        server.psql("postgres", &format!("{TERMINATE}'{name}'")).unwrap();
        for sql in [
            format!("ALTER DATABASE {name} RENAME TO {name}_before"),
            format!("ALTER DATABASE {other} RENAME TO {name}"),
        ] {
            server.psql("postgres", &sql).unwrap();
        }
        let error = store.commit(&mut batch, &mut vec![random_issued(rng)]).unwrap_err();
        assert!(matches!(error, StoreError::Replaced(_)), "{error}");
        assert!(matches!(store.counts().unwrap_err(), StoreError::Replaced(_)));
        if with_tables {
            assert_eq!(open(&address).unwrap().counts().unwrap().batches, 0);
        }
    }
}

/// Nobody opens half a copy; the next copy clears it away. Two copies at once are refused.
#[test]
fn half_a_copy_is_no_database() {
    let Some(server) = Server::of_tests() else { return };
    let options = OpenOptions { command: "seeddb db copy".to_owned(), ..OpenOptions::default() };
    for is_made in [false, true] {
        let address = if is_made { made(server) } else { server.database() };
        let rng = &mut SmallRng::seed_from_u64(10);
        let is_unfinished = || {
            let error = open(&address).err().unwrap();
            assert!(matches!(error, StoreError::Unfinished(_)), "{error}");
        };
        for round in 0..2 {
            let copy = Store::begin_copy(address.as_ref(), &options).unwrap();
            assert_eq!(copy.counts().unwrap().batches, 0, "nothing is left of the one before");
            is_unfinished();
            copy.new_batch(&random_batch(rng)).unwrap();
            if round == 0 {
                let error = Store::begin_copy(address.as_ref(), &options).err().unwrap();
                assert!(
                    matches!(&error, StoreError::Locked { holder } if holder.contains("seeddb db copy")),
                    "{error}"
                );
                drop(copy);
                is_unfinished();
                let made =
                    Store::make(address.as_ref(), &OpenOptions::default(), Vec::new).unwrap();
                assert!(!made);
            } else {
                copy.finish_copy().unwrap();
            }
        }
        assert_eq!(open(&address).unwrap().counts().unwrap().batches, 1);
        // What has something in it is left as it is.
        let store = Store::begin_copy(address.as_ref(), &options).unwrap();
        assert_eq!(store.counts().unwrap().batches, 1);
        assert_eq!(open(&address).unwrap().counts().unwrap().batches, 1);
    }
}

/// A connection that was cut at any message of the beginning or the end of a copy changes nothing of this.
#[test]
fn a_copy_that_is_cut_begins_again() {
    let Some(server) = Server::of_tests() else { return };
    let copied = |address: &str, cut: Option<usize>| {
        let proxy = Proxy::start(&server.socket(), cut);
        let through = proxy.address(Server::name(address));
        let begun =
            (0..20).find_map(|_| Store::begin_copy(through.as_ref(), &OpenOptions::default()).ok());
        begun.unwrap().finish_copy().unwrap();
        assert_eq!(open(address).unwrap().counts().unwrap().batches, 0, "{cut:?}");
        proxy.messages()
    };
    let messages = copied(&server.database(), None);
    println!("{messages} messages");
    // Not every one, as most are those of a connection, which the other test cuts.
    for cut in (0..messages).step_by(11) {
        copied(&server.database(), Some(cut));
    }
}

/// Who has the lock that a write waits for is named.
#[test]
fn who_keeps_others_waiting_is_named() {
    let Some(server) = Server::of_tests() else { return };
    let address = made(server);
    let config = |name: &str| format!("{address}&application_name={name}");
    let rng = &mut SmallRng::seed_from_u64(11);
    let options = OpenOptions { wait: Duration::from_secs(1), ..OpenOptions::default() };
    let store = Store::open(address.as_ref(), &options, Vec::new).unwrap();
    let mut batch = random_batch(rng);
    batch.id = store.new_batch(&batch).unwrap();
    let mut other = postgres::Client::connect(&config("layout"), postgres::NoTls).unwrap();
    let process: i32 = other.query_one("SELECT pg_backend_pid()", &[]).unwrap().get(0);
    for lock in [
        "SELECT FROM seeddb.batch FOR UPDATE",
        "SELECT pg_advisory_xact_lock(1592590337)",
        "LOCK TABLE seeddb.batch",
    ] {
        let mut having = other.transaction().unwrap();
        having.batch_execute(lock).unwrap();
        let start = Instant::now();
        let error = if lock.contains("advisory") {
            store.new_batch(&batch).unwrap_err()
        } else {
            store.commit(&mut batch, &mut vec![random_issued(rng)]).unwrap_err()
        };
        let words = error.to_string();
        let named = format!("layout on the server itself (process {process} of the server, for ");
        assert!(words.contains(&named), "{lock}: {words}");
        assert!(start.elapsed() > Duration::from_millis(900));
        having.rollback().unwrap();
        // It goes on when the other has gone.
        store.commit(&mut batch, &mut vec![random_issued(rng)]).unwrap();
    }
    assert_eq!(batch.issued, 3);
}
