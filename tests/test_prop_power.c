/* The power that a run prints: computed against draws of the same two looks, over the cases of an entry, and printed by a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine.h"
#include "props/sampling.h"
#include "tests/cached.h"

static void critical_values_are_students(void **state)
{
    (void)state;
    assert_true(fabs(prop_student_critical(1e-8) - 7.0218696) < 1e-6);
    assert_true(fabs(prop_student_critical(0.025) - 2.022691) < 1e-5);
}

/* ---- Against draws ---- */

enum { DRAWS = 20000 };

static double uniform(uint64_t *at)
{
    uint64_t z = *at += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return ((double)((z ^ z >> 31) >> 11) + 0.5) * 0x1p-53;
}
static double normal(uint64_t *at)
{
    const double radius = sqrt(-2 * log(uniform(at)));
    return radius * cos(2 * acos(-1) * uniform(at));
}
/* sqrt(chi^2_39 / 39): 19 exponentials of mean 2 and a squared normal */
static double spread(uint64_t *at)
{
    double sum = 0;
    for (int i = 0; i < 19; i++) sum -= 2 * log(uniform(at));
    const double last = normal(at);
    return sqrt((sum + last * last) / 39);
}

/* The share of draws refused: a fixed stream, whose standard error is below 0.0036. */
static double refused(const prop_reach *reach, double suspect, double critical)
{
    uint64_t at = 1;
    unsigned count = 0;
    for (int i = 0; i < DRAWS; i++) {
        const bool suspected =
            reach->first < 5.5 || reach->first + normal(&at) > suspect * spread(&at);
        const double off = reach->taken ? 1 : spread(&at);
        count += suspected && reach->second * off + normal(&at) > critical * spread(&at);
    }
    return (double)count / DRAWS;
}

static void power_is_the_share_of_draws_refused(void **state)
{
    (void)state;
    static const prop_reach reach[] = {{3, 8, false}, {3, 8, true},    {3, 12, false},
                                       {3, 17, true}, {5.6, 9, false}, {30, 6, true}};
    const double level = 2e-6, critical = prop_student_critical(1e-6);
    for (size_t i = 0; i < sizeof reach / sizeof *reach; i++) {
        const double share = refused(reach + i, prop_student_critical(0.01), critical);
        assert_true(fabs(prop_power(reach + i, level) - share) < 5 * 0.0036);
    }
    assert_true(prop_power(&(prop_reach){0}, level) == 0);
    assert_true(prop_power(reach + 1, 1e-3) > prop_power(reach + 1, level) + 0.01);
}

/* ---- In a run ---- */

static void a_run_prints_the_least_power(void **state)
{
    (void)state;
    const prop_law one = {.name = "one", .statistical = true}, other = {.name = "other"};
    const slp_system *system = slp_system_find("rigid-body");
    const double power[4] = {0.99999, 0.98761, 0, 0.995};
    prop_tally tallies[5] = {{.item = {.law = &other}}};
    char *printed;
    size_t size;
    prop_options options = {.out = open_memstream(&printed, &size)};
    assert_non_null(options.out);
    for (int i = 0; i < 4; i++)
        tallies[i + 1] = (prop_tally){
            .item = {&one, system, slp_scheme_at((size_t)i), .subject = &prop_subject_fast},
            .power = power[i]};
    prop_report_power(tallies, 5, &options);
    options.tap = true;
    prop_report_power(tallies, 2, &options);
    fclose(options.out);
    assert_string_equal(printed, "power of one against an order short by 1/4: at least 0.9876 "
                                 "(rigid-body/trapezoidal fast), 3 pairs; 1 below 0.99\n"
                                 "# power of one against an order short by 1/4: at least 0.9999 "
                                 "(rigid-body/implicit-midpoint fast), 1 pairs\n");
    free(printed);
}

/* Of the plane's nine pairs one solves the Ito equation, where no order is looked for.  Each case that another seed draws has a power above 0.99
 * too, two cases of an entry more than one. */
static void every_pair_tells_its_power(void **state)
{
    (void)state;
    const prop_subject *subjects[] = {&prop_subject_fast, NULL};
    char *printed;
    size_t size, pairs = 0;
    double least = 0;
    prop_options options = {.subjects = subjects,
                            .law = "strong",
                            .system = "canonical",
                            .seed = 1,
                            .multiplier = 1,
                            .threads = 1,
                            .out = open_memstream(&printed, &size)};
    assert_non_null(options.out);
    assert_int_equal(prop_run(&options), 0);
    fclose(options.out);
    const char *line = strstr(printed, "power of strong");
    assert_non_null(line);
    assert_int_equal(sscanf(strstr(line, "at least"), "at least %lf", &least), 1);
    assert_int_equal(sscanf(strstr(line, "fast), "), "fast), %zu pairs\n", &pairs), 1);
    assert_true(least >= 0.99 && least < 1);
    assert_int_equal(pairs, 8);
    free(printed);
}

static void cases_of_an_entry_add_to_its_power(void **state)
{
    (void)state;
    prop_tally tally = {.item = {.law = prop_law_find("strong"),
                                 .system = slp_system_find("canonical"),
                                 .scheme = slp_scheme_find("midpoint"),
                                 .subject = &prop_subject_fast,
                                 .tests = 2,
                                 .level = 1e-22}}; /* the power of a case is seen to be below 1 */
    prop_options options = {.seed = 1, .multiplier = 1};
    double before = 0;
    prop_counterexample_init(&tally.example);
    for (options.seed = 1; options.seed < 3; options.seed++) {
        prop_tally_run(&tally, &options);
        assert_true(tally.power > before && tally.power < 1);
        before = tally.power;
    }
    prop_counterexample_clear(&tally.example);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(critical_values_are_students),
        cmocka_unit_test(power_is_the_share_of_draws_refused),
        cmocka_unit_test(a_run_prints_the_least_power),
        cmocka_unit_test(every_pair_tells_its_power),
        cmocka_unit_test(cases_of_an_entry_add_to_its_power),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
