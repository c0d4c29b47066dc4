#!/usr/bin/env bash
# seeddb beside other programs that the registries have: the same work on the same puzzles, in
# turns, on one core.
#
#     tools/peers/run.sh [SCRATCH [FILE...]]
#
# SCRATCH is a folder outside this project where the peers are fetched and built (default: a
# temporary one); each FILE of puzzles is a further list to work on, besides random minimal puzzles
# and 17-clue puzzles. A peer that cannot be fetched or built is left out, and said so.
#
# By the environment: ROUNDS (5) a measurement, each of ROUND_SECONDS (0.5) a side; PUZZLES (2000) a
# list; DRAWS (10000) a generator, or as many as it makes in DRAW_SECONDS (20).
#
# The crate `sudoku` is AGPL: it is measured, in a program of its own, and never linked to ours.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
project=$(cd "$here/../.." && pwd -P)
files=()
for file in "${@:2}"; do files+=("$(realpath -e -- "$file")"); done
if [ $# -gt 0 ]; then
    scratch=$(realpath -m -- "$1")
else
    scratch=$(mktemp -d)
    trap 'rm -rf -- "$scratch"' EXIT
fi
case $scratch/ in
"$project"/*)
    echo "$0: $scratch is inside the project: give a folder outside it" >&2
    exit 2
    ;;
esac
mkdir -p -- "$scratch"
rounds=${ROUNDS:-5} round_seconds=${ROUND_SECONDS:-0.5} puzzles=${PUZZLES:-2000}
draws=${DRAWS:-10000} draw_seconds=${DRAW_SECONDS:-20}
results=$scratch/results.tsv
: >"$results"

# ---- Fetch and build. A side that has a label is there.

declare -A label
left_out() { echo "left out: $1: $2"; }

build_crate() { # SIDE CRATE VERSION
    local folder=$scratch/$1 log=$scratch/$1.log
    mkdir -p "$folder/src"
    sed "s/@SIDE@/$1/; s/@CRATE@/$2/; s/@VERSION@/$3/" "$here/Cargo.toml.in" >"$folder/Cargo.toml"
    cp "$here/clock.rs" "$folder/src/"
    cp "$here/$1.rs" "$folder/src/main.rs"
    if (cd "$folder" && cargo build --release --target-dir target) >"$log" 2>&1; then
        label[$1]="$2 $3"
    else
        left_out "$2 $3" "$(grep -m 1 '^error' "$log" || tail -n 1 "$log")"
    fi
}

fetch_sudoku_gen() { # VERSION
    local folder=$scratch/sudoku-gen log=$scratch/sudoku-gen.log
    mkdir -p "$folder"
    cp "$here/sudoku-gen.js" "$folder/main.js"
    echo '{ "private": true }' >"$folder/package.json"
    if (cd "$folder" && npm install --no-audit --no-fund "sudoku-gen@$1") >"$log" 2>&1; then
        label[sudoku-gen]="sudoku-gen $1 (npm)"
    else
        left_out "sudoku-gen $1" "$(tail -n 1 "$log")"
    fi
}

# The installed one, or Debian's, unpacked and not installed.
fetch_qqwing() {
    local folder=$scratch/qqwing log=$scratch/qqwing.log version
    QQWING=$(command -v qqwing || true)
    if [ -z "$QQWING" ]; then
        QQWING=$folder/debian/usr/bin/qqwing
        mkdir -p "$folder"
        (
            cd "$folder"
            library=$(apt-cache depends qqwing | sed -n 's/.*Depends: \(libqqwing.*\)/\1/p')
            apt-get download qqwing "$library"
            for package in ./*.deb; do dpkg-deb --extract "$package" debian; done
        ) >"$log" 2>&1 || true
        LD_LIBRARY_PATH=$(dirname "$(find "$folder" -name 'libqqwing.so*' -print -quit)")
        export LD_LIBRARY_PATH
    fi
    export QQWING
    if version=$("$QQWING" --version 2>/dev/null); then
        label[qqwing]=$version
    else
        left_out qqwing "$(tail -n 1 "$log")"
    fi
}

echo "building in $scratch" >&2
(cd "$project" && cargo build --release --quiet -p seeddb -p seeddb-lab --bin seeddb --bin peers)
ours=${CARGO_TARGET_DIR:-$project/target}/release
ours_is=$("$ours/seeddb" --version)
label[seeddb]=$ours_is
label[seeddb:key-known]="$ours_is, solution known"
label[seeddb:grade-known]="$ours_is, solution known"
label[seeddb:draw-5]="$ours_is, call, tier 5"
label[seeddb:draw-1]="$ours_is, call, tier 1"
label[ledger:5]="$ours_is draw --tier 5"
label[ledger:1]="$ours_is draw --tier 1"
build_crate sudoku sudoku 0.8.0
build_crate rustoku rustoku-lib 0.16.0
fetch_sudoku_gen 1.0.2
fetch_qqwing

# ---- Run.

# Prints items, seconds, wrong answers, as clock.rs says. NAME:JOB does another job than the rest of
# the row.
run_side() { # NAME[:JOB] JOB FILE SECONDS COUNT
    local name=${1%%:*} job=$2
    if [ "$1" != "$name" ]; then job=${1#*:}; fi
    case $name in
    seeddb) "$ours/peers" "$job" "${@:3}" ;;
    sudoku | rustoku) "$scratch/$name/target/release/$name-side" "$job" "${@:3}" ;;
    sudoku-gen) node "$scratch/sudoku-gen/main.js" "$job" "${@:3}" ;;
    qqwing) "$here/qqwing.sh" "$job" "${@:3}" ;;
    ledger) draw_with_ledger "$job" "$3" ;;
    esac
}

# The whole command, with its proofs and its ledger, on a database just made: always all of DRAWS.
draw_with_ledger() { # TIER FILE
    local database=$scratch/draw.redb start end
    rm -f -- "$database"
    "$ours/seeddb" --quiet db init "$database"
    start=$EPOCHREALTIME
    "$ours/seeddb" --quiet --db "$database" --threads 1 draw --tier "$1" --count "$draws" --rng-seed 1 >"$2.tsv"
    end=$EPOCHREALTIME
    cut -f 1 "$2.tsv" >"$2"
    awk -v n="$draws" -v start="$start" -v end="$end" 'BEGIN { print n "\t" end - start "\t" 0 }'
}

# Rounds of a job by all sides that are there, in turns.
measure() { # JOB LIST FILE SIDE...
    local side
    echo "$1, $2" >&2
    for _ in $(seq "$rounds"); do
        for side in "${@:4}"; do
            if [ -z "${label[$side]:-}" ]; then continue; fi
            printf '%s\t%s\t%s\t%s\n' "$1" "$2" "${label[$side]}" \
                "$(run_side "$side" "$1" "$3" "$round_seconds" 100000000)" >>"$results"
        done
    done
}

# Medians of the rounds; the ratios are medians too, each of the first side to another in the same
# round.
table() { # JOB
    awk -F '\t' -v job="$1" '
        function median(values, n,    i, j, swap) {
            for (i = 2; i <= n; i++)
                for (j = i; j > 1 && values[j] < values[j - 1]; j--) {
                    swap = values[j]; values[j] = values[j - 1]; values[j - 1] = swap
                }
            return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
        }
        $1 == job {
            row = $2 "\t" $3
            if (!(row in n)) order[++rows] = row
            if (!($2 in first)) first[$2] = row
            n[row]++
            rate[row, n[row]] = $4 / $5
            done[row] += $4
            wrong[row] += $6
        }
        END {
            for (r = 1; r <= rows; r++) {
                row = order[r]
                split(row, field, "\t")
                for (i = 1; i <= n[row]; i++) {
                    rates[i] = rate[row, i]
                    ratios[i] = rate[first[field[1]], i] / rate[row, i]
                }
                answers = wrong[row] ? sprintf("%.4f %% wrong", 100 * wrong[row] / done[row]) : job ~ /^(unique|key|grade)$/ ? "right" : ""
                ratio = row == first[field[1]] ? "" : sprintf("%.2f", median(ratios, n[row]))
                printf "%-22s %-32s %12.0f %10s  %s\n", field[1], field[2], median(rates, n[row]), ratio, answers
            }
        }' "$results"
}

declare -A list
make_list() { # NAME SOURCE
    list[$1]=$scratch/list-${#names[@]}.tsv
    "$ours/peers" prepare "$2" "$puzzles" >"${list[$1]}"
    names+=("$1")
}
names=()
make_list random random
make_list 17-clue 17-clue
for file in ${files[@]+"${files[@]}"}; do make_list "$(basename -- "$file")" "$file"; done

for name in "${names[@]}"; do
    measure unique "$name" "${list[$name]}" seeddb sudoku rustoku qqwing
done
for name in "${names[@]}"; do
    measure key "$name" "${list[$name]}" seeddb seeddb:key-known sudoku
done
for name in "${names[@]}"; do
    measure grade "$name" "${list[$name]}" seeddb seeddb:grade-known sudoku rustoku qqwing
done
measure generate minimal "$scratch/made" seeddb sudoku rustoku qqwing
measure draw hardest "$scratch/made" seeddb:draw-5 ledger:5 seeddb:draw-1 ledger:1 sudoku-gen rustoku qqwing

# ---- Report.

head_line() { printf '\n%s\n%-22s %-32s %12s %10s  %s\n' "$1" list program "a second" "first is" "${2:-}"; }
echo
echo "One core, $rounds rounds in turns, medians; \"first is\": how many times as fast the first program of the list is."
head_line "One-solution check (solutions up to 2, from a grid)" answers
table unique
head_line "Canonical form or key (from a grid, its solution not known)" answers
table key
head_line "Grade (ours: top tier and reserved cells, to tier 6; sudoku: our tiers 0-4; rustoku, qqwing: theirs)" \
    "answers to: do singles solve it"
table grade
head_line "Generate random minimal puzzles"
table generate
head_line "Draw at the hardest human level (ours: tier 5, and 1; theirs: expert)"
table draw

printf '\n%s\n' "What the generators made: up to $draws draws, or what came in $draw_seconds s"
printf '%-32s %9s %12s %9s %22s\n' program puzzles one-solution minimal "essentially different"
judge() { # SIDE JOB
    if [ -z "${label[$1]:-}" ]; then return; fi
    run_side "$1" "$2" "$scratch/made" "$draw_seconds" "$draws" >/dev/null
    "$ours/peers" judge "$scratch/made" | awk -F '\t' -v who="${label[$1]}" \
        '{ printf "%-32s %9d %12d %9d %14d %5.1f %%\n", who, $1, $2, $3, $4, 100 * $4 / $1 }'
}
for side in ledger:5 ledger:1 seeddb:draw-5 seeddb:draw-1 sudoku-gen rustoku qqwing; do judge "$side" draw; done
echo "and of random minimal puzzles:"
for side in seeddb sudoku rustoku qqwing; do judge "$side" generate; done
