#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Coverage of inputs: of 125 000 drawn cases no cell of the table is empty without a reason, the
# manual shows that table, and a mixture that leaves something out is seen.  Cases are the same for
# the same seed, so no chance is in it.
# Run once (compiler, sanitizer): it asks what is drawn.
. "$(dirname "$0")/../tap.sh"
page=oracle/manual/coverage.md
"$slp" gen --coverage --count 125000 >"$dir/table" 2>"$dir/said"
status=$?
ok "no cell is empty without a reason" [ "$status" = 0 ]
empty "and none says so" "$(grep 'NO REASON' "$dir/table")$(cat "$dir/said")"
sed -n '/^Table: Keys/,$p' "$page" >"$dir/shown"
ok "the manual shows this table (make coverage-page)" \
    eval 'tail -n +2 "$dir/table" | cmp - "$dir/shown"'
# keys come from the schema
missing=
for pair in $("$slp" list systems | grep -v '^#' | cut -f 1); do
    "$slp" gen --system "$pair" --count 1 2>&1 >"$dir/one" | grep -q 'cannot be drawn' && continue
    grep -q "^| $pair[-a-z0-9]* | \`x\` |" "$dir/table" || missing="$missing $pair"
done
empty "each system is there" "$missing"
# Libraries of mathematics round these differently, so each machine would draw other cases.
ok "draws use operations alone that are rounded correctly" eval '! grep -nE \
    "\b(hypot|cbrt|pow|exp2?|expm1|log(2|10|1p)?|sin|cos|tan|a(sin|cos|tan2?)|erfc?|fma)\(" \
    oracle/contract/draw/*.c oracle/contract/system/*.c'
empty_cells() { ! "$slp" gen --coverage "$@" >"$dir/some" 2>"$dir/said" && [ -s "$dir/said" ]; }
ok "ordinary cases alone leave cells empty" empty_cells --level 1 --count 3000
ok "and so do few cases" empty_cells --count 300
ok "and the table says which" grep -q 'NO REASON' "$dir/some"

"$slp" gen --size 20 --system spins --count 64 >"$dir/sized"
ok "--size: so many spins, in every class" \
    [ "$(grep -c '^case ' "$dir/sized")" = \
    "$(grep '^case ' "$dir/sized" | grep -cE ' x=([^, ]+,){59}[^, ]+( |$)')" ]
ok "its first line repeats it" grep -q '^# slp gen .*--size 20' "$dir/sized"
"$slp" gen --size 1000 --system heavy-top --count 3 >/dev/null 2>&1
ok "a system of one size takes any" [ $? = 0 ]
"$slp" gen --size 7 --system sine-euler --count 3 >"$dir/odd"
ok "su(7)" [ "$(grep -c ' n=0x1.cp+2 ' "$dir/odd")" = 3 ]
"$slp" gen --size 8 --system sine-euler --count 3 >/dev/null 2>"$dir/said"
ok "a size that a system cannot have is refused" [ $? = 2 ]
ok "and said" grep -q 'cases of sine-euler cannot have that size' "$dir/said"
few() { "$slp" gen "$@" 2>&1 >"$dir/drawn" | grep -c ' with fewer than 30 .*--count '; }
is "few cases of a pair are said, once" "$(few --count 100)" 1
is "of one pair they are not" "$(few --count 10 --system rigid-body --scheme tmk)" 0
is "nor are enough" "$(few --count 1000 --system rigid-body)" 0
ok "nor is it said among the cases" eval '! grep -q "fewer than" "$dir/drawn"'
