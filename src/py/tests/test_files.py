"""Books, exported files, series and sites."""

import datetime

import pytest

import seeddb

BOOK = {"title": "Quiet hours", "size": "6x9", "section": [{"level": "easy", "count": 40}, {"level": "hard", "count": 40}]}

SIGNS = {"svg": b"<svg ", "eps": b"%!PS-Adobe", "pdf": b"%PDF-1.7", "png": b"\x89PNG", "html": b"<!"}


@pytest.mark.parametrize("format", SIGNS)
def test_one_puzzle_as_a_picture(db, tmp_path, easy, format):
    drawn = db.draw(level="easy", count=2)
    path = tmp_path / f"puzzle.{format}"
    assert db.export(path, ids=[drawn[1].id]) == 1
    assert path.read_bytes().startswith(SIGNS[format])
    text = seeddb.Puzzle(easy).to(format)
    assert isinstance(text, bytes if format in ("pdf", "png") else str)


def test_pictures_are_those_of_the_command_line(db, path, tmp_path, command_of_session):
    db.draw(level="easy", count=3, rng_seed=1)
    command_of_session("--db", path, "export", "--batch", "1", "--format", "svg", "--caption", "No. {number}", "-o", f"{tmp_path}/theirs/")
    assert db.export(tmp_path / "ours", 1, format="svg", caption="No. {number}") == 3
    names = sorted(file.name for file in (tmp_path / "ours").iterdir())
    assert names == ["1-0001.svg", "1-0002.svg", "1-0003.svg"]
    assert all((tmp_path / "ours" / name).read_bytes() == (tmp_path / "theirs" / name).read_bytes() for name in names)
    for name, flags, look in [
        ("sheet.pdf", ["--sheet", "2x2", "--solutions"], {"sheet": (2, 2), "solutions": True}),
        ("page.html", ["--title", "Three", "--language", "de"], {"title": "Three", "language": "de"}),
        ("wide.pdf", ["--size", "50mm", "--theme", "large"], {"size": 50, "theme": "large"}),
        ("all.csv", ["--sort", "-score"], {"sort": ["-score"]}),
        ("all.xlsx", [], {}),
    ]:
        command_of_session("--db", path, "export", "--batch", "1", "-o", f"{tmp_path}/theirs/{name}", *flags)
        assert db.export(tmp_path / "ours" / name, 1, **look) == 3
        assert (tmp_path / "ours" / name).read_bytes() == (tmp_path / "theirs" / name).read_bytes(), name


@pytest.mark.parametrize(
    ("name", "look", "error", "words"),
    [
        ("a.svg", {}, seeddb.RequestError, "name a folder"),
        ("a.pdf", {"header": True}, seeddb.RequestError, "pdf has no header"),
        ("a.csv", {"theme": "large"}, seeddb.RequestError, "csv has no theme"),
        ("a.csv", {"solutions": False}, seeddb.RequestError, "always has the solutions"),
        ("a.sdm", {"solutions": True}, seeddb.RequestError, "no place for solutions"),
        ("a.svg", {"dpi": 100}, seeddb.RequestError, "svg has no dpi"),
        ("a.png", {"dpi": 0}, seeddb.RequestError, "dpi and pixels are"),
        ("a.pdf", {"theme": "loud"}, seeddb.RequestError, "loud"),
        ("a.pdf", {"caption": "{nobody}"}, seeddb.RequestError, "nobody"),
        ("a.pdf", {"sheet": (0, 3)}, seeddb.RequestError, "1 to 100"),
        ("a.pdf", {"size": float("nan")}, seeddb.RequestError, "size"),
        ("a.pdf", {"colour": "red"}, seeddb.RequestError, "colour"),
        ("a.pdf", {"caption": "漢"}, seeddb.RequestError, "漢"),
        ("a.jpeg", {}, seeddb.RequestError, "no format ends in .jpeg"),
        ("a.csv", {"format": "jpeg"}, seeddb.RequestError, "svg"),
        ("a", {"format": "site"}, seeddb.RequestError, "Database.site"),
        ("a", {"format": "svg", "name": "{nobody}"}, seeddb.RequestError, "nobody"),
        ("a", {"format": "svg", "name": "x"}, seeddb.RequestError, "two files"),
        ("a.csv", {"sort": ["size"]}, seeddb.RequestError, "size"),
        ("a.csv", {"batch": 9}, seeddb.NotFound, "9"),
        ("a.csv", {"batch": 1, "book": 1}, seeddb.RequestError, "one of the four"),
        ("a.csv", {"series": "daily"}, seeddb.RequestError, "first and the last day"),
        ("a.csv", {"first": "2027-01-01"}, seeddb.RequestError, "days of a series"),
        ("a.csv", {"series": "weekly", "first": "2027-01-01", "last": "2027-01-02"}, seeddb.NotFound, "weekly"),
        ("a.csv", {"series": "daily", "first": "monday", "last": "2027-01-02"}, seeddb.RequestError, "2027-01-31"),
    ],
)
def test_exports_that_cannot_be(db, tmp_path, name, look, error, words):
    db.draw(level="easy", count=2)
    with pytest.raises(error, match=words):
        db.export(tmp_path / name, **look)
    assert not (tmp_path / name).exists()
    assert not [item for item in tmp_path.iterdir() if item.name.startswith(".seeddb-")]


def test_a_folder_is_new(db, tmp_path):
    db.draw(level="easy", count=2)
    (tmp_path / "kept").mkdir()
    with pytest.raises(FileExistsError, match="new folder"):
        db.export(tmp_path / "kept", format="svg")
    assert db.export(tmp_path / "sheets", format="png", sheet=(1, 1), pixels=200) == 2
    assert len(list((tmp_path / "sheets").glob("*.png"))) == 2


def test_a_book(db, tmp_path):
    path = tmp_path / "hours.pdf"
    told = []
    proof = db.book(path, BOOK, once="spring", progress=lambda done, total: told.append((done, total)))
    assert proof.book is None and proof.batch == 1 and proof.proof and proof.files == [str(path)] and told
    assert path.read_bytes().startswith(b"%PDF-1.")
    assert proof.documents[0]["violations"] == [] and len(db.books()) == 0
    with pytest.raises(FileExistsError, match="force"):
        db.book(path, BOOK, once="spring", final=True)
    final = db.book(tmp_path / "final.pdf", BOOK, once="spring", final=True)
    assert final.book == 1 and final.batch == 1, "the puzzles are those of the proof"
    assert db.books()["title"] == ["Quiet hours"] and len(db.puzzles()) == 80
    assert db.export(tmp_path / "book.csv", book=1) == 80


def test_a_book_of_a_file_with_a_cover(db, path, tmp_path, command_of_session):
    db.draw(level="easy", count=60, rng_seed=3)
    toml = tmp_path / "book.toml"
    toml.write_text('title = "Ours"\nbatch = [1]\nsize = "6x9"\nsolutions = "separate"\n[cover]\ndesign = "gift"\n')
    made = db.book(tmp_path / "ours.pdf", toml, ignore_rules=True)
    names = ["ours.pdf", "ours-solutions.pdf", "ours-cover.pdf"]
    assert [one["file"] for one in made.documents] == names and made.files == [str(tmp_path / name) for name in names]
    command_of_session("--db", path, "book", toml, "--ignore-rules", "-o", tmp_path / "theirs.pdf")
    for name in names:
        assert (tmp_path / name).read_bytes() == (tmp_path / name.replace("ours", "theirs")).read_bytes(), name


@pytest.mark.parametrize(
    ("book", "error", "words"),
    [
        ({"title": "A", "tittle": "B"}, seeddb.RequestError, "tittle"),
        ({"title": "A", "size": "6x"}, seeddb.RequestError, "size"),
        ({"title": "A", "level": "easy:4", "how-to": True, "how-to-ladder": "comon"}, seeddb.RequestError, "common"),
        ({"title": "A", "level": "hrad:4"}, seeddb.Error, "hrad"),
        ({"title": "A"}, seeddb.Error, ""),
        ({"title": "A", "batch": [7]}, seeddb.NotFound, "7"),
        ({"title": "A", "level": "easy:4", "volumes": 1000}, seeddb.RequestError, "999"),
        ({"title": "A", "level": "easy:4", "font": "none.ttf"}, seeddb.RequestError, "none.ttf"),
        ({"title": "A", "level": "easy:4", "profile": "kdp"}, seeddb.AgainstRules, "pages"),
        ("none.toml", FileNotFoundError, "none.toml"),
        (5, TypeError, "int"),
    ],
)
def test_books_that_cannot_be(db, tmp_path, book, error, words):
    with pytest.raises(error, match=words) as told:
        db.book(tmp_path / "book.pdf", book)
    if error is seeddb.AgainstRules:
        assert told.value.documents[0]["violations"]
    assert len(db.batches()) == 0 and not (tmp_path / "book.pdf").exists()
    dry = {"title": "A", "level": "easy:4", "how-to": True, "how-to-ladder": "common"}
    assert db.book(tmp_path / "book.pdf", dry, dry_run=True).files == [] and len(db.batches()) == 0


def test_a_series_of_days(db, tmp_path):
    monday = datetime.date(2099, 1, 5)
    with pytest.raises(seeddb.Error) as told:
        db.fill("daily", monday, days=7, ramp="mon..fri:easy,sat..sun:hard")
    assert told.value.data["levels"] == [{"level": "easy", "missing": 5}, {"level": "hard", "missing": 2}] and len(db.series()) == 0
    assert len(db.fill("daily", monday, days=2, ramp="mon..sun:easy", dry_run=True)) == 0
    filled = db.fill("daily", monday, days=7, ramp="mon..fri:easy,sat..sun:hard", draw=True, rng_seed=1)
    assert filled["date"] == [f"2099-01-{day:02}" for day in range(5, 12)]
    assert filled["level"] == ["easy"] * 5 + ["hard"] * 2
    assert db.fill("daily", "2099-01-05", days=7) == filled, "days keep their puzzles"
    assert db.series()["days"] == [7] and db.series("daily", first="2099-01-10")["id"] == filled["id"][5:]
    assert db.export(tmp_path / "week.csv", series="daily", first=monday, last="2099-01-07") == 3
    assert seeddb.read(tmp_path / "week.csv")["puzzle"] == filled["puzzle"][:3]
    assert db.export(tmp_path / "week", series="daily", first=monday, last="2099-01-07", format="svg") == 3
    assert (tmp_path / "week" / "2099-01-05-easy.svg").exists()
    assert db.export(tmp_path / "none.csv", series="daily", first=monday, last=monday, approved=True) == 0


@pytest.mark.parametrize(
    ("first", "wishes", "words"),
    [
        ("monday", {}, "2027-01-31"),
        ("2020-01-06", {"days": 1}, "is over"),
        ("2099-01-05", {"dayz": 1}, "dayz"),
        ("2099-01-05", {"days": -1}, "-1"),
        ("2099-01-05", {"ramp": "mon..sun:hrad"}, "hrad"),
        ("2099-01-05", {"ramp": "someday:easy"}, "someday"),
    ],
)
def test_series_that_cannot_be(db, first, wishes, words):
    db.draw(level="easy", count=1)
    with pytest.raises(seeddb.Error, match=words):
        db.fill("daily", first, **wishes)
    assert len(db.series()) == 0


def test_a_site(db, tmp_path):
    db.fill("daily", "2099-01-05", days=3, ramp="mon..sun:easy", draw=True)
    folder = tmp_path / "public"
    assert db.site(folder, {"name": "The Courier", "time_zone": "Europe/Berlin"}, first="2099-01-05", until="2099-01-06") == 2
    assert "The Courier" in (folder / "index.html").read_text()
    assert (folder / "2099/01/05/index.html").exists() and not (folder / "2099/01/07").exists()
    # The days that are to be seen stay, whatever is asked for.
    (folder / "robots.txt").write_text("mine")
    assert db.site(folder, {"time_zone": "Europe/Berlin"}, first="2099-01-06", until="2099-01-05") == 2
    assert (folder / "robots.txt").read_text() == "mine" and (folder / "2099/01/05/index.html").exists()
    with pytest.raises(seeddb.RequestError, match="order of the series"):
        db.site(folder, {"series": ["weekly", "daily"]}, first="2099-01-05")
    strange = seeddb.open(tmp_path / "other.redb")
    strange.fill("daily", "2099-01-06", days=1, ramp="mon..sun:easy", draw=True)
    with pytest.raises(seeddb.RequestError, match="another database"):
        strange.site(folder, first="2099-01-05")
    (folder / "seeddb-site.json").write_text("[1]")
    with pytest.raises(OSError, match="lists the days"):
        db.site(folder, first="2099-01-05")
    with pytest.raises(seeddb.RequestError, match="address"):
        db.site(tmp_path / "b", {"adress": "x"}, first="2099-01-05")
    with pytest.raises(seeddb.NotFound):
        db.site(tmp_path / "b", {"series": ["weekly"]}, first="2099-01-05")
    with pytest.raises(seeddb.RequestError, match="logo"):
        db.site(tmp_path / "b", {"logo": "none.png"}, first="2099-01-05")
    assert not (tmp_path / "b").exists()


def files_of(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_site_goes_on_as_that_of_the_command_line(db, path, tmp_path, command_of_session):
    db.fill("daily", "2099-01-05", days=4, ramp="mon..sun:easy", draw=True, rng_seed=1)
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for day, days in [("2099-01-05", 1), ("2099-01-06", 2), ("2099-01-08", 4)]:
        before = files_of(ours)
        assert db.site(ours, first="2099-01-05", until=day) == days
        command_of_session("--db", path, "export", "--series", "daily", "--from", "2099-01-05", "--format", "site", "--to", day, "-o", f"{theirs}/")
        assert files_of(ours) == files_of(theirs) != before
    kept = files_of(ours)
    # What the site did not make stays, unless it may go; a link leads nowhere else.
    (ours / "seeddb-site.json").unlink()
    with pytest.raises(FileExistsError, match="force"):
        db.site(ours, first="2099-01-05", until="2099-01-07")
    (ours / "seeddb-site.json").write_bytes(kept["seeddb-site.json"])
    (ours / "index.html").write_text("an accident")
    assert db.site(ours, first="2099-01-05", force=True) == 4 and files_of(ours) == kept
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "2099").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError, match="is a link"):
        db.site(tmp_path / "linked", first="2099-01-05", until="2099-01-07", force=True)
    assert not files_of(tmp_path / "elsewhere") and [file.name for file in (tmp_path / "linked").iterdir()] == ["2099"]
