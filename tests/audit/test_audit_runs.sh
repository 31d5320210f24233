#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp audit` end to end: verdicts follow the numbers, and errors name their line before anything
# runs.
. "$(dirname "$0")/audit_trial.sh"

claim "$dir/a.yaml" a 200 1e-12 1e-12
ok "a claim of one's own runs" exits 0 audit --claim "$dir/a.yaml"
ok "its numbers confirm it" verdict a confirmed
claim "$dir/a.yaml" a 200 1e-18 1e-18
ok "made false it still decides" exits 0 audit --claim "$dir/a.yaml"
ok "made false it is refuted" verdict a refuted
claim "$dir/a.yaml" a 200 1e-18 1
ok "between its rules it is undecided, exit status 1" exits 1 audit --claim "$dir/a.yaml"
ok "and inconclusive" verdict a inconclusive
because() { # WORDS: the record of a says so
    grep -E '"because": ".*'"$1" "$dir/report/results/a.json" || {
        grep because "$dir/report/results/a.json"; return 1
    }
}
ok "since each of its rules is false" \
    because 'Each has a condition that is false: the numbers are what no rule foresees\.'
mkdir "$dir/open"
sed -e 's/casimir-drift/casimir-residual/; s/is: below, bound: 1e-18/is: equals, bound: 0/' \
    -e '/^figures:/,$d' "$dir/a.yaml" >"$dir/open/a.yaml"
ok "a ball around 0 equals nothing for certain" exits 1 audit --claim "$dir/open/a.yaml"
ok "and the record says what is open" \
    because 'Open for confirmed: m\.largest is at most [0-9.e-]+\. More samples'

claim "$dir/bad.yaml" bad 200 1e-12 oops
ok "a second --claim is refused" exits 2 audit --claim gbw-rotation --claim=gbw-r0
ok "and told where further claims go" grep -q 'given 2 times; further claims follow as bare words' \
    "$dir/err"
ok "a bad number is refused" exits 2 audit --claim "$dir/bad.yaml"
ok "with file, line, claim and field" \
    grep -qF "bad.yaml:23: claim bad, field bound: \`oops\` is not a finite number" "$dir/err"
ok "and nothing on stdout" test ! -s "$dir/out"
ok "nor a record" test ! -e "$dir/report/results/bad.json"
claim "$dir/bad.yaml" bad 200 1e-12 1e-12
sed -i 's/{m.largest}"/{m.larges} {and} {this}"/' "$dir/bad.yaml"
ok "words that name no number are refused" exits 2 audit --claim "$dir/bad.yaml"
ok "with line and name" \
    grep -q "bad.yaml:18: claim bad, field because: {m.larges} is no number of this claim" \
    "$dir/err"
claim "$dir/bad.yaml" bad 200 1e-12 1e-12
sed -i 's/{m.largest}"/{m.largest"/' "$dir/bad.yaml"
ok "a brace left open is refused" exits 2 audit --claim "$dir/bad.yaml"
ok "with line and name" \
    grep -q "bad.yaml:18: claim bad, field because: {m.largest wants its closing brace" "$dir/err"
sed 's/^id: a/id: bad/; s/casimir-drift/casimir-drift, index: 1/' "$dir/a.yaml" >"$dir/bad.yaml"
ok "a Casimir that the system does not have is refused before anything runs" \
    exits 2 audit --claim "$dir/bad.yaml"
ok "at its measure" grep -qE \
    "bad.yaml:1[0-9]: claim bad, field index: is at most 0: rigid-body has 1 here" "$dir/err"
sed 's/^id: a/id: bad/; s/casimir-drift/formula, formula: y9/' "$dir/a.yaml" \
    >"$dir/bad.yaml"
ok "so is a formula that the system has no names for" exits 2 audit --claim "$dir/bad.yaml"
ok "at its measure" grep -q \
    "bad.yaml:16: claim bad, field formula: character 3: y has the indices 1 to 3" "$dir/err"
sed -e 's/^id: a/id: bad/; s/casimir-drift/strong-order, coarsest: 4/; s/m.largest/m.slope/g' \
    "$dir/a.yaml" >"$dir/bad.yaml"
ok "an experiment that does not fit is refused before anything runs" \
    exits 2 audit --claim "$dir/bad.yaml"
ok "with the field" grep -q "bad.yaml:7: claim bad, field samples: must be at least 4" "$dir/err"
sed -i 's/^    h: /    samples: 30\n    h: /' "$dir/bad.yaml"
ok "steps that are no grid are refused" exits 2 audit --claim "$dir/bad.yaml"
ok "with that field" grep -q "field steps: must be a power of two" "$dir/err"
sed -i 's/default: 200/default: 256/' "$dir/bad.yaml"
ok "so are too few levels" exits 2 audit --claim "$dir/bad.yaml"
ok "with what there is" grep -q "here 4 times, from 2^4 steps to 2^8" "$dir/err"
ok "of the size that is asked for" exits 2 audit --full --claim "$dir/bad.yaml"
ok "whose steps are no grid" grep -q "field steps: must be a power of two" "$dir/err"
ok "an unknown claim is refused" exits 2 audit --claim gbw-enrgy
ok "with a hint" grep -q "gbw-energy" "$dir/err"
ok "a directory that cannot be is refused" exits 2 "$SLP" audit --claim gbw-energy-bound \
    --out /dev/null/x
ok "a claim named twice is refused" exits 2 audit gbw-energy gbw-energy
printf 'id: a\0b\n' >"$dir/nul.yaml"
ok "a NUL is refused" exits 2 audit --claim "$dir/nul.yaml"
head -c 2000000 /dev/zero | tr '\0' a >"$dir/large.yaml"
ok "a file too large is refused" exits 2 audit --claim "$dir/large.yaml"
ok "slp list quantities lists what can be measured" \
    sh -c '"$0" list quantities | grep -q "^poisson-residual	"' "$SLP"
