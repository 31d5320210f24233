#!/bin/bash
# `slp check --scheme own`: three rules that are not asked by name.  One is in no list, one is a
# listed rule in disguise, one has a hidden flaw.  Each law's verdict, power and counterexample are
# what theory says; a listed rule is recognised; a rule through a listed one's program, on spins.
# Run once (compiler): it asks what is printed.
. "$(dirname "$0")/../tap.sh"
needs "slp check --scheme own" python3
own() { # RULE FURTHER...
    "$slp" check --scheme own --port "python3 $here/own_port.py $1" "${@:2}"
}
for rule in good disguise flaw; do
    ok "$rule is measured" exits 0 own $rule --system rigid-body --json "$dir/$rule.json" \
        --page "$dir/$rule.md"
done
found() {
    python3 - "$dir" <<'P'
import json, sys
def of(rule):
    system = json.load(open(f"{sys.argv[1]}/{rule}.json"))["systems"]
    assert [s["system"] for s in system] == ["rigid-body"], system
    return {r["law"]: r for r in system[0]["laws"]}, system[0]
def says(rows, wanted):
    for law, (verdict, power) in wanted.items():
        row = rows[law]
        assert (row["verdict"], row["power"]) == (verdict, power), (law, row)
kept, falls = ("kept", None), lambda q: ("kept to O(h^q)", q)
order, broken = lambda p: ("order", p), lambda q: ("broken", q)
always = {law: kept for law in ("casimirs", "spectrum", "relations", "determinism")}

good, what = of("good")
says(good, always | {"order": order(4), "strong-order": order(2), "weak-order": order(1),
     "poisson": kept, "symmetry": kept, "energy": falls(5), "energy-near": kept, "area": kept})
assert 0 < good["poisson"]["worst"] < 1e-11 < good["poisson"]["resolution"] < 2e-10, good["poisson"]
assert 1e-17 < good["casimirs"]["worst"] < 1e-14, good["casimirs"]
assert not what["known"] and what["compared"] > 380
assert len(what["schemes"]) == 27 and what["schemes"][0]["power"] == 2.5, what["schemes"][0]

disguise, what = of("disguise")
says(disguise, always | {"order": order(2), "strong-order": order(1), "poisson": falls(1.5),
     "energy": falls(3), "energy-near": broken(None), "area": kept})
assert what["known"] and what["schemes"][0]["scheme"] == "rkmk-heun-cay", what["schemes"][0]
assert what["schemes"][0]["agrees"] == what["compared"] == 400 > what["schemes"][1]["agrees"]

flaw, what = of("flaw")
says(flaw, always | {"order": order(2), "strong-order": order(0.5), "weak-order": order(1),
     "poisson": broken(1), "symmetry": broken(1), "energy": kept, "energy-near": kept,
     "area": broken(None), "noether": kept})
assert what["schemes"][0]["power"] == 1 and not what["known"], what["schemes"][0]
for rows in good, disguise, flaw:
    for row in rows.values():
        has = row["verdict"] != "kept"
        assert has == (row["example"] is not None), row
    case = rows["energy"]["example"]
    assert case is None or len(case) < 120, case
assert "scheme=own" in flaw["poisson"]["example"]
P
}
ok "laws, powers, and which rule each is" found
ok "their JSON follows its schema" python3 "$here/../schemas/follow.py" \
    "$here/../../props/own/own.schema.json" "$dir"/{good,disguise,flaw}.json
ok "the page says it" grep -q 'Which rule it is: agrees with rkmk-heun-cay to rounding on 400' \
    "$dir/disguise.md"
ok "with a case to paste" grep -q '^    case id=own system=rigid-body scheme=own ' "$dir/flaw.md"
shim="sed -u 's/scheme=own/scheme=spherical-midpoint/; s/ sum=.*//' | '$slp' run --path fast"
ok "a program's rule by another name" exits 0 "$slp" check --scheme own --port "$shim" \
    --system spins
ok "is recognised" prints "agrees with spherical-midpoint to rounding on 400 of 400"
ok "a law alone" exits 0 own flaw --system rigid-body --law casimirs
is "is alone" "$(grep -c '^  [a-z]' "$dir/out")" 1
ok "a port that has no such rule" exits 1 "$slp" check --scheme own --system rigid-body \
    --port "'$slp' run --path fast"
no() { refused "$1" "$slp" check "${@:2}"; }
ok "without a port it is refused" no "is the rule of a port" --scheme own
ok "and --quick" no "takes --port" --scheme own --port cat --quick
ok "and a page of the list" no "is of --scheme own" --port cat --page "$dir/none.md"
line='case id=a system=rigid-body scheme=own inertia=1,2,4 h=0.1 steps=1 x=1,2,3'
for path in ref fast; do
    is "path $path has no such rule" "$(echo "$line" | "$slp" run --path $path 2>/dev/null)" \
        "result id=a error=unsupported"
done
judged() { printf '%s\nresult id=a y=1,2,3\n' "$line" | "$slp" judge; }
ok "nor has the judge" exits 1 judged
ok "which says so" prints "unsupported reason=unsupported"
