#!/usr/bin/perl
# SPDX-License-Identifier: 0BSD
# A port of every system and every scheme, in plain Perl.  It was written from the manual,
# without a look at the sources:
#     oracle/manual/systems.md, oracle/manual/schemes.md, oracle/manual/ports.md.
# A comment that cites a section, "schemes: tmk", means the section of that name on that page.
#
#     slp gen --count 1000 | perl slp_port.pl | slp judge
#     slp check --port 'perl slp_port.pl'
#
# A vector, a state and an element of the algebra are lists of coordinates (references to arrays).
# A matrix is [R, S]: the rows of its real part, and those of its imaginary part or undef if real.
use strict;
use warnings;
use POSIX ();

use constant INF => 9**9**9;
use constant U   => 2**-53;                     # the unit of roundoff
use constant PI  => 4 * atan2(1, 1);

POSIX::setlocale(POSIX::LC_ALL(), 'C');         # strtod reads "0.5" in every environment
$| = 1;                                         # flush after every line

# ---------------------------------------------------------------------------------------------
# Lists of numbers

# x + c y
sub plus {
    my ($x, $c, $y) = @_;
    return [map { $x->[$_] + $c * $y->[$_] } 0 .. $#$x];
}

sub scaled { my ($c, $x) = @_; return [map { $c * $_ } @$x] }

# The Euclidean length, without underflow and overflow; INF if a number is not finite.
sub norm {
    my ($largest, $sum) = (0, 0);
    for (@{ $_[0] }) {
        my $size = abs $_;
        return INF unless $size < INF;
        $largest = $size if $size > $largest;
    }
    return 0 if $largest == 0;
    $sum += ($_ / $largest)**2 for @{ $_[0] };
    return $largest * sqrt($sum);
}

sub dot { my ($a, $b) = @_; my $s = 0; $s += $a->[$_] * $b->[$_] for 0 .. $#$a; return $s }

sub cross {
    my ($a, $b) = @_;
    return [
        $a->[1] * $b->[2] - $a->[2] * $b->[1],
        $a->[2] * $b->[0] - $a->[0] * $b->[2],
        $a->[0] * $b->[1] - $a->[1] * $b->[0],
    ];
}

# ---------------------------------------------------------------------------------------------
# schemes: so(3) in vectors

# sin(t)/t
sub sinc { my ($t) = @_; return $t < 1e-9 ? 1 : sin($t) / $t }

# phi_1, phi_2 and phi_3 at t >= 0
sub phi {
    my ($t) = @_;
    die "domain\n" unless $t < INF;
    my ($one, $half) = (sinc($t), sinc(0.5 * $t));
    my $three;
    if ($t < 2) {                               # 1/3! - t^2/5! + t^4/7! - ...
        my $term = 1 / 6;
        $three = $term;
        for (my $k = 4; abs($term) > 1e-20; $k += 2) {
            $term *= -$t * $t / ($k * ($k + 1));
            $three += $term;
        }
    }
    else { $three = (1 - $one) / $t / $t }
    return ($one, 0.5 * $half * $half, $three);
}

# x + a xi × x + b xi × (xi × x)
sub turn {
    my ($xi, $x, $a, $b) = @_;
    my $once = cross($xi, $x);
    my $twice = cross($xi, $once);
    return [map { $x->[$_] + ($a * $once->[$_] + $b * $twice->[$_]) } 0 .. 2];
}

sub so3_E {
    my ($xi, $x) = @_;
    my ($phi1, $phi2) = phi(norm($xi));
    return turn($xi, $x, -$phi1, $phi2);
}

sub so3_M {
    my ($xi, $x) = @_;
    my (undef, $phi2, $phi3) = phi(norm($xi));
    return turn($xi, $x, -$phi2, $phi3);
}

# a xi × x + b (xi · x) xi
sub shear {
    my ($xi, $x, $a, $b) = @_;
    my ($once, $along) = (cross($xi, $x), $b * dot($xi, $x));
    return [map { $a * $once->[$_] + $along * $xi->[$_] } 0 .. 2];
}

sub so3_C {
    my ($xi, $x) = @_;
    my $q1 = 1 + 0.25 * dot($xi, $xi);
    return turn($xi, $x, -1 / $q1, 0.5 / $q1);
}

sub so3_inverse_D {
    my ($xi, $x) = @_;
    my ($q1, $once) = (1 + 0.25 * dot($xi, $xi), cross($xi, $x));
    return [map { ($x->[$_] - 0.5 * $once->[$_]) / $q1 } 0 .. 2];
}

# The inverse of D_-, schemes: variational, "the printed rule"
sub so3_inverse_D_printed {
    my ($xi, $x) = @_;
    my $q = 0.25 * dot($xi, $xi);
    die "domain\n" if $q == 1;
    return plus(so3_inverse_D($xi, $x), dot($xi, $x) / (2 * (1 + $q) * (1 - $q)), $xi);
}

# Every algebra gives the operations of the table in schemes: Operations, as functions of
# coordinates.  "D_less_1" is D(xi) x - x.  "rows" is n of ports: When to stop.
my $so3 = {
    rows      => 3,
    ad        => sub { cross($_[1], $_[0]) },
    bracket   => sub { cross($_[0], $_[1]) },
    D_less_1  => sub { shear($_[0], $_[1], 0.5, 0.25) },
    inverse_D => \&so3_inverse_D,
    C         => \&so3_C,
    E         => \&so3_E,
    M         => \&so3_M,
    B_cay     => sub { plus($_[1], 1, shear($_[0], $_[1], 0.5, 0.25)) },
};

# ---------------------------------------------------------------------------------------------
# schemes: su(2)^n in vectors.  Every vortex by itself.

sub su2_D_less_1 {
    my ($xi, $x) = @_;
    return plus(shear($xi, $x, 0.5, 0.125), -dot($xi, $xi) / 16, $x);
}

sub su2_inverse_D {
    my ($xi, $x) = @_;
    my $q1 = 1 + dot($xi, $xi) / 16;
    return scaled(1 / $q1, turn($xi, $x, -0.5 / $q1, 0.125 / $q1));
}

sub su2_C {
    my ($xi, $x) = @_;
    my $q = dot($xi, $xi) / 16;
    my $square = (1 + $q) * (1 + $q);
    return turn($xi, $x, -(1 - $q) / $square, 0.5 / $square);
}

# A function of two vectors, applied to every pair of vectors.
sub each_vector {
    my ($f) = @_;
    return sub {
        my ($a, $b) = @_;
        my @y;
        for (my $i = 0; $i < @$a; $i += 3) {
            push @y, @{ $f->([@$a[$i .. $i + 2]], [@$b[$i .. $i + 2]]) };
        }
        return \@y;
    };
}

my $su2n = {
    rows      => 3,
    ad        => each_vector($so3->{ad}),
    bracket   => each_vector(\&cross),
    D_less_1  => each_vector(\&su2_D_less_1),
    inverse_D => each_vector(\&su2_inverse_D),
    C         => each_vector(\&su2_C),
    E         => each_vector(\&so3_E),
    M         => each_vector(\&so3_M),
    B_cay     => each_vector(sub { plus($_[1], 1, su2_D_less_1(@_)) }),
};

# ---------------------------------------------------------------------------------------------
# schemes: se(3) in vectors

sub halves { return ([@{ $_[0] }[0 .. 2]], [@{ $_[0] }[3 .. 5]]) }

sub se3_ad {
    my ($omega, $u) = halves($_[0]);
    my ($pi, $gamma) = halves($_[1]);
    return [@{ plus(cross($pi, $omega), 1, cross($gamma, $u)) }, @{ cross($gamma, $omega) }];
}

sub se3_bracket {
    my ($omega, $u) = halves($_[0]);
    my ($alpha, $v) = halves($_[1]);
    return [@{ cross($omega, $alpha) }, @{ plus(cross($omega, $v), -1, cross($alpha, $u)) }];
}

# The last line of E and C: $A is that operation of so(3), $p the vector p.
sub se3_act {
    my ($A, $omega, $p, $x) = @_;
    my ($pi, $gamma) = halves($x);
    my $new = $A->($omega, $gamma);
    return [@{ plus($A->($omega, $pi), 1, cross($new, $p)) }, @$new];
}

sub se3_E {
    my ($omega, $u) = halves($_[0]);
    return se3_act(\&so3_E, $omega, so3_M($omega, $u), $_[1]);
}

sub se3_C {
    my ($omega, $u) = halves($_[0]);
    my $p = plus($u, 1, shear($omega, $u, -0.5, 0.25));
    return se3_act(\&so3_C, $omega, scaled(1 / (1 + 0.25 * dot($omega, $omega)), $p), $_[1]);
}

sub se3_B_cay {
    my ($omega, $u) = halves($_[0]);
    my ($alpha, $v) = halves($_[1]);
    my $first = plus($alpha, 1, shear($omega, $alpha, 0.5, 0.25));
    my $side = cross($alpha, $u);
    my $second = plus(plus(cross($omega, $v), -1, $side), -0.5, cross($omega, $side));
    return [@$first, @{ plus($v, 0.5, $second) }];
}

# D(xi) x - x of so(3) for Gamma + e Pi and w + e u, e^2 = 0
sub se3_D_less_1 {
    my ($xi, $x) = @_;
    my ($w, $u, $p, $g) = ([@$xi[0 .. 2]], [@$xi[3 .. 5]], [@$x[0 .. 2]], [@$x[3 .. 5]]);
    my $lever = shear($u, $g, 0.5, 0);
    my ($s, $t) = (0.25 * dot($w, $g), 0.25 * dot($u, $g));
    my $moved = shear($w, $p, 0.5, 0.25);
    return [(map { $moved->[$_] + ($lever->[$_] + ($t * $w->[$_] + $s * $u->[$_])) } 0 .. 2),
        @{ shear($w, $g, 0.5, 0.25) }];
}

my $se3 = {
    rows    => 3,
    ad      => \&se3_ad,
    bracket => \&se3_bracket,
    C       => \&se3_C,
    E       => \&se3_E,
    B_cay   => \&se3_B_cay,
    D_less_1 => \&se3_D_less_1,
};

# ---------------------------------------------------------------------------------------------
# schemes: the plane

sub plane_ad { return [$_[0][1], -$_[0][0]] }

my $plane = {
    rows    => 3,
    plane   => 1,
    ad      => \&plane_ad,
    bracket => sub { [0, 0] },
    E       => sub { plus($_[1], 1, plane_ad($_[0])) },
};

# ---------------------------------------------------------------------------------------------
# Matrices

sub real_product {
    my ($A, $B) = @_;
    my $last = $#$B;
    my @columns;
    for my $j (0 .. $#{ $B->[0] }) { push @columns, [map { $_->[$j] } @$B] }
    my @C;
    for my $row (@$A) {
        push @C, [map { my ($c, $s) = ($_, 0); $s += $row->[$_] * $c->[$_] for 0 .. $last; $s }
            @columns];
    }
    return \@C;
}

# A + c B of real rows
sub real_plus {
    my ($A, $c, $B) = @_;
    return [map { plus($A->[$_], $c, $B->[$_]) } 0 .. $#$A];
}

sub product {
    my ($A, $B) = @_;
    my $re = real_product($A->[0], $B->[0]);
    return [$re, undef] unless $A->[1];
    return [
        real_plus($re, -1, real_product($A->[1], $B->[1])),
        real_plus(real_product($A->[0], $B->[1]), 1, real_product($A->[1], $B->[0])),
    ];
}

sub matrix_plus {
    my ($A, $c, $B) = @_;
    return [map { $A->[$_] && real_plus($A->[$_], $c, $B->[$_]) } 0, 1];
}

sub matrix_scaled {
    my ($c, $A) = @_;
    return [map { $_ && [map { scaled($c, $_) } @$_] } @$A];
}

sub real_transpose {
    my ($A) = @_;
    return [map { my $j = $_; [map { $_->[$j] } @$A] } 0 .. $#{ $A->[0] }];
}

# The conjugate transpose
sub adjoint {
    my ($A) = @_;
    my $im = $A->[1] && real_transpose($A->[1]);
    return [real_transpose($A->[0]), $im && [map { scaled(-1, $_) } @$im]];
}

sub identity_plus {
    my ($c, $A) = @_;
    my $sum = matrix_scaled($c, $A);
    $sum->[0][$_][$_] += 1 for 0 .. $#{ $sum->[0] };
    return $sum;
}

sub commutator { my ($A, $B) = @_; return matrix_plus(product($A, $B), -1, product($B, $A)) }

# The Frobenius norm
sub matrix_norm { return norm([map { $_ ? map { @$_ } @$_ : () } @{ $_[0] }]) }

# The solution of A X = B, real rows, by elimination with row exchanges.
sub real_solve {
    my ($A, $B) = @_;
    my $n = @$A;
    my @rows = map { [@{ $A->[$_] }, @{ $B->[$_] }] } 0 .. $n - 1;
    my $last = $#{ $rows[0] };
    for my $k (0 .. $n - 1) {
        my $p = $k;
        for ($k + 1 .. $n - 1) { $p = $_ if abs($rows[$_][$k]) > abs($rows[$p][$k]) }
        @rows[$k, $p] = @rows[$p, $k];
        my $top = $rows[$k];
        die "domain\n" unless abs($top->[$k]) > 0 && abs($top->[$k]) < INF;
        for my $row (@rows[$k + 1 .. $n - 1]) {
            my $f = $row->[$k] / $top->[$k] or next;
            $row->[$_] -= $f * $top->[$_] for $k + 1 .. $last;
        }
    }
    for my $k (reverse 0 .. $n - 1) {
        my $row = $rows[$k];
        for my $j ($k + 1 .. $n - 1) {
            my $f = $row->[$j] or next;
            my $below = $rows[$j];
            $row->[$_] -= $f * $below->[$_] for $n .. $last;
        }
        my $pivot = $row->[$k];
        $row->[$_] /= $pivot for $n .. $last;
    }
    return [map { [@$_[$n .. $last]] } @rows];
}

# The solution of A X = B.  Complex: (R, -S; S, R) (X', X'') = (B', B'').
sub solve {
    my ($A, $B) = @_;
    my ($R, $S) = @$A;
    return [real_solve($R, $B->[0]), undef] unless $S;
    my $n = @$R;
    my @rows = ((map { [@{ $R->[$_] }, map { -$_ } @{ $S->[$_] }] } 0 .. $n - 1),
        (map { [@{ $S->[$_] }, @{ $R->[$_] }] } 0 .. $n - 1));
    my $X = real_solve(\@rows, [@{ $B->[0] }, @{ $B->[1] }]);
    return [[@$X[0 .. $n - 1]], [@$X[$n .. 2 * $n - 1]]];
}

# ---------------------------------------------------------------------------------------------
# schemes: Matrices: so(n), su(N), sp(2m, R).  P is the conjugate transpose of xi.

# How often P is halved until its norm is at most 1/2, and P so halved.
sub halved {
    my ($P) = @_;
    my ($size, $times) = (matrix_norm($P), 0);
    die "domain\n" unless $size < 2**40;
    while ($size > 0.5) { $size *= 0.5; $times++ }
    return ($times, matrix_scaled(0.5**$times, $P));
}

# exp(P) - I for P of norm at most 1/2
sub exp_less_1 {
    my ($P) = @_;
    my ($sum, $term) = ($P, $P);
    for (my $k = 2; matrix_norm($term) > 1e-20; $k++) {
        $term = matrix_scaled(1 / $k, product($term, $P));
        $sum = matrix_plus($sum, 1, $term);
    }
    return $sum;
}

# exp(2P) - I from V = exp(P) - I
sub doubled { my ($V) = @_; return matrix_plus(product($V, $V), 2, $V) }

# (I + V) X (I + W) as X + ...
sub conjugated {
    my ($V, $X, $W) = @_;
    my $left = product($V, $X);
    return matrix_plus($X, 1, matrix_plus($left, 1, product(matrix_plus($X, 1, $left), $W)));
}

# exp(P) - I and exp(-P) - I.  On so(n) and su(N), where P is skew, the second is the adjoint.
sub exponentials {
    my ($P, $skew) = @_;
    my $V = exp_less_1($P);
    return ($V, $skew ? adjoint($V) : exp_less_1(matrix_scaled(-1, $P)));
}

sub matrix_E {
    my ($P, $X, $skew) = @_;
    my ($times, $small) = halved($P);
    my ($V, $W) = exponentials($small, $skew);
    ($V, $W) = (doubled($V), doubled($W)) for 1 .. $times;
    return conjugated($V, $X, $W);
}

sub matrix_M {
    my ($P, $X, $skew) = @_;
    my ($times, $small) = halved($P);
    my ($sum, $term, $enough) = ($X, $X, 1e-20 * matrix_norm($X));
    for (my $k = 1; matrix_norm($term) > $enough; $k++) {
        $term = matrix_scaled(1 / ($k + 1), commutator($small, $term));
        $sum = matrix_plus($sum, 1, $term);
        die "domain\n" if $k > 100;
    }
    my ($V, $W) = $times ? exponentials($small, $skew) : ();
    for my $k (1 .. $times) {                   # M(2 xi) x = (M(xi) x + E(xi) M(xi) x)/2
        $sum = matrix_scaled(0.5, matrix_plus($sum, 1, conjugated($V, $sum, $W)));
        ($V, $W) = (doubled($V), doubled($W)) if $k < $times;
    }
    return $sum;
}

# D(xi)^-1 X = (I - P/2)^-1 X (I + P/2)^-1
sub matrix_inverse_D {
    my ($P, $X) = @_;
    my $left = solve(identity_plus(-0.5, $P), $X);
    return adjoint(solve(identity_plus(0.5, adjoint($P)), adjoint($left)));
}

# (I - P/2) X (I + P/2) - X
sub matrix_D_less_1 {
    my ($P, $X) = @_;
    my $left = product($P, $X);
    my $half = matrix_plus(product($X, $P), -1, $left);
    return matrix_plus(matrix_scaled(0.5, $half), -0.25, product($left, $P));
}

# K_1 and K_2 of L_i = I + K_i: K_i - sum_j a_ij P_j K_j = sum_j a_ij P_j, one system of twice the
# rows.  $a is the tableau.
sub factors_less_1 {
    my ($a, @P) = @_;
    my $n = @{ $P[0][0] };
    my (@A, @B);
    for my $part (grep { $P[0][$_] } 0, 1) {
        for my $i (0, 1) {
            for my $row (0 .. $n - 1) {
                my ($left, $right) = map { scaled($a->[$i][$_], $P[$_][$part][$row]) } 0, 1;
                push @{ $A[$part] }, scaled(-1, [@$left, @$right]);
                push @{ $B[$part] }, plus($left, 1, $right);
            }
        }
    }
    $A[0][$_][$_] += 1 for 0 .. 2 * $n - 1;
    my $K = solve(\@A, \@B);
    return map { my $i = $_; [map { $_ && [@$_[$n * $i .. $n * $i + $n - 1]] } @$K] } 0, 1;
}

# L_i X L_i^+.  L_i^+ = I - sum_j a_ij L_j^+ P_j, which is the adjoint of L_i where P is skew.
sub matrix_gauss {
    my ($a, $P, $X, $skew) = @_;
    my @K = factors_less_1($a, @$P);
    my @less_1 = $skew ? @K : factors_less_1($a, map { matrix_scaled(-1, adjoint($_)) } @$P);
    return map { conjugated($K[$_], $X, adjoint($less_1[$_])) } 0, 1;
}

# The same in coordinates, for stages with the generators xi_1 and xi_2
sub gauss_of {
    my ($skew, $to, $from) = @_;
    return sub {
        my ($a, $xi_1, $xi_2, $x) = @_;
        my @P = map { adjoint($to->($_)) } $xi_1, $xi_2;
        return map { $from->($_) } matrix_gauss($a, \@P, $to->($x), $skew);
    };
}

# systems: rigid-body, the matrix hat(x)
sub hat { my ($x, $y, $z) = @{ $_[0] }; return [[[0, -$z, $y], [$z, 0, -$x], [-$y, $x, 0]], undef] }
sub unhat { my ($R) = @{ $_[0] }; return [$R->[2][1], $R->[0][2], $R->[1][0]] }
$so3->{gauss} = gauss_of(1, \&hat, \&unhat);

# systems: point-vortices, the matrix -(i/2) x.sigma, for every vortex by itself
sub spinor {
    my ($x, $y, $z) = map { 0.5 * $_ } @{ $_[0] };
    return [[[0, -$y], [$y, 0]], [[-$z, -$x], [-$x, $z]]];
}
sub unspinor { my ($R, $S) = @{ $_[0] }; return scaled(2, [-$S->[0][1], $R->[1][0], -$S->[0][0]]) }
my $spinor_gauss = gauss_of(1, \&spinor, \&unspinor);
$su2n->{gauss} = sub {
    my ($a, @of) = @_;
    my @stages;
    for (my $i = 0; $i < @{ $of[0] }; $i += 3) {
        my @moved = $spinor_gauss->($a, map { [@$_[$i .. $i + 2]] } @of);
        push @{ $stages[$_] }, @{ $moved[$_] } for 0, 1;
    }
    return @stages;
};

# The algebra of matrices of $n rows.  $to makes the matrix of coordinates, $from the coordinates.
sub matrix_algebra {
    my ($n, $skew, $to, $from) = @_;
    my $P = sub { adjoint($to->($_[0])) };
    my $ad = sub { $from->(commutator($P->($_[0]), $to->($_[1]))) };
    my $inverse_D = sub { $from->(matrix_inverse_D($P->($_[0]), $to->($_[1]))) };
    return {
        rows      => $n,
        ad        => $ad,
        bracket   => sub { $from->(commutator($to->($_[0]), $to->($_[1]))) },
        D_less_1  => sub { $from->(matrix_D_less_1($P->($_[0]), $to->($_[1]))) },
        inverse_D => $inverse_D,
        C         => sub { plus($_[1], 1, $ad->($_[0], $inverse_D->(@_))) },
        E         => sub { $from->(matrix_E($P->($_[0]), $to->($_[1]), $skew)) },
        gauss     => gauss_of($skew, $to, $from),
        to        => $to,
        from      => $from,
        M         => sub { $from->(matrix_M($P->($_[0]), $to->($_[1]), $skew)) },
        B_cay     => sub {                      # (I + theta/2) eta (I - theta/2): D with P = -theta
            my ($theta, $eta) = ($to->($_[0]), $to->($_[1]));
            return plus($_[1], 1, $from->(matrix_D_less_1(matrix_scaled(-1, $theta), $eta)));
        },
    };
}

sub zeros { my ($n) = @_; return [map { [(0) x $n] } 1 .. $n] }

# systems: rigid-body-n, Coordinates
sub so_n {
    my ($n) = @_;
    my $to = sub {
        my ($x) = @_;
        my ($X, $k) = (zeros($n), 0);
        for my $i (0 .. $n - 1) {
            for my $j ($i + 1 .. $n - 1) { $X->[$i][$j] = $x->[$k++]; $X->[$j][$i] = -$X->[$i][$j] }
        }
        return [$X, undef];
    };
    my $from = sub {
        my ($X) = @_;
        return [map { my $i = $_; @{ $X->[0][$i] }[$i + 1 .. $n - 1] } 0 .. $n - 1];
    };
    return matrix_algebra($n, 1, $to, $from);
}

# systems: zeitlin-sphere, Coordinates
sub su_n {
    my ($n) = @_;
    my $to = sub {
        my ($x) = @_;
        my ($R, $S, $k) = (zeros($n), zeros($n), $n);
        for my $i (0 .. $n - 1) {
            $S->[$i][$i] = $x->[$i];
            for my $j ($i + 1 .. $n - 1) {
                $R->[$i][$j] = $x->[$k++];
                $R->[$j][$i] = -$R->[$i][$j];
                $S->[$i][$j] = $S->[$j][$i] = $x->[$k++];
            }
        }
        return [$R, $S];
    };
    my $from = sub {
        my ($R, $S) = @{ $_[0] };
        my @x = map { $S->[$_][$_] } 0 .. $n - 1;
        for my $i (0 .. $n - 1) {
            push @x, $R->[$i][$_], $S->[$i][$_] for $i + 1 .. $n - 1;
        }
        return \@x;
    };
    return matrix_algebra($n, 1, $to, $from);
}

# systems: mhd-sphere.  A + eps B, eps^2 = 0, as the matrix (A, B; 0, A); P is minus xi.
sub su_n_dual {
    my ($n) = @_;
    my $part = su_n($n);
    my $rows = sub {
        my ($A, $B) = @_;
        return [(map { [@{ $A->[$_] }, @{ $B->[$_] }] } 0 .. $n - 1),
            (map { [(0) x $n, @$_] } @$A)];
    };
    my $to = sub {
        my ($A, $B) = map { $part->{to}->($_) } @_;
        return [map { $rows->($A->[$_], $B->[$_]) } 0, 1];
    };
    my $halves = sub {
        my ($v, $d) = ($_[0], $n * $n);
        return ([@$v[0 .. $d - 1]], [@$v[$d .. 2 * $d - 1]]);
    };
    my $state = sub { return $to->(reverse $halves->($_[0])) };         # Theta + eps W
    my $P = sub { return matrix_scaled(-1, $to->($halves->($_[0]))) };  # xi + eps b
    my $from = sub {
        my ($X) = @_;
        my @both = map {
            my $first = $_;
            my @block = map { [map { [@$_[$first .. $first + $n - 1]] } @$_[0 .. $n - 1]] } @$X;
            $part->{from}->(\@block);
        } $n, 0;
        return [map { @$_ } @both];
    };
    return {
        rows     => 2 * $n,
        ad       => sub { $from->(commutator($P->($_[0]), $state->($_[1]))) },
        D_less_1 => sub { $from->(matrix_D_less_1($P->($_[0]), $state->($_[1]))) },
    };
}

# systems: symplectic, Coordinates
sub sp_n {
    my ($n) = @_;
    my $m = $n / 2;
    my $to = sub {
        my @x = @{ $_[0] };
        my $X = zeros($n);
        for my $i (0 .. $m - 1) {
            for my $j (0 .. $m - 1) {
                $X->[$i][$j] = shift @x;
                $X->[$m + $j][$m + $i] = -$X->[$i][$j];
            }
        }
        for my $i (0 .. $m - 1) {
            $X->[$i][$m + $_] = $X->[$_][$m + $i] = shift @x for $i .. $m - 1;
        }
        for my $i (0 .. $m - 1) {
            $X->[$m + $i][$_] = $X->[$m + $_][$i] = shift @x for $i .. $m - 1;
        }
        return [$X, undef];
    };
    my $from = sub {
        my ($X) = @{ $_[0] };
        my @x = map { @$_[0 .. $m - 1] } @$X[0 .. $m - 1];
        push @x, @{ $X->[$_] }[$m + $_ .. $n - 1] for 0 .. $m - 1;
        push @x, @{ $X->[$m + $_] }[$_ .. $m - 1] for 0 .. $m - 1;
        return \@x;
    };
    return matrix_algebra($n, 0, $to, $from);
}

# ---------------------------------------------------------------------------------------------
# Systems.  Each takes the parameters %$p of a case and gives its algebra, d, M, and Xi, a function
# of the state and the M increments of a step.  `factors` are the flows of the factors, in order:
# functions of the state, the increments, and a weight w, by which h and the increments are
# multiplied.  schemes: splitting

my %system;

# The numbers of a key that a case must have
sub required {
    my ($p, $key) = @_;
    return $p->{$key} || die "unsupported\n";
}

# (a, b) turned by t: the flow over t of da/ds = b, db/ds = -a
sub plane_turn {
    my ($t, $a, $b) = @_;
    my ($c, $s) = (cos($t), sin($t));
    return ($c * $a + $s * $b, $c * $b - $s * $a);
}

# Each vector of x turned about its axis e_k by the angle $t->(coordinate k of the vector)
sub axis_turn {
    my ($k, $t, $x) = @_;
    my @y = @$x;
    my ($i, $j) = (($k + 1) % 3, ($k + 2) % 3);
    for (my $v = 0; $v < @y; $v += 3) {
        @y[$v + $i, $v + $j] = plane_turn($t->($y[$v + $k]), @y[$v + $i, $v + $j]);
    }
    return \@y;
}

# systems: rigid-body
$system{'rigid-body'} = sub {
    my ($p) = @_;
    my ($h, $I, $c, @lin) = ($p->{h}[0], required($p, 'inertia'), $p->{quad}, @{ $p->{lin} || [] });
    die "unsupported\n" unless @$I == 3 && (!$c || @$c == 3) && @lin % 3 == 0;
    my $Xi = sub {
        my ($x, $dw) = @_;
        my @xi = map { $h * $x->[$_] / $I->[$_] } 0 .. 2;
        if ($c) { $xi[$_] += $c->[$_] * $dw->[$_] * $x->[$_] for 0 .. 2 }
        my $k = $c ? 3 : 0;
        for (my $j = 0; $j < @lin; $j += 3) {
            $xi[$_] += $dw->[$k] * $lin[$j + $_] for 0 .. 2;
            $k++;
        }
        return \@xi;
    };
    my @factors;
    for my $k (0 .. 2) {
        push @factors, sub {
            my ($x, $dw, $w) = @_;
            my $rate = $w * ($h / $I->[$k] + ($c ? $c->[$k] * $dw->[$k] : 0));
            return axis_turn($k, sub { $rate * $_[0] }, $x);
        };
    }
    for my $j (0 .. @lin / 3 - 1) {
        my @chi = @lin[3 * $j .. 3 * $j + 2];
        push @factors,
            sub { so3_E(scaled($_[2] * $_[1]->[$j + ($c ? 3 : 0)], \@chi), $_[0]) };
    }
    return {
        algebra => $so3, d => 3, M => ($c ? 3 : 0) + @lin / 3, Xi => $Xi, factors => \@factors
    };
};

# systems: rigid-body-n
$system{'rigid-body-n'} = sub {
    my ($p) = @_;
    my ($h, $n, $quad) = ($p->{h}[0], required($p, 'n')->[0], $p->{quad});
    my $d = $n * ($n - 1) / 2;
    my @I = $p->{inertia} ? @{ $p->{inertia} } : (1 .. $d);
    die "unsupported\n" unless @I == $d;
    my $Xi = sub {
        my ($x, $dw) = @_;
        my @xi = map { $h * $x->[$_] / $I[$_] } 0 .. $d - 1;
        if ($quad) { $xi[$_] += $quad->[0] * $dw->[$_] * $x->[$_] for 0 .. $d - 1 }
        return \@xi;
    };
    my ($algebra, @factors) = so_n($n);
    for my $i (0 .. $n - 1) {
        for my $j ($i + 1 .. $n - 1) {
            my $k = @factors;
            push @factors, sub {                # exp(-Xi) X exp(Xi), rows and then columns
                my ($x, $dw, $w) = @_;
                my $t = $w * ($h / $I[$k] + ($quad ? $quad->[0] * $dw->[$k] : 0)) * $x->[$k];
                my ($X) = @{ $algebra->{to}->($x) };
                for (0 .. $n - 1) {
                    ($X->[$j][$_], $X->[$i][$_]) = plane_turn($t, $X->[$j][$_], $X->[$i][$_]);
                }
                ($_->[$j], $_->[$i]) = plane_turn($t, $_->[$j], $_->[$i]) for @$X;
                return $algebra->{from}->([$X]);
            };
        }
    }
    return {
        algebra => $algebra, d => $d, M => $quad ? $d : 0, Xi => $Xi, factors => \@factors
    };
};

# Vortices i and j turned about G_i x_i + G_j x_j by h/(4 pi (1 - c) |x_i||x_j|), 1 - c = |w|^2/2
sub vortex_pair {
    my ($h, $gamma, $i, $j, $x) = @_;
    my @x = map { [@$x[3 * $_ .. 3 * $_ + 2]] } $i, $j;
    my @r = map { norm($_) } @x;
    die "domain\n" unless $r[0] > 0 && $r[1] > 0 && $r[0] < INF && $r[1] < INF;
    my $w = [map { $x[1][$_] / $r[1] - $x[0][$_] / $r[0] } 0 .. 2];
    my $s = dot($w, $w);
    die "domain\n" unless 0.5 * $s > 2**-40;
    my $rate = $h / (2 * PI * $s);
    my $xi = [map { $rate * ($gamma->[$i] * ($x[0][$_] / $r[0] / $r[1]) +
                $gamma->[$j] * ($x[1][$_] / $r[1] / $r[0])) } 0 .. 2];
    my @y = @$x;
    @y[3 * $i .. 3 * $i + 2] = @{ so3_E($xi, $x[0]) };
    @y[3 * $j .. 3 * $j + 2] = @{ so3_E($xi, $x[1]) };
    return \@y;
}

# systems: point-vortices
$system{'point-vortices'} = sub {
    my ($p) = @_;
    my ($h, $gamma, $quad) = ($p->{h}[0], required($p, 'gamma'), $p->{quad});
    my $n = @$gamma;
    my $Xi = sub {
        my ($x, $dw) = @_;
        my (@u, @largest, @length, @xi);
        for my $i (0 .. $n - 1) {               # x_i = largest * length * u_i
            my @v = @$x[3 * $i .. 3 * $i + 2];
            $largest[$i] = 0;
            for (map { abs } @v) { $largest[$i] = $_ if $_ > $largest[$i] }
            die "domain\n" unless $largest[$i] > 0 && $largest[$i] < INF;
            my $v = [map { $_ / $largest[$i] } @v];
            $length[$i] = norm($v);
            $u[$i] = [map { $_ / $length[$i] } @$v];
        }
        for my $i (0 .. $n - 1) {
            my @sum = (0, 0, 0);
            for my $j (0 .. $n - 1) {
                next if $j == $i;
                my $w = plus($u[$j], -1, $u[$i]);
                my $s = dot($w, $w);
                die "domain\n" unless 0.5 * $s > 2**-40;
                $sum[$_] += $gamma->[$j] * ($u[$i][$_] + 2 * $w->[$_] / $s) for 0 .. 2;
            }
            my @vortex = (0, 0, 0);
            if ($n > 1) {                       # h / r_i may overflow where the sum is empty
                my $rate = $h / $largest[$i] / $length[$i] / (4 * PI);
                @vortex = map { $rate * $_ } @sum;
            }
            if ($quad) {
                $vortex[$_] += $dw->[$_] * $quad->[$_] * $x->[3 * $i + $_] for 0 .. 2;
            }
            push @xi, @vortex;
        }
        return \@xi;
    };
    my @factors;
    for my $i (0 .. $n - 1) {
        for my $j ($i + 1 .. $n - 1) {
            push @factors, sub { vortex_pair($h * $_[2], $gamma, $i, $j, $_[0]) };
        }
    }
    for my $k ($quad ? 0 .. 2 : ()) {
        push @factors, sub {
            my $rate = $_[2] * $quad->[$k] * $_[1]->[$k];
            return axis_turn($k, sub { $rate * $_[0] }, $_[0]);
        };
    }
    return {
        algebra => $su2n, d => 3 * $n, M => $quad ? 3 : 0, Xi => $Xi, factors => \@factors
    };
};

# systems: spins
$system{'spins'} = sub {
    my ($p) = @_;
    my ($h, $J, $D) = ($p->{h}[0], required($p, 'exchange'), $p->{dmi});
    my ($B, $axis, $noise) = @$p{qw(field anisotropy noise)};
    my $damping = $p->{damping} ? $p->{damping}[0] : 0;
    my @bonds = map { [map { 3 * $_ - 3 } split /:/] } split /,/, required($p, 'bonds');
    my $d = @{ $p->{x} };
    my $Xi = sub {
        my ($x, $dw) = @_;
        my @xi = map { $B ? -$h * $B->[$_ % 3] : 0 } 0 .. $d - 1;
        for my $n (0 .. $#bonds) {
            my ($p, $q) = @{ $bonds[$n] };
            my ($a, $b) = ([@$x[$p .. $p + 2]], [@$x[$q .. $q + 2]]);
            my $v = $D ? [@$D[3 * $n .. 3 * $n + 2]] : [0, 0, 0];
            my ($to_p, $to_q) = (cross($b, $v), cross($v, $a));
            for (0 .. 2) {
                $xi[$p + $_] -= $h * ($J->[$n] * $b->[$_] + $to_p->[$_]);
                $xi[$q + $_] -= $h * ($J->[$n] * $a->[$_] + $to_q->[$_]);
            }
        }
        for my $i (map { 3 * $_ } 0 .. ($axis ? $d / 3 - 1 : -1)) {
            my $e = [@$axis[1 .. 3]];
            my $rate = -2 * $h * $axis->[0] * dot([@$x[$i .. $i + 2]], $e);
            $xi[$i + $_] += $rate * $e->[$_] for 0 .. 2;
        }
        for my $i (map { 3 * $_ } 0 .. ($damping ? $d / 3 - 1 : -1)) {
            my $turn = cross(scaled($damping, [@$x[$i .. $i + 2]]), [@xi[$i .. $i + 2]]);
            $xi[$i + $_] += $turn->[$_] for 0 .. 2;
        }
        if ($noise) { $xi[$_] -= $noise->[0] * $dw->[$_] for 0 .. $d - 1 }
        return \@xi;
    };
    die "unsupported\n" if $p->{splits} && grep { $_ != 0 } @{ $D || [] }, $damping;
    my $turned = sub {                          # the spins at @$_[0] about the vectors of xi
        my ($at, $xi, $x) = @_;
        my @y = @$x;
        @y[$_ .. $_ + 2] = @{ so3_E([@$xi[$_ .. $_ + 2]], [@$x[$_ .. $_ + 2]]) } for @$at;
        return \@y;
    };
    my @all = map { 3 * $_ } 0 .. $d / 3 - 1;
    my @factors;
    for my $n (0 .. $#bonds) {                  # both ends about -h J (x_a + x_b)
        push @factors, sub {
            my ($x, $w, $ends, @xi) = (@_[0, 2], $bonds[$n]);
            my ($p, $q) = @$ends;
            @xi[$p + $_, $q + $_] = (-$w * $h * $J->[$n] * ($x->[$p + $_] + $x->[$q + $_])) x 2
                for 0 .. 2;
            return $turned->($ends, \@xi, $x);
        };
    }
    push @factors, sub {
        my ($x, $w, @xi) = @_[0, 2];
        my $e = [@$axis[1 .. 3]];
        for my $i (@all) {
            push @xi, @{ scaled(-2 * $w * $h * $axis->[0] * dot([@$x[$i .. $i + 2]], $e), $e) };
        }
        return $turned->(\@all, \@xi, $x);
    } if $axis;
    push @factors, sub {
        my ($x, $dw, $w) = @_;
        my @xi = map { -$w * (($B ? $h * $B->[$_ % 3] : 0) + ($noise ? $noise->[0] * $dw->[$_] : 0)) }
            0 .. $d - 1;
        return $turned->(\@all, \@xi, $x);
    } if $B || $noise;
    return {
        algebra => $su2n, d => $d, M => $noise ? $d : 0, Xi => $Xi, factors => \@factors
    };
};

# The Laplacian of zeitlin-sphere on superdiagonal m: the numbers D_k and e_k.
sub laplacian {
    my ($n, $m) = @_;
    my $b = sub { my ($k) = @_; ($k + 1) * ($n - 1 - $k) };     # b_(-1) = 0
    my @D = map { $b->($_ + $m) + $b->($_ - 1) + $m * ($m + 1) } 0 .. $n - $m - 1;
    my @e = map { sqrt($b->($_) * $b->($_ + $m)) } 0 .. $n - $m - 1;
    return (\@D, \@e);
}

# v with -Delta v = f on superdiagonal m.  systems: zeitlin-sphere, "Its inverse"
sub inverse_laplacian {
    my ($n, $m, $f) = @_;
    my ($D, $e) = laplacian($n, $m);
    my $last = $n - $m - 1;
    my @v;
    if ($m == 0) {
        my $mean = 0;
        $mean += $_ / $n for @$f;
        my ($F, $v) = (0, 0);
        for my $k (0 .. $last) {
            push @v, $v;
            $F += $f->[$k] - $mean;
            $v -= $F / $e->[$k] if $k < $last;  # e_k = b_k where m = 0
        }
        $mean = 0;
        $mean += $_ / $n for @v;
        return [map { $_ - $mean } @v];
    }
    my (@pivot, @right);
    for my $k (0 .. $last) {                    # elimination, then back
        my $q = $k ? $e->[$k - 1] / $pivot[$k - 1] : 0;
        $pivot[$k] = $D->[$k] - ($k ? $q * $e->[$k - 1] : 0);
        $right[$k] = $f->[$k] + ($k ? $q * $right[$k - 1] : 0);
    }
    for my $k (reverse 0 .. $last) {
        $v[$k] = ($right[$k] + ($k < $last ? $e->[$k] * $v[$k + 1] : 0)) / $pivot[$k];
    }
    return \@v;
}

# A_lm.  systems: zeitlin-sphere, Harmonics
sub harmonic {
    my ($n, $l, $m) = @_;
    my ($D, $e) = laplacian($n, $m);
    my $last = $n - $m - 1;
    my @v = (1);
    for my $k (0 .. $last - 1) {
        last if 2 * ($k + 1) > $last;           # to the middle only
        my $before = $k ? $e->[$k - 1] * $v[$k - 1] : 0;
        $v[$k + 1] = (($D->[$k] - $l * ($l + 1)) * $v[$k] - $before) / $e->[$k];
    }
    my $sign = ($l - $m) % 2 ? -1 : 1;
    $v[$last - $_] = $sign * $v[$_] for grep { 2 * $_ < $last } 0 .. $last;
    $v[$last / 2] = 0 if $last % 2 == 0 && $sign < 0;
    return scaled(1 / norm(\@v), \@v);
}

# Number of the coordinate Re X_ij, i < j, of su(N); Im X_ij follows.
sub su_index { my ($n, $i, $j) = @_; return $n + 2 * ($i * $n - $i * ($i + 1) / 2 + $j - $i - 1) }

# systems: zeitlin-sphere
$system{'zeitlin-sphere'} = sub {
    my ($p) = @_;
    my ($h, $n, $amp) = ($p->{h}[0], required($p, 'n')->[0], $p->{amp});
    my $shell = $p->{shell} ? $p->{shell}[0] : int(($n + 1) / 2);
    my @A;                                      # $A[m][l], for l from shell to N-1 and m <= l
    if ($amp) {
        for my $l ($shell .. $n - 1) { $A[$_][$l] = harmonic($n, $l, $_) for 0 .. $l }
    }

    # The part of the superdiagonal m of Xi that belongs to its real or its imaginary part f; $sign
    # is that of m in the number of the increments.
    my $part = sub {
        my ($m, $sign, $f, $dw) = @_;
        my $v = scaled($h, inverse_laplacian($n, $m, $f));
        return $v unless $amp;
        for my $l ($shell .. $n - 1) {
            next if $l < $m;
            my $increment = $dw->[$l * $l - $shell * $shell + $l + $sign * $m];
            my $factor = $amp->[0] * $increment / ($l * ($l + 1)) * dot($A[$m][$l], $f);
            $v = plus($v, $factor, $A[$m][$l]);
        }
        return $v;
    };
    my $Xi = sub {
        my ($x, $dw) = @_;
        my @xi = @{ $part->(0, 1, [@$x[0 .. $n - 1]], $dw) };
        for my $m (1 .. $n - 1) {
            my @place = map { su_index($n, $_, $_ + $m) } 0 .. $n - $m - 1;
            my $re = $part->($m, 1, [@$x[@place]], $dw);
            my $im = $part->($m, -1, [map { $x->[$_ + 1] } @place], $dw);
            for (0 .. $#place) { @xi[$place[$_], $place[$_] + 1] = ($re->[$_], $im->[$_]) }
        }
        if ($p->{coriolis}) {                   # -h f/2 T_10, T_10 = i S_3/|S_3|
            my $by = $h * $p->{coriolis}[0] / (4 * sqrt($n * ($n * $n - 1) / 12));
            $xi[$_] -= $by * ($n - 1 - 2 * $_) for 0 .. $n - 1;
        }
        return \@xi;
    };
    my $M = $amp ? $n * $n - $shell * $shell : 0;
    return { algebra => su_n($n), d => $n * $n, M => $M, Xi => $Xi };
};

# h times -Delta f on superdiagonal m
sub forward_laplacian {
    my ($n, $m, $h, $f) = @_;
    my ($D, $e) = laplacian($n, $m);
    my $last = $n - $m - 1;
    return [map {
        $h * ($D->[$_] * $f->[$_] - ($_ < $last ? $e->[$_] * $f->[$_ + 1] : 0)
                - ($_ ? $e->[$_ - 1] * $f->[$_ - 1] : 0))
    } 0 .. $last];
}

# systems: mhd-sphere.  xi is that of zeitlin-sphere at W, b = -h Delta Theta.
$system{'mhd-sphere'} = sub {
    my ($p) = @_;
    my $fluid = $system{'zeitlin-sphere'}->({ %$p, coriolis => undef });
    my ($h, $n) = ($p->{h}[0], $p->{n}[0]);
    my $Xi = sub {
        my ($x, $dw) = @_;
        my ($W, $theta) = ([@$x[0 .. $n * $n - 1]], [@$x[$n * $n .. 2 * $n * $n - 1]]);
        my @b = @{ forward_laplacian($n, 0, $h, [@$theta[0 .. $n - 1]]) };
        for my $m (1 .. $n - 1) {
            my @place = map { su_index($n, $_, $_ + $m) } 0 .. $n - $m - 1;
            for my $i (0, 1) {
                my $f = forward_laplacian($n, $m, $h, [map { $theta->[$_ + $i] } @place]);
                @b[map { $_ + $i } @place] = @$f;
            }
        }
        return [@{ $fluid->{Xi}->($W, $dw) }, @b];
    };
    return { algebra => su_n_dual($n), d => 2 * $n * $n, M => $fluid->{M}, Xi => $Xi };
};

# systems: sine-euler.  X has the entry (k, k + m2 mod N) of every mode (m1, m2): an extended
# diagonal.  Those of m2 = 0, ..., K have every entry or its mirror.
$system{'sine-euler'} = sub {
    my ($p) = @_;
    my ($h, $n) = ($p->{h}[0], required($p, 'n')->[0]);
    my $K = ($n - 1) / 2;
    my @noise = $p->{amp} && $p->{modes} ? map { [split /:/] } split /,/, $p->{modes} : ();
    my $two_epsilon = 4 * PI / $n;
    my @cos = map { cos(2 * PI * $_ / $n) } 0 .. $n - 1;
    my @sin = map { sin(2 * PI * $_ / $n) } 0 .. $n - 1;

    # For each m2 and k the coordinates of the entry, the real and the imaginary part: the place,
    # and the sign of the real part; on the diagonal the real part is 0.
    my @entry;
    for my $m2 (0 .. $K) {
        for my $k (0 .. $n - 1) {
            my $j = ($k + $m2) % $n;
            push @{ $entry[$m2] },
                $j == $k ? [undef, $k, 0]
                : $j > $k ? [su_index($n, $k, $j), su_index($n, $k, $j) + 1, 1]
                :           [su_index($n, $j, $k), su_index($n, $j, $k) + 1, -1];
        }
    }
    my $Xi = sub {
        my ($x, $dw) = @_;
        my @xi;
        for my $m2 (0 .. $K) {
            my @c = map { [$_->[2] ? $_->[2] * $x->[$_->[0]] : 0, $x->[$_->[1]]] }
                @{ $entry[$m2] };
            my (@re, @im);                      # of the extended diagonal of Xi
            for my $m1 (-$K .. $K) {
                next if $m1 == 0 && $m2 == 0;
                my ($tr, $ti) = (0, 0);         # Tr(T_m^* X)
                my @phase = map { ($m1 * ($m2 + 2 * $_)) % $n } 0 .. $n - 1;
                for my $k (0 .. $n - 1) {
                    my ($c, $s) = ($cos[$phase[$k]], $sin[$phase[$k]]);
                    $tr += $c * $c[$k][0] + $s * $c[$k][1];
                    $ti += $c * $c[$k][1] - $s * $c[$k][0];
                }
                # omega_m = -(i/N) (tr + i ti) = (ti - i tr)/N
                my $factor = -$two_epsilon * ($m1 * $m1 + $m2 * $m2) * $n;
                my ($gr, $gi) = ($h * $ti / $factor, -$h * $tr / $factor);
                for my $k (0 .. $#noise) {
                    my ($a, $b) = @{ $noise[$k] };
                    my $push = $p->{amp}[0] * $dw->[$k] / $two_epsilon;
                    $gr -= $push if $a == $m1 && $b == $m2;
                    $gr -= $push if -$a == $m1 && -$b == $m2;
                }
                for my $k (0 .. $n - 1) {       # add i g T_m
                    my ($c, $s) = ($cos[$phase[$k]], $sin[$phase[$k]]);
                    $re[$k] -= $gr * $s + $gi * $c;
                    $im[$k] += $gr * $c - $gi * $s;
                }
            }
            for my $k (0 .. $n - 1) {
                my ($place, $other, $sign) = @{ $entry[$m2][$k] };
                $xi[$place] = $sign * $re[$k] if $sign;
                $xi[$other] = $im[$k];
            }
        }
        return \@xi;
    };
    # exp(P) X exp(-P), P = i (z T_m + conj(z) T_-m).  T_m^j = T_jm has the period N, so that
    # exp(P) - I = sum_j c_j T_jm with c_j = (1/N) sum_r (exp(i t_r) - 1) l_r^-j, where l_r are the
    # N-th roots of unity and t_r = 2 Re(z l_r).
    my $turned = sub {
        my ($algebra, $x, $m1, $m2, $zr, $zi) = @_;
        my ($R, $S) = (zeros($n), zeros($n));
        my @t = map { 2 * ($zr * $cos[$_] - $zi * $sin[$_]) } 0 .. $n - 1;
        my @gr = map { -2 * sin($_ / 2)**2 / $n } @t;
        my @gi = map { sin($_) / $n } @t;
        for my $j (0 .. $n - 1) {
            my ($cr, $ci) = (0, 0);
            for my $r (0 .. $n - 1) {
                my ($c, $s) = ($cos[$j * $r % $n], -$sin[$j * $r % $n]);
                $cr += $gr[$r] * $c - $gi[$r] * $s;
                $ci += $gr[$r] * $s + $gi[$r] * $c;
            }
            for my $k (0 .. $n - 1) {
                my $phase = ($j * $m1 * ($j * $m2 + 2 * $k)) % $n;
                my ($to, $c, $s) = (($k + $j * $m2) % $n, $cos[$phase], $sin[$phase]);
                $R->[$k][$to] += $cr * $c - $ci * $s;
                $S->[$k][$to] += $cr * $s + $ci * $c;
            }
        }
        my $V = [$R, $S];
        return $algebra->{from}->(conjugated($V, $algebra->{to}->($x), adjoint($V)));
    };
    my ($algebra, @factors) = su_n($n);
    for my $m1 (0 .. $K) {
        for my $m2 ($m1 ? -$K .. $K : 1 .. $K) {
            push @factors, sub {
                my ($x, undef, $w) = @_;
                my ($tr, $ti) = (0, 0);         # Tr(T_m^* X)
                my ($R, $S) = @{ $algebra->{to}->($x) };
                for my $k (0 .. $n - 1) {
                    my ($j, $phase) = (($k + $m2) % $n, ($m1 * ($m2 + 2 * $k)) % $n);
                    $tr += $cos[$phase] * $R->[$k][$j] + $sin[$phase] * $S->[$k][$j];
                    $ti += $cos[$phase] * $S->[$k][$j] - $sin[$phase] * $R->[$k][$j];
                }
                my $rate = $w * $h / $two_epsilon / ($m1 * $m1 + $m2 * $m2) / $n;
                return $turned->($algebra, $x, $m1, $m2, $rate * $ti, -$rate * $tr);
            };
        }
    }
    for my $k (0 .. $#noise) {
        push @factors, sub {
            my $push = $_[2] * $p->{amp}[0] * $_[1]->[$k] / $two_epsilon;
            return $turned->($algebra, $_[0], @{ $noise[$k] }, $push, 0);
        };
    }
    return {
        algebra => $algebra, d => $n * $n, M => scalar @noise, Xi => $Xi, factors => \@factors
    };
};

# systems: heavy-top
$system{'heavy-top'} = sub {
    my ($p) = @_;
    my ($h, $I, $chi) = ($p->{h}[0], required($p, 'inertia'), required($p, 'chi'));
    my @noise = @{ $p->{noise} || [] };
    die "unsupported\n" unless @$I == 3 && @$chi == 3 && @noise % 7 == 0;
    my $M = @noise / 7;
    my $Xi = sub {
        my ($x, $dw) = @_;
        my @omega = map { $h * $x->[$_] / $I->[$_] } 0 .. 2;
        my @u = map { $h * $chi->[$_] } 0 .. 2;
        for my $k (0 .. $M - 1) {
            my @n = @noise[7 * $k .. 7 * $k + 6];
            for (0 .. 2) {
                $omega[$_] += $dw->[$k] * ($n[$_] + 2 * $n[6] * $x->[$_]);
                $u[$_] += $dw->[$k] * $n[3 + $_];
            }
        }
        return [@omega, @u];
    };
    my @factors;
    for my $k (0 .. 2) {
        push @factors, sub {
            my ($x, undef, $w) = @_;
            my $t = $w * $h / $I->[$k] * $x->[$k];
            return axis_turn($k, sub { $t }, $x);
        };
    }
    push @factors, sub { se3_E([0, 0, 0, @{ scaled($_[2] * $h, $chi) }], $_[0]) };
    for my $k (0 .. $M - 1) {
        my @n = @noise[7 * $k .. 7 * $k + 6];
        if ($n[6]) {                            # Gamma alone turned by 2 c dW Pi
            die "unsupported\n" if $p->{splits} && grep { $_ } @n[3 .. 5];
            push @factors, sub {
                my ($pi, $gamma) = halves($_[0]);
                return [@$pi, @{ so3_E(scaled(2 * $_[2] * $n[6] * $_[1]->[$k], $pi), $gamma) }];
            };
        }
        push @factors, sub { se3_E(scaled($_[2] * $_[1]->[$k], [@n[0 .. 5]]), $_[0]) };
    }
    return { algebra => $se3, d => 6, M => $M, Xi => $Xi, factors => \@factors };
};

# systems: symplectic, the pairing: 1 on the diagonals of b and c, else 2
sub sp_weights {
    my $m = $_[0] / 2;
    my @triangle = map { my $i = $_; map { $_ == $i ? 1 : 2 } $i .. $m - 1 } 0 .. $m - 1;
    return ((2) x ($m * $m), @triangle, @triangle);
}

# systems: symplectic
$system{'symplectic'} = sub {
    my ($p) = @_;
    my ($h, $n, @upper) = ($p->{h}[0], required($p, 'n')->[0], @{ required($p, 'quadratic') });
    my ($d, @noise) = ($n * ($n + 1) / 2, @{ $p->{noise} || [] });
    die "unsupported\n" unless @upper == $d * ($d + 1) / 2 && @noise % $d == 0;
    my @Q;
    for my $i (0 .. $d - 1) { $Q[$i][$_] = $Q[$_][$i] = shift @upper for $i .. $d - 1 }
    my @weight = sp_weights($n);
    my $Xi = sub {
        my ($x, $dw) = @_;
        my @xi = map { $h * dot($_, $x) } @Q;
        for my $k (0 .. @noise / $d - 1) {
            $xi[$_] += $dw->[$k] * $noise[$d * $k + $_] for 0 .. $d - 1;
        }
        return [map { $xi[$_] / $weight[$_] } 0 .. $d - 1];
    };
    return { algebra => sp_n($n), d => $d, M => @noise / $d, Xi => $Xi };
};

# systems: canonical
$system{'canonical'} = sub {
    my ($p) = @_;
    my ($h, $beta, $gamma, $model) = ($p->{h}[0], $p->{beta}, $p->{gamma}, required($p, 'model'));
    die "unsupported\n" unless $model eq 'pendulum' || ($model eq 'kubo' && !$gamma);
    my $Xi = sub {
        my ($x, $dw) = @_;
        my $b = $beta ? $beta->[0] * $dw->[0] : 0;
        my $g = $gamma ? $gamma->[0] * $dw->[$beta ? 1 : 0] : 0;
        return scaled($h + $b, $x) if $model eq 'kubo';
        return [$h * sin($x->[0]) + $b * cos($x->[0]), $h * $x->[1] + $g];
    };
    my $part = sub {                            # x moved by the generator $xi->($x, $dw), once w
        my ($xi) = @_;
        return sub { my ($x, $dw, $w) = @_; plus($x, $w, plane_ad($xi->($x, $dw))) };
    };
    my @factors = ($part->(sub { [0, $h * $_[0][1]] }), $part->(sub { [$h * sin($_[0][0]), 0] }));
    push @factors, $part->(sub { [$beta->[0] * $_[1][0] * cos($_[0][0]), 0] }) if $beta;
    push @factors, $part->(sub { [0, $gamma->[0] * $_[1][$beta ? 1 : 0]] }) if $gamma;
    @factors = sub {
        my ($x, $dw, $w) = @_;
        return [plane_turn($w * ($h + ($beta ? $beta->[0] * $dw->[0] : 0)), @$x)];
    } if $model eq 'kubo';
    return {
        algebra => $plane, d => 2, M => ($beta ? 1 : 0) + ($gamma ? 1 : 0), Xi => $Xi,
        factors => \@factors
    };
};

# systems: polynomial.  $weight->($i) is the weight of coordinate i, from 0.
sub polynomial {
    my ($algebra, $d, $weight, $p) = @_;
    my ($M, @terms) = $p->{noises} ? $p->{noises}[0] : 0;
    for (split /,/, required($p, 'terms')) {    # k:c:i.j...
        my ($k, $c, $at) = split /:/;
        push @terms, [$k, number($c), map { $_ - 1 } split /\./, $at];
        $M = $k if $k > $M;
    }
    my $Xi = sub {
        my ($x, $dw) = @_;
        my @xi = (0) x $d;
        for (@terms) {
            my ($k, $c, @at) = @$_;
            for my $j (0 .. $#at) {             # the derivative by the factor at place j
                my $part = ($k ? $dw->[$k - 1] : $p->{h}[0]) * $c;
                $part *= $x->[$at[$_]] for grep { $_ != $j } 0 .. $#at;
                $xi[$at[$j]] += $part;
            }
        }
        return [map { $xi[$_] / $weight->($_) } 0 .. $d - 1];
    };
    return { algebra => $algebra, d => $d, M => $M, Xi => $Xi };
}

# A system for each algebra: the one whose section has the algebra, and what makes it
my %like;
sub one { 1 }
for (
    [so3 => 'rigid-body', sub { polynomial($so3, 3, \&one, @_) }],
    [se3 => 'heavy-top', sub { polynomial($se3, 6, \&one, @_) }],
    [plane => 'canonical', sub { polynomial($plane, 2, \&one, @_) }],
    [su2 => 'spins', sub {
        my ($n, $w) = (required($_[0], 'size')->[0], $_[0]{weights});
        return polynomial($su2n, 3 * $n, sub { $w ? $w->[$_[0] / 3] : 1 }, @_);
    }],
    [so => 'rigid-body-n', sub {
        my $n = required($_[0], 'size')->[0];
        return polynomial(so_n($n), $n * ($n - 1) / 2, \&one, @_);
    }],
    [su => 'zeitlin-sphere', sub {
        my $n = required($_[0], 'size')->[0];
        return polynomial(su_n($n), $n * $n, sub { $_[0] < $n ? 1 : 2 }, @_);
    }],
    [sp => 'symplectic', sub {
        my $n = required($_[0], 'size')->[0];
        my @weight = sp_weights($n);
        return polynomial(sp_n($n), $n * ($n + 1) / 2, sub { $weight[$_[0]] }, @_);
    }],
) {
    my ($word, $system, $make) = @$_;
    $system{"polynomial-$word"} = $make;
    $like{"polynomial-$word"} = $system;
}

# ---------------------------------------------------------------------------------------------
# ports: When to stop.  The limit of z, T(z), T(T(z)), ...; $size is that of a move.

sub settle {
    my ($T, $z, $size, $rows) = @_;
    my ($best, $least, $since, $half) = (undef, INF, 0, 0);
    for (1 .. 8000) {
        my $next = $T->($z);
        my $move = norm(plus($next, -1, $z));
        die "no-convergence\n" unless $move < INF;
        return $next if $move <= 4 * U * $size;
        $next = plus($z, 0.5, plus($next, -1, $z)) if $half;
        if ($move < $least) { ($best, $least, $since) = ($next, $move, 0) }
        else { $since++ }
        $z = $next;
        next if $since < 100;
        return $best if $least <= (4 * $rows + 4) * U * $size;
        if (!$half) { ($half, $since, $z) = (1, 0, $best) }
        die "no-convergence\n" if $since >= 1000;
    }
    die "no-convergence\n";
}

# The stage of a rule whose stage is a state: T begun at x.
sub stage {
    my ($algebra, $x, $Xi, $T) = @_;
    my $size = norm($x);
    $size += norm($Xi->($x)) if $algebra->{plane};
    return settle($T, $x, $size, $algebra->{rows});
}

# ---------------------------------------------------------------------------------------------
# Schemes.  Each takes the algebra, the state x at the beginning of the step, and Xi, now a function
# of the state alone, and gives the state y at its end.

my %scheme;

# schemes: implicit-midpoint
$scheme{'implicit-midpoint'} = sub {
    my ($g, $x, $Xi) = @_;
    my $T = sub { my ($z) = @_; plus($x, 0.5, $g->{ad}->($Xi->($z), $z)) };
    my $z = stage($g, $x, $Xi, $T);
    return plus($x, 1, $g->{ad}->($Xi->($z), $z));
};

# schemes: midpoint
$scheme{'midpoint'} = $scheme{'implicit-midpoint'};

# schemes: trapezoidal
$scheme{'trapezoidal'} = sub {
    my ($g, $x, $Xi) = @_;
    my $field = $g->{ad}->($Xi->($x), $x);
    my $T = sub {
        my ($z) = @_;
        return plus($x, 0.5, plus($field, 1, $g->{ad}->($Xi->($z), $z)));
    };
    return stage($g, $x, $Xi, $T);
};

# schemes: heun, heun-projected, euler
$scheme{'euler'} = sub {
    my ($g, $x, $Xi) = @_;
    return plus($x, 1, $g->{ad}->($Xi->($x), $x));
};

sub heun {
    my ($N, $g, $x, $Xi) = @_;
    my $field = sub { my ($z) = @_; $g->{ad}->($Xi->($z), $z) };
    my $first = $field->($x);
    my $p     = $N->($x, plus($x, 1, $first));
    return $N->($x, plus($x, 0.5, plus($first, 1, $field->($p))));
}
$scheme{'heun'} = sub { heun(sub { $_[1] }, @_) };

# "N gives each vector of w the length that it has in x"
sub lengths_of {
    my ($x, $w) = @_;
    my @y;
    for my $i (map { 3 * $_ } 0 .. $#$x / 3) {
        my ($from, $to) = map { [@$_[$i .. $i + 2]] } $x, $w;
        my $length = norm($from);
        push @y, @{ $length ? scaled($length / (norm($to) || die "domain\n"), $to) : $to };
    }
    return \@y;
}
$scheme{'heun-projected'} = sub { heun(\&lengths_of, @_) };

# schemes: spherical-midpoint
$scheme{'spherical-midpoint'} = sub {
    my ($g, $x, $Xi) = @_;
    my $T = sub { my ($z) = @_; lengths_of($x, plus($x, 0.5, $g->{ad}->($Xi->($z), $z))) };
    my $m = stage($g, $x, $Xi, $T);
    return plus($x, 1, $g->{ad}->($Xi->($m), $m));
};

# schemes: sib, depondt.  "each vector by its part of xi"
sub turned {
    my ($A, $xi, $x) = @_;
    return [map { my $i = 3 * $_; @{ $A->([@$xi[$i .. $i + 2]], [@$x[$i .. $i + 2]]) } }
            0 .. $#$x / 3];
}
$scheme{'sib'} = sub {
    my ($g, $x, $Xi) = @_;
    my $p = turned(\&so3_C, $Xi->($x), $x);
    return turned(\&so3_C, $Xi->(scaled(0.5, plus($x, 1, $p))), $x);
};
$scheme{'depondt'} = sub {
    my ($g, $x, $Xi) = @_;
    my $first = $Xi->($x);
    my $p     = turned(\&so3_E, $first, $x);
    return turned(\&so3_E, scaled(0.5, plus($first, 1, $Xi->($p))), $x);
};

# schemes: isospectral-midpoint
$scheme{'isospectral-midpoint'} = sub {
    my ($g, $x, $Xi) = @_;
    my $z = stage($g, $x, $Xi, sub { my ($z) = @_; plus($x, -1, $g->{D_less_1}->($Xi->($z), $z)) });
    return plus($x, 1, $g->{ad}->($Xi->($z), $z));
};

# schemes: canonical-midpoint
$scheme{'canonical-midpoint'} = sub {
    my ($g, $x, $Xi) = @_;
    my $z = stage($g, $x, $Xi, sub { my ($z) = @_; $g->{inverse_D}->($Xi->($z), $x) });
    return plus($x, 1, $g->{ad}->($Xi->($z), $z));
};

# schemes: tmk
$scheme{'tmk'} = sub {
    my ($g, $x, $Xi) = @_;
    my $T = sub { my ($z) = @_; $g->{E}->($Xi->(scaled(0.5, plus($x, 1, $z))), $x) };
    return stage($g, $x, $Xi, $T);
};

# schemes: rkmk.  Order, a_ij row by row, b_j.
my $r = sqrt(3) / 6;
my %tableau = (
    euler    => [1, [[0]],                                       [1]],
    heun     => [2, [[0, 0], [1, 0]],                            [0.5, 0.5]],
    midpoint => [2, [[0.5]],                                     [1]],
    gauss4   => [4, [[0.25, 0.25 - $r], [0.25 + $r, 0.25]],      [0.5, 0.5]],
    rk4      => [4, [[0, 0, 0, 0], [0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1, 0]],
        [1 / 6, 1 / 3, 1 / 3, 1 / 6]],
);

# The sum of $weights->[j] K_j over the K_j there are
sub weighted {
    my ($weights, $K) = @_;
    my $sum = scaled($weights->[0], $K->[0]);
    $sum = plus($sum, $weights->[$_], $K->[$_]) for 1 .. $#$K;
    return $sum;
}

sub B_exp {
    my ($g, $theta, $eta) = @_;
    my $once = $g->{bracket}->($theta, $eta);
    my $twice = $g->{bracket}->($theta, $once);
    return [map { $eta->[$_] + (0.5 * $once->[$_] + $twice->[$_] / 12) } 0 .. $#$eta];
}

sub rkmk {
    my ($order, $a, $b, $retraction, $g, $x, $Xi) = @_;
    my $cay = $retraction eq 'cay';
    my $A = $g->{ $cay ? 'C' : 'E' };
    my $K = sub {
        my ($theta) = @_;
        my $eta = $Xi->($A->($theta, $x));
        return $g->{B_cay}->($theta, $eta) if $cay;
        return $order == 4 ? B_exp($g, $theta, $eta) : $eta;
    };
    my $s = @$b;
    my @K;
    if ($a->[0][0] == 0) {                      # explicit
        push @K, $_ ? $K->(weighted($a->[$_], \@K)) : $Xi->($x) for 0 .. $s - 1;
        return $A->(weighted($b, \@K), $x);
    }
    my $d = @$x;
    my $all = sub {                             # K(theta_1), ..., K(theta_s)
        my ($z) = @_;
        return map { $K->([@$z[$d * $_ .. $d * $_ + $d - 1]]) } 0 .. $s - 1;
    };
    my $T = sub { my @K = $all->($_[0]); return [map { @{ weighted($_, \@K) } } @$a] };
    my $size = $g->{plane} ? norm($x) + norm($Xi->($x)) : 1;
    my $z = settle($T, [(0) x ($s * $d)], $size, $g->{rows});
    return $A->(weighted($b, [$all->($z)]), $x);
}

for my $name (keys %tableau) {
    for my $retraction ('exp', 'cay') {
        my @rule = (@{ $tableau{$name} }, $retraction);
        $scheme{"rkmk-$name-$retraction"} = sub { rkmk(@rule, @_) };
    }
}

# schemes: isospectral-gauss4
$scheme{'isospectral-gauss4'} = sub {
    my ($g, $x, $Xi) = @_;
    my (undef, $a, $b) = @{ $tableau{gauss4} };
    my $d = @$x;
    my $T = sub {
        my @xi = map { $Xi->([@{ $_[0] }[$d * $_ .. $d * $_ + $d - 1]]) } 0, 1;
        return [map { @$_ } $g->{gauss}->($a, @xi, $x)];
    };
    my $z = settle($T, [@$x, @$x], norm($x), $g->{rows});
    my @stages = map { [@$z[$d * $_ .. $d * $_ + $d - 1]] } 0, 1;
    return plus($x, 1, weighted($b, [map { $g->{ad}->($Xi->($_), $_) } @stages]));
};

# schemes: variational.  R and A of so(3) for the heavy top, of the algebra for the others.
sub variational {
    my ($R, $A, $g, $x, $Xi) = @_;
    my $T = sub {
        my ($z) = @_;
        my $xi = scaled(0.5, $Xi->($z));
        return scaled(0.5, $R->($xi, plus($x, 1, $A->($xi, $x))));
    };
    my $xi = scaled(0.5, $Xi->(stage($g, $x, $Xi, $T)));
    return $A->($xi, $A->($xi, $x));
}

# "On the heavy top"
sub variational_top {
    my ($R, $A, $g, $x, $Xi) = @_;
    my ($pi, $gamma) = halves($x);
    my $middle = sub {
        my ($omega, $u) = halves($Xi->($_[0]));
        my $xi = scaled(0.5, $omega);
        my $gamma1 = $A->($xi, $gamma);
        return ($xi, plus($A->($xi, $pi), 1, cross($gamma1, $u)), $gamma1);
    };
    my $T = sub {
        my ($xi, $pi1, $gamma1) = $middle->($_[0]);
        return [@{ scaled(0.5, $R->($xi, plus($pi, 1, $pi1))) }, @$gamma1];
    };
    my ($xi, $pi1, $gamma1) = $middle->(stage($g, $x, $Xi, $T));
    return [@{ $A->($xi, $pi1) }, @{ $A->($xi, $gamma1) }];
}

my %variational = (
    'variational-cayley'         => ['inverse_D', 'C', \&so3_inverse_D,         \&so3_C],
    'variational-exp'            => ['M',         'E', \&so3_M,                 \&so3_E],
    'variational-cayley-printed' => [undef,       'C', \&so3_inverse_D_printed, \&so3_C],
);
for my $name (keys %variational) {
    my ($R, $A, $so3_R, $so3_A) = @{ $variational{$name} };
    $scheme{$name} = sub {
        my ($g) = @_;
        return variational_top($so3_R, $so3_A, @_) if $g == $se3;
        return variational($R ? $g->{$R} : $so3_R, $g->{$A}, @_);
    };
}

# schemes: splitting
$scheme{'splitting-lie'} = sub {
    my (undef, $x, undef, $factors, $dw) = @_;
    $x = $_->($x, $dw, 1) for @$factors;
    return $x;
};
$scheme{'splitting-strang'} = sub {
    my (undef, $x, undef, $factors, $dw) = @_;
    $x = $_->($x, $dw, 0.5) for @$factors, reverse @$factors;
    return $x;
};

# Which pairs there are.  schemes: the table at the beginning
sub exists_pair {
    my ($system, $scheme) = @_;
    return 0 unless $system{$system} && $scheme{$scheme};
    return 0 if $like{$system} && $scheme =~ /^splitting/;
    $system = $like{$system} || $system;
    my ($canonical, $top) = ($system eq 'canonical', $system eq 'heavy-top');
    return $canonical if $scheme eq 'midpoint';
    return $scheme =~ /^(isospectral-midpoint|implicit-midpoint|trapezoidal|heun|euler)$/
        if $system eq 'mhd-sphere';
    return !$canonical if $scheme =~ /-cay$/;
    return !$canonical if $scheme eq 'isospectral-midpoint';
    return !$canonical && !$top if $scheme =~ /^(canonical-midpoint|isospectral-gauss4)$/;
    return $system =~ /^(rigid-body|point-vortices|spins)$/
        if $scheme =~ /^(heun-projected|spherical-midpoint|sib|depondt)$/;
    return $system !~ /^(zeitlin-sphere|symplectic)$/ if $scheme =~ /^splitting/;
    return $top || $system eq 'rigid-body' if $scheme eq 'variational-cayley-printed';
    return $system =~ /^(rigid-body|rigid-body-n|zeitlin-sphere|sine-euler|heavy-top)$/
        if $scheme =~ /^variational/;
    return 1;
}

# ---------------------------------------------------------------------------------------------
# ports: The protocol

# A decimal or a C hex float
sub number {
    my ($text) = @_;
    my ($value, $left) = POSIX::strtod($text);
    die "unsupported\n" if $left || $text eq '' || !(abs($value) < INF);
    return $value;
}

# Polynomials are a system for each algebra
sub system_of {
    my ($case) = @_;
    return join '-', map { $_ // () } @$case{qw(system algebra)};
}

# The states after every step of a case, as one list
sub states {
    my ($case) = @_;
    die "unsupported\n" if exists $case->{area}; # Levy areas: no brackets of noises here
    my %p = map { $_ => $case->{$_} } qw(model modes bonds terms);
    $p{splits} = $case->{scheme} =~ /^splitting/;
    for my $key (grep { !/^(id|system|algebra|scheme|model|modes|bonds|terms|steps)$/ } keys %$case) {
        $p{$key} = [map { number($_) } split /,/, $case->{$key}];
    }
    my ($x, undef, $steps) = (required(\%p, 'x'), required(\%p, 'h'), $case->{steps} || 0);
    my $system = $system{ system_of($case) }->(\%p);
    my ($step, $M) = ($scheme{ $case->{scheme} }, $system->{M});
    my @dw = @{ $p{dw} || [] };
    die "unsupported\n" unless @$x == $system->{d} && @dw == $M * $steps;
    my @y;
    for my $n (0 .. $steps - 1) {
        my $dw = [@dw[$M * $n .. $M * $n + $M - 1]];
        my $Xi = sub { $system->{Xi}->($_[0], $dw) };
        $x = $step->($system->{algebra}, $x, $Xi, $system->{factors}, $dw);
        die "domain\n" unless norm($x) < INF;
        push @y, @$x;
    }
    return \@y;
}

sub answer {
    my ($case) = @_;
    return 'error=unsupported' unless exists_pair(system_of($case), $case->{scheme});
    my $y = eval { states($case) };
    return 'y=' . join ',', map { sprintf '%.17g', $_ } @$y if $y;
    return "error=$1" if $@ =~ /^(unsupported|domain|no-convergence)$/;
    die $@;
}

# One operation, for `slp environment`: how this machine rounds
sub operation {
    my ($op, @x) = @_;
    my $sum = 0;
    if ($op eq 'dot') {
        $sum += $x[2 * $_] * $x[2 * $_ + 1] for 0 .. $#x / 2;
        return $sum;
    }
    if ($op eq 'sum') {
        $sum += $_ for @x;
        return $sum;
    }
    return $x[0] + $x[1]           if $op eq 'add';
    return ($x[0] + $x[1]) + $x[2] if $op eq 'add-add';
    return $x[0] * $x[1]           if $op eq 'multiply';
    return $x[0] / $x[1]           if $op eq 'divide';
    return sqrt $x[0]              if $op eq 'sqrt';
    return $x[0] * $x[1] + $x[2]   if $op eq 'multiply-add';
    return;
}

while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^environment /) {
        my %asked = map { split /=/, $_, 2 } grep { /=/ } split / /, $line;
        my $y = operation($asked{op}, map { number($_) } split /,/, $asked{x});
        printf "result id=$asked{id} %s\n",
            defined $y ? sprintf('y=%.17g', $y) : 'error=unsupported';
    }
    if ($line eq 'list') {
        for my $system (sort keys %system) {
            print map { "pair system=$system scheme=$_\n" }
                grep { exists_pair($system, $_) } sort keys %scheme;
        }
        print "end\n";
    }
    next unless $line =~ /^case /;
    my %case = map { split /=/, $_, 2 } grep { /=/ } split / /, $line;
    print "$line\n", "result id=$case{id} ", answer(\%case), "\n";
}
