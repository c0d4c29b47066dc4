# Sourced: a scratch folder, and servers that end with the script.
set -euo pipefail
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
seeddb=$(realpath "${1:-$project/target/release/seeddb}")
"$seeddb" help serve >/dev/null 2>&1 || { echo "$seeddb has no command serve: cargo build --release --features serve" >&2; exit 1; }
work=$(mktemp -d)
servers=()
end() {
    for server in "${servers[@]}"; do kill "$server" 2>/dev/null || true; done
    wait
    rm -rf "$work"
}
trap end EXIT
export SEEDDB_DB=$work/serve.redb
"$seeddb" -q db init
# Starts `seeddb serve`: $address is HOST:PORT, $token the token.
start() { # FLAG...
    exec {told}< <(exec "$seeddb" -q serve --port 0 "$@")
    servers+=($!)
    read -r address <&"$told"
    read -r token <&"$told"
    address=${address#http://} address=${address%/api/v1} token=${token##* }
}
# The programs of a package of PyPI, in a folder of their own.
pypi() { # PACKAGE
    [ -x "$work/venv/bin/pip" ] || python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$1"
}
