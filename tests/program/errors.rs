//! Mistakes of one kind have one exit code in every command.

use seeddb::database::Kind;

use super::home::Home;

#[test]
fn what_is_not_there_has_one_exit_code() {
    let home = Home::with_starter();
    home.run("draw --level easy -n 2 --rng-seed 1", 0);
    let calendar = "series fill daily --batch 1 2027-01-02 --days 2";
    home.run(&calendar, 0);
    let id = "60RK-4CSM-6MV3-S";
    home.file("level.toml", "[[section]]\nlevel = \"simple\"\ncount = 2\n");
    home.file("part.toml", "[[part]]\nlevel = \"simple\"\ncount = 2\n");
    let code = i32::from(Kind::NotFound.exit_code());
    for (arguments, words) in [
        ("export --batch 9", "there is no batch 9: `seeddb batches` lists them"),
        ("book --batch 9 -o a.pdf", "there is no batch 9"),
        ("void --batch 9", "there is no batch 9"),
        ("books void 9", "there is no book 9: `seeddb books` lists them"),
        ("export ID", "ID is not in this database: give another path with --db"),
        ("show ID", "ID is not in this database"),
        ("void ID", "ID is not in this database"),
        ("note ID words", "ID is not in this database"),
        ("series replace daily 2027-01-02 ID", "ID is not in this database"),
        ("draw --tier 0 --from sID", "no seed sID: `seeddb seeds` lists them"),
        ("series show dayly", "no series \"dayly\" (there are daily): did you mean daily?"),
        ("series withdraw daily 2028-01-01", "daily has no puzzle on 2028-01-01"),
        ("draw --level simple", "no level named 'simple'"),
        ("stats --level simple", "no level named 'simple'"),
        ("book --level simple:2 -o a.pdf", "no level named 'simple'"),
        ("book level.toml -o a.pdf", "level.toml, line 1, [[section]]: no level named 'simple'"),
        ("draw --request part.toml", "part.toml, line 1: no level named 'simple'"),
    ] {
        let arguments = arguments.replace("ID", id);
        home.refused(&arguments, code, &[&words.replace("ID", id)]);
    }
}
