#!/usr/bin/env bash
# Twelve books and covers as pictures of all pages and contact sheets, to be looked at. BOOKS.md says what was seen.
#
#   tools/gallery/books.sh [FOLDER [SEEDDB]]     (target/gallery-books, target/debug/seeddb)
#
# The Japanese book needs a font: JAPANESE=FILE, else one of fonts-ipafont-gothic is taken; without one it is left out and named.
# The covers need pdftoppm (Debian: poppler-utils).
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-target/gallery-books} seeddb=${2:-target/debug/seeddb}
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SEEDDB_DB=$work/gallery.redb
"$seeddb" -q db init
printf '# Foreword\n\nThese puzzles were made for **slow evenings**, for a pencil with a good rubber, and for nobody'"'"'s clock.\n\n- Begin with the easy ones.\n- Come back to the others when you feel at home.\n' >"$work/front.md"
printf '# About the author\n\nA. Setter lives by the sea.\n' >"$work/back.md"
printf '[matter]\nhalf-title = true\ncopyright = "2027 A. Setter"\npublisher = "Fireside Press"\nedition = "Second edition"\nisbn = "978-3-16-148410-0"\ndedication = "For Anna"\n' >"$work/matter.toml"
mixed=easy:8,medium:8,hard:8,expert:8
book() { # NAME FLAG...
    local name=$1
    shift
    echo "$name: $*"
    "$seeddb" -q book "$@" --rng-seed 7 --profile screen --author "A. Setter" --final --force -o "$folder/$name.pdf" --preview "$folder/$name"
}
book 01-5x8 --level $mixed --size 5x8 --per-page 1 --title "Sudoku for the road"
book 02-6x9 "$work/matter.toml" --level $mixed --size 6x9 --title "Quiet hours" --subtitle "Sudoku by the fire" --front "$work/front.md" --back-matter "$work/back.md"
book 03-letter --level $mixed --size 8.5x11 --per-page 4 --title "The big book of Sudoku"
book 04-a5 --level $mixed --size a5 --per-page 2 --title "Pocket Sudoku" --hints
book 05-large-print --level easy:6,medium:6 --size 8.5x11 --large-print --how-to --title "Large print Sudoku"
book 06-german --level $mixed --language de --how-to --hints --title "Stille Stunden" --subtitle "Sudoku am Kamin"
japanese=${JAPANESE:-$(find /usr/share/fonts -name 'ipag*.ttf' -o -name 'ipag*.otf' 2>/dev/null | sort | head -1)}
if [ -n "$japanese" ]; then
    book 07-japanese --level $mixed --language ja --how-to --font "$japanese"
else
    echo "07-japanese: left out, as there is no font"
fi
book 08-children --level beginner:12 --size 8.5x8.5 --per-page 1 --type-size 24 --title "My first Sudoku"
book 09-expert --level expert:24 --size 6x9 --how-to --hints --hint-pictures --title "Only for experts"
book 10-facing --level $mixed --size 6x9 --per-page 2 --solutions facing --title "Side by side"
for design in plain newspaper gift; do
    number=$([ $design = gift ] && echo 11 || echo 12)
    "$seeddb" -q book --level easy:60,hard:60 --rng-seed 9 --profile kdp --size 6x9 --per-page 1 --cover $design --design $design --author "A. Setter" \
        --title "Quiet hours" --subtitle "Sudoku by the fire" --isbn 978-3-16-148410-0 --force --final \
        -o "$folder/$number-cover-$design.pdf" --preview "$folder/$number-cover-$design"
    pdftoppm -r 60 -png -singlefile "$folder/$number-cover-$design-cover.pdf" "$folder/$number-cover-$design"
done
ls "$folder"
