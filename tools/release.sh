#!/usr/bin/env bash
# Makes the files of a release in FOLDER (target/release-files if none is given): a tarball with the program, with `serve` and stripped, its manual
# pages, completions and licences; a .deb if cargo-deb is installed; and their SHA-256 sums. For the machine that it runs on.
# SEEDDB is a program that was built before; without it it is built.
#
#   tools/release.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-target/release-files}" && cd "${1:-target/release-files}" && pwd)
if [ -z "${SEEDDB:-}" ]; then
    cargo build --quiet --release --locked --features serve
    SEEDDB=target/release/seeddb
fi
version=$("$SEEDDB" --version | cut -d' ' -f2)
host=$(rustc -vV | sed -n 's/^host: //p')
name=seeddb-$version-$host
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/$name/man" "$work/$name/completions"
cp "$SEEDDB" "$work/$name/seeddb"
strip "$work/$name/seeddb"
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$work/$name/"
cp src/export/font/OFL.txt "$work/$name/LICENSE-OFL-font"
"$SEEDDB" man --all "$work/$name/man"
for shell in bash zsh fish; do
    "$SEEDDB" completions "$shell" >"$work/$name/completions/seeddb.$shell"
done
# What was unpacked runs.
"$work/$name/seeddb" solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 >/dev/null
"$work/$name/seeddb" help serve >/dev/null
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" -C "$work" -czf "$folder/$name.tar.gz" "$name"

if command -v cargo-deb >/dev/null; then
    rm -rf target/deb
    mkdir -p target/deb
    cp -r "$work/$name/man" "$work/$name/completions" target/deb/
    cargo deb --quiet --output "$folder/"
else
    echo "no .deb: cargo-deb is not installed (cargo install cargo-deb)" >&2
fi
rm -f "$folder/SHA256SUMS"
(cd "$folder" && find . -maxdepth 1 -type f \( -name "*.tar.gz" -o -name "*.deb" \) -printf '%P\n' | sort | xargs sha256sum >"$work/sums" && mv "$work/sums" SHA256SUMS)
cat "$folder/SHA256SUMS"
