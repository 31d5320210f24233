/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads an expression by recursive descent and adds it up as a polynomial.  The grammar is in
 * ref/expression/expression.md, section 1; each rule of it is a function here. */
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/number/float_environment.h"
#include "ref/expression/names.h"
#include "ref/expression/polynomial.h"
#include "ref/ref.h"

#include <math.h>
#include <mpfr.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* DEPTH: nested parentheses, signs and sums.  STEPS: names, numbers and operations that one
 * expression may take; a sum takes those of its body at each index.  MOST_INDEX bounds integers, so
 * that their products fit. */
enum { DEPTH = 200, STEPS = 10000000, MOST_INDICES = 8, NAME = 32, MOST_EXPONENT = 5000 };
enum { MOST_INDEX = 1 << 30, MOST_DIGITS = 1000, MOST_POWER = 1000 };

/* i of sum(i, ...), with its value now */
typedef struct index_name {
    const char *at;
    size_t length;
    int64_t value;
} index_name;

typedef struct reading {
    const char *text, *at, *name; /* name: of the Hamiltonian, in messages */
    const ref_coordinates *of;
    index_name index[MOST_INDICES];
    size_t indices, depth, steps;
    size_t fault_at; /* where the first fault is */
    slp_error *err;
    slp_status status; /* SLP_OK as long as nothing is wrong */
} reading;

/* Notes the first fault, at the character `at`; false. */
__attribute__((format(printf, 3, 4))) static bool refuse(reading *r, const char *at,
                                                         const char *format, ...)
{
    va_list list;
    if (r->status != SLP_OK) return false;
    char text[192];
    r->status = SLP_INPUT;
    r->fault_at = (size_t)(at - r->text);
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    slp_error_set(r->err, 0, NULL, r->name, "character %zu: %s", r->fault_at + 1, text);
    return false;
}

/* True if the operation that stands at `at` was done. */
static bool done(reading *r, const char *at, polynomial_fault fault)
{
    switch (fault) {
    case POLYNOMIAL_OK:
        return true;
    case POLYNOMIAL_MEMORY:
        if (r->status == SLP_OK) r->status = SLP_MEMORY;
        return false;
    case POLYNOMIAL_DEGREE:
        return refuse(r, at, "the product has a degree above %d, the highest there is",
                      SLP_MAX_DEGREE);
    case POLYNOMIAL_SIZE:
        return refuse(r, at, "the polynomial has more than %d monomials", POLYNOMIAL_MOST);
    case POLYNOMIAL_DIGITS:
        return refuse(r, at, "a coefficient has too many digits; give numbers of fewer digits");
    }
    return false;
}

static void pass_spaces(reading *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\n') r->at++;
}

/* Reads the sign c if it comes next. */
static bool read_sign(reading *r, char c)
{
    pass_spaces(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

static bool expect(reading *r, char c, const char *of)
{
    return read_sign(r, c) || refuse(r, r->at, "expected '%c' %s", c, of);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool count_step(reading *r)
{
    return ++r->steps <= STEPS ||
           refuse(r, r->at, "the expression takes more than %d operations; shorten its sums",
                  STEPS);
}

static bool go_deeper(reading *r)
{
    return ++r->depth <= DEPTH ||
           refuse(r, r->at, "parentheses and signs are nested more than %d deep", DEPTH);
}

/* ---- Indices: whole numbers --------------------------------------------------------------- */

static bool read_whole_sum(int64_t *value, reading *r);

static bool fits(int64_t value, reading *r, const char *at)
{
    return (value >= -MOST_INDEX && value <= MOST_INDEX) ||
           refuse(r, at, "the whole number is above %d", MOST_INDEX);
}

static bool read_digits(int64_t *value, reading *r)
{
    const char *from = r->at;
    for (*value = 0; is_digit(*r->at); r->at++) {
        *value = 10 * *value + (*r->at - '0');
        if (!fits(*value, r, from)) return false;
    }
    return true;
}

/* The value of n or of an index of a sum around here, the innermost of that name; false if the word
 * is none of them. */
static bool find_index(int64_t *value, const reading *r, const char *word, size_t length)
{
    for (size_t k = r->indices; k > 0; k--)
        if (r->index[k - 1].length == length && memcmp(r->index[k - 1].at, word, length) == 0) {
            *value = r->index[k - 1].value;
            return true;
        }
    *value = (int64_t)r->of->n;
    return length == 1 && *word == 'n';
}

/* A number, an index of a sum, n, or a sum in parentheses, after signs. */
static bool read_whole(int64_t *value, reading *r)
{
    bool good = go_deeper(r) && count_step(r);
    pass_spaces(r);
    const char *from = r->at;
    if (!good) {
    } else if (read_sign(r, '-')) {
        good = read_whole(value, r);
        *value = -*value;
    } else if (read_sign(r, '(')) {
        good = read_whole_sum(value, r) && expect(r, ')', "to close this index");
    } else if (is_digit(*from)) {
        good = read_digits(value, r);
    } else if (is_letter(*from)) {
        while (is_letter(*r->at)) r->at++;
        const size_t length = (size_t)(r->at - from);
        if (!find_index(value, r, from, length))
            good = refuse(r, from, "'%.*s' is no index here; there are n and those of sum(...)",
                          (int)(length < NAME ? length : NAME), from);
    } else {
        good = refuse(r, from, "expected a whole number or an index");
    }
    r->depth--;
    return good;
}

static bool read_whole_product(int64_t *value, reading *r)
{
    int64_t factor;
    if (!read_whole(value, r)) return false;
    for (;;) {
        pass_spaces(r);
        const char *from = r->at;
        if (*from != '*' && *from != '%') return true;
        r->at++;
        if (!read_whole(&factor, r)) return false;
        if (*from == '%' && factor <= 0)
            return refuse(r, from, "the number after %% must be above 0");
        /* both are at most 2^30, and the remainder is that of mathematics: 0 to factor - 1 */
        *value = *from == '*' ? *value * factor : (*value % factor + factor) % factor;
        if (!fits(*value, r, from)) return false;
    }
}

static bool read_whole_sum(int64_t *value, reading *r)
{
    int64_t part;
    if (!read_whole_product(value, r)) return false;
    for (;;) {
        pass_spaces(r);
        const char *from = r->at;
        if (*from != '+' && *from != '-') return true;
        r->at++;
        if (!read_whole_product(&part, r)) return false;
        *value += *from == '+' ? part : -part;
        if (!fits(*value, r, from)) return false;
    }
}

/* ---- Numbers ------------------------------------------------------------------------------ */

/* c *= base^exponent */
static void scale_by_power(mpq_t c, unsigned long base, int64_t exponent)
{
    mpz_t power;
    mpq_t factor;
    mpz_init(power);
    mpq_init(factor);
    mpz_ui_pow_ui(power, base, (unsigned long)(exponent < 0 ? -exponent : exponent));
    mpq_set_z(factor, power);
    if (exponent < 0) mpq_inv(factor, factor);
    mpq_mul(c, c, factor);
    mpq_clear(factor);
    mpz_clear(power);
}

static int digit_value(char c, int base)
{
    if (is_digit(c)) return c - '0';
    if (base == 16 && c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (base == 16 && c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* "12", "0.25", ".5", "1e-3", "0x1.8p-4": the exact fraction. */
static bool read_number(mpq_t c, reading *r)
{
    const char *from = r->at;
    const bool hex = from[0] == '0' && (from[1] == 'x' || from[1] == 'X');
    const int base = hex ? 16 : 10;
    int64_t digits = 0, after_point = 0, exponent = 0;
    bool point = false;
    mpz_t whole;
    mpz_init(whole);
    if (hex) r->at += 2;
    for (; digits <= MOST_DIGITS; r->at++) {
        const int digit = digit_value(*r->at, base);
        if (*r->at == '.' && !point)
            point = true;
        else if (digit < 0)
            break;
        else {
            mpz_mul_ui(whole, whole, (unsigned long)base);
            mpz_add_ui(whole, whole, (unsigned long)digit);
            digits++;
            after_point += point;
        }
    }
    mpq_set_z(c, whole);
    mpz_clear(whole);
    if (digits == 0) return refuse(r, from, "expected a number");
    if (digits > MOST_DIGITS)
        return refuse(r, from, "the number has more than %d digits", MOST_DIGITS);
    const char mark = *r->at;
    if (hex ? mark == 'p' || mark == 'P' : mark == 'e' || mark == 'E') {
        const char sign = r->at[1];
        const size_t length = sign == '-' || sign == '+' ? 2 : 1;
        if (!is_digit(r->at[length])) return refuse(r, r->at, "the exponent has no digits");
        r->at += length;
        if (!read_digits(&exponent, r)) return false;
        if (exponent > MOST_EXPONENT)
            return refuse(r, from, "the exponent is above %d", MOST_EXPONENT);
        if (sign == '-') exponent = -exponent;
    }
    if (hex)
        scale_by_power(c, 2, exponent - 4 * after_point);
    else
        scale_by_power(c, 10, exponent - after_point);
    return true;
}

/* ---- Polynomials -------------------------------------------------------------------------- */

static bool read_sum(polynomial *p, reading *r);

/* Indices and component after the word of a name: "3", "[i+1,2]", "12" as two digits where the
 * algebra has matrices of at most 9 rows, then ".x". */
static bool read_name(ref_coordinate_name *name, reading *r)
{
    name->word = r->at;
    while (is_letter(*r->at)) r->at++;
    name->length = (size_t)(r->at - name->word);
    name->indices = 0;
    name->component = 0;
    if (*r->at == '[') {
        r->at++;
        do {
            if (name->indices == 2) return refuse(r, r->at, "a coordinate has at most two indices");
            if (!read_whole_sum(&name->index[name->indices++], r)) return false;
        } while (read_sign(r, ','));
        if (!expect(r, ']', "to close the indices")) return false;
    } else if (is_digit(*r->at)) {
        const char *from = r->at;
        const bool matrix = *name->word != 'x' && *name->word != 'S';
        if (matrix && r->of->n > 9)
            return refuse(r, from, "with more than 9 rows, write indices as [1,2]");
        if (matrix && is_digit(from[1]) && !is_digit(from[2])) {
            name->indices = 2;
            name->index[0] = from[0] - '0';
            name->index[1] = from[1] - '0';
            r->at += 2;
        } else {
            name->indices = 1;
            if (!read_digits(&name->index[0], r)) return false;
        }
    }
    if (*r->at == '.' && r->at[1] >= 'x' && r->at[1] <= 'z' && !is_letter(r->at[2])) {
        name->component = r->at[1];
        r->at += 2;
    }
    return true;
}

static bool add_coordinate(polynomial *p, reading *r, const char *from,
                           const ref_coordinate_name *name)
{
    uint32_t i;
    int sign;
    char text[192];
    mpq_t c;
    if (!ref_coordinate_find(&i, &sign, text, r->of, name)) return refuse(r, from, "%s", text);
    if (sign == 0) return true;
    mpq_init(c);
    mpq_set_si(c, sign, 1);
    const bool good = done(r, from, ref_polynomial_add_monomial(p, c, i));
    mpq_clear(c);
    return good;
}

/* p += value */
static bool add_whole(polynomial *p, reading *r, const char *from, int64_t value)
{
    mpq_t c;
    mpq_init(c);
    mpq_set_si(c, (long)value, 1);
    const bool good = done(r, from, ref_polynomial_add_monomial(p, c, 0));
    mpq_clear(c);
    return good;
}

/* Passes over the body of a sum that has no index, such as sum(j, i+1..n, ...) where i is n: up to
 * the parenthesis that closes the sum. */
static void pass_body(reading *r)
{
    for (size_t depth = 0; *r->at && (depth || *r->at != ')'); r->at++) {
        if (*r->at == '(') depth++;
        if (*r->at == ')') depth--;
    }
}

/* sum(i, 1..n, body): the body is read anew for each index. */
static bool read_indexed_sum(polynomial *p, reading *r)
{
    index_name *index = r->index + r->indices;
    int64_t lowest, highest;
    if (!expect(r, '(', "after sum")) return false;
    if (r->indices == MOST_INDICES)
        return refuse(r, r->at, "sums are nested more than %d deep", MOST_INDICES);
    pass_spaces(r);
    index->at = r->at;
    while (is_letter(*r->at)) r->at++;
    index->length = (size_t)(r->at - index->at);
    if (index->length == 0) return refuse(r, r->at, "expected the name of an index: letters");
    if (!expect(r, ',', "after the index") || !read_whole_sum(&lowest, r)) return false;
    pass_spaces(r);
    if (r->at[0] != '.' || r->at[1] != '.')
        return refuse(r, r->at, "expected '..' between the first and the last index");
    r->at += 2;
    if (!read_whole_sum(&highest, r) || !expect(r, ',', "after the range")) return false;
    const char *body = r->at;
    bool good = true;
    r->indices++;
    for (int64_t i = lowest; good && i <= highest; i++) {
        polynomial part = {NULL, 0, 0, false};
        index->value = i;
        r->at = body;
        good = read_sum(&part, r) && done(r, body, ref_polynomial_add(p, &part, 1));
        ref_polynomial_clear(&part);
    }
    r->indices--;
    if (good && highest < lowest) pass_body(r);
    return good && expect(r, ')', "to close the sum");
}

/* A number, a coordinate, an index, a sum over an index, or an expression in parentheses. */
static bool read_atom(polynomial *p, reading *r)
{
    pass_spaces(r);
    const char *from = r->at;
    if (!count_step(r)) return false;
    if (is_digit(*from) || (*from == '.' && is_digit(from[1]))) {
        mpq_t c;
        mpq_init(c);
        const bool good = read_number(c, r) && done(r, from, ref_polynomial_add_monomial(p, c, 0));
        mpq_clear(c);
        return good;
    }
    if (read_sign(r, '(')) return read_sum(p, r) && expect(r, ')', "to close this parenthesis");
    if (is_letter(*from)) {
        ref_coordinate_name name;
        int64_t value;
        if (strncmp(from, "sum", 3) == 0 && !is_letter(from[3])) {
            r->at += 3;
            return read_indexed_sum(p, r);
        }
        if (!read_name(&name, r)) return false;
        if (!name.indices && !name.component && find_index(&value, r, from, name.length))
            return add_whole(p, r, from, value);
        return add_coordinate(p, r, from, &name);
    }
    if (*from == 0)
        return refuse(r, from, "the expression ends here; a number or a name is missing");
    return refuse(r, from, "expected a number, a name or '('");
}

/* p = p^exponent, by repeated multiplication */
static bool raise_to(polynomial *p, reading *r, const char *from, int64_t exponent)
{
    polynomial base = *p;
    mpq_t one;
    bool good;
    *p = (polynomial){NULL, 0, 0, false};
    mpq_init(one);
    if (exponent < 0) {
        good = ref_polynomial_constant(one, &base) && mpq_sgn(one) != 0;
        if (good) {
            mpq_inv(one, one);
            ref_polynomial_clear(&base);
            good = done(r, from, ref_polynomial_add_monomial(&base, one, 0));
        } else {
            refuse(r, from, "a negative power of what is no number, or of 0");
        }
        exponent = -exponent;
    } else {
        good = true;
    }
    mpq_set_ui(one, 1, 1);
    good = good && done(r, from, ref_polynomial_add_monomial(p, one, 0));
    mpq_clear(one);
    for (; good && exponent > 0; exponent--)
        good = count_step(r) && done(r, from, ref_polynomial_multiply(p, &base));
    ref_polynomial_clear(&base);
    return good;
}

/* An atom, and its power if '^' or '**' follows. */
static bool read_power(polynomial *p, reading *r)
{
    int64_t exponent;
    if (!read_atom(p, r)) return false;
    pass_spaces(r);
    const char *from = r->at;
    if (*from != '^' && !(from[0] == '*' && from[1] == '*')) return true;
    r->at += *from == '^' ? 1 : 2;
    if (!read_whole(&exponent, r)) return false;
    if (exponent > MOST_POWER || exponent < -MOST_POWER)
        return refuse(r, from, "the exponent is above %d", MOST_POWER);
    return raise_to(p, r, from, exponent);
}

/* A power after any number of signs. */
static bool read_signed(polynomial *p, reading *r)
{
    bool good = go_deeper(r);
    if (good && read_sign(r, '-')) {
        polynomial part = {NULL, 0, 0, false};
        const char *from = r->at;
        good = read_signed(&part, r) && done(r, from, ref_polynomial_add(p, &part, -1));
        ref_polynomial_clear(&part);
    } else if (good) {
        good = read_sign(r, '+') ? read_signed(p, r) : read_power(p, r);
    }
    r->depth--;
    return good;
}

static bool divide(polynomial *p, polynomial *by, reading *r, const char *from)
{
    mpq_t c;
    mpq_init(c);
    bool good =
        ref_polynomial_constant(c, by) ||
        refuse(r, from, "only numbers divide here: a quotient of coordinates is no polynomial");
    if (good && mpq_sgn(c) == 0) good = refuse(r, from, "division by 0");
    if (good) {
        mpq_inv(c, c);
        good = done(r, from, ref_polynomial_scale(p, c));
    }
    mpq_clear(c);
    return good;
}

static bool read_product(polynomial *p, reading *r)
{
    bool good = read_signed(p, r);
    while (good) {
        polynomial factor = {NULL, 0, 0, false};
        pass_spaces(r);
        const char *from = r->at;
        if ((*from != '*' && *from != '/') || from[1] == '*') break;
        r->at++;
        good = read_signed(&factor, r);
        if (good)
            good = *from == '*' ? done(r, from, ref_polynomial_multiply(p, &factor))
                                : divide(p, &factor, r, from);
        ref_polynomial_clear(&factor);
    }
    return good;
}

/* p += the sum that comes next */
static bool read_sum(polynomial *p, reading *r)
{
    bool good = go_deeper(r);
    for (int sign = 1; good;) {
        polynomial part = {NULL, 0, 0, false};
        const char *from = r->at;
        good = read_product(&part, r) && done(r, from, ref_polynomial_add(p, &part, sign));
        ref_polynomial_clear(&part);
        pass_spaces(r);
        if (*r->at != '+' && *r->at != '-') break;
        sign = *r->at++ == '+' ? 1 : -1;
    }
    r->depth--;
    return good;
}

/* ---- Terms -------------------------------------------------------------------------------- */

/* The nearest binary64 number, ties to even; infinite above the largest.  The range of exponents of
 * this thread's MPFR is that of binary64 meanwhile, so that subnormal numbers round once. */
static double nearest(const mpq_t c)
{
    const mpfr_exp_t lowest = mpfr_get_emin(), highest = mpfr_get_emax();
    mpfr_t value;
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    mpfr_init2(value, 53);
    const int inexact = mpfr_set_q(value, c, MPFR_RNDN);
    mpfr_subnormalize(value, inexact, MPFR_RNDN);
    const double made = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clear(value);
    mpfr_set_emin(lowest);
    mpfr_set_emax(highest);
    return made;
}

static void print_monomial(char text[96], const monomial *m)
{
    size_t used = 0;
    for (uint32_t i = 0; i < m->degree && used < 80; i++)
        used += (size_t)snprintf(text + used, 96 - used, "%sx%u", i ? "*" : "", m->at[i]);
}

/* Appends a term, as oracle/contract/case/terms.h lays it out, to a list whose capacity is the
 * power of two from its count on. */
static slp_status append_term(slp_numbers *terms, size_t k, double c, const monomial *m)
{
    const size_t count = terms->count + SLP_TERM_HEAD + m->degree;
    size_t had = 1, capacity = 1;
    if (count > SLP_MAX_LIST) return SLP_INPUT;
    while (had < terms->count) had *= 2;
    while (capacity < count) capacity *= 2;
    if (!terms->at || capacity > had) {
        double *more = realloc(terms->at, capacity * sizeof *more);
        if (!more) return SLP_MEMORY;
        terms->at = more;
    }
    double *to = terms->at + terms->count;
    *to++ = (double)k;
    *to++ = c;
    *to++ = m->degree;
    for (uint32_t i = 0; i < m->degree; i++) *to++ = m->at[i];
    terms->count = count;
    return SLP_OK;
}

/* Appends the terms of p. */
static bool append(slp_numbers *terms, reading *r, size_t k, const polynomial *p)
{
    for (size_t i = 0; i < p->count; i++) {
        const monomial *m = p->at + i;
        const double c = nearest(m->c);
        char name[96] = "";
        if (m->degree == 0) continue; /* a constant moves nothing */
        print_monomial(name, m);
        if (isinf(c))
            return refuse(r, r->text, "the coefficient of %s is above the largest binary64 number",
                          name);
        if (c == 0)
            return refuse(r, r->text, "the coefficient of %s is below the smallest binary64 number",
                          name);
        const slp_status status = append_term(terms, k, c, m);
        if (status == SLP_MEMORY) {
            r->status = SLP_MEMORY;
            return false;
        }
        if (status != SLP_OK)
            return refuse(r, r->text, "the polynomials have more terms than fit in one list");
    }
    return true;
}

slp_status ref_expression_terms(slp_numbers *terms, size_t *fault_at, size_t k, const char *text,
                                slp_algebra algebra, size_t n, slp_error *err)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const slp_algebra_kind *kind = slp_algebra_kind_of(algebra);
    char name[24];
    size_t unread;
    if (!fault_at) fault_at = &unread;
    *fault_at = 0;
    if (!terms) return slp_error_set(err, 0, NULL, "terms", "no place for the terms was given");
    if (!text) return slp_error_set(err, 0, NULL, "text", "no expression was given");
    if (!kind) return slp_error_set(err, 0, NULL, "algebra", "has no Hamiltonians of one's own");
    if (kind->least && slp_algebra_size_check(err, 0, NULL, "n", kind, n)) return SLP_INPUT;
    if (!kind->least) n = 1;
    const ref_coordinates of = {algebra, n, slp_algebra_coordinates(algebra, n)};
    snprintf(name, sizeof name, "H%zu", k);
    reading r = {.text = text, .at = text, .name = name, .of = &of, .err = err};
    polynomial p = {NULL, 0, 0, false};
    const size_t before = terms->count;
    bool good = read_sum(&p, &r);
    pass_spaces(&r);
    if (good && *r.at == ')') good = refuse(&r, r.at, "this ')' closes nothing");
    if (good && *r.at)
        good = refuse(&r, r.at, "expected an operator, + - * / ^, or the end of the expression");
    if (good) {
        ref_polynomial_sort(&p);
        good = append(terms, &r, k, &p);
    }
    if (!good) terms->count = before;
    ref_polynomial_clear(&p);
    *fault_at = r.fault_at;
    return r.status == SLP_MEMORY ? slp_error_memory(err, 0, NULL, name, 0) : r.status;
}
