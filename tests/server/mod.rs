//! A PostgreSQL server for tests: Debian's programs in a temporary folder, reached through a socket
//! in that folder, run as an unprivileged user.
//!
//! Tests that use it are ignored unless asked for:
//! `cargo test -- --include-ignored on_a_server`.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
#![allow(dead_code, reason = "not every test needs all of it")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// Makes the files of a server, or copies those of its primary, and runs it until stdin is closed,
/// which happens when the test process ends.
const RUN: &str = r#"
bin=$1 folder=$2 primary=$3 name=$4
shift 4
if [ -z "$primary" ]; then
    "$bin/initdb" --no-sync -A trust -U seeddb -E UTF8 --locale=C -D "$folder/data"
else
    "$bin/pg_basebackup" -D "$folder/data" -R -X stream -c fast -d "host=$primary user=seeddb application_name=$name"
fi >"$folder/initdb.log" 2>&1 || exit 1
start() {
    "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= "$@" >>"$folder/log" 2>&1 &
    server=$!
}
# Every process that works in the folder: an orphan keeps the next server from starting. The postmaster goes first: it would start the others
# again, and a primary that is killed could answer for a moment beside its standby.
kill_all() {
    kill -9 "$server" 2>/dev/null
    found=1
    while [ -n "$found" ]; do
        found=
        # One that is born meanwhile is met in the next turn.
        for process in /proc/[0-9]*; do
            if [ "$(readlink "$process/cwd")" = "$folder/data" ]; then kill -9 "${process#/proc/}"; found=1; fi
        done 2>/dev/null
        wait "$server"
    done
}
start "$@"
while read -r word; do
    kill_all
    case $word in
    keep) cp -a "$folder/data" "$folder/kept" ;;
    back) rm -rf "$folder/data"; mv "$folder/kept" "$folder/data" ;;
    esac
    if [ "$word" != kill ]; then start "$@"; fi
done
kill_all
rm -rf "$folder"
"#;

/// A server, stopped on drop or when the process ends.
pub struct Server {
    bin: PathBuf,
    folder: PathBuf,
    keeper: Child,
}

/// Returns the folder of the server's programs: in `PATH`, or Debian's.
fn programs() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = debian.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    folders.extend(env::split_paths(&path));
    folders.into_iter().find(|folder| {
        ["initdb", "postgres", "createdb", "psql"].iter().all(|name| folder.join(name).exists())
    })
}

/// Returns a command that runs `program` as a user other than root, as the server requires.
pub fn unprivileged(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", user(), "--regid", user_group(), "--clear-groups", "--"]).arg(program);
    command
}

/// Gives a folder with its files to the user of [`unprivileged`] programs.
pub fn chown(folder: &Path) {
    if is_root() {
        let owner = format!("{}:{}", user(), user_group());
        let mut command = Command::new("chown");
        assert!(command.arg("-R").arg(owner).arg(folder).status().unwrap().success());
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

fn user() -> &'static str {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    if users.lines().any(|line| line.starts_with("postgres:")) { "postgres" } else { "nobody" }
}

fn user_group() -> &'static str {
    if user() == "postgres" { "postgres" } else { "nogroup" }
}

impl Server {
    /// Starts a server with additional settings; `None` if its programs are not installed.
    pub fn start(settings: &[&str]) -> Option<Self> {
        Self::begin(None, settings)
    }

    /// Starts a standby of this server, named `standby`.
    pub fn standby(&self) -> Self {
        self.standby_called("standby")
    }

    /// Starts a standby of this server with this name.
    pub fn standby_called(&self, name: &str) -> Self {
        let standby = Self::begin(Some((&self.folder, name)), &[]).unwrap();
        let replays = format!(
            "SELECT count(replay_lsn) FROM pg_stat_replication WHERE application_name = '{name}'"
        );
        self.until(&replays, "1");
        standby
    }

    /// Waits until a statement gives this.
    pub fn until(&self, sql: &str, wanted: &str) {
        for _ in 0..1_200 {
            if self.psql("postgres", sql).as_deref() == Some(wanted) {
                return;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("not {wanted}: {sql}");
    }

    /// Changes a setting while it runs.
    pub fn set(&self, name: &str, value: &str) {
        self.psql("postgres", &format!("ALTER SYSTEM SET {name} = '{value}'")).unwrap();
        self.psql("postgres", "SELECT pg_reload_conf()").unwrap();
        self.until(&format!("SHOW {name}"), value);
    }

    fn begin(primary: Option<(&Path, &str)>, settings: &[&str]) -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let bin = programs()?;
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        // Short: the path of a socket has an end.
        let folder = env::temp_dir().join(format!("pg-{}-{count}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        chown(&folder);
        let mut command = unprivileged("/bin/sh".as_ref());
        command.args(["-c", RUN, "sh"]).arg(&bin).arg(&folder);
        let (primary, name) = primary.unwrap_or(("".as_ref(), ""));
        command.arg(primary).arg(name);
        for setting in settings {
            command.args(["-c", setting]);
        }
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let server = Self { keeper: command.spawn().unwrap(), bin, folder };
        server.wait(None);
        Some(server)
    }

    /// Returns the server that all tests of this process share.
    pub fn of_tests() -> &'static Self {
        static SERVER: OnceLock<Server> = OnceLock::new();
        SERVER.get_or_init(|| Self::start(&[]).expect("no PostgreSQL: install postgresql-15"))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the start time of the server; `None` if it does not answer.
    fn began(&self) -> Option<String> {
        self.psql("postgres", "SELECT pg_postmaster_start_time()")
    }

    /// Waits until the server answers with a start time other than `before`.
    fn wait(&self, before: Option<&str>) {
        for _ in 0..1_200 {
            if self.began().is_some_and(|now| Some(now.as_str()) != before) {
                return;
            }
            sleep(Duration::from_millis(50));
        }
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        let initdb = fs::read_to_string(self.folder.join("initdb.log")).unwrap_or_default();
        panic!("the server does not start\n{initdb}\n{log}");
    }

    /// Kills every process of the server with SIGKILL, and starts it again; returns when the new
    /// one answers.
    pub fn crash(&self) {
        self.again("crash");
    }

    /// [`crash`](Self::crash) with a copy of the server's files made in between.
    pub fn keep(&self) {
        self.again("keep");
    }

    /// [`crash`](Self::crash), then start with the files as they were [kept](Self::keep).
    pub fn put_back(&self) {
        self.again("back");
    }

    fn again(&self, word: &str) {
        let before = self.began();
        self.say(word);
        self.wait(before.as_deref());
    }

    /// Kills every process of the server with SIGKILL, for good.
    pub fn kill(&self) {
        self.say("kill");
        while self.psql("postgres", "SELECT 1").is_some() {
            sleep(Duration::from_millis(10));
        }
    }

    fn say(&self, word: &str) {
        use std::io::Write as _;
        let mut words = self.keeper.stdin.as_ref().unwrap();
        writeln!(words, "{word}").unwrap();
    }

    /// Returns the output of a statement by the server's own client; `None` if it fails.
    pub fn psql(&self, database: &str, sql: &str) -> Option<String> {
        let output = self.client(database, sql).output().unwrap();
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap().trim().to_owned())
    }

    /// Returns a program of the server that connects to it, about to run.
    pub fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.bin.join(name));
        command.arg("-h").arg(&self.folder).args(["-U", "seeddb"]);
        command
    }

    /// Returns the server's own client, about to run a statement.
    pub fn client(&self, database: &str, sql: &str) -> Command {
        let mut command = Command::new(self.bin.join("psql"));
        command
            .args(["-X", "-q", "-A", "-t", "-U", "seeddb", "-v", "ON_ERROR_STOP=1", "-d", database])
            .arg("-h")
            .arg(&self.folder)
            .args(["-c", sql])
            .env_clear();
        command
    }

    /// Returns the address of a new, empty database.
    pub fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.psql("postgres", &format!("CREATE DATABASE {name}")).unwrap();
        self.address(&name)
    }

    pub fn address(&self, database: &str) -> String {
        format!("postgres://seeddb@/{database}?host={}", self.folder.display())
    }

    /// Returns the address of a database of this server, or of its standby after a failover.
    pub fn address_with(&self, standby: &Self, database: &str) -> String {
        format!("{}&host={}", self.address(database), standby.folder.display())
    }

    /// Returns the name of the database in an address of [`Self::database`].
    pub fn name(address: &str) -> &str {
        let rest = address.split("@/").nth(1).unwrap();
        rest.split('?').next().unwrap()
    }

    /// Returns the path of the socket.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}
