//! Users of the server: people and programs with their own tokens, and their rights.

use seeddb_ledger::rules::users;

use super::{Database, Error};

seeddb_core::named_enum! {
    /// The rights of a user of the server.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum UserRole {
        /// Look at everything.
        Look = "look",
        /// Draw and change, too; nothing that is for readers, and nothing that cannot be taken
        /// back.
        Edit = "edit",
        /// All: approve, publish, withdraw, make void.
        Approve = "approve",
    }
}

/// The longest name of a user, in characters.
const LONGEST: usize = 40;

/// A user with a token. The database stores its hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// The name.
    pub name: String,
    /// The rights of the user.
    pub role: UserRole,
    hash: blake3::Hash,
}

/// Returns the hash of a token. Tokens are random, so a hash does not reveal its token.
fn hash_of(token: &[u8]) -> blake3::Hash {
    blake3::derive_key("seeddb serve, token of a user", token).into()
}

impl User {
    fn of((name, kept): (String, String)) -> Option<Self> {
        let (role, hash) = kept.split_once(' ')?;
        let role = UserRole::ALL.into_iter().find(|one| one.name() == role)?;
        Some(Self { name, role, hash: hash.parse().ok()? })
    }

    /// Whether this is the user's token. The time of the comparison reveals nothing.
    pub fn has(&self, token: &[u8]) -> bool {
        self.hash == hash_of(token)
    }

    /// Returns the identity of the present token: the start of its hash, in hexadecimal digits.
    pub fn token_id(&self) -> String {
        self.hash.to_hex()[..16].to_owned()
    }
}

/// Returns the id of a session, and when it would have been over.
fn session_of(line: &str) -> Option<(String, u64)> {
    let (id, over) = line.split_once(' ')?;
    Some((id.to_owned(), over.parse().ok()?))
}

impl Database {
    /// Returns the users of the server, by name.
    ///
    /// # Errors
    /// Failures of the store.
    pub fn users(&self) -> Result<Vec<User>, Error> {
        let Some(store) = self.read_if_there()? else { return Ok(Vec::new()) };
        Ok(store.read(users::all)?.into_iter().filter_map(User::of).collect())
    }

    /// Adds a user with this token, of which the database keeps a hash only.
    ///
    /// # Errors
    /// [`Error::UserName`], [`Error::UserThere`]; failures of the store.
    pub fn add_user(&self, name: &str, role: UserRole, token: &str) -> Result<(), Error> {
        let is_harmless = crate::record::is_name(name) && name.chars().count() <= LONGEST;
        if !is_harmless {
            return Err(Error::UserName(name.to_owned()));
        }
        self.change_user(name, Some((Some(role), token)))
    }

    /// Gives a user this token; the old token and its sessions become invalid.
    ///
    /// # Errors
    /// [`Error::NoUser`]; failures of the store.
    pub fn reset_user(&self, name: &str, token: &str) -> Result<(), Error> {
        self.change_user(name, Some((None, token)))
    }

    /// Removes a user; the user's token and sessions become invalid.
    ///
    /// # Errors
    /// [`Error::NoUser`]; failures of the store.
    pub fn remove_user(&self, name: &str) -> Result<(), Error> {
        self.change_user(name, None)
    }

    /// Adds a user with this role and token, gives an existing user the token, or removes the user.
    fn change_user(
        &self,
        name: &str,
        to_be: Option<(Option<UserRole>, &str)>,
    ) -> Result<(), Error> {
        let is_new = to_be.is_some_and(|(role, _)| role.is_some());
        let done = self.write()?.write_giving(|to| {
            let mut all = users::all(to)?.into_iter().filter_map(User::of);
            let known = all.find(|user| user.name == name).map(|user| user.role);
            if known.is_some() == is_new {
                return Ok(false);
            }
            let kept = to_be.and_then(|(role, token)| {
                let hash = hash_of(token.as_bytes()).to_hex();
                Some(format!("{} {hash}", role.or(known)?.name()))
            });
            users::set(to, name, kept.as_deref())?;
            Ok(true)
        });
        if done? {
            Ok(())
        } else if is_new {
            Err(Error::UserThere(name.to_owned()))
        } else {
            Err(Error::NoUser(name.to_owned()))
        }
    }

    /// Returns the sessions of the server that were ended, each with when it would have been over,
    /// in seconds since 1970.
    pub fn ended_sessions(&self) -> Result<Vec<(String, u64)>, Error> {
        let Some(store) = self.read_if_there()? else { return Ok(Vec::new()) };
        Ok(store.read(users::ended)?.iter().filter_map(|line| session_of(line)).collect())
    }

    /// Ends a session of the server for good, and forgets sessions that have expired.
    pub fn end_session(&self, id: &str, over: u64, now: u64) -> Result<(), Error> {
        Ok(self.write()?.write_giving(|to| {
            let mut lines = users::ended(to)?;
            lines.retain(|line| session_of(line).is_some_and(|(_, over)| over > now));
            lines.push(format!("{id} {over}"));
            users::set_ended(to, &lines)
        })?)
    }

    /// Returns this database for a signed-in user: changes through it have the user's name.
    #[must_use]
    pub fn signed(&self, name: &str) -> Self {
        Self { signed: Some(name.into()), ..self.clone() }
    }
}
