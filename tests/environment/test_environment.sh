#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp environment: each machine with one fault (machine_port.py, written apart, with fractions) is
# named, and nothing else about it; so are what compilers' options do to a program of C.
# Run once (compiler, sanitizer): it asks about other programs.
. "$(dirname "$0")/../tap.sh"
facts() { # MODE STATUS [OPTION...]: its table in $dir/MODE
    "$slp" environment --port "python3 $here/machine_port.py $1 ${numbers:-}" "${@:3}" \
        >"$dir/$1" 2>"$dir/said"
    [ $? = "$2" ] || { cat "$dir/$1" "$dir/said"; return 1; }
}
differs() { # MODE STATUS WORDS...: the lines that are not those of the right machine
    facts "$1" "$2" || return 1
    diff "$dir/right" "$dir/$1" | sed -n 's/^> //p' | tr -s ' ' | diff - <(printf '%s\n' "${@:3}")
}
ok "a right machine: nothing differs" facts right 0
is "eleven facts" "$(wc -l <"$dir/right")" 11
is "the order of its sums" "$(grep -c ' noted  *in order, the first number first$' "$dir/right")" 2
is "all else as declared" "$(grep -c ' as declared ' "$dir/right")" 9
for way in up:upward down:downward zero:'toward zero' \
    away:'to nearest, ties away from zero'; do
    ok "rounded ${way#*:}" differs "${way%%:*}" 1 "rounding differs ${way#*:}"
done
for what in results operands; do
    ok "subnormal $what flushed" differs flush-$what 1 "subnormal $what differs flushed to zero"
done
order="in order, the first number first"
ok "excess precision" differs held64 1 \
    "excess precision differs results are held with 64 bits before they are stored" \
    "order of sums noted $order, in sums of 64 bits" \
    "order of inner products noted $order, in sums of 64 bits"
ok "contraction" differs contracted 0 "contraction noted a*b + c is one operation, rounded once"
ok "an fma of two roundings" differs two-step-fma 1 "fma differs two roundings, not one"
off="units of the last place; 3 of 24 not correctly rounded"
ok "division" differs divide 1 "division differs off by up to 2.37 $off"
ok "square root" differs sqrt 1 "square root differs off by up to 1.1 $off"
side="sums side by side, then added"
for way in backward:'in order, the last number first' halves:'by halves' \
    lanes4:"4 $side in turn" lanes8-neighbours:"8 $side by neighbours" \
    lanes8-folded:"8 $side folded" once:'any: rounded once, at the end'; do
    ok "sums: ${way#*:}" differs "${way%%:*}" 0 "order of sums noted ${way#*:}" \
        "order of inner products noted ${way#*:}"
done
ok "inner products by fma" differs fused-dot 0 \
    "order of inner products noted $order, each product by fma"
ok "narrower numbers" facts narrow 1
ok "are named" grep -q '^numbers  *differs  *24 bits; declare the arithmetic' "$dir/narrow"
ok "answers that are no numbers" facts words 1
is "differ" "$(grep -c ' differs ' "$dir/words")" 9
ok "a port that answers none" facts silent 2
ok "is told where the page is" grep -q 'slp manual environment' "$dir/said"
for numbers in "24 -149 binary32" "11 -24 binary16" "8 -133 bfloat16" "64 -16445 extended" \
    "113 -16494 binary128"; do
    a=${numbers##* } numbers=${numbers% *}
    ok "$a: a right machine" facts right 0 --arithmetic "$a"
    ok "$a: all of it known" [ "$(grep -c 'as declared\|noted  *in order' "$dir/right")" = 11 ]
done

# What options of a compiler do.
compiled() { # STATUS WORDS OPTION...
    cc -O2 "${@:3}" -o "$dir/operations" oracle/ports/environment/slp_operations.c -lm &&
        "$slp" environment $declared | "$dir/operations" |
        "$slp" environment --answers - $declared >"$dir/out"
    [ "${PIPESTATUS[2]}" = "$1" ] && tr -s ' ' <"$dir/out" | grep -q "$2" ||
        { cat "$dir/out"; return 1; }
}
declared=
ok "a program of C99" compiled 0 "order of inner products noted $order\$" -std=c99 -Wall -Wextra \
    -Werror -ffp-contract=off
if [ "$(uname -m)" = x86_64 ]; then
    ok "-mfma" compiled 0 'contraction noted a\*b + c is one operation' -mfma -ffp-contract=fast
    ok "-mfpmath=387" compiled 1 'excess precision differs results are held with 64 bits' \
        -mfpmath=387
    ok "-ffast-math" compiled 1 'subnormal operands differs flushed' -ffast-math
    declared="--arithmetic extended"
    ok "long double" compiled 0 'numbers as declared 64 bits' "-DREAL=long double"
fi
declared="--arithmetic binary32"
ok "float" compiled 0 'numbers as declared 24 bits' -DREAL=float -ffp-contract=off
declared=

# The ports of this project.
for port in "$slp run --path fast" "perl oracle/ports/perl/slp_port.pl" \
    "python3 oracle/ports/python/slp_port.py"; do
    ok "${port##*/}" "$slp" environment --port "$port"
done
"$slp" environment >"$dir/questions"
for port in "awk -f oracle/ports/skeletons/slp_port.awk" \
    "python3 oracle/ports/environment/slp_operations.py"; do
    $port <"$dir/questions" >"$dir/answers"
    ok "${port##*/}" "$slp" environment --answers "$dir/answers"
done
refused() { # WORDS OPTION...
    "$slp" environment "${@:2}" >"$dir/out" 2>&1
    [ $? = 2 ] && grep -qF -- "$1" "$dir/out" || { cat "$dir/out"; return 1; }
}
ok "double-double is refused" refused "ask for the parts, binary64" --arithmetic double-double
ok "a file that is not there" refused "--answers $dir/none: No such file" --answers "$dir/none"
ok "both sources" refused "not both" --port cat --answers x
ok "no time" refused "--timeout needs a number above 0, at most 1000000" --port cat --timeout 0
