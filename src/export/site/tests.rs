//! Sites in memory: their contents, what they omit, and changes from day to day.

use jiff::civil::date;

use super::super::row::examples;
use super::*;
use crate::book::Language;

type Files = BTreeMap<String, String>;
type Bytes = BTreeMap<String, Vec<u8>>;

fn site(until: Date) -> Site {
    Site {
        description: Description { series: vec!["daily".to_owned()], ..Description::default() },
        logo: Vec::new(),
        theme: Theme::default(),
        ladder: Ladder::hsolve(),
        until,
        published: Published::default(),
    }
}

/// Returns the first of the example's puzzles on each of these days.
fn series(name: &str, days: impl IntoIterator<Item = Date>) -> SiteSeries {
    let day = |date: Date| {
        let id = format!("ID-{date}");
        SiteDay {
            date,
            row: Some(Row { date: Some(date), id, ..examples()[0].clone() }),
            changed: None,
        }
    };
    SiteSeries { name: name.to_owned(), days: days.into_iter().map(day).collect() }
}

fn days(first: Date, count: usize) -> impl Iterator<Item = Date> {
    std::iter::successors(Some(first), |date| date.tomorrow().ok()).take(count)
}

fn written(site: &Site, all: &[SiteSeries]) -> Files {
    let text = |data: Vec<u8>| String::from_utf8_lossy(&data).into_owned();
    made(site, all, &BTreeMap::new()).into_iter().map(|(name, data)| (name, text(data))).collect()
}

/// Writes a site over the files of an earlier one.
fn made(site: &Site, all: &[SiteSeries], kept: &Bytes) -> Bytes {
    let mut files = Bytes::new();
    let mut put = |name: &str, data: &[u8]| {
        assert!(files.insert(name.to_owned(), data.to_vec()).is_none(), "{name} is there twice");
        Ok::<_, io::Error>(())
    };
    site.write(all, &|name| kept.get(name).cloned(), &mut put).unwrap();
    files
}

#[test]
fn a_solution_comes_a_day_after_its_puzzle() {
    let solution = examples()[0].solution.to_string();
    let first = date(2028, 2, 27);
    let all = [series("daily", days(first, 4))];
    let until = date(2028, 3, 1);
    let has = |solutions: SolutionsFrom| -> Vec<String> {
        let mut site = site(until);
        site.description.solutions = solutions;
        let files = written(&site, &all);
        let has = files.into_iter().filter(|(_, text)| text.contains(&solution));
        has.map(|(name, _)| name).collect()
    };
    let day = |date: Date| format!("{}day.js", path(date));
    let mut before: Vec<String> = days(first, 3).map(day).collect();
    assert_eq!(before[2], "2028/02/29/day.js");
    before.push("latest.json".to_owned());
    assert_eq!(has(SolutionsFrom::NextDay), before);
    before.insert(3, day(until));
    assert_eq!(has(SolutionsFrom::SameDay), before);
    assert!(has(SolutionsFrom::Never).is_empty());
    let latest: Value = serde_json::from_str(&written(&site(until), &all)["latest.json"]).unwrap();
    assert_eq!(
        (&latest["latest"]["date"], &latest["latest"]["solution"]),
        (&json!("2028-03-01"), &Value::Null)
    );
    assert_eq!(latest["previous"]["solution"], solution);
    assert_eq!(latest["previous"]["minutes"], 4);
}

#[test]
fn the_next_day_adds_its_files_and_changes_lists_and_the_day_before() {
    let first = date(2027, 12, 29);
    let of = |count: usize| {
        let until = days(first, count).last().unwrap();
        written(&site(until), &[series("daily", days(first, count))])
    };
    let (before, after) = (of(3), of(4));
    assert!(before == of(3), "the same again");
    let changed = |name: &&String| before.get(*name).is_none_or(|text| *text != after[*name]);
    let changed: Vec<&str> = after.keys().filter(changed).map(String::as_str).collect();
    let mut expected = vec![
        "2027/12/31/day.js",
        "2028/01/01/day.js",
        "2028/01/01/index.html",
        "2028/days.js",
        "calendar.ics",
        "days.js",
        "embed.html",
        "feed.json",
        "feed.xml",
        "index.html",
        "latest.json",
        "seeddb-made.txt",
        "seeddb-site.json",
    ];
    if cfg!(feature = "png") {
        expected.insert(3, "2028/01/01/puzzle.png");
    }
    assert_eq!(changed, expected);
    assert!(before.keys().all(|name| after.contains_key(name)));
}

/// A day whose files are unchanged is passed on; a changed file or puzzle causes a new version.
#[test]
fn only_days_that_would_be_others_are_made() {
    let first = date(2028, 2, 27);
    let mut all = [series("daily", days(first, 4))];
    let site = site(date(2028, 3, 1));
    let whole = |all: &[SiteSeries]| made(&site, all, &Bytes::new());
    let mut kept = whole(&all);
    let day = |day: u32| format!("2028/02/{day}/day.js");
    // Of three days, one is unchanged, one was edited by hand, and one gets another puzzle. A
    // marked file, with the list made to fit, shows that the first is not made again.
    kept.insert(day(28), b"changed".to_vec());
    all[0].days[2].row.as_mut().unwrap().id = "OTHER".to_owned();
    let mark = b"a mark".to_vec();
    kept.insert(day(27), mark.clone());
    let files: Vec<File> = site
        .day_files()
        .iter()
        .map(|name| format!("2028/02/27/{name}"))
        .map(|name| (name.clone(), kept[&name].clone()))
        .collect();
    let mut list = Made::read(&kept[Made::FILE]);
    let inputs = String::from_utf8(kept[Made::FILE].clone()).unwrap();
    let inputs = inputs.split(' ').nth(1).unwrap().to_owned();
    list.add("2028/02/27/", inputs, &files);
    kept.insert(Made::FILE.to_owned(), list.text().into_bytes());
    let (now, expected) = (made(&site, &all, &kept), whole(&all));
    assert_eq!(now[&day(27)], mark);
    for name in expected.keys().filter(|name| **name != day(27) && *name != Made::FILE) {
        assert!(now[name] == expected[name], "{name}");
    }
    assert!(now[&day(29)] != kept[&day(29)]);
}

#[test]
fn a_withdrawn_day_says_so_and_shows_nothing_of_its_puzzle() {
    let first = date(2027, 1, 4);
    let mut all = [series("daily", days(first, 3))];
    all[0].days[1].row = None;
    let files = written(&site(date(2027, 1, 6)), &all);
    assert_eq!(files["2027/01/05/day.js"], "var seeddbDay=null;\n");
    assert!(files["2027/01/05/index.html"].contains("was withdrawn"));
    for (name, text) in files {
        assert!(!text.contains("ID-2027-01-05"), "{name}");
    }
}

#[test]
fn paths_are_relative_and_nothing_is_loaded_from_elsewhere() {
    let all =
        [series("daily", days(date(2027, 1, 4), 2)), series("A & B", days(date(2027, 1, 5), 1))];
    let mut site = site(date(2027, 1, 5));
    site.description.series = vec!["daily".to_owned(), "A & B".to_owned()];
    site.description.logo = "logo.svg".to_owned();
    let files = written(&site, &all);
    for (name, text) in &files {
        if !text.starts_with("<!doctype html>") {
            continue;
        }
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let links = ["href=\"", "src=\""].into_iter().flat_map(|key| text.split(key).skip(1));
        for link in links.map(|rest| rest.split('"').next().unwrap()) {
            if link == "data:," {
                continue;
            }
            let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for part in link.split('/') {
                match part {
                    ".." => drop(parts.pop().unwrap_or_else(|| panic!("{name}: {link}"))),
                    part => parts.push(part),
                }
            }
            let target = parts.join("/");
            assert!(files.contains_key(&target), "{name}: {link} is {target}");
        }
    }
    assert!(files["a-b/index.html"].contains("../player.css") && files.contains_key("logo.svg"));
    assert!(!files.contains_key("sitemap.xml"));
    site.description.address = "https://example.org/games".to_owned();
    let files = written(&site, &all);
    let map = &files["sitemap.xml"];
    for page in ["", "archive.html", "2027/01/04/", "a-b/2027/01/05/"] {
        assert!(map.contains(&format!("<loc>https://example.org/games/{page}</loc>")), "{map}");
    }
    let frame: Value = serde_json::from_str(&files["a-b/2027/01/05/oembed.json"]).unwrap();
    let html = frame["html"].as_str().unwrap();
    assert!(html.contains("src=\"https://example.org/games/a-b/embed.html#2027-01-05\""), "{html}");
    let head = &files["a-b/2027/01/05/index.html"];
    assert!(head.contains("\"canonical\" href=\"https://example.org/games/a-b/2027/01/05/\""));
    assert!(files["feed.xml"].contains("https://example.org/games/2027/01/05/index.html"));
    let time = "Time to beat: about 4 min";
    assert!(
        files["feed.xml"].contains(&format!("&lt;/pre&gt;&lt;p&gt;{time}&lt;/p&gt;</content>"))
    );
    // RSS has the same entries, each with its time as mail has it.
    let rss = &files["rss.xml"];
    assert!(rss.contains("<link>https://example.org/games/2027/01/05/index.html</link>"), "{rss}");
    assert!(rss.contains("<pubDate>Tue, 05 Jan 2027 00:00:00 GMT</pubDate>"), "{rss}");
    assert_eq!(rss.matches("<item>").count(), files["feed.xml"].matches("<entry>").count());
    let feed: Value = serde_json::from_str(&files["feed.json"]).unwrap();
    assert!(feed["items"][0]["content_text"].as_str().unwrap().ends_with(&format!("\n{time}")));
}

/// Returns the hrefs of Atom's links of a kind, those of the feed itself first.
fn links(atom: &str, kind: &str) -> Vec<String> {
    let begin = format!("<link {kind}href=\"");
    let rest = atom.split(begin.as_str()).skip(1);
    rest.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// JSON Feed 1.1 and Open Graph allow no relative address, and a relative `self` of Atom is
/// useless.
#[test]
fn feeds_are_valid_with_an_address_and_without() {
    let all = [series("daily", days(date(2028, 3, 25), 3))];
    let mut site = site(date(2028, 3, 27));
    for (address, top) in
        [("", None), ("https://example.org/games", Some("https://example.org/games/"))]
    {
        address.clone_into(&mut site.description.address);
        let files = written(&site, &all);
        let feed: Value = serde_json::from_str(&files["feed.json"]).unwrap();
        let is = |value: &Value, name: &str| {
            assert_eq!(value.as_str().map(str::to_owned), top.map(|top| format!("{top}{name}")));
        };
        is(&feed["feed_url"], "feed.json");
        is(&feed["home_page_url"], "index.html");
        is(&feed["items"][0]["url"], "2028/03/27/index.html");
        if cfg!(feature = "png") {
            is(&feed["items"][0]["image"], "2028/03/27/puzzle.png");
        }
        let atom = &files["feed.xml"];
        let itself: Vec<String> = top.iter().map(|top| format!("{top}feed.xml")).collect();
        assert_eq!(links(atom, "rel=\"self\" "), itself);
        let top = top.unwrap_or_default();
        assert_eq!(
            links(atom, "")[..2],
            ["", "2028/03/27/"].map(|at| format!("{top}{at}index.html"))
        );
        let head = &files["2028/03/27/index.html"];
        let image = format!("\"og:image\" content=\"{top}2028/03/27/preview.png\"");
        assert_eq!(files.contains_key("rss.xml"), !top.is_empty());
        assert_eq!(head.contains("rss.xml"), !top.is_empty());
        assert_eq!(head.contains("og:image"), cfg!(feature = "png") && !top.is_empty());
        assert_eq!(head.contains(&image), cfg!(feature = "png") && !top.is_empty(), "{head}");
    }
}

/// The picture of a shared link has the size that its page states, whatever the name of the site.
#[cfg(feature = "png")]
#[test]
fn a_shared_link_shows_a_picture_of_its_size() {
    let mut site = site(date(2027, 1, 4));
    site.description.address = "https://example.org".to_owned();
    let mut all = [series("daily", days(date(2027, 1, 4), 1))];
    let mut pictures = Vec::new();
    for name in ["", "The Courier", &"long ".repeat(60), "数独 \u{1f600}"] {
        name.clone_into(&mut site.description.name);
        let files = made(&site, &all, &Bytes::new());
        for (_, data) in files.into_iter().filter(|(name, _)| name.ends_with("preview.png")) {
            let pixels = |at: usize| u32::from_be_bytes(data[at..at + 4].try_into().unwrap());
            assert_eq!([pixels(16), pixels(20)], PREVIEW);
            pictures.push(data);
        }
    }
    assert_eq!(pictures.len(), 4);
    assert!(pictures[1] != pictures[2] && pictures[0] != pictures[1]);
    all[0].days[0].row = None;
    let head = &written(&site, &all)["2027/01/04/index.html"];
    assert!(
        head.contains("og:image:width\" content=\"1200\"")
            && head.contains("height\" content=\"630\"")
    );
}

/// Hints from the board need a file and a policy that allows it, where there is a board; others
/// need neither.
#[test]
fn only_pages_with_full_hints_allow_webassembly() {
    let mut site = site(date(2027, 1, 5));
    for hints in [Hints::Full, Hints::Recorded, Hints::None] {
        site.description.hints = hints;
        let files = written(&site, &[series("daily", days(date(2027, 1, 4), 2))]);
        let is_full = hints == Hints::Full;
        assert_eq!(files.contains_key("hint.js"), is_full);
        for (name, has_board) in [
            ("index.html", true),
            ("embed.html", true),
            ("archive.html", false),
            ("2027/01/04/index.html", true),
        ] {
            let allows = files[name].contains("'wasm-unsafe-eval'");
            assert_eq!(allows, is_full && has_board, "{name}, {hints}");
        }
        assert_eq!(files["2027/01/04/day.js"].contains("\"steps\""), hints != Hints::None);
    }
}

/// The clocks of Berlin go forward on 26 March 2028, those of Santiago at midnight: 3 September has
/// no 00:00 there.
#[test]
fn times_in_feeds_are_when_the_day_begins_in_the_time_zone() {
    for (zone, first, begins) in [
        ("", date(2028, 3, 26), ["2028-03-26T00:00:00Z", "2028-03-27T00:00:00Z"]),
        (
            "Europe/Berlin",
            date(2028, 3, 26),
            ["2028-03-26T00:00:00+01:00", "2028-03-27T00:00:00+02:00"],
        ),
        (
            "Pacific/Kiritimati",
            date(2028, 2, 29),
            ["2028-02-29T00:00:00+14:00", "2028-03-01T00:00:00+14:00"],
        ),
        (
            "America/Santiago",
            date(2028, 9, 2),
            ["2028-09-02T00:00:00-04:00", "2028-09-03T01:00:00-03:00"],
        ),
    ] {
        let mut site = site(first.tomorrow().unwrap());
        zone.clone_into(&mut site.description.time_zone);
        let files = written(&site, &[series("daily", days(first, 2))]);
        let feed: Value = serde_json::from_str(&files["feed.json"]).unwrap();
        let items = feed["items"].as_array().unwrap();
        let dates: Vec<&str> =
            items.iter().rev().map(|item| item["date_published"].as_str().unwrap()).collect();
        assert_eq!(dates, begins, "{zone}");
        let parts = files["feed.xml"].split("<updated>").skip(1);
        let updated: Vec<&str> = parts.map(|rest| rest.split('<').next().unwrap()).collect();
        assert_eq!(updated, [begins[1], begins[1], begins[0]], "{zone}");
    }
    assert!(
        written(&site(date(2028, 1, 1)), &[series("daily", [])])["feed.xml"]
            .contains("1970-01-01T00:00:00Z")
    );
}

#[test]
fn a_site_can_be_installed_from_where_it_is() {
    let mut site = site(date(2027, 1, 5));
    site.description.name = "The \"Courier\"".to_owned();
    site.description.colours.paper = "#fafafa".to_owned();
    let files = written(&site, &[series("daily", days(date(2027, 1, 4), 1))]);
    let manifest: Value = serde_json::from_str(&files[app::MANIFEST]).unwrap();
    assert_eq!((&manifest["name"], &manifest["scope"]), (&json!("The \"Courier\""), &json!("./")));
    assert_eq!(manifest["background_color"], "#fafafa");
    assert!(files.contains_key(manifest["start_url"].as_str().unwrap()));
    let icons = manifest["icons"].as_array().unwrap();
    assert_eq!(icons.len(), if cfg!(feature = "png") { 3 } else { 1 });
    for icon in icons {
        assert!(files.contains_key(icon["src"].as_str().unwrap()), "{icon}");
    }
}

#[test]
fn words_of_others_stay_words() {
    let hostile = "</script><img src=x onerror=alert(1)>\"'&{root}<!-- ]]>";
    let mut site = site(date(2027, 1, 4));
    for place in [
        &mut site.description.name,
        &mut site.description.credit,
        &mut site.description.imprint,
        &mut site.description.series[0],
    ] {
        hostile.clone_into(place);
    }
    let mut all = [series(hostile, days(date(2027, 1, 4), 1))];
    all[0].days[0].row.as_mut().unwrap().level = Some(hostile.to_owned());
    for (name, text) in written(&site, &all) {
        match name.rsplit_once('.').unwrap().1 {
            "html" => {
                assert!(!text.contains("<img") && !text.contains("<!--"), "{name}");
                assert_eq!(text.matches("</script>").count(), 2, "{name}");
            }
            "xml" => {
                let mut reader = quick_xml::Reader::from_str(&text);
                while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {}
                assert!(!text.contains("<img"), "{name}");
            }
            "json" => drop(serde_json::from_str::<Value>(&text).unwrap()),
            _ => {}
        }
    }
}

#[test]
fn what_was_written_is_known_again_by_its_names() {
    let mut published = Published::default();
    published.add(&series("daily", days(date(2027, 12, 31), 2)), "");
    published.add(&series("B", days(date(2028, 1, 1), 1)), "b/");
    let text = published.text().unwrap();
    assert_eq!(Published::read(text.as_bytes()).unwrap(), published);
    for name in
        ["index.html", "b/index.html", "2027/days.js", "2027/12/31/day.js", "b/2028/01/01/x"]
    {
        assert!(published.has(name), "{name}");
    }
    for name in [
        "c/index.html",
        "b/2027/days.js",
        "2026/12/31/day.js",
        "2028/01/02/day.js",
        "b/2028/01/02/x",
    ] {
        assert!(!published.has(name), "{name}");
    }
    assert!(!Published::default().has("index.html"));
    assert!(Published::read(b"{}").is_err() && Published::read(b"[1]").is_err());
}

/// Every language has all words that the script uses, none of them also a word of the player.
#[test]
fn every_language_has_every_word() {
    for language in Language::ALL {
        let all = words::<page::Words>(language, "site").unwrap();
        let player = page::words(language).unwrap();
        assert!(all.keys().all(|name| !player.contains_key(name)), "{language}");
        assert!(player["streak"].contains("{n}"));
        let script = include_str!("js/site.js");
        for (at, _) in script.match_indices("t('") {
            // No name of another function ends with this.
            if script[..at].ends_with(char::is_alphanumeric) {
                continue;
            }
            let asked = script[at + 3..].split('\'').next().unwrap();
            assert!(all.contains_key(asked) || player.contains_key(asked), "{language}: {asked}");
        }
    }
}

/// A year of days: the pages without pictures and shared files.
#[test]
fn a_year_is_small() {
    let first = date(2028, 1, 1);
    let files = written(&site(date(2028, 12, 31)), &[series("daily", days(first, 366))]);
    let sizes = |ending: &str| -> usize {
        files.iter().filter(|(name, _)| name.ends_with(ending)).map(|(_, text)| text.len()).sum()
    };
    let (pages, days) = (sizes("/index.html"), sizes("day.js"));
    assert!(pages + days <= 2_000_000, "{pages} and {days} bytes");
    assert_eq!(files.keys().filter(|name| name.ends_with("day.js")).count(), 366);
}

/// Feeds report a puzzle that was changed after its day began, with the time, but not earlier
/// changes.
#[test]
fn feeds_tell_what_was_changed() {
    let site = site(date(2027, 1, 6));
    let mut all = [series("daily", days(date(2027, 1, 4), 3))];
    let later = "2027-01-05T15:00:00Z".parse::<jiff::Timestamp>().unwrap();
    all[0].days[1].changed = later.as_second().try_into().ok();
    let early = "2027-01-01T15:00:00Z".parse::<jiff::Timestamp>().unwrap();
    all[0].days[2].changed = early.as_second().try_into().ok();
    let files = written(&site, &all);
    let atom = &files["feed.xml"];
    assert_eq!(atom.matches("was changed after it was published").count(), 1, "{atom}");
    assert_eq!(atom.matches("<updated>2027-01-05T15:00:00Z</updated>").count(), 1, "{atom}");
    let items: Value = serde_json::from_str(&files["feed.json"]).unwrap();
    let changed = items["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["date_modified"] == "2027-01-05T15:00:00Z");
    assert_eq!(changed.count(), 1, "{items}");
}
