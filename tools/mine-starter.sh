#!/usr/bin/env bash
# Mines the starter seeds: at most one seed of a tier from each solution grid, first with any clues, then with
# clues that keep a half turn. seeds/README.md says what came of it.
#
#     tools/mine-starter.sh path/to/seeddb starter.redb
set -euo pipefail
if [ $# -ne 2 ]; then
    echo "usage: $0 SEEDDB DATABASE" >&2
    exit 2
fi
program=$1 database=$2

mine() { # RNG-SEED, further flags
    echo "== --rng-seed $* ($(date))"
    local rng_seed=$1
    shift
    # Exit code 3, fewer than asked for in the time given, is no failure here.
    "$program" --db "$database" --threads 1 mine --per-grid 1 --rng-seed "$rng_seed" "$@" || [ $? -eq 3 ]
}

mine 20261121 --tier 1 --count 320 --for 6m
mine 20261121 --tier 5 --count 320 --for 6m
mine 20261121 --tier 4 --count 60 --for 6m
mine 20261121 --tier 3 --count 310 --for 6m
mine 20261121 --tier 0 --count 310 --for 6m
mine 20261121 --tier 2 --count 310 --for 6m
mine 20261121 --tier 6 --count 310 --for 6m
for tier in 1 5 2 3; do mine 20261121 --tier "$tier" --symmetry rot180 --for 4m; done
mine 20261122 --tier 5 --symmetry rot180 --for 7m
