# SPDX-License-Identifier: LGPL-3.0-or-later
# Changes a stored record: record_edit.py FILE STATEMENT [--sum].  The statement sees the record as
# r.  --sum: with the sum computed anew, as somebody can who wants to be believed
# (oracle/plumbing/sum.h: 64 bits of FNV-1a over the fields, sorted, without blanks).
# record_edit.py --checkpoint FILE: makes a checkpoint of `slp simulate` one that says nothing is
# written yet.
import json, re, sys


class Real(float):
    """A real that is written with 17 digits, as jansson does."""

    def __repr__(self):
        text = "%.17g" % self
        if not any(c in text for c in ".e"):
            text += ".0"
        mantissa, _, exponent = text.partition("e")
        return mantissa + (f"e{int(exponent)}" if exponent else "")


def dump(value):
    if isinstance(value, dict):
        return (
            "{"
            + ",".join(
                json.dumps(k, ensure_ascii=False) + ":" + dump(value[k]) for k in sorted(value)
            )
            + "}"
        )
    if isinstance(value, list):
        return "[" + ",".join(map(dump, value)) + "]"
    return repr(value) if isinstance(value, Real) else json.dumps(value, ensure_ascii=False)


def fnv(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return "%016x" % total


if __name__ == "__main__" and sys.argv[1] == "--checkpoint":
    text = open(sys.argv[2], encoding="utf-8").read()
    for key, value in {"step": "0", "rows": "0", "bytes": "0", "sum": "cbf29ce484222325"}.items():
        text = re.sub(f"(?m)^{key}=.*$", f"{key}={value}", text)
    text = text[: text.index("end=")]
    open(sys.argv[2], "w", encoding="utf-8").write(text + "end=" + fnv(text.encode()) + "\n")
elif __name__ == "__main__":
    r = json.load(open(sys.argv[1], encoding="utf-8"), parse_float=Real)
    own = r.pop("sum", None)
    assert own == fnv(dump(r).encode()), "this file's sum is not computed as the program does"
    exec(sys.argv[2])
    r["sum"] = fnv(dump(r).encode()) if "--sum" in sys.argv else own
    open(sys.argv[1], "w", encoding="utf-8").write(dump(r))
