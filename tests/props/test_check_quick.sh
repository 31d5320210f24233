#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp check --quick`: a quarter of the cases and fewer laws; it says which, and with what chance it
# finds a fault; it finds one that many cases show.
# Run once (compiler): it asks what is printed.
. "$(dirname "$0")/../tap.sh"
needs "slp check --quick" python3
quick() { "$slp" check --quick --regressions none "$@"; }
ok "it holds" exits 0 quick --system canonical --scheme tmk --junit "$dir/a.xml"
ok "at its multiplier" prints "seed 1, multiplier 0.25"
ok "it names the laws that sample" \
    grep -qx 'quick: laws that sample are not applied: drift, truncation' "$dir/out"
heavy="enclosure, energy-near, poisson, tangent"
ok "and those of much work" \
    grep -qx "quick: laws of much work are not applied: $heavy" "$dir/out"
left_out() {
    ! grep -qE '^(drift|truncation|enclosure|energy-near|poisson|tangent) ' "$dir/out"
}
ok "and applies none of them" left_out
chance() {
    python3 - "$dir/out" <<'P'
import math, re, sys
text = open(sys.argv[1]).read()
rows = [l.split() for l in text.splitlines() if re.match(r"[a-z-]+ +canonical/tmk +(ref|fast) ", l)]
rows = sorted(int(row[3]) for row in rows if int(row[3]) > 0)
said = r"quick: a row checked (\d+) cases or more, half of the rows (\d+) or more: "
said += r".* chance ([\d.]+) and ([\d.]+)$"
least, middle, p, q = re.search(said, text, re.M).groups()
assert (int(least), int(middle)) == (rows[0], rows[len(rows) // 2]), (rows, least, middle)
for n, chance in ((least, p), (middle, q)):
    assert float(chance) <= 1 - 0.9 ** int(n) < float(chance) + 0.0101, (n, chance)
P
}
ok "it says the chance of finding a fault, from the cases that it checked" chance
ok "JUnit's file says that it was quick" grep -q '<property name="quick" value="yes"/>' "$dir/a.xml"
ok "of a port it names only what applies to one" exits 0 quick --port "$slp run --path fast" \
    --system canonical --scheme tmk
ok "which is less" grep -qx 'quick: laws of much work are not applied: energy-near' "$dir/out"
wrong="$slp run --path fast | sed -u 's/ y=-/ y=/; t; s/ y=/ y=-/'"
ok "a wrong port fails" exits 1 quick --port "$wrong" --system canonical --scheme tmk \
    --law agreement
ok "a law that it leaves out is refused" \
    refused "--law drift: --quick leaves this law out" quick --law drift
ok "so is another multiplier" \
    refused "--multiplier 1: give it or --quick, not both" quick --multiplier 1
ok "and a replay" refused "--replay x: one case" quick --replay x
ok "the environment's multiplier does not count" exits 0 env SLP_CHECK_MULTIPLIER=9 \
    "$slp" check --quick --regressions none --system canonical --scheme tmk --law agreement
ok "but its own" prints "multiplier 0.25"
ok "TAP" exits 0 quick --system canonical --scheme tmk --law agreement --tap
tap() { ! grep -vE '^(#|ok|1\.\.|[0-9]+ passed, [0-9]+ failed$)' "$dir/out"; }
ok "has signs before those lines" tap
ok "without it nothing is said" exits 0 "$slp" check --regressions none --system canonical \
    --scheme tmk --law agreement --multiplier 0.1
not_said() { ! grep -q quick "$dir/out"; }
ok "of a quick run" not_said
help() {
    "$slp" check --help | tr -s ' \n' ' ' | grep -qF "1 of 4 cases (--multiplier 0.25), and no \
law that samples (drift, truncation)"
}
ok "the help says what it gives up" help
