/* Drift of the spatial momentum along a binary64 run with its attitude R reconstructed: J = R x of the rigid body, its vertical component
 * J = (R Pi)_z of the heavy top, whose weight breaks the others; there R begins with R Gamma upwards.
 *
 * x comes from the binary64 path.  The group increment f of each step is enclosed by the reference at the run's
 * own state, rounded to binary64, and multiplied up in binary64, R <- fl(R f): what a program that stores R and x
 * in binary64 sees.  J is then evaluated in ball arithmetic on the stored numbers. */
#include "oracle/claims/experiment/measure.h"

#include <math.h>
#include <string.h>

typedef struct spin {
    const slp_case *c;
    ref_system *sys;
    const ref_scheme *scheme;
    arb_ptr x, next, dW, begin;
    acb_mat_t f;
    arb_t h, now, entry, largest, norm;
    double R[3][3], before[6];
    int first; /* component of J from which on it is kept: 0, or 2 for the heavy top */
    size_t steps;
    slong prec;
    bool ready, draw;
    slp_thin thin;
} spin;

static void multiply(double R[3][3], const acb_mat_t f)
{
    double product[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            product[i][k] = 0;
            for (int j = 0; j < 3; j++)
                product[i][k] +=
                    R[i][j] *
                    arf_get_d(arb_midref(acb_realref(acb_mat_entry(f, j, k))), ARF_RND_NEAR);
        }
    memcpy(R, product, sizeof product);
}

/* J_i of the stored numbers, exact up to prec bits. */
static void momentum(arb_t J, const spin *s, int i, const double *x)
{
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    arb_zero(J);
    for (int k = 0; k < 3; k++) {
        arb_set_d(a, s->R[i][k]);
        arb_set_d(b, x[k]);
        arb_addmul(J, a, b, s->prec);
    }
    arb_clear(a);
    arb_clear(b);
}

/* The last row of R, all that (R Pi)_z is made of: the vertical in the body, Gamma/|Gamma|. */
static void upright(double row[3], const double *gamma)
{
    double size = sqrt(gamma[0] * gamma[0] + gamma[1] * gamma[1] + gamma[2] * gamma[2]);
    for (int i = 0; i < 3; i++) row[i] = gamma[i] / size;
}

static slp_status begin(spin *s, const double *x)
{
    slp_error err;
    bool top = s->c->system->algebra == SLP_SE3;
    if (!top && s->c->system->algebra != SLP_SO3) return SLP_UNSUPPORTED;
    if (top && !(fabs(x[3]) + fabs(x[4]) + fabs(x[5]) > 0)) return SLP_UNSUPPORTED;
    if (!(s->scheme = ref_scheme_find(s->c->scheme->name))) return SLP_UNSUPPORTED;
    slp_status status = ref_system_new(&s->sys, s->c, &err);
    if (status != SLP_OK) return status;
    s->x = _arb_vec_init((slong)s->c->d);
    s->next = _arb_vec_init((slong)s->c->d);
    s->begin = _arb_vec_init(3);
    s->dW = _arb_vec_init((slong)s->c->M);
    s->ready = true;
    arb_set_d(s->h, s->c->h);
    s->first = top ? 2 : 0;
    for (int i = 0; i < 3; i++) s->R[i][i] = 1;
    if (top) upright(s->R[2], x + 3);
    for (int i = s->first; i < 3; i++) {
        momentum(s->begin + i, s, i, x);
        arb_addmul(s->norm, s->begin + i, s->begin + i, s->prec);
    }
    arb_sqrt(s->norm, s->norm, s->prec);
    return SLP_OK;
}

static slp_status see(void *own, size_t n, const double *x, const double *dw)
{
    spin *s = own;
    slp_status status = SLP_OK;
    if (n == 0) {
        status = begin(s, x);
    } else {
        for (size_t i = 0; i < s->c->d; i++) arb_set_d(s->x + i, s->before[i]);
        for (size_t k = 0; k < s->c->M; k++) arb_set_d(s->dW + k, dw[k]);
        status = ref_step_group(s->f, s->next, NULL, s->scheme, s->sys, s->x, s->h, s->dW, 128);
        if (status == SLP_OK) multiply(s->R, s->f);
        arb_zero(s->now);
        for (int i = s->first; i < 3; i++) {
            momentum(s->entry, s, i, x);
            arb_sub(s->entry, s->entry, s->begin + i, s->prec);
            arb_addmul(s->now, s->entry, s->entry, s->prec);
        }
        arb_sqrtpos(s->now, s->now, s->prec);
        arb_max(s->largest, s->largest, s->now, s->prec);
        double y = arf_get_d(arb_midref(s->now), ARF_RND_NEAR);
        if (s->draw) slp_thin_add(&s->thin, n, (double)n * s->c->h, &y);
    }
    memcpy(s->before, x, s->c->d * sizeof *x);
    s->steps = n;
    return status;
}

static slp_status one(slp_measurement *m, const slp_trial *trial, size_t sample, slp_error *err)
{
    slp_case c;
    slp_case_init(&c);
    spin s = {.c = &c, .prec = trial->experiment->precision, .draw = sample == 0};
    arb_ptr balls[] = {s.h, s.now, s.entry, s.largest, s.norm};
    for (size_t i = 0; i < 5; i++) arb_init(balls[i]);
    acb_mat_init(s.f, 3, 3);
    if (s.draw) {
        m->series = (slp_series){.x_label = "time [time units]",
                                 .y_label = "|J - J0| [absolute]",
                                 .log_y = true,
                                 .curves = 1,
                                 .label = {"departure of the spatial momentum"}};
        slp_thin_begin(&s.thin, &m->series, trial->steps);
    }
    slp_status status = slp_run(&c, trial, sample, see, &s, err);
    if (status == SLP_OK) slp_measured_departure(m, s.largest, s.now, s.norm, s.steps, s.prec);
    if (status == SLP_OK) slp_thin_end(&s.thin);
    if (s.ready) {
        _arb_vec_clear(s.x, (slong)c.d);
        _arb_vec_clear(s.next, (slong)c.d);
        _arb_vec_clear(s.begin, 3);
        _arb_vec_clear(s.dW, (slong)c.M);
    }
    if (s.sys) ref_system_free(s.sys);
    for (size_t i = 0; i < 5; i++) arb_clear(balls[i]);
    acb_mat_clear(s.f);
    m->steps += s.steps;
    m->samples++;
    slp_case_clear(&c);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_status status = SLP_OK;
    for (size_t i = 0; m && i < trial->samples && status == SLP_OK; i++)
        status = one(m, trial, i, err);
    return status;
}

const slp_quantity slp_quantity_momentum_drift = {
    .name = "momentum-drift",
    .about = "departure of the spatial momentum J = R x of the rigid body, or (R Pi)_z of the "
             "heavy top, along a "
             "binary64 run",
    .method = "x from the binary64 path; R multiplied up in binary64 from the reference's group "
              "increments "
              "rounded to binary64; J evaluated on the stored numbers in ball arithmetic",
    .values = {{"largest", "", "max over the run of |J - J0|"},
               {"final", "", "|J - J0| at the end"},
               {"per-root-n", "u|J0| sqrt(n)", "largest, in these units"},
               {"per-n", "u|J0| n", "largest, in these units"}},
    .measure = measure};
