/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A function as a port, and measured by the program: a right step, one with a flaw, one that gives
 * up, one that ends its process; what is refused.  With the word `serve`, or `ends`, this program
 * is such a port itself. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/case/port.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

/* Midpoint rule on the plane of H = (q^2 + p^2)/2, noise beta H: a turn.  *user: its length. */
static slp_status turn(double *y, const slp_case *c, const double *x, const double *dW, void *user)
{
    size_t betas, gammas, one;
    const double *beta = slp_case_param(c, "beta", &betas);
    const double *model = slp_case_param(c, "model", &one); /* 0: kubo */
    slp_case_param(c, "gamma", &gammas);
    if (strcmp(c->system->name, "canonical") != 0 || gammas > 0 || model[0] > 0)
        return SLP_UNSUPPORTED;
    const double t = (c->h + (betas ? beta[0] * dW[0] : 0)) / 2, n = 1 + t * t;
    y[0] = *(const double *)user * ((1 - t * t) * x[0] + 2 * t * x[1]) / n;
    y[1] = ((1 - t * t) * x[1] - 2 * t * x[0]) / n;
    return SLP_OK;
}

static slp_status gives_up(double *y, const slp_case *c, const double *x, const double *dW, void *u)
{
    (void)y, (void)c, (void)x, (void)dW, (void)u;
    return SLP_NO_CONVERGENCE;
}

static slp_status no_such_status(double *y, const slp_case *c, const double *x, const double *dW,
                                 void *u)
{
    (void)y, (void)c, (void)x, (void)dW, (void)u;
    return SLP_STATUS_COUNT;
}

/* Ends its process where a case has several steps. */
static slp_status ends(double *y, const slp_case *c, const double *x, const double *dW, void *user)
{
    if (c->steps > 1) raise(SIGKILL);
    return turn(y, c, x, dW, user);
}

static slp_status check(char said[1024], slp_port_step step, double length, const char *law,
                        slp_error *err)
{
    const char *const options[] = {"--system", "canonical", "--law", law, NULL};
    FILE *table = tmpfile();
    assert_non_null(table);
    const slp_status status = slp_check_function(step, &length, getenv("SLP"), options, table, err);
    rewind(table);
    said[fread(said, 1, 1023, table)] = 0;
    fclose(table);
    return status;
}

static void a_right_step_and_one_with_a_flaw(void **unused)
{
    (void)unused;
    char said[1024];
    slp_error err;
    assert_int_equal(check(said, turn, 1, "symmetry", &err), SLP_OK);
    assert_non_null(strstr(said, "symmetry       kept to rounding"));
    assert_int_equal(check(said, turn, 1, "order", &err), SLP_OK);
    assert_non_null(strstr(said, "order          2: error"));
    assert_int_equal(check(said, turn, 1.001, "symmetry", &err), SLP_OK);
    assert_null(strstr(said, "kept"));
    assert_non_null(strstr(said, "symmetry       "));
}

static void what_is_refused(void **unused)
{
    (void)unused;
    char said[1024];
    slp_error err;
    const char *const wrong[] = {"--system", "canonicel", NULL};
    assert_int_equal(check(said, gives_up, 1, "order", &err), SLP_UNSUPPORTED);
    assert_string_equal(err.text, "answered no case that was asked");
    assert_int_equal(slp_check_function(turn, NULL, getenv("SLP"), wrong, NULL, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "canonical"));
    assert_int_equal(slp_check_function(turn, NULL, "/no/slp", wrong, NULL, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "/no/slp cannot be run"));
    assert_int_equal(slp_check_function(NULL, NULL, NULL, NULL, NULL, &err), SLP_INPUT);
    /* a program that ends at once is no signal to this one */
    assert_int_equal(slp_check_function(turn, NULL, "/bin/false", NULL, NULL, &err),
                     SLP_UNSUPPORTED);
    assert_int_equal(slp_check_function(turn, NULL, "/bin/true", NULL, NULL, NULL), SLP_OK);
}

/* The program ends too: the pipe of its table closes. */
static void a_step_that_ends_its_process(void **unused)
{
    (void)unused;
    int table[2], ended;
    char byte[256];
    assert_int_equal(pipe(table), 0);
    fflush(stdout);
    const pid_t pid = fork();
    assert_ge(pid, 0);
    if (pid == 0) {
        double length = 1;
        const char *const options[] = {"--system", "canonical", NULL};
        close(table[0]);
        slp_check_function(ends, &length, getenv("SLP"), options, fdopen(table[1], "w"), NULL);
        _exit(0);
    }
    close(table[1]);
    alarm(120);
    assert_int_equal(waitpid(pid, &ended, 0), pid);
    while (read(table[0], byte, sizeof byte) > 0) continue;
    alarm(0);
    assert_true(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL);
    close(table[0]);
}

/* `lines` by a port of this step. */
static void serves(const char *lines, slp_port_step step, const char *wanted)
{
    double length = 1;
    char said[512];
    FILE *in = tmpfile(), *out = tmpfile();
    fputs(lines, in);
    rewind(in);
    assert_int_equal(slp_port_serve(step, &length, in, out), SLP_OK);
    rewind(out);
    said[fread(said, 1, sizeof said - 1, out)] = 0;
    assert_string_equal(said, wanted);
    fclose(in);
    fclose(out);
}

static void answers_of_a_port(void **unused)
{
    (void)unused;
    const char *const one = "case id=a system=canonical scheme=own model=kubo beta=1 h=0 steps=2 "
                            "x=3,4 dw=2,0\n";
    serves(one, turn, "result id=a y=0x1p+2,-0x1.8p+1,0x1p+2,-0x1.8p+1\n");
    serves(one, gives_up, "result id=a error=no-convergence\n");
    serves(one, no_such_status, "result id=a error=unable\n");
    serves("list\ncase id=b system=none\n# case id=c\n", turn, "");
    serves("case id=a system=canonical scheme=own model=kubo h=0 steps=1 x=3,4", turn, "");
    FILE *full = fopen("/dev/full", "w"), *in = tmpfile();
    assert_int_equal(slp_port_serve(turn, NULL, NULL, stdout), SLP_INPUT);
    if (full) {
        double length = 1;
        fputs(one, in);
        rewind(in);
        assert_int_equal(slp_port_serve(turn, &length, in, full), SLP_INPUT);
        fclose(full);
    }
    fclose(in);
}

/* This program as a port that ends on cases of several steps: it breaks no law by that. */
static void a_port_that_ends(void **state)
{
    const char *const self = *state;
    char command[1024], said[4096];
    snprintf(command, sizeof command,
             "'%s' check --scheme own --system canonical --port \"'%s' ends\"", getenv("SLP"),
             self);
    FILE *ran = popen(command, "r");
    assert_non_null(ran);
    said[fread(said, 1, sizeof said - 1, ran)] = 0;
    assert_int_equal(pclose(ran), 0);
    assert_non_null(strstr(said, "energy-near    undecided; unreceived: it closed its output"));
    assert_non_null(strstr(said, "which rule     agrees with "));
    assert_non_null(strstr(said, "unanswered     6 cases; the first: "));
}

int main(int argc, char **argv)
{
    double length = 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_of_a_port), cmocka_unit_test(a_right_step_and_one_with_a_flaw),
        cmocka_unit_test(what_is_refused), cmocka_unit_test(a_step_that_ends_its_process),
        cmocka_unit_test_prestate(a_port_that_ends, argv[0])};
    if (argc > 1)
        return slp_port_serve(strcmp(argv[1], "ends") ? turn : ends, &length, stdin, stdout) !=
               SLP_OK;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
