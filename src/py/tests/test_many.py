import json
import math
import sys

import numpy
import pandas
import polars
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seeddb

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NONE = "55" + "." * 79


class OnlyArrow:
    """Nothing but the interface of Arrow."""

    def __init__(self, data, kind):
        setattr(self, f"__arrow_c_{kind}__", getattr(data, f"__arrow_c_{kind}__"))


def all_forms(puzzles):
    cells = numpy.array([[int(c) if c != "." else 0 for c in text] for text in puzzles], numpy.uint8)
    yield list(puzzles)
    yield tuple(map(seeddb.Puzzle, puzzles))
    yield iter(puzzles)
    yield numpy.array(puzzles)
    yield numpy.array(puzzles, object)
    yield cells
    yield numpy.asfortranarray(cells)
    yield cells.reshape(-1, 9, 9)
    yield list(cells.reshape(-1, 9, 9))
    yield list(cells.astype(numpy.int64))
    for kind in "bBhHiIlLqQefdg":
        yield cells.astype(kind)
        yield cells.astype(kind).reshape(-1, 9, 9)
    for kind in (">i8", "<u2", ">f4", object):
        yield cells.astype(kind)
    for none in (-1, numpy.nan, -1.0):
        yield numpy.where(cells == 0, none, cells.astype(int))
    yield numpy.where(cells == 0, None, cells)
    yield numpy.ma.masked_equal(cells, 0)
    yield numpy.array([list(text) for text in puzzles])
    yield numpy.array([list(text) for text in puzzles], "S1").reshape(-1, 9, 9)
    yield pandas.DataFrame(cells.astype(int)).to_numpy()
    yield numpy.repeat(cells, 2, axis=0)[::2]
    yield pandas.Series(puzzles)
    yield pandas.DataFrame({"puzzle": puzzles})
    yield polars.Series(puzzles)
    yield polars.DataFrame({"puzzle": puzzles, "n": range(len(puzzles))})
    yield pyarrow.array(puzzles)
    yield pyarrow.array(puzzles, pyarrow.large_string())
    yield pyarrow.chunked_array([puzzles[:1], puzzles[1:]])
    yield pyarrow.table({"puzzle": puzzles})
    yield pyarrow.array(puzzles).dictionary_encode()
    yield OnlyArrow(pyarrow.array(puzzles, pyarrow.string_view()), "array")
    yield OnlyArrow(pyarrow.chunked_array([puzzles[:2], puzzles[2:]]), "stream")
    yield OnlyArrow(pyarrow.table({"n": range(len(puzzles)), "puzzle": puzzles}), "stream")
    yield pyarrow.table({"puzzle": puzzles}).to_reader()


def test_all_forms_are_the_same():
    puzzles = [str(seeddb.Puzzle(EASY).shuffle(number)) for number in range(3)]
    expected = seeddb.rate(puzzles)
    for form in all_forms(puzzles):
        assert seeddb.rate(form) == expected, type(form)
    assert seeddb.rate(puzzles, threads=1) == expected
    assert seeddb.rate(expected) == expected


def test_arrow_is_read_with_polars_too(monkeypatch):
    puzzles = [str(seeddb.Puzzle(EASY).shuffle(number)) for number in range(3)]
    column, table = pyarrow.chunked_array([puzzles]), pyarrow.table({"n": range(3), "puzzle": puzzles})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for data in (column, table):
        assert seeddb.rate(OnlyArrow(data, "stream"))["puzzle"] == puzzles
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(TypeError, match="neither is installed"):
        seeddb.rate(OnlyArrow(column, "stream"))


def test_bad_rows_are_null_and_told():
    rows = [EASY, None, "x", math.nan, pandas.NA, NONE, "." * 81]
    rated = seeddb.rate(rows)
    assert rated["tier"] == [0, None, None, None, None, None, None]
    assert [place for place, _ in rated.errors] == [1, 2, 3, 4, 5, 6]
    assert seeddb.is_unique(rows) == [True, None, None, None, None, False, False]
    assert seeddb.solve(["." * 81])["solutions"] == [2]
    assert len(seeddb.rate([])) == 0
    assert seeddb.rate([EASY], metric="se")["er"] == [1.2]
    assert seeddb.rate([EASY, "x"], metric="common")["common"] == [seeddb.Puzzle(EASY).rate("common").common, None]


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (EASY, TypeError, "one puzzle"),
        (5, TypeError, ""),
        ([5], TypeError, "puzzle 0 is int"),
        ([EASY, [EASY]], TypeError, "puzzle 1 is list"),
        (numpy.zeros((2, 80), numpy.uint8), ValueError, r"\(2, 80\)"),
        (numpy.zeros((9, 81, 1)), ValueError, "shape"),
        (numpy.zeros((9, 8), int), ValueError, r"\(9, 8\) of int64"),
        (numpy.zeros((2, 9, 8), int), ValueError, r"\(2, 9, 8\)"),
        (numpy.zeros((2, 3, 9, 9), int), ValueError, r"\(2, 3, 9, 9\)"),
        (numpy.array(5), ValueError, r"\(\)"),
        (numpy.zeros((2, 81), bool), ValueError, "bool"),
        (numpy.zeros((2, 81), complex), ValueError, "complex128"),
        ([EASY, numpy.zeros((9, 9))], TypeError, "puzzle 1 is ndarray"),
        ([numpy.zeros((9, 9)), numpy.zeros(81)], ValueError, "shape"),
        (pandas.DataFrame({"sudoku": [EASY]}), TypeError, 'column "puzzle"'),
        (pyarrow.array([1, 2]), (TypeError, ValueError), ""),
        (polars.Series([1.5]), TypeError, "float"),
    ],
)
def test_bad_arguments(given, error, words):
    with pytest.raises(error, match=words):
        seeddb.rate(given)


@pytest.mark.filterwarnings("error")
def test_cells_that_are_no_digits():
    cells = numpy.full((1, 81), 10, numpy.uint8)
    assert seeddb.rate(cells).errors == [(0, "10 is no digit: 0 to 9 are (r1c1)")]
    good = [int(cell) if cell != "." else 0 for cell in EASY]
    for kind, value in [(int, 10), (int, -2), (int, 256 + 4), ("i2", 999), ("u8", 2**64 - 1), (float, 4.5), (float, numpy.inf), ("f4", -0.5), ("f2", 1e4)]:
        boards = numpy.array([good] * 3).astype(kind)
        boards[1, 11] = value
        for form in (boards, boards.reshape(-1, 9, 9), list(boards)):
            rated = seeddb.rate(form)
            assert rated["tier"] == [0, None, 0]
            assert rated.errors == [(1, f"{boards[1, 11]} is no digit: 0 to 9 are (r2c3)")], kind
    assert len(seeddb.rate(numpy.zeros((0, 9, 9)))) == len(seeddb.rate(numpy.array([]))) == 0


@pytest.mark.parametrize("kind", ["uint8", "int64", "float64"])
def test_one_board(kind):
    board = numpy.array([int(cell) if cell != "." else 0 for cell in EASY]).astype(kind)
    for form in (board, board.reshape(9, 9), board.reshape(9, 9).T.copy().T):
        assert seeddb.rate(form)["puzzle"] == [EASY]
        assert seeddb.Puzzle(form) == seeddb.Puzzle(EASY)
    board[1] = 5
    with pytest.raises(seeddb.NoSolution):
        seeddb.Puzzle(board)
    board[1] = 17
    with pytest.raises(seeddb.InvalidPuzzle, match=r"17(\.0)? is no digit: 0 to 9 are \(r1c2\)"):
        seeddb.Puzzle(board)
    with pytest.raises(TypeError, match=r"shape \(2, 81\)"):
        seeddb.Puzzle(numpy.array([board] * 2))


def test_a_million_rows():
    rows = seeddb.solve(["x"] * 1_000_000)
    assert len(rows) == 1_000_000 and len(rows.errors) == 1_000_000 and rows["solution"][999_999] is None


def test_buffers():
    cells = numpy.array([[int(c) if c != "." else 0 for c in EASY]], numpy.uint8)
    cells.flags.writeable = False
    assert seeddb.rate(cells)["tier"] == [0]
    assert seeddb.rate(numpy.frombuffer(cells.tobytes(), numpy.uint8).reshape(1, 81))["tier"] == [0]
    with pytest.raises(TypeError, match="puzzle 0 is int"):
        seeddb.rate(memoryview(cells.tobytes()))
    detached = memoryview(bytearray(81))
    detached.release()
    with pytest.raises(ValueError, match="released"):
        seeddb.rate(detached)
    gone = numpy.ones((2, 81), numpy.uint8)[:, ::-1]
    assert len(seeddb.rate(gone).errors) == 2
    for nothing in (numpy.zeros((1, 81), numpy.int64), numpy.full((1, 81), numpy.nan), numpy.full((9, 9), -1)):
        assert seeddb.solve(nothing)["solutions"] == [2]


def test_tables():
    table = seeddb.rate([EASY, "x"])
    assert table.columns == ["puzzle", "tier", "reserved", "score", "standard_error", "level"]
    assert table[0].level == "easy" and len(table[:1]) == 1
    assert table.to_pandas()["tier"].isna().tolist() == [False, True]
    assert table.to_polars()["level"].to_list() == ["easy", None]
    assert table.to_arrow().num_rows == 2 and pyarrow.table(table).column_names == table.columns
    assert seeddb.rate([EASY]).grids().shape == (1, 81)
    assert "<table>" in table._repr_html_() and "2 rows" in repr(table)
    with pytest.raises(AttributeError, match="there are puzzle"):
        table[0].nothing


def test_progress_is_told_and_may_raise():
    seen = []
    seeddb.rate([EASY] * 5000, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (5000, 5000)

    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        seeddb.rate([EASY] * 5000, progress=stop)


def test_read(tmp_path):
    file = tmp_path / "puzzles.csv"
    file.write_text(f"id,puzzle\n1,{EASY}\n2,53..7\n")
    read = seeddb.read(file)
    assert read["puzzle"] == [EASY] and read.errors == [(3, "5 cells, a grid has 81")]
    with pytest.raises(FileNotFoundError):
        seeddb.read(tmp_path / "none")


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text("123456789.", min_size=78, max_size=82), max_size=100))
def test_any_lines_have_an_answer(lines):
    solved = seeddb.solve(lines)
    assert len(solved) == len(lines)
    wrong = {place for place, _ in solved.errors}
    assert all((place in wrong) == (row.solutions is None) for place, row in enumerate(solved))


@settings(max_examples=20, deadline=None)
@given(rng_seeds=st.lists(st.integers(0, 2**53), min_size=100, max_size=100))
def test_rows_are_those_of_the_command_line(command_of_session, starter, rng_seeds):
    lines = [str(seeddb.Puzzle(starter[seed % len(starter)]).shuffle(seed)) for seed in rng_seeds]
    for name, own in [("rate", seeddb.rate(lines)), ("solve", seeddb.solve(lines)), ("canon", seeddb.canon(lines))]:
        printed = command_of_session(name, "--format", "jsonl", "-", text="\n".join(lines))
        rows = [json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in own]
        assert rows == printed.splitlines(), name
