/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* isospectral-gauss4 against the second reference, which steps Q and P on T*G by Gauss's rule and
 * takes the momentum map at the end: 40 digits on drawn steps of every system that it suits: 50
 * with SLP_CHECK_MULTIPLIER=1, 25 below it.
 * Run once (compiler, libraries, sanitizer): it asks about one rule; others take these steps. */
#include "tests/support/cmocka.h"

#include "tests/support/depth.h"
#include "tests/support/on_system.h"
#include "tests/second/naive_draw.h"
#include "tests/ref/thread_caches.h"

enum {
    PREC = 256,  /* of the enclosure */
    NAIVE = 400, /* of the second reference */
    LOST = 64,   /* bits that its rounding and the end of its iteration take */
    DIGITS = 40,
    NARROW = 133, /* 2^-133 < 10^-DIGITS */
    AGREED = 50,  /* steps of each system */
    MOST = 60     /* that are drawn for them: long ones may have no ball */
};

static const double sizes[] = {0x1p-8, 0.03, 0.06, 0.1};

/* Whether the reference encloses the step; fails if the second reference's answer is outside. */
static bool agrees(const slp_case *c)
{
    const slong d = (slong)c->d;
    mpfr_ptr exact = naive_array_new(d, NAIVE);
    arb_ptr next = _arb_vec_init(d);
    const slp_status status = naive_draw_enclose(next, NULL, c, 0, PREC);
    const bool both = naive_draw_answer(exact, c, NAIVE) && status == SLP_OK;
    assert_true(status == SLP_OK || status == SLP_UNABLE);
    if (both) {
        const bool inside = naive_draw_inside(next, exact, d, NAIVE - LOST);
        const slong width = naive_draw_width(next, exact, d);
        if (!inside || width > -NARROW) {
            fprintf(stderr, "%s, radius 2^%ld of the state: ", inside ? "wide" : "outside",
                    (long)width);
            slp_case_print(stderr, c);
        }
        assert_true(inside);
        assert_le(width, -NARROW);
    }
    _arb_vec_clear(next, d);
    naive_array_free(exact, d);
    return both;
}

static void forty_digits(void **system_name)
{
    const char *name = *system_name;
    const slp_system *system = slp_system_find(name);
    const slp_scheme *scheme = slp_scheme_find("isospectral-gauss4");
    const int most = depth_multiplier() < 1 ? AGREED / 2 : AGREED;
    const int wanted = depth_stride(10) > 1 ? AGREED / 10 : most;
    uint64_t state = 20261125;
    int drawn = 0, agreed = 0;
    if (!slp_pair_makes_sense(system, scheme, NULL)) {
        assert_false(system->algebra & scheme->applies);
        return;
    }
    for (; agreed < wanted && drawn < MOST; drawn++) {
        slp_case c;
        naive_draw_case(&c, system, scheme, &state,
                        sizes[(size_t)drawn % (sizeof sizes / sizeof *sizes)]);
        agreed += agrees(&c);
        slp_case_clear(&c);
    }
    printf("# %s: %d digits on %d of %d steps\n", name, DIGITS, agreed, drawn);
    assert_int_equal(agreed, wanted);
}

int main(void)
{
    struct CMUnitTest tests[ON_SYSTEM_MOST];
    const size_t count = on_modelled_systems(tests, forty_digits);
    return _cmocka_run_group_tests("tests", tests, count, NULL, cached_give_back);
}
