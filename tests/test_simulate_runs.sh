#!/bin/bash
# Long runs of slp simulate: killed, interrupted, resumed, extended.  See tests/simulate_runs.py.
exec python3 -B tests/simulate_runs.py
