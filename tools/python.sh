#!/usr/bin/env bash
# The package for Python: builds the wheel, installs it into an empty environment of each Python
# that is there (3.10 to 3.13), and runs its tests, its documentation, its notebook, its types and
# the comparison with the program. The wheel is in target/wheels afterwards; on Linux it is one for
# every glibc from 2.17 on, as zig links it, and a second is there for musl, if its Rust is
# installed (rustup target add).
#
#     tools/python.sh [--quick] [PYTHON...]      with --quick a build without optimization for this machine, and one Python
#
# Needs Python 3.10 or later, and fetches what it tests with from PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
program=(--release)
build=(--profile wheel --compression-level 9)
tools=('maturin>=1.9,<2')
if [ "$(uname -s)" = Linux ]; then
    build+=(--zig)
    tools+=(ziglang)
fi
if [ "${1:-}" = --quick ]; then
    program=(--profile dev)
    build=(--profile dev)
    tools=("${tools[0]}")
    shift
fi
pythons=("$@")
if [ ${#pythons[@]} -eq 0 ]; then
    for minor in 13 12 11 10; do
        # The first that runs: a shim of pyenv may be there without the Python that it stands for.
        for python in $(command -v "python3.$minor" || true) $(compgen -G "$HOME/.pyenv/versions/3.$minor.*/bin/python3" || true); do
            if "$python" -c 'import venv, ensurepip' 2>/dev/null; then
                pythons+=("$python")
                break
            fi
        done
    done
    [ ${#pythons[@]} -gt 0 ] || { echo "no Python 3.10 to 3.13 is there" >&2; exit 1; }
    if [ "${program[0]}" != --release ]; then pythons=("${pythons[0]}"); fi
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The tools stay where they are: cargo builds all anew when the linker, which is one of them, has
# another path.
[ -x target/python/bin/python ] || "${pythons[0]}" -m venv --clear target/python
target/python/bin/pip install --quiet "${tools[@]}"
rm -rf target/wheels
wheel() { PATH=$PWD/target/python/bin:$PATH maturin build "${build[@]}" "$@" --manifest-path src/py/Cargo.toml --out target/wheels; }
wheel
musl=$(uname -m)-unknown-linux-musl
if [ "${program[0]}" = --release ] && [ -d "$(rustc --print sysroot)/lib/rustlib/$musl/lib" ]; then
    wheel --target "$musl"
fi
for wheel in target/wheels/*.whl; do
    echo "$(basename "$wheel"): $(stat -c %s "$wheel") bytes"
    if [ "${program[0]}" = --release ] && [ "$(stat -c %s "$wheel")" -gt 12000000 ]; then
        echo "the wheel is larger than 12 MB" >&2
        exit 1
    fi
done
cargo build "${program[@]}" --quiet
case ${program[0]} in --release) export SEEDDB=$PWD/target/release/seeddb ;; *) export SEEDDB=$PWD/target/debug/seeddb ;; esac
export SEEDDB_SOURCES=$PWD
for python in "${pythons[@]}"; do
    echo "== $("$python" --version)"
    "$python" -m venv "$folder/run"
    "$folder/run/bin/pip" install --quiet --no-index --find-links target/wheels seeddb
    # As a newcomer has it: nothing but the wheel, a module and a command.
    mkdir "$folder/empty"
    (cd "$folder/empty" && XDG_DATA_HOME=$PWD XDG_STATE_HOME=$PWD ../run/bin/seeddb draw --level expert --count 100 | wc -l)
    rm -rf "$folder/empty"
    "$folder/run/bin/python" -c 'import seeddb; print(seeddb.Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").rate())'
    "$folder/run/bin/pip" install --quiet --only-binary :all: numpy pandas polars pyarrow pytest hypothesis mypy typing_extensions nbclient nbformat ipykernel
    # Not from the folder of the sources, whose package is not built.
    cp -r src/py/tests src/py/{README.md,conftest.py,pytest.ini} "$folder"
    (cd "$folder" && run/bin/python -m pytest -q -p no:cacheprovider tests README.md)
    (cd "$folder" && run/bin/python -m mypy.stubtest seeddb._seeddb --ignore-missing-stub && run/bin/python -m mypy --strict --disable-error-code import-untyped -p seeddb)
    rm -rf "$folder/run"
done
