/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What judging and naming cost, counted in products of two numbers of some hundred bits.  Counts do
 * not depend on the machine, so neither does what is named.  They need to be right within a factor
 * of two or three: the factors below are measured times, one product taken as 65 ns. */
#include "oracle/judge/fault/trial.h"

slong judge_rows_of(const slp_case *c)
{
    const slp_algebra algebra = c->system->algebra;
    if (!(algebra & (SLP_SON | SLP_SP | SLP_SUN | SLP_SUN_DUAL))) return 0;
    return (slong)judge_matrix_size(algebra, c->d) / (algebra == SLP_SUN_DUAL ? 2 : 1);
}

/* One bracket: products of real, complex, or three complex matrices, or of vectors. */
static double work_of_bracket(const slp_case *c)
{
    const double d = (double)c->d, rows = (double)judge_rows_of(c);
    const slp_algebra algebra = c->system->algebra;
    const double products = algebra == SLP_SON ? 0.1 : algebra == SLP_SUN_DUAL ? 2.7 : 0.9;
    return rows > 0 ? products * rows * rows * rows + 2 * d + 10 : d + 3;
}

double judge_work_of_operation(const slp_case *c, ref_operation operation)
{
    static const double brackets[REF_OPERATIONS] = {
        [REF_AD] = 1,           [REF_CONGRUENCE] = 2,   [REF_INVERSE] = 6,    [REF_PRINTED] = 6,
        [REF_EXPONENTIAL] = 12, [REF_CAYLEY] = 6,       [REF_DEXP_DUAL] = 14, [REF_BRACKET] = 1,
        [REF_DCAY_INVERSE] = 2, [REF_SPHERE_CAYLEY] = 4};
    return brackets[operation] * work_of_bracket(c);
}

double judge_work_of_generator(const slp_case *c)
{
    enum { OF_A_PAIR = 15 };
    const double d = (double)c->d;
    double work = 3 * d;
    for (size_t p = 0; p < SLP_MAX_PARAMS; p++) work += (double)c->params[p].count;
    return c->system->divides_by_lengths ? work + OF_A_PAIR * d * d / 9 : work;
}

double judge_work_of_formula(const slp_case *c, int nodes)
{
    enum { OF_A_NODE = 4 };
    const double rows = (double)judge_rows_of(c), d = (double)c->d;
    const double vectors = c->system->algebra == SLP_SU2N ? d / 3 : 1;
    return nodes * (rows > 0 ? OF_A_NODE + rows * rows * rows / 2 + d / 2 : OF_A_NODE * vectors);
}

/* Rules that keep Casimirs compose coadjoint maps; others add brackets. */
double judge_work_of_evaluation(const slp_case *c)
{
    enum { OF_A_MAP = 8 };
    const slp_scheme *scheme = c->scheme;
    const double bracket = work_of_bracket(c);
    const double map = scheme->keeps & SLP_LAW_CASIMIRS ? OF_A_MAP * bracket : bracket;
    size_t factors = 1;
    if (scheme->splits && c->system->factors) {
        slp_error err;
        if (c->system->factors(&factors, c, &err) != SLP_OK) factors = 1;
        return (double)(factors * scheme->maps) * (map + (double)c->d);
    }
    return scheme->stages * judge_work_of_generator(c) + scheme->maps * map + bracket;
}

double judge_work_of_all(const slp_case *c)
{
    enum { EVALUATIONS = 4500 };
    return EVALUATIONS * judge_work_of_evaluation(c);
}

double judge_work_of_judging(const slp_case *c)
{
    enum { EVALUATIONS = 12, OF_FLOWS = 3, OF_A_STEP = 300 };
    const double evaluations = c->scheme->splits ? OF_FLOWS : EVALUATIONS;
    return (double)c->steps * (evaluations * judge_work_of_evaluation(c) + OF_A_STEP);
}
