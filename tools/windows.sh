#!/usr/bin/env bash
# The program for Windows as wine runs it: names with \, lines that end with CR LF, several commands
# at one database, one that is killed, a backup, the server; and draws that are those of SEEDDB, the
# program of this machine (target/debug/seeddb).
#
#     tools/windows.sh [SEEDDB]
#
# Needs the Rust for it (rustup target add x86_64-pc-windows-gnu), mingw-w64 and wine64. A restore
# over a database is not tried: in wine it fails, as an open file cannot be replaced there.
set -euo pipefail
cd "$(dirname "$0")/.."
seeddb=$(realpath "${1:-target/debug/seeddb}")
target=x86_64-pc-windows-gnu
cargo build --quiet --locked --features serve --bin seeddb --target "$target"
work=$(mktemp -d)
export WINEPREFIX=$work/wine WINEDEBUG=-all
wine=$(command -v wine64 wine /usr/lib/wine/wine64 | head -n 1)
trap '"${wine%/*}/wineserver" -k 2>/dev/null || wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
cp "${CARGO_TARGET_DIR:-target}/$target/debug/seeddb.exe" "$work"
cd "$work"
# Older wines have no bcryptprimitives.dll, of which Rust needs one function.
echo '#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T count) { return SystemFunction036(to, (ULONG)count); }' >random.c
x86_64-w64-mingw32-gcc -shared -o bcryptprimitives.dll random.c -ladvapi32
"$wine" reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null
exe() { "$wine" seeddb.exe "$@"; }
told() { echo "$1: as it should be"; }

exe draw --create --quiet --level easy >first.txt
[ "$(find wine/drive_c/users -name seeddb.redb | wc -l)" = 1 ]
told "a database in the home of a user"
"$seeddb" --db here.redb --create draw --quiet --level expert --count 20 --rng-seed 7 >here.txt
exe --db there.redb --create draw --quiet --level expert --count 20 --rng-seed 7 >there.txt
diff here.txt there.txt
told "draws, to the byte"
mkdir out
exe --db there.redb draw --quiet --level easy --count 3 -o 'out\three.csv'
[ "$(wc -l <out/three.csv)" = 4 ]
sed 's/\t.*/\r/' there.txt >lines.txt
diff <(exe rate lines.txt) <("$seeddb" rate lines.txt)
told 'names with \, lines with CR LF'
for at in 1 2 3 4; do exe --db there.redb draw --quiet --level easy --count 20 --wait 60 >"many$at.txt" & done
wait
[ "$(cut -f3 many?.txt | sort -u | wc -l)" = 80 ]
told "four draws at once"
"$wine" seeddb.exe --db there.redb draw --quiet --level easy --count 100000 >killed.txt 2>&1 &
sleep 2
kill -9 $!
wait || true
exe --db there.redb db check
exe --db there.redb db backup 'C:\backup.redb'
exe --db other.redb db restore 'C:\backup.redb'
told "a draw that was killed, a backup, a restore"
exe --db there.redb serve --port 18137 >serve.txt 2>&1 &
curl --silent --fail --retry 20 --retry-delay 1 --retry-all-errors http://127.0.0.1:18137/api/v1/healthz >/dev/null
told "the server"
