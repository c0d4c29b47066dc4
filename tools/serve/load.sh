#!/usr/bin/env bash
# How long `seeddb serve` takes: to start, for a page of a list beside Datasette (PyPI), for one
# puzzle with a stock and without.
#
#   tools/serve/load.sh [SEEDDB [SECONDS]]     (target/release/seeddb with the feature serve, 60)
#
# 64 clients ask for SECONDS each; a quarter of that for one puzzle at a time. Any answer but 200,
# 429 and 503 is an error. The database has 10,000 puzzles. Needs python3 with venv.
source "$(dirname "$0")/common.sh"
seconds=${2:-60}
load() { # CLIENTS SECONDS METHOD PATH [BODY]
    "$work/load" "$address" "$1" "$2" "$token" "${@:3}"
}
# By hand: the lab, of which it is a part, would build the library first.
rustc -O --edition 2024 -o "$work/load" "$project/tools/serve/load.rs"
"$seeddb" -q draw --tier 1 --count 10000 --rng-seed 1 --format csv -o "$work/puzzles.csv"
pypi datasette

# From the start of the process to its first answer, twenty times.
times=()
for _ in {1..20}; do
    begin=$(date +%s%N)
    start --read-only
    exec 3<>"/dev/tcp/${address%:*}/${address#*:}"
    printf 'GET /api/v1/healthz HTTP/1.1\r\nHost: %s\r\n\r\n' "$address" >&3
    read -r status <&3
    times+=($((($(date +%s%N) - begin) / 10000)))
    exec 3>&-
    [[ $status == *" 200 "* ]] || { echo "$status" >&2; exit 1; }
    kill "${servers[-1]}"
done
printf '%s\n' "${times[@]}" | sort -n | awk '{ t[NR] = $1 / 100 } END { printf "started and answered: median %.1f ms, at most %.1f ms\n", t[10], t[NR] }'

start --puzzles-per-minute 100000000
quarter=$(((seconds + 3) / 4))
page='/api/v1/puzzles?limit=100'
easy='{"part": [{"level": "easy"}]}'
load 1 "$quarter" GET "$page"
load 64 "$seconds" GET "$page"
load 1 "$quarter" POST /api/v1/draws/one "$easy"
load 64 "$seconds" POST /api/v1/draws/one "$easy"
load 1 "$quarter" POST /api/v1/draws "$easy"
load 64 "$seconds" POST /api/v1/draws "$easy"
echo "after these draws:"
load 1 "$quarter" GET "$page"

# The same rows as a page of JSON of the same length.
"$work/venv/bin/python" - "$work" <<'PYTHON'
import csv, sqlite3, sys
with open(f"{sys.argv[1]}/puzzles.csv", newline="") as file:
    names, *rows = csv.reader(file)
database = sqlite3.connect(f"{sys.argv[1]}/puzzles.db")
database.execute(f"CREATE TABLE puzzles ({', '.join(names)}, PRIMARY KEY (id))")
database.executemany(f"INSERT INTO puzzles VALUES ({', '.join('?' * len(names))})", rows)
database.commit()
PYTHON
"$work/venv/bin/datasette" "$work/puzzles.db" --port 0 >"$work/datasette" 2>&1 &
servers+=($!)
until address=$(sed -n 's|.*running on http://\([0-9.:]*\).*|\1|p' "$work/datasette") && [ -n "$address" ]; do
    kill -0 "${servers[-1]}" || { cat "$work/datasette" >&2; exit 1; }
    sleep 0.1
done
page='/puzzles/puzzles.json?_size=100&_shape=array'
echo "Datasette $("$work/venv/bin/datasette" --version | sed 's/.* //'):"
load 1 "$quarter" GET "$page"
load 64 "$seconds" GET "$page"
