#!/usr/bin/env bash
# The side of the program qqwing: QQWING=PROGRAM qqwing.sh JOB FILE SECONDS [COUNT], as clock.rs
# says.
#
# It times itself, its reading and writing included. A few puzzles first say how many fit in the
# seconds.
set -euo pipefail
job=$1 file=$2 seconds=$3 count=${4:-1000000000}
out=$(mktemp)
trap 'rm -f -- "$out"' EXIT

first=20
case $job in
unique | grade)
    # The column that has the answer.
    if [ "$job" = unique ]; then flag=--count-solutions column=1; else flag=--stats column=11; fi
    work() { head -n "$1" "$file" | cut -f 1 | "$QQWING" --solve --nosolution --csv --timer "$flag" >"$out"; }
    ;;
generate | draw)
    flags=(--symmetry none --one-line --timer)
    if [ "$job" = draw ]; then flags+=(--difficulty expert); first=2; fi
    work() { "$QQWING" --generate "$1" "${flags[@]}" >"$out"; }
    ;;
*)
    echo "$0: no job $job" >&2
    exit 2
    ;;
esac
first=$((first < count ? first : count))
took() { awk '/^[0-9]+ puzzles? (solved|generated) in/ { print $1 "\t" $5 }' "$out"; }

work "$first"
number=$(took | awk -v seconds="$seconds" -v most="$count" \
    '{ n = int($1 * seconds / ($2 + 1e-6)) + 1; printf "%d", n < most ? n : most }')
work "$number"
case $job in
unique | grade)
    wrong=$(paste <(cut -f 5 "$file") <(tail -n +2 "$out" | cut -d , -f "$column") | head -n "$(took | cut -f 1)" |
        awk -F '\t' -v job="$job" '
            job == "unique" { wrong += $2 != 1 }
            job == "grade" { wrong += ($2 == "Simple" || $2 == "Easy") != $1 }
            END { print wrong + 0 }')
    ;;
*)
    grep -E '^[1-9.]{81}$' "$out" >"$file"
    wrong=0
    ;;
esac
printf '%s\t%s\n' "$(took)" "$wrong"
