//! What programs on a computer have in common: where the database is and what is remembered of databases, if nobody says; who draws,
//! and when.

use std::env;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::record::Day;

/// A folder of the XDG base directories: what the variable says, or else this one in the home folder.
fn folder(variable: &str, usual: &str) -> Option<PathBuf> {
    let given = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    Some(given.or_else(|| Some(env::home_dir()?.join(usual)))?.join("seeddb"))
}

/// The file of the database; none where no home is known.
pub fn path() -> Option<PathBuf> {
    Some(folder("XDG_DATA_HOME", ".local/share")?.join("seeddb.redb"))
}

/// The folder where the newest states of databases are remembered; none where no home is known.
pub fn marks() -> Option<PathBuf> {
    Some(folder("XDG_STATE_HOME", ".local/state")?.join("marks"))
}

/// The name of the user, by which batches are known.
pub fn user() -> Option<String> {
    let name = ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|name| env::var(name).ok())?;
    let is_name = !name.is_empty() && name.len() <= 100 && !name.contains(char::is_control);
    is_name.then_some(name)
}

/// Seconds since 1970. `SOURCE_DATE_EPOCH` stands for the clock, as in other programs, for outputs that are to be the same again.
pub fn now() -> Option<u64> {
    if let Some(given) = env::var_os("SOURCE_DATE_EPOCH") {
        return given.to_str()?.parse().ok();
    }
    Some(SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs())
}

/// The day of a time that [`now`] told; none in a build without dates.
#[cfg(not(feature = "formats"))]
pub(super) fn day_of(_: u64) -> Option<Day> {
    None
}

/// The day of a time that [`now`] told.
#[cfg(feature = "formats")]
pub(super) fn day_of(seconds: u64) -> Option<Day> {
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
