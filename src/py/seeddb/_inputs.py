"""Arguments as people have them, made plain."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _seeddb

_Puzzle = _seeddb.Puzzle

# Boards as 81 bytes each, 0 for an open cell; and why some are refused, by their place.
_Cells = tuple[bytes, dict[int, str]]


def _is_array(item: Any) -> bool:
    return hasattr(item, "dtype") and hasattr(item, "tobytes")


def _is_board(item: Any) -> bool:
    # A number or a text of numpy is an array of no dimension.
    return _is_array(item) and item.ndim > 0


def _sign(item: Any) -> str:
    return (item.decode() if isinstance(item, bytes) else str(item)).strip() or "."


def _of_array(array: Any) -> list[Any] | _Cells:
    """The boards of an array of numbers, or the texts of an array of them."""
    import numpy

    # Where numpy.ma masks a cell, it is open.
    array = numpy.asarray(array.filled(0) if hasattr(array, "filled") else array)
    if array.dtype.kind in "OUST" and array.ndim == 1:
        return [item.decode() if isinstance(item, bytes) else item for item in array.tolist()]
    if array.dtype.kind == "O":
        try:
            array = array.astype(numpy.float64)
        except (TypeError, ValueError):
            pass
    is_board = array.shape in ((9, 9), (81,), (0,)) or array.shape[1:] in ((81,), (9, 9))
    if not is_board or array.dtype.kind not in "iufUSTO":
        raise ValueError(
            "boards of numpy have the shape (9, 9), (81,), (n, 81) or (n, 9, 9), of whole numbers, with 0, -1 or NaN for an open cell; "
            f"this is {array.shape} of {array.dtype}"
        )
    cells = array.reshape(-1, 81)
    if array.dtype.kind in "USTO":
        return ["".join(map(_sign, row)) for row in cells.tolist()]
    digits = numpy.where((cells >= 0) & (cells <= 9), cells, 0).astype(numpy.uint8)
    fits = digits == cells
    if array.dtype.kind != "u":
        fits |= (cells == -1) | (cells != cells)
    wrong = {}
    for place in numpy.flatnonzero(~fits.all(axis=1)).tolist():
        at = int(fits[place].argmin())
        wrong[place] = f"{cells[place, at]} is no digit: 0 to 9 are (r{at // 9 + 1}c{at % 9 + 1})"
    return digits.tobytes(), wrong


def _of_arrow(data: Any) -> Any:
    """What is Arrow and nothing else, as a column or a table of a package that reads it."""
    try:
        import pyarrow
    except ImportError:
        try:
            import polars
        except ImportError:
            raise TypeError("Arrow data of this kind is read with pyarrow or polars, and neither is installed") from None
        read = polars.Series(data)
        return read.struct.unnest() if read.dtype == polars.Struct else read
    read = pyarrow.chunked_array(data) if hasattr(data, "__arrow_c_stream__") else pyarrow.array(data)
    return pyarrow.Table.from_struct_array(read) if pyarrow.types.is_struct(read.type) else read


def _text(item: Any, place: int) -> str | None:
    if isinstance(item, str):
        return item
    if isinstance(item, _Puzzle):
        return str(item)
    # NaN, pandas.NA and the like are not equal to themselves, or do not say so.
    if not _is_board(item) and (item is None or type(item).__name__ in ("NAType", "NaTType") or item != item):
        return None
    raise TypeError(f"puzzle {place} is {type(item).__name__}: give a text of 81 characters or a Puzzle")


def board(puzzle: Any) -> list[str | None] | _Cells:
    """One puzzle that is no text."""
    if not _is_board(puzzle) or puzzle.shape not in ((9, 9), (81,)):
        what = f"{type(puzzle).__name__}{f' of the shape {puzzle.shape}' if _is_board(puzzle) else ''}"
        raise TypeError(f"a puzzle is a text of 81 characters, or an array of numpy with the shape (9, 9) or (81,); this is {what}")
    return given(puzzle)


def given(puzzles: Any) -> list[str | None] | _Cells:
    """Puzzles as a list of texts, or as their cells."""
    if isinstance(puzzles, (str, bytes, _Puzzle)):
        raise TypeError("this is one puzzle: give a list of puzzles, or use seeddb.Puzzle")
    if _is_array(puzzles):
        puzzles = _of_array(puzzles)
        if isinstance(puzzles, tuple):
            return puzzles
    elif hasattr(puzzles, "column_names") or hasattr(puzzles, "columns"):
        if "puzzle" not in list(getattr(puzzles, "column_names", None) or puzzles.columns):
            raise TypeError('a table holds puzzles in the column "puzzle", which this one has not: give that column')
        return given(puzzles["puzzle"])
    elif isinstance(puzzles, memoryview):
        # Iterated, one that was released is a SystemError in Python 3.10.
        puzzles = puzzles.tolist()
    elif hasattr(puzzles, "to_list"):
        puzzles = puzzles.to_list()
    elif hasattr(puzzles, "to_pylist"):
        puzzles = puzzles.to_pylist()
    elif hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return given(_of_arrow(puzzles))
    items = list(puzzles)
    if items and all(map(_is_board, items)):
        import numpy

        return given(numpy.stack(items))
    return [_text(item, place) for place, item in enumerate(items)]


def progress(wanted: Any) -> Any:
    """What is called with (done, total): True stands for a line on stderr."""
    if wanted is not True:
        return wanted or None

    def tell(done: int, total: int | None) -> None:
        import sys

        end = "\n" if done == total else ""
        of = "" if total is None else f" of {total}"
        print(f"\r{done}{of}", end=end, file=sys.stderr, flush=True)

    return tell


def _value(value: Any) -> Any:
    """(22, 26) is the range 22..26; None on one side is no bound there."""
    if isinstance(value, tuple):
        if len(value) != 2:
            raise ValueError(f"a range is a pair, as (22, 26), not {value!r}")
        return "..".join("" if bound is None else str(bound) for bound in value)
    if isinstance(value, list):
        return [request(part) if isinstance(part, dict) else part for part in value]
    return value


def request(wishes: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments as the keys of a request."""
    plain = {"part" if name == "parts" else name.replace("_", "-"): _value(value) for name, value in wishes.items()}
    return {name: value for name, value in plain.items() if value is not None}


def whole(wishes: dict[str, Any]) -> dict[str, Any]:
    """Keyword arguments as a request of parts: of one, which says nothing of its own, if none are given."""
    return {"part": [{}], **request(wishes)}


def _hyphens(value: Any) -> Any:
    if isinstance(value, dict):
        return {name.replace("_", "-"): _hyphens(item) for name, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_hyphens(item) for item in value]
    return _value(value)


def described(given: Any) -> tuple[str, str]:
    """A dict as JSON, or the text of a file of TOML or JSON; and the folder of the file."""
    if isinstance(given, dict):
        return json.dumps(_hyphens(given), default=str), ""
    path = os.fspath(given)
    with open(path, encoding="utf-8") as file:
        return file.read(), os.path.dirname(path)


def batches(wanted: Any) -> list[Any]:
    """Numbers of batches."""
    return list(wanted) if isinstance(wanted, (list, tuple, range)) else [wanted]
