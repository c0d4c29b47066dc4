#!/usr/bin/env bash
# What `seeddb serve` answers beside what its OpenAPI document says: requests that schemathesis
# (PyPI) makes up for every route, right ones and wrong ones.
#
#   tools/serve/contract.sh [SEEDDB [SECONDS]]     (target/release/seeddb, 60)
#
# No answer is 500, and each has a status, a type and a body that the document names. Needs python3
# with venv.
source "$(dirname "$0")/common.sh"
seconds=${2:-60}
# Something of everything, so that there is something to find.
"$seeddb" -q draw --level easy --count 20 --rng-seed 1 -o "$work/puzzles.txt"
"$seeddb" -q series fill daily 2099-01-01..2099-01-05 --batch 1 -o "$work/days.csv"
"$seeddb" -q book --batch 1 --final --profile screen -o "$work/book.pdf"
pypi schemathesis
mkdir "$work/files"
start --puzzles-per-minute 100000000 --out "$work/files"
cd "$work"
venv/bin/schemathesis run "http://$address/api/v1/openapi.json" --header "Authorization: Bearer $token" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance \
    --max-time "$seconds" --request-timeout 60 --seed 1 --continue-on-failure --suppress-health-check all --warnings off
