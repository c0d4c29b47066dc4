#!/usr/bin/env bash
# The package for JavaScript: builds the two files of WebAssembly and the package around them, and
# tests it in Node, in Chromium and in Vite, beside the program. The package is
# target/npm/seeddb-VERSION.tgz afterwards.
#
#     tools/wasm.sh [--quick | --build] [SEEDDB]
#     tools/wasm.sh --hint      makes the file of hints that pages to play have, src/export/page/small/hint.js, nothing more
#
# SEEDDB is the program to compare with (target/debug/seeddb); without one the comparison is with
# src/wasm/test/recorded.json alone. With
# --quick there is no Chromium, no Vite and no TypeScript, with --build no test at all. Needs Node 20 and npm. Rust for WebAssembly is that of an installed
# target wasm32-unknown-unknown, or else Debian's packages (rustc-web and its library), which are
# unpacked into target/web, not installed. The library is made of its sources in both cases where
# they are there: it is smaller then.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=
case ${1:-} in --quick | --build | --hint) mode=$1; shift ;; esac
seeddb=${1:-target/debug/seeddb}
target=wasm32-unknown-unknown
web=$PWD/target/web
arguments=(--profile wasm --target "$target" --target-dir target/wasm -p seeddb-wasm)
flags=

# Its library, made anew without what a browser has no use for: places in the sources, and words of
# panics.
small() {
    export RUSTC_BOOTSTRAP=1
    arguments+=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
    flags="-Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort"
}
if rustup target list --installed 2>/dev/null | grep -qx "$target"; then
    if [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ]; then small; fi
else
    if [ ! -e "$web/READY" ]; then
        if ! { command -v apt-get && command -v dpkg; } >/dev/null; then
            echo "no target $target, and no packages of Debian to take it from" >&2
            exit 3
        fi
        mkdir -p "$web/deb"
        # The library of LLVM is the one that the compiler names.
        (cd "$web/deb" && {
            apt-get download rustc-web libstd-rust-web-dev rust-web-src || { apt-get update -q && apt-get download rustc-web libstd-rust-web-dev rust-web-src; }
            apt-get download "$(dpkg -f libstd-rust-web-dev_*.deb Depends | grep -o 'libstd-rust-web-[0-9.]*' | head -n 1)"
            apt-get download "$(dpkg -f libstd-rust-web-[0-9]*.deb Depends | grep -o 'libllvm[0-9]*' | head -n 1)"
        } >/dev/null 2>&1) || { echo "Debian's rustc-web cannot be fetched" >&2; exit 3; }
        for package in "$web"/deb/*.deb; do dpkg -x "$package" "$web"; done
        rm -r "$web/deb"
        touch "$web/READY"
    fi
    # The linker is that of the installed Rust: Debian's has none for this target.
    linker=$(compgen -G "$(rustc --print sysroot)/lib/rustlib/*/bin/rust-lld" | head -n 1 || true)
    [ -n "$linker" ] || { echo "the installed Rust has no rust-lld" >&2; exit 3; }
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
    export RUSTC=$web/usr/bin/rustc LD_LIBRARY_PATH=$web/usr/lib/$(uname -m)-linux-gnu
    small
fi
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags
npm_modules() {
    [ -d tests/browser/node_modules/terser ] || npm install --prefix tests/browser --no-audit --no-fund --no-package-lock --silent
}
if [ "$mode" = --hint ]; then
    cargo build --quiet "${arguments[@]}" --features hint
    unset RUSTC LD_LIBRARY_PATH RUSTC_BOOTSTRAP
    npm_modules
    exec node tests/browser/small.js --core "target/wasm/$target/wasm/seeddb_wasm.wasm"
fi
for features in "" all; do
    cargo build --quiet "${arguments[@]}" --features "$features"
    cp "target/wasm/$target/wasm/seeddb_wasm.wasm" "target/wasm/${features:-core}.wasm"
done
unset RUSTC LD_LIBRARY_PATH RUSTC_BOOTSTRAP

npm_modules
node src/wasm/build.js
[ "$mode" != --build ] || exit 0
if [ -x "$seeddb" ]; then SEEDDB=$(realpath "$seeddb") && export SEEDDB; fi
node --test src/wasm/test/
[ "$mode" != --quick ] || exit 0
# The types, by the compiler of TypeScript.
types=$(mktemp -d)
trap 'rm -rf "$types"' EXIT
echo '{"private":true,"type":"module"}' >"$types/package.json"
npm install --prefix "$types" --no-audit --no-fund --silent typescript@5 target/npm/seeddb-*.tgz
cp src/wasm/test/types.ts "$types"
"$types/node_modules/.bin/tsc" --noEmit --strict --noUncheckedIndexedAccess --target es2022 --module nodenext --lib es2023,dom "$types/types.ts"
node --test --test-concurrency=1 src/wasm/test/browser/
