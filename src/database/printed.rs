//! [`Printed`]: when and where a puzzle from elsewhere was printed, by its file.

use crate::record::Day;

/// The beginning of a note about that.
const BEGIN: &str = "printed";

/// The day and the labels of a printed puzzle. Stored as a note on the puzzle: `printed on
/// 2019-03-04 (paper: Times, no: 7)`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    /// The day.
    pub day: Option<Day>,
    /// Names and values of columns.
    pub labels: Vec<(String, String)>,
}

impl Printed {
    /// The maximum length of a note, in characters; further labels are omitted.
    const LONGEST: usize = 900;

    /// Returns the note; `None` if there is neither a day nor a label.
    pub(super) fn note(&self) -> Option<String> {
        if self.day.is_none() && self.labels.is_empty() {
            return None;
        }
        let mut note = BEGIN.to_owned();
        if let Some(day) = self.day {
            note.extend([" on ", &day.to_string()]);
        }
        let mut words = String::new();
        for (name, value) in &self.labels {
            let label = format!("{}{name}: {value}", if words.is_empty() { "" } else { ", " });
            let label = label.replace(|c: char| c.is_control(), " ");
            if note.chars().count() + words.chars().count() + label.chars().count() < Self::LONGEST
            {
                words.push_str(&label);
            }
        }
        if !words.is_empty() {
            note.extend([" (", &words, ")"]);
        }
        Some(note)
    }

    /// Returns the day in such a note, if one of the notes on a puzzle has it.
    pub(super) fn day_of_notes(notes: &[String]) -> Option<Day> {
        let note = Self::of_notes(notes)?;
        note.strip_prefix("printed on ")?.get(..10)?.parse().ok()
    }

    /// Returns the first of the notes on a puzzle about its printing.
    pub(super) fn of_notes(notes: &[String]) -> Option<String> {
        let tells =
            |note: &&String| note.starts_with("printed on ") || note.starts_with("printed (");
        notes.iter().find(tells).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_tell_the_day_and_the_labels() {
        let labels =
            vec![("paper".to_owned(), "Times".to_owned()), ("no".to_owned(), "7\n8".to_owned())];
        let mut printed = Printed { day: Some(Day { year: 2019, month: 3, day: 4 }), labels };
        let note = printed.note().unwrap();
        assert_eq!(note, "printed on 2019-03-04 (paper: Times, no: 7 8)");
        assert_eq!(Printed::of_notes(&["a".to_owned(), note.clone()]), Some(note));
        assert_eq!(Printed::day_of_notes(&[printed.note().unwrap()]), printed.day);
        printed.day = None;
        assert!(printed.note().unwrap().starts_with("printed (paper"));
        printed.labels = vec![("x".to_owned(), "y".repeat(5000))];
        assert_eq!(printed.note().unwrap(), "printed");
        assert_eq!(Printed::default().note(), None);
    }
}
