#!/usr/bin/env python3
"""Gives the fonts in src/export/font a zero without a stroke: its counter becomes whole.

    tools/font/plain_zero.py REGULAR.ttf BOLD.ttf      # needs fontTools; writes the files in their places

The zero of Atkinson Hyperlegible is an outer contour and the two halves of its counter that the stroke leaves. The new counter
is the right one of them down to the middle of the height, mirrored into the other three quarters. Ids have no letter O, and
boards no zero, so nothing can be mistaken for it. All other glyphs stay as they are; a second run changes nothing.
"""

import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import ttProgram
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

ON = 1


def counter(half, height):
    """The whole counter around the middle of the height, from its right half: its points 2 to 5 go from the right up to the top."""
    right, first, second, top = half[2:6]
    x = top[0]
    upper = [right, first, second, top]
    mirrored = [(2 * x - px, py) for px, py in reversed(upper[:3])]
    lower = [(px, 2 * height - py) for px, py in reversed((upper + mirrored)[1:-1])]
    outline = upper + mirrored + lower
    return [(point, ON if i % 3 == 0 else 0) for i, point in enumerate(outline)]


def mend(path):
    font = TTFont(path, recalcTimestamp=False)
    glyphs = font["glyf"]
    zero = glyphs["zero"]
    if zero.numberOfContours != 3:
        return
    points, ends, flags = zero.getCoordinates(glyphs)
    points, flags = list(points), list(flags)
    outer = list(zip(points[: ends[0] + 1], flags[: ends[0] + 1]))
    half = points[ends[0] + 1 : ends[1] + 1]
    heights = [y for (_, y), _ in outer]
    inner = counter(half, (min(heights) + max(heights)) / 2)
    both = outer + [((round(x), round(y)), flag) for (x, y), flag in inner]
    zero.coordinates = GlyphCoordinates([point for point, _ in both])
    zero.flags = bytearray(flag & ON for _, flag in both)
    zero.endPtsOfContours = [len(outer) - 1, len(both) - 1]
    zero.numberOfContours = 2
    # Its hints name points that are no more.
    zero.program = ttProgram.Program()
    zero.program.fromBytecode(b"")
    zero.recalcBounds(glyphs)
    font.save(path)


for path in sys.argv[1:]:
    mend(path)
