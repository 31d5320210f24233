/* The bound K of the verdict, and the generator's part of it.  Derived in oracle/judge/judge.md. */
#include "oracle/judge/judge.h"
#include "oracle/judge/step.h"

#include <string.h>

size_t judge_matrix_size(slp_algebra algebra, size_t d)
{
    size_t n = 1;
    switch (algebra) {
    case SLP_SO3:
        return 3;
    case SLP_SU2N:
        return 2;
    case SLP_SE3:
        return 4;
    case SLP_VECTOR:
        return d > 0 ? d : 1;
    case SLP_SON:
        while (n * (n - 1) / 2 < d) n++;
        return n;
    case SLP_SUN:
        while (n * n < d) n++;
        return n;
    case SLP_SP:
        while (n * (n + 1) / 2 < d) n++;
        return n;
    }
    return d > 0 ? d : 1;
}

static bool begins(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* How many coadjoint maps one step composes: the variational step is two half steps, the canonical one
 * moves Q and P.  Everything else evaluates one. */
static double maps(const slp_scheme *scheme)
{
    return begins(scheme->name, "variational-") || begins(scheme->name, "canonical-") ? 2.0 : 1.0;
}

/* How many stages of a Runge-Kutta rule evaluate the generator, each at a state computed for it. */
static double stages(const slp_scheme *scheme)
{
    if (begins(scheme->name, "rkmk-rk4-")) return 4.0;
    return begins(scheme->name, "rkmk-gauss4-") || begins(scheme->name, "rkmk-heun-") ? 2.0 : 1.0;
}

/* Exchanged coordinates of su(N) and sp(2m, R) weigh off-diagonal entries once, the norm of the certificate twice. */
static double coordinate_norms(slp_algebra algebra)
{
    return algebra == SLP_SUN || algebra == SLP_SP ? 0x1.6a09e667f3bcdp+0 : 1.0;
}

/* judge.md (6): K = w (4 + maps (4n + 4)); the 4 is the stopping slack. */
double slp_judge_bound(const slp_system *system, const slp_scheme *scheme, size_t d)
{
    double n = (double)judge_matrix_size(system->algebra, d);
    return coordinate_norms(system->algebra) * (4.0 + maps(scheme) * (4.0 * n + 4.0));
}

/* judge.md (7): every rounding that is proportional to the generator. */
double judge_allowance(const slp_case *c, double size, double condition)
{
    double n = (double)judge_matrix_size(c->system->algebra, c->d);
    double each = 6.0 * n + (4.0 + (double)c->M) * condition;
    return slp_judge_bound(c->system, c->scheme, c->d) +
           coordinate_norms(c->system->algebra) * stages(c->scheme) * each * size;
}
