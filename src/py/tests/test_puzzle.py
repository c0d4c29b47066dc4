import copy
import pickle
import subprocess
import sys

import pytest

import seeddb


def test_what_a_puzzle_says(easy):
    puzzle = seeddb.Puzzle(easy)
    assert puzzle.clues == 30
    assert str(puzzle) == easy
    assert repr(puzzle) == f"Puzzle('{easy}')"
    assert puzzle == seeddb.Puzzle(easy.replace(".", "0")) and hash(puzzle) == hash(seeddb.Puzzle(easy))
    assert puzzle != puzzle.shuffle(1)
    assert pickle.loads(pickle.dumps(puzzle)) == copy.deepcopy(puzzle) == puzzle
    assert set(puzzle.rate()) == {"puzzle", "tier", "reserved", "score", "standard_error", "level"}
    assert puzzle.symmetries().minimal is False
    assert puzzle.symmetries().symmetry == "rot180"
    assert puzzle.shuffle(3, symmetry="rot180").symmetries().symmetry == "rot180"
    steps = puzzle.explain()
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert len(puzzle.explain(ladder="se")) > 0
    steps = puzzle.explain(ladder="common")
    rated = puzzle.rate(metric="common")
    assert rated.common == sum(step.cost for step in steps)
    assert rated.common_hardest in {step.technique for step in steps}
    assert puzzle.hint().kind == "step"
    hint = puzzle.hint(steps[0].effect, ladder="common")
    assert hint.effect == steps[1].effect and hint.number == 1
    assert "<svg" in puzzle.to("svg", theme="large") and puzzle.to("line").startswith(easy)
    assert puzzle.to("xlsx").startswith(b"PK") and "solution" in puzzle.to("json")
    assert puzzle.page().startswith("<!") and "<iframe" in puzzle.player()._repr_html_()


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", seeddb.InvalidPuzzle, "0 cells"),
        ("53", seeddb.InvalidPuzzle, "2 cells, a grid has 81"),
        ("!" * 81, seeddb.InvalidPuzzle, "!"),
        ("." * 82, seeddb.InvalidPuzzle, "81"),
        ("." * 81, seeddb.NotUnique, "solution"),
        ("55" + "." * 79, seeddb.NoSolution, ""),
        ("12345678." + "........9" + "." * 63, seeddb.NoSolution, ""),
    ],
)
def test_bad_puzzles(text, error, words):
    with pytest.raises(error, match=words) as told:
        seeddb.Puzzle(text)
    assert isinstance(told.value, ValueError)
    if error is seeddb.NoSolution:
        assert told.value.solutions == []
    if error is seeddb.NotUnique:
        first, second = told.value.solutions
        assert first != second


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda p: p.rate(metric="sudoku"), seeddb.RequestError, "hsolve, se and common"),
        (lambda p: p.explain(ladder="x"), seeddb.RequestError, "hsolve, se and common"),
        (lambda p: p.hint(filled=["r1c1"]), seeddb.RequestError, "r1c1"),
        (lambda p: p.hint(ladder="se"), seeddb.RequestError, "hsolve and common"),
        (lambda p: p.to("jpeg"), seeddb.RequestError, "jpeg"),
        (lambda p: p.to("site"), seeddb.RequestError, "Database.site"),
        (lambda p: p.to("line", theme="large"), seeddb.RequestError, "line has no theme"),
        (lambda p: p.shuffle(1, symmetry="diagonal"), seeddb.RequestError, "diagonal"),
        (lambda p: p.shuffle(-1), OverflowError, ""),
        (lambda p: p.shuffle("a"), TypeError, ""),
        (lambda p: seeddb.Puzzle(5), TypeError, ""),
        (lambda p: p < p, TypeError, ""),
    ],
)
def test_bad_calls(easy, call, error, words):
    with pytest.raises(error, match=words):
        call(seeddb.Puzzle(easy))


def test_a_stop_comes_at_once():
    """A long call ends soon after its signal."""
    code = (
        "import os, signal, threading, time, seeddb\n"
        "lines = ['8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'] * 100000\n"
        "told = threading.Event()\n"
        "def kill():\n"
        "    told.wait()\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=kill, daemon=True).start()\n"
        "try:\n"
        "    seeddb.rate(lines, metric='se', progress=lambda done, total: told.set())\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "stopped\n"
