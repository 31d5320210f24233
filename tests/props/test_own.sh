#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp check --scheme own`: three rules that are not asked by name.  One is in no list, one is a
# listed rule in disguise, one has a hidden flaw.  Each law's verdict, power and counterexample are
# what theory says; a listed rule is recognised; a rule through a listed one's program, on spins.
# Run once (compiler, libraries): it asks what is printed.
# Starts first.
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
assert what["schemes"][0]["power"] is None, what["schemes"][0]
assert what["schemes"][0]["agrees"] == what["compared"] == 400 > what["schemes"][1]["agrees"]

flaw, what = of("flaw")
says(flaw, always | {"order": order(2), "strong-order": order(0.5), "weak-order": order(1),
     "poisson": broken(1), "symmetry": broken(1), "energy": kept, "energy-near": kept,
     "area": broken(None), "noether": kept})
assert what["schemes"][0]["power"] == 1 and not what["known"], what["schemes"][0]
near = [(-s["agrees"], s["distance"]) for s in what["schemes"]]
assert near == sorted(near) and len({n[0] for n in near}) < len(set(near)), near
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
bent() {
    own bent --system rigid-body --law symmetry --json "$dir/bent.json" >/dev/null &&
        PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1 python3 - "$dir/bent.json" <<'P'
import json, sys
from own_port import answer, bent
row = json.load(open(sys.argv[1]))["systems"][0]["laws"][0]
assert row["power"] == 2, row
there = dict(w.split("=") for w in row["example"].split()[1:])
def step(case):
    y = answer("case " + " ".join(f"{k}={v}" for k, v in case.items()), bent).split("y=")[1]
    return [float.fromhex(v) for v in y.split(",")]
def signed(text):
    return ",".join(str(-float(v)) for v in text.split(","))
back = there | {"x": ",".join(map(repr, step(there))), "h": signed(there["h"])}
if "dw" in there:
    back["dw"] = signed(there["dw"])
x = [float(v) for v in there["x"].split(",")]
assert max(abs(a - b) for a, b in zip(x, step(back))) > 1e-9 * max(map(abs, x)), there
P
}
ok "the least power, of the worst number; and the counterexample is one" bent
ok "the page says it" grep -q 'Which rule it is: agrees with rkmk-heun-cay to rounding on 400' \
    "$dir/disguise.md"
ok "with a case to paste" grep -q '^    case id=own system=rigid-body scheme=own ' "$dir/flaw.md"
through() { # SCHEME FURTHER...: a program's rule by another name
    "$slp" check --scheme own "${@:2}" --port \
        "sed -u 's/scheme=own/scheme=$1/; s/ sum=.*//' | '$slp' run --path fast"
}
ok "a program's rule by another name" exits 0 through spherical-midpoint --system spins
ok "is recognised" prints "agrees with spherical-midpoint to rounding on 400 of 400"
ok "a rule that has no solution at some states" exits 0 through tmk --system polynomial-plane
ok "is recognised among those equal to it" prints \
    "agrees with rkmk-midpoint-exp, tmk, implicit-midpoint, midpoint to rounding on 3"
ok "and is not broken there" prints "determinism    kept on"
ok "states of su(N) keep their trace in differences" exits 0 through isospectral-midpoint \
    --system polynomial-su --law poisson
ok "a Poisson map is seen as one" prints "poisson        kept to the resolution of 1e-10: at most "
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
