//! Untrusted files and texts: they write nowhere else, do not fill the memory, send no control
//! characters to the terminal, and are no formulas.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::home::{Home, PUZZLE, Said};

#[test]
fn a_description_of_a_book_names_files_only_in_the_folder_of_the_output() {
    let home = Home::with_few_seeds();
    let elsewhere = tempfile::tempdir().unwrap();
    let absolute = elsewhere.path().join("x.pdf").display().to_string();
    for name in [&absolute, "../x.pdf", "sub/x.pdf", "./x.pdf", "..", "-", ".profile", ""] {
        for key in ["output", "solutions-output"] {
            home.file(
                "book.toml",
                &format!("solutions = \"separate\"\nlevel = \"easy:2\"\n{key} = \"{name}\"\n"),
            );
            for more in ["", "-o out/", "--dry-run"] {
                home.run(&("book --final book.toml", more), 1).words(&[
                    "book.toml, line 3",
                    key,
                    "is no name of a file",
                ]);
            }
        }
    }
    assert_eq!(home.names(), ["book.toml"]);
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);

    home.file("book.toml", "level = \"easy:2\"\noutput = \"x.pdf\"\nprofile = \"screen\"\n");
    home.run("book --final book.toml --quiet -o out/", 0);
    assert!(home.path("out/x.pdf").exists());
    // An absolute path on the command line is intended.
    let arguments = ["book", "--final", "--batch", "1", "--profile", "screen", "-o", &absolute];
    home.run(&arguments, 0);
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 1);
}

#[test]
fn what_is_no_file_is_not_read() {
    let home = Home::new();
    home.file("dev.toml", "level = \"easy:2\"\nfont = \"/dev/zero\"\n");
    assert!(Command::new("mkfifo").arg(home.path("pipe")).status().unwrap().success());
    let draw = "draw --tier 0 --format svg -o x.svg --font";
    for device in ["/dev/zero", "/dev/null", "pipe"] {
        home.run(&["levels", "set", device], 1).words(&[device, "it is no regular file"]);
        home.run(&["book", "--final", device], 1).words(&[device, "it is no regular file"]);
        home.run(&["book", "--final", "--level", "easy:2", "--font", device], 1)
            .words(&[device, "it is no regular file"]);
        home.run(&(&draw, &[device]), 1).words(&[device, "it is no regular file"]);
    }
    home.run("book --final dev.toml", 1).words(&["dev.toml, line 2", "it is no regular file"]);
    for arguments in [
        &["solve", "/dev/zero"][..],
        &["canon", "/dev/null"],
        &["rate", "/dev/zero"],
        &["rate", "--levels", "/dev/zero", PUZZLE],
        &["compare", "/dev/zero"],
        &["explain", "/dev/zero"],
        &["shuffle", "/dev/zero"],
        &["import", "/dev/zero"],
        &["import", "--issued", "/dev/zero"],
        &["levels", "calibrate", "--levels", "2", "/dev/zero"],
    ] {
        let said = home.run(arguments, 1);
        let words = ["it is a device", "it is no regular file"];
        assert!(words.iter().any(|words| said.err.contains(words)), "{arguments:?}: {}", said.err);
    }
    let names = fs::read_dir(home.folder()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.filter(|name| name != "data").count(), 2);
}

#[test]
fn a_pipe_of_puzzles_is_read() {
    let home = Home::new();
    assert!(Command::new("mkfifo").arg(home.path("pipe")).status().unwrap().success());
    let mut command = home.seeddb("solve pipe");
    let child = command.current_dir(home.folder()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    let mut pipe = fs::File::options().write(true).open(home.path("pipe")).unwrap();
    writeln!(pipe, "{PUZZLE}").unwrap();
    drop(pipe);
    let said = Said::of(&child.wait_with_output().unwrap(), &["solve", "pipe"], 0);
    assert!(said.out.starts_with(PUZZLE));
    // Stdin is read to its end, whatever it is.
    let mut command = home.seeddb("canon -");
    command.stdin(fs::File::open("/dev/null").unwrap());
    Said::of(&command.output().unwrap(), &["canon"], 1).words(&["stdin holds no puzzle"]);
}

#[test]
fn what_is_too_large_is_not_read() {
    let home = Home::new();
    let large = |name: &str, size: u64| {
        let file = fs::File::create(home.path(name)).unwrap();
        file.set_len(size).unwrap();
    };
    large("toml", (1 << 20) + 1);
    large("font", (64 << 20) + 1);
    home.run("levels set toml", 1).words(&["toml", "it is larger than 1 MiB"]);
    home.run("book --final toml", 1).words(&["toml", "it is larger than 1 MiB"]);
    home.run("book --final --level easy:2 --font font", 1)
        .words(&["font", "it is larger than 64 MiB"]);
    let mut command = home.seeddb("levels set -");
    command.stdin(fs::File::open("/dev/zero").unwrap());
    Said::of(&command.output().unwrap(), &["levels set -"], 1).words(&["larger than 1 MiB"]);
}

#[test]
fn what_is_no_text_is_one_error() {
    let home = Home::new();
    let binary: Vec<u8> =
        (0..200_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    fs::write(home.path("book.pdf"), [b"%PDF-1.7\n", &binary[..]].concat()).unwrap();
    fs::write(home.path("noise"), &binary).unwrap();
    for command in ["solve", "rate", "check", "explain"] {
        let pdf =
            home.run(&["--quiet", command, "book.pdf"], 1).words(&["book.pdf:1: this is a PDF"]);
        assert!(pdf.err.lines().count() == 1, "{}", pdf.err);
        let noise =
            home.run(&["--quiet", command, "noise"], 1).words(&["noise:1: this is no text"]);
        assert!(noise.err.lines().count() == 1, "{}", noise.err);
    }
}

#[test]
fn what_unpacks_without_end_is_given_up() {
    let home = Home::new();
    let file = fs::File::create(home.path("bomb.gz")).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    writeln!(encoder, "{PUZZLE}").unwrap();
    let comments = format!("#{}\n", "-".repeat(4094)).repeat(256);
    for _ in 0..100 {
        encoder.write_all(comments.as_bytes()).unwrap();
    }
    encoder.finish().unwrap();
    let said = home.run("solve bomb.gz", 1).words(&["100 times its size"]);
    assert!(said.out.starts_with(PUZZLE) && said.err.lines().count() == 1, "{}", said.err);
}

/// A terminal title, colours, and a name with reversed text.
const EVIL: &str = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J\u{202e}fdp.exe";
const SHOWN: &str = "\\u{1b}]0;owned\\u{7}\\u{1b}[31m\\u{9b}2J\\u{202e}fdp.exe";

#[test]
fn words_of_others_do_not_steer_the_terminal() {
    let home = Home::with_few_seeds();
    let steers =
        |text: &str| text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}');
    let shows = |text: &str| {
        assert!(text.contains(SHOWN) && !steers(text), "{text:?}");
    };
    home.run(&["draw", "--tier", "0", "--note", EVIL, "--quiet"], 0);
    shows(&home.run("batches", 0).out);
    let arguments = ["book", "--final", "--batch", "1", "--title", EVIL, "--profile", "screen"];
    let said = home.run(&(&arguments, "-o x.pdf"), 2);
    assert!(!steers(&said.err), "{:?}", said.err);
    shows(&home.run(&["solve", EVIL], 1).err);
    fs::write(home.path(EVIL), format!("{PUZZLE}\n12\n")).unwrap();
    shows(&home.run(&["solve", EVIL], 1).err);
    fs::write(home.path(EVIL), "[[level]]\nname = \"a\"\nscores = 1\n").unwrap();
    shows(&home.run(&["levels", "set", EVIL], 1).err);

    for format in ["csv", "tsv"] {
        let out = home.run(&["batches", "--format", format], 0).out;
        assert!(out.contains(SHOWN) && !steers(&out.replace('\t', "")), "{out:?}");
    }
    // Programs get the original text.
    for format in ["json", "jsonl"] {
        let out = home.run(&["batches", "--format", format], 0).out;
        assert!(!steers(&out), "{out:?}");
        let json: serde_json::Value = serde_json::from_str(out.trim()).unwrap();
        let row = json.get(0).unwrap_or(&json);
        assert_eq!(row["note"], EVIL);
    }
    let dump = home.run("db dump", 0).out;
    assert!(!steers(&dump));
    home.file("dump.jsonl", &dump);
    home.run("db load dump.jsonl new.redb", 0);
    assert!(home.run("--db new.redb db dump", 0).out == dump);
    // Line feeds in a note are preserved for programs.
    home.run(&["draw", "--tier", "0", "--note", "a\tb\nc", "--quiet"], 0);
    let csv = home.run("batches 2 --format csv", 0).out;
    assert!(csv.contains("\"a\tb\nc\"") || csv.contains("a\tb\nc"), "{csv:?}");
}

/// Files named in a site's description must lie in the folder of the description.
#[test]
fn a_logo_is_in_the_folder_of_its_site() {
    let home = Home::with_starter();
    let plan = "series fill daily 2028-02-26 --days 2 --ramp=mon..sun:easy";
    home.run(&(&plan, "--draw -o days.csv"), 0);
    let elsewhere = tempfile::tempdir().unwrap();
    let secret = elsewhere.path().join("secret.png");
    fs::write(&secret, "a secret").unwrap();
    for folder in ["site", "site/images", "beside"] {
        fs::create_dir(home.path(folder)).unwrap();
    }
    fs::write(home.path("beside/secret.png"), "a secret").unwrap();
    fs::write(home.path("site/images/logo.png"), "a picture").unwrap();
    std::os::unix::fs::symlink(&secret, home.path("site/link.png")).unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), home.path("site/folder")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", home.path("site/zero.png")).unwrap();
    std::os::unix::fs::symlink("images/logo.png", home.path("site/own.png")).unwrap();
    assert!(Command::new("mkfifo").arg(home.path("site/pipe.png")).status().unwrap().success());
    fs::File::create(home.path("site/large.png")).unwrap().set_len((1 << 20) + 1).unwrap();
    let site = |logo: &str, code| {
        home.file("site/site.toml", &format!("logo = \"{logo}\"\n"));
        let export = "export --series daily --to 2028-02-27";
        let more = "--format site --site site/site.toml -o public/";
        home.run(&(&export, &more), code)
    };
    let not_there = "it is not in the folder of the description";
    for (logo, words) in [
        (secret.to_str().unwrap(), not_there),
        ("../beside/secret.png", not_there),
        ("images/../../beside/secret.png", not_there),
        ("link.png", not_there),
        ("folder/secret.png", not_there),
        ("zero.png", not_there),
        ("pipe.png", "it is no regular file"),
        ("large.png", "larger than 1 MiB"),
        ("none.png", "No such file"),
    ] {
        site(logo, 1).words(&["site.toml, logo", words]);
        assert!(!home.path("public").exists(), "{logo}");
    }
    for logo in ["images/logo.png", "own.png", "./images/../images/logo.png"] {
        site(logo, 0);
        assert_eq!(fs::read(home.path("public/logo.png")).unwrap(), b"a picture");
        fs::remove_dir_all(home.path("public")).unwrap();
    }
}

/// Symbolic links in place of an output, or of its folder, are not followed elsewhere.
#[test]
fn outputs_are_not_led_elsewhere_by_links() {
    let home = Home::with_starter();
    let elsewhere = tempfile::tempdir().unwrap();
    let kept = elsewhere.path().join("kept");
    fs::write(&kept, "kept").unwrap();
    std::os::unix::fs::symlink(&kept, home.path("out.csv")).unwrap();
    std::os::unix::fs::symlink(elsewhere.path().join("new"), home.path("dangling.csv")).unwrap();
    let draw = "draw --tier 0 --format csv -o";
    for name in ["out.csv", "dangling.csv"] {
        home.run(&(&draw, &[name]), 1).words(&["is there already"]);
        assert_eq!(fs::read(&kept).unwrap(), b"kept");
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 1, "{name}");
    }
    home.run("db dump -o out.csv", 1).words(&["is there already"]);
    home.run("db keys export -o out.csv", 1).words(&["is there already"]);
    home.run("db backup out.csv", 1).words(&["out.csv is not a seeddb database"]);
    assert_eq!(fs::read(&kept).unwrap(), b"kept");
}

#[test]
fn words_of_others_are_no_formulas() {
    let home = Home::with_few_seeds();
    let formulas = ["=cmd|' /C calc'!A0", "+1+1", "-1", "@SUM(1)"];
    for note in formulas {
        let note = format!("--note={note}");
        home.run(&["draw", "--tier", "0", "--quiet", &note], 0);
    }
    let csv = home.run("batches --format csv", 0).out;
    let json: Vec<serde_json::Value> =
        serde_json::from_str(&home.run("batches --format json", 0).out).unwrap();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let column = reader.headers().unwrap().iter().position(|name| name == "note").unwrap();
    for ((record, object), note) in reader.records().zip(&json).zip(formulas) {
        assert_eq!(record.unwrap()[column], format!("'{note}"));
        assert_eq!(object["note"], note);
    }
    // Columns of puzzles and numbers are unchanged.
    let csv = home.run(&["show", "--format", "csv", PUZZLE], 0).out;
    assert!(csv.contains(&format!(",{PUZZLE},")) && !csv.contains('\''), "{csv}");
}

#[test]
fn names_of_levels_are_harmless() {
    let home = Home::with_few_seeds();
    for (name, words) in [
        ("=cmd|'/C_calc'!A0", "take it for a formula"),
        ("+1", "take it for a formula"),
        ("-easy", "take it for a formula"),
        ("@easy", "take it for a formula"),
        ("\\u202Eysae", "not printed"),
        ("ea\\u200Bsy", "not printed"),
        ("ea\\u001Bsy", "level"),
    ] {
        home.file("levels.toml", &format!("[[level]]\nname = \"{name}\"\ntiers = [0, 6]\n"));
        home.run("levels set levels.toml", 1).words(&["levels.toml", words]);
        home.run(&["rate", "--levels", "levels.toml", PUZZLE], 1).words(&[words]);
    }
    let calibrate = ["levels", "calibrate", "--names", "=a", PUZZLE];
    home.run(&calibrate, 1).words(&["take it for a formula"]);
    for name in ["very-easy_1.5", "größer", "tre\\u0300s", "数独", "l'été", "a+b=c", "\\\"x\\\""]
    {
        home.file("levels.toml", &format!("[[level]]\nname = \"{name}\"\ntiers = [0, 6]\n"));
        home.run("levels set levels.toml", 0);
    }
}
