#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Checks proof.v with the proof assistant Coq: prove.sh [FILE].  Prints the axioms that its theorems
# rest on.  Exit status: 0 proved, from the axioms of axioms.txt and no other one; 1 not; 0 and one
# line where there is no Coq.
set -u
file=${1:-oracle/certificates/proof.v}
here=$(realpath "$(dirname "$0")")
axioms=$here/../../oracle/certificates/axioms.txt
if ! command -v coqc >/dev/null; then
    echo "make prove: skipped: there is no coqc here; \`make deps-prove\` installs it (350 MB)"
    exit 0
fi
[ -r "$file" ] || { echo "make prove: cannot read $file" >&2; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# A proof that is left open, or a statement that is only assumed.
open='Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Abort|bypass_check'
if grep -nwE "$open" "$file"; then
    echo "make prove: $file leaves something unproved" >&2
    exit 1
fi
cp "$file" "$dir/proof.v" && cp "$here/statements.v" "$dir" && cd "$dir" || exit 1
coqc -q proof.v || exit 1
coqc -q statements.v >said || { cat said; exit 1; }
sed -n 's/^\([A-Za-z][A-Za-z_.]*\)\( :.*\)\?$/\1/p' said | sort >found
if ! diff <(sort "$axioms") found >differ; then
    echo "make prove: the theorems rest on other axioms (<: those of axioms.txt)" >&2
    cat differ >&2
    exit 1
fi
# Coq's second program reads the compiled proof and checks each step of it again.
if command -v coqchk >/dev/null; then
    coqchk -silent -norec proof -R . "" >checked 2>&1 || { cat checked >&2; exit 1; }
fi
echo "proved by $(coqc --version | sed -n '1s/.*version /Coq /p'), from the axioms"
sed 's/^/  /' found
