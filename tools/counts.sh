#!/usr/bin/env bash
# Instructions of fixed jobs at two commits, counted by callgrind: repeatable to the last digits,
# whatever else the machine is doing. (Not the same as time: caches and branches are not in it.)
#
#     tools/counts.sh [BASE [HEAD]]
#
# BASE (default HEAD~1) and HEAD (default HEAD) are commits, built in worktrees in a temporary
# folder; "." is the folder as it is, uncommitted changes included. Each builds its own jobs, as the
# library may have changed. Needs valgrind.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
base=${1:-HEAD~1} head=${2:-HEAD}
if ! command -v valgrind >/dev/null; then
    echo "$0: valgrind is not installed" >&2
    exit 1
fi
scratch=$(mktemp -d)
clean() {
    for side in base head; do
        git -C "$project" worktree remove --force "$scratch/$side" 2>/dev/null || true
    done
    rm -rf -- "$scratch"
}
trap clean EXIT

# One target folder, so that the dependencies are built once; the programs are taken out of it.
build() { # SIDE COMMIT
    local source=$scratch/$1 built=$scratch/target/release jobs_at=jobs jobs=(-p seeddb -p seeddb-lab --bin jobs)
    if [ "$2" = . ]; then
        source=$project
    else
        git -C "$project" worktree add --quiet --detach "$source" "$2"
    fi
    echo "building $2" >&2
    # Before there was a lab, the jobs were an example.
    if [ ! -e "$source/tools/lab" ]; then jobs=(--example jobs) jobs_at=examples/jobs; fi
    (cd "$source" && CARGO_PROFILE_RELEASE_STRIP=false cargo build --release --quiet --target-dir "$scratch/target" --bin seeddb "${jobs[@]}")
    mv "$built/$jobs_at" "$scratch/$1-jobs"
    mv "$built/seeddb" "$scratch/$1-seeddb"
}
build base "$base"
build head "$head"
# Both work on the same puzzles, also if one commit generates others.
"$scratch/head-jobs" inputs 1000 >"$scratch/inputs.tsv"

count() { # CALLGRIND-FLAG... PROGRAM ARGUMENT...; prints instructions, and what the program printed
    local out
    out=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>"$scratch/valgrind.txt") || {
        cat "$scratch/valgrind.txt" >&2
        return 1
    }
    echo "$(awk '/Collected/ { print $4 }' "$scratch/valgrind.txt") $out"
}

row() { # JOB ITEMS BASE-INSTRUCTIONS HEAD-INSTRUCTIONS NOTE
    awk -v job="$1" -v n="$2" -v base="$3" -v head="$4" -v note="$5" \
        'BEGIN { printf "%-22s %6d %14.0f %14.0f %8.3f  %s\n", job, n, base / n, head / n, base / head, note }'
}

job() { # JOB ITEMS
    local base_count base_answers head_count head_answers note=""
    read -r base_count base_answers < <(count --toggle-collect='*measured*' "$scratch/base-jobs" "$1" "$2" "$scratch/inputs.tsv")
    read -r head_count head_answers < <(count --toggle-collect='*measured*' "$scratch/head-jobs" "$1" "$2" "$scratch/inputs.tsv")
    if [ "$base_answers" != "$head_answers" ]; then note="the answers differ"; fi
    row "$1" "$2" "$base_count" "$head_count" "$note"
}

# The whole command, on a database that has drawn before: seeds are read when they are drawn from,
# so that what is paid at the start and what for each puzzle cannot be told apart. Each has a home
# of its own, as a database that is gone is missed in its old one.
draw() { # SIDE TIER COUNT; prints instructions and a sum of the puzzles
    local counted home=$scratch/home
    local -x HOME=$home XDG_DATA_HOME=$home XDG_STATE_HOME=$home
    rm -rf -- "$home"
    mkdir "$home"
    "$scratch/$1-seeddb" --quiet db init "$home/draw.redb"
    "$scratch/$1-seeddb" --quiet --db "$home/draw.redb" draw --tier 0 --count 1 --rng-seed 1 >/dev/null
    read -r counted _ < <(count "$scratch/$1-seeddb" --quiet --db "$home/draw.redb" --threads 1 \
        draw --tier "$2" --count "$3" --rng-seed 7 -o "$home/drawn")
    echo "$counted $(cksum <"$home/drawn")"
}

draw_row() { # TIER ITEMS
    local base_count base_answers head_count head_answers note=""
    read -r base_count base_answers < <(draw base "$1" "$2")
    read -r head_count head_answers < <(draw head "$1" "$2")
    if [ "$base_answers" != "$head_answers" ]; then note="other puzzles"; fi
    row "seeddb draw --tier $1" "$2" "$base_count" "$head_count" "$note"
}

echo "base: $(git -C "$project" log -1 --format='%h %s' "${base/#./HEAD}")"
echo "head: $(git -C "$project" log -1 --format='%h %s' "${head/#./HEAD}")$([ "$head" != . ] || echo " and what is not committed")"
printf '%-22s %6s %14s %14s %8s\n' job items "base, each" "head, each" base/head
job unique 1000
job grade 400
job score 10
job key 500
job refill-5 100
job refill-1 500
draw_row 5 1
draw_row 1 1
draw_row 5 101
draw_row 1 501
