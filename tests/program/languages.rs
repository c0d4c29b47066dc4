//! Books, pages to play, sites and handouts in each language, and with the user's words.

use serde_json::Value;

use crate::home::Home;

/// Returns the languages that an error message of `formats` lists.
fn languages(home: &Home) -> Vec<String> {
    let said = home.run("formats words --language xx", 2);
    let listed = said.err.split_once("possible values: ").unwrap().1;
    let listed = listed.split_once(']').unwrap().0.split(", ");
    listed.map(str::to_owned).collect()
}

/// Returns the words in the data of a page or site.
fn said(page: &[u8], from: &str) -> Value {
    let text = String::from_utf8(page.to_vec()).unwrap();
    let data = text.split_once(from).unwrap().1;
    let mut all = serde_json::Deserializer::from_str(data).into_iter::<Value>();
    all.next().unwrap().unwrap()["words"].clone()
}

fn table(home: &Home, language: &str, name: &str) -> toml::Table {
    let text = home.run(&["formats", "words", "--language", language], 0).out;
    let all: toml::Table = text.parse().unwrap();
    all[name].as_table().unwrap().clone()
}

/// Every output exists in every language, with the words of the language's file.
#[test]
fn each_language_is_everywhere() {
    let home = Home::with_few_seeds();
    let days = "series fill daily 2027-01-04..2027-01-05";
    home.run(&(&days, "--ramp mon..tue:easy --draw"), 0);
    home.run("draw --level easy -o puzzle.txt", 0);
    let all = languages(&home);
    assert!(all.len() >= 10 && all.contains(&"pl".to_owned()), "{all:?}");
    for language in &all {
        let own = ["--language", language];
        home.run(&("convert --format html puzzle.txt -o p.html --force", &own), 0);
        let page = home.read("p.html");
        let text = String::from_utf8(page.clone()).unwrap();
        assert!(text.contains(&format!("lang=\"{language}\"")), "{language}");
        let words = table(&home, language, "page");
        let told = said(&page, "<script type=\"application/json\" id=\"data\">");
        for (name, word) in told.as_object().unwrap() {
            let own = words.get(name).and_then(toml::Value::as_str);
            assert!(own.is_none_or(|own| own == word), "{language}: {name}");
        }
        let site =
            home.file("site.toml", &format!("language = \"{language}\"\nseries = [\"daily\"]\n"));
        let out = format!("site-{language}/");
        home.run(
            &["export", "--format", "site", "--site", &site, "--to", "2027-01-05", "-o", &out],
            0,
        );
        let index = String::from_utf8(home.read(&format!("{out}index.html"))).unwrap();
        assert!(index.contains(&format!("lang=\"{language}\"")), "{language}");
        let book = "book --from-file puzzle.txt -o b.pdf --profile screen --force --how-to --hints";
        let book = (book, own);
        let handout = ("explain puzzle.txt -o s.pdf --force", own);
        if language == "ja" {
            home.run(&book, 2).words(&["日本語 want a font"]);
            continue;
        }
        home.run(&book, 0);
        home.run(&handout, 0);
        let pdf = home.read("b.pdf");
        let tag = format!("/Lang({language})");
        assert!(String::from_utf8_lossy(&pdf).contains(&tag), "{language}");
    }
}

#[test]
fn words_of_ones_own() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy -o puzzle.txt", 0);
    let days = "series fill daily 2027-01-04..2027-01-04";
    home.run(&(&days, "--ramp mon:easy --draw"), 0);
    let swedish = home.run("formats words --language sv", 0).out;
    let danish =
        swedish.replacen("tag = \"sv\"", "tag = \"da\"", 1).replacen("Ångra", "Fortryd", 1);
    home.file("da.toml", &danish);
    let own = "--words da.toml";
    home.run(&("convert --format html puzzle.txt -o p.html", &own), 0);
    let page = String::from_utf8(home.read("p.html")).unwrap();
    assert!(page.contains("lang=\"da\"") && page.contains("Fortryd"));
    let site =
        ["export", "--format", "site", "--series", "daily", "--to", "2027-01-04", "-o", "site/"];
    home.run(&(&site, &own), 0);
    assert!(String::from_utf8(home.read("site/index.html")).unwrap().contains("lang=\"da\""));
    home.run(&("book --from-file puzzle.txt --profile screen -o b.pdf", &own), 0);
    assert!(String::from_utf8_lossy(&home.read("b.pdf")).contains("/Lang(da)"));
    home.run(&("explain puzzle.txt -o s.pdf", &own), 0);
    // Without a language the complete English file is printed.
    let english = home.run("formats words", 0).out;
    home.file("en.toml", &english);
    home.run("convert --format html puzzle.txt -o e.html --words en.toml", 0);
    for (text, words) in [
        (
            danish.replacen("\nundo = ", "\nundoo = ", 1),
            "there is no word page.undoo; did you mean page.undo?",
        ),
        (danish.replacen("\nundo = ", "\n# ", 1), "it lacks page.undo"),
        (danish.replacen("{n} av {of}", "{n}", 1), "book.volume: it has no {of}"),
        (danish.replacen("i = 1 and", "i is 1 and", 1), "no rule of plurals"),
        ("[".to_owned(), "it is no TOML"),
    ] {
        home.file("bad.toml", &text);
        let command =
            ["convert", "--format", "html", "puzzle.txt", "-o", "x.html", "--words", "bad.toml"];
        home.refused(&command, 2, &["bad.toml", words]);
    }
    let both = "convert puzzle.txt --words da.toml --language de -o x.html";
    home.refused(&both, 2, &["--language"]);
    let text = "convert puzzle.txt --words da.toml -o x.csv";
    home.refused(&text, 2, &["--words is for --format html"]);
    home.refused("formats draw --language de", 2, &["formats words"]);
}
