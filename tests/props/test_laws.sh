#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Every law and both paths: `slp check`, its lines as TAP, on an eighth of the cases that it draws
# by itself, so that `make check` takes few minutes.  The statistical laws, which cannot try less
# than one case, are then tried on an eighth of their pairs: the power and the rate of false alarms
# of each row are those that props/LAWS.md states, since a row has all its samples.  The laws
# poisson, tangent and enclosure of the reference are tried on a quarter of theirs.  Which cases and
# pairs these are follows from the seed.  SLP_CHECK_MULTIPLIER=1 tries all, and below 1 a quarter
# of that multiplier is tried; .ci/run tries half with the other compiler.
. "$(dirname "$0")/../tap.sh"
cases=$(awk -v all="${SLP_CHECK_MULTIPLIER:-0.5}" 'BEGIN { print all < 1 ? all / 4 : all }')
"$SLP" check --tap --multiplier "$cases"
