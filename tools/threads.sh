#!/usr/bin/env bash
# How many times as fast the commands are with two threads on two cores as with one on one core, and
# that the output is the same.
#
#     tools/threads.sh [SCALE]
#
# SCALE multiplies the amount of work (default 1: seconds a command). ROUNDS (3) by the environment;
# medians, one and two threads in turns. Every run has a database of its own, just made.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
project=$(dirname "$here")
scale=${1:-1} rounds=${ROUNDS:-3} failed=0
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
(cd "$project" && cargo build --release --quiet --bin seeddb)
program=${CARGO_TARGET_DIR:-$project/target}/release/seeddb

amount() { awk -v n="$1" -v scale="$scale" 'BEGIN { n = int(n * scale); print (n > 1 ? n : 1) }'; }
"$program" --quiet db init "$scratch/new.redb"

# One run of a command; prints seconds. Its output is kept as out-THREADS.
run() { # THREADS ARGUMENT...
    local start end
    cp "$scratch/new.redb" "$scratch/db.redb"
    # `draw` prints beside its threads: one thread is to mean one core.
    local core=()
    if [ "$1" = 1 ] && command -v taskset >/dev/null; then core=(taskset -c 0); fi
    # The output of the last run must not be thrown away, nor on its way to the disk, meanwhile.
    rm -f -- "$scratch/out-$1"
    sync
    start=$EPOCHREALTIME
    "${core[@]}" "$program" --quiet --db "$scratch/db.redb" --threads "$1" "${@:2}" >"$scratch/out-$1"
    end=$EPOCHREALTIME
    # Mining prints nothing: what it found is its output.
    if [ "$2" = mine ]; then "$program" --quiet --db "$scratch/db.redb" seeds >"$scratch/out-$1"; fi
    awk -v start="$start" -v end="$end" 'BEGIN { print end - start }'
}

median() { sort -g "$1" | awk '{ a[NR] = $1 } END { print (a[int((NR + 1) / 2)] + a[int((NR + 2) / 2)]) / 2 }'; }

printf '%-44s %9s %12s %12s %7s\n' command items "1 thread, /s" "2 threads, /s" ratio
row() { # ITEMS ARGUMENT...
    local same="" threads words="${*:2}"
    rm -f -- "$scratch"/seconds-*
    for _ in $(seq "$rounds"); do
        for threads in 1 2; do run "$threads" "${@:2}" >>"$scratch/seconds-$threads"; done
        cmp -s "$scratch/out-1" "$scratch/out-2" || same="the outputs differ"
    done
    awk -v words="${words//"$scratch/"/}" -v n="$1" -v one="$(median "$scratch/seconds-1")" -v two="$(median "$scratch/seconds-2")" -v same="$same" \
        'BEGIN { printf "%-44s %9d %12.1f %13.1f %7.2f  %s\n", words, n, n / one, n / two, one / two, same }'
    if [ -n "$same" ]; then failed=1; fi
}

count=$(amount 20000)
row "$count" draw --tier 5 --count "$count" --rng-seed 7
count=$(amount 60000)
row "$count" draw --tier 1 --count "$count" --rng-seed 7
count=$(amount 20000)
row "$count" draw --tier 0 --count "$count" --rng-seed 7
count=$(amount 400)
row "$count" mine --tier 5 --count "$count" --rng-seed 7
count=$(amount 400)
row "$count" mine --tier 1 --count "$count" --rng-seed 7

cp "$scratch/new.redb" "$scratch/db.redb"
"$program" --quiet --db "$scratch/db.redb" draw --tier 5 --count "$(amount 4000)" --rng-seed 8 | cut -f 1 >"$scratch/puzzles"
head -n "$(amount 2000)" "$scratch/puzzles" >"$scratch/some"
for _ in {1..100}; do cat "$scratch/puzzles"; done >"$scratch/many"
row "$(wc -l <"$scratch/some")" rate "$scratch/some"
row "$(wc -l <"$scratch/many")" solve "$scratch/many"
row "$(wc -l <"$scratch/many")" canon "$scratch/many"
exit "$failed"
