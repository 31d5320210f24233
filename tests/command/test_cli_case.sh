#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp list, gen, run end to end: what they print, their exit statuses, and what they do with bad
# input.
# Run once (compiler, libraries): it asks what is printed and refused.
. "$(dirname "$0")/../tap.sh"

# ---- The command itself
helps() { # every command answers --help on stdout with a usage line and its exit statuses
    exits 0 "$SLP" --help && silent || return 1
    local name
    for name in $(sed -n 's/^  slp \([a-z]*\) .*/\1/p' "$dir/out"); do
        exits 0 "$SLP" "$name" --help && silent && prints "usage: slp $name" || return 1
        grep -q '[Ee]xit status' "$dir/out" || {
            echo "$name --help names no exit status"; return 1
        }
    done
    [ -n "$name" ]
}
ok "every command answers --help" helps
version=$(sed -n 's/^VERSION := //p' "$here/../../GNUmakefile")
ok "--version" exits 0 "$SLP" --version
is "it is that of the makefile" "$(cat "$dir/out")" "slp $version"
ok "an unknown command is refused with a suggestion" refused "did you mean judge?" "$SLP" jugde
ok "no command is refused" refused "usage: slp" "$SLP"
ok "an unknown option is refused with a suggestion" refused "did you mean --seed?" \
    "$SLP" gen --sed 3
ok "an option without its value is refused" refused "--seed needs a value" "$SLP" gen --seed
ok "an option out of range is refused" refused "unknown level" "$SLP" gen --level 3

# ---- list
lists() {
    local what
    for what in systems schemes laws presets claims faults; do
        exits 0 "$SLP" list $what && silent || return 1
        # as many fields in every line as in the heading
        awk -F'\t' 'NR == 1 { n = NF }
            !/^#/ && NF != n { print NF " fields: " $0; bad = 1 }
            END { exit bad }' "$dir/out" || return 1
    done
}
ok "lists have a heading and equal fields" lists
has() { exits 0 "$SLP" list "$1" && grep -q "$2" "$dir/out"; } # LIST PATTERN
ok "the rigid body is listed with its parameters and paths" \
    has systems "^rigid-body	ref,fast	inertia \[quad\] \[lin\]	"
ok "a scheme is listed with its paths and algebras" \
    has schemes "^midpoint	ref,fast	vector	2	"
ok "an unknown list is refused" refused "did you mean claims?" "$SLP" list claim

# ---- gen
"$SLP" gen --count 300 --seed 7 >"$dir/a"
"$SLP" gen --count 300 --seed 7 >"$dir/b"
"$SLP" gen --count 30 --seed 7 >"$dir/short"
"$SLP" gen --count 30 --seed 8 >"$dir/other"
ok "the same seed gives the same bytes" cmp "$dir/a" "$dir/b"
ok "the seed is printed" \
    eval 'head -1 "$dir/a" | grep -qxF "# slp gen --count 300 --seed 7 --level mixed"'
ok "cases do not depend on the count" \
    eval 'cmp <(grep ^case "$dir/short" | bare) <(sed -n 2,31p "$dir/a" | bare)'
ok "another seed gives other cases" \
    eval '! cmp -s <(tail -n +2 "$dir/short") <(tail -n +2 "$dir/other")'
alone() {
    "$SLP" gen --scheme tmk --system rigid-body --count 2 --seed 7 --level "$1" |
        grep "^case" | bare >"$dir/t"
    "$SLP" gen --count 700 --seed 7 --level "$1" | bare >"$dir/all"
    [ "$(wc -l <"$dir/t")" = 2 ] &&
        cmp "$dir/t" <(grep "system=rigid-body scheme=tmk" "$dir/all" | head -2)
}
ok "a pair alone gives the cases of level 1 that it has among all" alone 1
ok "a pair alone gives the cases of level 2 that it has among all" alone 2
ok "all pairs of the reference are drawn" eval \
    '[ "$(grep -o "scheme=[^ ]*" "$dir/a" | sort -u | wc -l)" -ge 6 ]'
ok "gen refuses unknown names" eval \
    'exits 2 "$SLP" gen --system rigidbody && says "did you mean rigid-body?" &&
     exits 2 "$SLP" gen --scheme tkm && says "did you mean tmk?"'
ok "gen refuses a pair that makes no sense" refused "makes no sense" \
    "$SLP" gen --system rigid-body --scheme midpoint

# ---- run
rules='(isospectral|implicit)-midpoint|trapezoidal|tmk|variational-cayley(-printed)?'
grep 'id=gv-0[0-4]' tests/support/golden.slp | grep '^case' | grep 'system=rigid-body ' |
    grep -E "scheme=($rules) " >"$dir/golden"
golden40() {
    exits 0 "$SLP" run --path ref --digits 40 <"$dir/golden" || return 1
    [ "$(wc -l <"$dir/out")" = 18 ] || return 1
    local line
    while read -r line; do
        grep -qxF "$line" tests/support/golden.slp || { echo "not golden: $line"; return 1; }
    done <"$dir/out"
}
ok "run --digits 40 prints the golden answers, all 40 digits" golden40
rounded() { # $1 digits, $2 path: results against the golden answers in exact rational arithmetic
    python3 - "$1" "$dir/out" <<'PYTHON'
import sys
from fractions import Fraction
golden = {}
for line in open("tests/support/golden.slp"):
    if line.startswith("result"):
        _, id, y = line.split()
        golden[id] = [Fraction(v) for v in y[2:].split(",")]
count = 0
for line in open(sys.argv[2]):
    _, id, y = line.split()[:3]
    for got, exact in zip(y[2:].split(","), golden[id]):
        count += 1
        if sys.argv[1] == "hex":
            if float.fromhex(got) != float(exact):
                sys.exit(f"{id}: {got} is not {float(exact).hex()}")
            continue
        digits = int(sys.argv[1])
        mantissa = got.split("e")[0].replace("-", "").replace(".", "")
        exponent = int(got.split("e")[1]) if "e" in got else 0
        unit = Fraction(10) ** (exponent - digits + 1)
        # the golden answers are themselves off by half a unit of their 40th digit
        slack = Fraction(10) ** (exponent - 39)
        if len(mantissa) != digits or abs(Fraction(got) - exact) > unit / 2 + slack:
            sys.exit(f"{id}: {got} is not {float(exact)} to {digits} digits")
sys.exit(0 if count == 54 else "compared %d numbers, not 54" % count)
PYTHON
}
ok "run --path ref rounds the golden answers correctly" \
    eval 'exits 0 "$SLP" run --path ref <"$dir/golden" && rounded hex'
for digits in 1 2 17 39 41 200; do
    ok "run --digits $digits is correctly rounded" eval \
        'exits 0 "$SLP" run --path ref --digits $digits <"$dir/golden" && rounded $digits'
done
echoes() {
    exits 0 "$SLP" run --path fast --echo <"$dir/short" &&
        cmp <(grep "^case" "$dir/out") <(grep "^case" "$dir/short") &&
        awk '{ print $1 }' "$dir/out" | uniq -c | awk '$1 != 1 { exit 1 }'
}
ok "run --echo prints each case before its result, unchanged" echoes
passes_over() {
    { cat "$dir/golden"; echo "verdict id=x pass"; echo "result id=x y=1"; } |
        exits 0 "$SLP" run --path fast &&
        [ "$(grep -c "^result" "$dir/out")" = 18 ] && [ "$(wc -l <"$dir/out")" = 18 ]
}
ok "run passes over other records" passes_over
beyond_proof() {
    grep "^case id=gv-084" tests/support/golden.slp | sed "s/ h=[^ ]*/ h=1e6/" |
        exits 1 "$SLP" run --path ref && prints "result id=gv-084 error=unable"
}
ok "a case beyond proof gets an error result, and status 1" beyond_proof
few_bits() {
    head -1 "$dir/golden" | exits 1 "$SLP" run --path ref --prec 64 --digits 100 &&
        prints "result id=gv-001 error=unable"
}
ok "without the precision it takes the answer is unable" few_bits
several_steps() {
    "$SLP" gen --system rigid-body --scheme tmk --count 60 --seed 5 --level 1 |
        grep "steps=[2-5] " | bare >"$dir/many"
    [ -s "$dir/many" ] && python3 tests/support/split_steps.py "$SLP" "$dir/many"
}
ok "steps start from the rounded state before them" several_steps
level1() {
    "$SLP" gen --count 1500 --seed 9 --level 1 >"$dir/level1"
    exits 0 "$SLP" run --path ref <"$dir/level1" && exits 0 "$SLP" run --path fast <"$dir/level1"
}
ok "every case of level 1 has an answer on both paths" level1
format_example() { # the manual's own case has the manual's answer
    sed -n 's/^    //p' oracle/FORMAT.md | grep -E '^(case|result) id=rb-1 ' >"$dir/manual"
    grep '^case' "$dir/manual" | exits 0 "$SLP" run --path ref &&
        cmp <(cut -d' ' -f1-3 "$dir/out") <(grep '^result' "$dir/manual" | cut -d' ' -f1-3)
}
ok "the example of the format's manual is right" format_example

# ---- Bad input
bad="case id=b system=rigid-body scheme=tmk inertia=1,2,3 h=1e-2 steps=1 x=1,nan,0"
refuses() { exits 2 "$SLP" run --path "$1" && says "$2"; } # PATH WORDS: of cases on stdin
bad_input() {
    { head -2 "$dir/golden"; echo "$bad"; } |
        refuses ref "standard input:3: case b, field x: item 2 is not finite" &&
        [ "$(grep -c "^result" "$dir/out")" = 2 ]
}
ok "bad input names line, id and field, and what came before stands" bad_input
ok "a cut line is refused" \
    refuses fast "ends without a newline" < <(head -c -20 "$dir/golden")
ok "a repeated id is refused" \
    refuses fast "names an earlier case" < <(cat "$dir/golden"; head -1 "$dir/golden")
ok "no case at all is refused" refuses fast "no case" <<<"# nothing"
ok "run without a path is refused" refused "--path" "$SLP" run
ok "run by an unknown path is refused" refused "did you mean fast?" "$SLP" run --path fats
ok "--digits on the fast path is refused with the reason" refused "binary64" \
    "$SLP" run --path fast --digits 20

# ---- Output that does not arrive
to_full() { "$SLP" "$@" <"$dir/golden" >/dev/full 2>"$dir/err"; [ $? = 2 ] && says "cannot write"; }
to_none() { "$SLP" "$@" <"$dir/golden" >&- 2>"$dir/err"; [ $? = 2 ] && says "cannot write"; }
for command in "gen --count 10000" "list systems" "--help" "run --path fast"; do
    ok "slp $command on a full disk says so" to_full $command
    ok "slp $command without a standard output says so" to_none $command
done
# A pipe whose reader has gone, from the first byte on: the end of any filter, without a word.
mkfifo "$dir/pipe"
exec 8<>"$dir/pipe" 9>"$dir/pipe" 8<&-
quiet_end() { # COMMAND...
    (exec env --default-signal=PIPE "$SLP" "$@") <"$dir/golden" >&9 2>"$dir/err"
    [ $? = 141 ] && silent
}
told_end() { # COMMAND...
    (exec env --ignore-signal=PIPE "$SLP" "$@") <"$dir/golden" >&9 2>"$dir/err"
    [ $? = 2 ] && says "Broken pipe"
}
for command in "gen --count 10000" "list systems" "--help" "run --path fast"; do
    ok "slp $command ends quietly when its reader has left" quiet_end $command
    ok "slp $command says so where that signal is ignored" told_end $command
done
exec 9>&-
reader_leaves() {
    env --default-signal=PIPE "$SLP" gen --count 1000000000 2>"$dir/err" | head -1 >/dev/null
    [ "${PIPESTATUS[0]}" = 141 ] && silent
}
ok "a reader that leaves ends gen" reader_leaves

# ---- Streams
ok "an answer comes before the next case is asked for" python3 tests/support/converse.py \
    "$SLP" "$dir/golden"
ok "a stream of 40000 cases needs no more memory than one of 2000" \
    python3 tests/support/stream_memory.py "$SLP"
