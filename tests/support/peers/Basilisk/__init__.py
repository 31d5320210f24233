# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of Basilisk, for tests of its adapter: a state, a clock of one second a step, and three
rules by their definitions.  Nothing here is Basilisk's."""
import sys
from types import SimpleNamespace

import numpy as np


class State:
    def __init__(self, rows):
        self.x, self.g = np.zeros((rows, 1)), {}

    getState = lambda self: self.x  # noqa: E731
    setNumNoiseSources = lambda self, count: None  # noqa: E731

    def setState(self, x):
        self.x = np.array(x)

    def setDerivative(self, f):
        self.f = np.array(f)

    def setDiffusion(self, column, index):
        self.g[index] = np.array(column)


class Scene:
    def __init__(self, text):
        self.noisy = False

    def setIntegrator(self, rule):
        self.rule = rule

    def AddModelToDynamicsTask(self, model):
        self.model = model
        model.registerStates(SimpleNamespace(registerState=lambda rows, _, name: State(rows)))

    def AddModelToDiffusionDynamicsTask(self, model):
        self.noisy = True


class Rule:
    def __init__(self, scene):
        self.scene = scene

    def at(self, x):
        self.scene.model.state.setState(x)
        self.scene.model.UpdateState(0)
        return self.scene.model.state


class Euler(Rule):
    def step(self, x):
        return x + self.at(x).f


class RK2(Rule):
    def step(self, x):
        first = self.at(x).f
        return x + 0.5 * (first + self.at(x + first).f)


class Maruyama(Rule):
    def setNoiseGenerator(self, noise):
        self.noise = noise

    def step(self, x):
        assert self.scene.noisy
        state, dw = self.at(x), self.noise.steps.pop(0)
        return x + state.f + sum(w * state.g[k] for k, w in enumerate(dw))


class Prescribed:
    def __init__(self):
        self.steps = []

    def pushStep(self, dw, dz):
        self.steps.append(dw)


class Run:
    seconds = stop = 0

    def CreateNewProcess(self, name):
        return SimpleNamespace(addTask=lambda task: None)

    def CreateNewTask(self, name, nanoseconds):
        assert nanoseconds == 10**9

    def AddModelToTask(self, name, scene):
        self.scene = scene

    def InitializeSimulation(self):
        self.scene.model.registerStates(
            SimpleNamespace(registerState=lambda rows, _, name: State(rows))
        )

    def ConfigureStopTime(self, nanoseconds):
        self.stop = nanoseconds // 10**9

    def ExecuteSimulation(self):
        state = self.scene.model.state
        for _ in range(self.seconds, self.stop):
            state.setState(self.scene.rule.step(state.getState()))
        self.seconds = self.stop


simulation = SimpleNamespace(
    StatefulSysModel=SimpleNamespace(StatefulSysModel=object),
    mujoco=SimpleNamespace(MJScene=Scene),
    svIntegrators=SimpleNamespace(
        svIntegratorEuler=Euler, svIntegratorRK2=RK2, svStochasticIntegratorMayurama=Maruyama,
        PrescribedGaussianNoiseGenerator=Prescribed,
    ),
)
utilities = SimpleNamespace(
    SimulationBaseClass=SimpleNamespace(SimBaseClass=Run),
    macros=SimpleNamespace(sec2nano=lambda seconds: round(seconds * 10**9)),
)
sys.modules.update({"Basilisk.simulation": simulation, "Basilisk.utilities": utilities})
