def get_spin_directions(state):
    return state.spins
