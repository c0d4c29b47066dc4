#!/usr/bin/env bash
# Runs the examples that `cargo test` has built, each in a second or two, and looks at what they
# print.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
db=$folder/seeds.redb
puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

# NAME LINES PATTERN ARGUMENTS...: at least so many lines of what it prints match the pattern.
run() {
    local name=$1 lines=$2 pattern=$3
    shift 3
    "${CARGO_TARGET_DIR:-target}/debug/examples/$name" "$@" >"$folder/out" 2>"$folder/err" ||
        { cat "$folder/err" >&2; echo "the example $name fails" >&2; return 1; }
    if (($(grep -cE "$pattern" "$folder/out") < lines)); then
        cat "$folder/out" >&2
        echo "the example $name does not print '$pattern' $lines times" >&2
        return 1
    fi
    echo "$name: ok"
}

run rate 6 'tier [0-9]' tools/samples/puzzles.txt
run explain 1 '^tier 0, solution 534678912' "$puzzle"
run draw 5 '^[0-9A-Z]{4}-.*[.1-9]{81}$' "$db" hard 5
run series 365 '"date": ?"202[78]-' "$db" 2027-01-01
run book 1 'pages, book Some\(1\)' "$db" "$folder/book.pdf"
run mine 3 'tier 0' 0 2 3
run pool 1 '^4 puzzles: median' "$db" 2 2
head -c 5 "$folder/book.pdf" | grep -q '%PDF-'
