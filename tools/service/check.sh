#!/usr/bin/env bash
# Tries what this folder has: the units by systemd-analyze, the server behind nginx and behind Caddy
# with TLS, and the container. ARCHIVE is that of a release for musl; without it there is no
# container. What a missing program leaves out is named.
#
#     tools/service/check.sh [SEEDDB [ARCHIVE]]
source "$(dirname "$0")/../serve/common.sh"
own=$project/tools/service
left_out() { echo "left out: $1 is not there"; }
has() { command -v "$1" >/dev/null || { left_out "$1"; return 1; }; }
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

if has systemd-analyze; then
    mkdir "$work/units"
    for unit in "$own"/*.service "$own"/*.timer; do sed "s|/usr/bin/seeddb|$seeddb|" "$unit" >"$work/units/${unit##*/}"; done
    said=$(systemd-analyze verify "$work"/units/* 2>&1)
    [ -z "$said" ] || { echo "$said" >&2; exit 1; }
    for timer in "$own"/*.timer; do systemd-analyze calendar --iterations=1 "$(sed -n 's/^OnCalendar=//p' "$timer")" >/dev/null; done
    echo "units: right"
fi

# What the timers do.
units() { sed -n "s|^ExecStart=/bin/sh -c '\(.*\)'$|\1|p; s|^ExecStart=/usr/bin/\(seeddb export.*\)|\1|p" "$own/$1.service" | sed "s|/var/lib/seeddb|$work/state|g; s|%%|%|g; s|[$][$]|\$|g; s|^seeddb|'$seeddb'|"; }
mkdir -p "$work/state/backup"
"$seeddb" -q series fill daily "$(date +%F)..$(date -d '+6 days' +%F)" --level easy --draw
bash -ec "$(units seeddb-day)" >/dev/null
bash -ec "$(units seeddb-backup)" >/dev/null
ls "$work/state/site/index.html" "$work/state/backup/$(date +%F).redb" >/dev/null
echo "timers: a site of the day, a backup"

# A draw over TLS by the name of the example, and the first page of the desk.
ask() { # NAME PORT
    local curl=(curl --silent --fail --retry 20 --retry-delay 1 --retry-all-errors --insecure --resolve "sudoku.example:$2:127.0.0.1" --header "Authorization: Bearer $token")
    "${curl[@]}" --header "Idempotency-Key: $1" --json '{"level": "easy", "count": 2}' "https://sudoku.example:$2/api/v1/draws" | grep '"puzzle"' >/dev/null
    "${curl[@]}" --location --header "Origin: https://sudoku.example:$2" "https://sudoku.example:$2/series" | grep -i '<html' >/dev/null
    echo "$1: drawn over TLS"
}
for proxy in nginx caddy; do
    if has "$proxy"; then
        outside=$(free)
        start --host "sudoku.example" --host "sudoku.example:$outside"
        inside=${address##*:}
        if [ "$proxy" = nginx ]; then
            openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=sudoku.example -days 1 -keyout "$work/key" -out "$work/pem" 2>/dev/null
            { echo "daemon off; pid $work/pid; error_log stderr; events {} http { access_log off;"
              sed "s|listen 443|listen 127.0.0.1:$outside|; s|:8137|:$inside|; s|/etc/ssl/sudoku.example.key|$work/key|; s|/etc/ssl/sudoku.example.pem|$work/pem|; s|\$host;|\$http_host;|" "$own/nginx.conf"
              echo "}"; } >"$work/nginx.conf"
            nginx -q -t -c "$work/nginx.conf"
            nginx -c "$work/nginx.conf" &
        else
            { printf '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n'
              sed "s|^sudoku.example {|sudoku.example:$outside {\n\ttls internal|; s|:8137|:$inside|" "$own/Caddyfile"; } >"$work/Caddyfile"
            caddy validate --config "$work/Caddyfile" --adapter caddyfile >/dev/null 2>&1
            HOME=$work XDG_DATA_HOME=$work/caddy caddy run --config "$work/Caddyfile" --adapter caddyfile >"$work/caddy.log" 2>&1 &
        fi
        servers+=($!)
        ask "$proxy" "$outside"
    fi
done

# The container. Where no registry can be reached its base is BusyBox, which is what Alpine has,
# too.
if [ -z "${2:-}" ]; then left_out "an archive for musl"; exit 0; fi
if has buildah; then
    archive=$(realpath "$2")
    tar -xzf "$archive" -C "$work"
    context=$work/$(basename "$archive" .tar.gz)
    export BUILDAH_ISOLATION=chroot
    buildah() { command buildah --storage-driver vfs --root "$work/images" --runroot "$work/run" "$@"; }
    base=docker.io/library/alpine:3
    if ! timeout 60 buildah pull -q "$base" >/dev/null 2>&1; then
        has busybox || exit 0
        if ldd "$(command -v busybox)" >/dev/null 2>&1; then left_out "a static busybox (busybox-static)"; exit 0; fi
        base=localhost/base
        empty=$(buildah from scratch)
        root=$(buildah mount "$empty")
        mkdir -p "$root"/{bin,etc,tmp,usr/bin,usr/sbin,usr/share,root,home}
        cp "$(command -v busybox)" "$root/bin/busybox"
        for name in sh mkdir chown wget id cat ls sleep; do ln -s busybox "$root/bin/$name"; done
        buildah commit -q --format docker "$empty" "$base" >/dev/null
        echo "container: on BusyBox, no registry can be reached"
    fi
    buildah build -q --format docker --pull-never --build-arg "BASE=$base" -f "$own/Containerfile" -t seeddb "$context" >/dev/null
    container=$(buildah from --pull-never localhost/seeddb)
    mkdir "$work/data" && chown 8137 "$work/data"
    head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$work/token" && chmod 644 "$work/token"
    inside() { buildah run --volume "$work/data:/data" --volume "$work/token:/run/token:ro" "$container" -- "$@"; }
    [ "$(inside id -u)" = 8137 ]
    inside seeddb --create draw --level easy --quiet | grep -E '^[0-9.]{81}' >/dev/null
    # As the image says it, all three: what runs, what is asked, and that the database stays.
    image() { command buildah --storage-driver vfs --root "$work/images" --runroot "$work/run" inspect --type image --format "{{range .Docker.Config.$1}}{{.}} {{end}}" localhost/seeddb; }
    read -r -a line <<<"$(image Entrypoint)$(image Cmd)"
    inside sh -c 'echo $$ >pid && exec "$@"' sh "${line[@]}" >"$work/serve.log" 2>&1 &
    read -r -a health <<<"$(image Healthcheck.Test | cut -d' ' -f2-)"
    for ((tries = 0; tries < 60; tries++)); do
        if inside "${health[@]}" 2>/dev/null; then break; fi
        sleep 1
    done
    inside "${health[@]}"
    curl --silent --fail --header "Authorization: Bearer $(cat "$work/token")" http://127.0.0.1:8137/api/v1/batches | grep '"batch"' >/dev/null
    kill "$(cat "$work/data/pid")"
    echo "container: built, drawn, healthy, not root"
fi
