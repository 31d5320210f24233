#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The port in Perl, written from the manual: it has every pair, and passes the judge.
# A case of each pair; two with SLP_CHECK_MULTIPLIER=1.
# Run once (compiler, libraries, sanitizer): it asks about the port, which is Perl.
# Starts first.
. "$(dirname "$0")/../tap.sh"
port=oracle/ports/perl/slp_port.pl
seed=5

draw() { # LEVEL COUNT [OPTIONS...]: the cases
    "$SLP" gen --level "$1" --count "$2" --seed $seed "${@:3}" >"$dir/cases"
}
judged() { # PORT: the verdicts in $dir/verdicts, what the judge says in $dir/said
    perl "$1" <"$dir/cases" >"$dir/answers" || return
    "$SLP" judge --hints 0 <"$dir/answers" >"$dir/verdicts" 2>"$dir/said"
    local got=$?
    cat "$dir/said"
    grep -vE '^verdict id=[^ ]* (pass|unable) ' "$dir/verdicts" | head -n 8
    return $got
}
pairs() { # of cases, or of a list: system=polynomial-so3 is `system=polynomial algebra=so3`
    sed -E 's/system=polynomial (scheme=[^ ]*) algebra=([^ ]*)/system=polynomial-\2 \1/' |
        grep -o 'system=[^ ]* scheme=[^ ]*' | sort -u
}

# Cases of level 1 all have a certificate.
each=$(awk -v m="${SLP_CHECK_MULTIPLIER:-1}" 'BEGIN { print m < 1 ? 1 : 2 }')
draw 1 $((345 * each))
pairs <"$dir/cases" >"$dir/drawn"
ok "345 pairs are drawn" test "$(wc -l <"$dir/drawn")" = 345
# It splits no polynomials.
grep -v '^system=polynomial.* scheme=splitting' "$dir/drawn" >"$dir/wanted"
echo list | perl $port >"$dir/list"
ok "the port lists these pairs" diff "$dir/wanted" <(pairs <"$dir/list")
ok "and then end" test "$(tail -n 1 "$dir/list")" = end
ok "level 1, seed $seed: nothing falls short" judged $port
ok "each of $((331 * each)) answers passes" \
    test "$(grep -c '^verdict id=[^ ]* pass ' "$dir/verdicts")" = $((331 * each))
# Polynomials: golden cases of each algebra
grep ^case tests/support/golden_polynomial.slp >"$dir/cases"
ok "polynomials: nothing falls short" judged $port
ok "each of 57 answers passes" test "$(grep -c '^verdict id=[^ ]* pass ' "$dir/verdicts")" = 57
ok "decimals are read as hex floats are" \
    test "$(echo 'case id=a system=canonical scheme=rkmk-euler-exp \
model=kubo beta=0.5 h=1.25e-1 steps=2 x=1,0x.8p0 dw=0.25,-0.125' | tr -d '\\\n' | perl $port |
tail -n 1)" = \
    "result id=a y=1.125,0.25,1.140625,0.1796875"
draw mixed 345
ok "the mixture, seed $seed: nothing falls short" judged $port
ok "most of it is judged" test "$(grep -c '^verdict id=[^ ]* pass ' "$dir/verdicts")" -ge 275

# What is not a case gets no answer; a case that cannot be answered is declined; the port goes on.
cat >"$dir/cases" <<END
# a comment

case id=a system=rigid-body scheme=midpoint inertia=1,2,4 h=1 steps=1 x=1,2,3
case id=b system=rigid-body scheme=tmk h=1 steps=1 x=1,2,3
case id=c system=rigid-body scheme=tmk inertia=1,2,4 h=1 steps=1 x=1,2
case id=d system=point-vortices scheme=tmk gamma=1,1 h=1 steps=1 x=0,0,1,0,0,1
case id=e system=canonical scheme=rkmk-euler-exp model=kubo h=0x1p+1000 steps=1 x=0x1p+500,0
case id=f system=canonical scheme=tmk model=kubo h=8 steps=1 x=1,0.5
case id=g system=polynomial algebra=plane scheme=rkmk-euler-exp terms=2:0.5:2 h=1 steps=1 x=1,2 \
dw=0.25,0.5
case id=h system=polynomial algebra=plane scheme=rkmk-euler-cay terms=0:0.5:2 h=1 steps=1 x=1,2
END
perl $port <"$dir/cases" | sed -n 's/^result //p' >"$dir/declined"
ok "reasons are given" diff "$dir/declined" - <<'END'
id=a error=unsupported
id=b error=unsupported
id=c error=unsupported
id=d error=domain
id=e error=domain
id=f error=no-convergence
id=g y=1.25,2
id=h error=unsupported
END

# Planted faults: the port with one text replaced fails cases of the named pairs, on which the port
# itself passes; its answers above are of all pairs, so with SLP_CHECK_MULTIPLIER=1 alone.
fault() { # NAME FROM TO SYSTEM SCHEME
    FROM=$2 TO=$3 perl -0pe 's/\Q$ENV{FROM}\E/$ENV{TO}/' $port >"$dir/faulty.pl"
    ! cmp -s $port "$dir/faulty.pl" || { echo "the text is not in the port"; return 1; }
    draw mixed 10 --system "$4" --scheme "$5"
    [ "$each" = 1 ] || judged $port || return
    ! judged "$dir/faulty.pl" && grep -q '^verdict id=[^ ]* fail ratio=' "$dir/verdicts"
}
planted() { ok "seen: $1" fault "$@"; } # NAME FROM TO SYSTEM SCHEME

planted "the sign of the field of so(3)" 'cross($_[1], $_[0])' 'cross($_[0], $_[1])' \
    rigid-body implicit-midpoint
planted "the factor 1/4 of D taken for 1/2" 'matrix_scaled(0.5, $half), -0.25,' \
    'matrix_scaled(0.5, $half), -0.5,' rigid-body-n isospectral-midpoint
whole='my @x = map { $S->[$_][$_] } 0 .. $n - 1;'
no_trace="$whole my \$t = 0; \$t += \$_ / \$n for @x; \$_ -= \$t for @x;"
for pair in "zeitlin-sphere isospectral-midpoint" "zeitlin-sphere rkmk-heun-cay" \
    "sine-euler rkmk-midpoint-cay"; do
    planted "no trace of a stage or theta on su(N), $pair" "$whole" "$no_trace" $pair
done
planted "the transpose left out on sp(2m, R)" 'my $P = sub { adjoint($to->($_[0])) };' \
    'my $P = sub { matrix_scaled(-1, $to->($_[0])) };' symplectic tmk
planted "the increments of +m and -m exchanged" '$l + $sign * $m' '$l - $sign * $m' \
    zeitlin-sphere tmk
planted "u halved on the heavy top" 'cross($gamma1, $u)), $gamma1)' \
    'scaled(0.5, cross($gamma1, $u))), $gamma1)' heavy-top variational-exp
planted "an iteration stopped early" '$move <= 4 * U * $size' '$move <= 1e-13 * $size' \
    spins trapezoidal
planted "a coefficient of Gauss's rule 1e-10 off" 'sqrt(3) / 6;' 'sqrt(3) / 6 + 1e-10;' \
    spins isospectral-gauss4
planted "the stages of Gauss's rule exchanged" 'adjoint($less_1[$_])) } 0, 1;' \
    'adjoint($less_1[$_])) } 1, 0;' zeitlin-sphere isospectral-gauss4
planted "the sign of the brackets that end Gauss's rule" '$g->{ad}->($Xi->($_), $_) } @stages' \
    '$g->{ad}->($_, $Xi->($_)) } @stages' rigid-body isospectral-gauss4
planted "the adjoint for the right factor of Gauss's rule on sp(2m, R)" '$skew ? @K : factors' \
    '1 ? @K : factors' symplectic isospectral-gauss4
