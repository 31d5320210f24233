/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp case: a case of one's own Hamiltonians, from expressions. */
#include "oracle/command/command.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/number/number.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/plumbing/allocate.h"
#include "ref/ref.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ON_THE_LINE: Hamiltonians that have an option of their own; a file may have any number. */
enum { ON_THE_LINE = 10, MOST_BYTES = 1 << 24 };

/* What is asked for, each NULL if it was not given. */
typedef struct request {
    const char *algebra, *size, *weights, *noises, *scheme, *id, *h, *steps, *x, *dw, *file;
    const char **energy_and_noises; /* expressions of H_0, H_1, ... */
    size_t hamiltonians;            /* how many of them there is room for */
    uint64_t seed;
    bool no_dw;
} request;

static bool refuse(const char *what, const char *why)
{
    slp_say(stderr, "slp case: %s: %s\n", what, why);
    return false;
}

/* ---- The file: lines "algebra: su2", "size: 4", "H0: ..." ---------------------------------- */

static bool refuse_line(const request *r, size_t line, const char *why)
{
    slp_say(stderr, "slp case: %s:%zu: %s\n", r->file, line, why);
    return false;
}

static const char **place_of_hamiltonian(request *r, size_t k)
{
    if (k >= r->hamiltonians) {
        const size_t count = 2 * k + 1;
        r->energy_and_noises =
            slp_reallocate(r->energy_and_noises, count * sizeof *r->energy_and_noises);
        for (size_t i = r->hamiltonians; i < count; i++) r->energy_and_noises[i] = NULL;
        r->hamiltonians = count;
    }
    return r->energy_and_noises + k;
}

/* The place of the value that the key names; NULL if there is no such key. */
static const char **place_of(request *r, const char *key)
{
    const struct {
        const char *name, **at;
    } keys[] = {{"algebra", &r->algebra},
                {"size", &r->size},
                {"weights", &r->weights},
                {"noises", &r->noises}};
    char *end;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i].name) == 0) return keys[i].at;
    if (key[0] != 'H' || key[1] < '0' || key[1] > '9') return NULL;
    const unsigned long long k = strtoull(key + 1, &end, 10);
    return *end || k > SLP_MAX_LIST ? NULL : place_of_hamiltonian(r, (size_t)k);
}

/* Takes "key: value"; the line is cut where the parts end. */
static bool take_line(request *r, char *line, size_t number)
{
    char *key = line + strspn(line, " \t"), *colon = strchr(key, ':');
    if (*key == 0 || *key == '#') return true;
    if (!colon) return refuse_line(r, number, "expected `key: value`, such as `H0: x1^2/2`");
    char *end = colon, *value = colon + 1 + strspn(colon + 1, " \t");
    while (end > key && (end[-1] == ' ' || end[-1] == '\t')) end--;
    *end = 0;
    const char **place = place_of(r, key);
    if (!place)
        return refuse_line(r, number,
                           "unknown key; there are algebra, size, weights, noises, H0, H1, ...");
    if (*value == 0) return refuse_line(r, number, "the value is missing");
    if (*place) return refuse_line(r, number, "the key stands twice in this file");
    *place = value;
    return true;
}

/* What the file says and no option does. */
static void complete(request *r, const request *file)
{
    if (!r->algebra) r->algebra = file->algebra;
    if (!r->size) r->size = file->size;
    if (!r->weights) r->weights = file->weights;
    if (!r->noises) r->noises = file->noises;
    for (size_t k = 0; k < file->hamiltonians; k++) {
        const char **place = place_of_hamiltonian(r, k);
        if (!*place) *place = file->energy_and_noises[k];
    }
}

/* The text of the file, cut into lines, from which *r is completed; NULL after a message. */
static char *read_file(request *r)
{
    FILE *from = strcmp(r->file, "-") == 0 ? stdin : fopen(r->file, "r");
    if (!from) return refuse(r->file, strerror(errno)), NULL;
    char *text = slp_allocate(MOST_BYTES + 1, 1);
    const size_t length = fread(text, 1, MOST_BYTES, from);
    const bool failed = ferror(from) != 0, whole = fgetc(from) == EOF;
    if (from != stdin) fclose(from);
    bool good = !failed || refuse(r->file, "cannot be read");
    if (good && !whole) good = refuse(r->file, "is longer than 16 MiB");
    if (good && memchr(text, 0, length)) good = refuse(r->file, "holds a zero byte; give text");
    size_t number = 1;
    request file = {.file = r->file};
    for (char *line = text; good && *line; number++) {
        char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
        if (end > line && end[-1] == '\r') end[-1] = 0;
        *end = 0;
        good = take_line(&file, line, number);
        line = next;
    }
    if (good) complete(r, &file);
    free(file.energy_and_noises);
    if (good) return text;
    free(text);
    return NULL;
}

/* ---- The case ------------------------------------------------------------------------------ */

static bool set_text(slp_case *c, const char *key, const char *text)
{
    slp_error err;
    if (!text) return true;
    if (slp_need_memory(slp_case_set_text(c, key, text, &err)) == SLP_OK) return true;
    slp_error_print(stderr, "slp case", &err);
    return false;
}

/* Prints the part of the expression around character `at`, and a mark below it. */
static void show_place(const char *text, size_t at)
{
    enum { BEFORE = 50, AFTER = 26 };
    char part[BEFORE + AFTER + 1];
    const size_t first = at > BEFORE ? at - BEFORE : 0;
    size_t shown = 0;
    for (; shown < BEFORE + AFTER && text[first + shown]; shown++)
        part[shown] =
            text[first + shown] < ' ' || text[first + shown] > '~' ? '?' : text[first + shown];
    part[shown] = 0;
    slp_say(stderr, "    %s\n", part);
    slp_say(stderr, "    %*s^\n", (int)(at - first), "");
}

/* The terms of all expressions, one after the other. */
static bool set_terms(slp_case *c, const request *r, slp_algebra algebra, size_t n)
{
    slp_numbers terms = {0, NULL};
    slp_error err;
    bool good = true;
    for (size_t k = 0; good && k < r->hamiltonians; k++) {
        const char *text = r->energy_and_noises[k];
        size_t at;
        if (!text ||
            slp_need_memory(ref_expression_terms(&terms, &at, k, text, algebra, n, &err)) == SLP_OK)
            continue;
        slp_say(stderr, "slp case: %s, %s\n", err.field, err.text);
        show_place(text, at);
        good = false;
    }
    if (good && terms.count == 0)
        good = refuse("H0", "all Hamiltonians are 0 or constant; give one, such as --h0 'x1^2/2'");
    if (good && slp_need_memory(slp_case_set(c, "terms", terms.at, terms.count, &err)) != SLP_OK) {
        slp_error_print(stderr, "slp case", &err);
        good = false;
    }
    free(terms.at);
    return good;
}

/* The increments of the first `steps` steps of path 0, noise k on channel k. */
static bool draw_increments(slp_case *c, uint64_t seed)
{
    const size_t count = c->steps * c->M;
    if (count == 0) return true;
    if (!(c->h > 0))
        return refuse("--h", "increments are drawn for h above 0; give --dw, or another h");
    double *dw = slp_allocate(count, sizeof *dw), *one = slp_allocate(c->steps, sizeof *one);
    for (size_t k = 0; k < c->M; k++) {
        slp_increments(one, c->h, seed, 0, (uint32_t)k, 0, 0, c->steps);
        for (size_t s = 0; s < c->steps; s++) dw[s * c->M + k] = one[s];
    }
    slp_need_memory(slp_case_set_dw(c, dw, count));
    free(one);
    free(dw);
    return true;
}

/* Fills in *c; what it says of the algebra's size comes first, since names need it. */
static bool build(slp_case *c, const request *r, const slp_algebra_kind *kind)
{
    size_t n = 1;
    slp_error err;
    if (!set_text(c, "algebra", kind->word) || !set_text(c, "size", r->size) ||
        !set_text(c, "weights", r->weights) || !set_text(c, "noises", r->noises) ||
        !set_text(c, "id", r->id) || !set_text(c, "h", r->h) || !set_text(c, "x", r->x) ||
        !set_text(c, "steps", r->steps))
        return false;
    size_t count;
    const double *size = slp_case_param(c, "size", &count);
    if (count) n = (size_t)*size;
    if (kind->least && !count)
        return refuse("--size", kind->algebra == SLP_SU2N ? "is missing: how many vectors"
                                                          : "is missing: the rows of a matrix");
    if (kind->least && slp_algebra_size_check(&err, 0, NULL, "size", kind, n) != SLP_OK) {
        slp_error_print(stderr, "slp case", &err);
        return false;
    }
    if (!set_terms(c, r, kind->algebra, n)) return false;
    if (!r->x) {
        slp_say(stderr, "slp case: --x: is missing: the state, %zu numbers\n",
                slp_algebra_coordinates(kind->algebra, n));
        return false;
    }
    size_t d, M;
    bool good = slp_case_sizes(&d, &M, c, &err) == SLP_OK;
    if (good && r->dw && !set_text(c, "dw", r->dw)) return false;
    if (good && !r->dw && !r->no_dw && !draw_increments(c, r->seed)) return false;
    if (good && !r->no_dw) good = slp_need_memory(slp_case_check(c, &err)) == SLP_OK;
    if (!good) slp_error_print(stderr, "slp case", &err);
    return good;
}

static int print(const slp_case *c, const request *r)
{
    for (size_t k = 0; k < r->hamiltonians; k++)
        if (r->energy_and_noises[k]) printf("# H%zu: %s\n", k, r->energy_and_noises[k]);
    return slp_case_print(stdout, c) == 0 ? 0 : 2;
}

static int print_case(const request *r)
{
    const slp_algebra_kind *kind = NULL;
    const char *words[16] = {NULL};
    slp_error err;
    if (!r->algebra) return refuse("--algebra", "is missing; it is one of " SLP_ALGEBRA_WORDS), 2;
    for (size_t i = 0; i < 15 && slp_algebra_kind_at(i); i++) {
        words[i] = slp_algebra_kind_at(i)->word;
        if (strcmp(words[i], r->algebra) == 0) kind = slp_algebra_kind_at(i);
    }
    if (!kind) {
        slp_unknown_word("case", "algebra", r->algebra, words, "one of " SLP_ALGEBRA_WORDS);
        return 2;
    }
    char system[32];
    slp_case *c;
    snprintf(system, sizeof system, "polynomial-%s", kind->word);
    if (slp_need_memory(slp_case_new(&c, system, r->scheme, &err)) != SLP_OK) {
        slp_error_print(stderr, "slp case", &err);
        return 2;
    }
    const int status = build(c, r, kind) ? print(c, r) : 2;
    slp_case_free(c);
    return status;
}

/* The options --h0 to --h9 have the places of H_0 to H_9. */
typedef struct command_line {
    request asked;
    const char *hamiltonians[ON_THE_LINE];
} command_line;

#define TEXT(member, name, argument, about)                                                        \
    SLP_VALUE(command_line, member, name, argument, TEXT, about)

static const slp_option options[] = {
    TEXT(asked.algebra, "--algebra", "so3|se3|plane|su2|so|su|sp",
         "whose coordinates they are of; su2 is vectors, so, su and sp are matrices"),
    TEXT(asked.size, "--size", "N", "how many vectors (su2), rows of the matrices (so, su, sp)"),
    TEXT(hamiltonians[0], "--h0", "EXPR", "the energy, such as 'x1^2/2 + x2^2/4 + 0.1*x1*x2*x3'"),
    TEXT(hamiltonians[1], "--h1", "EXPR", "what the first noise multiplies"),
    TEXT(hamiltonians[2], "--h2", "EXPR", "the second"),
    TEXT(hamiltonians[3], "--h3", "EXPR", "and so on"),
    TEXT(hamiltonians[4], "--h4", "EXPR", ""),
    TEXT(hamiltonians[5], "--h5", "EXPR", ""),
    TEXT(hamiltonians[6], "--h6", "EXPR", ""),
    TEXT(hamiltonians[7], "--h7", "EXPR", ""),
    TEXT(hamiltonians[8], "--h8", "EXPR", ""),
    TEXT(hamiltonians[9], "--h9", "EXPR", ""),
    TEXT(asked.file, "--from", "FILE",
         "lines `algebra: su2`, `size: 4`, `H0: EXPR`, `H1: EXPR`, ... of a file, or of standard "
         "input (-); what an option gives goes before the file"),
    TEXT(asked.x, "--x", "LIST", "the state, numbers with commas"),
    TEXT(asked.scheme, "--scheme", "SCHEME", "of the case (default tmk)"),
    TEXT(asked.h, "--h", "H", "the step (default 1/64)"),
    TEXT(asked.steps, "--steps", "N", "how many (default 1)"),
    TEXT(asked.dw, "--dw", "LIST", "the increments; without it they are drawn"),
    SLP_SEED_OPTION(command_line, asked.seed),
    TEXT(asked.weights, "--weights", "LIST", "of the pairing, one for each vector of su2 (1)"),
    TEXT(asked.noises, "--noises", "M", "more noises than there are Hamiltonians for: those are 0"),
    TEXT(asked.id, "--id", "ID", "the name of the case (default case)"),
    SLP_FLAG(command_line, asked.no_dw, "--no-dw",
             "without increments: a preset, for `slp simulate ./FILE`"),
    SLP_NO_OPTION};

static int run(int argc, char **argv)
{
    command_line line = {.asked = {.scheme = "tmk", .h = "0x1p-6", .seed = 1}};
    request *r = &line.asked;
    char *text = NULL;
    int status = 2;
    const bool good = slp_options_read(&line, options, NULL, 0, argc, argv);
    r->hamiltonians = ON_THE_LINE;
    r->energy_and_noises = slp_allocate(ON_THE_LINE, sizeof *r->energy_and_noises);
    memcpy(r->energy_and_noises, line.hamiltonians, sizeof line.hamiltonians);
    if (good && (!r->file || (text = read_file(r)))) status = print_case(r);
    free(text);
    free(r->energy_and_noises);
    return status;
}

const slp_command slp_command_case = {
    .name = "case",
    .about = "write a case of your own Hamiltonians, from expressions",
    .usage = "--algebra! --h0! --x! *",
    .options = options,
    .text = "Prints a case of system=polynomial (oracle/FORMAT.md) whose energy and noise "
            "Hamiltonians are the expressions, with the expressions in comments before it.\n",
    .end =
        "Expressions have + - * / ^ ( ), numbers, sum(i, 1..n, ...), and coordinates: x1, x2, ... "
        "everywhere; S2.z on su2; P.x and G.x on se3; q and p on plane; X12 on so; Re12 and Im12 "
        "on su; A12, B12 and C12 on sp; with more than 9 rows X[1,12].  Coefficients are exact "
        "fractions, rounded once.  ref/expression/expression.md has the grammar.\n"
        "\n"
        "Exit status: 0 printed; 2 an expression, a name or a number that is wrong.\n"
        "\n"
        "  slp case --algebra so3 --h0 'x1^2/2 + x2^2/4 + x3^2/6' --x 0.6,0,0.8 |\n"
        "      slp run --path ref --digits 40\n",
    .run = run};
