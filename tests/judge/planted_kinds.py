# SPDX-License-Identifier: LGPL-3.0-or-later
"""Plants for hint_confusion.py: kinds of faults that follow from formulas, each in two systems or
schemes at least.  Each is a name, where it is tried, changes of the Perl port, and the hint."""

KINDS = []


def kind(name, where, hint, *changes):
    KINDS.append((name, where, [tuple(c) for c in changes], hint))


# ---- The flows of a splitting ---------------------------------------------------------------
lie = "$x = $_->($x, $dw, 1) for @$factors;"
strang = "for @$factors, reverse @$factors;"
for system in ("rigid-body", "heavy-top"):
    first = "(@$factors > 3 ? @$factors[3, 0 .. 2, 4 .. $#$factors] : @$factors)"
    last = "(@$factors > 2 ? @$factors[1 .. $#$factors, 0] : @$factors)"
    kind(
        "flows: a factor first",
        system + "/splitting-lie",
        "factor 4 first|factors 1 and 4|noises of all factors|reverse",
        (lie, lie.replace("@$factors", first)),
    )
    kind(
        "flows: a factor last",
        system + "/splitting-strang",
        "factor 1 last|factors 1 and 2 exchanged",
        (strang, "for %s, reverse %s;" % (last, last)),
    )
for scheme in ("splitting-lie", "splitting-strang"):
    kind(
        "flows: modes in the order of m_2",
        "sine-euler/" + scheme,
        "modes in the order of m_2|factors . and . exchanged|factor . first|factor . last",
        (
            "    for my $m1 (0 .. $K) {\n        for my $m2 ($m1 ? -$K .. $K : 1 .. $K) {",
            "    for my $m2 (0 .. $K) {\n        for my $m1 ($m2 ? -$K .. $K : 1 .. $K) {",
        ),
    )
turn = "return $turned->($ends, \\@xi, $x);"
both = (
    "@xi[$p + $_, $q + $_] = (-$w * $h * $J->[$n] * ($x->[$p + $_] + $x->[$q + $_])) x 2\n"
    "                for 0 .. 2;"
)
others = (
    "@xi[$p + $_, $q + $_] = (-$w * $h * $J->[$n] * $x->[$q + $_], "
    "-$w * $h * $J->[$n] * $x->[$p + $_])\n                for 0 .. 2;"
)
in_turn = "$x = $turned->([$p], \\@xi, $x); %s return $turned->([$q], \\@xi, $x);"
for scheme in ("spins/splitting-lie", "spins/splitting-strang"):
    kind(
        "flows: the second spin about the moved first",
        scheme,
        "of which those before it have moved",
        (turn, in_turn % both),
    )
    kind("flows: spins about the other end", scheme, "the others alone, without", (both, others))
    kind(
        "flows: the second spin about the first alone, moved",
        scheme,
        "others alone, as they have moved",
        (turn, in_turn % others),
        (both, others),
    )
kind(
    "flows: the second vortex about the moved first",
    "point-vortices/splitting-lie",
    "of which those before it have moved",
    (
        "sub vortex_pair {\n",
        "sub vortex_pair {\n    my ($h, $gamma, $i, $j, $x) = @_;\n"
        "    my ($a, @y) = (vortex_right(@_), @$x);\n"
        "    @y[3 * $i .. 3 * $i + 2] = @$a[3 * $i .. 3 * $i + 2];\n"
        "    my $b = vortex_right($h, $gamma, $i, $j, \\@y);\n"
        "    @y[3 * $j .. 3 * $j + 2] = @$b[3 * $j .. 3 * $j + 2];\n"
        "    return \\@y;\n}\nsub vortex_right {\n",
    ),
)

# ---- Indices --------------------------------------------------------------------------------
pair = "$sum[$_] += $gamma->[$j] * ("
for scheme in ("tmk", "rkmk-rk4-cay"):
    kind(
        "indices: r_j for r_i in a pair",
        "point-vortices/" + scheme,
        "a pair of vortices: r_j for r_i in",
        (
            pair,
            "$sum[$_] += $largest[$i] * $length[$i] / $largest[$j] / $length[$j] *"
            " $gamma->[$j] * (",
        ),
    )
ends = (
    "$xi[$p + $_] -= $h * ($J->[$n] * $b->[$_] + $to_p->[$_]);\n"
    "                $xi[$q + $_] -= $h * ($J->[$n] * $a->[$_] + $to_q->[$_]);"
)
first, second = ends.split("\n                ")
lower = (
    "$xi[$p + $_] -= $h * ($J->[$n] * $b->[$_] + $to_p->[$_]) if $p %s $q;\n"
    "                $xi[$q + $_] -= $h * ($J->[$n] * $a->[$_] + $to_q->[$_]) if $q %s $p;"
)
damped = "my $turn = cross(scaled($damping, [@$x[$i .. $i + 2]]), [@xi[$i .. $i + 2]]);"
noisy = "if ($noise) { $xi[$_] -= $noise->[0] * $dw->[$_] for 0 .. $d - 1 }\n"
rate = "my $rate = -2 * $h * $axis->[0] * dot([@$x[$i .. $i + 2]], $e);"
end = "first end|second end|upper end|lower end|gradients by the (first|last) factor"
for scheme in ("implicit-midpoint", "depondt"):
    where = "spins/" + scheme
    kind("bonds: the first end left out", where, end, (first, ";"))
    kind("bonds: the second end left out", where, end, (second, ";"))
    kind("bonds: the lower end left out", where, end, (ends, lower % (">", ">")))
    kind(
        "bonds: x_i for x_j at the second end",
        where,
        "at its second end: (x_i for x_j|.*J x_j left out)",
        (second, second.replace("$a->[$_]", "$b->[$_]")),
    )
    kind(
        "bonds: dmi of the same sense at both ends",
        where,
        r"at its (first|second|lower|upper) end: x_j x D with the wrong sign|a > b",
        ("(cross($b, $v), cross($v, $a))", "(cross($b, $v), cross($a, $v))"),
    )
    kind(
        "axis: x normalised",
        where,
        "the anisotropy: x with length 1",
        (rate, rate.replace("dot(", "1 / norm([@$x[$i .. $i + 2]]) * dot(")),
    )
for scheme in ("implicit-midpoint", "heun"):
    where = "spins/" + scheme
    kind(
        "damping: of x/|x|",
        where,
        "a damped spin: x with length 1",
        (damped, damped.replace("scaled($damping,", "scaled($damping / norm([@$x[$i .. $i + 2]]),")),
    )
    kind(
        "damping: precession of the wrong sign",
        where,
        "a damped spin: h G with the wrong sign",
        (
            "$xi[$i + $_] += $turn->[$_] for 0 .. 2;",
            "$xi[$i + $_] = $turn->[$_] - $xi[$i + $_] for 0 .. 2;",
        ),
    )
    kind(
        "damping: noise too",
        where,
        "a damped spin: g_and_noise for g",
        (noisy, ""),
        (
            "for my $i (map { 3 * $_ } 0 .. ($damping ?",
            noisy + "        for my $i (map { 3 * $_ } 0 .. ($damping ?",
        ),
    )

# ---- Tables and stages of Runge-Kutta rules --------------------------------------------------
rk4 = (
    "rk4      => [4, [[0, 0, 0, 0], [0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1, 0]],\n"
    "        [1 / 6, 1 / 3, 1 / 3, 1 / 6]],"
)
for where in ("rigid-body/rkmk-rk4-cay", "heavy-top/rkmk-rk4-exp"):
    kind(
        "tables: 3/8 rule for the classical one",
        where,
        "table of another rule: Kutta's 3/8",
        (
            rk4,
            "rk4 => [4, [[0, 0, 0, 0], [1 / 3, 0, 0, 0], [-1 / 3, 1, 0, 0], [1, -1, 1, 0]],\n"
            "        [1 / 8, 3 / 8, 3 / 8, 1 / 8]],",
        ),
    )
heun = "[[0, 0], [1, 0]],                            [0.5, 0.5]]"
gauss = "[[0.25, 0.25 - $r], [0.25 + $r, 0.25]],      [0.5, 0.5]]"
for where in ("rigid-body/rkmk-heun-cay", "point-vortices/rkmk-heun-exp"):
    kind(
        "tables: explicit midpoint for Heun",
        where,
        "table of another rule: explicit midpoint",
        (heun, "[[0, 0], [0.5, 0]], [0, 1]]"),
    )
    kind(
        "tables: Ralston for Heun",
        where,
        "table of another rule: Ralston",
        (heun, "[[0, 0], [2 / 3, 0]], [0.25, 0.75]]"),
    )
for where in ("rigid-body/rkmk-gauss4-exp", "rigid-body-n/isospectral-gauss4"):
    kind(
        "tables: Radau for Gauss",
        where,
        "table of another rule: Radau",
        (gauss, "[[5 / 12, -1 / 12], [0.75, 0.25]], [0.75, 0.25]]"),
    )
for where in ("rigid-body/heun", "heavy-top/heun"):
    kind(
        "tables: Ralston on V",
        where,
        "Ralston",
        (
            "my $p     = $N->($x, plus($x, 1, $first));\n"
            "    return $N->($x, plus($x, 0.5, plus($first, 1, $field->($p))));",
            "my $p     = $N->($x, plus($x, 2 / 3, $first));\n"
            "    return $N->($x, plus($x, 0.25, plus($first, 3, $field->($p))));",
        ),
    )
stage = "return map { conjugated($K[$_], $X, adjoint($less_1[$_])) } 0, 1;"
for where in ("rigid-body/isospectral-gauss4", "symplectic/isospectral-gauss4"):
    for what, how, says in (
        ("left out", "", "K_i x K_i.\\+ of z_i left out"),
        (
            "of the other stage",
            ", 1, product(product($K[$_], $X), adjoint($less_1[1 - $_]))",
            "K_i x K_j.\\+ for",
        ),
    ):
        kind(
            "stages: K x K^+ " + what,
            where,
            says,
            (
                stage,
                "return map { my $V = $_; matrix_plus(matrix_plus($X, 1, product($K[$_], $X)), 1,"
                " matrix_plus(product($X, adjoint($less_1[$_]))%s)) } 0, 1;"
                % (how or ", 0, $X"),
            ),
        )
