//! Files of TOML and JSON: level tables, requests, books, sites, scales of minutes.

use std::path::{Component, Path};

use rand::RngExt as _;
use seeddb::audience::Audience;
use seeddb::database::{BookFile, RequestError, RequestFile};
use seeddb::export::book::check;
use seeddb::export::drawing::Fonts;
use seeddb::export::site::Description;
use seeddb::level_table::{BUILT_IN, read, write};

use super::{Target, owned, text};

const LEVEL: &str = "[[level]]\nname = \"easy\"\nmetric = \"hsolve\"\nscore = [317, 599.5]\ntiers = [0, 1]\nclues = [24, 45]\n\
    symmetry = \"rot180\"\ntechniques = [\"hidden single\", \"naked pair\"]\nusual_clues = [28, 35]\nabout = \"for the train\"\n\
    [[level]]\nname = \"great\"\nscore = [599.5, inf]\n[[level]]\nname = \"rest\"\nmetric = \"se\"\nscore = [1.0, 9.9]\n";

pub const LEVELS: Target = Target {
    name: "levels",
    truth: "a level table that is read is written, and read again as the same",
    corpus: || {
        let built_in = BUILT_IN.iter().map(|(_, text)| text.as_bytes().to_vec());
        built_in.chain(owned(&[LEVEL])).collect()
    },
    words: "[[level]] name metric score tiers clues symmetry techniques usual_clues about hsolve branch box-norm technique restarts se \
            rot180 rot90 none naked-single x-wing inf = [ ] ,",
    check: || {
        Box::new(|data, _| {
            let Some(Ok(table)) = text(data).map(read) else { return };
            let again = read(&write(&table)).expect("what was written is read");
            assert!(again == table, "{}", write(&table));
            for level in table.levels() {
                assert!(!level.name.contains(char::is_control), "{:?}", level.name);
            }
        })
    },
};

const REQUEST: &str = "note = \"week 1\"\nrng-seed = 7\nsymmetry = \"rot180\"\nclues = 30\n\n[[part]]\nlevel = \"easy\"\ncount = 40\n\n\
    [[part]]\ntier = 2\nscore = \"1500..\"\ncount = \"1k\"\nclues = \"24..26\"\ntechnique = [\"x-wing\", \"naked triple\"]\n\
    hardest-at = \"20..40\"\n\n[[part]]\nse = 7.2\nsymmetry = \"none\"\nminimal = true\nper-seed = 2\n";

pub const REQUESTS: Target = Target {
    name: "requests",
    truth: "a request that is read, as TOML or JSON, is kept as JSON, and read again as the same; what is wrong names a line that there is",
    corpus: || {
        let json = RequestFile::parse(REQUEST)
            .ok()
            .and_then(|read| serde_json::to_vec(&read.options).ok());
        let line = br#"{"part": [{"tier": "0..2", "se": "1.5..2.0", "without": "x-wing", "from-public": true, "count": "2k"}], "rng-seed": 9}"#;
        owned(&[REQUEST]).into_iter().chain(json).chain([line.to_vec()]).collect()
    },
    words: "[[part]] part level count from origin per-seed from-public tier score se er minutes scale label not-label steady spike clues symmetry minimal technique without hardest-at \
            min-givens-a-box digits-all-present no-uniqueness no-guessing rng-seed note partition whole 1/16 1k 2M 1500.. ..30 24..26 \
            rot180 rot90 diagonal true false",
    check: || {
        Box::new(|data, _| {
            let Some(text) = text(data) else { return };
            match RequestFile::parse(text) {
                Ok(read) => {
                    let json = serde_json::to_string(&read.options).expect("it is kept");
                    let again =
                        RequestFile::parse(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
                    assert!(again.options == read.options, "{json}");
                }
                Err(error) => names_a_line(&error, text),
            }
        })
    },
};

fn names_a_line(error: &RequestError, text: &str) {
    let lines = text.matches('\n').count() + 1;
    assert!(error.line.is_none_or(|line| (1..=lines).contains(&line)), "{error} in {lines} lines");
    assert!(!error.to_string().is_empty());
}

const BOOK: &str = "title = \"Quiet hours\"\nsubtitle = \"a\"\nauthor = \"b\"\nimprint = \"\"\"\n(c) 2027\n\"\"\"\nsize = \"6x9\"\n\
    per-page = 4\ntype-size = 12.5\ndesign = \"gift\"\ncaptions = [\"number\", \"level\"]\nmargin = \"12mm\"\ngutter = \"0.5in\"\n\
    grid = \"80mm\"\nheads = \"titles\"\nfolios = \"outside\"\ndividers = \"none\"\nprofile = \"kdp\"\npaper = \"cream\"\norder = \"ladder\"\n\
    solutions = \"back\"\nsolutions-per-page = 6\nhints = true\nlanguage = \"de\"\ndate = 2027-01-31\nfirst-number = 5\nvolumes = 2\n\
    rng-seed = 7\nnote = \"x\"\noutput = \"book.pdf\"\ncover-output = \"cover.pdf\"\nfont = \"a.ttf\"\nclues = \"22..25\"\n\
    [words]\npuzzles = \"Rätsel\"\n[theme]\ncell-line = 1\ndigit = 50\n[cover]\nisbn = \"978-3-16-148410-0\"\ndesign = \"newspaper\"\n\
    [qr]\nlink = \"https://a.example/{id}\"\n[matter]\nhalf-title = true\nfront = \"# One\\n- two\"\nback = \"b\"\n\
    [[section]]\nlevel = \"easy\"\ncount = 40\nlabel = \"Late\"\nsymmetry = \"rot180\"\n";
const SHORT: &str = "title = \"Sudoku\"\nsize = \"5x8\"\nlevel = \"easy:40, hard:5\"\nlarge-print = true\nprofile = \"screen\"\n";
const BATCHES: &str = "{\"title\": \"A\", \"per-page\": 2, \"batch\": [3, 4], \"cover\": {\"design\": \"gift\", \"isbn\": null}}";

pub const BOOKS: Target = Target {
    name: "books",
    truth: "a description of a book names files of the folder of the output only; how many pages it comes to is told, or why it cannot be made",
    corpus: || {
        let half: String = BOOK
            .lines()
            .filter(|line| !line.starts_with("per-page"))
            .take(9)
            .fold(String::new(), |text, line| text + line + "\n");
        let manual = include_str!("../../../src/manual/books.md")
            .split("```")
            .filter(|part| part.contains(" = "))
            .map(str::to_owned);
        owned(&[BOOK, SHORT, BATCHES, &half])
            .into_iter()
            .chain(manual.map(String::into_bytes))
            .collect()
    },
    words: "title subtitle author imprint size per-page large-print type-size design captions worksheet margin gutter grid gap heads folios \
            dividers profile paper order solutions solutions-per-page hints hint-pictures how-to how-to-ladder matter fillable language words qr theme cover \
            first-number date level section batch rng-seed note volumes output solutions-output cover-output font bold-font label count \
            6x9 5x8 a4 a5 8.5x11 1x1 100x100 12mm 0.001mm 500in -3mm kdp ingram pdfx screen plain newspaper gift facing separate none back \
            cream white en de fr es ja isbn spine barcode 2027-01-31 easy:40 1 4 6",
    check: || {
        let fonts = Fonts::bundled().expect("they are in the program");
        Box::new(move |data, rng| {
            let Some(text) = text(data) else { return };
            let book = match BookFile::parse(text) {
                Ok(book) => book,
                Err(error) => return names_a_line(&error, text),
            };
            let content = &book.content;
            for name in [&content.output, &content.answers_output, &content.cover_output]
                .into_iter()
                .flatten()
            {
                is_in_the_folder(name);
            }
            let sections = [("easy", rng.random_range(1..50)), ("Late", rng.random_range(1..5))];
            if let Ok(extent) = check(&book.plan, &fonts, &sections) {
                assert!(
                    extent.pages > 0 && extent.grid.is_finite() && extent.grid > 0.0,
                    "{extent:?}"
                );
            }
        })
    },
};

/// Asserts that a name has one component, and is not another folder.
fn is_in_the_folder(name: &Path) {
    let parts: Vec<Component<'_>> = name.components().collect();
    assert!(matches!(parts[..], [Component::Normal(_)]), "{}", name.display());
}

const SITE: &str = "name = \"The Courier\"\nlanguage = \"en\"\naddress = \"https://example.org/games/\"\ncredit = \"a\"\nlogo = \"logo.svg\"\n\
    imprint = \"b\"\nimprint-link = \"https://example.org/imprint\"\ntime-zone = \"Europe/Berlin\"\noffline = true\n\
    series = [\"daily\", \"The Courier\", \"2027\"]\nsolutions = \"next-day\"\n[colours]\npaper = \"#ffffff\"\nink = \"#1a1a1a\"\n\
    accent = \"#0b4fb3\"\n[dark-colours]\npaper = \"#17191c\"\n";

pub const SITES: Target = Target {
    name: "sites",
    truth: "a description of a site that is taken has folders of its own for its series, below the site, and is read again as the same",
    corpus: || owned(&[SITE, "name = \"a\"\nseries = [\"a\", \"b\", \"c\"]\n"]),
    words: "name language address credit logo imprint imprint-link time-zone offline series solutions colours dark-colours paper ink accent \
            next-day same-day never en de https:// http:// javascript: #ffffff #000000 .svg .png Europe/Berlin UTC ../ /etc/passwd",
    check: || {
        Box::new(|data, _| {
            let Some(Ok(read)) = text(data).map(toml::from_str::<Description>) else { return };
            if read.check().is_err() {
                return;
            }
            let written = toml::to_string(&read).expect("it is written");
            let again: Description = toml::from_str(&written).expect("what was written is read");
            assert!(again == read, "{written}");
            let mut folders: Vec<String> = (0..read.series.len()).map(|i| read.folder(i)).collect();
            for folder in &folders {
                let is_safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                assert!(folder.trim_end_matches('/').chars().all(is_safe), "{folder:?}");
            }
            folders.sort();
            let count = folders.len();
            folders.dedup();
            assert!(folders.len() == count, "{folders:?}");
        })
    },
};

const SCALE: &str = "# Minutes\nname = \"Morning paper\"\nabout = \"readers of 2027\"\ntimings = 344\nfactor = 1.294\npower = 0.584\n\
    low = 0.828\nhigh = 1.135\ntimed = [8.4, 234.0]\n";

pub const SCALES: Target = Target {
    name: "scales",
    truth: "a scale of minutes that is read is written, and read again as the same; what it estimates lies in its range",
    corpus: || {
        owned(&[
            SCALE,
            "name = 'a'\ntimings = 20\nfactor = 1\npower = 1.0\nlow = 1.0\nhigh = 1.0\ntimed = [1, 1e9]\n",
        ])
    },
    words: "name about timings factor power low high timed = [ ] , 0 -1 1e300 1e-300 inf nan 0.5 1.0 234.0 18446744073709551615",
    check: || {
        Box::new(|data, _| {
            let Some(Ok(audience)) = text(data).map(Audience::read) else { return };
            let written = audience.write();
            let again = Audience::read(&written);
            assert!(again.as_ref() == Ok(&audience), "{written}: {again:?}");
            assert!(!audience.name.contains(char::is_control), "{:?}", audience.name);
            let [least, greatest] = audience.scale.timed;
            for effort in [0.0, 1e-300, 1.0, least, 50.0, greatest, 1e300, f64::NAN] {
                let Some(estimate) = audience.scale.estimate(effort) else { continue };
                assert!(
                    estimate.low <= estimate.minutes && estimate.minutes <= estimate.high,
                    "{written}: {estimate:?} of {effort}"
                );
            }
        })
    },
};
