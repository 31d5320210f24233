/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The Casimirs of each algebra, for the systems on it: functions of a ref_system_table. */
#ifndef SLP_REF_CASIMIRS_H
#define SLP_REF_CASIMIRS_H

#include "ref/system/system.h"

/* so(3): |x|^2.  su(2)^n: |x_i|^2 of each copy. */
void ref_so3_casimir_name(char name[32], const ref_system *sys, slong i);
void ref_su2n_casimir_name(char name[32], const ref_system *sys, slong i);
void ref_vector_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec);
/* se(3): Pi.Gamma and |Gamma|^2 */
void ref_se3_casimir_name(char name[32], const ref_system *sys, slong i);
void ref_se3_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec);
/* so(n): Tr X^2, Tr X^4, ..., the last of which is the Pfaffian for even n; n/2 of them */
void ref_son_casimir_name(char name[32], const ref_system *sys, slong i);
void ref_son_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec);
/* su(n): Tr (-iX)^k, k = 2..n */
void ref_sun_casimir_name(char name[32], const ref_system *sys, slong i);
void ref_sun_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec);
/* sp(2m, R): Tr X^2k, k = 1..m */
void ref_sp_casimir_name(char name[32], const ref_system *sys, slong i);
void ref_sp_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec);

/* The ones above for an algebra that ref_open_algebra opens; T*R has none. */
typedef struct ref_casimirs_of_kind {
    slong count;
    void (*name)(char name[32], const ref_system *sys, slong i);
    void (*values)(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec);
} ref_casimirs_of_kind;
ref_casimirs_of_kind ref_casimirs_on(slp_algebra kind, const ref_algebra *algebra);

#endif
