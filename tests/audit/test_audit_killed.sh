#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp audit` ended from outside: records are whole, nothing outlives it, an interrupted audit is
# taken up again.
# Run once (compiler): it asks what a process does when the system ends or refuses something.
. "$(dirname "$0")/audit_trial.sh"

# One reading of its state: between two readings the system may take an ended process away.
alive() { grep -qs '^State:.[^ZX]' "/proc/$1/status"; }
gone() { [ "$1" -gt 1 ] && ! alive "$1"; }

# Killed in the middle: what was decided is on disk, whole; the rest is computed when taken up
# again.
claim "$dir/quick.yaml" quick 50 1e-12 1e-12
claim "$dir/slow.yaml" slow 300000 1e-9 1e-9
rm -rf "$dir/report"
"$SLP" audit --out "$dir/report" --jobs 2 "$dir/quick.yaml" "$dir/slow.yaml" >"$dir/killed" 2>&1 &
pid=$!
for _ in $(seq 200); do
    [ -e "$dir/report/results/quick.json" ] && break
    sleep 0.05
done
for _ in $(seq 200); do # the slow claim's process, once quick's has ended
    read -r child other <"/proc/$pid/task/$pid/children"
    [ -n "$child" ] && [ -z "$other" ] && break
    sleep 0.01
done
kill -9 $pid
wait $pid 2>/dev/null
ok "the record of a decided claim survives a kill" verdict quick confirmed
ok "the claim that ran has none yet" test ! -e "$dir/report/results/slow.json"
for _ in $(seq 100); do # its process ends by itself: nobody listens
    alive "$child" || break
    sleep 0.05
done
ok "its process does not outlive the audit" gone "$child"
ok "and has left no record" test ! -e "$dir/report/results/slow.json"
# The same of a claim that tells nothing for long: it does so every 1024 steps, and has 1000.
claim_file "$dir/silent.yaml" silent system=rigid-body-n scheme=isospectral-midpoint \
    parameters="n: 32" state="{uniform: [-0.1, 0.1]}" h=2^-9 steps=1000 more="precision: 4096" \
    quantity=spectrum-drift
"$SLP" audit --out "$dir/silent" --claim "$dir/silent.yaml" >/dev/null 2>&1 &
pid=$!
for _ in $(seq 200); do
    read -r child <"/proc/$pid/task/$pid/children"
    [ -n "$child" ] && break
    sleep 0.01
done
computed() { awk '{ sub(/.*[)] /, ""); exit !($12 + $13 >= 20) }' "/proc/$child/stat"; }
for _ in $(seq 2000); do # it computes: 20 ticks of the processor were its own
    computed && break
    sleep 0.01
done
ok "a claim that tells nothing computes" computed
kill -9 $pid
wait $pid 2>/dev/null
for _ in $(seq 100); do
    alive "$child" || break
    sleep 0.05
done
ok "nor does one that tells no progress" gone "$child"
claim "$dir/slow.yaml" slow 3000 1e-9 1e-9
before=$(ls -i "$dir/report/results/quick.json")
ok "the audit is taken up again" exits 0 audit --resume "$dir/quick.yaml" "$dir/slow.yaml"
ok "keeping what was decided" test "$before" = "$(ls -i "$dir/report/results/quick.json")"
ok "and computing the rest" verdict slow confirmed
claim "$dir/quick.yaml" quick 51 1e-12 1e-12
ok "a changed claim is computed anew" exits 0 audit --resume "$dir/quick.yaml"
ok "its record is a new one" test "$before" != "$(ls -i "$dir/report/results/quick.json")"
ok "--full takes the full sizes" exits 0 audit --full "$dir/quick.yaml"
ok "and says so" python3 - "$dir/report/results/quick.json" <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
assert r["size"] == "full", r
assert r["experiments"][0]["steps"] == 77 and r["measures"][0]["steps"] == 77, r
assert r["command"].endswith("--full"), r["command"]
P

# A claim that crashes is that claim's error.  (By SIGABRT: SIGSEGV is taken by the address
# sanitizer.)
claim "$dir/slow.yaml" slow 3000000 1e-9 1e-9
"$SLP" audit --out "$dir/report" --jobs 2 "$dir/quick.yaml" "$dir/slow.yaml" >"$dir/crashed" 2>&1 &
pid=$!
for _ in $(seq 400); do
    read -r child other <"/proc/$pid/task/$pid/children"
    grep -qs "^quick " "$dir/crashed" && [ -n "$child" ] && [ -z "$other" ] && break
    sleep 0.05
done
kill -ABRT "$child"
wait $pid
ok "the audit outlives a claim that crashes, exit status 1" test $? = 1
ok "and names the signal" grep -q "ended by signal 6" "$dir/crashed"
ok "and decides the other" grep -q "^quick *confirmed" "$dir/crashed"

# Killed with all its processes at any moment: what is there is whole, and what comes of taking it
# up again is what comes of one run.
claims=()
for id in k1 k2 k3 k4; do
    claim "$dir/$id.yaml" $id 2000 1e-9 1e-9
    claims+=("$dir/$id.yaml")
done
ok "four claims in one run" exits 0 "$SLP" audit --out "$dir/whole" "${claims[@]}"
rm -rf "$dir/report"
kills=$(awk -v x="${SLP_CHECK_MULTIPLIER:-1}" 'BEGIN { print int(20 * (x > 0.25 ? x : 0.25)) }') \
    bad=0 cut=0
for i in $(seq $kills); do
    [ $((i % 5)) = 0 ] && rm -rf "$dir/report"
    setsid "$SLP" audit --resume --jobs 2 --out "$dir/report" "${claims[@]}" >/dev/null 2>&1 &
    pid=$!
    sleep "0.0$(printf %03d $((RANDOM % 120)))"
    kill -9 -- -$pid 2>/dev/null && cut=$((cut + 1))
    wait $pid 2>/dev/null
    for _ in $(seq 30); do # its processes are gone, however busy the machine
        kill -0 -- -$pid 2>/dev/null || break
        sleep 0.01
    done
    for file in "$dir"/report/results/*.json "$dir"/report/data/*.tsv; do
        [ -e "$file" ] || continue
        cmp -s "$file" "$dir/whole/${file#"$dir"/report/}" || {
            bad=$((bad + 1)) && echo "# $file differs after kill $i"
        }
    done
done
ok "$kills kills: every file is whole" test $bad = 0
ok "$kills kills: some came in time" test $cut -gt 0
mkdir -p "$dir/report/results" "$dir/report/runs"
# of no process; of one that lives
touch "$dir/report/results/k1.json.999999999.0123456789abcdef.new" \
    "$dir/report/runs/k1.json.$$.0123456789abcdef.new"
ok "taken up again after the last" exits 0 audit --resume "${claims[@]}"
ok "the records are those of one run" diff -r "$dir/whole/results" "$dir/report/results"
ok "and the series" diff -r "$dir/whole/data" "$dir/report/data"
ok "what a living process writes is left alone" \
    rm "$dir/report/runs/k1.json.$$.0123456789abcdef.new"
ok "nothing half written is left" \
    sh -c '! find "$0/results" "$0/runs" "$0/data" -name "*.new" | grep .' "$dir/report"

# No room: files may have a kibibyte, which a record needs more than.
small() { (ulimit -f 1 && audit "$@"); }
rm -rf "$dir/report"
ok "without room for records: exit status 2" exits 2 small "$dir/k1.yaml"
ok "with the file" grep -q "cannot write $dir/report/results/k1.json" "$dir/err"
ok "and the remedy" grep -q "make room and take the audit up again" "$dir/out"
ok "nothing half written" \
    sh -c '! find "$0" -name "*.new" -o -name "k1.json" -path "*/results/*" | grep .' "$dir/report"
ok "with room again" exits 0 audit --resume "$dir/k1.yaml"
ok "it is what it would have been" cmp "$dir/whole/results/k1.json" "$dir/report/results/k1.json"
