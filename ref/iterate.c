/* An approximate solution of z = T(z): fixed-point iteration at low precision, then Newton's method with a
 * Jacobian that is only renewed when its accuracy no longer suffices, at a precision that grows with the
 * accuracy reached.  Nothing here is proved; ref_enclose_stage proves. */
#include "ref/certify.h"

enum { FIRST_PREC = 64, GUARD = 24, NEWTON_MOST = 64, NO_BITS = -1000 };

/* -log2(|v| / |x|), as an integer; prec if v = 0 */
static slong bits_below(const ref_frame *f, arb_srcptr v)
{
    mag_t size;
    double bits;
    mag_init(size);
    f->algebra->norm(size, f->algebra, v);
    if (mag_is_zero(size)) {
        mag_clear(size);
        return f->prec + GUARD;
    }
    if (mag_is_inf(size) || mag_is_zero(f->x_norm)) {
        mag_clear(size);
        return NO_BITS;
    }
    mag_div(size, size, f->x_norm);
    bits = -mag_get_d_log2_approx(size);
    mag_clear(size);
    if (!(bits > NO_BITS)) return NO_BITS;
    return bits < 1e9 ? (slong)bits : 1000000000;
}

static void drop_radii(arb_ptr v, slong n)
{
    for (slong i = 0; i < n; i++) mag_zero(arb_radref(v + i));
}

/* move = T(z) - z, and its size in bits */
static slong evaluate(arb_ptr move, ref_frame *f, arb_srcptr z)
{
    f->scheme->stage(move, f, z);
    drop_radii(move, f->d);
    for (slong i = 0; i < f->d; i++) arb_sub(move + i, move + i, z + i, f->prec);
    drop_radii(move, f->d);
    return bits_below(f, move);
}

static void advance(arb_ptr z, const ref_frame *f, arb_srcptr move)
{
    for (slong i = 0; i < f->d; i++) arb_add(z + i, z + i, move + i, f->prec);
    drop_radii(z, f->d);
}

/* P = (I - DT(z))^-1 approximately; false if singular */
static bool newton_matrix(arb_mat_t P, arb_mat_t J, ref_frame *f, arb_srcptr z)
{
    ref_stage_jacobian(J, f, z);
    for (slong i = 0; i < f->d; i++)
        for (slong j = 0; j < f->d; j++) {
            arb_ptr e = arb_mat_entry(J, i, j);
            arb_neg(e, e);
            if (i == j) arb_add_ui(e, e, 1, f->prec);
            if (!arb_is_finite(e)) return false;
            mag_zero(arb_radref(e));
        }
    return arb_mat_approx_inv(P, J, f->prec) != 0;
}

static slong least(slong a, slong b)
{
    return a < b ? a : b;
}

/* Newton's method from z, known to `bits`, up to f->prec. */
static void newton(arb_ptr z, unsigned *iterations, ref_frame *f, slong bits)
{
    const slong prec = f->prec;
    arb_ptr move = f->v, step = f->v + f->d;
    arb_mat_t P, J;
    slong known = 0; /* bits of z when the Jacobian was taken */
    arb_mat_init(P, f->d, f->d);
    arb_mat_init(J, f->d, f->d);
    for (int k = 0; k < NEWTON_MOST && bits < prec - 2; k++) {
        slong after;
        if (known == 0 || prec - bits > 3 * known) {
            f->prec = least(prec, bits + GUARD > FIRST_PREC ? bits + GUARD : FIRST_PREC);
            if (!newton_matrix(P, J, f, z)) break;
            known = bits > 1 ? bits : 1;
        }
        f->prec =
            least(prec, bits + known + GUARD > FIRST_PREC ? bits + known + GUARD : FIRST_PREC);
        evaluate(move, f, z);
        ++*iterations;
        for (slong i = 0; i < f->d; i++)
            arb_approx_dot(step + i, NULL, 0, arb_mat_entry(P, i, 0), 1, move, 1, f->d, f->prec);
        drop_radii(step, f->d);
        advance(z, f, step);
        after = least(bits_below(f, step) + known, f->prec);
        if (after <= bits) break; /* no longer gaining */
        bits = after;
    }
    arb_mat_clear(P);
    arb_mat_clear(J);
    f->prec = prec;
}

bool ref_iterate(arb_ptr z, unsigned *iterations, ref_frame *f, slong warm, unsigned most)
{
    const slong prec = f->prec;
    arb_ptr move = f->v;
    slong bits = 0;
    bool small = f->d <= REF_SMALL_D;
    f->prec = small ? least(prec, FIRST_PREC) : prec;
    if (!small) warm = prec - 2;
    for (slong i = 0; i < f->d; i++) arb_get_mid_arb(z + i, f->x + i);
    for (unsigned k = 0; k < most && bits < warm; k++) {
        bits = evaluate(move, f, z);
        ++*iterations;
        if (bits <= NO_BITS) break;
        advance(z, f, move);
    }
    f->prec = prec;
    if (bits < warm) return false;
    if (small) newton(z, iterations, f, bits);
    return true;
}
