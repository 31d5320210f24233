#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Polynomials on every algebra, against programs that know brackets alone.  The flows of factors, on
# either path: the solution of each factor's equation by an integrator that knows no exponential, to
# 20 digits and to 1e-14 (tests/ref/factor_flows.py).  Levy areas, in fractions, to 20 digits
# (tests/ref/area_fields.py).
# Run once (compiler, libraries, sanitizer): the model is Python; the laws take these steps.
. "$(dirname "$0")/../tap.sh"
flows="$here/factor_flows.py"
ok "84 steps of splittings are the flows of their factors, one after the other" \
    exits 0 python3 "$flows" "$SLP" 3
for fault in order time weights; do
    ok "this would be seen: $fault" exits 1 python3 "$flows" "$SLP" 1 "$fault"
done
ok "42 moves by areas of three noises are those of their brackets" \
    exits 0 python3 "$here/area_fields.py" "$SLP" 3
for fault in weights sign; do
    ok "this would be seen: $fault" exits 1 python3 "$here/area_fields.py" "$SLP" 1 "$fault"
done
