/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An audit outlives its claims: one that crashes, one that cannot be measured, one that leaves no
 * record. */
#include "reports/audit/audit.h"
#include "tests/claims/claim_text.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

static slp_status dies(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    (void)m;
    (void)trial;
    (void)err;
    raise(SIGKILL);
    return SLP_OK;
}

static slp_status leaves(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    (void)m;
    (void)trial;
    (void)err;
    _exit(0); /* success, says its status; but there is no record */
}

static slp_status fails(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    (void)m;
    (void)trial;
    (void)err;
    return SLP_UNABLE;
}

static const slp_quantity deadly = {
    .name = "deadly", .values = {{"largest", "", "none"}}, .measure = dies};
static const slp_quantity leaving = {
    .name = "leaving", .values = {{"largest", "", "none"}}, .measure = leaves};
static const slp_quantity failing = {
    .name = "failing", .values = {{"largest", "", "none"}}, .measure = fails};

/* The sample claim under another id, with another quantity if one is given. */
static void entry(audit_entry *e, const char *id, const slp_quantity *quantity)
{
    slp_error err;
    memset(e, 0, sizeof *e);
    assert_int_equal(slp_claim_read(&e->claim, CLAIM_WHOLE, "test", &err), SLP_OK);
    e->claim.id = slp_own(&e->claim.owned, strdup(id));
    if (quantity) e->claim.measure[0].quantity = quantity;
    e->command = strdup("true");
    e->inputs = audit_inputs(CLAIM_WHOLE, false);
}

static void release(audit_entry *e)
{
    slp_claim_clear(&e->claim);
    free(e->command);
    free(e->inputs);
    json_decref(e->record);
}

static char *folder(void)
{
    char path[] = "/tmp/slp-audit-XXXXXX";
    assert_non_null(mkdtemp(path));
    return strdup(path);
}

static void sweep_up(char *path)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf %s", path);
    assert_int_equal(system(command), 0);
    free(path);
}

static const char *error_of(const audit_entry *e)
{
    const char *text = json_string_value(json_object_get(e->record, "error"));
    return text ? text : "";
}

static void a_crash_is_the_claims_own_error(void **state)
{
    audit_entry entries[4];
    char *out = folder();
    FILE *table = tmpfile();
    audit_options options = {.out = out, .jobs = 2, .table = table};
    (void)state;
    entry(&entries[0], "crash",
          NULL); /* an earlier run left a record: it must not be taken for this one's */
    assert_int_equal(audit_run(entries, 1, &options), 0);
    release(&entries[0]);
    entry(&entries[0], "crash", &deadly);
    entry(&entries[1], "vanish", &leaving);
    entry(&entries[2], "unable", &failing);
    entry(&entries[3], "good", NULL);
    assert_int_equal(audit_run(entries, 4, &options), 1);
    assert_string_equal(audit_verdict(entries[0].record), "error");
    assert_non_null(strstr(error_of(&entries[0]), "signal 9"));
    assert_string_equal(audit_verdict(entries[1].record), "error");
    assert_non_null(strstr(error_of(&entries[1]), "before its record"));
    assert_string_equal(audit_verdict(entries[2].record), "error");
    assert_non_null(strstr(error_of(&entries[2]), "unable"));
    assert_string_equal(audit_verdict(entries[3].record), "confirmed");
    /* an error is stored, and never taken up as a result */
    for (size_t i = 0; i < 4; i++) {
        char why[AUDIT_WHY];
        json_t *stored = audit_stored(&entries[i], out, why);
        assert_string_equal(why, "");
        assert_int_equal(stored != NULL, i == 3);
        json_decref(stored);
    }
    for (size_t i = 0; i < 4; i++) release(&entries[i]);
    fclose(table);
    sweep_up(out);
}

static void all_decided_is_exit_status_zero(void **state)
{
    audit_entry e;
    char *out = folder();
    FILE *table = tmpfile();
    audit_options options = {.out = out, .jobs = 1, .table = table};
    (void)state;
    entry(&e, "good", NULL);
    assert_int_equal(audit_run(&e, 1, &options), 0);
    json_decref(e.record);
    e.record = NULL;
    /* --resume keeps it as long as claim, size and program are the same */
    options.resume = true;
    assert_int_equal(audit_run(&e, 1, &options), 0);
    assert_true(e.reused);
    json_decref(e.record);
    e.record = NULL;
    e.inputs[0] = e.inputs[0] == '0' ? '1' : '0';
    assert_int_equal(audit_run(&e, 1, &options), 0);
    assert_false(e.reused);
    release(&e);
    fclose(table);
    sweep_up(out);
}

static void shell_words_are_words(void **state)
{
    static const char *const texts[] = {"plain", "a b", "it's", "$(touch x)", "-rf",
                                        "",      "a;b", "`x`",  "\\"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *word = audit_shell_word(texts[i]), command[200], back[100] = "";
        snprintf(command, sizeof command, "printf '%%s' %s", word);
        FILE *shell = popen(command, "r");
        size_t got = fread(back, 1, sizeof back - 1, shell);
        back[got] = 0;
        assert_int_equal(pclose(shell), 0);
        assert_string_equal(back, texts[i]);
        free(word);
    }
}

/* This program called by another name says how slp is called to do the same: without the ranks. */
static void the_program_is_named_as_it_was_called(void **state)
{
    static const char *const rows[][2] = {{"slp", "slp"},     {"./a b/slp", "'./a b/slp'"},
                                          {"slp-mpi", "slp"}, {"x/slp-mpj", "x/slp-mpj"},
                                          {"-mpi", "'-mpi'"}, {"", "slp"},
                                          {"s-mpi", "s"},     {"slp-mpi-mpi", "slp-mpi"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int ends[2], status;
        char said[200] = "";
        assert_int_equal(pipe(ends), 0);
        pid_t pid = fork();
        if (pid == 0) {
            dup2(ends[1], STDOUT_FILENO);
            execl("/proc/self/exe", rows[i][0], "--program", (char *)NULL);
            _exit(9);
        }
        close(ends[1]);
        FILE *from = fdopen(ends[0], "r");
        said[fread(said, 1, sizeof said - 1, from)] = 0;
        fclose(from);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
        assert_string_equal(said, rows[i][1]);
    }
}

static void inputs_tell_claims_and_sizes_apart(void **state)
{
    char *a = audit_inputs("x", false), *b = audit_inputs("x", true), *c = audit_inputs("y", false),
         *d = audit_inputs("x", false);
    (void)state;
    assert_string_equal(a, d);
    assert_string_not_equal(a, b);
    assert_string_not_equal(a, c);
    free(a);
    free(b);
    free(c);
    free(d);
}

/* Jobs that no other claim needs become threads, and those whose record is at hand need none. */
static void what_is_done_needs_no_job(void **state)
{
    audit_entry e[3];
    char *out = folder();
    audit_options options = {.out = out, .jobs = 6};
    (void)state;
    for (size_t done = 0; done < 3; done++) {
        for (size_t i = 0; i < 3; i++) entry(&e[i], (const char *const[]){"a", "b", "c"}[i], NULL);
        for (size_t i = 0; i < done; i++)
            e[i].record = audit_error_record(&e[i], false, "done before");
        assert_int_equal(audit_run(e, 3, &options), done > 0);
        json_int_t threads = json_integer_value(json_object_get(e[2].record, "threads"));
        assert_int_equal(threads, 6 / (3 - done));
        for (size_t i = 0; i < 3; i++) {
            assert_int_equal(e[i].reused, i < done);
            release(&e[i]);
        }
    }
    sweep_up(out);
}

/* Where records go is made; the report's own directories are swept where they are, and not made. */
static void directories_are_made_and_swept(void **state)
{
    static const char *const names[] = {"results", "runs", "data", "claims", "figures", "."};
    char *out = folder();
    (void)state;
    for (int made = 0; made < 2; made++) {
        assert_true(audit_prepare(out));
        for (size_t i = 0; i < 6; i++) {
            char *path = audit_path(out, names[i]),
                 *left = audit_path(path, "a.999999999.0123456789abcdef.new");
            assert_int_equal(access(path, F_OK) == 0, i < 3 || i == 5 || made);
            if (made)
                assert_int_equal(access(left, F_OK), -1);
            else
                assert_true(audit_make_directories(path) && audit_write(left, "x", 1));
            free(left);
            free(path);
        }
    }
    sweep_up(out);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--program") == 0) {
        char *called = audit_program();
        fputs(called, stdout);
        free(called);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_program_is_named_as_it_was_called),
        cmocka_unit_test(a_crash_is_the_claims_own_error),
        cmocka_unit_test(all_decided_is_exit_status_zero),
        cmocka_unit_test(shell_words_are_words),
        cmocka_unit_test(inputs_tell_claims_and_sizes_apart),
        cmocka_unit_test(directories_are_made_and_swept),
        cmocka_unit_test(what_is_done_needs_no_job),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
