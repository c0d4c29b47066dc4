"""What can go wrong: exceptions by kind, with the code, the data and the cures of the library."""

from __future__ import annotations

import warnings
from typing import Any


class Error(Exception):
    """An error of a database.

    code is a stable word, kind what sort of error it is, data what it is about, cures what could help.
    """

    code: str = ""
    kind: str = ""
    data: dict[str, Any] = {}
    cures: list[dict[str, Any]] = []


class RequestError(Error, ValueError):
    """The request cannot be meant, whatever is in the database."""

    kind = "request"


class NotFound(Error, LookupError):
    """The request names something that is not there."""

    kind = "not-found"


class Busy(Error):
    """Another process has the database; later it may work."""

    kind = "busy"


class Damaged(Error):
    """The database does not hold what it should."""

    kind = "damaged"


class Closed(Error, ValueError):
    """The database was closed, by close() or at the end of its with block."""

    code = "closed"
    kind = "request"

    def __init__(self) -> None:
        super().__init__("this database is closed: open it again")


class ForkError(Error):
    """This process was forked from one that used seeddb, whose threads it does not have."""

    def __init__(self) -> None:
        super().__init__(
            "this process was forked after seeddb was used, and has none of its threads: "
            'start it with multiprocessing.get_context("spawn"), or use seeddb only after the fork'
        )


class AgainstRules(Error):
    """A book breaks the rules of its printer; nothing was drawn or written. documents are the reports of its files."""

    code = "against-rules"
    kind = "request"

    def __init__(self, documents: list[dict[str, Any]]) -> None:
        broken = [f"{one['file']}: {words}" for one in documents for words in one["violations"]]
        super().__init__(f"against the printer's rules, so nothing was drawn or written: {'; '.join(broken)}")
        self.documents = documents


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a draw or a search. What it had done is kept: batch is the number of the batch (None of a search), done how many
    puzzles are in it, or how many new seeds are kept."""

    def __init__(self, words: str, batch: int | None, done: int) -> None:
        super().__init__(words)
        self.batch = batch
        self.done = done


class InvalidPuzzle(ValueError):
    """A text that is no grid."""


class NoSolution(InvalidPuzzle):
    """A grid without a solution."""

    solutions: list[str] = []


class NotUnique(InvalidPuzzle):
    """A grid with several solutions, two of which are in solutions."""

    def __init__(self, words: str, solutions: list[str]) -> None:
        super().__init__(words)
        self.solutions = solutions


class FewerWarning(UserWarning):
    """A draw gave fewer puzzles than it was asked for."""


class UncountedWarning(UserWarning):
    """The files are written, but the database does not count the export: the message says why."""


_KINDS = {own.kind: own for own in (RequestError, NotFound, Busy, Damaged)}


def of_database(all: dict[str, Any]) -> Error:
    error = _KINDS.get(all["kind"], Error)(all["message"])
    error.code, error.kind = all["code"], all["kind"]
    error.data, error.cures = all["data"], all["cures"]
    return error


def of_grid(words: str, solutions: list[str]) -> InvalidPuzzle:
    return NotUnique(words, solutions) if solutions else NoSolution(words)


def warn_fewer(all: dict[str, Any]) -> None:
    obstacle = all["data"].get("obstacle")
    warnings.warn(all["message"] + (f" (most attempts missed: {obstacle})" if obstacle else ""), FewerWarning, stacklevel=2)


def warn_uncounted(all: dict[str, Any]) -> None:
    warnings.warn(f"this export is not counted: {all['message']}", UncountedWarning, stacklevel=2)
