//! Where the program gives a file its name: whatever is there stays, unless `--force` was given or the program made it.

use super::{is_test, sources};

/// Calls that make a file or a name of one, or replace what has that name.
const CALLS: [&str; 12] = [
    "fs::rename(",
    "hard_link(",
    "::symlink(",
    ".persist(",
    ".persist_noclobber(",
    "File::create(",
    "File::create_new(",
    ".create(true",
    ".create_new(true",
    ".truncate(true",
    "fs::write(",
    "fs::copy(",
];

/// File, call, how often it stands there, and why it replaces nothing.
const KNOWN: [(&str, &str, usize, &str); 8] = [
    (
        "cli/terminal/files.rs",
        "fs::rename(",
        2,
        "one makes a new folder, where the system replaces no more than an empty one; one is with --force",
    ),
    ("cli/terminal/files.rs", "fs::write(", 1, "into a temporary folder of its own"),
    ("cli/terminal/output.rs", ".persist(", 1, "with --force"),
    ("cli/terminal/output.rs", ".persist_noclobber(", 1, "refused if something is there"),
    ("store/file/holder.rs", ".persist(", 1, "the side file of a database whose lock is held"),
    ("store/file/make.rs", ".persist_noclobber(", 1, "refused if something is there"),
    ("store/file/queue.rs", ".create_new(true", 1, "refused if something is there"),
    ("temporary.rs", ".persist_noclobber(", 1, "refused if something is there"),
];

/// Nothing that the program did not make is replaced without `--force`: a call that is not in the list wants a look.
#[test]
fn what_is_there_stays() {
    let (sources, mut found) = (sources(), Vec::new());
    for (file, _, code) in sources.iter().filter(|(file, ..)| !is_test(file)) {
        let code = code.split("\nmod tests {").next().unwrap_or_default();
        for call in CALLS {
            let count = code.matches(call).count();
            if count > 0 {
                found.push((file.as_str(), call, count));
            }
        }
    }
    found.sort_unstable();
    let known: Vec<_> = KNOWN.iter().map(|&(file, call, count, _)| (file, call, count)).collect();
    assert_eq!(found, known);
}
