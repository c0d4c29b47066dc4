//! Feeds of a site, Atom (RFC 4287), RSS 2.0 and JSON Feed 1.1, and its sitemap.
//!
//! Ids and times depend only on the puzzle and its day: subscribers see each puzzle once, even if
//! the address of the site changes.

use std::fmt::Write;

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Value, json};

use super::days::{SiteSeries, path};
use crate::markup::escaped;
use crate::{Row, rows_of};

/// The largest number of days in a feed.
const MOST: usize = 30;

pub(super) struct Feed<'a> {
    pub title: &'a str,
    pub author: &'a str,
    pub language: &'a str,
    /// The address of the series; empty if unknown. Without it, Atom has relative links to the
    /// pages, JSON Feed, which forbids them, has no links, and neither links to itself.
    pub address: &'a str,
    pub series: &'a SiteSeries,
    pub picture: bool,
    /// Returns the start of a day.
    pub begins: &'a dyn Fn(Date) -> String,
    /// Translates a level.
    pub term: &'a dyn Fn(&Row) -> String,
    /// The text for a puzzle that was changed after its publication.
    pub changed: &'a str,
    /// Returns the text of the time to beat; `None` without an estimate.
    pub time: &'a dyn Fn(&Row) -> Option<String>,
}

impl Feed<'_> {
    pub(super) fn title(&self, date: Date, row: &Row) -> String {
        format!("{} · {date} · {}", self.title, (self.term)(row))
    }

    /// Returns the time when the puzzle of a day replaced a published one; `None` if it did not.
    fn changed(&self, date: Date) -> Option<Timestamp> {
        let day = self.series.days.iter().find(|day| day.date == date)?;
        let changed = Timestamp::from_second(day.changed?.try_into().ok()?).ok()?;
        let begins: Timestamp = (self.begins)(date).parse().ok()?;
        (changed >= begins).then_some(changed)
    }

    /// Returns the time of the last change of a day.
    fn updated(&self, date: Date) -> String {
        self.changed(date).map_or_else(|| (self.begins)(date), |time| time.to_string())
    }

    /// [`Self::updated`] as a time.
    pub(super) fn time_told(&self, date: Date) -> Timestamp {
        self.updated(date).parse().unwrap_or_default()
    }

    /// Returns the board and the text below it as HTML, escaped.
    fn content(&self, date: Date, row: &Row) -> String {
        let board = rows_of(&row.puzzle).join("\n");
        let words = self.words(date, row).map(|words| format!("<p>{}</p>", escaped(&words)));
        escaped(&format!("<pre>{board}</pre>{}", words.collect::<String>()))
    }

    pub fn atom(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_owned();
        let newest = self.series.newest().next();
        let begins = (self.begins)(newest.map_or(Date::constant(1970, 1, 1), |(date, _)| date));
        let changes = self.series.newest().take(MOST).filter_map(|(date, _)| self.changed(date));
        let latest = changes
            .max()
            .filter(|time| begins.parse().is_ok_and(|begins: Timestamp| *time > begins));
        let updated = latest.map_or(begins, |time| time.to_string());
        let Self { title, address, language, author, .. } = self;
        let author = if author.is_empty() { title } else { author };
        let [title, address, author] = [title, address, author].map(|text| escaped(text));
        let id = uuid(&format!("site {}", self.series.name));
        let itself = format!("<link rel=\"self\" href=\"{address}feed.xml\"/>\n");
        let itself = if address.is_empty() { "" } else { &itself };
        let _ = writeln!(
            text,
            "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{language}\">\n<title>{title}</title>\n<id>{id}</id>\n\
             <updated>{updated}</updated>\n<author><name>{author}</name></author>\n\
             {itself}<link href=\"{address}index.html\"/>"
        );
        for (date, row) in self.series.newest().take(MOST) {
            let (id, page, updated) = (self.id(date, row), path(date), self.updated(date));
            let (title, content) = (escaped(&self.title(date, row)), self.content(date, row));
            let _ = writeln!(
                text,
                "<entry>\n<title>{title}</title>\n<id>{id}</id>\n<updated>{updated}</updated>\n\
                 <link href=\"{address}{page}index.html\"/>\n<content type=\"html\">{content}</content>\n</entry>"
            );
        }
        text + "</feed>\n"
    }

    /// Returns the feed as RSS 2.0, where links must be web addresses: so it needs `address`.
    pub fn rss(&self) -> String {
        let Self { title, address, language, .. } = self;
        let [title, address] = [title, address].map(|text| escaped(text));
        let mut text = format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n\
             <title>{title}</title>\n<link>{address}index.html</link>\n<description>{title}</description>\n<language>{language}</language>\n\
             <atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{address}rss.xml\"/>\n"
        );
        for (date, row) in self.series.newest().take(MOST) {
            let (id, page) = (self.id(date, row), path(date));
            let [title, level] = [self.title(date, row), (self.term)(row)].map(|it| escaped(&it));
            let time = self.time_told(date).strftime("%a, %d %b %Y %H:%M:%S GMT");
            let _ = writeln!(
                text,
                "<item>\n<title>{title}</title>\n<link>{address}{page}index.html</link>\n<guid isPermaLink=\"false\">{id}</guid>\n\
                 <pubDate>{time}</pubDate>\n<category>{level}</category>\n<description>{}</description>\n</item>",
                self.content(date, row)
            );
        }
        text + "</channel>\n</rss>\n"
    }

    pub fn json(&self) -> Value {
        let item = |(date, row): (Date, &Row)| {
            let mut item = json!({
                "id": self.id(date, row),
                "title": self.title(date, row),
                "content_text": rows_of(&row.puzzle).into_iter().chain(self.words(date, row)).collect::<Vec<_>>().join("\n"),
                "date_published": (self.begins)(date),
                "tags": [(self.term)(row)],
            });
            if let Some(changed) = self.changed(date) {
                item["date_modified"] = json!(changed.to_string());
            }
            if !self.address.is_empty() {
                let at = format!("{}{}", self.address, path(date));
                item["url"] = json!(format!("{at}index.html"));
                if self.picture {
                    item["image"] = json!(format!("{at}puzzle.png"));
                }
            }
            item
        };
        let mut feed = json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.title,
            "language": self.language,
            "items": self.series.newest().take(MOST).map(item).collect::<Vec<_>>(),
        });
        if !self.address.is_empty() {
            feed["home_page_url"] = json!(format!("{}index.html", self.address));
            feed["feed_url"] = json!(format!("{}feed.json", self.address));
        }
        if !self.author.is_empty() {
            feed["authors"] = json!([{"name": self.author}]);
        }
        feed
    }

    /// Returns the text below the board: the time to beat, and that the puzzle was changed.
    pub(super) fn words(&self, date: Date, row: &Row) -> impl Iterator<Item = String> {
        let changed = self.changed(date).map(|_| self.changed.to_owned());
        (self.time)(row).into_iter().chain(changed)
    }

    /// Returns the id of a puzzle on a day.
    pub(super) fn id(&self, date: Date, row: &Row) -> String {
        uuid(&format!("day {} {date} {}", self.series.name, row.id))
    }
}

/// Returns the pages of a site: for each folder its start page, its archive and its days.
pub(super) fn sitemap(address: &str, series: &[(String, &SiteSeries)]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n".to_owned();
    for (folder, series) in series {
        let days = series.newest().map(|(date, _)| path(date));
        for page in [String::new(), "archive.html".to_owned()].into_iter().chain(days) {
            let _ = writeln!(text, "<url><loc>{}{folder}{page}</loc></url>", escaped(address));
        }
    }
    text + "</urlset>\n"
}

/// Returns a UUID of version 8 for a text.
fn uuid(text: &str) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    let parts = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
    format!("urn:uuid:{}", parts.join("-"))
}
