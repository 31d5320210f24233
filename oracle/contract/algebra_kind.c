/* The algebras on which a program or a case gives Hamiltonians of its own. */
#include "oracle/contract/algebra_kind.h"

static const slp_algebra_kind kinds[] = {
    {SLP_SO3, "so3", "so(3)", 0, 0},
    {SLP_SE3, "se3", "se(3)", 0, 0},
    {SLP_VECTOR, "plane", "T*R", 0, 0},
    {SLP_SU2N, "su2", "su(2)^n", 1, SLP_MAX_LIST / 3},
    {SLP_SON, "so", "so(n)", 2, SLP_MAX_MATRIX},
    {SLP_SUN, "su", "su(N)", 2, SLP_MAX_MATRIX},
    {SLP_SP, "sp", "sp(2m, R)", 2, SLP_MAX_MATRIX},
};

const slp_algebra_kind *slp_algebra_kind_at(size_t i)
{
    return i < sizeof kinds / sizeof *kinds ? kinds + i : NULL;
}

const slp_algebra_kind *slp_algebra_kind_of(slp_algebra algebra)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].algebra == algebra) return kinds + i;
    return NULL;
}

size_t slp_algebra_coordinates(slp_algebra algebra, size_t n)
{
    switch (algebra) {
    case SLP_SO3:
        return 3;
    case SLP_SE3:
        return 6;
    case SLP_VECTOR:
        return 2;
    case SLP_SON:
        return n * (n - 1) / 2;
    case SLP_SUN:
        return n * n;
    case SLP_SP:
        return n * (n + 1) / 2;
    case SLP_SU2N:
        return 3 * n;
    case SLP_SUN_DUAL: /* no kind of the table */
        break;
    }
    return 0;
}

slp_status slp_algebra_size_check(slp_error *err, size_t line, const char *id, const char *field,
                                  const slp_algebra_kind *kind, size_t n)
{
    if (n < kind->least || n > kind->most)
        return slp_error_set(err, line, id, field, "is %zu; on %s give a number from %zu to %zu", n,
                             kind->symbol, kind->least, kind->most);
    if (kind->algebra == SLP_SP && n % 2)
        return slp_error_set(err, line, id, field, "is %zu; on %s matrices have an even size", n,
                             kind->symbol);
    return SLP_OK;
}
