# SPDX-License-Identifier: LGPL-3.0-or-later
"""The manual's pages on systems, schemes and ports against the program: what they print is run and
compared, and what the program lists is on them.
The pages call the program `slp`.  Prints TAP; SLP names the program.
Run once (sanitizer): it asks about pages."""
import decimal
import os
import re
import shutil
import subprocess
import sys
import tempfile

slp, pages = os.path.abspath(os.environ["SLP"]), "oracle/manual"
home = tempfile.TemporaryDirectory()
scratch = home.name
failed = False


def ok(name, faults):
    global failed
    failed = failed or bool(faults)
    print(("not ok - " if faults else "ok - ") + name)
    for fault in faults[:12]:
        print("#", fault)


def run(arguments, text=""):
    done = subprocess.run([slp] + arguments, input=text, capture_output=True, text=True,
                          cwd=scratch)
    return done.returncode, done.stdout


def shell(script):
    """As a reader would paste it, where `slp` is the program under test."""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=scratch,
                          env=dict(os.environ, PATH=scratch + ":" + os.environ["PATH"]))
    return done.stdout


def joined(text):
    return text.replace("\\\n", "")


def read(name):
    with open(os.path.join(pages, name + ".md"), encoding="utf-8") as file:
        return file.read()


def blocks(text, language):
    return re.findall(r"^```" + language + r"\n(.*?)^```$", text, re.S | re.M)


def fields(line):
    return dict(word.split("=", 1) for word in line.split()[1:])


def listed(what):
    return [line.split("\t") for line in run(["list", what])[1].splitlines() if line[:1] != "#"]


def sections(text):
    """Heading of the second level -> its text."""
    parts = re.split(r"^## (.*)\n", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def rows(text):
    """First cell in code -> all cells, of the rows of tables."""
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        name = re.match(r"\[?`?([a-z0-9-]+)`?\]?", cells[0])
        if line.startswith("| ") and name and len(cells) > 1:
            found.setdefault(name.group(1), cells)
    return found


# ---- Worked steps ----------------------------------------------------------------------------

def rounded(number):
    """To 17 digits, half to even, from the 40 that the program gives."""
    with decimal.localcontext() as context:
        context.prec, context.rounding = 17, decimal.ROUND_HALF_EVEN
        return +decimal.Decimal(number)


def pasted(text):
    """Blocks of shell with what follows each: (script, output shown)."""
    return re.findall(r"^```sh\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.S | re.M)


def worked(name):
    """The cases of a page, each a (case, result) pair; every block is run as it stands."""
    text, cases, wrong, digits = read(name), [], [], []
    for script, shown in pasted(text):
        got = shell(script)
        if got != joined(shown):
            wrong.append("shown %r, computed %r" % (joined(shown)[:90], got[:90]))
        case = re.search(r"^case .*$", joined(script), re.M)
        if not case or not script.startswith("slp run "):
            continue
        cases.append((fields(case.group()), fields(joined(shown))))
        long = run(["run", "--path", "ref", "--digits", "40"], case.group() + "\n")[1]
        long = fields(long)
        truth = [rounded(number) for number in long.get("y", "").split(",") if number]
        page = cases[-1][1].get("y", "").split(",")
        if [decimal.Decimal(number) for number in page if number] != truth:
            digits.append("%s: not what 40 digits round to" % cases[-1][0]["id"])
        short = [n for n in page if len(re.sub(r"e.*|[-.]", "", n).lstrip("0")) != 17]
        if short:
            digits.append("%s: not 17 digits: %s" % (cases[-1][0]["id"], short[0]))
    shown, found = len(blocks(text, "sh")), len(pasted(text))
    ok("%s: every block shown is followed by its output" % name,
       [] if 0 < shown == found else ["%d of %d" % (found, shown)])
    ok("%s: what is shown is what comes out (%d blocks)" % (name, shown), wrong)
    ok("%s: answers are those of 40 digits, rounded" % name, digits)
    return cases


def answer(case, **change):
    """The program's answer to a case with fields changed, or taken out where None."""
    new = dict(case, **change)
    line = "case " + " ".join(k + "=" + v for k, v in new.items() if v is not None) + "\n"
    status, out = run(["run", "--path", "ref", "--digits", "17"], line)
    return out.split(" ", 2)[-1] if status == 0 else None


# ---- Systems ---------------------------------------------------------------------------------

def check_systems():
    cases, text = worked("systems"), read("systems")
    section, by_system = sections(text), {}
    for case, result in cases:
        by_system.setdefault(case["system"], (case, result))
    wrong, keys, left, values = [], [], [], []
    systems = listed("systems")
    for name, _, parameters, *_ in systems:
        if name not in section or name not in by_system or "[%s](#%s)" % (name, name) not in text:
            wrong.append("%s: no section, no worked step or not in the first table" % name)
            continue
        table, case = rows(section[name]), by_system[name][0]
        table.pop("key", None)  # the head
        known = dict((word.strip("[]"), word[:1] != "[") for word in parameters.split())
        for key, required in known.items():
            cell = table.get(key, [""])[-1]
            if key not in table or required != (cell == "required"):
                keys.append("%s %s: %r in the table, required: %s" % (name, key, cell, required))
            if required and answer(case, **{key: None}) is not None:
                keys.append("%s %s: a case without it is answered" % (name, key))
            if key not in case and cell in ("required", "no such noise"):
                keys.append("%s %s is not in the worked step" % (name, key))
        keys += ["%s has no key %s" % (name, key) for key in table if key not in known]
        left += check_left_out(name, case, table)
        values += check_values(name, case, section[name])
        for word in ("algebra", "coordinates", "energy", "order of the increments", "generator",
                     "casimirs"):
            if not re.search(r"\*\*[^*]*" + word, section[name], re.I):
                wrong.append("%s: nothing on %r" % (name, word))
    wrong += [] if len(systems) >= 9 else ["too few"]
    ok("systems: all %d have a section, a worked step and what belongs to it" % len(systems), wrong)
    ok("systems: tables of keys are the program's", keys)
    ok("systems: keys left out mean what the tables say", left)
    ok("systems: energies and Casimirs are what slp simulate prints", values)


def numbers(values):
    return ",".join(str(value) for value in values)


def check_left_out(name, case, table):
    """A noise left out is a noise of amplitude 0; defaults are those stated."""
    if name == "polynomial":
        return check_left_out_of_polynomials(case, table)
    faults = ["%s %s: %r when left out" % (name, key, cells[-1]) for key, cells in table.items()
              if cells[-1] not in ("required", "no such noise", "all 0", "0", "1, 2, ..., d",
                                   "N/2, rounded up")]
    noises = [key for key, cells in table.items()
              if cells[-1] == "no such noise" and key != "modes" and key in case]
    still = answer(case, dw=None, **{key: None for key in noises})
    zero = answer(case, **{key: numbers([0] * (1 + case[key].count(","))) for key in noises})
    if not noises or still is None or still != zero:
        faults.append("%s without %s: %s, with 0: %s" % (name, numbers(noises), still, zero))
    for key in [key for key, cells in table.items() if cells[-1] in ("all 0", "0")]:
        zeros = numbers([0] * (1 + case.get(key, "").count(",")))
        told, none = (answer(case, **{key: word}) for word in (zeros, None))
        if key not in case or none is None or told != none or none == answer(case):
            faults.append("%s: %s left out" % (name, key))
    if name == "rigid-body-n":
        told, none = (answer(case, inertia=word) for word in (numbers(range(1, 7)), None))
        if table["inertia"][-1] != "1, 2, ..., d" or told is None or told != none:
            faults.append("rigid-body-n: inertia left out")
        if answer(case, inertia=numbers(range(2, 8))) == none:
            faults.append("rigid-body-n: the inertia makes no difference")
    if name == "zeitlin-sphere":
        if table["shell"][-1] != "N/2, rounded up":
            faults.append("zeitlin-sphere: shell left out")
        for size in (2, 3, 4, 5):
            shell_ = (size + 1) // 2
            others = [0.25 + k / 8 for k in range(size * size - size)]
            new = {"n": str(size), "x": numbers([0.5, -0.5] + [0] * (size - 2) + others),
                   "dw": numbers([k / 64 for k in range(size * size - shell_ * shell_)])}
            none = answer(case, **new)
            if none is None or none != answer(case, shell=str(shell_), **new):
                faults.append("zeitlin-sphere: shell left out for n = %d" % size)
    return faults


def check_left_out_of_polynomials(case, table):
    """size, weights, noises; a noise whose terms are left out is a noise of coefficient 0."""
    faults = ["polynomial %s: %r when left out" % (key, table[key][-1]) for key, cell in
              (("size", "1; required on su2, so, su and sp"), ("weights", "all 1"),
               ("noises", "the largest k")) if table[key][-1] != cell]
    ones, none = answer(case, weights="1,1"), answer(case, weights=None)
    if none is None or none != ones or none == answer(case):
        faults.append("polynomial: weights left out")
    still = ",".join(item for item in case["terms"].split(",") if item.startswith("0:"))
    zero = answer(case, terms=still + ",1:0:3")
    if zero is None or zero != answer(case, terms=still, dw=None):
        faults.append("polynomial: a noise without terms")
    if zero != answer(case, terms=still, noises="1") or zero == answer(case):
        faults.append("polynomial: noises without terms")
    if answer(case) != answer(case, noises="1") or answer(case) != answer(
            case, noises="3", dw=case["dw"] + ",0.5,0.25"):
        faults.append("polynomial: noises left out")
    body = dict(case, algebra="so3", weights=None, terms="0:1:1.1.2,1:1:3", x="0.5,1,0.25")
    if answer(body, size=None) is None or answer(body, size=None) != answer(body, size="1"):
        faults.append("polynomial: size left out")
    return faults


def check_values(name, case, text):
    """The lines `energy E`, `casimir1 C`, ... of the section."""
    shown = [block for block in blocks(text, "text") if block.startswith("energy ")]
    start = "case " + " ".join(k + "=" + v for k, v in case.items() if k != "dw") + "\n"
    with open(os.path.join(scratch, "start.slp"), "w") as file:
        file.write(start)
    status, out = run(["simulate", "./start.slp", "--path", "ref", "--steps", "1", "--brief"])
    head, first = [line.split(",") for line in out.splitlines()[:2]] if status == 0 else ([], [])
    truth = list(zip(head[1:], first[1:]))
    if len(shown) == 1 and truth and [tuple(l.split()) for l in shown[0].splitlines()] == truth:
        return []
    return ["%s: %s is not %s" % (name, shown, truth)]


# ---- Schemes and ports -----------------------------------------------------------------------

ALGEBRAS = {"so3": "so(3)", "son": "so(n)", "su2n": "su(2)ⁿ", "sun": "su(N)", "sp": "sp(2m, R)"}


def applies(cell, before):
    """Algebras that the first table's cell names."""
    if cell == "the same":
        return applies(before, "")
    everywhere = {*ALGEBRAS, "se3", "vector", "sun-dual"}
    if cell == "every system":
        return everywhere
    if cell.startswith("all but "):
        return everywhere - applies(cell[len("all but "):], "")
    words = {name: word for word, name in ALGEBRAS.items()}
    words.update({"canonical": "vector", "heavy-top": "se3", "rigid-body": "so3",
                  "mhd-sphere": "sun-dual"})
    return {words.get(word.strip(), word) for word in re.split(r",\s(?!R\))", cell)}


def check_schemes():
    cases, text = worked("schemes"), read("schemes")
    have, wrong, before = {case["scheme"] for case, _ in cases}, [], ""
    table = rows(text)
    for name, _, algebras, order, *_ in listed("schemes"):
        cells = table.get(name)
        if not cells or name not in have:
            wrong.append("%s is not in the first table or has no worked step" % name)
            continue
        if cells[2] != order:
            wrong.append("%s: order %s, not %s" % (name, cells[2], order))
        if applies(cells[1], before) != set(algebras.split(",")):
            wrong.append("%s applies to %s, not %s" % (name, algebras, cells[1]))
        before = cells[1]
    wrong += [] if len(have) >= 19 else ["too few"]
    ok("schemes: all are in the first table as the program lists them, with worked steps", wrong)


def first_words(text, head):
    """Words in the first column of the table with this head."""
    table = re.search(r"^\| " + head + r" \|.*\n\|-.*\n((?:\|.*\n)+)", text, re.M)
    lines = table.group(1).splitlines() if table else []
    return {word for line in lines for word in re.findall(r"[a-z-]+", line.split("|")[1])}


def check_ports():
    text = read("ports")
    worked("ports")
    drawn = run(["gen", "--count", "1000"])[1].rsplit("# drawn: ", 1)[-1]
    classes = set(re.findall(r"[0-9]+ ([a-z]+)", drawn))
    wrong = sorted(classes - first_words(text, "class")) + ([] if len(classes) > 9 else ["too few"])
    ok("ports: every class of cases drawn is explained (%d)" % len(classes), wrong)
    laws, told = {row[0] for row in listed("laws")}, first_words(text, "law")
    ok("ports: the laws named are laws", sorted(told - laws) + ([] if len(told) > 9 else ["few"]))
    if not shutil.which("perl"):
        print("ok - ports: the port printed passes # SKIP no perl here")
        return
    program = blocks(text, "perl")
    with open(os.path.join(scratch, "port.pl"), "w") as file:
        file.write(program[0] if program else "")
    said = shell("for s in rkmk-euler-exp tmk; do\n"
                 "slp gen --system canonical --scheme $s --count 300 | perl port.pl |\n"
                 "slp judge 2>&1 >/dev/null; done; echo list | perl port.pl | tail -n 1")
    good = re.fullmatch(r"(slp judge: 300 pass, 0 fail; .*\n){2}end\n", said)
    ok("ports: the port printed passes", [] if good else [said])


# ---- All -------------------------------------------------------------------------------------

link = os.path.join(scratch, "slp")
if not os.path.lexists(link):
    os.symlink(slp, link)
long = ["%s.md:%d has %d characters" % (page, number, len(line))
        for page in ("systems", "schemes", "ports")
        for number, line in enumerate(read(page).splitlines(), 1)
        if len(line) > 100 and not line.startswith("|")]
ok("lines have at most 100 characters, tables excepted", long)
check_systems()
check_schemes()
check_ports()
sys.exit(failed)
