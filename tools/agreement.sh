#!/usr/bin/env bash
# Rank agreement of every metric with the ratings of each corpus, and of the metrics with each
# other.
#
#     tools/agreement.sh SEEDDB FOLDER [PICTURES]
#
# SEEDDB is the program, FOLDER has the corpora (*.tsv and *.sdm, one puzzle a line, ratings in
# columns; a line above the puzzles may name them). The first 4,000 puzzles of sukaku_er_dev.tsv are
# its random minimal puzzles, the others come from a bank of hard ones: they are compared by
# themselves, too. With PICTURES, pictures go there.
set -euo pipefail
seeddb=$(realpath "$1")
corpora=$2
pictures=${3:+$(realpath -m "$3")}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

compare() { # FILE ARGUMENT...
    local plot=()
    [ -z "$pictures" ] || plot=(--plot "$pictures/$(basename "${1%.*}")")
    # A database that is not there: levels are those of the paper.
    "$seeddb" --quiet --db "$work/none.redb" compare "${plot[@]}" "$@"
    echo
}

cd "$corpora"
for corpus in *.tsv *.sdm; do
    case $corpus in
        # Pairs and forms, no ratings.
        equivalent_pairs* | minlex* | known_grids*) continue ;;
        human_times_wang*)
            compare "$corpus" --column mean_seconds --column SE_ER --column hodoku_score \
                --column hodoku_level:Easy,Medium,Hard,Unfair,Extreme ;;
        *) [ ! -e "$corpus" ] || compare "$corpus" ;;
    esac
done
if [ -e sukaku_er_dev.tsv ]; then
    head -n 4001 sukaku_er_dev.tsv > "$work/sukaku_er_dev_random_minimal.tsv"
    cd "$work"
    compare sukaku_er_dev_random_minimal.tsv
fi
