#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of GLIFS's solver Euler, for tests of its adapter: reads specs/input_parameters and
0/fields/w, writes N/fields/w after every step.  The step is that of quflow.py of this folder, of
which minus the Laplacian is GLIFS's.  Nothing here is GLIFS's.  Exit status 1: no convergence."""
import math
import os
import struct
import sys

import numpy as np
import quflow

with open("specs/input_parameters", encoding="utf-8") as file:
    of = dict(line.split() for line in file)
n, dt, end = int(of["N"]), float(of["dt"]), float(of["Tf"])
with open("0/fields/w", "rb") as file:
    head, W = struct.unpack("4i", file.read(16)), np.frombuffer(file.read(), dtype=complex)
assert head == (n, 1, 1, n) and of["integrator"] == "0" and of["write_interval"] == "1"
W, h = W.reshape(n, n).T.copy(), dt * n**1.5 / math.sqrt(16 * math.pi)
time, step = dt, 1
while time < end + dt / 10:
    before = W.copy()
    quflow.isomp_fixedpoint(W, -h * quflow.geometry.hbar(n), tol=0, maxit=int(of["max_iter"]))
    once = before.copy()
    quflow.isomp_fixedpoint(once, -h * quflow.geometry.hbar(n), tol=0,
                            maxit=max(1, int(of["max_iter"]) - 1))
    if np.abs(W - once).max() > float(of["tol"]):
        sys.exit(1)
    os.makedirs(f"{step}/fields")
    with open(f"{step}/fields/w", "wb") as file:
        file.write(struct.pack("4i", *head) + W.T.tobytes())
    time, step = time + dt, step + 1
