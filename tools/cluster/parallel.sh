#!/usr/bin/env bash
# A search as jobs of GNU parallel; one is killed in the middle, and run again.
#   tools/cluster/parallel.sh [SEEDDB]
# What a user runs is the line in `search`; --resume-failed runs again what failed, --sshlogin
# spreads it over machines.
source "$(dirname "$0")/common.sh"
trap 'rm -rf "$work"' EXIT
need parallel parallel
search() {
    parallel --will-cite --joblog jobs.log --resume-failed -j 2 \
        '"$SEEDDB" -q mine --tier "$TIER" --count "$COUNT" --rng-seed "$RNG_SEED" --threads 1 --shard {}/"$SHARDS" -o shards/{}.redb' \
        ::: $(seq 1 "$SHARDS")
}
search &
jobs=$!
# The second job, when it runs.
until victim=$(pgrep -f -- "--shard 2/$SHARDS -o shards/2.redb" | xargs -r ps -o pid=,comm= -p | awk '$2 == "seeddb" {print $1}') && [ -n "$victim" ]; do
    sleep 0.05
done
sleep 0.5
kill -9 $victim
wait "$jobs" && { echo "nothing was killed: raise COUNT" >&2; exit 1; }
"$SEEDDB" --create --db first.redb merge --expect "$SHARDS" shards/*.redb && exit 1
search
compare
