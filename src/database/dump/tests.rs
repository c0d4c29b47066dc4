//! Malicious dumps.

use std::io::{BufRead, Cursor};
use std::mem::discriminant;

use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use seeddb_ledger::{RecordGroup, RecordSource as _, random::random_store};

#[path = "../../../tools/fuzz/change.rs"]
mod change;

use self::change::Changer;
use super::read::Reader;
use super::write::Writer;
use crate::Error;
use crate::logic::Ladder;
use crate::old_words::in_todays_words;
use crate::symmetry::ClueSymmetry;

/// Returns the pieces read from a text, and the error, if any.
fn read(text: &[u8]) -> (Vec<RecordGroup>, Option<Error>) {
    let mut open = || Ok(Box::new(Cursor::new(text.to_vec())) as Box<dyn BufRead>);
    let mut reader = Reader::new(&mut open, Ladder::hsolve());
    let mut pieces = Vec::new();
    let mut all = || {
        reader.rewind()?;
        while let Some(piece) = reader.next()? {
            pieces.push(piece);
        }
        Ok(())
    };
    let done: Result<(), Error> = all();
    (pieces, done.err())
}

fn written(pieces: &[RecordGroup]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut writer = Writer::begin(&mut text).unwrap();
    for piece in pieces {
        writer.piece(piece).unwrap();
    }
    writer.finish().unwrap();
    text
}

/// Returns small dumps of the first records of each kind, with a last line without counts.
fn corpus() -> Vec<Vec<u8>> {
    let small = |rng_seed| {
        let mut pieces: Vec<RecordGroup> = Vec::new();
        let store = random_store(&mut SmallRng::seed_from_u64(rng_seed));
        let is_whole = store.pieces(&mut |mut piece| {
            match &mut piece {
                RecordGroup::Seeds(seeds) => seeds.truncate(1),
                RecordGroup::Keys(keys) => keys.truncate(1),
                RecordGroup::Puzzles(puzzles) => puzzles.truncate(1),
                RecordGroup::Places(places) => places.truncate(1),
                RecordGroup::Events(events) => events.truncate(3),
                RecordGroup::Whole(_) | RecordGroup::Batch(_) | RecordGroup::Book(_) => {}
            }
            if pieces.iter().all(|other| discriminant(other) != discriminant(&piece)) {
                pieces.push(piece);
            }
            true
        });
        assert!(is_whole.unwrap());
        let mut text = written(&pieces);
        text.pop();
        text.truncate(text.iter().rposition(|&byte| byte == b'\n').unwrap() + 1);
        text.extend(br#"{"record":"end"}"#);
        text
    };
    let corpus: Vec<_> = (0..30).map(small).filter(|text| read(text).1.is_none()).collect();
    assert!(corpus.len() >= 10, "{}", corpus.len());
    corpus
}

/// A dump with arbitrary contents is either refused, with the wrong line, or survives a round trip.
///
/// `SEEDDB_INPUTS=FROM..TO cargo test --lib a_dump_of_anybody` tests other dumps, by RNG seed.
#[test]
fn a_dump_of_anybody_is_read_or_refused() {
    let words = "dump database seed batch key puzzle book place event end format version null true -1 1e9 1.5";
    let words = words.split(' ').map(|word| format!("\"{word}\"")).collect();
    let changer = Changer { corpus: corpus(), words };
    changer.look_at_inputs(0..5_000, |text, _| {
        let (pieces, error) = read(text);
        if let Some(error) = error {
            let lines = text.split(|&byte| byte == b'\n').count() as u64;
            let Error::Dump { line, .. } = error else { panic!("{error}") };
            assert!(line <= lines, "line {line} of {lines}");
            return false;
        }
        let first = written(&pieces);
        let (again, error) = read(&first);
        assert!(error.is_none(), "{error:?}");
        assert!(written(&again) == first, "{}", first.escape_ascii());
        true
    });
}

/// Dumps and requests from the time when `top-bottom` was called `mirror-h`.
#[test]
fn older_names_of_symmetries_are_understood() {
    let puzzle =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let toml = r#"[[level]]\nname = \"own\"\nsymmetry = \"mirror-v\"\n"#;
    let text = [
        r#"{"record":"dump","format":1}"#,
        &format!(r#"{{"record":"database","levels":"{toml}"}}"#),
        &format!(r#"{{"record":"seed","puzzle":"{puzzle}","symmetry":"mirror-h"}}"#),
        r#"{"record":"end"}"#,
    ];
    let (pieces, error) = read(text.join("\n").as_bytes());
    assert!(error.is_none(), "{error:?}");
    let [RecordGroup::Whole(whole), RecordGroup::Seeds(seeds)] = &pieces[..] else {
        panic!("two pieces")
    };
    assert_eq!(whole.levels.as_ref().unwrap().levels()[0].symmetry, ClueSymmetry::LeftRight);
    assert_eq!(seeds[0].seed.symmetry, ClueSymmetry::TopBottom);
    let request = r#"{"part":[{"level":"easy","symmetry":"mirror-v"}],"note":"mirror-v"}"#;
    let todays = r#"{"part":[{"level":"easy","symmetry":"left-right"}],"note":"mirror-v"}"#;
    assert_eq!(in_todays_words(request), todays);
}
