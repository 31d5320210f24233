#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
"""Compiles of FLINT and Arb what a program calls, and no other file: a fifth of them.

usage: CC=COMPILER AR=AR NM=NM called.py OUT.a SOURCES FLAGS -- OBJECT...
  SOURCES  folders of unpacked and configured libraries, separated by colons
  FLAGS    how a file is compiled, one word of a shell
The undefined names of the objects are looked up in the sources, the files that define them are
compiled, and so on until no name is left that the sources know.  What is compiled already is kept.
"""
import os, re, shlex, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

CC, AR, NM = (os.environ[name] for name in ("CC", "AR", "NM"))
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# A function with its body, an array with its numbers, or one of Arb's macros for a constant.
DEFINED = re.compile(r"^(?:[A-Za-z_][\w \t*]*[\s*])?(\w+)"
                     r"(?:\s*\((?:[^;{}()]|\([^;{}()]*\))*\)\s*\{|(?:\[[^\n=;]*\])*\s*=)"
                     r"|^ARB_DEF_CACHED_CONSTANT\((\w+)", re.M)


def index(folders):
    """Name -> the file that defines it."""
    where = {}
    for folder in folders:
        for path, dirs, files in os.walk(folder):
            dirs[:] = [d for d in sorted(dirs) if d not in
                       ("test", "tune", "profile", "examples", "doc", "build") and
                       not d.endswith("templates")]
            for name in sorted(files):
                if name.endswith(".c"):
                    file = os.path.join(path, name)
                    text = COMMENT.sub("", open(file, encoding="latin-1").read())
                    for found in DEFINED.finditer(text):
                        if "static" not in found.group(0):
                            where.setdefault(found.group(1) or found.group(2), file)
    return where


def names(objects, kind):
    """The names that objects define (kind --defined-only) or only use (--undefined-only)."""
    if not objects:
        return set()
    said = subprocess.run([NM, "-P", kind, *objects], check=True, text=True,
                          capture_output=True).stdout
    return {line.split()[0] for line in said.splitlines() if " " in line}


def main(out, sources, flags, _, *objects):
    folders = sources.split(":")
    where = index(folders)
    flags = shlex.split(flags)

    def compile_one(file):
        made = os.path.splitext(file)[0] + ".called.o"
        if not os.path.exists(made):
            root = next(f for f in folders if file.startswith(f + "/"))
            subprocess.run([CC, *flags, "-I", root, "-c", file, "-o", made + ".new"], check=True)
            os.rename(made + ".new", made)
        return made

    done, made = set(), []
    wanted = names(objects, "--undefined-only")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while True:
            files = sorted({where[n] for n in wanted if n in where} - done)
            if not files:
                break
            new = list(pool.map(compile_one, files))
            done.update(files)
            made += new
            wanted = names(new, "--undefined-only")
    if os.path.exists(out):
        os.remove(out)
    subprocess.run([AR, "rcs", out, *sorted(made)], check=True)
    print(f"{len(made)} files of {len(set(where.values()))} are called")


if __name__ == "__main__":
    if len(sys.argv) < 6 or sys.argv[4] != "--":
        sys.exit(__doc__)
    main(*sys.argv[1:])
