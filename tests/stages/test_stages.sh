#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Stages end to end: what `slp run --stages` prints passes `slp judge --stages`, a number that is
# changed is named, lines that are wrong are told, and the manual's table is what is printed.
# Run once (compiler, libraries): it asks what is printed; test_stages.c asks for values.
# Starts first.
. "$(dirname "$0")/../tap.sh"
cases=$dir/cases
"$SLP" gen --count "${CASES:-$(fewer 60 200)}" --seed 4 2>/dev/null | bare >"$cases"
"$SLP" run --path ref --echo --stages <"$cases" >"$dir/all" 2>/dev/null
ok "every case that has an answer has stages" \
    eval '[ "$(grep -c "^result.* y=" "$dir/all")" = "$(grep -c "^# stage step=1 y=" "$dir/all")" ]'
is "none is without" "$(grep -c '^# no stages' "$dir/all")" 0
"$SLP" judge --stages --errors 1000 <"$dir/all" >"$dir/verdicts" 2>"$dir/tally"
is "no value of them is said to be wrong" "$(grep -c 'the first wrong value' "$dir/verdicts")" 0
ok "results are the same without the option" eval \
    'cmp <("$SLP" run --path ref --echo <"$cases" 2>/dev/null) <(grep -v "^# stage" "$dir/all")'

# One number of one value is changed: the comment names this value.  (A z that is changed alone is
# seen where the generator is not the one at z.)
rigid="system=rigid-body inertia=2,1,0.75 quad=0.5,0.25,1 h=0.25 steps=2 x=0.6,0.3,0.8"
names=0 wrong=
for scheme in $(fewer "heun rkmk-gauss4-cay splitting-strang" "isospectral-midpoint heun sib tmk
    rkmk-rk4-exp rkmk-gauss4-cay variational-exp splitting-strang spherical-midpoint"); do
    echo "case id=a scheme=$scheme $rigid dw=0.1,-0.2,0.3,0.05,0.1,-0.15" >"$dir/one"
    "$SLP" run --path ref --echo --stages <"$dir/one" >"$dir/right"
    for name in $(sed -n 's/^# stage step=2 \([A-Za-z0-9]*\)=.*/\1/p' "$dir/right"); do
        case $scheme:$name in *:y | *:z | rkmk-gauss4-cay:theta[12]) continue ;; esac
        awk -v name="$name" '$0 ~ "^# stage step=2 " name "=" && !done {
            sub(" " name "=[^,]*", " " name "=0x1.8p-1")
            done = 1 } { print }' "$dir/right" >"$dir/changed"
        "$SLP" judge --stages <"$dir/changed" >"$dir/out" 2>/dev/null
        names=$((names + 1))
        said=$(sed -n 's/.*step=2 the first wrong value is \([A-Za-z0-9]*\) = .*/\1/p' "$dir/out")
        [ "$said" = "$name" ] || wrong+="$scheme: $name changed, said: $said"$'\n'
    done
done
is "a changed number is named, whichever of $names values it is in" "$wrong" ""

heun="case id=a system=rigid-body scheme=heun inertia=1,2,4 h=0.5 steps=1 x=1,2,4"
right="result id=a y=-0x1.1p-2,0x1.6p+1,0x1.ep+1"
tells() { # WORDS LINE...: of the case with these lines before a right answer
    printf '%s\n' "$heun" "${@:2}" "result id=a y=0,0,0" | "$SLP" judge --stages 2>"$dir/err" \
        >"$dir/out"
    grep -F "$1" "$dir/out" || { cat "$dir/out"; return 1; }
}
ok "a name that the rule has not" \
    tells "stages: nothing was compared; xi3 is no value of this scheme; there are xi1, ad1, p" \
    "# stage xi3=1,2,3"
ok "a list that is too short" tells "xi1 has 2 numbers and needs 3" "# stage xi1=1,2"
ok "a number that is none" tells "item 2 of xi1" "# stage xi1=1,a,3"
ok "the other values are compared all the same" tells \
    "allowed; it may come from one that was not printed: ad1; xi3 is no value" \
    "# stage xi1=0.5,0.5,0.5 p=0,3.5,3 xi3=1,2,3"
ok "also behind a list that is wrong" tells "the first wrong value is ad1" \
    "# stage xi1=0.5,0.5,a ad1=-1,1.5,-0.25"
ok "many remarks are counted" eval '[ "$(tells "" "# stage a=1 b=2 c=3 d=4" |
    grep -o "is no value of this scheme" | wc -l)" = 3 ] && grep -F "; 1 more" "$dir/out"'
ok "a step that the case has not" tells "step=3: the case has step 1" \
    "# stage step=3 xi1=0.5,0.5,0.5"
ok "a step that is no number" tells "step=a: the case has step 1" "# stage step=a xi1=1,2,3"
ok "of a name printed twice the last counts" \
    tells "allowed; it may come from one that was not printed: p, xi2, ad2" \
    "# stage xi1=9,9,9 ad1=1,1,1" "# stage xi1=0.5,0.5,0.5" "# stage ad1=-1,1.5,-0.5"
ok "the wrong sign" tells "; it is the negative of that" "# stage xi1=-0.5,-0.5,-0.5"
ok "twice the value" tells "; it is twice that" "# stage xi1=1,1,1"
ok "the value of another name" tells "; it is the value of x" "# stage p=1,2,4"
no_other() { tells "the first wrong value is xi1" "$@" && ! grep -F "the value of" "$dir/out"; }
ok "of two generators that are wrong alike none is the other" no_other \
    "# stage xi1=0.5,0.5,0.75 xi2=0.5,0.5,0.75"
ok "half of the value" tells "; it is half of that" "# stage xi1=0.25,0.25,0.25"
ok "of a wrong value those that were not printed before it" \
    tells "it may come from one that was not printed: ad1, p, xi2, ad2" "# stage xi1=0.5,0.5,0.5"
ok "and not those behind one that was" \
    tells "it may come from one that was not printed: ad2" \
    "# stage ad1=-1,1.5,-0.5 p=0,3.5,3.5 xi2=0,0.875,0.4375"
printf '%s\n' "$heun" "# stage xi1=0.5,0.5,0.5 p=0,3.5,3.5" "$right" >"$dir/passes"
is "a port whose values are right passes" "$("$SLP" judge --stages <"$dir/passes" 2>"$dir/err" |
    grep -v '^verdict id=a pass')" ""
printf '%s\n' "$heun" "# stage xi1=0.5,0.5,0.5 xi9=1" "$right" >"$dir/printed"
ok "a wrong name is told of a case that passes" eval \
    '"$SLP" judge --stages <"$dir/printed" 2>/dev/null | grep -F "xi9 is no value"'
printf '%s\n' "$heun" "# stage xi1=0.5,0.5,0.25" "$right" >"$dir/printed"
ok "a value that is printed wrongly is told of a case that passes" eval \
    '"$SLP" judge --stages <"$dir/printed" 2>/dev/null | grep -F "wrong value is xi1 = Xi(x)"'
is "it is not counted" \
    "$("$SLP" judge --stages <"$dir/printed" 2>&1 >"$dir/out" | grep "first wrong value")" ""
printf '%s\n' "$heun" >"$dir/filed"
printf '%s\n' "# stage xi1=0.5,0.5,0.25" "$right" >"$dir/results"
ok "with cases in a file too" eval \
    '"$SLP" judge --stages --cases "$dir/filed" <"$dir/results" | grep -F "wrong value is xi1"'
ok "without the option they are comments" eval \
    '! "$SLP" judge <"$dir/printed" 2>/dev/null | grep stages'
# Over all cases.
changed() { # SED: a right port's lines of spins, changed; the judge's words on standard error
    sed "$1" "$dir/spins" | "$SLP" judge --stages --hints 0 --junit "$dir/junit.xml" \
        >"$dir/out" 2>"$dir/tally"
}
spins="system=spins scheme=heun bonds=1:2 exchange=1 h=0.25 steps=1 x=1,0,0,0.6,0,0.8"
for id in a b c; do echo "case id=$id $spins"; done >"$dir/one"
"$SLP" run --path ref --echo --stages <"$dir/one" >"$dir/spins"
changed "s/\(^result .*\),[^,]* iter/\1,9 iter/; s/^\(# stage step=1 xi2=.*\),[^,]* rule/\1,7 rule/"
is "a count of first wrong values follows the tally" \
    "$(sed -n 's/^slp judge: \(first wrong\)/\1/p' "$dir/tally")" \
    "first wrong value: xi2 = Xi(p), 3 of 3 failures"
ok "JUnit has it" grep -q 'first wrong value: xi2 = Xi(p), 3 of 3 failures' "$dir/junit.xml"
ok "numbers of a state of spins have their names" grep -q "xi2 = Xi(p), spin 2, z: " "$dir/out"
changed "s/\(^result id=[bc] .*\),[^,]* iter/\1,9 iter/; s/\(^result id=a y=\)[^,]*/\19/
    /id=a/,/^result/s/^\(# stage step=1 ad1=.*\),[^,]* rule/\1,7 rule/"
is "the most frequent first" "$(sed -n 's/^slp judge: \(first wrong\)/\1/p' "$dir/tally")" \
    "first wrong value: y = x+ad1/2+ad2/2, 2 of 3 failures
first wrong value: ad1 = ad*(xi1)x, 1 of 3 failures"
changed "s/\(^result .*\),[^,]* iter/\1,9 iter/; /id=b/,/^result/{/^# stage/d}"
is "a case without values, where others have some" \
    "$(grep " stages: none" "$dir/out")" "# id=b stages: none printed, as of other cases"
changed "s/\(^result .*\),[^,]* iter/\1,9 iter/; /^# stage/d"
is "none without stages" "$(grep -c "first wrong" "$dir/tally")" 0
printf '%s\n' "$heun arithmetic=double-double" "# stage xi1=0.5,0.5,0.5" "result id=a y=0,0,0" |
    "$SLP" judge --stages >"$dir/out" 2>"$dir/err"
ok "wider arithmetics are refused in words" \
    grep -F "stages are compared in binary64 and narrower arithmetics alone" "$dir/out"
pendulum="case id=a system=canonical scheme=tmk model=pendulum h=0.01 steps=1"
echo "$pendulum x=0x1.921fb54442f18p+1,0x0p+0" | "$SLP" run --path ref --echo --stages |
    "$SLP" judge --stages >"$dir/out" 2>"$dir/err"
is "an argument may have been rounded where it was printed" "$(grep wrong "$dir/out")" ""
# Values that a scheme solves for
misprinted() { # SCHEME NAME: its first number is another one; all lines, and then only it and xi1
    echo "case id=a scheme=$1 $rigid dw=0.1,-0.2,0.3,0.05,0.1,-0.15" |
        "$SLP" run --path ref --echo --stages |
        sed "s/\(step=2 $2=[^,]*[0-9a-f]\)[0-9a-f]\{9\}p/\1p/" >"$dir/right"
    for those in '.*' "\($2\|${3:-xi1}\)"; do
        sed "/^# stage step=2 $those=/p; /^# stage step=2/d" "$dir/right" |
            "$SLP" judge --stages >"$dir/out" 2>/dev/null
        grep -F "step=2 the first wrong value is $2 = " "$dir/out" || return 1
    done
}
for of in isospectral-midpoint:z implicit-midpoint:z trapezoidal:z tmk:z variational-cayley:z \
    rkmk-midpoint-exp:theta1 rkmk-midpoint-cay:theta1 isospectral-gauss4:z2; do
    ok "${of#*:} of ${of%:*} printed wrongly, and not what is computed from it" \
        misprinted "${of%:*}" "${of#*:}"
done
ok "theta1 of two" misprinted rkmk-gauss4-exp theta1 '[A-Zt].*'
ok "theta2 of two" misprinted rkmk-gauss4-cay theta2 'B.*'
ok "or xi1 of one theta of two" eval 'sed "/step=2 \(theta2\|xi2\)=/p; /step=2/d" "$dir/right" |
    "$SLP" judge --stages 2>"$dir/err" | grep -F "or theta2 is wrong, whose equation"'
# What an explicit rule has as 0 or as x alone is no source of a wrong value.
explicit="case id=a system=rigid-body scheme=rkmk-heun-cay inertia=1,2,4 h=0.25 steps=1 x=1,2,-3"
sources() { # LINES: of the values of the case without these, C3 is another one
    echo "$explicit" | "$SLP" run --path ref --echo --stages |
        sed "/ \($1\)=/d; s/ C3=[^ ]*/ C3=7,7,7/" | "$SLP" judge --stages --hints 0 2>"$dir/err" |
        grep -o "it may come from .*"
}
is "0 and what follows from it are no sources" "$(sources 'theta1\|C1')" ""
is "others are, and what 0 leaves as it is is passed over" \
    "$(sources 'theta1\|C1\|B1\|xi1\|C2\|xi2\|B2\|theta')" \
    "it may come from one that was not printed: xi1, C2, xi2, B2, theta"
midpoint="case id=a system=rigid-body scheme=rkmk-midpoint-cay inertia=1,2,4 lin=0.5,0.25,-1"
printf '%s\n' "$midpoint h=0 steps=1 x=1,2,-1 dw=0.5" \
    "# stage theta1=0.125,0.0625,-0.25 xi1=0.25,0.125,-0.5" "result id=a y=1,2,-1" |
    "$SLP" judge --stages --hints 0 >"$dir/out" 2>"$dir/err"
ok "a theta is not said to have its own value" eval \
    'grep "value is theta1" "$dir/out" && ! grep "it is the value of theta1" "$dir/out"'
# Terms of a generator
fits() { # SED WORDS: the values of the case that SED makes of $one, as those of $one
    { echo "$one" && echo "$one" | sed "$1" | "$SLP" run --path ref --stages; } >"$dir/fits"
    "$SLP" judge --stages --hints 0 <"$dir/fits" >"$dir/out" 2>"$dir/tally"
    grep -F "allowed; what fits: $2" "$dir/out"
}
one="case id=a system=rigid-body scheme=heun inertia=1,2,4 quad=0.5,0.25,-1"
one+=" lin=0.1,0.2,0.3,-0.5,0.4,0.7 h=0.25 steps=1 x=1,2,-3 dw=0.1,0.2,-0.3,0.4,0.5"
ok "a key that is left out" fits 's/lin=[^ ]*/lin=0,0,0,0,0,0/' 'the term of `lin` is left out'
ok "a noise with the wrong sign, under all its names" fits 's/quad=0.5,0.25/quad=0.5,-0.25/' \
    'noise 2 has the wrong sign, or the term of number 2 of `quad` has the wrong sign'
ok "a number that divides" fits 's/inertia=1,2,4/inertia=1,2,8/' \
    'the term of number 3 of `inertia` is halved'
ok "the drift" fits 's/h=0.25/h=0.5/' 'the drift is doubled, or the term of `inertia` is doubled'
ok "another factor" fits 's/0.4,0.5$/0.7,0.5/' 'noise 4 has the factor 1.75'
ok "after the tally, too" grep -Fx "slp judge: generator of rigid-body: noise 4 has the factor \
1.75: fits all 1 failures that can be told, of 1 with a wrong generator" "$dir/tally"
parallel="system=rigid-body scheme=heun inertia=1,2,4 lin=1,2,3,2,4,6 h=0.25 steps=1 x=1,2,-3"
one="case id=a $parallel dw=0.5,0.75"
simple() { fits "$@" && ! grep -F "has the factor" "$dir/out"; }
ok "factors are told only where no simple change fits" \
    simple 's/lin=1,2,3/lin=0,0,0/' 'noise 1 is left out'
one="case id=a system=rigid-body scheme=heun inertia=1,2,4 quad=0.5,0.25,-1"
one+=" lin=0.1,0.2,0.3,-0.5,0.4,0.7 h=0.25 steps=1 x=1,2,-3 dw=0.1,0.2,-0.3,0.4,0.5"
none_fits() { ! fits "$@" && grep -F "the first wrong value is xi1" "$dir/out"; }
ok "what is no single term is not told" none_fits 's/lin=0.1,0.2,0.3/lin=0.3,0.1,0.2/' ""
one+=" area=0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1"
ok "a key that areas multiply too" fits 's/lin=[^ ]*/lin=-0.1,-0.2,-0.3,0.5,-0.4,-0.7/' \
    'the term of `lin` has the wrong sign'
ok "and what the increments alone make of it" fits 's/0.4,0.5 /-0.4,-0.5 /' \
    'the term of `lin` has the wrong sign'
one="case id=a system=polynomial scheme=heun algebra=so3 terms=0:0.5:1.1,0:0.25:2.2.3,1:1:3"
one+=" noises=1 h=0.25 steps=1 x=1,2,-3 dw=0.5"
ok "a term of a polynomial" fits 's/0.25:2/0.5:2/' 'term 2 of `terms` is doubled'
two="bonds=1:2,2:3 exchange=1,2 h=0.25 steps=1 x=1,0,0,0,1,0,0,0,1"
printed() { # CASE NUMBERS WORDS
    printf '%s\n' "case id=a system=spins scheme=heun $1" "# stage xi1=$2" \
        "result id=a y=${2//0/9}" | "$SLP" judge --stages --hints 0 2>"$dir/err" >"$dir/out"
    grep -F "allowed; what fits: $3" "$dir/out"
}
ok "the second end of each bond" printed "$two" 0,-0.25,0,0,0,-0.5,0,0,0 \
    'the term of `exchange`, at the second vector of each bond, is left out'
ok "one bond" printed "$two" 0,-0.25,0,-0.25,0,0,0,0,0 \
    'the term of `exchange` of bond number 2 is left out'
ok "one spin alone" printed "bonds=1:2 exchange=1 field=0,0,1 h=0.25 steps=1 x=1,0,0,0,1,0" \
    0,-0.25,-0.25,0,0,-0.25 'the term of `exchange`, in spin 2 alone, is left out'
# The last factor of a splitting is one group, whatever its number is.
for of in splitting-lie: splitting-strang: 'splitting-lie: lin=1,2,3'; do
    one="case id=${#of} system=rigid-body scheme=${of%:*} inertia=1,2,4${of#*:} h=0.25 steps=1"
    one+=" x=1,2,3"
    [ "${of#*:}" ] && one+=" dw=0.5" last=4 || last=3
    echo "$one" | "$SLP" run --path ref --echo --stages >"$dir/right"
    sed "s/ xi$last=[^ ]*/ xi$last=7,7,7/; s/ y=[^ ]*/ y=7,7,7/" "$dir/right"
done >"$dir/factors"
"$SLP" judge --stages --hints 0 <"$dir/factors" 2>"$dir/tally" >"$dir/out"
is "the last factor" "$(sed -n 's/^slp judge: first wrong value: //p' "$dir/tally")" \
    "xi<F> = Xi_F of the last factor, 3 of 3 failures"
ok "of one case it has its number, and the same words" \
    grep -F "the first wrong value is xi4 = Xi_4(E3) of the last factor, coordinate" "$dir/out"
# Over all cases only what fits each of them is said.
for id in a b; do
    one="case id=$id system=rigid-body scheme=heun inertia=1,2,4 h=0.25 steps=1"
    [ $id = a ] && one+=" lin=0.5,0,0.25 x=1,2,-3 dw=0.5"
    [ $id = b ] && one+=" quad=1,2,3 lin=1,2,3 x=1,2,3 dw=1,2,3,4"
    fits 's/lin=[^ ]*/lin=0,0,0/' "" >"$dir/words" && cat "$dir/fits"
done >"$dir/both"
"$SLP" judge --stages --hints 0 <"$dir/both" 2>"$dir/tally" >"$dir/out"
is "of the names of two cases those in common" \
    "$(sed -n 's/^slp judge: generator of //p' "$dir/tally")" \
    "rigid-body: the term of \`lin\` is left out: fits all 2 failures that can be told, of 2 with\
 a wrong generator"
# Of flows in another order few can be told: those that a term fits by chance.
few_told() { # CASES: one generator without its drift, and others that are of another factor
    for id in $(seq "$1"); do
        echo "case id=$id system=rigid-body scheme=splitting-lie inertia=1,2,4 quad=0.5,0.5,0.5" \
            "h=0.25 steps=1 x=1,2,3 dw=0.375,0.5,0.25"
        [ "$id" = 1 ] && echo "# stage xi1=0.1875,0,0" || echo "# stage xi1=0,0.75,0"
        echo "result id=$id y=9,9,9"
    done | "$SLP" judge --stages --hints 0 2>&1 >"$dir/out" |
        sed -n 's/^slp judge: generator of //p'
}
is "how many generators are wrong is said" "$(few_told 4)" \
    "rigid-body: the drift is left out, or the term of \`inertia\` is left out, or the term of\
 number 1 of \`inertia\` is left out: fits all 1 failures that can be told, of 4 with a wrong\
 generator"
is "and nothing where few of them can be told" "$(few_told 5)" ""
ok "faults of generators, a few of each kind: none is named wrongly" \
    python3 tests/stages/generator_faults.py "$SLP" 12 lin dmi quadratic
# Coordinates
heavy="case id=a system=heavy-top scheme=rkmk-gauss4-cay inertia=1,2,4 chi=0.5,-1,2 h=0.125 steps=1"
echo "$heavy x=1,0.25,-2,0.5,-1,0.25" | "$SLP" run --path ref --echo --stages >"$dir/right"
for name in theta1 B1 theta; do
    sed "s/\(step=1 $name=.*\),[^,]* rule/\1,7 rule/" "$dir/right" | "$SLP" judge --stages \
        >"$dir/out" 2>/dev/null
    ok "numbers of $name on the heavy top are a generator's" grep -F ", u_3: 0x1.cp+2" "$dir/out"
done
# kubo: one factor, which both rules of splittings turn by the whole angle
for scheme in lie strang; do
    "$SLP" gen --system canonical --scheme splitting-$scheme --count 200 2>/dev/null |
        python3 tests/stages/kubo_port.py >"$dir/answers"
    "$SLP" judge --stages --errors 1000 --hints 0 <"$dir/answers" >"$dir/out" 2>/dev/null
    ok "kubo by splitting-$scheme" eval \
        '[ "$(grep -c "^verdict.* pass" "$dir/out")" -gt 50 ] && ! grep wrong "$dir/out"'
done
sed 's/ E2=/ E1=/' "$dir/answers" | "$SLP" judge --stages --errors 1000 >"$dir/out" 2>/dev/null
ok "Strang's whole turn is not E1" \
    grep "the first wrong value is E1 = E(xi1)x, .*; it is the value of y" "$dir/out"
# Sizes of states
tiny="case id=a system=rigid-body scheme=rkmk-gauss4-exp inertia=1,2,4 lin=0.5,0.25,-1 h=0 steps=1"
echo "$tiny dw=0.5 x=0x1p-66,0x1p-65,-0x1p-66" | "$SLP" run --path ref --echo --stages |
    sed 's/^\(result.*\),[^,]* iter/\1,-0x1.1p-66 iter/' | "$SLP" judge --stages --hints 0 \
    >"$dir/out" 2>"$dir/err"
ok "a wrong answer to a state near 0, where the angle is 0.5" \
    grep -F "the first wrong value is y = E3, coordinate 3: -0x1.1p-66" "$dir/out"
echo "case id=a system=canonical scheme=rkmk-heun-exp model=kubo h=0.5 steps=1 x=0x1p+200,1" |
    "$SLP" run --path ref --echo --stages | sed 's/^\(result.* y=\)[^,]*/\11/' |
    "$SLP" judge --stages --hints 0 >"$dir/out" 2>"$dir/err"
ok "a wrong answer to a large state of the plane" \
    grep -F "the first wrong value is y = E3, q: 0x1p+0" "$dir/out"
ok "--stages is of the path ref" refused "is of the steps of --path ref in text" \
    "$SLP" run --path fast --stages
# ---- Ports that print their stages
for port in "python3 oracle/ports/python/slp_port.py" \
    "awk -f oracle/ports/skeletons/slp_port.awk"; do
    echo list | $port | "$SLP" gen --pairs - --count 200 2>/dev/null >"$dir/its"
    SLP_STAGES=1 $port <"$dir/its" >"$dir/answers"
    "$SLP" judge --stages <"$dir/answers" >"$dir/out" 2>/dev/null
    is "no value of ${port##*/} is said to be wrong" "$(grep 'first wrong value' "$dir/out")" ""
    ok "it prints values" eval '[ "$(grep -c "^# stage" "$dir/answers")" -gt 50 ]'
    is "and none unasked" "$($port <"$dir/its" | grep -c '^# stage')" 0
done
"$SLP" gen --system rigid-body --count 200 2>/dev/null >"$dir/bodies"
located() { # NAME SED: the port in Python with this fault; every failure names NAME
    sed "$2" oracle/ports/python/slp_port.py >"$dir/wrong.py"
    SLP_STAGES=1 python3 "$dir/wrong.py" <"$dir/bodies" | "$SLP" judge --stages --errors 99 \
        --hints 0 >"$dir/out" 2>/dev/null
    [ "$(grep -c ' fail ' "$dir/out")" -gt 5 ] &&
        [ "$(grep -c ' fail ' "$dir/out")" = "$(grep -c "first wrong value is $1 = " "$dir/out")" ]
}
ok "a wrong coordinate in the generator" located "xi[12]" 's/quad\[k\] \* x\[k\]/quad[k] * x[k-1]/'
ok "a wrong sign of a noise" located "xi[12]" 's/dw.len(quad) + k./-&/'
is "the manual has the values of each scheme" \
    "$(sed -n '/^| implicit-midpoint | `z/,/^| splitting-lie, splitting-strang | `xi1/p' \
        oracle/manual/stages.md)" "$(python3 tests/stages/stage_table.py "$SLP")"
