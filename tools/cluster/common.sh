# Sourced by the recipes' tests: a scratch folder, the program, a run without trouble to compare
# with.
set -euo pipefail
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SEEDDB=$(readlink -f "${1:-$tools/../../target/release/seeddb}")
export SEEDDB TIER=5 COUNT=${COUNT:-400} RNG_SEED=7 SHARDS=6
[ -x "$SEEDDB" ] || { echo "no program at $SEEDDB: give its path, or cargo build --release" >&2; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/seeddb-cluster.XXXXXX")
cd "$work"
mkdir shards plain
need() { # PROGRAM PACKAGE
    command -v "$1" >/dev/null || { echo "$1 is missing: apt-get install $2" >&2; exit 1; }
}
# The mined seeds of a merged database, as text.
seeds() { "$SEEDDB" --db "$1" seeds --origin mined --format csv; }
# The same search without a cluster.
plain() {
    local shard
    for ((shard = 1; shard <= SHARDS; shard++)); do
        "$SEEDDB" -q mine --tier "$TIER" --count "$COUNT" --rng-seed "$RNG_SEED" --shard "$shard/$SHARDS" -o "plain/$shard.redb"
    done
    "$SEEDDB" -q --create --db plain.redb merge --expect "$SHARDS" plain/*.redb
}
# Merges, and compares with the search without a cluster.
compare() {
    "$SEEDDB" --create --db cluster.redb merge --expect "$SHARDS" shards/*.redb
    plain
    seeds plain.redb >plain.csv
    seeds cluster.redb >cluster.csv
    cmp plain.csv cluster.csv
    echo "the same $(($(wc -l <plain.csv) - 1)) seeds as without a cluster, and without the kill"
}
