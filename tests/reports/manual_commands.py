# SPDX-License-Identifier: LGPL-3.0-or-later
"""Runs what the manual shows.  A block ```console holds lines "$ COMMAND", each followed by what it
prints on its two outputs; "..." stands for any text, and alone on a line for any lines.  A block
"```LANGUAGE file=NAME" is the file NAME.  A block "```LANGUAGE tree=NAME" is a file that is added
to a copy of the sources, in which the commands of "```console tree" run, once it is built; an
instrumented program is not built again.  The commands of a page run in its order, in a directory of
its own where oracle/ is the source's; slp, its headers and its libraries are found.
usage: manual_commands.py SLP DIR [PAGE...]; a line a fault; exit 1 if any or if nothing was run."""

import functools
import glob
import os
import re
import shutil
import subprocess
import sys

slp, scratch = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
sources = os.getcwd()
built = os.path.dirname(slp)
# As after `make install`: programs, headers and libraries are found.
os.environ.pop("SLP_CHECK_MULTIPLIER", None)  # pages show what is printed without it
environment = dict(
    os.environ,
    PATH=built + ":" + os.environ["PATH"],
    CPATH=sources,
    LIBRARY_PATH=built,
    LD_LIBRARY_PATH=built,
    LC_ALL="C",
)
faults, count = [], 0


def blocks(page):
    """(line, info, text) of each fenced block."""
    info = None
    for number, line in enumerate(open(page, encoding="utf-8"), 1):
        if line.startswith("```"):
            if info is None:
                start, info, text = number, line[3:].strip(), []
            else:
                yield start, info, text
                info = None
        elif info is not None:
            text.append(line)


def pattern(lines):
    parts = []
    for line in lines:
        line = line.rstrip("\n")
        parts.append(
            "(?:.*\n)*?"
            if line == "..."
            else ".*?".join(re.escape(part) for part in line.split("...")) + "\n"
        )
    return "".join(parts)


@functools.lru_cache
def instrumented():
    symbols = subprocess.run(["nm", slp], text=True, stdout=subprocess.PIPE).stdout
    return re.search(r"__(asan|ubsan|gcov)_", symbols)


class Tree:
    """A copy of the sources and of what was built of them, with the files that a page adds."""

    def __init__(self, folder):
        self.folder, self.made = folder, None

    def add(self, name, text):
        if not os.path.isdir(self.folder):
            os.makedirs(os.path.join(self.folder, "build"))
            shutil.copy2("GNUmakefile", self.folder)
            for room in ("oracle", "ref", "fast", "props", "reports"):
                shutil.copytree(room, os.path.join(self.folder, room), symlinks=True)
                shutil.copytree(os.path.join(built, room), os.path.join(self.folder, "build", room))
            for made in ("gen", "headers"):
                shutil.copytree(
                    os.path.join(built, made), os.path.join(self.folder, "build", made)
                )
        os.makedirs(os.path.dirname(os.path.join(self.folder, name)), exist_ok=True)
        open(os.path.join(self.folder, name), "w", encoding="utf-8").write(text)
        self.made = None

    def make(self):
        if not self.made:
            outside = {
                key: value
                for key, value in os.environ.items()
                if not key.startswith(("MAKE", "MFLAGS", "GNUMAKE"))
            }
            self.made = subprocess.run(
                ["make", "-s", "BUILD=build", "build/slp"],
                cwd=self.folder,
                env=outside,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            if self.made.returncode:
                faults.append(f"what {self.folder} adds is not built:\n{self.made.stdout}")
        return dict(
            environment, PATH=os.path.join(self.folder, "build") + ":" + environment["PATH"]
        )


def run(page, number, command, shown, folder, environment):
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
    )
    # A slow machine shows how far it is, after ten seconds of a law's time.
    progress = r"^slp (check:|conform: laws,) \d+ of \d+ after \d+ s\b.*\n"
    printed = re.sub(progress, "", done.stdout, flags=re.M)
    if not re.fullmatch(pattern(shown), printed):
        faults.append(
            f"{page}:{number}: $ {command}\n  prints (status {done.returncode})\n"
            + "".join("  | " + line + "\n" for line in done.stdout.splitlines()[:40])
        )


for page in sys.argv[3:] or sorted(glob.glob("oracle/manual/*.md")):
    folder = os.path.join(scratch, os.path.basename(page)[:-3])
    os.makedirs(folder)
    os.symlink(os.path.join(sources, "oracle"), os.path.join(folder, "oracle"))
    tree = Tree(folder + ".tree")
    for start, info, text in blocks(os.path.join(sources, page)):
        added = re.search(r"\btree=(\S+)", info)
        if added:
            tree.add(added.group(1), "".join(text))
        named = re.search(r"\bfile=(\S+)", info)
        if named:
            open(os.path.join(folder, named.group(1)), "w", encoding="utf-8").write("".join(text))
        if info not in ("console", "console tree") or (
            info == "console tree" and instrumented()
        ):
            continue
        where = (tree.folder, tree.make()) if info == "console tree" else (folder, environment)
        at = [i for i, line in enumerate(text) if line.startswith("$ ")]
        if not at or at[0] != 0:
            faults.append(f"{page}:{start}: a block of commands that begins with none")
        for i, end in zip(at, at[1:] + [len(text)]):
            count += 1
            run(page, start + 1 + i, text[i][2:].rstrip("\n"), text[i + 1 : end], *where)
print("\n".join(faults + [f"{count} commands"]))
sys.exit(bool(faults) or not count)
