//! Where the program makes, moves, replaces or removes files: what it did not make stays, unless `--force` was given.

use std::collections::BTreeMap;

use super::{is_test, is_word, sources};

/// Calls that make, move, replace or remove a file or folder.
const CALLS: [&str; 19] = [
    ".create(true",
    ".keep()",
    ".truncate(true",
    "::symlink(",
    "create_dir(",
    "create_dir_all(",
    "create_new(",
    "File::create(",
    "File::options(",
    "fs::copy(",
    "fs::rename(",
    "fs::write(",
    "hard_link(",
    "persist(",
    "persist_noclobber(",
    "remove_dir(",
    "remove_dir_all(",
    "remove_file(",
    "renameat_with(",
];

/// Each of these calls in the sources, how often it is there, and why nothing is lost by it. What somebody else may have made is never
/// replaced without `--force`: a new row needs a reason that says so.
const REASONS: [(&str, &str, usize, &str); 38] = [
    ("build.rs", "fs::write(", 1, "into the folder of the build"),
    ("cli/commands/book/targets.rs", "create_dir(", 1, "fails if something is there"),
    (
        "cli/commands/book/targets.rs",
        "remove_dir(",
        1,
        "the folder made for this book, if it is empty",
    ),
    ("cli/terminal/files.rs", "create_dir_all(", 1, "within a temporary folder"),
    ("cli/terminal/files.rs", "fs::write(", 1, "into a temporary folder"),
    ("cli/terminal/output.rs", "File::options(", 2, "opens what is there, and makes nothing"),
    ("cli/terminal/pictures.rs", "create_dir_all(", 1, "leaves what is there"),
    ("database/backup.rs", "create_dir_all(", 1, "leaves what is there"),
    (
        "database/backup.rs",
        "fs::rename(",
        2,
        "over a file that has a second name, or to a name that nothing has",
    ),
    ("database/backup.rs", "hard_link(", 1, "fails if something is there"),
    (
        "database/backup.rs",
        "remove_file(",
        2,
        "a backup that this call has made; the second name that this call gave",
    ),
    ("temporary/mod.rs", ".keep()", 1, "what could not be moved stays"),
    ("database/rescue.rs", ".keep()", 1, "a temporary file, which stays under its random name"),
    ("cli/commands/rescue.rs", "remove_file(", 1, "the file that this command has made"),
    ("py/files.rs", "create_dir_all(", 1, "within a temporary folder"),
    ("py/files.rs", "fs::write(", 1, "into a temporary folder"),
    ("store/file/holder.rs", "persist(", 1, "the side file of the database"),
    ("store/file/held.rs", "File::options(", 1, "opens what is there, and makes nothing"),
    ("store/file/lock.rs", "File::options(", 1, "opens what is there, and makes nothing"),
    ("store/file/make.rs", "create_dir_all(", 1, "leaves what is there"),
    ("store/file/make.rs", "persist_noclobber(", 1, "replaces nothing"),
    ("store/file/queue.rs", "File::options(", 1, "a ticket of the queue, with create_new"),
    ("store/file/queue.rs", "create_new(", 1, "replaces nothing"),
    ("store/file/queue.rs", "remove_file(", 1, "tickets of the queue"),
    ("store/file/side.rs", "remove_dir(", 1, "the folder that this process made, if it is empty"),
    ("store/file/side.rs", "remove_file(", 1, "the side files of the database"),
    ("store/marks/place.rs", "create_dir_all(", 1, "leaves what is there"),
    ("temporary/mod.rs", "persist_noclobber(", 1, "replaces nothing"),
    ("temporary/mod.rs", "remove_dir_all(", 1, "temporary folders of dead processes"),
    ("temporary/mod.rs", "remove_file(", 1, "temporary files of dead processes"),
    ("temporary/placed.rs", "File::options(", 1, "opens what is there, and makes nothing"),
    ("temporary/placed.rs", "create_dir(", 1, "fails if something is there"),
    (
        "temporary/placed.rs",
        "fs::rename(",
        2,
        "a folder, over an empty one at most; a file with --force, or one of a site that lists it as its own; back to where it was",
    ),
    ("temporary/placed.rs", "hard_link(", 1, "fails if something is there"),
    ("temporary/placed.rs", "persist(", 1, "the mark of the database"),
    ("temporary/placed.rs", "remove_dir(", 1, "a folder that this call has made, if it is empty"),
    ("temporary/placed.rs", "remove_file(", 1, "the second name that this call gave"),
    ("temporary/mod.rs", "renameat_with(", 1, "exchanges two files: both stay"),
];

#[test]
fn every_change_of_a_file_has_its_reason() {
    let mut found: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for (file, _, code) in sources().iter().filter(|(file, ..)| !is_test(file)) {
        let code = code.split("\nmod tests {").next().unwrap_or_default();
        for call in CALLS {
            // `is_create_new(` is another call than `create_new(`.
            let begins = |at: usize| !call.starts_with(is_word) || !code[..at].ends_with(is_word);
            let count = code.match_indices(call).filter(|&(at, _)| begins(at)).count();
            if count > 0 {
                found.insert((file.clone(), call), count);
            }
        }
    }
    let known = REASONS.map(|(name, call, count, _)| ((name.to_owned(), call), count));
    assert_eq!(found, BTreeMap::from(known), "give the reason why the call loses nothing");
}
