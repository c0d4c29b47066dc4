//! [`Code`] and [`Kind`]: errors as numbers and words.

use std::fmt;

use serde::{Serialize, Serializer};

/// Makes [`Kind`] of its rows: name, exit code, HTTP status.
macro_rules! kinds {
    ($(#[doc = $meaning:literal] $row:ident = $name:literal, $exit:literal, $http:literal;)+) => {
        /// The kind of an error. It decides the exit code of a program and the status of an HTTP
        /// answer.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = $meaning] $row,)+
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$row),+];

            const fn row(self) -> (&'static str, &'static str, u8, u16) {
                match self {
                    $(Self::$row => ($name, $meaning, $exit, $http),)+
                }
            }
        }
    };
}

kinds! {
    /// The request cannot be meant, whatever is in the database.
    Request = "request", 2, 400;
    /// The request names something that is not there.
    NotFound = "not-found", 2, 404;
    /// In conflict with existing data, or with a concurrent change.
    Conflict = "conflict", 1, 409;
    /// There is less than asked for.
    Fewer = "fewer", 3, 422;
    /// Another process has the database; later it may work.
    Busy = "busy", 1, 503;
    /// A stop was asked for.
    Stopped = "stopped", 130, 503;
    /// The right to do it is missing.
    Forbidden = "forbidden", 1, 403;
    /// The database does not hold what it should.
    Damaged = "damaged", 1, 500;
    /// It was written by another version of the program.
    Version = "version", 1, 501;
    /// There is no database at the path or address, or no way to it.
    Unavailable = "unavailable", 1, 503;
    /// There is no room left on the disk.
    Full = "full", 1, 507;
    /// Anything else that failed below.
    Internal = "internal", 1, 500;
}

impl Kind {
    /// Returns its name in small letters with hyphens. It never changes.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns its meaning, in a sentence.
    pub fn meaning(self) -> &'static str {
        self.row().1.trim_ascii()
    }

    /// Returns the exit code of a program that ends with such an error.
    pub const fn exit_code(self) -> u8 {
        self.row().2
    }

    /// Returns the status of an HTTP answer with such an error.
    pub const fn http_status(self) -> u16 {
        self.row().3
    }
}

/// The code of an error. [`name`](Self::name) is a stable word for programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code {
    kind: Kind,
    name: &'static str,
    meaning: &'static str,
}

impl Code {
    #[doc(hidden)]
    pub const fn new(name: &'static str, kind: Kind, meaning: &'static str) -> Self {
        Self { kind, name, meaning: meaning.trim_ascii() }
    }

    /// Returns its name in small letters with hyphens. It never changes.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns its kind.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Returns its meaning, in a sentence.
    pub const fn meaning(self) -> &'static str {
        self.meaning
    }

    /// Returns the status of an HTTP answer with this error: that of its kind, except 422 for a key
    /// of another request, by draft-ietf-httpapi-idempotency-key-header-07, 2.7.
    pub fn http_status(self) -> u16 {
        if self.name == "other-request" { 422 } else { self.kind.http_status() }
    }
}

/// Displays both as their names, which also stand for them in JSON.
macro_rules! as_names {
    ($($type:ty),+) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    )+};
}

as_names!(Kind, Code);
