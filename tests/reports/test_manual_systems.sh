#!/bin/bash
# The manual's pages on systems, schemes and ports: what they show comes out of the program, what it
# lists is on them.
set -u
dir=$BUILD/test-manual-systems
rm -rf "$dir"
mkdir -p "$dir"
exec python3 tests/reports/manual_worked.py "$SLP" oracle/manual "$dir"
