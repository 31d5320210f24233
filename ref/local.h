/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Local numbers, vectors and matrices of FLINT and Arb.  A macro declares and initialises them.
 * They are cleared where their block ends, at each return too.  `type` is FLINT's word without its
 * _t: arb, acb, arf, mag, fmpz, fmpq, arb_poly, acb_poly.
 *     REF_LOCAL(arb, t, norm);         arb_t t, norm
 *     REF_LOCAL_VEC(mag, d, sizes);    mag_ptr sizes, d numbers
 *     REF_LOCAL_MAT(acb, n, n, A);     acb_mat_t A, n by n
 * At most 8 names a call.  A returned value is computed before they are cleared.  What outlives its
 * block, or belongs to a struct, is cleared by hand.  No case of a `switch` may jump over a call.
 * By the attribute `cleanup` of gcc and clang. */
#ifndef SLP_REF_LOCAL_H
#define SLP_REF_LOCAL_H

#include "ref/ref.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>

#define REF_LOCAL(type, ...)                                                                       \
    __attribute__((cleanup(ref_leave_##type))) type##_t __VA_ARGS__;                               \
    REF_EACH(REF_LOCAL_INIT, type, , , __VA_ARGS__)
#define REF_LOCAL_VEC(type, n, ...) REF_EACH(REF_LOCAL_VEC_INIT, type, n, , __VA_ARGS__)
#define REF_LOCAL_MAT(type, rows, columns, ...)                                                    \
    __attribute__((cleanup(ref_leave_##type##_mat))) type##_mat_t __VA_ARGS__;                     \
    REF_EACH(REF_LOCAL_MAT_INIT, type, rows, columns, __VA_ARGS__)

#define REF_LOCAL_INIT(type, unused, none, name) type##_init(name)
#define REF_LOCAL_VEC_INIT(type, n, none, name)                                                    \
    __attribute__((cleanup(ref_leave_##type##_vec))) ref_##type##_vec name##_owned =               \
        ref_new_##type##_vec(n);                                                                   \
    type##_ptr name = name##_owned.at
#define REF_LOCAL_MAT_INIT(type, rows, columns, name) type##_mat_init(name, rows, columns)

/* f(a, b, c, name) of each name, a statement each */
#define REF_EACH(f, a, b, c, ...)                                                                  \
    REF_NINTH(__VA_ARGS__, REF_8, REF_7, REF_6, REF_5, REF_4, REF_3, REF_2, REF_1, )               \
    (f, a, b, c, __VA_ARGS__)
#define REF_NINTH(n1, n2, n3, n4, n5, n6, n7, n8, n9, ...) n9
#define REF_1(f, a, b, c, name)                            f(a, b, c, name)
#define REF_2(f, a, b, c, name, ...)                                                               \
    f(a, b, c, name);                                                                              \
    REF_1(f, a, b, c, __VA_ARGS__)
#define REF_3(f, a, b, c, name, ...)                                                               \
    f(a, b, c, name);                                                                              \
    REF_2(f, a, b, c, __VA_ARGS__)
#define REF_4(f, a, b, c, name, ...)                                                               \
    f(a, b, c, name);                                                                              \
    REF_3(f, a, b, c, __VA_ARGS__)
#define REF_5(f, a, b, c, name, ...)                                                               \
    f(a, b, c, name);                                                                              \
    REF_4(f, a, b, c, __VA_ARGS__)
#define REF_6(f, a, b, c, name, ...)                                                               \
    f(a, b, c, name);                                                                              \
    REF_5(f, a, b, c, __VA_ARGS__)
#define REF_7(f, a, b, c, name, ...)                                                               \
    f(a, b, c, name);                                                                              \
    REF_6(f, a, b, c, __VA_ARGS__)
#define REF_8(f, a, b, c, name, ...)                                                               \
    f(a, b, c, name);                                                                              \
    REF_7(f, a, b, c, __VA_ARGS__)

#define REF_LEAVE(type)                                                                            \
    static inline void ref_leave_##type(type##_t *x)                                               \
    {                                                                                              \
        type##_clear(*x);                                                                          \
    }
#define REF_LEAVE_VEC(type)                                                                        \
    typedef struct ref_##type##_vec {                                                              \
        type##_ptr at;                                                                             \
        slong n;                                                                                   \
    } ref_##type##_vec;                                                                            \
    static inline ref_##type##_vec ref_new_##type##_vec(slong n)                                   \
    {                                                                                              \
        return (ref_##type##_vec){_##type##_vec_init(n), n};                                       \
    }                                                                                              \
    static inline void ref_leave_##type##_vec(ref_##type##_vec *v)                                 \
    {                                                                                              \
        _##type##_vec_clear(v->at, v->n);                                                          \
    }
REF_LEAVE(arb)
REF_LEAVE(acb)
REF_LEAVE(arf)
REF_LEAVE(mag)
REF_LEAVE(fmpz)
REF_LEAVE(fmpq)
REF_LEAVE(arb_poly)
REF_LEAVE(acb_poly)
REF_LEAVE(arb_mat)
REF_LEAVE(acb_mat)
REF_LEAVE(fmpq_mat)
REF_LEAVE_VEC(arb)
REF_LEAVE_VEC(acb)
REF_LEAVE_VEC(mag)

#endif
