//! A connection pooler between the program and the server: `pgbouncer`, in Debian's version.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::scope;

use crate::home::{Home, wait_for};
use crate::server::{Server, chown, unprivileged};

/// A pooler before a server, stopped on drop.
struct Pooler {
    child: Child,
    folder: PathBuf,
}

impl Pooler {
    fn start(server: &Server, mode: &str) -> Self {
        let folder = server.folder().join(format!("pool-{mode}"));
        fs::create_dir(&folder).unwrap();
        let own = folder.display();
        let lines = format!(
            "[databases]\n* = host={}\n[pgbouncer]\nlisten_addr =\nlisten_port = 6432\nunix_socket_dir = {own}\n\
             auth_type = trust\nauth_file = {own}/users\npool_mode = {mode}\nlogfile = {own}/log\n",
            server.folder().display()
        );
        fs::write(folder.join("users"), "\"seeddb\" \"\"\n").unwrap();
        fs::write(folder.join("pgbouncer.ini"), lines).unwrap();
        chown(&folder);
        let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].into_iter().map(Path::new);
        let program = program.into_iter().find(|path| path.exists());
        let mut command = unprivileged(program.expect("no PgBouncer: install pgbouncer"));
        command.arg(folder.join("pgbouncer.ini")).current_dir("/");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let pooler = Self { child: command.spawn().unwrap(), folder };
        let socket = pooler.folder.join(".s.PGSQL.6432");
        wait_for("the pooler does not start", || socket.exists().then_some(()));
        pooler
    }

    fn address(&self, database: &str) -> String {
        format!("postgres://seeddb@/{database}?host={}&port=6432", self.folder.display())
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Session pooling behaves like the server: puzzles drawn concurrently are in the ledger exactly
/// once.
#[test]
#[ignore = "needs a server and pgbouncer"]
fn a_pooler_of_sessions_is_like_the_server() {
    let server = Server::of_tests();
    let name = server.database();
    let pooler = Pooler::start(server, "session");
    let (home, address) = (Home::new(), pooler.address(Server::name(&name)));
    let run = |arguments: &[&str]| home.run(&(&["--db", &address], arguments), 0);
    home.run(&["db", "init", &address], 0);
    let draw = |rng_seed: &str| {
        let flags = ["draw", "--tier", "1", "--count", "40", "--rng-seed", rng_seed];
        run(&flags).out.lines().map(|line| line[..81].to_owned()).collect::<Vec<_>>()
    };
    let mut shown: Vec<String> = scope(|scope| {
        let clients = ["1", "2", "3"].map(|client| {
            scope.spawn(move || {
                (0..4).flat_map(|turn| draw(&format!("{client}{turn}"))).collect::<Vec<_>>()
            })
        });
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    let ledger = run(&["export", "--batch", "1..12"]).out;
    let mut ledger: Vec<&str> = ledger.lines().map(|line| &line[..81]).collect();
    ledger.sort_unstable();
    shown.sort_unstable();
    assert_eq!(
        (shown.len(), &shown),
        (480, &ledger.iter().map(|line| (*line).to_owned()).collect())
    );
    run(&["db", "check"]).words(&["all is well"]);
}

/// Transaction pooling breaks prepared statements: an error is reported, and nothing is lost.
#[test]
#[ignore = "needs a server and pgbouncer"]
fn a_pooler_of_transactions_fails_in_words() {
    let server = Server::of_tests();
    let direct = server.database();
    let home = Home::new();
    home.run(&["db", "init", &direct], 0);
    let pooler = Pooler::start(server, "transaction");
    let address = pooler.address(Server::name(&direct));
    let command = ["--db", &address, "draw", "--tier", "1", "--count", "40"];
    let outputs = scope(|scope| {
        let clients: Vec<_> =
            (0..4).map(|_| scope.spawn(|| home.seeddb(&command).output().unwrap())).collect();
        clients.into_iter().map(|client| client.join().unwrap()).collect::<Vec<_>>()
    });
    let mut shown = 0;
    for output in outputs {
        let err = String::from_utf8(output.stderr).unwrap();
        let has_failed = output.status.code() == Some(1) && err.contains("prepared statement");
        assert!(output.status.success() || has_failed, "{err}");
        shown += String::from_utf8(output.stdout).unwrap().lines().count() as u64;
    }
    let batches = home.json(&["--db", &direct, "batches"]);
    let issued = batches.as_array().unwrap().iter().map(|batch| batch["issued"].as_u64().unwrap());
    assert!(shown <= issued.sum::<u64>(), "{shown} were shown");
    home.run(&["--db", &direct, "db", "check"], 0).words(&["all is well"]);
}
