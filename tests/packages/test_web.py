# SPDX-License-Identifier: LGPL-3.0-or-later
"""The judge's page, made by `make web`: its program prints the same bytes as `slp`, and in a
browser the page judges pasted lines, names a planted fault, makes a step, says what is wrong with
bad input, and asks for no address but its own, on a phone's width and on a screen's.
Prints TAP; BUILD names the folder with the page, SLP the program."""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
from browser import Browser

slp = os.path.abspath(os.environ["SLP"])
page = os.path.abspath(os.environ["BUILD"] + "/web/judge.html")
MOST_BYTES, COORDINATES = 4 << 20, 9
failed = False


def ok(name, held, *said):
    global failed
    failed = failed or not held
    print(("ok - " if held else "not ok - ") + name)
    if not held:
        for line in said:
            print("#", str(line)[:300])


def skip(what, why):
    print(f"ok - {what} # SKIP {why}")


def run(command, text=""):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def in_page(*arguments, text=""):
    return run(["node", "oracle/packages/web/run.js", page, *arguments], text)


def lines(text, kind):
    return [line for line in text.splitlines() if line.startswith(kind + " ")]


def answered(cases):
    """The cases, each with its answer by the binary64 path."""
    results = lines(run([slp, "run", "--path", "fast"], "\n".join(cases) + "\n")[1], "result")
    return "".join(f"{c}\n{r}\n" for c, r in zip(cases, results))


def small(case):
    return len(case.split(" x=")[1].split(" ")[0].split(",")) <= COORDINATES


def same_bytes():
    drawn = lines(run([slp, "gen", "--count", "3000"])[1], "case")
    cases = [c for c in drawn if small(c)][:1000]
    ok("1000 cases of all systems of at most 9 coordinates", len(cases) == 1000, len(cases))
    text = answered(cases)
    # every seventh answer has its first coordinate wrong
    wrong = "\n".join(line.replace(" y=", " y=-").replace("y=--", "y=") if i % 14 == 1 else line
                      for i, line in enumerate(text.splitlines())) + "\n"
    for name, given in (("right answers", text), ("answers of which some are wrong", wrong)):
        for arguments in (["judge"], ["judge", "--explain"])[:2 if given is wrong else 1]:
            here, there = run([slp, *arguments], given), in_page(*arguments, text=given)
            ok(f"{' '.join(arguments)}: {name}: the same verdicts and status",
               here[:2] == there[:2] and here[1],
               here[0], there[0], *[p for p in zip(here[1].splitlines(), there[1].splitlines())
                                    if p[0] != p[1]][:3])
            ok(f"{' '.join(arguments)}: {name}: the same words on standard error",
               here[2] == there[2], here[2][-300:], there[2][-300:])
    for arguments in (["run", "--path", "ref"], ["run", "--path", "ref", "--digits", "40"]):
        given = "\n".join(cases[:300]) + "\n"
        ok(f"slp {' '.join(arguments)}: the same bytes",
           run([slp, *arguments], given) == in_page(*arguments, text=given))
    drawing = ["gen", "--count", "345"]
    ok("slp gen: the same bytes", run([slp, *drawing]) == in_page(*drawing))


def by(name):
    return f"document.getElementById('{name}')"


def press(browser, what):
    browser.value(f"document.querySelector('[data-do={what}]').click()")
    browser.wait("!document.querySelector('button').disabled")


def lacking(browser):
    """What the page says in a browser that has not what it needs."""
    for name, gone in (("WebAssembly", "WebAssembly"), ("workers", "Worker")):
        script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=f"delete self.{gone}")
        browser.open("about:blank")
        browser.open(f"file://{page}")
        browser.wait(f"{by('state')} && {by('state')}.className === 'bad'")
        heard = browser.value(by("state") + ".textContent")
        ok(f"a browser without {name} is told in a sentence", "runs no WebAssembly in a worker: "
           "take one of the last five years." in heard, heard)
        browser.call("Page.removeScriptToEvaluateOnNewDocument", **script)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open("about:blank")
    browser.open(f"file://{page}")
    browser.wait("!!document.querySelector('noscript')")
    heard = browser.value("document.querySelector('noscript').innerText")
    ok("and one that may not run programs", "allow JavaScript." in heard, heard)
    browser.call("Emulation.setScriptExecutionDisabled", value=False)


def in_browser():
    drawing = [slp, "gen", "--system", "heavy-top", "--scheme", "heun", "--count", "40"]
    cases = lines(run(drawing)[1], "case")
    text = answered(cases)
    with Browser() as browser:
        for width in (390, 1280):
            browser.size(width, 2000)
            browser.open("about:blank")
            browser.open(f"file://{page}#example")
            browser.wait(f"{by('made')} && (!{by('made')}.hidden || {by('state')}.className)")
            where = f"{width} pixels: "
            ok(where + "the example is judged",
               browser.value(by("state") + ".textContent") == "Ready." and
               browser.value(by("sum") + ".textContent").startswith("9 pass, 3 fail"),
               browser.value(by("state") + ".textContent"))
            ok(where + "its fault is named",
               "3 of 3 tried failures: coordinate 1 of y with the wrong sign"
               in browser.value(by("why") + ".textContent"),
               browser.value(by("why") + ".textContent"))
            ok(where + "the failures stand first in the table",
               browser.value("[...document.querySelectorAll('tbody tr')].slice(0, 3)"
                             ".every(row => row.cells[1].textContent === 'fail')"))
            ok(where + "nothing is wider than the window",
               browser.value("document.documentElement.scrollWidth") == width)
            browser.value(f"{by('lines')}.value = {text!r}")
            press(browser, "judge")
            passed = sum(" pass " in v for v in lines(run([slp, "judge"], text)[1], "verdict"))
            ok(where + "pasted lines are judged as by the program",
               browser.value(by("sum") + ".textContent").startswith(f"{passed} pass, 0 fail"),
               browser.value(by("sum") + ".textContent"))
            for name, given, said in (
                    ("no answer", cases[0], 'no line that begins with "result"'),
                    ("a line cut off", "case id=a\nresult id=a y=1\n", "standard input:1")):
                browser.value(f"{by('lines')}.value = {given!r}")
                press(browser, "judge")
                heard = browser.value(f"{by('state')}.textContent + {by('sum')}.textContent + "
                                      f"{by('why')}.textContent")
                ok(where + name + " is said", said in heard, heard)
            browser.value(f"{by('answer')}.value = '1,2,3'")
            browser.value("document.querySelector('#step button').click()")
            browser.wait("!document.querySelector('button').disabled")
            ok(where + "an answer of one's own is judged",
               "verdict id=step fail" in browser.value(by("right") + ".textContent"),
               browser.value(by("right") + ".textContent"))
            browser.value("document.querySelector('[name=x]').value = '1,2'")
            browser.value("document.querySelector('#step button').click()")
            browser.wait("!document.querySelector('button').disabled")
            ok(where + "a state that is too short is said",
               "field x" in browser.value(by("state") + ".textContent"),
               browser.value(by("state") + ".textContent"))
            ok(where + "the step has a picture",
               browser.value("!!document.querySelector('svg circle')"))
        lacking(browser)
        own = ("file://" + page, "blob:", "about:")
        loaded = [a for a in browser.asked if not a.startswith(own)]
        ok("the page asks for no address but its own", not loaded, *loaded)


if not os.path.exists(page):
    skip("the judge's page", "no BUILD/web/judge.html: make deps-web web")
    sys.exit(0)
ok("the page has at most 4 MiB", os.path.getsize(page) <= MOST_BYTES, os.path.getsize(page))
if shutil.which("node"):
    same_bytes()
else:
    skip("the same bytes as slp", "no node here")
if shutil.which("chromium"):
    in_browser()
else:
    skip("the page in a browser", "no chromium here")
sys.exit(failed)
