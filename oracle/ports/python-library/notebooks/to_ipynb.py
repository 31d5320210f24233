#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""Makes a notebook for Jupyter of a text with cells: `# %%` begins a cell of code, and
`# %% [markdown]` one of words, whose lines are comments.
usage: to_ipynb.py NOTEBOOK.py > NOTEBOOK.ipynb"""

import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    parts = re.split(r"^# %%( \[markdown\])?\n", file.read(), flags=re.M)
cells = []
for kind, body in zip(parts[1::2], parts[2::2]):
    if kind:
        text = re.sub(r"^# ?", "", body, flags=re.M).strip()
        cells.append({"cell_type": "markdown", "metadata": {}, "source": text})
    else:
        cells.append({"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [],
                      "source": body.strip()})  # fmt: skip
for number, cell in enumerate(cells):
    cell["id"] = f"cell{number}"
print(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}, indent=1))
