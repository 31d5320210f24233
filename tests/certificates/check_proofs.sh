#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
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
            sed 's/ id=/ id=first-/; s/ sum=.*//' |
            awk '{ for (i = 1; i <= NF; i++)
                if ($i ~ /^x=/ && split($i, a, ",") <= 16 && !n++) print }'
    done <"$dir/pairs"
    # norms alone decide: of 17 numbers and more, up to su(8) as drawn, and so(7) to so(10)
    for scheme in isospectral-midpoint implicit-midpoint; do
        "$slp" gen --system mhd-sphere --scheme $scheme --level 1 --count 60 --seed 20 |
            sed 's/ id=/ id=large-/; s/ sum=.*//' |
            awk '{ for (i = 1; i <= NF; i++)
                if ($i ~ /^x=/ && (n = split($i, a, ",")) > 16 && n <= 64 && !seen[n]++) print }'
    done
    for scheme in isospectral-midpoint isospectral-gauss4 implicit-midpoint tmk \
        rkmk-gauss4-cay; do
        "$slp" gen --system zeitlin-sphere --scheme $scheme --level 1 --count 60 --seed 20 |
            sed 's/ id=/ id=large-/; s/ sum=.*//' |
            awk '{ for (i = 1; i <= NF; i++)
                if ($i ~ /^x=/ && (n = split($i, a, ",")) > 16 && n <= 64 && !seen[n]++) print }'
        for n in 7 8 9 10; do
            awk -v n=$n -v scheme=$scheme 'BEGIN {
                printf "case id=large-rigid-body-n.%s-%d system=rigid-body-n scheme=%s", scheme,
                    n, scheme
                printf " n=%d h=0x1p-5 steps=1 quad=0.125 dw=", n
                d = n * (n - 1) / 2
                for (i = 0; i < d; i++) printf "%s%.1f", i ? "," : "", (i % 5 - 2) / 10
                for (i = 0; i < d; i++) printf "%s%.1f", i ? "," : " x=", (i % 7 - 3) / 10
                print "" }'
        done
    done
} | "$slp" run --path ref --certificate "$dir/lines" >"$dir/results"
PYTHONDONTWRITEBYTECODE=1 python3 oracle/certificates/check_certificate.py "$dir/lines" >"$dir/out"
[ $? != 2 ] || { echo "# a certificate is malformed"; exit 1; }
awk '/^step / {
    split($2, id, "[=]"); pair = id[2]; sub(/-[0-9]+$/, "", pair); sub(/^first-/, "", pair)
    if (pair ~ /^large-/) next
    all[pair]++; split(pair, part, "."); systems[part[1]]; schemes[part[2]]
    if ($4 == "proved") proved[pair]++; else print
} END {
    printf "| |"; for (s in systems) printf " %s |", s; printf "\n|---|"
    for (s in systems) printf "---|"
    print ""; fflush()
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
