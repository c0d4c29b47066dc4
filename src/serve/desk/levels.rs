//! [`LevelMarks`]: short marks of levels, by letter and shade.

use maud::{Markup, html};

use crate::rating::levels::LevelTable;

/// The shades that the style has, from the easiest on.
const SHADES: usize = 7;

/// Letter and shade of each level.
pub struct LevelMarks(Vec<(String, char)>);

impl LevelMarks {
    /// Creates the marks of these levels: the first letter of each name that no earlier level has.
    pub fn of(table: &LevelTable) -> Self {
        let mut marks: Vec<(String, char)> = Vec::new();
        for level in table.levels() {
            let letters = level.name.chars().filter(|c| c.is_alphanumeric());
            let mut letters = letters.map(|c| c.to_uppercase().next().unwrap_or(c));
            let free = letters.find(|c| marks.iter().all(|(_, taken)| taken != c));
            marks.push((level.name.clone(), free.unwrap_or('*')));
        }
        Self(marks)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the letter of a level, and the class of its shade. A label that is in the table no
    /// more has neither.
    pub fn of_level(&self, level: Option<&str>) -> (char, String) {
        let place = level.and_then(|level| self.0.iter().position(|(name, _)| name == level));
        let shade = |place: usize| place * (SHADES - 1) / self.0.len().saturating_sub(1).max(1);
        place.map_or(('·', "l-none".to_owned()), |place| {
            (self.0[place].1, format!("l{}", shade(place)))
        })
    }

    pub fn chip(&self, level: Option<&str>, tier: u8) -> Markup {
        let (_, shade) = self.of_level(level);
        html! {
            span class={ "chip " (shade) } { @match level { Some(level) => { bdi { (level) } } None => { "tier " (tier) } } }
        }
    }

    pub fn legend(&self) -> Markup {
        html! {
            ul .legend aria-label="Levels" {
                @for (name, letter) in &self.0 {
                    li { span class={ "chip " (self.of_level(Some(name)).1) } aria-hidden="true" { bdi { (letter) } } " " bdi { (name) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_has_a_letter_of_its_own() {
        let marks = LevelMarks::of(&LevelTable::default());
        let letters: String = marks.0.iter().map(|(_, letter)| letter).collect();
        assert_eq!(letters, "BEMHFXY");
        assert_eq!(marks.of_level(Some("beyond")), ('Y', "l6".to_owned()));
        assert_eq!(marks.of_level(Some("gone")).1, "l-none");
    }
}
