#!/usr/bin/env bash
# Makes the files of a release in FOLDER (target/release-files if none is given). For each TARGET:
# an archive with the program, stripped, its manual pages, completions and licences; a .deb; a list
# of the packages inside (CycloneDX). And the SHA-256 sums of all.
#
#     tools/release.sh [FOLDER [TARGET...]]
#
# On Linux there are three targets: for x86_64 with glibc 2.17 or later and with none, and for
# aarch64 with none (musl inside). zig links them, which is fetched from PyPI with cargo-zigbuild
# into target/python. A target whose Rust is not installed (rustup target add) is named and left
# out, and so is what no program is there for.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-target/release-files}" && cd "${1:-target/release-files}" && pwd)
host=$(rustc -vV | sed -n 's/^host: //p')
features=serve,postgres-tls
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
build=(cargo build)
targets=("$host")
if [ "$(uname -s)" = Linux ]; then
    [ -x target/python/bin/python ] || python3 -m venv --clear target/python
    target/python/bin/pip install --quiet ziglang cargo-zigbuild
    export PATH=$PWD/target/python/bin:$PATH
    build=(cargo zigbuild)
    targets=(x86_64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl)
fi
if [ $# -gt 1 ]; then targets=("${@:2}"); fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -f "$folder"/seeddb[-_]* "$folder/SHA256SUMS"

# A command line that a program of this target runs in, or none.
runner() {
    case $1 in
        "${host%%-*}"-*) echo env ;;
        *) command -v "qemu-${1%%-*}-static" "qemu-${1%%-*}" | head -n 1 ;;
    esac
}

# The .deb of a folder of an archive. A program with musl inside needs no other package.
package() { # FOLDER TARGET
    local root=$work/deb/$2 architecture depends="Depends: libc6 (>= 2.17)"
    case $2 in x86_64-*) architecture=amd64 ;; aarch64-*) architecture=arm64 ;; *) return 0 ;; esac
    case $2 in *-musl) depends= ;; esac
    local share=$root/usr/share
    install -D "$1/seeddb" "$root/usr/bin/seeddb"
    install -D -m 644 -t "$share/man/man1" "$1"/man/*
    gzip -9n "$share"/man/man1/*
    install -D -m 644 "$1/completions/seeddb.bash" "$share/bash-completion/completions/seeddb"
    install -D -m 644 -t "$share/fish/vendor_completions.d" "$1/completions/seeddb.fish"
    install -D -m 644 "$1/completions/seeddb.zsh" "$share/zsh/vendor-completions/_seeddb"
    install -D -m 644 -t "$share/doc/seeddb" "$1"/*.md "$1"/LICENSE-*
    cat LICENSE-MIT src/export/font/OFL.txt >"$share/doc/seeddb/copyright"
    mkdir "$root/DEBIAN"
    printf '%s\n' "Package: seeddb" "Version: $version" "Architecture: $architecture" "Maintainer: The seeddb contributors" ${depends:+"$depends"} \
        "Section: games" "Priority: optional" "Installed-Size: $(du -sk "$root/usr" | cut -f1)" \
        "Description: $(sed -n 's/^description = "\(.*\)"/\1/p' Cargo.toml | head -n 1)" >"$root/DEBIAN/control"
    dpkg-deb --build --root-owner-group "$root" "$folder/seeddb_${version}_$architecture.deb" >/dev/null
}

for target in "${targets[@]}"; do
    if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
        echo "$target: skipped, its Rust is not installed (rustup target add $target)" >&2
        continue
    fi
    linked=$target
    case "${build[1]} $target" in "zigbuild "*-gnu) linked=$target.2.17 ;; esac
    "${build[@]}" --quiet --release --locked --features "$features" --bin seeddb --target "$linked"
    name=seeddb-$version-$target
    files=$work/$name
    mkdir -p "$files/man" "$files/completions"
    cp "target/$target/release/seeddb" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$files/"
    cp src/export/font/OFL.txt "$files/LICENSE-OFL-font"
    run=$(runner "$target")
    if [ -n "$run" ]; then
        "$run" "$files/seeddb" man --all "$files/man"
        for shell in bash zsh fish; do "$run" "$files/seeddb" completions "$shell" >"$files/completions/seeddb.$shell"; done
        # It draws, and has the server.
        "$run" "$files/seeddb" --db "$work/$target.redb" --create --quiet draw --level easy >/dev/null
        "$run" "$files/seeddb" help serve >/dev/null
    else
        echo "$target: not tried, nothing runs it here; pages and completions are those of another target" >&2
        cp -r "$work"/seeddb-*/man "$work"/seeddb-*/completions "$files/"
    fi
    case $target in
        *-gnu) # The newest version of glibc that it asks for.
            newest=$(grep -aoE 'GLIBC_2\.[0-9]+' "$files/seeddb" | sort -Vu | tail -n 1)
            [ "$(printf '%s\n' "$newest" GLIBC_2.17 | sort -V | tail -n 1)" = GLIBC_2.17 ] || { echo "$target: needs $newest" >&2; exit 1; }
            ;;
    esac
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" -C "$work" -cf - "$name" | gzip -9n >"$folder/$name.tar.gz"
    tools/sbom.py "$target" "$features" >"$folder/$name.cdx.json"
    # x86_64 has one .deb: that which uses the glibc of Debian.
    if ! command -v dpkg-deb >/dev/null; then
        echo "$target: no .deb, dpkg-deb is not there" >&2
    elif [ "$target" != x86_64-unknown-linux-musl ]; then
        package "$files" "$target"
    fi
done
(cd "$folder" && sha256sum seeddb[-_]* | tee SHA256SUMS)
