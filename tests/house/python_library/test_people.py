# SPDX-License-Identifier: LGPL-3.0-or-later
"""What people of notebooks meet of slporacle: types, tables in HTML, runs, ensembles, hints,
matrices and maps, pickles, gradients.
usage: SLP=PROGRAM SLP_LIBDIR=FOLDER PYTHONPATH=PACKAGE python3 test_people.py"""

import html.parser
import importlib
import inspect
import os
import pickle
import pydoc
import subprocess
import sys
import tempfile
import typing
import unittest
from xml.etree import ElementTree

import numpy as np

import slporacle as slp
from slporacle import pictures
from slporacle._html import table

os.environ["PATH"] = os.path.dirname(os.path.abspath(os.environ["SLP"])) + ":" + os.environ["PATH"]
PUBLIC = [name for name, thing in vars(slp).items()
          if name[0] != "_" and not inspect.ismodule(thing)]  # fmt: skip
BODY = {"inertia": [1.0, 2.0, 4.0]}
X = [1.0, 2.0, 4.0]


def gradient(k, x):  # can be pickled: at the top of a module
    return [x / np.array(BODY["inertia"]), 0.1 * x][k]


def energy(x):
    return (x * x / np.array(BODY["inertia"])).sum() / 2


class Types(unittest.TestCase):
    def test_every_parameter_has_one(self):
        for name in PUBLIC:
            thing = getattr(slp, name)
            functions = [thing] if inspect.isfunction(thing) else []
            if inspect.isclass(thing):
                functions = [f for n, f in vars(thing).items() if inspect.isfunction(f)
                             and (n == "__init__" or n[0] != "_")]  # fmt: skip
            for function in functions:
                if function.__module__.split(".")[0] != "slporacle":
                    continue
                signature = inspect.signature(function)
                for p in signature.parameters.values():
                    if p.name != "self":
                        self.assertIsNot(p.annotation, p.empty, f"{name}: {p.name}")
                self.assertIsNot(signature.return_annotation, signature.empty, name)
                if sys.version_info >= (3, 9):
                    typing.get_type_hints(function)

    def test_mypy(self):
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("no mypy here")
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder,
                 os.path.dirname(slp.__file__)], capture_output=True, text=True,
            )  # fmt: skip
        self.assertEqual(ran.returncode, 0, ran.stdout)

    def test_help_is_short(self):
        text = pydoc.plain(pydoc.render_doc(slp))
        self.assertLess(len(text.splitlines()), 80)
        for name in PUBLIC:  # each is named there
            if inspect.isfunction(getattr(slp, name)):
                self.assertRegex(text, rf"\b{name}\b")
        for name in ("simulate", "ensemble", "judge"):
            self.assertLess(len(pydoc.plain(pydoc.render_doc(getattr(slp, name))).splitlines()), 60)


class Shown(unittest.TestCase):
    def right(self, thing, *words):
        text = thing._repr_html_()
        open_tags = []

        class Reader(html.parser.HTMLParser):
            def handle_starttag(self, tag, attrs):
                open_tags.append(tag)

            def handle_endtag(self, tag):
                assert open_tags.pop() == tag, (tag, text)

        Reader().feed(text)
        self.assertEqual(open_tags, [])
        for word in words:
            self.assertIn(word, text)
        return text

    def test_tables(self):
        self.right(slp.systems(), "rigid-body", "heavy-top")
        self.assertIsInstance(slp.systems(), list)
        self.right(slp.preset("ejll-rigid-body"), "isospectral-midpoint", "inertia")
        self.right(slp.Instance("rigid-body", "tmk", **BODY), "inertia", "1, 2, 4")
        film = slp.Hamiltonian("so3", "x1**2/2 + 0.5*x1*x2*x3", "x3/10")
        self.right(film, "+0.5 x1 x2 x3", "+0.1 x3")
        run = slp.simulate("ejll-rigid-body", steps=20)
        self.right(run, "energy, first and last", f"{run.energy[-1]:.10g}")

    def test_nothing_is_markup_that_is_data(self):
        own = slp.System("<b>mine</b>", "so3", noises=1, gradient=gradient)
        self.assertNotIn("<b>mine", self.right(slp.Instance(own, "tmk")))
        self.assertNotIn("<i>", table("t", [("<i>", "<i>")], ("<i>",)))

    def test_statement(self):
        with tempfile.TemporaryDirectory() as folder:
            port = os.path.join(folder, "port")
            with open(port, "w", encoding="ascii") as file:  # a right port with one wrong sign
                file.write("#!/bin/sh\nslp run --path fast | sed -u '/^result/s/y=-/y=/'\n")
            os.chmod(port, 0o755)
            said = subprocess.run(
                [os.environ["SLP"], "conform", "--quick", "--count", "8", "--system", "rigid-body",
                 "--scheme", "tmk", "--port", port, "--out", folder + "/s"], capture_output=True,
            )  # fmt: skip
            self.assertEqual(said.returncode, 1)
            made = slp.statement(folder + "/s")
            self.assertFalse(made.conforms)
            self.assertIn("1 failed", made.summary)
            self.assertIn("<svg", self.right(made, "rigid-body.tmk", "drawn cases"))
            self.assertIn("wrong sign", made.markdown())
        with self.assertRaisesRegex(slp.InputError, "no statement"):
            slp.statement(os.devnull)
        tricky = slp.Statement("f", False, "a|b <i>", [("p", "<script>", "x\ny `z` |")])
        self.assertIn("| p | &lt;script&gt; | x y \\`z\\` \\| |", tricky.markdown())


class Verdicts(unittest.TestCase):
    def wrong(self, **more):
        y = slp.step("rigid-body", "heun", X, h=0.5, **BODY)
        y[0] = -y[0]
        return slp.judge("rigid-body", "heun", X, y, h=0.5, **BODY, **more)

    def test_hints(self):
        v = self.wrong()
        self.assertIn("coordinate 1 of y with the wrong sign", v.hint)
        self.assertIn("wrong sign", v._repr_html_())
        right = slp.step("rigid-body", "heun", X, h=0.5, **BODY)
        v = slp.judge("rigid-body", "heun", X, right, h=0.5, **BODY)
        self.assertEqual((v.hint, v.record, v.stage({"xi1": X})), (None, "", None))
        v = slp.judge_function("rigid-body", "heun", X, lambda x, h, dw: -right, h=0.5, **BODY)
        self.assertIn("result id=case y=", v.record)
        self.assertIn("-y is returned", v.hint)
        v = slp.judge("rigid-body", "heun", X, [np.nan, 0, 0], h=0.5, **BODY)
        self.assertIsNone(v.hint)
        self.assertIn("not-finite", v._repr_html_())

    def test_hint_of_a_case_with_areas(self):
        H = slp.Hamiltonian("so3", "x1**2/2", "x2", "x3")
        y = slp.step(H, "euler", X, h=0.5, dw=[0.5, 0.25], area=[0.125])
        v = slp.judge(H, "euler", X, -y, h=0.5, dw=[0.5, 0.25], area=[0.125])
        self.assertIn("area=0x1p-3", v.record)
        self.assertIn("-y is returned", v.hint or "")

    def test_stages(self):
        v = self.wrong()
        said = v.stage({"xi1": [0.5, 0.5, 0.5], "p": [0, 3.5, 3.25]})
        self.assertIn("the first wrong value is p = x+ad1, coordinate 3", said)
        self.assertNotIn("first wrong value is xi1", said)
        with self.assertRaisesRegex(slp.InputError, "numbers"):
            v.stage({"xi1": "abc"})

    def test_without_the_program(self):
        v, kept = self.wrong(), os.environ["PATH"]
        try:
            os.environ["PATH"] = ""
            with self.assertRaisesRegex(slp.LibraryError, "slp-oracle"):
                v.hint
            self.assertIn("fail", v._repr_html_())
        finally:
            os.environ["PATH"] = kept


class Runs(unittest.TestCase):
    CASE = ("rigid-body", "isospectral-midpoint", [0.6, 0, 0.8])

    def run_of(self, **more):
        return slp.simulate(*self.CASE, h=2**-6, seed=3, **{**BODY, "lin": [0.1, 0, 0]}, **more)

    def test_own_case(self):
        run = self.run_of(until=2, every=10)
        t, x = run
        self.assertEqual(t.tolist(), [k / 64 for k in (*range(0, 128, 10), 128)])
        rows = slp.path(*self.CASE, h=2**-6, steps=128, seed=3, lin=[0.1, 0, 0], **BODY)
        self.assertEqual(x.tolist(), rows[[*range(0, 128, 10), 128]].tolist())
        self.assertEqual(run.energy.tolist(), slp.energy("rigid-body", x, **BODY).tolist())
        self.assertLess(np.abs(run.casimirs - 1).max(), 1e-14)
        self.assertEqual((run[0] is run.t, run[1] is run.x, len(run)), (True, True, 2))

    def test_resume(self):
        whole = self.run_of(steps=70)
        first = self.run_of(steps=30)
        rest = first.resume(steps=40)
        self.assertEqual(rest.x.tolist(), whole.x[30:].tolist())
        self.assertEqual(rest.t.tolist(), whole.t[30:].tolist())
        self.assertEqual(first.resume().steps, 30)
        self.assertEqual(first.resume(until=70 / 64).x.tolist(), whole.x[30:].tolist())
        with self.assertRaisesRegex(slp.InputError, "until"):
            first.resume(until=0.1)
        flow = slp.preset("lecg-sine-euler")
        given = {"h": flow.h, **flow.parameters}
        whole = slp.simulate(flow.system, flow.scheme, flow.x, steps=200, **given)
        first = slp.simulate(flow.system, flow.scheme, flow.x, steps=128, **given)
        self.assertEqual(first.resume(steps=72).x.tolist(), whole.x[128:].tolist())

    def test_every_with_another_path(self):
        at = {"path": 5, "first_step": 11, "every": 7}
        run = self.run_of(steps=40, **at)
        full = slp.path(*self.CASE, h=2**-6, steps=40, seed=3, path=5, first_step=11,
                        lin=[0.1, 0, 0], **BODY)  # fmt: skip
        self.assertEqual(run.x.tolist(), full[[0, 7, 14, 21, 28, 35, 40]].tolist())
        self.assertEqual(run.t[0], 11 / 64)

    def test_what_is_missing_is_named(self):
        for given, word in (
            (("rigid-body", "tmk"), "x"),
            (("rigid-body", "tmk", X), "h"),
        ):
            with self.assertRaises(slp.InputError) as why:
                slp.simulate(*given, steps=1)
            self.assertEqual(why.exception.field, word)
        with self.assertRaisesRegex(slp.InputError, "steps"):
            slp.simulate("rigid-body", "tmk", X, h=0.1, **BODY)
        with self.assertRaisesRegex(slp.InputError, "preset has its own"):
            slp.simulate("ejll-rigid-body", inertia=[1, 2, 3])

    def test_tables_of_others(self):
        run = self.run_of(steps=3)
        for name, call in (("pandas", run.to_pandas), ("xarray", run.to_xarray)):
            if importlib.util.find_spec(name) is None:
                with self.assertRaisesRegex(slp.LibraryError, f"pip install {name}"):
                    call()
            else:
                self.assertEqual(np.asarray(call()["energy"]).tolist(), run.energy.tolist())


class Ensembles(unittest.TestCase):
    def ensemble(self, **more):
        given = {"h": 2**-6, "seed": 5, "quad": [0.3, 0.2, 0.1], **BODY, **more}
        scheme = given.pop("scheme", "isospectral-midpoint")
        return slp.ensemble("rigid-body", scheme, np.tile([0.6, 0, 0.8], (5, 1)), **given)

    def test_increments_of_ones_own(self):
        for scheme in ("isospectral-midpoint", "tmk"):
            drawn = self.ensemble(steps=16, ell=0, scheme=scheme)
            dw = slp.increments(h=2**-6, steps=16, paths=5, channels=3, seed=5, ell=0)
            self.assertEqual(self.ensemble(dw=dw, scheme=scheme).tolist(), drawn.tolist())
        large = np.full((5, 1, 3), 1.5)  # not cut off
        path = slp.path("rigid-body", "isospectral-midpoint", [0.6, 0, 0.8], h=2**-6,
                        dw=large[0], quad=[0.3, 0.2, 0.1], **BODY)  # fmt: skip
        self.assertLess(np.abs(self.ensemble(dw=large)[2] - path[-1]).max(), 1e-14)
        for wrong, text in ((dw[:4], "shape"), (dw * np.nan, "finite"), (dw[0], "shape")):
            with self.assertRaisesRegex(slp.InputError, f"dw.*{text}"):
                self.ensemble(dw=wrong)
        with self.assertRaisesRegex(slp.InputError, "steps"):
            self.ensemble()

    def test_rows(self):
        rows = self.ensemble(steps=16, every=5)
        self.assertEqual(rows.shape, (4, 5, 3))
        for i in range(4):
            self.assertEqual(rows[i].tolist(), self.ensemble(steps=5 * i).tolist())

    def test_observables(self):
        seen = self.ensemble(steps=16, every=5, observe=("energy", "casimirs"))
        rows = self.ensemble(steps=16, every=5)
        self.assertEqual(seen["energy"].tolist(),
                         slp.energy("rigid-body", rows, **BODY).tolist())  # fmt: skip
        self.assertEqual(seen["casimirs"].shape, (4, 5, 1))
        self.assertEqual(seen["t"].tolist(), [0, 5 / 64, 10 / 64, 15 / 64])
        self.assertEqual(seen["x"].tolist(), self.ensemble(steps=16).tolist())
        with self.assertRaisesRegex(slp.InputError, "observe.*neither"):
            self.ensemble(steps=1, observe="momentum")

    def test_progress_counts_all_steps(self):
        told = []
        self.ensemble(steps=16, every=5, progress=lambda *of: told.append(of))
        self.assertTrue(all(total == 16 for _, total in told))
        self.assertEqual([done for done, _ in told], sorted(done for done, _ in told))
        with self.assertRaises(slp.StoppedError):
            self.ensemble(steps=10**6, every=10**3, progress=lambda done, total: done > 2000)


class Matrices(unittest.TestCase):
    def test_there_and_back(self):
        rng = np.random.default_rng(1)
        for algebra, n, d in (("so", 5, 10), ("su", 4, 16), ("sp", 4, 10), ("su", 1, 1)):
            x = rng.normal(size=(3, d))
            X = slp.to_matrix(x, algebra)
            self.assertEqual(X.shape, (3, n, n))
            self.assertEqual(slp.from_matrix(X, algebra).tolist(), x.tolist())
            if algebra == "su":
                self.assertTrue((X == -X.conj().swapaxes(1, 2)).all())
            if algebra == "so":
                self.assertTrue((X == -X.swapaxes(1, 2)).all())
            if algebra == "sp":
                J = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.eye(2), np.zeros((2, 2))]])
                self.assertTrue((X.swapaxes(1, 2) @ J + J @ X == 0).all())
        X = slp.to_matrix([1, 2, 3, 4.0], "su")
        self.assertEqual(X.tolist(), [[1j, 3 + 4j], [-3 + 4j, 2j]])
        self.assertEqual(slp.to_matrix([1, 2, 3.0], "so")[0].tolist(), [0, 1, 2])
        with self.assertRaisesRegex(slp.InputError, "row 0 and column 1|row 1 and column 0"):
            slp.from_matrix([[0, 1], [1, 0]], "so")
        with self.assertRaisesRegex(slp.InputError, "7 coordinates"):
            slp.to_matrix(np.zeros(7), "su")
        with self.assertRaisesRegex(slp.InputError, "none of"):
            slp.to_matrix(np.zeros(4), "u")

    def test_a_matrix_moves_as_the_system_says(self):
        """dX = [Delta^-1 X, X]: on degree 1 alone the flow is at rest; eigenvalues stay."""
        p = slp.preset("rossby-haurwitz")
        run = slp.simulate(p.name, steps=20)
        values = np.linalg.eigvalsh(-1j * slp.to_matrix(run.x))
        self.assertLess(np.abs(values - values[0]).max(), 1e-12)

    def test_harmonics(self):
        p = slp.preset("rossby-haurwitz")
        c = slp.harmonics(p.x)
        self.assertAlmostEqual((c**2).sum() / (abs(slp.to_matrix(p.x)) ** 2).sum(), 1, 13)
        self.assertLess(np.abs(slp.from_harmonics(c) - p.x).max(), 1e-13 * np.abs(p.x).max())
        l = np.arange(c.shape[0])
        E = ((c[1:] ** 2).sum(axis=1) / (2 * l[1:] * (l[1:] + 1))).sum()
        given = {k: v for k, v in p.parameters.items() if k != "coriolis"}
        self.assertAlmostEqual(slp.energy(p.system, p.x, **given) / E, 1, 12)
        with self.assertRaisesRegex(slp.InputError, "degree 0"):
            slp.from_harmonics(np.ones_like(c))

    def test_map(self):
        n = 12
        c = np.zeros((n, 2 * n - 1))
        c[1, n - 1] = 2.0
        lat, lon, w = slp.vorticity(slp.from_harmonics(c), 7, 8)
        wanted = 2 * np.sqrt(3 / (4 * np.pi)) * np.sin(np.radians(lat))
        self.assertLess(np.abs(w - wanted[:, None]).max(), 1e-13)
        # orthonormal: the integral of w^2 is |X|^2
        c = np.random.default_rng(2).normal(size=c.shape)
        l, m = np.indices(c.shape)
        c[(abs(m - n + 1) > l) | (l == 0)] = 0
        z, weight = np.polynomial.legendre.leggauss(n + 1)
        lat, lon, w = slp.vorticity(slp.from_harmonics(c), np.degrees(np.arcsin(z)), 4 * n)
        integral = (weight[:, None] * w**2).sum() * 2 * np.pi / (4 * n)
        self.assertLess(abs(integral / (c**2).sum() - 1), 1e-12)

    def test_a_wave_turns_eastward(self):
        """The map of a Rossby-Haurwitz wave, Y_{k,k+m} e^{-i m w t/|S_3|}, turns as a whole."""
        n, degree, m = 16, 4, 3
        norm = np.sqrt(n * (n * n - 1) / 12)
        c = np.zeros((n, 2 * n - 1))
        c[1, n - 1], c[degree, n - 1 - m] = 5.0, 1.0
        x = slp.from_harmonics(c)
        speed = (5.0 / 2 - 5.0 / (degree * (degree + 1))) / norm
        t = np.radians(20) / speed
        run = slp.simulate("zeitlin-sphere", "isospectral-midpoint", x, h=t / 512, steps=512, n=n)
        lat, lon, before = slp.vorticity(x, 19, 18)
        after = slp.vorticity(run.x[-1], 19, 18)[2]
        self.assertLess(np.abs(after - np.roll(before, 1, axis=1)).max(), 1e-3)
        self.assertGreater(np.abs(after - before).max(), 0.1)


class Pickles(unittest.TestCase):
    def again(self, thing):
        return pickle.loads(pickle.dumps(thing))

    def test_all_of_them(self):
        own = slp.System("mine", "so3", noises=1, gradient=gradient, energy=energy)
        for system in (own, slp.Hamiltonian("so3", "x1**2/2", "x3/10")):
            y = slp.step(self.again(system), "tmk", X, h=0.01, dw=[0.1])
            self.assertEqual(y.tolist(), slp.step(system, "tmk", X, h=0.01, dw=[0.1]).tolist())
        with slp.Instance("canonical", "tmk", model="kubo", beta=0.25) as kubo:
            again = self.again(kubo)
            self.assertEqual(again.step([1, 0], h=0.1, dw=[0.5]).tolist(),
                             kubo.step([1, 0], h=0.1, dw=[0.5]).tolist())  # fmt: skip
        y = -slp.step("rigid-body", "heun", X, h=0.5, **BODY)
        v = slp.judge("rigid-body", "heun", X, y, h=0.5, **BODY)
        self.assertEqual((repr(self.again(v)), self.again(v).record), (repr(v), v.record))
        run = slp.simulate("ejll-rigid-body", steps=5)
        self.assertEqual(self.again(run).resume().x.tolist(), run.resume().x.tolist())
        self.assertEqual(self.again(slp.preset("ejll-rigid-body")).name, "ejll-rigid-body")
        for why in (slp.InputError("h: no", "h"), slp.StoppedError("s", None, np.ones(2))):
            copy = self.again(why)
            self.assertEqual((type(copy), str(copy), copy.field), (type(why), str(why), why.field))
            self.assertEqual(np.all(copy.states == why.states), True)


class Pictures(unittest.TestCase):
    def test_spins(self):
        up, east, north = [0, 0, 1.0], [1.0, 0, 0], [0, 1.0, 0]
        svg = pictures.spins([*up, *east, *north], 3).svg
        places = [p.attrib for p in ElementTree.fromstring(svg) if p.tag.endswith("path")]
        self.assertEqual(places[0]["fill"], "#c02020")
        tip = [[float(v) for v in p["d"][1:].split("L")[0].split()] for p in places]
        self.assertGreater(tip[1][0], 10)  # to the right
        self.assertLess(tip[2][1], -10)  # upwards: y falls in an SVG
        self.assertNotIn("animate", svg)
        moving = pictures.spins([[*up, *east], [*east, *up]], (1, 2)).svg
        ElementTree.fromstring(moving)
        self.assertEqual(moving.count("<animate "), 4)
        for wrong, shape in ((up, 2), ([np.nan, 0, 0], 1), (up, (1, 1, 1))):
            with self.assertRaisesRegex(slp.InputError, "x:"):
                pictures.spins(wrong, shape)

    def test_curves(self):
        svg = pictures.curves([1, 10, 100], {"<a>": [1, 10, 100]}, log=True).svg
        line = next(p for p in ElementTree.fromstring(svg) if p.tag.endswith("polyline"))
        xs = [float(p.split(",")[0]) for p in line.attrib["points"].split()]
        self.assertAlmostEqual(xs[2] - xs[1], xs[1] - xs[0])
        with self.assertRaisesRegex(slp.InputError, "above 0"):
            pictures.curves([0, 1], {"a": [1, 1]}, log=True)
        with self.assertRaisesRegex(slp.InputError, "expected 2"):
            pictures.curves([0, 1], {"a": [1]})


class Gradients(unittest.TestCase):
    def system(self, **other):
        made = {"noises": 1, "gradient": gradient, "energy": energy, **other}
        return slp.System("mine", "so3", **made)

    def test_right_and_wrong(self):
        self.assertLess(np.abs(self.system().check_gradient(X)).max(), 1e-9)
        self.assertEqual(self.system().check_gradient(np.zeros(3)).shape, (3,))
        twice = self.system(gradient=lambda k, x: 2 * gradient(k, x))
        with self.assertRaisesRegex(slp.InputError, "coordinate 1 is 2, .* by 1 per unit; 3 of 3"):
            twice.check_gradient([1, 0.5, 0.25])
        one = self.system(gradient=lambda k, x: gradient(k, x) * [1, 1.001, 1])
        with self.assertRaisesRegex(slp.InputError, "coordinate 2.*1 of 3"):
            one.check_gradient(X)
        with self.assertRaisesRegex(slp.InputError, "coordinate 3 is nan"):
            self.system(gradient=lambda k, x: [x[0], x[1] / 2, np.nan]).check_gradient(X)
        with self.assertRaisesRegex(slp.InputError, "energy: is missing"):
            self.system(energy=None).check_gradient(X)
        with self.assertRaisesRegex(slp.InputError, "shape"):
            self.system().check_gradient([1, 2])


if __name__ == "__main__":
    unittest.main(verbosity=2)
