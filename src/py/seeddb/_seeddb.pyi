from collections.abc import Callable, Iterable, Iterator
from datetime import date
from os import PathLike
from types import TracebackType
from typing import Any, Literal, TypedDict, final

from typing_extensions import Self, Unpack

from ._table import Frame, Record, Table

_Ladder = Literal["hsolve", "se", "common"]
_Progress = Callable[[int, int | None], object] | None
_Batch = int | str | Iterable[int | str] | None
_Day = date | str
_Path = str | PathLike[str]
_Described = dict[str, Any] | str | PathLike[str]

_Given = list[str | None] | tuple[bytes, dict[int, str]]
# One value, or a range whose ends are included, of which None is no bound.
_Tiers = int | str | tuple[int | None, int | None]
_Numbers = float | str | tuple[float | None, float | None]
_Names = str | list[str]

# What one kind of puzzle is to be like.
class _Part(TypedDict, total=False):
    level: str | list[str] | None
    levels: str | None
    count: int | None
    origin: Literal["mined", "starter", "imported"] | None
    per_seed: int | None
    per_crux: int | None
    from_public: bool | None
    tier: _Tiers | None
    score: _Numbers | None
    percentile: _Numbers | None
    aim: _Numbers | None
    er: _Numbers | None
    minutes: _Numbers | None
    scale: str | None
    label: _Names | None
    not_label: _Names | None
    clues: _Tiers | None
    symmetry: Literal["none", "rot180", "rot90", "top-bottom", "left-right", "diagonal", "anti-diagonal"] | None
    pattern: str | None
    within: bool | None
    no_digit: _Names | None
    minimal: bool | None
    technique: _Names | None
    and_harder: bool | None
    without: _Names | None
    hardest_at: _Tiers | None
    min_givens_a_box: int | None
    digits_all_present: bool | None
    no_uniqueness: bool | None
    no_guessing: bool | None

# What a draw is asked for. `from` is a word of Python: **{"from": id}.
class _Wishes(_Part, total=False):
    parts: list[_Part]
    again: int | str
    whole: bool
    note: str
    sets: int
    given_to: str
    page: str
    rng_seed: int
    partition: str
    continues: bool

__all__ = [
    "Database",
    "Drawing",
    "Puzzle",
    "__version__",
    "arrow_stream",
    "canon",
    "is_unique",
    "rate",
    "read",
    "solve",
]

__version__: str

@final
class Puzzle:
    # A text, or a board of numpy.
    def __new__(cls, text: Any) -> Self: ...
    @property
    def solution(self) -> str: ...
    @property
    def clues(self) -> int: ...
    def rate(self, metric: _Ladder = "hsolve", *, canon: bool = False) -> Record: ...
    def explain(self, ladder: _Ladder = "hsolve") -> list[Record]: ...
    def hint(
        self, filled: list[str] = ..., removed: list[str] = ..., *, ladder: Literal["hsolve", "common"] = "hsolve"
    ) -> Record: ...
    def canon(self) -> Record: ...
    def symmetries(self) -> Record: ...
    def shuffle(self, rng_seed: int | None = None, *, symmetry: str = "none") -> Puzzle: ...
    def to(self, format: str = "line", **look: Any) -> Any: ...
    def page(self, *, solutions: bool = True) -> str: ...
    def player(self, *, height: int = 720) -> Frame: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Puzzle], tuple[str]]: ...

@final
class Drawing:
    @property
    def batch(self) -> int: ...
    def __iter__(self) -> Iterator[Record]: ...
    def __next__(self) -> Record: ...
    def close(self) -> None: ...

@final
class Database:
    def __new__(
        cls,
        place: str | PathLike[str],
        *,
        create: bool = True,
        wait: float = 30.0,
        password: str | None = None,
        accept_loss: bool = False,
        accept_older: bool = False,
    ) -> Self: ...
    @property
    def name(self) -> str: ...
    def draw(self, *, once: str | None = None, progress: Any = None, **wishes: Unpack[_Wishes]) -> Table: ...
    def draw_iter(self, *, once: str | None = None, **wishes: Unpack[_Wishes]) -> Drawing: ...
    def estimate(self, **wishes: Unpack[_Wishes]) -> Table: ...
    def mine(
        self,
        *,
        count: int | None = None,
        seconds: float | None = None,
        strategy: str | None = None,
        progress: Any = None,
        **wishes: Any,
    ) -> Record: ...
    def import_(self, puzzles: Any, *, issued: bool = False, note: str = ..., progress: Any = None) -> Record: ...
    def puzzles(self, batch: _Batch = None) -> Table: ...
    def export(
        self,
        path: _Path,
        batch: _Batch = None,
        *,
        ids: list[str] | None = None,
        book: int | None = None,
        series: str | None = None,
        first: _Day | None = None,
        last: _Day | None = None,
        approved: bool = False,
        format: str | None = None,
        sort: list[str] = ...,
        force: bool = False,
        progress: Any = None,
        **look: Any,
    ) -> int: ...
    def book(
        self,
        path: _Path,
        book: _Described,
        *,
        final: bool = False,
        dry_run: bool = False,
        ignore_rules: bool = False,
        once: str | None = None,
        force: bool = False,
        progress: Any = None,
    ) -> Record: ...
    def fill(
        self,
        series: str,
        first: _Day,
        *,
        past: bool = False,
        dry_run: bool = False,
        progress: Any = None,
        **wishes: Any,
    ) -> Table: ...
    def site(
        self,
        folder: _Path,
        site: _Described | None = None,
        *,
        first: _Day,
        until: _Day | None = None,
        approved: bool = False,
        theme: str | None = None,
        force: bool = False,
        progress: Any = None,
    ) -> int: ...
    def void(
        self,
        *,
        batch: _Batch = None,
        ids: list[str] | None = None,
        if_printed: Literal["refuse", "keep", "void"] = "refuse",
        reason: str | None = None,
    ) -> Record: ...
    def verify(self, *, capacity: bool = False, progress: Any = None) -> Table: ...
    def stats(self) -> Table: ...
    def seeds(self, tier: int | None = None) -> Table: ...
    def batches(self) -> Table: ...
    def books(self) -> Table: ...
    def levels(self) -> Table: ...
    def series(self, series: str | None = None, *, first: _Day | None = None, last: _Day | None = None) -> Table: ...
    def show(self, puzzle: str) -> list[Record]: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: type[BaseException] | BaseException | TracebackType | None) -> bool: ...

def arrow_stream(names: list[str], columns: list[list[Any]]) -> object: ...
def rate(puzzles: _Given, metric: _Ladder, canon: bool, progress: _Progress, threads: int | None) -> Table: ...
def solve(puzzles: _Given, progress: _Progress, threads: int | None) -> Table: ...
def canon(puzzles: _Given, progress: _Progress, threads: int | None) -> Table: ...
def is_unique(puzzles: _Given, progress: _Progress, threads: int | None) -> list[bool | None]: ...
def read(path: str | PathLike[str]) -> dict[str, Any]: ...
def main(line: list[str]) -> None: ...
