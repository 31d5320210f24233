/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a run is told from outside: signals are seen and given back; and how many threads its BLAS
 * may use is known where they matter. */
#include "oracle/simulate/checkpoint.h"
#include "oracle/simulate/pace.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

static void wait_a_little(void)
{
    struct timespec time = {0, 25000000};
    nanosleep(&time, NULL);
}

/* Each signal is seen at the next look a fiftieth of a second on; one that was ignored is not;
 * afterwards all is as before. */
static void signals_are_seen(void **unused)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        slp_pace pace;
        struct sigaction is;
        for (int k = 0; k < 3; k++) signal(caught[k], k == (i + 1) % 3 ? SIG_IGN : SIG_DFL);
        slp_pace_begin(&pace, 3, 10);
        assert_int_equal(slp_pace_look(&pace, 4), 0);
        wait_a_little();
        assert_int_equal(slp_pace_look(&pace, 4), 0);
        assert_ge(slp_pace_since(&pace), 0.02);
        assert_lt(slp_pace_since(&pace), 60);
        slp_pace_mark(&pace);
        assert_true(slp_pace_since(&pace) == 0);
        raise(caught[(i + 1) % 3]);
        raise(caught[i]);
        wait_a_little();
        assert_int_equal(slp_pace_look(&pace, 5), caught[i]);
        slp_pace_end(&pace);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(sigaction(caught[k], NULL, &is), 0);
            assert_true(is.sa_handler == (k == (i + 1) % 3 ? SIG_IGN : SIG_DFL));
            signal(caught[k], SIG_DFL);
        }
    }
}

/* Which threads a run had is asked for where they may matter, the variables in OpenBLAS's own
 * order. */
static void threads_of_large_matrices(void **unused)
{
    static const struct {
        int n;
        bool fast;
        const char *openblas, *go, *omp, *wanted; /* wanted NULL: the processors there are */
    } rows[] = {{64, true, "3", "4", "5", "any"}, {65, true, "3", "4", "5", "3"},
                {65, true, NULL, "4", "5", "4"},  {65, true, "0", "4", "5", "4"},
                {65, true, NULL, NULL, "5", "5"}, {65, true, NULL, NULL, "x", NULL},
                {65, true, "1", NULL, NULL, "1"}, {65, false, "3", NULL, NULL, "any"}};
    static const char *const names[] = {"OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS",
                                        "OMP_NUM_THREADS"};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *values[] = {rows[i].openblas, rows[i].go, rows[i].omp};
        for (int k = 0; k < 3; k++)
            if (values[k])
                setenv(names[k], values[k], 1);
            else
                unsetenv(names[k]);
        slp_case c;
        double n = rows[i].n;
        slp_error err;
        char wanted[64];
        slp_case_init(&c);
        c.id = strdup("large");
        c.system = slp_system_find("zeitlin-sphere");
        c.scheme = slp_scheme_find("isospectral-midpoint");
        assert_int_equal(slp_case_set_param(&c, "n", &n, 1, &err), SLP_OK);
        const slp_simulation run = {.start = &c, .fast = rows[i].fast};
        char *text = slp_checkpoint_identity(&run);
        if (rows[i].wanted)
            snprintf(wanted, sizeof wanted, "\nthreads=%s\n", rows[i].wanted);
        else
            snprintf(wanted, sizeof wanted, "\nthreads=%ld\n", sysconf(_SC_NPROCESSORS_ONLN));
        if (!strstr(text, wanted)) fail_msg("row %zu: no %s in %s", i, wanted, text);
        free(text);
        slp_case_clear(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(signals_are_seen),
                                       cmocka_unit_test(threads_of_large_matrices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
