#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""The table of aims says of made-up figures which aims they meet, keeps what was not measured, and
refuses an aim that it does not know.
Run once (compiler, libraries, sanitizer): it runs no program of slp's."""

import json
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "aims.py")
AIM = "| %s | `bench` | %s | because |"
HEAD = "# Aims\n\n| aim | printed by | found | why |\n|---|---|---|---|\n"
made = []


def ok(name, passed, why=""):
    made.append(passed)
    print(f"{'ok' if passed else 'not ok'} - {name}")
    if not passed and why:
        print("# " + why.replace("\n", "\n# "))


def run(folder, aims, figures, *options):
    """What aims.py prints, and the page afterwards."""
    os.makedirs(os.path.join(folder, "bench"), exist_ok=True)
    page = os.path.join(folder, "page.md")
    with open(page, "w", encoding="utf-8") as file:
        rows = "\n".join(AIM % (aim, "old") for aim in aims)
        file.write(HEAD + rows + "\n\nFound on another machine.\n")
    for bench, found in figures.items():
        with open(os.path.join(folder, "bench", bench + ".json"), "w", encoding="utf-8") as file:
            file.write(found if isinstance(found, str) else json.dumps(found))
    done = subprocess.run([sys.executable, SCRIPT, folder, *options], text=True,
                          capture_output=True,
                          env=dict(os.environ, SLP_BENCH_PAGE=page))  # fmt: skip
    with open(page, encoding="utf-8") as file:
        return done, file.read()


def says(aim, figures, cell):
    with tempfile.TemporaryDirectory() as folder:
        done, _ = run(folder, [aim], figures)
    ok(f"{aim}: {cell}", AIM % (aim, cell) in done.stdout.split("\n"), done.stdout + done.stderr)


def row(n, seconds, **more):
    base = {"name": "zeitlin-sphere", "h": 0.25, "n": n, "noise": False, "tolerance": 0}
    return {**base, "threads": 1, "seconds": seconds, "of_sphere": 0, **more}


def ensemble(name, rate, peak):
    kernels = (("scalar loop", 1, 0), ("avx2, 1 thread", rate, peak),
               ("avx2, 2 threads", 9e9, 1))  # fmt: skip
    return {"model": name, "runs": [{"name": kernel, "steps_per_s": steps, "of_peak": share}
                                    for kernel, steps, share in kernels]}  # fmt: skip


says("a certified step on su(128): 0.5 s", {"bench_ref_systems": {"su(128)/seconds": 0.47}},
     "0.47 s: met")  # fmt: skip
says("certified so(3) steps: 80 000", {"bench_ref": {"isospectral-midpoint/128": 79999}},
     "79999: not met")  # fmt: skip
PEER = {"su(64), 1 threads, S = 0.03/quflow over ours": 6.04,
        "su(64), 2 threads, S = 0.03/quflow over ours": 1.0,
        "su(128), 1 threads, S = 0.03/quflow over ours": 4.9,
        "mhd-sphere, su(64), 1 threads, S = 0.3/quflow over ours": 3.5}  # fmt: skip
says("fast_trajectory beside quflow: 5", {"bench_quflow": PEER},
     "N = 64 6, N = 128 4.9: met by 1 of 2")  # fmt: skip
says("fast_trajectory beside quflow on mhd-sphere: 5", {"bench_quflow": PEER},
     "N = 64 3.5: not met")  # fmt: skip
MATRIX = [row(128, 1), row(128, 0.9, threads=2), row(256, 10, zgemm_seconds=2),
          row(256, 5.5, threads=2, zgemm_seconds=1.25),
          row(256, 11, noise=True), row(256, 100, h=2.0**-6), row(256, 3, tolerance=1e-8),
          row(256, 230, name="mhd-sphere", h=2.0**-6, of_sphere=2.1)]  # fmt: skip
says("two threads: 1.7 from N = 256", {"bench_matrix": MATRIX},
     "N = 256 1.8: met; a product alone 1.6")  # fmt: skip
says("a step with noise: 2", {"bench_matrix": MATRIX}, "N = 256 1.1: met")
says("a step of magnetohydrodynamics: 2.2", {"bench_matrix": MATRIX},
     "an evaluation 2.1, a step N = 256 2.3: not met")  # fmt: skip
SIZES = (10, 20, 40, 80)
GROWTH = {"room": 0.25, "cases": [1.26, 1, 0, [[n, n, 5, 0] for n in SIZES]],
          "list in text": [1, 1, 1, [[n, 1e-7 * n, 8 * n, 25 * n] for n in SIZES]]}  # fmt: skip
says("time and memory grow as theory says", {"bench_growth": GROWTH},
     "met by 1 of 2: not by cases")  # fmt: skip
GROWTH["cases"] = [1, 1, 0, [[n, n, n, 0] for n in SIZES]]
says("time and memory grow, memory too", {"bench_growth": GROWTH}, "met by 1 of 2: not by cases")
says("a list in text is read at 200 MB/s", {"bench_growth": GROWTH}, "250 MB/s: met")
BODIES = [ensemble("rigid body (EJLL 6.1), isospectral-midpoint", 100, 0.42),
          ensemble("rigid body (EJLL 6.1), splitting-lie", 310, 0.46),
          ensemble("eight spins on a cube, sib", 7, 0.3)]  # fmt: skip
says("the splittings' ensembles: 3", {"bench_ensemble": BODIES}, "`splitting-lie` 3.1: met")
says("ensembles of bodies and vortices: 45 %", {"bench_ensemble": BODIES},
     "rigid body, isospectral-midpoint 42 %, rigid body, splitting-lie 46 %: "
     "met by 1 of 2")  # fmt: skip

with tempfile.TemporaryDirectory() as folder:
    aims = ["certified so(3) steps", "a certified step on su(128)"]
    done, page = run(folder, aims, {"bench_ref": {"isospectral-midpoint/128": 90000}}, "--write")
    ok("--write puts in what was measured", AIM % (aims[0], "90000: met") in page, page)
    ok("and keeps the rest", AIM % (aims[1], "old") in page and "not measured" in done.stdout, page)
    ok("the line on the machine is new", "another machine" not in page and "Found on" in page, page)
    done, _ = run(folder, ["an aim of nobody"], {})
    ok("an aim without figures is an error", done.returncode == 2 and "nobody" in done.stderr)
    done, page = run(folder, aims, {"bench_ref": '{"isospectral'}, "--write")
    ok("figures that were cut off are not measured",
       done.returncode == 0 and "interrupted" in done.stderr and AIM % (aims[0], "old") in page)

print(f"1..{len(made)}")
sys.exit(not all(made))
