#!/bin/bash
# The manual's pages on systems, schemes and ports: what they show comes out of the program, what it
# lists is on them.
. "$(dirname "$0")/../tap.sh"
python3 tests/reports/manual_worked.py "$SLP" oracle/manual "$dir"
