/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp noise cases | PORT | slp noise judge: the noise that a port draws itself. */
#include "oracle/command/own_noise.h"
#include "oracle/command/named_pair.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/number/number.h"
#include "oracle/judge/own_noise/own_noise.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/blas_thread.h"
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/whole_file.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = {"cases", "answer", "judge", NULL};
static const char json_mark[] = "\"own-noise\":";

bool slp_is_own_noise(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && words[i]; i++)
        if (strcmp(argv[1], words[i]) == 0) return true;
    return false;
}

static int refused(const char *source, const slp_error *err)
{
    slp_error_print(stderr, source, err);
    return 2;
}

/* ---- Cases ---- */

static void print_group(const own_question *q)
{
    for (int role = 0; role < OWN_SHORT_ROLES; role++)
        own_question_print(stdout, q, (own_role)role);
}

static int print_lattices(uint64_t draws, uint64_t steps, uint64_t seed, const char *scheme)
{
    own_question q;
    slp_error err;
    slp_status status = SLP_OK;
    const slp_scheme *rule = slp_scheme_find(scheme ? scheme : "isospectral-midpoint");
    const slp_system *spins = slp_system_find("spins");
    if (!rule || !slp_pair_makes_sense(spins, rule, NULL) || rule->splits)
        return slp_refuse("slp noise: --scheme %s: no scheme of damped spins\n", scheme);
    if (!(slp_pair_keeps(spins, rule) & SLP_LAW_CASIMIRS))
        return slp_refuse(
            "slp noise: --scheme %s: does not keep the length of a spin, so that long runs have "
            "no Gibbs mean; isospectral-midpoint does\n",
            scheme);
    for (size_t which = 0; which < OWN_LATTICES && status == SLP_OK; which++) {
        own_question_init(&q);
        status = own_question_lattice(&q, rule, which, &err);
        q.draws = draws;
        q.steps = steps;
        q.seed = seed;
        for (int role = OWN_LONG; role < OWN_ROLES && status == SLP_OK; role++)
            own_question_print(stdout, &q, (own_role)role);
        own_question_clear(&q);
    }
    return status == SLP_OK ? 0 : refused("slp noise", &err);
}

/* The questions of each case of a file: a line without dw, as a preset has it. */
static int print_file(const char *path, uint64_t draws, uint64_t seed)
{
    FILE *from = strcmp(path, "-") ? slp_open_regular(path) : stdin;
    char *line = NULL;
    size_t room = 0, number = 0;
    ssize_t length;
    int status = 0;
    if (!from) return slp_refuse("slp noise: --file %s: cannot be read\n", path);
    while (!status && (length = getline(&line, &room, from)) > 0) {
        own_question q;
        slp_error err;
        slp_written question;
        number++;
        if (strncmp(line, "case ", 5)) continue;
        if (line[length - 1] == '\n') line[length - 1] = 0;
        fprintf(slp_written_begin(&question), "%s draws=%" PRIu64 " seed=%" PRIu64, line, draws,
                seed);
        char *asked = slp_written_end(&question);
        own_question_init(&q);
        if (slp_need_memory(own_question_read(&q, asked, number, &err)) == SLP_OK)
            print_group(&q);
        else
            status = refused(path, &err);
        own_question_clear(&q);
        free(asked);
    }
    free(line);
    if (from != stdin) fclose(from);
    return status;
}

typedef struct cases_request {
    const char *system, *scheme, *file;
    bool lattices;
    uint64_t draws, seed, steps;
} cases_request;

static const slp_option cases_options[] = {
    SLP_VALUE(cases_request, system, "--system", "SYSTEM", TEXT, "of which system, with --scheme"),
    SLP_VALUE(cases_request, scheme, "--scheme", "SCHEME", TEXT, "by which scheme"),
    SLP_VALUE(cases_request, file, "--file", "FILE", TEXT,
              "of each case of a file, which has no dw either; - is standard input"),
    SLP_FLAG(cases_request, lattices, "--gibbs", "long runs of damped spins"),
    SLP_LIMITED(cases_request, draws, "--draws", "K", WHOLE, 1, SLP_MAX_LIST,
                "answers to a question (default 8192; of --gibbs 8 paths)"),
    SLP_LIMITED(cases_request, steps, "--steps", "N", WHOLE, 1, SLP_MAX_LIST,
                "of --gibbs (default 12288)"),
    SLP_LIMITED(cases_request, seed, "--seed", "N", WHOLE, 0, INT64_MAX / 2,
                "which of the draws, 0 to 2^62-1 (default 1)"),
    SLP_NO_OPTION};

static int cases(int argc, char **argv)
{
    cases_request asked = {.seed = 1, .steps = 12288};
    const char *operand = NULL;
    if (!slp_options_read(&asked, cases_options, &operand, 1, argc, argv)) return 2;
    const char *system = asked.system, *scheme = asked.scheme, *file = asked.file;
    const uint64_t seed = asked.seed, steps = asked.steps;
    const bool lattices = asked.lattices;
    uint64_t draws = asked.draws;
    if (lattices) return print_lattices(draws ? draws : 8, steps, seed, scheme);
    if (!draws) draws = 8192;
    if (file) return print_file(file, draws, seed);
    const slp_choice_words named = {.system = system, .scheme = scheme};
    slp_pair_choice choice;
    if (!system || !scheme)
        return slp_refuse(
            "slp noise: cases of what? --system S --scheme X, --file CASES or --gibbs\n");
    if (!slp_choice_read(&choice, &named, "noise")) return 2;
    slp_choice_clear(&choice);
    int status = 0;
    const slp_scheme *rule = slp_scheme_find(scheme);
    for (size_t i = 0; slp_system_at(i) && !status; i++) {
        own_question q;
        slp_error err;
        if (!slp_system_named(slp_system_at(i), system) ||
            !slp_pair_makes_sense(slp_system_at(i), rule, NULL))
            continue;
        own_question_init(&q);
        if (own_question_draw(&q, slp_system_at(i), rule, seed, &err) == SLP_OK) {
            q.draws = draws;
            q.seed = seed;
            print_group(&q);
        } else {
            status = refused("slp noise", &err);
        }
        own_question_clear(&q);
    }
    return status;
}

/* ---- Answers: a port whose noise is that of oracle/contract/noise/noise.h ---- */

#define INCREMENTS(of)                                                                             \
    SLP_VALUE(of, increments, "--increments", "normal|three-point|two-point|uniform", TEXT,        \
              "what the port draws, of variance h (default normal)")

typedef struct answer_request {
    const char *increments, *fault;
} answer_request;

static const slp_option answer_options[] = {
    INCREMENTS(answer_request),
    SLP_VALUE(answer_request, fault, "--fault", "NAME", TEXT, "a fault of its noise"),
    SLP_NO_OPTION};

static int answer(int argc, char **argv)
{
    answer_request asked_for = {.increments = "normal"};
    const char *operand = NULL;
    const char *names[OWN_MOST_LAWS + 1] = {NULL};
    char *line = NULL;
    size_t room = 0, number = 0;
    ssize_t length;
    int status = 0;
    if (!slp_options_read(&asked_for, answer_options, &operand, 1, argc, argv)) return 2;
    const char *increments = asked_for.increments, *fault = asked_for.fault;
    const size_t declared = own_law_declared(increments);
    for (size_t i = 0; i < own_law_count(); i++) names[i] = own_law_name(i);
    size_t law = fault ? 0 : declared; /* without a fault */
    while (fault && names[law] && strcmp(names[law], fault)) law++;
    if (!names[law])
        slp_unknown_word("noise", "fault", fault, names, "slp noise --help lists them");
    if (declared == own_law_count())
        slp_say(stderr, "slp noise: --increments %s: normal, three-point, two-point or uniform\n",
                increments);
    if (!names[law] || declared == own_law_count()) return 2;
    slp_blas_one_thread();
    while (status != 2 && (length = getline(&line, &room, stdin)) > 0) {
        own_question q;
        slp_error err;
        number++;
        if (strncmp(line, "case ", 5)) continue;
        if (line[length - 1] == '\n') line[length - 1] = 0;
        own_question_init(&q);
        if (slp_need_memory(own_question_read(&q, line, number, &err)) != SLP_OK) {
            status = refused("standard input", &err);
        } else {
            slp_result r = {.id = q.c.id, .y = {q.draws * q.steps * q.c.d, NULL}};
            r.y.at = slp_allocate(r.y.count, sizeof *r.y.at);
            /* stream: one that the judge has not */
            r.error =
                own_law_answers(r.y.at, law, declared, &q, q.draws, q.seed, UINT32_C(1) << 31);
            printf("%s\n", line);
            slp_result_print(stdout, &r);
            fflush(stdout);
            if (r.error != SLP_OK) status = 1;
            free(r.y.at);
        }
        own_question_clear(&q);
    }
    free(line);
    return status;
}

/* ---- Judging ---- */

typedef struct asked {
    own_question q;
    own_role role;
    size_t name; /* characters of the group's name in the id */
    bool answered, judged;
    slp_status error;
    double *y;
} asked;

typedef struct judging {
    asked *all;
    size_t count;
    size_t declared;
    uint64_t seed;
    size_t pass, fail, undecided;
    json_t *json; /* NULL, or an array */
} judging;

static asked *find_asked(const judging *j, const char *id)
{
    for (size_t i = 0; i < j->count; i++)
        if (strcmp(j->all[i].q.c.id, id) == 0) return j->all + i;
    return NULL;
}

static slp_status add_case(judging *j, const char *line, size_t number, slp_error *err)
{
    own_question q;
    own_question_init(&q);
    slp_status status = slp_need_memory(own_question_read(&q, line, number, err));
    if (status == SLP_OK && find_asked(j, q.c.id))
        status = slp_error_set(err, number, q.c.id, "id", "is there twice; give each case its own");
    asked one = {.q = q};
    if (status == SLP_OK) one.role = own_role_of(&one.name, q.c.id);
    if (status == SLP_OK && one.role == OWN_ROLES)
        status = slp_error_set(err, number, q.c.id, "id",
                               "ends with none of .draws .again .small .paths .long .halved; "
                               "`slp noise cases` writes them");
    if (status != SLP_OK) {
        own_question_clear(&q);
        return status;
    }
    j->all = slp_one_more(j->all, j->count, sizeof *j->all);
    j->all[j->count++] = one;
    return SLP_OK;
}

static slp_status add_result(judging *j, const char *line, size_t number, slp_error *err)
{
    SLP_CLEARED(slp_result) r = {0};
    slp_status status = slp_need_memory(slp_result_parse(&r, line, number, err));
    asked *one = r.id ? find_asked(j, r.id) : NULL;
    if (status == SLP_OK && !one)
        status = slp_error_set(err, number, r.id, "id", "is that of no case before it");
    if (status == SLP_OK && one->answered)
        status = slp_error_set(err, number, r.id, "id", "has a result already");
    const size_t count = one ? one->q.draws * one->q.steps * one->q.c.d : 0;
    if (status == SLP_OK && r.error == SLP_OK && r.y.count != count)
        status = slp_error_set(err, number, r.id, "y",
                               "has %zu numbers, expected draws*steps*d = "
                               "%zu",
                               r.y.count, count);
    if (status == SLP_OK) {
        one->answered = true;
        one->error = r.error;
        one->y = r.y.at;
        r.y = (slp_numbers){0, NULL};
    }
    return status;
}

/* Reads cases, results or both. */
static bool read_lines(judging *j, FILE *from, const char *source, bool with_cases,
                       bool with_results)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    ssize_t length;
    slp_error err;
    slp_status status = SLP_OK;
    while (status == SLP_OK && (length = getline(&line, &room, from)) > 0) {
        number++;
        if (line[length - 1] != '\n') {
            status = slp_error_set(&err, number, NULL, NULL, "ends without a newline: it was cut");
            break;
        }
        line[length - 1] = 0;
        if (with_cases && strncmp(line, "case ", 5) == 0) status = add_case(j, line, number, &err);
        if (with_results && strncmp(line, "result ", 7) == 0)
            status = add_result(j, line, number, &err);
    }
    free(line);
    if (status != SLP_OK) slp_error_print(stderr, source, &err);
    return status == SLP_OK;
}

static const char *outcome_word(own_outcome outcome)
{
    return outcome == OWN_PASS ? "pass" : outcome == OWN_FAIL ? "fail" : "undecided";
}

static void count_outcome(judging *j, own_outcome outcome)
{
    *(outcome == OWN_PASS ? &j->pass : outcome == OWN_FAIL ? &j->fail : &j->undecided) += 1;
}

static void print_hints(const own_report *r)
{
    for (size_t i = 0; i < r->hints; i++) printf("%s%s", i == 0 ? " hint=\"" : " or ", r->hint[i]);
    if (r->hints) printf("\"");
}

static void print_report(const char *name, const own_report *r)
{
    printf("verdict id=%s %s draws=%zu distance=%.3g limit=%.3g", name, outcome_word(r->outcome),
           r->draws, r->distance, r->limit);
    print_hints(r);
    printf("\n# id=%s %zu distributions; farthest from what it should be: %s\n", name, r->tests,
           r->worst);
    if (r->outcome == OWN_FAIL)
        printf("# id=%s variance of the displacement, over what it should be: %.3g at h, %.3g at "
               "h/16, %.3g over %d steps of h/4\n",
               name, r->variance[OWN_DRAWS], r->variance[OWN_SMALL], r->variance[OWN_PATHS],
               OWN_PATH_STEPS);
    if (r->outcome == OWN_UNDECIDED)
        printf("# id=%s too few draws; ask --draws %zu\n", name, r->ask);
    for (size_t i = 0; r->outcome != OWN_FAIL && i < own_law_count(); i++)
        if (r->needs[i])
            printf("# id=%s %s %zu draws: %s\n", name,
                   r->needs[i] > r->draws ? "needs" : "seen from", r->needs[i], own_law_name(i));
}

static void add_json(judging *j, const char *name, const own_report *r)
{
    if (!j->json) return;
    json_t *row = json_pack("{s:s, s:s, s:I, s:I, s:f, s:f, s:s}", "id", name, "verdict",
                            outcome_word(r->outcome), "draws", (json_int_t)r->draws, "tests",
                            (json_int_t)r->tests, "distance", r->distance, "limit", r->limit,
                            "farthest", r->worst);
    json_t *hints = json_array(), *seen = json_object();
    for (size_t i = 0; i < r->hints; i++) json_array_append_new(hints, json_string(r->hint[i]));
    for (size_t i = 0; i < own_law_count(); i++)
        if (r->needs[i])
            json_object_set_new(seen, own_law_name(i), json_integer((json_int_t)r->needs[i]));
    json_object_set_new(row, "hints", hints);
    json_object_set_new(row, "seen-from-draws", seen);
    json_array_append_new(j->json, row);
}

/* The questions of first's group, by their roles; false after a message if some of them has no
 * answer. */
static bool group_of(asked *of[OWN_ROLES], judging *j, const asked *first, const char *name,
                     int begin, int end)
{
    for (int role = begin; role < end; role++) {
        of[role] = NULL;
        for (size_t i = 0; i < j->count; i++)
            if ((int)j->all[i].role == role && j->all[i].name == first->name &&
                strncmp(j->all[i].q.c.id, name, first->name) == 0)
                of[role] = j->all + i;
        if (of[role]) of[role]->judged = true;
    }
    for (int role = begin; role < end; role++) {
        if (of[role] && of[role]->answered && of[role]->error == SLP_OK) continue;
        j->fail++;
        printf("verdict id=%s %s", name, !of[role] || !of[role]->answered ? "unreceived" : "error");
        printf(of[role] && of[role]->answered ? " reason=%s\n" : "\n",
               slp_status_word(of[role] ? of[role]->error : SLP_OK));
        return false;
    }
    return true;
}

static slp_status judge_short(judging *j, asked *of[OWN_ROLES], const char *name, double rate,
                              slp_error *err)
{
    own_question q[OWN_SHORT_ROLES];
    const double *y[OWN_SHORT_ROLES];
    own_reference *reference = NULL;
    own_report report;
    for (int k = 0; k < OWN_SHORT_ROLES; k++) {
        const own_question *one = &of[k]->q;
        const size_t steps = k == OWN_PATHS ? OWN_PATH_STEPS : 1;
        q[k] = *one;
        y[k] = of[k]->y;
        if (one->draws != q[0].draws || one->draws < OWN_LEAST_DRAWS || one->steps != steps ||
            one->c.d != q[0].c.d)
            return slp_error_set(err, one->c.line, one->c.id, "draws",
                                 "must be the same in a group, at least %d, with steps=1, of "
                                 ".paths steps=%d; `slp noise cases` writes groups",
                                 OWN_LEAST_DRAWS, OWN_PATH_STEPS);
    }
    const slp_status status =
        own_reference_new(&reference, q, j->declared, q[0].draws, j->seed, err);
    if (status != SLP_OK) return status;
    own_judge(&report, reference, y, rate, true);
    own_reference_free(reference);
    count_outcome(j, report.outcome);
    print_report(name, &report);
    add_json(j, name, &report);
    return SLP_OK;
}

static slp_status judge_long(judging *j, asked *of[OWN_ROLES], const char *name, slp_error *err)
{
    const own_question q[2] = {of[OWN_LONG]->q, of[OWN_HALVED]->q};
    const double *const y[2] = {of[OWN_LONG]->y, of[OWN_HALVED]->y};
    own_mean m;
    const slp_status status = own_judge_long(&m, q, y, err);
    if (status != SLP_OK) return status;
    count_outcome(j, m.outcome);
    printf("verdict id=%s %s mean=%.4f gibbs=%.4f allowed=%.4f", name, outcome_word(m.outcome),
           m.extrapolated, m.gibbs, m.allowed);
    if (m.hint) printf(" hint=\"%s\"", m.hint);
    printf("\n");
    printf("# id=%s %s: %.4f +- %.4f at h, %.4f +- %.4f at h/2, autocorrelation %.3g steps\n", name,
           m.what, m.mean[0], m.width[0], m.mean[1], m.width[1], m.correlation);
    printf("# id=%s at twice the temperature it is %.4f, at half %.4f\n", name, m.twice, m.half);
    if (m.outcome == OWN_UNDECIDED) printf("# id=%s too short; ask more --steps\n", name);
    if (j->json)
        json_array_append_new(j->json, json_pack("{s:s, s:s, s:f, s:f, s:f, s:f}", "id", name,
                                                 "verdict", outcome_word(m.outcome), "mean",
                                                 m.extrapolated, "gibbs", m.gibbs, "allowed",
                                                 m.allowed, "autocorrelation", m.correlation));
    return SLP_OK;
}

static size_t group_count(const judging *j)
{
    size_t count = 0;
    for (size_t i = 0; i < j->count; i++)
        count += j->all[i].role == OWN_DRAWS || j->all[i].role == OWN_LONG;
    return count ? count : 1;
}

static int judge_all(judging *j)
{
    const double rate = 1e-9 / (double)group_count(j);
    slp_error err;
    for (size_t i = 0; i < j->count; i++) {
        asked *of[OWN_ROLES], *first = j->all + i;
        char name[SLP_MAX_ID];
        if (first->judged) continue;
        const bool is_long = first->role >= OWN_LONG;
        snprintf(name, sizeof name, "%.*s", (int)first->name, first->q.c.id);
        if (!group_of(of, j, first, name, is_long ? OWN_LONG : 0,
                      is_long ? OWN_ROLES : OWN_SHORT_ROLES))
            continue;
        const slp_status status =
            is_long ? judge_long(j, of, name, &err) : judge_short(j, of, name, rate, &err);
        if (status != SLP_OK) return refused("slp noise judge", &err);
    }
    fflush(stdout); /* a failure is reported by main */
    fprintf(stderr, "slp noise judge: %zu pass, %zu fail, %zu undecided\n", j->pass, j->fail,
            j->undecided);
    return j->pass && !j->fail && !j->undecided ? 0 : 1;
}

/* Writes the rows; false after a message. */
static bool write_json(judging *j, const char *path)
{
    slp_whole_file file;
    if (!path) return true;
    bool good = slp_whole_begin(&file, path);
    json_t *all = json_pack("{s:o}", "own-noise", j->json);
    if (good) good = json_dumpf(all, file.to, JSON_INDENT(1)) == 0 && fputc('\n', file.to) != EOF;
    good = slp_whole_end(&file, good, false);
    json_decref(all);
    if (!good) slp_say(stderr, "slp noise: --json %s: cannot be written\n", path);
    return good;
}

typedef struct judge_request {
    const char *cases, *json, *increments;
    uint64_t seed;
} judge_request;

static const slp_option judge_options[] = {
    SLP_VALUE(judge_request, cases, "--cases", "FILE", TEXT,
              "take the questions from FILE; without it each answer must follow its question"),
    INCREMENTS(judge_request), SLP_JSON_OPTION(judge_request, json),
    SLP_SEED_OPTION(judge_request, seed), SLP_NO_OPTION};

static int judge(int argc, char **argv)
{
    judge_request asked_for = {.increments = "normal", .seed = 1};
    const char *operand = NULL;
    if (!slp_options_read(&asked_for, judge_options, &operand, 1, argc, argv)) return 2;
    const char *cases_path = asked_for.cases, *json = asked_for.json;
    const char *increments = asked_for.increments;
    judging j = {.seed = asked_for.seed};
    const slp_file_use files[] = {
        {"--cases", NULL, cases_path, NULL}, {"--json", NULL, json, json_mark}, {0}};
    if (!slp_files_fit("noise", files)) return 2;
    j.declared = own_law_declared(increments);
    if (j.declared == own_law_count())
        return slp_refuse("slp noise: --increments %s: normal, three-point, two-point or uniform\n",
                          increments);
    FILE *from = cases_path ? slp_open_regular(cases_path) : NULL;
    if (cases_path && !from)
        return slp_refuse("slp noise: --cases %s: cannot be read\n", cases_path);
    if (json) j.json = slp_need_pointer(json_array());
    slp_blas_one_thread();
    bool read = !from || read_lines(&j, from, cases_path, true, false);
    if (from) fclose(from);
    read = read && read_lines(&j, stdin, "standard input", !cases_path, true);
    int status = 2;
    if (read && j.count == 0)
        fputs("slp noise judge: no question came; a port prints each before its answer, else give "
              "--cases FILE; try: slp noise cases --system spins --scheme heun | PORT | slp noise "
              "judge\n",
              stderr);
    else if (read)
        status = judge_all(&j);
    if (status != 2 && !write_json(&j, json)) status = 2;
    for (size_t i = 0; i < j.count; i++) {
        own_question_clear(&j.all[i].q);
        free(j.all[i].y);
    }
    free(j.all);
    return status;
}

static const slp_command slp_noise_cases = {
    .name = "noise cases",
    .about = "questions about a port's own noise",
    .usage = "--system! --scheme! --draws --seed\n"
             "--file! --draws --seed\n"
             "--gibbs! --scheme --draws --steps --seed",
    .options = cases_options,
    .text = "Prints questions: cases without dw, with draws=K and seed=N (`slp manual noise`).\n",
    .end = "Exit status: 0 printed; 2 unusable options or input.\n"};

static const slp_command slp_noise_judge = {
    .name = "noise judge",
    .about = "judge the answers",
    .usage = "* < ANSWERS",
    .options = judge_options,
    .text = "Reads questions and answers; prints a verdict a group of questions: pass, fail with a "
            "hint, or undecided: too few draws.  It fails right noise with probability 1e-9 at "
            "most.\n",
    .end = "Exit status: 0 all groups pass; 1 some fail or are undecided; 2 unusable options or "
           "input.\n"
           "\n"
           "  slp noise cases --system spins --scheme heun | ./my-port | slp noise judge\n"};

static const slp_command slp_noise_answer = {
    .name = "noise answer",
    .about = "a port that has right noise, or a named fault",
    .usage = "* < QUESTIONS",
    .options = answer_options,
    .text = "Answers such questions by the noise of slp, or by noise with a fault.\n",
    .end = "Exit status: 0 answered; 2 unusable options or input.\n"};

const slp_command *const slp_own_noise_parts[] = {&slp_noise_cases, &slp_noise_judge,
                                                  &slp_noise_answer, NULL};

int slp_own_noise(int argc, char **argv)
{
    if (strcmp(argv[1], "cases") == 0) return cases(argc, argv);
    if (strcmp(argv[1], "answer") == 0) return answer(argc, argv);
    return judge(argc, argv);
}
