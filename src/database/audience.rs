//! [`Audience`]: the scale of minutes of an audience, as the TOML that
//! `seeddb levels calibrate --times` writes.
//!
//! ```toml
//! name = "Morning paper"
//! about = "readers who send in their times"     # may be left out
//! timings = 120
//! factor = 1.294                                # minutes = factor × effort ^ power
//! power = 0.584
//! low = 0.828                                   # a quarter takes less than this share of the minutes
//! high = 1.135                                  # a quarter takes more
//! timed = [8.4, 234.0]                          # the least and the greatest effort that was timed
//! ```

use serde::Deserialize;

use crate::rating::levels::harm;
use crate::rating::minutes::Scale;

/// A group of people, with the time that they take.
#[derive(Clone, PartialEq, Debug)]
pub struct Audience {
    /// The editor's name for them.
    pub name: String,
    /// A description; may be empty.
    pub about: String,
    /// The number of timed puzzles that the scale was fitted to.
    pub timings: usize,
    /// The scale.
    pub scale: Scale,
}

/// The TOML form of an audience.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    #[serde(default)]
    about: String,
    timings: usize,
    factor: f64,
    power: f64,
    low: f64,
    high: f64,
    timed: [f64; 2],
}

/// An error of a text that is no audience.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AudienceError {
    /// Invalid TOML, or invalid keys or values; the message has line and column.
    #[error("{}", .0.to_string().trim_end())]
    Toml(#[from] toml::de::Error),
    /// An invalid name or number.
    #[error("{0}")]
    Value(String),
}

impl Audience {
    /// Parses an audience.
    ///
    /// ```
    /// use seeddb_database::audience::Audience;
    /// use seeddb_core::rating::minutes::Scale;
    /// let scale = Scale::BUILT_IN;
    /// let audience = Audience { name: "Morning paper".to_owned(), about: String::new(), timings: 344, scale };
    /// assert_eq!(Audience::read(&audience.write())?, audience);
    /// # Ok::<(), seeddb_database::audience::AudienceError>(())
    /// ```
    ///
    /// # Errors
    /// The message names the line and the column, or the invalid value.
    pub fn read(text: &str) -> Result<Self, AudienceError> {
        let File { name, about, timings, factor, power, low, high, timed } = toml::from_str(text)?;
        let scale = Scale { factor, power, low, high, timed };
        let audience = Self { name, about, timings, scale };
        match audience.wrong() {
            Some(wrong) => Err(AudienceError::Value(wrong)),
            None => Ok(audience),
        }
    }

    /// The first invalid value, in words; `None` if all are valid.
    pub fn wrong(&self) -> Option<String> {
        let Self { name, about, scale, .. } = self;
        if name.is_empty() {
            return Some("an audience has a name".to_owned());
        }
        if let Some(harm) = harm(name).or_else(|| harm(about)) {
            return Some(format!("audience {}: {harm}", name.escape_debug()));
        }
        let numbers = "the scale has a number that it cannot have: factor, power and timed are above 0, low is at most 1, high at least 1";
        (!scale.is_sound()).then(|| numbers.to_owned())
    }

    /// The text that [`read`](Self::read) parses.
    pub fn write(&self) -> String {
        let text = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let Scale { factor, power, low, high, timed: [least, greatest] } = self.scale;
        let about = match &self.about[..] {
            "" => String::new(),
            about => format!("about = {}\n", text(about)),
        };
        format!(
            "# Minutes that people take, an estimate: factor × effort ^ power. Half of the puzzles lie from low to high times that.\n\
             name = {}\n{about}timings = {}\nfactor = {factor:?}\npower = {power:?}\nlow = {low:?}\nhigh = {high:?}\n\
             timed = [{least:?}, {greatest:?}]\n",
            text(&self.name),
            self.timings,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_audience_is_refused() {
        let audience = Audience {
            name: "Our \"app\"".to_owned(),
            about: "players of a year".to_owned(),
            timings: 40,
            scale: Scale { factor: 1e-7, ..Scale::BUILT_IN },
        };
        let text = audience.write();
        assert_eq!(Audience::read(&text), Ok(audience));
        for (from, to, words) in [
            ("low = 0.828", "low = 1.5", "low is at most 1"),
            ("factor = 1e-7", "factor = 0.0", "factor, power and timed are above 0"),
            ("players", "=players", "formula"),
            ("power = 0.584\n", "", "power"),
            ("name =", "nom =", "name"),
        ] {
            assert!(text.contains(from), "{text}");
            let error = Audience::read(&text.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(words), "{from}: {error}");
        }
    }
}
