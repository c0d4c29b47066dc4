//! Server addresses: `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=require`.
//!
//! The password is removed from an address as soon as it is parsed, so that no displayed name
//! contains it. Text that resembles an address but is malformed is never taken for a file path, and
//! is not displayed, because any part of it could be a password.

use std::fmt;
use std::path::{Path, PathBuf};

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];
/// Schemes of server addresses, in lower case; compared without regard to case.
const SERVERS: [&str; 5] = ["postgres", "postgresql", "pgsql", "psql", "pg"];
/// Known parameters of an address, besides the password.
const PARAMETERS: [&str; 18] = [
    "application_name",
    "channel_binding",
    "connect_timeout",
    "dbname",
    "host",
    "hostaddr",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_retries",
    "load_balance_hosts",
    "options",
    "port",
    "sslmode",
    "sslrootcert",
    "target_session_attrs",
    "tcp_user_timeout",
    "user",
];
/// More names in the other form of an address, `host=db user=me`, which other clients accept.
const NAMES: [&str; 8] =
    ["database", "passfile", "password", "server", "service", "sslcert", "sslkey", "username"];

/// A password, which `Debug` does not print.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

/// Whether the path is a server address rather than a file path.
pub fn is_server(path: &Path) -> bool {
    path.to_str().is_some_and(|text| SCHEMES.iter().any(|scheme| text.starts_with(scheme)))
}

/// Returns a displayable form of a path that resembles an address but is malformed, without
/// anything that could be a password.
pub(super) fn mistaken(path: &Path) -> Option<PathBuf> {
    let text = path.to_string_lossy();
    let is_foreign = !is_server(path) && has_scheme(&text);
    misspelled(&text).map(PathBuf::from).or_else(|| is_foreign.then(|| path.to_owned()))
}

/// Returns the displayable form of a path or address, and the password if the address has one.
pub fn without_password(path: &Path) -> (PathBuf, Option<Password>) {
    if let Some(shown) = misspelled(&path.to_string_lossy()) {
        return (shown.into(), None);
    }
    match path.to_str().filter(|_| is_server(path)).and_then(split) {
        Some((address, password)) => (address.into(), Some(Password(password))),
        None => (path.to_owned(), None),
    }
}

/// Returns a command-line argument, `ADDRESS` or `--flag=ADDRESS`, without the password in it.
pub fn censored(argument: &str) -> String {
    let flag = argument.find('=').filter(|_| argument.starts_with('-')).map_or(0, |at| at + 1);
    let (flag, value) = argument.split_at(flag);
    format!("{flag}{}", without_password(value.as_ref()).0.display())
}

/// Returns the displayable part of text that resembles an address but is malformed. The result is
/// recognised as malformed again.
fn misspelled(text: &str) -> Option<String> {
    if let Some(scheme) = SCHEMES.iter().find(|scheme| text.starts_with(**scheme)) {
        return (!is_well_formed(text)).then(|| format!("{scheme}..."));
    }
    let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    if is_plainly_a_path(text) {
        return None;
    }
    if let Some((scheme, rest)) = scheme_of(text) {
        let marks = &rest[..rest.len() - rest.trim_start_matches([':', ';', '/', '\\']).len()];
        let is_server = SERVERS.contains(&scheme.to_ascii_lowercase().as_str());
        if marks.starts_with(":/")
            || marks.starts_with(":\\")
            || is_server && !matches!(marks, "" | "/" | "\\")
        {
            return Some(format!("{scheme}{marks}..."));
        }
    }
    if text.contains("://") {
        return Some("...://...".to_owned());
    }
    let is_user = |before: &str| before.contains(':') || before.starts_with("//");
    if text.rsplit_once('@').is_some_and(|(before, _)| is_user(before)) {
        return Some("...:...@...".to_owned());
    }
    text.match_indices('=').find_map(|(at, _)| {
        let between = |c: char| c.is_whitespace() || "\"'`,;&?<(=".contains(c);
        let name = text[..at].trim_end().rsplit(between).next()?.to_ascii_lowercase();
        let is_secret = ["pass", "pwd", "secret"].iter().any(|part| name.contains(part));
        let is_known = PARAMETERS.contains(&name.as_str()) || NAMES.contains(&name.as_str());
        match (is_known, is_secret && !name.contains(['/', '\\'])) {
            (true, _) => Some(format!("{name}=...")),
            (_, true) => Some("password=...".to_owned()),
            _ => None,
        }
    })
}

/// Splits a text into a possible scheme and the rest.
fn scheme_of(text: &str) -> Option<(&str, &str)> {
    let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || "+.-".contains(c);
    let (scheme, rest) = text.split_at(text.find(|c| !is_of_scheme(c)).unwrap_or(text.len()));
    // A single letter is a Windows drive.
    let is_scheme = scheme.len() > 1 && scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    is_scheme.then_some((scheme, rest))
}

/// Whether a text begins with a scheme, as in `sqlite:seeds`. [`misspelled`] leaves no password in
/// it.
fn has_scheme(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    scheme_of(text).is_some_and(|(_, rest)| rest.starts_with(':'))
}

/// Whether a text begins as only paths do: `/a`, `./a`, `../a`, `C:\a`, `\\server\a`.
fn is_plainly_a_path(text: &str) -> bool {
    let separators = ['/', '\\'];
    let is_drive = |text: &str| {
        let mut letters = text.chars();
        letters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && letters.next() == Some(':')
            && letters.next().is_some_and(|c| separators.contains(&c))
    };
    let after_points = text.trim_start_matches('.');
    let points = text.len() - after_points.len();
    matches!(points, 1 | 2) && after_points.starts_with(separators)
        || text.starts_with('/') && !text.starts_with("//")
        || text.starts_with("\\\\")
        || is_drive(text)
}

/// Whether each part of an address is well formed. If not, a password may be in it, as in
/// `postgres://me:a?b@db/x`.
fn is_well_formed(address: &str) -> bool {
    let without = split(address).map(|(without, _)| without);
    let address = without.as_deref().unwrap_or(address);
    let rest = address.split_once("://").map_or("", |(_, rest)| rest);
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, q)| (rest, Some(q)));
    let (place, database) = rest.split_once('/').unwrap_or((rest, ""));
    let (user, place) = place.rsplit_once('@').unwrap_or(("", place));
    let is_name = |name: &str| !decoded(name).contains([':', '@', '/', '#', '?']);
    let is_host = |host: &str| {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (host, ""),
        };
        let is_number = |port: &str| port.is_empty() || port.parse::<u16>().is_ok();
        let is_address = name.starts_with('[') && name.ends_with(']');
        let is_name = name.is_empty() || name.contains(|c: char| c.is_alphanumeric());
        is_number(port) && (is_address || is_name && !name.contains([':', '@', '#']))
    };
    let is_parameter = |parameter: &str| {
        parameter.split_once('=').is_some_and(|(name, value)| {
            let is_plain = !["dbname", "user"].contains(&name) || is_name(value);
            PARAMETERS.contains(&name) && is_plain && !value.contains('@')
        })
    };
    !address.contains(|c: char| c.is_whitespace() || c.is_control())
        && is_name(user)
        && place.split(',').all(is_host)
        && is_name(database)
        && query.is_none_or(|query| query.is_empty() || query.split('&').all(is_parameter))
}

/// Returns host, port, database and user of an address without a password; `None` for other paths.
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

/// Removes a parameter from the address and returns its last value, if it has one.
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
    // A password may hold any character, even those that should be escaped.
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

/// Decodes percent escapes: `%40` is `@`.
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

    fn split(text: &str) -> (String, Option<String>) {
        let (path, password) = without_password(text.as_ref());
        (path.to_str().unwrap().to_owned(), password.map(|Password(secret)| secret))
    }

    #[test]
    fn passwords_are_taken_out_of_addresses() {
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
        for same in [
            "postgres://me@db/x",
            "postgres://db",
            "postgres://me@a:1,b:2/x?host=/tmp&port=3&connect_timeout=4",
            "postgres://me@[::1]:5432/x",
            "postgres://%2Ftmp/x?options=-csearch_path%3Da",
            "seeds.redb",
            "a:b.redb",
            "week=3/seeds.redb",
            "C:/seeds.redb",
            "C:\\a:b@c",
            "/data/me:b@c/user=me.redb",
            "./postgres://db/x",
            "../a:b",
            "a:b",
            "at 9:00.redb",
        ] {
            assert_eq!(split(same), (same.to_owned(), None));
            assert_eq!(mistaken(same.as_ref()), None, "{same}");
        }
        for (argument, shown) in [
            ("--db=postgres://me:secret@db/x", "--db=postgres://me@db/x"),
            ("postgres://me:secret@db/x", "postgres://me@db/x"),
            ("password=secret", "password=..."),
            ("draw", "draw"),
            ("--rng-seed=7", "--rng-seed=7"),
        ] {
            assert_eq!(censored(argument), shown);
        }
        assert_eq!(format!("{:?}", Password("secret".to_owned())), "Password");
    }

    /// Found by fuzzing: quadratic time would take minutes here.
    #[test]
    fn a_long_text_is_looked_at_once() {
        let long = "a/pass=".repeat(1 << 17);
        assert_eq!(split(&long), (long.clone(), None));
    }

    /// The program's tests have more of them.
    #[test]
    fn what_looks_like_an_address_is_none_when_told_again() {
        for text in [
            "pg;secret",
            "<postgres://me:secret@db/x>",
            "me:secret@db/x",
            "//me@db/secret",
            "'mypwd=secret'",
            "postgres://me:1?host=secret@db/x",
            "postgres://me@db/x#secret",
            "sqlite:seeds",
        ] {
            let shown = mistaken(text.as_ref()).unwrap();
            assert!(!shown.to_str().unwrap().contains("secret"), "{shown:?}");
            assert_eq!(mistaken(&shown), Some(shown.clone()), "{text}");
        }
    }
}
