/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The Casimirs of each algebra.  Tested by tests/ref/test_ref_casimir_names.c and the tests of the
 * systems. */
#include "ref/system/casimirs.h"
#include "ref/matrix/matrix.h"
#include "ref/system/zeitlin.h"

void ref_so3_casimir_name(char name[32], const ref_system *sys, slong i)
{
    (void)sys;
    (void)i;
    snprintf(name, 32, "|x|^2");
}

void ref_su2n_casimir_name(char name[32], const ref_system *sys, slong i)
{
    (void)sys;
    snprintf(name, 32, "|x_%ld|^2", (long)i + 1);
}

/* |v|^2 of three numbers; values may be one of them */
static void square(arb_t value, arb_srcptr v, slong prec)
{
    REF_LOCAL(arb, sum, term);
    for (int k = 0; k < 3; k++) {
        arb_sqr(term, v + k, prec);
        arb_add(sum, sum, term, prec);
    }
    arb_swap(value, sum);
}

void ref_vector_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    for (slong i = 0; i < sys->algebra.d / 3; i++) square(values + i, x + 3 * i, prec);
}

void ref_se3_casimir_name(char name[32], const ref_system *sys, slong i)
{
    (void)sys;
    snprintf(name, 32, "%s", i == 0 ? "Pi.Gamma" : "|Gamma|^2");
}

void ref_se3_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    (void)sys;
    REF_LOCAL(arb, level);
    arb_dot(level, NULL, 0, x, 1, x + 3, 1, 3, prec);
    square(values + 1, x + 3, prec);
    arb_swap(values, level);
}

/* Whether Casimir number i is the Pfaffian: the last, for even n */
static bool is_pfaffian(const ref_system *sys, slong i)
{
    return 2 * (i + 1) == sys->algebra.n;
}

void ref_son_casimir_name(char name[32], const ref_system *sys, slong i)
{
    if (is_pfaffian(sys, i))
        snprintf(name, 32, "Pf X");
    else
        snprintf(name, 32, "Tr X^%ld", 2 * ((long)i + 1));
}

void ref_son_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    slong count = sys->casimir_count;
    bool pfaffian = is_pfaffian(sys, count - 1);
    ref_even_traces(values, &sys->algebra, x, count - pfaffian, prec);
    if (pfaffian) ref_pfaffian(values + count - 1, &sys->algebra, x, prec);
}

void ref_sun_casimir_name(char name[32], const ref_system *sys, slong i)
{
    (void)sys;
    snprintf(name, 32, "Tr (-iX)^%ld", (long)(i + 2));
}

void ref_sun_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    ref_power_traces(values, &sys->algebra, x, prec);
}

void ref_sp_casimir_name(char name[32], const ref_system *sys, slong i)
{
    (void)sys;
    snprintf(name, 32, "Tr X^%ld", 2 * ((long)i + 1));
}

void ref_sp_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    ref_even_traces(values, &sys->algebra, x, sys->casimir_count, prec);
}

ref_casimirs_of_kind ref_casimirs_on(slp_algebra kind, const ref_algebra *algebra)
{
    switch (kind) {
    case SLP_SO3:
        return (ref_casimirs_of_kind){1, ref_so3_casimir_name, ref_vector_casimirs};
    case SLP_SU2N:
        return (ref_casimirs_of_kind){algebra->d / 3, ref_su2n_casimir_name, ref_vector_casimirs};
    case SLP_SE3:
        return (ref_casimirs_of_kind){2, ref_se3_casimir_name, ref_se3_casimirs};
    case SLP_SON:
        return (ref_casimirs_of_kind){algebra->n / 2, ref_son_casimir_name, ref_son_casimirs};
    case SLP_SUN:
        return (ref_casimirs_of_kind){algebra->n - 1, ref_sun_casimir_name, ref_sun_casimirs};
    case SLP_SP:
        return (ref_casimirs_of_kind){algebra->n / 2, ref_sp_casimir_name, ref_sp_casimirs};
    case SLP_VECTOR:
    case SLP_SUN_DUAL: /* no kind that programs or cases give Hamiltonians on */
        break;
    }
    return (ref_casimirs_of_kind){0, ref_so3_casimir_name, ref_vector_casimirs};
}
