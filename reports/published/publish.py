# SPDX-License-Identifier: LGPL-3.0-or-later
"""Published evidence: a small file for each claim, from the records of `make audit` and of `make
audit-full`.  `slp audit --published` shows them and applies the claim's rules to their numbers
again.
usage: reports/published/publish.py DEFAULT FULL [ID...]: DEFAULT, FULL are the directories of
both audits; without an ID, all claims.  A claim that FULL has no record of keeps what was published
of its full size, if it measures the same; else it gets `"full": null`.  Records of both sizes must
be of a claim that measures the same.  A claim whose text has changed since is published with the
hash of the text that was run, and --published says so.
Files are written beside and renamed."""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LEDGER = os.path.join(HERE, "..", "ledger")


def load(folder, claim):
    """The record, with what its run adds; None if there is none or it ended in an error."""
    name = os.path.join(folder, "results", claim + ".json")
    if not os.path.exists(name):
        return None
    record = json.load(open(name, encoding="utf-8"))
    if record["verdict"] is None:
        sys.exit(f"{name}: ended in an error: {record['error']}")
    run = json.load(open(os.path.join(folder, "runs", claim + ".json"), encoding="utf-8"))
    return record | {key: run[key] for key in run if key in ("started", "seconds", "machine")}


def shown(value):
    return json.dumps(value, ensure_ascii=False)


def size(record):
    """One of both sizes as text."""
    lines = [f'  "{key}": {shown(record[key])},'
             for key in ("of_size", "verdict", "as_meant", "indicates", "program")]
    lines.append(f'  "day": "{record["started"][:10]}", "seconds": {record["seconds"]:.3g},')
    versions = record["versions"]
    lines.append(f'  "slp": {shown(versions["slp"])}, "flint": {shown(versions["flint"])},')
    if "sensitivity" in record:
        lines.append(f'  "sensitive": {shown(record["sensitive"])},')
    blas = record.get("blas")
    lines.append(f'  "kernel": {shown(blas and blas["kernel"])},')
    values = []
    for m in record["measures"]:
        for v in m["values"]:
            if "level" not in v:
                continue
            ends = f'"{v["low_hex"]}", "{v["high_hex"]}", {v["level"]:.17g}'
            values.append(f'   ["{m["name"]}.{v["name"]}", {ends}]')
    return "{\n" + "\n".join(lines) + '\n  "values": [\n' + ",\n".join(values) + "\n  ]\n }"


def publish(claim, default, full):
    usual, more = load(default, claim), load(full, claim)
    if usual is None:
        return False
    if more and more["asked"] != usual["asked"]:
        sys.exit(f"{claim}: the records of both sizes are of other measurements; audit it again")
    name = os.path.join(HERE, claim + ".json")
    kept = "null"
    if not more and os.path.exists(name):
        before = open(name, encoding="utf-8").read()
        if json.loads(before)["asked"] == usual["asked"]:
            kept = before.split('\n "full": ', 1)[1].removesuffix("\n}\n")
    made = (
        f'{{\n "schema": "slp-published-1",\n "id": "{claim}",\n "text": "{usual["text"]}",\n'
        f' "asked": "{usual["asked"]}",\n "default": {size(usual)},\n'
        f' "full": {size(more) if more else kept}\n}}\n'
    )
    json.loads(made)
    with open(name + ".new", "w", encoding="utf-8") as to:
        to.write(made)
    os.rename(name + ".new", name)
    return True


default, full, *claims = sys.argv[1:]
every = sorted(
    name[:-5] for _, _, names in os.walk(LEDGER) for name in names if name.endswith(".yaml")
)
left_out = [claim for claim in claims or every if not publish(claim, default, full)]
print(f"no record of: {' '.join(left_out)}" if left_out else "all published")
