//! A book of 40 puzzles as a PDF: the last lines of `main`.
//!
//! `cargo run --release --example book -- seeds.redb book.pdf`
//!
//! A missing database is created with the starter seeds. It records the page of each puzzle.

use std::error::Error;
use std::{env, fs};

use seeddb::database::{
    BatchRef, BookOptions, Contents, Control, Database, DrawOptions, Options, Record,
};
use seeddb::export::book::Plan;
use seeddb::export::drawing::Fonts;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("give the file of a database")?;
    let pdf = arguments.next().ok_or("give the file of the book")?;

    let database = Database::open(file.as_ref(), Options::default())?;
    let control = Control::default();
    let mut batches = Vec::new();
    for level in ["easy", "hard"] {
        let mut drawing = database.draw(&DrawOptions::of_level(level, 20, 7), &control)?;
        drawing.by_ref().try_for_each(|puzzle| puzzle.map(drop))?;
        batches.push(BatchRef::Id(drawing.batch().id));
    }
    let options = BookOptions {
        contents: Contents::Batches(batches, Vec::new()),
        plan: Plan { title: "Forty puzzles".to_owned(), ..Plan::default() },
        volumes: 1,
        note: None,
        rng_seed: 7,
        replaced: Vec::new(),
        scale: None,
        fonts: [None, None],
        record: Record::Always,
    };
    let book = database.book(&options, &Fonts::bundled()?, &control)?;
    for document in book.documents {
        fs::write(&pdf, document.pdf.ok_or("a book that is recorded has pages")?)?;
        println!("{pdf}: {} pages, book {:?}", document.report.pages, book.recorded);
    }
    Ok(())
}
