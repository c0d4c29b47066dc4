//! A puzzle site in a folder that is written every night.

use std::fs;

use crate::home::{Home, files};

/// Returns a database with ten days of the series `daily`, from 2028-02-26 on.
fn with_days() -> Home {
    let home = Home::with_starter();
    let plan = "series fill daily 2028-02-26 --days 10 --ramp=mon..sun:easy";
    home.run(&(&plan, "--draw --rng-seed 7 -o days.csv"), 0);
    home
}

fn night(until: &str, more: &str) -> String {
    format!("export --series daily --format site -o public --to {until} {more}")
}

#[test]
fn each_night_adds_its_day_and_changes_nothing_else() {
    let home = with_days();
    home.run(&night("2028-02-28", ""), 0).words(&["files written, 0 as before", "2028-02-28"]);
    let first = files(&home.path("public"));
    home.run(&night("2028-02-28", ""), 0).words(&["0 files written"]);
    assert!(first == files(&home.path("public")), "the same night again");
    fs::write(home.path("public/robots.txt"), "mine").unwrap();
    home.run(&night("2028-02-29", ""), 0).words(&["2028-02-29"]);
    let second = files(&home.path("public"));
    let changed: Vec<&str> = first
        .iter()
        .filter(|(name, data)| second.get(*name) != Some(data))
        .map(|(name, _)| name.as_str())
        .collect();
    let lists = [
        "2028/days.js",
        "calendar.ics",
        "days.js",
        "embed.html",
        "feed.json",
        "feed.xml",
        "index.html",
        "latest.json",
    ];
    let own = ["seeddb-made.txt", "seeddb-site.json"];
    assert_eq!(changed, [&["2028/02/28/day.js"], &lists[..], &own].concat());
    let new: Vec<&str> =
        second.keys().filter(|name| !first.contains_key(*name)).map(String::as_str).collect();
    assert!(
        new.iter().all(|name| name.starts_with("2028/02/29/") || *name == "robots.txt"),
        "{new:?}"
    );
    assert_eq!(second["robots.txt"], b"mine");
    // Changed or lost files of earlier days are restored, whatever the list of files contains.
    fs::write(home.path("public/2028/02/26/day.js"), "broken").unwrap();
    fs::remove_file(home.path("public/2028/02/27/index.html")).unwrap();
    home.run(&night("2028-02-29", ""), 0).words(&["2 files written"]);
    for list in ["", "strange", "2028/02/26/ a b"] {
        fs::write(home.path("public/seeddb-made.txt"), list).unwrap();
        home.run(&night("2028-02-29", ""), 0).words(&["1 file written"]);
    }
    assert!(second == files(&home.path("public")));
    home.run(&night("2028-02-29", "--force"), 0).words(&["0 files written"]);
    // A clock that was set back removes nothing.
    home.run(&night("2028-02-27", ""), 0).words(&["up to 2028-02-29 are to be seen already"]);
    assert!(second == files(&home.path("public")));
}

#[test]
fn a_site_begins_with_the_days_that_are_to_be_seen() {
    let home = Home::with_starter();
    home.refused(&night("2028-02-20", ""), 2, &["no series \"daily\"", "seeddb series fill"]);
    let year = "series fill daily 2028-02-26..2028-03-05 --ramp=mon..fri:easy";
    home.run(&(&year, "--draw --rng-seed 7"), 0).words(&["5 days of daily got puzzles"]);
    home.run(&night("2028-02-20", ""), 0).words(&["no day is to be seen up to 2028-02-20"]);
    assert_eq!(home.json("series show daily").as_array().unwrap().len(), 5);
    home.run(&night("2028-02-28", ""), 0).words(&["the last day is 2028-02-28"]);
    assert!(home.path("public/2028/02/28/index.html").exists());
    assert!(!home.path("public/2028/02/27").exists() && !home.path("public/2028/02/29").exists());
}

#[test]
fn withdrawn_and_replaced_days_are_others_the_next_night() {
    let home = with_days();
    home.run(&night("2028-02-29", ""), 0);
    let before = files(&home.path("public"));
    home.run("draw --level easy -n 1 --rng-seed 8 -o spare.txt", 0);
    home.run("series replace daily 2028-02-27 --batch last", 0);
    // A published day and a future one.
    home.run("series withdraw daily 2028-02-29 2028-03-01", 0);
    home.run(&night("2028-03-01", ""), 0);
    let after = files(&home.path("public"));
    let text = |name: &str| String::from_utf8(after[name].clone()).unwrap();
    let spare = String::from_utf8(home.read("spare.txt")).unwrap();
    let id = spare.split('\t').nth(2).unwrap();
    assert!(text("2028/02/27/day.js").contains(id) && text("2028/days.js").contains(id));
    assert!(text("2028/02/29/index.html").contains("was withdrawn"));
    assert_eq!(text("2028/02/29/day.js"), "var seeddbDay=null;\n");
    assert!(!after.contains_key("2028/03/01/index.html"));
    let changed = |name: &str| before[name] != after[name];
    assert!(!changed("2028/02/28/index.html") && !changed("2028/02/26/day.js"));
    assert!(changed("2028/02/29/puzzle.png") && changed("2028/02/27/puzzle.png"));
}

#[test]
fn what_is_not_of_the_site_stays() {
    let home = with_days();
    fs::create_dir(home.path("public")).unwrap();
    home.file("public/index.html", "my homepage");
    home.refused(&night("2028-02-28", ""), 1, &["public/index.html there already", "--force"]);
    fs::remove_file(home.path("public/index.html")).unwrap();
    home.file("public/2028", "a file");
    home.refused(&night("2028-02-28", ""), 1, &["there already", "nothing was written"]);
    fs::remove_file(home.path("public/2028")).unwrap();
    home.file("public/notes.txt", "mine");
    home.run(&night("2028-02-28", ""), 0);
    assert_eq!(home.read("public/notes.txt"), b"mine");
    // A future day for which other files exist there.
    fs::create_dir_all(home.path("public/2028/02/29")).unwrap();
    home.file("public/2028/02/29/index.html", "a page of my own");
    home.refused(&night("2028-02-29", ""), 1, &["public/2028/02/29/index.html there already"]);
    home.run(&night("2028-02-29", "--force"), 0);
    assert_ne!(home.read("public/2028/02/29/index.html"), b"a page of my own");
    // Another database does not have these days.
    let other = Home::with_starter();
    let plan = "series fill daily 2028-02-28 --days 1 --ramp=mon..sun:easy";
    other.run(&(&plan, "--draw -o days.csv"), 0);
    let database = other.database().to_str().unwrap().to_owned();
    let others = format!("--db {database} --accept-older");
    home.refused(&night("2028-02-29", &others), 1, &["is it another database"]);
    home.file("public/seeddb-site.json", "{\"series\": 3}");
    home.refused(&night("2028-02-29", ""), 1, &["seeddb-site.json", "lists the days"]);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let home = with_days();
    home.file("typo.toml", "name = \"x\"\nadress = \"https://example.org\"\n");
    home.file("series.toml", "series = [\"daily\", \"Sunday\"]\n");
    home.file("logo.toml", "logo = \"missing.svg\"\n");
    for (flags, words) in [
        ("--site typo.toml", &["typo.toml, line 2, adress", "did you mean address?"][..]),
        ("--site series.toml", &["no series \"Sunday\"", "daily"]),
        ("--title x", &["--title", "--site"]),
        ("--solutions none", &["--solutions", "--site"]),
        ("--manifest", &["a site takes no --manifest"]),
        ("--proof", &["--proof"]),
    ] {
        home.refused(&night("2028-02-28", flags), 2, words);
    }
    home.refused(&night("2028-02-28", "--site logo.toml"), 1, &["missing.svg"]);
    let calendar = ["export", "--series", "daily", "--format"];
    let refused = |more: &[&str], words: &[&str]| {
        home.refused(&(&calendar, more), 2, words);
    };
    refused(&["site"], &["-o FOLDER/"]);
    refused(&["site", "-o", "public.zip"], &["-o FOLDER/"]);
    home.refused("export --format site -o s/", 2, &["--series"]);
    home.file("named.toml", "name = \"x\"\n");
    let named = "export --format site --site named.toml -o s/";
    home.refused(&named, 2, &["say which series", "--series daily"]);
    let none = [&calendar[..], &["csv", "--to", "2028-02-25", "-o", "none.csv"]].concat();
    home.refused(&none, 3, &["no puzzle on these days"]);
    home.refused("draw --tier 1 --format site", 2, &["export --series"]);
}

#[test]
fn the_order_of_series_keeps_their_addresses() {
    let home = with_days();
    let sundays =
        ["series", "fill", "Sundays", "2028-02-26", "--days", "9", "--ramp=sun:easy", "--draw"];
    home.run(&sundays, 0);
    home.file("two.toml", "series = [\"daily\", \"Sundays\"]\n");
    home.file("turned.toml", "series = [\"Sundays\", \"daily\"]\n");
    home.run(&night("2028-02-28", "--site two.toml"), 0);
    assert!(home.path("public/sundays/2028/02/27/index.html").exists());
    home.refused(&night("2028-02-28", "--site turned.toml"), 2, &["keep their addresses"]);
}

#[cfg(unix)]
#[test]
fn a_disk_that_is_full_leaves_the_site_as_it_was() {
    let home = with_days();
    home.run(&night("2028-02-27", ""), 0);
    let before = files(&home.path("public"));
    let full = |folder: &str| {
        let arguments = night("2028-02-28", "").replace("-o public", &format!("-o {folder}"));
        // Files are limited to 2 kB, less than a picture or the script needs.
        let output = home.limited(4, &arguments).output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && words.contains("cannot write"), "{words}");
    };
    full("public");
    assert!(before == files(&home.path("public")));
    full("other");
    assert!(!home.path("other").exists());
}
