//! [`Route`]: the request, the effect and the answer of a route.

use std::sync::Arc;

use axum::routing::MethodRouter;

use super::Shared;
use crate::database::UserRole;

/// The prefix of all paths.
pub(super) const ROOT: &str = "/api/v1";

seeddb_core::named_enum! {
    /// The method of a route. Routes for `GET` also answer `HEAD`.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(super) enum Verb {
        Get = "GET",
        Post = "POST",
        Delete = "DELETE",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// The route reveals nothing, and needs no token.
    Nothing,
    /// The route reads.
    Read,
    /// The route draws, or changes a series in a way that can be reversed.
    Change,
    /// The route reaches readers or cannot be reversed: it approves, withdraws, makes void, or
    /// makes a book for the printer.
    Approve,
    /// The route returns files for readers, and changes nothing.
    Publish,
}

impl Access {
    /// Returns the least role with this access.
    pub fn needs(self) -> UserRole {
        match self {
            Self::Nothing | Self::Read => UserRole::Look,
            Self::Change => UserRole::Edit,
            Self::Approve | Self::Publish => UserRole::Approve,
        }
    }

    /// Whether a server that only reads refuses it.
    pub fn changes(self) -> bool {
        matches!(self, Self::Change | Self::Approve)
    }
}

/// The body of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RequestBody {
    /// No body.
    Nothing,
    /// A file that commands read, by its name in `FORMATS.md`.
    File(&'static str),
    /// The object of such a file, or its text as a string.
    FileOrText(&'static str),
    /// Another object, as JSON Schema.
    Object(&'static str),
}

/// Whether a route answers with a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Async {
    Never,
    /// If the request prefers it, or is large.
    Wished,
    Always,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ResponseBody {
    /// Rows of this output in `FORMATS.md`.
    Rows(&'static str),
    /// One row of this output.
    Row(&'static str),
    /// Another object, as JSON Schema.
    Object(&'static str),
    Events,
    File,
}

pub(super) struct Route {
    pub verb: Verb,
    /// The path below [`ROOT`], with parameters in braces.
    pub path: &'static str,
    pub about: &'static str,
    pub does: Access,
    /// The keys of the query.
    pub query: &'static [&'static str],
    pub sent: RequestBody,
    pub comes: ResponseBody,
    /// Whether the answer may be 202 with a job.
    pub long: Async,
    /// The problem statuses of this route, in addition to the general ones.
    pub problems: &'static [u16],
    pub handler: fn() -> MethodRouter<Arc<Shared>>,
}

/// Methods that set a field of a route.
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
    does: Access,
    query: &'static [&'static str],
    sent: RequestBody,
    comes: ResponseBody,
    long: Async,
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

/// Whether a path matches a pattern with parameters in braces.
pub(super) fn fits(pattern: &str, path: &str) -> bool {
    let (own, asked) = (pattern.split('/'), path.split('/'));
    own.clone().count() == asked.clone().count()
        && own.zip(asked).all(|(own, asked)| own == asked || own.starts_with('{'))
}

/// Returns the methods of the patterns that match a path. If several match, the pattern that the
/// router prefers counts: a literal part comes before a parameter in braces.
pub(super) fn methods<'a>(
    routes: impl Iterator<Item = (&'a str, Verb)>,
    path: &str,
) -> Vec<&'static str> {
    let fitting: Vec<(&str, Verb)> = routes.filter(|(pattern, _)| fits(pattern, path)).collect();
    let braces = |pattern: &str| -> Vec<bool> {
        pattern.split('/').map(|part| part.starts_with('{')).collect()
    };
    let taken = fitting.iter().map(|(pattern, _)| braces(pattern)).min();
    let own = fitting.iter().filter(|(pattern, _)| Some(braces(pattern)) == taken);
    own.map(|(_, verb)| verb.name()).collect()
}
