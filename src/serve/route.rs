//! [`Route`]: what a request asks for, what it does, and what comes.

use std::sync::Arc;

use axum::routing::MethodRouter;

use super::Shared;

/// The path before all routes.
pub(super) const ROOT: &str = "/api/v1";

seeddb_core::named_enum! {
    /// The method of a route. What is read by `GET` is read by `HEAD`, too.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(super) enum Verb {
        Get = "GET",
        Post = "POST",
        Delete = "DELETE",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Does {
    /// It tells nothing, and everybody may ask.
    Nothing,
    /// It reads.
    Read,
    /// It draws, makes something void, changes a series, or writes a file.
    Change,
}

/// What the body of a request is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sent {
    /// There is none.
    Nothing,
    /// A file that commands read, of this name in `FORMATS.md`.
    File(&'static str),
    /// The object that such a file is, or its text as a string.
    FileOrText(&'static str),
    /// An object of its own, as JSON Schema.
    Object(&'static str),
}

/// Whether an answer is a job that goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Long {
    Never,
    /// If the request wishes it, or is large.
    Wished,
    Always,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comes {
    /// Rows of this output in `FORMATS.md`.
    Rows(&'static str),
    /// One such row.
    Row(&'static str),
    /// An object of its own, as JSON Schema.
    Object(&'static str),
    Events,
    File,
}

pub(super) struct Route {
    pub verb: Verb,
    /// Below [`ROOT`], with braces around what differs.
    pub path: &'static str,
    pub about: &'static str,
    pub does: Does,
    /// Keys of the query.
    pub query: &'static [&'static str],
    pub sent: Sent,
    pub comes: Comes,
    /// Whether it may take long, and is answered 202 with a job then.
    pub long: Long,
    /// Statuses of problems that are its own, beside those of all.
    pub problems: &'static [u16],
    pub handler: fn() -> MethodRouter<Arc<Shared>>,
}

/// Functions that give a route another value of a field.
macro_rules! with {
    ($($field:ident: $type:ty,)*) => {
        impl Route {
            $(pub const fn $field(self, $field: $type) -> Self {
                Self { $field, ..self }
            })*
        }
    };
}
with! {
    verb: Verb,
    does: Does,
    query: &'static [&'static str],
    sent: Sent,
    comes: Comes,
    long: Long,
    problems: &'static [u16],
}

impl Route {
    pub fn path(&self) -> String {
        format!("{ROOT}{}", self.path)
    }

    pub fn is_at(&self, path: &str) -> bool {
        path.strip_prefix(ROOT).is_some_and(|path| fits(self.path, path))
    }
}

/// Whether a path is what a pattern says, which has braces around what differs.
pub(super) fn fits(pattern: &str, path: &str) -> bool {
    let (own, asked) = (pattern.split('/'), path.split('/'));
    own.clone().count() == asked.clone().count()
        && own.zip(asked).all(|(own, asked)| own == asked || own.starts_with('{'))
}
