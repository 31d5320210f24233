mu_B, gamma = 0.0625, 0.1875
