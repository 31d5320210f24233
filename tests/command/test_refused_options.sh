#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Options of `slp check` at the ends of what they take, one beside another that it does not go with,
# and files that are none: status 2 and words that name option, value and remedy.  Nothing is
# computed.
# Run once (compiler): it asks what is refused and said.
. "$(dirname "$0")/../tap.sh"
check() { # NAME WORDS OPTIONS...
    local name=$1 words=$2
    shift 2
    ok "slp check, $name" refused "$words" "$SLP" check "$@"
}
check "a path" "slp check: unknown path 'fst' (did you mean fast?); ref or fast" --path fst
check "a port of nothing" "slp check: --port needs a value: COMMAND; see slp check --help" --port ''
check "a law" \
    "slp check: unknown law 'casimir' (did you mean casimirs?); \`slp list laws\` shows them" \
    --law casimir
check "a system" "slp check: unknown system 'body'; \`slp list systems\` shows them" --system body
check "a scheme" "slp check: unknown scheme 'rk4'; \`slp list schemes\` shows them" --scheme rk4
check "a pair that makes no sense" \
    "slp check: isospectral-midpoint makes no sense on canonical: " \
    --system canonical --scheme isospectral-midpoint
for value in -1 18446744073709551616 1x 1.5; do
    check "seed '$value'" \
        "slp check: --seed needs a whole number from 0 to 18446744073709551615, not '$value'" \
        --seed "$value"
done
check "an empty seed" "slp check: --seed needs a value: N; see slp check --help" --seed ''
for value in 0 -1 nan inf 1e999 x 1x; do
    check "multiplier '$value'" "slp check: --multiplier needs a number above 0, not '$value'" \
        --multiplier "$value"
done
for value in 0 1025 x; do
    check "jobs '$value'" "slp check: --jobs needs a whole number from 1 to 1024, not '$value'" \
        --jobs "$value"
done
for value in 0 1000001 -1 nan x; do
    check "timeout '$value'" \
        "slp check: --timeout needs a number above 0, at most 1000000, not '$value'" \
        --timeout "$value"
done
check "a table in no file" "slp check: --json needs a value: FILE; see slp check --help" --json ''
check "JUnit's in none" "slp check: --junit needs a value: FILE; see slp check --help" --junit ''
check "a table of a replay" "slp check: --json t: a replay of one case has no table" --json t \
    --replay x
check "JUnit's of a replay" "slp check: --junit t: a replay of one case has no table" --junit t \
    --replay x
check "a path and a port" "slp check: --path ref: give it or --port, not both" --path ref \
    --port true
check "a word more" "slp check: 'more' is one argument too many; see slp check --help" more
check "an option" "slp check: unknown option '--laws' (did you mean --law?); see slp check --help" \
    --laws
multiplied() {
    SLP_CHECK_MULTIPLIER=$1 refused "slp check: --multiplier needs a number above 0, not '$1'" \
        "$SLP" check --replay nothing
}
ok "slp check, a multiplier of the environment" multiplied none
taken() {
    "$SLP" check --jobs 1024 --timeout 1000000 --seed 18446744073709551615 --multiplier 1e-300 \
        --law determinism --system canonical --scheme midpoint --path fast >"$dir/out" &&
        grep -q 'multiplier 1e-300' "$dir/out"
}
ok "slp check, the last that are taken" taken
empty() {
    SLP_CHECK_MULTIPLIER='' refused "field token: names no law" "$SLP" check --replay nothing
}
ok "slp check, a multiplier of the environment that is empty" empty

# ---- The ends of what other commands take -------------------------------------------------
run() { # NAME WORDS OPTIONS...
    local name=$1 words=$2
    shift 2
    ok "slp run, $name" refused "$words" "$SLP" run "$@"
}
run "bits below" "--prec needs a whole number from 64 to 1048576, not '63'" --path ref --prec 63
run "bits above" "--prec needs a whole number from 64 to 1048576, not '1048577'" --path ref \
    --prec 1048577
run "no digit" "--digits needs a whole number from 1 to 1000, not '0'" --path ref --digits 0
run "digits above" "--digits needs a whole number from 1 to 1000, not '1001'" --path ref \
    --digits 1001
run "no path" "slp run: which path? --path ref or --path fast"
run "digits of binary64" "slp run: the fast path works in binary64" --path fast --digits 5
run "digits of what is carried" "slp run: --digits carries already" --path ref --digits 5 --carry
run "runs of balls in binary64" "slp run: the fast path works in binary64" --path fast --carry
run "bits of binary64" "slp run: the fast path works in binary64" --path fast --prec 64
"$SLP" gen --system rigid-body --scheme tmk --count 3 --seed 5 --level 1 >"$dir/three"
ends() { "$SLP" run --path ref --prec "$1" --digits "$2" <"$dir/three"; [ $? -lt 2 ]; }
ok "slp run, the fewest" ends 64 1
ok "slp run, the most" ends 1048576 1000
digits() { # all numbers of each result, to as many digits as are asked for, and what they round to
    "$SLP" run --path ref --digits 25 <"$dir/three" >"$dir/long" &&
        "$SLP" run --path ref --carry <"$dir/three" >"$dir/short" &&
        python3 - "$dir/long" "$dir/short" <<'P'
import re, sys
def numbers(name):
    lines = [l for l in open(name) if l.startswith("result")]
    return [re.search(r" y=(\S+)", l)[1].split(",") for l in lines]
long, short = map(numbers, sys.argv[1:])
assert len(long) == len(short) == 3
for a, b in zip(long, short):
    assert len(a) == len(b) and len(a) % 3 == 0, (a, b)
    for x, y in zip(a, b):
        assert float(x) == float.fromhex(y), (x, y)
        assert len(re.sub(r"e.*|[-.]", "", x).lstrip("0")) in (0, *range(20, 26)), x
P
}
ok "slp run, digits of every number" digits

# ---- Files of claims, and results without a case ------------------------------------------
printf 'id: a\0b\n' >"$dir/nul.yaml"
ok "slp audit, a NUL" refused "slp audit: $dir/nul.yaml holds a NUL: it is not a text file" \
    "$SLP" audit --claim "$dir/nul.yaml"
head -c 1048577 /dev/zero | tr '\0' '#' >"$dir/large.yaml"
ok "slp audit, a byte more than a claim may have" \
    refused "$dir/large.yaml is larger than a claim may be (1 MiB)" \
    "$SLP" audit --claim "$dir/large.yaml"
head -c 1048576 "$dir/large.yaml" >"$dir/most.yaml"
ok "slp audit, as many as it may" refused "most.yaml:1: the file is empty" \
    "$SLP" audit --claim "$dir/most.yaml"
ok "slp audit, a directory that cannot be" \
    refused "slp audit: cannot make the directory /dev/null/x/results: Not a directory" \
    "$SLP" audit --claim gbw-r0 --out /dev/null/x
"$SLP" gen --count 1 --seed 3 >"$dir/cases"
"$SLP" run --path fast <"$dir/cases" | sed 's/ id=[^ ]*/ id=other/' >"$dir/results"
judged() {
    "$SLP" judge --cases "$dir/cases" <"$dir/results" >"$dir/out" 2>"$dir/err"; [ $? = 2 ] &&
        grep -qF "$dir/cases has no case with this id" "$dir/err" || {
        cat "$dir/err"; return 1
    }
}
ok "slp judge, a result of no case" judged
preset() {
    echo "case id=far system=rigid-body scheme=tmk inertia=1,2,3 h=$1 steps=9007199254740992" \
        "x=1,0,0" >"$dir/far.slp"
}
preset 1e300
ok "slp simulate, a time beyond all numbers" \
    refused "field h: is so large that the time overflows" "$SLP" simulate "$dir/far.slp" --steps 1
preset 0
ok "slp simulate, no step at all" refused "field h: is not positive; a trajectory runs forwards" \
    "$SLP" simulate "$dir/far.slp" --steps 1
