/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Measurements stay what they are: every quantity, with every word of its options, on small
 * experiments of every system, against what is on record in tests/support/measurements.known: all
 * values, the witness, the series, counts and reports of progress.  The record says what is
 * computed, not that it is right, which the other tests of quantities say of what they look at; it
 * is there so that nothing changes unseen.  A change that is meant is recorded by
 *     build/tests/test_claim_recorded --record <tests/support/measurements.known >new
 * and read line by line before it replaces the old.
 *
 * Enclosures (level 1) must meet, and neither may be more than twice as wide as the other: radii
 * depend on the release of FLINT.  Where an experiment is `rounded`, by a BLAS or a C library that
 * are not the same everywhere, sums of roundings have the same size.  Numbers of a sample agree to
 * 2^-30: binary64 sums in a fixed order, and the C library's log.  All else is equal.
 *
 * A line `blas` is of a measurement that called the BLAS.  It is recorded, and compared, like the
 * others; the calls are counted as by the program.  Products of matrices then have other last bits
 * with each kernel of a processor, and two things follow from last bits alone: which of two nearly
 * equal samples is the witness, and whether an iteration that nearly converged takes another round.
 * So there no witness is compared, and iterations of a step are the same but for one.
 * Calls the BLAS, for seconds. */
#include "tests/claims/claim_measured.h"
#include "oracle/plumbing/blas_thread.h"
#include "tests/support/measurement_lines.h"

#include <stddef.h>

enum { BLOCKS = 64, LINE = 400, EXPERIMENT = 1500 };
static const char RECORD[] = "tests/support/measurements.known";

typedef struct block {
    long at; /* of the line after `experiment NAME` in the file */
    char name[64];
    bool rounded;
} block;

static void hear(void *to, double fraction)
{
    heard *h = to;
    h->often++;
    h->sum += fraction;
}

/* The text of one measurement, to be freed. */
static char *measurement(const char *experiment, const char *measure)
{
    char *text = NULL;
    size_t size;
    slp_claim claim;
    slp_measurement m;
    slp_error err = {0};
    heard progress = {0};
    read_claim(&claim, experiment, measure);
    const slp_experiment *e = &claim.experiment[0];
    const slp_quantity *quantity = claim.measure[0].quantity;
    slp_trial trial = {.experiment = e,
                       .steps = e->steps.usual,
                       .samples = e->samples.usual,
                       .progress = hear,
                       .to = &progress};
    memcpy(trial.number, claim.measure[0].number, sizeof trial.number);
    for (size_t k = 0; k < SLP_QUANTITY_OPTIONS; k++) trial.word[k] = claim.measure[0].word[k];
    slp_measurement_init(&m);
    const unsigned long calls = slp_blas_calls();
    slp_status status = quantity->measure(&m, &trial, &err);
    FILE *to = open_memstream(&text, &size);
    if (slp_blas_calls() != calls) fputs(RECORDED_BLAS, to);
    recorded_print(to, status, &err, &m, quantity, &progress);
    fclose(to);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
    return text;
}

/* Reads the experiment's lines, which begin with blanks; `line` becomes the one after them. */
static void read_experiment(char experiment[EXPERIMENT], char line[LINE], FILE *from)
{
    experiment[0] = 0;
    while (fgets(line, LINE, from) && line[0] == ' ') {
        assert_true(strlen(experiment) + strlen(line) < EXPERIMENT);
        strcat(experiment, line);
    }
}

static void a_block_is_as_recorded(void **state)
{
    const block *b = *state;
    char experiment[EXPERIMENT], line[LINE], measure[LINE];
    int wrong = 0;
    FILE *from = fopen(RECORD, "r");
    assert_non_null(from);
    assert_int_equal(fseek(from, b->at, SEEK_SET), 0);
    read_experiment(experiment, line, from);
    while (strncmp(line, "measure ", 8) == 0) {
        strcpy(measure, line + 8);
        measure[strcspn(measure, "\n")] = 0;
        char *found = measurement(experiment, measure), *at = found;
        size_t compared = 0;
        const bool by_blas = strncmp(found, RECORDED_BLAS, strlen(RECORDED_BLAS)) == 0;
        bool more = fgets(line, LINE, from);
        for (; more && strchr("bscpwv", line[0]); more = fgets(line, LINE, from), compared++) {
            size_t length = strcspn(at, "\n");
            char one[LINE] = "";
            assert_true(length + 1 < LINE);
            memcpy(one, at, length + (at[length] != 0));
            at += length + (at[length] != 0);
            if (recorded_agree(one, line, b->rounded, by_blas)) continue;
            wrong++;
            print_message("%s, %s\nfound    %srecorded %s", b->name, measure, one, line);
        }
        if (*at || compared < 3) {
            wrong++;
            print_message("%s, %s: not on record:\n%s", b->name, measure, at);
        }
        free(found);
        if (!more) break;
    }
    fclose(from);
    assert_int_equal(wrong, 0);
}

/* Copies standard input with every measurement made anew. */
static int record(void)
{
    char experiment[EXPERIMENT] = "", line[LINE];
    bool more = fgets(line, LINE, stdin);
    while (more) {
        if (strncmp(line, "experiment ", 11) == 0) {
            fputs(line, stdout);
            read_experiment(experiment, line, stdin);
            fputs(experiment, stdout);
        } else if (strncmp(line, "measure ", 8) == 0) {
            fputs(line, stdout);
            line[strcspn(line, "\n")] = 0;
            char *found = measurement(experiment, line + 8);
            fputs(found, stdout);
            free(found);
            more = fgets(line, LINE, stdin);
        } else {
            if (line[0] == '#') fputs(line, stdout);
            more = fgets(line, LINE, stdin);
        }
    }
    flint_cleanup();
    return 0;
}

/* Every quantity is on record, and every word that its options list. */
static void everything_is_on_record(void **state)
{
    char *text = calloc(1 << 18, 1);
    assert_non_null(text);
    (void)state;
    FILE *from = fopen(RECORD, "r");
    assert_non_null(from);
    size_t got = fread(text, 1, (1 << 18) - 1, from);
    fclose(from);
    assert_true(got < (1 << 18) - 1);
    const slp_quantity *q;
    for (size_t i = 0; (q = slp_quantity_at(i)); i++) {
        char wanted[120], words[400];
        snprintf(wanted, sizeof wanted, "\nmeasure quantity: %s", q->name);
        if (!strstr(text, wanted)) fail_msg("%s is not on record", q->name);
        for (size_t k = 0; k < SLP_QUANTITY_OPTIONS && q->options[k].key; k++) {
            if (!q->words[k]) continue;
            snprintf(words, sizeof words, "%s", q->words[k]);
            for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
                snprintf(wanted, sizeof wanted, "%s: %s", q->options[k].key, word);
                bool on = q->options[k].preset == 0 && !q->options[k].required;
                if (!strstr(text, wanted) && !on) fail_msg("%s: no %s", q->name, wanted);
            }
        }
    }
    free(text);
}

int main(int argc, char **argv)
{
    block blocks[BLOCKS];
    struct CMUnitTest tests[BLOCKS + 1];
    size_t count = 0;
    char line[LINE];
    if (argc == 2 && strcmp(argv[1], "--record") == 0) return record();
    FILE *from = fopen(RECORD, "r");
    while (from && count < BLOCKS && fgets(line, sizeof line, from))
        if (sscanf(line, "experiment %63s", blocks[count].name) == 1) {
            blocks[count].at = ftell(from);
            blocks[count].rounded = strstr(line, " rounded\n") != NULL;
            tests[count] = (struct CMUnitTest){blocks[count].name, a_block_is_as_recorded, NULL,
                                               NULL, &blocks[count]};
            count++;
        }
    if (from) fclose(from);
    tests[count++] = (struct CMUnitTest){"everything", everything_is_on_record, NULL, NULL, NULL};
    int failed = _cmocka_run_group_tests("recorded", tests, count, NULL, NULL);
    flint_cleanup();
    return failed;
}
