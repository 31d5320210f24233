#!/bin/bash
# slp noise judge: a closed program whose noise is right passes, and each planted fault of its noise
# is named; long runs; weak increments that are declared; what is refused.
. "$(dirname "$0")/../tap.sh"
needs "noise of a port" cc
export PYTHONDONTWRITEBYTECODE=1
from=oracle/ports/own_noise
ask() { "$slp" noise cases --system spins --scheme heun --draws 2400 --seed 5; }
ask >"$dir/cases"
built() { # SED-EXPRESSION: the program with this fault
    sed "$1" $from/spins.c >"$dir/spins.c" && ! cmp -s "$dir/spins.c" "${2:-/dev/null}" &&
        cc -O1 -std=c11 -o "$dir/spins" "$dir/spins.c" -lm
}
answers() { python3 $from/spins_port.py "$dir/spins" <"${1:-$dir/cases}" >"$dir/answers"; }
judge() { "$slp" noise judge "$@" <"$dir/answers" >"$dir/verdict" 2>"$dir/tally"; }
passes() { built "" && answers && judge; }
ok "a program whose noise is right passes" passes
fault() { # EXPRESSION HINT
    built "$1" $from/spins.c && answers && exits 1 judge &&
        grep -q "^verdict id=spins.heun fail .* hint=\"[^\"]*${2//[/.}\"$" "$dir/verdict" ||
        { head -n 3 "$dir/verdict"; return 1; }
}
while IFS=$'\t' read -r expression hint; do
    [ "${expression:0:1}" != "#" ] || continue
    ok "named: $hint" fault "$expression" "$hint"
done <"$here/own_noise_faults.tsv"

# what is sampled by slp itself
"$slp" noise cases --gibbs --steps 4096 >"$dir/long"
gibbs() { # OPTIONS-OF-ANSWER WANTED-STATUS WORDS
    "$slp" noise answer "${@:3}" <"$dir/long" >"$dir/answers" || return 1
    exits "$1" judge --json "$dir/rows.json" && [ "$(grep -c "$2" "$dir/verdict")" = 3 ] ||
        { cat "$dir/verdict"; return 1; }
}
ok "long runs have the Gibbs mean" gibbs 0 ' pass mean='
ok "long runs at twice the temperature" gibbs 1 'fail .*hint="twice the temperature"' \
    --fault "twice the temperature"
ok "long runs at half the temperature" gibbs 1 'fail .*hint="half the temperature"' \
    --fault "half the temperature"
ok "rows in JSON" python3 -c "import json,sys
rows = json.load(open(sys.argv[1]))['own-noise']
assert [r['verdict'] for r in rows] == ['fail'] * 3, rows" "$dir/rows.json"
weak() { # DECLARED DRAWN STATUS
    "$slp" noise answer --increments "$2" <"$dir/cases" >"$dir/answers" &&
        exits "$3" judge --increments "$1"
}
for law in three-point two-point uniform; do
    ok "$law increments, declared" weak $law $law 0
    ok "$law increments for normal ones" weak normal $law 1
    ok "normal increments for $law ones" weak $law normal 1
done
few() {
    "$slp" noise cases --system spins --scheme heun --draws 512 | "$slp" noise answer |
        "$slp" noise judge >"$dir/verdict" 2>"$dir/tally"
    [ $? = 1 ] && grep -q "^verdict id=spins.heun undecided draws=512 " "$dir/verdict" &&
        grep -q "too few draws; ask --draws [0-9]*$" "$dir/verdict" &&
        grep -q "needs [0-9]* draws: 1/mu for" "$dir/verdict"
}
ok "too few draws are undecided, and it says how many decide" few
"$slp" noise answer <"$dir/cases" >"$dir/answers"
echoed() { grep -v '^case' "$dir/answers" | "$slp" noise judge --cases "$dir/cases"; }
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
ok "no noise" refused "has no noise" '1s/ noise=[^ ]*//'
ok "too many numbers" refused "field draws: draws*steps*d is beyond" '1s/ draws=[0-9]*/ draws=999999/'
ok "too few numbers of y" refused "expected draws*steps*d" '2s/,[^,]*$//'
ok "another id" refused "ends with none of" '1s/heun.draws/heun.other/'
unequal() { # one question has fewer draws than the others
    sed -n 's/ draws=2400/ draws=1200/;3p' "$dir/cases" | "$slp" noise answer >"$dir/fewer"
    sed -e '5,6d' -e "4r $dir/fewer" "$dir/answers" >"$dir/wrong"
    exits 2 "$slp" noise judge <"$dir/wrong" && grep -q "must be the same in a group" "$dir/err"
}
ok "unequal draws" unequal
ok "slp judge says where such cases are judged" eval 'exits 2 "$slp" judge <"$dir/cases" &&
    grep -q "slp noise judge" "$dir/err"'
ok "no such declared increments" exits 2 "$slp" noise judge --increments gaussian </dev/null
ok "no case" exits 2 "$slp" noise judge </dev/null
ok "cases of what" exits 2 "$slp" noise cases
ok "a case of one's own" eval 'sed -n "1s/ draws=.*//p" "$dir/cases" | sed "s/heun.draws/mine/" |
    "$slp" noise cases --file - --draws 2400 --seed 5 | sed s/mine/heun/ | cmp - "$dir/cases"'
