/* The bound K of the verdict, and the generator's part of it.  Derived in oracle/judge.md. */
#include "oracle/judge.h"
#include "oracle/judge_step.h"

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
    }
    return d > 0 ? d : 1;
}

/* How many coadjoint maps one step composes: the variational step is two half steps, the canonical one
 * moves Q and P.  Everything else evaluates one. */
static double maps(const slp_scheme *scheme)
{
    bool two = strncmp(scheme->name, "variational-", 12) == 0 ||
               strncmp(scheme->name, "canonical-", 10) == 0;
    return two ? 2.0 : 1.0;
}

/* judge.md (5): K = 4 + maps (4n + 4); the 4 is the stopping slack. */
double slp_judge_bound(const slp_system *system, const slp_scheme *scheme, size_t d)
{
    double n = (double)judge_matrix_size(system->algebra, d);
    return 4.0 + maps(scheme) * (4.0 * n + 4.0);
}

/* judge.md (6): every rounding that is proportional to the generator. */
double judge_allowance(const slp_case *c, double magnitude)
{
    double n = (double)judge_matrix_size(c->system->algebra, c->d);
    return slp_judge_bound(c->system, c->scheme, c->d) + (6.0 * n + 4.0 + (double)c->M) * magnitude;
}
