#!/bin/bash
# slp simulate on every system: killed, taken up, compared.  See tests/simulate/simulate_systems.py.
exec python3 -B tests/simulate/simulate_systems.py
