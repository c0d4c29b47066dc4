//! Addresses of servers: `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=require`.
//!
//! A password is taken out of an address as soon as it is known, so that no name of a database has one.

use std::fmt;
use std::path::{Path, PathBuf};

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Kept from messages.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

/// Whether it is the address of a server, and not the path of a file.
pub fn is_server(path: &Path) -> bool {
    path.to_str().is_some_and(|text| SCHEMES.iter().any(|scheme| text.starts_with(scheme)))
}

/// The address without its password, and the password, if it is an address and has one.
pub fn without_password(path: &Path) -> (PathBuf, Option<Password>) {
    match path.to_str().filter(|_| is_server(path)).and_then(split) {
        Some((address, password)) => (address.into(), Some(Password(password))),
        None => (path.to_owned(), None),
    }
}

/// Any text with the passwords of the addresses in it left out, word by word.
pub fn censored(text: &str) -> String {
    let word = |word: &str| {
        let at = SCHEMES.iter().filter_map(|scheme| word.find(scheme)).min();
        let split = at.and_then(|at| Some((at, split(&word[at..])?)));
        split.map_or(word.to_owned(), |(at, (address, _))| format!("{}{address}", &word[..at]))
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Host, port, database and user of an address without a password; none if it is no address.
pub fn place_of(address: &Path) -> Option<[String; 4]> {
    let text = address.to_str().filter(|_| is_server(address))?;
    let (_, rest) = text.split_once("://")?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (place, database) = rest.split_once('/').unwrap_or((rest, ""));
    let (user, place) = place.rsplit_once('@').unwrap_or(("", place));
    let (host, port) = place.rsplit_once(':').unwrap_or((place, ""));
    let given = |name: &str| {
        let mut parameters = query.split('&').filter_map(|parameter| parameter.split_once('='));
        parameters.find(|(known, _)| *known == name).map(|(_, value)| value)
    };
    let one = |text: &str, name: &str, usual: &str| {
        let text = if text.is_empty() { given(name).unwrap_or(usual) } else { text };
        decoded(text)
    };
    let user = one(user, "user", "");
    Some([
        one(host, "host", "localhost"),
        one(port, "port", "5432"),
        one(database, "dbname", &user),
        user.clone(),
    ])
}

/// The address without this parameter, and the last value of it, if it has one.
#[cfg(feature = "postgres")]
pub(super) fn take(address: &str, name: &str) -> (String, Option<String>) {
    let Some((start, query)) = address.split_once('?') else { return (address.to_owned(), None) };
    let (mut left, mut found) = (Vec::new(), None);
    for parameter in query.split('&') {
        match parameter.split_once('=') {
            Some((known, value)) if known == name => found = Some(decoded(value)),
            _ => left.push(parameter),
        }
    }
    let query = if left.is_empty() { String::new() } else { format!("?{}", left.join("&")) };
    (format!("{start}{query}"), found)
}

fn split(address: &str) -> Option<(String, String)> {
    let start = address.find("://")? + 3;
    let (scheme, rest) = address.split_at(start);
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, q)| (rest, Some(q)));
    let (mut password, mut rest) = (None, rest.to_owned());
    // A password may hold any character that is not escaped as it should be.
    if let Some((user, place)) = rest.rsplit_once('@')
        && let Some((user, secret)) = user.split_once(':')
    {
        password = Some(decoded(secret));
        rest = format!("{user}@{place}");
    }
    let mut left = Vec::new();
    for parameter in query.into_iter().flat_map(|query| query.split('&')) {
        match parameter.strip_prefix("password=") {
            Some(secret) => password = Some(decoded(secret)),
            None => left.push(parameter),
        }
    }
    let query = if left.is_empty() { String::new() } else { format!("?{}", left.join("&")) };
    Some((format!("{scheme}{rest}{query}"), password?))
}

/// `%40` is `@`.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, tail @ ..] = rest {
        let code = (*first == b'%').then(|| tail.get(..2)).flatten();
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        if let Some(byte) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            bytes.push(byte);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_taken_out_of_addresses() {
        let split = |text: &str| {
            let (path, password) = without_password(text.as_ref());
            (path.to_str().unwrap().to_owned(), password.map(|Password(secret)| secret))
        };
        let with = |address: &str, secret: &str| (address.to_owned(), Some(secret.to_owned()));
        assert_eq!(
            split("postgres://me:a%40b@db:5433/x?sslmode=require"),
            with("postgres://me@db:5433/x?sslmode=require", "a@b")
        );
        assert_eq!(split("postgresql://me:a@b/c@db/x"), with("postgresql://me@db/x", "a@b/c"));
        assert_eq!(
            split("postgres:///x?host=/tmp&password=p%25&user=me"),
            with("postgres:///x?host=/tmp&user=me", "p%")
        );
        for same in ["postgres://me@db/x", "postgres://db", "seeds.redb", "a:b@c"] {
            assert_eq!(split(same), (same.to_owned(), None));
        }
        assert_eq!(
            censored("seeddb --db=postgres://me:secret@db/x draw --note a:b@c"),
            "seeddb --db=postgres://me@db/x draw --note a:b@c"
        );
        assert_eq!(format!("{:?}", Password("secret".to_owned())), "Password");
    }
}
