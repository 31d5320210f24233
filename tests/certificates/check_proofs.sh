#!/bin/bash
# Steps of every pair of system and scheme, certified by the reference, proved by the checker:
# check_proofs.sh BUILD [COUNT].  States of at most 16 numbers.  Prints a table of the pairs, and
# the steps that are not proved with the reason.
set -u
slp=$1/slp
count=${2:-2000}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$slp" gen --count "$count" --level 2 --seed 20 |
    awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^x=/ && split($i, a, ",") <= 16) print }' |
    "$slp" run --path ref --certificate "$dir/lines" >"$dir/results"
PYTHONDONTWRITEBYTECODE=1 python3 oracle/certificates/check_certificate.py "$dir/lines" >"$dir/out"
[ $? != 2 ] || exit 1
awk '/^step / {
    split($2, id, "[=]"); pair = id[2]; sub(/-[0-9]+$/, "", pair)
    all[pair]++
    if ($4 == "proved") proved[pair]++; else print
} END { for (p in all) printf "%s\t%d of %d proved\n", p, proved[p], all[p] | "sort" }' "$dir/out"
tail -n 1 "$dir/out"
# of 100 certificates 99 are proved; a certificate that says error=unable has none
awk '/^step / && !/error=unable/ { all++; proved += $4 == "proved" }
    END { exit all < 500 || proved < 0.99 * all }' "$dir/out"
