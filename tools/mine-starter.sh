#!/usr/bin/env bash
# Mines the starter seeds into an empty database: at most one seed of a tier from each solution
# grid, first with any clues, then with clues that keep a half turn. seeds/README.md says what came
# of it.
#
#     cargo run --release -p seeddb-lab --bin starter -- new starter.redb
#     tools/mine-starter.sh target/release/seeddb starter.redb
set -euo pipefail
if [ $# -ne 2 ]; then
    echo "usage: $0 SEEDDB DATABASE" >&2
    exit 2
fi
program=$1 database=$2

mine() { # further flags
    echo "== $*"
    "$program" --create --db "$database" mine --per-grid 1 --rng-seed 20261121 "$@"
}

for tier in 0 1 2 3 5 6; do mine --tier "$tier" --count 3100; done
mine --tier 4 --count 400
mine --tier 1 --symmetry rot180 --min-capacity 100 --count 1050
mine --tier 2 --symmetry rot180 --count 800
mine --tier 3 --symmetry rot180 --count 150
mine --tier 5 --symmetry rot180 --count 2500
