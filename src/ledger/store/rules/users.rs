//! Users of the server: one text `user-NAME` per user, with a number and the user's data; without
//! data for a removed user.
//!
//! The number is that of all changes of users so far. So of several states of a user, in copies or
//! in the remains of a file, the last one is known, and a removed user does not return. Users are
//! copied with the database; a merge does not add those of another database.

use super::super::engine::{Done, Lock, Snapshot, Transaction};
use super::super::record::Text;
use super::changes::{self, CHANGES};
use super::rows::all_of;
use super::texts;

/// The total of changes of users.
pub(in crate::store) const USERS: &str = "users";
const USER: &str = "user-";

/// Sessions that were ended early, one per line; they belong to one file, like its server.
const ENDED: &str = "ended-sessions";

/// Whether a text of this name is of a user.
pub(in crate::store) fn is_user(name: &str) -> bool {
    name.starts_with(USER)
}

/// Returns the number of the change that wrote a text.
pub(in crate::store) fn number(text: &str) -> Option<u64> {
    text.split(' ').next()?.parse().ok()
}

fn total(from: &dyn Snapshot) -> Done<u64> {
    Ok(changes::total(&texts::text(from, CHANGES)?.unwrap_or_default(), USERS))
}

/// Returns the users with their data, by name.
pub fn all(from: &dyn Snapshot) -> Done<Vec<(String, String)>> {
    // A dot comes behind the hyphen.
    let (first, last) = (USER.to_owned(), USER.replace('-', "."));
    let rows = all_of::<Text>(from, first..last)?.into_iter();
    let user = |(name, Text(text)): (String, Text)| {
        let kept = text.split_once(' ')?.1;
        Some((name[USER.len()..].to_owned(), kept.to_owned()))
    };
    Ok(rows.filter_map(user).collect())
}

/// Stores the data of a user; `None` removes the user.
pub fn set(to: &mut dyn Transaction, name: &str, kept: Option<&str>) -> Done {
    to.lock(Lock::Batches)?;
    changes::add(to, USERS, 1)?;
    let number = total(to)?;
    let text = kept.map_or_else(|| number.to_string(), |kept| format!("{number} {kept}"));
    texts::set(to, &format!("{USER}{name}"), &text)
}

/// Replaces the text of a user by that of another copy, if that is newer.
pub(super) fn join(to: &mut dyn Transaction, name: &str, text: &str) -> Done {
    let theirs = number(text).unwrap_or(0);
    let own = texts::text(to, name)?.and_then(|own| number(&own));
    if own.is_none_or(|own| own < theirs) {
        texts::set(to, name, text)?;
    }
    let more = theirs.saturating_sub(total(to)?);
    if more > 0 { changes::add(to, USERS, more) } else { Ok(()) }
}

/// Returns the lines about sessions that were ended.
pub fn ended(from: &dyn Snapshot) -> Done<Vec<String>> {
    let text = texts::text(from, ENDED)?.unwrap_or_default();
    Ok(text.lines().map(str::to_owned).collect())
}

/// Keeps these lines about sessions that were ended.
pub fn set_ended(to: &mut dyn Transaction, lines: &[String]) -> Done {
    to.lock(Lock::Batches)?;
    texts::set(to, ENDED, &lines.join("\n"))
}
