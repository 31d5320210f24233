/* The step to take for a wanted error: the leading terms of single steps, added up over a
 * trajectory.  props/order/order.md, section 4. */
#include "oracle/command/advise.h"
#include "oracle/contract/case_text.h"
#include "oracle/contract/noise.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/simulate/path.h"
#include "props/case/adjust_case.h"
#include "props/order/order.h"

#include <math.h>
#include <string.h>

enum { STATES = 9, MOST_D = 64 };

/* error(h) = coefficient h^power at time T, the sum of single steps' errors; power = 0: none */
typedef struct total {
    double power, coefficient;
} total;

/* A mean over states of terms whose lowest power counts; as means, or as mean squares. */
typedef struct gathered {
    double power, sum;
} gathered;

static void gather(gathered *to, prop_leading term, bool squares)
{
    if (term.power == 0 || (to->power != 0 && term.power > to->power)) return;
    if (term.power != to->power) *to = (gathered){term.power, 0};
    to->sum += (squares ? term.coefficient * term.coefficient : term.coefficient) / STATES;
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

static double at(total of, double h)
{
    return of.power == 0 ? 0 : of.coefficient * pow(h, of.power);
}

/* The parts of a strong error are uncorrelated but for the mean, which adds up. */
static double strong_at(const total parts[4], double h)
{
    return hypot(hypot(at(parts[0], h), at(parts[1], h)), at(parts[2], h)) + fabs(at(parts[3], h));
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
static void print_row(const char *name, double order, double error, double step, double most)
{
    if (error == 0)
        slp_say(stdout, "%-8s %-6s %-13s %s\n", name, "-", "0", "any");
    else
        slp_say(stdout, "%-8s %-6g %-13.4g %s%.4g\n", name, order, error, step > most ? ">" : "",
                fmin(step, most));
}

static void print_one(const char *name, total of, double h, double wanted, double most)
{
    print_row(name, of.power, at(of, h),
              of.power == 0 ? 0 : pow(wanted / fabs(of.coefficient), 1 / of.power), most);
}

/* The step, or nearly, at which |Xi(x; h, 0)| and that of the noises' mean square reach 1/2. */
static double largest_step(const slp_case *c)
{
    slp_case one;
    slp_case_init(&one);
    slp_need_memory(slp_case_copy(&one, c));
    for (size_t k = 0; k < one.M; k++) one.dw[k] = 0;
    const bool found = c->M > 0 ? prop_set_step_size(&one, -1) : prop_set_generator_size(&one, -1);
    const double h = one.h;
    slp_case_clear(&one);
    return found ? h : INFINITY;
}

static void print(const sums *of, const slp_case *c, double T, double wanted)
{
    const bool noisy = c->M > c->areas;
    const double most = largest_step(c);
    const total parts[] = {
        by_chance(of->square, T), by_chance((gathered){of->areas > 0 ? 1 : 0, of->areas}, T),
        by_chance((gathered){of->times > 0 ? 1.5 : 0, of->times}, T), in_a_row(of->mean, T)};
    slp_say(stdout, "# %s by %s over T = %g: errors of single steps at %d states, added up\n",
            c->system->name, c->scheme->name, T, STATES);
    slp_say(stdout, "# over |x|, energy in its unit; what the flow makes of errors is left out\n");
    slp_say(stdout, "%-8s %-6s at h=%-9.4g h for %g\n", "error", "order", c->h, wanted);
    if (noisy) {
        double least = INFINITY;
        for (int i = 0; i < 4; i++)
            if (parts[i].power > 0) least = fmin(least, parts[i].power);
        print_one("weak", in_a_row(of->weak, T), c->h, wanted, most);
        print_row("strong", least, strong_at(parts, c->h), strong_step(parts, wanted), most);
    } else {
        print_one("state", in_a_row(of->square, T), c->h, wanted, most);
    }
    print_one("energy", in_a_row(of->energy, T), c->h, wanted, most);
}

/* Adds what one step at the path's state leaves; exit status. */
static int add(sums *to, slp_case *c, const double *x)
{
    prop_leading_terms terms;
    prop_finding found = {0};
    memcpy(c->x, x, c->d * sizeof *x);
    if (prop_leading_terms_of(&terms, &found, c) != PROP_HELD) {
        slp_say(stderr,
                "slp simulate: --advise: a step at h = %g: %s; give a preset with a smaller h\n",
                c->h, found.note);
        return 1;
    }
    gather(&to->weak, terms.weak, false);
    gather(&to->mean, terms.mean, false);
    gather(&to->energy, terms.energy, false);
    gather(&to->square, terms.square, c->M > c->areas);
    to->areas += terms.areas * terms.areas / STATES;
    to->times += terms.times * terms.times / STATES;
    return 0;
}

/* STATES states, evenly spaced, the first among them. */
static int along(sums *to, slp_case *c, uint64_t steps, uint64_t seed)
{
    slp_path path;
    slp_error err;
    if (slp_path_open(&path, c, true, &err) != SLP_OK) {
        slp_path_close(&path);
        slp_error_print(stderr, "slp simulate", &err);
        return 2;
    }
    double *dw = slp_allocate(c->M + 1, sizeof *dw);
    int status = 0;
    slp_path_start(&path, c->x);
    for (uint64_t s = 0, next = 0; status == 0; s++) {
        for (; status == 0 && next < STATES && s >= steps / STATES * next; next++)
            status = add(to, c, slp_path_state(&path));
        if (next == STATES || status != 0) break;
        for (size_t k = 0; k < c->M; k++)
            slp_increments(dw + k, c->h, seed, 0, (uint32_t)k, 0, s, 1);
        const slp_status stepped = slp_path_step(&path, c->h, dw);
        if (stepped != SLP_OK) {
            slp_say(stderr, "slp simulate: --advise: step %llu has no solution: %s\n",
                    (unsigned long long)s, slp_status_word(stepped));
            status = 1;
        }
        if ((s + 1) % path.period == 0) slp_path_renew(&path);
    }
    free(dw);
    slp_path_close(&path);
    return status;
}

int slp_advise(const slp_case *start, uint64_t steps, uint64_t seed, double wanted)
{
    slp_case c;
    sums of = {.areas = 0};
    if (start->d > MOST_D || start->M > PROP_MOST_NODED || steps == 0) {
        slp_say(stderr,
                "slp simulate: --advise takes at least one step, at most %d coordinates and %d "
                "noises, and there are %llu, %zu and %zu\n",
                MOST_D, PROP_MOST_NODED, (unsigned long long)steps, start->d, start->M);
        return 2;
    }
    slp_case_init(&c);
    slp_need_memory(slp_case_copy(&c, start));
    const int status = along(&of, &c, steps, seed);
    if (status == 0) print(&of, &c, (double)steps * c.h, wanted);
    slp_case_clear(&c);
    return status;
}
