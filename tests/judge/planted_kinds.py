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
        (damped, damped.replace("($damping,", "($damping / norm([@$x[$i .. $i + 2]]),")),
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

# ---- Where a value is taken -------------------------------------------------------------------
dry = (
    "my $Xi = sub { $system->{Xi}->($_[0], $dw) };",
    "my $Xi = sub { $system->{Xi}->($_[0], $dw) };\n"
    "        our $Dry = sub { $system->{Xi}->($_[0], [(0) x $M]) };",
)
V = "$g->{ad}->($Xi->(%s), %s)"
V0 = "$g->{ad}->($main::Dry->(%s), %s)"
V1 = "plus(%s, -1, %s)" % (V, V0)
trapezoid = "return plus($x, 0.5, plus($field, 1, $g->{ad}->($Xi->($z), $z)));"
stage = "my $T = sub { my ($z) = @_; plus($x, 0.5, $g->{ad}->($Xi->($z), $z)) };"
midpoint = (
    stage + "\n    my $z = stage($g, $x, $Xi, $T);\n"
    "    return plus($x, 1, $g->{ad}->($Xi->($z), $z));\n};\n\n# schemes: midpoint"
)
at = ("$x",) * 4
for system in ("rigid-body", "point-vortices"):
    kind(
        "where: noise at x in the trapezoidal rule",
        system + "/trapezoidal",
        r"ad\* of the noise at x, and on x",
        dry,
        (
            trapezoid,
            "return plus($x, 0.5, plus($field, 1, plus(%s, 1, %s)));"
            % (V0 % ("$z", "$z"), V1 % at),
        ),
    )
    kind(
        "where: noise at the middle in the trapezoidal rule",
        system + "/trapezoidal",
        r"ad\* of the noise at the middle",
        dry,
        (
            trapezoid,
            "my $m = scaled(0.5, plus($x, 1, $z));\n        return plus(plus($x, 0.5, plus(%s, 1,"
            " %s)), 1, %s);" % (V0 % at[:2], V0 % ("$z", "$z"), V1 % (("$m",) * 4)),
        ),
    )
    both = "plus(%s, 1, %s)" % (V0 % ("$z", "$z"), V1 % at)
    kind(
        "where: noise and its state at x in the midpoint rule",
        system + "/implicit-midpoint",
        r"ad\* of the noise at x, and on x",
        dry,
        (
            midpoint,
            "my $T = sub { my ($z) = @_; plus($x, 0.5, %s) };\n"
            "    my $z = stage($g, $x, $Xi, $T);\n    return plus($x, 1, %s);\n};\n\n"
            "# schemes: midpoint" % (both, both),
        ),
    )
for system in ("heavy-top", "mhd-sphere"):
    for half, words in (("0 .. @$x / 2 - 1", "first"), ("@$x / 2 .. $#$x", "second")):
        kind(
            "where: half %s of the predictor stays" % words,
            system + "/heun",
            "the %s half of x for" % words,
            (
                "my $p     = $N->($x, plus($x, 1, $first));",
                "my $p     = $N->($x, plus($x, 1, $first)); @$p[%s] = @$x[%s];" % (half, half),
            ),
        )
for system in ("rigid-body", "rigid-body-n"):
    kind(
        "where: C of twice xi",
        system + "/variational-cayley",
        r"C\(2 xi\) for",
        ("return $A->($xi, $A->($xi, $x));", "return $A->(scaled(2, $xi), $x);"),
    )
quad = "$c->[$_] * $dw->[$_] * $x->[$_]"
quad_n = "$quad->[0] * $dw->[$_] * $x->[$_]"
for scheme in ("tmk", "implicit-midpoint"):
    kind(
        "where: noise at x/|x|",
        "rigid-body/" + scheme,
        r"noise at x/\|x\|",
        (quad, quad + " / norm($x)"),
    )
    kind(
        "where: noise at x/|x|",
        "rigid-body-n/" + scheme,
        r"noise at x/\|x\|",
        (quad_n, quad_n + " / norm($x)"),
    )

# ---- Operations of the other representation, digits ---------------------------------------------
kind(
    "formula: so(3)'s B on vortices",
    "point-vortices/rkmk-midpoint-cay",
    r"B of so\(3\) for that of su\(2\)",
    (
        "B_cay     => each_vector(sub { plus($_[1], 1, su2_D_less_1(@_)) }),",
        "B_cay     => each_vector(sub { plus($_[1], 1, shear($_[0], $_[1], 0.5, 0.25)) }),",
    ),
)
kind(
    "15 digits in the answer",
    "rigid-body",
    "printed with 15 digits",
    ("map { sprintf '%.17g', $_ } @$y", "map { sprintf '%.15g', $_ } @$y"),
)

# ---- Series and functions near 0 ----------------------------------------------------------------
phi = "return ($one, 0.5 * $half * $half, $three);"
series = "abs($term) > 1e-20; $k += 2)"
for where in ("rigid-body/variational-exp", "heavy-top/tmk"):
    kind(
        "series: phi_3 cut off after 3 terms",
        where,
        "the series of phi_3 cut off after 3 terms",
        (series, "$k < 8; $k += 2)"),
    )
for where in ("heavy-top/rkmk-rk4-exp", "heavy-top/tmk"):
    kind(
        "series: phi_2 as a quotient",
        where,
        "phi_2 as \\(1 - cos t\\)/t\\^2",
        (phi, "$half = sqrt(2 * (1 - cos($t))) / $t if $t > 0;\n    " + phi),
    )
for where in ("rigid-body/tmk", "heavy-top/rkmk-rk4-exp"):
    kind(
        "series: phi_2 cut off after 3 terms",
        where,
        "the series of phi_2 cut off after 3 terms",
        (phi, "$half = sqrt(1 - $t**2 / 12 + $t**4 / 360);\n    " + phi),
    )
for where in ("rigid-body-n/tmk", "symplectic/rkmk-euler-exp"):
    kind(
        "series: exp cut off after 5 terms",
        where,
        "the series of exp cut off after 5 terms",
        (
            "for (my $k = 2; matrix_norm($term) > 1e-20; $k++) {\n"
            "        $term = matrix_scaled(1 / $k, product($term, $P));",
            "for (my $k = 2; $k < 5; $k++) {\n"
            "        $term = matrix_scaled(1 / $k, product($term, $P));",
        ),
    )

# ---- Layout of lists ------------------------------------------------------------------------
for scheme in ("tmk", "heun"):
    kind(
        "layout: e,K for K,e",
        "spins/" + scheme,
        "anisotropy with the (first|last) number of each 4",
        (
            "my ($B, $axis, $noise) = @$p{qw(field anisotropy noise)};",
            "my ($B, $axis, $noise) = @$p{qw(field anisotropy noise)};\n"
            "    $axis = [@$axis[3, 0 .. 2]] if $axis;",
        ),
    )
    kind(
        "layout: weights repeated as a list",
        "polynomial/" + scheme,
        "weights repeated as a list",
        ("$w ? $w->[$_[0] / 3] : 1", "$w ? $w->[$_[0] % @$w] : 1"),
    )
kind(
    "layout: +m and -m exchanged for odd m",
    "zeitlin-sphere/heun",
    "exchanged for odd m|\\+m and -m exchanged|channels",
    (
        "my $increment = $dw->[$l * $l - $shell * $shell + $l + $sign * $m];",
        "my $increment = $dw->[$l * $l - $shell * $shell + $l + ($m % 2 ? -$sign : $sign) * $m];",
    ),
)
