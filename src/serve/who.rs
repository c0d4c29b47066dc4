//! [`Who`]: who asks, for as long as the request is answered.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};

use super::route::Access;
use crate::database::{User, UserRole};

#[derive(Clone, Debug, Default)]
pub(super) struct Who {
    /// The user; none of whoever has the token of the server, or shows none.
    pub user: Option<User>,
    /// Whether he has shown a token.
    pub is_known: bool,
    /// Whether his pages are in German.
    pub is_german: bool,
}

tokio::task_local! {
    /// The user that sent the request.
    pub(super) static WHO: Who;
}

/// The cookie in which a browser keeps the language that was chosen.
const LANGUAGE: &str = "seeddb-language=";

/// Whether whoever sends these headers reads German: as was chosen, or as the browser says.
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

/// The name of the user who asks.
pub(super) fn name() -> Option<String> {
    WHO.try_with(|who| who.user.as_ref().map(|user| user.name.clone())).ok().flatten()
}

/// The role of whoever asks; the least one of whoever is not known.
pub(super) fn role() -> UserRole {
    let role = |who: &Who| match &who.user {
        Some(user) => user.role,
        None if who.is_known => UserRole::Approve,
        None => UserRole::Look,
    };
    WHO.try_with(role).unwrap_or(UserRole::Look)
}

/// Whether whoever asks may do this.
pub(super) fn may(does: Access) -> bool {
    does.needs() <= role()
}

/// Whether pages are in German for whoever asks.
pub(super) fn is_german() -> bool {
    WHO.try_with(|who| who.is_german).unwrap_or(false)
}
