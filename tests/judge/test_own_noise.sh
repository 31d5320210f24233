#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp noise judge: a closed program whose noise is right passes, and each planted fault of its noise
# is named; long runs; weak increments that are declared; what is refused.
# Run once (compiler, libraries, sanitizer): test_own_noise.c asks the judge of noise.
. "$(dirname "$0")/../tap.sh"
needs "noise of a port" cc
export PYTHONDONTWRITEBYTECODE=1
from=oracle/ports/own_noise
"$slp" noise cases --system spins --scheme heun --draws 2400 --seed 5 >"$dir/cases"
# two of the four spins: fewer distributions
sed -n 's/ draws=.*//; s/.draws / /; s/:2,2:3,3:4/:2/; s/\(exchange=[^,]*\),[^ ]*/\1/
    s/\( x=\([^,]*,\)\{5\}[^,]*\),.*/\1/p; q' "$dir/cases" >"$dir/two"
built() { # SED-EXPRESSION: the program with this fault
    sed "$1" $from/spins.c >"$dir/spins.c" && ! cmp -s "$dir/spins.c" "${2:-/dev/null}" &&
        cc -O1 -std=c11 -o "$dir/spins" "$dir/spins.c" -lm
}
answers() { python3 $from/spins_port.py "$dir/spins" <"$dir/cases" >"$dir/answers"; }
judge() { "$slp" noise judge "$@" <"$dir/answers" >"$dir/verdict" 2>"$dir/tally"; }
is "a group asks at several h" "$(sed 's/.* h=\(.*\) x=.*/\1/' "$dir/cases" | paste -sd ,)" \
    "0x1p-6 steps=1,0x1p-6 steps=1,0x1p-10 steps=1,0x1p-8 steps=4"
passes() { built "" && answers && judge; }
ok "a program whose noise is right passes" passes
fault() { # EXPRESSION HINT DRAWS
    "$slp" noise cases --file "$dir/two" --draws "$3" --seed 5 >"$dir/cases"
    built "$1" $from/spins.c && answers && exits 1 judge &&
        grep -q "^verdict id=spins.heun fail .* hint=\"$2\"$" "$dir/verdict" ||
        { head -n 3 "$dir/verdict"; return 1; }
}
while IFS=$'\t' read -r expression hint draws; do
    [ "${expression:0:1}" != "#" ] || continue
    ok "named: $hint" fault "$expression" "$hint" "${draws:-640}"
done <"$here/own_noise_faults.tsv"

# what is sampled by slp itself
"$slp" noise cases --gibbs --steps 4096 --scheme rkmk-heun-cay >"$dir/long"
gibbs() { # OPTIONS-OF-ANSWER WANTED-STATUS WORDS
    "$slp" noise answer "${@:3}" <"$dir/long" >"$dir/answers" || return 1
    exits "$1" judge --json "$dir/rows.json" &&
        [ "$(grep -c "$2" "$dir/verdict")" = "$(grep -c long "$dir/long")" ] ||
        { cat "$dir/verdict"; return 1; }
}
ok "long runs have the Gibbs mean" gibbs 0 ' pass mean='
extrapolated() { # from the means of h and h/2 in the line below a verdict
    awk '/^verdict/ { mean = substr($4, 6) }
        / at h, / { n = split($0, part, " [+]- "); off = mean + 0
            for (i = 1; i < n; i++) { sub(/.* /, "", part[i]); at[i] = part[i] }
            off += at[1] - 2 * at[2]
            seen += off * off < 1e-6 }
        END { exit seen != 3 }' "$dir/verdict"
}
ok "means are extrapolated to h = 0" extrapolated
long_of() { "$slp" noise cases --gibbs --scheme "$1"; }
for scheme in heun euler; do # a spin grows: the run would leave the domain
    ok "no long runs of $scheme" exits 2 long_of $scheme
    ok "$scheme: it says why" grep -q "does not keep the length of a spin" "$dir/err"
done
sed -i 2q "$dir/long"
ok "long runs at twice the temperature" gibbs 1 'fail .*hint="twice the temperature"' \
    --fault "twice the temperature"
ok "rows in JSON" python3 -c "import json,sys
rows = json.load(open(sys.argv[1]))['own-noise']
assert [r['verdict'] for r in rows] == ['fail'], rows" "$dir/rows.json"
"$slp" noise cases --file "$dir/two" --draws 320 >"$dir/few"
weak() { # DECLARED DRAWN VERDICT
    "$slp" noise answer --increments "$2" <"$dir/few" | "$slp" noise judge --increments "$1" |
        grep "^verdict" | cut -d' ' -f3 | grep -xE "$3"
}
for law in three-point two-point; do
    ok "$law increments, declared" weak $law $law 'pass|undecided'
    ok "$law increments for normal ones" weak normal $law fail
    ok "normal increments for $law ones" weak $law normal fail
done
few() {
    "$slp" noise answer <"$dir/few" | "$slp" noise judge >"$dir/verdict" 2>"$dir/tally"
    [ $? = 1 ] && grep -q "^verdict id=spins.heun undecided draws=320 " "$dir/verdict" &&
        grep -q "too few draws; ask --draws [0-9]*$" "$dir/verdict" &&
        grep -q "needs [0-9]* draws: " "$dir/verdict"
}
ok "too few draws are undecided, and it says how many decide" few
"$slp" noise answer <"$dir/few" >"$dir/answers"
echoed() {
    grep -v '^case' "$dir/answers" | "$slp" noise judge --cases "$dir/few" >"$dir/verdict"
    grep -q "undecided draws=320" "$dir/verdict"
}
ok "cases from a file" echoed
unreceived() {
    sed '/^result id=spins.heun.small/d' "$dir/answers" >"$dir/some"
    "$slp" noise judge <"$dir/some" | grep -qx "verdict id=spins.heun unreceived"
}
ok "an answer that is missing" unreceived
declined() {
    sed '/^result id=spins.heun.small/s/ y=.*/ error=unsupported/' "$dir/answers" >"$dir/some"
    "$slp" noise judge <"$dir/some" | grep -qx "verdict id=spins.heun error reason=unsupported"
}
ok "an answer that is an error" declined
limits() { "$slp" noise judge | sed -n 's/.* limit=\([^ ]*\).*/\1/p'; }
shared() { # two groups have half of the rate each: the limit is larger
    limits <"$dir/answers" >"$dir/one"
    sed 's/id=spins/id=other/' "$dir/answers" | cat "$dir/answers" - | limits >"$dir/both"
    cat "$dir/one" "$dir/both"
    python3 -c 'import sys
a, b, c = map(float, sys.argv[1:])
assert a < b == c' $(cat "$dir/one" "$dir/both")
}
ok "groups share the rate of false alarms" shared
refused() { # TEXT SED-EXPRESSION
    sed "$2" "$dir/answers" >"$dir/wrong"
    exits 2 "$slp" noise judge <"$dir/wrong" && grep -qF "$1" "$dir/err" ||
        { cat "$dir/err"; return 1; }
}
ok "no draws" refused "field draws: is missing" '1s/ draws=[0-9]*//'
ok "draws that are no number" refused "field draws: is not" '1s/ draws=/ draws=x/'
ok "no seed" refused "field seed: is missing" '1s/ seed=[0-9]*//'
ok "increments" refused "field dw: has no place here" '1s/$/ dw=1/'
ok "h = 0" refused "field h: is not positive" '1s/ h=[^ ]*/ h=0/'
ok "a coarse arithmetic" refused "too coarse" '1s/ h=/ arithmetic=bfloat16 h=/'
ok "a rule that is not in the list" refused "ask the nearest scheme" '1s/scheme=heun/scheme=own/'
ok "nor drawn" exits 2 "$slp" noise cases --system spins --scheme own
ok "no noise" refused "has no noise" '1s/ noise=[^ ]*//'
ok "too many numbers" refused "draws*steps*d is beyond" '1s/ draws=[0-9]*/ draws=999999/'
ok "too few numbers of y" refused "expected draws*steps*d" '2s/,[^,]*$//'
ok "too many numbers of y" refused "expected draws*steps*d" '2s/$/,0x1p+0/'
ok "another id" refused "ends with none of" '1s/heun.draws/heun.other/'
unequal() { # one question has fewer draws than the others
    sed -n 's/ draws=320/ draws=160/;3p' "$dir/few" | "$slp" noise answer >"$dir/fewer"
    sed -e '5,6d' -e "4r $dir/fewer" "$dir/answers" >"$dir/wrong"
    exits 2 "$slp" noise judge <"$dir/wrong" && grep -q "must be the same in a group" "$dir/err"
}
ok "unequal draws" unequal
ok "slp judge says where such cases are judged" eval 'exits 2 "$slp" judge <"$dir/few" &&
    grep -q "slp noise judge" "$dir/err"'
ok "no such declared increments" exits 2 "$slp" noise judge --increments gaussian </dev/null
none() { exits 2 "$slp" noise judge </dev/null && grep -q "no question came" "$dir/err"; }
ok "no case" none
ok "cases of what" exits 2 "$slp" noise cases
own_case() {
    "$slp" noise cases --file "$dir/two" --draws 320 | sed -n '2p' >"$dir/again"
    sed -n 's/.draws / /; s/ draws=.*//p; q' "$dir/few" | "$slp" noise cases --file - --draws 320 |
        sed -n '2p' | cmp - "$dir/again"
}
ok "a case of one's own" own_case
