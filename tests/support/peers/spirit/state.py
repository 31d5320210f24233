# SPDX-License-Identifier: LGPL-3.0-or-later
import os

import numpy as np

from spirit import constants


class State:
    """A configuration file: its words by key, and the rows of its tables."""

    def __init__(self, name, quiet):
        os.write(1, b"2026-01-01 a message, as of a library in C\n")
        with open(name, encoding="utf-8") as file:
            lines = [line.split() for line in file]
        self.of = {words[0]: words[1:] for words in lines}
        n = int(lines[lines.index(["basis"]) + 1][0])
        self.spins = np.zeros((n, 3))
        self.alpha, self.T = (float(self.of["llg_" + key][0]) for key in ("damping", "temperature"))
        self.random = np.random.default_rng(int(self.of["llg_seed"][0]))
        self.mu = np.array(self.of["mu_s"], dtype=float)
        self.pairs = self.table(lines, "n_interaction_pairs", "i j da db dc Jij Dijx Dijy Dijz")
        self.anisotropy = self.table(lines, "n_anisotropy", "i K Kx Ky Kz")

    def table(self, lines, key, columns):
        if key not in self.of:
            return []
        at = next(i for i, words in enumerate(lines) if words[0] == key)
        assert lines[at + 1] == columns.split()
        return np.array(lines[at + 2 : at + 2 + int(self.of[key][0])], dtype=float)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def turns(self, s):
        """dt gamma/mu_B F_i/mu_i: what a spin turns by."""
        field = constants.mu_B * float(self.of["external_field_magnitude"][0])
        force = np.outer(self.mu, field * np.array(self.of["external_field_normal"], dtype=float))
        for i, j, *_, J, x, y, z in self.pairs:
            a, b, D = int(i), int(j), np.array([x, y, z])
            force[a] += J * s[b] + np.cross(s[b], D)
            force[b] += J * s[a] + np.cross(D, s[a])
        for i, K, *e in self.anisotropy:
            e = np.array(e) / np.linalg.norm(e)
            force[int(i)] += 2 * K * (s[int(i)] @ e) * e
        scale = self.scale / (1 + self.alpha**2)
        turns = scale * force / self.mu[:, None] + self.thermal
        return turns + self.alpha * np.cross(s, turns)

    def heat(self):
        """Draws the thermal field of a step."""
        self.scale = float(self.of["llg_dt"][0]) * constants.gamma / constants.mu_B
        size = np.sqrt(2 * self.alpha * self.scale * constants.k_B * self.T / self.mu)
        normal = self.random.standard_normal(self.spins.shape)
        self.thermal = size[:, None] / (1 + self.alpha**2) * normal
