#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Certificates of `slp run --certificate` are proved by a program that shares nothing with slp.  A
# broken one is not.  Malformed ones are refused by name.  SLP_CHECK_MULTIPLIER=1 breaks all, below
# it half of them.
# Run once (compiler, libraries, sanitizer): it asks about the checker, which is Python.
# Starts first.
. "$(dirname "$0")/../tap.sh"
needs "steps are proved by another program" python3
checker=oracle/certificates/check_certificate.py
export PYTHONDONTWRITEBYTECODE=1

# small MOST: the cases of states of at most so many numbers
small() {
    awk -v most="$1" '{
        for (i = 1; i <= NF; i++) if ($i ~ /^x=/ && split($i, a, ",") <= most) print }'
}
# gauss MOST: a case of isospectral-gauss4, whose stage is two states, on each system that has one
gauss() {
    "$SLP" gen --scheme isospectral-gauss4 --count 60 --seed 5 --level 1 | bare | small "$1" |
        sed -n 's/ id=/ id=gauss-/; s/.* system=\([^ ]*\) .*/\1 &/p' |
        awk '!seen[$1]++ { sub(/^[^ ]* /, ""); print }'
}
{
    "$SLP" gen --count 330 --seed 5 --level 1 | small 9 | awk 'NR % 4 == 0'
    gauss 10
} >"$dir/cases"
is "isospectral-gauss4 on 8 systems" "$(grep -c '^case id=gauss-' "$dir/cases")" 8
ok "certificates are written" exits 0 "$SLP" run --path ref --certificate "$dir/lines" <"$dir/cases"
cp "$dir/out" "$dir/results"
ok "the results are those without certificates" eval \
    'exits 0 "$SLP" run --path ref <"$dir/cases" && cmp "$dir/out" "$dir/results"'
ok "each is proved by the checker" exits 0 python3 "$checker" "$dir/lines"
is "as many as there are steps" "$(tail -n 1 "$dir/out")" \
    "$(grep -c ^certificate "$dir/lines") proved, 0 not proved, 0 not covered"
head -n 12 "$dir/cases" >"$dir/few"
as_json() {
    exits 0 "$SLP" run --path ref --certificate "$dir/few.json" <"$dir/few" &&
        exits 0 "$SLP" run --path ref --certificate "$dir/few.lines" <"$dir/few" &&
        exits 0 python3 "$checker" "$dir/few.json" && mv "$dir/out" "$dir/of_json" &&
        exits 0 python3 "$checker" "$dir/few.lines" && cmp "$dir/out" "$dir/of_json"
}
ok "JSON has the same certificates" as_json
follows() { # the keys of each certificate are those of the schema
    python3 - "$dir/few.json" oracle/certificates/certificates.schema.json <<'END'
import json, re, sys
text, schema = (json.load(open(path)) for path in sys.argv[1:])
assert set(text) == set(schema["required"]) == set(schema["properties"])
one = schema["definitions"]["certificate"]
number = re.compile(schema["definitions"]["number"]["pattern"])
for c in text["certificates"]:
    assert set(one["required"]) <= set(c) <= set(one["properties"]), sorted(c)
    for key in set(c) - {"case", "step", "entered", "error"}:
        assert all(number.match(t) for t in c.get(key, [])), key
END
}
ok "it follows the schema" follows

ok "the checker's enclosures hold what they should" \
    python3 tests/certificates/enclosures.py "$checker"

grep '^case ' tests/support/golden_polynomial.slp >"$dir/polynomials"
polynomials() { # on each algebra, by each rule
    exits 0 "$SLP" run --path ref --certificate "$dir/of_terms" <"$dir/polynomials" &&
        cp "$dir/out" "$dir/y" &&
        exits 0 python3 "$checker" --results "$dir/y" "$dir/of_terms" && prints "57 proved, 0 not"
}
ok "polynomials, on each algebra" polynomials

# ---- Large ones: Gauss's rule on so(9) has a stage of 72 numbers
awk 'BEGIN { printf "case id=large system=rigid-body-n scheme=rkmk-gauss4-cay n=9 h=0x1p-6 steps=1"
    for (i = 0; i < 36; i++) printf "%s%.1f", i ? "," : " x=", (i % 7 - 3) / 10
    print "" }' >"$dir/large"
large() {
    exits 0 "$SLP" run --path ref --certificate "$dir/lines" <"$dir/large" &&
        exits 0 python3 "$checker" "$dir/lines" && prints "step id=large step=1 proved"
}
ok "a stage of more than 64 numbers" large

# ---- Broken ones
every=$(awk -v m="${SLP_CHECK_MULTIPLIER:-1}" 'BEGIN { print m < 1 ? 2 : 1 }')
{
    "$SLP" gen --count 330 --seed 7 --level 1 | small 6 | awk "NR % $((4 * every)) == 1"
    gauss 6
} |
    "$SLP" run --path ref --certificate "$dir/whole" >"$dir/out"
ok "isospectral-gauss4 is among those to be broken" test \
    "$(grep -c '^certificate id=gauss-.* stage=' "$dir/whole")" -ge 5
ok "$((200 / every)) broken certificates are refused" \
    python3 tests/certificates/broken.py "$checker" "$dir/whole" $((200 / every))
grep -A 1 '^case .*-..2 ' "$dir/of_terms" | grep -v '^--' |
    awk -v every="$every" '/^case/ { on = n++ % every == 0 } on' >"$dir/some"
ok "and those of cases with a wrong term" \
    python3 tests/certificates/broken.py "$checker" "$dir/some" $((100 / every)) terms

"$SLP" gen --count 330 --seed 7 --level 1 | small 9 | awk 'NR % 2' |
    "$SLP" run --path ref --certificate "$dir/of_all" >"$dir/out"
ok "texts that are no certificate are refused, whichever field of whichever system" \
    python3 tests/certificates/malformed.py "$checker" "$dir/of_all"

grep -m 1 -B 1 '^certificate.*entered=[1-9]' "$dir/whole" >"$dir/one"
bad() { # NAME WORDS SED-PROGRAM
    sed "$3" "$dir/one" >"$dir/bad"
    ok "$1" refused "$2" python3 "$checker" "$dir/bad"
}
bad "an unknown field" "line 2: field widht is unknown" '2s/ radius=/ widht=/'
bad "a field that is missing" "line 2: field radius is missing" '2s/ radius=[^ ]*//'
bad "a field that is there twice" "line 2: field step is there twice" '2s/$/ step=1/'
bad "a number that is none" "line 2: field radius: '1e-3' is no hex float" \
    '2s/ radius=[^ ]*/ radius=1e-3/'
bad "a count that is wrong" "line 2: field low: " '2s/ low=[^ ]*/ low=0x1p+0/'
bad "no step" "line 2: field step" '2s/ step=1/ step=0/'
bad "a certificate of another case" "line 2: field id: a certificate follows its case" \
    '2s/ id=[^ ]*/ id=other/'
bad "a certificate without its case" "line 1: field id: a certificate follows its case" 1d
bad "a line of another kind" "line 1: neither a case nor a certificate" '1s/^case/cases/'
bad "a case without h" "line 1: field h is missing" '1s/ h=[^ ]*//'
bad "a negative radius" "field radius, contraction or entered: out of range" \
    '2s/ radius=/ radius=-/'
head -c -20 "$dir/one" >"$dir/bad"
ok "a file that is cut" refused "line 2: the newline at its end is missing" \
    python3 "$checker" "$dir/bad"
head -c -20 "$dir/few.json" >"$dir/bad.json"
ok "JSON that is cut" refused "no JSON" python3 "$checker" "$dir/bad.json"
ok "a file that is not there" refused "nowhere" python3 "$checker" "$dir/nowhere"
sed 's/ scheme=[^ ]*/ scheme=leapfrog/' "$dir/one" >"$dir/other"
ok "an unknown scheme is not covered" eval \
    'exits 3 python3 "$checker" "$dir/other" && prints "not covered: the scheme leapfrog"'
sed '2s/ entered=[0-9]*/ entered=0/' "$dir/one" >"$dir/other"
ok "a certificate that proves nothing" eval \
    'exits 1 python3 "$checker" "$dir/other" && prints "not proved: iteration 0 from the start"'

# ---- The option
ok "the binary64 path has no certificates" refused "--certificate is of the steps" \
    "$SLP" run --path fast --certificate "$dir/x"
ok "nor have decimals" refused "--certificate is of the steps" \
    "$SLP" run --path ref --digits 20 --certificate "$dir/x"
ok "a folder that is not there is refused" refused "cannot write $dir/none/x" \
    "$SLP" run --path ref --certificate "$dir/none/x"
ok "a device is not replaced" eval 'refused "cannot write /dev/full" \
    "$SLP" run --path ref --certificate /dev/full && [ ! -f /dev/full ]'
full() { (ulimit -f 1 && exits 2 "$SLP" run --path ref --certificate "$dir/full" <"$dir/few"); }
ok "a disk that is full" eval 'full; says "a write to $dir/full failed" && [ ! -e "$dir/full" ]'
steps() { # a run of several steps: each from the state before it
    sed 's/ sum=.*//; s/ steps=1 / steps=3 /; s/ dw=\([^ ]*\)/ dw=\1,\1,\1/' "$dir/few" |
        head -n 4 >"$dir/three"
    exits 0 "$SLP" run --path ref --certificate "$dir/lines" <"$dir/three" &&
        exits 0 python3 "$checker" "$dir/lines" && prints "step=3 proved"
}
ok "a run of three steps" steps

# ---- Answers
answers() {
    exits 0 "$SLP" run --path ref --certificate "$dir/lines" <"$dir/three" &&
        cp "$dir/out" "$dir/y" &&
        exits 0 python3 "$checker" --results "$dir/y" "$dir/lines" && prints "trust: nothing"
}
ok "the answers are the results, rounded" answers
sed 's/ answer=0x1\.\(.\)[^,p]*/ answer=0x1.\10001/' "$dir/lines" >"$dir/other"
ok "another answer is not" eval 'exits 1 python3 "$checker" "$dir/other" && prints "of the answer"'
sed 's/ y=0x1\.\(.\)[^,p]*/ y=0x1.\10001/' "$dir/y" >"$dir/other"
ok "nor another result" eval \
    'exits 1 python3 "$checker" --results "$dir/other" "$dir/lines" && prints "not the one of the"'
grep -v "^#" "$dir/y" | head -n 1 >"$dir/other"
ok "nor results that lack it" eval \
    'exits 1 python3 "$checker" --results "$dir/other" "$dir/lines" && prints "have no answer"'

# ---- Its length is the one that the page states
is "the page says how long it is" \
    "$(sed -n 's/^| now: the checker | \(.*\) |$/\1/p' oracle/manual/proofs.md)" \
    "$(wc -l <"$checker" | tr -d ' ')"
