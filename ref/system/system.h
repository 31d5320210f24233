/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A system, as a scheme sees it: an algebra and a generator.  Each system is one file,
 * ref/system/NAME.c, defining the table ref_system_NAME; the build finds it by its name.  It does
 * not depend on the scheme. */
#ifndef SLP_REF_SYSTEM_H
#define SLP_REF_SYSTEM_H

#include "oracle/contract/case/case.h"
#include "ref/algebra/algebra.h"

typedef struct ref_system_table {
    const char *name;
    /* Checks the parameters (sys->param, in the order of `keys`), sets sys->algebra, M, pack_size,
     * casimir_count.  SLP_OK, or SLP_DOMAIN with err. */
    slp_status (*read)(ref_system *sys, slp_error *err);
    const char *keys[SLP_MAX_PARAMS + 1]; /* ends with NULL */
    /* pack = what the generator needs of (h, dW), computed once a step: sys->pack_size numbers */
    void (*freeze)(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW, slong prec);
    /* xi = Xi(x), and dxi = DXi(x) dx, at the frozen increments.  No aliasing. */
    void (*generator)(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x, slong prec);
    /* The same in binary64, by rational operations alone; pack rounded.  NULL: there is none. */
    void (*approximate)(ref_complex *xi, const ref_system *sys, const double *pack,
                        const ref_complex *x);
    void (*generator_tangent)(arb_ptr dxi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                              arb_srcptr dx, slong prec);
    /* |Xi(y) - Xi(z)| <= lip |y - z| for y, z in the ball of radius R around every point of x, in
     * the algebra's norm */
    void (*generator_lipschitz)(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                                const mag_t R);
    /* True where that constant depends on neither x nor R, so that a step needs it once.  NULL: it
     * depends on them. */
    bool (*slope_is_constant)(const ref_system *sys);
    void (*energy)(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec);
    /* The i-th Casimir's name, at most 31 characters; how many there are is sys->casimir_count. */
    void (*casimir_name)(char name[32], const ref_system *sys, slong i);
    void (*casimirs)(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec);
    /* False where no point of the ball x lies in the system's domain.  NULL: every state lies in
     * it. */
    bool (*domain)(const ref_system *sys, arb_srcptr x, slong prec);
    /* See ref_generator_terms; the caller sets condition to 1.  NULL: the terms of the Hamiltonians
     * are added one by one, and condition is 1. */
    void (*terms)(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x, const arb_t h,
                  arb_srcptr dW);
    /* Levy areas, of which dW then has sys->areas behind the increments of sys->M - sys->areas
     * noises: freeze and generator add grad <x, [grad H_i, grad H_j]> times A_ij.  False: the
     * system has no such gradients, and cases with areas are refused. */
    bool areas;
    /* terms += the sizes of these sums' terms (oracle/judge/judge.md section 4).  NULL: `terms` has
     * them, or there are no areas. */
    void (*area_terms)(mag_t terms, const ref_system *sys, arb_srcptr x, arb_srcptr areas);
    /* Factors: the parts of the Hamiltonians whose exact flows a splitting composes, k = 0, 1, ...
     * in the order of ref/scheme/splitting.md section 2.  All NULL: the system has none. */
    slong (*factors)(const ref_system *sys); /* how many; -1: not with these parameters */
    /* xi = a generator of the flow of factor k over h and dW from x, that is constant along this
     * flow; and its derivative.  No aliasing. */
    void (*factor)(arb_ptr xi, const ref_system *sys, slong k, const arb_t h, arb_srcptr dW,
                   arb_srcptr x, slong prec);
    void (*factor_tangent)(arb_ptr dxi, const ref_system *sys, slong k, const arb_t h,
                           arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec);
    /* a Lipschitz constant of factor k's generator on the ball of radius R around x, in the
     * algebra's norm */
    void (*factor_lipschitz)(mag_t lip, const ref_system *sys, slong k, const arb_t h,
                             arb_srcptr dW, arb_srcptr x, const mag_t R);
    /* As terms, for factor k; the caller sets condition to 1.  NULL: terms = |xi| */
    void (*factor_terms)(mag_t terms, mag_t condition, const ref_system *sys, slong k,
                         const arb_t h, arb_srcptr dW, arb_srcptr x);
    /* Frees sys->own.  NULL: there is nothing. */
    void (*clear)(ref_system *sys);
} ref_system_table;

struct ref_system {
    const ref_system_table *table;
    ref_algebra algebra;
    slong M, pack_size, casimir_count;
    slong areas;    /* how many of the M are areas, behind the increments; set after `read` */
    bool has_areas; /* the case has areas; set before `read`, which sets M and pack_size without
                     * them and with room for what they need */
    slong given_d;  /* coordinates of the case, for systems whose parameters do not tell them */
    char (*casimir_names)[32];    /* casimir_count of them, filled after read */
    void *own;                    /* the table's */
    size_t count[SLP_MAX_PARAMS]; /* parameters by position in table->keys */
    double *param[SLP_MAX_PARAMS];
};

/* The next term of a system that is its Hamiltonians' terms (ref_system_is_its_terms), from *at = 0
 * on: (c/over) x_i x_j ... of H_k, and this coefficient at `prec`.  *to, of
 * oracle/contract/case/terms.h, has k, the degree and the indices; its c is the nearest double.
 * Terms of brackets are left out, and those of Casimirs that a splitting adds.  False: there is
 * none. */
struct slp_term;
bool ref_system_next_term(struct slp_term *to, arb_t c, const ref_system *sys, size_t *at,
                          slong prec);

/* The least double that is not below `size`, in binary64's whole range: mag_get_d gives 2^-1000 for
 * all that is less. */
double ref_size_upwards(const mag_t size);

#endif
