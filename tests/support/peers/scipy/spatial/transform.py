# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of scipy.spatial.transform: turns by rotation vectors.  Nothing here is SciPy's."""
import numpy as np


class Rotation:
    @classmethod
    def from_rotvec(cls, xi):
        turn = cls()
        turn.xi = xi
        return turn

    def apply(self, x):
        half = 0.5 * np.linalg.norm(self.xi)
        sinc = np.sin(half) / half if half else 1.0
        once = np.cross(self.xi, x)
        return x + sinc * np.cos(half) * once + 0.5 * sinc * sinc * np.cross(self.xi, once)
