"""Runs what the manual shows.  A block ```console holds lines "$ COMMAND", each followed by what it prints on its two outputs;
"..." stands for any text, and alone on a line for any lines.  A block "```LANGUAGE file=NAME" is the file NAME.  The commands of a page
run in its order, in a directory of its own where oracle/ is the source's, slp first in PATH.
usage: manual_commands.py SLP DIR [PAGE...]; a line a fault; exit 1 if any or if nothing was run."""
import glob
import os
import re
import subprocess
import sys

slp, scratch = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
sources = os.getcwd()
environment = dict(os.environ, PATH=os.path.dirname(slp) + ":" + os.environ["PATH"], LC_ALL="C")
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
        parts.append("(?:.*\n)*?" if line == "..." else ".*?".join(re.escape(part) for part in line.split("...")) + "\n")
    return "".join(parts)


def run(page, number, command, shown, folder):
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    if not re.fullmatch(pattern(shown), done.stdout):
        faults.append(f"{page}:{number}: $ {command}\n  prints (status {done.returncode})\n" +
                      "".join("  | " + line + "\n" for line in done.stdout.splitlines()[:40]))


for page in sys.argv[3:] or sorted(glob.glob("oracle/manual/*.md")):
    folder = os.path.join(scratch, os.path.basename(page)[:-3])
    os.makedirs(folder)
    os.symlink(os.path.join(sources, "oracle"), os.path.join(folder, "oracle"))
    for start, info, text in blocks(os.path.join(sources, page)):
        named = re.search(r"\bfile=(\S+)", info)
        if named:
            open(os.path.join(folder, named.group(1)), "w", encoding="utf-8").write("".join(text))
        if info != "console":
            continue
        at = [i for i, line in enumerate(text) if line.startswith("$ ")]
        if not at or at[0] != 0:
            faults.append(f"{page}:{start}: a block of commands that begins with none")
        for i, end in zip(at, at[1:] + [len(text)]):
            count += 1
            run(page, start + 1 + i, text[i][2:].rstrip("\n"), text[i + 1:end], folder)
print("\n".join(faults + [f"{count} commands"]))
sys.exit(bool(faults) or not count)
