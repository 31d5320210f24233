"""In place of SciPy, for tests of its adapter."""
__version__ = "of the tests"
