/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which claims an audit runs, and what is said of those that it cannot: by name, by file, the whole
 * ledger, and no more than fit. */
#include "reports/audit/plan.h"
#include "tests/claims/claim_text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

enum { ROOM = 2000 };

static const audit_options usual = {.out = "out"}, full = {.out = "out", .full = true};

/* What the call says on stderr. */
static bool adds(char text[ROOM], audit_plan *p, const char *name)
{
    FILE *to = tmpfile();
    const int before = dup(STDERR_FILENO);
    fflush(stderr);
    dup2(fileno(to), STDERR_FILENO);
    bool good = name ? audit_plan_add(p, name) : audit_plan_ledger(p);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(to);
    text[fread(text, 1, ROOM - 1, to)] = 0;
    fclose(to);
    return good;
}

static audit_plan *plan(const audit_options *options)
{
    audit_plan *p = calloc(1, sizeof *p);
    p->options = options;
    return p;
}

static void release(audit_plan *p)
{
    audit_plan_clear(p);
    free(p);
}

static void written(const char *name, const char *text, size_t length)
{
    FILE *to = fopen(name, "wb");
    assert_int_equal(fwrite(text, 1, length, to), length);
    fclose(to);
}

static void claims_are_added_once(void **unused)
{
    char said[ROOM], wanted[200];
    audit_plan *p = plan(&full);
    (void)unused;
    assert_true(adds(said, p, "gbw-energy"));
    assert_true(adds(said, p, "gbw-rotation"));
    assert_int_equal(mkdir("own claims", 0700), 0);
    written("own claims/sample.yaml", CLAIM_WHOLE, strlen(CLAIM_WHOLE));
    assert_true(adds(said, p, "own claims/sample.yaml"));
    assert_string_equal(said, "");
    assert_int_equal(p->count, 3);
    assert_false(p->whole);
    assert_string_equal(p->entries[0].claim.id, "gbw-energy");
    assert_string_equal(p->entries[0].claim.file, "reports/ledger/gbw/gbw-energy.yaml");
    assert_string_equal(p->entries[1].claim.id, "gbw-rotation");
    assert_string_equal(p->entries[2].claim.id, "sample");
    char *program = audit_program();
    snprintf(wanted, sizeof wanted, "%s audit --claim 'own claims/sample.yaml' --full", program);
    assert_string_equal(p->entries[2].command, wanted);
    free(program);
    char *inputs = audit_inputs(CLAIM_WHOLE, true);
    assert_string_equal(p->entries[2].inputs, inputs);
    free(inputs);
    assert_false(adds(said, p, "gbw-energy"));
    assert_string_equal(said, "slp audit: claim gbw-energy is asked for twice\n");
    release(p);
}

static void what_is_no_claim_is_said(void **unused)
{
    static const char broken[] = CLAIM_HEAD CLAIM_EXPERIMENTS CLAIM_MEASURES, nul[] = "id: a\0b\n";
    char said[ROOM], *large = malloc((1 << 20) + 1);
    audit_plan *p = plan(&usual);
    (void)unused;
    assert_false(adds(said, p, "gbw-energi"));
    assert_non_null(strstr(said, "unknown claim 'gbw-energi' (did you mean gbw-energy?)"));
    written("broken", broken, sizeof broken - 1);
    assert_false(adds(said, p, "broken"));
    assert_memory_equal(said, "broken:1: claim sample, field decide: is missing", 48);
    written("nul", nul, sizeof nul - 1);
    assert_false(adds(said, p, "nul"));
    assert_string_equal(said, "slp audit: nul holds a NUL: it is not a text file\n");
    assert_false(adds(said, p, "."));
    assert_string_equal(said, "slp audit: cannot read .: Is a directory\n");
    memset(large, '#', (1 << 20) + 1);
    written("large", large, (1 << 20) + 1);
    assert_false(adds(said, p, "large"));
    assert_string_equal(said, "slp audit: large is larger than a claim may be (1 MiB)\n");
    written("large", large, 1 << 20); /* fits, and is a comment */
    assert_false(adds(said, p, "large"));
    assert_string_equal(said, "large:1: the file is empty: write a claim into it\n");
    assert_int_equal(p->count, 0);
    p->count = AUDIT_CLAIMS;
    assert_false(adds(said, p, "gbw-energy"));
    assert_string_equal(said, "slp audit: at most 256 claims at a time\n");
    p->count = 0;
    free(large);
    release(p);
}

static void the_ledger_is_whole(void **unused)
{
    char said[ROOM];
    const char *text;
    audit_plan *p = plan(&usual);
    (void)unused;
    assert_true(adds(said, p, NULL));
    assert_string_equal(said, "");
    assert_true(p->whole);
    for (size_t i = 0; i < p->count; i++) {
        char name[120];
        const char *file = slp_claim_at(i, &text);
        snprintf(name, sizeof name, "/%s.yaml", p->entries[i].claim.id);
        assert_string_equal(name, strrchr(file, '/'));
        assert_string_equal(p->entries[i].claim.file, file);
    }
    assert_null(slp_claim_at(p->count, &text));
    assert_ge(p->count, 74);
    assert_false(adds(said, p, NULL)); /* all once more */
    assert_non_null(strstr(said, "is asked for twice"));
    release(p);
}

static slp_status silent(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    (void)err;
    return m || trial->steps != 1 ? SLP_OK : SLP_UNSUPPORTED;
}

/* A quantity that declines without a word, of the size that is asked for. */
static void what_does_not_apply_is_named(void **unused)
{
    static const slp_quantity silent_one = {
        .name = "silent", .values = {{"largest", "", ""}}, .measure = silent};
    slp_claim claim;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_claim_read(&claim, CLAIM_WHOLE, "test", &err), SLP_OK);
    assert_int_equal(audit_check(&claim, false, &err), SLP_OK);
    claim.measure[0].quantity = &silent_one;
    claim.experiment[0].steps.full = 2;
    assert_int_equal(audit_check(&claim, true, &err), SLP_OK);
    assert_int_equal(audit_check(&claim, false, &err), SLP_INPUT);
    assert_string_equal(err.text, "silent does not apply to rigid-body with implicit-midpoint");
    assert_string_equal(err.id, "sample");
    assert_string_equal(err.field, "m");
    assert_int_equal(err.line, claim.measure[0].line);
    slp_claim_clear(&claim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_are_added_once), cmocka_unit_test(what_is_no_claim_is_said),
        cmocka_unit_test(the_ledger_is_whole), cmocka_unit_test(what_does_not_apply_is_named)};
    char path[] = "/tmp/slp-plan-XXXXXX", command[80];
    if (!mkdtemp(path) || chdir(path) != 0) return 2;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -rf %s", path);
    return system(command) == 0 ? failed : 1;
}
