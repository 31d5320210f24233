/* Drift of a linear function of the state along a run of the binary64 path: J(x) = w.x, exact on the stored numbers.
 *
 * What Noether's theorem gives by a turn of the state is such a function: a body's or a top's Pi.e under a symmetry about e, the sum of the x_i of
 * point vortices, the degree-one part of a vorticity.  Units are |w| |x_0|, which bounds |J| on an orbit of a compact group; J itself may be 0. */
#include "oracle/contract/case_text.h"
#include "oracle/claims/experiment/measure.h"

#include <stdlib.h>
#include <string.h>

enum { WEIGHTS };

typedef struct departure {
    const slp_case *c;
    const slp_numbers *w;
    slong prec;
    arb_t begin, now, largest, scale, term;
    size_t steps;
    bool draw;
    slp_thin thin;
} departure;

/* to = w.x */
static void weigh(arb_t to, departure *j, const double *x)
{
    arb_t weight;
    arb_init(weight);
    arb_zero(to);
    for (size_t i = 0; i < j->w->count; i++) {
        arb_set_d(weight, j->w->at[i]);
        arb_set_d(j->term, x[i]);
        arb_addmul(to, weight, j->term, j->prec);
    }
    arb_clear(weight);
}

/* to = |x|, of `count` numbers */
static void length_of(arb_t to, const double *x, size_t count, slong prec)
{
    arb_t one;
    arb_init(one);
    arb_zero(to);
    for (size_t i = 0; i < count; i++) {
        arb_set_d(one, x[i]);
        arb_addmul(to, one, one, prec);
    }
    arb_sqrt(to, to, prec);
    arb_clear(one);
}

static slp_status see(void *own, size_t n, const double *x, const double *dw)
{
    departure *j = own;
    (void)dw;
    if (n == 0) {
        length_of(j->scale, x, j->c->d, j->prec);
        length_of(j->term, j->w->at, j->w->count, j->prec);
        arb_mul(j->scale, j->scale, j->term, j->prec);
        if (!arb_is_positive(j->scale)) return SLP_DOMAIN; /* no unit */
    }
    weigh(j->now, j, x);
    if (n == 0) arb_set(j->begin, j->now);
    arb_sub(j->now, j->now, j->begin, j->prec);
    arb_abs(j->now, j->now);
    arb_max(j->largest, j->largest, j->now, j->prec);
    j->steps = n;
    double y = arf_get_d(arb_midref(j->now), ARF_RND_NEAR);
    if (j->draw) slp_thin_add(&j->thin, n, (double)n * j->c->h, &y);
    return SLP_OK;
}

static slp_status one(slp_measurement *m, const slp_trial *trial, const slp_numbers *w,
                      size_t sample, slp_error *err)
{
    slp_case c;
    slp_case_init(&c);
    departure j = {.c = &c, .w = w, .prec = trial->experiment->precision, .draw = sample == 0};
    arb_ptr balls[] = {j.begin, j.now, j.largest, j.scale, j.term};
    for (size_t i = 0; i < 5; i++) arb_init(balls[i]);
    if (j.draw) {
        m->series = (slp_series){.x_label = "time [time units]",
                                 .y_label = "|J - J0| [absolute]",
                                 .log_y = true,
                                 .curves = 1,
                                 .label = {"departure of the linear momentum map"}};
        slp_thin_begin(&j.thin, &m->series, trial->steps);
    }
    slp_status status = slp_run(&c, trial, sample, see, &j, err);
    if (status == SLP_OK) slp_measured_departure(m, j.largest, j.now, j.scale, j.steps, j.prec);
    if (status == SLP_OK) slp_thin_end(&j.thin);
    for (size_t i = 0; i < 5; i++) arb_clear(balls[i]);
    m->steps += j.steps;
    m->samples++;
    slp_case_clear(&c);
    return status;
}

/* As many numbers as the experiment's states have, not all 0; to be freed. */
static slp_status read_weights(slp_numbers *w, const slp_trial *trial, slp_error *err)
{
    const size_t line = trial->experiment->line;
    size_t which = 0, zeros = 0;
    const char *word = trial->word[WEIGHTS];
    const char *fault = slp_list_parse(w, &which, (slp_span){word, strlen(word)});
    if (fault) return slp_error_set(err, line, NULL, "weights", "number %zu %s", which, fault);
    slp_case c;
    slp_case_init(&c);
    slp_status status = slp_experiment_case(&c, trial->experiment, 0, 1, err);
    if (status == SLP_OK && w->count != c.d)
        status = slp_error_set(err, line, NULL, "weights",
                               "holds %zu numbers where the state has %zu", w->count, c.d);
    for (size_t i = 0; i < w->count; i++) zeros += w->at[i] == 0;
    if (status == SLP_OK && zeros == w->count)
        status =
            slp_error_set(err, line, NULL, "weights",
                          "are all 0: give the coefficients of the function, one a coordinate");
    slp_case_clear(&c);
    if (status != SLP_OK) free(w->at);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_numbers w;
    slp_status status = read_weights(&w, trial, err);
    if (status != SLP_OK) return status;
    for (size_t i = 0; m && i < trial->samples && status == SLP_OK; i++)
        status = one(m, trial, &w, i, err);
    free(w.at);
    return status;
}

const slp_quantity slp_quantity_linear_drift = {
    .name = "linear-drift",
    .about = "departure of a linear function J = w.x of the state, a momentum map, along a "
             "binary64 run",
    .method = "every state of the binary64 path is taken as the exact numbers it is, and w.x "
              "evaluated on it in ball arithmetic",
    .options = {{"weights", true, true, 0,
                 "w, a text of one number a coordinate: \"0,0,1,0,0,1\" for the sum of z over two "
                 "vortices"}},
    .values = {{"largest", "", "max over the run of |J - J0|"},
               {"final", "", "|J - J0| at the end"},
               {"per-root-n", "u|w||x0| sqrt(n)", "largest, in these units"},
               {"per-n", "u|w||x0| n", "largest, in these units"}},
    .measure = measure};
