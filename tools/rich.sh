#!/usr/bin/env bash
# Which combinations of level and clue symmetry the starter seeds are rich in: seeds / their
# capacity, as a table.
#
#     tools/rich.sh target/release/seeddb
set -euo pipefail
if [ $# -ne 1 ]; then
    echo "usage: $0 SEEDDB" >&2
    exit 2
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SEEDDB_DB=$folder/starter.redb
"$1" db init 2>/dev/null
symmetries=(rot180 rot90 top-bottom left-right diagonal anti-diagonal)
printf '| level |'
printf ' %s |' "${symmetries[@]}"
echo
echo "|---|---|---|---|---|---|---|"
for level in beginner easy medium hard fiendish expert beyond; do
    row="| $level |"
    for symmetry in "${symmetries[@]}"; do
        row+=" $("$1" stats --level "$level" --symmetry "$symmetry" 2>/dev/null | awk 'END { print $(NF-3), "/", $(NF-2) }') |"
    done
    echo "$row"
done
