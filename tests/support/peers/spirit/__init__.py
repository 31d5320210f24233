# SPDX-License-Identifier: LGPL-3.0-or-later
"""In place of Spirit, for tests of its adapter: three schemes by their definitions, for the motion
ds_i/dt = -(gamma/mu_B) s_i x F_i/mu_i, read from the configuration file.  Nothing here is
Spirit's."""
