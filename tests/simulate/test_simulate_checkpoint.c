/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Checkpoints: what is written is as documented (oracle/simulate/checkpoint.c) and reads back to
 * the bit; no byte of it can be changed unseen; and what is whole but belongs to another run, or
 * says what no run writes, is refused with the line at fault. */
#include "oracle/simulate/checkpoint.h"
#include "oracle/simulate/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

enum { ROOM = 4096 };

typedef struct run {
    slp_case c;
    slp_simulation s;
} run;

static void open_run(run *r, const char *line)
{
    slp_error err;
    slp_case_init(&r->c);
    if (slp_case_parse(&r->c, line, 1, &err) != SLP_OK) fail_msg("%s: %s", err.field, err.text);
    r->s = (slp_simulation){.start = &r->c,
                            .fast = true,
                            .seed = UINT64_C(18446744073709551615),
                            .every = 5,
                            .noise = true,
                            .out = "out",
                            .checkpoint = "mark"};
}

#define BODY                                                                                       \
    "case id=a-body system=rigid-body scheme=tmk inertia=1,2,3 lin=0.5,0,0 h=0.125 steps=1 "       \
    "x=0.5,-1,0.75 "                                                                               \
    "dw=0"

/* A mark in the middle of a run: step 17, after the rows of 0, 5, 10 and 15. */
static slp_checkpoint middle(const run *r)
{
    slp_checkpoint mark;
    slp_checkpoint_init(&mark, &r->s);
    mark.step = 17;
    mark.rows = 4;
    mark.bytes = 400;
    mark.sum = UINT64_C(0x0123456789abcdef);
    mark.x[0] = 0x1.fffffffffffffp-1;
    mark.since[0] = -0x1p-1074;
    return mark;
}

static size_t text_of(char text[ROOM], const char *name)
{
    FILE *from = fopen(name, "rb");
    assert_non_null(from);
    size_t length = fread(text, 1, ROOM - 1, from);
    text[length] = 0;
    fclose(from);
    return length;
}

static void put_text(const char *text, size_t length)
{
    FILE *to = fopen("mark", "wb");
    assert_int_equal(fwrite(text, 1, length, to), length);
    assert_int_equal(fclose(to), 0);
}

static slp_status read_mark(const run *r, slp_checkpoint *mark, slp_error *err)
{
    slp_checkpoint_init(mark, &r->s);
    slp_status status = slp_checkpoint_read(mark, "mark", &r->s, err);
    return status;
}

static void what_is_written_reads_back(void **unused)
{
    run r;
    slp_error err;
    char text[ROOM], wanted[ROOM];
    (void)unused;
    open_run(&r, BODY);
    slp_checkpoint mark = middle(&r), back;
    assert_int_equal(slp_checkpoint_write("mark", &mark, &r.s, &err), SLP_OK);
    assert_int_equal(access("mark.new", F_OK), -1);
    size_t length = text_of(text, "mark");
    char *start = strstr(text, "start=");
    assert_non_null(start);
    snprintf(wanted, sizeof wanted,
             "slp-checkpoint\nversion=%s\ncase=a-body\n%.23spath=fast\nform=csv\n"
             "columns=all,noise\nseed=18446744073709551615\nevery=5\nthreads=any\nstep=17\n"
             "rows=4\nbytes=400\nsum=0123456789abcdef\nsince=-0x0.0000000000001p-1022\n"
             "x=0x1.fffffffffffffp-1,-0x1p+0,0x1.8p-1\n",
             SLP_VERSION, start);
    assert_int_equal(strlen(wanted), length - 21);
    assert_memory_equal(text, wanted, length - 21);
    snprintf(wanted, sizeof wanted, "end=%016" PRIx64 "\n", slp_fnv(SLP_FNV, text, length - 21));
    assert_string_equal(text + length - 21, wanted);
    assert_int_equal(read_mark(&r, &back, &err), SLP_OK);
    assert_int_equal(back.step, 17);
    assert_int_equal(back.rows, 4);
    assert_int_equal(back.bytes, 400);
    assert_true(back.sum == mark.sum);
    assert_memory_equal(back.x, mark.x, 3 * sizeof *mark.x);
    assert_memory_equal(back.since, mark.since, sizeof *mark.since);
    slp_checkpoint_clear(&back);
    /* any byte changed, any end missing */
    for (size_t i = 0; i < length; i++) {
        text[i] ^= 1;
        put_text(text, length);
        assert_int_equal(read_mark(&r, &back, &err), SLP_INPUT);
        slp_checkpoint_clear(&back);
        text[i] ^= 1;
        put_text(text, i);
        assert_int_equal(read_mark(&r, &back, &err), SLP_INPUT);
        assert_non_null(strstr(err.text, i < 15   ? "is not a checkpoint of slp simulate"
                                         : i < 36 ? "has been cut"
                                                  : "cut or changed: its sum does not match"));
        slp_checkpoint_clear(&back);
    }
    slp_checkpoint_clear(&mark);
    slp_case_clear(&r.c);
}

/* With text before its last line replaced, and the sum that belongs to it. */
static void reseal(char text[ROOM], const char *from, const char *to)
{
    char tail[ROOM];
    char *at = strstr(text, from);
    if (!at) fail_msg("no %s", from);
    strcpy(tail, at + strlen(from));
    snprintf(at, ROOM - (size_t)(at - text), "%s%s", to, tail);
    char *end = strstr(text, "end=");
    snprintf(end, 22, "end=%016" PRIx64 "\n", slp_fnv(SLP_FNV, text, (size_t)(end - text)));
    put_text(text, strlen(text));
}

static const struct change {
    const char *from, *to, *field, *words; /* words NULL: taken */
} changes[] = {
    {"seed=", "seed=", "", NULL},
    {"a-body", "a-bodies", "case",
     "is a-bodies in the checkpoint and a-body here: it is of another"},
    {"version=", "version=0", "version", "of another run"},
    {"start=", "start=f", "start", "of another run"},
    {"path=fast", "path=ref", "path", "is ref in the checkpoint and fast here"},
    {"form=csv", "form=npy", "form", "is npy in the checkpoint and csv here"},
    {"all,noise", "all", "columns", "is all in the checkpoint and all,noise here"},
    {"seed=1", "seed=2", "seed", "of another run"},
    {"every=5", "every=6", "every", "is 6 in the checkpoint and 5 here"},
    {"threads=any", "threads=4", "threads", "is 4 in the checkpoint and any here"},
    {"threads=any\n", "", "threads", "is missing where slp"},
    {"form=csv\n", "", "form", "is missing where slp"},
    {"seed=", "sead=", "seed", "is missing where slp"},
    {"seed=", "seed:", "seed", "is missing where slp"},
    {"step=17\n", "", "", "counts or numbers are wrong"},
    {"step=17", "step=", "", "counts or numbers are wrong"},
    {"step=17", "step=1x", "", "counts or numbers are wrong"},
    {"step=17", "step=17a", "", "counts or numbers are wrong"},
    {"step=17", "step=-17", "", "counts or numbers are wrong"},
    {"step=17", "step= 17", "", "counts or numbers are wrong"},
    {"step=17", "step=19", "", NULL},
    {"step=17", "step=20", "", "counts or numbers are wrong"},
    {"step=17", "step=15", "", NULL},
    {"step=17", "step=14", "", "counts or numbers are wrong"},
    {"step=17", "step=00000000000000000000017", "", NULL},
    {"step=17", "step=000000000000000000000017", "", "counts or numbers are wrong"},
    {"step=17\nrows=4", "step=17\nrows=0", "", "counts or numbers are wrong"},
    {"step=17\nrows=4\nbytes=400", "step=0\nrows=0\nbytes=0", "", NULL},
    {"step=17\nrows=4\nbytes=400", "step=1\nrows=0\nbytes=0", "", "counts or numbers are wrong"},
    {"step=17\nrows=4\nbytes=400", "step=0\nrows=0\nbytes=1", "", "counts or numbers are wrong"},
    {"step=17\nrows=4\nbytes=400",
     "step=9007199254740992\nrows=1801439850948199\nbytes=1801439850948199", "", NULL},
    {"step=17\nrows=4\nbytes=400",
     "step=9007199254740993\nrows=1801439850948199\nbytes=1801439850948199", "",
     "counts or numbers are wrong"},
    {"bytes=400", "bytes=9223372036854775807", "", NULL},
    {"bytes=400", "bytes=9223372036854775808", "", "counts or numbers are wrong"},
    {"bytes=400", "bytes=18446744073709551616", "", "counts or numbers are wrong"},
    {"bytes=400", "bytes=4", "", NULL},
    {"bytes=400", "bytes=3", "", "counts or numbers are wrong"},
    {"sum=0123456789abcdef", "sum=ABCDEF", "", "counts or numbers are wrong"},
    {"sum=0123456789abcdef", "sum=f", "", NULL},
    {"since=", "since=1,", "", "counts or numbers are wrong"},
    {"\nx=", "\nx=1,", "", "counts or numbers are wrong"},
    {"\nx=", "\nx=nan,", "", "counts or numbers are wrong"},
    {"\nx=", "\ny=", "", "counts or numbers are wrong"},
    {"end=", "more=\nend=", "", "counts or numbers are wrong"},
};

static void whole_but_wrong(void **unused)
{
    run r;
    slp_error err;
    char text[ROOM];
    int wrong = 0;
    (void)unused;
    open_run(&r, BODY);
    r.s.seed = 1;
    slp_checkpoint mark = middle(&r);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const struct change *c = &changes[i];
        slp_checkpoint back;
        assert_int_equal(slp_checkpoint_write("mark", &mark, &r.s, &err), SLP_OK);
        text_of(text, "mark");
        reseal(text, c->from, c->to);
        memset(&err, 0, sizeof err);
        slp_status status = read_mark(&r, &back, &err);
        if (c->words ? status != SLP_INPUT || strcmp(err.field, c->field) != 0 ||
                           !strstr(err.text, c->words)
                     : status != SLP_OK) {
            wrong++;
            print_message("%s to %s: status %d, field %s, %s\n", c->from, c->to, status, err.field,
                          err.text);
        }
        slp_checkpoint_clear(&back);
    }
    slp_checkpoint_clear(&mark);
    slp_case_clear(&r.c);
    assert_int_equal(wrong, 0);
}

static void files_that_are_no_checkpoints(void **unused)
{
    run r;
    slp_error err;
    slp_checkpoint mark, back;
    (void)unused;
    open_run(&r, BODY);
    mark = middle(&r);
    remove("mark");
    assert_int_equal(read_mark(&r, &back, &err), SLP_END);
    slp_checkpoint_clear(&back);
    slp_checkpoint_init(&back, &r.s);
    assert_int_equal(slp_checkpoint_read(&back, ".", &r.s, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "not a regular file of at most 128 MiB"));
    put_text("slp-checkpoint\n", 15);
    assert_int_equal(truncate("mark", (1 << 27) + 1), 0);
    assert_int_equal(slp_checkpoint_read(&back, "mark", &r.s, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "not a regular file of at most 128 MiB"));
    assert_int_equal(slp_checkpoint_read(&back, "mark/mark", &r.s, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "cannot be read: Not a directory"));
    slp_checkpoint_clear(&back);
    /* and places where none can be written: what is there stands */
    assert_int_equal(slp_checkpoint_write("none/mark", &mark, &r.s, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "cannot be written: No such file or directory; what was"));
    assert_int_equal(mkdir("taken", 0700), 0);
    assert_int_equal(mkdir("taken/in", 0700), 0);
    assert_int_equal(slp_checkpoint_write("taken", &mark, &r.s, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "cannot be written: "));
    assert_int_equal(access("taken.new", F_OK), -1);
    assert_int_equal(access("taken/in", F_OK), 0);
    slp_checkpoint_clear(&mark);
    slp_case_clear(&r.c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_reads_back),
                                       cmocka_unit_test(whole_but_wrong),
                                       cmocka_unit_test(files_that_are_no_checkpoints)};
    char path[] = "/tmp/slp-mark-XXXXXX", command[80];
    if (!mkdtemp(path) || chdir(path) != 0) return 2;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -rf %s", path);
    return system(command) == 0 ? failed : 1;
}
