//! The texts of pages in German: a table from English texts, with `{}` for variable parts.
//!
//! Pages are written in English and then translated as a whole. Tags, scripts and commands are not
//! translated, nor are texts that the table lacks, such as names and notes.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::who;

static GERMAN: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("assets/de.tsv")));

/// Attributes that are read.
const ATTRIBUTES: [&str; 4] = [" aria-label=\"", " placeholder=\"", " title=\"", " alt=\""];
/// Elements whose text is not translated: code, and names and notes in `bdi`.
const RAW: [&str; 5] = ["bdi", "code", "script", "textarea", "style"];

/// Returns the page in the language of the reader.
pub fn told(html: String) -> String {
    if who::is_german() { GERMAN.page(&html) } else { html }
}

/// Returns a text outside pages, such as that of a problem, in the language of the reader.
pub fn said(words: String) -> String {
    if who::is_german() { GERMAN.text(&words) } else { words }
}

/// Returns the texts of a page, or other texts, that have no German translation.
#[cfg(test)]
pub(super) fn untold(html: &str) -> Vec<String> {
    let table = Table::of(include_str!("assets/de.tsv"));
    table.page(&format!("{html}<br>"));
    table.untold.into_inner().unwrap_or_default()
}

struct Table {
    whole: HashMap<&'static str, &'static str>,
    /// The constant parts of texts with variable parts, in English and in German, those with the
    /// longest beginning first.
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

    /// Returns a text in German, or as it is.
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

    /// Returns the German form of a text with these constant parts; the parts between are
    /// translated, too.
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

    /// Each line has as many variable parts in German as in English, and no English text occurs
    /// twice.
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
