//! The days of a site as a calendar: iCalendar (RFC 5545).

use super::days::path;
use super::feeds::Feed;

impl Feed<'_> {
    /// Returns the calendar: one event per day in order of time, for all days, since programs that
    /// follow a calendar forget events that it no longer has.
    pub fn calendar(&self) -> String {
        let (mut text, name) = (String::new(), escaped(self.title));
        let mut line = |content: &str| folded(&mut text, content);
        line("BEGIN:VCALENDAR");
        line("VERSION:2.0");
        line("PRODID:-//seeddb//seeddb//EN");
        line(&format!("NAME:{name}"));
        line(&format!("X-WR-CALNAME:{name}"));
        let days: Vec<_> = self.series.newest().collect();
        for (date, row) in days.into_iter().rev() {
            line("BEGIN:VEVENT");
            line(&format!("UID:{}", self.id(date, row)));
            line(&format!("DTSTAMP:{}", self.time_told(date).strftime("%Y%m%dT%H%M%SZ")));
            line(&format!("DTSTART;VALUE=DATE:{}", date.strftime("%Y%m%d")));
            line(&format!("SUMMARY:{}", escaped(&self.title(date, row))));
            let words: Vec<String> = self.words(date, row).collect();
            if !words.is_empty() {
                line(&format!("DESCRIPTION:{}", escaped(&words.join("\n"))));
            }
            if !self.address.is_empty() {
                line(&format!("URL:{}{}index.html", self.address, path(date)));
            }
            line("TRANSP:TRANSPARENT");
            line("END:VEVENT");
        }
        line("END:VCALENDAR");
        text
    }
}

/// Returns a text as a value (RFC 5545, 3.3.11). Control characters that a value cannot contain are
/// dropped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | ';' | ',' => escaped.extend(['\\', sign]),
            '\n' => escaped.push_str("\\n"),
            sign if sign.is_control() => {}
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Writes a line of content as lines of at most 75 octets, of which all but the first begin with a
/// blank (3.1).
fn folded(text: &mut String, content: &str) {
    let mut left = 75;
    for sign in content.chars() {
        if sign.len_utf8() > left {
            text.push_str("\r\n ");
            left = 74;
        }
        left -= sign.len_utf8();
        text.push(sign);
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use jiff::civil::date;
    use rand::{RngExt as _, SeedableRng as _};

    use super::super::days::{SiteDay, SiteSeries};
    use super::*;
    use crate::Row;
    use crate::row::examples;

    /// Reads a calendar as RFC 5545 is written, word for word: lines of content, each as its name
    /// with its parameters, and its value.
    fn read(text: &str) -> Vec<(String, String)> {
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines.last(), Some(&""), "the last line ends");
        for line in &lines {
            assert!(line.len() <= 75 && !line.contains(['\r', '\n']), "{line:?}");
        }
        let whole = text.replace("\r\n ", "");
        let pair = |line: &str| {
            let (name, value) = line.split_once(':').expect(line);
            (name.to_owned(), value.to_owned())
        };
        whole.trim_end_matches("\r\n").split("\r\n").map(pair).collect()
    }

    /// Returns the text of a value of type text.
    fn said(value: &str) -> String {
        let mut said = String::new();
        let mut signs = value.chars();
        while let Some(sign) = signs.next() {
            match sign {
                '\\' => match signs.next() {
                    Some('n' | 'N') => said.push('\n'),
                    Some(sign @ ('\\' | ';' | ',')) => said.push(sign),
                    other => panic!("{other:?} after a stroke in {value:?}"),
                },
                ';' | ',' => panic!("{sign} stands alone in {value:?}"),
                sign => said.push(sign),
            }
        }
        said
    }

    #[test]
    fn a_calendar_is_read_back_as_what_it_tells() {
        let mut rng = ChaCha8Rng::seed_from_u64(5545);
        let signs = ['a', ' ', ',', ';', ':', '\\', '\n', '"', 'é', '数', '\u{1f600}', '\t', '\r'];
        for case in 0..300 {
            let mut text = |most: usize| -> String {
                let length = rng.random_range(0..most);
                (0..length).map(|_| signs[rng.random_range(0..signs.len())]).collect()
            };
            let (title, changed, level) = (text(120), text(200), text(20));
            let count = 1 + case % 5;
            let first = date(2027, 12, 29);
            let days = std::iter::successors(Some(first), |day| day.tomorrow().ok()).take(count);
            let day = |date| SiteDay {
                date,
                row: Some(Row { id: format!("ID-{date}"), ..examples()[0].clone() }),
                // Later than the days are.
                changed: (case % 2 == 0).then_some(2_000_000_000),
            };
            let series = SiteSeries { name: "daily".to_owned(), days: days.map(day).collect() };
            let address = if case % 3 == 0 { "" } else { "https://example.org/games/" };
            let feed = Feed {
                title: &title,
                author: "",
                language: "en",
                address,
                series: &series,
                picture: false,
                begins: &|day| format!("{day}T00:00:00+02:00"),
                term: &|_| level.clone(),
                changed: &changed,
                time: &|_| Some("4 min".to_owned()),
            };
            let kept = |text: &str| -> String {
                text.chars().filter(|sign| *sign == '\n' || !sign.is_control()).collect()
            };
            let pairs = read(&feed.calendar());
            let of = |name: &str| -> Vec<&str> {
                let own = pairs.iter().filter(|(own, _)| own == name);
                own.map(|(_, value)| value.as_str()).collect()
            };
            assert_eq!([of("BEGIN").len(), of("END").len()], [count + 1; 2]);
            assert_eq!(said(of("NAME")[0]), kept(&title));
            let mut ids = of("UID");
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), count);
            for (i, day) in series.days.iter().enumerate() {
                let row = day.row.as_ref().unwrap();
                assert_eq!(of("DTSTART;VALUE=DATE")[i], day.date.strftime("%Y%m%d").to_string());
                let begins = day.date.yesterday().unwrap().strftime("%Y%m%dT220000Z").to_string();
                let told = if case % 2 == 0 { "20330518T033320Z".to_owned() } else { begins };
                assert_eq!(of("DTSTAMP")[i], told);
                assert_eq!(said(of("SUMMARY")[i]), kept(&feed.title(day.date, row)));
                let words =
                    if case % 2 == 0 { format!("4 min\n{changed}") } else { "4 min".into() };
                assert_eq!(said(of("DESCRIPTION")[i]), kept(&words));
                let url = format!("{address}{}index.html", path(day.date));
                assert_eq!(of("URL").get(i).copied(), (!address.is_empty()).then_some(&*url));
            }
        }
    }
}
