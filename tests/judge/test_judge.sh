#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp judge end to end: right answers pass, wrong answers of many kinds fail, streams that are cut,
# shuffled or short are told apart, and memory does not grow with the stream.
# Run once (compiler, libraries): it asks what is read and said; test_judge.c asks for verdicts.
# Starts first.
. "$(dirname "$0")/../tap.sh"
shopt -s lastpipe
faults=tests/judge/judge_faults.py
schemes=$(fewer "isospectral-midpoint tmk" "isospectral-midpoint implicit-midpoint trapezoidal tmk
    variational-cayley variational-cayley-printed")

judge() { # ARGUMENTS...: verdicts in $dir/verdicts, the rest in $dir/said, exit status in $exit
    "$SLP" judge --hints 0 "$@" >"$dir/verdicts" 2>"$dir/said"
    exit=$?
}
count() { grep -c "^verdict id=[^ ]* $1" "$dir/verdicts"; }
all() { # EXIT WORD COUNT: every verdict carries the word, and there are so many
    [ "$exit" -eq "$1" ] && [ "$(count "$2")" -eq "$3" ] && [ "$(count '')" -eq "$3" ] && return
    echo "exit $exit, wanted $1; $(count "$2") of $(count '') are $2, wanted $3"
    head -n 3 "$dir/verdicts" "$dir/said"
    return 1
}
told() { # PATTERN: what was said on standard error names it
    grep -qE -- "$1" "$dir/said" && return
    cat "$dir/said"
    return 1
}

# ---- Right answers, and every wrong one ---------------------------------------------------
python3 $faults write "$dir" || status=1
for scheme in $schemes; do
    judge <"$dir/$scheme/right"
    ok "$scheme: the model port passes" all 0 pass 12
    for wrong in "$dir/$scheme"/wrong.*; do
        judge <"$wrong"
        ok "$scheme: ${wrong##*/wrong.}: fails" all 1 fail 12
    done
done

# ---- The independent model's answers ------------------------------------------------------
for scheme in $schemes; do
    awk -v s=" scheme=$scheme " \
        '/^case/ { on = / system=rigid-body / && index($0, s) } on && /^(case|result)/' \
        tests/support/golden.slp >"$dir/golden"
    judge <"$dir/golden"
    n=$(grep -c ^result "$dir/golden")
    ok "$scheme: golden answers pass ($n)" all 0 pass "$n"
    for other in $schemes; do
        [ "$other" = "$scheme" ] && continue
        sed "s/ scheme=$scheme / scheme=$other /" "$dir/golden" >"$dir/crossed"
        judge <"$dir/crossed"
        ok "$scheme: golden answers given for $other fail" all 1 fail "$n"
    done
done
ok "there are golden answers" test "$n" -ge 1

# ---- Streams ------------------------------------------------------------------------------
swapped="$dir/tmk/wrong.two coordinates swapped"
head -n 9 "$dir/tmk/cases" >"$dir/cases"
head -n 18 "$dir/tmk/right" >"$dir/right"
head -n 18 "$swapped" >"$dir/wrong"
grep ^result "$dir/right" >"$dir/results"

judge </dev/null
ok "an empty stream is not a pass" all 1 pass 0
ok "an empty stream: nothing passed" told 'nothing passed'
judge --cases /dev/null </dev/null
ok "no cases and no results is not a pass" all 1 pass 0
sed 's/ y=.*/ error=unsupported/' "$dir/right" | judge
ok "nothing but unsupported is not a pass" all 1 unsupported 9

judge --cases "$dir/cases" <"$dir/results"
ok "cases from a file" all 0 pass 9
judge --cases "$dir/cases" <"$dir/right"
ok "cases from a file, and echoed" all 0 pass 9
tac "$dir/results" | judge --cases "$dir/cases"
ok "results in reverse order" all 0 pass 9
ok "results in reverse order: verdicts in theirs" \
    test "$(sed -n '1s/verdict id=\([^ ]*\) .*/\1/p' "$dir/verdicts")" = g-8
sort -t. -k2 -s "$dir/results" | judge --cases "$dir/cases"
ok "shuffled results" all 0 pass 9
judge --cases <(cat "$dir/cases") <"$dir/results"
ok "cases from a pipe, in order" all 0 pass 9
tac "$dir/results" | judge --cases <(cat "$dir/cases")
ok "cases from a pipe, out of order: refused with a remedy" told 'case g-7.*ordinary file'
ok "cases from a pipe, out of order: exit status 2" test "$exit" -eq 2

sed '4d' "$dir/results" | judge --cases "$dir/cases"
ok "a missing result is unreceived" test "$exit $(count pass) $(count unreceived)" = "1 8 1"
ok "a missing result is named" grep -q '^verdict id=g-3 unreceived$' "$dir/verdicts"
head -n 5 "$dir/results" | judge --cases "$dir/cases"
ok "missing last results are unreceived" test "$exit $(count pass) $(count unreceived)" = "1 5 4"
sed '/^result id=g-3 /d' "$dir/right" | judge
ok "a missing result of an echoed case is unreceived" \
    test "$exit $(count pass) $(count unreceived)" = "1 8 1"
sed '/^result id=g-8 /d' "$dir/right" | judge
ok "a missing last result is unreceived" test "$exit $(count pass) $(count unreceived)" = "1 8 1"

unusable() { # NAME PATTERN: unusable input, and the message names what the pattern asks for
    ok "$1: exit status 2" test "$exit" -eq 2
    ok "$1: $2 is named" told "$2"
}
head -c -30 "$dir/right" | judge
unusable "a cut last line" ':18: .*newline'
sed '4s/id=g-1/id=g-77/' "$dir/right" | judge
unusable "a result without its case" ':4: case g-77, field id'
sed '4s/id=g-1/id=g-0/' "$dir/right" | judge
unusable "a repeated result" ':4: case g-0, field id'
sed '3s/id=g-1/id=g-0/' "$dir/right" | judge
unusable "a repeated case" ':3: case g-0, field id'
sed '2s/id=g-1/id=g-77/' "$dir/results" | judge --cases "$dir/cases"
unusable "a result without a case in the file" ':2: case g-77, field id'
sed '4s/x=[^,]*/x=1e999/' "$dir/cases" >"$dir/broken"
judge --cases "$dir/broken" <"$dir/results"
unusable "a broken case in the file" 'broken:4: case g-3, field x'
judge --cases "$dir/none" <"$dir/results"
unusable "no such file" 'none'
judge <"$dir/results"
unusable "results without cases" '--cases'
judge --errors many <"$dir/right"
unusable "a count that is none" '--errors'

# ---- Answers that are none: that case's failure, and the rest is judged -------------------
none() { # NAME SED REASON DETAIL: line 4, the answer to g-1, is bent
    sed "$2" "$dir/right" | judge
    ok "$1: that case fails, the others pass" \
        test "$exit $(count pass) $(count fail) $(count '')" = "1 8 1 9"
    ok "$1: $3" grep -qE "^verdict id=g-1 fail reason=$3\$" "$dir/verdicts"
    ok "$1: said how" grep -qE "^# id=g-1 line=4 $4" "$dir/verdicts"
    sed "$2" "$dir/right" | grep ^result | judge --cases "$dir/cases"
    ok "$1: the same where the cases are a file" \
        test "$exit $(count pass) $(grep -c "^verdict id=g-1 fail reason=$3\$" "$dir/verdicts")" = \
        "1 8 1"
}
for word in nan NaN -nan +NAN 'NaN(0x1)' 'nan(ind)' '-nan(snan)' '1.#QNAN' '-1.#IND'; do
    none "$word" "4s/y=[^,]*,[^,]*/y=0,$word/" "not-finite step=1" 'coordinate 2 of step 1 is nan$'
done
for word in inf Inf +INF Infinity '1.#INF'; do
    none "$word" "4s/,[^,]*\$/,$word/" "not-finite step=1" 'coordinate 3 of step 1 is inf$'
done
for word in -inf -INFINITY '-1.#INF'; do
    none "$word" "4s/,[^,]*\$/,$word/" "not-finite step=1" 'coordinate 3 of step 1 is -inf$'
done
none "a number lost" '4s/,[^,]*$//' count 'y has 2 numbers, 1 steps of 3 coordinates need 3$'
none "a number too many" \
    '4s/y=/y=0x1p+0,/' count 'y has 4 numbers, 1 steps of 3 coordinates need 3$'
none "beyond binary64" '4s/y=[^,]*/y=0x1p+2000/' "malformed step=1" \
    'coordinate 1 of step 1 overflows'
none "a word for a number" '4s/y=[^,]*/y=one/' "malformed step=1" \
    'coordinate 1 of step 1 is not a number'
none "nothing for a number" '4s/y=[^,]*/y=/' "malformed step=1" 'coordinate 1 of step 1 is '
none "blanks in a list" '4s/,/, /g' malformed ".* stands in the key of field"
none "no answer at all" '4s/ y=.*//' malformed 'y is missing'
none "an unknown key" '4s/$/ rounds=3/' malformed 'rounds unknown key'
none "an unknown error" '4s/ y=.*/ error=oops/' malformed "error 'oops' is none of"
none "an answer and an error" '4s/$/ error=domain/' malformed 'error stands beside an answer'
none "iterations that are no number" '4s/$/ iterations=many/' malformed \
    'iterations is not a whole number'
none "nan in the group part" '4s/$/ g=1,nan/' not-finite 'g item 2 is nan'
printf '%s\nresult id=s y=%s\n' \
    'case id=s system=rigid-body scheme=tmk inertia=1,2,3 h=0 steps=5 x=1,0,0' \
    1,0,0,1,0,0,1,0,0,1,0,0,1,nan,0 | judge
ok "the step and the coordinate are named" grep -qx '# id=s line=2 coordinate 2 of step 5 is nan' \
    "$dir/verdicts"
# spins without a term of any Hamiltonian
printf '%s\nresult id=s y=1,0,0.001,0,1,0\n' \
    'case id=s system=spins scheme=sib bonds=1:2 exchange=0 h=0.125 steps=1 x=1,0,0,0,1,0' |
    timeout 60 "$SLP" judge >"$dir/verdicts" 2>"$dir/said"
exit=$?
ok "where no term can be wrong, the search for hints ends" all 1 fail 1
sed 's/ y=.*/ y=nan,nan,nan/' "$dir/right" | judge
ok "nothing but nan" all 1 fail 9
sed '4s/id=g-1/id=g-1 id=g-1/' "$dir/right" | judge
unusable "an id twice" ':4: case g-1, field id'
sed '4s/id=g-1 y=[^,]*/id=g-77 y=nan/' "$dir/right" | judge
unusable "nan without its case" ':4: case g-77, field id'
sed '4s/id=g-1 y=[^,]*/id=g-0 y=nan/' "$dir/right" | judge
unusable "nan for a case that has its answer" ':4: case g-0, field id: names an earlier result'
ok "what came before a refused line is judged" test "$(count pass)" -eq 1

# ---- Many at a time: verdicts in the order of the results, one by one or by all processors ----
"$SLP" gen --count 200 --seed 3 | bare | "$SLP" run --path fast --echo >"$dir/many"
judge <"$dir/many"
cp "$dir/verdicts" "$dir/together"
ok "verdicts come in the order of the results" \
    cmp <(sed -n 's/^verdict id=\([^ ]*\) .*/\1/p' "$dir/together") \
    <(sed -n 's/^result id=\([^ ]*\) .*/\1/p' "$dir/many")
taskset -c "$(taskset -pc $$ | sed 's/.*[:,-] *//')" true 2>/dev/null &&
    taskset -c "$(taskset -pc $$ | sed 's/.*[: ,-]//')" "$SLP" judge <"$dir/many" >"$dir/alone" \
    2>/dev/null || cp "$dir/together" "$dir/alone"
ok "one processor says the same" cmp "$dir/alone" "$dir/together"
slowly() {
    while IFS= read -r line; do
        printf '%s\n' "$line"; [ "${line%% *}" = result ] && sleep 0.02
    done
}
head -n 30 "$dir/many" | slowly | judge
cp "$dir/verdicts" "$dir/slow"
head -n 30 "$dir/many" | judge
ok "a slow port's verdicts are the same" cmp "$dir/slow" "$dir/verdicts"
coproc waiting { "$SLP" judge 2>/dev/null; }
head -n 2 "$dir/right" >&"${waiting[1]}"
ok "a verdict comes before the next answer" \
    eval 'read -r -t 60 said <&"${waiting[0]}" && [ "${said%% pass*}" = "verdict id=g-0" ]'
exec {waiting[1]}>&-
wait

# ---- What is said -------------------------------------------------------------------------
judge <"$dir/wrong"
hex='-?0x1\.[0-9a-f]+p-?[0-9]+'
where='^# id=g-[0-9] step=1 coordinate=[12]'
numbers="expected=$hex observed=$hex error/u=-?[0-9.e+]+ bound=[0-9.]+\$"
ok "failures are detailed" \
    test "$(grep -cE "$where $numbers" "$dir/verdicts")" -eq 9
judge --errors 2 <"$dir/wrong"
ok "--errors 2 details two and judges all" \
    test "$(grep -c '^#.* expected=' "$dir/verdicts") $(count fail)" = "2 9"
judge --errors 0 <"$dir/wrong"
ok "--errors 0 details none and judges all" \
    test "$(grep -c '^#' "$dir/verdicts") $(count fail)" = "0 9"
ok "verdicts are lines of the format" \
    test "$(sed 's/ hint="[^"]*"$//' "$dir/verdicts" |
        grep -cE '^verdict id=g-[0-9] fail ratio=[0-9.e+]+ worst=1:[123]$')" -eq 9
ok "the tally counts" told '0 pass, 9 fail'
{ head -n 6 "$dir/wrong" && tail -n 12 "$dir/right"; } | judge
ok "some fail and some pass: short" test "$exit $(count pass) $(count fail)" = "1 6 3"
sed '4s/ y=.*/ error=no-convergence/' "$dir/right" | judge
ok "giving up where a certificate exists is an error" \
    test "$exit $(grep -c '^verdict id=g-1 error reason=no-convergence$' "$dir/verdicts")" = "1 1"
sed 's/ h=[^ ]*/ h=0x1p+9/; 4s/ y=.*/ error=no-convergence/' "$dir/right" | judge
ok "without a certificate everything is unable" all 1 unable 9
sed '1s/ h=[^ ]*/ h=0x1p+9/' "$dir/right" | judge
ok "unable beside passes holds" test "$exit $(count pass) $(count 'unable reason=unable')" = "0 8 1"

printf '%s\nresult id=w y=1,1\n' \
    'case id=w system=canonical scheme=tmk model=kubo h=1.999 steps=1 x=0.3,0.4' | judge
ok "no ratio where it is the width of an enclosure" \
    test "$(cat "$dir/verdicts")" = 'verdict id=w unable reason=unable step=1'

# ---- Who gives up: on matrices, too, an ordinary step has a solution that iteration reaches ----
for pair in "rigid-body-n isospectral-midpoint" "zeitlin-sphere tmk" "sine-euler trapezoidal" \
    "mhd-sphere isospectral-midpoint" "polynomial-so variational-cayley" "polynomial-su tmk" \
    "polynomial-sp isospectral-midpoint" "heavy-top rkmk-midpoint-exp" "spins sib"; do
    "$slp" gen --system ${pair% *} --scheme ${pair#* } --level 1 --count 12 2>"$dir/drawn" |
        awk '/^case/ { print; sub("id=", "", $2); print "result id=" $2 " error=domain" }' | judge
    drawn=$(grep -c '^verdict' "$dir/verdicts")
    ok "$pair: giving up an ordinary step is an error" test "$drawn" -gt 5 -a \
        "$exit $(count 'error reason=domain')" = "1 $drawn"
done

# ---- Vortices: 1/|x| and h/|x| may pass binary64 on the way to a step that is proved ------
vortices() { # GAMMA H X ANSWER: the verdict
    local case="case id=v system=point-vortices scheme=$rule gamma=$1 h=$2 steps=1 x=$3"
    printf '%s\nresult id=v %s\n' "$case" "$4" | judge
}
for rule in rkmk-euler-cay rkmk-rk4-exp isospectral-midpoint; do
    while read -r h x; do # one vortex alone stands still
        for word in domain no-convergence; do
            vortices 0x1p+0 $h $x error=$word
            ok "$rule: a quotient passes binary64, $word is excused (h=$h x=$x)" \
                test "$(count 'unable reason=no-convergence')" -eq 1
        done
        vortices 0x1p+0 $h $x error=input
        ok "$rule: a case that could not be read is not (h=$h x=$x)" all 1 'error reason=input' 1
        vortices 0x1p+0 $h $x y=$x
        ok "$rule: an answer is judged (h=$h x=$x)" all 0 pass 1
        vortices 0x1p+0 $h $x y=0x1p-900,0,0
        ok "$rule: a wrong one falls (h=$h x=$x)" all 1 fail 1
    done <<'END'
0x1p-8 0x1p-1074,0,0
0x1p-8 0,-0x1p-1025,0
0x1p+10 0,0x1p-1030,-0x1p-1015
END
    while read -r h x; do
        vortices 0x1p+0 $h $x error=domain
        ok "$rule: both quotients are numbers, domain is an error (h=$h x=$x)" \
            all 1 'error reason=domain' 1
    done <<'END'
0x1p-8 0x1p+0,0,0
0x1p-8 0,0,0x1p-1019
0x1p+10 0,-0x1p-1012,0
END
done
rule=rkmk-euler-cay
for x in 0x1p-1074,0,0,0,0x1p+0,0 0,0x1p+0,0,0x1p-1074,0,0; do
    vortices 0x1p+0,0x1p+0 0x1p-1074 $x error=domain
    ok "$rule: of two, one's quotient passes binary64 (x=$x)" all 1 'unable reason=no-convergence' 1
done
# in binary32 too, where two numbers of three are 0
while read -r x verdict; do
    printf '%s x=%s\nresult id=v error=domain\n' "case id=v system=point-vortices scheme=$rule \
arithmetic=binary32 gamma=1 h=0x1p-8 steps=1" "$x" | judge
    ok "1/|x| passes binary32 or not (x=$x)" all 1 "$verdict" 1
done <<'END'
0x1p-130,0,0 unable reason=no-convergence
0,0x1p-120,0 error reason=domain
END
printf '%s\nresult id=b error=domain\n' \
    "case id=b system=rigid-body scheme=$rule inertia=1,2,3 h=0x1p-8 steps=1 x=0x1p-1074,0,0" |
    judge
ok "of bodies, which divide by no length, none is excused" all 1 'error reason=domain' 1

# ---- Memory -------------------------------------------------------------------------------
# 64 bytes kept of each result are 281 KiB from 1000 to 5500, and as many from there to 10000.  The
# address sanitizer's own memory moves by more than that, up or down.
if instrumented asan "$SLP"; then
    skip "10000 results need no more memory than 1000" "the address sanitizer's memory varies more"
else
    growth=$(head -n 2 "$dir/right" | python3 $faults memory "$SLP" 1000 5500 10000) ||
        growth=failed
    ok "10000 results need no more memory than 1000 (grew by $growth KiB)" test "$growth" -le 256
fi
