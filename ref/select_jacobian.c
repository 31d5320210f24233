/* Selection where norms prove nothing and d is small: T's Jacobian, enclosed on a ball around the solution that
 * iteration seems to reach, contracts in an adapted norm |C v|; and the iterates from x, followed in balls,
 * are seen to enter that ball.  Then the iteration converges to the one solution in it, which is the
 * solution meant.  certificate.md section 5. */
#include "ref/certify.h"
#include <math.h>
#include <stdlib.h>

enum { MOST_D = 16, WARM_BITS = 24, HALVINGS = 80, DOUBLINGS = 12 };

typedef double square[MOST_D][MOST_D];

static void multiply(square out, square a, square b, int d, bool transpose_a)
{
    square c;
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) {
            c[i][j] = 0;
            for (int k = 0; k < d; k++) c[i][j] += (transpose_a ? a[k][i] : a[i][k]) * b[k][j];
        }
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) out[i][j] = c[i][j];
}

static double largest(square a, int d)
{
    double most = 0;
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) {
            if (!isfinite(a[i][j])) return INFINITY;
            most = fmax(most, fabs(a[i][j]));
        }
    return most;
}

/* Q = sum_k (J^k)^T J^k, whose norm J contracts where its spectral radius is below 1: J^T Q J = Q - I.
 * C with C^T C = Q.  Rounding errors here cost sharpness, not truth: any invertible C will do. */
static bool adapted_norm(square C, square J, int d)
{
    square Q = {{0}}, sum;
    for (int i = 0; i < d; i++) Q[i][i] = 1;
    for (int k = 0; k < DOUBLINGS && largest(J, d) > 0x1p-20; k++) {
        multiply(sum, Q, J, d, false);
        multiply(sum, J, sum, d, true);
        for (int i = 0; i < d; i++)
            for (int j = 0; j < d; j++) Q[i][j] += sum[i][j];
        multiply(J, J, J, d, false);
        if (largest(J, d) > 0x1p100) return false;
    }
    if (!(largest(J, d) < 0.5) || !(largest(Q, d) < 0x1p400)) return false;
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) C[i][j] = 0;
        for (int j = i; j < d; j++) {
            double entry = Q[i][j];
            for (int k = 0; k < i; k++) entry -= C[k][i] * C[k][j];
            C[i][j] = i == j ? sqrt(entry) : entry / C[i][i];
        }
        if (!(C[i][i] > 0)) return false;
    }
    return true;
}

/* sel->C and its inverse from the Jacobian at sel->centre */
static bool choose_norm(ref_selection *sel, ref_frame *f)
{
    square J, C;
    int d = (int)f->d;
    arb_mat_t M;
    arb_mat_init(M, d, d);
    ref_stage_jacobian(M, f, sel->centre);
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++)
            J[i][j] = arf_get_d(arb_midref(arb_mat_entry(M, i, j)), ARF_RND_NEAR);
    arb_mat_clear(M);
    if (!adapted_norm(C, J, d)) return false;
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) arb_set_d(arb_mat_entry(sel->C, i, j), C[i][j]);
    return arb_mat_inv(sel->C_inverse, sel->C, f->prec) != 0;
}

/* On the ball of radius sel->R: sel->L, and whether T contracts and maps the ball into itself. */
static bool contracts(ref_selection *sel, ref_frame *f)
{
    arb_ptr box = f->v + f->d, move = f->v + 2 * f->d;
    arb_mat_t J;
    mag_t gap, delta;
    bool proved;
    arb_mat_init(J, f->d, f->d);
    mag_init(gap);
    mag_init(delta);
    ref_selection_box(box, f, sel, sel->centre, sel->R);
    ref_stage_jacobian(J, f, box);
    arb_mat_mul(J, sel->C, J, f->prec);
    arb_mat_mul(J, J, sel->C_inverse, f->prec);
    ref_spectral_bound(sel->L, J, f->prec);
    mag_one(gap);
    mag_sub_lower(gap, gap, sel->L);
    mag_mul_lower(gap, gap, sel->R);
    f->scheme->stage(move, f, sel->centre);
    for (slong i = 0; i < f->d; i++) arb_sub(move + i, move + i, sel->centre + i, f->prec);
    ref_selection_norm(delta, f, sel, move);
    proved = mag_cmp_2exp_si(sel->L, 0) < 0 && mag_cmp(delta, gap) <= 0;
    arb_mat_clear(J);
    mag_clear(gap);
    mag_clear(delta);
    return proved;
}

/* Whether the iterates from x, for every point of the input balls, enter the ball of the selection. */
static bool enters(ref_selection *sel, ref_frame *f)
{
    arb_ptr y = f->v + f->d, image = f->v + 2 * f->d;
    mag_t distance;
    bool inside = false;
    mag_init(distance);
    _arb_vec_set(y, f->x, f->d);
    for (unsigned k = 0; k < REF_FOLLOW_MOST; k++) {
        for (slong i = 0; i < f->d; i++) arb_sub(image + i, y + i, sel->centre + i, f->prec);
        ref_selection_norm(distance, f, sel, image);
        inside = mag_cmp(distance, sel->R) <= 0;
        if (inside || mag_is_inf(distance)) break;
        f->scheme->stage(image, f, y);
        sel->iterations++;
        for (slong i = 0; i < f->d; i++) arb_swap(y + i, image + i);
    }
    mag_clear(distance);
    return inside;
}

bool ref_select_by_jacobian(ref_selection *sel, ref_frame *f)
{
    arb_ptr away = f->v + f->d;
    if (f->d > MOST_D) return false;
    sel->by_jacobian = true;
    sel->centre = _arb_vec_init(f->d);
    arb_mat_init(sel->C, f->d, f->d);
    arb_mat_init(sel->C_inverse, f->d, f->d);
    if (!ref_iterate(sel->centre, &sel->iterations, f, WARM_BITS, REF_FOLLOW_MOST)) return false;
    if (!choose_norm(sel, f)) return false;
    for (slong i = 0; i < f->d; i++) arb_sub(away + i, f->x + i, sel->centre + i, f->prec);
    ref_selection_norm(sel->R, f, sel, away);
    mag_mul_2exp_si(sel->R, sel->R, 1);
    for (int k = 0; k < HALVINGS; k++) {
        if (contracts(sel, f)) return enters(sel, f);
        mag_mul_2exp_si(sel->R, sel->R, -1);
    }
    return false;
}
