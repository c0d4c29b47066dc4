//! What people type that is no command, word, flag or value here, and what to type instead. In a tip `{}` stands for what was typed.

/// Words in the place of a command, by the command before them (none at the beginning): the words, and the tip.
pub const COMMANDS: &[(&str, &[&str], &str)] = &[
    (
        "",
        &["serve", "server", "http", "api", "daemon"],
        if cfg!(feature = "serve") {
            "`seeddb serve` answers over HTTP"
        } else {
            "this build has no server (`cargo install --path . --features serve` makes one that has): let your program run `seeddb draw --level easy --format json`"
        },
    ),
    (
        "",
        &["web", "html", "gui", "ui", "tui", "game"],
        "`seeddb draw --level easy --count 6 -o play.html` makes a page to play in any browser",
    ),
    (
        "",
        &[
            "new",
            "create",
            "make",
            "play",
            "puzzle",
            "puzzles",
            "generate-puzzle",
            "generate-puzzles",
            "gen",
            "random",
            "get",
            "next",
        ],
        "`seeddb draw --level easy` draws a puzzle",
    ),
    (
        "",
        &["beginner", "easy", "medium", "hard", "fiendish", "expert", "beyond"],
        "`seeddb draw --level {}` draws one",
    ),
    ("", &["print", "reprint", "pdf"], "`seeddb export --batch last` prints a batch again"),
    ("", &["backup"], "`seeddb db backup backup.redb` makes a backup"),
    (
        "",
        &["copy"],
        "`seeddb db copy TO` copies the database, `seeddb db backup TO` makes a backup",
    ),
    (
        "",
        &["restore"],
        "`seeddb db restore backup.redb` puts a backup in the place of the database",
    ),
    (
        "",
        &["check", "compact", "doctor", "dump", "init", "load", "salvage", "status", "tidy"],
        "this is a command of `db`, as `seeddb db {}`",
    ),
    (
        "",
        &["repair", "recover", "rescue", "fix"],
        "`seeddb db salvage BROKEN -o NEW` saves what can be read of a damaged file",
    ),
    ("", &["info"], "`seeddb db doctor` tells about the database, `seeddb stats` what is in it"),
    (
        "",
        &["calendar", "daily", "schedule"],
        "`seeddb export --batch last --calendar DATE` makes a calendar",
    ),
    ("", &["list", "ls", "history", "log"], "`seeddb batches` lists what was drawn"),
    ("", &["hint", "step", "steps"], "`seeddb explain --hint PUZZLE` gives the next step"),
    (
        "",
        &["undo", "delete", "remove", "rm"],
        "`seeddb void --batch N` gives up puzzles that were drawn",
    ),
    ("", &["version"], "`seeddb --version` prints it"),
    ("", &["license", "licence", "copyright"], "MIT or Apache-2.0; you may sell the puzzles"),
    (
        "",
        &["python", "javascript", "js", "node"],
        "let your program run `seeddb draw --level easy --format json`, and read what it prints",
    ),
    (
        "db",
        &["move", "mv", "import"],
        "a database is one file: name it with `--db FILE`, or copy it to a place where none is with `seeddb db copy FROM TO`",
    ),
    (
        "",
        &["grade", "difficulty", "rating", "score"],
        "`seeddb rate PUZZLE` says how hard a puzzle is",
    ),
    ("", &["solver", "solution"], "`seeddb solve PUZZLE` prints the solution"),
    ("", &["validate", "unique"], "`seeddb solve PUZZLE` counts the solutions, up to 2"),
    ("", &["canonical", "minlex", "normalize"], "`seeddb canon PUZZLE` prints the canonical form"),
    ("", &["search", "find"], "`seeddb show ID` finds a puzzle; `seeddb mine` searches for seeds"),
    ("", &["config", "settings"], "there are no settings: `seeddb help` lists the options"),
    ("seeds", &["list", "ls", "show"], "`seeddb seeds` lists them"),
    ("seeds", &["add", "new", "import"], "`seeddb import FILE` puts puzzles in as seeds"),
    ("seeds", &["mine", "find", "search"], "`seeddb mine --tier 5 --for 1m` searches for seeds"),
    (
        "seeds",
        &["delete", "remove", "rm"],
        "seeds stay: what was drawn from them is checked by them",
    ),
    ("seeds", &["rate", "update"], "`seeddb seeds grade` rates those that have no rating"),
    ("books", &["list", "ls"], "`seeddb books` lists them"),
    ("books", &["show", "print", "export"], "`seeddb books` lists them, `seeddb book` makes one"),
    (
        "books",
        &["new", "add", "create", "make"],
        "`seeddb book --level easy:40 -o book.pdf` makes one",
    ),
    ("books", &["delete", "remove", "rm", "undo"], "`seeddb books void N` gives up a book"),
    ("series", &["list", "ls"], "`seeddb series` lists them"),
    (
        "series",
        &["new", "add", "create", "make"],
        "`seeddb export --batch last --calendar DATE` makes a series",
    ),
    (
        "series",
        &["delete", "remove", "rm", "undo"],
        "`seeddb series withdraw SERIES DATE` takes the puzzle of a day out",
    ),
    (
        "series",
        &["change", "set", "edit"],
        "`seeddb series replace SERIES DATE ID` gives a day another puzzle",
    ),
    ("series", &["log", "history"], "`seeddb series changes` lists what happened"),
    ("series", &[""], "`seeddb series show {}` lists the days of a series"),
    ("db", &["export"], "`seeddb db backup backup.redb` makes a backup"),
    ("db", &["info", "path", "show", "stats"], "`seeddb db doctor` tells about the database"),
    ("db", &["create", "new", "make"], "`seeddb db init` makes a database"),
    (
        "db",
        &["verify", "test"],
        "`seeddb db check` reads everything; `seeddb verify` works all out again",
    ),
    (
        "db",
        &["repair", "recover", "rescue", "fix"],
        "`seeddb db salvage BROKEN -o NEW` saves what can be read of a damaged file",
    ),
    ("db", &["vacuum", "shrink"], "`seeddb db compact` makes the file small"),
    (
        "db",
        &["delete", "remove", "rm", "reset", "clear", "drop"],
        "no command does this: without its database nothing knows which puzzles were drawn, and they can come again",
    ),
];

/// Words beside the flags of commands that take none, by command: the words (none are all), and the tip.
pub const WORDS: &[(&str, &[&str], &str)] = &[
    ("batches", &["list", "ls"], "`seeddb batches` lists them"),
    ("batches", &["delete", "void", "remove", "rm"], "`seeddb void --batch N` gives a batch up"),
    ("batches", &["show", "print", "export"], "`seeddb export --batch N` prints a batch"),
    (
        "generate",
        &[""],
        "it takes no words: `seeddb generate --method dig --level easy` makes a puzzle, `seeddb draw --level easy` draws one",
    ),
    ("mine", &[""], "say what to search for with flags, as `seeddb mine --tier 5 --for 1m`"),
    ("stats", &[""], "the kind of puzzles is given with flags, as `seeddb stats --level easy`"),
    ("seeds", &[""], "the kind of seeds is given with flags, as `seeddb seeds --tier 5`"),
    ("verify", &[""], "it takes no words: `seeddb verify` works all out again"),
];

/// What is given where nothing was, by command.
pub const MISSING: &[(&str, &str)] = &[
    ("book", "say what it has, as `seeddb book --level easy:40 -o book.pdf`"),
    ("canon", "give a puzzle, a file, or - for stdin, as `seeddb canon puzzles.txt`"),
    ("compare", "give files of puzzles, as `seeddb compare --metric hsolve,branch puzzles.txt`"),
    ("completions", "name your shell, as `seeddb completions bash`"),
    (
        "convert",
        "give a puzzle, a file, or - for stdin, as `seeddb convert puzzles.txt --format csv`",
    ),
    ("db backup", "name the backup, as `seeddb db backup backup.redb`"),
    ("db copy", "name the copy, as `seeddb db copy copy.redb`"),
    ("db restore", "name the backup, as `seeddb db restore backup.redb`"),
    (
        "db salvage",
        "name the damaged file and the new one, as `seeddb db salvage broken.redb -o saved.redb`",
    ),
    ("dedupe", "give files of puzzles, as `seeddb dedupe puzzles.txt`"),
    ("explain", "give a puzzle, a file, or - for stdin, as `seeddb explain puzzle.txt`"),
    ("export", "say which puzzles, as `seeddb export --batch last`"),
    ("series changes", "`seeddb series changes` lists all"),
    ("series show", "name the series, as `seeddb series show daily`; `seeddb series` lists them"),
    ("generate", "name the method, as `seeddb generate --method dig --level easy`"),
    ("import", "give files of puzzles, as `seeddb import puzzles.txt`"),
    ("levels set", "give a file or the name of a table, as `seeddb levels set balanced-6`"),
    ("merge", "give databases or shards, as `seeddb merge other.redb`"),
    ("mine", "say what to search for, as `seeddb mine --tier 5 --for 1m`"),
    ("note", "give the id and the remark, as `seeddb note 60RK-4CSM-6MV3-S \"too easy\"`"),
    ("rate", "give a puzzle, a file, or - for stdin, as `seeddb rate puzzles.txt`"),
    ("show", "give a puzzle or an id, as `seeddb show 60RK-4CSM-6MV3-S`"),
    ("shuffle", "give a puzzle, a file, or - for stdin, as `seeddb shuffle puzzles.txt`"),
    ("solve", "give a puzzle, a file, or - for stdin, as `seeddb solve puzzles.txt`"),
    ("void", "say which puzzles, as `seeddb void --batch last`"),
];

/// Commands that print puzzles in any format.
const PUZZLES: &[&str] = &["draw", "export", "convert", "generate", "shuffle"];
/// Commands that print rows.
const ROWS: &[&str] = &[
    "batches", "books", "canon", "compare", "dedupe", "explain", "series", "levels", "rate",
    "seeds", "show", "solve", "stats",
];
/// Commands that choose at random.
const RANDOM: &[&str] = &["draw", "mine", "book", "generate", "shuffle"];

/// Flags that people try, with the commands where this is the answer (none are all).
pub const FLAGS: &[(&[&str], &[&str], &str)] = &[
    (
        &["--difficulty", "--hardness", "--rating", "--lvl", "-l", "--easy", "--medium", "--hard"],
        &["draw"],
        "--level, --tier, --score or --er says how hard, as `seeddb draw --level hard`",
    ),
    (&["--difficulty", "--hardness"], &["mine"], "--level or --tier says how hard, as `--tier 5`"),
    (&["--difficulty", "--hardness"], &["book"], "--level says how hard, as `--level easy:40`"),
    (
        &["--difficulty", "--hardness"],
        &["stats", "seeds", "generate"],
        "--level says how hard, as `--level hard`",
    ),
    (
        &["--seed", "--random-seed", "--random", "--rand"],
        RANDOM,
        "--rng-seed repeats the random choices, as `--rng-seed 7`",
    ),
    (
        &["--seed-id", "--from-seed"],
        &["draw"],
        "--from takes the id of a seed; `seeddb seeds` lists them",
    ),
    (
        &["--number", "--amount", "--num", "--quantity", "--puzzles", "--how-many", "-c"],
        &["draw", "generate", "mine", "shuffle"],
        "--count says how many, as `--count 5`",
    ),
    (
        &["--count", "--number", "--amount"],
        &["book"],
        "--level says how many, as `--level easy:40`",
    ),
    (
        &["--givens", "--hints", "--filled"],
        &["draw", "mine", "generate", "book", "seeds", "stats"],
        "--clues bounds the clues, as `--clues 28..32`",
    ),
    (
        &["--unique", "--uniqueness"],
        &["draw", "mine", "generate"],
        "every puzzle has one solution: leave it out",
    ),
    (
        &["--solved", "--with-solution", "--with-solutions", "--answers", "--solution"],
        PUZZLES,
        "--solutions prints them, too, where the format has no place for them",
    ),
    (
        &["--output-format", "--type", "--fmt"],
        PUZZLES,
        "--format says the format, as `--format csv`",
    ),
    (&["--output-format", "--type", "--fmt"], ROWS, "--format says the format, as `--format csv`"),
    (&["--file", "--save", "--to"], &[], "-o names the file, as `-o puzzles.txt`"),
    (&["--print"], PUZZLES, "puzzles go to stdout anyway; -o names a file, as `-o puzzles.pdf`"),
    (
        &["--page", "--paper", "--pagesize", "--page-size"],
        &["book"],
        "--size is that of the page, as `--size a5`",
    ),
    (
        &["--page", "--paper", "--per-page"],
        PUZZLES,
        "--sheet puts several on a page, as `--sheet 2x3 -o sheet.pdf`; `seeddb book` makes books",
    ),
    (&["--batch", "--id", "--ids"], &["draw"], "`seeddb export --batch N` prints a batch again"),
    (
        &["--date", "--start", "--day", "--calendar", "--daily"],
        &["draw"],
        "`seeddb export --batch last --calendar DATE` gives each day a puzzle",
    ),
    (
        &["--date", "--start", "--day", "--daily"],
        &["export"],
        "--calendar begins a calendar, as `--calendar 2027-01-01`",
    ),
    (
        &["--count", "--number", "-n", "--amount"],
        &["export"],
        "--days says how many days a calendar has, as `--calendar 2027-01-01 --days 7`; ids name single puzzles",
    ),
    (
        &["--new-only", "--new", "--only-new", "--fresh"],
        &["dedupe"],
        "--unique prints the lines that are new: one of each class, none that was issued",
    ),
    (
        &["--header"],
        &["explain"],
        "the table of `explain --summary` begins with the names of its columns",
    ),
    (
        &["--hardest", "--hard-first"],
        &["draw"],
        "--er, --tier or --level says how hard, as `seeddb draw --er 9.2.. --per-seed 1 --count 10`",
    ),
    (
        &["--batch", "--id", "--number"],
        &["batches"],
        "a batch is named by its number alone, as `seeddb batches 12` or `seeddb batches last`",
    ),
    (
        &["--dry-run", "-n"],
        &["void"],
        "there is no trial of this: `seeddb batches N` tells what became of a batch, `seeddb show ID` of a puzzle",
    ),
    (&["--all"], &["export", "void", "book"], "`--batch all` takes all batches"),
    (
        &["--last", "--latest"],
        &["export", "void", "book"],
        "`--batch last` takes those of the last command",
    ),
    (
        &["--id", "--ids", "--puzzle"],
        &["export", "void", "show", "note"],
        "an id stands without a flag before it, as 60RK-4CSM-6MV3-S",
    ),
    (
        &["--time", "--timeout", "--duration", "--hours", "--minutes", "--seconds"],
        &["mine"],
        "--for says how long, as `--for 10m`",
    ),
    (
        &["--jobs", "-j", "--cores", "--parallel", "--workers"],
        &[],
        "--threads says how many, as `--threads 2`",
    ),
    (
        &["--verbose", "-v", "-vv", "--debug"],
        &[],
        "notes are printed unless `-q` is given; there are no more of them",
    ),
    (&["--silent", "--no-progress"], &[], "-q prints no progress and no notes"),
    (
        &["--yes", "-y", "--overwrite", "-f"],
        &[],
        "--force replaces a file that is there, where a command writes one",
    ),
    (
        &["--database", "--database-url", "--dburl"],
        &[],
        "--db names the database, as `--db seeds.redb`",
    ),
    (
        &["--symmetric", "--sym"],
        &["draw", "mine", "generate", "book"],
        "--symmetry says how, as `--symmetry rot180`",
    ),
    (
        &["--histogram", "--plot", "--chart", "--graph"],
        &["rate"],
        "`seeddb compare --metric hsolve --plot FOLDER FILE` draws a histogram of the ratings",
    ),
    (
        &["--level", "--levels"],
        &["compare"],
        "it takes files: after `seeddb draw --level easy,hard --count 1000 -o two.csv`, `seeddb compare --metric hsolve --plot FOLDER two.csv` draws each level apart",
    ),
    (
        &["--ramp", "--week", "--days", "--month", "--year"],
        &["draw"],
        "`seeddb export --calendar monday --days 7 --draw --ramp mon..sat:easy,sun:hard -o week/` gives each day a puzzle",
    ),
    (
        &["--technique", "--techniques"],
        &["explain"],
        "`--ladder se` tells steps by the names that players know, `--summary` how often each is used; `--until NAME` stops before one",
    ),
    (
        &["--repeat", "--same", "--reprint"],
        &["draw"],
        "`seeddb export --batch N` prints the puzzles of a batch again; --again N draws others of its kind",
    ),
    (&["--batch"], &["show"], "`seeddb batches N` tells about a batch"),
    (&["--count", "-n"], &["solve"], "`--solutions N` counts solutions up to N"),
    (&["--explain", "--steps"], &["solve"], "`seeddb explain PUZZLE` gives the steps"),
    (&["--ser"], &["draw", "mine"], "--er takes the Sudoku Explainer rating, as `--er 7.2`"),
    (&["--ser", "--er", "--se"], &["rate"], "`--metric se` rates as Sudoku Explainer does"),
    (&["--er", "--se", "--ser"], &["explain"], "`--ladder se` solves as Sudoku Explainer does"),
    (
        &["--author", "--name"],
        PUZZLES,
        "--credit says who made the puzzles, as `--credit \"Ann Lee\"`",
    ),
];

/// Other names, and the value that they mean.
type Meant = (&'static [&'static str], &'static str);

/// Values under other names, by flag.
pub const VALUES: &[(&str, &[Meant])] =
    &[("--symmetry", SYMMETRIES), ("--format", FORMATS), ("--metric", METRICS)];

const METRICS: &[Meant] = &[
    (&["ser", "explainer", "sudoku-explainer"], "se"),
    (&["tier", "score", "level"], "hsolve"),
    (&["backtracking", "beer"], "branch"),
];

const SYMMETRIES: &[Meant] = &[
    (
        &[
            "rotational",
            "rotation",
            "rotate",
            "half-turn",
            "180",
            "rotate180",
            "rot-180",
            "central",
            "point",
            "full",
            "yes",
        ],
        "rot180",
    ),
    (&["quarter-turn", "90", "rotate90", "rot-90"], "rot90"),
    (&["mirror-h", "up-down"], "top-bottom"),
    (&["mirror-v", "mirror"], "left-right"),
    (&["diag", "main-diagonal"], "diagonal"),
    (&["antidiagonal", "anti"], "anti-diagonal"),
    (&["no", "off", "asymmetric"], "none"),
];

const FORMATS: &[Meant] = &[
    (&["txt", "text", "string", "plain", "81"], "line"),
    (&["grid", "ascii", "pretty"], "board"),
    (&["excel", "xls"], "xlsx"),
    (&["image", "picture", "jpg", "jpeg", "gif"], "png"),
    (&["svgz", "vector"], "svg"),
    (&["web", "page", "htm"], "html"),
    (&["ndjson"], "jsonl"),
    (&["ps", "postscript"], "eps"),
    (&["fpuzzles", "sudokupad", "ctc"], "f-puzzles"),
];
