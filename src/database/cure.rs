//! [`Cure`]: what could help after an error, as a value. A door has words of its own for each.

use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

#[cfg(feature = "print")]
use super::book::{ContentsError, Shortage};
#[cfg(feature = "formats")]
use super::calendar_error::CalendarError;
use super::error::Error;
use super::feed_error::FeedError;
use crate::ask::{Clash, Contradiction};
use crate::draw::Unmet;
#[cfg(feature = "print")]
use crate::export::book::BookError;
#[cfg(feature = "print")]
use crate::export::drawing::FontError;
use crate::rating::levels::LevelError;
use crate::store::Why;
use crate::store::{StoreError, is_server};
use crate::symmetry::ClueSymmetry;

/// What could help after an [`Error`]; see [`Error::cures`].
///
/// A door that has words for each finds out about a new one when it is compiled. In JSON a cure is an object whose key `cure` is the name
/// of the variant, as in `{"cure": "mine-more", "tier": 5, "symmetry": "rot180"}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "cure", rename_all = "kebab-case")]
pub enum Cure {
    /// Go on without what is missing, which can be issued again: [`OpenOptions::accept_older`](crate::database::OpenOptions::accept_older).
    AcceptOlder,
    /// Accept once that records are missing, which can be issued again: [`Database::accept_missing`](crate::database::Database::accept_missing).
    AcceptMissing,
    /// Add up what two sections take of one level.
    AddUp,
    /// Allow that a server could forget puzzles: [`OpenOptions::accept_loss`](crate::database::OpenOptions::accept_loss).
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
    /// Bring in the puzzles that are missing, from a file in which they were exported, and then go on without what is missing still.
    BringIn,
    /// Change one of these settings.
    ChangeSetting {
        /// The keys of the settings.
        keys: Vec<&'static str>,
    },
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
    /// Leave printed puzzles as they are: [`IfPrinted::Keep`](crate::database::IfPrinted::Keep).
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
        #[serde(serialize_with = "shown")]
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
    /// Be the only process that uses the database, and say so: [`OpenOptions::no_lock`](crate::database::OpenOptions::no_lock).
    SoleUser,
    /// Make several requests of it.
    SeveralRequests,
    /// Begin with a smaller number.
    SmallerNumber,
    /// Save what can be read of the file into a new database: [`salvage`](crate::database::salvage).
    Salvage {
        /// The damaged file.
        #[serde(serialize_with = "shown_path")]
        path: PathBuf,
    },
    /// Shorten texts.
    Shorten,
    /// Name the puzzle once.
    TakeOutOnce,
    /// Do it again.
    TryAgain,
    /// Use a later version of the program.
    Update,
    /// Verify the database, which finds all that is wrong; then put a sound copy back.
    Verify,
    /// Make printed puzzles void as well: [`IfPrinted::Void`](crate::database::IfPrinted::Void).
    VoidPrinted,
    /// Wait longer for other processes.
    WaitLonger,
    /// Write the address as `postgres://USER@HOST:PORT/DATABASE`; if it is meant as the name of a file, with a folder before it.
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

fn shown<S: Serializer>(value: &impl std::fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl Error {
    /// What could help, the likeliest first: each is a way of its own. None if nothing is known to.
    pub fn cures(&self) -> Vec<Cure> {
        match self {
            Self::Store(error) => of_store(error),
            Self::Contradiction(error) => of_contradiction(error),
            Self::WrongSeed(_) => vec![Cure::Verify],
            Self::NoSeed(_) => vec![Cure::Look { list: List::Seeds }],
            Self::NothingFits(unmet) => of_unmet(unmet),
            Self::TooFew { .. } => {
                vec![mine_more(None, ClueSymmetry::None), Cure::AskForFewer]
            }
            Self::Part { error, .. } => error.cures(),
            Self::Unsaved(unsaved) => unsaved.error.cures(),
            Self::TooMany { .. } => vec![Cure::SeveralRequests],
            Self::Unable(_) => vec![Cure::OtherStrategy],
            Self::Printed(_) => vec![Cure::KeepPrinted, Cure::VoidPrinted],
            Self::Feed(error) => of_feed(error),
            #[cfg(feature = "formats")]
            Self::Calendar(CalendarError::TooFew { .. }) => vec![Cure::DrawMore],
            #[cfg(feature = "formats")]
            Self::Calendar(_) => Vec::new(),
            Self::OtherRequest { .. } => vec![Cure::OtherKey],
            Self::Key(_) | Self::Cursor(_) => Vec::new(),
            Self::NoBatch => vec![Cure::DrawFirst],
            Self::NotHere(_) => vec![Cure::OtherDatabase],
            Self::NoShard(_) => vec![Cure::MergeWhole],
            Self::OtherSearch { .. } => vec![Cure::MergeOneSearch],
            #[cfg(feature = "print")]
            Self::Contents(error) => of_contents(error),
            #[cfg(feature = "print")]
            Self::Short(shortages) => {
                let mut cures: Vec<Cure> = Vec::new();
                for cure in shortages.iter().flat_map(Shortage::cures) {
                    if !cures.contains(&cure) {
                        cures.push(cure);
                    }
                }
                // Of several sections each has a cure of its own; to ask for less helps all.
                cures.sort_by_key(|cure| *cure == Cure::AskForFewer);
                cures
            }
            #[cfg(feature = "print")]
            Self::Layout(error) => of_book(error),
            Self::Level(error) => of_level(error),
            Self::BatchTwice(_)
            | Self::FalseSeed { .. }
            | Self::Itself(_)
            | Self::Dump { .. }
            | Self::Input(_)
            | Self::Output(_)
            | Self::Stopped
            | Self::NoStock(_)
            | Self::Ungraded => Vec::new(),
        }
    }
}

#[cfg(feature = "print")]
impl Shortage {
    /// What could help against it.
    pub fn cures(&self) -> Vec<Cure> {
        let tier = self.part.ask.tier.as_ref().map(|tiers| *tiers.end());
        vec![mine_more(tier, self.part.ask.symmetry), Cure::AskForFewer]
    }
}

fn mine_more(tier: Option<u8>, symmetry: ClueSymmetry) -> Cure {
    Cure::MineMore { tier, symmetry }
}

fn of_level(error: &LevelError) -> Vec<Cure> {
    match error {
        LevelError::Unknown { meant, .. } => of_meant(meant.as_deref()),
        LevelError::Duplicate(_) | LevelError::Value { .. } | LevelError::Empty => Vec::new(),
    }
}

fn of_meant(meant: Option<&str>) -> Vec<Cure> {
    meant.map(|name| Cure::Meant { name: name.to_owned() }).into_iter().collect()
}

fn of_contradiction(error: &Contradiction) -> Vec<Cure> {
    match error {
        Contradiction::Tier(Clash { level: Some(_), .. })
        | Contradiction::Score(Clash { level: Some(_), .. })
        | Contradiction::Clues(Clash { level: Some(_), .. }) => {
            vec![Cure::Look { list: List::Levels }]
        }
        Contradiction::RatingWithout | Contradiction::Hardest(..) => vec![Cure::LeaveOneOut],
        _ => Vec::new(),
    }
}

fn of_unmet(unmet: &Unmet) -> Vec<Cure> {
    match unmet {
        Unmet::Symmetry(symmetry) => vec![mine_more(None, *symmetry), Cure::AskForOther],
        Unmet::Tier
        | Unmet::Rating { .. }
        | Unmet::Origin
        | Unmet::HighScore { .. }
        | Unmet::ManyClues { .. }
        | Unmet::CluesAbove { .. }
        | Unmet::Together => vec![mine_more(None, ClueSymmetry::None), Cure::AskForOther],
        Unmet::Clues | Unmet::FewClues { .. } | Unmet::NoScore | Unmet::LowScore { .. } => {
            vec![Cure::AskForOther]
        }
    }
}

fn of_feed(error: &FeedError) -> Vec<Cure> {
    match error {
        FeedError::NoSeries { meant: Some(name), .. } => of_meant(Some(name)),
        FeedError::NoSeries { .. } => vec![Cure::Look { list: List::Series }],
        FeedError::NoDay { .. } | FeedError::OtherPuzzle { .. } => {
            vec![Cure::Look { list: List::Days }]
        }
        FeedError::HasRun { .. } => vec![Cure::OtherPuzzle, Cure::AllowAgain],
        FeedError::NoOther { .. } => vec![Cure::DrawMore, Cure::AllowAgain],
        FeedError::Taken { .. }
        | FeedError::DayTwice(_)
        | FeedError::Same(..)
        | FeedError::Void(_)
        | FeedError::Name(_)
        | FeedError::By(_)
        | FeedError::Note => Vec::new(),
    }
}

#[cfg(feature = "print")]
fn of_contents(error: &ContentsError) -> Vec<Cure> {
    match error {
        ContentsError::Nothing => vec![Cure::NameContents],
        ContentsError::EmptyVolume(_) => vec![Cure::FewerVolumes],
        ContentsError::Contradiction { error, .. } => of_contradiction(error),
        ContentsError::Void | ContentsError::NotInBatches(_) | ContentsError::Twice(_) => {
            Vec::new()
        }
        ContentsError::Level { error, .. } => of_level(error),
        ContentsError::LevelTwice { .. } => vec![Cure::AddUp],
        ContentsError::TooMany(_) => vec![Cure::SeveralRequests],
        ContentsError::NotThere { .. } => vec![Cure::LeaveSectionsOut],
        ContentsError::LeftOver { .. } => vec![Cure::MoreSections, Cure::LeaveSectionsOut],
        ContentsError::Numbers => vec![Cure::SmallerNumber],
    }
}

#[cfg(feature = "print")]
fn of_book(error: &BookError) -> Vec<Cure> {
    match error {
        BookError::Label(_) => vec![Cure::Shorten, Cure::LargerPage],
        BookError::Font(FontError::Script(..)) => vec![Cure::OtherWords],
        BookError::Font(FontError::Missing(..)) => vec![Cure::OtherFont, Cure::OtherWords],
        BookError::Font(_) => vec![Cure::OtherFont],
        BookError::Qr(_) => vec![Cure::Shorten],
        BookError::NoHint(_) => vec![Cure::LeaveHintsOut],
        BookError::Layout { keys, .. } if keys.contains(&"font") => vec![Cure::OtherFont],
        BookError::Layout { keys, .. } if keys.len() > 1 => {
            vec![Cure::ChangeSetting { keys: keys.to_vec() }]
        }
        BookError::Stopped
        | BookError::Empty
        | BookError::Layout { .. }
        | BookError::Words { .. } => Vec::new(),
    }
}

fn of_store(error: &StoreError) -> Vec<Cure> {
    match error {
        StoreError::NotFound(path) | StoreError::NotMade(path) => {
            vec![Cure::MakeDatabase { path: path.clone() }]
        }
        StoreError::Folder(path) => vec![Cure::FileInFolder { folder: path.clone() }],
        StoreError::NotADatabase { .. } => vec![Cure::OtherDatabase, Cure::MoveAway],
        StoreError::Damaged { path, .. } if is_server(path) => {
            vec![Cure::Diagnose, Cure::PutCopyBack]
        }
        StoreError::Damaged { path, .. } => {
            vec![Cure::Diagnose, Cure::PutCopyBack, Cure::Salvage { path: path.clone() }]
        }
        StoreError::OldFormat { path, .. } => vec![Cure::DumpAndLoad { path: path.clone() }],
        StoreError::Newer { .. }
        | StoreError::NewerSchema { .. }
        | StoreError::NewerRecord { .. } => vec![Cure::Update],
        StoreError::Locked { .. } => vec![Cure::WaitLonger],
        StoreError::ReadOnly(_) => vec![Cure::GetRights],
        StoreError::Unclean(_) => vec![Cure::OpenAsWriter],
        StoreError::Gone(_) | StoreError::Replaced(_) | StoreError::OtherBatch(_) => {
            vec![Cure::PutBack]
        }
        StoreError::NoLocks { .. } => vec![Cure::LocalDisk, Cure::SoleUser],
        StoreError::DiskFull(_) => vec![Cure::FreeSpace],
        StoreError::Address(_) => vec![Cure::WriteAddress],
        StoreError::Unbuilt(_) => vec![Cure::OtherBuild { feature: "postgres" }],
        StoreError::TlsUnbuilt(_) => {
            vec![Cure::OtherBuild { feature: "postgres-tls" }, Cure::NoEncryption]
        }
        StoreError::Unreachable { .. } => vec![Cure::CheckServer],
        StoreError::Unsafe { .. } => vec![Cure::SecureServer, Cure::AcceptLoss],
        StoreError::Older { older, .. } => match older.why {
            Why::Unread(_) => vec![Cure::AcceptOlder],
            Why::Away(_) => vec![Cure::PutBack, Cure::AcceptOlder],
            _ => vec![Cure::PutNewerBack, Cure::BringIn, Cure::AcceptOlder],
        },
        StoreError::Incomplete { .. } => {
            vec![Cure::PutNewerBack, Cure::BringIn, Cure::AcceptMissing]
        }
        StoreError::Backup { path, .. } => vec![Cure::RestoreBackup { path: path.clone() }],
        StoreError::Superseded { path, .. } => {
            vec![Cure::OtherDatabase, Cure::RestoreBackup { path: path.clone() }]
        }
        StoreError::OtherBackup { .. } => vec![Cure::OtherDatabase],
        StoreError::Standby(_) => vec![Cure::PrimaryServer],
        StoreError::There(_) => vec![Cure::OtherPlace],
        StoreError::OtherPartition { .. } => vec![Cure::OtherPartition],
        StoreError::IssuedBefore(..) => vec![Cure::BeginDatabase],
        StoreError::NotOwn { .. } => vec![Cure::LeaveOutOthers],
        StoreError::NoBatch(_) | StoreError::NotTakenBack { .. } => {
            vec![Cure::Look { list: List::Batches }]
        }
        StoreError::NoBook(_) => vec![Cure::Look { list: List::Books }],
        StoreError::BatchFull(_) => vec![Cure::BeginBatch],
        StoreError::Overtaken => vec![Cure::TryAgain],
        StoreError::PrintedTwice(..) => vec![Cure::TakeOutOnce],
        StoreError::Ungraded => vec![Cure::Rate],
        StoreError::TooLong(_) => vec![Cure::Shorten],
        StoreError::Stopped { .. }
        | StoreError::Io { .. }
        | StoreError::NotIssued(..)
        | StoreError::Void(..)
        | StoreError::Lost(..)
        | StoreError::Impossible(_)
        | StoreError::Engine { .. } => Vec::new(),
    }
}
