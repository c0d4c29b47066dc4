//! Lists of the keys of drawn puzzles, as one database hands them to another.

use seeddb::database::{Control, Database, Error, Imported};
use seeddb::logic::Ladder;

use super::{Target, drawn, owned};

pub const KEYS: Target = Target {
    name: "keys",
    truth: "a list of keys is taken once, and what is listed then is taken elsewhere; what is wrong names a line that there is",
    corpus: || {
        let database = drawn(6);
        let bare = "0123456789abcdef0123456789abcdef\n\n# two\nFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF\n";
        owned(&[bare])
            .into_iter()
            .chain([listed(&database, false), listed(&database, true)])
            .collect()
    },
    words: "# seeddb ledger 1 2 end 0123456789abcdef0123456789abcdef ffffffffffffffffffffffffffffffff \
            53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    check: || {
        Box::new(|data, _| {
            let database = empty();
            match imported(&database, data) {
                Ok(Imported { new, known, .. }) => {
                    let again = imported(&database, data).expect("it was taken before");
                    assert_eq!((again.new, again.known), (0, new + known));
                    let taken = imported(&empty(), &listed(&database, false));
                    let taken = taken.expect("what was listed is taken");
                    assert_eq!((taken.new, taken.known), (new, 0));
                }
                Err(Error::Dump { line, .. }) => {
                    let lines = data.split(|&byte| byte == b'\n').count() as u64;
                    assert!((1..=lines).contains(&line), "line {line} of {lines}");
                }
                Err(error) => panic!("{error}"),
            }
        })
    },
};

fn empty() -> Database {
    Database::in_memory(Ladder::hsolve().clone(), &[]).expect("in memory")
}

fn imported(database: &Database, list: &[u8]) -> Result<Imported, Error> {
    database.import_keys(&mut &list[..], "db keys import", "", &Control::default())
}

fn listed(database: &Database, with_puzzles: bool) -> Vec<u8> {
    let mut list = Vec::new();
    let count = database.export_keys(&mut list, with_puzzles, &Control::default());
    count.expect("it is listed");
    list
}
