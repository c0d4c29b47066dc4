#!/usr/bin/env bash
# A book as other programs see it: qpdf, pdffonts, pdfinfo and pdftotext (Debian: qpdf,
# poppler-utils).
#
#   tools/check-book.sh OUT.pdf OUT.tsv [PROFILE]
#
# OUT.tsv says which cells must be in which square of which page, as `cargo run --release -p
# seeddb-lab --bin typeset` writes it.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
pdf=$1 table=$2 profile=${3:-kdp}
fail() { echo "$pdf: $*" >&2; exit 1; }

mapfile -t files < <(cut -f1 "$table" | sort -u)
[ ${#files[@]} -gt 0 ] || fail "no grids in $table"
for file in "${files[@]}"; do
    qpdf --check "$file" >/dev/null || fail "qpdf --check"
    pdffonts "$file" | awk 'NR > 2 { n++; if ($(NF - 4) != "yes" || $(NF - 3) != "yes") bad = 1 }
        END { exit bad || n == 0 }' || fail "a font of $file is not embedded and subset"
    [ "$(pdfimages -list "$file" | wc -l)" -eq 2 ] || fail "images in $file"
    pages=$(pdfinfo "$file" | awk '/^Pages:/ { print $2 }')
    [ $((pages % 2)) -eq 0 ] || fail "$pages pages"
    boxes=$(pdfinfo -box -f 1 -l "$pages" "$file" | awk '/(Media|Bleed|Trim)Box:/ { print $(NF - 1), $NF }' | sort -u)
    [ "$(wc -l <<<"$boxes")" -eq 1 ] || fail "pages or boxes of more than one size: $boxes"
    about=$(pdfinfo "$file")
    case $profile in
    kdp) ! grep -Eq '^(Title|Author|Creator|Producer|CreationDate):' <<<"$about" || fail "metadata" ;;
    pdfx)
        grep -q '^Title:' <<<"$about" && grep -q '^CreationDate:' <<<"$about" || fail "no metadata"
        grep -q '^PDF subtype: *PDF/X-1a:2003' <<<"$about" || fail "not marked PDF/X-1a"
        [ "$(grep -ac '/TrimBox' "$file")" -gt 0 ] || fail "no trim boxes"
        ;;
    screen) grep -Eq '^Tagged: +yes' <<<"$about" || fail "not tagged" ;;
    *) fail "unknown profile $profile" ;;
    esac
done

# The middle of every word of one digit or more tells its cells.
for file in "${files[@]}"; do
    pdftotext -bbox "$file" - 2>/dev/null | awk -F'\t' -v file="$file" '
        FNR == NR {
            if ($1 != file) next
            n++; page[n] = $2; x[n] = $3; y[n] = $4; side[n] = $5; wanted[n] = $6
            on[$2] = on[$2] " " n
            next
        }
        /<page / { number++ }
        /<word / {
            split($0, part, "\""); text = $0; sub(/^[^>]*>/, "", text); sub(/<.*/, "", text)
            count = split(on[number], here, " ")
            width = (part[6] - part[2]) / length(text); height = (part[4] + part[8]) / 2
            for (i = 1; i <= length(text); i++) {
                middle = part[2] + width * (i - 0.5)
                for (j = 1; j <= count; j++) {
                    grid = here[j]
                    column = int((middle - x[grid]) / side[grid] * 9 + 9) - 9
                    row = int((height - y[grid]) / side[grid] * 9 + 9) - 9
                    if (column >= 0 && column < 9 && row >= 0 && row < 9)
                        found[grid, row * 9 + column] = substr(text, i, 1)
                }
            }
        }
        END {
            for (grid = 1; grid <= n; grid++) {
                cells = ""
                for (i = 0; i < 81; i++) cells = cells ((grid, i) in found ? found[grid, i] : ".")
                if (cells != wanted[grid]) { print file ": page " page[grid] ": " cells " is not " wanted[grid]; bad++ }
            }
            print file ": " n - bad " of " n " grids read back"
            exit bad > 0 || n == 0
        }' "$table" - || fail "the text is not that of the puzzles"
done
