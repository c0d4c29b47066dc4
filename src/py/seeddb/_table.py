"""Records and tables of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, KeysView
from html import escape
from typing import Any

from . import _seeddb


class Record(dict[str, Any]):
    """A row: a dict whose keys are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name}; there are {', '.join(self)}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]


class Frame:
    """A page inside a cell of a notebook."""

    def __init__(self, html: str, height: int) -> None:
        self.html, self.height = html, height

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" style="width:100%;height:{self.height}px;border:0"></iframe>'


class Table:
    """Columns of equal length by name, and what is wrong with some rows, each as (place, reason).

    len() counts the rows, and iteration gives them as records. pandas, polars, pyarrow and duckdb take a table as it is (Arrow).
    """

    #: The number of the batch, of what was drawn.
    batch: int | None = None

    def __init__(self, columns: dict[str, list[Any]], errors: list[tuple[int, str]] | None = None) -> None:
        self._columns = columns
        self.errors = errors or []

    @classmethod
    def of_records(cls, rows: list[dict[str, Any]]) -> Table:
        names = dict.fromkeys(name for row in rows for name in row)
        return cls({name: [row.get(name) for row in rows] for name in names})

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    def column(self, name: str) -> list[Any]:
        """A column."""
        return self._columns[name]

    def __getitem__(self, which: Any) -> Any:
        """A column by name, a row by number, or a table of some rows by a slice."""
        if isinstance(which, str):
            return self._columns[which]
        if isinstance(which, slice):
            return Table({name: values[which] for name, values in self._columns.items()})
        return Record({name: values[which] for name, values in self._columns.items()})

    def __iter__(self) -> Iterator[Record]:
        names = self.columns
        for values in zip(*self._columns.values(), strict=True):
            yield Record(zip(names, values, strict=True))

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), []))

    def __bool__(self) -> bool:
        return len(self) > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self._columns, self.errors) == (other._columns, other.errors)

    __hash__ = None  # type: ignore[assignment]

    def keys(self) -> KeysView[str]:
        return self._columns.keys()

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        plain = [[json.dumps(item) if isinstance(item, (dict, list)) else item for item in values] for values in self._columns.values()]
        return _seeddb.arrow_stream(self.columns, plain)

    def to_pandas(self) -> Any:
        """A DataFrame of pandas."""
        import pandas

        return pandas.DataFrame(self._columns)

    def to_polars(self) -> Any:
        """A DataFrame of polars."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> Any:
        """A Table of pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def grids(self, column: str = "puzzle") -> Any:
        """The puzzles as an (n, 81) array of uint8, 0 for an open cell."""
        import numpy

        text = "".join(self._columns[column]).replace(".", "0")
        return (numpy.frombuffer(text.encode(), numpy.uint8) - ord("0")).reshape(-1, 81)

    def __repr__(self) -> str:
        shown = [*map(str, self[:10])]
        more = f"\n... {len(self) - 10} more" if len(self) > 10 else ""
        return f"{len(self)} rows of {', '.join(self.columns)}\n" + "\n".join(shown) + more

    def _repr_html_(self) -> str:
        names = [name for name in self.columns if name != "solution"]

        def cell(name: str, value: Any) -> str:
            if name == "puzzle" and value:
                return f'<div style="width:120px">{_small(value)}</div>'
            return "" if value is None else escape(str(value))

        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        rows = ("".join(f"<td>{cell(name, row[name])}</td>" for name in names) for row in self[:20])
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        more = f"<p>{len(self) - 20} more rows</p>" if len(self) > 20 else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _small(puzzle: str) -> str:
    """A board as small as a table wants it."""
    svg: str = _seeddb.Puzzle(puzzle)._repr_svg_()
    return svg[svg.index("<svg") :].replace("<svg", '<svg style="width:100%;height:auto"', 1)
