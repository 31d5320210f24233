#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# --pairs and --size of gen, check, conform and vectors: the pairs and sizes that a user lists are
# asked and no others, a port's own answer to `list` is such a list, a wrong line is named with its
# number and the remedy, and one warning says when pairs get few cases.
# Run once (compiler): it asks what is chosen, refused and said.
. "$(dirname "$0")/../tap.sh"
cat >"$dir/pairs" <<'LIST'
# two of my port, and one in the words of `list`
spins isospectral-midpoint
  rigid-body	tmk   # a tab, a comment behind

spins isospectral-midpoint
pair system=heavy-top scheme=trapezoidal
end
LIST
wanted='heavy-top trapezoidal
rigid-body tmk
spins isospectral-midpoint'
pairs_of() { sed -n 's/.* system=\([^ ]*\) scheme=\([^ ]*\) .*/\1 \2/p' "$@" | sort -u; }
"$SLP" gen --pairs "$dir/pairs" --size 3..5 --count 120 >"$dir/cases" 2>"$dir/said"
is "slp gen: these pairs" "$(pairs_of "$dir/cases")" "$wanted"
sizes=$(sed -n 's/^case .*system=spins.* x=\([^ ]*\).*/\1/p' "$dir/cases" | tr -cd ',\n' |
    awk '{ print (length($0) + 1) / 3 }' | sort -nu | tr '\n' ' ')
is "and 3, 4 or 5 spins" "$sizes" "3 4 5 "
ok "enough of each: no warning" eval '[ ! -s "$dir/said" ]'
ok "the first line has the options" \
    grep -q '^# slp gen --pairs FILE --size 3\.\.5 --count 120' "$dir/cases"
is "from standard input the same" "$("$SLP" gen --pairs - --size 3..5 --count 120 <"$dir/pairs" |
    cksum)" "$(cksum <"$dir/cases")"
echo list | python3 oracle/ports/python/slp_port.py | grep -v polynomial >"$dir/listed"
"$SLP" gen --pairs "$dir/listed" --count 400 2>/dev/null >"$dir/own"
is "what a port lists" \
    "$(sed -n 's/^case id=\([^. ]*\)\.\([^ ]*\)-[a-z]*-[0-9]* .*/\1 \2/p' "$dir/own" | sort -u)" \
    "$(sed -n 's/^pair system=\([^ ]*\) scheme=\(.*\)/\1 \2/p' "$dir/listed" | sort -u)"
"$SLP" check --path fast --law agreement --pairs "$dir/pairs" --size 4 --multiplier 0.02 \
    >"$dir/checked"
is "slp check: these pairs" "$(awk '$1 == "agreement" { print $2 }' "$dir/checked" | sort -u)" \
    "$(tr ' ' / <<<"$wanted")"
"$SLP" vectors --out "$dir/vectors" --pairs "$dir/pairs" --size 4 --count 30 >"$dir/out" 2>&1
is "slp vectors: these pairs" "$(pairs_of "$dir/vectors/vectors.txt")" "$wanted"
is "and 4 spins" "$(sed -n 's/^case .*system=spins.* x=\([^ ]*\).*/\1/p' \
    "$dir/vectors/vectors.txt" | tr -cd ',\n' | awk '{ print length($0) + 1 }' | sort -nu)" 12
ok "a warning of few cases" grep -q '^slp vectors: 3 pairs, about 10 cases each: .*--count 90 ' \
    "$dir/out"
"$SLP" conform --port "$SLP run --path fast" --out "$dir/statement" --pairs "$dir/pairs" --size 4 \
    --count 8 --quick --multiplier 0.01 >"$dir/out" 2>&1
read -r -d '' asked <<'PYTHON'
import json, sys
s = json.load(open(sys.argv[1]))["statement"]
print(sorted(s["asked"]["pairs"]), s["asked"]["sizes"])
print(sorted([p["system"], p["scheme"]] for p in s["pairs"]) == sorted(s["asked"]["pairs"]))
PYTHON
is "slp conform: these pairs" "$(python3 -c "$asked" "$dir/statement/conform.json")" \
    "[['heavy-top', 'trapezoidal'], ['rigid-body', 'tmk'], ['spins', 'isospectral-midpoint']] [4, 4]
True"
ok "its page says so" grep -q 'Only a list of 3 pairs was asked' "$dir/statement/index.html"
ok "no warning: the count is that of each pair" eval '! grep -q "cases each" "$dir/out"'
# of all pairs, with a port that offers one
"$SLP" conform --port 'sed -u "s/^list$/pair system=rigid-body scheme=tmk\nend/
    s/^case id=\([^ ]*\).*/result id=\1 error=unsupported/"' \
    --out "$dir/all" --count 8 --quick --multiplier 0.01 --size 4..5 >"$dir/out" 2>&1
"$SLP" conform --port "$SLP run --path fast" --out "$dir/some" --pairs "$dir/pairs" --size 4..5 \
    --count 8 --quick --multiplier 0.01 >"$dir/out" 2>&1
ok "a list is not compared with all pairs" refused 'asked.pairs differs: null in the first' \
    "$SLP" conform --compare "$dir/all" "$dir/some"
ok "nor all pairs with a list" refused 'asked.pairs differs: [["spins","isospectral-midpoint"]' \
    "$SLP" conform --compare "$dir/some" "$dir/all"
# a law that takes smaller cases is left out, and said
"$SLP" check --path fast --law drift --system spins --scheme tmk --size 9 >"$dir/out" 2>&1
ok "a law of smaller cases does not apply" [ $? = 2 ]
"$SLP" check --path fast --system spins --scheme tmk --size 9 --multiplier 0.01 \
    >"$dir/out" 2>&1
ok "a line says which laws are left out" \
    grep -q '^drift is not applied to 1 of 1 pairs: it takes smaller cases' "$dir/out"
ok "and what is applied holds" grep -q '^[0-9]* passed, 0 failed' "$dir/out"
# no law asks another size, not even the large case of number 62
"$SLP" check --port "tee '$dir/asked' | $SLP run --path fast --echo" --law agreement \
    --system spins --scheme tmk --size 4..5 --multiplier 0.5 >"$dir/out" 2>&1
is "laws ask 4 and 5 spins" "$(sed -n 's/^case .*system=spins.* x=\([^ ]*\).*/\1/p' "$dir/asked" |
    tr -cd ',\n' | awk '{ print (length($0) + 1) / 3 }' | sort -nu | tr '\n' ' ')" "4 5 "
# a counterexample drawn in a size is drawn again in it
"$SLP" check --port 'python3 tests/command/off_by_one.py' --law agreement --system spins \
    --scheme tmk --size 6 --multiplier 0.1 >"$dir/out" 2>/dev/null
token=$(sed -n "s/.*--replay '\{0,1\}\(agreement[^ ']*\/6\.\.6\).*/\1/p" "$dir/out" | head -n 1)
ok "its token names the size" [ -n "$token" ]
"$SLP" check --port 'python3 tests/command/off_by_one.py' --replay "$token" >"$dir/out"
ok "and draws six spins" eval 'grep -q "FAILED" "$dir/out" &&
    [ "$(grep -o " x=[^ ]*" "$dir/out" | head -n 1 | tr -cd , | wc -c)" = 17 ]'

wrong() { # WORDS LINE: the line, behind a right one, is refused with its place by all four
    printf 'rigid-body tmk\n%s\n' "$2" >"$dir/wrong"
    for command in gen check "vectors --out $dir/none" "conform --port x --out $dir/none"; do
        "$SLP" $command --pairs "$dir/wrong" >"$dir/out" 2>"$dir/err"
        [ $? = 2 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
            grep -qF -- "${command%% *} --pairs: $dir/wrong:2: $1" "$dir/err" ||
            { cat "$dir/err"; return 1; }
    done
}
ok "a system that is none" \
    wrong "unknown system 'rigid-bdy' (did you mean rigid-body?); \`slp list systems\` shows" \
    'rigid-bdy tmk'
ok "a scheme that is none" \
    wrong "unknown scheme 'tkm' (did you mean tmk?); \`slp list schemes\` shows" 'rigid-body tkm'
ok "a pair that makes no sense" wrong 'heun-projected makes no sense on canonical: ' \
    'canonical heun-projected'
ok "one word" wrong "'spins' stands alone; write SYSTEM SCHEME" spins
ok "a third word" wrong "'x' is a third word; a line is SYSTEM SCHEME" 'spins tmk x'
: >"$dir/empty"
ok "no pair at all" refused 'names no pair; write SYSTEM SCHEME' "$SLP" gen --pairs "$dir/empty"
ok "no file" refused 'none: No such file' "$SLP" check --pairs "$dir/none"
ok "a list beside a system" refused 'stands beside --system or --scheme' \
    "$SLP" gen --pairs "$dir/pairs" --system spins
for command in gen check "vectors --out $dir/none" "conform --port x --out $dir/none"; do
    ok "${command%% *}: a size that a system cannot have" \
        refused 'cases of sine-euler cannot have that size' "$SLP" $command --size 8
    ok "${command%% *}: sizes from large to small" refused "two such as 3..8, not '8..3'" \
        "$SLP" $command --size 8..3
done
ok "a size above all" refused "from 1 to 1024, or two" "$SLP" gen --size 1025
