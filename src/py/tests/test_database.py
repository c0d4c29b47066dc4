import fcntl
import json
import multiprocessing
import pickle
import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy
import pytest

import seeddb

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_draw_is_on_record(db, path):
    drawn = db.draw(level="hard", count=50, rng_seed=7)
    assert len(drawn) == 50 and drawn.batch == 1 and drawn["number"] == list(range(1, 51))
    assert seeddb.rate(drawn)["level"] == ["hard"] * 50
    assert db.puzzles(1) == drawn == db.puzzles("last")
    again = seeddb.open(path)
    assert again.batches()["issued"] == [50]
    assert len(set(drawn["id"]) | set(again.draw(level="hard", count=50, rng_seed=7)["id"])) == 100
    assert again.show(drawn[0].id)[0].batch == 1 and again.show(drawn[0].puzzle)[0].id == drawn[0].id


def test_wishes_are_those_of_a_request(db):
    drawn = db.draw(tier=5, score=(2000, 6000), clues=(None, 26), count=5, note="for monday")
    assert all(row.tier == 5 and 2000 <= row.score <= 6000 and row.clues <= 26 for row in drawn)
    assert db.batches()[0].note == "for monday"
    mixed = db.draw(parts=[{"level": "easy", "count": 2}, {"level": "hard"}], symmetry="rot180")
    assert mixed["level"] == ["easy", "easy", "hard"]
    assert db.estimate(level="hard")[0].puzzles > 1000


def test_estimated_minutes_are_as_asked(db, command_of_session):
    for wish, least, most in [((8, 12), 8, 12), (5, 5, 6), ((None, 6), 0, 6)]:
        drawn = db.draw(minutes=wish, count=20)
        rated = command_of_session("rate", "--metric", "minutes", "--format", "jsonl", "-", text="\n".join(drawn["puzzle"]))
        minutes = [json.loads(line)["minutes"] for line in rated.splitlines()]
        assert len(minutes) == 20 and all(least <= one <= most for one in minutes), (wish, minutes)
    with pytest.raises(seeddb.Error, match="minutes"):
        db.draw(minutes=(200, 300))


def test_the_wishes_have_the_names_of_the_flags(db, command_of_session):
    """What `seeddb draw --help` lists before the output is a keyword here."""
    flags = command_of_session("draw", "--help")
    flags = re.findall(r"^ +(?:-n, )?--([a-z-]+)", flags[: flags.index("\nOutput:")], re.MULTILINE)
    with pytest.raises(seeddb.RequestError) as told:
        db.draw(nothing=1)
    keys = set(re.findall(r"[a-z-]+", str(told.value)))
    assert {"level", "symmetry", "hardest-at", "from-public"} <= keys and len(flags) > 20
    stub = Path(seeddb.__file__).with_name("_seeddb.pyi").read_text()
    classes = re.findall(r"^class _(?:Part|Wishes)\(.*:\n((?:    .*\n)+)", stub, re.MULTILINE)
    typed = {name.replace("_", "-") for own in classes for name in re.findall(r"^    (\w+):", own, re.MULTILINE)}
    assert typed - {"again", "parts"} == keys & typed and set(flags) - typed == {"from", "like", "request"}
    # A file of parts is parts=, one puzzle like another has its ranges, and help and version are
    # for programs.
    assert set(flags) - keys - {"like", "request", "help", "version"} == {"again"}
    drawn = db.draw(level="hard", count=2, symmetry="rot180", note="first")
    again = db.draw(again=drawn.batch)
    assert again["level"] == drawn["level"] and set(again["id"]).isdisjoint(drawn["id"])
    assert db.batches()["note"] == ["first", "first"] and db.draw(again="last", note="x").batch == 3
    with pytest.raises(seeddb.RequestError, match="only note"):
        db.draw(again=1, level="easy")


def test_levels_share_the_count(db):
    assert db.draw(level=["easy", "hard"], count=3)["level"] == ["easy", "easy", "hard"]


def test_a_draw_with_a_key_is_done_once(db):
    first = db.draw(level="easy", count=3, once="monday")
    assert db.draw(level="easy", count=3, once="monday")["id"] == first["id"]
    assert next(db.draw_iter(level="easy", count=3, once="monday")).id == first[0].id
    with pytest.raises(seeddb.Error) as told:
        db.draw(level="hard", count=3, once="monday")
    assert told.value.code == "other-request"


def test_a_draw_that_is_taken_piece_by_piece(db):
    going = db.draw_iter(level="easy", count=1000)
    taken = [next(going) for _ in range(3)]
    going.close()
    with pytest.raises(StopIteration):
        next(going)
    kept = db.puzzles(going.batch)
    assert 3 <= len(kept) <= 1000 and kept["id"][:3] == [row.id for row in taken]


def test_fewer_are_told(db):
    with pytest.warns(seeddb.FewerWarning, match=r"of 1000 puzzles"):
        drawn = db.draw(level="beyond", symmetry="rot90", tier=6, per_seed=1, count=1000, rng_seed=1)
    assert 0 < len(drawn) < 1000


@pytest.mark.parametrize(
    ("wishes", "error", "words"),
    [
        ({"levle": "hard"}, seeddb.RequestError, "did you mean level"),
        ({"level": "hrad"}, seeddb.Error, "hrad"),
        ({"level": "hard", "count": -1}, seeddb.RequestError, ""),
        ({"level": "hard", "count": 1.5}, seeddb.RequestError, ""),
        ({"tier": 9}, seeddb.Error, ""),
        ({"clues": (1, 2, 3)}, ValueError, "a range is a pair"),
        ({"symmetry": "round"}, seeddb.RequestError, "round"),
        ({"level": "easy", "tier": 5}, seeddb.Error, ""),
        ({"level": object()}, Exception, ""),
    ],
)
def test_bad_wishes(db, wishes, error, words):
    with pytest.raises(error, match=words):
        db.draw(**wishes)
    assert len(db.batches()) == 0


def test_bad_calls(db, tmp_path):
    with pytest.raises(seeddb.NotFound) as told:
        db.puzzles(9)
    assert told.value.code == "no-such-batch" and told.value.data == {"batch": 9} and told.value.cures
    with pytest.raises(seeddb.RequestError, match="count or seconds"):
        db.mine(tier=5)
    with pytest.raises(seeddb.RequestError, match="batch or ids"):
        db.void()
    with pytest.raises(seeddb.RequestError, match="strategy|sideways"):
        db.mine(tier=5, count=1, strategy="sideways")
    with pytest.raises(seeddb.Error):
        seeddb.open(tmp_path / "none.redb", create=False)
    with pytest.raises(seeddb.Error):
        (tmp_path / "text.redb").write_text("no database")
        seeddb.open(tmp_path / "text.redb")
    with pytest.raises(seeddb.InvalidPuzzle):
        db.show("53")
    with pytest.raises(seeddb.InvalidPuzzle, match="puzzle 1"):
        db.import_([EASY, "x"])
    board = numpy.array([int(cell) if cell != "." else -1 for cell in EASY])
    with pytest.raises(seeddb.InvalidPuzzle, match=r"puzzle 1: 12 is no digit: 0 to 9 are \(r1c1\)"):
        db.import_(numpy.array([board, numpy.full(81, 12)]))


def test_seeds_and_the_ledger(db):
    mined = db.mine(tier=5, count=3, rng_seed=5)
    assert mined.found >= 3 and mined.new == mined.found
    assert len(db.seeds(5)) > 3000 and db.stats()["group"][0] == "tier"
    assert db.import_([EASY], issued=True).new == 1
    assert db.import_([EASY], issued=True).known == 1
    assert db.import_([seeddb.Puzzle(EASY)]).new == 1
    assert db.import_(numpy.array([[int(cell) if cell != "." else -1 for cell in EASY]]).reshape(9, 9)).known == 1
    assert db.void(batch="last").new == 1
    assert len(db.verify()) == 0
    assert {"easy", "hard"} <= set(db.levels()["level"])
    assert len(db.books()) == len(db.series()) == 0


def test_an_old_copy_is_refused(db, path, tmp_path):
    db.draw(level="easy", count=3)
    old = tmp_path / "old.redb"
    old.write_bytes(path.read_bytes())
    drawn = db.draw(level="easy", count=4, rng_seed=7)
    copy = seeddb.open(old)
    with pytest.raises(seeddb.Error, match="4 puzzles of batch 2") as told:
        copy.draw(level="easy", rng_seed=7)
    assert told.value.code == "older-copy" and told.value.data["missing"] == 4
    with pytest.raises(seeddb.Error):
        next(copy.draw_iter(level="easy"))
    assert len(copy.batches()) == 1 and len(copy.puzzles(1)) == 3
    assert copy.import_(list(drawn["puzzle"]), issued=True).new == 4
    accepted = seeddb.open(old, accept_older=True).draw(level="easy", count=4, rng_seed=7)
    assert set(accepted["id"]).isdisjoint(drawn["id"])
    # From now on this is the database.
    assert len(seeddb.open(old).draw(level="easy")) == 1
    with pytest.raises(seeddb.Error) as told:
        db.draw(level="easy")
    assert told.value.code == "older-copy"


def test_export(db, tmp_path):
    db.draw(level="easy", count=4)
    path = tmp_path / "puzzles.csv"
    assert db.export(path) == 4 and seeddb.read(path)["puzzle"] == db.puzzles()["puzzle"]
    with pytest.raises(FileExistsError, match="force"):
        db.export(path)
    assert db.export(path, 1, force=True, solutions=True) == 4
    with pytest.raises(seeddb.RequestError, match="format"):
        db.export(tmp_path / "puzzles")
    with pytest.raises(OSError):
        db.export(tmp_path / "none" / "puzzles.csv")
    assert not [item for item in tmp_path.iterdir() if item.name not in ("puzzles.csv", "state") and not item.name.startswith("seeds.redb")]


def test_an_export_that_is_not_counted(db, path, tmp_path):
    db.draw(level="easy", count=4)
    with path.open() as other:
        # As one who reads.
        fcntl.flock(other, fcntl.LOCK_SH)
        with pytest.warns(seeddb.UncountedWarning, match="not counted"):
            assert db.export(tmp_path / "puzzles.csv", 1) == 4
    assert len(seeddb.read(tmp_path / "puzzles.csv")) == 4


def test_threads_share_a_database(db):
    drawn = []
    threads = [threading.Thread(target=lambda: drawn.extend(db.draw(level="easy", count=20)["id"])) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(set(drawn)) == 80


def test_threads_share_a_drawing(db):
    going, taken = db.draw_iter(level="easy", count=100), []
    threads = [threading.Thread(target=lambda: taken.extend(row.id for row in going)) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(taken) == len(set(taken)) == 100


def test_a_closed_database(db, path):
    with db as same:
        assert same is db and len(db.draw(level="easy")) == 1
    for call in [lambda: db.draw(level="easy"), db.batches, lambda: db.draw_iter(level="easy"), lambda: db.export("a.csv")]:
        with pytest.raises(seeddb.Closed, match="open it again") as told:
            call()
        assert isinstance(told.value, ValueError)
    assert len(seeddb.open(path).batches()) == 1


def in_another_thread(call):
    """What `call` raises there."""
    told = []

    def run():
        try:
            told.append(call())
        except BaseException as error:
            told.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return told[0]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda db, going, puzzle: db.draw(level="easy"), seeddb.Closed, "open it again"),
        (lambda db, going, puzzle: next(going), StopIteration, ""),
        (lambda db, going, puzzle: pickle.dumps(db), TypeError, "pickle"),
        (lambda db, going, puzzle: pickle.dumps(going), TypeError, "pickle"),
        (lambda db, going, puzzle: puzzle.rate(metric="x"), seeddb.RequestError, "hsolve, se and common"),
        (lambda db, going, puzzle: seeddb.Puzzle("." * 81), seeddb.NotUnique, "solution"),
        (lambda db, going, puzzle: seeddb.rate([5]), TypeError, "puzzle 0 is int"),
    ],
)
def test_errors_in_another_thread(db, call, error, words):
    going, puzzle = db.draw_iter(level="easy", count=2), seeddb.Puzzle(EASY)
    assert in_another_thread(lambda: next(going)).number == 1
    assert in_another_thread(lambda: puzzle.solution) == puzzle.solution
    in_another_thread(going.close)
    in_another_thread(db.close)
    told = in_another_thread(lambda: call(db, going, puzzle))
    assert type(told) is error and re.search(words, str(told))


def test_a_progress_may_call_the_database(db):
    told = []
    drawn = db.draw(level="easy", count=3000, progress=lambda done, total: told.append(len(db.levels())))
    assert len(drawn) == 3000 and told


def test_progress_is_a_line(db, capfd):
    db.draw(level="easy", count=300, progress=True)
    assert "300 of 300" in capfd.readouterr().err
    seeddb.is_unique([EASY] * 100, progress=True)
    assert "100 of 100" in capfd.readouterr().err


def _in_a_child(queue, path):
    try:
        seeddb.open(path)
    except seeddb.ForkError as error:
        queue.put(str(error))


def test_a_forked_process_is_refused(db, path):
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_in_a_child, args=(queue, path))
    child.start()
    assert "spawn" in queue.get(timeout=60)
    child.join()


def test_an_interrupt_tells_the_batch(path):
    code = (
        "import os, signal, sys, threading, seeddb\n"
        "db, told = seeddb.open(sys.argv[1]), threading.Event()\n"
        "threading.Thread(target=lambda: (told.wait(), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()\n"
        "try:\n"
        "    db.draw(level='easy', count=1000000, progress=lambda done, total: told.set())\n"
        "except seeddb.Interrupted as error:\n"
        "    print(error.batch, error.done)\n"
    )
    run = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    batch, done = map(int, run.stdout.split())
    assert 0 < done < 1000000 and seeddb.open(path).batches()["issued"] == [done] and batch == 1


def test_another_process_has_it(db, path):
    code = (
        "import sys, seeddb\n"
        "going = seeddb.open(sys.argv[1]).draw_iter(level='easy', count=100000)\n"
        "next(going); print('has it', flush=True); sys.stdin.read()\n"
    )
    other = subprocess.Popen([sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"has it\n"
    try:
        assert len(seeddb.open(path, wait=30).batches()) == 1
    finally:
        other.communicate()
