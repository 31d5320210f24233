#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Plants faults, one in a tree, and sees `make check` go red: a check that lets a planted fault pass
# checks nothing.  The faults stand in tests/faults/mutants/ROOM.tsv, a line each, four fields apart
# by tabs:
#   path   text to find (occurs once in that file)   what replaces it   what the fault is
# Mechanical ones (a token exchanged, dropped, shifted) are made by tests/faults/mutate_tokens.py:
# --mechanical N draws N of them from ref/, fast/ and oracle/ (or --rooms), and PATH@NAME plants one
# again.  Those that no program can or need tell from the right text stand with their reasons in
# tests/faults/mutants/survivors.tsv and are not planted; --survivors plants them all the same.
# usage: tests/faults/mutants.sh BUILD [ROOM | ROOM:LINE | PATH | PATH@NAME]... [--mechanical N]
#        [--rooms R,R] [--bounds] [--tests F,F] [--most SECONDS] [--seed S] [--again] [--survivors]
#        [--list]
#   --rooms               draw from these folders, without those after a minus:
#                         oracle/judge,-oracle/judge/fault
#   --bounds              draw only what bounds and verdicts are made of: constants, comparisons,
#                         directions of rounding, largest and smallest, places in arrays, terms;
#                         of ref/scheme and ref/system in functions that compute with magnitudes
#   --tests               run the programs of these folders of tests/ alone, without the laws; the
#                         copy is then under BUILD/mutants-F-F
#   --most                leave out programs that take more CPU seconds, and scripts that take four
#                         times as many, when programs are recorded first
#   --again               plant again what an earlier, interrupted campaign on the same files has
#                         decided
#   --list                name the faults, each with its place, and plant none; of the whole list,
#                         2 too where survivors.tsv has a reason for what is no fault
#   SLP_CHECK_MULTIPLIER  depth of the check, as in `make check`
#   SLP_CHECK_JOBS        how many faults are tried at once, each in a tree of its own (else as many
#                         as processors)
# Works on a copy of the tracked files under BUILD/mutants.  The first campaign on it records which
# lines each program executes and how long it takes (minutes); a fault then costs one compilation,
# one link of all objects into a shared one, and the programs that execute its line, those first
# that felled faults of the file before, until one falls.  A program that runs several times as long
# as it should counts as fallen.  The laws run a system at a time.  What no program sees is tried
# once more under the sanitizers of `make asan` and `make ubsan` (tests/faults/mutate_sanitized.py).
# Not run: the tests of packing (tests/faults/mutate_tree.py names them), which look at how `make`
# links.  Last line: N killed, N survived.  Exit 0 all killed; 1 survivors; 2 a list that is wrong
# (text not found once: seen before anything is built; or a fault that does not compile), or a
# program that falls by itself.  Of mechanical ones a line a folder says how many fell, with the
# interval in which the share of all of that folder's lies (Wilson's, at 95 %).
exec python3 "$(dirname "$0")/mutate.py" "$@"
