#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""Spirit's SIB, Depondt and Heun solvers on classical spins, as a port (spirit-code.github.io).

usage: spirit_port.py

A case is a configuration file for Spirit, with one atom for each spin, and a call for each step.
Spirit's spins are s_i = x_i/|x_i| with moments mu_i, and ds_i/dt = -(gamma/mu_B) s_i x F_i/mu_i
without damping, F_i = -dE/ds_i.  With mu_i = |x_i|/R, J |x_a| |x_b|/R for J, so for D, and
K |e|^2 |x_i|^2/R for K this is the motion of x, and a step of h takes dt = h mu_B/gamma.  R is a
power of 2 near the longest spin.  With damping l a step takes 1 + alpha^2 times as long, alpha =
l |x_i|, and noise D is a temperature of D^2/(2 l R k_B).  Spirit draws its own noise: cases with
damping or noise are declined, but for those with `draws` whose spins have one length, above 0.
Exit status: peer_cases.py.
"""
import argparse
import math
import os
import sys
import tempfile
from pathlib import Path

import peer_cases

argparse.ArgumentParser(usage=__doc__.split("\n")[2]).parse_args(sys.argv[1:])
np = peer_cases.needs("numpy", "pip install numpy")
peer_cases.needs("spirit", "pip install spirit")
from spirit import constants, simulation, state, system, version  # noqa: E402
from spirit.simulation import SOLVER_DEPONDT, SOLVER_HEUN, SOLVER_SIB  # noqa: E402

SOLVERS = {"sib": SOLVER_SIB, "depondt": SOLVER_DEPONDT, "heun-projected": SOLVER_HEUN}
FIXED = """output_file_tag none\nlog_to_console 0\nlog_to_file 0\nllg_output_any 0
hamiltonian heisenberg_pairs\nbravais_lattice sc\nlattice_constant 1\nn_basis_cells 1 1 1
boundary_conditions 0 0 0\nddi_method none
llg_force_convergence -1\nllg_n_iterations 1000000000"""
words = lambda *numbers: " ".join(repr(float(p)) for p in numbers)  # noqa: E731


def configuration(case, r):
    """The text of Spirit's file; r: the lengths of the spins."""
    mu, alpha = r / 2.0 ** math.frexp(max(r))[1], case.get("damping", [0.0])[0] * r[0]
    T = case["noise"][0] ** 2 * mu[0] / (2 * alpha * constants.k_B) if alpha else 0
    bonds = [[int(p) - 1 for p in bond.split(":")] for bond in case["bonds"].split(",")]
    J, D = case["exchange"], case.get("dmi", [0.0] * 3 * len(bonds))
    B, anisotropy = np.array(case.get("field", [0.0] * 3)), case.get("anisotropy")
    dt = case["h"][0] * (1 + alpha**2) * constants.mu_B / constants.gamma
    text = [FIXED, f"llg_dt {words(dt)}\nllg_damping {words(alpha)}\nllg_temperature {words(T)}"]
    text += [f"llg_seed {int(case.get('seed', [0])[0]) % 2**31}"]
    text += [f"external_field_magnitude {words(math.hypot(*B) / constants.mu_B)}"]
    text += [f"external_field_normal {words(*(B / (math.hypot(*B) or 1)))}"]
    text += [f"mu_s {words(*mu)}", f"basis\n{len(r)}"]
    text += [words(i / len(r), 0, 0) for i in range(len(r))]
    text += [f"n_interaction_pairs {len(bonds)}\ni j da db dc Jij Dijx Dijy Dijz"]
    for k, (a, b) in enumerate(bonds):
        text.append(f"{a} {b} 0 0 0 {words(*(p * mu[b] * r[a] for p in [J[k], *D[3*k:3*k+3]]))}")
    if anisotropy:
        K = anisotropy[0] * math.hypot(*anisotropy[1:]) ** 2
        text += [f"n_anisotropy {len(r)}", "i K Kx Ky Kz"]
        text += [f"{i} {words(K * mu[i] * p, *anisotropy[1:])}" for i, p in enumerate(r)]
    return "\n".join(text) + "\n"


def answer(case):
    x, states, drawn = np.array(case["x"]).reshape(-1, 3), [], "draws" in case
    r = np.array([math.hypot(*p) for p in x])
    damped, other = any(case.get("damping", [])), case.get("arithmetic", "binary64") != "binary64"
    noisy = damped or any(case.get("noise", []))
    wrong = not damped or np.ptp(r) > 1e-12 * r[0] if drawn else noisy
    if other or wrong or min(r) < 2.0**-1022:
        raise peer_cases.Declined("unsupported")
    with tempfile.TemporaryDirectory() as folder:
        name = Path(folder, "spins.cfg")
        name.write_text(configuration(case, r), encoding="utf-8")
        with state.State(str(name), True) as p:
            spins, solver = system.get_spin_directions(p), SOLVERS[case["scheme"]]
            simulation.start(p, simulation.METHOD_LLG, solver, single_shot=True)
            for k in range(case["steps"] * (int(case["draws"][0]) if drawn else 1)):
                if k % case["steps"] == 0:
                    spins[:] = x / r[:, None]
                simulation.single_shot(p)
                states += [spins * r[:, None]]
    return np.array(states).ravel()


about = f"Spirit {version.version}, {version.scalartype}: LLG, one call a step"
sys.stdout = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Spirit writes its messages there
peer_cases.serve([("spins", s) for s in SOLVERS], answer, [about], own_noise=answer)
