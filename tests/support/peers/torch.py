# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of PyTorch, for tests of the adapter of torchsde: the few functions that it uses, by
NumPy."""
import numpy as np
from numpy import cos, sin, stack  # noqa: F401

__version__ = "of the tests"
float32, float64 = np.float32, np.float64
cat = np.concatenate


def tensor(numbers, dtype):
    return np.array(numbers, dtype=dtype)


def device(name):
    return name
