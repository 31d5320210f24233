# SPDX-License-Identifier: LGPL-3.0-or-later
"""Writes a program in C that asks every function of the headers with bad arguments: NULL for each
pointer; NaN, infinities, 0, negative and huge numbers.  Each call runs in a process of its own, so
that a crash is seen and named.  Functions and parameters are read from the headers; what stands
here is a good argument for each type, and which questions a function cannot answer, with the
reason.

usage: bad_arguments.py HEADER... >PROGRAM.c; PROGRAM [NAME]: of every function, or of that one
The program prints a line for each function, "ok - NAME: N calls" or "not ok - NAME" with what
fell."""

import re
import sys

from functions import functions

# ---- A good argument: by type and name of the parameter, then by type ----------------------------
# Objects of the program's own are below, in PROGRAM.
GOOD = {
    "slp_case **": "&c2",
    "slp_case *": "c",
    "slp_result *": "result",
    "slp_reader *": "reader",
    "slp_record_kind *": "&kind",
    "slp_error *": "&err",
    "slp_system **": "&user2",
    "slp_system *": "(slp_system *)system",
    "const slp_system *": "system",
    "const slp_scheme *": "scheme",
    "const char **": "&why",
    "slp_numbers *": "&list",
    "slp_arithmetic *": "&arithmetic",
    "const slp_arithmetic *": "slp_arithmetic_find(\"binary32\")",
    "const slp_noise_key *": "&key",
    "FILE *": "file",
    "slp_verdict *": "&verdict",
    "fast_system **": "&fast2",
    "fast_system *": "fast",
    "fast_scheme *": "fast_rule",
    "const fast_scheme *": "fast_rule",
    "fast_report *": "&report",
    "const fast_functions *": "&fast_given",
    "fast_trajectory **": "&trajectory2",
    "fast_trajectory *": "trajectory",
    "const fast_path *": "&path",
    "const fast_ensemble *": "&run",
    "ref_system **": "&ref2",
    "ref_system *": "ref",
    "struct ref_system *": "ref",
    "const ref_scheme *": "ref_rule",
    "ref_certificate *": "&certificate",
    "const ref_functions *": "&ref_given",
    "slp_step_function": "own_step",
    "slp_port_step": "port_step",
    "const char *const *": "NULL",
    "arb_ptr": "balls",
    "arb_srcptr": "more_balls",
    "arb_t": "ball",
    "const arb_t": "step_ball",
    "acb_ptr": "numbers_c",
    "arb_mat_t": "matrix",
    "acb_mat_t": "matrix_c",
    "const acb_mat_t": "turn_c",
    "double *": "numbers",
    "const double *": "values",
    "char **": "texts",
    "char *": "text",
    "size_t *": "&count",
    "uint64_t *": "&whole",
    "uint32_t *": "block",
    "void *": "NULL",
    "bool": "true",
    "double": "0.0625",
    "slp_status": "SLP_OK",
    "slp_verdict_kind": "SLP_VERDICT_PASS",
    "slp_algebra": "SLP_SO3",
    "size_t": "1",
    "unsigned": "1",
    "uint32_t": "1",
    "uint64_t": "1",
    "slong": "1",
    "int": "1",
}
NAMED = {  # const char *: by the name of the parameter, or of the function and the parameter
    "system": '"rigid-body"', "scheme": '"tmk"', "name": '"tmk"', "key": '"h"', "line": "line",
    "slp_result_parse.line": '"result id=a y=1,2,3"',
    "slp_result_parse_in.line": '"result id=a y=1,2,3"',
    "slp_preset_case.text": "preset_text", "text": '"1"', "source": '"s"', "word": '"ok"',
    "format": '"%s"', "field": '"x"', "id": '"a"', "type": '"slp_error"',
    "slp_case_new_preset.name": '"ejll-rigid-body"', "slp_preset_text.name": '"ejll-rigid-body"',
    "slp_arithmetic_parse.text": '"binary32"',
    "slp_user_system_new.n": "0", "slp_case_set.count": "1", "slp_case_set_param.key": '"inertia"',
    "slp_check_function.program": '"/bin/true"',
    "slp_case_set_param.count": "3", "slp_case_set_x.d": "3", "slp_case_set_dw.count": "3",
    "slp_judge_answer.count": "3", "ref_step_decimals.digits": "10", "ref_decimal.digits": "10",
    "ref_carry.digits": "10", "cap": "4096", "prec": "64", "slp_areas_join.M": "2",
    "slp_increments_areas.M": "2", "fast_zeitlin_eigenvector.n": "4",
    "slp_user_system_new.gamma": "NULL", "slp_judge_bound.d": "3", "slp_judge_bound_in.d": "3",
    "slp_case_new_on.system": "system", "slp_judge_answer.system": "NULL",
    "slp_judge_function.system": "NULL", "fast_system_from_functions.system": "user",
    "ref_system_from_functions.system": "user", "ref_bits_left.d": "3",
    "fast_trajectory_new.tolerance": "0", "slp_user_system_free.system": "user3",
    "slp_case_free.c": "c3", "slp_result_free.r": "result3",
    "fast_system_free.sys": "fast3", "ref_system_free.sys": "ref3",
    "fast_trajectory_free.t": "trajectory3", "slp_reader_free.reader": "reader3",
    "slp_case_copy.from": "other", "slp_case_copy.to": "c",
    "ref_step_canonical.sys": "ref_n", "ref_poisson_tensor.B": "matrix",
    "slp_error_set.format": '"text"', "ref_expression_terms.text": '"x1"',
}  # fmt: skip

# ---- What a function may be given NULL for: its header says what that means ----------------------
OPTIONAL = {"err", "report", "cert", "worst", "user", "why", "a", "g", "mid", "radius", "lo", "hi",
            "from", "M", "d", "gamma", "steps"}  # fmt: skip
OPTIONAL_OF = {
    "slp_error_set.id", "slp_error_set.field", "slp_error_set.format", "slp_error_memory.id",
    "slp_error_memory.field", "slp_judge_answer.system", "slp_judge_function.system",
    "fast_ensemble_follow.dW", "fast_system_free.sys",
    "fast_trajectory_step.dW", "ref_step_canonical.dW",  # of a system without noise
    "slp_case_sizes.d", "slp_case_sizes.M", "slp_case_x.count", "slp_case_dw.count",
    "slp_result_y.count",
    "slp_check_function.program", "slp_check_function.options", "slp_check_function.table",
    "slp_reader_new.source", "ref_expression_terms.fault_at",
    "fast_quantities.energies", "fast_quantities.casimirs",
}  # fmt: skip
NEVER_OK = {"slp_error_set", "slp_error_memory"}  # they return the status they stand for

# ---- Questions that cannot be asked, with the reason ---------------------------------------------
ARRAY = "how many numbers the caller's array holds: nobody can look whether they are there"
FLINT = "FLINT ends the process where it is refused so much memory (ref.h, Memory)"
LARGE = "work or memory of that size is what was asked for"
HUGE_NOT_ASKED = {
    "slp_increments.count": ARRAY, "slp_areas_join.M": ARRAY, "slp_increments_areas.M": ARRAY,
    "slp_increments_areas.count": ARRAY, "ref_bits_left.d": ARRAY, "ref_carry.steps": ARRAY,
    "fast_zeitlin_eigenvector.n": LARGE, "fast_ensemble_increments.channels": ARRAY,
    "fast_quantities.n": ARRAY,
    "ref_step_decimals.digits": FLINT, "ref_decimal.digits": FLINT, "ref_carry.digits": FLINT,
    "ref_carry.cap": FLINT, "ref_step_round.cap": FLINT, "ref_step_decimals.cap": FLINT,
    "slp_user_system_new.n": LARGE,
    "slp_increments_areas.deeper": "2^deeper numbers of `room` are the caller's",
}  # fmt: skip
# Working bits: steps lower them to 2^20 and then take a minute; others do the work, or FLINT ends.

PROGRAM = r"""
#include <slp/arithmetic.h>
#include <slp/fast.h>
#include <slp/judge.h>
#include <slp/noise.h>
#include <slp/port.h>
#include <slp/ref.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOM = 4096 };
static const char line[] = "case id=a system=rigid-body scheme=tmk inertia=1,2,3 quad=0.1,0.1,0.1 "
                           "h=0.0625 steps=1 x=0.6,0,0.8 dw=0.1,0.2,0.3";
static double numbers[ROOM], values[ROOM];
static char text[ROOM], *texts[8];
static slp_case *c, *c2, *c3, *other;
static slp_result *result, *result3;
static slp_reader *reader, *reader3;
static slp_record_kind kind;
static slp_error err;
static slp_system *user, *user2, *user3;
static const slp_system *system_;
static const slp_scheme *scheme;
static const char *why, *preset_text;
static slp_arithmetic arithmetic;
static slp_noise_key key;
static FILE *file;
static slp_verdict verdict;
static fast_system *fast, *fast2, *fast3, *fast_n;
static const fast_scheme *fast_rule;
static fast_report report;
static fast_trajectory *trajectory, *trajectory2, *trajectory3;
static fast_path path;
static fast_ensemble run;
static ref_system *ref, *ref2, *ref3, *ref_n;
static const ref_scheme *ref_rule;
static ref_certificate certificate;
static arb_ptr balls, more_balls, nan_balls;
static acb_ptr numbers_c;
static arb_t ball, step_ball, nan_ball;
static arb_mat_t matrix;
static acb_mat_t matrix_c, turn_c;
static size_t count;
static slp_numbers list;
static uint64_t whole;
static uint32_t block[4];
static double nans[ROOM];
#define system system_

static slp_status own_step(double *next, const double *x, double h, const double *dW, void *u)
{
    (void)h, (void)dW, (void)u;
    for (int i = 0; i < 3; i++) next[i] = x[i];
    return SLP_OK;
}
static slp_status port_step(double *y, const slp_case *of, const double *x, const double *dW,
                            void *u)
{
    (void)of;
    return own_step(y, x, 0, dW, u);
}
static void gradient(double *g, size_t k, const double *x, void *u)
{
    (void)k, (void)u;
    for (int i = 0; i < 3; i++) g[i] = x[i];
}
static void ball_gradient(arb_ptr g, slong k, arb_srcptr x, slong prec, void *u)
{
    (void)k, (void)u, (void)prec;
    _arb_vec_set(g, x, 3);
}
static void ball_hessian(arb_ptr g, slong k, arb_srcptr x, arb_srcptr v, slong prec, void *u)
{
    (void)k, (void)u, (void)prec, (void)x;
    _arb_vec_set(g, v, 3);
}
static fast_functions fast_given;
static ref_functions ref_given;

static slp_case *parsed(const char *l)
{
    slp_case *made;
    if (slp_case_new(&made, "rigid-body", "tmk", NULL)) exit(3);
    if (slp_case_parse(made, l, 1, NULL)) exit(4);
    return made;
}

static void open_all(void)
{
    for (int i = 0; i < ROOM; i++) nans[i] = NAN, values[i] = i == 0 ? 0.6 : i == 2 ? 0.8 : 0;
    c = parsed(line), c3 = parsed(line), other = parsed(line);
    result = slp_result_new(), result3 = slp_result_new();
    if (slp_result_parse(result, "result id=a y=0.6,0,0.8", 1, NULL)) exit(5);
    file = tmpfile();
    fprintf(file, "%s\n", line);
    rewind(file);
    reader = slp_reader_new(file, "s"), reader3 = slp_reader_new(file, "s");
    system = slp_system_find("rigid-body"), scheme = slp_scheme_find("tmk");
    preset_text = slp_preset_text("ejll-rigid-body");
    for (slp_system **u = (slp_system *[]){NULL}; u && !user; u = NULL)
        if (slp_user_system_new(&user, "mine", SLP_SO3, 0, NULL, 1, NULL) ||
            slp_user_system_new(&user3, "mine", SLP_SO3, 0, NULL, 1, NULL)) exit(6);
    fast_given = (fast_functions){.gradient = gradient};
    ref_given = (ref_functions){.gradient = ball_gradient, .hessian = ball_hessian};
    if (fast_system_new(&fast, c, NULL) || fast_system_new(&fast3, c, NULL) ||
        ref_system_new(&ref, c, NULL) || ref_system_new(&ref3, c, NULL)) exit(7);
    slp_case *n = parsed("case id=n system=rigid-body-n scheme=isospectral-midpoint n=3 "
                         "inertia=1,2,3 h=0.0625 steps=1 x=0.1,0.2,0.3");
    if (fast_system_new(&fast_n, n, NULL) || ref_system_new(&ref_n, n, NULL)) exit(8);
    fast_rule = fast_scheme_find("tmk"), ref_rule = ref_scheme_find("tmk");
    if (fast_trajectory_new(&trajectory, fast_n, values, 0) ||
        fast_trajectory_new(&trajectory3, fast_n, values, 0)) exit(9);
    path = (fast_path){.h = 0.0625, .steps = 2, .every = 1};
    run = (fast_ensemble){.paths = 2, .h = 0.0625, .steps = 2, .threads = 1};
    balls = _arb_vec_init(64), more_balls = _arb_vec_init(64), nan_balls = _arb_vec_init(64);
    numbers_c = _acb_vec_init(64);
    for (int i = 0; i < 64; i++) {
        arb_set_d(more_balls + i, values[i]);
        arb_indeterminate(nan_balls + i);
    }
    arb_init(ball), arb_init(step_ball), arb_init(nan_ball);
    arb_set_d(step_ball, 0.0625), arb_indeterminate(nan_ball);
    arb_mat_init(matrix, 3, 3), acb_mat_init(matrix_c, 3, 3), acb_mat_init(turn_c, 3, 3);
    acb_mat_one(turn_c);
}

enum { ANY, NOT_OK };
static const char *function;
static int calls, fallen;

static pid_t child;
static bool is_child(void)
{
    const struct rlimit none = {0, 0}, some = {30, 30};
    calls++;
    fflush(stdout);
    child = fork();
    if (child != 0) return false;
    signal(SIGSEGV, SIG_DFL), signal(SIGABRT, SIG_DFL);
    setrlimit(RLIMIT_CORE, &none), setrlimit(RLIMIT_CPU, &some);
    return true;
}
static void see(const char *what)
{
    int how;
    waitpid(child, &how, 0);
    if (how == 0) return;
    if (!fallen++) printf("not ok - %s\n", function);
    if (WIFSIGNALED(how))
        printf("#   %s: signal %d\n", what, WTERMSIG(how));
    else
        printf("#   %s: %s\n", what, WEXITSTATUS(how) == 77 ? "SLP_OK" : "it ended");
}
/* One call in a process of its own: it must end, within its memory and time, and where `wanted`
 * says so, with a status that is not SLP_OK. */
#define ASK(what, wanted, call) \
    if (is_child()) { \
        long long got = 1; \
        call; \
        _exit(wanted == NOT_OK && got == 0 ? 77 : 0); \
    } \
    see(what)

static void begin(const char *name)
{
    function = name, calls = fallen = 0;
}
static int end(void)
{
    if (!fallen) printf("ok - %s: %d calls\n", function, calls);
    return fallen;
}
"""


def good(function, kind, name):
    for known in (f"{function.name}.{name}", name if kind == "const char *" else None):
        if known in NAMED:
            return NAMED[known]
    if kind in ("slong", "size_t") and NAMED.get(name, "").isdigit():
        return NAMED[name]
    plain = kind if kind in GOOD else kind.replace("const ", "", 1)
    if plain not in GOOD:
        sys.exit(f"bad_arguments.py: {function.name}: no good argument of type '{kind}' ({name})")
    return GOOD[plain]


WHOLE = {"size_t", "uint64_t", "uint32_t", "unsigned", "slong", "int"}
ENUMS = {"slp_status", "slp_verdict_kind", "slp_algebra"}
HUGE = {
    "size_t": ["SIZE_MAX", "SIZE_MAX / 2 + 1", "(size_t)1 << 40"],
    "uint64_t": ["UINT64_MAX"],
    "uint32_t": ["UINT32_MAX"],
    "unsigned": ["UINT32_MAX", "33"],
    "slong": ["WORD_MAX", "WORD_MAX / 8"],
    "int": ["INT32_MAX"],
}


def bad(function, kind, name):
    """(text of the argument, whether a status must not be SLP_OK)"""
    place = f"{function.name}.{name}"
    if kind in WHOLE:
        found = [("0", False)]
        if kind in ("slong", "int"):
            found += [("-1", False), ("WORD_MIN", False)] if kind == "slong" else [("-1", False)]
        if place not in HUGE_NOT_ASKED and name != "prec":
            found += [(text, False) for text in HUGE[kind]]
        return found
    if kind in ENUMS:
        return [(f"({kind})-1", False), (f"({kind})9999", False)]
    if kind == "double":
        must = function.returns == "slp_status" and name == "h"
        return [("NAN", must), ("INFINITY", must), ("-INFINITY", must), ("-1", False),
                ("0", False), ("1e300", False), ("5e-324", False)]  # fmt: skip
    if kind == "bool":
        return [("false", False)]
    found = [] if kind == "void *" else [
        ("NULL", function.returns == "slp_status" and name not in OPTIONAL
         and place not in OPTIONAL_OF and function.name not in NEVER_OK)
    ]  # fmt: skip
    if kind == "const double *":
        found.append(("nans", False))
    if kind == "arb_srcptr":
        found.append(("nan_balls", False))
    if kind == "const arb_t":
        found.append(("nan_ball", False))
    if kind == "const char *" and name not in ("format",):
        found += [('""', False), ('"\\x01\\xff"', False)]
    return found


def call(function, arguments):
    text = f"{function.name}({', '.join(arguments)})"
    if function.returns in ("void", "const char *", "char *") or function.returns.endswith("*"):
        return f"(void){text}"
    if function.returns == "slp_status":
        return f"got = (long long){text}"
    return f"(void){text}"


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    every = functions(sys.argv[1:])
    names = {f.name for f in every}
    places = {f"{f.name}.{name}" for f in every for _, name in f.parameters}
    for place in [*HUGE_NOT_ASKED, *OPTIONAL_OF, *(n for n in NAMED if "." in n)]:
        if place not in places:
            sys.exit(f"bad_arguments.py: {place} is in no header")
    for name in NEVER_OK:
        if name not in names:
            sys.exit(f"bad_arguments.py: {name} is in no header")
    print(PROGRAM)
    print("int main(int argc, char **argv)\n{\n    int all = 0;\n    open_all();")
    for f in every:
        plain = [good(f, kind, name) for kind, name in f.parameters]
        print(f'    if (argc < 2 || strcmp(argv[1], "{f.name}") == 0) {{')
        print(f'    begin("{f.name}");')
        print(f'    ASK("good arguments", ANY, {call(f, plain)});')
        for at, (kind, name) in enumerate(f.parameters):
            for value, must in bad(f, kind, name):
                given = [*plain[:at], value, *plain[at + 1 :]]
                wanted = "NOT_OK" if must else "ANY"
                print(f"    ASK({quoted(f'{name} = {value}')}, {wanted}, {call(f, given)});")
        nulls = [p if kind in WHOLE | ENUMS | {"double", "bool"} else "NULL"
                 for p, (kind, _) in zip(plain, f.parameters)]  # fmt: skip
        if f.parameters:
            print(f'    ASK("every pointer NULL", ANY, {call(f, nulls)});')
        print("    all += end();\n    }")
    print('    return all != 0;\n}')


main()
