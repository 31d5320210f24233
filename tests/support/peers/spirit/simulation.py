# SPDX-License-Identifier: LGPL-3.0-or-later
import numpy as np

METHOD_LLG, SOLVER_SIB, SOLVER_DEPONDT, SOLVER_HEUN = 1, 1, 2, 3


def start(state, method, solver, single_shot):
    assert method == METHOD_LLG and single_shot
    state.solver = solver


def turned(s, w):
    """s turned by w"""
    angle = np.linalg.norm(w, axis=1)[:, None]
    axis = w / np.where(angle == 0, 1, angle)
    along = axis * (axis * s).sum(axis=1)[:, None]
    return along + np.cos(angle) * (s - along) + np.sin(angle) * np.cross(axis, s)


def implicit(s, w):
    """y of y = s + w x (s + y)/2, as a turn by 2 arctan(|w|/2)"""
    size = np.linalg.norm(w, axis=1)[:, None]
    return turned(s, w * 2 * np.arctan(size / 2) / np.where(size == 0, 1, size))


def unit(s):
    return s / np.linalg.norm(s, axis=1)[:, None]


def single_shot(state):
    s = state.spins.copy()
    state.heat()
    w = state.turns(s)
    if state.solver == SOLVER_DEPONDT:
        y = turned(s, (w + state.turns(turned(s, w))) / 2)
    elif state.solver == SOLVER_SIB:
        y = implicit(s, state.turns((s + implicit(s, w)) / 2))
    else:
        p = unit(s + np.cross(w, s))
        y = unit(s + (np.cross(w, s) + np.cross(state.turns(p), p)) / 2)
    state.spins[:] = y
