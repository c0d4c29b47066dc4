//! Many rows, and concurrent writers of the same keys.

use super::*;

fn keys(rows: &[Row]) -> Vec<&[u8]> {
    rows.iter().map(|row| row.0.as_slice()).collect()
}

/// More rows, and longer ones, than one statement takes.
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
    // Between existing rows, and over them.
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

/// Two concurrent writers of the same new rows, invisible to each other: the second is retried.
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
