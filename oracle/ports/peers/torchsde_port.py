#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""torchsde's Heun scheme in coordinates, as a port (github.com/google-research/torchsde).

usage: torchsde_port.py [--run]
  --run  a case is one call of sdeint with steps of h from time 0; without it each step is a call
         from time 0 to h, so that h is exact

The equation is a Stratonovich one with general noise, with the increments of the case, in its
arithmetic, binary32 or binary64.  torchsde has no midpoint rule that is
implicit: its 'midpoint' is explicit and not offered.  Times must rise in torchsde: cases with
h <= 0 are declined.  Exit status: peer_cases.py.
"""
import argparse
import sys

import peer_cases
import peer_systems

PAIRS = [(system, "heun") for system in peer_systems.SYSTEMS]
parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2])
parser.add_argument("--run", action="store_true")
whole = parser.parse_args(sys.argv[1:]).run
torch = peer_cases.needs("torch", "pip install torch")
torchsde = peer_cases.needs("torchsde", "pip install torchsde")


class Equation:
    """What sdeint asks for: f and g; their rows are paths, of which there is one."""

    noise_type, sde_type = "general", "stratonovich"

    def __init__(self, case, kind):
        array = lambda numbers: torch.tensor(numbers, dtype=kind)
        self.given = case["system"], case.get("model"), peer_systems.parameters(case, array)

    def fields(self, y):
        return peer_systems.fields(*self.given, y[0], torch)

    def f(self, t, y):
        return self.fields(y)[:1]

    def g(self, t, y):
        return self.fields(y)[1:].T[None]


class Increments(torchsde.BaseBrownian):
    """The increments of the case; 0 in a step that a run adds by rounding."""

    def __init__(self, dw, h, kind):
        self.dw, self.h, self.kind = torch.tensor(dw, dtype=kind), h, kind

    def __call__(self, ta, tb=None, return_U=False, return_A=False):
        step = round(float(ta) / self.h)
        return self.dw[step][None] if step < len(self.dw) else 0 * self.dw[:1]

    __repr__ = object.__repr__
    dtype = property(lambda self: self.kind)
    device = property(lambda self: torch.device("cpu"))
    shape = property(lambda self: (1, self.dw.shape[1]))
    levy_area_approximation = property(lambda self: "none")


def answer(case):
    kinds = {"binary64": torch.float64, "binary32": torch.float32}
    kind = kinds.get(case.get("arithmetic", "binary64"))
    h, dw = case["h"][0], peer_cases.increments(case)
    if kind is None or h <= 0:
        raise peer_cases.Declined("unsupported")
    equation, states = Equation(case, kind), [torch.tensor([case["x"]], dtype=kind)]
    for part in [dw] if whole else [[one] for one in dw]:
        times = [h * step for step in range(len(part) + 1)]
        noise = Increments(part, h, kind)
        states += torchsde.sdeint(
            equation, states[-1], torch.tensor(times, dtype=kind), bm=noise, method="heun", dt=h
        )[1:]
    return torch.cat(states[1:]).ravel().tolist()


about = f"torchsde {torchsde.__version__}, torch {torch.__version__}: sdeint, method heun"
peer_cases.serve(PAIRS, answer, [about + (", one call a run" if whole else ", one call a step")])
