//! [`Report`]: what was put on the pages, held against the rules.

use std::fmt;

use serde::Serialize;

use super::{Profile, Size};

/// What is really on the pages of a document, and what is out of rule.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The rules.
    pub profile: Profile,
    /// The trimmed page.
    pub size: Size,
    /// Pages.
    pub pages: usize,
    /// Puzzles.
    pub puzzles: usize,
    /// Puzzles of each section.
    pub sections: Vec<Count>,
    /// The fonts embedded, by the names that they have in the file.
    pub fonts: Vec<String>,
    /// The thinnest line, in points.
    pub thinnest_line: Option<f64>,
    /// The smallest type, in points.
    pub smallest_type: Option<f64>,
    /// The lightest tone that is no paper, in percent of black.
    pub lightest_tone: Option<u8>,
    /// The narrowest white margins on any page, in inches.
    pub margins: Margins,
    /// The margins that the rules ask for, in inches.
    pub required: Margins,
    /// What is out of rule, in words.
    pub violations: Vec<String>,
}

/// The puzzles of a section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    /// Its label.
    pub label: String,
    /// How many.
    pub puzzles: usize,
}

/// The four margins of a page, in inches.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Margins {
    /// At the spine: left of odd pages, right of even ones.
    pub inside: f64,
    /// At the other side.
    pub outside: f64,
    /// Above.
    pub top: f64,
    /// Below.
    pub bottom: f64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} pages of {}", self.pages, self.size)
    }
}
