/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A user's system in the reference: the algebra from the contract, the Hamiltonians from functions
 * on balls that a program gives.  With w the weights of the pairing and f_0 = h, f_k = dW_k,
 *     Xi_i(x) = sum_k f_k dH_k/dx_i / w_i,      dXi_i = sum_k f_k (d^2 H_k v)_i / w_i.
 *
 * A Lipschitz constant of Xi in the algebra's norm |x|^2 = sum_i s_i x_i^2 on the ball of radius R
 * around x: the mean value theorem bounds it by the largest |S A S^-1|_2, A = DXi(y), S = diag(sqrt
 * s_i), for y in the box of all coordinates within R, since the norm dominates every coordinate and
 * the box is convex.  With entries bounded over the box, |B|_2 is at most sqrt(|B|_1 |B|_inf) and
 * at most |B|_F.  Tested by tests/ref/test_ref_user_system.c. */
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/case/user_system.h"
#include "ref/system/given_algebra.h"

#include <stdlib.h>
#include <string.h>

enum { BOUND_PREC = 64 };

typedef struct given {
    ref_functions functions;
    slp_algebra kind;
    double *gamma; /* of su(2)^n: the algebra refers to it */
} given;

/* h, dW, then 2 d + 1 numbers of scratch are no part of the pack: they are made at each call */
static void given_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                         slong prec)
{
    (void)prec;
    arb_set(pack, h);
    for (slong k = 0; k < sys->M; k++) arb_set(pack + 1 + k, dW + k);
}

/* sum_k f_k g_k, each g_k the gradient, or its derivative along v if v is given */
static void add_up(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x, arb_srcptr v,
                   slong prec)
{
    const given *own = sys->own;
    const slong d = sys->algebra.d;
    REF_LOCAL_VEC(arb, d, g);
    _arb_vec_zero(xi, d);
    for (slong k = 0; k <= sys->M; k++) {
        if (arb_is_zero(pack + k)) continue;
        for (slong i = 0; i < d; i++) arb_indeterminate(g + i);
        if (v)
            own->functions.hessian(g, k, x, v, prec, own->functions.user);
        else
            own->functions.gradient(g, k, x, prec, own->functions.user);
        for (slong i = 0; i < d; i++) arb_addmul(xi + i, pack + k, g + i, prec);
    }
    for (slong i = 0; i < d; i++)
        ref_divide_by_weight(xi + i, &sys->algebra, own->kind, own->gamma, i, prec);
}

static void given_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                            slong prec)
{
    add_up(xi, sys, pack, x, NULL, prec);
}

static void given_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                          arb_srcptr dx, slong prec)
{
    add_up(dxi, sys, pack, x, dx, prec);
}

/* ratio >= sqrt(s_i / s_j), s the weights of the algebra's norm */
static void norm_ratio(mag_t ratio, const ref_system *sys, slong i, slong j)
{
    const given *own = sys->own;
    mag_set_ui(ratio, ref_norm_weight(&sys->algebra, own->kind, i));
    mag_div_ui(ratio, ratio, ref_norm_weight(&sys->algebra, own->kind, j));
    mag_sqrt(ratio, ratio);
}

static void given_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                            const mag_t R)
{
    const slong d = sys->algebra.d;
    REF_LOCAL_VEC(arb, 3 * d, box);
    arb_ptr unit = box + d, column = unit + d;
    REF_LOCAL_VEC(mag, d, row);
    REF_LOCAL(mag, entry, ratio, sum, square, most_column, most_row);
    for (slong i = 0; i < d; i++) {
        arb_set(box + i, x + i);
        arb_add_error_mag(box + i, R);
    }
    for (slong j = 0; j < d; j++) {
        arb_one(unit + j);
        add_up(column, sys, pack, box, unit, BOUND_PREC);
        arb_zero(unit + j);
        mag_zero(sum);
        for (slong i = 0; i < d; i++) {
            arb_get_mag(entry, column + i);
            norm_ratio(ratio, sys, i, j);
            mag_mul(entry, entry, ratio);
            mag_add(sum, sum, entry);
            mag_add(row + i, row + i, entry);
            mag_addmul(square, entry, entry);
        }
        mag_max(most_column, most_column, sum);
    }
    for (slong i = 0; i < d; i++) mag_max(most_row, most_row, row + i);
    mag_mul(lip, most_column, most_row);
    mag_min(lip, lip, square);
    mag_sqrt(lip, lip);
}

static void given_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    const given *own = sys->own;
    REF_LOCAL(arb, value);
    arb_indeterminate(value);
    if (own->functions.energy) own->functions.energy(value, x, prec, own->functions.user);
    arb_swap(energy, value);
}

static void given_casimir_name(char name[32], const ref_system *sys, slong i)
{
    (void)sys;
    snprintf(name, 32, "C%ld", (long)i + 1);
}

static void given_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    const given *own = sys->own;
    if (sys->casimir_count) own->functions.casimirs(values, x, prec, own->functions.user);
}

static void given_clear(ref_system *sys)
{
    given *own = sys->own;
    if (own) free(own->gamma);
    free(own);
}

static const ref_system_table functions_table = {
    .name = "a user's system",
    .freeze = given_freeze,
    .generator = given_generator,
    .generator_tangent = given_tangent,
    .generator_lipschitz = given_lipschitz,
    .energy = given_energy,
    .casimir_name = given_casimir_name,
    .casimirs = given_casimirs,
    .clear = given_clear,
};

static slp_status refuse(slp_error *err, const char *field, const char *remedy)
{
    return slp_error_set(err, 0, NULL, field, "%s", remedy);
}

slp_status ref_system_from_functions(ref_system **sys, const slp_system *system,
                                     const ref_functions *functions, slp_error *err)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const slp_user_system *of = slp_as_user_system(system);
    const char *fault = slp_float_rules_fault();
    if (!sys) return refuse(err, NULL, "no place for the system was given");
    *sys = NULL;
    if (fault) {
        slp_error_set(err, 0, NULL, NULL, "the reference cannot compute here: %s", fault);
        return SLP_UNSUPPORTED;
    }
    if (!of) return refuse(err, "system", "is not one of slp_user_system_new");
    if (!functions || !functions->gradient)
        return refuse(err, "gradient", "is missing; give the function of the gradients");
    if (!functions->hessian)
        return refuse(err, "hessian", "is missing; proofs need the gradients' derivatives");
    if (functions->casimir_count < 0 || (functions->casimir_count && !functions->casimirs))
        return refuse(err, "casimirs", "is missing; give the function, or casimir_count = 0");
    ref_system *made = calloc(1, sizeof *made);
    given *own = calloc(1, sizeof *own);
    double *gamma = of->gamma ? malloc(of->n * sizeof *gamma) : NULL;
    const size_t names = (size_t)functions->casimir_count + 1;
    char(*named)[32] = calloc(names, sizeof *named);
    if (!made || !own || !named || (of->gamma && !gamma)) {
        free(made);
        free(own);
        free(gamma);
        free(named);
        return slp_error_memory(err, 0, NULL, NULL, names * sizeof *named);
    }
    if (gamma) memcpy(gamma, of->gamma, of->n * sizeof *gamma);
    *own = (given){*functions, of->base.algebra, gamma};
    made->table = &functions_table;
    made->own = own;
    made->M = (slong)of->M;
    made->pack_size = 1 + (slong)of->M;
    made->casimir_count = functions->casimir_count;
    made->casimir_names = named;
    for (slong i = 0; i < made->casimir_count; i++) given_casimir_name(named[i], made, i);
    ref_open_algebra(&made->algebra, of->base.algebra, (slong)of->n, gamma);
    *sys = made;
    return SLP_OK;
}
