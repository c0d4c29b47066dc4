//! Clear errors for servers without a seeddb database.

use super::*;

#[test]
#[ignore = "needs a server"]
fn what_is_not_ours_is_refused_in_words() {
    let server = server();
    let address = server.database();
    let error = open(&address).err().unwrap();
    assert!(matches!(error, StoreError::NotMade(_)), "{error}");
    let address = made(server);
    assert!(!make(&address, &OpenOptions::default()).unwrap());
    let name = Server::name(&address);
    let layout = |number: u32| {
        let sql = format!("UPDATE seeddb.meta SET value = {number} WHERE name = 'schema'");
        server.psql(name, &sql).unwrap();
    };
    layout(7);
    let error = open(&address).err().unwrap();
    assert!(matches!(error, StoreError::NewerSchema { found: 7, known: 2 }), "{error}");
    layout(1);
    let error = open(&address).err().unwrap();
    assert!(matches!(error, StoreError::NotADatabase { .. }), "{error}");
    layout(2);
    let engine = open(&address).unwrap();
    write(&engine, |to| {
        to.put(Table::Texts, &[encode(&"format".to_owned(), &Text("9".to_owned()))?])
    })
    .unwrap();
    let error = open(&address).err().unwrap();
    assert!(matches!(error, StoreError::Newer { found: 9 }), "{error}");
    put(&engine, Table::Texts, (b"format".to_vec(), b"nonsense".to_vec())).unwrap();
    let error = open(&address).err().unwrap();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

#[test]
#[ignore = "needs a server"]
fn no_message_has_a_password() {
    let server = server();
    for address in [
        "postgres://me:geheim@127.0.0.1:1/x".to_owned(),
        "postgres://me:geheim@/x?host=/nowhere&nonsense=1".to_owned(),
        server.address("missing").replace("seeddb@", "seeddb:geheim@"),
        server.address("postgres").replace("seeddb@", "nobody-of-this-name:geheim@"),
    ] {
        let error = open(&address).err().unwrap();
        let words = format!("{error} {error:?}");
        assert!(!words.contains("geheim"), "{words}");
        let is_told = matches!(error, StoreError::Unreachable { .. } | StoreError::Address(_));
        assert!(is_told, "{words}");
    }
}

#[test]
#[ignore = "needs a server"]
fn another_identity_is_refused() {
    let address = made(server());
    let identity = open(&address).unwrap().identity();
    for (identity, is_opened) in [(identity, true), (Some(Identity(0)), false)] {
        let options = OpenOptions { identity, ..OpenOptions::default() };
        match PgEngine::open(address.as_ref(), &options) {
            Ok(_) => assert!(is_opened),
            Err(error) => assert!(matches!(error, StoreError::Replaced(_)), "{error}"),
        }
    }
}

/// Of several processes that create the database at the same time, one succeeds.
#[test]
#[ignore = "needs a server"]
fn one_of_many_makes_it() {
    let address = server().database();
    let made = scope(|scope| {
        let make = || make(&address, &OpenOptions::default()).unwrap();
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(make)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(made.iter().filter(|made| **made).count(), 1);
    assert_eq!(all(&open(&address).unwrap(), Table::Texts).len(), 2);
}
