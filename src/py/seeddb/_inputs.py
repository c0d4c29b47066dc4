"""Arguments as people have them, made plain."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _seeddb

_Puzzle = _seeddb.Puzzle


def _of_array(array: Any) -> list[Any] | bytes:
    """The cells of an (n, 81) array, or the texts of an array of them."""
    if array.dtype.kind in "OUST" and array.ndim == 1:
        return [item.decode() if isinstance(item, bytes) else item for item in array.tolist()]
    if array.dtype.name != "uint8" or array.ndim != 2 or array.shape[1] != 81:
        raise ValueError(
            f"puzzles of numpy are texts, or have the shape (n, 81) and the type uint8, 0 for an open cell; this is {array.shape} of {array.dtype}"
        )
    cells: bytes = array.tobytes()
    return cells


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
    if item is None or type(item).__name__ in ("NAType", "NaTType") or item != item:
        return None
    raise TypeError(f"puzzle {place} is {type(item).__name__}: give a text of 81 characters or a Puzzle")


def given(puzzles: Any) -> list[str | None] | bytes:
    """Puzzles as a list of texts, or as the bytes of their cells."""
    if isinstance(puzzles, (str, bytes, _Puzzle)):
        raise TypeError("this is one puzzle: give a list of puzzles, or use seeddb.Puzzle")
    if hasattr(puzzles, "dtype") and hasattr(puzzles, "tobytes"):
        puzzles = _of_array(puzzles)
        if isinstance(puzzles, bytes):
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
    return [_text(item, place) for place, item in enumerate(puzzles)]


def texts(puzzles: Any) -> list[str | None]:
    """Puzzles as a list of texts."""
    plain = given(puzzles)
    if isinstance(plain, bytes):
        rows = (plain[start : start + 81] for start in range(0, len(plain), 81))
        return ["".join(map(str, row)) for row in rows]
    return plain


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
