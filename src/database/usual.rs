//! Defaults for programs on a computer: paths of the database and of marks, the user, the time.

use std::env;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::record::Day;

/// Returns the program's folder in an XDG base directory: that of the variable, otherwise this one
/// in the home folder.
fn folder(variable: &str, usual: &str) -> Option<PathBuf> {
    let given = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    Some(given.or_else(|| Some(env::home_dir()?.join(usual)))?.join("seeddb"))
}

/// Returns the path of the database; `None` if the home folder is unknown.
pub fn path() -> Option<PathBuf> {
    Some(folder("XDG_DATA_HOME", ".local/share")?.join("seeddb.redb"))
}

/// Returns the folder of marks of databases; `None` if the home folder is unknown.
pub fn marks() -> Option<PathBuf> {
    Some(folder("XDG_STATE_HOME", ".local/state")?.join("marks"))
}

/// Returns the name of the user, which batches record.
pub fn user() -> Option<String> {
    let name = ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|name| env::var(name).ok())?;
    let is_name = !name.is_empty() && name.len() <= 100 && !name.contains(char::is_control);
    is_name.then_some(name)
}

/// Returns the time in seconds since 1970; `SOURCE_DATE_EPOCH`, if set, for reproducible output.
pub fn now() -> Option<u64> {
    if let Some(given) = env::var_os("SOURCE_DATE_EPOCH") {
        return given.to_str()?.parse().ok();
    }
    Some(SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs())
}

/// Returns the day of a time from [`now`].
pub(crate) fn day_of(seconds: u64) -> Option<Day> {
    let moment = jiff::Timestamp::from_second(i64::try_from(seconds).ok()?).ok()?;
    let is_given = env::var_os("SOURCE_DATE_EPOCH").is_some();
    let zone = if is_given { jiff::tz::TimeZone::UTC } else { jiff::tz::TimeZone::system() };
    let date = moment.to_zoned(zone).date();
    Some(Day {
        year: date.year(),
        month: date.month().try_into().ok()?,
        day: date.day().try_into().ok()?,
    })
}

/// This day, by [`now`].
pub fn today() -> Option<Day> {
    day_of(now()?)
}
