#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# proof.v proves the theorem of proof.md to Coq, where there is one.  With a fault of weakened.tsv
# it does not: every fourth of them, all with SLP_CHECK_MULTIPLIER above 1.
# Run once (compiler, sanitizer): it runs Coq, and no program of this build.
. "$(dirname "$0")/../tap.sh"
prove=tests/certificates/prove.sh
file=oracle/certificates/proof.v
mkdir "$dir/bin"
for tool in bash realpath dirname; do ln -s "$(command -v $tool)" "$dir/bin"; done
ok "without Coq it says why it proves nothing" eval \
    'exits 0 env PATH="$dir/bin" $prove && prints "skipped: there is no coqc here"'
ok "nothing is left open in the file" eval '! grep -nwE "Admitted|admit|Axiom|Parameter" $file'
needs "the proof" coqc "make deps-prove"
ok "the theorem is proved" exits 0 $prove
is "from the axioms of real numbers, and no other one" "$(sed -n 's/^  //p' "$dir/out")" \
    "$(cat oracle/certificates/axioms.txt)"

# ---- Faults
every=4
case ${SLP_CHECK_MULTIPLIER:-1} in 1 | 0*) ;; *) every=1 ;; esac
sed '/^#/d' tests/certificates/weakened.tsv | awk -F '\t' -v dir="$dir" -v every=$every '
    { line = line (line == "" ? "" : "\n") $1 }
    NF == 2 {
        if (n++ % every == 0) {
            print line >(dir "/" n ".sed"); print $2 >(dir "/" n ".what") }
        line = "" }'
mutate() { # SED: the faulty file is not proved
    local v=${1%.sed}.v
    sed -f "$1" "$2" >"$v"
    ! cmp -s "$v" "$2" || { echo "the fault is not planted"; return 1; }
    ! "$3" "$v" >"${1%.sed}.said" 2>&1 && grep -q . "${1%.sed}.said"
}
export -f mutate
plant() { for s in "$dir"/*.sed; do echo "$s"; done |
    xargs -P 2 -I S bash -c 'mutate S "$1" "$2" >S.log 2>&1; echo $? >S.rc' - "$file" "$prove"; }
plant
for s in "$dir"/*.sed; do
    ok "refused: $(cat "${s%.sed}.what")" eval \
        '[ "$(cat "$s.rc")" = 0 ] || { cat "$s.log"; false; }'
done
is "none is left out" "$(ls "$dir"/*.sed.rc | wc -l)" \
    "$((($(grep -c '	' tests/certificates/weakened.tsv) + every - 1) / every))"
# an assumption by another word is found among the axioms
sed 's/^Section Dimension\./Variable trust : False.\n&/; /^Theorem power_bound/,/^Qed/{
    /^Proof/,/^Qed/c\Proof. destruct trust. Qed.
}' $file >"$dir/trust.v"
ok "refused: an assumption that is no axiom by name" eval \
    'exits 1 $prove "$dir/trust.v" && says "rest on other axioms"'
