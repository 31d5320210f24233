#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Both paths under the laws: `slp check`, its lines as TAP.  So that `make check` takes few minutes,
# agreement is tried on all pairs, on a sixteenth of the cases that it draws by itself, and all laws
# on an eighth of the cases of few pairs: of one in 24, and the first of each system and of each
# scheme.  With an eighth of the cases most of the time went to laws that cannot try less than one
# case of a pair.  Which cases these are follows from the seed.  SLP_CHECK_MULTIPLIER from 1 on
# tries all, and below 1 a quarter of that multiplier is tried, of agreement an eighth; .ci/run
# tries half of all, on all pairs, with the other compiler.  Under the sanitizers the few pairs are
# the first of each system and of each scheme.
# Run once (compiler): there .ci/run tries half of the cases of all laws on all pairs.
# Starts first.
. "$(dirname "$0")/../tap.sh"
cases=$(awk -v all="${SLP_CHECK_MULTIPLIER:-0.5}" 'BEGIN { print all < 1 ? all / 4 : all }')
if awk -v cases="$cases" 'BEGIN { exit cases < 1 }'; then
    "$SLP" check --tap --multiplier "$cases"
    exit
fi
status=0
half=$(awk -v m="$cases" 'BEGIN { print m / 2 }')
"$SLP" check --tap --law agreement --multiplier "$half" >"$dir/agreement" || status=1
cat "$dir/agreement"
sed -nE 's|^(not )?ok [0-9]+ - agreement ([^/ ]+)/([^ ]+) ref .*|\2 \3|p' "$dir/agreement" |
    awk -v turn="$(fewer 0 1)" 'turn && NR % 24 == 1 || !systems[$1] || !schemes[$2] { print }
        { systems[$1] = schemes[$2] = 1 }' >"$dir/pairs"
"$SLP" check --tap --pairs "$dir/pairs" --multiplier "$cases" || status=1
exit $status
