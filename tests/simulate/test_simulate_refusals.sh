#!/bin/bash
# What slp simulate --table refuses, and that nothing is lost by it.  See
# tests/simulate/simulate_refusals.py.
# Run once (compiler): it asks about files, which are compared with those of the same program.
exec python3 -B tests/simulate/simulate_refusals.py
