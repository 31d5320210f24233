# SPDX-License-Identifier: LGPL-3.0-or-later
"""A fault that no program tells by what it prints, tried once more where memory and arithmetic are
watched, as `make asan` and `make ubsan` do: the objects that have it are compiled with both
sanitizers, and the compiled programs that execute its line run again.  A program counts only if it
holds on the right text compiled in the same way."""

import os
import subprocess

from mutate_programs import run

FLAGS = " -fsanitize=address,undefined"
COMPILED = " -O1 -w -fno-sanitize-recover=all" + FLAGS
# memory that is not given back is no fault that is planted; what a test does about memory that ends
# is its own
OPTIONS = "detect_leaks=0:verify_asan_link_order=0:allocator_may_return_null=1"


def environment(tree):
    library = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True
    ).stdout.strip()
    return (
        {"LD_PRELOAD": os.path.realpath(library), "ASAN_OPTIONS": OPTIONS}
        if os.path.isabs(library)
        else None
    )


def write(name, text):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)


def seen(fault, tree, programs, log, most):
    """Name and words of the program that sees the planted fault so, or None; the tree's objects are
    left for restore()."""
    objects, env = sorted(tree.uses.get(fault.path, ())), environment(tree)
    names = [
        n
        for n in programs.order(fault.path, fault.line)
        if n.startswith("test_") and not n.endswith((".sh", ".py"))
    ]
    right = programs.__dict__.setdefault("unfit", {}).setdefault(fault.path, set())
    target, spent = os.path.join(tree.root, fault.path), 0

    def build(text):
        write(target, text)
        return tree.compiled(
            [tree.compile[o] + COMPILED for o in objects] + [tree.link + FLAGS], log
        )

    if not objects or not env or not build(fault.planted()):
        return None
    for name in names:
        spent += programs.seconds.get(name, 1)
        if spent > most:
            return None
        if name in right:
            continue
        attempt = (
            programs.commands[name],
            tree.root,
            tree.shared,
            log,
            programs.seconds.get(name, 1),
            env,
        )
        fell, _, why = run(*attempt)
        if not fell:
            continue
        if build(fault.text) and not run(*attempt)[0]:
            return name, why
        right.add(name)
        if not build(fault.planted()):
            return None
    return None
