/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What is said of the smallest failing cases. */
#include "oracle/plumbing/allocate.h"
#include "props/smaller/failures.h"

#include <stdlib.h>

static void print_numbers(FILE *to, const char *what, const double *at, size_t count)
{
    fprintf(to, "  %s ", what);
    for (size_t i = 0; i < count; i++) {
        char text[SLP_NUMBER_CHARS];
        smaller_print_shortest(text, at[i]);
        fprintf(to, "%s%s", i ? "," : "", text);
    }
    fputc('\n', to);
}

/* The port's answer and the right one, of the step that fails. */
static void print_answers(FILE *to, const failure *f)
{
    const slp_case *c = &f->c;
    char note[PROP_NOTE];
    SLP_CLEARED(slp_result) exact = {0};
    SLP_CLEARED(slp_case) one = {0};
    const size_t s = f->v.step ? f->v.step - 1 : 0;
    if (f->kind == REFUSED) fprintf(to, "  answer error=%s\n", slp_status_word(f->r.error));
    if (f->kind == INVALID) fprintf(to, "  answer %s\n", f->v.answer);
    if (f->kind != WRONG || f->r.y.count != c->steps * c->d) return;
    print_numbers(to, "answer", f->r.y.at + s * c->d, c->d);
    slp_need_memory(slp_case_copy(&one, c));
    one.steps = 1;
    slp_need_memory(slp_case_set_dw(&one, c->M ? c->dw + s * c->M : NULL, c->M));
    if (s) slp_need_memory(slp_case_set_x(&one, f->r.y.at + (s - 1) * c->d, c->d));
    if (prop_subject_ref.answer(&exact, note, &prop_subject_ref, &one) == PROP_ANSWERED)
        print_numbers(to, "right ", exact.y.at, c->d);
}

static void print_reduced(FILE *to, const failure *f, size_t number)
{
    static const char *const how[] = {
        [CUT] = "; more questions may find a simpler one",
        [LOST] = "; the port then gave no answer",
        [INTERRUPTED] = "; interrupted",
    };
    char *fields = prop_case_fields(&f->c, ' '), words[JUDGE_HINT_CHARS];
    fprintf(to, "smallest failing case of %s/%s (%zu fail; %llu questions%s):", f->c.system->name,
            f->c.scheme->name, f->count, (unsigned long long)f->questions,
            f->outcome == REDUCED ? "" : how[f->outcome]);
    if (f->kind == WRONG) fprintf(to, " ratio %.3g, bound %.3g", f->v.ratio, f->v.bound);
    if (f->kind == WRONG && f->c.steps > 1) fprintf(to, ", in step %zu", f->v.step);
    fprintf(to, "\n  case id=smallest-%zu %s\n", number, fields);
    print_answers(to, f);
    judge_hint_words(words, &f->hint);
    if (*words) fprintf(to, "  hint   %s\n", words);
    if (f->stages) fprintf(to, "  stages %s\n", f->stages);
    free(fields);
}

static void print_failure(FILE *to, const failure *f, size_t number, const char *remedy)
{
    const char *system = f->c.system->name, *scheme = f->c.scheme->name;
    if (f->outcome == NOT_ASKED)
        fprintf(to, "the failing case with the fewest numbers is id=%s%s\n", f->id, remedy);
    else if (f->outcome == NOT_AGAIN)
        fprintf(to,
                "%s/%s: id=%s failed, and does not fail each time that it is asked: the port keeps "
                "something from the cases before, or is not deterministic\n",
                system, scheme, f->id);
    else if (f->outcome == LOST && f->questions == f->lost)
        fprintf(to, "%s/%s: id=%s failed, and now gets no answer\n", system, scheme, f->id);
    else
        print_reduced(to, f, number);
}

char *prop_failures_text(prop_failures *all, const char *remedy)
{
    prop_failures_put_in_order(all);
    slp_written text;
    FILE *to = slp_written_begin(&text);
    for (size_t i = 0; i < all->count && i < PROP_FAILURES_SHOWN; i++)
        if (i == 0 || all->at[i].outcome != NOT_ASKED)
            print_failure(to, all->at + i, i + 1, remedy);
    return slp_written_end(&text);
}
