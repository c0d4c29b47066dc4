"""Writes a batch in every format, reads each back by a program that is not ours, and compares the puzzles.

Called by check-formats.sh, which fetches what is needed. Prints a table; exit code 1 if a check fails.
"""

import csv
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import ipuz
import openpyxl
from PIL import Image, ImageChops, ImageFilter, ImageStat

SEEDDB, FOLDER = sys.argv[1], Path(sys.argv[2])
OUT = FOLDER / "out"
OUT.mkdir()
COUNT = 12
failed = False


def run(*command, data=None):
    result = subprocess.run(command, input=data, capture_output=True, cwd=FOLDER)
    if result.returncode != 0:
        raise RuntimeError(f"{command[0]}: code {result.returncode}: {result.stderr.decode()[:300]}")
    return result.stdout


def export(*arguments):
    return run(SEEDDB, "--quiet", "--db", "data/check.redb", "export", "--batch", "1", "--format", *arguments)


def check(name, reader, needs=()):
    """Runs a check, and prints its line of the table."""
    def decorate(work):
        global failed
        missing = [tool for tool in needs if not shutil.which(tool)]
        if missing:
            verdict = f"left out: no {', '.join(missing)}"
        else:
            try:
                verdict = f"ok: {work()}"
            except Exception as error:  # Whatever went wrong, the other checks go on.
                failed, verdict = True, f"FAILED: {error!r}"
        print(f"{name:12} {reader:34} {verdict}", flush=True)
    return decorate


def same(got, wanted):
    if list(got) != list(wanted):
        raise ValueError(f"read {list(got)[:2]}, wrote {list(wanted)[:2]}")
    return f"{len(wanted)} puzzles"


(FOLDER / "data").mkdir(exist_ok=True)
run(SEEDDB, "--quiet", "--db", "data/check.redb", "draw", "--level", "expert", "--count", str(COUNT), "--rng-seed", "7")
ROWS = [line.split("\t") for line in export("line").decode().splitlines()]
PUZZLES = [row[0].replace(".", "0") for row in ROWS]
SOLUTIONS = [row[1] for row in ROWS]
IDS = [row[2] for row in ROWS]


@check("csv", "Python csv")
def _():
    rows = list(csv.DictReader(export("csv").decode().splitlines()))
    same([row["solution"] for row in rows], SOLUTIONS)
    return same([row["puzzle"].replace(".", "0") for row in rows], PUZZLES)


@check("tsv", "Python csv")
def _():
    rows = list(csv.DictReader(export("tsv").decode().splitlines(), delimiter="\t"))
    return same([row["puzzle"].replace(".", "0") for row in rows], PUZZLES)


@check("json", "Python json")
def _():
    return same([row["puzzle"].replace(".", "0") for row in json.loads(export("json"))], PUZZLES)


@check("jsonl", "Python json")
def _():
    rows = [json.loads(line) for line in export("jsonl").decode().splitlines()]
    return same([row["id"] for row in rows], IDS)


@check("sdm", "qqwing: one solution, the same", ["qqwing"])
def _():
    text = run("qqwing", "--solve", "--count-solutions", "--csv", data=export("sdm").replace(b"0", b"."))
    rows = [[cell.strip() for cell in line.split(",")] for line in text.decode().splitlines()[1:] if line.strip()]
    if any("1" not in row for row in rows):
        raise ValueError(rows)
    return same([next(cell for cell in row if len(cell) == 81) for row in rows], SOLUTIONS)


@check("opensudoku", "xmllint", ["xmllint"])
def _():
    (OUT / "all.opensudoku").write_bytes(export("opensudoku"))
    run("xmllint", "--noout", "out/all.opensudoku")
    return "well formed"


@check("opensudoku", "Python ElementTree")
def _():
    games = ElementTree.fromstring(export("opensudoku")).findall("folder/game")
    same([game.get("note") for game in games], IDS)
    return same([game.get("data") for game in games], PUZZLES)


@check("f-puzzles", "npm lz-string", ["node"])
def _():
    script = (
        "const lz = require('lz-string');"
        "const links = require('fs').readFileSync(0, 'utf8').trim().split('\\n');"
        "console.log(JSON.stringify(links.map(l => JSON.parse(lz.decompressFromBase64(l.split('load=')[1])))))"
    )
    puzzles = json.loads(run("node", "-e", script, data=export("f-puzzles", "--solutions", "in")))
    same(["".join(str(digit) for digit in puzzle["solution"]) for puzzle in puzzles], SOLUTIONS)
    cells = lambda puzzle: (cell for row in puzzle["grid"] for cell in row)
    return same(["".join(str(c.get("value", 0)) for c in cells(puzzle)) for puzzle in puzzles], PUZZLES)


@check("ipuz", "PyPI ipuz")
def _():
    export("ipuz", "-o", "out/ipuz")
    puzzles = [ipuz.read(path.read_text()) for path in sorted((OUT / "ipuz").iterdir())]
    line = lambda grid: "".join(str(cell) for row in grid for cell in row)
    same([line(puzzle["solution"]) for puzzle in puzzles], SOLUTIONS)
    same([puzzle["uniqueid"] for puzzle in puzzles], IDS)
    return same([line(puzzle["puzzle"]) for puzzle in puzzles], PUZZLES)


@check("ipuz in zip", "Python zipfile, PyPI ipuz")
def _():
    export("ipuz", "-o", "out/ipuz.zip")
    with zipfile.ZipFile(OUT / "ipuz.zip") as archive:
        if archive.testzip():
            raise ValueError(archive.testzip())
        puzzles = [ipuz.read(archive.read(name).decode()) for name in archive.namelist()]
    return same([puzzle["uniqueid"] for puzzle in puzzles], IDS)


@check("xlsx", "PyPI openpyxl")
def _():
    export("xlsx", "-o", "out/all.xlsx")
    head, *rows = openpyxl.load_workbook(OUT / "all.xlsx")["puzzles"].iter_rows(values_only=True)
    rows = [dict(zip(head, row)) for row in rows]
    same([f"{row['score']:.1f}" for row in rows], [row[5] for row in ROWS])
    same([str(row["number"]) for row in rows], [row[9] for row in ROWS])
    return same([row["puzzle"].replace(".", "0") for row in rows], PUZZLES)


def cells(page, points):
    """The digits of a page by their places: words with boxes, as pdftotext gives them."""
    pattern = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</word>'
    grid = ["0"] * 81
    for x1, y1, x2, y2, text in re.findall(pattern, page):
        # A word may hold digits of neighbouring cells.
        for i, digit in enumerate(text):
            x = float(x1) + (float(x2) - float(x1)) * (i + 0.5) / len(text)
            column, row = int(x / points * 9), int((float(y1) + float(y2)) / 2 / points * 9)
            grid[9 * row + column] = digit
    return "".join(grid)


@check("pdf", "pdftotext: digits by place", ["pdftotext"])
def _():
    export("pdf", "--solutions", "separate", "-o", "out/pdf")
    read = lambda name: cells(run("pdftotext", "-bbox", f"out/pdf/{name}", "-").decode(), 252)
    numbers = range(1, COUNT + 1)
    same([read(f"1-{n:04}-solution.pdf") for n in numbers], SOLUTIONS)
    return same([read(f"1-{n:04}.pdf") for n in numbers], PUZZLES)


@check("pdf", "qpdf --check", ["qpdf"])
def _():
    for path in (OUT / "pdf").iterdir():
        run("qpdf", "--check", str(path))
    return f"{COUNT * 2} files"


@check("pdf", "pdffonts: embedded, subset", ["pdffonts"])
def _():
    fonts = run("pdffonts", "out/pdf/1-0001-solution.pdf").decode().splitlines()[2:]
    if len(fonts) != 2 or any(line.split()[-5:-3] != ["yes", "yes"] for line in fonts):
        raise ValueError(fonts)
    return "2 fonts"


@check("svg", "xmllint", ["xmllint"])
def _():
    export("svg", "--solutions", "separate", "-o", "out/svg")
    for path in (OUT / "svg").iterdir():
        run("xmllint", "--noout", str(path))
    return f"{COUNT * 2} files"


@check("eps", "ghostscript: ink fills the box", ["gs"])
def _():
    export("eps", "--solutions", "separate", "-o", "out/eps")
    for path in (OUT / "eps").iterdir():
        gs = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=bbox", str(path)]
        words = subprocess.run(gs, capture_output=True, check=True).stderr.decode()
        box = [float(x) for x in re.search(r"%%HiResBoundingBox: (.*)", words).group(1).split()]
        # The device counts in its own dots.
        if any(abs(a - b) > 0.05 for a, b in zip(box, [0, 0, 252, 252])):
            raise ValueError(f"{path.name}: {words}")
    return f"{COUNT * 2} files"


def rendered(name):
    """The same picture from each format, 150 pixels an inch, as the programs of others see it."""
    run("rsvg-convert", "-d", "150", "-p", "150", "-b", "white", "-o", "out/svg.png", f"out/svg/{name}.svg")
    run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dEPSCrop", "-sDEVICE=pnggray", "-r150",
        "-dGraphicsAlphaBits=4", "-sOutputFile=out/eps.png", f"out/eps/{name}.eps")
    run("pdftoppm", "-r", "150", "-gray", "-png", "-singlefile", f"out/pdf/{name}.pdf", "out/pdf")
    pictures = {format: Image.open(OUT / f"{format}.png").convert("L") for format in ("svg", "eps", "pdf")}
    pictures["png"] = Image.open(OUT / "png" / f"{name}.png")
    return pictures


def difference(a, b):
    """The mean difference of two pictures, 0 to 255, after a blur that hides on which pixel a line begins."""
    a, b = (picture.filter(ImageFilter.GaussianBlur(5)) for picture in (a, b))
    return ImageStat.Stat(ImageChops.difference(a, b)).mean[0]


@check("png", "Pillow: size and resolution")
def _():
    export("png", "--solutions", "separate", "--dpi", "150", "-o", "out/png")
    for path in (OUT / "png").iterdir():
        picture = Image.open(path)
        picture.load()
        x, y = picture.info["dpi"]
        if picture.mode != "L" or picture.size != (525, 525) or abs(x - 150) > 0.02 or abs(y - 150) > 0.02:
            raise ValueError(f"{path.name}: {picture} {picture.info}")
    return f"{COUNT * 2} files"


@check("pictures", "Pillow: svg, eps, png as the pdf", ["rsvg-convert", "gs", "pdftoppm"])
def _():
    worst = 0
    names = ["1-0001", "1-0001-solution", "1-0002", "1-0002-solution"]
    all_pictures = [rendered(name) for name in names]
    for pictures in all_pictures:
        if {picture.size for picture in pictures.values()} != {(525, 525)}:
            raise ValueError({format: picture.size for format, picture in pictures.items()})
        worst = max(worst, *(difference(pictures["pdf"], pictures[f]) for f in ("svg", "eps", "png")))
    # What two puzzles differ by: the measure sees digits.
    least = min(difference(all_pictures[i]["pdf"], all_pictures[i + 2]["pdf"]) for i in (0, 1))
    if worst * 2 > least:
        raise ValueError(f"one puzzle differs by {worst:.2f} between formats, two by {least:.2f}")
    return f"they differ by at most {worst:.2f}, two puzzles by {least:.2f}"


@check("sheet", "pdftotext: all ids", ["pdftotext"])
def _():
    export("pdf", "--sheet", "3x2", "-o", "out/sheet")
    text = "".join(run("pdftotext", str(path), "-").decode() for path in sorted((OUT / "sheet").iterdir()))
    return same(sorted(id for id in IDS if id in text), sorted(IDS))


sys.exit(failed)
