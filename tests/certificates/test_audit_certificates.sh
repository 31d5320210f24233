#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp audit --certificates`: certificates of the steps that verdicts rest on, proved by the
# checker.
. "$(dirname "$0")/../tap.sh"
checker=oracle/certificates/check_certificate.py
export PYTHONDONTWRITEBYTECODE=1
cat >"$dir/both.yaml" <<'END'
id: both
source: nobody
locator: nowhere
statement: Steps keep what they must.
experiments:
  - name: swept
    system: rigid-body
    scheme: tmk
    parameters: {inertia: [1, 2, 3]}
    state: {norm: [0.5, 1]}
    h: 2^-6
    samples: 5
  - name: judged
    system: rigid-body
    scheme: isospectral-midpoint
    parameters: {inertia: [1, 2, 3]}
    state: {norm: [0.5, 1]}
    h: 2^-6
    steps: 6
    samples: 2
  - name: drawn
    system: rigid-body
    scheme: tmk
    parameters: {inertia: [1, 2, 3]}
    state: {norm: [0.5, 1]}
    h: 2^-6
    samples: 3
measures:
  - {name: energy, quantity: energy-residual, experiment: swept}
  - {name: casimir, quantity: casimir-residual, experiment: swept}
  - {name: steps, quantity: judged-steps, experiment: judged, stride: 2}
  - {name: domain, quantity: cayley-derivative, experiment: drawn, quarter: 0.25}
decide:
  - verdict: confirmed
    when: [{value: steps.failed, is: equals, bound: 0}]
    because: "It does."
END
audit() { "$SLP" audit --claim "$dir/both.yaml" --out "$dir/$1" "${@:2}"; }
count() { grep -c '^certificate ' "$dir/proofs/both.$1.txt"; }
ok "a claim is audited without them" exits 0 audit without
ok "and with them" exits 0 audit with --certificates "$dir/proofs"
ok "it says where they are" prints "certificates: $dir/proofs"
is "a file for each experiment whose steps are certified" \
    "$(ls "$dir/proofs" | tr '\n' ' ')" "both.judged.txt both.swept.txt "
is "two measures of an experiment write a step once" "$(count swept)" 5
is "judged steps, each from the state before it" "$(count judged)" 6
is "each is a case of its own" "$(grep '^case ' "$dir/proofs/both.judged.txt" | sort -u | wc -l)" 6
bare() { # what a record says, without times
    sed -E '/"(started|seconds|sum)"/d' "$dir/$1/results/both.json"
}
ok "no record changes" eval 'bare with | grep -q verdict && cmp <(bare without) <(bare with)'
cp -r "$dir/proofs" "$dir/before"
ok "a second time" exits 0 audit with --certificates "$dir/proofs" --jobs 2
ok "the files are the same bytes" diff -r "$dir/before" "$dir/proofs"
if command -v python3 >/dev/null; then
    for f in "$dir"/proofs/*.txt; do
        ok "all of ${f##*/} are proved" exits 0 python3 "$checker" "$f"
    done
    quick="gbw-energy" # of the ledger
    ok "claims of the ledger" exits 0 "$SLP" audit $quick --out "$dir/ledger" \
        --certificates "$dir/few"
    for f in "$dir"/few/*.txt; do
        awk '/^case / { n++ } n % 50 == 1' "$f" >"$dir/part"
        ok "a sample of ${f##*/} is proved" exits 0 python3 "$checker" "$dir/part"
        is "as many as were taken" "$(grep -c ' proved$' "$dir/out")" \
            "$(grep -c ^certificate "$dir/part")"
    done
    ok "there are some" test -s "$dir/part"
    # the first coordinate lower than the reference says
    sed -E 's/ high=[^ ,]*/ high=-0x1p+9/' "$dir/proofs/both.swept.txt" >"$dir/other"
    ok "an enclosure that is moved is not proved" exits 1 python3 "$checker" "$dir/other"
else
    skip "they are proved" "no python3 here"
fi

# ---- Bad input
ok "not with --resume" refused "leave out --resume" audit bad --certificates "$dir/p" --resume
ok "not without a name" refused "--certificates needs a value" audit bad --certificates ""
ok "nothing is made then" test ! -e "$dir/bad" -a ! -e "$dir/p"
touch "$dir/file"
ok "a file in place of the directory" eval \
    'exits 2 audit bad --certificates "$dir/file" && says "cannot make the directory $dir/file"'
ln -s "$dir/proofs" "$dir/link"
ok "a link" eval 'exits 2 audit bad --certificates "$dir/link" && says "is a link"'
ok "nothing is audited then" test ! -e "$dir/bad"
mkdir -p "$dir/taken/both.swept.txt/x"
taken() { exits 1 audit taken-out --certificates "$dir/taken" && prints error; }
ok "a file that cannot be written ends the claim in an error" taken
ok "that names it" \
    grep -q "cannot write $dir/taken/both.swept.txt" "$dir/taken-out/results/both.json"
empty "nothing half-written is left" "$(find "$dir/taken" -name '*.new')"
