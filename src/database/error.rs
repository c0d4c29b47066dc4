//! [`Error`]: what went wrong, and of which kind it is; what to do about it is the door's to say.

use crate::rating::levels::LevelError;
use crate::refill::WrongSeed;
use crate::store::StoreError;
use crate::symmetry::Id;

/// Why a call could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The store could not do its part.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// A seed whose record contradicts its puzzle.
    #[error(transparent)]
    WrongSeed(#[from] WrongSeed),
    /// No seed has this id.
    #[error("no seed {0}")]
    NoSeed(Id),
    /// No seed can give what is asked for.
    #[error("no seed fits")]
    NothingFits,
    /// Nothing was ever drawn.
    #[error("there is no batch yet")]
    NoBatch,
}

/// What kind of error it is, for those who answer with a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// The request cannot be meant: it names what does not exist.
    Request,
    /// There is less than asked for.
    Fewer,
    /// The database is in use; later it may work.
    Busy,
    /// The database does not hold what it should.
    Damaged,
    /// Anything else: files, rights, room.
    Other,
}

impl Error {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Level(_) => Kind::Request,
            Self::NothingFits => Kind::Fewer,
            Self::WrongSeed(_) | Self::Store(StoreError::Damaged { .. }) => Kind::Damaged,
            Self::Store(StoreError::Locked { .. } | StoreError::Stopped { .. }) => Kind::Busy,
            Self::NoSeed(_) | Self::NoBatch | Self::Store(_) => Kind::Other,
        }
    }
}
