#!/bin/bash
# Long runs of slp simulate: killed, interrupted, resumed, extended.  See
# tests/simulate/simulate_runs.py.
# Run once (compiler): it asks about files, which are compared with those of the same program.
exec python3 -B tests/simulate/simulate_runs.py
