#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Ports that stop their iteration at a tolerance of their own, as spin codes (1e-12) and quflow (the
# square root of u) do: with --tolerance they are right, without it they fall.
# Run once (compiler, libraries, sanitizer): it asks about ports.
. "$(dirname "$0")/../tap.sh"
needs "a port that stops at a tolerance" perl
port() { # TOLERANCE FILE: the Perl port, which stops there
    local rule='return $next if $move <= 4 * U * $size;'
    grep -qF "$rule" oracle/ports/perl/slp_port.pl &&
        sed "s/if \$move <= 4 \* U \* \$size;/if \$move <= $1 * \$size;/" \
            oracle/ports/perl/slp_port.pl >"$2"
}
judged() { # STATUS WORDS OPTION...
    "$SLP" judge --hints 0 "${@:3}" <"$dir/answers" >"$dir/verdicts" 2>"$dir/said"
    [ $? = "$1" ] && grep -qE -- "$2" "$dir/said" || { cat "$dir/said"; return 1; }
}
check() { # STATUS OPTION...
    "$SLP" check --port "perl $dir/port" --system rigid-body --scheme implicit-midpoint --quick \
        --regressions none "${@:2}" >"$dir/rows" 2>"$dir/said"
    [ $? = "$1" ] || { cat "$dir/rows" "$dir/said"; return 1; }
}
for t in 1e-12 1.5e-8; do
    ok "$t: the port" port $t "$dir/port"
    for system in rigid-body canonical; do
        "$SLP" gen --system $system --count 300 --seed 3 | perl "$dir/port" >"$dir/answers"
        ok "$t, $system: it passes with its tolerance" judged 0 ' 0 fail' --tolerance $t
        ok "$t, $system: that is said" grep -q ' tolerance=' "$dir/said"
        # so many as tell the tolerance from the judge's: of 300 cases at least one in twenty
        ok "$t, $system: it fails without it" judged 1 ' (1[5-9]|[2-9][0-9]|1[0-9][0-9]) fail'
    done
    # 1e-112, 1.5e-18: the judge's own slack is larger, and counts
    ok "$t: nor with a smaller one" judged 1 ' [1-9][0-9]* fail' --tolerance ${t/e-/e-1}
    ok "$t: the laws hold with it" check 0 --tolerance $t
    ok "$t: all that were asked" eval '! grep -q "FAILED" "$dir/rows"'
    ok "$t: agreement falls without it" check 1
    ok "$t: that is said" grep -q '^agreement .*FAILED' "$dir/rows"
done
