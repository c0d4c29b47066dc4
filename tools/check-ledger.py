#!/usr/bin/env python3
"""The text of a book against the ledger: every puzzle and every solution, as pdftotext reads them.

    tools/check-ledger.py [SEEDDB [COUNT]]      (target/debug/seeddb, 200)

Makes a database that is thrown away, a book of COUNT puzzles in it, and reads the file back. A puzzle is found by its id, which stands
above the right edge of its board; solutions are whole rows of nine digits, in the order of the numbers. Needs poppler-utils.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict

WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</word>')
ID = re.compile(r"^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]$")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def pages_of(file):
    """The words of each page: left, top, right, bottom, text."""
    for page in run("pdftotext", "-bbox", file, "-").split("<page ")[1:]:
        yield [(*map(float, word[:4]), word[4]) for word in WORD.findall(page)]


def digits_of(words):
    """The single digits, each with its middle: a word of several stands for as many."""
    for left, top, right, bottom, text in words:
        if text.isdigit():
            width = (right - left) / len(text)
            for i, digit in enumerate(text):
                yield left + width * (i + 0.5), (top + bottom) / 2, digit


def puzzles_of(words, side):
    """The boards below the ids of a page."""
    digits = list(digits_of(words))
    for _, _, right, bottom, text in words:
        if not ID.match(text):
            continue
        cells = ["."] * 81
        for x, y, digit in digits:
            column = int((x - right + side) / side * 9 + 9) - 9
            row = int((y - bottom) / side * 9 + 9) - 9
            if 0 <= column < 9 and 0 <= row < 9:
                cells[row * 9 + column] = digit
        yield text, "".join(cells)


def solutions_of(words):
    """The boards of a page whose rows are full."""
    lines = defaultdict(list)
    # A word of several digits is the number of a solution.
    for x, y, digit in digits_of(word for word in words if len(word[4]) == 1):
        lines[round(y)].append((x, digit))
    # What lies within a point is on one line.
    joined = []
    for y in sorted(lines):
        if joined and y - joined[-1][0] <= 1:
            joined[-1][1].extend(lines[y])
        else:
            joined.append((y, lines[y]))
    rows = ["".join(digit for _, digit in sorted(line)) for _, line in joined if len(line) >= 9 and len(line) % 9 == 0]
    for band in range(0, len(rows), 9):
        for column in range(len(rows[band]) // 9):
            yield "".join(row[column * 9 : column * 9 + 9] for row in rows[band : band + 9])


def main():
    seeddb = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "target/debug/seeddb")
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SEEDDB_DB"] = f"{folder}/ledger.redb"
        run(seeddb, "-q", "db", "init")
        each = count // 4
        levels = f"easy:{count - 3 * each},medium:{each},hard:{each},expert:{each}"
        # Paperbacks end at 828 pages.
        volumes = str(-(-count // 1000))
        run(seeddb, "-q", "book", "--level", levels, "--rng-seed", "7", "--final", "--volumes", volumes, "--profile", "screen",
            "-o", f"{folder}/book.pdf", "--report", f"{folder}/report.json")
        ledger = json.loads(run(seeddb, "-q", "export", "--book", "1", "--format", "json"))
        with open(f"{folder}/report.json", encoding="utf-8") as report:
            documents = json.load(report)
        found, solved = {}, []
        for document in documents:
            name = document["file"]
            is_there = os.path.exists(name)
            for words in pages_of(name if is_there else f"{folder}/{os.path.basename(name)}"):
                boards = list(puzzles_of(words, document["grids"]["side"] * 72))
                found.update(boards)
                if not boards:
                    solved.extend(solutions_of(words))
    ledger.sort(key=lambda row: row["book_number"])
    wrong = [row["id"] for row in ledger if found.get(row["id"]) != row["puzzle"]]
    answers = [row["solution"] for row in ledger]
    missing = sum(1 for own, printed in zip(answers, solved) if own != printed) + abs(len(answers) - len(solved))
    print(f"{len(ledger)} puzzles: {len(ledger) - len(wrong)} read back, {len(answers) - missing} solutions in their order")
    if len(ledger) != count or len(found) != count or wrong or missing:
        sys.exit(f"not the ledger's: {len(found)} ids, wrong {wrong[:3]}, {missing} solutions")


if __name__ == "__main__":
    main()
