#!/usr/bin/env bash
# Finds the seeds that edition 3 of the starter seeds lacked: levels at each clue symmetry, quads, few clues. Run it in a checkout whose
# starter seeds are edition 3; seeds/README.md says what came of it. The RNG seed of a line is 20261125 and its number.
#
#     tools/mine-goals.sh target/release/examples/search found/       # half an hour of processor time
set -euo pipefail
if [ $# -ne 2 ]; then
    echo "usage: $0 SEARCH DIRECTORY" >&2
    exit 2
fi
search=$1 found=$2 number=0
mkdir -p "$found"
while read -r count goal; do
    number=$((number + 1))
    echo "== $count of $goal"
    "$search" goal "$count" $((20261125 + number)) "$goal" </dev/null >"$found/$(printf %02d $number).txt"
done <<'GOALS'
120 tier=5 level=expert symmetry=mirror-h worth=60
120 tier=5 level=expert symmetry=mirror-v worth=60
120 tier=5 level=expert symmetry=diagonal worth=60
120 tier=5 level=expert symmetry=anti-diagonal worth=60
120 tier=1 level=hard symmetry=mirror-h worth=60
120 tier=1 level=hard symmetry=mirror-v worth=60
120 tier=1 level=hard symmetry=diagonal worth=60
120 tier=1 level=hard symmetry=anti-diagonal worth=60
110 tier=5 level=fiendish symmetry=mirror-h worth=150
110 tier=5 level=fiendish symmetry=mirror-v worth=150
110 tier=5 level=fiendish symmetry=diagonal worth=150
110 tier=5 level=fiendish symmetry=anti-diagonal worth=150
120 tier=5 level=fiendish symmetry=rot90 worth=80
120 tier=1 symmetry=rot90 worth=50
110 tier=3 technique=naked-quad worth=150
110 tier=3 technique=hidden-quad worth=150
120 tier=1 clues=19..21 worth=20
120 tier=2 clues=19..21 worth=14
120 tier=3 clues=19..21 worth=12
120 tier=5 level=expert symmetry=rot90 worth=30
120 tier=1 level=hard symmetry=rot90 worth=30
150 tier=6 symmetry=rot180 worth=40
150 tier=6 symmetry=mirror-h worth=40
150 tier=6 symmetry=diagonal worth=40
150 tier=6 symmetry=mirror-v worth=40
150 tier=6 symmetry=anti-diagonal worth=40
GOALS
