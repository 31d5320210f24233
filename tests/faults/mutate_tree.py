# SPDX-License-Identifier: LGPL-3.0-or-later
"""The copy that faults are planted in: the project's tracked files, its objects, one shared object
of all of them, and the programs linked against it.  A fault costs the compilation of what includes
the file, and one link."""

import copy
import glob
import os
import re
import shutil
import subprocess

# These ask how the project is packed, not what it computes, and need the libraries as `make` builds
# them.
PACKING = (
    "test_abi.sh",
    "test_dist.sh",
    "test_flint3.sh",
    "test_install.sh",
    "test_rooms.sh",
    "test_manual.sh",
    "test_manual_pages.sh",
    "test_python_library.sh",
    "test_silent_libraries.sh",
    "test_wheel.sh",
)


def call(command, log, cwd, **more):
    with open(log, "w") as out:
        return subprocess.run(
            command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out, stderr=out, **more
        ).returncode


class Tree:
    def __init__(self, work, tests=()):
        """tests: the folders of tests/ whose programs are run; all of them where none is named."""
        self.work, self.root, self.tests = work, os.path.join(work, "tree"), tests
        self.shared = os.path.join(self.root, "build", "shared")
        for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "BUILD"):
            os.environ.pop(name, None)

    def copy(self, origin):
        """Tracked files as they are in `origin`; what has not changed keeps its time, so that only
        what has is compiled."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=origin, capture_output=True)
        if listed.returncode:
            raise SystemExit(
                "tests/faults/mutants.sh: needs a git checkout, to know which files to copy"
            )
        names = [
            n
            for n in listed.stdout.decode().split("\0")
            if n and os.path.isfile(os.path.join(origin, n))
        ]
        changed = set()
        for name in names:
            target = os.path.join(self.root, name)
            with open(os.path.join(origin, name), "rb") as a:
                text = a.read()
            if os.path.isfile(target):
                with open(target, "rb") as b:
                    if b.read() == text:
                        continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(os.path.join(origin, name), target)
            changed.add(name)
        for folder, _, files in os.walk(self.root):
            if folder.startswith(os.path.join(self.root, "build")):
                continue
            for f in files:
                name = os.path.relpath(os.path.join(folder, f), self.root)
                if name not in set(names):
                    os.remove(os.path.join(folder, f))
                    changed.add(name)
        return changed

    def make(self, log, *goals, build="build", flags=()):
        jobs = os.environ.get("SLP_CHECK_JOBS") or str(os.cpu_count() or 1)
        return call(
            [
                "make",
                "-s",
                "-j",
                jobs,
                "-f",
                "tests/faults/mutants.mk",
                "BUILD=" + build,
                "TESTED=" + " ".join(self.tests),
                *flags,
                *goals,
            ],
            log,
            self.root,
        )

    def twin(self, number):
        """This tree, built, once more: number 0 is this one itself."""
        if not number:
            return self
        same = copy.copy(self)
        same.work = os.path.join(self.work, "tree-%d" % number)
        same.root = os.path.join(same.work, "tree")
        same.shared = os.path.join(same.root, "build", "shared")
        shutil.rmtree(same.work, ignore_errors=True)
        shutil.copytree(self.root, same.root, symlinks=True)
        return same

    def learn(self):
        """How each object is compiled and the shared one linked, and what each is made from."""
        said = subprocess.run(
            ["make", "-n", "-B", "V=1", "-f", "tests/faults/mutants.mk", "mutant-library"],
            cwd=self.root,
            capture_output=True,
            text=True,
        ).stdout
        self.compile, self.uses, self.link = {}, {}, None
        # make shows a recipe's continued lines as they stand in the makefile
        for line in said.replace("\\\n", " ").splitlines():
            made = re.search(r" -o (\S+)", line)
            if made and " -c " in line:
                self.compile[made[1]] = line
            elif made and made[1].endswith("libslpwhole.so"):
                self.link = line
        if not self.link or not self.compile:
            raise SystemExit(
                "tests/faults/mutants.sh: tests/faults/mutants.mk does not say how objects are made"
            )
        for made in self.compile:
            try:
                with open(os.path.join(self.root, made[:-2] + ".d")) as d:
                    rule = d.read().split("\n\n")[0].replace("\\\n", " ").split(":", 1)[1]
            except (OSError, IndexError):
                continue
            for name in re.split(r"\s+", rule.split(":")[0].strip()):
                self.uses.setdefault(os.path.normpath(name), set()).add(made)

    def rebuild(self, path, log):
        """Compiles what uses `path`, after the objects there were put aside; True if it
        compiles."""
        objects = sorted(self.uses.get(path, ()))
        if not objects:
            made_otherwise = path.endswith(
                (".yaml", ".slp", ".css", ".js", ".json", ".template")
            ) or path.startswith(
                ("oracle/command/mpi_", "oracle/command/main.c", "oracle/command/program")
            )
            return not made_otherwise or self.make(log, "mutant-programs") == 0
        self.aside = []
        for made in objects:
            at = os.path.join(self.root, made)
            shutil.copy2(at, at + ".right")
            self.aside.append(at)
        right = os.path.join(self.shared, "libslpwhole.so")
        shutil.copy2(right, right + ".right")
        self.aside.append(right)
        return self.compiled([self.compile[o] for o in objects] + [self.link], log)

    def compiled(self, lines, log):
        with open(log, "w") as out:
            return all(
                subprocess.run(
                    ["bash", "-c", line], cwd=self.root, stdout=out, stderr=out
                ).returncode
                == 0
                for line in lines
            )

    def restore(self, log):
        for at in getattr(self, "aside", []):
            os.replace(at + ".right", at)
            os.utime(at)
        if not getattr(self, "aside", []):
            self.make(log, "mutant-programs")
        self.aside = []

    def programs(self):
        def those(ending):
            every = [
                glob.glob(os.path.join(self.root, "tests", folder, "test_*" + ending))
                for folder in self.tests or ("*", "house/scripts")
            ]
            return sorted(sum(every, []), key=os.path.basename)

        names = [os.path.basename(t)[:-2] for t in those(".c")]
        scripts = those(".sh") + those(".py")
        systems = sorted(
            os.path.basename(s)[:-2].replace("_", "-")
            for s in glob.glob(os.path.join(self.root, "oracle/contract/system/*.c"))
        )
        commands = {n: [os.path.join(self.shared, n)] for n in names}
        commands.update(
            {
                os.path.basename(s): [
                    "bash" if s.endswith(".sh") else "python3",
                    os.path.relpath(s, self.root),
                ]
                for s in scripts
                if os.path.basename(s) not in PACKING + ("test_laws.sh",)
            }
        )
        # the laws, a system at a time: the same cases as all at once
        for s in () if self.tests else systems:
            commands["laws/" + s] = [
                os.path.join(self.shared, "slp"),
                "check",
                "--tap",
                "--system",
                s,
            ]
        return commands
