//! Advice on errors of the library, which does not know the command line: the words of each
//! [`Suggestion`].

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use seeddb_core::rating::levels::LevelError;
use seeddb_core::refill::WrongSeed;
use seeddb_core::symmetry::ClueSymmetry;
use seeddb_database::shell::quoted;
use seeddb_database::{self as database, List, Suggestion, is_server};
use seeddb_export::book::BookError;
use seeddb_export::drawing::FontError;
use seeddb_ledger::temporary::folder_of;

use super::{is_database, is_default};

/// The Unix error number of a failing disk.
const EIO: i32 = 5;
/// The greatest number of letters by which a suggested database name differs from the given one.
const MOST_UNLIKE: usize = 3;

/// The advice on an error, if there is any, in words that follow the error.
pub fn cure(error: &anyhow::Error) -> Option<String> {
    let of_cause = |cause: &(dyn std::error::Error + 'static)| {
        let own = cause.downcast_ref().map(database::Error::cures);
        let of_seed = || cause.downcast_ref().map(|error: &WrongSeed| cures(*error));
        let of_level = || cause.downcast_ref().map(|error: &LevelError| cures(error.clone()));
        let of_font =
            || cause.downcast_ref().map(|error: &FontError| cures(BookError::from(error.clone())));
        own.or_else(of_seed).or_else(of_level).or_else(of_font)
    };
    let Some(cures) = error.chain().find_map(of_cause) else { return of_output(error) };
    told(&cures)
}

/// The advice on a disk to which an output cannot be written.
fn of_output(error: &anyhow::Error) -> Option<String> {
    let kind =
        |cause: &(dyn std::error::Error + 'static)| Some(cause.downcast_ref::<io::Error>()?.kind());
    let words = match error.chain().find_map(kind)? {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some room, or write to another disk"
        }
        // The error kind of a failing disk has no name in the standard library.
        kind if kind == io::Error::from_raw_os_error(EIO).kind()
            && format!("{error:#}").contains("cannot write") =>
        {
            "the disk or its connection fails: write to another"
        }
        _ => return None,
    };
    Some(words.to_owned())
}

fn cures(error: impl Into<database::Error>) -> Vec<Suggestion> {
    error.into().cures()
}

/// An error followed by its advice.
pub fn with_cure(error: &anyhow::Error) -> String {
    let cure = cure(error).map(|cure| format!(": {cure}")).unwrap_or_default();
    format!("{error:#}{cure}")
}

/// The words for alternative cures; `None` if there are none.
pub fn told(cures: &[Suggestion]) -> Option<String> {
    let words: Vec<String> = cures.iter().map(words).collect();
    (!words.is_empty()).then(|| words.join(" or "))
}

#[expect(clippy::too_many_lines, reason = "a line or two for each cure")]
fn words(cure: &Suggestion) -> String {
    let words = match cure {
        Suggestion::AcceptOlder => {
            "go on with --accept-older, once (what is missing can come again)"
        }
        Suggestion::AcceptMissing => {
            "accept once that they can come again (`seeddb db accept-loss`)"
        }
        Suggestion::AcceptLoss => "give --accept-loss each time",
        Suggestion::AddUp => "add the two up",
        Suggestion::AllowAgain => "give --again",
        Suggestion::ChangePublished => "--published changes it all the same",
        Suggestion::AskForFewer => "ask for less",
        Suggestion::AskForOther => "ask for something else",
        Suggestion::BeginBatch => "start another",
        Suggestion::BeginDatabase => "begin a partition with a new database (another --db)",
        Suggestion::CheckServer => {
            "see that the server runs, that the address is right, and that it lets you in (PGPASSWORD, ~/.pgpass)"
        }
        Suggestion::BringIn => {
            "bring them in (`seeddb import --issued FILE`, then --accept-older once)"
        }
        Suggestion::ChangeSetting { keys } => {
            let (last, others) = keys.split_last().unwrap_or((&"", &[]));
            return format!("change {} or {last}", others.join(", "));
        }
        Suggestion::Diagnose => "see which tool helps (`seeddb db doctor`)",
        Suggestion::DrawFirst => "`seeddb draw` makes the first batch",
        Suggestion::DrawMore => "draw more (`seeddb draw`)",
        Suggestion::FewerVolumes => "take fewer --volumes",
        Suggestion::FileInFolder { folder } => {
            let file: PathBuf = folder.join("seeddb.redb").components().collect();
            return format!("name a file in it, as {}", typed(&file));
        }
        Suggestion::FreeSpace => "free some",
        Suggestion::GetRights => {
            "only commands that read work on it; get the right to write it and its folder, or copy it"
        }
        Suggestion::KeepPrinted => "--keep-printed leaves those as they are",
        Suggestion::LargerPage => "take a larger page",
        Suggestion::LeaveHintsOut => "leave `hints` out",
        Suggestion::LeaveOneOut => "leave one of the two out",
        Suggestion::LeaveOutOthers => "leave such puzzles out with --route",
        Suggestion::LeaveSectionsOut => "leave the sections out to have it sorted by level",
        Suggestion::LocalDisk => "keep the database on a local disk",
        Suggestion::Look { list } => match list {
            List::Batches => "`seeddb batches` lists them",
            List::Books => "`seeddb books` lists them",
            List::Days => "`seeddb series show` lists its days",
            List::Levels => "`seeddb levels` tells which level takes as many",
            List::Seeds => "`seeddb seeds` lists them",
            List::Series => "`seeddb series` lists them, `seeddb series fill` makes one",
        },
        Suggestion::MakeDatabase { path } if is_default(path) => {
            "the first `seeddb draw` or `seeddb mine` makes one, or give another path with --db"
        }
        Suggestion::MakeDatabase { path } if is_server(path) => "`seeddb db init` makes one",
        Suggestion::MakeDatabase { path } => return of_missing(path),
        Suggestion::Meant { name } => return format!("did you mean {name}?"),
        Suggestion::MergeOneSearch => "merge the shards of one search, with --expect their number",
        Suggestion::MergeWhole => {
            "`seeddb mine --shard` makes shards; merge other databases without --expect"
        }
        Suggestion::MineMore { tier, symmetry } => {
            let tier = tier.map(|tier| format!(" --tier {tier}")).unwrap_or_default();
            let symmetry = match symmetry {
                ClueSymmetry::None => String::new(),
                symmetry => format!(" --symmetry {symmetry}"),
            };
            return format!("mine more (`seeddb mine{tier}{symmetry}`)");
        }
        Suggestion::MoreSections => "make one more section",
        Suggestion::MoveAway => "move the file away",
        Suggestion::NameContents => {
            "give --level LEVEL:COUNT, --batch ID or a book.toml with sections"
        }
        Suggestion::NoEncryption => "leave sslmode out on a network that nobody listens to",
        Suggestion::OpenAsWriter => "use it once as somebody who may write it",
        Suggestion::OtherBuild { feature } => {
            return format!("build it with `cargo install --path . --features {feature}`");
        }
        Suggestion::OtherDatabase => "give another path with --db",
        Suggestion::OtherFont => "give another .ttf or .otf file (--font FILE)",
        Suggestion::OtherKey => "take another key",
        Suggestion::OtherPartition => "give the database of that partition with --db",
        Suggestion::OtherPlace => "give a path where nothing is",
        Suggestion::OtherPuzzle => "take another",
        Suggestion::OtherStrategy => "choose another --strategy",
        Suggestion::OtherWords => "take other words",
        Suggestion::PrimaryServer => "give the address of the server that it follows",
        Suggestion::PutBack => {
            "put back the database that was there (what was drawn is on record in it)"
        }
        Suggestion::PutNewerBack => "put the newer copy back",
        Suggestion::PutCopyBack => "put a backup in its place (`seeddb db restore BACKUP`)",
        Suggestion::RestoreBackup { path } => {
            let path = typed(path);
            return format!("`seeddb db restore {path}` puts it in the place of the database");
        }
        Suggestion::DumpAndLoad { path } => {
            let path = typed(path);
            return format!(
                "write it as text with the seeddb that made it, here OLD-SEEDDB, and make a new database of that: \
                 `OLD-SEEDDB --db {path} db dump -o dump.jsonl`, then `seeddb --db NEW.redb db load dump.jsonl`"
            );
        }
        Suggestion::Rate => "rate it first",
        Suggestion::Salvage { path } => {
            let path = typed(path);
            return format!(
                "save what can be read of it (`seeddb db salvage {path} -o saved.redb`)"
            );
        }
        Suggestion::SecureServer => "set the server right (`seeddb db doctor` tells what it does)",
        Suggestion::SeveralRequests => "make several",
        Suggestion::SmallerNumber => "begin with a smaller number",
        Suggestion::Shorten => "take a shorter text",
        Suggestion::SoleUser => {
            "give --no-lock if you are sure that only one command at a time uses it"
        }
        Suggestion::TakeBack { batch } => {
            return format!("`seeddb take-back --batch {batch}` takes back what came back unused");
        }
        Suggestion::TakeOutOnce => "take it out once",
        Suggestion::TryAgain => "do it again",
        Suggestion::Update => "update seeddb",
        Suggestion::Verify => {
            "`seeddb verify` lists all that is wrong; then put a backup in its place (`seeddb db restore BACKUP`)"
        }
        Suggestion::VoidPrinted => "--printed-too makes them void like the others",
        Suggestion::WaitLonger => "wait, or give --wait SECONDS",
        Suggestion::WriteAddress => {
            "give it as postgres://USER@HOST:PORT/DATABASE with --db; a file whose name looks like an address is given as ./NAME"
        }
    };
    words.to_owned()
}

/// A path as typed in a shell.
pub fn typed(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// The advice on a database name that does not exist.
fn of_missing(path: &Path) -> String {
    let (check, name) = (check_name(path), typed(path));
    format!(
        "{check}; a new database is made by `seeddb --db {name} db init`, or by --create with a command that writes"
    )
}

/// The advice on a missing database that would only be read; creating one would not help.
pub fn check_name(path: &Path) -> String {
    let near = near(path).map(|near| format!("did you mean {}? ", near.display()));
    format!("{}check the name", near.unwrap_or_default())
}

/// The database in the same folder with the most similar name, if it is similar enough.
fn near(path: &Path) -> Option<PathBuf> {
    let wanted: Vec<char> = path.file_name()?.to_str()?.to_lowercase().chars().collect();
    let files = fs::read_dir(folder_of(path)).ok()?.flatten();
    let unlike = |name: &OsString| {
        let name: Vec<char> = name.to_string_lossy().to_lowercase().chars().collect();
        let same = |(a, b): &(&char, &char)| a == b;
        let begin = wanted.iter().zip(&name).take_while(same).count();
        let end = wanted[begin..].iter().rev().zip(name[begin..].iter().rev());
        let alike = begin + end.take_while(same).count();
        wanted.len().max(name.len()) - alike
    };
    let names = files.map(|file| file.file_name());
    let near = names.filter(|name| unlike(name) <= MOST_UNLIKE);
    let near = near.filter(|name| is_database(&path.with_file_name(name)));
    near.min_by_key(unlike).map(|name| path.with_file_name(name))
}
