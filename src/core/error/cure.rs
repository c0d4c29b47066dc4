//! [`Cure`]: what could help after an error, as a value. A door has words of its own for each.

use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use crate::symmetry::ClueSymmetry;

/// What could help after an error; see [`Facts`](super::Facts).
///
/// A door that has words for each finds out about a new one when it is compiled. In JSON a cure is
/// an object whose key `cure` is the name of the variant, as in `{"cure": "mine-more", "tier": 5,
/// "symmetry": "rot180"}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "cure", rename_all = "kebab-case")]
pub enum Cure {
    /// Go on without what is missing, which can be issued again: `OpenOptions::accept_older`.
    AcceptOlder,
    /// Accept once that records are missing, which can be issued again: `Database::accept_missing`.
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
    /// See that the server runs, that the address is right, and that it lets this user in.
    CheckServer,
    /// Begin a new batch.
    BeginBatch,
    /// Begin with a new database.
    BeginDatabase,
    /// Bring in the puzzles that are missing, from a file in which they were exported, and then go
    /// on without what is missing still.
    BringIn,
    /// Change one of these settings.
    ChangeSetting {
        /// The keys of the settings.
        keys: Vec<&'static str>,
    },
    /// Say that a day is to be changed whose puzzle was published.
    ChangePublished,
    /// Draw the first batch.
    DrawFirst,
    /// Draw more puzzles.
    DrawMore,
    /// Write the database as text with the program that made it, and make a new one of that.
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
    /// Look into a list of what there is.
    Look {
        /// The list.
        list: List,
    },
    /// Make a database at this path or address.
    MakeDatabase {
        /// Where.
        #[serde(serialize_with = "shown_path")]
        path: PathBuf,
    },
    /// Take the name that was meant.
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
        /// Of this tier; none if any helps, or if it is not known which.
        tier: Option<u8>,
        /// With this symmetry.
        symmetry: ClueSymmetry,
    },
    /// Make one more section.
    MoreSections,
    /// Move the file away.
    MoveAway,
    /// Say what is to be printed.
    NameContents,
    /// Do without encryption, on a network that nobody listens to.
    NoEncryption,
    /// Let somebody open the database once who may write it.
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
    /// Take a place where nothing is.
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
    /// Be the only process that uses the database, and say so: `OpenOptions::no_lock`.
    SoleUser,
    /// Make several requests of it.
    SeveralRequests,
    /// Begin with a smaller number.
    SmallerNumber,
    /// Save what can be read of the file into a new database: `salvage`.
    Salvage {
        /// The damaged file.
        #[serde(serialize_with = "shown_path")]
        path: PathBuf,
    },
    /// Shorten texts.
    Shorten,
    /// Take back what was given away and came back unused: `take_back_given`.
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
    /// Verify the database, which finds all that is wrong; then put a sound copy back.
    Verify,
    /// Make printed puzzles void as well: `IfPrinted::Void`.
    VoidPrinted,
    /// Wait longer for other processes.
    WaitLonger,
    /// Write the address as `postgres://USER@HOST:PORT/DATABASE`; if it is meant as the name of a
    /// file, with a folder before it.
    WriteAddress,
}

/// A list of what there is.
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

impl Cure {
    /// The name that was meant, if one is like the one given.
    pub fn meant(name: Option<&String>) -> Vec<Self> {
        name.map(|name| Self::Meant { name: name.clone() }).into_iter().collect()
    }
}
