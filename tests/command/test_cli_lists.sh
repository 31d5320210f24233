#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What `slp list` says of systems and schemes, as a script reads it: names, paths, algebras and
# orders, parameters and which of them may be left out; and words at the ends of what a command line
# takes.
. "$(dirname "$0")/../tap.sh"
same() { # TEXT COMMAND...: what it prints is the text
    local text=$1
    shift
    diff <(echo "$text") <("$@")
}
fields() { "$SLP" list "$1" | grep -v '^#' | cut -f "$2"; }
every=so3,son,su2n,sun,se3,sp
schemes="implicit-midpoint	ref,fast	$every,vector,sun-dual	2
trapezoidal	ref,fast	$every,vector,sun-dual	2
midpoint	ref,fast	vector	2
heun	ref,fast	$every,vector,sun-dual	2
heun-projected	ref,fast	so3,su2n	2
euler	ref,fast	$every,vector,sun-dual	1
isospectral-gauss4	ref,fast	so3,son,su2n,sun,sp	4
isospectral-midpoint	ref,fast	so3,son,su2n,sun,se3,sp,sun-dual	2
canonical-midpoint	ref,fast	so3,son,su2n,sun,sp	2
$(for rule in euler.1 heun.2 midpoint.2 gauss4.4 rk4.4; do
    echo "rkmk-${rule%.*}-exp	ref,fast	$every,vector	${rule#*.}"
    echo "rkmk-${rule%.*}-cay	ref,fast	$every	${rule#*.}"
done)
spherical-midpoint	ref,fast	so3,su2n	2
sib	ref,fast	so3,su2n	2
depondt	ref,fast	so3,su2n	2
splitting-lie	ref,fast	so3,son,su2n,sun,se3,sp,vector	1
splitting-strang	ref,fast	so3,son,su2n,sun,se3,sp,vector	2
tmk	ref,fast	$every,vector	2
variational-cayley	ref,fast	so3,son,sun,se3	2
variational-exp	ref,fast	so3,son,sun,se3	2
variational-cayley-printed	ref,fast	so3,se3	2"
ok "schemes" same "$schemes" fields schemes 1-4
systems='canonical	ref,fast	model [beta] [gamma]
heavy-top	ref,fast	inertia chi [noise]
mhd-sphere	ref,fast	n [amp] [shell]
point-vortices	ref,fast	gamma [quad]
polynomial	ref,fast	algebra [size] [weights] terms [noises]
rigid-body	ref,fast	inertia [quad] [lin]
rigid-body-n	ref,fast	n [inertia] [quad]
sine-euler	ref,fast	n [modes] [amp]
spins	ref,fast	bonds exchange [dmi] [field] [anisotropy] [noise] [damping]
symplectic	ref,fast	n quadratic [noise]
zeitlin-sphere	ref,fast	n [amp] [shell] [coriolis]'
ok "systems" same "$systems" fields systems 1-3
described() { # a line for each parameter named above, in that order
    diff <(awk -F'\t' '{
            n = split($3, p, " ")
            for (i = 1; i <= n; i++) { gsub(/[][]/, "", p[i]); print $1, p[i] }
        }' <<<"$systems") \
        <("$SLP" list systems | sed -nE 's/^#   ([a-z-]+ [a-z]+): .+/\1/p')
}
ok "and their parameters, each with words of its own" described
said() {
    "$SLP" list "$1" |
        awk -F'\t' -v n="$2" '!/^#/ && (NF != n || $2 == "" || $n == "") { print; bad = 1 }
            END { exit bad }'
}
ok "every law says where it holds, what and why" said laws 4
ok "every system says whose it is" said systems 5
ok "every scheme says its rule and whose it is" said schemes 6
presets() {
    diff <(cd "$here/../../oracle/simulate/presets" &&
        for f in *.slp; do echo "${f%.slp}	$(sed -n '1s/^# *//p' "$f" | tr -s ' ')"; done) \
        <("$SLP" list presets | grep -v '^#')
}
ok "every preset says what its file says first" presets
whole_presets() { # byte for byte, of every name; what is printed runs as the preset does
    local file name
    for file in "$here"/../../oracle/simulate/presets/*.slp; do
        name=$(basename "$file" .slp)
        "$SLP" list preset "$name" >"$dir/own.slp" && cmp "$file" "$dir/own.slp" || return 1
    done
    "$SLP" list preset gbw-top-case1 >"$dir/own.slp" &&
        cmp <("$SLP" simulate "$dir/own.slp" --steps 3) <("$SLP" simulate gbw-top-case1 --steps 3)
}
ok "slp list preset prints every preset whole" whole_presets
ok "an unknown preset" \
    refused "slp list: unknown preset 'gbw-rigid-bdy' (did you mean gbw-rigid-body?)" \
    "$SLP" list preset gbw-rigid-bdy
ok "the name of a preset that is longer" refused "slp list: unknown preset 'gbw-top-case12'" \
    "$SLP" list preset gbw-top-case12
ok "a preset without a name" refused "slp list: which preset? \`slp list presets\` shows them" \
    "$SLP" list preset
ok "a word after a list" \
    refused "'gbw-rigid-body' is one argument too many; slp list preset NAME shows one" \
    "$SLP" list presets gbw-rigid-body
ok "two presets" refused "'b' is one argument too many" "$SLP" list preset a b
restricted() {
    [ "$("$SLP" list laws | awk -F'\t' '/pairs that keep it/ { printf "%s ", $1 }')" = \
        "casimirs energy energy-near momentum orbit poisson spectrum symmetry " ]
}
ok "laws of pairs that keep them" restricted

# one claim more than an audit takes
many() { seq 256 | sed 's/^/claim-/'; }
ok "as many claims as an audit takes" refused "unknown claim 'claim-1'" \
    "$SLP" audit $(many | head -n 255)
ok "one more" refused "'claim-256' is one argument too many" "$SLP" audit $(many)
ok "times that are none" \
    refused "--until needs a time from 0 to 3.51844e+13 (2^53 steps of h = 0.00390625), not 'x'" \
    "$SLP" simulate ejll-rigid-body --until x
ok "a time too far" refused "not '3.5185e13'" "$SLP" simulate ejll-rigid-body --until 3.5185e13
ok "a time before the start" refused "not '-1'" "$SLP" simulate ejll-rigid-body --until -1
ok "eight letters wrong of twenty-six" refused "(did you mean variational-cayley-printed?)" \
    "$SLP" gen --scheme variationaXXXXXXXXy-printed
nine() {
    refused "unknown scheme" "$SLP" gen --scheme variationXXXXXXXXXy-printed &&
        ! grep -q "did you mean" "$dir/err"
}
ok "nine are another word" nine
