//! [`Suggestion`]: a remedy after an error, as a value. Each door has its own words for each.

use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use crate::symmetry::ClueSymmetry;

/// A remedy after an error; see [`Facts`](super::Facts).
///
/// Code that words each suggestion must handle every variant to compile. In JSON a suggestion is an
/// object whose key `cure` is the name of the variant, as in `{"cure": "mine-more", "tier": 5,
/// "symmetry": "rot180"}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "cure", rename_all = "kebab-case")]
pub enum Suggestion {
    /// Go on without missing records, whose puzzles can be issued again:
    /// `OpenOptions::accept_older`.
    AcceptOlder,
    /// Accept once that records are missing and can be issued again: `Database::accept_missing`.
    AcceptMissing,
    /// Add up what two sections take of one level.
    AddUp,
    /// Allow that a server could forget puzzles: `OpenOptions::accept_loss`.
    AcceptLoss,
    /// Allow that a puzzle runs twice.
    AllowAgain,
    /// Ask for fewer puzzles.
    AskForFewer,
    /// Ask for wider bounds.
    AskForOther,
    /// Check that the server runs, that the address is right, and that it lets this user in.
    CheckServer,
    /// Begin a new batch.
    BeginBatch,
    /// Begin with a new database.
    BeginDatabase,
    /// Import the missing puzzles from a file to which they were exported, and then go on without
    /// any still missing.
    BringIn,
    /// Change one of these settings.
    ChangeSetting {
        /// The keys of the settings.
        keys: Vec<&'static str>,
    },
    /// Confirm that a day with a published puzzle is to be changed.
    ChangePublished,
    /// Draw the first batch.
    DrawFirst,
    /// Draw more puzzles.
    DrawMore,
    /// Write the database as text with the program that made it, and load that into a new one.
    DumpAndLoad {
        /// The database.
        #[serde(serialize_with = "shown_path")]
        path: PathBuf,
    },
    /// Make fewer volumes.
    FewerVolumes,
    /// Name a file in this folder.
    FileInFolder {
        /// The folder.
        #[serde(serialize_with = "shown_path")]
        folder: PathBuf,
    },
    /// Make room on the disk.
    FreeSpace,
    /// Get the right to write the database and its folder, or copy it.
    GetRights,
    /// Leave printed puzzles as they are: `IfPrinted::Keep`.
    KeepPrinted,
    /// Take a larger page.
    LargerPage,
    /// Print no hints, or give one to each puzzle.
    LeaveHintsOut,
    /// Leave one of the bounds out.
    LeaveOneOut,
    /// Leave out the puzzles that belong to other partitions.
    LeaveOutOthers,
    /// Leave the sections out: then puzzles are sorted by level.
    LeaveSectionsOut,
    /// Keep the database on a local disk.
    LocalDisk,
    /// Look into a list.
    Look {
        /// The list.
        list: List,
    },
    /// Make a database at this path or address.
    MakeDatabase {
        /// The path or address.
        #[serde(serialize_with = "shown_path")]
        path: PathBuf,
    },
    /// Use a similar name, which was probably meant.
    Meant {
        /// The name.
        name: String,
    },
    /// Merge the databases as they are, not as shards of a search.
    MergeWhole,
    /// Merge the shards of one search.
    MergeOneSearch,
    /// Mine more seeds.
    MineMore {
        /// The tier; `None` if any helps, or if it is unknown.
        tier: Option<u8>,
        /// The clue symmetry.
        symmetry: ClueSymmetry,
    },
    /// Make one more section.
    MoreSections,
    /// Move the file away.
    MoveAway,
    /// Name the content to be printed.
    NameContents,
    /// Do without encryption, on a network without eavesdroppers.
    NoEncryption,
    /// Open the database once as a user with the right to write it.
    OpenAsWriter,
    /// Use a program that was built with this feature.
    OtherBuild {
        /// The feature.
        feature: &'static str,
    },
    /// Use another database.
    OtherDatabase,
    /// Take another font: a file of TrueType or OpenType.
    OtherFont,
    /// Take another key for the request.
    OtherKey,
    /// Use the database of that partition.
    OtherPartition,
    /// Choose an unused place.
    OtherPlace,
    /// Take another puzzle.
    OtherPuzzle,
    /// Put this backup in the place of the database.
    RestoreBackup {
        /// The backup.
        #[serde(serialize_with = "shown_path")]
        path: PathBuf,
    },
    /// Search with another strategy.
    OtherStrategy,
    /// Take words that the font has characters for.
    OtherWords,
    /// Give the address of the server that the standby follows.
    PrimaryServer,
    /// Find out what is wrong with the database, and which tool helps.
    Diagnose,
    /// Put the newer copy back.
    PutNewerBack,
    /// Put the database back that was there before.
    PutBack,
    /// Put a sound copy of the database back.
    PutCopyBack,
    /// Rate the seed first.
    Rate,
    /// Make the server safe.
    SecureServer,
    /// Make this the only process that uses the database, and declare that: `OpenOptions::no_lock`.
    SoleUser,
    /// Split it into several requests.
    SeveralRequests,
    /// Begin with a smaller number.
    SmallerNumber,
    /// Save what can be read of the file into a new database: `salvage`.
    Salvage {
        /// The damaged file.
        #[serde(serialize_with = "shown_path")]
        path: PathBuf,
    },
    /// Shorten the texts.
    Shorten,
    /// Take back puzzles that were given away and came back unused: `take_back_given`.
    TakeBack {
        /// The batch.
        batch: u32,
    },
    /// Name the puzzle once.
    TakeOutOnce,
    /// Do it again.
    TryAgain,
    /// Use a later version of the program.
    Update,
    /// Verify the database, which lists all errors; then put a sound copy back.
    Verify,
    /// Make printed puzzles void as well: `IfPrinted::Void`.
    VoidPrinted,
    /// Wait longer for other processes.
    WaitLonger,
    /// Write the address as `postgres://USER@HOST:PORT/DATABASE`; if it is a file name, put a
    /// folder before it.
    WriteAddress,
}

/// A list of existing records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum List {
    /// The batches.
    Batches,
    /// The books.
    Books,
    /// The days of a series.
    Days,
    /// The levels.
    Levels,
    /// The seeds.
    Seeds,
    /// The series.
    Series,
}

fn shown_path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

impl Suggestion {
    /// Returns the cure for a misspelt name, if a similar one is known.
    pub fn meant(name: Option<&String>) -> Vec<Self> {
        name.map(|name| Self::Meant { name: name.clone() }).into_iter().collect()
    }
}
