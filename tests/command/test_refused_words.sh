#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Words that no command knows: exit status 2, nothing on stdout, and a message that names the word,
# or what is like it, and where help is.
# Run once (compiler): it asks what is refused and said.
. "$(dirname "$0")/../tap.sh"
ok "slp check, an option" refused "see slp check --help" "$SLP" check --nonsense
ok "slp check, a value that is missing" refused "see slp check --help" "$SLP" check --law
for command in gen run judge simulate audit list; do
    ok "slp $command, an option" refused "see slp $command --help" "$SLP" $command --nonsense
done
ok "slp list, of something else" refused \
    "unknown list 'nonsense'; systems, schemes, laws, presets, claims, faults or quantities" \
    "$SLP" list nonsense
ok "slp list, of nothing" refused "of what?" "$SLP" list
ok "a command" refused "slp --help" "$SLP" nonsense
ok "no command" refused "usage: slp COMMAND" "$SLP"
ok "slp gen, a system" refused "rigid-body" "$SLP" gen --system rigid-bdy
ok "slp gen, a scheme" refused "isospectral-midpoint" "$SLP" gen --scheme isospectral-midpiont
# numbers at the ends of what options take
ok "a level above" refused "unknown level '3'; mixed, 1 or 2" "$SLP" gen --level 3
ok "a level below" refused "unknown level '0'; mixed, 1 or 2" "$SLP" gen --level 0
ok "a level with a slip" refused "did you mean mixed?" "$SLP" gen --level mxied
ok "the highest level" "$SLP" gen --count 1 --level 2
ok "the lowest level" "$SLP" gen --count 1 --level 1
ok "the mixture" "$SLP" gen --count 1 --level mixed
ok "a number with a sign" refused "not '+1'" "$SLP" gen --count +1
ok "a number with more behind it" refused "not '1x'" "$SLP" gen --count 1x
ok "a number beyond 64 bits" refused "not '18446744073709551616'" \
    "$SLP" gen --seed 18446744073709551616
ok "the largest seed" "$SLP" gen --count 1 --seed 18446744073709551615
# where it stands
printf 'case id=a system=nope\n' >"$dir/lines"
judged() {
    "$SLP" judge <"$dir/lines" >"$dir/out" 2>"$dir/err"; [ $? = 2 ] &&
        grep -qF "standard input:1: " "$dir/err"
}
ok "slp judge, a line of its standard input" judged
# cases that fell before are tried again by default where they lie, and only there
mkdir "$dir/props"
printf 'nonsense\n' >"$dir/props/regressions.slp"
own=$(realpath "$SLP")
tries() {
    (cd "$dir" && "$own" check --law agreement --system canonical --multiplier 0.01 \
        --jobs 1) >"$dir/err" 2>&1; [ $? = 2 ] &&
        grep -qF "props/regressions.slp: only case records" "$dir/err"
}
ok "slp check, a line of props/regressions.slp" tries
mkdir "$dir/none"
nothing() {
    (cd "$dir/none" && "$own" check --law agreement --system canonical --multiplier 0.01 \
        --jobs 1)
}
ok "slp check, where no such file is" nothing
# as many steps as a run may have, and one more
preset() {
    echo "case id=far system=rigid-body scheme=tmk inertia=1,2,3 h=0x1p-8 steps=$1 x=1,0,0" \
        >"$dir/far.slp"
}
preset 9007199254740992
ok "slp simulate, 2^53 steps" "$SLP" simulate "$dir/far.slp" --until 0.05
preset 9007199254740993
ok "slp simulate, a step more" refused "field steps: is too large; a whole number from 1 to 2^53" \
    "$SLP" simulate "$dir/far.slp" --until 0.05
preset 0
ok "slp simulate, no step" refused "a whole number from 1 to 2^53" \
    "$SLP" simulate "$dir/far.slp" --until 0.05
