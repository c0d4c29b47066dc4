#!/usr/bin/env bash
# Makes the pictures of README and manual again, in this folder. Needs Python 3 and pdftocairo
# (Debian: poppler-utils). The puzzles are always the same ones, from a database that is thrown
# away.
#
#   tools/pictures/make.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
seeddb=${SEEDDB:-target/release/seeddb}
[ -n "${SEEDDB:-}" ] || cargo build --quiet --release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SEEDDB_DB=$work/pictures.redb
seeddb() { "$seeddb" --quiet "$@"; }
seeddb db init

puzzle=..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...
{
    echo '$ seeddb draw --level expert --rng-seed 7 --format board'
    seeddb draw --level expert --rng-seed 7 --format board
    echo
    echo "\$ seeddb rate $puzzle --format csv"
    seeddb rate "$puzzle" --format csv
    echo
    echo "\$ seeddb explain $puzzle | tail -10"
    seeddb explain "$puzzle" | tail -10
} | python3 tools/pictures/terminal.py >tools/pictures/terminal.svg

seeddb book --final --level expert:8 --size 6x9 --per-page 2 --title "Quiet hours" --profile screen --rng-seed 7 -o "$work/book.pdf"
# Two pages side by side, small, and white also where the page around them is dark. Their glyphs
# must not share names.
side() { # PAGE OFFSET
    pdftocairo -svg -f "$1" -l "$1" "$work/book.pdf" "$work/$1.svg"
    sed -e 1d -e "2s/width=\"432pt\" height=\"648pt\"/width=\"432\" height=\"648\"/; 2s/<svg /<svg x=\"$2\" /" -e "s/id=\"/&p$1-/g; s/href=\"#/&p$1-/g; s/url(#/&p$1-/g" "$work/$1.svg"
}
left=${PAGE:-6}
{
    echo '<svg xmlns="http://www.w3.org/2000/svg" width="520" height="390" viewBox="0 0 864 648">'
    echo '<rect width="100%" height="100%" fill="white"/>'
    side "$left" 0
    side $((left + 1)) 432
    echo '<path d="M432 0V648" stroke="#ccc"/></svg>'
} >tools/pictures/spread.svg

seeddb draw --level medium --rng-seed 7 --size 180pt -o tools/pictures/puzzle.svg --force
seeddb explain "$puzzle" --svg "$work/step.svg" >"$work/steps"
cp "$work/step.svg" tools/pictures/step.svg
seeddb draw --level beginner,easy,medium,hard,fiendish,expert,beyond --count 700 --rng-seed 7 | cut -f1 >"$work/puzzles.txt"
seeddb compare --metric hsolve,branch --plot "$work/plots" "$work/puzzles.txt" >"$work/compared"
ls "$work/plots" >&2
cp "$work/plots/boxes-branch-by-level.svg" tools/pictures/plot.svg
