# SPDX-License-Identifier: LGPL-3.0-or-later
"""A port whose answers are all wrong: the state it was given, with 1 added to each number."""
import sys

for line in sys.stdin:
    fields = dict(f.split("=", 1) for f in line.split()[1:] if "=" in f)
    if not line.startswith("case "):
        continue
    x = [float.fromhex(n) + 1 for n in fields["x"].split(",")]
    y = ",".join(n.hex() for n in x * int(fields.get("steps", "1")))
    print("result id=%s y=%s" % (fields["id"], y), flush=True)
