# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of llg, for tests of its adapter: Heun's rule on unit vectors, by its definition.  The
motion is ds_i/dt = -gamma s_i x F_i, without damping.  Nothing here is llg's."""
import numpy as np


def unit(s):
    return s / np.linalg.norm(s, axis=1)[:, None]


def integrate(s, moments, temperatures, damping, dt, gamma, k, fields, bonds, of, K, axes):
    assert damping == 0 and not np.any(temperatures)

    def motion(z):
        exchange = (bonds[:, :, None] * z[of]).sum(axis=1) / moments[:, None]
        along = 2 * (K / moments * (z * axes).sum(axis=1))[:, None] * axes
        return -gamma * dt * np.cross(z, fields + exchange + along)

    first = motion(s)
    return unit(s + 0.5 * (first + motion(unit(s + first))))
