# SPDX-License-Identifier: LGPL-3.0-or-later
"""The four forms of a suite hold the same vectors; vectors.json is what its schema describes, and
nothing more.  For tests/vectors/test_vectors.sh.
usage: verify_forms.py SUITE   prints TAP"""

import copy
import json
import math
import os
import re
import sys

import verifier_inside
from verifier_inside import ok, slp_verify

SUITE = sys.argv[1]

# ---- The schema, by the keywords of draft 7 that it uses ----------------------------------------

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
}
KEYWORDS = set(
    "$schema $ref title type additionalProperties required properties propertyNames items enum"
    " pattern definitions minItems minimum maximum".split()
)


def faults(value, schema, root, at="suite"):
    assert set(schema) <= KEYWORDS, set(schema) - KEYWORDS
    if "$ref" in schema:
        name = schema["$ref"].replace("#/definitions/", "")
        return faults(value, root["definitions"][name], root, at)
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{at}: {value!r} is none of {schema['enum']}"]
    kind = TYPES[schema["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        return [f"{at}: is no {schema['type']}"]
    found = []
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{at}: {value!r} does not match {schema['pattern']}")
    if kind is int and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append(f"{at}: {value} is out of range")
    if kind is list:
        if len(value) < schema.get("minItems", 0):
            found.append(f"{at}: has too few items")
        for i, item in enumerate(value):
            found += faults(item, schema["items"], root, f"{at}[{i}]")
    if kind is dict:
        found += [f"{at}: has no {key}" for key in schema.get("required", []) if key not in value]
        for key, item in value.items():
            own = schema.get("properties", {}).get(key, schema["additionalProperties"])
            if own is False:
                found.append(f"{at}: may not have {key}")
            else:
                found += faults(item, own, root, f"{at}.{key}")
            found += faults(key, schema.get("propertyNames", {"enum": [key]}), root, at + " key")
    return found


with open("oracle/vectors/vectors.schema.json") as file:
    schema = json.load(file)
with open(SUITE + "/vectors.json") as file:
    suite = json.load(file)
found = faults(suite, schema, schema)
ok("vectors.json is what the schema describes", not found, str(found[:3]))


def every_object(part):
    if isinstance(part, dict):
        yield part
        for value in part.values():
            yield from every_object(value)


loose = [p for p in every_object(schema) if p.get("type") == "object" and "additionalProperties"
         not in p]
ok("every object of the schema says what else it may have", not loose, str(loose[:1]))
WRONG = [
    lambda s: s.update(more=1),
    lambda s: s["steps"][0].update(more=1),
    lambda s: s["bits"][0].update(more=1),
    lambda s: s["steps"][0].pop("radius"),
    lambda s: s["steps"][0].update(radius="1.5"),
    lambda s: s["steps"][0]["y"].__setitem__(0, "nan"),
    lambda s: s["steps"][0].update(unit=-1),
    lambda s: s["steps"][0].update(flags=[]),
    lambda s: s["notes"]["usual"].update(more=1),
]
small = {**suite, "steps": suite["steps"][:2], "bits": suite["bits"][:2]}
unseen = []
for k, change in enumerate(WRONG):
    other = copy.deepcopy(small)
    change(other)
    if not faults(other, schema, schema):
        unseen.append(k)
ok("the schema allows nothing else", not unseen, f"changes {unseen} are not seen")

# ---- The same vectors in all forms --------------------------------------------------------------


def text_of(record):
    return [[v.hex() if isinstance(v, float) else v for v in
             (part if isinstance(part, (list, tuple)) else [part])]
            for part in (getattr(record, name) for name in record.__slots__)]


forms = {}
for name in ("vectors.txt", "vectors.json", "vectors.bin"):
    forms[name] = [text_of(r) for r in slp_verify.read_suite(os.path.join(SUITE, name))[0]]
ok("lines, JSON and binary hold the same",
   forms["vectors.txt"] == forms["vectors.json"] == forms["vectors.bin"])
with open(SUITE + "/vectors.txt") as file:
    lines = file.read().splitlines()
unlike = []
expected = [dict(f.split("=", 1) for f in line.split()[1:]) for line in lines
            if line.startswith("expected ")]
asked = [dict(f.split("=", 1) for f in line.split()[1:]) for line in lines
         if line.startswith("case ")]
for v, e, c in zip(suite["steps"], expected, asked):
    of_lines = {**{k: t for k, t in c.items() if k != "steps"}, **e}
    of_json = {k: ",".join(t) if isinstance(t, list) else str(t) for k, t in v.items()
               if k != "parameters" and t != []}
    of_json.update({k: ",".join(t) for k, t in v["parameters"].items()})
    if of_lines != of_json:
        unlike.append(v["id"])
ok("lines and JSON have the same inputs, flags and proofs", not unlike and len(expected) ==
   len(suite["steps"]), str(unlike[:3]))
edge = [f for f, n in suite["notes"].items() if n["edge"]]
share = sum(any(f in edge for f in v["flags"]) for v in suite["steps"]) / len(suite["steps"])
ok("about a third are edge classes", 0.25 < share < 0.45, f"{share}")
order = list(suite["notes"])
ok("a note is that of the vector's first flag",
   all(v["note"] == v["flags"][0] == min(v["flags"], key=order.index) for v in suite["steps"]))
number = float.fromhex
ok("proofs contract by a half, and bounds are at most 2^13",
   all(number(v["L"]) <= 0.5 and (number(v["bound"]) * number(v["kappa"]) <= 2**13)
       for v in suite["steps"]))


def promised(v):
    """A pass proves 2^-40 of the larger state; or an absolute error, n being at most d + 1."""
    x, y = [math.hypot(*(number(t) for t in v[k])) for k in ("x", "y")]
    radius = math.ldexp(number(v["radius"]), v["unit"])
    return radius <= 2**-40 * max(x, y) or radius <= (len(v["x"]) + 1) * 2.0**-1062


ok("a pass proves 2^-40 of the state, or next to underflow an absolute error",
   all(map(promised, suite["steps"])))


def flags_of(v):
    """Those that follow from the numbers alone."""
    x, dw, h = [number(t) for t in v["x"]], [number(t) for t in v["dw"]], number(v["h"])
    largest, least = max(map(abs, x)), 2.0**-1022
    given = [*x, *dw, h]
    return {
        "zero-state": largest == 0,
        "subnormal-state": 0 < largest < least,
        "tiny-state": 0 < largest < 2.0**-400,
        "huge-state": largest > 2.0**400,
        "subnormal": any(0 < abs(t) < least for t in given),
        "h-zero": h == 0,
        "h-tiny": 0 < abs(h) < 2.0**-40,
        "h-large": abs(h) >= 1,
        "h-negative": h < 0,
        "zero-increments": dw != [] and not any(dw),
        "negative-zero": any(t == 0 and math.copysign(1, t) < 0 for t in given),
        "zero-coordinate": largest > 0 and 0 in x,
        "axis": v["id"].startswith(("rigid-body.", "polynomial-so3.")) and x.count(0) == 2,
        "many-noises": len(dw) > 3,
        "large-matrix": len(x) > 36,
    }


unlike = [(v["id"], f) for v in suite["steps"] for f, has in flags_of(v).items()
          if has != (f in v["flags"])]
ok("flags say what the numbers are", not unlike, str(unlike[:3]))

# ---- Exact: y is the rounding of y + low, radius and beyond are next to each other ---------------
wrong = []
for r in slp_verify.read_suite(SUITE)[0]:
    if r.kind != "step":
        continue
    for y, low in zip(r.y, r.low):
        if low and abs(slp_verify.whole(low)) << 1 > 1 << 1074 + 1000 + max(
            abs(slp_verify.whole(y)).bit_length() - 53, 0
        ) - 1074 + (0 if r.unit else -1000) + 1:
            wrong.append(("low", r.id))
    # vectors.md, section 1: the gap is at most 2 sqrt(d) 2^-54 of the radius, and two roundings
    if r.radius and not r.radius < r.beyond <= r.radius * (
        1 + 2 * math.sqrt(len(r.y)) * 2**-54 + 2**-51
    ):
        wrong.append(("radius", r.id))
ok("low is at most half a unit of y, and beyond next to radius", not wrong,
   str(wrong[:3]))
sys.exit(verifier_inside.failed)
