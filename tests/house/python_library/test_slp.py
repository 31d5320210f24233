# SPDX-License-Identifier: LGPL-3.0-or-later
"""The Python package slporacle as it is installed: answers, bits, errors, Ctrl-C, freed objects.
usage: SLP=PROGRAM SLP_LIBDIR=FOLDER PYTHONPATH=PACKAGE python3 test_slp.py"""

import ctypes
import itertools
import gc
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from fractions import Fraction

import numpy as np

import slporacle as slp
from slporacle import builders
from slporacle._tables import _parameters

PROGRAM = os.environ["SLP"]
H = 2.0**-8
BODY = {"inertia": [2, 1, 2 / 3], "quad": [0.1, 0.1, 0.1]}
PAIR = ("rigid-body", "isospectral-midpoint")
X = np.array([0.6, 0.0, 0.8])
DW = np.array([0.01, -0.02, 0.03])
SOON = 20  # seconds from Ctrl-C to its exception; some tenths where the machine is idle
# A shell starts commands in the background with Ctrl-C ignored; Python then leaves it so.
signal.signal(signal.SIGINT, signal.default_int_handler)


def same_kernels():
    """The environment in which the program takes the kernels of OpenBLAS that this process has: the
    program asks for better ones where OpenBLAS does not know the processor."""
    try:
        name = ctypes.CDLL("libblas.so.3").openblas_get_corename
    except (OSError, AttributeError):
        return dict(os.environ)
    name.restype = ctypes.c_char_p
    return {"OPENBLAS_CORETYPE": name().decode(), **os.environ}


def command(*words, given=None, check=True):
    done = subprocess.run(
        [PROGRAM, *words], input=given, capture_output=True, check=check, text=True,
        env=same_kernels(),
    )  # fmt: skip
    return done.stdout


def simulated(preset, *words):
    """What `slp simulate` writes as a NumPy file."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "run.npy")
        command("simulate", preset, "--table", name, *words)
        return np.load(name)


def interrupted_after(seconds, call):
    """The seconds from SIGINT to KeyboardInterrupt in `call`, and the exception."""
    sent = []

    def interrupt():
        time.sleep(seconds)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        call()
    except KeyboardInterrupt as why:
        return time.monotonic() - sent[0], why
    finally:
        thread.join()
    raise AssertionError("no KeyboardInterrupt")


class OneStep(unittest.TestCase):
    def test_step_is_that_of_the_program(self):
        y = slp.step(*PAIR, X, h=H, dw=DW, **BODY)
        line = (
            f"case id=a system={PAIR[0]} scheme={PAIR[1]} inertia=2,1,{2 / 3!r} quad=0.1,0.1,0.1 "
            f"h={H!r} steps=1 x=0.6,0,0.8 dw=0.01,-0.02,0.03\n"
        )
        printed = command("run", "--path", "fast", given=line).split("y=")[1].split()[0]
        self.assertEqual(y.tolist(), [float.fromhex(a) for a in printed.split(",")])
        printed = command("run", "--path", "ref", given=line).split("y=")[1].split()[0]
        exact = slp.rounded(*PAIR, X, h=H, dw=DW, **BODY)
        self.assertEqual(exact.tolist(), [float.fromhex(a) for a in printed.split(",")])
        printed = command("run", "--path", "ref", "--digits", "40", given=line)
        texts = slp.decimals(*PAIR, X, h=H, dw=DW, digits=40, **BODY)
        self.assertEqual(",".join(texts), printed.split("y=")[1].split()[0])

    def test_enclosure_holds_the_decimals(self):
        lo, hi = slp.enclose(*PAIR, X, h=H, dw=DW, **BODY)
        for low, high, text in zip(lo, hi, slp.decimals(*PAIR, X, h=H, dw=DW, digits=60, **BODY)):
            self.assertLessEqual(Fraction(low), Fraction(text))
            self.assertLessEqual(Fraction(text), Fraction(high))
            self.assertLessEqual(high - low, 2 * np.spacing(abs(high)))
        # 128 bits do not prove this step, 256 do
        hard = {"h": 2.463719671629312 / 2.06942786253275, "inertia": [2, 1, 0.66]}
        x = [0.4548120323721189, -1.2192609040926827, -2.06942786253275]
        with self.assertRaises(slp.UnableError):
            slp.enclose("rigid-body", "canonical-midpoint", x, prec=128, **hard)
        slp.enclose("rigid-body", "canonical-midpoint", x, **hard)
        with self.assertRaisesRegex(slp.UnableError, "smaller h"):
            slp.enclose(*PAIR, X, h=40, dw=DW, **BODY)
        with self.assertRaises(RuntimeError):
            slp.decimals(*PAIR, X, h=40, dw=DW, **BODY)

    def test_every_system_steps(self):
        for name in slp.presets():
            p = slp.preset(name)
            dw = slp.increments(h=p.h, steps=1, channels=p.M)[0, 0] if p.M else None
            if p.x.size > 200:
                continue
            y = slp.step(p.system, p.scheme, p.x, h=p.h, dw=dw, **p.parameters)
            lo, hi = slp.enclose(p.system, p.scheme, p.x, h=p.h, dw=dw, **p.parameters)
            self.assertLess(np.abs(y - (lo + hi) / 2).max(), 1e-13, name)

    def test_inputs_of_other_kinds(self):
        y = slp.step(*PAIR, X, h=H, dw=DW, **BODY)
        several = np.array([X, X]).T  # not contiguous
        self.assertEqual(slp.step(*PAIR, several[:, 0], h=H, dw=list(DW), **BODY).tolist(),
                         y.tolist())  # fmt: skip
        self.assertEqual(
            slp.step(*PAIR, [1, 0, 0], h=1 / 4, dw=[0, 0, 0], **BODY).tolist(),
            slp.step(*PAIR, np.array([1, 0, 0], np.float32), h=1 / 4, dw=np.zeros(3), **BODY)
            .tolist(),
        )  # fmt: skip
        scheme = slp.schemes("canonical")[0]
        moved = slp.step("canonical", scheme, [1, 0], h=H, dw=[0.5], model="kubo", beta=0.25)
        self.assertAlmostEqual(moved @ moved, 1.0, 2)
        eddy = slp.preset("lecg-sine-euler")
        pairs = dict(eddy.parameters, modes=[(1, 1), (1, -1)])
        dw = [0.1, 0.2]
        self.assertEqual(
            slp.step(eddy.system, eddy.scheme, eddy.x, h=H, dw=dw, **eddy.parameters).tolist(),
            slp.step(eddy.system, eddy.scheme, eddy.x, h=H, dw=dw, **pairs).tolist(),
        )

    def test_instance(self):
        with slp.Instance(*PAIR, **BODY) as body:
            self.assertEqual((body.d, body.M), (3, 3))
            y = body.step(X, h=H, dw=DW)
            self.assertEqual(y.tolist(), slp.step(*PAIR, X, h=H, dw=DW, **BODY).tolist())
            self.assertEqual(len(body.decimals(X, h=H, dw=DW)), 3)
        for call in (
            lambda: body.step(X, h=H, dw=DW),
            lambda: body.enclose(X, h=H, dw=DW),
            lambda: body.rounded(X, h=H, dw=DW),
            lambda: body.decimals(X, h=H, dw=DW),
            lambda: body.path(X, h=H, steps=3),
            lambda: body.ensemble([X], h=H, steps=3),
            lambda: body.energy(X),
            lambda: body.casimirs(X),
        ):
            with self.assertRaisesRegex(slp.ClosedError, "is closed"):
                call()
        body.close()


class Verdicts(unittest.TestCase):
    def judged(self, y, dw=DW, **given):
        return slp.judge(*PAIR, X, y, h=H, dw=dw, **given, **BODY)

    def test_answers(self):
        y = slp.step(*PAIR, X, h=H, dw=DW, **BODY)
        good = self.judged(y)
        self.assertTrue(good.passed and good.outcome == "pass" and good.ratio <= good.bound)
        self.assertIsNone(good.reason)
        self.assertTrue(0 < good.proves < 2**-44 and good.proves_absolute == 0)
        bad = self.judged(y * [1, 1, -1])
        self.assertEqual((bad.outcome, bad.step, bad.coordinate), ("fail", 1, 3))
        self.assertEqual((bad.expected, bad.observed), (y[2], -y[2]))
        self.assertTrue(np.isnan(bad.proves) and np.isnan(bad.proves_absolute))
        tiny = slp.judge(*PAIR, [5e-324, 0, 0], [5e-324, 0, 0], h=H, dw=DW, **BODY)
        self.assertTrue(tiny.passed and tiny.proves == 0 < tiny.proves_absolute < 2**-1060)
        self.assertEqual(self.judged(y[:2]).answer, "count")
        self.assertEqual(self.judged(y * np.nan).answer, "not-finite")
        self.assertEqual(self.judged([]).answer, "count")
        unable = slp.judge(*PAIR, X, y, h=40, dw=DW, **BODY)
        self.assertEqual((unable.outcome, unable.reason), ("unable", "unable"))
        with self.assertRaisesRegex(ValueError, "dw: has 2 numbers"):
            self.judged(y, dw=[1, 2])

    def test_several_steps(self):
        dw = slp.increments(h=H, steps=5, channels=3)[0]
        ys = slp.path(*PAIR, X, h=H, dw=dw, **BODY)[1:]
        self.assertTrue(self.judged(ys, dw=dw).passed)
        self.assertTrue(self.judged(ys.ravel(), dw=dw.ravel(), steps=5).passed)
        ys[3, 1] += 1e-9
        self.assertEqual((self.judged(ys, dw=dw).outcome, self.judged(ys, dw=dw).step), ("fail", 4))
        self.assertEqual(self.judged(ys[:4], dw=dw).answer, "count")
        quiet = {"h": H, "inertia": BODY["inertia"]}  # no noise: y says how many steps
        ys = slp.path(*PAIR, X, steps=3, **quiet)[1:]
        self.assertTrue(slp.judge(*PAIR, X, ys, **quiet).passed)

    def test_functions(self):
        dw = slp.increments(h=H, steps=4, channels=3)[0]
        body = slp.Instance(*PAIR, **BODY)

        def judged(step):
            return slp.judge_function(*PAIR, X, step, h=H, dw=dw, **BODY)

        self.assertTrue(judged(lambda x, h, dw: body.step(x, h=h, dw=dw)).passed)
        self.assertEqual(judged(lambda x, h, dw: x).outcome, "fail")
        self.assertEqual(judged(lambda x, h, dw: x * np.nan).answer, "not-finite")

        def diverges(x, h, dw):
            raise slp.NoConvergenceError("no")

        v = judged(diverges)
        self.assertEqual((v.outcome, v.reason), ("error", "no-convergence"))
        for wrong in (lambda x, h, dw: x[:2], lambda x, h, dw: None, lambda x, h, dw: 1 / 0, 7):
            with self.assertRaises((ValueError, ZeroDivisionError)):
                judged(wrong)

        def writes(x, h, dw):
            x[0] = 1

        with self.assertRaisesRegex(ValueError, "read-only"):
            judged(writes)


class EveryKey(unittest.TestCase):
    """What a case can hold reaches every function: cases that the program draws, which have each
    key of each system at least once, against `slp run` and `slp judge`."""

    # Hamiltonians has tests of polynomials
    SYSTEMS = [name for name in slp.systems() if not name.startswith("polynomial-")]
    CASES, EACH = 60, 1  # of each system are drawn; asked until each key and scheme was there

    def drawn(self):
        """Each case as its line and as keywords, with the answers of both paths."""
        for name in self.SYSTEMS:
            lines = []
            for more in ([], ["--area"]):
                try:
                    lines += command("gen", "--system", name, "--count", str(self.CASES),
                                     "--level", "1", *more).splitlines()  # fmt: skip
                except subprocess.CalledProcessError:
                    self.assertTrue(more, name)  # systems without areas draw none
            lines = [a.split(" sum=")[0] for a in lines if a.startswith("case ")]
            lines = [a for a in lines if len(a) < 3000]
            lines, times = [f"case id={i} " + a.split(" ", 2)[2] for i, a in enumerate(lines)], {}
            lines = [a for a in lines if self.rare(times, a)]
            given = "\n".join(lines) + "\n"
            answers = []
            for path in ("fast", "ref"):
                found = {}
                for line in command("run", "--path", path, given=given, check=False).splitlines():
                    if line.startswith("result "):
                        fields = dict(f.split("=", 1) for f in line.split()[1:])
                        found[fields["id"]] = fields.get("y")
                answers.append(found)
            for line in lines:
                yield name, line, dict(f.split("=", 1) for f in line.split()[1:]), answers

    def rare(self, times, line):
        """Whether it has a key or scheme that was there less than EACH times."""
        marks = [f.split("=")[0] if f[:6] != "scheme" else f for f in line.split()[2:]]
        new = any(times.get(mark, 0) < self.EACH for mark in marks)
        for mark in marks if new else ():
            times[mark] = times.get(mark, 0) + 1
        return new

    @staticmethod
    def listed(text):
        return [float.fromhex(a) if "x" in a else float(a) for a in text.split(",")]

    def test_every_key_of_every_system(self):
        seen, compared = {}, 0
        words = {"model"}
        for name, line, fields, (fast, exact) in self.drawn():
            own = ("id", "system", "scheme", "h", "steps", "x", "dw", "area", "sum")
            scheme, steps = fields["scheme"], int(fields["steps"])
            p = {k: v if k in words else v for k, v in fields.items() if k not in own}
            seen.setdefault(name, set()).update(p, {"area"} & set(fields))
            given = dict(p, h=float.fromhex(fields["h"]))
            x, noise = self.listed(fields["x"]), {}
            for key in ("dw", "area"):
                if key in fields:
                    noise[key] = np.reshape(self.listed(fields[key]), (steps, -1))
            first = {k: v[0] for k, v in noise.items()}
            y, z = fast.get(fields["id"]), exact.get(fields["id"])
            if y:
                wanted = np.reshape(self.listed(y), (steps, -1))
                rows = slp.path(name, scheme, x, steps=steps, **noise, **given)
                if scheme == "isospectral-midpoint":  # on matrices a path remembers its stages
                    self.assertLess(np.abs(rows[1:] - wanted).max(), 1e-12 * np.abs(x).max(), line)
                else:
                    self.assertEqual(rows[1:].tolist(), wanted.tolist(), line)
                one = slp.step(name, scheme, x, **first, **given)
                self.assertEqual(one.tolist(), wanted[0].tolist(), line)
                compared += 1
            if z:
                wanted = np.reshape(self.listed(z), (steps, -1))
                if steps == 1:
                    self.assertEqual(
                        slp.rounded(name, scheme, x, **first, **given).tolist(),
                        wanted[0].tolist(), line,
                    )  # fmt: skip
                    lo, hi = slp.enclose(name, scheme, x, **first, **given)
                    self.assertTrue((lo <= wanted[0]).all() and (wanted[0] <= hi).all(), line)
                    try:
                        texts = slp.decimals(name, scheme, x, digits=40, **first, **given)
                        self.assertEqual([float(t) for t in texts], wanted[0].tolist(), line)
                    except slp.UnableError:  # a coordinate that may be 0 has no first digit
                        said = command("run", "--path", "ref", "--digits", "40", given=line + "\n",
                                       check=False)  # fmt: skip
                        self.assertIn("error=unable", said, line)
                v = slp.judge(name, scheme, x, wanted, steps=steps, **noise, **given)
                self.assertIn(v.outcome, ("pass", "unable"), line)
                calls = iter(range(steps))

                def own_step(x, h, *noise_of_step):
                    s = next(calls)
                    for got, key in zip(noise_of_step, ("dw", "area")):
                        if key in noise:
                            self.assertEqual(got.tolist(), noise[key][s].tolist())
                    return wanted[s]

                again = slp.judge_function(name, scheme, x, own_step, steps=steps, **noise, **given)
                self.assertEqual((again.outcome, again.ratio), (v.outcome, v.ratio), line)
                printed = command("judge", check=False,
                                  given=f"{line}\nresult id={fields['id']} y={z}\n")  # fmt: skip
                self.assertIn(f"verdict id={fields['id']} {v.outcome} ", printed, line)
            energy = slp.energy(name, x, **p)
            self.assertEqual(np.ndim(energy), 0)
            self.assertEqual(slp.casimirs(name, [x, x], **p).shape[0], 2)
            if "area" in noise:
                with self.assertRaisesRegex(slp.UnsupportedError, "area: an ensemble"):
                    slp.ensemble(name, scheme, [x], steps=1, area=first["area"], **given)
        self.assertGreater(compared, 150)
        for name in self.SYSTEMS:  # as `slp list systems` has them
            asks = slp._library.contract()
            entry = asks.slp_system_find(name.encode())
            every = (asks.slp_parameter_key(entry, i) for i in itertools.count())
            keys = {key.decode() for key in itertools.takewhile(bool, every)}
            if asks.slp_system_takes_areas(entry):
                keys.add("area")
            self.assertEqual(keys - seen[name], set(), name)

    def test_areas_change_the_step(self):
        """The step of the manual's page on systems, Levy areas."""
        given = {"inertia": [1, 2, 3], "lin": [1, 0, 0, 0, 1, 0], "h": 0.0625,
                 "dw": [0.25, -0.125]}  # fmt: skip
        pair, x, area = ("rigid-body", "implicit-midpoint"), [0.6, 0, 0.8], [0.03125]
        lo, hi = slp.enclose(*pair, x, area=area, **given)
        self.assertTrue(lo[0] <= 0.69555325774605479 <= hi[0])
        lo, hi = slp.enclose(*pair, x, **given)
        self.assertTrue(lo[0] <= 0.69240605204371662 <= hi[0])
        with slp.Instance(*pair, inertia=[1, 2, 3], lin=given["lin"]) as body:
            noise = {"h": 0.0625, "dw": given["dw"]}
            for _ in range(2):  # an instance keeps both kinds
                with_area = body.step(x, area=area, **noise)
                self.assertAlmostEqual(with_area[0], 0.69555325774605479, 14)
                self.assertAlmostEqual(body.step(x, **noise)[0], 0.69240605204371662, 14)
        for wrong, text in (
            ({"area": [1, 2]}, "area: has 2 numbers"),
            ({"area": [np.nan]}, "area: number 1 of 1"),
            ({"area": [[1], [2]]}, "area: has the shape"),
        ):
            with self.assertRaisesRegex(slp.InputError, text):
                slp.step(*pair, x, **{**given, **wrong})
        with self.assertRaisesRegex(slp.InputError, "area: is given, but dw is not"):
            slp.path(*pair, x, steps=1, area=area, h=H, inertia=[1, 2, 3], lin=given["lin"])
        with self.assertRaisesRegex(slp.InputError, "area: .*composes flows"):
            slp.step("rigid-body", "splitting-lie", x, area=area, **given)
        with self.assertRaisesRegex(slp.InputError, "area: is no parameter"):
            slp.Instance(*pair, area=area)

    def test_spins_by_their_state(self):
        """`bonds` names two spins, and x has three."""
        spins = {"bonds": [1, 2], "exchange": 1, "field": [0, 0, 1], "noise": 0.1}
        x, dw = np.array([0.6, 0, 0.8, 1, 0, 0, 0, 1, 0]), np.arange(9) / 64
        line = ("case id=a system=spins scheme=sib bonds=1:2 exchange=1 field=0,0,1 noise=0.1 "
                f"h=0.0625 steps=1 x={','.join(map(str, x))} dw={','.join(map(str, dw))}\n")
        printed = command("run", "--path", "fast", given=line).split("y=")[1].split()[0]
        pair = ("spins", "sib")
        y = slp.step(*pair, x, h=0.0625, dw=dw, **spins)
        self.assertEqual(y.tolist(), self.listed(printed))
        self.assertEqual(slp.rounded(*pair, x, h=0.0625, dw=dw, **spins).shape, (9,))
        self.assertEqual(slp.path(*pair, x, h=0.0625, steps=3, **spins).shape, (4, 9))
        self.assertEqual(slp.ensemble(*pair, [x, x], h=0.0625, steps=3, **spins).shape, (2, 9))
        self.assertTrue(slp.judge(*pair, x, y, h=0.0625, dw=dw, **spins).passed)
        self.assertEqual(slp.casimirs("spins", x, **spins).shape, (3,))
        self.assertEqual(slp.energy("spins", [x, x], **spins).shape, (2,))


class ManySteps(unittest.TestCase):
    def same(self, preset, *words, **given):
        wanted, (t, x) = simulated(preset, *words), slp.simulate(preset, **given)
        self.assertEqual(t.tobytes(), wanted["t"].tobytes(), preset)
        self.assertEqual(x.tobytes(), np.ascontiguousarray(wanted["x"]).tobytes(), preset)
        return wanted, x

    def test_simulate_has_the_programs_bits(self):
        wanted, x = self.same("ejll-rigid-body", "--until", "10", until=10)
        self.assertEqual(x.shape, (2561, 3))
        self.same("lecg-heavy-top", "--steps", "700", "--seed", "9", steps=700, seed=9)
        self.same("ejll-manakov", "--steps", "300", steps=300)
        self.same("ejll-zeitlin-sphere-12", "--steps", "700", "--every", "9", steps=700, every=9)
        self.same("ejll-zeitlin-sphere-12", "--steps", "301", "--every", "300", steps=301,
                  every=300)  # fmt: skip
        self.same("ejll-zeitlin-sphere-12", "--steps", "300", "--every", "400", steps=300,
                  every=400)  # fmt: skip
        # taken up at step 8 from its state alone, this one would have other bits at step 11
        self.same("ejll-zeitlin-sphere-12", "--steps", "11", "--every", "8", steps=11, every=8)
        self.same("lecg-sine-euler", "--steps", "256", "--every", "64", steps=256, every=64)
        self.same("lecg-sine-euler", "--steps", "99", "--ell", "0", steps=99, ell=0)
        self.same("lecg-sine-euler", "--steps", "99", "--ell", "0.5", steps=99, ell=0.5)
        self.same("ejll-rigid-body-deterministic", "--until", "1", until=1)
        self.same("ejll-rigid-body", "--steps", "0", steps=0)
        self.same("lecg-heavy-top", "--until", "0.29", until=0.29)  # 0.29/0.01 < 29 in binary

    def test_energies_and_casimirs_are_the_programs(self):
        for name in ("ejll-rigid-body", "lecg-heavy-top", "ejll-manakov"):
            p, wanted = slp.preset(name), simulated(name, "--steps", "40", "--every", "10")
            energies = slp.energy(p.system, wanted["x"], **p.parameters)
            self.assertEqual(energies.tolist(), wanted["energy"].tolist(), name)
            casimirs = slp.casimirs(p.system, wanted["x"], **p.parameters)
            self.assertEqual(casimirs.tolist(), wanted["casimir"].tolist(), name)
            one = slp.energy(p.system, wanted["x"][0], **p.parameters)
            self.assertEqual((type(one), one), (float, wanted["energy"][0]))

    def test_increments_have_the_programs_bits(self):
        p = slp.preset("ejll-rigid-body")
        wanted = simulated(p.name, "--steps", "256", "--noise", "--seed", "7")["dW"][1:]
        w = slp.increments(seed=7, paths=5, steps=256, channels=3, h=p.h)
        self.assertEqual(w.shape, (5, 256, 3))
        self.assertEqual(w[0].tobytes(), np.ascontiguousarray(wanted).tobytes())
        part = slp.increments(seed=7, paths=2, steps=6, channels=3, h=p.h, first_path=3,
                              first_step=250)  # fmt: skip
        self.assertEqual(part.tolist(), w[3:, 250:].tolist())
        fine = slp.increments(seed=7, steps=512, channels=3, h=p.h, level=1, ell=0)
        whole = slp.increments(seed=7, steps=256, channels=3, h=p.h, ell=0)
        self.assertEqual((fine[0, 0::2] + fine[0, 1::2]).tolist(), whole[0].tolist())
        cut = slp.increments(steps=20000, h=0.9, ell=0.1)  # A_h = 0.145: nearly all are cut
        limit = np.abs(cut).max()
        self.assertAlmostEqual(limit, np.sqrt(0.9 * 0.2 * -np.log(0.9)), 14)
        self.assertGreater((np.abs(cut) == limit).mean(), 0.8)
        limit = np.abs(slp.increments(steps=20000, h=1.8, ell=0.1, level=1)).max()
        self.assertAlmostEqual(limit, np.sqrt(0.9 * 0.2 * -np.log(0.9)), 14)
        for wrong in ({"h": 0}, {"h": np.nan}, {"seed": -1}, {"seed": 0.5}, {"steps": "6"},
                      {"level": 33}, {"ell": np.nan}, {"ell": -1}, {"ell": np.inf}, {"areas": 33},
                      {"areas": -1}, {"areas": 1.5}):  # fmt: skip
            with self.assertRaisesRegex(slp.InputError, next(iter(wrong))):
                slp.increments(**{"h": 0.1, "steps": 2, **wrong})

    def test_areas_of_increments(self):
        given = {"h": H, "steps": 4, "paths": 2, "channels": 3, "seed": 9, "first_step": 5}
        dw, area = slp.increments(areas=6, **given)
        self.assertEqual(dw.tolist(), slp.increments(**given).tolist())
        self.assertEqual(area.shape, (2, 4, 3))
        self.assertFalse(slp.increments(areas=0, **given)[1].any())
        # the areas of the polygon through the fine path's points, summed here
        fine = dict(given, steps=4 << 6, first_step=5 << 6, level=6, ell=0)
        w = slp.increments(**fine).reshape(2, 4, 64, 3)
        start = np.cumsum(w, axis=2) - w
        for p, (i, j) in enumerate([(0, 1), (0, 2), (1, 2)]):
            own = (start[..., i] * w[..., j] - start[..., j] * w[..., i]).sum(axis=2) / 2
            self.assertLess(np.abs(area[..., p] - own).max(), 1e-15)
        self.assertEqual(slp.increments(h=H, steps=2, areas=3)[1].shape, (1, 2, 0))

    def test_cutting_off_is_said_where_it_shows(self):
        body = {"inertia": BODY["inertia"], "quad": [0.1, 0.1, 0.1]}
        few, many = 29, 30  # 87.2 increments of h = 0.4 show it (noise.md, Truncation)
        calls = {
            "increments": lambda n, **o: slp.increments(h=0.4, steps=n, channels=3, **o),
            "path": lambda n, **o: slp.path(*PAIR, X / 8, h=0.4, steps=n, **body, **o),
            "ensemble": lambda n, **o: slp.ensemble(*PAIR, [X / 8] * n, h=0.4, steps=1, **body,
                                                    **o),
            "Instance.path": lambda n, **o: slp.Instance(*PAIR, **body).path(X / 8, h=0.4, steps=n,
                                                                             **o),
        }  # fmt: skip
        for name, call in calls.items():
            with self.subTest(name), warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                call(few)
                call(many, ell=0)
                self.assertEqual(said, [])
                call(many)
                self.assertRegex(str(said[0].message), "1.91 standard deviations.*ell=0 leaves")
                self.assertEqual((len(said), said[0].filename), (1, __file__))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            slp.path(*PAIR, X / 8, h=0.4, dw=np.zeros((many, 3)), **body)
            slp.path(*PAIR, X / 8, h=0.4, steps=many, inertia=BODY["inertia"])
            slp.simulate("lecg-sine-euler", steps=20)
            with self.assertRaisesRegex(UserWarning, "ell=0"):
                slp.simulate("lecg-sine-euler", steps=20000)

    def test_path(self):
        p = slp.preset("ejll-rigid-body")
        t, x = slp.simulate(p.name, steps=500, every=50)
        rows = slp.path(p.system, p.scheme, p.x, h=p.h, steps=500, every=50, **p.parameters)
        self.assertEqual(rows.tolist(), x.tolist())
        dw = slp.increments(h=p.h, steps=500, channels=3)[0]
        given = slp.path(p.system, p.scheme, p.x, h=p.h, dw=dw, every=50, **p.parameters)
        self.assertEqual(given.tolist(), x.tolist())
        state = p.x
        for s in range(3):
            state = slp.step(p.system, p.scheme, state, h=p.h, dw=dw[s], **p.parameters)
        self.assertEqual(
            state.tolist(),
            slp.path(p.system, p.scheme, p.x, h=p.h, dw=dw[:3], **p.parameters)[3].tolist(),
        )

    def test_ensemble(self):
        p = slp.preset("ejll-rigid-body")
        paths = np.array([p.x, p.x[::-1], p.x[[1, 2, 0]]])

        def ensemble(scheme=p.scheme, x=paths, steps=20, **given):
            return slp.ensemble(p.system, scheme, x, h=p.h, steps=steps, **given, **p.parameters)

        ends = ensemble(seed=3)
        self.assertEqual(ends.shape, (3, 3))
        for i in range(3):
            row = slp.path(p.system, p.scheme, paths[i], h=p.h, steps=20, seed=3, path=i,
                           **p.parameters)  # fmt: skip
            self.assertLess(np.abs(ends[i] - row[-1]).max(), 1e-14)
        self.assertEqual(ensemble(seed=3, threads=2).tolist(), ends.tolist())
        half = ensemble(seed=3, steps=7)
        self.assertEqual(ensemble(seed=3, x=half, steps=13, first_step=7).tolist(), ends.tolist())
        self.assertEqual(ensemble(seed=3, x=paths[1:], first_path=1).tolist(), ends[1:].tolist())
        self.assertEqual(ensemble(steps=0).tolist(), paths.tolist())
        other = ensemble("tmk", seed=3)
        row = slp.path(p.system, "tmk", paths[2], h=p.h, steps=20, seed=3, path=2, **p.parameters)
        self.assertEqual(other[2].tolist(), row[-1].tolist())
        for wrong, text in (
            ({"x": p.x}, "shape"),
            ({"x": paths * np.nan}, "finite"),
            ({"x": [p.x, p.x, [1, np.nan, 0]]}, "finite.*path 2 of 3"),
            ({"ell": np.nan}, "ell"),
            ({"ell": -1}, "ell"),
            ({"threads": 0}, "threads"),
            ({"steps": -1}, "steps"),
        ):
            with self.assertRaisesRegex(slp.InputError, text):
                ensemble(**wrong)
        sphere = slp.preset("lecg-sine-euler")
        off = np.array([sphere.x, sphere.x + [1, 0, 0, 0, 0, 0, 0, 0, 0]])
        with self.assertRaisesRegex(slp.InputError, "(trace|sum).*path 1 of 2"):
            slp.ensemble(sphere.system, sphere.scheme, off, h=H, steps=1, **sphere.parameters)
        with self.assertRaises(slp.Error) as failed:
            slp.ensemble(*PAIR, paths * 1e4, h=1, steps=3, ell=0, **BODY)
        self.assertTrue(np.isnan(failed.exception.states).any())

    def test_progress(self):
        told = []
        slp.simulate("ejll-rigid-body", steps=9001, every=4000,
                     progress=lambda *of: told.append(of))  # fmt: skip
        self.assertEqual([total for _, total in told], [9001] * len(told))
        self.assertEqual(told, sorted(told))
        self.assertEqual(told[0], (0, 9001))
        self.assertEqual(told[-1], (9001, 9001))
        with self.assertRaises(slp.StoppedError) as stopped:
            slp.path(*PAIR, X, h=H, steps=9000, progress=lambda done, total: done > 0, **BODY)
        rows = stopped.exception.states
        self.assertTrue(np.isfinite(rows[:1000]).all() and np.isnan(rows[-1]).all())
        with self.assertRaises(slp.StoppedError) as stopped:  # within the steps after the last row
            slp.simulate("ejll-rigid-body", steps=1001, every=10,
                         progress=lambda done, total: done > 600)  # fmt: skip
        rows = stopped.exception.states
        self.assertEqual(len(rows), 102)
        self.assertTrue(np.isfinite(rows[:61]).all() and np.isnan(rows[-2:]).all())
        whole = slp.simulate("ejll-rigid-body", steps=600, every=10).x
        self.assertEqual(rows[:61].tolist(), whole.tolist())
        with self.assertRaises(ZeroDivisionError):
            slp.simulate("ejll-rigid-body", steps=9000, progress=lambda done, total: 1 / 0)
        with self.assertRaises(RuntimeError):
            slp.ensemble(*PAIR, [X], h=H, steps=9, progress=lambda done, total: True, **BODY)

    def test_failing_step(self):
        with self.assertRaisesRegex(slp.Error, "step 1, to t = 400, ended with"):
            slp.path(*PAIR, X * 100, h=400, steps=5, ell=0, **BODY)

    def test_interrupts(self):
        many = np.tile(X, (200000, 1))
        before = signal.getsignal(signal.SIGINT)
        waited = {
            "simulate": lambda: slp.simulate("ejll-rigid-body", steps=10**7 + 1, every=100),
            "path": lambda: slp.path(*PAIR, X, h=H, steps=10**7, every=100, **BODY),
            "ensemble": lambda: slp.ensemble(*PAIR, many, h=H, steps=10**6, **BODY),
            "progress": lambda: slp.simulate(
                "ejll-rigid-body", steps=10**9, every=10**6,
                progress=lambda done, total: time.sleep(10),
            ),  # fmt: skip
        }
        for name, call in waited.items():
            seconds, exception = interrupted_after(0.2, call)
            self.assertLess(seconds, SOON, name)
            if name in ("simulate", "path"):
                known = ~np.isnan(exception.states).any(axis=1)
                self.assertTrue(known[0] and not known[-1] and known.sum() > 1, name)
            self.assertIs(signal.getsignal(signal.SIGINT), before)

    def test_rows_of_a_piece_that_was_stopped(self):
        # No multiple of 3 below is one of 128: all of this run is made in pieces of 128 steps.
        def stop(done, total):
            if done >= 6:
                raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt) as caught:
            slp.simulate("ejll-zeitlin-sphere", steps=3 * 128 - 1, every=3, progress=stop)
        self.assertTrue(np.isfinite(caught.exception.states[1]).all())


class OwnSystems(unittest.TestCase):
    """Hamiltonians of one's own."""

    def body(self, **other):
        inertia = np.array(BODY["inertia"])

        def gradient(k, x):
            return x / inertia if k == 0 else 0.1 * x * np.eye(3)[k - 1]

        made = {
            "noises": 3,
            "gradient": gradient,
            "energy": lambda x: (x * x / inertia).sum() / 2,
            "casimirs": lambda x: x @ x,
        }
        return slp.System("my-body", "so3", **{**made, **other})

    def test_it_is_the_body(self):
        mine = self.body()
        self.assertEqual((mine.d, mine.M), (3, 3))
        self.assertIn("tmk", slp.schemes(mine))
        for scheme in ("isospectral-midpoint", "tmk"):
            near = slp.step("rigid-body", scheme, X, h=H, dw=DW, **BODY)
            self.assertLess(np.abs(slp.step(mine, scheme, X, h=H, dw=DW) - near).max(), 1e-15)
        rows = slp.path(mine, "tmk", X, h=H, steps=20, every=5)
        near = slp.path("rigid-body", "tmk", X, h=H, steps=20, every=5, **BODY)
        self.assertLess(np.abs(rows - near).max(), 1e-14)
        for threads in (None, 2):
            ends = slp.ensemble(mine, "tmk", [X, -X], h=H, steps=20, threads=threads)
            self.assertEqual(ends[0].tolist(), rows[-1].tolist())
        self.assertAlmostEqual(slp.energy(mine, X), slp.energy("rigid-body", X, **BODY), 15)
        self.assertAlmostEqual(slp.casimirs(mine, rows)[-1, 0], 1.0, 13)
        self.assertEqual(slp.casimirs(self.body(casimirs=None), X).shape, (0,))
        self.assertTrue(np.isnan(slp.energy(self.body(energy=None), X)))

    def test_states_are_the_callers_to_keep(self):
        kept = []

        def gradient(k, x):
            kept.append(x)
            return x / (1 + k)

        slp.path(self.body(gradient=gradient), "tmk", X, h=H, steps=50)
        slp.path(self.body(gradient=gradient), "tmk", -X, h=H, steps=50)
        self.assertTrue(all(0.99 < x @ x < 1.01 for x in kept))
        self.assertGreater(len({x.tobytes() for x in kept}), 100)

        def writes(k, x):
            x[0] = 1

        with self.assertRaisesRegex(ValueError, "read-only"):
            slp.step(self.body(gradient=writes), "tmk", X, h=H, dw=DW)

    def test_exceptions_come_through(self):
        def after(count):
            calls = []

            def gradient(k, x):
                calls.append(k)
                if len(calls) > count:
                    raise KeyError("mine")
                return x

            return self.body(gradient=gradient)

        for call in (
            lambda s: slp.step(s, "tmk", X, h=H, dw=DW),
            lambda s: slp.path(s, "tmk", X, h=H, steps=1000),
            lambda s: slp.ensemble(s, "tmk", [X] * 9, h=H, steps=100),
            lambda s: slp.ensemble(s, "tmk", [X] * 9, h=H, steps=100, threads=3),
        ):
            for count in (0, 5):
                with self.assertRaisesRegex(KeyError, "mine"):
                    call(after(count))
        for wrong in (lambda k, x: x[:2], lambda k, x: None, lambda k, x: "abc"):
            with self.assertRaisesRegex(slp.InputError, "gradient"):
                slp.step(self.body(gradient=wrong), "tmk", X, h=H, dw=DW)
        with self.assertRaises(slp.Error):
            slp.step(self.body(gradient=lambda k, x: x * np.nan), "tmk", X, h=H, dw=DW)
        for name in ("energy", "casimirs"):
            with self.assertRaises(ZeroDivisionError):
                getattr(slp, name)(self.body(**{name: lambda x: 1 / 0}), X)
            with self.assertRaisesRegex(slp.InputError, name):
                getattr(slp, name)(self.body(**{name: lambda x: x}), [X, X])

    def test_calls_within_calls(self):
        inner = slp.Instance(*PAIR, **BODY)

        def gradient(k, x):
            inner.step(x, h=H, dw=DW)
            return x

        s = self.body(gradient=gradient)
        self.assertTrue(np.isfinite(slp.path(s, "tmk", X, h=H, steps=5)).all())

        def closes(k, x):
            s.close()

        s = self.body(gradient=closes)
        with self.assertRaisesRegex(slp.ClosedError, "in use"):
            slp.step(s, "tmk", X, h=H, dw=DW)
        slp.System.close(s)
        with self.assertRaisesRegex(slp.ClosedError, "closed"):
            slp.step(s, "tmk", X, h=H, dw=DW)
        with self.assertRaisesRegex(slp.ClosedError, "closed"):
            slp.schemes(s)

    def test_instance_outlives_its_system(self):
        with slp.Instance(self.body(), "tmk") as instance:
            gc.collect()
            instance.step(X, h=H, dw=DW)
            instance.system.close()
            with self.assertRaises(slp.ClosedError):
                instance.step(X, h=H, dw=DW)

    def test_interrupt(self):
        def slow(k, x):
            time.sleep(0.001)
            return x

        for threads in (1, 2):
            waited, _ = interrupted_after(
                0.2,
                lambda: slp.ensemble(self.body(gradient=slow), "tmk", [X] * 50, h=H, steps=50,
                                     threads=threads),
            )  # fmt: skip
            self.assertLess(waited, SOON)

        def endless(k, x):
            while True:
                pass

        call = lambda: slp.step(self.body(gradient=endless), "tmk", X, h=H, dw=DW)
        self.assertLess(interrupted_after(0.2, call)[0], SOON)

    def test_other_algebras(self):
        def half(k, x):
            return x / (2 + k)

        for algebra, n, d in (("son", 4, 6), ("sun", 3, 9), ("su2n", 2, 6), ("sp", 4, 10),
                              ("se3", 0, 6), ("vector", 0, 2)):  # fmt: skip
            s = slp.System("own", algebra, n=n, noises=1, gradient=half)
            self.assertEqual((s.d, s.M), (d, 1), algebra)
        s = slp.System("own", "su2n", n=2, gamma=[1, -2], gradient=half)
        self.assertEqual(s.d, 6)
        for wrong, text in (
            ({"algebra": "so4"}, "algebra"),
            ({"algebra": "son", "n": 0}, "n"),
            ({"algebra": "su2n", "n": 2, "gamma": [1]}, "gamma"),
            ({"algebra": "su2n", "n": 2, "gamma": [1, 0]}, "gamma"),
            ({"name": "rigid-body"}, "name"),
            ({"gradient": 3}, "gradient"),
            ({"casimirs": [3]}, "casimirs"),
            ({"energy": 3}, "energy"),
            ({"noises": -1}, "noises"),
        ):
            with self.assertRaisesRegex(slp.InputError, text):
                slp.System(**{"name": "own", "algebra": "so3", "gradient": half, **wrong})

    def test_no_proofs(self):
        s = self.body()
        for call in (slp.enclose, slp.rounded, slp.decimals):
            with self.assertRaisesRegex(slp.UnsupportedError, "no proved steps"):
                call(s, "tmk", X, h=H, dw=DW)
        with self.assertRaisesRegex(slp.UnsupportedError, "no proved steps"):
            slp.judge(s, "tmk", X, X, h=H, dw=DW)


class Hamiltonians(unittest.TestCase):
    """Polynomials from text, by arithmetic and from SymPy; steps, proofs and verdicts of them."""

    scheme, x, noise = "isospectral-midpoint", [0.6, 0, 0.8], dict(h=2**-6, dw=[0.125])
    text = slp.Hamiltonian("so3", "x1**2/2 + x2^2/4 + 0.1*x1*x2*x3", "x3/10")

    def test_steps_are_proved_and_judged(self):
        y = slp.step(self.text, self.scheme, self.x, **self.noise)
        lo, hi = slp.enclose(self.text, self.scheme, self.x, **self.noise)
        self.assertTrue(np.all(abs(y - lo) < 1e-14) and np.all(hi - lo < 1e-15))
        verdict = slp.judge(self.text, self.scheme, self.x, y, **self.noise)
        self.assertEqual(verdict.outcome, "pass")
        wrong = slp.judge(self.text, self.scheme, self.x, y + 1e-9, **self.noise)
        self.assertEqual(wrong.outcome, "fail")
        self.assertEqual(slp.energy(self.text, [1, 2, 3]), 0.5 + 1 + 0.1 * 6)
        with slp.Instance(self.text, self.scheme) as one:
            self.assertEqual((one.d, one.M), (3, 1))
            np.testing.assert_array_equal(one.step(self.x, **self.noise), y)

    def test_areas_reach_every_function(self):
        """As the line of a case says it; and two noises of a body, as the body's own system."""
        body = slp.Hamiltonian("so3", "x1^2/2 + x2^2/4 + x3^2/6", "x1", "x2")
        given = {"h": 0.0625, "dw": [0.25, -0.125], "area": [0.03125]}
        y = slp.step(body, "implicit-midpoint", self.x, **given)
        self.assertAlmostEqual(y[0], 0.69555325774605479, 14)
        cases = (
            ("so3", 1, ["x1^2/2 + x2^2/4", "x1*x3", "x2^3/2"],
             "terms=0:0.5:1.1,0:0.25:2.2,1:1:1.3,2:0.5:2.2.2"),
            ("se3", 1, ["P.x^2/2 + G.z", "P.y*G.x", "P.z/2"],
             "terms=0:0.5:1.1,0:1:6,1:1:2.4,2:0.5:3"),
            ("su2", 2, ["S1.x*S2.x", "S1.y*S2.z", "S2.y*S2.y"],
             "size=2 terms=0:1:1.4,1:1:2.6,2:1:5.5"),
            ("plane", 1, ["p^2/2 + q^4/4", "q^2", "p"],
             "terms=0:0.5:2.2,0:0.25:1.1.1.1,1:1:1.1,2:1:2"),
            ("so", 4, ["X12^2/2 + X34*X13", "X24", "X14^2"],
             "size=4 terms=0:0.5:1.1,0:1:6.2,1:1:5,2:1:3.3"),
            ("sp", 2, ["A11*B11/2", "B11", "C11"],
             "size=2 terms=0:0.5:1.2,1:1:2,2:1:3"),
        )  # fmt: skip
        for algebra, size, H, fields in cases:
            made = slp.Hamiltonian(algebra, *H, size=size)
            pair = made, "tmk"
            with slp.Instance(*pair) as one:
                x = 0.5 + np.arange(one.d) / 16
            line = (f"case id=a system=polynomial scheme=tmk algebra={algebra} {fields} h=0.0625 "
                    f"steps=1 x={','.join(map(repr, x.tolist()))} dw=0.25,-0.125 "
                    "area=0.03125")  # fmt: skip
            said = command("run", "--path", "ref", "--digits", "20", given=line + "\n")
            exact = said.split(" y=")[1].split()[0].split(",")
            right = np.array([float(v) for v in exact])
            without = {key: given[key] for key in ("h", "dw")}
            self.assertGreater(np.abs(slp.step(*pair, x, **without) - right).max(), 1e-4, algebra)
            self.assertLess(np.abs(slp.step(*pair, x, **given) - right).max(), 1e-14, algebra)
            along = slp.path(*pair, x, steps=1, **{**given, "dw": [given["dw"]],
                                                   "area": [given["area"]]})  # fmt: skip
            self.assertLess(np.abs(along[1] - right).max(), 1e-14, algebra)
            lo, hi = slp.enclose(*pair, x, **given)
            self.assertTrue(np.all((lo <= right + 1e-17) & (right - 1e-17 <= hi)), algebra)
            np.testing.assert_array_equal(slp.rounded(*pair, x, **given), right)
            self.assertEqual([float(v) for v in slp.decimals(*pair, x, digits=20, **given)],
                             right.tolist())  # fmt: skip
            self.assertEqual(slp.judge(*pair, x, right, **given).outcome, "pass", algebra)
            self.assertEqual(slp.judge(*pair, x, right, **without).outcome, "fail", algebra)

            def own(state, h, dw, area, pair=pair):
                return slp.step(*pair, state, h=h, dw=dw, area=area)

            self.assertEqual(slp.judge_function(*pair, x, own, **given).outcome, "pass", algebra)
        with self.assertRaisesRegex(slp.UnsupportedError, "area: an ensemble"):
            slp.ensemble(body, "tmk", [self.x], steps=1, h=H, area=given["area"])
        with self.assertRaisesRegex(slp.InputError, "area: .*composes flows"):
            slp.step(body, "splitting-lie", self.x, **given)

    def test_arithmetic_gives_the_terms_of_the_text(self):
        x = slp.coordinates("so3")
        built = slp.Hamiltonian(
            "so3",
            x[0] ** 2 / 2 + x[1] * x[1] / 4 + Fraction(1, 10) * x[0] * x[1] * x[2] + 7,
            (x[2] - 0 * x[0]) / 10,
        )
        np.testing.assert_array_equal(built.parameters["terms"], self.text.parameters["terms"])
        a = x[0] - 2 * x[1]
        self.assertEqual(a * a, x[0] ** 2 - 4 * x[0] * x[1] + 4 * x[1] ** 2)
        self.assertEqual(3 - x[0], -(x[0] - 3))
        self.assertEqual(np.dot(x, [1, 2, 3]), x[0] + 2 * x[1] + 3 * x[2])

    def test_names_and_arrays_are_the_same_coordinates(self):
        pairs = [
            ("se3", 1, "P.y*G.z", lambda c: c[0, 1] * c[1, 2]),
            ("plane", 1, "q*p^2", lambda c: c[0] * c[1] ** 2),
            ("su2", 3, "S2.x*S3.z", lambda c: c[1, 0] * c[2, 2]),
            ("so", 4, "X23*X41", lambda c: c[1, 2] * c[3, 0]),
            ("su", 3, "x4*x9", lambda c: c[3] * c[8]),
            ("sp", 4, "A12*C22", lambda c: c[1] * c[9]),
        ]
        for algebra, size, text, of in pairs:
            named = slp.Hamiltonian(algebra, text, size=size)
            built = slp.Hamiltonian(algebra, of(slp.coordinates(algebra, size)), size=size)
            np.testing.assert_array_equal(
                named.parameters["terms"], built.parameters["terms"], err_msg=algebra
            )

    def test_a_ring_of_spins_is_the_system_spins(self):
        S = slp.coordinates("su2", 3)
        ring = sum(-S[i] @ S[(i + 1) % 3] for i in range(3))
        x = np.array([1, 0, 0, 0, 1, 0, 0.6, 0, 0.8])
        y = slp.step(slp.Hamiltonian("su2", ring, size=3), "sib", x, h=0.125)
        special = slp.step("spins", "sib", x, h=0.125, bonds=[1, 2, 2, 3, 3, 1], exchange=[1, 1, 1])
        np.testing.assert_allclose(y, special, rtol=0, atol=4e-16)

    def test_sympy(self):
        try:
            import sympy
        except ImportError:
            self.skipTest("no SymPy here")
        x1, x2, x3 = sympy.symbols("x1 x2 x3")
        exact = sympy.Rational(1, 10) * x1 * x2 * x3
        made = slp.Hamiltonian("so3", x1**2 / 2 + x2**2 / 4 + exact, x3 / 10)
        np.testing.assert_array_equal(made.parameters["terms"], self.text.parameters["terms"])
        with self.assertRaisesRegex(slp.InputError, "H0: is no polynomial"):
            slp.Hamiltonian("so3", sympy.sin(x1))
        with self.assertRaisesRegex(slp.InputError, "unknown name"):
            slp.Hamiltonian("so3", sympy.Symbol("y1"))

    def test_wrong_ones_are_refused(self):
        x = slp.coordinates("so3")
        for words, make in [
            ("H1: character 6: unknown name", lambda: slp.Hamiltonian("so3", "x1", "x1 + y2")),
            ("algebra: 'so4' is none of", lambda: slp.Hamiltonian("so4", "x1")),
            ("0 or constant", lambda: slp.Hamiltonian("so3", "3")),
            ("H0: needs a text", lambda: slp.Hamiltonian("so3", None)),
            ("H0: needs a text", lambda: slp.Hamiltonian("so3", float("nan"))),
            ("size: needs a whole number", lambda: slp.Hamiltonian("su2", "S1.x", size=0)),
            ("only numbers other than 0", lambda: x[0] / x[1]),
            ("only numbers other than 0", lambda: x[0] / 0),
            ("whole number from 0", lambda: x[0] ** -1),
            ("weights", lambda: slp.step(
                slp.Hamiltonian("su2", "S1.x", weights=[1, 2]), "tmk", [1, 0, 0], h=0.1)),
            ("degree", lambda: slp.step(
                slp.Hamiltonian("so3", x[0] ** 9), "tmk", [1, 0, 0], h=0.1)),
        ]:
            with self.subTest(words), self.assertRaisesRegex(slp.InputError, words):
                make()


class Builders(unittest.TestCase):
    """Polynomials of lattices, dipoles, bodies and flows, beside the systems and beside loops."""

    def setUp(self):
        self.random = np.random.default_rng(3)

    def energies_agree(self, H, of, d):
        for _ in range(3):
            x = self.random.normal(size=d)
            self.assertAlmostEqual(slp.energy(H, x), of(x), delta=1e-13 * (1 + abs(of(x))))

    def test_a_lattice_is_the_system_spins(self):
        shape, n = (3, 4), 12
        H0 = builders.lattice(
            shape, J=0.7, D=(0.1, 0.2, 0.3), K=0.4, axis=(0.6, 0, 0.8), B=(0, 1, 2)
        )
        pairs = np.array([p for way in builders.neighbours(shape) for p in way]) + 1
        same = dict(bonds=pairs.ravel(), exchange=[0.7] * len(pairs), field=[0, 1, 2],
                    dmi=[0.1, 0.2, 0.3] * len(pairs), anisotropy=[0.4, 0.6, 0, 0.8])
        x = self.random.normal(size=3 * n)
        y = slp.step(slp.Hamiltonian("su2", H0, size=n), "sib", x, h=2**-6)
        np.testing.assert_allclose(y, slp.step("spins", "sib", x, h=2**-6, **same), atol=1e-15)

    def test_neighbours_are_those_of_an_array(self):
        self.assertEqual(builders.neighbours((2, 3), "open"),
                         [[(0, 3), (1, 4), (2, 5)], [(0, 1), (1, 2), (3, 4), (4, 5)]])
        self.assertEqual(builders.neighbours(3), [[(0, 1), (1, 2), (2, 0)]])
        self.assertEqual(builders.neighbours((2, 2), ["periodic", "open"]),
                         [[(0, 2), (1, 3), (2, 0), (3, 1)], [(0, 1), (2, 3)]])

    def test_each_direction_has_its_tensor_and_vector(self):
        J, D = [np.arange(9).reshape(3, 3), np.eye(3)], [(1, 2, 3), (0, 0, -1)]
        H = slp.Hamiltonian("su2", builders.lattice((2, 2), J, D, boundary="open"), size=4)

        def energy(x):
            S, total = x.reshape(4, 3), 0
            for way, pairs in enumerate([[(0, 2), (1, 3)], [(0, 1), (2, 3)]]):
                for a, b in pairs:
                    total -= S[a] @ J[way] @ S[b] + np.cross(S[a], S[b]) @ D[way]
            return total

        self.energies_agree(H, energy, 12)

    def test_dipoles_anisotropies_and_fields(self):
        r, m = self.random.normal(size=(4, 3)), np.array([1, 2, 0.5, -1])
        made = builders.dipoles(r, 0.3, m) + builders.single_ion(4, m, (1, 2, 0))
        made += builders.field(4, r, m)

        def energy(x):
            S, total = x.reshape(4, 3), 0
            for b in range(4):
                total -= m[b] * ((S[b] @ [1, 2, 0]) ** 2 + r[b] @ S[b])
                for a in range(b):
                    v = r[b] - r[a]
                    s = np.linalg.norm(v)
                    pair = S[a] @ S[b] / s**3 - 3 * (S[a] @ v) * (S[b] @ v) / s**5
                    total += 0.3 * m[a] * m[b] * pair
            return total

        self.energies_agree(slp.Hamiltonian("su2", made, size=4), energy, 12)
        near = builders.dipoles([[0, 0, 0], [1, 0, 0], [9, 0, 0]], cutoff=2)
        self.assertEqual(near, builders.dipoles([[0, 0, 0], [1, 0, 0]]))

    def test_bodies(self):
        turn = np.linalg.qr(self.random.normal(size=(3, 3)))[0]
        tensor = turn @ np.diag([1.0, 2.0, 3.0]) @ turn.T
        tensor = (tensor + tensor.T) / 2
        body = slp.Hamiltonian("so3", builders.inertia(tensor))
        self.energies_agree(body, lambda x: x @ np.linalg.solve(tensor, x) / 2, 3)
        top = slp.Hamiltonian("se3", builders.top([1, 2, 4], [0.1, 0.2, 0.3]))
        same = dict(inertia=[1, 2, 4], chi=[0.1, 0.2, 0.3])
        self.energies_agree(top, lambda x: slp.energy("heavy-top", x, **same), 6)

    def test_flow_over_topography(self):
        n = 4
        t = self.random.normal(size=n * n)
        t[:n] -= t[:n].mean()
        flow = slp.Hamiltonian("su", builders.sphere(n, t), size=n)
        rest = slp.energy("zeitlin-sphere", t, n=n)
        self.energies_agree(
            flow, lambda x: slp.energy("zeitlin-sphere", x - t, n=n) - rest, n * n
        )
        w = self.random.normal(size=n * n) / 4
        w[:n] -= w[:n].mean()
        plain = slp.Hamiltonian("su", builders.sphere(n), size=n)
        np.testing.assert_allclose(
            slp.step(plain, "isospectral-midpoint", w, h=2**-6),
            slp.step("zeitlin-sphere", "isospectral-midpoint", w, h=2**-6, n=n), atol=1e-15)

    def test_wrong_ones_are_refused(self):
        for words, make in [
            ("bound to itself", lambda: builders.bonds([(1, 1)])),
            ("J: needs a finite number or 3 x 3", lambda: builders.bonds([(0, 1)], J=[1, 2])),
            ("J: has 3 entries for 2 directions", lambda: builders.lattice((2, 2), J=[1, 2, 3])),
            ("neither 'periodic' nor 'open'", lambda: builders.lattice(4, boundary="closed")),
            ("needs 2 sites", lambda: builders.lattice((4, 1))),
            ("D: needs 3 finite numbers", lambda: builders.lattice(4, D=(0, np.nan, 0))),
            ("shape: needs a whole number", lambda: builders.lattice(0)),
            ("at one place", lambda: builders.dipoles([[0, 0, 0], [0, 0, 0]])),
            ("positions: needs", lambda: builders.dipoles([0, 0, 0])),
            ("symmetric", lambda: builders.inertia([[1, 1, 0], [0, 1, 0], [0, 0, 1]])),
            ("no inverse", lambda: builders.inertia([1, 0, 1])),
            ("chi: needs 3", lambda: builders.top([1, 2, 3], [1])),
            ("n: needs a whole number", lambda: builders.sphere(17)),
            ("topography: needs 9", lambda: builders.sphere(3, [1, 2])),
        ]:
            with self.subTest(words), self.assertRaisesRegex(slp.InputError, words):
                make()


class Errors(unittest.TestCase):
    def test_texts_are_the_librarys(self):
        good = {"system": PAIR[0], "scheme": PAIR[1], "x": X, "h": H, "dw": DW, **BODY}
        for wrong, text in (
            ({"system": "rigid-bdy"}, "system: unknown system 'rigid-bdy'.*did you mean"),
            ({"scheme": "tmkk"}, "scheme: unknown scheme 'tmkk'"),
            ({"inertiaa": 3}, "inertiaa: unknown key.*did you mean inertia"),
            ({"inertia": None}, "inertia: is missing"),
            ({"inertia": [2, 1]}, "inertia: "),
            ({"inertia": [2, 1, 0]}, "inertia: .*greater than 0"),
            ({"inertia": "2,1,x"}, "inertia: "),
            ({"quad": [np.nan, 1, 1]}, "quad: number 1 of 3 is not finite"),
            ({"x": X[:2]}, "x: has 2 numbers, expected d = 3"),
            ({"x": [X]}, "x: has the shape"),
            ({"x": [1, 2, np.inf]}, "x: number 3 of 3 is not finite"),
            ({"x": X + 1j}, "x: needs real numbers"),
            ({"x": ["a", "b", "c"]}, "x: needs real numbers"),
            ({"x": [[1], [1, 2]]}, "x: "),
            ({"x": np.ma.masked_array(X, [0, 1, 0])}, "x: some numbers are masked"),
            ({"x": [2**53 + 1, 0, 0]}, "x: int64 would be rounded"),
            ({"dw": None}, "dw: is missing"),
            ({"dw": DW[:1]}, "dw: has 1 number"),
            ({"dw": [DW, DW]}, "dw: has the shape"),
            ({"dw": DW * np.nan}, "dw: number 1 of 3 is not finite"),
            ({"h": np.nan}, "h: "),
            ({"h": [1, 2]}, "h: has 2 numbers"),
            ({"h": "1"}, "h: needs real numbers"),
            ({"steps": 3}, "steps: is no parameter"),
            ({"system": 3}, "system: needs a name"),
        ):
            for call in (slp.step, slp.enclose):
                with self.assertRaisesRegex(slp.InputError, text) as raised:
                    call(**{**good, **wrong})
                self.assertEqual(raised.exception.status, "input")
                self.assertIsInstance(raised.exception, ValueError)
        with self.assertRaisesRegex(slp.InputError, "unknown preset|preset") as raised:
            slp.simulate("ejll-rigid-bdy")
        with self.assertRaisesRegex(slp.InputError, "not both"):
            slp.simulate("ejll-rigid-body", steps=1, until=1)
        with self.assertRaisesRegex(slp.InputError, "until"):
            slp.simulate("ejll-rigid-body", until=-1)
        with self.assertRaisesRegex(slp.InputError, "every"):
            slp.simulate("ejll-rigid-body", steps=1, every=0)
        with self.assertRaisesRegex(slp.InputError, "dw"):
            slp.path(*PAIR, X, h=H, dw=[DW, DW * np.nan], **BODY)
        with self.assertRaisesRegex(slp.InputError, "steps"):
            slp.path(*PAIR, X, h=H, **BODY)
        with self.assertRaisesRegex(slp.InputError, "unknown system"):
            slp.schemes("rigid-bdy")
        for h in (0, -H):
            for call in (
                lambda: slp.path(*PAIR, X, h=h, steps=2, **BODY),
                lambda: slp.ensemble(*PAIR, [X], h=h, steps=2, **BODY),
            ):
                with self.assertRaisesRegex(slp.InputError, "h: is .*drawn over steps above 0"):
                    call()
        slp.path(*PAIR, X, h=-H, dw=[DW], **BODY)  # a step back with increments of the caller
        with self.assertRaises(slp.InputError):
            slp.energy("rigid-body", X[:2], **BODY)
        with self.assertRaises((MemoryError, ValueError)):
            slp.path(*PAIR, X, h=H, steps=2**52, ell=0, **BODY)

    def test_what_is_wrong_is_named(self):
        body = slp.Instance("rigid-body", **BODY)  # no scheme
        self.assertAlmostEqual(body.energy(X), slp.energy("rigid-body", X, **BODY))
        for call in (
            lambda: body.step(X, h=H, dw=DW),
            lambda: body.enclose(X, h=H, dw=DW),
            lambda: body.rounded(X, h=H, dw=DW),
            lambda: body.decimals(X, h=H, dw=DW),
            lambda: body.path(X, h=H, steps=3),
            lambda: body.ensemble([X], h=H, steps=3),
        ):
            with self.assertRaisesRegex(slp.InputError, "scheme: is missing"):
                call()
        mine = slp.System("mine", "so3", gradient=lambda k, x: x * np.nan)
        for call in (
            lambda: slp.step(mine, "tmk", X, h=H),
            lambda: slp.path(mine, "tmk", X, h=H, steps=2),
            lambda: slp.ensemble(mine, "tmk", [X], h=H, steps=2),
        ):
            with self.assertRaisesRegex(slp.Error, r"gradient\(0, x\) gave nan in coordinate 1"):
                call()
        with self.assertRaisesRegex(slp.DomainError, "not finite") as raised:
            slp.step("rigid-body", "heun", X * 1e200, h=1e200, dw=DW, **BODY)
        self.assertNotIn("smaller h", str(raised.exception))

    def test_tables_are_the_programs(self):
        for what, names in (("systems", slp.systems()), ("schemes", slp.schemes())):
            listed = [line.split("\t")[0] for line in command("list", what).splitlines()
                      if not line.startswith("#")]  # fmt: skip
            # a family, which the program lists once, is a system for each algebra here
            families = [name.split("-")[0] if name.startswith("polynomial-") else name
                        for name in names]  # fmt: skip
            self.assertEqual(list(dict.fromkeys(families)), listed)
        listed = command("list", "presets")
        for name in slp.presets():
            self.assertIn(name, listed)
            self.assertIn(f"id={name} ", slp.preset(name).text)
        self.assertLess(set(slp.schemes("canonical")), set(slp.schemes()))
        given = slp.preset("lecg-sine-euler").parameters
        self.assertEqual(given["modes"].tolist(), [[1, 1], [1, -1]])
        with slp.Instance("canonical", model="pendulum") as one, one._case() as case:
            self.assertEqual(_parameters(case), {"model": "pendulum"})


class Threads(unittest.TestCase):
    def test_threads_share_an_instance(self):
        body, wrong = slp.Instance(*PAIR, **BODY), []
        wanted = body.path(X, h=H, steps=2000)[-1].tolist()
        exact = body.rounded(X, h=H, dw=DW).tolist()

        def work():
            for _ in range(5):
                if body.path(X, h=H, steps=2000)[-1].tolist() != wanted:
                    wrong.append("path")
                if body.rounded(X, h=H, dw=DW).tolist() != exact:
                    wrong.append("rounded")

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_an_object_in_use_is_not_closed(self):
        body, seen = slp.Instance(*PAIR, **BODY), []
        started, end = threading.Event(), threading.Event()

        def progress(done, total):
            started.set()
            return end.is_set()

        def work():
            try:
                body.path(X, h=H, steps=10**8, every=10**6, progress=progress)
            except slp.StoppedError:
                seen.append("stopped")

        thread = threading.Thread(target=work)
        thread.start()
        started.wait()
        with self.assertRaisesRegex(slp.ClosedError, "in use"):
            body.close()
        end.set()
        thread.join()
        self.assertEqual(seen, ["stopped"])
        body.close()


class Libraries(unittest.TestCase):
    """Which libraries are loaded, and what is said where they are missing or others."""

    def python(self, text, **environment):
        given = {k: v for k, v in os.environ.items() if k not in ("SLP_LIBDIR", "LD_LIBRARY_PATH")}
        done = subprocess.run(
            [sys.executable, "-c", text], env={**given, **environment}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        return done.stdout.strip().splitlines()[-1]

    def test_own_rule(self):
        # some laws ask the same motion of another system, whose parameters the step does not have
        def step(x, h, dw, inertia, quad=np.zeros(3), lin=np.empty(0)):
            noise = np.zeros(3) if len(quad) > len(dw) else dw[:3] * quad
            along = dw[len(dw) - len(lin) // 3 :] @ lin.reshape(-1, 3)
            return x + np.cross(x, (h / inertia + noise) * x + along)

        with np.errstate(all="ignore"):  # long runs of such a rule overflow
            found = slp.check(step, system="rigid-body", program=PROGRAM)
        laws = {row["law"]: row["words"] for row in found["laws"]}
        self.assertRegex(laws["order"], "^1:")
        self.assertRegex(laws["relations"], "^kept")
        found = slp.check(
            lambda x, *_, **__: x, system="polynomial-so3", law="order", program=PROGRAM
        )
        self.assertEqual([row["law"] for row in found["laws"]], ["order"])

    def test_where(self):
        folder, ask = os.environ["SLP_LIBDIR"], "import slporacle as slp; print(len(slp.systems()))"
        count = str(len(slp.systems()))
        self.assertEqual(self.python(ask, SLP_LIBDIR=folder), count)
        self.assertEqual(self.python(ask, LD_LIBRARY_PATH=folder), count)
        self.assertRegex(self.python(ask, SLP_LIBDIR="/nowhere"), "LibraryError: SLP_LIBDIR is")
        with tempfile.TemporaryDirectory() as own:
            with open(os.path.join(own, "pkg-config"), "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\necho {folder}\n")
            os.chmod(os.path.join(own, "pkg-config"), 0o755)
            path = own + ":" + os.environ["PATH"]
            self.assertEqual(self.python(ask, PATH=path), count)
            os.symlink(os.path.join(folder, "libslp.so.0"), os.path.join(own, "libslp.so.0"))
            self.assertEqual(self.python(ask, SLP_LIBDIR=own), count)
            self.assertRegex(
                self.python(
                    "import slporacle as slp; "
                    "slp.energy('rigid-body', [0, 0, 1], inertia=[1, 1, 1])",
                    SLP_LIBDIR=own,
                ),
                "LibraryError: libslpfast.so.0 cannot be loaded",
            )

    def test_others(self):
        folder = os.environ["SLP_LIBDIR"]
        ask = "import slporacle as slp, slporacle._library as l; %s; slp.systems()"
        self.assertRegex(
            self.python(ask % "l.VERSION = '0.0.9'", SLP_LIBDIR=folder),
            "LibraryError: this is the Python package slporacle 0.0.9, but .* version .*pip",
        )
        self.assertRegex(
            self.python(ask % "l._SIZES['slp_numbers'] = l.ErrorText", SLP_LIBDIR=folder),
            "LibraryError: slp_numbers has .* bytes in libslp.so.0, but .*make install",
        )
        step = "slp.step('rigid-body', 'tmk', [1, 0, 0], h=1, inertia=[1, 1, 1])"
        judge = "slp.judge('rigid-body', 'tmk', [1, 0, 0], [1, 0, 0], h=0.1, inertia=[1, 1, 1])"
        for library, function, name, call in (
            ("slpfast", "fast_size_of", "fast_path", step),
            ("slpfast", "fast_size_of", "fast_ensemble", step),
            ("slpref", "ref_size_of", "ref_certificate", judge),
            ("slpref", "slp_judge_size_of", "slp_verdict", judge),
        ):
            other = f"l._OTHER_SIZES['{library}']['{function}']['{name}'] = l.ErrorText"
            self.assertRegex(
                self.python(
                    f"import slporacle as slp, slporacle._library as l; {other}; {call}",
                    SLP_LIBDIR=folder,
                ),
                f"LibraryError: {name} has .* bytes in lib{library}.so.0, but .*make install",
            )
        self.assertRegex(
            self.python(ask % "l._FUNCTIONS['slp']['slp_none'] = [None]", SLP_LIBDIR=folder),
            "LibraryError: libslp.so.0 has no function slp_none",
        )


if __name__ == "__main__":
    unittest.main(verbosity=2)
