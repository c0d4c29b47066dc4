#!/usr/bin/env bash
# Makes tables of the pages again, and says what moved: `tools/tables.sh` on a sample of each (levels.md, METHODS, THEORY; a minute),
# `tools/tables.sh --record` as the pages say, which writes their rows, and with a FOLDER of rated lists every command of METHODS.
set -uo pipefail
cd "$(dirname "$0")/.."
case ${1-} in
--record)
    SEEDDB_RECORD=1 cargo test -q --test program tables:: &&
        git --no-pager diff --word-diff=plain --unified=0 -- '*.md' | grep '\[-\|{+'
    exit 0
    ;;
?*) cargo build --release && exec cargo run --release -p seeddb-lab --bin papers -- check "$1" ;;
esac
if said=$(cargo test --test program tables:: 2>&1); then
    echo "nothing moved"
else
    grep -A 2 -E '^[^ ]*\.md(: | has not)|^error' <<<"$said" || tail -n 20 <<<"$said"
    exit 1
fi
