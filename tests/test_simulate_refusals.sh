#!/bin/bash
# What slp simulate --out refuses, and that nothing is lost by it.  See tests/simulate_refusals.py.
exec python3 -B tests/simulate_refusals.py
