# SPDX-License-Identifier: LGPL-3.0-or-later
"""The register of programs (oracle/manual/register.md), made of oracle/ports/statements/*.tsv.

usage: register.py programs NUMBER=STATEMENT...   the results of rows of programs.tsv, from folders
                                                  that `slp conform` wrote; what was lost since;
                                                  the page
       register.py faults SLP [THREAD...]         faults.tsv: plants each fault, asks the judge; the
                                                  page
       register.py check                          what is wrong in the tables, a line each
       register.py page                           the page, on standard output

A table begins with the names of its columns.  Columns after `date` of programs.tsv, and after
`note` of faults.tsv, are results: `programs` and `faults` write them, people the others.  `faults`
without a THREAD writes all rows; with one it prints what differs from the table.  Exit status 1:
something was lost, differs, or is wrong."""
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
TABLES = os.path.join(ROOT, "oracle", "ports", "statements")
PORT = "oracle/ports/perl/slp_port.pl"
SHORTFALLS = ("fail", "error", "undecided", "unreceived", "changed")
COLUMNS = {
    "programs": "program source revision port options asked note date version pairs cases laws hint"
    " sha256",
    "read": "program source commit date file says verdict",
    "faults": "program thread reported fix wrong system scheme count port text fault note"
    " first pass fell name",
}

RESULTS = COLUMNS["programs"].split()[7:]  # `-` in all of them: not asked yet


def table(name):
    with open(os.path.join(TABLES, name + ".tsv"), encoding="utf-8") as file:
        head, *lines = file.read().splitlines()
    keys = head.lstrip("# ").split("\t")
    return keys, [dict(zip(keys, line.split("\t"))) for line in lines]


def save(name, keys, rows):
    path = os.path.join(TABLES, name + ".tsv")
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write("# " + "\t".join(keys) + "\n")
        file.writelines("\t".join(row[key] for key in keys) + "\n" for row in rows)
    os.replace(path + ".new", path)


# ---- Statements -----------------------------------------------------------------------------
def pair_verdict(pair):
    """The statement's word.  Where nothing fell but a law found no case to ask, `in-part`."""
    fell = [pair["verdicts"].get(word, 0) for word in SHORTFALLS]
    fell += [pair["laws"][word] for word in ("failed", "not seen broken")]
    word = "in-part" if pair["verdict"] == "failed" and not any(fell) else pair["verdict"]
    return word.replace(" ", "-")


def statement(folder):
    """The results of a row, of the statement in a folder."""
    with open(os.path.join(folder, "conform.json"), encoding="utf-8") as file:
        document = json.load(file)
    said, result = document["statement"], document["statement"]["result"]
    asked = [pair for pair in said["pairs"] if pair["offered"] != "not listed"]
    cases = {word: sum(pair["verdicts"][word] for pair in asked) for word in result["verdicts"]}
    hints = sorted(((hint["count"], hint["hint"]) for pair in asked for hint in pair["hints"]),
                   key=lambda one: (-one[0], one[1]))
    return {
        "date": datetime.date.today().isoformat(),
        "version": "; ".join(said["port"]["about"] or []) or "-",
        "pairs": " ".join(f"{p['system']}/{p['scheme']}={pair_verdict(p)}"
                          for p in asked),
        "cases": ", ".join(f"{n} {word}" for word, n in cases.items() if n),
        "laws": ", ".join(f"{n} {word}" for word, n in result["laws"].items()
                          if n and word != "not offered"),
        "hint": hints[0][1] if hints else "-",
        "sha256": document["sha256"],
    }


def verdicts(row):
    return dict(pair.split("=") for pair in row["pairs"].split() if "=" in pair)


def programs(given):
    keys, rows = table("programs")
    lost, good = 0, ["held", "in-part"]
    for one in given:
        number, _, folder = one.partition("=")
        row = rows[int(number) - 1]
        new = statement(folder)
        before, after = verdicts(row), verdicts(new)
        for pair in sorted(before):
            if before[pair] in good and after.get(pair) not in good[: good.index(before[pair]) + 1]:
                what = f"{row['program']} {row['options']}".strip()
                print(f"lost: {what}: {pair} {after.get(pair, 'is no longer offered')}")
                lost += 1
        row.update(new)
    save("programs", keys, rows)
    write_page()
    print(f"lost: {lost} pairs")
    return lost > 0


# ---- Faults ---------------------------------------------------------------------------------
def answers(slp, row, cases, folder):
    """What a program with the fault answers: the Perl port with a text replaced, or `slp run` on
    cases of which a key has been multiplied."""
    if row["port"] == "run":
        def scaled(found):
            words = found[1].split(",")
            return f" {row['text']}=" + ",".join(
                (float.fromhex(word) * float(row["fault"])).hex() for word in words)
        changed = re.sub(f" {row['text']}=(\\S+)", scaled, re.sub(r" sum=\S+", "", cases))
        command = [slp, "run", "--path", "fast"]
    else:
        with open(os.path.join(ROOT, PORT), encoding="utf-8") as file:
            whole = file.read()
        path = os.path.join(folder, "port.pl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(whole.replace(row["text"], row["fault"]))
        changed = cases
        # a fault that sleeps stands for a program that never ends
        command = ["timeout", "5" if "sleep" in row["fault"] else "600", "perl", path]
    return subprocess.run(command, input=changed, stdout=subprocess.PIPE, text=True,
                          check=False).stdout


def judged(slp, row):
    """first, pass, fell and name of a row."""
    draw = ["--system", row["system"], "--scheme", row["scheme"], "--count", row["count"]]
    area = ["--area"] if row["text"] == "area" else []
    cases = subprocess.run([slp, "gen", *draw, *area], stdout=subprocess.PIPE, text=True,
                           check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        asked = os.path.join(folder, "cases")
        with open(asked, "w", encoding="utf-8") as file:
            file.write(cases)
        found = subprocess.run([slp, "judge", "--cases", asked, "--explain", "--errors", "0"],
                               input=answers(slp, row, cases, folder), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, check=False)
    verdict = dict(re.findall(r"^verdict id=(\S+) (\w+)", found.stdout, re.M))
    order = [verdict.get(name, "unreceived") for name in re.findall(r"^case id=(\S+)", cases, re.M)]
    fell = [at for at, word in enumerate(order, 1) if word in SHORTFALLS]
    findings = found.stderr.partition("\nNames that fit a few")[0]
    names = re.findall(r"^  (\d+) of (\d+) tried failures: (.*)", findings, re.M)
    names = [(n, of, re.sub(r" \(\d+ by no other candidate\)$", "", text))
             for n, of, text in names]
    where = re.search(r"^slp judge: (fails .*?): \d+ of \d+ failures", found.stderr, re.M)
    name = "-"
    if names:
        name = f"{names[0][2]} ({names[0][0]} of {names[0][1]})"
    elif where:
        name = "no name; " + re.sub(r" \(or any bound[^)]*\)", "", where[1])
    return {"first": str(fell[0]) if fell else "-", "pass": str(order.count("pass")),
            "fell": str(len(fell)), "name": name if fell else "-"}


def bare(text):
    return re.sub(r" \(\d+ of \d+\)$", "", text)


def faults(slp, chosen):
    keys, rows = table("faults")
    differs = 0
    for row in rows:
        if chosen and row["thread"] not in chosen:
            continue
        new = judged(slp, row)
        for key, value in new.items():
            # how many a hint explains may change with the list of faults
            if chosen and bare(row.get(key, "")) != bare(value):
                print(f"{row['thread']}: {key} is {value}, the table has {row.get(key)}")
                differs += 1
        row.update(new)
    if not chosen:
        save("faults", keys, rows)
        write_page()
    return differs > 0


# ---- Check ----------------------------------------------------------------------------------
def check():
    wrong = []
    for name, columns in COLUMNS.items():
        keys, rows = table(name)
        if keys != columns.split():
            wrong.append(f"{name}.tsv: its columns are {' '.join(keys)}")
            continue
        for at, row in enumerate(rows, 2):
            place = f"{name}.tsv:{at}"
            if len(row) != len(keys):
                wrong.append(f"{place}: {len(row)} fields, not {len(keys)}")
                continue
            empty = [key for key in keys if not row[key] and key != "options"]
            wrong += [f"{place}: no {key}" for key in empty]
            if name == "programs" and all(row[key] == "-" for key in RESULTS):
                continue  # a program that was not asked yet
            for key in ("date", "reported"):
                if key in row and not re.fullmatch(r"20\d\d-\d\d-\d\d", row[key]):
                    wrong.append(f"{place}: {key} {row[key]} is no date")
            for key in ("source", "thread"):
                if key in row and not re.fullmatch(r"https://\S+|oracle/ports/\S+", row[key]):
                    wrong.append(f"{place}: {key} {row[key]} is no address")
            if name == "faults" and row["port"] == "perl":
                with open(os.path.join(ROOT, PORT), encoding="utf-8") as file:
                    times = file.read().count(row["text"])
                if times != 1:
                    wrong.append(f"{place}: the text stands {times} times in {PORT}")
            if name == "programs" and not re.fullmatch(r"[0-9a-f]{64}", row["sha256"]):
                wrong.append(f"{place}: sha256 {row['sha256']} is none")
    seen = [row["thread"] for row in table("faults")[1]]
    wrong += [f"faults.tsv: {one} is there twice" for one in sorted(set(seen))
              if seen.count(one) > 1]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return bool(wrong)


# ---- The page -------------------------------------------------------------------------------
def line(*cells):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def head(*cells):
    return line(*cells) + "|" + "---|" * len(cells) + "\n"


def address(text):  # a page of the manual has no link out of it
    return f"`{text.removeprefix('https://')}`"


def code(text):
    return f"`{text}`" if text and text != "-" and "`" not in text else text


def pairs_said(row):
    every = list(verdicts(row).values())
    return ", ".join(f"{every.count(word)} {word.replace('-', ' ')}"
                     for word in dict.fromkeys(["held", "in-part", "failed", *every])
                     if word in every)


def page():
    with open(os.path.join(TABLES, "page.template"), encoding="utf-8") as file:
        text = file.read()
    run, read, all_of = (table(name)[1] for name in ("programs", "read", "faults"))
    waiting = [row for row in run if row["date"] == "-"]
    run = [row for row in run if row["date"] != "-"]
    made = head("program", "revision", "port, asked with", "date", "pairs", "cases",
                "rows of laws", "what a failure looks like", "note")
    for row in run:
        command = f"{row['port']} {row['options']}".strip()
        made += line(f"{row['program']}, {address(row['source'])}", row["revision"],
                     f"`{command}`, `{row['asked']}`", row["date"], pairs_said(row), row["cases"],
                     row["laws"], code(row["hint"]), row["note"])
    hashes = head("program", "it says of itself", "SHA-256 of the statement")
    for row in run:
        hashes += line(f"{row['program']} {code(row['options'])}".strip(), row["version"],
                       f"`{row['sha256']}`")
    source = head("program", "commit", "date", "file", "what the source says", "slp")
    for row in read:
        source += line(f"{row['program']}, {address(row['source'])}", code(row["commit"]),
                       row["date"], code(row["file"]), row["says"], row["verdict"])
    bugs = head("program, thread", "date, fix", "what was wrong", "planted in", "first found",
                "fell of", "named", "note")
    for row in all_of:
        bugs += line(f"{row['program']}, {address(row['thread'])}",
                     row["reported"] + (f", `{row['fix']}`" if row["fix"] != "-" else ""),
                     row["wrong"], f"{row['system']} / {row['scheme']}",
                     f"case {row['first']}" if row["first"] != "-" else "not found",
                     f"{row['fell']} of {row['count']}", code(row["name"]), row["note"])
    found = [row for row in all_of if row["first"] != "-"]
    named = [row for row in found if row["name"] != "-" and not row["name"].startswith("no name")]
    told = [row for row in found if row["name"].startswith("no name")]
    counts = {
        "PROGRAMS": len({row["program"] for row in run}), "STATEMENTS": len(run),
        "READ": len(read), "FAULTS": len(all_of), "FOUND": len(found), "NAMED": len(named),
        "TOLD": len(told), "EARLY": sum(int(row["first"]) <= 10 for row in found),
        "RUN_TABLE": made.rstrip(), "HASH_TABLE": hashes.rstrip(), "READ_TABLE": source.rstrip(),
        "FAULT_TABLE": bugs.rstrip(),
        "WAITING": ", ".join(f"`{row['port']} {row['options']}`".replace(" `", "`")
                             for row in waiting) or "none",
    }
    for key, value in counts.items():
        text = text.replace("{" + key + "}", str(value))
    return text


def write_page():
    with open(os.path.join(ROOT, "oracle", "manual", "register.md"), "w", encoding="utf-8") as file:
        file.write(page())


def main():
    word, *rest = sys.argv[1:] or [""]
    done = {"programs": lambda: programs(rest), "faults": lambda: faults(rest[0], rest[1:]),
            "check": check, "page": lambda: print(page(), end="")}.get(word)
    return done() if done else print(__doc__, file=sys.stderr) or 2


sys.exit(main())
