/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Errors of single steps along a trajectory, added up to its end: props/order/order.md, section 4.
 */
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "props/case/adjust_case.h"
#include "props/order/order.h"

#include <math.h>
#include <string.h>

/* error(h) = coefficient h^power at time T, the sum of single steps' errors; power = 0: none */
typedef struct total {
    double power, coefficient;
} total;

/* A mean over states of terms whose lowest power counts; as means, or as mean squares. */
typedef struct gathered {
    double power, sum;
} gathered;

static void gather(gathered *to, prop_leading term, bool squares, double weight)
{
    if (term.power == 0 || (to->power != 0 && term.power > to->power)) return;
    if (term.power != to->power) *to = (gathered){term.power, 0};
    to->sum += weight * (squares ? term.coefficient * term.coefficient : term.coefficient);
}

typedef struct sums {
    gathered weak, mean, energy, square, drift;
    double areas, times; /* mean squares */
} sums;

/* T/h steps of an error c h^power each. */
static total in_a_row(gathered of, double T)
{
    return of.power == 0 ? (total){0} : (total){of.power - 1, of.sum * T};
}

/* T/h independent errors of mean square c^2 h^(2 power) each. */
static total by_chance(gathered of, double T)
{
    return of.power == 0 ? (total){0} : (total){of.power - 0.5, sqrt(of.sum * T)};
}

static double value_at(total of, double h)
{
    return of.power == 0 ? 0 : of.coefficient * pow(h, of.power);
}

/* The parts of a strong error are uncorrelated but for the mean, which adds up. */
static double strong_at(const total parts[4], double h)
{
    return hypot(hypot(value_at(parts[0], h), value_at(parts[1], h)), value_at(parts[2], h)) +
           fabs(value_at(parts[3], h));
}

/* The largest h with strong_at = wanted: it grows with h. */
static double strong_step(const total parts[4], double wanted)
{
    double low = 0x1p-300, high = 0x1p300;
    for (int i = 0; i < 100; i++) {
        const double middle = sqrt(low) * sqrt(high);
        *(strong_at(parts, middle) <= wanted ? &low : &high) = middle;
    }
    return low;
}

/* most: up to which step leading terms say anything */
static void print_row(FILE *to, const char *name, double order, double error, double step,
                      double most)
{
    if (error == 0)
        slp_say(to, "%-8s %-6s %-13s %s\n", name, "-", "0", "any");
    else
        slp_say(to, "%-8s %-6g %-13.4g %s%.4g\n", name, order, error, step > most ? ">" : "",
                fmin(step, most));
}

static void print_one(FILE *to, const char *name, total of, double h, double wanted, double most)
{
    print_row(to, name, of.power, value_at(of, h),
              of.power == 0 ? 0 : pow(wanted / fabs(of.coefficient), 1 / of.power), most);
}

/* The step, or nearly, at which |Xi(x; h, 0)| and that of the noises' mean square reach 1/2. */
static double largest_step(const slp_case *c)
{
    SLP_CLEARED(slp_case) one = {0};
    slp_need_memory(slp_case_copy(&one, c));
    for (size_t k = 0; k < one.M; k++) one.dw[k] = 0;
    const bool found = c->M > 0 ? prop_set_step_size(&one, -1) : prop_set_generator_size(&one, -1);
    const double h = one.h;
    return found ? h : INFINITY;
}

static void print(FILE *to, const sums *of, const slp_case *c, size_t states, double T,
                  double wanted)
{
    const bool noisy = c->M > c->areas;
    const double most = largest_step(c);
    const total parts[] = {
        by_chance(of->square, T), by_chance((gathered){of->areas > 0 ? 1 : 0, of->areas}, T),
        by_chance((gathered){of->times > 0 ? 1.5 : 0, of->times}, T), in_a_row(of->mean, T)};
    slp_say(to, "# %s by %s over T = %g: errors of single steps at %zu states, added up\n",
            c->system->name, c->scheme->name, T, states);
    slp_say(to, "# over |x|, energy in its unit; what the flow makes of errors is left out\n");
    slp_say(to, "%-8s %-6s at h=%-9.4g h for %g\n", "error", "order", c->h, wanted);
    if (noisy) {
        double least = INFINITY;
        for (int i = 0; i < 4; i++)
            if (parts[i].power > 0) least = fmin(least, parts[i].power);
        print_one(to, "weak", in_a_row(of->weak, T), c->h, wanted, most);
        print_row(to, "strong", least, strong_at(parts, c->h), strong_step(parts, wanted), most);
    } else {
        print_one(to, "state", in_a_row(of->square, T), c->h, wanted, most);
    }
    print_one(to, "energy", in_a_row(of->energy, T), c->h, wanted, most);
}

/* Adds what one step at x leaves, with its part of the time; exit status. */
static int add(sums *to, slp_case *c, const double *x, double weight)
{
    prop_leading_terms terms;
    prop_finding found = {0};
    memcpy(c->x, x, c->d * sizeof *x);
    if (prop_leading_terms_of(&terms, &found, c) != PROP_HELD) {
        slp_say(stderr, "slp: a step of h = %g: %s; take a smaller h\n", c->h, found.note);
        return 1;
    }
    gather(&to->weak, terms.weak, false, weight);
    gather(&to->mean, terms.mean, false, weight);
    gather(&to->energy, terms.energy, false, weight);
    gather(&to->square, terms.square, c->M > c->areas, weight);
    to->areas += weight * terms.areas * terms.areas;
    to->times += weight * terms.times * terms.times;
    return 0;
}

int prop_print_advice(FILE *to, const slp_case *problem, const double *states, size_t count,
                      double T, double wanted)
{
    SLP_CLEARED(slp_case) c = {0};
    sums of = {.areas = 0};
    int status = 0;
    slp_need_memory(slp_case_copy(&c, problem));
    for (size_t i = 0; i < count && status == 0; i++) /* the rule of trapezia over time */
        status = add(&of, &c, states + i * c.d,
                     (i == 0 || i + 1 == count ? 0.5 : 1) / (double)(count - 1));
    if (status == 0) {
        memcpy(c.x, states, c.d * sizeof *states);
        print(to, &of, &c, count, T, wanted);
    }
    return status;
}
