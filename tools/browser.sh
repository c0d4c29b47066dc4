#!/usr/bin/env bash
# The page to play and the site, tested: their rules by Node's own runner, then all of both in Chromium.
#
#   tools/browser.sh [SEEDDB]
#
# SEEDDB is the program that makes the pages (target/debug/seeddb). Needs Node 20, npm and Chromium; fetches playwright-core and
# axe-core into tests/browser/node_modules.
set -euo pipefail
cd "$(dirname "$0")/.."
seeddb=$(realpath "${1:-target/debug/seeddb}")
[ $# -gt 0 ] || cargo build --quiet
[ -d tests/browser/node_modules ] || npm install --prefix tests/browser --no-audit --no-fund --no-package-lock --silent
node --test src/export/page/test/ src/export/site/test/
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
SEEDDB=$seeddb FOLDER=$folder timeout 600 node --test --test-concurrency=1 tests/browser/
