#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp vectors: the same bytes each time, in four forms; both verifiers have the judge's verdict on
# right answers, on those of every planted fault and on what is no answer.
# Run once (compiler, sanitizer): it asks about files, and about programs compiled here.
# Starts first.
. "$(dirname "$0")/../tap.sh"
python=oracle/ports/vectors/slp_verify.py
suite=$dir/suite
made() { "$SLP" vectors --out "$@" 2>"$dir/said"; }
ok "a suite is made" made "$suite" --count 230 --seed 3 --jobs 2
ok "and said to be" grep -qE "^slp vectors: 230 steps of [0-9]+ pairs, [0-9]+ of edge classes; " \
    "$dir/said"
made "$dir/few" --count 100 --seed 3 --jobs 2
ok "one again, by one thread" made "$dir/again" --count 100 --seed 3 --jobs 1
ok "with the same bytes" diff -r "$dir/few" "$dir/again"
ok "a suite over another" made "$dir/again" --count 40 --seed 3
made "$dir/few" --count 40 --seed 3
ok "is the same" diff -r "$dir/few" "$dir/again"
ok "of another seed" made "$dir/other" --count 20 --seed 4
ok "are other ones" sh -c '! cmp -s "$0/vectors.bin" "$1/vectors.bin"' "$suite" "$dir/other"
is "a suite holds five files" "$(ls "$suite" | tr '\n' ' ')" \
    "MANIFEST vectors.bin vectors.h vectors.json vectors.txt "
ok "the sums of MANIFEST hold" sh -c 'cd "$0" && grep -v "^#" MANIFEST | sha256sum -c --quiet' \
    "$suite"
ok "MANIFEST has version, command and seed" sh -c 'grep -q "slp $1" "$0/MANIFEST" &&
    grep -qx "# slp vectors --count 230 --seed 3" "$0/MANIFEST"' "$suite" \
    "$("$SLP" --version | cut -d' ' -f2)"
# gcc 12 with FLINT 2.9 and gcc 14 with FLINT 3.1 made 20 000 steps alike.  Another sum is another
# suite: a change of a draw, of a proof or of the judge's bound.
is "the vectors are those that they were" "$(
    grep -E '^(case|expected|words|normals|increments|ensemble) ' "$suite/vectors.txt" | sha256sum |
        cut -c 1-16)" fffe9f4ea0a20c90
one() { made "$dir/one" --system heavy-top --scheme variational-cayley --count 9; }
ok "one pair is made" one
is "of it alone" "$(grep -c '^case .*system=heavy-top scheme=variational-cayley ' \
    "$dir/one/vectors.txt")" 9

# ---- The verifiers --------------------------------------------------------------------------
cc=${CC:-cc}
flags="-std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow -Werror -O2"
ok "the verifier compiles as C99, without a warning" \
    $cc $flags oracle/ports/vectors/slp_verify.c -o "$dir/slp_verify"
python3 tests/vectors/verify_forms.py "$suite" || status=1
python3 tests/vectors/verify_refusals.py "$dir/few" "$dir/slp_verify" \
    "$(mktemp -d -p "$dir")" || status=1
python3 tests/vectors/verify_faults.py "$slp" "$dir/slp_verify" "$suite" || status=1
sed -n 's/^expected \(id=[^ ]* y=[^ ]*\) .*/result \1/p' "$suite/vectors.txt" \
    >"$dir/right"
grep '^case ' "$suite/vectors.txt" | awk 'NR % 3 == 1' | "$SLP" run --path ref 2>/dev/null |
    sed -n 's/^\(result .*\) iterations=.*/\1/p' >"$dir/ref"
ok "the reference's answers are the vectors' own" \
    cmp "$dir/ref" <(awk 'NR % 3 == 1' "$dir/right")
noise() { # lines of the suite as answers
    grep -E '^(words|normals|increments|ensemble) ' "$suite/vectors.txt" |
        sed -E 's/^[a-z]+ (id=[^ ]*) .* (y=.*)/result \1 \2/'
}
{ cat "$dir/right"; noise; } >"$dir/all"
is "a truncated increment of step 1 is 0" \
    "$(grep -c 'id=noise.increments-0 y=-*0x0p+0$' "$dir/all")" 1
minus=- # its other sign
! grep -q '^result id=noise.increments-0 y=-' "$dir/all" || minus=
for verify in "$dir/slp_verify $suite/vectors.bin" "python3 $python $suite"; do
    ok "${verify%% *}: right answers and right bits pass, exit status 0" \
        exits 0 $verify <"$dir/all"
    $verify <"$dir/all" >"$dir/passed" 2>"$dir/said"
    is "all of them" "$(grep -c ' pass$' "$dir/passed") $(wc -l <"$dir/passed")" "486 486"
    sed 's/^\(result id=noise.normals-9 y=[^,]*\)[0-9a-f]\(p[^,]*\)/\17\2/' "$dir/all" >"$dir/bit"
    $verify <"$dir/bit" >"$dir/bits" 2>/dev/null
    is "one other bit fails" "$(diff "$dir/passed" "$dir/bits" | grep '^>')" \
        "> verdict id=noise.normals-9 fail"
    sed 's/^\(result id=noise.increments-0 y=\)-*/\1'"$minus"'/' "$dir/all" >"$dir/bit"
    $verify <"$dir/bit" >"$dir/bits" 2>/dev/null
    is "so does the other sign of a zero" "$(diff "$dir/passed" "$dir/bits" | grep '^>')" \
        "> verdict id=noise.increments-0 fail"
    $verify </dev/null >/dev/null 2>"$dir/said"
    is "nothing answered is no pass" "$? $(grep -c 'nothing passed' "$dir/said")" "1 1"
    echo "result id=none y=1" >"$dir/none"
    ok "an answer to no question is refused" sh -c '! "$@" >/dev/null 2>&1' x $verify <"$dir/none"
    head -c -5 "$dir/all" >"$dir/cut"
    $verify <"$dir/cut" >/dev/null 2>"$dir/said"
    is "a cut answer is refused" "$? $(grep -c cut "$dir/said")" "2 1"
done
tac "$dir/all" >"$dir/backwards"
"$dir/slp_verify" "$suite/vectors.bin" <"$dir/backwards" >/dev/null 2>"$dir/said"
is "the C verifier wants the suite's order, and says so" \
    "$? $(grep -c 'out of order' "$dir/said")" \
    "2 1"
ok "Python's takes any order" exits 0 python3 $python "$suite" <"$dir/backwards"
raw() {
    python3 - "$dir/all" "$1" <<'P'
import struct, sys
lists = [line.split("y=")[1].split(",") for line in open(sys.argv[1])]
numbers = [float.fromhex(t) for texts in lists for t in texts]
numbers[7] = float(sys.argv[2]) if sys.argv[2] else numbers[7]
sys.stdout.buffer.write(struct.pack("<%dd" % len(numbers), *numbers))
P
}
raw "" >"$dir/raw"
"$dir/slp_verify" --raw "$suite/vectors.bin" <"$dir/raw" 2>/dev/null | cmp -s - "$dir/passed"
is "bare numbers have the same verdicts" "$?" 0
raw nan | "$dir/slp_verify" --raw "$suite/vectors.bin" 2>/dev/null | grep -v ' pass$' >"$dir/not"
is "one nan fails its step" "$(sed 's/id=[^ ]*/id=/' "$dir/not")" \
    "verdict id= fail reason=not-finite"
head -c -8 "$dir/raw" | "$dir/slp_verify" --raw "$suite/vectors.bin" >/dev/null 2>"$dir/said"
is "bare numbers that are cut are refused" "$? $(cat "$dir/said")" \
    "2 slp_verify: answers are cut in noise.ensemble-63"
{ cat "$dir/raw"; printf '12345678'; } | "$dir/slp_verify" --raw "$suite/vectors.bin" >/dev/null \
    2>"$dir/said"
is "so are more than the steps have" "$? $(cat "$dir/said")" \
    "2 slp_verify: there are more answers than steps"

# ---- Other arithmetics --------------------------------------------------------------------------
arithmetic() { # COUNT OPTION VALUE
    made "$dir/$3" --count "$1" "$2" "$3" || return 1
    python3 tests/vectors/verify_arithmetic.py "$slp" "$dir/slp_verify" "$dir/$3" \
        $([ "$2" = --tolerance ] && echo "$2" "$3") || status=1
}
arithmetic 60 --arithmetic binary32
arithmetic 30 --arithmetic binary16+binary32
arithmetic 30 --tolerance 1e-12
ok "MANIFEST has the arithmetic" grep -qx \
    "# slp vectors --count 60 --seed 1 --arithmetic binary32" "$dir/binary32/MANIFEST"
ok "an arithmetic with more numbers than binary64 is refused" refused "ask over a pipe" \
    "$SLP" vectors --out "$dir/x" --arithmetic binary128
ok "an unknown arithmetic is refused" refused "(did you mean binary32?)" \
    "$SLP" vectors --out "$dir/x" --arithmetic binary33

# ---- Compiled in ------------------------------------------------------------------------------
$cc $flags -c -DSLP_VERIFY_LIBRARY -x c -o "$dir/bare.o" - <<C
#include "$suite/vectors.h"
#include "$PWD/oracle/ports/vectors/slp_verify.c"
slp_verify_verdict all(const double *y);
slp_verify_verdict all(const double *y)
{
    return (slp_verify_verdict)(slp_verify_step(slp_vectors_steps, y, 2) |
                                slp_verify_noise(slp_vectors_noise, y, 2));
}
C
is "without files the verifier needs three functions of the C library" \
    "$(nm -u "$dir/bare.o" | awk '{ print $2 }' |
        grep -vE '^(memcpy|memset|memcmp|_GLOBAL_.*|__stack.*)$')" ""
ok "a program with the suite compiled in" \
    $cc $flags -I"$suite" -I. tests/vectors/compiled_in/suite.c -o "$dir/header"
counts=$("$dir/header")
moved=$(sed 's/.* of \([0-9]*\) .*/\1/' <<<"$counts")
is "has the same verdicts" "$counts" \
    "right 230 near $moved of $moved far $moved few 230 bits 256 other 256"
ok "most steps are moved there" test "$moved" -gt 120

# ---- The release --------------------------------------------------------------------------------
release() ( # FOLDER UMASK ZONE
    umask "$2"
    export TZ=$3
    mkdir "$dir/$1" && ln -s "$slp" "$dir/$1/slp" &&
        tests/vectors/release.sh "$dir/$1" 0.0.0 3 >"$dir/said" 2>&1
)
ok "a tarball of the release" release one.build 022 UTC
ok "again, under another umask and in another time zone" release two.build 077 Asia/Tokyo
ok "has the same bytes" cmp "$dir"/{one,two}.build/vectors/slp-vectors-0.0.0.tar.gz
ok "and its sum beside it" \
    sh -c 'cd "$0/one.build/vectors" && sha256sum -c --quiet ./*.sha256' "$dir"
is "it holds the suite, verifiers, schema, page and licence" \
    "$(tar -tzf "$dir/one.build/vectors/slp-vectors-0.0.0.tar.gz" | sed 1d | xargs -n 1 basename |
        tr '\n' ' ')" "COPYING LICENSE MANIFEST slp_verify.c slp_verify.py vectors.bin vectors.h \
vectors.json vectors.md vectors.schema.json vectors.txt "

# ---- Bad orders ---------------------------------------------------------------------------------
ok "no folder is refused" refused "where to? --out DIR" "$SLP" vectors
ok "an unknown system is refused" refused "unknown system 'rigidbody' (did you mean rigid-body?)" \
    "$SLP" vectors --out "$dir/x" --system rigidbody
ok "an unknown scheme is refused" refused "unknown scheme 'tmkk'" \
    "$SLP" vectors --out "$dir/x" --scheme tmkk
ok "a pair that makes no sense is refused" refused "makes no sense on heavy-top" \
    "$SLP" vectors --out "$dir/x" --system heavy-top --scheme canonical-midpoint
ok "a folder that cannot be made is refused" refused "cannot be written" \
    "$SLP" vectors --out /dev/null/x
mkdir "$dir/full" "$dir/full/vectors.json"
ok "a file that cannot be written is named" refused "vectors.json cannot be written" \
    "$SLP" vectors --out "$dir/full" --count 5
is "and then there is no MANIFEST, and nothing half" "$(ls "$dir/full" | tr '\n' ' ')" \
    "vectors.json vectors.txt "
