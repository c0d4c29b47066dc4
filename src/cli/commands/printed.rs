//! Which columns of a file tell when and where its puzzles were printed.

use std::collections::BTreeSet;

use seeddb::database::Printed;
use seeddb::export::date;
use seeddb::plural::counted;
use seeddb::record::Day;

use crate::cli::terminal::globals::Globals;

/// Words in the names of columns of days, in several languages.
const DATES: [&str; 18] = [
    "date",
    "datum",
    "day",
    "fecha",
    "data",
    "printed",
    "published",
    "publication",
    "appeared",
    "tag",
    "jour",
    "giorno",
    "erschienen",
    "parution",
    "publicado",
    "when",
    "日付",
    "дата",
];
/// Words in the names of columns that tell where a puzzle was printed, and as which.
const LABELS: [&str; 33] = [
    "title",
    "titel",
    "titre",
    "titulo",
    "titolo",
    "name",
    "label",
    "id",
    "no",
    "nr",
    "num",
    "number",
    "nummer",
    "source",
    "quelle",
    "newspaper",
    "paper",
    "zeitung",
    "journal",
    "magazine",
    "issue",
    "ausgabe",
    "heft",
    "edition",
    "book",
    "buch",
    "volume",
    "vol",
    "page",
    "seite",
    "series",
    "level",
    "difficulty",
];

/// What was taken of the columns, and what was not.
pub struct Columns {
    /// The column that was asked for.
    asked: Option<String>,
    dates: BTreeSet<String>,
    labels: BTreeSet<String>,
    left: BTreeSet<String>,
    /// Rows with a day.
    dated: u64,
    /// Days that are none, or one of two.
    unread: u64,
}

impl Columns {
    /// Of files whose days stand in the column of this name, or in one that is called so.
    pub fn new(asked: Option<&str>) -> Self {
        let none = BTreeSet::new;
        let asked = asked.map(str::to_owned);
        Self { asked, dates: none(), labels: none(), left: none(), dated: 0, unread: 0 }
    }

    /// What the fields beside a puzzle tell of it.
    pub fn take(&mut self, fields: &[(String, String)]) -> Printed {
        let mut printed = Printed::default();
        for (name, value) in fields {
            let is_unnamed = name.starts_with("column ");
            let is_day = match &self.asked {
                Some(asked) => {
                    name.eq_ignore_ascii_case(asked) || *name == format!("column {asked}")
                }
                None => printed.day.is_none() && (is_unnamed || has_word(name, &DATES)),
            };
            if let Some(day) = date(value).filter(|_| is_day) {
                printed.day =
                    Some(Day { year: day.year(), month: day.month() as u8, day: day.day() as u8 });
                self.dates.insert(name.clone());
                self.dated += 1;
            } else if is_day && !is_unnamed {
                // In the words of the file, at least.
                self.unread += 1;
                self.dates.insert(name.clone());
                printed.labels.push((name.clone(), value.clone()));
            } else if has_word(name, &LABELS) {
                self.labels.insert(name.clone());
                printed.labels.push((name.clone(), value.clone()));
            } else if !is_unnamed {
                self.left.insert(name.clone());
            }
        }
        printed
    }

    /// Says which columns were taken.
    pub fn tell(&self, globals: &Globals) {
        let list = |names: &BTreeSet<String>| {
            names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
        };
        if let Some(asked) = self.asked.as_ref().filter(|_| self.dates.is_empty()) {
            globals.note(format_args!("no line has a column '{asked}': no day was kept"));
        }
        if !self.dates.is_empty() || !self.labels.is_empty() {
            let (dates, labels) = (list(&self.dates), list(&self.labels));
            let dates = if dates.is_empty() { "none".to_owned() } else { dates };
            let labels = if labels.is_empty() { "none".to_owned() } else { labels };
            globals.note(format_args!(
                "kept beside new puzzles: days from {dates} ({}), labels from {labels}",
                counted(self.dated, "row")
            ));
        }
        if self.unread > 0 {
            let days = counted(self.unread, "day");
            globals.note(format_args!(
                "{days} kept as text: write them as 2019-03-04 (3/4/2019 is one of two)"
            ));
        }
        if !self.left.is_empty() {
            globals.note(format_args!(
                "left out: {} (--date-column names another column of days)",
                list(&self.left)
            ));
        }
    }
}

/// Whether a name has one of these words.
fn has_word(name: &str, words: &[&str]) -> bool {
    let name = name.to_lowercase();
    let mut parts = name.split(|c: char| !c.is_alphabetic()).filter(|part| !part.is_empty());
    parts.any(|part| words.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_labels_are_told_by_their_names() {
        let fields = |all: &[(&str, &str)]| -> Vec<(String, String)> {
            all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let mut columns = Columns::new(None);
        let printed = columns.take(&fields(&[
            ("Print date", "4.3.2019"),
            ("Newspaper", "Times"),
            ("rating", "7.1"),
        ]));
        assert_eq!(printed.day.unwrap().to_string(), "2019-03-04");
        assert_eq!(printed.labels, [("Newspaper".to_owned(), "Times".to_owned())]);
        assert_eq!(columns.left.iter().collect::<Vec<_>>(), ["rating"]);
        // One of two days.
        let printed = columns.take(&fields(&[("date", "3/4/2019")]));
        assert!(printed.day.is_none() && printed.labels[0].1 == "3/4/2019");
        let mut columns = Columns::new(Some("x"));
        assert!(
            columns.take(&fields(&[("x", "2019-03-04"), ("date", "2020-01-01")])).day.is_some()
        );
        let mut columns = Columns::new(None);
        assert!(
            columns
                .take(&fields(&[("column 2", "2019-03-04"), ("column 3", "easy")]))
                .day
                .is_some()
        );
    }
}
