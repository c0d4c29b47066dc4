//! The words of pages in German: a table from what a page says in English, which has `{}` where
//! something stands that differs.
//!
//! Pages are written in English, and put into German as a whole: what is no text (tags, scripts,
//! commands) stays, and so does what the table does not have, such as names and notes.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::serve::who;

static GERMAN: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("assets/de.tsv")));

/// Attributes that are read.
const ATTRIBUTES: [&str; 4] = [" aria-label=\"", " placeholder=\"", " title=\"", " alt=\""];
/// Elements whose text is none for people, or somebody's own: names and notes stand in `bdi`.
const RAW: [&str; 5] = ["bdi", "code", "script", "textarea", "style"];

/// The page in the language of whoever asks.
pub fn told(html: String) -> String {
    if who::is_german() { GERMAN.page(&html) } else { html }
}

/// Words that are no page, such as those of a problem, in the language of whoever asks.
pub fn said(words: String) -> String {
    if who::is_german() { GERMAN.text(&words) } else { words }
}

/// The texts of a page, or of other words, that have no German.
#[cfg(test)]
pub(super) fn untold(html: &str) -> Vec<String> {
    let table = Table::of(include_str!("assets/de.tsv"));
    table.page(&format!("{html}<br>"));
    table.untold.into_inner().unwrap_or_default()
}

struct Table {
    whole: HashMap<&'static str, &'static str>,
    /// The parts between what differs, in English and in German; those first that begin with more
    /// words.
    patterns: Vec<(Vec<&'static str>, Vec<&'static str>)>,
    #[cfg(test)]
    untold: std::sync::Mutex<Vec<String>>,
}

impl Table {
    fn of(text: &'static str) -> Self {
        let (mut whole, mut patterns) = (HashMap::new(), Vec::new());
        for (english, german) in text.lines().filter_map(|line| line.split_once('\t')) {
            if english.contains("{}") {
                patterns.push((english.split("{}").collect(), german.split("{}").collect()));
            } else {
                whole.insert(english, german);
            }
        }
        let length = |part: &&str| part.len();
        patterns.sort_by_key(|(english, _): &(Vec<&str>, _)| {
            std::cmp::Reverse((english[0].len(), english.iter().map(length).sum::<usize>()))
        });
        Self {
            whole,
            patterns,
            #[cfg(test)]
            untold: std::sync::Mutex::default(),
        }
    }

    /// A text in German, or as it is.
    fn text(&self, text: &str) -> String {
        let words = text.trim();
        if !words.contains(char::is_alphabetic) {
            return text.to_owned();
        }
        let pattern =
            || self.patterns.iter().find_map(|(english, german)| self.fill(english, german, words));
        let found = self.whole.get(words).map(|german| (*german).to_owned()).or_else(pattern);
        #[cfg(test)]
        if found.is_none() {
            self.untold.lock().into_iter().for_each(|mut all| all.push(words.to_owned()));
        }
        found.map_or_else(|| text.to_owned(), |german| text.replacen(words, &german, 1))
    }

    /// The German of a text that has these parts, with what stands between them in German, too.
    fn fill(&self, english: &[&str], german: &[&str], words: &str) -> Option<String> {
        let (first, last) = (english.first()?, english.last()?);
        let mut rest = words.strip_prefix(first)?.strip_suffix(last)?;
        let mut between = Vec::new();
        for part in &english[1..english.len() - 1] {
            let (own, after) = rest.split_once(part)?;
            between.push(own);
            rest = after;
        }
        between.push(rest);
        if between.contains(&"") {
            return None;
        }
        let (first, others) = german.split_first()?;
        let parts = between.iter().zip(others).map(|(own, part)| self.text(own) + part);
        Some(parts.fold((*first).to_owned(), |filled, part| filled + &part))
    }

    fn page(&self, html: &str) -> String {
        let (mut page, mut rest, mut raw) = (String::with_capacity(html.len()), html, None);
        let mut before = "";
        while let Some(begin) = rest.find('<') {
            let (text, from) = rest.split_at(begin);
            // A choice that is called by its value is a name.
            let value = before.strip_prefix("<option value=\"").and_then(|tag| tag.split_once('"'));
            let is_name = value.is_some_and(|(value, _)| value == text);
            page += &if raw.is_some() || is_name { text.to_owned() } else { self.text(text) };
            let (tag, after) = from.split_at(from.find('>').map_or(from.len(), |end| end + 1));
            let name = |element: &&&str| {
                let name = tag[1..].trim_start_matches('/');
                name.strip_prefix(**element).is_some_and(|end| end.starts_with([' ', '>']))
            };
            match RAW.iter().find(name) {
                Some(element) if raw.is_none() => raw = Some(element),
                Some(element) if raw == Some(element) && tag.starts_with("</") => raw = None,
                _ => {}
            }
            page += &self.tag(tag);
            (before, rest) = (tag, after);
        }
        page + rest
    }

    fn tag(&self, tag: &str) -> String {
        let mut tag = tag.to_owned();
        for name in ATTRIBUTES {
            if let Some((before, value)) = tag.split_once(name)
                && let Some((value, after)) = value.split_once('"')
            {
                tag = format!("{before}{name}{}\"{after}", self.text(value));
            }
        }
        tag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_put_into_german_and_nothing_else_is() {
        let table = Table::of(
            "{} days\t{} Tage\nDraw {}\t{} ziehen\nBatch {}\tGruppe {}\n{} of {}\t{} von {}\nDraw\tZiehen\nBad\tSchlecht",
        );
        let page = |html: &str| table.page(html);
        assert_eq!(page("<h1>Batch 3</h1> <p> Draw </p>"), "<h1>Gruppe 3</h1> <p> Ziehen </p>");
        assert_eq!(page("<p>3 days of Batch 7</p>"), "<p>3 Tage von Gruppe 7</p>");
        assert_eq!(page("<p>Draw 3 days</p>"), "<p>3 Tage ziehen</p>");
        assert_eq!(
            page("<a aria-label=\"Draw\" href=\"Draw\">x</a>"),
            "<a aria-label=\"Ziehen\" href=\"Draw\">x</a>"
        );
        for same in [
            "<code>Draw</code>",
            "<script>Draw<b>Draw</b></script>",
            "<p>Drawn</p>",
            "<p>A note</p>",
            "<bdi>Draw</bdi>",
            "<option value=\"Draw\">Draw</option>",
            "Draw",
        ] {
            assert_eq!(page(same), same);
        }
        assert_eq!(page("<code>Draw</code><i>Draw</i>"), "<code>Draw</code><i>Ziehen</i>");
    }

    /// Each line says as much in German as in English, and no English text stands twice.
    #[test]
    fn the_table_is_whole() {
        let mut seen = std::collections::HashSet::new();
        for line in include_str!("assets/de.tsv").lines() {
            let (english, german) = line.split_once('\t').unwrap_or_else(|| panic!("{line}"));
            assert!(!german.is_empty() && english.trim() == english, "{line}");
            assert_eq!(english.matches("{}").count(), german.matches("{}").count(), "{line}");
            assert!(seen.insert(english), "{line}");
            assert!(!german.contains(['<', '>', '"']), "{line}");
        }
        assert!(seen.len() > 200);
    }
}
