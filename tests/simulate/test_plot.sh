#!/bin/bash
# What slp plot and slp simulate --figure draw of a table, and what they refuse.  See
# tests/simulate/simulate_plot.py.
# Run once (compiler): it asks what is drawn and said, which no compiler changes.
exec python3 -B tests/simulate/simulate_plot.py
