#!/usr/bin/env bash
# Books of every size and density as pictures, to be looked at (Debian: poppler-utils, imagemagick).
#
#   tools/gallery/render.sh FOLDER [LINES]
#
# LINES is a file of 40 and more lines of `seeddb draw`; without it ten puzzles of each level are
# drawn, always the same, from a database that is thrown away. The sheets are FOLDER/*.png: a page
# of puzzles of each trim at each density, a page of answers of each trim, all pages of some books.
# What cannot be typeset, and what the preflight says but for the thinness of the book, is printed.
set -euo pipefail
[ $# -eq 1 ] || [ $# -eq 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
lines=${2:+$(realpath "$2")}
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
typeset=${TYPESET:-target/release/typeset}
[ -n "${TYPESET:-}" ] || cargo build --quiet --release -p seeddb-lab --bin typeset
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -n "$lines" ]; then
    cp "$lines" "$folder/lines.tsv"
else
    for level in easy medium hard expert; do
        cargo run --quiet --release -- --quiet --create --db "$work/new.redb" draw --level "$level" --count 10 --rng-seed 1
    done >"$folder/lines.tsv"
fi

# A book of these lines of book.toml as $work/NAME.pdf; says what is wrong with it.
book() {
    local name=$1
    shift
    if ! "$typeset" "$work/$name.pdf" "$@" <"$folder/lines.tsv" 2>"$work/words"; then
        echo "$name: $(grep -m 1 '^Error' "$work/words")"
        return 1
    fi
    { grep '^violation' "$work/words" || true; } | { grep -v 'a paperback has' || true; } | sed "s/^/$name: /"
}
# Page PAGE of BOOK as a picture.
page() { pdftoppm -r 50 -gray -f "$2" -l "$2" -png -singlefile "$work/$1.pdf" "$work/$3"; }
sheet() { # NAME COLUMNS PICTURE...
    local name=$1 columns=$2
    shift 2
    montage "$@" -tile "$columns"x -geometry '240x320>+4+4' -background gray60 -colors 16 "$folder/$name.png"
    echo "$folder/$name.png"
}

trims="5x8 5.06x7.81 5.25x8 5.5x8.5 6x9 6.14x9.21 6.69x9.61 7x10 7.44x9.69 7.5x9.25 8x10 8.25x6 8.25x8.25 8.5x8.5 8.5x11 8.27x11.69 a4 a5 letter"
for density in 1 2 4 6 large; do
    for trim in $trims; do
        option="per-page = $density"
        [ "$density" != large ] || option="large-print = true"
        book x "size = \"$trim\"" "$option" || continue
        read -r first < <(cut -f2 "$work/x.tsv")
        page x "$first" "puzzles-$density-$trim"
        answer=$(awk -F'\t' 'NR == 2 { print $2 }' "$work/x.tsv")
        case $density in 1 | large) page x "$answer" "answers-$density-$trim" ;; esac
    done
    mapfile -t pictures < <(ls -v "$work"/puzzles-$density-*.png)
    sheet "puzzles-$density" 7 "${pictures[@]}"
done
for density in 1 large; do
    mapfile -t pictures < <(ls -v "$work"/answers-$density-*.png)
    sheet "answers-$density" 7 "${pictures[@]}"
done
for each in 4 5 6 7 8 9 10 11 12; do
    book x "solutions-per-page = $each" && page x "$(awk -F'\t' 'NR == 2 { print $2 }' "$work/x.tsv")" "each-$(printf %02d "$each")"
done
sheet answers-each 9 "$work"/each-*.png

# All pages of a few books.
whole() {
    local name=$1
    shift
    book "$name" "$@"
    pdftoppm -r 50 -gray -png "$work/$name.pdf" "$work/whole-$name"
    sheet "book-$name" 8 "$work/whole-$name"-*.png
}
whole classic 'title = "Sudoku for Long Evenings"' 'subtitle = "Forty puzzles from easy to expert"' \
    'author = "A. N. Author"' 'imprint = "© 2027 A. N. Author"' 'hints = true'
whole large 'title = "Large Print"' 'large-print = true' 'size = "8.5x11"'
whole facing 'solutions = "facing"' 'language = "de"' 'per-page = 4' 'size = "8.25x8.25"' \
    'qr = { url = "https://example.org/{id}" }'
whole shaded 'language = "fr"' 'size = "a5"' 'theme = { box-gray = 12 }' \
    'qr = { url = "https://example.org/{id}", place = "solution" }'
