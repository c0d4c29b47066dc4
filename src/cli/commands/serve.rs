//! `serve`: the database over HTTP.

use std::fs;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use jiff::Timestamp;
use seeddb_core::plural::counted;
use seeddb_database::shell::quoted;
use seeddb_database::{UserRole, is_server};
use seeddb_ledger::temporary;
use seeddb_serve::{Settings, Token, serve, with_ending};

use crate::terminal::{Exit, Globals, UsageError, interrupt, ladder, parse, say};

/// The time that a request waits for another process that uses the database.
const WAIT: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(50);

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The first line on stdout is the address of the API, the second the header that requests need, and the third is for a browser: \
the editor's desk, with series, draws, batches, books, sign-off and setter. With --token-file the second line is its address, \
where it asks for the token. GET ADDRESS/openapi.json \
describes all of it; rows have the keys of --format json. A draw is a POST to ADDRESS/draws with the JSON of \
`draw --request` and a header Idempotency-Key: asked again with the same key, it gives the same puzzles. Exports and books are \
written to the folder of --out alone, under names of the server's own, and never over another file.

Wrong tokens are answered slowly, and told on stderr. While another command has the database, requests that need it are \
answered 503 after a second. Ctrl-C ends the server: \
requests under way have three seconds, and puzzles that were drawn ahead and given to nobody are noted as spare.

Examples:
  seeddb serve
  seeddb serve --out files/
  seeddb serve --port 8000 --token-file token.txt --read-only")]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8137)]
    port: u16,
    /// Listen at this address, too, which others can reach; without it only this machine can
    #[arg(long, value_name = "ADDRESS", requires = "token_file")]
    listen: Vec<IpAddr>,
    /// A name by which others call this machine, as sudoku.example or sudoku.example:8000
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The file of the token that requests must have, 16 characters or more [default: a random one,
    /// which is printed]
    #[arg(long, value_name = "PATH")]
    token_file: Option<PathBuf>,
    /// Puzzles that are drawn in a minute; more are answered 429
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>, default_value_t = 100_000)]
    puzzles_per_minute: u32,
    /// Puzzles of each kind that are drawn ahead for POST /draws/one; those that are left when the
    /// server ends are spare
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>, default_value_t = 200)]
    stock: u32,
    /// The folder that exports and books are written to; without it none are
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Answer questions only: nothing can be drawn, changed or made void, and no file written
    #[arg(long)]
    read_only: bool,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// List the people and programs that have a token of their own, or add, reset or remove one
    Users(Users),
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The token that the server prints when it starts may do everything, in nobody's name. A user signs in at the desk, or calls the \
API, with a token of his own, which is printed once; the database keeps its hash. What he approves and changes has his name. \
The server needs not be started again: who is removed, or has another token, gets in no more.

Examples:
  seeddb serve users
  seeddb serve users add Ann --role approve
  seeddb serve users reset Ann")]
struct Users {
    #[command(subcommand)]
    command: Option<ForUsers>,
}

#[derive(clap::Subcommand, Debug)]
enum ForUsers {
    /// List the users, each with the role (what `users` alone does)
    List,
    /// Add a user, and print the token
    Add {
        /// The name, which stands at what the user approves and changes
        name: String,
        /// look: everything is seen; edit: draws and changes, too; approve: approves, publishes,
        /// withdraws, makes void, too
        #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(UserRole::NAMES))]
        role: String,
    },
    /// Give a user another token, and print it: for one that is lost
    Reset {
        /// The name of the user
        name: String,
    },
    /// Remove a user; what has the name stays
    Remove {
        /// The name of the user
        name: String,
    },
}

fn users(globals: &Globals, command: &ForUsers) -> anyhow::Result<Exit> {
    let database = globals.database()?;
    let token = Token::random()?;
    match command {
        ForUsers::List => {
            let mut out = io::stdout().lock();
            for user in database.users()? {
                writeln!(out, "{}\t{}", user.role.name(), user.name)?;
            }
            return Ok(Exit::Done);
        }
        ForUsers::Add { name, role } => {
            let role = UserRole::ALL.into_iter().find(|one| one.name() == role);
            // The parser takes no other names.
            database.add_user(name, role.unwrap_or(UserRole::Look), token.reveal())?;
        }
        ForUsers::Reset { name } => database.reset_user(name, token.reveal())?,
        ForUsers::Remove { name } => {
            database.remove_user(name)?;
            return Ok(Exit::Done);
        }
    }
    writeln!(io::stdout().lock(), "{}", token.reveal())?;
    globals.note(format_args!("the token is told now and never again"));
    Ok(Exit::Done)
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if let Some(Command::Users(args)) = &args.command {
        return users(globals, args.command.as_ref().unwrap_or(&ForUsers::List));
    }
    let token = args.token()?;
    let database = globals.made()?.within(WAIT);
    let (listeners, port) = args.listeners()?;
    interrupt::listen()?;
    let settings = Settings {
        hosts: args.hosts(port),
        token: token.clone(),
        read_only: args.read_only,
        out: args.out()?,
        command: command(globals)?,
        per_minute: args.puzzles_per_minute,
        stock: args.stock,
        log: if globals.is_quiet() { |_| () } else { tell },
        control: interrupt::control(),
        ladder: ladder(),
    };
    globals.tell_remarks(false);
    let (app, ending) = with_ending(database, settings);
    let mut out = io::stdout().lock();
    writeln!(out, "http://127.0.0.1:{port}/api/v1")?;
    if args.token_file.is_some() {
        writeln!(out, "http://127.0.0.1:{port}/")?;
    } else {
        writeln!(out, "Authorization: Bearer {}", token.reveal())?;
        // The fragment after # is not sent, so no log and no other site gets the token.
        writeln!(out, "http://127.0.0.1:{port}/#t={}", token.reveal())?;
    }
    out.flush()?;
    drop(out);
    globals.note(format_args!("answering for {}; Ctrl-C ends it", globals.path()?.display()));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = async {
            while !interrupt::interrupted() {
                tokio::time::sleep(LOOK).await;
            }
            ending.begin();
        };
        serve(listeners, app, stop).await
    })?;
    // Running requests are aborted; the puzzles that they issued are in the ledger under their
    // keys.
    runtime.shutdown_timeout(LOOK);
    match ending.finish() {
        Ok(0) => {}
        Ok(spare) => globals.note(format_args!(
            "{} drawn ahead and given to nobody: noted as spare",
            counted(spare as u64, "puzzle")
        )),
        Err(error) => globals.note(format_args!(
            "puzzles that were drawn ahead are spare, and no note says so: {error}"
        )),
    }
    globals.note(format_args!("ended by {}", interrupt::by()));
    Ok(Exit::Done)
}

/// Logs a message on stderr with the current time.
fn tell(words: &str) {
    say(format_args!("{:.0}: {words}", Timestamp::now()));
}

/// How commands for this database begin, in its folder.
fn command(globals: &Globals) -> anyhow::Result<String> {
    if !globals.is_named() {
        return Ok("seeddb".to_owned());
    }
    let path = globals.path()?;
    let name = path.file_name().filter(|_| path.is_absolute() && !is_server(&path));
    let named = name.map_or_else(|| path.display(), |name| Path::new(name).display());
    Ok(format!("seeddb --db {}", quoted(&named.to_string())))
}

impl Args {
    fn token(&self) -> anyhow::Result<Token> {
        let Some(path) = &self.token_file else { return Ok(Token::random()?) };
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read the token in {}", path.display()))?;
        let token = Token::new(text.trim()).ok_or_else(|| {
            let words =
                "a token has 16 characters or more, letters, digits and signs without spaces";
            UsageError(format!("{}: {words}", path.display()))
        })?;
        Ok(token)
    }

    /// The absolute path of the folder for files, independent of later changes of the working
    /// folder.
    fn out(&self) -> anyhow::Result<Option<PathBuf>> {
        let Some(path) = &self.out else { return Ok(None) };
        let cannot = || format!("cannot write files to {}: make the folder first", path.display());
        let path = fs::canonicalize(path).with_context(cannot)?;
        // A folder without write access is reported now, rather than when a book is complete.
        temporary::file(&path, None).with_context(cannot)?;
        Ok(Some(path))
    }

    /// The sockets, and their common port.
    fn listeners(&self) -> anyhow::Result<(Vec<TcpListener>, u16)> {
        let bind = |address: IpAddr, port: u16| {
            TcpListener::bind(SocketAddr::new(address, port)).with_context(|| {
                format!("cannot listen at {address}, port {port} (--port takes another, 0 any that is free)")
            })
        };
        // An unspecified address includes the loopback.
        let own = |all: IpAddr, loopback| if self.listen.contains(&all) { all } else { loopback };
        let v4 = own(Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::LOCALHOST.into());
        let v6 = own(Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::LOCALHOST.into());
        // An IPv6 socket serves IPv4 too on most systems. Some machines have no IPv6.
        let (one, other) = if v6.is_unspecified() { (v6, v4) } else { (v4, v6) };
        let first = bind(one, self.port)?;
        let port = first.local_addr()?.port();
        let mut all = vec![first];
        all.extend(TcpListener::bind((other, port)).ok());
        let is_inside = |address: &IpAddr| {
            address.is_loopback() || v6.is_unspecified() || address.is_ipv4() && v4.is_unspecified()
        };
        for &address in self.listen.iter().filter(|address| !is_inside(address)) {
            all.push(bind(address, port)?);
        }
        Ok((all, port))
    }

    /// The accepted names of this server, with its port.
    fn hosts(&self, port: u16) -> Vec<String> {
        let own = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
        let addresses =
            self.listen.iter().map(|address| SocketAddr::new(*address, port).to_string());
        let named = self.host.iter().flat_map(|host| [host.clone(), format!("{host}:{port}")]);
        own.into_iter().chain(addresses).chain(named).collect()
    }
}
