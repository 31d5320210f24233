#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""Basilisk's integrators on three systems in coordinates, as a port (avslab.github.io/basilisk).

usage: basilisk_port.py

The rule of Euler and Maruyama is `euler`, with the increments of the case, which Basilisk takes by
its generator of prescribed noise.  Its Runge-Kutta rule of order two is `heun`; it takes no noise,
so such cases are declined.  A step lasts one second and h is a factor of the field, since
Basilisk counts time in nanoseconds.  Exit status: peer_cases.py.
"""
import argparse
import sys

import peer_cases
import peer_systems

argparse.ArgumentParser(usage=__doc__.split("\n")[2]).parse_args(sys.argv[1:])
np = peer_cases.needs("numpy", "pip install numpy")
peer_cases.needs("Basilisk", "pip install bsk")
from Basilisk.simulation import StatefulSysModel, mujoco, svIntegrators  # noqa: E402
from Basilisk.utilities import SimulationBaseClass, macros  # noqa: E402

PAIRS = [(system, scheme) for system in peer_systems.SYSTEMS for scheme in ("euler", "heun")]


class Motion(StatefulSysModel.StatefulSysModel):
    """A state of d numbers; its drift is h V_0, its diffusions are V_k, k = 1..M."""

    def __init__(self, x, h, noises, fields):
        super().__init__()
        self.x, self.h, self.noises, self.fields = x, h, noises, fields

    def registerStates(self, registerer):
        self.state = registerer.registerState(len(self.x), 1, "x")
        self.state.setState([[p] for p in self.x])
        if self.noises:
            self.state.setNumNoiseSources(self.noises)

    def UpdateState(self, nanoseconds):
        every = self.fields(np.array(self.state.getState()).ravel())
        self.state.setDerivative([[self.h * p] for p in every[0]])
        for k in range(self.noises):
            self.state.setDiffusion([[p] for p in every[k + 1]], index=k)


def answer(case):
    dw, rule = peer_cases.increments(case), svIntegrators.svIntegratorEuler
    if case["scheme"] == "heun":
        rule = svIntegrators.svIntegratorRK2
    elif dw[0]:
        rule = svIntegrators.svStochasticIntegratorMayurama
    if case.get("arithmetic", "binary64") != "binary64" or dw[0] and case["scheme"] == "heun":
        raise peer_cases.Declined("unsupported")
    given = case["system"], case.get("model"), peer_systems.parameters(case, np.array)
    fields = lambda x: peer_systems.fields(*given, x, np)  # noqa: E731
    model, scene = Motion(case["x"], case["h"][0], len(dw[0]), fields), mujoco.MJScene("<mujoco/>")
    run = SimulationBaseClass.SimBaseClass()
    run.CreateNewProcess("p").addTask(run.CreateNewTask("t", macros.sec2nano(1.0)))
    run.AddModelToTask("t", scene)
    integrator = rule(scene)
    if dw[0]:
        noise = svIntegrators.PrescribedGaussianNoiseGenerator()
        for one in dw:
            noise.pushStep(list(one), [0.0] * len(one))
        integrator.setNoiseGenerator(noise)
    scene.setIntegrator(integrator)
    scene.AddModelToDynamicsTask(model)
    if dw[0]:
        scene.AddModelToDiffusionDynamicsTask(model)
    run.InitializeSimulation()
    states = []
    for step in range(case["steps"]):
        run.ConfigureStopTime(macros.sec2nano(step + 1.0))
        run.ExecuteSimulation()
        states += [p[0] for p in model.state.getState()]
    return states


about = f"Basilisk {peer_cases.version('bsk')}: Euler-Maruyama and Runge-Kutta 2"
peer_cases.serve(PAIRS, answer, [about])
