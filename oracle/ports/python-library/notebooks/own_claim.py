# SPDX-License-Identifier: 0BSD
# %% [markdown]
# # A claim of one's own
#
# "One step of tmk on the rigid body is a Poisson map", as a sheet that `slp audit` decides. The
# manual's page on claims explains each line. A second experiment, whose outcome is known, shows
# that the measurement can find something.
# %%
import subprocess

import slporacle as slp
from slporacle import pictures

experiment = """
  - name: {name}
    system: rigid-body
    scheme: {scheme}
    parameters: {{inertia: [1, 2, 3], lin: [0.1, 0, 0]}}
    state: {{norm: [0.5, 2]}}
    h: {{log: [2^-10, 2^-6]}}
    noise: wiener
    samples: 10"""
sheet = (
    "id: own-poisson\nsource: A notebook\nlocator: first cell\n"
    "statement: One step of tmk on the rigid body is a Poisson map.\nexperiments:"
    + experiment.format(name="tmk", scheme="tmk")
    + experiment.format(name="other", scheme="isospectral-midpoint")
    + """
measures:
  - {name: defect, quantity: poisson-residual, experiment: tmk}
  - {name: other, quantity: poisson-residual, experiment: other}
decide:
  - verdict: refuted
    when:
      - {value: defect.largest, is: excludes-zero}
      - {value: other.largest, is: zero-within, bound: 1e-60}
    because: "A certified step violates it by {defect.largest}."
  - verdict: confirmed
    when: [{value: defect.largest, is: zero-within, bound: 1e-60}]
    because: "The defect is {defect.largest}."
"""
)
with open("own-poisson.yaml", "w", encoding="utf-8") as file:
    file.write(sheet)
said = subprocess.run(
    ["slp", "audit", "--claim", "own-poisson.yaml", "--out", "claim"],
    capture_output=True,
    text=True,
).stdout
print(said)
assert "refuted" in said
# %% [markdown]
# What tmk does keep, up to roundings: the length, and without noise the body's energy. Neither
# shows that a step is no Poisson map.
# %%
run = slp.simulate("rigid-body", "tmk", [0.6, 0, 0.8], h=2**-4, steps=800, inertia=[1, 2, 3])
off = run.energy - run.energy[0]
pictures.curves(run.t, {"energy": off, "length²": run.casimirs[:, 0] - 1}, x="t", y="change").save(
    "own_claim.svg"
)
