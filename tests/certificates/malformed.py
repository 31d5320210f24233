# SPDX-License-Identifier: LGPL-3.0-or-later
"""Texts that are no certificate: malformed.py CHECKER FILE.

Each is given to the checker's main program, in this process.  It must refuse it by name (exit
status 2), or say that it is not covered (3) or not proved (1), as the list says;
never prove it, and never end by an exception.  FILE has certificates of single
steps of every system.  Then of one case of each system each field is left out, doubled, and given
a value of another kind."""
import contextlib
import importlib.util
import io
import json
import re
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("checker", sys.argv[1])
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)
path = sys.argv[2]
count = bad = 0


def records():
    """case line and certificate line, of the first case of each system, noise preferred."""
    lines = [t for t in open(path).read().split("\n") if t and t[0] != "#"]
    pairs = [(a, b) for a, b in zip(lines, lines[1:])
             if a.startswith("case ") and b.startswith("certificate ") and " error=" not in b]
    best = {}
    for a, b in pairs:
        system = re.search(r" system=(\S+)", a).group(1)
        if system not in best or (" stage=" in b, len(a.split(" "))) > \
                (" stage=" in best[system][1], len(best[system][0].split(" "))):
            best[system] = a, b
    return best


def run(text, suffix=".txt"):
    with tempfile.NamedTemporaryFile("w", suffix=suffix, encoding="latin-1") as file:
        file.write(text)
        file.flush()
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = checker.main([file.name])
            except Exception:
                status = "an exception"
                traceback.print_exc()
    return status, out.getvalue(), err.getvalue()


def demand(name, text, allowed, says="", suffix=".txt"):
    global count, bad
    status, out, err = run(text, suffix)
    count += 1
    if status not in allowed or says not in out + err:
        bad += 1
        print("# %s: exit status %s, not one of %s: %s" % (name, status, allowed,
                                                          (err + out)[-300:]))


def put(line, key, value):
    """The line with the field's value replaced, or the field added."""
    new, there = re.subn(r" %s=\S*" % re.escape(key), " %s=%s" % (key, value), line)
    return new if there else line + " %s=%s" % (key, value)


def one_text(case, certificate):
    return case + "\n" + certificate + "\n"


best = records()
ZERO = "0x0p+0"
body, step = best["rigid-body"]
demand("the whole file", open(path).read(), (0, 3))
for name, pair in best.items():
    demand("as it was written: " + name, one_text(*pair), (0,))

# ---- Named faults
for name, case, certificate, says in (
        ("a step beyond steps", body, put(step, "step", "2"), "field step: the case has 1"),
        ("a key of no system", body.replace(" quad=", " quda=") if " quad=" in body else
         put(body, "quda", ZERO), step, "field quda is none of"),
        ("lin of 4 numbers", put(body, "lin", ",".join([ZERO] * 4)), step, "field lin: 4 numbers"),
        ("an empty number", re.sub(r" x=([^,]*),", r" x=\1,,", body), step, "field x: ''"),
        ("quad of 2", put(body, "quad", ZERO + "," + ZERO), step, "field quad: 2 numbers"),
        ("inertia 0", put(body, "inertia", ",".join([ZERO] * 3)), step, "is not positive"),
        ("steps 0", put(body, "steps", "0"), step, "field steps"),
        ("no radius", body, put(step, "radius", "x"), "field radius"),
        ("a huge exponent", body, put(step, "radius", "0x1p+999999"), "field radius"),
        ("an error with data", body, put(step, "error", "unable"), "field error"),
        ("an error of another word", body, "certificate id=%s step=1 error=foo" %
         re.search(r" id=(\S+)", body).group(1), "field error"),
        ("from in a chain", body, re.sub(r" low=\S* high=\S*", " centre=%s reach=%s" % (
            ",".join([ZERO] * 3), ",".join([ZERO] * 3)), put(step, "from", ZERO)),
         "field from does not belong"),
        ("an answer of 2 numbers", body, put(step, "answer", ZERO + "," + ZERO), "field answer: 2"),
        ("an id twice", body + "\n" + step + "\n" + body, step, "is there twice"),
        ("a step twice", body, step + "\n" + step, "is not after the one before"),
        ("heavy top with noise of 5", put(best["heavy-top"][0], "noise", ",".join([ZERO] * 5)),
         best["heavy-top"][1], "field noise: 5 numbers"),
        ("no model", re.sub(" model=\\S+", "", best["canonical"][0]), best["canonical"][1],
         "field model is missing"),
        ("a model of another name", put(best["canonical"][0], "model", "foo"),
         best["canonical"][1], "field model"),
        ("modes that are no pairs", put(best["sine-euler"][0], "modes", "a:b"),
         best["sine-euler"][1], "field modes"),
        ("modes beyond K", put(best["sine-euler"][0], "modes", "9:1"),
         best["sine-euler"][1], "field modes"),
        ("an even n of the torus", put(best["sine-euler"][0], "n", "0x1p+2"),
         best["sine-euler"][1], "field "),
        ("n of no whole value", put(best["zeitlin-sphere"][0], "n", "0x1.4p+1"),
         best["zeitlin-sphere"][1], "field n"),
        ("a shell beyond n", put(best["zeitlin-sphere"][0], "shell", "0x1p+4"),
         best["zeitlin-sphere"][1], "field shell"),
        ("a strength 0", put(best["point-vortices"][0], "gamma", ",".join(
            [ZERO] * best["point-vortices"][0].split(" gamma=")[1].split(" ")[0].count(","))
            + ",0x0p+0" if "," in best["point-vortices"][0].split(" gamma=")[1].split(" ")[0]
            else ZERO), best["point-vortices"][1], "field "),
        ("a rule of another algebra", put(body, "scheme", "midpoint"), step, "no rule on")):
    demand(name, one_text(case, certificate), (2,), says)
for name, half in (("zeitlin-sphere", 0), ("mhd-sphere", 0), ("mhd-sphere", 1)):
    case, certificate = best[name]
    numbers = re.search(r" x=(\S+)", case).group(1).split(",")
    numbers[half * len(numbers) // 2] = "0x1.8p+3"
    demand("a trace of %s" % name, one_text(put(case, "x", ",".join(numbers)), certificate), (2,),
           "trace")
for scheme in ("rkmk-euler-foo", "rkmk-foo-exp", "variational-foo", "rkmk", "leapfrog"):
    demand("the scheme " + scheme, one_text(put(body, "scheme", scheme), step), (3,), "not covered")
demand("an arithmetic", one_text(put(body, "arithmetic", "binary32"), step), (3,), "not covered")
demand("an empty file", "", (2,), "no certificate")
demand("comments alone", "# nothing\n\n", (2,), "no certificate")
demand("a case alone", body + "\n", (2,), "no certificate")
demand("bytes that are no ASCII", one_text(body, step) + "\xe9\n", (2,))
demand("a chain without its beginning",
       put(body, "steps", "2").replace(" dw=", " none=") + "\n" +
       "certificate id=%s step=2 centre=%s reach=%s\n" % (
           re.search(r" id=(\S+)", body).group(1), ",".join([ZERO] * 3), ",".join([ZERO] * 3)),
       (1, 2))

# the start itself in place of the stage: T contracts around it, but leads out of so small a ball
start = re.search(r" x=(\S+)", body).group(1)
states = len(re.search(r" stage=(\S+)", step).group(1).split(",")) // 3  # in a stage: 1 or 2
demand("a ball that is not mapped into itself", one_text(body, "certificate id=%s step=1 stage=%s "
       "radius=0x1p-60 contraction=0x1.cp-1 entered=0 low=%s high=%s" % (
           re.search(r" id=(\S+)", body).group(1), ",".join([start] * states),
           ",".join(["-0x1p+9"] * 3), ",".join(["0x1p+9"] * 3))), (1,), "mapped into itself")

# ---- JSON
entry = {"case": body}
for part in step.split(" ")[2:]:
    key, value = part.split("=")
    entry[key] = int(value) if key in ("step", "entered") else value.split(",")


def as_json(certificates, **more):
    return json.dumps(dict({"form": 1, "slp": "0.0.0", "certificates": certificates}, **more))


demand("JSON as it should be", as_json([entry]), (0,), "1 proved", ".json")
for name, text in (
        ("no certificates", as_json([])), ("certificates 3", as_json(3)),
        ("certificates null", as_json(None)), ("a number", "3"), ("a list", "[]"),
        ("form 2", as_json([entry], form=2)), ("form true", as_json([entry], form=True)),
        ("another key", as_json([entry], more=1)), ("an entry that is null", as_json([None])),
        ("deep nesting", "[" * 100000), ("a deep list", as_json([entry])[:-2] + "," + "[" * 100000),
        ("an entry twice", as_json([entry, entry])),
        ("a case that is a number", as_json([dict(entry, case=3)])),
        ("numbers for strings", as_json([dict(entry, low=[0, 0, 0])])),
        ("a string for a list", as_json([dict(entry, low=",".join(entry["low"]))])),
        ("a list in a list", as_json([dict(entry, low=[entry["low"]])])),
        ("a step in a list", as_json([dict(entry, step=[1])])),
        ("a step that is a string", as_json([dict(entry, step="1")])),
        ("a step 1.0", as_json([dict(entry, step=1.0)])),
        ("a step true", as_json([dict(entry, step=True)])),
        ("an error that is a list", as_json([{"case": body, "step": 1, "error": ["unable"]}])),
        ("an error with data", as_json([dict(entry, error="unable")])),
        ("an id", as_json([dict(entry, id="a")])),
        ("a newline in a number", as_json([dict(entry, radius=[entry["radius"][0] + "\n"])]))):
    demand("JSON: " + name, text, (2,), "", ".json")

# ---- Every field of a case of every system, and of its certificate
for system, (case, certificate) in sorted(best.items()):
    for which, line in enumerate((case, certificate)):
        for part in line.split(" ")[1:]:
            key = part.split("=")[0]
            for how, new in (("left out", line.replace(" " + part, "", 1)),
                             ("doubled", line + " " + part),
                             ("a word", line.replace(" " + part, " %s=word" % key, 1)),
                             ("one number more", line.replace(" " + part, " %s,0x1p+0" % part, 1)),
                             ("empty", line.replace(" " + part, " %s=" % key, 1))):
                pair = [case, certificate]
                pair[which] = new
                # parameters that may be left out: another statement, which is not proved; without
                # the answer or the norm the claim may hold all the same
                allowed = (2, 3)
                if how == "left out" and key in (
                        "answer", "norm", "inertia", "shell", "quad", "lin", "amp", "modes",
                        "noise", "beta", "gamma", "dmi", "field", "anisotropy", "coriolis"):
                    allowed = (0, 1, 2, 3) if key in ("answer", "norm", "shell") or \
                        " dw=" not in case else (1, 2)
                one_size = re.search(" algebra=(so3|se3|plane) ", case)
                if key == "size" and how == "left out" and one_size:
                    allowed = (0,)
                if key == "id" and how in ("a word", "one number more"):
                    allowed = (2,)
                demand("%s: field %s %s" % (system, key, how), one_text(*pair), allowed)
print("%d texts, %d not refused as they should be" % (count, bad))
sys.exit(1 if bad or len(best) < 9 else 0)
