#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The certified steps of the ledger's claims, proved by the checker:
#     check_claims.sh BUILD [CLAIM...]
# Audits the claims (all), with certificates, and prints for each claim how many certificates it
# has, how many of them were given to the checker, and how many are proved.
#   MOST=1000   at most so many of a file, at equal distances; MOST=all takes every one
#   JOBS=N      how many at once (the processors)
#   FROM=DIR    certificates that an audit wrote before; nothing is audited
# Exit status: 0 if of 100 certificates given 99 are proved, and nothing was malformed.
set -u
slp=$1/slp
shift
most=${MOST:-1000}
jobs=${JOBS:-$(nproc)}
checker=oracle/certificates/check_certificate.py
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
from=${FROM:-$dir/proofs}
if [ -z "${FROM:-}" ]; then
    "$slp" audit "$@" --out "$dir/report" --jobs "$jobs" --certificates "$from" >"$dir/audit"
    [ $? != 2 ] || { cat "$dir/audit"; exit 1; }
fi
mkdir "$dir/parts"
for f in "$from"/*.txt; do
    [ -e "$f" ] || { echo "no certificates in $from" >&2; exit 1; }
    all=$(grep -c '^certificate ' "$f")
    printf '%s\t%d\n' "$(basename "$f")" "$all" >>"$dir/written"
    # every step-th case with its certificate, in parts of 100
    step=1
    [ "$most" = all ] || step=$(((all + most - 1) / most))
    awk -v step="${step/#0/1}" -v name="$dir/parts/$(basename "$f")" '
        /^case / { taken = n++ % step == 0; if (taken && given++ % 100 == 0) {
            if (to) close(to); to = name "." ++part } }
        taken && !/^#/ { print >to }' "$f"
done
export PYTHONDONTWRITEBYTECODE=1 checker
find "$dir/parts" -type f -print0 | xargs -0 -r -P "$jobs" -I P \
    bash -c 'python3 "$checker" "$1" >"$1.out" 2>"$1.err"; [ $? != 2 ]' - P ||
    { cat "$dir"/parts/*.err >&2; exit 1; }
awk -F '\t' '{ claim = $1; sub(/\..*/, "", claim); written[claim] += $2 }
    END { for (c in written) printf "%s\t%d\n", c, written[c] }' "$dir/written" |
    sort >"$dir/claims"
printf '%-32s %9s %8s %8s %8s\n' claim written given proved "no data"
while IFS=$'\t' read -r claim written; do
    cat "$dir/parts/$claim".*.out 2>/dev/null | awk -v claim="$claim" -v written="$written" '
        /^step / { given++; proved += $4 == "proved"; none += /error=/ }
        END { printf "%-32s %9d %8d %8d %8d\n", claim, written, given, proved, none }'
done <"$dir/claims" | tee "$dir/table"
cat "$dir"/parts/*.out | awk '/^step / && $4 != "proved"' | sed 's/^step id=[^ ]* step=[0-9]* //' |
    sort | uniq -c | sort -rn | head -n 20
# a certificate that says error=unable has no data to prove
awk '{ written += $2; given += $3; proved += $4; none += $5 }
    END { printf "%d claims, %d certificates, %d given, %d proved, %d without data\n", NR, written,
              given, proved, none
          exit given == 0 || proved < 0.99 * (given - none) }' "$dir/table"
