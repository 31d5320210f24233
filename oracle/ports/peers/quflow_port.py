#!/usr/bin/env python3
"""quflow's isomp_fixedpoint on Zeitlin's sphere, as a port (github.com/klasmodin/quflow).

usage: quflow_port.py [--tol T] [--maxit N] [--compsum] [--reinitialize]
  --tol T         stop at an absolute T (default: quflow's own choice, 'auto')
  --maxit N       iterations of a step, after which quflow goes on (default: quflow's own, 10)
  --compsum       compensated summation, with which 'auto' is a tighter tolerance
  --reinitialize  begin each step from the state; without it, from the last step's stage

A run of one case is one call.  The states are the ones that quflow hands to its callback.  There
dW/dt = [P, W] with Laplacian P = W, and a step of dt is one of h = dt/hbar here.  quflow has no
noise or planet: cases with amp= or coriolis= are declined.  Exit status: peer_cases.py.
"""
import argparse
import sys

import peer_cases

PAIRS = [("zeitlin-sphere", "isospectral-midpoint")]


def options(words):
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2])
    parser.add_argument("--tol", type=float)
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
    if "amp" in case or "coriolis" in case or kind is None:
        raise peer_cases.Declined("unsupported")
    n, states = int(case["n"][0]), []
    if len(case["x"]) != n * n:
        peer_cases.end(2, f"case {case['id']}: x= needs {n * n} numbers, n squared")
    W = matrix(np.array(case["x"]), n, kind)
    dt = case["h"][0] * quflow.geometry.hbar(N=n)
    with np.errstate(all="ignore"):
        quflow.isomp_fixedpoint(
            W, dt, steps=case["steps"], callback=lambda W, dW: states.append(W.copy()), **given
        )
    return [p for state in [*states[1:], W] for p in coordinates(state)]


said = " ".join(f"{key}={value}" for key, value in given.items()) or "its defaults"
about = f"quflow {quflow.__version__}, NumPy {np.__version__}: isomp_fixedpoint, {said}"
peer_cases.serve(PAIRS, answer, [about])
