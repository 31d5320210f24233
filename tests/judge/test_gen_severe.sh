#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp gen --count 1000 | port | slp judge`, the whole of the README's recipe, finds the faults that
# ports are known to have.  A third of its cases; SLP_CHECK_MULTIPLIER=1: all.
# Run once (compiler, libraries, sanitizer): it asks whether drawn cases find faults of ports.
# Starts first.
exec python3 "$(dirname "$0")/gen_faults.py" "$SLP"
