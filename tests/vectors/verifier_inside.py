# SPDX-License-Identifier: LGPL-3.0-or-later
"""oracle/ports/vectors/slp_verify.py inside of a test's own process: hundreds of questions, each
with an interpreter of its own, take most of the test's time.  tests/vectors/test_vectors.sh asks it
as a program too.  And how these tests say what holds."""

import contextlib
import functools
import io
import os
import subprocess
import sys

sys.path.insert(0, "oracle/ports/vectors")
import slp_verify  # noqa: E402

failed = False


def ok(name, holds, note=""):
    """A line of the Test Anything Protocol; of a test that fails a note too."""
    global failed
    failed = failed or not holds
    print(f"{'ok' if holds else 'not ok'} - {name}")
    if note and not holds:
        print(f"# {note[:300]}")


def verify(suite, text):
    """What the program does with these answers: an object with returncode, stdout and stderr."""
    said, errors, given = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(text)
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
            status = slp_verify.main([suite])
    finally:
        sys.stdin = given
    return subprocess.CompletedProcess(suite, status, said.getvalue(), errors.getvalue())


def read_once():
    """A suite that does not change is read once."""
    slp_verify.read_suite = functools.lru_cache(slp_verify.read_suite)


def run(command, text, **options):
    """The same of a command: [slp_verify.py, SUITE] inside, any other as a process."""
    if os.path.basename(command[0]) == "slp_verify.py":
        return verify(command[1], text)
    return subprocess.run(command, input=text, capture_output=True, text=True, **options)
