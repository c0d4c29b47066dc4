//! Detection of the columns with the days and places where puzzles were printed.

use std::collections::BTreeSet;

use seeddb_core::plural::counted;
use seeddb_core::record::Day;
use seeddb_database::Printed;
use seeddb_export::date;

use crate::terminal::Globals;

/// Words in the names of columns of days, in several languages.
const DATES: &str = "date datum dato day dag tag when printed print published publication pubdate appeared ran \
    erschienen veröffentlicht gedruckt jour parution paru publié imprimé fecha día dia publicado impreso \
    data giorno pubblicato stampato gedrukt verschenen дата 日付 日期 掲載日 날짜";
/// Endings of the names of columns of days: `Druckdatum`.
const ENDS: [&str; 3] = ["date", "datum", "日"];
/// Words in the names of columns about the publication of a puzzle.
const LABELS: &str = "title titel titre título titulo titolo name nom nombre nome label id no nr num number nummer \
    numéro numero número source quelle fuente fonte where newspaper paper press zeitung zeitschrift journal periódico periodico \
    giornale magazine revista rivista issue ausgabe heft edition édition edición edizione publisher verlag book buch livre \
    libro livro volume vol band page seite página pagina series serie série collection level niveau nivel livello difficulty \
    schwierigkeit difficulté dificultad difficoltà rubric rubrik section code ref reference note remark remarks comment \
    bemerkung タイトル 題名 名前 番号 新聞 雑誌 название номер газета журнал страница";

/// The columns used, and those ignored.
pub struct Columns {
    asked: Option<String>,
    dates: BTreeSet<String>,
    labels: BTreeSet<String>,
    left: BTreeSet<String>,
    /// The number of rows with a day.
    dated: u64,
    /// The number of invalid or ambiguous days.
    unread: u64,
}

impl Columns {
    /// Days are read from the column `asked`, or else from columns with suitable names.
    pub fn new(asked: Option<&str>) -> Self {
        let none = BTreeSet::new;
        let asked = asked.map(str::to_owned);
        Self { asked, dates: none(), labels: none(), left: none(), dated: 0, unread: 0 }
    }

    /// The publication of a puzzle according to the fields beside it.
    pub fn take(&mut self, fields: &[(String, String)]) -> Printed {
        let mut printed = Printed::default();
        for (name, value) in fields {
            let is_unnamed = name.starts_with("column ");
            let is_day = match &self.asked {
                Some(asked) => {
                    name.eq_ignore_ascii_case(asked) || *name == format!("column {asked}")
                }
                None => printed.day.is_none() && (is_unnamed || is_of_days(name, value)),
            };
            if let Some(day) = date(value).filter(|_| is_day) {
                printed.day =
                    Some(Day { year: day.year(), month: day.month() as u8, day: day.day() as u8 });
                self.dates.insert(name.clone());
                self.dated += 1;
            } else if is_day && !is_unnamed {
                // Keep the text of the file, at least.
                self.unread += 1;
                self.dates.insert(name.clone());
                printed.labels.push((name.clone(), value.clone()));
            } else if has_word(name, LABELS) {
                self.labels.insert(name.clone());
                printed.labels.push((name.clone(), value.clone()));
            } else if !is_unnamed {
                self.left.insert(name.clone());
            }
        }
        printed
    }

    /// Notes the columns used.
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

/// Whether a column has days: by its name, or by the ending of its name and its value.
fn is_of_days(name: &str, value: &str) -> bool {
    let name = name.trim().to_lowercase();
    has_word(&name, DATES) || ENDS.iter().any(|end| name.ends_with(end)) && date(value).is_some()
}

/// Whether a name contains one of these words: `print_date`, `PrintDate`.
fn has_word(name: &str, words: &str) -> bool {
    let mut parted = String::new();
    let mut was_small = false;
    for c in name.chars() {
        if was_small && c.is_uppercase() {
            parted.push(' ');
        }
        was_small = c.is_lowercase();
        parted.extend(c.to_lowercase());
    }
    let mut parts = parted.split(|c: char| !c.is_alphabetic()).filter(|part| !part.is_empty());
    matches!(name.trim(), "#" | "№")
        || parts.any(|part| words.split_ascii_whitespace().any(|word| word == part))
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
        // An ambiguous day.
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
