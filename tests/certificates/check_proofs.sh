#!/bin/bash
# Steps of every pair of system and scheme, certified by the reference, proved by the checker:
# check_proofs.sh BUILD [COUNT].  States of at most 16 numbers, and larger ones up to su(8) and
# so(10).  Prints a table of the pairs, with the number of steps if all are proved, else both,
# and of the larger sizes; and the steps that are not proved with the reason.  Fails if
# fewer than 99 of 100 steps that the reference certifies are proved (a step for which it finds no
# ball, error=unable, is one of them that is not), or if a pair of `slp list` has no proved step.
set -u
slp=$1/slp
count=${2:-2000}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# each pair that `slp gen` draws
"$slp" gen --count 400 --level 1 --seed 1 |
    sed -n 's/.* system=\([^ ]*\) scheme=\([^ ]*\) .*/\1.\2/p' |
    sort -u >"$dir/pairs"
{
    "$slp" gen --count "$count" --level 2 --seed 20 |
        awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^x=/ && split($i, a, ",") <= 16) print }'
    # of each pair one case at least
    while IFS=. read -r system scheme; do
        "$slp" gen --system "$system" --scheme "$scheme" --level 1 --count 12 --seed 21 |
            sed 's/ id=/ id=first-/' |
            awk '{ for (i = 1; i <= NF; i++)
                if ($i ~ /^x=/ && split($i, a, ",") <= 16 && !n++) print }'
    done <"$dir/pairs"
    # norms alone decide: one level-1 case each of 17 to 64 numbers
    for pair in "zeitlin-sphere isospectral-midpoint" "zeitlin-sphere implicit-midpoint" \
        "zeitlin-sphere tmk" "rigid-body-n isospectral-midpoint" "rigid-body-n implicit-midpoint" \
        "rigid-body-n tmk" "zeitlin-sphere rkmk-gauss4-cay"; do
        set -- $pair
        "$slp" gen --system $1 --scheme $2 --level 1 --count 60 --seed 20 |
            sed 's/ id=/ id=large-/' |
            awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^x=/ && (n = split($i, a, ",")) > 16 &&
                n <= 64 && !seen[n]++) print }'
    done
} | "$slp" run --path ref --certificate "$dir/lines" >"$dir/results"
PYTHONDONTWRITEBYTECODE=1 python3 oracle/certificates/check_certificate.py "$dir/lines" >"$dir/out"
[ $? != 2 ] || { echo "# a certificate is malformed"; exit 1; }
awk '/^step / {
    split($2, id, "[=]"); pair = id[2]; sub(/-[0-9]+$/, "", pair); sub(/^first-/, "", pair)
    if (pair ~ /^large-/) next
    all[pair]++; split(pair, p, "."); systems[p[1]]; schemes[p[2]]
    if ($4 == "proved") proved[pair]++; else print
} END {
    printf "| |"; for (s in systems) printf " %s |", s; printf "\n|---|"
    for (s in systems) printf "---|"
    print ""
    for (r in schemes) {
        row = "| " r " |"
        for (s in systems) {
            p = s "." r
            row = row " " (!all[p] ? "" : proved[p] == all[p] ? all[p] : \
                proved[p] + 0 " of " all[p]) " |"
        }
        print row | "sort"
    }
}' "$dir/out"
# the larger ones: d, by pair
sed -n 's/^case id=large-\([^ ]*\)-[0-9]* .* x=\([^ ]*\).*/\1 \2/p' "$dir/lines" |
    awk '{ print $1, split($2, a, ",") }' >"$dir/sizes"
grep '^step id=large-.* step=1 ' "$dir/out" | paste -d ' ' "$dir/sizes" - | sort -s -k 1,1 |
    awk '{ if ($1 != last) printf "%s%s:", last ? "\n" : "", last = $1
        printf " %d %s", $2, $5; for (i = 6; i <= NF; i++) printf " %s", $i; printf ";" }
        END { print "" }'
tail -n 1 "$dir/out"
awk '/^step / { all++; proved += $4 == "proved" } END { exit !all || proved < 0.99 * all }' \
    "$dir/out" || { echo "# fewer than 99 of 100 are proved"; exit 1; }
sed -n 's/^step id=\(large-\|first-\)\?\([^ ]*\)-[0-9]* .* proved$/\2/p' "$dir/out" |
    sort -u >"$dir/have"
missing=$(comm -23 "$dir/pairs" "$dir/have")
[ -z "$missing" ] || { echo "# no step is proved of: "$missing; exit 1; }
