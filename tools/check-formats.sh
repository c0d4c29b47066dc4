#!/usr/bin/env bash
# Every format read back by programs that are not ours. What is missing is fetched into FOLDER.
#
#   tools/check-formats.sh [SEEDDB [FOLDER]]
#
# SEEDDB is the program (target/release/seeddb), FOLDER a scratch folder outside the project (a
# temporary one). Needs python3 with venv; uses node and npm, xmllint, rsvg-convert, ghostscript,
# pdftotext, pdftoppm, qpdf and qqwing where they are, and says so where they are not.
set -euo pipefail
project=$(cd "$(dirname "$0")/.." && pwd)
seeddb=$(realpath "${1:-$project/target/release/seeddb}")
folder=${2:-}
if [ -z "$folder" ]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
case $folder/ in "$project"/*) echo "give a folder outside the project" >&2; exit 2 ;; esac
cd "$folder"

if [ ! -x venv/bin/python ]; then
    python3 -m venv venv
    venv/bin/pip install --quiet ipuz openpyxl pillow
fi
if [ ! -d node_modules/lz-string ] && command -v npm >/dev/null; then
    npm install --silent --no-audit --no-fund lz-string >/dev/null
fi
if ! command -v qqwing >/dev/null && [ ! -d qqwing ] && command -v apt-get >/dev/null; then
    # Unpacked, not installed: no root is needed.
    (mkdir -p debs && cd debs && apt-get download --quiet qqwing libqqwing2v5 >/dev/null 2>&1) || true
    for deb in debs/*.deb; do
        [ -e "$deb" ] && dpkg-deb -x "$deb" qqwing
    done
fi
export PATH="$PATH:$folder/qqwing/usr/bin"
export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}:$(echo "$folder"/qqwing/usr/lib/*/ | tr ' ' ':')"
rm -rf data out
venv/bin/python "$project/tools/check_formats.py" "$seeddb" "$folder"
