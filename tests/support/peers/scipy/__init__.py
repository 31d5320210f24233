# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of SciPy, for tests of its adapter."""
__version__ = "of the tests"
