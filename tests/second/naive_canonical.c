/* The midpoint rule on T*G, EJLL (22) halved once, for the second reference: Q and P themselves are
 * iterated. */
#include "tests/second/naive_model.h"

typedef struct naive_lift {
    const naive_model *model;
    mpfr_srcptr start; /* Q_n, then P_n */
    const double *dW;
} naive_lift;

/* x = mu(Q, P) = (W - J^-1 W* J)/2, W = Q*P; J = I but on sp(2m, R) */
static void momentum(mpfr_ptr x, const naive_model *m, mpfr_srcptr Q)
{
    long cells = m->cells, block = cells / m->blocks;
    mpfr_ptr t = naive_array_new(3 * cells, m->prec), star = t + cells, sum = star + cells;
    for (long b = 0; b < cells; b += block) {
        naive_square_star(star + b, Q + b, m->n);
        naive_square_multiply(sum + b, star + b, Q + cells + b, m->n);
        if (m->algebra == SLP_SP)
            naive_sp_involution(t + b, sum + b, m->n); /* real: W* = W^T */
        else
            naive_square_star(t + b, sum + b, m->n);
    }
    naive_array_add(sum, -1, t, cells);
    naive_array_scale(sum, 0.5, sum, cells);
    naive_model_coordinates(x, m, sum);
    naive_array_free(t, 3 * cells);
}

/* image = start + (Q Xi, -P Xi*)/2 with Xi at mu(Q, P) */
static void half_step(mpfr_ptr image, const naive_lift *lift, mpfr_srcptr start, mpfr_srcptr Q)
{
    const naive_model *m = lift->model;
    long cells = m->cells, block = cells / m->blocks;
    mpfr_ptr x = naive_array_new(m->d + 4 * cells, m->prec), Xi = x + m->d, star = Xi + cells;
    mpfr_ptr out = star + cells;
    momentum(x, m, Q);
    naive_model_generator(x, m, x, lift->dW);
    naive_model_matrices(Xi, m, x);
    for (long b = 0; b < cells; b += block) {
        naive_square_star(star + b, Xi + b, m->n);
        naive_square_multiply(out + b, Q + b, Xi + b, m->n);
        naive_square_multiply(out + cells + b, Q + cells + b, star + b, m->n);
    }
    naive_array_scale(out, 0.5, out, cells);
    naive_array_scale(out + cells, -0.5, out + cells, cells);
    naive_array_add(out, 1, start, 2 * cells);
    naive_array_copy(image, out, 2 * cells);
    naive_array_free(x, m->d + 4 * cells);
}

static bool update(mpfr_ptr image, const void *context, mpfr_srcptr Q)
{
    const naive_lift *lift = context;
    half_step(image, lift, lift->start, Q);
    return true;
}

bool naive_canonical_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    long cells = model->cells, block = cells / model->blocks;
    mpfr_ptr start = naive_array_new(4 * cells, model->prec), Q = start + 2 * cells;
    naive_lift lift = {model, start, dW};
    bool done;
    for (long b = 0; b < cells; b += block) naive_square_unit(start + b, model->n);
    naive_model_matrices(start + cells, model, x);
    naive_array_copy(Q, start, 2 * cells);
    done = naive_settle(Q, 2 * cells, update, &lift, model->prec);
    half_step(Q, &lift, Q, Q);
    if (done) momentum(next, model, Q);
    naive_array_free(start, 4 * cells);
    return done;
}
