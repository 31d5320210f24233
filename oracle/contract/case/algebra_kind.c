/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The algebras on which a program or a case gives Hamiltonians of its own. */
#include "oracle/contract/case/algebra_kind.h"

#include <stdio.h>

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

/* Row and column, i < j, of entry `number` of a strict upper triangle of n rows, row by row. */
static void place_of(size_t *i, size_t *j, size_t n, size_t number)
{
    for (*i = 0; number >= n - 1 - *i; ++*i) number -= n - 1 - *i;
    *j = *i + 1 + number;
}

/* X_ij and X_kl turn in the planes ij and kl: these commute if they are one plane or share no axis.
 */
static bool planes_commute(size_t n, size_t a, size_t b)
{
    size_t i, j, k, l;
    place_of(&i, &j, n, a);
    place_of(&k, &l, n, b);
    return a == b || (i != k && i != l && j != k && j != l);
}

static bool commute_on_su(size_t n, size_t a, size_t b)
{
    size_t i, j;
    if (a == b || (a < n && b < n)) return true;
    if (a >= n && b >= n) /* real and imaginary part of one entry do not */
        return (a - n) / 2 != (b - n) / 2 && planes_commute(n, (a - n) / 2, (b - n) / 2);
    place_of(&i, &j, n, ((a < n ? b : a) - n) / 2);
    return (a < n ? a : b) != i && (a < n ? a : b) != j;
}

/* The block of a coordinate of sp(2m), 0 for a, 1 for b, 2 for c, and its row and column in it. */
static int block_of(size_t *i, size_t *j, size_t m, size_t a)
{
    const size_t triangle = m * (m + 1) / 2;
    *i = a / m;
    *j = a % m;
    if (a < m * m) return 0;
    size_t number = (a - m * m) % triangle;
    for (*i = 0; number >= m - *i; ++*i) number -= m - *i;
    *j = *i + number;
    return a - m * m < triangle ? 1 : 2;
}

/* As p_i q_j, p_i p_j and q_i q_j of canonical pairs do. */
static bool commute_on_sp(size_t m, size_t a, size_t b)
{
    size_t i, j, k, l;
    int one = block_of(&i, &j, m, a), other = block_of(&k, &l, m, b);
    if (a == b || (one && one == other)) return true;
    if (one && other) return i != k && i != l && j != k && j != l;
    if (!one && !other) return j != k && l != i;
    if (one) return one == 1 ? l != i && l != j : k != i && k != j;
    return other == 1 ? j != k && j != l : i != k && i != l;
}

bool slp_coordinates_commute(slp_algebra algebra, size_t n, size_t a, size_t b)
{
    switch (algebra) {
    case SLP_SO3:
    case SLP_VECTOR:
        return a == b;
    case SLP_SE3:
        return a % 3 == b % 3 || (a >= 3 && b >= 3);
    case SLP_SU2N:
        return a == b || a / 3 != b / 3;
    case SLP_SON:
        return planes_commute(n, a, b);
    case SLP_SUN:
        return commute_on_su(n, a, b);
    case SLP_SP:
        return commute_on_sp(n / 2, a, b);
    case SLP_SUN_DUAL: /* no kind of the table */
        break;
    }
    return false;
}

/* The size n of matrices with d coordinates. */
static size_t matrix_size(slp_algebra algebra, size_t d)
{
    size_t n = 1;
    while (slp_algebra_coordinates(algebra, n) < d) n++;
    return n;
}

static void name_entry(char text[SLP_COORDINATE_CHARS], size_t n, size_t i, const char *of)
{
    size_t row = i, column = i;
    if (i >= n) place_of(&row, &column, n, (i - n) / 2);
    const bool imaginary = i < n || (i - n) % 2;
    snprintf(text, SLP_COORDINATE_CHARS, "entry (%zu,%zu)%s, %s part", row, column, of,
             imaginary ? "imaginary" : "real");
}

const char *slp_vector_word(const slp_system *system)
{
    return system->vector ? system->vector : "vector";
}

void slp_coordinate_name(char text[SLP_COORDINATE_CHARS], const slp_system *system, size_t d,
                         bool generator, size_t i)
{
    const slp_algebra algebra = system->algebra;
    static const char *const vectors[] = {"Pi", "Gamma", "omega", "u"};
    static const char *const fields[] = {" of W", " of Theta", " of xi", " of b"};
    const size_t half = i < d / 2 ? 0 : 1, which = half + 2 * generator;
    size_t row, column;
    snprintf(text, SLP_COORDINATE_CHARS, "coordinate %zu", i + 1);
    if (algebra == SLP_VECTOR && !generator) {
        snprintf(text, SLP_COORDINATE_CHARS, "%s", i ? "p" : "q");
    } else if (algebra == SLP_SE3 && d == 6) {
        snprintf(text, SLP_COORDINATE_CHARS, "%s_%zu", vectors[which], i % 3 + 1);
    } else if (algebra == SLP_SU2N) {
        snprintf(text, SLP_COORDINATE_CHARS, "%s %zu, %c", slp_vector_word(system), i / 3 + 1,
                 "xyz"[i % 3]);
    } else if (algebra == SLP_SON) {
        place_of(&row, &column, matrix_size(algebra, d), i);
        snprintf(text, SLP_COORDINATE_CHARS, "entry (%zu,%zu)", row + 1, column + 1);
    } else if (algebra == SLP_SUN) {
        name_entry(text, matrix_size(SLP_SUN, d), i, "");
    } else if (algebra == SLP_SUN_DUAL && d % 2 == 0) {
        name_entry(text, matrix_size(SLP_SUN, d / 2), i % (d / 2), fields[which]);
    } else if (algebra == SLP_SP) {
        const int block = block_of(&row, &column, matrix_size(algebra, d) / 2, i);
        snprintf(text, SLP_COORDINATE_CHARS, "entry (%zu,%zu) of %c", row + 1, column + 1,
                 "abc"[block]);
    }
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
