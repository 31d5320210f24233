/* The bound K of the verdict, and the generator's part of it.  Derived in oracle/judge/judge.md. */
#include "oracle/judge/judge.h"
#include "oracle/judge/step.h"

#include <math.h>

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

/* The Euclidean norm of the exchange coordinates of su(N) and sp(2m, R) counts an off-diagonal
 * entry once; the norm of the certificate counts it twice. */
static double coordinate_norms(slp_algebra algebra)
{
    return algebra == SLP_SUN || algebra == SLP_SP ? 0x1.6a09e667f3bcdp+0 : 1.0;
}

/* judge.md (6): K = w (4 + maps (4n + 4)); the first 4 is for stopping the iteration. */
double slp_judge_bound(const slp_system *system, const slp_scheme *scheme, size_t d)
{
    double n = (double)judge_matrix_size(system->algebra, d), maps = (double)scheme->maps;
    if (scheme->maps == 0 || scheme->stages == 0) return NAN;
    return coordinate_norms(system->algebra) * (4.0 + maps * (4.0 * n + 4.0));
}

/* judge.md (7): every rounding that is proportional to the generator. */
double judge_allowance(const slp_case *c, double size, double condition)
{
    double n = (double)judge_matrix_size(c->system->algebra, c->d);
    double each = 6.0 * n + (4.0 + (double)c->M) * condition;
    return slp_judge_bound(c->system, c->scheme, c->d) +
           coordinate_norms(c->system->algebra) * (double)c->scheme->stages * each * size;
}
