#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Hints of `slp judge`: faults planted in the port of oracle/ports/perl, which knows nothing of the
# catalogue, are named; --explain counts them; the manual lists what there is.  Each fault is
# tried on no more cases than what is asked of it needs.  SLP_CHECK_MULTIPLIER=1 tries all of the
# planted faults that are counted at the end, below it every other one, and more budgets of hints.
# Run once (compiler, libraries): it asks what is printed.
# Starts first.
. "$(dirname "$0")/../tap.sh"
needs "hints" perl python3
every=$(awk -v m="${SLP_CHECK_MULTIPLIER:-1}" 'BEGIN { print m < 1 ? 2 : 1 }')
page=oracle/manual/faults.md

# ---- The list -----------------------------------------------------------------------------
table() { # the rows that the page must have
    "$SLP" list faults | grep -v '^#' | sed 's/|/\\|/g; s/\t/ | /g; s/^/| /; s/$/ |/'
}
ok "the manual lists the faults" \
    diff <(table) <(sed -n '/^| fault /,/^$/p' $page | sed '1,2d;/^$/d')

# ---- Under the sanitizers: the candidates of every system are tried, whatever is named ----
if [ -n "$(fewer 1 '')" ]; then
    "$SLP" gen --count 345 --seed 5 --level 1 2>"$dir/said" | awk 'length($0) < 1000' |
        "$SLP" run --path fast --echo | sed '/^result/s/ y=/&-/; s/ y=--/ y=/' >"$dir/answers.slp"
    ok "wrong answers of every system fail" exits 1 "$SLP" judge --hints 40 --explain \
        <"$dir/answers.slp"
    ok "some are named" test "$(grep -c hint= "$dir/out")" -ge 10
    exit "$status"
fi

# ---- A fault in a port --------------------------------------------------------------------
"$SLP" gen --count 240 --seed 5 --system rigid-body | bare >"$dir/all.slp"
head -n 96 "$dir/all.slp" >"$dir/cases.slp"
plant() { # FROM TO...: answers of the port with texts replaced
    perl -e 'open my $port, "<", "oracle/ports/perl/slp_port.pl" or die $!;
        my $text = join "", <$port>;
        while (my ($find, $put) = splice @ARGV, 0, 2) {
            my $at = index $text, $find;
            die "not there once: $find" if $at < 0 || index($text, $find, $at + 1) >= 0;
            substr($text, $at, length $find) = $put;
        }
        eval $text;
        die $@ if $@' -- "$@" <"$dir/cases.slp" >"$dir/answers.slp"
}
judge() {
    "$SLP" judge "$@" <"$dir/answers.slp" >"$dir/verdicts" 2>"$dir/said"
    exit=$?
}
told() { grep -qE -- "$1" "$dir/said" || { cat "$dir/said"; return 1; }; }
verdict() { grep -qE -- "$1" "$dir/verdicts" || { head -n 20 "$dir/verdicts"; return 1; }; }

plant 'if ($c) { $xi[$_] += $c' 'if ($c) { $xi[$_] -= $c'
judge --explain
ok "a wrong sign fails" test "$exit" -eq 1
ok "a wrong sign is named" verdict '^verdict .* fail ratio=.* hint="quad with the wrong sign"$'
ok "a hint says what it rests on" \
    verdict '^# id=.* [0-9]+ candidates tried: the one named agrees with it to 1[4-9]\.[0-9] digits'
ok "a pass has no hint" test "$(grep ' pass ' "$dir/verdicts" | grep -c hint)" -eq 0
ok "--explain counts" told '^  [0-9]+ of [0-9]+ tried failures: quad with the wrong sign'
ok "--explain names the equation" told '^      wrong: amp.2 for amp'
cp "$dir/verdicts" "$dir/all"
judge
ok "verdicts do not depend on --explain" cmp "$dir/verdicts" "$dir/all"
judge --hints 0
ok "no hints on demand" test "$(grep -c hint "$dir/verdicts")" -eq 0
ok "names that another one has refuted are not said" \
    test "$(grep -c 'hint="[^"]* or ' "$dir/all")" -le 2
# the catalogue is tried on few failures, and what it has named is found in the others
judge --hints 1
ok "one failure's names are enough for all" \
    test "$(grep -c hint= "$dir/verdicts")" -ge "$(grep -c hint= "$dir/all")"
head -c "$(($(wc -c <"$dir/answers.slp") / 2))" "$dir/answers.slp" | sed '$d' >"$dir/half"
"$SLP" judge --hints 1 <"$dir/half" 2>"$dir/said" | grep '^verdict' >"$dir/first"
ok "what is named does not depend on what comes later" \
    diff <(grep hint= "$dir/first") <(grep '^verdict.*hint=' "$dir/verdicts" |
        head -n "$(grep -c hint= "$dir/first")")
plant 'if ($c) { $xi[$_] += $c' 'if ($c) { $xi[$_] += 1.37 * $c'
judge --hints 1
ok "a fault without a name has none" test "$(grep -c '^verdict.*hint=' "$dir/verdicts")" -le 1
ok "and what a budget leaves out is said" told 'no hints for [0-9]+ failures'
judge --errors 1000 # about 550 candidates are all of a body's
ok "without a name few failures are tried with all candidates" test \
    "$(awk '/ candidates tried: / { n += $3 } END { print n + 0 }' "$dir/verdicts")" -le 6000
judge --explain
ok "--explain says of how many failures there is none" told \
    '^No single fault .* the [0-9]+ of [0-9]+ failures that were tried with all candidates'

# ---- The smallest failures first, and what a name explains ---------------------------------------
"$SLP" gen --count 120 --seed 5 --system spins --scheme implicit-midpoint | bare |
    grep ' steps=1 ' | awk '{ print length($0) "\t" $0 }' | sort -k1,1nr -s | cut -f2- \
    >"$dir/cases.slp"
plant "my (\$h, \$J, \$D) = (\$p->{h}[0], required(\$p, 'exchange'), \$p->{dmi});" \
    "my (\$h, \$J, \$D) = (\$p->{h}[0], [map { -\$_ } @{ \$p->{exchange} }], \$p->{dmi});"
judge --hints 1
ok "large states come first: none of them is tried with all candidates" \
    test "$(grep ' fail ' "$dir/verdicts" | head -n 20 | grep -c hint=)" -eq 0
judge --hints 1 --explain
ok "the smallest failure is tried at the end, and its name on all others" told \
    '^  ([0-9]{2,}) of \1 tried failures: exchange with the wrong sign'
ok "nearly all failures are tried" eval '! grep -q "not tried" "$dir/said"'
first_line() { grep -A 1 -m 1 -E '^(Which single|No single)' "$dir/said"; }
ok "and it comes first" eval 'first_line | grep -q "exchange with the wrong sign"'
# a fault without a name, and one answer in which nothing is done: the first
"$SLP" gen --count 90 --seed 5 --system rigid-body --scheme tmk | bare | grep ' steps=1 ' |
    grep ' quad=' >"$dir/cases.slp"
plant 'if ($c) { $xi[$_] += $c' 'if ($c) { $xi[$_] += 1.37 * $c'
"$SLP" judge <"$dir/answers.slp" 2>/dev/null | sed -n 's/^verdict id=\([^ ]*\) fail .*/\1/p' \
    >"$dir/failed"
done_nothing() { # the answer of the first failure becomes its state
    local id x
    id=$(head -n 1 "$dir/failed")
    x=$(grep "^case id=$id " "$dir/answers.slp" | grep -oE ' x=[^ ]*' | cut -c 4-)
    sed -i -E "s/^(result id=$id ).*/\\1y=$x/" "$dir/answers.slp"
}
done_nothing
judge --explain
ok "enough failures to ask of" test "$(wc -l <"$dir/failed")" -ge 5
ok "a name of one failure is not the finding" eval 'first_line | grep -q "^No single fault"'
ok "what has no name comes before it" eval 'first_line | grep -q "no single fault of the catalogue"'
ok "and it is said to fit few" eval 'grep -A 1 "^Names that fit a few" "$dir/said" |
    grep -qE "^  1 of [0-9]+ tried failures: nothing is done"'

# ---- More hints find what fewer find -------------------------------------------------------------
# Two faults: of spins, large states among small ones, and of bodies.
{ "$SLP" gen --count 150 --seed 7 --system spins --scheme implicit-midpoint --level 1
    "$SLP" gen --count 60 --seed 7 --system rigid-body --scheme tmk --level 1; } 2>"$dir/said" |
    bare | awk '{ print (NR * 7919) % 211 "\t" $0 }' | sort -n | cut -f2- >"$dir/cases.slp"
sed -E 's/ (exchange|quad)=/ \1=-/; s/=--/=/' "$dir/cases.slp" | "$SLP" run --path fast \
    >"$dir/answers.slp"
hinted() { # N: the failures that have a hint with N hints
    "$SLP" judge --cases "$dir/cases.slp" --hints "$1" <"$dir/answers.slp" 2>"$dir/said" |
        sed -n 's/^verdict id=\([^ ]*\) .*hint=.*/\1/p' | sort >"$dir/hinted.$1"
}
budgets="1 20"
[ "$every" = 2 ] || budgets="1 2 3 5 8 13 20 40"
more_find_more() {
    local n before=0
    hinted 0
    for n in $budgets; do
        hinted $n
        comm -23 "$dir/hinted.$before" "$dir/hinted.$n" | grep . && return 1
        before=$n
    done
}
ok "a failure with a name has one with more hints" more_find_more
ok "and more hints find more" \
    test "$(wc -l <"$dir/hinted.20")" -gt "$(wc -l <"$dir/hinted.1")"

# ---- Damped spins -----------------------------------------------------------------------------
"$SLP" gen --count 400 --seed 5 --system spins | bare |
    grep -m 12 ' damping=0x1' >"$dir/cases.slp"
plant 'scaled($damping, ' 'scaled(-$damping, '
judge
ok "a damping of the wrong sign is named, which the format refuses" \
    verdict '^verdict .* fail ratio=.* hint="damping with the wrong sign"$'
plant 'scaled($damping, ' 'scaled(0, '
judge
ok "a damping that is left out is named" \
    verdict '^verdict .* fail ratio=.* hint="damping left out"$'

# ---- Rules that turn twice ----------------------------------------------------------------------
# Projections, points and turns of the rules on spheres get their own words and no other's.
spheres() { # SCHEME HINT FROM TO
    "$SLP" gen --scheme "$1" --system point-vortices --count 12 --seed 5 --level 1 >"$dir/cases.slp"
    plant "$3" "$4"
    judge
    local want="hint=\"$2"
    grep hint= "$dir/verdicts" >"$dir/hints"
    # of the shortest steps two faults are not told apart
    ok "$1: $2" eval 'test "$(grep -cF "$want" "$dir/hints")" -ge 3 &&
        test "$(grep -vcF "$want" "$dir/hints")" -le 2'
}
on='lengths_of($x, plus($x, 0.5'
spheres spherical-midpoint "vectors of m have length 1" "$on" \
    'lengths_of([map { (1, 0, 0) } 0 .. $#$x / 3], plus($x, 0.5'
spheres spherical-midpoint "all vectors of m scaled by one number" "$on" \
    '(sub { scaled(norm($_[0]) / norm($_[1]), $_[1]) })->($x, plus($x, 0.5'
spheres heun-projected "p not projected" '$N->($x, plus($x, 1, $first))' 'plus($x, 1, $first)'
spheres heun-projected "the generator at p before its projection" '$field->($p)' \
    '$g->{ad}->($Xi->(plus($x, 1, $first)), $p)'
last='return turned(\&so3_C, $Xi->(scaled(0.5, plus($x, 1, $p))), $x);'
spheres sib "the C of so(3) 1 for x in the C of so(3) 2 of the result" "$last" \
    "${last/, \$x);/, \$p);}"
spheres sib "the C of so(3) 1 for x in generator 2 of the result" \
    'scaled(0.5, plus($x, 1, $p))), $x)' '$p), $x)'
last='return turned(\&so3_E, scaled(0.5, plus($first, 1, $Xi->($p))), $x);'
spheres depondt "E 1 for x in E 2 of the result" "$last" "${last/, \$x);/, \$p);}"
spheres depondt "generator 2 for generator 1 in E 2 of the result" \
    'scaled(0.5, plus($first, 1, $Xi->($p)))' '$Xi->($p)'
spheres depondt "the generator doubled in E 2 of the result" \
    'scaled(0.5, plus($first, 1, $Xi->($p)))' 'plus($first, 1, $Xi->($p))'

# ---- Laplacians ---------------------------------------------------------------------------------
laplacian() { # SYSTEM N HINT FROM TO: heun's failures have this hint, most of them no other
    "$SLP" gen --scheme heun --system "$1" --size "$2" --count 12 --seed 5 --level 1 | bare |
        grep ' steps=1 ' >"$dir/cases.slp"
    plant "$4" "$5"
    judge
    local want="hint=\"$3\""
    grep hint= "$dir/verdicts" >"$dir/hints"
    ok "$1: $3" eval 'test "$(grep -cF "$want" "$dir/hints")" -ge 5 &&
        test "$(grep -vcF "$want" "$dir/hints")" -le 1'
}
laplacian zeitlin-sphere 4 "Laplacian: inverted twice" \
    'scaled($h, inverse_laplacian($n, $m, $f))' \
    'scaled($h, inverse_laplacian($n, $m, inverse_laplacian($n, $m, $f)))'
laplacian mhd-sphere 3 "Laplacian of W: inverted twice" \
    'scaled($h, inverse_laplacian($n, $m, $f))' \
    'scaled($h, inverse_laplacian($n, $m, inverse_laplacian($n, $m, $f)))'
laplacian mhd-sphere 3 "Laplacian of Theta: applied twice" 'sub forward_laplacian {' \
    'sub forward_laplacian { my ($n, $m, $h, $f) = @_;
    forward_once($n, $m, $h, forward_once($n, $m, 1, $f)) } sub forward_once {'
laplacian sine-euler 5 "Laplacian: |m| for |m|^2" '($m1 * $m1 + $m2 * $m2) * $n;' \
    'sqrt($m1 * $m1 + $m2 * $m2) * $n;'

# ---- Lists --------------------------------------------------------------------------------------
lists() { # SYSTEM SCHEME KEY HINT FROM TO...: failures of cases with this key have this hint alone
    "$SLP" gen --system "$1" --scheme "$2" --size "${size:-4}" --count 30 --seed 5 \
        --level 1 | bare | grep ' steps=1 ' | grep "$3=" | sed "${sed:-}" >"$dir/cases.slp"
    plant "${@:5}"
    judge
    local want="hint=\"$4\""
    grep hint= "$dir/verdicts" >"$dir/hints"
    ok "$1/$2: $4" eval 'test "$(grep -cF "$want" "$dir/hints")" -ge 3 &&
        test "$(grep -vcF "$want" "$dir/hints")" -le 1'
}
upper='for my $i (0 .. $d - 1) { $Q[$i][$_] = $Q[$_][$i] = shift @upper for $i .. $d - 1 }'
lists symplectic heun quadratic "quadratic column by column, not row by row" "$upper" \
    "${upper/for \$i .. \$d - 1/for 0 .. \$i}"
lists symplectic tmk quadratic "quadratic as rows of the whole matrix" "$upper" \
    "${upper/shift @upper/\$upper[\$d * \$i + \$_] // 0}"
lin='$xi[$_] += $dw->[$k] * $lin[$j + $_] for 0 .. 2;'
lists rigid-body heun lin "lin: blocks begin one after the other, not 3 apart" "$lin" \
    "${lin/\$j/\$j / 3}"
lists rigid-body heun lin "lin: the first 3 numbers for every block" "$lin" "${lin/\$j + }"
triad='[@$D[3 * $n .. 3 * $n + 2]]'
lists spins heun dmi "dmi: blocks begin one after the other, not 3 apart" "$triad" \
    '[@$D[$n .. $n + 2]]'
lists spins heun dmi "dmi: the first 3 numbers for every block" "$triad" '[@$D[0 .. 2]]'
lists spins heun dmi "dmi normalised or a bond: D with length 1 in x_j x D" "$triad" \
    'scaled(1 / norm([@$D[3 * $n .. 3 * $n + 2]]), [@$D[3 * $n .. 3 * $n + 2]])'
stale='my %p = map { $_ => $case->{$_} } qw(model modes bonds terms);'
for key in field damping; do
    lists spins heun bonds "$key of the case before" "$stale" "$stale our \$old;
        my \$now = \$case->{$key}; \$case->{$key} //= \$old if defined \$old; \$old = \$now;"
done

# ---- Coefficients -------------------------------------------------------------------------------
weights='[1 / 6, 1 / 3, 1 / 3, 1 / 6]'
lists rigid-body rkmk-rk4-exp x "a_32 = 1/3 for 1/2" '[0, 0.5, 0, 0]' '[0, 1 / 3, 0, 0]'
lists point-vortices rkmk-rk4-cay x "b_4 = 1/8 for 1/6" "$weights" "${weights%6]}8]"
lists rigid-body rkmk-rk4-cay x "b_1 doubled" "$weights" "[1 / 3${weights#\[1 / 6}"
roots='[0.25, 0.25 - $r], [0.25 + $r, 0.25]'
for scheme in rkmk-gauss4-exp isospectral-gauss4; do
    lists rigid-body $scheme x "sqrt(3)/4 for sqrt(3)/6" "$roots" "${roots//\$r/1.5 * \$r}"
done
lists rigid-body isospectral-gauss4 x "a_22 = 1/5 for 1/4" "$roots" "${roots%25]}2]"

# ---- Vectors in turn, noise at the middle ------------------------------------------
each='$x = $step->($system->{algebra}, $x, $Xi, $system->{factors}, $dw);'
moved="my (\$from, @new) = (\$x); for my \$i (0 .. @\$x / 3 - 1) {
    my \$one = sub { my \$xi = \$Xi->(\$_[0]);
        return [map { int(\$_ / 3) == \$i ? \$xi->[\$_] : 0 } 0 .. \$#\$xi] };
    my \$m = ${each#*= }"
for system in spins point-vortices; do
    lists $system heun x "one vector after the other: those before it have moved already" \
        "$each" "${moved/\$x, \$Xi/\$x, \$one} \$x = \$m; }"
done
lists point-vortices heun x "each vector moves by itself, the others stay as they were" \
    "$each" "${moved/\$x, \$Xi/\$x, \$one}
    push @new, @\$m[3 * \$i .. 3 * \$i + 2]; } \$x = [@new];"
whole='my $Xi = sub { $system->{Xi}->($_[0], $dw) };'
quiet="$whole"' our $drift = sub { $system->{Xi}->($_[0], [(0) x $M]) };'
euler='return plus($x, 1, $g->{ad}->($Xi->($x), $x));'
fields='our $drift; my $V = sub { $g->{ad}->($_[0]->($_[1]), $_[1]) };
    my $m = plus($x, 0.5, $V->($Xi, $x)); return plus(plus($x, 1, $V->($drift, $x)), 1,
    plus($V->($Xi, $m), -1, $V->($drift, $m)));'
for system in rigid-body heavy-top; do
    lists $system euler dw "noise at the middle of x and x + V(x)" "$whole" "$quiet" \
        "$euler" "$fields"
done

# ---- Lengths ------------------------------------------------------------------------------------
lists rigid-body-n heun x "y scaled to the length in x" "$each" \
    "my \$old = norm(\$x); $each \$x = scaled(\$old / norm(\$x), \$x);"
lists rigid-body heun x "x read with length 1" "$each" "\$x = scaled(1 / norm(\$x), \$x); $each"
lists heavy-top heun x "Gamma of y written with length 1" "$each" "$each
    \$x = [@\$x[0 .. 2], @{ scaled(1 / norm([@\$x[3 .. 5]]), [@\$x[3 .. 5]]) }];"
lists spins heun x "vectors of y scaled to the length in x" "$each" "my \$old = \$x; $each
    \$x = lengths_of(\$old, \$x);"

# ---- Means ---------------------------------------------------------------------------------------
mean="the mean is not removed"
lists zeitlin-sphere isospectral-midpoint x \
    "$mean before the Laplacian's inverse: sums from the first" \
    '$F += $f->[$k] - $mean;' '$F += $f->[$k];'
lists zeitlin-sphere isospectral-midpoint x \
    "$mean behind the Laplacian's inverse: the first entry is 0" \
    'return [map { $_ - $mean } @v];' 'return [@v];'
sed='s/ h=[^ ]*/ h=0x1p-1/' size=3 \
    lists sine-euler isospectral-midpoint x "$mean: mode 0 of the torus with |m|^2 = 1" \
    'next if $m1 == 0 && $m2 == 0;' '' \
    '-$two_epsilon * ($m1 * $m1 + $m2 * $m2) * $n' \
    '-$two_epsilon * (($m1 * $m1 + $m2 * $m2) || 1) * $n'

# ---- A value of the rule ------------------------------------------------------------------------
"$SLP" gen --scheme tmk --system heavy-top --count 12 --seed 5 --level 1 >"$dir/cases.slp"
plant '$Xi->(scaled(0.5, plus($x, 1, $z))), $x)' '$Xi->($z), $x)'
judge
ok "tmk: the generator at the end of the step" \
    verdict 'fail .*hint="z for x in the generator"$'
"$SLP" gen --scheme sib --system point-vortices --count 12 --seed 5 --level 1 >"$dir/cases.slp"
plant 'return turned(\&so3_C, $Xi->(scaled(0.5, plus($x, 1, $p))), $x);' \
    'return turned(\&so3_C, $Xi->(plus($p, 0.5, plus($p, -1, $x))), $x);'
judge
ok "sib: no value of the rule is 1.5 p - 0.5 x" test "$(grep -c 'hint=' "$dir/verdicts")" -eq 0
"$SLP" gen --scheme implicit-midpoint --system heavy-top --count 12 --seed 5 --level 1 \
    >"$dir/cases.slp"
begin='my $T = sub { my ($z) = @_; plus($x, 0.5, $g->{ad}->($Xi->('
plant "$begin"'$z), $z)) };' "$begin"'plus($z, 1, plus($z, -1, $x))), $z)) };'
judge
ok "midpoint: the generator at 2z - x in the stage" \
    verdict 'fail .*hint="2a - x for the state a in the generator of the stage"$'
"$SLP" gen --scheme depondt --system spins --count 12 --seed 5 --level 1 >"$dir/cases.slp"
plant 'turned(\&so3_E, scaled(0.5, plus($first, 1, $Xi->($p))), $x);' \
    'turned(\&so3_E, $Xi->($p), $x);'
judge
ok "depondt: the second generator alone has its plain name" \
    verdict 'fail .*hint="generator 2 for generator 1 in E 2 of the result"$'
no_other() { ! grep -q '2a - x' "$dir/verdicts"; }
ok "and no other of the same numbers" no_other

# ---- Coordinates in the words of the manual -----------------------------------------------------
sign_of() { # PLACE: number PLACE of y with the wrong sign
    "$SLP" gen --system "$1" --scheme implicit-midpoint --count 12 --seed 5 --level 1 | bare |
        grep ' steps=1 ' | "$SLP" run --path fast --echo | sed -E \
        "s/( y=([^,]*,){$2})([^,]*)/\\1-\\3/; s/,--/,/; s/=--/=/" >"$dir/answers.slp"
    judge
}
sign_of heavy-top 4
ok "a top: a number of Gamma" verdict 'fail .*hint="[^"]*Gamma_2 of y with the wrong sign'
sign_of spins 3
ok "spins: the axis of one" verdict 'fail .*hint="[^"]*spin 2, x of y with the wrong sign'
sign_of rigid-body 1
ok "a body: its number" verdict 'fail .*hint="[^"]*coordinate 2 of y with the wrong sign'

# ---- Dual numbers -----------------------------------------------------------------------------
# Other rules are tried only where they apply: canonical-midpoint applies to neither system.
halves() { # KEY: the two halves of a list exchanged
    awk -v key="$1" '{ for (i = 1; i <= NF; i++) if ($i ~ "^" key "=") {
        n = split(substr($i, length(key) + 2), v, ","); t = ""
        for (k = 1; k <= n; k++) t = t (k > 1 ? "," : "") v[(k - 1 + n / 2) % n + 1]
        $i = key "=" t }
        print }'
}
dual() { # SYSTEM HINT: a port with the halves of the state exchanged is told so
    "$SLP" gen --count 24 --seed 6 --level 1 --system "$1" --scheme isospectral-midpoint | bare |
        grep ' n=0x1p+1 .* steps=1 \| inertia=.* steps=1 ' >"$dir/dual.slp"
    halves x <"$dir/dual.slp" | "$SLP" run --path ref | halves y >"$dir/answers.slp"
    judge --cases "$dir/dual.slp" --hints 4000
    test "$exit" -eq 1 && verdict "fail .*hint=\"$2\""
}
ok "heavy-top: the halves exchanged are named" dual heavy-top "coordinates: Gamma before Pi"
ok "mhd-sphere: the halves exchanged are named" dual mhd-sphere "coordinates: Theta before W"

# ---- Terms of polynomials ----------------------------------------------------------------------
cat >"$dir/polynomials.slp" <<'END'
case id=a system=polynomial scheme=tmk algebra=so3 h=0.125 steps=1 x=0.5,-1,0.75 dw=0.2,-0.07 \
terms=0:0.5:1.1,0:0.25:2.2,0:-0.25:1.2.3,0:0.375:3.3.3,0:0.0625:2.2,1:0.5:3,2:0.75:1.2
case id=b system=polynomial scheme=isospectral-midpoint algebra=su2 size=2 weights=2,-0.5 h=0.125 \
steps=1 x=0.5,-1,0.75,0.25,0.5,1 dw=0.2,-0.07 \
terms=0:0.5:1.1,0:0.25:2.2.2,0:-0.25:1.2.6,0:0.375:3.5,0:0.125:4.4,1:0.5:3,2:0.75:1.2,2:0.25:5.6
case id=c system=polynomial scheme=heun algebra=su size=2 h=0.125 steps=1 x=0.5,-0.5,0.75,0.25 \
terms=0:0.5:3.3,0:0.25:3.4,0:-0.25:1.3.4
END
add='$xi[$at[$j]] += $part;'
divide='return [map { $xi[$_] / $weight->($_) } 0 .. $d - 1];'
factor='my $part = ($k ? $dw->[$k - 1] : $p->{h}[0]) * $c;'
before="    my \$Xi = sub {
        my (\$x, \$dw) = @_;
        my @xi = (0) x \$d;"
polynomial() { # ID HINT FROM TO: case ID gets this hint
    sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' "$dir/polynomials.slp" | grep "id=$1 " \
        >"$dir/cases.slp"
    plant "$3" "$4"
    judge
    ok "$1: $2" verdict "^verdict id=$1 fail ratio=.* hint=\"$2\"$"
}
terms() { # ID HINT CODE: the same of terms that CODE changes when they are read
    polynomial "$1" "$2" "$before" "    $3
$before"
}
terms a "the term 0:-0.25:1.2.3 is left out" 'splice @terms, 2, 1;'
terms a "the term 0:0.375:3.3.3 is taken twice" 'push @terms, $terms[3];'
terms b "the term 0:0.375:3.5 has the wrong sign" '$terms[3][1] *= -1;'
terms b "the term 0:-0.25:1.2.6 is halved" '$terms[2][1] *= 0.5;'
terms b "the term 0:0.375:3.5 with x_4 for x_5" '$terms[3][3] = 3;'
terms a "the term 0:0.5:1.1 with x_2 for x_1 once" '$terms[0][2] = 1;'
terms a "the term 0:0.375:3.3.3 with x_3\^2 for x_3\^3" 'pop @{ $terms[3] };'
terms b "the term 2:0.25:5.6 in H_1" '$terms[7][0] = 1 if @terms > 7;'
terms a "repeated monomials: the last alone, not the sum or the term 0:0.25:2.2 is left out" \
    'my %m; sub name { "@{ $_[0] }[0, 2 .. $#{ $_[0] }]" } $m{name($_)} = $_ for @terms;
    @terms = grep { $m{name($_)} == $_ } @terms;'
terms b "channels 1 and 2 exchanged or noise index off by one: .*, dW_0 = the last" \
    'for (@terms) { $_->[0] = 3 - $_->[0] if $_->[0] }'
polynomial b "gradients without the factor of the power: x for 2x" "$add" \
    '$xi[$at[$j]] += $part unless grep { $at[$_] == $at[$j] } 0 .. $j - 1;'
terms a "the term 0:0.375:3.3.3 without the factor of the power: x for 2x" \
    'my @own = (0) x $d; $terms[3][1] /= 3;'
polynomial b "gradients with the factor of the power twice: 4x for 2x" "$add" \
    '$xi[$at[$j]] += $part * grep { $at[$_] == $at[$j] } 0 .. $#at;'
polynomial a "gradients whose power is not one less: 2x\^2 for 2x" \
    'for grep { $_ != $j } 0 .. $#at;' 'for 0 .. $#at;'
polynomial b "gradients by the first factor of a term only" 'for my $j (0 .. $#at) {' \
    'for my $j (0) {'
polynomial b "noise index off by one: dW_\(k-1\) for dW_k, dW_0 = h" "$factor" \
    'my $part = ($k > 1 ? $dw->[$k - 2] : $p->{h}[0]) * $c;'
polynomial b "indices off by one: x_\(i-1\) for x_i" 'map { $_ - 1 } split' 'map { $_ - 2 } split'
polynomial b "indices off by one: x_\(i\+1\) for x_i" 'map { $_ - 1 } split' 'map { $_ % $d } split'
polynomial b "weights taken as 1" "$divide" 'return [@xi];'
polynomial b "weights inverted" "$divide" "${divide/\/ \$weight/* \$weight}"
polynomial c "weights of the pairing left out" "$divide" 'return [@xi];'
polynomial c "weights of the pairing multiplied, not divided" "$divide" \
    "${divide/\/ \$weight/* \$weight}"
judge --explain
ok "--explain counts weights by their words" told \
    '^  1 of 1 tried failures: weights of the pairing multi'
terms a "the term 0:0.5:1.1 is left out" 'shift @terms;'
judge --explain
ok "--explain counts terms together" told '^  1 of 1 tried failures: a term is left out'

# ---- An iteration that stops too early --------------------------------------------------------
grep -m 16 ' scheme=tmk ' "$dir/all.slp" >"$dir/cases.slp"
plant 'return $next if $move <= 4 * U * $size;' 'return $next if $move <= 1e-9 * $size;'
judge --explain
ok "a tolerance is named with its iterations" verdict \
    'hint="stopped after [0-9]+ iterations?( \(as by a tolerance of [^)]*1e-9[^)]*\))"$'
ok "--explain has the tolerance that fits all, alone" told \
    '^      after [0-9]+ to [0-9]+ iterations; a tolerance of 1e-9 ends there in ([0-9]+) of \1$'
plant 'return $next if $move <= 4 * U * $size;' 'return $next if ++$main::rounds % 3 == 0;'
judge --explain
ok "of a number of iterations no tolerance fits all" told \
    '^      after [0-9]+( to [0-9]+)? iterations; a tolerance of [^;]* ends there in'
fits_all() {
    grep -qE '^      after .*a tolerance of .* ends there in ([0-9]+) of \1$' "$dir/said"
}
ok "and it does not say so" eval '! fits_all'

# ---- What is not told apart, and what matches nothing ---------------------------------------
one() { # FROM TO: the answer to a case with one text replaced, given to the case itself
    local case="case id=a system=rigid-body scheme=tmk inertia=1,2,4 quad=0.5,0.25,-0.5 h=0 steps=1"
    case="$case x=0.5,-1,0.75 dw=0.25,-0.125,0.5"
    echo "$case" >"$dir/cases"
    { echo "$case"; echo "${case/$1/$2}" | "$SLP" run --path fast; } >"$dir/answers.slp"
}
one dw=0.25,-0.125,0.5 dw=-0.25,0.125,-0.5
judge
ok "where h = 0 two names are not told apart" verdict 'fail .*hint="[^"]* or [^"]*"$'
ok "and both are named" verdict 'generator: the wrong sign'
one x=0.5,-1,0.75 x=0.5,-1,0.7500001
judge
ok "an error of no fault has no hint" test "$(grep -c 'fail.*hint' "$dir/verdicts")" -eq 0
ok "and that is said" verdict '^# id=a [0-9]+ candidates tried: none predicts the answer$'
one dw=0.25,-0.125,0.5 dw=0.25,-0.125,0.5000000000001
judge
ok "nor has one that is too small to tell" test "$(grep -c 'fail.*hint' "$dir/verdicts")" -eq 0
"$SLP" gen --count 60 --system rigid-body --scheme tmk --level 1 | "$SLP" run --path fast --echo |
    python3 -c '
import re, sys
short = lambda m: " y=" + ",".join("%.13e" % float.fromhex(v) for v in m.group(1).split(","))
for line in sys.stdin:
    print(re.sub(r" y=(\S+)", short, line), end="")' >"$dir/answers.slp"
judge
ok "of answers of 14 digits some fail" test "$exit" -eq 1
ok "and are named, though no prediction tells so small an error" \
    test "$(grep -c ' fail .*hint="y printed with 14 digits"' "$dir/verdicts")" -ge \
    "$(($(grep -c ' fail ' "$dir/verdicts") / 2))"

# ---- Other arithmetics ----------------------------------------------------------------------
# The reference answers in a wide arithmetic; then each number is rounded to another one.
answer() { # ARITHMETIC FORMAT: answers in the first, rounded to binary64, binary32 or not at all
    "$SLP" gen --count 30 --system rigid-body --scheme tmk --seed 3 --level 1 --arithmetic "$1" |
        "$SLP" run --path ref --echo | python3 -c '
import re, struct, sys
single = lambda v: struct.unpack("f", struct.pack("f", v))[0]
to = {"binary64": lambda v: v, "binary32": single}[sys.argv[1]]
cut = lambda m: " y=" + ",".join(to(float.fromhex(v)).hex() for v in m.group(1).split(","))
for line in sys.stdin:
    print(re.sub(r" y=(\S+)", cut, line), end="")' "$2" >"$dir/answers.slp"
}
for wide in double-double binary128; do
    answer $wide binary64
    judge
    ok "$wide: an answer in binary64 fails" test "$exit" -eq 1
    ok "$wide: and is named" verdict 'fail .*hint="[^"]*(y rounded to|computed in) binary64'
done
answer binary64 binary32
judge
ok "binary64: an answer in binary32 is named" verdict 'fail .*hint="[^"]*y rounded to binary32'
asked="case id=b system=rigid-body scheme=tmk inertia=1,2,4 h=0.125 steps=1"
before="$asked arithmetic=double-double x=0.5,-1,0.75"
after="${before/id=b/id=a}"
other="0x1.00000000000000000000001p-1,-1,0.75"
{ echo "${before/x=0.5,-1,0.75/x=$other}"; echo "$after"; } >"$dir/two"
"$SLP" run --path ref --echo <"$dir/two" >"$dir/answered"
{ sed -n 1,2p "$dir/answered"; echo "$after"
    sed -n 's/^result id=b/result id=a/p' "$dir/answered"; } >"$dir/answers.slp"
judge
ok "double-double: what is left of a case before is exact" \
    verdict 'verdict id=a fail .*hint="[^"]*(case before)'
end=$(sed -n 's/^result .* y=\([^ ]*\).*/\1/p' "$dir/answered" | head -n 1)
{ sed -n 1,2p "$dir/answered"; echo "$after"
    echo "${after/x=0.5,-1,0.75/x=$end}" | "$SLP" run --path ref; } >"$dir/answers.slp"
judge
ok "double-double: where a case before ended, too" \
    verdict 'verdict id=a fail .*hint="begins where the case before ended"'
# 2^-127 is a subnormal number of binary32, and none of binary64
{ echo "case id=a system=rigid-body scheme=tmk inertia=1,2,4 h=0 steps=1" \
    "arithmetic=binary32 x=0x1p-125,0x1p-127,-0x1p-126"
    echo "result id=a y=0x1p-125,0,-0x1p-126"; } >"$dir/answers.slp"
judge
ok "binary32: its own subnormal numbers as 0" verdict 'fail .*hint="[^"]*subnormal numbers'

# a state of subnormal numbers alone: narrower formats have 0 for it too, and no name of their own
{ echo "case id=a system=rigid-body scheme=rkmk-euler-exp inertia=1,2,4 h=0x1p-7 steps=1" \
    "x=0x1p-1040,-0x1.8p-1041,0x1p-1039"
    echo "result id=a y=0,0,0"; } >"$dir/answers.slp"
judge
ok "binary64: a state of subnormal numbers as 0" verdict 'fail .*hint="[^"]*subnormal numbers'
ok "and nothing narrower" test "$(grep -cE 'binary32|bfloat16|binary16|decimals' \
    "$dir/verdicts")" -eq 0
# without noise and chi the generators of a top are rotations: two names predict the same answer
echo "case id=a system=heavy-top scheme=rkmk-rk4-exp inertia=1,2,4 chi=0,0,0 h=0x1p-4 steps=1" \
    "x=1,0.5,-0.75,0.5,0.25,-1" >"$dir/cases.slp"
plant 'return [@{ cross($omega, $alpha) }, @{ plus(cross($omega, $v), -1, cross($alpha, $u)) }];' \
    'return [@{ cross($alpha, $omega) }, @{ plus(cross($alpha, $v), -1, cross($omega, $u)) }];'
judge
ok "a transposed bracket of rotations is named" verdict \
    'fail .*hint="[^"]*theta, eta\]/2 with the wrong sign or bracket of generators transposed: -?ad'

# ---- Names that are not those of another fault ---------------------------------------------------
few() { # SYSTEM SCHEME COUNT HINT FROM TO...: the hint stands in a verdict
    "$SLP" gen --system "$1" --scheme "$2" --count "$3" --seed 1 >"$dir/cases.slp"
    plant "${@:5}"
    judge
    ok "$1, $2: $4" verdict "fail .*hint=\"[^\"]*$4"
}
few point-vortices rkmk-midpoint-cay 4 'B of so\(3\) for that of su\(2\)' \
    'B_cay     => each_vector(sub { plus($_[1], 1, su2_D_less_1(@_)) }),' \
    'B_cay     => each_vector(sub { plus($_[1], 1, shear($_[0], $_[1], 0.5, 0.25)) }),'
few point-vortices tmk 4 'a pair of vortices: not divided by r_i"' \
    'my $rate = $h / $largest[$i] / $length[$i] / (4 * PI);' 'my $rate = $h / (4 * PI);'
ok "and no name of vectors of length 1" test "$(grep -c 'drift at vectors' "$dir/verdicts")" -eq 0
few rigid-body implicit-midpoint 9 'Ito for Stratonovich in noise 2"' \
    'my $Xi = sub { $system->{Xi}->($_[0], $dw) };' \
    'our $X0 = $x; my $Xi = sub { $system->{Xi}->($_[0], $dw) };' \
    'if ($c) { $xi[$_] += $c->[$_] * $dw->[$_] * $x->[$_]' \
    'if ($c) { $xi[$_] += $c->[$_] * $dw->[$_] * ($_ == 1 ? $main::X0 : $x)->[$_]'
# the inverse of a wrong D: by its own iteration, and in a stage that iterates anyway
for system in rigid-body heavy-top; do
    few $system variational-cayley 6 'D: 1/4 \(xi.x\) xi left out"' \
        '- 0.5 * $once->[$_])' '- 0.5 * $once->[$_] + 0.25 * dot($xi, $x) * $xi->[$_])'
done
few rigid-body tmk 40 'y printed with 15 digits"' \
    "map { sprintf '%.17g', \$_ } @\$y" "map { sprintf '%.15g', \$_ } @\$y"

# ---- A part of a list, or its parts in another order ---------------------------------------------
read_as() { # SYSTEM KEY HINT CODE [WITH]: v, the numbers of KEY, are read as CODE says
    "$SLP" gen --system "$1" --scheme heun --count 60 --seed 3 --level 1 | bare |
        grep "${5-} $2=" | grep ' steps=1 ' | grep -v ' area=' >"$dir/cases.slp"
    python3 -c 'import re, sys
key, code = sys.argv[1:]
def read(found):
    v = found.group(1).split(",")
    return " %s=%s" % (key, ",".join(eval(code, {"v": v})))
for line in sys.stdin:
    print(re.sub(r" %s=(\S+)" % key, read, line), end="")' "$2" "$4" <"$dir/cases.slp" |
        "$SLP" run --path fast >"$dir/answers.slp"
    judge --cases "$dir/cases.slp"
    local words="$3"
    grep hint= "$dir/verdicts" >"$dir/hints"
    ok "$1, $2: $3" eval 'test "$(grep -cF "hint=\"$words\"" "$dir/hints")" -gt \
        "$(grep -vcF "$words" "$dir/hints")"'
}
read_as rigid-body lin 'lin: only the first used' 'v[:3] + ["0"] * (len(v) - 3)'
read_as rigid-body lin 'lin: all but the last used' 'v[:-3] + ["0"] * 3'
# an increment for each number of quad, and behind them one for each vector of lin
both=' quad=.* lin=.*'
read_as rigid-body dw 'increments of lin before those of quad' 'v[-3:] + v[:-3]' "$both"
read_as rigid-body dw 'increments of lin begin with those of quad' 'v[:3] + v[:-3]' "$both"
# seven numbers for each noise: a, b, c
seven() { # HINT CODE: w, the numbers of a noise, are read as CODE says
    read_as heavy-top noise "noise $1" \
        "sum([(lambda w: $2)(v[i : i + 7]) for i in range(0, len(v), 7)], [])"
}
seven 'read in the order a, c, b' 'w[:3] + w[4:] + w[3:4]'
seven 'read in the order b, c, a' 'w[4:] + w[:3] + w[3:4]'
seven 'read in the order c, b, a' 'w[4:] + w[1:4] + w[:1]'
seven 'a and b exchanged' 'w[3:6] + w[:3] + w[6:]'

# ---- What some spins have, and Gilbert's form ----------------------------------------------------
spin() { # SCHEME HINT FROM TO: the hint stands in most verdicts, and few others do
    "$SLP" gen --system spins --scheme "$1" --count 60 --seed 3 --level 1 | bare |
        grep -m 20 " ${2%%:*}=.* steps=1 " >"$dir/cases.slp"
    plant "$3" "$4"
    judge
    local words="${2#*:}"
    grep hint= "$dir/verdicts" >"$dir/hints"
    ok "spins: ${2#*:}" eval 'test "$(grep -cF "hint=\"$words\"" "$dir/hints")" -ge 5 &&
        test "$(grep -vcF "$words" "$dir/hints")" -le 1'
}
field='$B ? -$h * $B->[$_ % 3] : 0'
only() { # WHICH HINT: the field at coordinates with WHICH alone
    spin heun "field:the field $2: h B left out" "$field" "\$B && $1 ${field#'$B'}"
}
only '$_ < 3' 'in all vectors but the first'
only '$_ >= 3' 'in the first vector'
only '$_ < $d - 3' 'in the last vector'
only '$_ % 6 < 3' 'in vectors 2, 4, ...'
damped='$xi[$i + $_] += $turn->[$_] for 0 .. 2;'
form='$xi[$i + $_] = ($xi[$i + $_] + $turn->[$_])'
spin heun "damping:a damped spin: divided by 1 + lambda^2, as in Gilbert's form" \
    "$damped" "$form / (1 + \$damping ** 2) for 0 .. 2;"
spin heun "damping:a damped spin: times 1 + lambda^2: Gilbert's factor taken away" \
    "$damped" "$form * (1 + \$damping ** 2) for 0 .. 2;"
pair="case id=a system=spins scheme=heun bonds=1:2,1:2,2:3 exchange=1,2,0.5 h=0.0625 steps=1"
echo "$pair x=1,0.5,0,0.25,1,0,0,-0.5,1" >"$dir/cases.slp"
sed 's/=1,2,/=0,2,/' "$dir/cases.slp" | "$SLP" run --path fast >"$dir/answers.slp"
judge --cases "$dir/cases.slp"
ok "two bonds of a pair are no monomials" \
    verdict 'fail .*hint="[^"]*bonds of the same pair: the last alone, not the sum'

# ---- Gauss's rule ------------------------------------------------------------------------------
"$SLP" gen --system rigid-body --scheme isospectral-gauss4 --count 16 --seed 1 >"$dir/cases.slp"
plant 'my (undef, $a, $b) = @{ $tableau{gauss4} };' \
    'my ($a, $b) = ([[0.25, 0.25 - $r + 1e-10], [0.25 + $r, 0.25]], [0.5, 0.5]);'
judge --explain
ok "a coefficient off by 1e-10 is named" verdict 'fail .*hint="a_12 off by 1e-10"$'
ok "and no other fault alone" test \
    "$(grep 'hint=' "$dir/verdicts" | grep -cv 'a_12 off by 1e-10')" -eq 0
ok "--explain says it first" test \
    "$(grep -oE '[0-9]+ of [0-9]+ tried failures: .*' "$dir/said" | head -n 1 |
    grep -c 'a_12 off by 1e-10')" -eq 1

# ---- How the input arrives ---------------------------------------------------------------------
# Batches are as the input arrives; what is named does not depend on them.
for system in rigid-body heavy-top symplectic polynomial; do
    "$SLP" gen --system "$system" --count 60 --size 2 --seed 3 | "$SLP" run --path fast --echo
done 2>"$dir/err" | sed '/^result/{n;n;n;n;s/ y=-*/ y=-/}' >"$dir/wrong"
"$SLP" judge --explain <"$dir/wrong" >"$dir/whole" 2>"$dir/whole.said"
in_pieces() {
    python3 - "$dir/wrong" <<'P' | "$SLP" judge --explain >"$dir/parts" 2>"$dir/parts.said"
import sys, time
text, size = open(sys.argv[1]).read(), 3000
for i in range(0, len(text), size):
    sys.stdout.write(text[i : i + size])
    sys.stdout.flush()
    time.sleep(0.005)
P
    cmp "$dir/whole" "$dir/parts" && cmp "$dir/whole.said" "$dir/parts.said"
}
ok "there are failures with names, and such with none" \
    sh -c 'grep -q "tried failures: " "$0" && grep -q "no single fault" "$0"' "$dir/whole.said"
ok "input in pieces: the same hints and words" in_pieces

# ---- Many faults, and how many are named ----------------------------------------------------
# The whole table: python3 tests/judge/hint_confusion.py build/slp
named() {
    python3 tests/judge/hint_confusion.py "$SLP" --quick --every "$every" >"$dir/table" 2>&1 || {
        cat "$dir/table"
        return 1
    }
}
ok "of planted faults 80 % are named rightly, below 1 % wrongly, two at once never" named
ok "of these, 95 of 100 failures" grep -qE '^one fault: .* (9[5-9]|100)\.[0-9]% named' "$dir/table"
most=$((12 / every))
ok "--explain finds most of them" \
    test "$(sed -n 's/^--explain says .*first: \([0-9]*\) of .*/\1/p' "$dir/table")" -ge $most
