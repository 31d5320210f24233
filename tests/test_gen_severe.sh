#!/bin/bash
# `slp gen --count 1000 | port | slp judge`, the whole of the README's recipe, finds the faults that ports are known to have.
exec python3 "$(dirname "$0")/gen_faults.py" "$SLP"
