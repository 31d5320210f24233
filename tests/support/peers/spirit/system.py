# SPDX-License-Identifier: LGPL-3.0-or-later
def get_spin_directions(state):
    return state.spins
