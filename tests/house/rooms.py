# SPDX-License-Identifier: LGPL-3.0-or-later
"""Which module may include which header.  A module is a folder of sources.
usage: rooms.py ROOT < LIST-OF-FILES     prints FILE: what is wrong; exit status 1 if anything is

Two rules, for every #include "..." of a source in ref, fast, oracle, props and reports:
1. The header is in the same module, or in a module that MAY names for it.  MAY has no cycle, so
   includes go one way.
2. The header of another module is one of that module's DOORS.  All its other headers are private to
   it.
A module that MAY does not name, and a door that no file is, are errors: a table that names nothing
checks nothing."""

import os
import re
import sys

DOORS = {
    "oracle/contract": "slp.h",
    "oracle/contract/number": "arithmetic.h checksum.h exact.h exact_text.h float_environment.h"
    " float_rules.h number.h",
    "oracle/contract/case": "algebra_kind.h case.h case_binary.h case_exact.h case_schema.h"
    " case_sum.h case_text.h embedded_file.h instance.h pair_choice.h split_terms.h terms.h"
    " user_system.h",
    "oracle/contract/noise": "elementary.h noise.h philox.h",
    "oracle/contract/draw": "draw.h draw_arithmetic.h draw_form.h draw_mixed.h draw_pattern.h"
    " draw_polynomial.h draw_su.h",
    "oracle/plumbing": "allocate.h arithmetic_options.h blas_thread.h clock.h embedded.h files.h"
    " junit.h machine.h options.h progress.h sha256.h sum.h team.h whole_file.h zip.h",
    "oracle/coverage": "coverage.h",
    "oracle/judge": "judge.h hint.h step.h stream.h unit.h wrong_values.h",
    "oracle/judge/fault": "fault.h",
    "oracle/judge/own_noise": "own_noise.h",
    "oracle/judge/shared": "shared.h",
    "oracle/judge/stages": "stages.h",
    "oracle/environment": "environment.h",
    "oracle/vectors": "bits.h vectors.h",
    "oracle/ports/device": "device.h scheme.h slpdevice.h",
    "oracle/simulate": "simulate.h table_file.h",
    "oracle/certificates": "certificates.h",
    "reports/claims": "claim.h",
    "reports/claims/experiment": "balls.h drift.h measure.h",
    "reports/claims/statistics": "fit.h functional.h level.h levels.h mean.h pieces.h"
    " reference_path.h single_share.h slope.h",
    "reports/claims/paper": "chord.h nutation.h skew.h",
    "reports/audit": "audit.h plan.h",
    "ref": "ref.h exact_step.h local.h",
    "ref/algebra": "algebra.h so3.h so3_vector.h se3.h su2n.h vector.h verify.h",
    "ref/matrix": "matrix.h son.h sp.h sun.h sun_dual.h",
    "ref/system": "system.h",
    "ref/scheme": "scheme.h frame.h",
    "ref/watch": "watch.h",
    "ref/certificate": "certificate.h",
    "fast": "fast.h",
    "fast/plain": "plain.h",
    "fast/vector": "avx2.h avx512.h largest.h neon.h portable.h rvv.h sve.h twofold.h",
    "fast/algebra": "algebra.h plane.h rotation.h",
    "fast/matrix": "matrix.h sp.h",
    "fast/system": "system.h point_vortices.h polynomial.h spins.h",
    "fast/scheme": "scheme.h",
    "props": "prop.h",
    "props/case": "adjust_case.h reference_step.h twin.h",
    "props/statistics": "sampling.h",
    "props/order": "order.h",
    "props/smaller": "smaller.h",
    "props/engine": "engine.h",
    "props/subject": "port_stages.h",
    "props/own": "own.h",
    "props/orbit": "orbit.h",
    "props/relation": "relation.h",
    "reports": "report.h",
    "reports/figures": "gallery.h table_plot.h",
    "reports/pages": "coverage.h laws.h page.h",
    "reports/manual": "manual.h",
    "reports/markdown": "markdown.h",
    "reports/template": "template.h",
    "reports/schema": "schema.h",
    "reports/conform": "statement.h",
}
REF = "oracle/contract ref"
FAST = "oracle/contract fast"
CLAIMS = "oracle/contract oracle/plumbing oracle/certificates ref fast reports/claims "
CONTRACT = (
    "oracle/contract oracle/contract/number oracle/contract/case oracle/contract/noise"
    " oracle/contract/draw"
)
# Outside the contract, oracle/contract means all of these.
MAY = {
    "oracle/contract": "",
    "oracle/contract/number": "oracle/contract",
    "oracle/contract/case": "oracle/contract oracle/contract/number",
    "oracle/contract/noise": "oracle/contract oracle/contract/number",
    "oracle/contract/draw": "oracle/contract oracle/contract/number oracle/contract/case"
    " oracle/contract/noise",
    "oracle/contract/system": CONTRACT,
    "oracle/contract/scheme": CONTRACT,
    "ref": "oracle/contract",
    "ref/algebra": REF,
    "ref/matrix": REF + " ref/algebra",
    "ref/system": REF + " ref/algebra ref/matrix",
    "ref/scheme": REF + " ref/algebra ref/matrix ref/system",
    "ref/watch": REF + " ref/algebra ref/system",
    "ref/certificate": REF + " ref/algebra ref/matrix ref/system ref/scheme",
    "ref/step": REF + " ref/algebra ref/matrix ref/system ref/scheme ref/certificate",
    "fast": "oracle/contract",
    "fast/plain": "oracle/contract",
    "fast/plain/include": "fast/plain",
    "fast/vector": "oracle/contract",
    "fast/algebra": FAST + " fast/vector",
    "fast/matrix": FAST + " fast/vector fast/algebra",
    "fast/system": FAST + " fast/vector fast/algebra fast/matrix",
    "fast/scheme": FAST + " fast/vector fast/algebra fast/matrix fast/system",
    "fast/ensemble": FAST + " fast/vector fast/system",
    "fast/trajectory": FAST + " fast/vector fast/algebra fast/matrix fast/system fast/scheme",
    "oracle/plumbing": "oracle/contract",
    "ref/expression": REF,
    "oracle/coverage": "oracle/contract oracle/plumbing ref",
    # Properties of cases; it knows no verdicts.
    "oracle/judge/shared": "oracle/contract oracle/plumbing ref",
    "oracle/judge": "oracle/contract oracle/plumbing oracle/judge/shared ref fast",
    # The catalogue of faults takes schemes apart: it needs what a scheme is made of.
    "oracle/judge/fault": "oracle/contract oracle/plumbing oracle/judge ref ref/algebra ref/matrix"
    " ref/system ref/scheme ref/watch",
    # So do its stages, which are found by watching a scheme.
    "oracle/judge/stages": "oracle/contract oracle/plumbing oracle/judge ref ref/algebra ref/system"
    " ref/scheme ref/watch",
    # It compares distributions, and needs no proof of a step.
    "oracle/judge/own_noise": "oracle/contract oracle/plumbing fast",
    "oracle/environment": "oracle/contract oracle/plumbing ref",
    "oracle/simulate": "oracle/contract oracle/plumbing ref fast",
    # to be copied: needs nothing of this project
    "oracle/ports/vectors": "",
    "oracle/ports/skeletons": "",
    "oracle/packages/web/wasi": "",
    "oracle/ports/environment": "",
    "oracle/ports/own_noise": "",
    # The kernels need nothing; their program needs the contract.
    "oracle/ports/device": "oracle/contract oracle/plumbing",
    "oracle/ports/opencl": "oracle/contract oracle/plumbing oracle/ports/device",
    "oracle/ports/cuda": "oracle/contract oracle/plumbing oracle/ports/device",
    "oracle/vectors": "oracle/contract oracle/plumbing oracle/judge ref fast",
    "oracle/certificates": "oracle/contract oracle/plumbing ref",
    "reports/claims": "oracle/contract oracle/plumbing",
    "reports/claims/experiment": CLAIMS + "props",
    "reports/claims/language": CLAIMS + "reports/claims/experiment oracle/simulate",
    "reports/claims/statistics": CLAIMS + "reports/claims/experiment",
    "reports/claims/paper": CLAIMS + "reports/claims/experiment",
    "reports/claims/quantities": CLAIMS
    + "reports/claims/experiment reports/claims/statistics reports/claims/paper"
    " oracle/judge",
    "reports/audit": CLAIMS + "props",
    "props": "oracle/contract",
    "props/case": "oracle/contract oracle/plumbing ref props",
    "props/statistics": "oracle/contract oracle/plumbing ref props props/case",
    "props/order": "oracle/contract oracle/plumbing ref props props/case",
    "props/smaller": "oracle/contract oracle/plumbing oracle/judge props props/case"
    " props/subject",
    "props/engine": "oracle/contract oracle/plumbing oracle/judge ref props props/case"
    " props/smaller props/statistics props/subject",
    "props/orbit": "oracle/contract ref props props/case",
    "props/relation": "oracle/contract oracle/plumbing ref props props/case",
    "props/subject": "oracle/contract oracle/plumbing oracle/judge oracle/judge/stages ref fast"
    " props",
    "props/output": "oracle/contract oracle/plumbing props props/engine",
    "props/law": "oracle/contract oracle/plumbing oracle/judge ref props props/case"
    " props/statistics props/order props/engine props/orbit"
    " props/relation",
    "props/own": "oracle/contract oracle/plumbing oracle/judge ref ref/scheme ref/system"
    " ref/algebra props props/case props/order props/engine",
    "reports/pages": "oracle/contract oracle/plumbing reports/audit reports/claims ref fast reports"
    " reports/figures"
    " reports/markdown reports/template reports/schema",
    "reports/figures": "oracle/contract oracle/plumbing reports/audit reports/claims ref fast"
    " reports reports/markdown reports/template",
    "reports/markdown": "oracle/contract oracle/plumbing",
    "reports/template": "oracle/plumbing reports reports/markdown",
    "reports/schema": "oracle/contract",
    "reports/manual": "oracle/contract oracle/plumbing reports/audit reports/claims reports"
    " reports/markdown",
    # A statement asks a port: it needs the judge and the laws.
    "reports/conform": "oracle/contract oracle/plumbing oracle/judge oracle/judge/fault"
    " oracle/judge/shared"
    " oracle/environment reports/audit ref props props/smaller reports"
    " reports/markdown reports/template reports/schema",
    "reports": "oracle/contract oracle/plumbing reports/audit reports/claims ref fast",
    # The programs: the only module that knows every room.
    "oracle/command": "oracle/contract oracle/plumbing oracle/coverage oracle/judge"
    " oracle/judge/fault oracle/judge/own_noise oracle/judge/shared oracle/judge/stages"
    " oracle/environment oracle/simulate reports/claims oracle/certificates"
    " reports/audit oracle/vectors"
    " ref fast props props/own props/smaller reports reports/conform reports/figures"
    " reports/manual",
}
MAY = {
    module: (
        may if module.startswith("oracle/contract") else may.replace("oracle/contract", CONTRACT)
    )
    for module, may in MAY.items()
}
# Exceptions, each with its reason.
ALSO = {
    # a port to copy: its two files stand beside each other wherever they are copied to
    ("oracle/ports/skeletons/slp_port_opencl.c", "slp_port.cl"),
    # the report as a whole calls its parts
    ("reports/report.c", "reports/figures/gallery.h"),
    ("reports/report.c", "reports/pages/coverage.h"),
    ("reports/report.c", "reports/pages/laws.h"),
    ("reports/report.c", "reports/pages/page.h"),
}


def cycle(of, seen=()):
    if of in seen:
        return " -> ".join(seen[seen.index(of) :] + (of,))
    for to in MAY.get(of, "").split():
        found = cycle(to, seen + (of,))
        if found:
            return found
    return None


def check(root, files, tables=True):
    wrong = []
    sources = [f for f in files if re.match(r"(ref|fast|oracle|props|reports)/.*\.[ch]$", f)]
    if not sources:
        wrong.append("no sources in the list")
    for f in sources:
        module = os.path.dirname(f)
        if module not in MAY:
            wrong.append("%s: tests/house/rooms.py names no module %s" % (f, module))
            continue
        with open(os.path.join(root, f), encoding="utf-8") as text:
            named = re.findall(r'^\s*#\s*include\s+"([^"]+)"', text.read(), re.M)
        for header in named:
            there, name = os.path.split(header)
            if there == module or (f, header) in ALSO:
                continue
            if there not in MAY[module].split():
                wrong.append(
                    "%s: includes %s, but %s may include only: %s"
                    % (f, header, module, MAY[module] or "itself")
                )
            elif name not in DOORS.get(there, "").split():
                wrong.append("%s: includes %s, which is private to %s" % (f, header, there))
    if tables:
        for module, doors in DOORS.items():
            wrong += [
                "%s/%s: a door that is not there" % (module, d)
                for d in doors.split()
                if module + "/" + d not in files
            ]
        wrong += [
            "%s: a module without a source" % m
            for m in MAY
            if not any(os.path.dirname(f) == m for f in sources)
        ]
        wrong += ["%s: an exception that is not used" % f for f, _ in ALSO if f not in files]
        for module in MAY:
            found = cycle(module)
            if found:
                wrong.append("includes go round: " + found)
                break
    return wrong


if __name__ == "__main__":
    found = check(
        sys.argv[1], [line.strip() for line in sys.stdin if line.strip()], "--part" not in sys.argv
    )
    print("\n".join(found))
    sys.exit(bool(found))
