/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where memory is refused the contract says SLP_MEMORY: nothing leaks, what was to be changed is as
 * it was or empty, and the same succeeds afterwards. */
#define _GNU_SOURCE /* dl_iterate_phdr, in refused_memory.h */
#include "oracle/contract/case/case_ids.h"
#include "oracle/contract/number/number.h"
#include "oracle/contract/draw/draw_mixed.h"
#include "tests/support/refused_memory.h"
#include "tests/support/drawn_system.h"

#include <dlfcn.h>
#include <locale.h>
#include <stdio.h>

#ifdef SLP_FOREIGN_ALLOCATOR
int main(void)
{
    puts("1..1\nok 1 - refused # SKIP the allocator of this build is not the C library's");
    return 0;
}
#else

static const char line[] = "case id=a system=rigid-body scheme=tmk inertia=1,2,3 lin=4,5,6 h=0.5 "
                           "steps=2 x=7,8,9 dw=10,11";
static const char pairs[] = "case id=b system=sine-euler scheme=isospectral-midpoint n=3 "
                            "modes=1:1,1:-1 amp=0.1 h=0.5 steps=1 x=0,0,0,1,0,0,1,0.25,0 dw=1,2";
static const char words[] = "case id=c system=canonical scheme=tmk model=kubo h=0.4 steps=1 "
                            "x=0.7,-0.4";
/* its h has 70 digits, for which the reader needs memory */
static const char digits[] =
    "case id=d system=canonical scheme=tmk model=kubo "
    "h=0.4000000000000000000000000000000000000000000000000000000000000000000001 steps=1 x=0.7,-0.4";
static const char in_list[] =
    "case id=e system=canonical scheme=tmk model=kubo h=0.5 steps=1 "
    "x=0.7,0.4000000000000000000000000000000000000000000000000000000000000000000001";

/* The words that go with SLP_MEMORY. */
static void says_memory(const slp_error *err)
{
    unsigned long long bytes = 0;
    if (strcmp(err->text, "out of memory") == 0) return;
    assert_int_equal(sscanf(err->text, "out of memory: %llu bytes were refused", &bytes), 1);
    assert_true(bytes > 0);
}

static void is_empty(const slp_case *c)
{
    assert_null(c->id);
    assert_null(c->x);
    assert_null(c->dw);
    assert_null(c->system);
    for (int i = 0; i < SLP_MAX_PARAMS; i++) assert_null(c->params[i].at);
}

static slp_status parse_case(void *text)
{
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    slp_status status = slp_case_parse(&c, text, 7, &err);
    if (status == SLP_MEMORY) {
        is_empty(&c);
        says_memory(&err);
        assert_int_equal(err.line, 7);
    }
    slp_case_clear(&c);
    return status;
}

static void cases_are_parsed_or_empty(void **unused)
{
    (void)unused;
    assert_int_equal(refuse_each(parse_case, (void *)(uintptr_t)line), 5);
    assert_int_equal(refuse_each(parse_case, (void *)(uintptr_t)pairs), 6);
    assert_int_equal(refuse_each(parse_case, (void *)(uintptr_t)words), 3);
    assert_int_equal(refuse_each(parse_case, (void *)(uintptr_t)digits), 4);
    assert_int_equal(refuse_each(parse_case, (void *)(uintptr_t)in_list), 4);
}

static bool no_locale;

/* Before the C library's. */
locale_t newlocale(int mask, const char *name, locale_t base)
{
    static locale_t (*next)(int mask, const char *name, locale_t base);
    void *at = next ? NULL : dlsym(RTLD_NEXT, "newlocale");
    if (at) memcpy(&next, &at, sizeof at);
    return no_locale ? (locale_t)0 : next(mask, name, base);
}

/* The reader of decimals of more than 19 digits needs the C locale, for which a C library may ask
 * for memory. */
static void without_the_locale_there_is_no_number(void **unused)
{
    static const char *const lines[] = {in_list, digits};
    slp_case c;
    slp_error err;
    double value = 5;
    (void)unused;
    slp_case_init(&c);
    for (int i = 0; i < 2; i++) {
        no_locale = true;
        assert_int_equal(slp_case_parse(&c, lines[i], 7, &err), SLP_MEMORY);
        assert_ptr_equal(slp_number_parse(&value, (slp_span){"0.12345678901234567890", 22}),
                         slp_memory_fault);
        assert_true(value == 5);
        no_locale = false;
        assert_string_equal(err.text, "out of memory");
        assert_string_equal(err.field, i ? "h" : "x");
        is_empty(&c);
        assert_int_equal(slp_case_parse(&c, lines[i], 7, &err), SLP_OK);
    }
    slp_case_clear(&c);
}

/* A result that is refused for want of memory is no fault of the port. */
static slp_status parse_result(void *text)
{
    slp_result r;
    slp_error err;
    slp_result_init(&r);
    slp_status status = slp_result_parse(&r, text, 7, &err);
    if (status == SLP_MEMORY) {
        assert_null(r.id);
        assert_null(r.y.at);
        assert_null(r.g.at);
        assert_false(r.fault);
        says_memory(&err);
    }
    if (status == SLP_INPUT) {
        assert_true(r.fault);
        assert_string_equal(r.id, "a");
        status = SLP_OK;
    }
    slp_result_clear(&r);
    return status;
}

static void results_are_parsed_or_empty(void **unused)
{
    (void)unused;
    assert_int_equal(refuse_each(parse_result, (char[]){"result id=a y=1,2,3 g=1,2"}), 3);
    assert_int_equal(refuse_each(parse_result, (char[]){"result id=a y=1, 2"}), 1);
    assert_int_equal(refuse_each(parse_result, (char[]){"result id=a y=1,nan"}), 2);
}

/* A copy, and setting each thing that a case holds: each as it was where memory was refused. */
static slp_status change(void *with)
{
    static const double more[] = {1, 2, 3, 4, 5, 6};
    const slp_case *from = with;
    slp_case c;
    slp_error err;
    size_t count;
    slp_case_init(&c);
    slp_status status = slp_case_copy(&c, from);
    if (status != SLP_OK) {
        is_empty(&c);
        return status;
    }
    status = slp_case_set_x(&c, more, 2);
    assert_int_equal(c.x_count, status == SLP_OK ? 2 : 3);
    assert_true(c.x[0] == (status == SLP_OK ? 1 : 7));
    if (status == SLP_OK) {
        status = slp_case_set_dw(&c, more, 1);
        assert_int_equal(c.dw_count, status == SLP_OK ? 1 : 2);
        assert_true(c.dw[0] == (status == SLP_OK ? 1 : 10));
    }
    if (status == SLP_OK) {
        status = slp_case_set_param(&c, "lin", more, 6, &err);
        assert_true(slp_case_param(&c, "lin", &count)[0] == (status == SLP_OK ? 1 : 4));
        assert_int_equal(count, status == SLP_OK ? 6 : 3);
        if (status == SLP_MEMORY)
            assert_string_equal(err.text, "out of memory: 48 bytes were refused");
    }
    if (status == SLP_OK) {
        status = slp_case_copy(&c, from);
        assert_int_equal(c.x_count, status == SLP_OK ? 3 : 2);
        assert_string_equal(c.id, "a");
    }
    slp_case_clear(&c);
    return status;
}

static void a_case_is_changed_or_as_it_was(void **unused)
{
    slp_case from;
    slp_error err;
    (void)unused;
    slp_case_init(&from);
    assert_int_equal(slp_case_parse(&from, line, 1, &err), SLP_OK);
    assert_int_equal(refuse_each(change, &from), 5 + 3 + 5);
    slp_case_clear(&from);
}

/* Ids of the three kinds: numbered, with leading zeros, without a number; enough to grow the
 * table. */
static slp_status count_ids(void *unused)
{
    char id[16];
    slp_status status = SLP_OK;
    (void)unused;
    slp_ids *ids = slp_ids_new();
    if (!ids) return SLP_MEMORY;
    for (int i = 0; i < 20 && status == SLP_OK; i++) {
        snprintf(id, sizeof id, "%c%s", 'a' + i, i % 3 == 0 ? "" : i % 3 == 1 ? "7" : "07");
        status = slp_ids_add(ids, id);
        /* what was refused is not in the set, what was there is */
        assert_int_equal(slp_ids_add(ids, id), status == SLP_OK ? SLP_INPUT : SLP_OK);
        if (i > 0) assert_int_equal(slp_ids_add(ids, "a"), SLP_INPUT);
    }
    for (int gap = 0; gap < 10 && status == SLP_OK; gap++) {
        snprintf(id, sizeof id, "b%d", 20 + 2 * gap);
        status = slp_ids_add(ids, id);
    }
    slp_ids_free(ids);
    return status;
}

static void a_set_of_ids_is_as_it_was(void **unused)
{
    (void)unused;
    assert_true(refuse_each(count_ids, NULL) > 40);
}

/* Reads two cases and their results, one of them on a long line.  A record for which memory is
 * refused is passed over, and its id may come again. */
static slp_status read_all(void *with)
{
    FILE *from = with;
    slp_record_kind kind;
    slp_case c;
    slp_result r;
    slp_error err;
    slp_status status, first = SLP_OK;
    unsigned records = 0;
    rewind(from);
    slp_reader *reader = slp_reader_new(from, "text");
    if (!reader) return SLP_MEMORY;
    slp_case_init(&c);
    slp_result_init(&r);
    while ((status = slp_reader_next(&kind, &c, &r, reader, &err)) != SLP_END) {
        records++;
        if (status == SLP_OK) continue;
        assert_int_equal(status, SLP_MEMORY);
        assert_int_equal(first, SLP_OK);
        first = status;
        says_memory(&err);
        assert_int_equal(err.line, records);
        is_empty(&c);
        assert_null(r.id);
    }
    assert_int_equal(records, 4);
    slp_case_clear(&c);
    slp_result_clear(&r);
    slp_reader_free(reader);
    return first;
}

static void a_record_is_read_or_passed_over(void **unused)
{
    (void)unused;
    FILE *from = tmpfile();
    assert_non_null(from);
    fprintf(from, "%s\nresult id=a y=", line);
    for (int i = 0; i < 3000; i++) fputs(i ? ",1.5" : "1.5", from);
    fprintf(from, "\n%s\nresult id=b error=unable\n", pairs);
    assert_true(refuse_each(read_all, from) > 20);
    /* the same id again, after the first was passed over */
    rewind(from);
    slp_record_kind kind;
    slp_case c;
    slp_result r;
    slp_error err;
    FILE *twice = tmpfile();
    assert_non_null(twice);
    fprintf(twice, "%s\n%s\n", words, words);
    slp_case_init(&c);
    slp_result_init(&r);
    for (size_t n = 1; n <= 6; n++) {
        rewind(twice);
        slp_reader *reader = slp_reader_new(twice, "text");
        refuse_begin(n);
        slp_status status = slp_reader_next(&kind, &c, &r, reader, &err);
        refused_book.open = false;
        if (status == SLP_OK) assert_false(refused_book.refused);
        assert_int_equal(slp_reader_next(&kind, &c, &r, reader, &err),
                         status == SLP_MEMORY ? SLP_OK : SLP_INPUT);
        slp_case_clear(&c);
        slp_reader_free(reader);
    }
    fclose(twice);
    fclose(from);
}

typedef struct drawn {
    slp_draw_pair pair[3];
    size_t count;
    uint64_t number;
    int level;
} drawn;

static slp_status draw(void *with)
{
    const drawn *d = with;
    slp_case c;
    slp_draw from;
    slp_mixed_class which;
    slp_case_init(&c);
    slp_draw_init(&from, 5, d->number);
    slp_status status =
        d->level ? slp_draw_case(&c, d->pair[0].system, d->pair[0].scheme, &from, d->level)
                 : slp_draw_mixed(&c, &which, d->pair, d->count, 5, d->number);
    if (status == SLP_MEMORY) is_empty(&c);
    slp_case_clear(&c);
    return status;
}

static void draws_are_whole_or_empty(void **unused)
{
    (void)unused;
    static const char *const rules[] = {"tmk", "isospectral-midpoint", "rkmk-rk4-exp"};
    for (size_t i = 0; drawn_system_at(i); i++) {
        drawn d = {.count = 0};
        for (size_t k = 0; k < 3; k++) {
            const slp_scheme *scheme = slp_scheme_find(rules[k]);
            if (slp_pair_makes_sense(drawn_system_at(i), scheme, NULL))
                d.pair[d.count++] = (slp_draw_pair){drawn_system_at(i), scheme, 0, 0};
        }
        for (d.number = 0; d.number < 48; d.number++)
            for (d.level = 0; d.level <= 3; d.level++) {
                if (d.level && d.number >= 16) break;
                assert_true(refuse_each(draw, &d) >= 3);
            }
    }
}

/* A case that is built key by key: what was set before stays. */
static slp_status build(void *unused)
{
    const double inertia[] = {1, 2, 3}, x[] = {4, 5, 6};
    slp_case *c;
    slp_error err = {0};
    size_t count;
    (void)unused;
    slp_status status = slp_case_new(&c, "rigid-body", "tmk", &err);
    if (status != SLP_OK) {
        assert_null(c);
        says_memory(&err);
        return status;
    }
    status = slp_case_set(c, "inertia", inertia, 3, &err);
    if (status == SLP_OK) {
        status = slp_case_set(c, "x", x, 3, &err);
        assert_non_null(slp_case_param(c, "inertia", &count));
    }
    if (status == SLP_OK) {
        status = slp_case_set_text(c, "inertia", "7,8,9", &err);
        assert_true(*slp_case_param(c, "inertia", &count) == (status == SLP_OK ? 7 : 1));
    }
    if (status == SLP_OK) {
        status = slp_case_set_text(c, "x", "7,8,9", &err);
        assert_true(*c->x == (status == SLP_OK ? 7 : 4));
    }
    if (status == SLP_OK) {
        status = slp_case_set_text(c, "id", "one", &err);
        assert_string_equal(c->id, status == SLP_OK ? "one" : "case");
    }
    if (status == SLP_OK) status = slp_case_check(c, &err);
    if (status == SLP_MEMORY) says_memory(&err);
    slp_case_free(c);
    return status;
}

static slp_status make_user_system(void *unused)
{
    slp_error err = {0};
    slp_system *own;
    (void)unused;
    const slp_status status =
        slp_user_system_new(&own, "own", SLP_SU2N, 2, (const double[]){1, -1}, 1, &err);
    if (status != SLP_OK) {
        assert_null(own);
        says_memory(&err);
    }
    slp_user_system_free(own);
    return status;
}

static void a_case_is_built_or_stays(void **unused)
{
    (void)unused;
    assert_true(refuse_each(build, NULL) >= 2 + 1 + 1 + 1 + 1 + 1);
    assert_int_equal(refuse_each(make_user_system, NULL), 2);
}

static slp_status make_reader(void *unused)
{
    (void)unused;
    slp_reader *reader = slp_reader_new(stdin, "a name");
    if (!reader) return SLP_MEMORY;
    slp_reader_free(reader);
    return SLP_OK;
}

static void a_reader_is_whole_or_null(void **unused)
{
    (void)unused;
    assert_int_equal(refuse_each(make_reader, NULL), 7);
}

/* A message needs no memory, or is cut. */
static void messages_are_printed_without_memory(void **unused)
{
    char name[3001], said[4000];
    slp_error err;
    (void)unused;
    memset(name, 'n', 3000);
    name[3000] = 0;
    for (size_t n = 0; n < 2; n++)
        for (size_t length = 10; length <= 3000; length += 2990) {
            FILE *to = tmpfile();
            assert_non_null(to);
            slp_error_set(&err, 3, "id", "h", "%s", "is wrong");
            refuse_begin(n);
            slp_error_print(to, name + 3000 - length, &err);
            assert_int_equal(refuse_end(), n == 1 && length > 1000);
            rewind(to);
            said[fread(said, 1, sizeof said - 1, to)] = 0;
            fclose(to);
            const char *end = strchr(said, length > 1000 && n ? '\n' : ':');
            assert_non_null(end);
            assert_int_equal(end - said, length > 1000 && n ? 999 : (long)length);
            assert_non_null(strstr(said, "3: case id, field h: is wrong\n"));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cases_are_parsed_or_empty),
                                       cmocka_unit_test(without_the_locale_there_is_no_number),
                                       cmocka_unit_test(results_are_parsed_or_empty),
                                       cmocka_unit_test(a_case_is_changed_or_as_it_was),
                                       cmocka_unit_test(a_set_of_ids_is_as_it_was),
                                       cmocka_unit_test(a_case_is_built_or_stays),
                                       cmocka_unit_test(a_reader_is_whole_or_null),
                                       cmocka_unit_test(a_record_is_read_or_passed_over),
                                       cmocka_unit_test(draws_are_whole_or_empty),
                                       cmocka_unit_test(messages_are_printed_without_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
