#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What cannot be used is refused before anything is computed: status 2, the place and the remedy
# named, no output begun.  Each refusal here is one that no other test meets.
# Run once (compiler): it asks what is refused and said.
. "$(dirname "$0")/../tap.sh"

# ---- Claims -------------------------------------------------------------------------------
whole=$here/../audit/drift.yaml
refused_claim() { # WORDS: with file and line, and no report begun
    refused "$1" "$SLP" audit --out "$dir/report" --claim "$dir/changed.yaml" &&
        grep -qE 'changed.yaml:[0-9]+: ' "$dir/err" && [ ! -e "$dir/report" ]
}
claim() { # NAME WORDS SED: the whole claim, changed, is refused
    rm -rf "$dir/report"
    sed -E "$3" "$whole" >"$dir/changed.yaml"
    cmp -s "$dir/changed.yaml" "$whole" && {
        echo "not ok - $1: the claim is not changed"; status=1
    }
    ok "$1" refused_claim "$2"
}
ok "the claim itself is decided" "$SLP" audit --out "$dir/decided" --claim "$whole"
claim "two experiments of one name" "two experiments are named one" '/name: one/{N;p;}'
claim "two measures of one name" "two measures are named m" '/name: m,/{p;}'
claim "two figures of one name" "two figures are named f" '/name: f,/{p;}'
claim "a norm below zero" "a norm is not negative" 's/state: [^]]*\]/state: {norm: [-1, 1]}/'
claim "a number drawn in two ways" "one way of drawing is enough" \
    's/h: 2\^-6/h: {uniform: [1, 2], log: [1, 2]}/'
claim "several steps where one is wanted" "is one number" 's/h: 2\^-6/h: [2^-6, 2^-7]/'
claim "an unknown model" \
    "is one of: kubo pendulum" \
    's/: rigid-body/: canonical/; s/inertia: [^]]*\]/model: kubu/; s/state: [^]]*\]/state: [1, 0]/'
claim "modes that are no pairs" "wants integer pairs like 1:-1" \
    's/system: rigid-body/system: sine-euler/; s/inertia: [^]]*\]/n: 3, modes: [1:x], amp: 1/'
claim "what is no YAML" "this is not YAML" 's/^measures:/measures: ]/'
ok "a directory for a claim" refused "cannot read $dir" \
    "$SLP" audit --out "$dir/report" --claim "$dir"

# ---- Options ------------------------------------------------------------------------------
ok "a value for a flag" refused "slp run: --echo takes no value" "$SLP" run --path fast --echo=yes
ok "an argument too many" refused "'more' is one argument too many; see slp gen --help" \
    "$SLP" gen more
ok "a list of nothing" refused "of what? systems, schemes, laws, presets, claims, faults or quan" \
    "$SLP" list

# ---- Cases --------------------------------------------------------------------------------
body='system=rigid-body scheme=tmk inertia=1,2,3 h=0x1p-6 steps=1'
refuses_case() { # WORDS LINE
    printf '%s\n' "$2" >"$dir/case"
    "$SLP" run --path ref <"$dir/case" >"$dir/out" 2>"$dir/err"
    [ $? = 2 ] && grep -qF -- "$1" "$dir/err" || { cat "$dir/err"; return 1; }
}
ok "a state too short" refuses_case "case a, field x" "case id=a $body x=1,0"
many=$(seq -s, 1 70000)
ok "more numbers than a field takes" refuses_case "case a, field lin" \
    "case id=a $body x=1,0,0 lin=$many dw=0"

# ---- Runs ---------------------------------------------------------------------------------
# One process writes FILE; a second one must not.
"$SLP" simulate ejll-rigid-body --table "$dir/run.csv" --resume >/dev/null 2>&1 &
writer=$!
for _ in $(seq 200); do [ -s "$dir/run.csv" ] && break; sleep 0.05; done
ok "a file that another process writes" refused "is being written by another process" \
    "$SLP" simulate ejll-rigid-body --table "$dir/run.csv" --resume
kill $writer 2>/dev/null
wait $writer 2>/dev/null || :
