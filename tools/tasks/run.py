#!/usr/bin/env python3
"""Runs the tasks of a newcomer (tasks.txt) and compares what is said with transcript.txt.

    tools/tasks/run.py             compares; the difference is printed, and the exit code is 1
    tools/tasks/run.py --record    writes the transcript again
    tools/tasks/run.py 16 17       prints what these tasks say now (those before them are run too)

SEEDDB is the program, target/release/seeddb if it is not set. All tasks run one after the other in one folder that is thrown
away, with a database of their own. What differs from run to run is masked: puzzles, ids, boards, times and sizes; in a
command with `~` in place of `$` all numbers.
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MOST_LINES = 12

MASKS = [
    (r"https?://\S{40,}", "<link>"),
    (r"(?<![0-9.])[0-9.]{81}(?![0-9.])", "<81>"),
    (r"\bs?[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]\b", "<id>"),
    (r"\b[0-9a-f]{32}\b", "<key>"),
    (r"^┃.*│.*┃$", "<row>"),
    (r"[A-Z]{6}\+", "<tag>+"),
    (r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]+Z", "<time>"),
    (r"RNG seed [0-9]+", "RNG seed <n>"),
    (r"[0-9]+(\.[0-9]+)? ?(ms|seconds?|minutes?|MiB|kB)\b", "<n> \\2"),
    (r"seeddb [0-9]+\.[0-9]+\.[0-9]+", "seeddb <version>"),
]
BOARD = re.compile(r"^[\s1-9.·│┃|┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝═─━┏┓┗┛┣┫┳┻╋║╟╢╤╧╪╫+*-]+$")


def masked(line, folder, numbers):
    line = line.replace(folder, "<home>")
    # A row of cells; the digits of it differ from run to run.
    if BOARD.match(line) and sum(c in "123456789.·" for c in line) >= 9 and len(line.split()) < 40:
        return "<row>"
    for pattern, words in MASKS:
        line = re.sub(pattern, words, line)
    if numbers:
        line = re.sub(r"(?<![<\w])[0-9][0-9,.]*(?![\w>])", "<n>", line)
        line = re.sub(r" {2,}", "  ", line)
    return line.rstrip()


def told(text, folder, numbers):
    lines = []
    for line in text.splitlines():
        line = masked(line, folder, numbers)
        # Some of them stand once for all: how many there are differs.
        if not ("<" in line and lines[-1:] == [line]):
            lines.append(line)
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = ["..."]
    return lines


def run(program):
    """What each task says: its number and its lines."""
    tasks = []
    with tempfile.TemporaryDirectory() as folder:
        bin_folder = Path(folder, "bin")
        bin_folder.mkdir()
        (bin_folder / "seeddb").symlink_to(program)
        work = Path(folder, "work")
        work.mkdir()
        environment = {
            "PATH": f"{bin_folder}:{os.environ['PATH']}",
            "HOME": folder,
            "XDG_DATA_HOME": f"{folder}/data",
            "XDG_STATE_HOME": f"{folder}/state",
            "LANG": "C.UTF-8",
            "COLUMNS": "100",
        }
        for line in (HERE / "tasks.txt").read_text().splitlines():
            if line.startswith("# "):
                tasks.append((line.split()[1], [line]))
            elif line[:2] in ("$ ", "~ "):
                ran = subprocess.run(
                    ["bash", "-c", line[2:]],
                    cwd=work, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                    timeout=300, check=False,
                )
                numbers = line[0] == "~"
                tasks[-1][1].append("$ " + line[2:])
                tasks[-1][1].extend(told(ran.stdout, folder, numbers))
                tasks[-1][1].extend("! " + said for said in told(ran.stderr, folder, numbers))
                if ran.returncode != 0:
                    tasks[-1][1].append(f"= exit code {ran.returncode}")
            elif line.startswith("- "):
                tasks[-1][1].append(line)
    return tasks


def main():
    program = Path(os.environ.get("SEEDDB", HERE.parent.parent / "target/release/seeddb")).resolve()
    if not program.exists():
        sys.exit(f"{program} is not there: build it (cargo build --release), or set SEEDDB")
    tasks = run(program)
    wanted = [word for word in sys.argv[1:] if word.isdigit()]
    if wanted:
        print("\n\n".join("\n".join(lines) for number, lines in tasks if number in wanted))
        return
    text = "\n\n".join("\n".join(lines) for _, lines in tasks) + "\n"
    transcript = HERE / "transcript.txt"
    if "--record" in sys.argv:
        transcript.write_text(text)
        return
    before = transcript.read_text().splitlines()
    difference = list(difflib.unified_diff(before, text.splitlines(), "transcript.txt", "now", lineterm=""))
    print("\n".join(difference) or f"{len(tasks)} tasks say what they said before")
    sys.exit(1 if difference else 0)


main()
