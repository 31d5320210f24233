#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""quflow's isomp_fixedpoint and magmp_fixedpoint as a port (github.com/klasmodin/quflow).

usage: quflow_port.py [--tol T] [--minit N] [--maxit N] [--compsum] [--reinitialize]
  --tol T         stop at an absolute T (default: quflow's own choice, 'auto')
  --minit N       iterations before a step may end (default: quflow's own, 1)
  --maxit N       iterations of a step, after which quflow goes on (default: quflow's own, 10)
  --compsum       compensated summation, with which 'auto' is a tighter tolerance; not for MHD
  --reinitialize  begin each step from the state; without it, from the last step's stage

A run of one case is one call.  The states are the ones that quflow hands to its callback.  There
dW/dt = [P, W] with Laplacian P = W, for mhd-sphere also + [B, Theta] with B = Laplacian Theta, and
a step of dt is one of h = dt/hbar here.  quflow has no noise or planet: cases with amp= or
coriolis= are declined.  Exit status: peer_cases.py.
"""
import argparse
import sys

import peer_cases

PAIRS = [(s, "isospectral-midpoint") for s in ("zeitlin-sphere", "mhd-sphere")]


def options(words):
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2])
    parser.add_argument("--tol", type=float)
    parser.add_argument("--minit", type=int)
    parser.add_argument("--maxit", type=int)
    parser.add_argument("--compsum", action="store_true")
    parser.add_argument("--reinitialize", action="store_true")
    given = vars(parser.parse_args(words))
    return {key: value for key, value in given.items() if value is not None and value is not False}


given = options(sys.argv[1:])
np = peer_cases.needs("numpy", "pip install numpy")
quflow = peer_cases.needs("quflow", "install it from github.com/klasmodin/quflow")


def matrix(x, n, kind):
    """The matrix of n^2 coordinates: the diagonal's imaginary parts, then pairs row by row."""
    W = np.zeros((n, n), dtype=kind)
    upper = np.triu_indices(n, 1)
    W[upper] = x[n::2] + 1j * x[n + 1 :: 2]
    W = W - W.conj().T
    W[np.diag_indices(n)] = 1j * x[:n]
    return W


def coordinates(W):
    upper = W[np.triu_indices(len(W), 1)]
    return [*np.diagonal(W).imag, *np.stack([upper.real, upper.imag], axis=1).ravel()]


def answer(case):
    kinds = {"binary64": np.complex128, "binary32": np.complex64}
    kind = kinds.get(case.get("arithmetic", "binary64"))
    mhd = case["system"] == "mhd-sphere"
    if "amp" in case or "coriolis" in case or kind is None or (mhd and "compsum" in given):
        raise peer_cases.Declined("unsupported")
    n, states = int(case["n"][0]), []
    count = 2 * n * n if mhd else n * n
    if len(case["x"]) != count:
        peer_cases.end(2, f"case {case['id']}: x= needs {count} numbers")
    halves = [matrix(half, n, kind) for half in np.array(case["x"]).reshape(-1, n * n)]
    step = quflow.integrators.magmp_fixedpoint if mhd else quflow.isomp_fixedpoint
    W = np.array(halves) if mhd else halves[0]
    dt = case["h"][0] * quflow.geometry.hbar(N=n)
    with np.errstate(all="ignore"):
        keep = lambda W, dW: states.append(W.copy())  # noqa: E731
        step(W, dt, steps=case["steps"], callback=keep, **given)
    states = [state.reshape(-1, n, n) for state in [*states[1:], W]]
    return [p for state in states for half in state for p in coordinates(half)]


said = " ".join(f"{key}={value}" for key, value in given.items()) or "its defaults"
about = f"quflow {quflow.__version__}, NumPy {np.__version__}: fixed point, {said}"
peer_cases.serve(PAIRS, answer, [about])
