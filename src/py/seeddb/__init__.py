"""Hard Sudoku puzzles, each with one solution, graded, and never the same one twice.

>>> import seeddb
>>> puzzle = seeddb.Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> puzzle.rate().level
'easy'
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Literal

from . import _inputs, _seeddb
from ._errors import (
    AgainstRules,
    Busy,
    Closed,
    Damaged,
    Error,
    FewerWarning,
    ForkError,
    Interrupted,
    InvalidPuzzle,
    NoSolution,
    NotFound,
    NotUnique,
    RequestError,
    UncountedWarning,
)
from ._seeddb import Database, Drawing, Puzzle, __version__
from ._table import Record, Table

__all__ = [
    "AgainstRules",
    "Busy",
    "Closed",
    "Damaged",
    "Database",
    "Drawing",
    "Error",
    "FewerWarning",
    "ForkError",
    "Interrupted",
    "InvalidPuzzle",
    "NoSolution",
    "NotFound",
    "NotUnique",
    "Puzzle",
    "Record",
    "RequestError",
    "Table",
    "UncountedWarning",
    "__version__",
    "canon",
    "is_unique",
    "open",
    "rate",
    "read",
    "solve",
]


def open(  # noqa: A001
    place: str | PathLike[str],
    *,
    create: bool = True,
    wait: float = 30.0,
    password: str | None = None,
    accept_loss: bool = False,
    accept_older: bool = False,
) -> Database:
    """Open the database in a file, or at a postgres:// address; a file that is not there is made, with the starter seeds."""
    return Database(
        place,
        create=create,
        wait=wait,
        password=password,
        accept_loss=accept_loss,
        accept_older=accept_older,
    )


def rate(
    puzzles: Any,
    *,
    metric: Literal["hsolve", "se", "common"] = "hsolve",
    canon: bool = False,
    progress: Any = None,
    threads: int | None = None,
) -> Table:
    """Tell how hard each puzzle is: a table with the columns of `seeddb rate`, or of `seeddb rate --metric` with metric="se" or "common".

    canon adds the ER of the canonical form, for which each puzzle is rated a second time.

    puzzles: texts of 81 characters or Puzzle, as a list, a numpy array, a Series or an Arrow array; or boards of numpy, an array of whole numbers
    of any type with the shape (9, 9), (81,), (n, 81) or (n, 9, 9), with 0, -1 or NaN for an open cell, or a list of such boards. The rows keep the
    order; one that is no puzzle has None, and its reason stands in Table.errors.
    """
    return _seeddb.rate(_inputs.given(puzzles), metric, canon, _inputs.progress(progress), threads)


def solve(puzzles: Any, *, progress: Any = None, threads: int | None = None) -> Table:
    """Solve each puzzle: a table of puzzle, solution (the first) and solutions (0, 1, or 2 for more)."""
    return _seeddb.solve(_inputs.given(puzzles), _inputs.progress(progress), threads)


def canon(puzzles: Any, *, progress: Any = None, threads: int | None = None) -> Table:
    """Give the canonical form of each puzzle, its key and its id: equal for two puzzles that are the same, turned round or relabelled."""
    return _seeddb.canon(_inputs.given(puzzles), _inputs.progress(progress), threads)


def is_unique(puzzles: Any, *, progress: Any = None, threads: int | None = None) -> list[bool | None]:
    """Tell whether each puzzle has exactly one solution: a list of bools, None where there is no grid."""
    return _seeddb.is_unique(_inputs.given(puzzles), _inputs.progress(progress), threads)


def read(path: str | PathLike[str]) -> Table:
    """Read the puzzles of a file in any format that seeddb reads: a table with the column puzzle.

    Lines that hold none are in Table.errors, each as (line, reason).
    """
    found: dict[str, Any] = _seeddb.read(path)
    return Table({"puzzle": found["puzzles"]}, found["errors"])
