#!/usr/bin/env bash
# Pictures of the page to play and of a site, at 360, 768 and 1280 pixels, light and dark, to be
# looked at.
#
#   tools/gallery/pages.sh [FOLDER]     (target/gallery)
#   tools/gallery/pages.sh --readme     makes tools/pictures/page.png anew
#
# Needs what tools/browser.sh needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet
[ -d tests/browser/node_modules/terser ] || npm install --prefix tests/browser --no-audit --no-fund --no-package-lock --silent
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SEEDDB=$PWD/target/debug/seeddb FOLDER=$folder
case "${1:-}" in
--readme) node tests/browser/gallery.js "$folder/pictures" tools/pictures/page.png ;;
*) node tests/browser/gallery.js "${1:-target/gallery}" ;;
esac
