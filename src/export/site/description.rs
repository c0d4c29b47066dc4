//! [`Description`]: name, style and author of a site, in one TOML file.

use jiff::Zoned;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::Hints;
use crate::book::Language;
use seeddb_core::ask::values::Plain;

/// The time from which the page of a day has the solution, and with it checks and hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolutionsFrom {
    /// On the day after.
    #[default]
    NextDay,
    /// On the day of the puzzle.
    SameDay,
    /// Never.
    Never,
}

/// The description of a site. In TOML, the keys have hyphens.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Description {
    /// Its name; the language's word for Sudoku if it is empty.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// Its future address, such as `https://example.org/games/`: for feeds, link pictures and the
    /// sitemap.
    pub address: String,
    /// The author or source of the puzzles.
    pub credit: String,
    /// The file of a picture next to the name.
    pub logo: String,
    /// The text at the foot of each page.
    pub imprint: String,
    /// The address of a page with an imprint.
    pub imprint_link: String,
    /// The time zone of its days, such as `Europe/Berlin`; if empty, the time zone of each reader.
    pub time_zone: String,
    /// Whether pages that were loaded once work without a network.
    pub offline: bool,
    /// The series to show. The first is at the top of the site, the others have their own folders.
    pub series: Vec<String>,
    /// The time when solutions appear.
    pub solutions: SolutionsFrom,
    /// The hints, if there is a solution.
    pub hints: Hints,
    /// Colours.
    pub colours: Colours,
    /// Colours for readers who prefer dark pages.
    pub dark_colours: Colours,
}

seeddb_core::keyed!(Description {
    name: "name" as Plain<String>,
    language: "language" as Plain<Language>,
    address: "address" as Plain<String>,
    credit: "credit" as Plain<String>,
    logo: "logo" as Plain<String>,
    imprint: "imprint" as Plain<String>,
    imprint_link: "imprint-link" as Plain<String>,
    time_zone: "time-zone" as Plain<String>,
    offline: "offline" as Plain<bool>,
    series: "series" as Plain<Vec<String>>,
    solutions: "solutions" as Plain<SolutionsFrom>,
    hints: "hints" as Plain<Hints>,
    colours: "colours" as Plain<Colours>,
    dark_colours: "dark-colours" as Plain<Colours>,
});

/// Colours as `#0b4fb3`; an empty one is the default.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Colours {
    /// The background.
    pub paper: String,
    /// Text and digits.
    pub ink: String,
    /// Links, and the digits of the player.
    pub accent: String,
}

seeddb_core::keyed!(Colours {
    paper: "paper" as Plain<String>,
    ink: "ink" as Plain<String>,
    accent: "accent" as Plain<String>,
});

/// The default colours of the style, light and dark: paper, ink, accent.
const USUAL: [[&str; 3]; 2] =
    [["#ffffff", "#1a1a1a", "#0b4fb3"], ["#17191c", "#f1f1f1", "#9cc4ff"]];

/// An error of a description.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum DescriptionError {
    /// An invalid web address.
    #[error("{0}: {1:?} is no address: write it as https://example.org/games/")]
    Address(&'static str, String),
    /// An invalid colour.
    #[error("{1}.{0}: {2:?} is no colour: write it as #0b4fb3")]
    Colour(&'static str, &'static str, String),
    /// Colours with too little contrast.
    #[error("{1}.{0}: {2} on {3} has a contrast of {4:.1}:1, and words need 4.5:1")]
    Contrast(&'static str, &'static str, String, String, f64),
    /// A time zone unknown to this machine.
    #[error("time-zone: {0:?} is not known here: write it as Europe/Berlin")]
    TimeZone(String),
    /// A series named twice, or two series with the same folder.
    #[error("series: {0:?} and {1:?} would be in the same folder")]
    Series(String, String),
    /// A picture format that browsers do not show.
    #[error("logo: {0:?} is no picture for the web: take .svg, .png, .jpg, .webp or .gif")]
    Logo(String),
}

impl Description {
    /// Checks that a site can be made from the description.
    ///
    /// # Errors
    /// The first error found.
    pub fn check(&self) -> Result<(), DescriptionError> {
        for (key, text) in [("address", &self.address), ("imprint-link", &self.imprint_link)] {
            let rest = ["https://", "http://"].iter().find_map(|begin| text.strip_prefix(begin));
            let strange = |c: char| c.is_whitespace() || c.is_control() || "<>\"'".contains(c);
            if !text.is_empty() && rest.is_none_or(|rest| rest.is_empty() || rest.contains(strange))
            {
                return Err(DescriptionError::Address(key, text.clone()));
            }
        }
        if !self.time_zone.is_empty() && TimeZone::get(&self.time_zone).is_err() {
            return Err(DescriptionError::TimeZone(self.time_zone.clone()));
        }
        if !self.logo.is_empty() && self.logo_ending().is_none() {
            return Err(DescriptionError::Logo(self.logo.clone()));
        }
        let folders: Vec<String> = (0..self.series.len()).map(|i| self.folder(i)).collect();
        for (i, folder) in folders.iter().enumerate() {
            if let Some(other) = folders[..i].iter().position(|other| other == folder) {
                let [one, other] = [other, i].map(|i| self.series[i].clone());
                return Err(DescriptionError::Series(one, other));
            }
        }
        self.colours.check("colours", USUAL[0])?;
        self.dark_colours.check("dark-colours", USUAL[1])
    }

    /// Returns the extension of the logo's file, if browsers show such files.
    pub fn logo_ending(&self) -> Option<&'static str> {
        let (_, ending) = self.logo.rsplit_once('.')?;
        let ending = ending.to_lowercase();
        ["svg", "png", "jpg", "jpeg", "webp", "gif"].into_iter().find(|known| *known == ending)
    }

    /// Returns the time zone; `None` if it is empty or unknown on this machine.
    fn zone(&self) -> Option<TimeZone> {
        TimeZone::get(&self.time_zone).ok().filter(|_| !self.time_zone.is_empty())
    }

    /// Returns the current day in the time zone; without one, on this machine.
    pub fn today(&self) -> Date {
        self.zone().map_or_else(Zoned::now, |zone| Zoned::now().with_time_zone(zone)).date()
    }

    /// Returns the start of a day in the time zone, or in UTC without one, by RFC 3339.
    pub(super) fn begins(&self, day: Date) -> String {
        let begins = self.zone().and_then(|zone| day.to_zoned(zone).ok()?.start_of_day().ok());
        let local = begins.map(|begins| begins.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string());
        local.unwrap_or_else(|| format!("{day}T00:00:00Z"))
    }

    /// Returns the address with a slash at its end; empty if there is none.
    pub fn address(&self) -> String {
        let slash = if self.address.is_empty() || self.address.ends_with('/') { "" } else { "/" };
        format!("{}{slash}", self.address)
    }

    /// Returns the folder of a series, relative to the top of the site: empty for the first,
    /// `name/` for others.
    pub fn folder(&self, series: usize) -> String {
        let name = self.series.get(series).filter(|_| series > 0);
        let Some(name) = name else { return String::new() };
        let words =
            name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let slug = words.collect::<Vec<_>>().join("-").to_lowercase();
        // A name of digits could be mistaken for a year.
        let is_name = slug.starts_with(|c: char| c.is_ascii_lowercase());
        if is_name { format!("{slug}/") } else { format!("series-{}/", series + 1) }
    }

    /// Returns the colours as the last rules of the style.
    pub(super) fn style(&self) -> String {
        let light = self.colours.style();
        let dark = self.dark_colours.style();
        let of = |scheme: &str, style: String| match style.as_str() {
            "" => style,
            _ => format!("@media (prefers-color-scheme:{scheme}){{:root{{{style}}}}}"),
        };
        of("light", light) + &of("dark", dark)
    }
}

impl Colours {
    fn check(&self, table: &'static str, usual: [&str; 3]) -> Result<(), DescriptionError> {
        let all = [("paper", &self.paper), ("ink", &self.ink), ("accent", &self.accent)];
        let mut lights = [0.0; 3];
        for (i, (key, colour)) in all.into_iter().enumerate() {
            let text = if colour.is_empty() { usual[i] } else { colour };
            lights[i] = luminance(text)
                .ok_or_else(|| DescriptionError::Colour(key, table, colour.clone()))?;
        }
        for (i, (key, colour)) in all.into_iter().enumerate().skip(1) {
            let (low, high) = (lights[0].min(lights[i]), lights[0].max(lights[i]));
            let contrast = (high + 0.05) / (low + 0.05);
            if contrast < 4.5 {
                let shown =
                    |text: &str, i: usize| if text.is_empty() { usual[i] } else { text }.to_owned();
                let (own, paper) = (shown(colour, i), shown(&self.paper, 0));
                return Err(DescriptionError::Contrast(key, table, own, paper, contrast));
            }
        }
        Ok(())
    }

    fn style(&self) -> String {
        let all = [("paper", &self.paper), ("ink", &self.ink), ("own", &self.accent)];
        let given = all.into_iter().filter(|(_, colour)| !colour.is_empty());
        given.map(|(name, colour)| format!("--{name}:{colour};")).collect::<Vec<_>>().concat()
    }
}

/// Returns the relative luminance of a colour, as defined by WCAG 2; `None` unless it is `#rrggbb`.
fn luminance(colour: &str) -> Option<f64> {
    let digits =
        colour.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| {
        let value = f64::from(u8::from_str_radix(&digits[at..at + 2], 16).ok()?) / 255.0;
        Some(if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
    };
    Some(0.2126 * part(0)? + 0.7152 * part(2)? + 0.0722 * part(4)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        let read = toml::from_str::<Description>(text).map_err(|error| error.to_string());
        read.and_then(|read| read.check().map_err(|error| error.to_string())).unwrap_err()
    }

    #[test]
    fn what_no_site_can_be_is_refused_in_words() {
        for (text, words) in [
            ("adress = \"x\"", "no key adress; did you mean address?"),
            ("[colours]\nacent = \"#000000\"", "no key acent; did you mean accent?"),
            ("language = \"xx\"", "xx"),
            ("solutions = \"tomorrow\"", "next-day"),
            ("address = \"example.org\"", "address: \"example.org\" is no address"),
            ("address = \"https://\"", "is no address"),
            ("imprint-link = \"javascript:alert(1)\"", "imprint-link"),
            ("imprint-link = \"https://a.b/\\\"><img\"", "imprint-link"),
            ("logo = \"logo.tiff\"", ".svg, .png"),
            ("time-zone = \"Europe/Berlni\"", "Europe/Berlni"),
            ("series = [\"a\", \"B c\", \"b-C\"]", "\"B c\" and \"b-C\" would be"),
            ("[colours]\npaper = \"white\"", "colours.paper: \"white\" is no colour"),
            ("[colours]\nink = \"#éabcd\"", "is no colour"),
            ("[colours]\naccent = \"#ffff00\"", "1.1:1, and words need 4.5:1"),
            ("[dark-colours]\npaper = \"#ffffff\"", "dark-colours.ink: #f1f1f1 on #ffffff"),
        ] {
            let told = wrong(text);
            assert!(told.contains(words), "{text}: {told}");
        }
    }

    #[test]
    fn contrasts_are_those_of_wcag() {
        let light = |colour| luminance(colour).unwrap();
        assert!((light("#ffffff") - 1.0).abs() < 1e-9 && light("#000000") < 1e-9);
        // The example of WCAG: a grey with barely 4.5:1 on white.
        assert!((1.05 / (light("#767676") + 0.05) - 4.54).abs() < 0.01);
    }

    #[test]
    fn series_have_folders_that_are_no_years() {
        let series = ["daily", "The Courier", "2027", "日曜", "x"].map(str::to_owned).to_vec();
        let description = Description { series, ..Description::default() };
        let folders: Vec<String> = (0..5).map(|i| description.folder(i)).collect();
        assert_eq!(folders, ["", "the-courier/", "series-3/", "series-4/", "x/"]);
        assert_eq!(description.check(), Ok(()));
    }
}
