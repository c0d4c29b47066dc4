#!/usr/bin/env bash
# The page to play, the site and the desk, tested: their rules by Node's own runner, then all of
# them in Chromium.
#
#   tools/browser.sh [SEEDDB]
#   tools/browser.sh --small      makes the small files that the program contains from the modules and styles, nothing more
#   tools/browser.sh --ready PAGE...   measures how long pages take until they can be played
#   tools/browser.sh --keys PAGE...    measures what a key costs on pages
#
# SEEDDB is the program that makes the pages (target/debug/seeddb), built with the feature serve.
# Needs Node 20, npm and Chromium; fetches playwright-core, axe-core, esbuild and terser into
# tests/browser/node_modules.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -d tests/browser/node_modules/terser ] || npm install --prefix tests/browser --no-audit --no-fund --no-package-lock --silent
[ "${1:-}" != --small ] || exec node tests/browser/small.js
node tests/browser/small.js --check
case ${1:-} in --ready | --keys)
    script=tests/browser/${1#--}.js
    shift
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    FOLDER=$folder node "$script" "$@"
    exit
    ;;
esac
seeddb=$(realpath "${1:-target/debug/seeddb}")
[ $# -gt 0 ] || cargo build --quiet --features serve
node --test src/export/page/test/ src/export/site/test/
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
SEEDDB=$seeddb FOLDER=$folder timeout 600 node --test --test-concurrency=1 tests/browser/
