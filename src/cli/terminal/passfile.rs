//! The password of a server whose address has none: from `PGPASSWORD`, or from the password file of
//! PostgreSQL clients.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use seeddb_database::{Password, is_server, place_of};

/// The password for the server at this address; `None` if there is none.
pub fn password(address: &Path) -> Option<Password> {
    if !is_server(address) {
        return None;
    }
    let given = env::var("PGPASSWORD").ok().filter(|password| !password.is_empty());
    given.or_else(|| find(&read(&file()?)?, &place_of(address)?)).map(Password)
}

fn file() -> Option<PathBuf> {
    let home = || env::home_dir().map(|home| home.join(".pgpass"));
    env::var_os("PGPASSFILE").map(PathBuf::from).or_else(home)
}

/// The content of the file; `None` if others may read it, as in other clients.
fn read(file: &Path) -> Option<String> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(file).ok()?.permissions().mode() & 0o077 != 0 {
            return None;
        }
    }
    fs::read_to_string(file).ok()
}

/// The password of the first matching line `host:port:database:user:password`; `*` matches
/// everything.
fn find(text: &str, place: &[String; 4]) -> Option<String> {
    let fits = |line: &str| {
        let mut fields = vec![String::new()];
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => fields.last_mut()?.extend(letters.next()),
                ':' if fields.len() < 5 => fields.push(String::new()),
                letter => fields.last_mut()?.push(letter),
            }
        }
        let password = fields.pop().filter(|_| fields.len() == 4)?;
        let all = fields.iter().zip(place).all(|(field, own)| field == "*" || field == own);
        all.then_some(password)
    };
    text.lines().filter(|line| !line.starts_with('#')).find_map(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_counts() {
        let text = "# hosts\ndb:5432:x:me:first\n*:*:*:me:a\\:b:c\n*:*:*:you:last\n";
        let of = |address: &str| find(text, &place_of(address.as_ref()).unwrap());
        assert_eq!(of("postgres://me@db/x").as_deref(), Some("first"));
        assert_eq!(of("postgres://me@db:5433/x").as_deref(), Some("a:b:c"));
        assert_eq!(of("postgres://you@other/y?sslmode=require").as_deref(), Some("last"));
        assert_eq!(of("postgres://she@db/x"), None);
    }
}
