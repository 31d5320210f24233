#!/bin/bash
# slp simulate --advise, against the errors of trajectories: tests/simulate/simulate_advice.py.
exec python3 -B tests/simulate/simulate_advice.py
