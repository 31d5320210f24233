#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Writes the judge's page, one file that loads nothing: the program is in it as base64.

usage: page.py PROGRAM VERSION FILE... > judge.html
  PROGRAM  PROGRAM.js and PROGRAM.wasm, as emcc wrote them
  FILE     page.html, page.js, worker.js and the styles
"""
import base64, os, sys


def main(program, version, *files):
    def text(end):
        return "".join(open(f, encoding="utf-8").read() for f in files if f.endswith(end))

    def script(source):
        return source.replace("</script", "<\\/script")

    loader = open(program + ".js", encoding="utf-8").read()
    wasm = base64.b64encode(open(program + ".wasm", "rb").read()).decode()
    page = text(".html")
    for name, value in (("STYLE", text(".css")), ("VERSION", version), ("WASM", wasm),
                        ("WORKER", script(loader + text("worker.js"))),
                        ("SCRIPT", script(text("page.js")))):
        assert page.count(f"@{name}@") == 1, name
        page = page.replace(f"@{name}@", value)
    sys.stdout.write(page)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
