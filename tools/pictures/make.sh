#!/usr/bin/env bash
# Makes the pictures of the README again: terminal.svg and page.svg in this folder. Needs Python 3 and pdftocairo (Debian:
# poppler-utils). The puzzles are always the same ones, from a database that is thrown away.
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
seeddb batches >"$work/none"

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

seeddb book --level expert:8 --size 6x9 --per-page 2 --title "Quiet hours" --profile screen --rng-seed 7 -o "$work/book.pdf"
pdftocairo -svg -f "${PAGE:-7}" -l "${PAGE:-7}" "$work/book.pdf" tools/pictures/page.svg
# Small, and white also where the page around it is dark.
sed -i '2s/width="432pt" height="648pt"/width="260" height="390"/; 2a <rect width="100%" height="100%" fill="white"/>' tools/pictures/page.svg
