//! Rows against a map, and keys that several want.

use std::ops::RangeBounds;

use super::*;

type Model = BTreeMap<Vec<u8>, Vec<u8>>;

fn random_rows(rng: &mut SmallRng) -> Vec<Row> {
    let count = rng.random_range(0..12);
    let key = |rng: &mut SmallRng| {
        (0..rng.random_range(0..3)).map(|_| rng.random_range(0..7) * 42).collect::<Vec<u8>>()
    };
    (0..count).map(|_| (key(rng), rng.random::<u64>().to_le_bytes().to_vec())).collect()
}

fn keys(rows: &[Row]) -> Vec<&[u8]> {
    rows.iter().map(|row| row.0.as_slice()).collect()
}

fn bound<'a>(row: Option<&'a Row>, rng: &mut SmallRng) -> Bound<&'a [u8]> {
    match row {
        None => Bound::Unbounded,
        Some(row) if rng.random() => Bound::Included(&row.0),
        Some(row) => Bound::Excluded(&row.0),
    }
}

/// Whatever can be asked of one state is as the map says.
fn compare(from: &dyn Snapshot, model: &Model, rng: &mut SmallRng) -> Done {
    let some = random_rows(rng);
    let expected: Vec<_> = some.iter().map(|row| model.get(&row.0).cloned()).collect();
    assert_eq!(from.get(Table::Uses, &keys(&some))?, expected);
    assert_eq!(from.len(Table::Uses)?, model.len() as u64);
    for _ in 0..3 {
        let bounds = (bound(some.first(), rng), bound(some.get(1), rng));
        let (most, back) = (rng.random_range(0..9), rng.random());
        let is_in = |key: &&Vec<u8>| RangeBounds::<[u8]>::contains(&bounds, key.as_slice());
        let mut expected: Vec<_> = model.keys().filter(is_in).collect();
        if back {
            expected.reverse();
        }
        expected.truncate(most);
        let expected: Vec<_> =
            expected.iter().map(|key| ((*key).clone(), model[*key].clone())).collect();
        assert_eq!(from.range(Table::Uses, bounds, most, back)?, expected);
    }
    assert_eq!(from.len(Table::Pending)?, 0, "tables are apart");
    Ok(())
}

/// One change of both.
fn change(to: &mut dyn Transaction, model: &mut Model, rng: &mut SmallRng) -> Done {
    let mut rows = random_rows(rng);
    match rng.random_range(0..3) {
        0 => {
            to.put(Table::Uses, &rows)?;
            model.extend(rows);
        }
        1 => {
            rows.sort();
            rows.dedup_by(|one, other| one.0 == other.0);
            let expected: Vec<_> =
                (0..rows.len()).filter(|place| model.contains_key(&rows[*place].0)).collect();
            assert_eq!(to.put_new(Table::Uses, &rows)?, expected);
            for (key, value) in rows {
                model.entry(key).or_insert(value);
            }
        }
        _ => {
            to.remove(Table::Uses, &keys(&rows))?;
            model.retain(|key, _| !rows.iter().any(|row| row.0 == *key));
        }
    }
    compare(to, model, rng)
}

#[test]
#[ignore = "needs a server"]
fn rows_are_as_in_a_map() {
    let engine = open(&made(server())).unwrap();
    let rng = &mut SmallRng::seed_from_u64(1);
    let mut model = Model::new();
    for _ in 0..80 {
        let (seed, fails) = (rng.random(), rng.random_bool(0.2));
        let mut after = Model::new();
        let result = write(&engine, |to| {
            after = model.clone();
            let rng = &mut SmallRng::seed_from_u64(seed);
            for _ in 0..4 {
                change(to, &mut after, rng)?;
            }
            if fails { Err(Fault::Broken("made up".to_owned())) } else { Ok(()) }
        });
        if fails {
            let error = result.unwrap_err();
            let is_told = matches!(&error, StoreError::Damaged { what, .. } if what == "made up");
            assert!(is_told, "{error}");
        } else {
            result.unwrap();
            model = after;
        }
        engine.read(&seconds(9), &mut |from| compare(from, &model, rng)).unwrap();
    }
    let expected: Vec<Row> = model.into_iter().collect();
    assert_eq!(all(&engine, Table::Uses), expected);
}

/// More rows than one statement takes, and longer ones.
#[test]
#[ignore = "needs a server"]
fn many_rows_are_written_in_parts() {
    let engine = open(&made(server())).unwrap();
    let mut rows: Vec<Row> = (0..40_000).map(|key| row(key, "short")).collect();
    rows.extend((40_000..40_020).map(|key| row(key, &"long".repeat(1 << 18))));
    let every_third: Vec<Row> = rows.iter().step_by(3).cloned().collect();
    write(&engine, |to| {
        assert_eq!(to.put_new(Table::Ledger, &every_third)?, Vec::<usize>::new());
        let known: Vec<usize> = (0..rows.len()).step_by(3).collect();
        assert_eq!(to.put_new(Table::Ledger, &rows)?, known);
        to.put(Table::Issued, &rows)
    })
    .unwrap();
    for table in [Table::Ledger, Table::Issued] {
        assert!(all(&engine, table) == rows, "{}", table.name());
    }
    let read = engine.read(&seconds(9), &mut |from| {
        let found = from.get(Table::Issued, &keys(&rows))?;
        assert!(found.into_iter().eq(rows.iter().map(|row| Some(row.1.clone()))));
        Ok(())
    });
    read.unwrap();
    // Between others, and over them.
    let halves: [Vec<Row>; 2] =
        [0, 1].map(|first| rows.iter().skip(first).step_by(2).cloned().collect());
    for half in &halves {
        write(&engine, |to| to.put(Table::Uses, half)).unwrap();
    }
    write(&engine, |to| to.put(Table::Uses, &rows[..100])).unwrap();
    assert!(all(&engine, Table::Uses) == rows);
    write(&engine, |to| to.remove(Table::Issued, &keys(&rows))).unwrap();
    assert_eq!(all(&engine, Table::Issued), []);
}

/// Of those who put the same keys at the same time, exactly one puts each.
#[test]
#[ignore = "needs a server"]
fn a_key_is_put_by_one() {
    let engine = open(&made(server())).unwrap();
    let rows: Vec<Row> = (0..2_000).map(|key| row(key, "")).collect();
    let put: Vec<Vec<u32>> = scope(|scope| {
        let race = |thread: u64| {
            let (engine, rows) = (&engine, &rows);
            move || {
                let rng = &mut SmallRng::seed_from_u64(thread);
                let mut put = Vec::new();
                for _ in 0..30 {
                    let mut some: Vec<u32> =
                        (0..100).map(|_| rng.random_range(0..rows.len() as u32)).collect();
                    some.sort_unstable();
                    some.dedup();
                    let mut own = Vec::new();
                    write(engine, |to| {
                        let wanted: Vec<Row> =
                            some.iter().map(|key| rows[*key as usize].clone()).collect();
                        let known = to.put_new(Table::Ledger, &wanted)?;
                        own = some.clone();
                        let mut place = 0..;
                        own.retain(|_| known.binary_search(&place.next().unwrap()).is_err());
                        Ok(())
                    })
                    .unwrap();
                    put.extend(own);
                }
                put
            }
        };
        let threads: Vec<_> = (0..4).map(|thread| scope.spawn(race(thread))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let put = put.concat();
    let once: BTreeSet<u32> = put.iter().copied().collect();
    assert_eq!(put.len(), once.len(), "put twice");
    let there: Vec<Row> = once.into_iter().map(|key| row(key, "")).collect();
    assert_eq!(all(&engine, Table::Ledger), there);
}

/// Two who put new rows at the same time, which neither sees of the other: the second begins again.
#[test]
#[ignore = "needs a server"]
fn new_rows_that_meet_are_put_again() {
    let server = server();
    let address = made(server);
    let engine = open(&address).unwrap();
    let rows: Vec<Row> = (0..100).map(|key| row(key, "own")).collect();
    let mut client = postgres::Client::connect(&address, postgres::NoTls).unwrap();
    let mut other = client.transaction().unwrap();
    other.batch_execute("INSERT INTO seeddb.uses VALUES ('\\x00000005', 'other')").unwrap();
    let mut runs = 0;
    scope(|scope| {
        let second = scope.spawn(|| {
            write(&engine, |to| {
                runs += 1;
                to.put(Table::Uses, &rows)
            })
        });
        server.until(
            &format!(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'transactionid' AND datname = '{}'",
                Server::name(&address)
            ),
            "1",
        );
        other.commit().unwrap();
        second.join().unwrap().unwrap();
    });
    assert_eq!((runs, all(&engine, Table::Uses)), (2, rows));
}

/// A read sees one state, and a write what is committed.
#[test]
#[ignore = "needs a server"]
fn a_read_sees_one_state() {
    let engine = open(&made(server())).unwrap();
    put(&engine, Table::Uses, row(1, "before")).unwrap();
    let read = engine.read(&seconds(9), &mut |from| {
        assert_eq!(get(from)?, b"before");
        put(&open_other(&engine), Table::Uses, row(1, "after")).unwrap();
        assert_eq!(get(from)?, b"before");
        Ok(())
    });
    read.unwrap();
    write(&engine, |to| {
        assert_eq!(get(to)?, b"after");
        Ok(())
    })
    .unwrap();
}

fn get(from: &dyn Snapshot) -> Done<Vec<u8>> {
    Ok(from.get(Table::Uses, &[&row(1, "").0])?.remove(0).unwrap())
}

fn open_other(engine: &PgEngine) -> PgEngine {
    open(engine.pool.name.to_str().unwrap()).unwrap()
}
