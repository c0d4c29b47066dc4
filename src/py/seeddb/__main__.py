"""The command `seeddb`, also as `python -m seeddb`."""

import signal
import sys

from . import _seeddb


def main() -> None:
    # Ctrl-C is the command's own affair. Where it was ignored when the process began, it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _seeddb.main(["seeddb", *sys.argv[1:]])


if __name__ == "__main__":
    main()
