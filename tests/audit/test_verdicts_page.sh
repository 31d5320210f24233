#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The manual's page of verdicts: it has every claim of the ledger, counts their verdicts, as does
# the README, and says what `slp audit` prints of those that take less than 0.4 s of a processor.
# Continuous integration compares the whole table (.ci/run).
# Run once (compiler, libraries, sanitizer): it asks about a page.
. "$(dirname "$0")/audit_trial.sh"
unset SLP_CHECK_MULTIPLIER
page=oracle/manual/verdicts.md
compare() { python3 "$here/verdicts_page.py" "$@"; }
rejects() { # FAULT COMMAND...: the command fails and names the fault
    "${@:2}" >"$dir/said" 2>&1 && return 1
    cat "$dir/said"
    grep -qF -- "$1" "$dir/said"
}

# ---- Which claims, and how many of each verdict -------------------------------------------
ids() { sed -n '/^## The table/,$s/^\([^ ]*\)  .* audit --claim \1$/\1/p' "$1"; }
rows() { # of the table: [-v] those of the field, whose text is not at hand
    sed -n '/^## The table/,$p' "$page" | grep ' audit --claim ' |
        grep "$@" -E '^(bcj|field|further)-'
}
decided() { # findings are no claims, and a claim that is not run has no verdict
    awk '$2 != "finding" && $2 != "not"' | wc -l
}
claims() { rows -v | decided; }
field() { # FILE: it counts the claims of the field, with their verdicts
    local all confirmed
    all=$(rows | decided) confirmed=$(rows | awk '$2 == "confirmed"' | wc -l)
    echo "$all, $confirmed confirmed"
    tr '\n' ' ' <"$1" | grep -qF "$all claims of the field, all of them confirmed." &&
        [ "$all" = "$confirmed" ] && ! rows | awk '$2 == "not"' | grep -q .
}
complete() { # findings come last
    cmp <(ids "$1" | sort) <("$SLP" list claims | grep -v '^#' | cut -f 1 | sort)
}
counts() { # FILE: so many claims, and "38 confirmed, ..." as the table has them
    local table claims
    table=$(for verdict in confirmed qualified refuted underspecified preliminary; do
        echo "$(rows -v | grep -cE "^[a-z0-9-]+  +$verdict "), $verdict"
    done | awk -F', ' '{ s = s (s ? ", " : "") $1 " " $2 } END { print ": " s "." }')
    claims="$(claims) claims of three papers"
    echo "$claims$table"
    tr '\n' ' ' <"$1" | grep -F -- "$claims" | grep -qF -- "$table"
}
ok "the page has every claim of the ledger" complete "$page"
ok "it counts its verdicts" counts "$page"
ok "and those of the field" field "$page"
ok "the README counts them alike" counts README.md
ok "the index of the manual counts the claims" \
    grep -qF "$(claims) claims of three papers" oracle/manual/index.md

# ---- What an audit prints -----------------------------------------------------------------
quick="ejll-cayley-surjective ejll-fig1-sphere ejll-group-iff ejll-manakov ejll-noise-degrees
    ejll-orbit-generator ejll-reduction-printed ejll-representation ejll-simply-connected
    ejll-sp-compact ejll-truncation ejll-vortex-norm ejll-vortex-sense ejll-vortex-step
    ejll-zeitlin-sign gbw-cayley-printed gbw-constant-k gbw-convex gbw-energy-bound
    gbw-euler-range gbw-euler-range-meant gbw-minimum gbw-moments gbw-poisson-printed
    gbw-quiet-axial gbw-r0 gbw-rotation gbw-rotation-meant gbw-solvable-printed gbw-sphere
    gbw-symplectic gbw-symplectic-printed gbw-symplectic-vs gbw-tail gbw-top-orbit
    gbw-top-poisson-printed gbw-top-symmetric lecg-direction lecg-energy-general lecg-existence
    lecg-gc lecg-h-printed lecg-order-two lecg-sine-noise"
ok "claims that are quickly decided are" exits 0 audit $quick
cp "$dir/out" "$dir/table"
ok "each has its row" test "$(grep -c ' audit --claim ' "$dir/table")" = "$(echo $quick | wc -w)"
ok "the page says what was printed" compare "$page" "$dir/table"

# ---- On another processor -----------------------------------------------------------------
# Another kernel of OpenBLAS, and the functions of the C library for a processor without AVX2 and
# FMA; where there is no such choice, the same ones again.
elsewhere() {
    env OPENBLAS_CORETYPE=Nehalem GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F \
        "$SLP" audit --out "$dir/elsewhere" $quick >"$dir/there"
}
ok "other kernels decide, too" elsewhere
same_rows() { diff <(grep ' audit --claim ' "$1") <(grep ' audit --claim ' "$2"); }
ok "and print the same rows" same_rows "$dir/table" "$dir/there"
ok "of records that are the same bytes" diff -r "$dir/report/results" "$dir/elsewhere/results"

# ---- The checks see what they are for -----------------------------------------------------
sed 's/^\(gbw-rotation  *\)refuted  /\1confirmed/' "$page" >"$dir/verdict.md"
ok "another verdict is seen" rejects gbw-rotation: compare "$dir/verdict.md" "$dir/table"
sed 's/\(printed.largest: \)1.228/\10.228/' "$page" >"$dir/number.md"
sed 's/\(printed.largest: \)1.228/\11.229/' "$page" >"$dir/digit.md"
ok "another digit is seen" rejects gbw-rotation: compare "$dir/digit.md" "$dir/table"
ok "another number is seen" rejects gbw-rotation: compare "$dir/number.md" "$dir/table"
sed 's/^\(gbw-rotation .*\)exact case/\1samples   /' "$page" >"$dir/rests.md"
ok "what it rests on, too" rejects gbw-rotation: compare "$dir/rests.md" "$dir/table"
# where a random walk of roundings ended depends on the BLAS; its name and verdict do not
sed 's/0\.[0-9]* u sqrt/0.5 u sqrt/' "$page" >"$dir/walk.md"
ok "another walk of roundings is none" exits 0 compare "$page" "$dir/walk.md" --all
sed 's/per-root-n: \(.*\) u sqrt(n)/per-root-n: \1 u/' "$page" >"$dir/unit.md"
ok "another unit is seen" rejects ejll-fig6: compare "$page" "$dir/unit.md"
sed '/^gbw-tail /d' "$page" >"$dir/row.md"
ok "a row that lacks is seen" rejects "gbw-tail: not on the page" compare "$dir/row.md" "$dir/table"
ok "by the list of claims too" rejects differ: complete "$dir/row.md"
ok "one that was not audited is, if all should be" rejects "ejll-fig4: on the page, not audited" \
    compare "$page" "$dir/table" --all
ok "an empty table is no agreement" rejects "0 rows" compare "$page" /dev/null
