/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* vectors.h: the suite as tables in C99, for programs without files. */
#include "oracle/vectors/suite.h"
#include "oracle/vectors/write.h"

#include <inttypes.h>

static const char types[] =
    "#ifndef SLP_VECTORS_TYPES\n"
    "#define SLP_VECTORS_TYPES\n"
    "/* A parameter of the system: numbers; of a word its place in `slp list systems`; of pairs\n"
    " * both numbers of each. */\n"
    "typedef struct slp_vectors_parameter {\n"
    "    const char *key;\n"
    "    uint32_t count;\n"
    "    const double *at;\n"
    "} slp_vectors_parameter;\n"
    "/* One step.  low, within, radius and beyond are in units of 2^unit. */\n"
    "typedef struct slp_vectors_step {\n"
    "    const char *id, *system, *scheme, *note;\n"
    "    uint32_t flags;\n"
    "    uint32_t parameters;\n"
    "    const slp_vectors_parameter *parameter;\n"
    "    uint32_t d, M;\n"
    "    int32_t unit, refusal;\n"
    "    double h, within, radius, beyond, L, kappa, bound;\n"
    "    const double *x, *dw, *y, *low;\n"
    "} slp_vectors_step;\n"
    "/* Bits of noise: kind 1 words, 2 normals, 3 increments, 4 ensemble. */\n"
    "typedef struct slp_vectors_bits {\n"
    "    const char *id;\n"
    "    int32_t kind;\n"
    "    uint64_t seed, path, node, steps;\n"
    "    uint32_t channel, level;\n"
    "    double h, ell;\n"
    "    const char *system;\n"
    "    uint32_t parameters;\n"
    "    const slp_vectors_parameter *parameter;\n"
    "    uint32_t d, count;\n"
    "    const double *x, *y;\n"
    "} slp_vectors_bits;\n"
    "#endif\n\n";

/* The tables so far: how many numbers and parameters were written. */
typedef struct place {
    size_t numbers, parameters;
} place;

static void print_numbers(FILE *to, place *at, const double *value, size_t count)
{
    char text[SLP_NUMBER_CHARS];
    for (size_t i = 0; i < count; i++) {
        slp_number_print(text, value[i]);
        fprintf(to, "%s,%s", text, (at->numbers + i) % 4 == 3 ? "\n" : " ");
    }
    at->numbers += count;
}

static void print_case_numbers(FILE *to, place *at, const slp_case *c)
{
    for (size_t p = 0; c->system->params[p].key; p++)
        print_numbers(to, at, c->params[p].at, c->params[p].count);
    print_numbers(to, at, c->x, c->d);
}

static size_t print_parameters(FILE *to, place *at, const slp_case *c)
{
    size_t count = 0;
    for (size_t p = 0; c->system->params[p].key; p++) {
        if (c->params[p].count == 0) continue;
        fprintf(to, "{\"%s\", %zu, N + %zu},\n", c->system->params[p].key, c->params[p].count,
                at->numbers);
        at->numbers += c->params[p].count;
        count++;
    }
    at->parameters += count;
    at->numbers += c->d;
    return count;
}

static size_t numbers_of(size_t *parameters, const slp_case *c)
{
    size_t numbers = 0;
    *parameters = 0;
    for (size_t p = 0; c->system->params[p].key; p++) {
        numbers += c->params[p].count;
        *parameters += c->params[p].count > 0;
    }
    return numbers;
}

static void print_step(FILE *to, place *at, const vectors_step *v)
{
    const slp_case *c = &v->c;
    size_t parameters;
    const size_t x = at->numbers + numbers_of(&parameters, c), dw = x + c->d, y = dw + c->M;
    const double numbers[] = {c->h, v->within, v->radius, v->beyond, v->L, v->kappa, v->bound};
    fprintf(to,
            "{\"%s\", \"%s\", \"%s\",\n\"%s\", 0x%" PRIx32 ", %zu, P + %zu, %zu, %zu, %d, %d,\n",
            c->id, c->system->name, c->scheme->name, vectors_flag_word(v->note), v->flags,
            parameters, at->parameters, c->d, c->M, v->unit, v->refusal);
    vectors_print_list(to, "", numbers, sizeof numbers / sizeof *numbers);
    fprintf(to, ",\nN + %zu, N + %zu, N + %zu, N + %zu},\n", x, dw, y, y + c->d);
    at->parameters += parameters;
    at->numbers = y + 2 * c->d;
}

static void print_bits(FILE *to, place *at, const vectors_bits *b)
{
    const slp_case *c = b->c;
    size_t parameters = 0;
    const size_t d = c ? c->d : 0, x = at->numbers + (c ? numbers_of(&parameters, c) : 0);
    const double numbers[] = {b->key.h, b->key.ell};
    fprintf(to,
            "{\"%s\", %d, UINT64_C(%" PRIu64 "), UINT64_C(%" PRIu64 "), UINT64_C(%" PRIu64
            "), %" PRIu64 ",\nUINT32_C(%" PRIu32 "), UINT32_C(%" PRIu32 "), ",
            b->id, 1 + (int)b->kind, b->key.seed, b->key.path, b->key.node, b->key.steps,
            b->key.channel, b->key.level);
    vectors_print_list(to, "", numbers, 2);
    fprintf(to, ", \"%s\", %zu, P + %zu, %zu, %zu, N + %zu, N + %zu},\n", c ? c->system->name : "",
            parameters, at->parameters, d, b->count, x, x + d);
    at->parameters += parameters;
    at->numbers = x + d + b->count;
}

void vectors_write_header(FILE *to, const vectors_suite *suite)
{
    place at = {0};
    fprintf(to,
            "/* %s\n * slp %s, form %d.  vectors.md of slp says what the fields are; slp_verify.c "
            "verifies. */\n#ifndef SLP_VECTORS_H\n#define SLP_VECTORS_H\n#include <stdint.h>\n\n"
            "#define SLP_VECTORS_FORM %d\n#define SLP_VECTORS_STEPS %zu\n#define SLP_VECTORS_BITS "
            "%zu\n\n%s",
            suite->order->command, SLP_VERSION, SLP_VECTORS_FORM, SLP_VECTORS_FORM, suite->count,
            suite->bits_count, types);
    const slp_arithmetic *a = vectors_arithmetic(suite);
    fprintf(to,
            "/* The numbers of the port's arithmetic: so many bits, multiples of 2^LEAST, below\n"
            " * 2^MOST. */\n#define SLP_VECTORS_ARITHMETIC \"%s\"\n#define SLP_VECTORS_SIGNIFICAND "
            "%d\n#define SLP_VECTORS_LEAST (%d)\n#define SLP_VECTORS_MOST %d\n\n",
            a->name, a->bits, a->least, a->most);
    fputs("static const double slp_vectors_numbers[] = {\n", to);
    for (size_t i = 0; i < suite->count; i++) {
        const vectors_step *v = &suite->steps[i];
        print_case_numbers(to, &at, &v->c);
        print_numbers(to, &at, v->c.dw, v->c.M);
        print_numbers(to, &at, v->y, v->c.d);
        print_numbers(to, &at, v->low, v->c.d);
    }
    for (size_t i = 0; i < suite->bits_count; i++) {
        if (suite->bits[i].c) print_case_numbers(to, &at, suite->bits[i].c);
        print_numbers(to, &at, suite->bits[i].at, suite->bits[i].count);
    }
    fputs("0};\n#define N slp_vectors_numbers\n"
          "static const slp_vectors_parameter slp_vectors_parameters[] = {\n",
          to);
    at = (place){0};
    for (size_t i = 0; i < suite->count; i++) {
        print_parameters(to, &at, &suite->steps[i].c);
        at.numbers += suite->steps[i].c.M + 2 * suite->steps[i].c.d;
    }
    for (size_t i = 0; i < suite->bits_count; i++) {
        if (suite->bits[i].c) print_parameters(to, &at, suite->bits[i].c);
        at.numbers += suite->bits[i].count;
    }
    fputs("{0, 0, N}};\n#define P slp_vectors_parameters\n"
          "static const slp_vectors_step slp_vectors_steps[] = {\n",
          to);
    at = (place){0};
    for (size_t i = 0; i < suite->count; i++) print_step(to, &at, &suite->steps[i]);
    fputs("};\nstatic const slp_vectors_bits slp_vectors_noise[] = {\n", to);
    for (size_t i = 0; i < suite->bits_count; i++) print_bits(to, &at, &suite->bits[i]);
    fputs("};\n#undef N\n#undef P\n#endif\n", to);
}
