#!/usr/bin/env bash
# Finds the seeds that an edition of the starter seeds lacked, by goals: levels at each clue symmetry, quads, few clues. Run it in a
# checkout whose starter seeds are the edition before; seeds/README.md says what came of it. The RNG seed of a goal is 20261125 and its
# number.
#
#     tools/mine-goals.sh target/release/examples/search found/ 5       # half an hour of processor time
set -euo pipefail
if [ $# -ne 3 ]; then
    echo "usage: $0 SEARCH DIRECTORY EDITION" >&2
    exit 2
fi
search=$1 found=$2 edition=$3
mkdir -p "$found"
while read -r of number count goal; do
    [ "$of" = "$edition" ] || continue
    echo "== $count of $goal"
    "$search" goal "$count" $((20261125 + number)) "$goal" </dev/null >"$found/$(printf %02d "$number").txt"
done <<'GOALS'
4 1 120 tier=5 level=expert symmetry=top-bottom worth=60
4 2 120 tier=5 level=expert symmetry=left-right worth=60
4 3 120 tier=5 level=expert symmetry=diagonal worth=60
4 4 120 tier=5 level=expert symmetry=anti-diagonal worth=60
4 5 120 tier=1 level=hard symmetry=top-bottom worth=60
4 6 120 tier=1 level=hard symmetry=left-right worth=60
4 7 120 tier=1 level=hard symmetry=diagonal worth=60
4 8 120 tier=1 level=hard symmetry=anti-diagonal worth=60
4 9 110 tier=5 level=fiendish symmetry=top-bottom worth=150
4 10 110 tier=5 level=fiendish symmetry=left-right worth=150
4 11 110 tier=5 level=fiendish symmetry=diagonal worth=150
4 12 110 tier=5 level=fiendish symmetry=anti-diagonal worth=150
4 13 120 tier=5 level=fiendish symmetry=rot90 worth=80
4 14 120 tier=1 symmetry=rot90 worth=50
4 15 110 tier=3 technique=naked-quad worth=150
4 16 110 tier=3 technique=hidden-quad worth=150
4 17 120 tier=1 clues=19..21 worth=20
4 18 120 tier=2 clues=19..21 worth=14
4 19 120 tier=3 clues=19..21 worth=12
4 20 120 tier=5 level=expert symmetry=rot90 worth=30
4 21 120 tier=1 level=hard symmetry=rot90 worth=30
4 22 150 tier=6 symmetry=rot180 worth=40
4 23 150 tier=6 symmetry=top-bottom worth=40
4 24 150 tier=6 symmetry=diagonal worth=40
4 25 150 tier=6 symmetry=left-right worth=40
4 26 150 tier=6 symmetry=anti-diagonal worth=40
5 30 150 tier=5 level=expert symmetry=rot90 worth=40
5 31 150 tier=1 level=hard symmetry=rot90 worth=40
5 32 100 tier=1 clues=19..21 worth=40
5 33 150 tier=2 clues=19..21 worth=30
5 34 150 tier=3 clues=19..21 worth=30
6 41 111 tier=6 symmetry=rot90 worth=5
GOALS
