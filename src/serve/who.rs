//! [`Who`]: the user of a request, while it is answered.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};

use super::route::Access;
use crate::database::{User, UserRole};

#[derive(Clone, Debug, Default)]
pub(super) struct Who {
    /// The user; `None` for requests with the token of the server or without any.
    pub user: Option<User>,
    /// Whether the request has a valid token.
    pub is_known: bool,
    /// Whether its pages are in German.
    pub is_german: bool,
}

tokio::task_local! {
    /// The user that sent the request.
    pub(super) static WHO: Who;
}

/// The cookie in which a browser keeps the language that was chosen.
const LANGUAGE: &str = "seeddb-language=";

/// Whether the reader of these headers prefers German: by the chosen language, otherwise the
/// browser's.
pub(super) fn reads_german(headers: &HeaderMap) -> bool {
    let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = texts(COOKIE).flat_map(|text| text.split(';'));
    if let Some(chosen) = cookies.find_map(|cookie| cookie.trim().strip_prefix(LANGUAGE)) {
        return chosen == "de";
    }
    // The first of the two that the browser names; they come in the order in which they are liked.
    let mut languages = texts(ACCEPT_LANGUAGE).flat_map(|text| text.split(','));
    let known = languages.find_map(|language| {
        let language = language.trim().get(..2)?.to_ascii_lowercase();
        ["de", "en"].contains(&&*language).then_some(language)
    });
    known.is_some_and(|language| language == "de")
}

/// Returns the name of the user of this request.
pub(super) fn name() -> Option<String> {
    WHO.try_with(|who| who.user.as_ref().map(|user| user.name.clone())).ok().flatten()
}

/// Returns the role of the user of this request; the least role if there is no user.
pub(super) fn role() -> UserRole {
    let role = |who: &Who| match &who.user {
        Some(user) => user.role,
        None if who.is_known => UserRole::Approve,
        None => UserRole::Look,
    };
    WHO.try_with(role).unwrap_or(UserRole::Look)
}

/// Whether the user of this request has this access.
pub(super) fn may(does: Access) -> bool {
    does.needs() <= role()
}

/// Whether pages of this request are in German.
pub(super) fn is_german() -> bool {
    WHO.try_with(|who| who.is_german).unwrap_or(false)
}
