# SPDX-License-Identifier: LGPL-3.0-or-later
"""Faults planted in the ports of oracle/ports/perl and oracle/ports/python, by changing their text;
then slp judges the answers, and this compares its hints with what was planted.  The ports were
written from the manual and share nothing with the catalogue of oracle/judge/fault/.

usage: hint_confusion.py SLP [--count N] [--every K] [--only WORD] [--seed S] [--jobs J] [--quick]
  --count N   cases that are drawn for a plant (default 400)
  --every K   every K-th plant only
  --only W    plants whose name has W in it
  --quick     forty plants on a scheme each, in seconds; each is named in half of its failures
Prints a row a plant: failures of the judge, hints that name the plant alone, that name it among
others (A or B), that name something else, no hint; and what --explain puts first.  The last line is
the sum.  A port that takes longer than 5 minutes is ended, and what it has answered is judged.
Exit status 1 if fewer than 80 of 100 failures are named rightly, or 1 or more of 100
wrongly, or one of two faults at once is named in 1 of 100."""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

from planted_kinds import KINDS

PERL = "oracle/ports/perl/slp_port.pl"
PYTHON = "oracle/ports/python/slp_port.py"

ONE, TWO, NONE = "one", "two", "none"


class Plant:
    def __init__(self, name, where, changes, says, kind=ONE, port=PERL):
        self.name, self.where, self.changes = name, where, changes
        self.says, self.kind, self.port = says, kind, port
        self.parts = []  # of two faults at once
        self.longest = 8000  # line of a case that is asked: larger states take longest


BODY = "rigid-body"
PLANTS = []


def plant(name, where, changes, says, kind=ONE, port=PERL):
    if isinstance(changes, tuple):
        changes = [changes]
    PLANTS.append(Plant(name, where, changes, says, kind, port))


# The state at which the step begins, for faults that take the generator there.
START = (
    "my $Xi = sub { $system->{Xi}->($_[0], $dw) };",
    "our $X0 = $x; my $Xi = sub { $system->{Xi}->($_[0], $dw) };",
)
FROZEN = (
    "my $Xi = sub { $system->{Xi}->($_[0], $dw) };",
    (
        "my $x0 = $x; my $zero = [(0) x $M]; my $Xi = sub { plus(plus($system->{Xi}->($x0, $dw),"
        " -1, $system->{Xi}->($x0, $zero)), 1, $system->{Xi}->($_[0], $zero)) };"
    ),
)

# ---- Generators ---------------------------------------------------------------------------
body_drift = "my @xi = map { $h * $x->[$_] / $I->[$_] } 0 .. 2;"
plant(
    "body: drift negative",
    BODY,
    (body_drift, body_drift.replace("$h *", "-$h *")),
    "drift: the wrong sign",
)
plant(
    "body: inertia multiplied",
    BODY,
    (body_drift, body_drift.replace("/ $I", "* $I")),
    "inertia inverted",
)
plant(
    "body: inertia squared",
    BODY,
    (body_drift, body_drift.replace("$I->[$_]", "$I->[$_] ** 2")),
    "inertia squared",
)
plant(
    "body: h halved",
    BODY,
    (body_drift, body_drift.replace("$h *", "0.5 * $h *")),
    "drift: a factor 1/2|inertia doubled",
)
plant(
    "body: I_2 for I_1",
    BODY,
    (body_drift, body_drift.replace("$I->[$_]", "$I->[$_ || 1]")),
    "inertia 2 used for 1",
)
quad = "if ($c) { $xi[$_] += $c->[$_] * $dw->[$_] * $x->[$_] for 0 .. 2 }"
plant(
    "body: quad negative",
    BODY,
    (quad, quad.replace("+=", "-=")),
    "quad with the wrong sign|nois.*: the wrong sign",
)
plant(
    "body: quad squared",
    BODY,
    (quad, quad.replace("$c->[$_] *", "$c->[$_] ** 2 *")),
    "quad squared",
)
plant(
    "body: quad doubled",
    BODY,
    (quad, quad.replace("$c->[$_] *", "2 * $c->[$_] *")),
    "quad doubled|nois.*: a factor 2",
)
plant(
    "body: quad from the start",
    BODY,
    [
        START,
        (
            quad,
            quad.replace("$x->", "our $X0->").replace("our $X0->[$_] for", "$main::X0->[$_] for"),
        ),
    ],
    "Ito for Stratonovich",
)
plant(
    "body: channels of quad exchanged",
    BODY,
    (quad, quad.replace("$dw->[$_]", "$dw->[2 - $_]")),
    "channels 1 and 3 exchanged",
)
plant(
    "body: lin negative",
    BODY,
    (
        "$xi[$_] += $dw->[$k] * $lin[$j + $_] for 0 .. 2;",
        "$xi[$_] -= $dw->[$k] * $lin[$j + $_] for 0 .. 2;",
    ),
    "lin with the wrong sign|nois.*: the wrong sign",
)
plant(
    "body: lin reversed",
    BODY,
    ("$lin[$j + $_] for 0 .. 2;", "$lin[$j + 2 - $_] for 0 .. 2;"),
    "lin in reverse order",
)
plant(
    "body: su(2) for so(3)",
    BODY,
    [
        ("D_less_1  => sub { shear($_[0], $_[1], 0.5, 0.25) },", "D_less_1  => \\&su2_D_less_1,"),
        ("inverse_D => \\&so3_inverse_D,", "inverse_D => \\&su2_inverse_D,"),
        ("C         => \\&so3_C,", "C         => \\&su2_C,"),
        (
            "B_cay     => sub { plus($_[1], 1, shear($_[0], $_[1], 0.5, 0.25)) },",
            "B_cay     => sub { plus($_[1], 1, su2_D_less_1(@_)) },",
        ),
    ],
    r"su\(2\) for so\(3\)",
)
plant("body: all noises from the start", BODY, FROZEN, "Ito for Stratonovich")
nbody = "my @xi = map { $h * $x->[$_] / $I[$_] } 0 .. $d - 1;"
plant(
    "n-body: drift negative",
    "rigid-body-n",
    (nbody, nbody.replace("$h *", "-$h *")),
    "drift: the wrong sign|generator: the wrong sign",
)
plant(
    "n-body: inertia multiplied",
    "rigid-body-n",
    (nbody, nbody.replace("/ $I", "* $I")),
    "inertia inverted",
)
plant("n-body: all noises from the start", "rigid-body-n", FROZEN, "Ito for Stratonovich")
nquad = "$xi[$_] += $quad->[0] * $dw->[$_] * $x->[$_] for 0 .. $d - 1"
plant(
    "n-body: quad squared",
    "rigid-body-n",
    (nquad, nquad.replace("[0] *", "[0] ** 2 *")),
    "quad squared",
)
plant(
    "n-body: increments reversed",
    "rigid-body-n",
    (nquad, nquad.replace("$dw->[$_]", "$dw->[$d - 1 - $_]")),
    "reverse order|channels . and . exchanged",
)
so_to = "for my $j ($i + 1 .. $n - 1) { $X->[$i][$j] = $x->[$k++]; $X->[$j][$i] = -$X->[$i][$j] }"
plant(
    "n-body: x transposed",
    "rigid-body-n",
    [
        (
            so_to,
            so_to.replace(
                "$X->[$i][$j] = $x->[$k++]; $X->[$j][$i] = -$X->[$i][$j]",
                "$X->[$i][$j] = -$x->[$k++]; $X->[$j][$i] = -$X->[$i][$j]",
            ),
        ),
        (
            "return [map { my $i = $_; @{ $X->[0][$i] }[$i + 1 .. $n - 1] } 0 .. $n - 1];",
            (
                "return [map { my $i = $_; map { -$_ } @{ $X->[0][$i] }[$i + 1 .. $n - 1] } 0 .. $n"
                " - 1];"
            ),
        ),
    ],
    "transpose|(generator|drift): the wrong sign",
)
plant(
    "vortices: 4 pi left out",
    "point-vortices",
    (
        "my $rate = $h / $largest[$i] / $length[$i] / (4 * PI);",
        "my $rate = $h / $largest[$i] / $length[$i];",
    ),
    r"1/\(4 pi\) left out",
)
plant(
    "vortices: 2 pi for 4 pi",
    "point-vortices",
    (
        "my $rate = $h / $largest[$i] / $length[$i] / (4 * PI);",
        "my $rate = $h / $largest[$i] / $length[$i] / (2 * PI);",
    ),
    "drift: a factor 2|gamma doubled",
)
plant(
    "vortices: pi with 8 digits",
    "point-vortices",
    ("use constant PI  => 4 * atan2(1, 1);", "use constant PI  => 3.1415927;"),
    "pi typed as 3.1415927",
)
plant(
    "vortices: drift negative",
    "point-vortices",
    ("my $rate = $h / $largest[$i]", "my $rate = -$h / $largest[$i]"),
    "drift: the wrong sign|gamma with the wrong sign",
)
plant(
    "vortices: gamma squared",
    "point-vortices",
    ("$sum[$_] += $gamma->[$j] * (", "$sum[$_] += $gamma->[$j] ** 2 * ("),
    "gamma squared",
)
plant(
    "vortices: so(3) for su(2)",
    "point-vortices",
    [
        (
            "D_less_1  => each_vector(\\&su2_D_less_1),",
            "D_less_1  => each_vector(sub { shear($_[0], $_[1], 0.5, 0.25) }),",
        ),
        (
            "inverse_D => each_vector(\\&su2_inverse_D),",
            "inverse_D => each_vector(\\&so3_inverse_D),",
        ),
        ("C         => each_vector(\\&su2_C),", "C         => each_vector(\\&so3_C),"),
        (
            "B_cay     => each_vector(sub { plus($_[1], 1, su2_D_less_1(@_)) }),",
            "B_cay     => each_vector(sub { plus($_[1], 1, shear($_[0], $_[1], 0.5, 0.25)) }),",
        ),
    ],
    r"so\(3\) for su\(2\)",
)
plant(
    "vortices: quad squared",
    "point-vortices",
    ("$vortex[$_] += $dw->[$_] * $quad->[$_] *", "$vortex[$_] += $dw->[$_] * $quad->[$_] ** 2 *"),
    "quad squared",
)
plant("vortices: all noises from the start", "point-vortices", FROZEN, "Ito for Stratonovich")
exchange = "my ($h, $J, $D) = ($p->{h}[0], required($p, 'exchange'), $p->{dmi});"
for what, how, says in (
    ("negative", "-$_", "exchange with the wrong sign"),
    ("counted twice", "2 * $_", "exchange doubled"),
):
    plant(
        "spins: bonds " + what,
        "spins",
        (
            exchange,
            exchange.replace("required($p, 'exchange')", "[map { %s } @{ $p->{exchange} }]" % how),
        ),
        says,
    )
plant(
    "spins: dmi of the other sense",
    "spins",
    ("(cross($b, $v), cross($v, $a))", "(cross($v, $b), cross($a, $v))"),
    "dmi with the wrong sign",
)
plant(
    "spins: anisotropy without its 2",
    "spins",
    ("my $rate = -2 * $h * $axis->[0]", "my $rate = -$h * $axis->[0]"),
    "K halved",
)
plant(
    "spins: field negative",
    "spins",
    ("$B ? -$h * $B->[$_ % 3] : 0", "$B ? $h * $B->[$_ % 3] : 0"),
    "field with the wrong sign",
)
for what, how, says in (
    ("of the wrong sign", "-$damping", "damping with the wrong sign"),
    ("left out", "0 * $damping", "damping left out"),
    ("doubled", "2 * $damping", "damping doubled"),
):
    plant(
        "spins: damping " + what,
        "spins",
        ("scaled($damping, ", "scaled(%s, " % how),
        says,
    )
plant(
    "spins: noise negative",
    "spins",
    ("$xi[$_] -= $noise->[0] * $dw->[$_]", "$xi[$_] += $noise->[0] * $dw->[$_]"),
    "wrong sign",
)
plant(
    "spins: all noises component by component",
    "spins",
    ("$noise->[0] * $dw->[$_] for", "$noise->[0] * $dw->[$_ / 3 + $_ % 3 * $d / 3] for"),
    "component",
)
plant(
    "spins: one end of a bond only",
    "spins",
    ("$xi[$q + $_] -= $h * ($J->[$n] * $a->[$_] + $to_q->[$_]);", ";"),
    "second end|upper end|lower end|gradients by the (first|last) factor",
)
zdrift = "my $v = scaled($h, inverse_laplacian($n, $m, $f));"
plant(
    "sphere: Laplacian negative",
    "zeitlin-sphere",
    (zdrift, zdrift.replace("($h", "(-$h")),
    "drift: the wrong sign|generator: the wrong sign",
)
plant(
    "sphere: Laplacian left out",
    "zeitlin-sphere",
    (
        zdrift,
        (
            "my $mean = 0; $mean += $_ / $n for @$f; my $v = scaled($h, $m ? $f :"
            " [map { $_ - $mean } @$f]);"
        ),
    ),
    r"1/\(l\(l\+1\)\) left out",
)
plant(
    "sphere: Laplacian twice",
    "zeitlin-sphere",
    (zdrift, "my $v = scaled($h, inverse_laplacian($n, $m, inverse_laplacian($n, $m, $f)));"),
    "inverted twice",
)
znoise = "my $factor = $amp->[0] * $increment / ($l * ($l + 1)) * dot($A[$m][$l], $f);"
plant(
    "sphere: noise without l(l+1)",
    "zeitlin-sphere",
    (znoise, znoise.replace("/ ($l * ($l + 1)) ", "")),
    r"noise: 1/\(l\(l\+1\)\) left out",
)
plant(
    "sphere: noise with l^2",
    "zeitlin-sphere",
    (znoise, znoise.replace("($l * ($l + 1))", "($l * $l)")),
    r"noise: l\^2 for l\(l\+1\)",
)
plant(
    "sphere: amplitude squared",
    "zeitlin-sphere",
    (znoise, znoise.replace("$amp->[0] *", "$amp->[0] ** 2 *")),
    "amp squared",
)
plant(
    "sphere: +m and -m exchanged",
    "zeitlin-sphere",
    ("+ $l + $sign * $m];", "+ $l - $sign * $m];"),
    r"\+m and -m exchanged",
)
plant(
    "sphere: shell one lower",
    "zeitlin-sphere",
    (
        "my $shell = $p->{shell} ? $p->{shell}[0] : int(($n + 1) / 2);",
        (
            "my $shell = ($p->{shell} ? $p->{shell}[0] : int(($n + 1) / 2)); my $M0 = $amp ? $n *"
            " $n - $shell * $shell : 0; $shell = $shell - 1 || 1;"
        ),
    ),
    "noise from degree",
)
PLANTS[-1].changes.append(
    (
        "my $M = $amp ? $n * $n - $shell * $shell : 0;\n    return { algebra => su_n",
        "my $M = $M0;\n    return { algebra => su_n",
    )
)
PLANTS[-1].changes.append(("$increment / ($l * ($l + 1))", "($increment || 0) / ($l * ($l + 1))"))
plant("sphere: all noises from the start", "zeitlin-sphere", FROZEN, "Ito for Stratonovich")
plant(
    "sphere: increments transposed",
    "zeitlin-sphere",
    (
        "my $dw = [@dw[$M * $n .. $M * $n + $M - 1]];",
        "my $dw = [map { $dw[$n + $steps * $_] } 0 .. $M - 1];",
    ),
    "rows and columns of dw",
)
su_sign = "$R->[$i][$j] = $x->[$k++];\n                $R->[$j][$i] = -$R->[$i][$j];"
plant(
    "su(N): real parts negative",
    "zeitlin-sphere",
    [
        (su_sign, su_sign.replace("= $x->", "= -$x->")),
        ("push @x, $R->[$i][$_], $S->[$i][$_] for", "push @x, -$R->[$i][$_], $S->[$i][$_] for"),
    ],
    "real parts with the wrong sign|generator: the wrong sign|phase",
)
plant(
    "su(N): sqrt 2 in the answer",
    "sine-euler",
    (
        "my $y = eval { states($case) };",
        (
            "my $y = eval { states($case) }; if ($y) { my $q = number($case->{n}); my $i = 0; for"
            " (@$y) { $_ *= sqrt 2 if $i++ % ($q * $q) >= $q } }"
        ),
    ),
    "sqrt 2 off the diagonal",
)
plant(
    "su(N): imaginary first",
    "zeitlin-sphere",
    (
        "push @x, $R->[$i][$_], $S->[$i][$_] for $i + 1 .. $n - 1;",
        "push @x, $S->[$i][$_], $R->[$i][$_] for $i + 1 .. $n - 1;",
    ),
    "imaginary before real|nothing",
)
PLANTS[-1].kind = NONE  # inside of every operation: no single permutation of the state
plant(
    "su(N): trace of the stage removed",
    "zeitlin-sphere",
    (
        (
            "my $z = stage($g, $x, $Xi, sub { my ($z) = @_; plus($x, -1,"
            " $g->{D_less_1}->($Xi->($z), $z)) });"
        ),
        (
            "my $n = sqrt(@$x); my $z = stage($g, $x, $Xi, sub { my ($z) = @_; my $w = plus($x, -1,"
            " $g->{D_less_1}->($Xi->($z), $z)); if ($n > 1.5 && $n == int $n) { my $t = 0; $t +="
            " $w->[$_] / $n for 0 .. $n - 1; $w->[$_] -= $t for 0 .. $n - 1 } $w });"
        ),
    ),
    "trace",
)
PLANTS[-1].where = "zeitlin-sphere/isospectral-midpoint"
sine = "my $factor = -$two_epsilon * ($m1 * $m1 + $m2 * $m2) * $n;"
plant(
    "torus: 1/|m|^2 left out",
    "sine-euler",
    (sine, "my $factor = -$two_epsilon * $n;"),
    r"1/\|m\|\^2 left out",
)
plant(
    "torus: |m| for |m|^2",
    "sine-euler",
    (sine, sine.replace("($m1 * $m1 + $m2 * $m2)", "sqrt($m1 * $m1 + $m2 * $m2)")),
    r"\|m\| for \|m\|\^2",
)
plant(
    "torus: Laplacian negative",
    "sine-euler",
    (sine, sine.replace("-$two", "$two")),
    "drift: the wrong sign|generator: the wrong sign",
)
plant(
    "torus: amplitude squared",
    "sine-euler",
    ("my $push = $p->{amp}[0] * $dw", "my $push = $p->{amp}[0] ** 2 * $dw"),
    "amp squared",
)
plant(
    "torus: noise negative",
    "sine-euler",
    ("my $push = $p->{amp}[0] * $dw", "my $push = -$p->{amp}[0] * $dw"),
    "amp with the wrong sign|nois.*: the wrong sign",
)
plant(
    "torus: a:b read as b:a",
    "sine-euler",
    ("my ($a, $b) = @{ $noise[$k] };", "my ($b, $a) = @{ $noise[$k] };"),
    "a:b read as b:a",
)
plant(
    "torus: epsilon for 2 epsilon",
    "sine-euler",
    ("my $two_epsilon = 4 * PI / $n;", "my $two_epsilon = 2 * PI / $n;"),
    "(generator|drift|noises?): a factor 2|doubled",
)
top = "$omega[$_] += $dw->[$k] * ($n[$_] + 2 * $n[6] * $x->[$_]);"
plant("top: c for 2c", "heavy-top", (top, top.replace("2 * $n[6]", "$n[6]")), "noise c halved")
plant(
    "top: c negative", "heavy-top", (top, top.replace("+ 2", "- 2")), "noise c with the wrong sign"
)
plant(
    "top: chi negative",
    "heavy-top",
    ("my @u = map { $h * $chi->[$_] } 0 .. 2;", "my @u = map { -$h * $chi->[$_] } 0 .. 2;"),
    "chi with the wrong sign",
)
plant(
    "top: b negative",
    "heavy-top",
    ("$u[$_] += $dw->[$k] * $n[3 + $_];", "$u[$_] -= $dw->[$k] * $n[3 + $_];"),
    "noise b with the wrong sign",
)
plant(
    "top: inertia multiplied",
    "heavy-top",
    (
        "my @omega = map { $h * $x->[$_] / $I->[$_] } 0 .. 2;",
        "my @omega = map { $h * $x->[$_] * $I->[$_] } 0 .. 2;",
    ),
    "inertia inverted",
)
plant("top: all noises from the start", "heavy-top", FROZEN, "Ito for Stratonovich")
plant(
    "top: Gamma before Pi in the answer",
    "heavy-top",
    ("push @y, @$x;", "push @y, @$x[3 .. 5], @$x[0 .. 2];"),
    "Gamma before Pi",
)
plant(
    "top: xi not halved",
    "heavy-top/variational-cayley",
    ("my $xi = scaled(0.5, $omega);", "my $xi = scaled(1, $omega);"),
    "xi not halved",
)
PLANTS[-1].kind = NONE  # u stays as it is
plant(
    "symplectic: drift negative",
    "symplectic",
    ("my @xi = map { $h * dot($_, $x) } @Q;", "my @xi = map { -$h * dot($_, $x) } @Q;"),
    "drift: the wrong sign|generator: the wrong sign",
)
plant(
    "symplectic: weights left out",
    "symplectic",
    (
        "return [map { $xi[$_] / $weight[$_] } 0 .. $d - 1];",
        "return [map { $xi[$_] } 0 .. $d - 1];",
    ),
    "weights",
)
plant(
    "symplectic: noise doubled",
    "symplectic",
    (
        "$xi[$_] += $dw->[$k] * $noise[$d * $k + $_]",
        "$xi[$_] += 2 * $dw->[$k] * $noise[$d * $k + $_]",
    ),
    "nois.*: a factor 2|noise doubled",
)
plant(
    "symplectic: noises exchanged",
    "symplectic",
    ("$dw->[$k] * $noise[$d * $k + $_]", "$dw->[@noise / $d - 1 - $k] * $noise[$d * $k + $_]"),
    "reverse order|channels . and . exchanged|channels shifted",
)
plant(
    "plane: beta negative",
    "canonical",
    ("my $b = $beta ? $beta->[0] * $dw->[0] : 0;", "my $b = $beta ? -$beta->[0] * $dw->[0] : 0;"),
    "beta with the wrong sign|nois.*: the wrong sign|(generator|drift): the wrong",
)
plant(
    "plane: gamma squared",
    "canonical",
    ("my $g = $gamma ? $gamma->[0] *", "my $g = $gamma ? $gamma->[0] ** 2 *"),
    "gamma squared",
)
plant(
    "plane: noises exchanged",
    "canonical",
    [
        ("$beta->[0] * $dw->[0]", "$beta->[0] * $dw->[$gamma ? 1 : 0]"),
        ("$dw->[$beta ? 1 : 0]", "$dw->[0]"),
    ],
    "channels 1 and 2 exchanged|reverse|first increment",
)
plant("plane: all noises from the start", "canonical", FROZEN, "Ito for Stratonovich")

# ---- Rules --------------------------------------------------------------------------------
IM = "my $T = sub { my ($z) = @_; plus($x, 0.5, $g->{ad}->($Xi->($z), $z)) };"
IMY = (
    IM + "\n    my $z = stage($g, $x, $Xi, $T);\n    return plus($x, 1, $g->{ad}->($Xi->($z), $z));"
)
for system in (BODY, "rigid-body-n", "point-vortices", "heavy-top"):
    on = system + "/implicit-midpoint"
    plant(
        "midpoint: 1/2 of the stage left out",
        on,
        (IM, IM.replace("0.5", "1")),
        "of the stage doubled|implicit Euler",
    )
    plant(
        "midpoint: result halved",
        on,
        (IMY, IMY.replace("plus($x, 1,", "plus($x, 0.5,")),
        "of the result halved|stage is returned|middle of x and y",
    )
    plant(
        "midpoint: generator at x",
        on,
        (IMY, IMY.replace("$Xi->($z)", "$Xi->($x)")),
        "generator at the beginning|linear midpoint",
    )
    plant(
        "midpoint: bracket transposed in the stage",
        on,
        (IM, IM.replace("plus($x, 0.5", "plus($x, -0.5")),
        "of the stage negated",
    )
    plant(
        "midpoint: bracket with x",
        on,
        (IMY, IMY.replace("($z), $z)", "($z), $x)")),
        "x for z in ad",
    )
SE3_AD = "return [@{ plus(cross($pi, $omega), 1, cross($gamma, $u)) }, @{ cross($gamma, $omega) }];"
SE3_BRACKET = (
    "return [@{ cross($omega, $alpha) }, @{ plus(cross($omega, $v), -1, cross($alpha, $u)) }];"
)
MATRIX_AD = "my $ad = sub { $from->(commutator($P->($_[0]), $to->($_[1]))) };"
for scheme in ("implicit-midpoint", "trapezoidal", "euler"):
    plant(
        "top: ad for ad*",
        "heavy-top/" + scheme,
        (
            SE3_AD,
            "return [@{ cross($omega, $pi) },"
            " @{ plus(cross($omega, $gamma), 1, cross($u, $pi)) }];",
        ),
        r"bracket transposed: ad for ad\*|the wrong sign \(ad for ad\*\)",
    )
    plant(
        "top: -ad for ad*",
        "heavy-top/" + scheme,
        (
            SE3_AD,
            "return [@{ cross($pi, $omega) },"
            " @{ plus(cross($gamma, $omega), 1, cross($pi, $u)) }];",
        ),
        r"bracket transposed: -ad for ad\*",
    )
    plant(
        "symplectic: ad for ad*",
        "symplectic/" + scheme,
        (MATRIX_AD, MATRIX_AD.replace("$P->", "$to->")),
        r"bracket transposed: ad for ad\*",
    )
    plant(
        "symplectic: -ad for ad*",
        "symplectic/" + scheme,
        (MATRIX_AD, "my $ad = sub { $from->(commutator($to->($_[1]), $to->($_[0]))) };"),
        r"bracket transposed: -ad for ad\*",
    )
    plant(
        "so(3): ad for ad*",
        BODY + "/" + scheme,
        ("ad        => sub { cross($_[1], $_[0]) },", "ad        => sub { cross($_[0], $_[1]) },"),
        r"the wrong sign \(ad for ad\*\)",
    )
PSI = "my $P = sub { adjoint($to->($_[0])) };"
for scheme in ("isospectral-midpoint", "tmk"):
    plant(
        "symplectic: xi for xi*",
        "symplectic/" + scheme,
        (PSI, "my $P = sub { $to->($_[0]) };"),
        r"bracket transposed: ad for ad\*",
    )
plant(
    "top: ad* for the bracket",
    "heavy-top/rkmk-rk4-exp",
    (
        SE3_BRACKET,
        "return [@{ plus(cross($alpha, $omega), 1, cross($v, $u)) }, @{ cross($v, $omega) }];",
    ),
    r"bracket of generators transposed: ad\* for ad",
)
plant(
    "symplectic: ad* for the bracket",
    "symplectic/rkmk-rk4-exp",
    (
        "bracket   => sub { $from->(commutator($to->($_[0]), $to->($_[1]))) },",
        "bracket   => sub { $from->(commutator($P->($_[0]), $to->($_[1]))) },",
    ),
    r"bracket of generators transposed: ad\* for ad",
)
TR = "return plus($x, 0.5, plus($field, 1, $g->{ad}->($Xi->($z), $z)));"
for system in (BODY, "symplectic"):
    on = system + "/trapezoidal"
    plant("trapezoidal: 1/2 left out", on, (TR, TR.replace("0.5", "1")), "generator: a factor 2")
    plant(
        "trapezoidal: implicit Euler",
        on,
        (TR, "return plus($x, 1, $g->{ad}->($Xi->($z), $z));"),
        "implicit Euler",
    )
    plant(
        "trapezoidal: explicit Euler",
        on,
        (TR, "return plus($x, 1, $field);"),
        "another scheme: euler|no iteration",
    )
ISO = "plus($x, -1, $g->{D_less_1}->($Xi->($z), $z))"
ISOY = "return plus($x, 1, $g->{ad}->($Xi->($z), $z));\n};\n\n# schemes: canonical"
for system in (BODY, "zeitlin-sphere", "point-vortices"):
    on = system + "/isospectral-midpoint"
    plant(
        "isospectral: stage returned",
        on,
        (ISOY, "return $z;\n};\n\n# schemes: canonical"),
        "the stage is returned",
    )
    # z = D(Xi(x))^-1 x: what one iteration of z = D(Xi(z))^-1 x gives, begun at x
    plant(
        "isospectral: generator at x",
        on,
        (ISO, ISO.replace("$Xi->($z)", "$Xi->($x)")),
        "stopped after 1 iteration",
    )
    plant("isospectral: D with the wrong sign", on, (ISO, ISO.replace("-1, $g", "1, $g")), "D: ")
SHEAR = "D_less_1  => sub { shear($_[0], $_[1], 0.5, 0.25) },"
on = BODY + "/isospectral-midpoint"
plant(
    "so(3): 1/4 of D left out",
    on,
    (SHEAR, SHEAR.replace("0.25", "0")),
    r"D: 1/4 \(xi.x\) xi left out",
)
plant(
    "so(3): 1/4 of D negative",
    on,
    (SHEAR, SHEAR.replace("0.25", "-0.25")),
    r"D: 1/4 \(xi.x\) xi with the wrong",
)
plant(
    "so(3): 1/2 for 1/4 in D",
    on,
    (SHEAR, SHEAR.replace("0.25", "0.5")),
    r"D: 1/4 \(xi.x\) xi doubled",
)
plant(
    "so(3): 1/4 for 1/2 in D",
    on,
    (SHEAR, SHEAR.replace("0.5,", "0.25,")),
    "D: 1/2 xi x x halved",
)
INV = "return [map { ($x->[$_] - 0.5 * $once->[$_]) / $q1 } 0 .. 2];"
plant(
    "so(3): sign in the inverse of D",
    BODY + "/canonical-midpoint",
    (INV, INV.replace("- 0.5", "+ 0.5")),
    "inverse of D: .*sign|D: ",
)
TMK = "$g->{E}->($Xi->(scaled(0.5, plus($x, 1, $z))), $x)"
for system in (BODY, "heavy-top", "sine-euler", "canonical"):
    on = system + "/tmk"
    plant(
        "tmk: 1/2 of the middle left out",
        on,
        (TMK, TMK.replace("scaled(0.5,", "scaled(1,")),
        "state doubled in the generator|generator: a factor 2",
    )
    plant(
        "tmk: generator at the end",
        on,
        (TMK, "$g->{E}->($Xi->($z), $x)"),
        "2a - x for the state a|z for .* in the generator",
    )
    plant(
        "tmk: generator at x",
        on,
        (TMK, "$g->{E}->($Xi->($x), $x)"),
        "generator at the beginning|no iteration|rkmk-euler-exp",
    )
    plant(
        "tmk: from the stage", on, (TMK, TMK.replace(", $x)", ", $z)")), "nothing of the list", NONE
    )
RK = "return $g->{B_cay}->($theta, $eta) if $cay;"
for scheme in ("rkmk-rk4-cay", "rkmk-gauss4-cay", "rkmk-midpoint-cay"):
    plant(
        "rkmk: B left out",
        BODY + "/" + scheme,
        (RK, "return $eta if $cay;"),
        "B left out|B: left out",
    )
BEXP = "return [map { $eta->[$_] + (0.5 * $once->[$_] + $twice->[$_] / 12) } 0 .. $#$eta];"
for scheme in ("rkmk-rk4-exp", "rkmk-gauss4-exp"):
    on = BODY + "/" + scheme
    plant(
        "rkmk: 1/2 of B negative",
        on,
        (BEXP, BEXP.replace("(0.5", "(-0.5")),
        r"\[theta, eta\]/2 with the wrong sign",
    )
    plant(
        "rkmk: 1/12 left out", on, (BEXP, BEXP.replace(" + $twice->[$_] / 12", "")), "1/12 left out"
    )
    plant(
        "rkmk: 1/12 negative",
        on,
        (BEXP, BEXP.replace(" + $twice", " - $twice")),
        "1/12 with the wrong sign",
    )
    plant("rkmk: 1/6 for 1/12", on, (BEXP, BEXP.replace("/ 12", "/ 6")), "1/6 for 1/12")
plant(
    "rkmk: b_1 doubled",
    BODY + "/rkmk-rk4-cay",
    ("[1 / 6, 1 / 3, 1 / 3, 1 / 6]]", "[1 / 3, 1 / 3, 1 / 3, 1 / 6]]"),
    "b_1 doubled",
)
plant(
    "rkmk: a_43 halved",
    "point-vortices/rkmk-rk4-exp",
    ("[0, 0, 1, 0]],", "[0, 0, 0.5, 0]],"),
    "a_43 halved",
)
plant(
    "rkmk: a_21 halved",
    "heavy-top/rkmk-heun-cay",
    ("[[0, 0], [1, 0]]", "[[0, 0], [0.5, 0]]"),
    "a_21 halved",
)
plant(
    "rkmk: a_ij transposed",
    BODY + "/rkmk-gauss4-cay",
    ("[[0.25, 0.25 - $r], [0.25 + $r, 0.25]]", "[[0.25, 0.25 + $r], [0.25 - $r, 0.25]]"),
    "rows and columns of a_ij",
)
VAR = (
    "my $xi = scaled(0.5, $Xi->($z));\n        return scaled(0.5, $R->($xi, plus($x, 1, $A->($xi,"
    " $x))));"
)
VARY = "my $xi = scaled(0.5, $Xi->(stage($g, $x, $Xi, $T)));\n    return $A->($xi, $A->($xi, $x));"
for scheme in ("variational-cayley", "variational-exp"):
    for system in (BODY, "rigid-body-n"):
        on = system + "/" + scheme
        plant(
            "variational: 1/2 of the stage's xi left out",
            on,
            (VAR, VAR.replace("scaled(0.5, $Xi", "scaled(1, $Xi")),
            "of the stage doubled",
        )
        plant(
            "variational: 1/2 of the result's xi left out",
            on,
            (VARY, VARY.replace("scaled(0.5, $Xi", "scaled(1, $Xi")),
            "of the result doubled",
        )
        plant(
            "variational: one turn in the place of two",
            on,
            (VARY, VARY.replace("return $A->($xi, $A->($xi, $x));", "return $A->($xi, $x);")),
            "the identity for",
        )
PRINTED = "'variational-cayley'         => ['inverse_D', 'C', \\&so3_inverse_D,         \\&so3_C],"
plant(
    "printed for meant",
    BODY + "/variational-cayley",
    (
        PRINTED,
        PRINTED.replace("'inverse_D'", "undef").replace("so3_inverse_D,", "so3_inverse_D_printed,"),
    ),
    "printed for meant",
)
plant(
    "printed for meant, top",
    "heavy-top/variational-cayley",
    (PRINTED, PRINTED.replace("so3_inverse_D,", "so3_inverse_D_printed,")),
    "printed for meant",
)
MEANT = "[undef,       'C', \\&so3_inverse_D_printed, \\&so3_C],"
plant(
    "meant for printed",
    BODY + "/variational-cayley-printed",
    (MEANT, MEANT.replace("so3_inverse_D_printed", "so3_inverse_D")),
    "meant for printed|another scheme: canon",
)
plant(
    "another scheme: tmk for midpoint",
    BODY + "/implicit-midpoint",
    (
        "$scheme{'midpoint'} = $scheme{'implicit-midpoint'};",
        (
            "$scheme{'midpoint'} = $scheme{'implicit-midpoint'}; $scheme{'implicit-midpoint'} = sub"
            " { $scheme{'tmk'}->(@_) };"
        ),
    ),
    "another scheme: tmk",
)
plant(
    "another scheme: heun for rk4",
    "point-vortices/rkmk-rk4-exp",
    (
        '$scheme{"rkmk-$name-$retraction"} = sub { rkmk(@rule, @_) };',
        (
            "$scheme{\"rkmk-$name-$retraction\"} = sub { rkmk($name eq 'rk4' ? (@{ $tableau{heun}"
            " }, $retraction) : @rule, @_) };"
        ),
    ),
    "another scheme: rkmk-heun-exp",
)
plant(
    "cay for exp",
    "zeitlin-sphere/rkmk-midpoint-exp",
    ("my $cay = $retraction eq 'cay';", "my $cay = 1;"),
    "another scheme: rkmk-midpoint-cay",
)
plant(
    "Euler for a scheme",
    "zeitlin-sphere/implicit-midpoint",
    (IMY, "return plus($x, 1, $g->{ad}->($Xi->($x), $x));"),
    "another scheme: euler|no iteration",
)
plant(
    "Heun for a scheme",
    BODY + "/trapezoidal",
    (
        TR,
        (
            "my $e = plus($x, 1, $field); return plus($x, 0.5, plus($field, 1,"
            " $g->{ad}->($Xi->($e), $e)));"
        ),
    ),
    "another scheme: heun|stopped after 1 iteration",
)

HEUN = "my $p     = $N->($x, plus($x, 1, $first));"
HEUN_Y = "return $N->($x, plus($x, 0.5, plus($first, 1, $field->($p))));"
QUIET = "my $drift = our $DRIFT; my $p = $N->($x, plus($x, 1, $g->{ad}->($drift->($x), $x)));"
DRIFT = (
    "$x = $step->($system->{algebra}, $x, $Xi, $system->{factors}, $dw);",
    (
        "my $none = [(0) x $M]; our $DRIFT = sub { $system->{Xi}->($_[0], $none) };"
        " $x = $step->($system->{algebra}, $x, $Xi, $system->{factors}, $dw);"
    ),
)
for system in (BODY, "point-vortices", "zeitlin-sphere"):
    on = system + "/heun"
    plant("heun: predictor without noise", on, [(HEUN, QUIET), DRIFT], "without the noise")
    plant(
        "heun: half a predictor",
        on,
        (HEUN, HEUN.replace("1, $first", "0.5, $first")),
        "halved in generator 2",
    )
    plant(
        "heun: 1/2 left out", on, (HEUN_Y, HEUN_Y.replace("0.5", "1")), "move doubled in the result"
    )
    plant("heun: euler", on, (HEUN_Y, "return $p;"), "another scheme: euler|generator 2.* left out")
for system in (BODY, "point-vortices"):
    on = system + "/heun-projected"
    plant("heun: p not projected", on, (HEUN, HEUN.replace("$N->($x, plus", "(plus")), "p not proj")
    plant("heun: y not projected", on, (HEUN_Y, HEUN_Y.replace("$N->($x, ", "(")), "y not proj")
    plant(
        "heun: not projected",
        on,
        ("heun(\\&lengths_of, @_)", "heun(sub { $_[1] }, @_)"),
        "another scheme: heun",
    )

SPH = "lengths_of($x, plus($x, 0.5, $g->{ad}->($Xi->($z), $z))) };"
SPH_Y = "return plus($x, 1, $g->{ad}->($Xi->($m), $m));"
SIB_P = "my $p = turned(\\&so3_C, $Xi->($x), $x);"
SIB_Y = "return turned(\\&so3_C, $Xi->(scaled(0.5, plus($x, 1, $p))), $x);"
DEP_P = "my $p     = turned(\\&so3_E, $first, $x);"
DEP_Y = "return turned(\\&so3_E, scaled(0.5, plus($first, 1, $Xi->($p))), $x);"
for system in (BODY, "point-vortices"):
    on = system + "/spherical-midpoint"
    plant(
        "spherical: middle not on the sphere",
        on,
        (SPH, SPH.replace("lengths_of($x, ", "(")),
        "another scheme: implicit-midpoint",
    )
    plant("spherical: 1/2 left out", on, (SPH, SPH.replace("0.5", "1")), "of the stage doubled")
    plant(
        "spherical: y = 2 m - x",
        on,
        (SPH_Y, "return plus(scaled(2, $m), -1, $x);"),
        "2z - x is returned",
    )
    on = system + "/sib"
    plant(
        "sib: turn from p", on, (SIB_Y, SIB_Y.replace(", $x);", ", $p);")), "1 for x in the C"
    )
    plant(
        "sib: generator at p",
        on,
        (SIB_Y, SIB_Y.replace("scaled(0.5, plus($x, 1, $p))", "$p")),
        "1 for x in generator 2",
    )
    plant(
        "sib: turns by the angle",
        on,
        [(SIB_P, SIB_P.replace("so3_C", "so3_E")), (SIB_Y, SIB_Y.replace("so3_C", "so3_E"))],
        r"E for the C of so\(3\)|another scheme: depondt",
    )
    on = system + "/depondt"
    plant(
        "depondt: turn from p", on, (DEP_Y, DEP_Y.replace(", $x);", ", $p);")), "1 for x in E 2"
    )
    plant("depondt: 1/2 left out", on, (DEP_Y, DEP_Y.replace("0.5", "1")), "doubled in E 2")
    plant(
        "depondt: Cayley for exp",
        on,
        [(DEP_P, DEP_P.replace("so3_E", "so3_C")), (DEP_Y, DEP_Y.replace("so3_E", "so3_C"))],
        "Cayley|another scheme: sib",
    )

# ---- Gauss's rule on the group and its dual ----
GAUSS = "my (undef, $a, $b) = @{ $tableau{gauss4} };"
OWN = GAUSS + " $a = [map { [@$_] } @$a]; "
XI = "my @xi = map { $Xi->([@{ $_[0] }[$d * $_ .. $d * $_ + $d - 1]]) } 0, 1;"
FACTORS = "return [map { @$_ } $g->{gauss}->($a, @xi, $x)];"
ON_X = (
    "my ($z, @V) = ($_[0]); push @V, $g->{ad}->($xi[$_], [@$z[$d * $_ .. $d * $_ + $d - 1]])"
    " for 0, 1; return [map { @{ plus($x, 1, weighted($_, \\@V)) } } @$a];"
)
MEAN = (
    "my @of = map { [@{ $_[0] }[$d * $_ .. $d * $_ + $d - 1]] } 0, 1;"
    " my @xi = ($Xi->(scaled(0.5, plus($of[0], 1, $of[1])))) x 2;"
)
for system in (BODY, "point-vortices", "rigid-body-n"):
    on = system + "/isospectral-gauss4"
    plant(
        "gauss: a_12 off by 1e-10", on, (GAUSS, OWN + "$a->[0][1] += 1e-10;"), "a_12 off by 1e-10"
    )
    plant("gauss: a_21 off by -1e-8", on, (GAUSS, OWN + "$a->[1][0] -= 1e-8;"), "a_21 off by -1e-8")
    plant("gauss: a_21 doubled", on, (GAUSS, OWN + "$a->[1][0] *= 2;"), "a_21 doubled")
    plant("gauss: a_22 left out", on, (GAUSS, OWN + "$a->[1][1] = 0;"), "a_22 left out")
    plant("gauss: b_1 halved", on, (GAUSS, GAUSS + " $b = [0.25, 0.5];"), "b_1 halved")
    plant("gauss: stages on x itself", on, (FACTORS, ON_X), "on x itself")
    plant("gauss: one generator", on, (XI, MEAN), "at the mean of the stages")

# ---- The iteration ------------------------------------------------------------------------
SETTLE = "return $next if $move <= 4 * U * $size;"
ALL = (BODY, "zeitlin-sphere", "point-vortices")
for system in ALL:
    plant(
        "stops at 1e-9",
        system,
        (SETTLE, "return $next if $move <= 1e-9 * $size;"),
        "stopped after|no iteration",
    )
    plant(
        "stops at 1e-6",
        system,
        (SETTLE, "return $next if $move <= 1e-6 * $size;"),
        "stopped after|no iteration",
    )
    plant(
        "3 iterations",
        system,
        (SETTLE, "return $next if ++$main::rounds % 3 == 0;"),
        "stopped after 3|another|explicit|Heun",
    )
    plant(
        "1 iteration",
        system,
        (SETTLE, "return $next;"),
        "stopped after 1 iter|no iteration|Heun|explicit|rkmk",
    )
PLANTS[-2].changes = PLANTS[-2].changes

# ---- Around the step ----------------------------------------------------------------------
DW = "my $dw = [@dw[$M * $n .. $M * $n + $M - 1]];"
for system in (BODY, "rigid-body-n", "heavy-top", "canonical"):
    plant(
        "increments of the first step",
        system,
        (DW, "my $dw = [@dw[0 .. $M - 1]];"),
        "increments of the first step|step before|increments begin one after",
    )
    plant(
        "increments of the next step",
        system,
        (
            DW,
            (
                "my $dw = $n + 1 < $steps ? [@dw[$M * $n + $M .. $M * $n + 2 * $M - 1]] :"
                " [@dw[$M * $n .. $M * $n + $M - 1]];"
            ),
        ),
        "increments of the next step|steps in reverse",
    )
    plant(
        "rows and columns of dw",
        system,
        (DW, "my $dw = [map { $dw[$n + $steps * $_] } 0 .. $M - 1];"),
        "rows and columns of dw|begin one after|increments of ",
    )
    plant(
        "increments times sqrt h",
        system,
        (DW, DW + " $_ *= sqrt abs $p{h}[0] for @$dw;"),
        r"sqrt\(h\) dW",
    )
    plant(
        "increments truncated again",
        system,
        (
            DW,
            DW + " { my $q = sqrt(4 * abs($p{h}[0]) * abs(log(abs($p{h}[0]) || 1))); for (@$dw)"
            " { $_ = $q if $_ > $q; $_ = -$q if $_ < -$q } }",
        ),
        r"\|dW\| cut to sqrt",
    )
    plant(
        "every step from x",
        system,
        (
            "$x = $step->($system->{algebra}, $x, $Xi, $system->{factors}, $dw);",
            "my $y1 = $step->($system->{algebra}, $x, $Xi, $system->{factors}, $dw);",
        ),
        "every step begins at x|x of the case|nothing is done",
    )
    PLANTS[-1].changes += [
        ('die "domain\\n" unless norm($x) < INF;', 'die "domain\\n" unless norm($y1) < INF;'),
        ("push @y, @$x;", "push @y, @$y1;"),
    ]
    plant(
        "h of the case before",
        system,
        (
            "my ($x, undef, $steps) = (required(\\%p, 'x'),",
            (
                "our $H; my $own = $p{h}[0]; $p{h} = [$H] if defined $H; $H = $own; my ($x, undef,"
                " $steps) = (required(\\%p, 'x'),"
            ),
        ),
        "h of the case before",
    )
    plant(
        "the answer before",
        system,
        (
            "my $y = eval { states($case) };",
            (
                "our %Y; my $k = scalar split(/,/, $case->{x}) . ':' . $case->{steps}; my $own ="
                " eval { states($case) }; my $y = $Y{$k} || $own; $Y{$k} = $own || $Y{$k};"
            ),
        ),
        "case before",
        NONE,
    )
    plant(
        "the last answer",
        system,
        (
            "my $y = eval { states($case) };",
            (
                "our ($LAST, $KEY); my $own = eval { states($case) }; my $k = $case->{steps} . ':'"
                " . ($own ? scalar @$own : 0); my $y = $LAST && $KEY eq $k ? $LAST : $own; ($LAST,"
                " $KEY) = ($own, $k);"
            ),
        ),
        "answer of the case before",
    )
    plant(
        "binary32 in the answer",
        system,
        (
            "join ',', map { sprintf '%.17g', $_ } @$y",
            "join ',', map { sprintf '%.17g', unpack 'f', pack 'f', $_ } @$y",
        ),
        "binary32",
    )
    plant(
        "9 digits in the answer",
        system,
        ("map { sprintf '%.17g', $_ } @$y", "map { sprintf '%.9g', $_ } @$y"),
        "printed with 9 digits",
    )
    plant(
        "increments in binary32",
        system,
        (DW, DW + " $_ = unpack 'f', pack 'f', $_ for @$dw;"),
        "increments read in binary32",
    )
    plant(
        "first two coordinates exchanged",
        system,
        ("push @y, @$x;", "push @y, @$x[1, 0], @$x[2 .. $#$x];"),
        "1 and 2 of y exchanged|1 and 2 exchanged|p before q|reverse order|column by",
    )
    # Steps after the first are right steps with the increments of the step before.
    plant(
        "result of the step before",
        system,
        ("push @y, @$x;", "push @y, @$x0;"),
        "nothing is done|increments of the step before",
    )
    PLANTS[-1].changes.append((START[0], "my $x0 = $x; " + START[0]))

# ---- Orders, bases and numbers of the state -------------------------------------------------
# Of each state of d coordinates that the answer has, `code` makes @w of @v.
STATES = "my $y = eval { states($case) };"


def written(name, system, code, says, kind=ONE):
    body = (
        STATES + " if ($y) { my $d = () = split /,/, $case->{x}, -1; my @all;"
        " while (my @v = splice @$y, 0, $d) { my @w = @v; " + code + " push @all, @w }"
        " $y = \\@all }"
    ).replace("\\\\", "\\")
    plant(name, system, (STATES, body), says, kind)


SQUARE = "my $q = int(sqrt($d) + 0.5);"
written(
    "so(3): order of the hat map",
    "rigid-body-n",
    "@w = (-$v[2], $v[1], -$v[0]) if $d == 3;",
    "order of the hat map",
)
written(
    "so(n): column by column",
    "rigid-body-n",
    "my ($q, $k, %at) = (2, 0); $q++ while $q * ($q - 1) / 2 < $d;"
    " for my $i (0 .. $q - 2) { $at{$i, $_} = $k++ for $i + 1 .. $q - 1 } $k = 0;"
    " for my $j (1 .. $q - 1) { $w[$k++] = $v[$at{$_, $j}] for 0 .. $j - 1 }",
    "column by column|exchanged|reverse order",
)
for system in ("zeitlin-sphere", "sine-euler"):
    written(
        "su(N): diagonal last",
        system,
        SQUARE + " @w = (@v[$q .. $d - 1], @v[0 .. $q - 1]);",
        "the diagonal last",
    )
    written(
        "su(N): odd superdiagonals negative",
        system,
        SQUARE + " my $k = $q; for my $i (0 .. $q - 1) { for my $j ($i + 1 .. $q - 1) {"
        " if (($j - $i) % 2) { $w[$_] = -$v[$_] for $k, $k + 1 } $k += 2 } }",
        "odd superdiagonals with the wrong sign",
    )
    written(
        "su(N): column by column",
        system,
        SQUARE + " my ($k, %at) = ($q);"
        " for my $i (0 .. $q - 1) { for my $j ($i + 1 .. $q - 1) { $at{$i, $j} = $k; $k += 2 } }"
        " $k = $q; for my $j (1 .. $q - 1) { for my $i (0 .. $j - 1) {"
        " @w[$k, $k + 1] = @v[$at{$i, $j}, $at{$i, $j} + 1]; $k += 2 } }",
        "column by column",
    )
    plant(
        "su(N): trace not removed",
        system + "/isospectral-midpoint",
        (
            "my $Xi = sub { $system->{Xi}->($_[0], $dw) };",
            "my $q = int(sqrt(@$x) + 0.5); my $Xi = sub { my ($z) = @_; my $t = 0;"
            " $t += $z->[$_] / $q for 0 .. $q - 1; my $xi = $system->{Xi}->($z, $dw);"
            " return [map { $_ < $q ? $xi->[$_] + $p{h}[0] * $t : $xi->[$_] } 0 .. $#$xi] };",
        ),
        "trace is not removed",
    )
FLUSH = "map { abs($_) < 2 ** -1022 ? 0 : $_ } "
for system in (BODY, "rigid-body-n", "heavy-top"):
    plant(
        "subnormal numbers of the answer as 0",
        system,
        ("push @y, @$x;", "$x = [" + FLUSH + "@$x]; push @y, @$x;"),
        "subnormal",
    )
    plant(
        "subnormal numbers of the case as 0",
        system,
        (
            "$p{$key} = [map { number($_) } split /,/, $case->{$key}];",
            "$p{$key} = [" + FLUSH + "map { number($_) } split /,/, $case->{$key}];",
        ),
        "subnormal",
    )

# ---- Terms of polynomials ---------------------------------------------------------------------
PART = "$xi[$at[$j]] += $part;"
PART_OF = "my $part = ($k ? $dw->[$k - 1] : $p->{h}[0]) * $c;"
WEIGHED = "return [map { $xi[$_] / $weight->($_) } 0 .. $d - 1];"
READ = "    my $Xi = sub {\n        my ($x, $dw) = @_;\n        my @xi = (0) x $d;\n"
SAME = 'sub name { my ($k, undef, @at) = @{ $_[0] }; join " ", $k, sort { $a <=> $b } @at } '


def terms(name, code, says):
    """The terms changed once they are read; $t is the one in the middle."""
    change = (READ, "    my $t = $terms[@terms / 2]; %s\n" % code + READ)
    polynomial(name, change, says)


def polynomial(name, changes, says):
    for algebra in ("so3", "su2", "su"):
        plant("polynomial: " + name, "polynomial-" + algebra, changes, says)


terms("a term left out", "splice @terms, @terms / 2, 1;", "is left out|the (first|last) alone")
terms("a term twice", "push @terms, $t;", "is taken twice")
terms("a term negative", "$t->[1] *= -1;", "the term .* has the wrong sign")
terms(
    "a neighbour's index",
    "$t->[2] += $t->[2] + 1 < $d ? 1 : -1;",
    "the term .* with x_",
)
terms(
    "a power one less",
    "for (@terms) { my ($k, $c, @at) = @$_; my ($j) = grep { my $i = $_;"
    " grep { $at[$_] == $at[$i] } 0 .. $i - 1 } 0 .. $#at; next unless $j;"
    " splice @$_, 2 + $j, 1; last }",
    "the term .* with x_",
)
terms("a term of the energy in a noise", "$t->[0] = $M;", "the term .* in H_")
terms(
    "two noises exchanged",
    "for (@terms) { $_->[0] = 3 - $_->[0] if $M > 1 && $_->[0] =~ /[12]/ }",
    "channels 1 and 2 exchanged|the term .* in H_",
)
terms(
    "repeated monomials overwritten",
    SAME + "my %m; $m{name($_)} = $_ for @terms; @terms = grep { $m{name($_)} == $_ } @terms;",
    "the (first|last) alone|is left out",
)
polynomial(
    "gradient without the factor of a power",
    (PART, PART.replace(";", " unless grep { $at[$_] == $at[$j] } 0 .. $j - 1;")),
    "without the factor of the power",
)
polynomial(
    "factor of a power twice",
    (PART, PART.replace("$part", "$part * grep { $at[$_] == $at[$j] } 0 .. $#at")),
    "factor of the power twice",
)
polynomial(
    "a power not lowered",
    ("for grep { $_ != $j } 0 .. $#at;", "for 0 .. $#at;"),
    "whose power is not one less",
)
polynomial(
    "by the first factor only",
    ("for my $j (0 .. $#at) {", "for my $j (0) {"),
    "by the first factor",
)
polynomial(
    "noise index one further",
    (PART_OF, PART_OF.replace("$dw->[$k - 1]", "($dw->[$k] || 0)")),
    r"dW_\(k\+1\)|the noise: left out|is left out",
)
polynomial(
    "noise index one before",
    (PART_OF, PART_OF.replace("$dw->[$k - 1]", "($k > 1 ? $dw->[$k - 2] : $p->{h}[0])")),
    r"dW_\(k-1\)|the term .* in H_0",
)
for algebra in ("su2", "su"):
    for name, code, says in (
        (
            "weights forgotten",
            "return \\@xi;",
            "weights taken as 1|weights of the pairing left out",
        ),
        (
            "weights multiplied",
            WEIGHED.replace("/ $weight", "* $weight"),
            "weights inverted|weights of the pairing multiplied",
        ),
    ):
        plant("polynomial: " + name, "polynomial-" + algebra, (WEIGHED, code), says)

# ---- What is not in the list --------------------------------------------------------------
plant("cos for sin", "canonical", ("$h * sin($x->[0])", "$h * cos($x->[0])"), "", NONE)
plant(
    "vortices: u_i left out",
    "point-vortices",
    ("($u[$i][$_] + 2 * $w->[$_] / $s)", "(2 * $w->[$_] / $s)"),
    "a pair of vortices: u_i for c u_i",
)
# ---- Places of the operations' formulas -----------------------------------------------------
TOP = "my $new = $A->($omega, $gamma);"
SE3_E = "return se3_act(\\&so3_E, $omega, so3_M($omega, $u), $_[1]);"
SE3_P = "my $p = plus($u, 1, shear($omega, $u, -0.5, 0.25));"
SE3_Q = "scaled(1 / (1 + 0.25 * dot($omega, $omega)), $p)"
SE3_B = "plus(plus(cross($omega, $v), -1, $side), -0.5, cross($omega, $side))"
TURN_E = "return turn($xi, $x, -$phi1, $phi2);"
TURN_M = "return turn($xi, $x, -$phi2, $phi3);"
SU2_C = "return turn($xi, $x, -(1 - $q) / $square, 0.5 / $square);"
SU2_INV = "return scaled(1 / $q1, turn($xi, $x, -0.5 / $q1, 0.125 / $q1));"
SU2_D = "return plus(shear($xi, $x, 0.5, 0.125), -dot($xi, $xi) / 16, $x);"
for name, where, change, says in (
    (
        "se(3): p = u in E",
        "heavy-top/tmk",
        (SE3_E, SE3_E.replace("so3_M($omega, $u)", "$u")),
        r"E: u for M\(omega, u\)|E: u for p",
    ),
    (
        "se(3): p = E(w) u",
        "heavy-top/rkmk-rk4-exp",
        (SE3_E, SE3_E.replace("so3_M", "so3_E")),
        r"E: E for M\(omega, u\)",
    ),
    (
        "se(3): M(-w) u in E",
        "heavy-top/rkmk-heun-exp",
        (SE3_E, SE3_E.replace("so3_M($omega,", "so3_M(scaled(-1, $omega),")),
        r"E: .*M\(omega, u\)",
    ),
    (
        "se(3): Gamma for Gamma'",
        "heavy-top/tmk",
        ("cross($new, $p)", "cross($gamma, $p)"),
        "E: Gamma for Gamma'",
    ),
    (
        "se(3): Gamma for Gamma' in C",
        "heavy-top/rkmk-heun-cay",
        ("cross($new, $p)", "cross($gamma, $p)"),
        "C: Gamma for Gamma'",
    ),
    (
        "se(3): sign in p of C",
        "heavy-top/rkmk-heun-cay",
        (SE3_P, SE3_P.replace("-0.5", "0.5")),
        "C: 1/2 omega x u with the wrong sign",
    ),
    (
        "se(3): 1/4 of p left out",
        "heavy-top/rkmk-midpoint-cay",
        (SE3_P, SE3_P.replace("0.25", "0")),
        r"C: 1/4 \(omega.u\) omega left out",
    ),
    (
        "se(3): 1/2 for 1/4 below p",
        "heavy-top/rkmk-rk4-cay",
        (SE3_Q, SE3_Q.replace("0.25", "0.5")),
        r"C: 1/4 \(omega.omega\) doubled",
    ),
    (
        "se(3): p not divided",
        "heavy-top/rkmk-rk4-cay",
        (SE3_Q, "$p"),
        r"C: (not divided by|1/4 \(omega.omega\) left out)",
    ),
    (
        "se(3): sign in B",
        "heavy-top/rkmk-rk4-cay",
        (SE3_B, SE3_B.replace("-1, $side", "1, $side")),
        "B: alpha x u with the wrong sign",
    ),
    (
        "se(3): last term of B left out",
        "heavy-top/rkmk-heun-cay",
        (SE3_B, "plus(cross($omega, $v), -1, $side)"),
        "B: 1/4 omega x .alpha x u. left out",
    ),
    (
        "se(3): lever of D left out",
        "heavy-top/isospectral-midpoint",
        ("my $lever = shear($u, $g, 0.5, 0);", "my $lever = [0, 0, 0];"),
        "D: 1/2 u x Gamma left out",
    ),
    (
        "se(3): w for u in D",
        "heavy-top/isospectral-midpoint",
        ("+ $s * $u->[$_]", "+ $s * $w->[$_]"),
        "D: omega for u in",
    ),
    (
        "E: phi_1 for phi_2",
        "rigid-body/tmk",
        (TURN_E, TURN_E.replace("$phi2", "$phi1")),
        r"E: (phi_1 for phi_2|phi_2.t. xi x .xi x x. doubled)",
    ),
    (
        "E: 1/2 of phi_2 left out",
        "point-vortices/tmk",
        (TURN_E, TURN_E.replace("$phi2", "2 * $phi2")),
        r"E: phi_2.t. xi x .xi x x. doubled",
    ),
    (
        "M: phi_2 and 1/6",
        "rigid-body/variational-exp",
        (TURN_M, TURN_M.replace("$phi2", "$phi1")),
        r"M: phi_1 for phi_2",
    ),
    (
        "su(2): 1 - q of C left out",
        "point-vortices/rkmk-heun-cay",
        (SU2_C, SU2_C.replace("-(1 - $q)", "-1")),
        "C: q left out in 1 - q",
    ),
    (
        "su(2): the square of 1 + q left out",
        "spins/rkmk-heun-cay",
        ("my $square = (1 + $q) * (1 + $q);", "my $square = 1 + $q;"),
        r"C: (not divided by|q left out in 1 \+ q)",
    ),
    (
        "su(2): 1/4 for 1/16 in C",
        "spins/rkmk-rk4-cay",
        (
            "my $q = dot($xi, $xi) / 16;\n    my $square",
            "my $q = dot($xi, $xi) / 4;\n    my $square",
        ),
        "C: 1/4 for 1/16",
    ),
    (
        "su(2): 1/8 of the inverse of D left out",
        "point-vortices/canonical-midpoint",
        (SU2_INV, SU2_INV.replace("0.125", "0")),
        r"inverse of D: 1/8 .* left out|D: ",
    ),
    (
        "su(2): 1/4 for 1/8 in D",
        "spins/isospectral-midpoint",
        (SU2_D, SU2_D.replace("0.125", "0.25")),
        r"D: 1/8 \(xi.x\) xi doubled",
    ),
    (
        "su(2): q of D left out",
        "point-vortices/isospectral-midpoint",
        (SU2_D, SU2_D.replace("-dot", "0 * dot")),
        r"D: q x left out|D: 0 for q",
    ),
):
    plant("formula: " + name, where, change, says)

PAIR = "$sum[$_] += $gamma->[$j] * ($u[$i][$_] + 2 * $w->[$_] / $s) for 0 .. 2;"
for name, change, says in (
    (
        "Gamma_i for Gamma_j",
        (PAIR, PAIR.replace("gamma->[$j]", "gamma->[$i]")),
        "a pair of vortices: Gamma_i for Gamma_j",
    ),
    (
        "each pair once",
        (PAIR, PAIR.replace("for 0", "for $j < $i ? () : 0")),
        "a pair of vortices at its upper end: .*left out",
    ),
    (
        "not divided by r_i",
        (
            "my $rate = $h / $largest[$i] / $length[$i] / (4 * PI);",
            "my $rate = $h / (4 * PI);",
        ),
        "a pair of vortices: not divided by r_i",
    ),
):
    plant("formula: vortices: " + name, "point-vortices/tmk", change, says)

# ---- Splittings ----------------------------------------------------------------------------------
LIE = "$x = $_->($x, $dw, 1) for @$factors;"
STRANG = "$x = $_->($x, $dw, 0.5) for @$factors, reverse @$factors;"
for system in (BODY, "heavy-top", "point-vortices", "spins"):
    for name, scheme, change, says in (
        (
            "order reversed",
            "lie",
            LIE.replace("for @$factors", "for reverse @$factors"),
            "factors in reverse order|factors 1 and 2 exchanged",
        ),
        (
            "two factors exchanged",
            "lie",
            LIE.replace("@$factors;", "@$factors[1, 0, 2 .. $#$factors];"),
            "factors 1 and 2 exchanged|reverse order",
        ),
        (
            "the first factor left out",
            "lie",
            LIE.replace("@$factors;", "@$factors[1 .. $#$factors];"),
            "factor 1 left out",
        ),
        (
            "second half not reversed",
            "strang",
            STRANG.replace("reverse ", ""),
            "second half not reversed",
        ),
        (
            "the last factor once",
            "strang",
            STRANG.replace(
                "@$factors, reverse @$factors", "@$factors, reverse @$factors[0 .. $#$factors - 1]"
            ),
            "factor [0-9]+ halved|noise 3: a factor 1/2",
        ),
        (
            "the first factor doubled",
            "strang",
            STRANG.replace("0.5)", "$_ == $factors->[0] ? 1 : 0.5)"),
            "factor 1 doubled",
        ),
    ):
        plant(
            "splitting: " + name,
            system + "/splitting-" + scheme,
            (LIE if scheme == "lie" else STRANG, change),
            says,
        )

plant(
    "so(3): E of second order",
    BODY + "/tmk",
    (
        "my ($phi1, $phi2) = phi(norm($xi));\n    return turn($xi, $x, -$phi1, $phi2);",
        "return turn($xi, $x, -1, 0.5);",
    ),
    "",
    NONE,
)
plant(
    "relative error of 1e-9",
    BODY,
    ("push @y, @$x;", "push @y, map { $_ * (1 + 1e-9) } @$x;"),
    "",
    NONE,
)
plant(
    "friction",
    BODY,
    ("push @y, @$x;", "$x = scaled(1 - 1e-3 * $p{h}[0], $x); push @y, @$x;"),
    "",
    NONE,
)
plant(
    "noises one after the other",
    BODY + "/tmk",
    (
        "$x = $step->($system->{algebra}, $x, $Xi, $system->{factors}, $dw);",
        (
            "my $none = [(0) x $M]; $x = $step->($system->{algebra}, $x, sub {"
            " $system->{Xi}->($_[0], $none) }); $p{h} = [$p{h}[0]]; my $h0 = $system{"
            " $case->{system} }->({ %p, h => [0] }); for my $k (0 .. $M - 1) { my $one = [map { $_"
            " == $k ? $dw->[$k] : 0 } 0 .. $M - 1]; $x = $step->($system->{algebra}, $x, sub {"
            " $h0->{Xi}->($_[0], $one) }) }"
        ),
    ),
    "",
    NONE,
)

# ---- Two at once --------------------------------------------------------------------------


def two(first, second, where):
    a, b = (next(p for p in PLANTS if p.name == n) for n in (first, second))
    both = Plant(first + " + " + second, where, a.changes + b.changes, "", TWO, a.port)
    both.parts = [Plant(first, where, a.changes, ""), Plant(second, where, b.changes, "")]
    PLANTS.append(both)


two("body: drift negative", "body: quad squared", BODY + "/tmk")
two("body: inertia multiplied", "body: quad negative", BODY + "/implicit-midpoint")
two("body: drift negative", "midpoint: generator at x", BODY + "/implicit-midpoint")
two("sphere: Laplacian twice", "sphere: amplitude squared", "zeitlin-sphere/isospectral-midpoint")
two("top: chi negative", "top: c for 2c", "heavy-top/tmk")
two("vortices: 4 pi left out", "vortices: quad squared", "point-vortices/rkmk-heun-exp")
two("torus: 1/|m|^2 left out", "torus: amplitude squared", "sine-euler/tmk")
two("body: quad squared", "isospectral: stage returned", BODY + "/isospectral-midpoint")
two("stops at 1e-6", "body: quad negative", BODY + "/trapezoidal")
two("3 iterations", "body: inertia multiplied", BODY + "/tmk")
two("so(3): order of the hat map", "n-body: inertia multiplied", "rigid-body-n/tmk")
two("so(n): column by column", "n-body: quad squared", "rigid-body-n/implicit-midpoint")
two("su(N): diagonal last", "sphere: Laplacian twice", "zeitlin-sphere/tmk")
two("su(N): odd superdiagonals negative", "sphere: amplitude squared", "zeitlin-sphere/tmk")
two("binary32 in the answer", "body: drift negative", BODY + "/implicit-midpoint")
two("top: chi negative", "increments times sqrt h", "heavy-top/implicit-midpoint")


# name: where, for --quick
QUICK = {
    "body: drift negative": "rigid-body/tmk",
    "body: inertia multiplied": "rigid-body/trapezoidal",
    "body: quad from the start": "rigid-body/implicit-midpoint",
    "body: channels of quad exchanged": "rigid-body/tmk",
    "body: su(2) for so(3)": "rigid-body/canonical-midpoint",
    "rows and columns of dw": "rigid-body/rkmk-heun-exp",
    "midpoint: 1/2 of the stage left out": "rigid-body/implicit-midpoint",
    "tmk: 1/2 of the middle left out": "rigid-body/tmk",
    "so(3): 1/4 of D left out": "rigid-body/isospectral-midpoint",
    "isospectral: stage returned": "rigid-body/isospectral-midpoint",
    "printed for meant": "rigid-body/variational-cayley",
    "rkmk: 1/12 left out": "rigid-body/rkmk-rk4-exp",
    "gauss: a_21 doubled": "rigid-body/isospectral-gauss4",
    "another scheme: tmk for midpoint": "rigid-body/implicit-midpoint",
    "top: ad for ad*": "heavy-top/implicit-midpoint",
    "so(3): ad for ad*": "rigid-body/implicit-midpoint",
    "3 iterations": "rigid-body/tmk",
    "binary32 in the answer": "rigid-body/tmk",
    "spins: anisotropy without its 2": "spins/depondt",
    "spins: all noises component by component": "spins/depondt",
    "formula: se(3): Gamma for Gamma'": "heavy-top/tmk",
    "formula: vortices: Gamma_i for Gamma_j": "point-vortices/tmk",
    "splitting: two factors exchanged": "rigid-body/splitting-lie",
    "splitting: second half not reversed": "rigid-body/splitting-strang",
    "flows: a factor first": "rigid-body/splitting-lie",
    "flows: the second spin about the moved first": "spins/splitting-lie",
    "indices: r_j for r_i in a pair": "point-vortices/tmk",
    "bonds: the second end left out": "spins/depondt",
    "bonds: dmi of the same sense at both ends": "spins/implicit-midpoint",
    "damping: noise too": "spins/heun",
    "where: noise at x in the trapezoidal rule": "rigid-body/trapezoidal",
    "where: noise at the middle in the trapezoidal rule": "point-vortices/trapezoidal",
    "where: half second of the predictor stays": "heavy-top/heun",
    "where: C of twice xi": "rigid-body/variational-cayley",
    "where: noise at x/|x|": "rigid-body/tmk",
    "series: phi_2 cut off after 3 terms": "rigid-body/tmk",
    "series: exp cut off after 5 terms": "rigid-body-n/tmk",
    "layout: e,K for K,e": "spins/tmk",
    "layout: +m and -m exchanged for odd m": "zeitlin-sphere/heun",
    "tables: 3/8 rule for the classical one": "rigid-body/rkmk-rk4-cay",
    "tables: Ralston on V": "rigid-body/heun",
    "stages: K x K^+ left out": "rigid-body/isospectral-gauss4",
    "stages: K x K^+ of the other stage": "symplectic/isospectral-gauss4",
    "friction": "rigid-body/tmk",
    "body: drift negative + body: quad squared": "rigid-body/tmk",
}


for name, where, changes, says in KINDS:
    plant(name, where, changes, says)


def quick():
    chosen = []
    for name, where in QUICK.items():
        system = where.split("/")[0]
        p = next(p for p in PLANTS if p.name == name and p.where.split("/")[0] == system)
        p.where, p.longest = where, 1500
        chosen.append(p)
    return chosen


def port_text(p):
    with open(p.port, encoding="utf-8") as file:
        text = file.read()
    for find, replace in p.changes:
        if text.count(find) < 1:
            raise SystemExit("%s: the port has no text %r" % (p.name, find))
        text = text.replace(find, replace)
    return text


LIMIT = 300  # seconds for the answers of one port; a fault may keep every iteration from settling
HINT = re.compile(r'^verdict id=(\S+) fail .*?(?: hint="(.*)")?$')


def answers_of(p, cases, folder, name):
    port = os.path.join(folder, name)
    with open(port, "w", encoding="utf-8") as file:
        file.write(port_text(p))
    try:
        return subprocess.run(
            ["perl" if p.port == PERL else "python3", port],
            input=cases,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=LIMIT,
        ).stdout
    except subprocess.TimeoutExpired as late:  # its whole lines until then
        sys.stderr.write("%s: ended after %d s\n" % (p.name, LIMIT))
        return (late.stdout or b"").rpartition(b"\n")[0] + b"\n"


def judge(slp, answers):
    judged = subprocess.run(
        [slp, "judge", "--errors", "1000000", "--explain"],
        input=answers,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    if judged.returncode not in (0, 1) or b"slp judge: " not in judged.stderr:
        said = judged.stderr.decode(errors="replace")[:2000]
        raise SystemExit("slp judge: exit status %d: %s" % (judged.returncode, said))
    lines = []
    for line in judged.stdout.decode().splitlines():
        more = re.match(r"^# id=\S+ or (.*)$", line)
        if line.startswith("verdict "):
            lines.append(line)
        elif more and lines[-1].endswith('"'):  # the names beyond the first three
            lines[-1] = lines[-1][:-1] + " or " + more.group(1) + '"'
    return lines, judged.stderr.decode()


def measure(p, slp, count, seed, folder):
    name = "port-%d" % PLANTS.index(p)  # runs are concurrent: two plants must not share a file
    system, _, scheme = p.where.partition("/")
    command = [slp, "gen", "--system", system, "--count", str(count), "--seed", str(seed)]
    if scheme:
        command += ["--scheme", scheme]
    cases = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    cases = b"\n".join(l for l in cases.split(b"\n") if len(l) < p.longest) + b"\n"
    visible = None  # where each of two faults is seen by itself
    for k, part in enumerate(p.parts):
        lines, _ = judge(slp, answers_of(part, cases, folder, name + str(k)))
        seen = {m.group(1) for m in map(HINT.match, lines) if m}
        visible = seen if visible is None else visible & seen
    lines, said = judge(slp, answers_of(p, cases, folder, name))
    first = re.search(r"^  \d+ of \d+ tried failures: (.*)$", said, re.M)
    row = {"failures": 0, "alone": 0, "among": 0, "wrong": 0, "silent": 0}
    wrong = {}
    for line in lines:
        match = HINT.match(line)
        if not match or (visible is not None and match.group(1) not in visible):
            continue
        row["failures"] += 1
        hint = match.group(2)
        if not hint:
            row["silent"] += 1
        elif p.says and re.search(p.says, hint):
            row["among" if " or " in hint else "alone"] += 1
        else:
            row["wrong"] += 1
            wrong.setdefault(hint, []).append(match.group(1))
    return p, row, first.group(1) if first else "", wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("slp")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="print wrong hints")
    args = parser.parse_args()
    if args.quick:
        args.count = 16
        PLANTS[:] = quick()
    plants = [p for p in PLANTS if args.only in p.name + " " + p.where][:: args.every]
    total = {
        kind: dict.fromkeys(("failures", "alone", "among", "wrong", "silent"), 0)
        for kind in (ONE, TWO, NONE)
    }
    ranked = rightly = 0
    seldom = []  # named in less than half of its failures: of all together that may not show
    print(
        "%-46s %-36s %8s %6s %6s %6s %6s  %s"
        % (
            "planted",
            "where",
            "failures",
            "alone",
            "among",
            "wrong",
            "silent",
            "--explain says first",
        )
    )
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            runs = [
                pool.submit(measure, p, args.slp, args.count, args.seed, folder) for p in plants
            ]
            for run in runs:
                p, row, first, wrong = run.result()
                print(
                    "%-46s %-36s %8d %6d %6d %6d %6d  %s"
                    % (p.name[:46], p.where, *row.values(), first[:60]),
                    flush=True,
                )
                for key, value in row.items():
                    total[p.kind][key] += value
                if p.kind == ONE and row["failures"]:
                    if args.quick and 2 * (row["alone"] + row["among"]) < row["failures"]:
                        seldom.append(p.name)
                    ranked += 1
                    rightly += bool(re.search(p.says.replace("stopped after", "stopped"), first))
                if args.wrong:
                    for hint, ids in sorted(wrong.items(), key=lambda w: -len(w[1]))[:4]:
                        print("    wrong %d: %s (%s)" % (len(ids), hint, " ".join(ids[:3])))
    bad = bool(seldom)
    if seldom:
        print("seldom named: " + ", ".join(seldom))
    for kind, what in ((ONE, "one fault"), (TWO, "two faults"), (NONE, "not in the list")):
        t = total[kind]
        n = t["failures"]
        if n == 0:
            continue
        named = t["alone"] + t["among"]
        print(
            "%s: %d failures, %.1f%% named (%.1f%% alone), %.2f%% wrongly, %.1f%% without a hint"
            % (
                what,
                n,
                100 * named / n,
                100 * t["alone"] / n,
                100 * t["wrong"] / n,
                100 * t["silent"] / n,
            )
        )
        if kind == ONE:
            bad = bad or named < 0.8 * n or t["wrong"] >= 0.01 * n
        else:
            bad = bad or t["wrong"] >= 0.01 * n
    if ranked:
        print("--explain says the planted fault first: %d of %d" % (rightly, ranked))
    return bad


if __name__ == "__main__":
    sys.exit(main())
