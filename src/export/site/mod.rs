//! [`Site`]: a series of days as a puzzle site for any web host, a folder of files.
//!
//! Each day has a page at a permanent address (`2027/03/14/`), a file with its puzzle and a
//! picture. The player is that of [`Page`], one script and one style for all days; `js/` has the
//! code around it. Future content is not written: the site of a day contains no later days, and a
//! solution appears a day after its puzzle. The files depend only on the days, so rewriting a site
//! changes only what is new.

mod app;
mod calendar;
mod days;
mod description;
mod feeds;
mod made;
#[cfg(feature = "png")]
mod preview;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;

use jiff::civil::Date;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::book::terms;
use super::drawing::Theme;
use super::markup::escaped;
use super::page::{self, Words, fill};
use super::words::words;
use super::{Hints, Page, Row, rows_of};
use days::path;
pub use days::{Published, PublishedError, SiteDay, SiteSeries};
pub use description::{Colours, Description, DescriptionError, SolutionsFrom};
use feeds::Feed;
use made::{File, Made};
use seeddb_core::logic::Ladder;

/// A puzzle site.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its name, style and author.
    pub description: Description,
    /// The bytes of the logo.
    pub logo: Vec<u8>,
    /// The style of boards.
    pub theme: Theme,
    /// The ladder whose techniques the hints use.
    pub ladder: &'static Ladder,
    /// The last day to publish.
    pub until: Date,
    /// The days published before.
    pub published: Published,
}

const SHELL: &str = include_str!("shell.html");

/// The number of days made at once; their files are held in memory.
const CHUNK: usize = 64;

/// The width and height of a day's picture, in pixels.
const PICTURE: u32 = 504;

/// The size in pixels of the picture for shared links, as the programs that show it require.
const PREVIEW: [u32; 2] = [1200, 630];

/// The pages of a series, with the name of their view.
const PAGES: [(&str, &str); 3] =
    [("index.html", "today"), ("archive.html", "archive"), ("embed.html", "embed")];

/// Returns the current bytes of a file, named from the top of the site.
type Kept<'a> = &'a (dyn Fn(&str) -> Option<Vec<u8>> + Sync);

/// Receives a file: its name from the top of the site, and its bytes.
type Put<'a, E> = &'a mut dyn FnMut(&str, &[u8]) -> Result<(), E>;

struct Part<'a> {
    number: usize,
    folder: String,
    series: &'a SiteSeries,
}

struct Shell<'a> {
    part: &'a Part<'a>,
    /// `today`, `archive`, `embed` or `day`.
    kind: &'a str,
    day: Option<&'a SiteDay>,
}

impl Site {
    /// Passes all files to `put`, by their names from the top of the site, [`Published::FILE`]
    /// first. Days that are unchanged in `kept` are passed on without making them again.
    ///
    /// # Errors
    /// Errors of `put`, and of a row that is no puzzle.
    pub fn write<E: From<io::Error> + Send>(
        &self,
        all: &[SiteSeries],
        kept: Kept<'_>,
        put: Put<'_, E>,
    ) -> Result<(), E> {
        let mut published = self.published.clone();
        let part =
            |(number, series)| Part { number, folder: self.description.folder(number), series };
        let parts: Vec<Part> = all.iter().enumerate().map(part).collect();
        for part in &parts {
            published.add(part.series, &part.folder);
        }
        put(Published::FILE, published.text()?.as_bytes())?;
        put("player.js", page::SCRIPT.as_bytes())?;
        let style = self.page(true).style() + include_str!("small/site.css");
        put("player.css", (style + &self.description.style()).as_bytes())?;
        if self.description.hints == Hints::Full {
            put("hint.js", page::CORE.as_bytes())?;
        }
        put("site.js", self.script(&parts)?.as_bytes())?;
        if self.description.offline {
            put("worker.js", include_bytes!("js/worker.js"))?;
        }
        put(app::MANIFEST, line(&app::manifest(&self.description, &self.name()))?.as_bytes())?;
        for (name, data) in app::icons(&self.name())? {
            put(&name, &data)?;
        }
        if let Some(name) = self.logo() {
            put(&name, &self.logo)?;
        }
        let before = Made::read(&kept(Made::FILE).unwrap_or_default());
        let mut made = Made::default();
        for part in &parts {
            let day = |day: &SiteDay| self.day_or_kept(part, &parts, day, &before, kept);
            for days in part.series.days.chunks(CHUNK) {
                let all = days.par_iter().map(day).collect::<io::Result<Vec<_>>>()?;
                for (at, inputs, files) in all {
                    made.add(&at, inputs, &files);
                    files.iter().try_for_each(|(name, data)| put(name, data))?;
                }
            }
            self.series(part, &parts, put)?;
        }
        put(Made::FILE, made.text().as_bytes())?;
        let address = self.description.address();
        if !address.is_empty() {
            let folders: Vec<_> =
                parts.iter().map(|part| (part.folder.clone(), part.series)).collect();
            put("sitemap.xml", feeds::sitemap(&address, &folders).as_bytes())?;
        }
        Ok(())
    }

    /// Returns the folder of a day, a digest of its inputs, and its files, which are made only if
    /// `kept` does not have them.
    fn day_or_kept(
        &self,
        part: &Part,
        parts: &[Part],
        day: &SiteDay,
        before: &Made,
        kept: Kept<'_>,
    ) -> io::Result<(String, String, Vec<File>)> {
        let at = format!("{}{}", part.folder, path(day.date));
        let names: Vec<&str> = parts.iter().map(|part| part.series.name.as_str()).collect();
        let inputs = made::of_inputs(&[
            &format!("{:?} {:?} {names:?}", self.description, self.theme),
            self.ladder.id(),
            &format!("{} {day:?} {}", part.number, self.shows(day.date)),
        ]);
        if before.knows(&at, &inputs) {
            let read = |name: &&str| {
                let name = format!("{at}{name}");
                kept(&name).map(|data| (name, data))
            };
            let files: Option<Vec<File>> = self.day_files().iter().map(read).collect();
            if let Some(files) = files.filter(|files| before.has(&at, files)) {
                return Ok((at, inputs, files));
            }
        }
        let files = self.day(part, parts, day)?;
        Ok((at, inputs, files))
    }

    fn day_files(&self) -> Vec<&'static str> {
        let mut names = vec!["day.js"];
        if cfg!(feature = "png") {
            names.push("puzzle.png");
        }
        if !self.description.address.is_empty() {
            names.push("oembed.json");
            if cfg!(feature = "png") {
                names.push("preview.png");
            }
        }
        names.push("index.html");
        names
    }

    /// Writes the pages, lists and feeds of a series.
    fn series<E: From<io::Error> + Send>(
        &self,
        part: &Part,
        parts: &[Part],
        put: Put<'_, E>,
    ) -> Result<(), E> {
        let Part { folder, series, .. } = part;
        let term = self.term();
        let own: Words = words(self.description.language, "site")?;
        let words = page::words(self.description.language)?;
        let time = |row: &Row| {
            let minutes = row.time_to_beat()?;
            Some(words.get("minutes")?.replace("{n}", &minutes.to_string()))
        };
        for year in series.years() {
            let list = series.year(&year, &term);
            put(&format!("{folder}{year}/days.js"), list.as_bytes())?;
        }
        put(&format!("{folder}days.js"), series.list().as_bytes())?;
        put(&format!("{folder}embed.js"), include_bytes!("js/embed.js"))?;
        for (name, kind) in PAGES {
            let page = self.shell(&Shell { part, kind, day: None }, parts)?;
            put(&format!("{folder}{name}"), &page)?;
        }
        let latest = series.latest(&|date| self.shows(date), cfg!(feature = "png"));
        put(&format!("{folder}latest.json"), line(&latest)?.as_bytes())?;
        let title = self.title(part, parts.len() > 1);
        let address = self.description.address();
        let address = if address.is_empty() { address } else { address + folder };
        let language = self.description.language.to_string();
        let feed = Feed {
            title: &title,
            author: &self.description.credit,
            language: &language,
            address: &address,
            series,
            picture: cfg!(feature = "png"),
            begins: &|day| self.description.begins(day),
            term: &term,
            changed: &own["changed"],
            time: &time,
        };
        put(&format!("{folder}feed.xml"), feed.atom().as_bytes())?;
        put(&format!("{folder}calendar.ics"), feed.calendar().as_bytes())?;
        if !address.is_empty() {
            put(&format!("{folder}rss.xml"), feed.rss().as_bytes())?;
        }
        put(&format!("{folder}feed.json"), line(&feed.json())?.as_bytes())
    }

    /// Returns the level of a puzzle in the language.
    fn term(&self) -> impl Fn(&Row) -> String {
        let terms = terms(self.description.language);
        move |row| {
            let level = row.level_or_tier();
            terms.get(&level).cloned().unwrap_or(level)
        }
    }

    /// Returns the files of a day, as [`Self::day_files`] has them.
    fn day(&self, part: &Part, parts: &[Part], day: &SiteDay) -> io::Result<Vec<File>> {
        let at = format!("{}{}", part.folder, path(day.date));
        let data = match &day.row {
            None => "var seeddbDay=null;\n".to_owned(),
            Some(row) => {
                let page = self.page(self.shows(day.date));
                let (plays, names) = page.puzzles("", std::slice::from_ref(row))?;
                let never = self.description.solutions == SolutionsFrom::Never;
                let waits = !page.solutions && !never;
                let data = json!({"names": names, "waits": waits, "play": plays.first()});
                format!("var seeddbDay={data};\n")
            }
        };
        let mut files = vec![(format!("{at}day.js"), data.into_bytes())];
        #[cfg(feature = "png")]
        let fonts = super::drawing::Fonts::bundled().map_err(io::Error::other)?;
        #[cfg(feature = "png")]
        files.push((format!("{at}puzzle.png"), preview::board(day, &self.theme, &fonts)?));
        if !self.description.address.is_empty() {
            let frame = line(&self.frame(part, parts, day))?;
            files.push((format!("{at}oembed.json"), frame.into_bytes()));
            #[cfg(feature = "png")]
            {
                let title = self.title(part, parts.len() > 1);
                let level = day.row.as_ref().map_or_else(String::new, self.term());
                let lines = [title, day.date.to_string(), level];
                let picture = preview::of(day, &self.theme, &lines, &fonts)?;
                files.push((format!("{at}preview.png"), picture));
            }
        }
        let page = self.shell(&Shell { part, kind: "day", day: Some(day) }, parts)?;
        files.push((format!("{at}index.html"), page));
        Ok(files)
    }

    /// Makes a page: its shell, and for a day the data for search engines and links.
    fn shell(&self, shell: &Shell, parts: &[Part]) -> io::Result<Vec<u8>> {
        let Shell { part, kind, day } = shell;
        let words: Words = words(self.description.language, "site")?;
        let depth = day.map_or(0, |_| 3);
        let base = "../".repeat(depth);
        let root = base.clone() + if part.folder.is_empty() { "" } else { "../" };
        let (name, several) = (self.name(), parts.len() > 1);
        let mut title = self.title(part, several);
        let mut plain = escaped(&words["no-script"]);
        if let Some(SiteDay { date, row, .. }) = day {
            title = format!("{title} · {date}");
            plain = match row {
                Some(row) => format!("<pre>{}</pre>{plain}", rows_of(&row.puzzle).join("\n")),
                None => escaped(&words["withdrawn"]),
            };
        }
        let link = |href: &str, text: &str| format!("<a href=\"{href}\">{}</a>", escaped(text));
        let logo = self.logo().map(|logo| format!("<img src=\"{root}{logo}\" alt=\"\">"));
        let logo = logo.unwrap_or_default();
        let name_link = format!("<a href=\"{root}index.html\">{logo}{}</a>", escaped(&name));
        let mut links = vec![name_link];
        if *kind != "embed" {
            links.push(link(&format!("{base}index.html"), &words["today"]));
            links.push(link(&format!("{base}archive.html"), &words["archive"]));
            for other in parts.iter().filter(|other| several && other.number != part.number) {
                links.push(link(&format!("{root}{}index.html", other.folder), &other.series.name));
            }
        }
        // Scripts that will be needed are loaded early.
        let mut early =
            if *kind == "archive" { Vec::new() } else { vec![root.clone() + "player.js"] };
        // Mostly today is the last day.
        let last = part.series.newest().next().map(|(date, _)| date).filter(|_| !early.is_empty());
        if let Some(date) = day.map_or(last, |day| Some(day.date)) {
            early.push(format!("{base}{}day.js", path(date)));
            early.push(format!("{base}{}/days.js", date.strftime("%Y")));
        }
        let link = |href| format!("<link rel=\"preload\" as=\"script\" href=\"{href}\">\n");
        let early = early.into_iter().map(link).collect::<Vec<_>>().concat();
        let values = BTreeMap::from([
            ("lang", self.description.language.to_string()),
            ("early", early),
            ("worker", if self.description.offline { "worker-src 'self';" } else { "" }.to_owned()),
            (
                "core-policy",
                if *kind == "archive" { "" } else { self.description.hints.policy() }.to_owned(),
            ),
            ("head", self.head(shell, &title, &base)),
            ("title", escaped(&title)),
            ("page", (*kind).to_owned()),
            ("day", day.map(|day| day.date.to_string()).unwrap_or_default()),
            ("series", part.number.to_string()),
            ("name", escaped(&name)),
            ("links", links.concat()),
            ("plain", plain),
            ("foot", if *kind == "embed" { String::new() } else { self.foot() }),
            ("root", root),
            ("base", base),
        ]);
        let mut page = Vec::new();
        fill(&mut page, SHELL, &values)?;
        Ok(page)
    }

    /// Returns the links to the feeds, and for link previews: address, title and picture of a day.
    fn head(&self, shell: &Shell, title: &str, base: &str) -> String {
        let feed = |(kind, file)| {
            format!("<link rel=\"alternate\" type=\"{kind}\" href=\"{base}{file}\">\n")
        };
        let feeds = [
            ("application/atom+xml", "feed.xml"),
            ("application/feed+json", "feed.json"),
            ("text/calendar", "calendar.ics"),
        ];
        let mut head = feeds.map(feed).to_vec();
        let address = self.description.address();
        if !address.is_empty() {
            head.push(feed(("application/rss+xml", "rss.xml")));
        }
        let within = match shell.day {
            Some(day) => format!("{}{}", shell.part.folder, path(day.date)),
            None => shell.part.folder.clone(),
        };
        let property = |name: &str, value: &str| {
            format!("<meta property=\"og:{name}\" content=\"{}\">\n", escaped(value))
        };
        head.push(property("title", title));
        head.push(property("site_name", &self.name()));
        let at = format!("{address}{within}");
        // Open Graph requires absolute addresses.
        if cfg!(feature = "png") && shell.day.is_some() && !address.is_empty() {
            head.push(property("image", &format!("{at}preview.png")));
            for (name, pixels) in ["width", "height"].into_iter().zip(PREVIEW) {
                head.push(property(&format!("image:{name}"), &pixels.to_string()));
            }
        }
        if !address.is_empty() && matches!(shell.kind, "day" | "today") {
            head.push(property("url", &at));
            let at = escaped(&at);
            head.push(format!("<link rel=\"canonical\" href=\"{at}\">\n"));
            if shell.day.is_some() {
                head.push(format!(
                    "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{at}oembed.json\">\n"
                ));
            }
        }
        head.concat()
    }

    /// Returns a day for embedding in other pages (oEmbed 1.0).
    fn frame(&self, part: &Part, parts: &[Part], day: &SiteDay) -> Value {
        let (address, date) = (self.description.address(), day.date);
        let title = escaped(&format!("{} · {date}", self.title(part, parts.len() > 1)));
        let at = format!("{}{}", escaped(&address), part.folder);
        let [width, height] = [640, 1100];
        let mut value = json!({
            "version": "1.0",
            "type": "rich",
            "provider_name": self.name(),
            "provider_url": address,
            "title": title,
            "width": width,
            "height": height,
            "html": format!(
                "<iframe src=\"{at}embed.html#{date}\" title=\"{title}\" width=\"100%\" height=\"{height}\" style=\"border:0\"></iframe>"
            ),
        });
        if cfg!(feature = "png") {
            value["thumbnail_url"] = json!(format!("{at}{}puzzle.png", path(date)));
            value["thumbnail_width"] = json!(PICTURE);
            value["thumbnail_height"] = json!(PICTURE);
        }
        value
    }

    fn foot(&self) -> String {
        let Description { imprint, imprint_link, .. } = &self.description;
        let imprint = escaped(imprint.trim());
        let text = if imprint_link.is_empty() {
            imprint
        } else {
            let words = if imprint.is_empty() { escaped(imprint_link) } else { imprint };
            format!("<a href=\"{}\">{words}</a>", escaped(imprint_link))
        };
        if text.is_empty() { text } else { format!("<footer id=\"foot\">{text}</footer>\n") }
    }

    /// Returns the script that all pages share: words, names, and the loader of the rest.
    fn script(&self, parts: &[Part]) -> io::Result<String> {
        let Description { language, credit, time_zone, solutions, offline, hints, .. } =
            &self.description;
        let mut words: Words = page::words(*language)?;
        words.extend(self::words::<Words>(*language, "site")?);
        let titles: Vec<String> =
            parts.iter().map(|part| self.title(part, parts.len() > 1)).collect();
        let mut data = json!({
            "words": words,
            "lang": language.to_string(),
            "series": titles,
            "credit": credit,
            "fill": self.theme.candidates,
            "hints": hints,
            "offline": offline,
            "solutions": *solutions != SolutionsFrom::Never,
        });
        if !time_zone.is_empty() {
            data["zone"] = json!(time_zone);
        }
        Ok(format!("var seeddb={data};\n{}\n", include_str!("small/site.js")))
    }

    fn page(&self, solutions: bool) -> Page<'_> {
        Page {
            title: String::new(),
            credit: self.description.credit.clone(),
            language: self.description.language,
            theme: self.theme.clone(),
            solutions,
            ladder: Some(self.ladder),
            common: None,
            hints: self.description.hints,
        }
    }

    /// Whether the solution of a day is public.
    fn shows(&self, date: Date) -> bool {
        match self.description.solutions {
            SolutionsFrom::NextDay => date < self.until,
            SolutionsFrom::SameDay => true,
            SolutionsFrom::Never => false,
        }
    }

    fn name(&self) -> String {
        let name = self.description.name.trim();
        if name.is_empty() { "Sudoku".to_owned() } else { name.to_owned() }
    }

    fn title(&self, part: &Part, several: bool) -> String {
        let name = self.name();
        if several && part.number > 0 { format!("{name} · {}", part.series.name) } else { name }
    }

    fn logo(&self) -> Option<String> {
        self.description.logo_ending().map(|ending| format!("logo.{ending}"))
    }
}

fn line(value: &Value) -> io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}
