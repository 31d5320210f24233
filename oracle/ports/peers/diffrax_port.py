#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""diffrax's Heun scheme in coordinates, as a port (github.com/patrick-kidger/diffrax).

usage: diffrax_port.py [--run]
  --run  a case is one call of diffeqsolve with steps of h from time 0; without it each step is a
         call from time 0 to h, so that h is exact

The terms are the drift and a control with the increments of the case.  It computes in the case's
arithmetic, binary32 or binary64.  diffrax.Midpoint is the explicit midpoint rule, which slp does
not have, so it is not offered.  A step of h = 0 is none in diffrax: those cases are declined.
Exit status: peer_cases.py.
"""
import argparse
import functools
import sys

import peer_cases
import peer_systems

PAIRS = [(system, "heun") for system in peer_systems.SYSTEMS]
parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2])
parser.add_argument("--run", action="store_true")
whole = parser.parse_args(sys.argv[1:]).run
jax = peer_cases.needs("jax", "pip install jax")
diffrax = peer_cases.needs("diffrax", "pip install diffrax")
jax.config.update("jax_enable_x64", True)
jnp = jax.numpy


class Increments(diffrax.AbstractPath):
    """The increments of the case.  Where h < 0, diffrax asks from t1 to t0 and turns the sign."""

    dw: jax.Array
    h: jax.Array
    t0: float = 0.0
    t1: float = float("inf")

    def evaluate(self, t0, t1=None, left=True, use_jump=False):
        step = jnp.floor((t0 + t1) / (2 * self.h)).astype(int)
        return jnp.sign(self.h) * self.dw[step]


@functools.partial(jax.jit, static_argnums=(0, 1))
def run(system, model, p, x, h, dw):
    """The states after the steps whose increments are the rows of dw."""
    rows = lambda y: peer_systems.fields(system, model, p, y, jnp)
    terms = diffrax.ODETerm(lambda t, y, args: rows(y)[0])
    if dw.shape[1]:
        noise = diffrax.ControlTerm(lambda t, y, args: rows(y)[1:].T, Increments(dw, h))
        terms = diffrax.MultiTerm(terms, noise)
    times = h * jnp.arange(len(dw) + 1, dtype=h.dtype)
    solution = diffrax.diffeqsolve(
        terms, diffrax.Heun(), times[0], times[-1], h, x, saveat=diffrax.SaveAt(steps=True),
        max_steps=len(dw) + 1, stepsize_controller=diffrax.ConstantStepSize(), throw=False,
    )  # fmt: skip
    return solution.ys[: len(dw)]


def answer(case):
    kinds = {"binary64": jnp.float64, "binary32": jnp.float32}
    kind = kinds.get(case.get("arithmetic", "binary64"))
    if kind is None or case["h"][0] == 0:
        raise peer_cases.Declined("unsupported")
    array = lambda numbers: jnp.asarray(numbers, dtype=kind)
    p, x, states = peer_systems.parameters(case, array), array(case["x"]), []
    dw = array(peer_cases.increments(case)).reshape(case["steps"], -1)
    for part in [dw] if whole else [dw[s : s + 1] for s in range(len(dw))]:
        states.append(run(case["system"], case.get("model"), p, x, array(case["h"][0]), part))
        x = states[-1][-1]
    return jnp.concatenate(states).ravel().tolist()


about = f"diffrax {diffrax.__version__}, JAX {jax.__version__}: diffeqsolve with Heun"
peer_cases.serve(PAIRS, answer, [about + (", one call a run" if whole else ", one call a step")])
