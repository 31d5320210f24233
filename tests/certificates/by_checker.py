# SPDX-License-Identifier: LGPL-3.0-or-later
"""Plants faults in ref/, one at a time, and counts those that the checker alone sees:
by_checker.py BUILD CASES [PART...].

A fault is seen if the certificates that the changed program writes for CASES are not proved, or
malformed.  No test runs.  The faults are those of tests/faults/mutants/*.tsv whose file begins with
a PART (ref/algebra/), and those of certificates.tsv in ref/.  Faults of what a step does not use
(tensors, derivatives, bounds that are wide enough all the same) are not seen, and need not be.
Works on a copy of the tracked files and of BUILD.  Exit status: 0; 1 if a fault of certificates.tsv
is not seen; 2 if one cannot be planted or built."""
import glob
import os
import subprocess
import sys
import tempfile

build, cases = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
parts = tuple(sys.argv[3:]) or ("ref/algebra/",)
faults = []
for table in sorted(glob.glob("tests/faults/mutants/*.tsv")):
    if table.endswith("/survivors.tsv"):  # reasons, and no faults
        continue
    own = table.endswith("/certificates.tsv")
    faults += [row.split("\t")[:4] + [own] for row in open(table).read().split("\n")
               if row.startswith(("ref/",) if own else parts)]
faults.sort(key=lambda fault: not fault[4])
caught = missed = wrong = lost = 0
with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as tree:
    files = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True).stdout
    subprocess.run(["cp", "--parents", "-a", "--"] + os.fsdecode(files).split("\0")[:-1] + [tree],
                   check=True)
    subprocess.run(["cp", "-a", build, tree + "/build"], check=True)
    for path, old, new, about, own in [("", "", "", "no fault", False)] + faults:
        if path:
            text = open(os.path.join(tree, path)).read()
            if text.count(old) != 1:
                wrong += 1
                print("wrong\t%s\t%s: not there once" % (path, about))
                continue
            open(os.path.join(tree, path), "w").write(text.replace(old, new))
        made = subprocess.run(["make", "-C", tree, "-s", "WERROR=", "build/slp"],
                              capture_output=True).returncode
        steps = os.path.join(tree, "steps.txt")
        status = made and 9
        if not made:
            try:
                subprocess.run([tree + "/build/slp", "run", "--path", "ref", "--certificate",
                                steps], stdin=open(cases), stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, timeout=300)
                status = subprocess.run(
                    [sys.executable, "oracle/certificates/check_certificate.py", steps],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600).returncode
            except subprocess.TimeoutExpired:
                status = 9
        if not path:
            if status not in (0, 3):
                sys.exit("without a fault the certificates are not proved")
            continue
        caught, missed, wrong = (caught + (status in (1, 2)), missed + (status in (0, 3)),
                                 wrong + (status == 9))
        lost += own and status in (0, 3)
        print("%s\t%s\t%s" % ({0: "not", 1: "caught", 2: "caught", 3: "not", 9: "wrong"}[status],
                              path, about), flush=True)
        open(os.path.join(tree, path), "w").write(text)
print("%d caught by the checker alone, %d not, %d not built" % (caught, missed, wrong))
sys.exit(2 if wrong else 1 if lost else 0)
