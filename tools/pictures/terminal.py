"""Commands and what they print, from standard input, as an SVG picture of a terminal.

Lines that begin with "$ " are commands. Escape codes for bold, dim and colours are kept.
"""

import html
import re
import sys

WIDTH, HEIGHT, SIZE = 8.4, 18, 14
COLOURS = {
    "1": "font-weight:bold", "2": "opacity:.6", "31": "fill:#ff7b72", "32": "fill:#7ee787", "33": "fill:#f2cc60",
    "34": "fill:#79c0ff", "35": "fill:#d2a8ff", "36": "fill:#76e3ea",
}


def spans(line):
    """The line as SVG text, a span for each style."""
    if line.startswith("$ "):
        return f'<tspan style="fill:#7ee787">$</tspan><tspan style="font-weight:bold">{html.escape(line[1:])}</tspan>'
    out, style = [], []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            codes = part[2:-1].split(";")
            style = [] if codes in (["0"], [""]) else style + [COLOURS[c] for c in codes if c in COLOURS]
        elif part:
            out.append(f'<tspan style="{";".join(style)}">{html.escape(part)}</tspan>' if style else html.escape(part))
    return "".join(out)


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = max(map(len, plain)) * WIDTH + 32
    height = len(lines) * HEIGHT + 52
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}">')
    print('<rect width="100%" height="100%" rx="8" fill="#0d1117"/>')
    for i, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        print(f'<circle cx="{20 + 18 * i}" cy="18" r="6" fill="{colour}"/>')
    print(f'<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="{SIZE}" fill="#e6edf3" xml:space="preserve">')
    for i, line in enumerate(lines):
        print(f'<text x="16" y="{52 + i * HEIGHT}">{spans(line)}</text>')
    print("</g></svg>")


main()
