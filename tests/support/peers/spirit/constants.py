# SPDX-License-Identifier: LGPL-3.0-or-later
mu_B, gamma, k_B = 0.0625, 0.1875, 0.75
