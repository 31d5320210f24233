#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# A record says which of its numbers depend on the BLAS and names its kernel.  Other records have no
# word of it, and are the same bytes with any kernel.  The run says on which machine it was.
# Run once (compiler, sanitizer): it asks about records.
. "$(dirname "$0")/audit_trial.sh"
cat >"$dir/matrices.yaml" <<'Y'
id: matrices
source: test
locator: nowhere
statement: eigenvalues stay
experiments:
  - {name: large, system: zeitlin-sphere, scheme: isospectral-midpoint, h: 2^-10, steps: 3,
     parameters: {n: 16}, state: {uniform: [-0.1, 0.1]}}
  - {name: small, system: rigid-body, scheme: isospectral-midpoint, h: 2^-6, steps: 30,
     parameters: {inertia: [1, 2, 3]}, state: [0.6, 0, 0.8]}
measures:
  - {name: large, quantity: energy-drift, experiment: large}
  - {name: small, quantity: energy-drift, experiment: small}
decide:
  - verdict: confirmed
    because: small
    when: [{value: large.largest, is: below, bound: 1}]
Y
with() { # KERNEL: both claims, by that kernel, into $dir/KERNEL
    OPENBLAS_CORETYPE=$1 "$SLP" audit "$dir/matrices.yaml" gbw-rotation --out "$dir/$1"
}
about() { # KERNEL PYTHON: of the record r, its run, other
    python3 - "$dir/$1" "$2" <<'P'
import json, sys
load = lambda name: json.load(open(f"{sys.argv[1]}/{name}.json"))
r, run = load("results/matrices"), load("runs/matrices")
other, other_run = load("results/gbw-rotation"), load("runs/gbw-rotation")
depends = lambda k: {v.get("depends") for v in r["measures"][k]["values"]}
assert eval(sys.argv[2]), (r.get("blas"), run["machine"], [depends(k) for k in (0, 1)])
P
}
ok "claims are decided by one kernel" exits 0 with Nehalem
ok "the numbers of large matrices depend on the BLAS" about Nehalem 'depends(0) == {"blas"}'
ok "the others do not" about Nehalem 'depends(1) == {None}'
on_page() { # NUMBER: its row of the claim's page has the word
    grep -F "\`$1\`" "$dir/Nehalem/claims/matrices.md" | grep -qF "depends on the BLAS"
}
ok "the page says which do" on_page large.largest
not_on_page() { ! on_page "$1"; }
ok "and of the others nothing" not_on_page small.largest
ok "the deciding number says so" about Nehalem 'r["number"]["depends"] == "blas"'
ok "a record without has no word of it" about Nehalem \
    '"blas" not in other and "depends" not in other["number"]'
ok "its run did not load the BLAS" about Nehalem 'other_run["machine"]["kernel"] is None'
ok "the run names the machine and the program" about Nehalem \
    'all(run["machine"][k] for k in ("processor", "processors", "system", "slp", "libraries"))'
if [ "$(uname -m)" = x86_64 ] && about Nehalem '"DYNAMIC_ARCH" in r["blas"]["library"]' 2>/dev/null
then
    ok "the record names the kernel" about Nehalem 'r["blas"]["kernel"] == "Nehalem"'
    ok "the run names the kernel, too" about Nehalem 'run["machine"]["kernel"] == "Nehalem"'
    ok "another kernel is another word" exits 0 with Prescott
    ok "which the record names" about Prescott \
        'r["blas"]["kernel"] == "Prescott" and "OpenBLAS" in r["blas"]["library"]'
    ok "numbers without the BLAS are the same bytes" cmp "$dir/Nehalem/results/gbw-rotation.json" \
        "$dir/Prescott/results/gbw-rotation.json"
    ok "of the same claim, too" python3 - "$dir" <<'P'
import json, sys
a, b = (json.load(open(f"{sys.argv[1]}/{k}/results/matrices.json")) 
        for k in ("Nehalem", "Prescott"))
assert a["measures"][1]["values"] == b["measures"][1]["values"]
P
else
    echo "ok - kernels are named # SKIP this BLAS does not choose its kernel by OPENBLAS_CORETYPE"
fi
