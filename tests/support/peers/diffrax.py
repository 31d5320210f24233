# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of diffrax, for tests of its adapter: Heun's scheme on terms, by its definition.  Where
the step is negative, a path is asked from the later time to the earlier one and the sign of what it
says is turned, as diffrax does."""
import dataclasses
from types import SimpleNamespace

import numpy as np

__version__ = "of the tests"


class AbstractPath:
    def __init_subclass__(cls):
        dataclasses.dataclass(cls)


@dataclasses.dataclass
class ODETerm:
    field: object

    def change(self, t, h, y):
        return h * self.field(t, y, None)


@dataclasses.dataclass
class ControlTerm:
    field: object
    path: object

    def change(self, t, h, y):
        dw = self.path.evaluate(t, t + h) if h > 0 else -self.path.evaluate(t + h, t)
        return self.field(t, y, None) @ dw


class MultiTerm:
    def __init__(self, *terms):
        self.terms = terms

    def change(self, t, h, y):
        return sum(term.change(t, h, y) for term in self.terms)


def Heun():
    return "heun"


def SaveAt(steps):
    return steps


def ConstantStepSize():
    return None


def diffeqsolve(terms, solver, t0, t1, dt0, y0, saveat, max_steps, stepsize_controller, throw):
    states, y = [], y0
    for step in range(round(float((t1 - t0) / dt0))):
        t = t0 + step * dt0
        # NumPy before 2 takes float32 times a whole number for float64
        first = terms.change(t, dt0, y).astype(y.dtype)
        second = terms.change(t, dt0, y + first).astype(y.dtype)
        y = y + (first + second) / 2
        states.append(y)
    return SimpleNamespace(ys=np.stack(states))
