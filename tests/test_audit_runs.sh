#!/bin/bash
# `slp audit` end to end: verdicts follow the numbers, errors name their line, records are whole, an interrupted
# audit is taken up again, and the ledger's claims come out as they should.
status=0
ok() { # NAME COMMAND...: the command must succeed
    local name=$1
    shift
    if "$@" >"$dir/log" 2>&1; then echo "ok - $name"; else
        echo "not ok - $name"
        sed 's/^/# /' "$dir/log" | head -n 12
        status=1
    fi
}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# claim FILE ID STEPS CONFIRMED-BELOW REFUTED-ABOVE: the drift of one run of tmk against two bounds
claim() {
    cat >"$1" <<Y
# A run of the rigid body, for tests.
id: $2
source: test
locator: nowhere
statement: the Casimir stays
experiments:
  - name: run
    system: rigid-body
    scheme: tmk
    parameters: {inertia: [1, 2, 3], lin: [0.1, 0, 0]}
    h: 2^-6
    state: [0.6, 0, 0.8]
    noise: wiener
    steps: {default: $3, full: 77}
measures:
  - {name: m, quantity: casimir-drift, experiment: run}
decide:
  - {verdict: confirmed, because: "it departs by {m.largest}", when: [{value: m.largest, is: below, bound: $4}]}
  - {verdict: refuted, because: "it departs by {m.largest}", when: [{value: m.largest, is: above, bound: $5}]}
figures:
  - {name: f, caption: "a \"figure\" & <b>more</b>", draw: [m]}
Y
}
audit() { "$SLP" audit --out "$dir/out" "$@"; }
exits() { # STATUS COMMAND...
    local wanted=$1 got=0
    shift
    "$@" >"$dir/stdout" 2>"$dir/stderr" || got=$?
    cat "$dir/stdout" "$dir/stderr"
    [ "$got" = "$wanted" ] || { echo "exit status $got, wanted $wanted"; return 1; }
}
alive() { [ -e "/proc/$1" ] && ! grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
gone() { [ "$1" -gt 1 ] && ! alive "$1"; }
verdict() { # ID VERDICT
    python3 - "$dir/out/results/$1.json" "$2" <<'P'
import json, sys
record = json.load(open(sys.argv[1]))
print(record["verdict"], record.get("error"), record.get("because"))
sys.exit(record["verdict"] != sys.argv[2])
P
}

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
    grep -E '"because": ".*'"$1" "$dir/out/results/a.json" || { grep because "$dir/out/results/a.json"; return 1; }
}
ok "since each of its rules is false" because 'Each has a condition that is false: the numbers are what no rule foresees\.'
sed 's/casimir-drift/casimir-residual/; s/is: below, bound: 1e-18/is: equals, bound: 0/' "$dir/a.yaml" >"$dir/open.yaml"
ok "a ball around 0 equals nothing for certain" exits 1 audit --claim "$dir/open.yaml"
ok "and the record says what is open" because 'Open for confirmed: m\.largest is at most [0-9.e-]+\. More samples'

claim "$dir/bad.yaml" bad 200 1e-12 oops
ok "a second --claim is refused" exits 2 audit --claim gbw-rotation --claim=gbw-r0
ok "and told where further claims go" grep -q 'given 2 times; further claims follow as bare words' "$dir/stderr"
ok "a bad number is refused" exits 2 audit --claim "$dir/bad.yaml"
ok "with file, line, claim and field" grep -qF "bad.yaml:19: claim bad, field bound: \`oops\` is not a finite number" "$dir/stderr"
ok "and nothing on stdout" test ! -s "$dir/stdout"
ok "nor a record" test ! -e "$dir/out/results/bad.json"
claim "$dir/bad.yaml" bad 200 1e-12 1e-12
sed -i 's/{m.largest}"/{m.larges} {and} {this}"/' "$dir/bad.yaml"
ok "words that name no number are refused" exits 2 audit --claim "$dir/bad.yaml"
ok "with line and name" grep -q "bad.yaml:18: claim bad, field because: {m.larges} is no number of this claim" "$dir/stderr"
claim "$dir/bad.yaml" bad 200 1e-12 1e-12
sed -i 's/{m.largest}"/{m.largest"/' "$dir/bad.yaml"
ok "a brace left open is refused" exits 2 audit --claim "$dir/bad.yaml"
ok "with line and name" grep -q "bad.yaml:18: claim bad, field because: {m.largest wants its closing brace" "$dir/stderr"
sed 's/casimir-drift/casimir-drift, index: 1/' "$dir/a.yaml" >"$dir/bad.yaml"
ok "a Casimir that the system does not have is refused before anything runs" exits 2 audit --claim "$dir/bad.yaml"
ok "at its measure" grep -qE "bad.yaml:1[0-9]: claim a, field index: is at most 0: rigid-body has 1 here" "$dir/stderr"
sed 's/casimir-drift/top-integral, of: axial, by: step/' "$dir/a.yaml" >"$dir/bad.yaml"
ok "so is a system that a quantity is not of" exits 2 audit --claim "$dir/bad.yaml"
ok "at its experiment" grep -q "bad.yaml:7: claim a, field system: must be heavy-top" "$dir/stderr"
sed -e 's/casimir-drift/strong-order, coarsest: 4/; s/m.largest/m.slope/g' "$dir/a.yaml" >"$dir/bad.yaml"
ok "an experiment that does not fit is refused before anything runs" exits 2 audit --claim "$dir/bad.yaml"
ok "with the field" grep -q "bad.yaml:7: claim a, field samples: must be at least 4" "$dir/stderr"
sed -i 's/^    h: /    samples: 30\n    h: /' "$dir/bad.yaml"
ok "steps that are no grid are refused" exits 2 audit --claim "$dir/bad.yaml"
ok "with that field" grep -q "field steps: must be a power of two" "$dir/stderr"
sed -i 's/default: 200/default: 256/' "$dir/bad.yaml"
ok "so are too few levels" exits 2 audit --claim "$dir/bad.yaml"
ok "with what there is" grep -q "here 4 times, from 2^4 steps to 2^8" "$dir/stderr"
ok "of the size that is asked for" exits 2 audit --full --claim "$dir/bad.yaml"
ok "whose steps are no grid" grep -q "field steps: must be a power of two" "$dir/stderr"
ok "an unknown claim is refused" exits 2 audit --claim gbw-enrgy
ok "with a hint" grep -q "gbw-energy" "$dir/stderr"
ok "a directory that cannot be is refused" exits 2 "$SLP" audit --claim gbw-energy-bound --out /dev/null/x
ok "a claim named twice is refused" exits 2 audit gbw-energy gbw-energy
printf 'id: a\0b\n' >"$dir/nul.yaml"
ok "a NUL is refused" exits 2 audit --claim "$dir/nul.yaml"
head -c 2000000 /dev/zero | tr '\0' a >"$dir/large.yaml"
ok "a file too large is refused" exits 2 audit --claim "$dir/large.yaml"
ok "--quantities lists what can be measured" sh -c '"$0" audit --quantities | grep -q "^poisson-residual: "' "$SLP"

# Killed in the middle: what was decided is on disk, whole; the rest is computed when taken up again.
claim "$dir/quick.yaml" quick 50 1e-12 1e-12
claim "$dir/slow.yaml" slow 300000 1e-9 1e-9
rm -rf "$dir/out"
"$SLP" audit --out "$dir/out" --jobs 2 "$dir/quick.yaml" "$dir/slow.yaml" >"$dir/killed" 2>&1 &
pid=$!
for _ in $(seq 200); do
    [ -e "$dir/out/results/quick.json" ] && break
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
ok "the claim that ran has none yet" test ! -e "$dir/out/results/slow.json"
for _ in $(seq 100); do # its process ends by itself: nobody listens
    alive "$child" || break
    sleep 0.05
done
ok "its process does not outlive the audit" gone "$child"
ok "and has left no record" test ! -e "$dir/out/results/slow.json"
# The same of a claim that tells nothing for long: it does so every 1024 steps, and has 1000.
cat >"$dir/mute.yaml" <<'Y'
id: mute
source: T
locator: (1)
statement: Something.
experiments:
  - {name: one, system: rigid-body-n, scheme: isospectral-midpoint, parameters: {n: 32}, state: {uniform: [-0.1, 0.1]}, h: 2^-9, steps: 1000, precision: 4096}
measures:
  - {name: m, quantity: spectrum-drift, experiment: one}
decide:
  - verdict: confirmed
    when: [{value: m.largest, is: below, bound: 1}]
    because: "{m.largest}"
Y
"$SLP" audit --out "$dir/mute" --claim "$dir/mute.yaml" >/dev/null 2>&1 &
pid=$!
for _ in $(seq 200); do
    read -r child <"/proc/$pid/task/$pid/children"
    [ -n "$child" ] && break
    sleep 0.01
done
sleep 0.5
kill -9 $pid
wait $pid 2>/dev/null
for _ in $(seq 100); do
    alive "$child" || break
    sleep 0.05
done
ok "nor does one that tells no progress" gone "$child"
claim "$dir/slow.yaml" slow 3000 1e-9 1e-9
before=$(ls -i "$dir/out/results/quick.json")
ok "the audit is taken up again" exits 0 audit --resume "$dir/quick.yaml" "$dir/slow.yaml"
ok "keeping what was decided" test "$before" = "$(ls -i "$dir/out/results/quick.json")"
ok "and computing the rest" verdict slow confirmed
claim "$dir/quick.yaml" quick 51 1e-12 1e-12
ok "a changed claim is computed anew" exits 0 audit --resume "$dir/quick.yaml"
ok "its record is a new one" test "$before" != "$(ls -i "$dir/out/results/quick.json")"
ok "--full takes the full sizes" exits 0 audit --full "$dir/quick.yaml"
ok "and says so" python3 - "$dir/out/results/quick.json" <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
assert r["size"] == "full" and r["experiments"][0]["steps"] == 77 and r["measures"][0]["steps"] == 77, r
assert r["command"].endswith("--full"), r["command"]
P

# A claim that crashes is that claim's error.  (By SIGABRT: SIGSEGV is taken by the address sanitizer.)
claim "$dir/slow.yaml" slow 3000000 1e-9 1e-9
"$SLP" audit --out "$dir/out" --jobs 2 "$dir/quick.yaml" "$dir/slow.yaml" >"$dir/crashed" 2>&1 &
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

# Killed with all its processes at any moment: what is there is whole, and what comes of taking it up again is what comes of one run.
claims=()
for id in k1 k2 k3 k4; do
    claim "$dir/$id.yaml" $id 2000 1e-9 1e-9
    claims+=("$dir/$id.yaml")
done
ok "four claims in one run" exits 0 "$SLP" audit --out "$dir/whole" "${claims[@]}"
rm -rf "$dir/out"
kills=$(awk -v x="${SLP_CHECK_MULTIPLIER:-1}" 'BEGIN { print int(20 * (x > 0.25 ? x : 0.25)) }') bad=0 cut=0
for i in $(seq $kills); do
    [ $((i % 5)) = 0 ] && rm -rf "$dir/out"
    setsid "$SLP" audit --resume --jobs 2 --out "$dir/out" "${claims[@]}" >/dev/null 2>&1 &
    pid=$!
    sleep "0.0$(printf %03d $((RANDOM % 120)))"
    kill -9 -- -$pid 2>/dev/null && cut=$((cut + 1))
    wait $pid 2>/dev/null
    for _ in $(seq 30); do # its processes are gone, however busy the machine
        kill -0 -- -$pid 2>/dev/null || break
        sleep 0.01
    done
    for file in "$dir"/out/results/*.json "$dir"/out/data/*.tsv; do
        [ -e "$file" ] || continue
        cmp -s "$file" "$dir/whole/${file#"$dir"/out/}" || { bad=$((bad + 1)) && echo "# $file differs after kill $i"; }
    done
done
ok "$kills kills: every file is whole" test $bad = 0
ok "$kills kills: some came in time" test $cut -gt 0
mkdir -p "$dir/out/results" "$dir/out/runs"
touch "$dir/out/results/k1.json.999999999.new" "$dir/out/runs/k1.json.$$.new" # of no process; of one that lives
ok "taken up again after the last" exits 0 audit --resume "${claims[@]}"
ok "the records are those of one run" diff -r "$dir/whole/results" "$dir/out/results"
ok "and the series" diff -r "$dir/whole/data" "$dir/out/data"
ok "what a living process writes is left alone" rm "$dir/out/runs/k1.json.$$.new"
ok "nothing half written is left" sh -c '! find "$0/results" "$0/runs" "$0/data" -name "*.new" | grep .' "$dir/out"

# No room: files may have a kibibyte, which a record needs more than.
small() { (ulimit -f 1 && audit "$@"); }
rm -rf "$dir/out"
ok "without room for records: exit status 2" exits 2 small "$dir/k1.yaml"
ok "with the file" grep -q "cannot write $dir/out/results/k1.json" "$dir/stderr"
ok "and the remedy" grep -q "make room and take the audit up again" "$dir/stdout"
ok "nothing half written" sh -c '! find "$0" -name "*.new" -o -name "k1.json" -path "*/results/*" | grep .' "$dir/out"
ok "with room again" exits 0 audit --resume "$dir/k1.yaml"
ok "it is what it would have been" cmp "$dir/whole/results/k1.json" "$dir/out/results/k1.json"

# The ledger: claims that take a second as they are, the long runs shortened.
rm -rf "$dir/out"
sed 's/^    steps: 256000.*/    steps: 3000/' oracle/claims/ejll-fig4.yaml >"$dir/ejll-fig4.yaml"
sed 's/default: 5000/default: 150/' oracle/claims/gbw-momentum.yaml >"$dir/gbw-momentum.yaml"
sed 's/default: 100000/default: 5000/' oracle/claims/lecg-closed-form.yaml >"$dir/lecg-closed-form.yaml"
sed 's/default: 20000/default: 2000/' oracle/claims/gbw-energy.yaml >"$dir/gbw-energy.yaml"
ok "the claims of the ledger are decided" exits 0 audit "$dir/ejll-fig4.yaml" "$dir/gbw-momentum.yaml" "$dir/lecg-closed-form.yaml" \
    "$dir/gbw-energy.yaml" gbw-poisson gbw-poisson-printed gbw-cayley-printed gbw-energy-bound
cp "$dir/stdout" "$dir/table"
while read -r id wanted; do
    ok "$id is $wanted" verdict "$id" "$wanted"
    ok "$id stands in the table" grep -qE "^$id +$wanted " "$dir/table"
done <<'T'
ejll-fig4 confirmed
gbw-cayley-printed refuted
gbw-energy qualified
gbw-energy-bound qualified
gbw-momentum confirmed
gbw-poisson confirmed
gbw-poisson-printed refuted
lecg-closed-form qualified
T
ok "columns stand below each other" awk '
    /^claim / { verdict = index($0, "verdict"); number = index($0, "deciding"); command = index($0, "reproduce") }
    /^(ejll|gbw|lecg)-/ { rows++; if (substr($0, verdict - 1, 2) !~ /^ [a-z]$/ || substr($0, number - 2, 2) != "  " ||
        index($0, ENVIRON["SLP"] " audit --claim") != command) bad = bad $1 }
    END { print bad; exit bad != "" || rows != 8 }' "$dir/table"
ok "every record says how it was reached" python3 - "$dir/out" <<'P'
import csv, json, sys
root = sys.argv[1]
all_records = json.load(open(root + "/results.json"))
assert all_records["schema"] == "slp-results-1"
records = {r["id"]: r for r in all_records["records"]}
assert len(records) == 8
rows = list(csv.DictReader(open(root + "/results.csv", newline="")))
assert [r["id"] for r in rows] == [r["id"] for r in all_records["records"]]
for r in all_records["records"]:
    stored, run = (json.load(open(f"{root}/{folder}/{r['id']}.json")) for folder in ("results", "runs"))
    assert not {"started", "seconds", "threads", "ranks"} & set(stored)
    for m, own in zip(stored["measures"], run.pop("measures"), strict=True): m.update(own)
    assert {**stored, **run} == r
    assert r["schema"] == "slp-record-1" and r["error"] is None
    for key in ("source", "locator", "statement", "because", "command", "inputs", "started", "size"):
        assert isinstance(r[key], str) and r[key], (r["id"], key)
    assert "{" not in r["because"], r["because"]
    assert r["seconds"] >= 0 and {"slp", "flint", "mpfr", "compiler"} <= set(r["versions"])
    fired = r["rules"][r["rule"] - 1]
    assert fired["verdict"] == r["verdict"] and all(c["holds"] == "true" for c in fired["when"])
    assert r["number"]["low"] <= r["number"]["high"]
    for key in ("low", "high"):
        assert float.fromhex(r["number"][key + "_hex"]) == r["number"][key]
    for e in r["experiments"]:
        assert int(e["seed"]) >= 0 and e["precision"] >= 64 and e["scheme"] and e["system"]
    for m in r["measures"]:
        assert m["method"] and m["samples"] >= 1 and m["steps"] >= 1
        for v in m["values"]:
            assert v["text"] and (v.get("low") is None or v["level"] == 1)
P
ok "a refuted claim shows its exact case" python3 - "$dir/out" "$SLP" <<'P'
import json, subprocess, sys
r = json.load(open(sys.argv[1] + "/results/gbw-poisson-printed.json"))
w = r["measures"][0]["witness"]
assert w.startswith("case id=printed-") and "scheme=variational-cayley-printed" in w
got = subprocess.run([sys.argv[2], "run", "--path", "ref", "--digits", "40"], input=w + "\n", text=True,
                     capture_output=True, check=True).stdout
assert got.startswith("result id=printed-") and " y=" in got, got
P
exit $status
