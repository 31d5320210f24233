/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The judge's output: verdict lines, details of a failure, and the count of verdicts at the end. */
#include "oracle/judge/report.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/plumbing/allocate.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void judge_ratio_print(char text[JUDGE_RATIO_CHARS], double ratio)
{
    double up = ratio;
    snprintf(text, JUDGE_RATIO_CHARS, "%.3g", up);
    /* "%g" rounds to nearest.  If it rounded down, adding half a unit of the third digit gives the
     * next number of three digits.  That half unit is ratio/2000 to ratio/200. */
    while (isfinite(ratio) && strtod(text, NULL) < ratio) {
        up += ratio / 2000.0 + DBL_TRUE_MIN;
        snprintf(text, JUDGE_RATIO_CHARS, "%.3g", up);
    }
}

/* The least power of 2 that `number`, at least 0, does not exceed: "2^-49"; "0". */
static void print_power(char text[JUDGE_PROVES_CHARS], double number)
{
    int e;
    const double share = frexp(number, &e);
    if (number == 0)
        snprintf(text, JUDGE_PROVES_CHARS, "0");
    else
        snprintf(text, JUDGE_PROVES_CHARS, "2^%d", share > 0.5 ? e : e - 1);
}

void judge_proves_print(char text[JUDGE_PROVES_CHARS], double relative, double absolute)
{
    char one[JUDGE_PROVES_CHARS], other[JUDGE_PROVES_CHARS];
    print_power(one, relative);
    print_power(other, absolute);
    if (absolute == 0)
        snprintf(text, JUDGE_PROVES_CHARS, "%s", one);
    else
        snprintf(text, JUDGE_PROVES_CHARS, "%.16s%sabsolute:%.16s", relative > 0 ? one : "",
                 relative > 0 ? "," : "", other);
}

void judge_tolerances_words(char text[JUDGE_TOLERANCES_CHARS], uint64_t tolerances)
{
    size_t used = 0;
    *text = 0;
    for (int j = 1, last; j <= JUDGE_TOLERANCES; j = last + 1) {
        for (last = j; last < JUDGE_TOLERANCES && tolerances >> (last + 1) & 1u;) last++;
        if (!(tolerances >> j & 1u)) {
            last = j;
            continue;
        }
        if (used + 16 > JUDGE_TOLERANCES_CHARS) return;
        used += (size_t)snprintf(text + used, JUDGE_TOLERANCES_CHARS - used, "%s1e-%d",
                                 used ? ", " : "", j);
        if (last > j)
            used += (size_t)snprintf(text + used, JUDGE_TOLERANCES_CHARS - used, " to 1e-%d", last);
    }
}

/* The words of a candidate, and the tolerances that predict the same. */
static size_t print_match(char *text, size_t room, const char *before, const judge_match *match)
{
    char tolerances[JUDGE_TOLERANCES_CHARS];
    judge_tolerances_words(tolerances, match->stop.tolerances);
    return (size_t)snprintf(text, room, "%s%s%s%s%s", before, match->words,
                            *tolerances ? " (as by a tolerance of " : "", tolerances,
                            *tolerances ? ")" : "");
}

void judge_hint_words(char text[JUDGE_HINT_CHARS], const judge_hint *hint)
{
    size_t used = 0;
    *text = 0;
    if (hint->named == 0 || hint->named > JUDGE_NAMED_MOST) return;
    for (size_t i = 0; i < hint->named && i < JUDGE_NAMED; i++)
        used += print_match(text + used, JUDGE_HINT_CHARS - used, i ? " or " : "", &hint->match[i]);
    if (hint->named > JUDGE_NAMED)
        snprintf(text + used, JUDGE_HINT_CHARS - used, " or %zu more", hint->named - JUDGE_NAMED);
}

/* " u=2^-24 tolerance=1e-12", where they are not those of binary64.  u = 0: nothing was judged. */
static void print_unit(FILE *to, const char *before, double u, double tolerance)
{
    if (u != 0 && u != 0x1p-53) fprintf(to, "%su=2^%d", before, ilogb(u));
    if (tolerance > 0) fprintf(to, "%stolerance=%.3g", before, tolerance);
}

void judge_verdict_print(FILE *to, const char *id, const slp_verdict *v, const judge_hint *hint)
{
    char ratio[JUDGE_RATIO_CHARS], proves[JUDGE_PROVES_CHARS], words[JUDGE_HINT_CHARS] = "";
    fprintf(to, "verdict id=%s %s", id, slp_verdict_word(v->kind));
    if (v->kind == SLP_VERDICT_UNDECIDED) fputs(" reason=precision", to);
    if (v->kind == SLP_VERDICT_UNABLE || v->kind == SLP_VERDICT_ERROR ||
        v->kind == SLP_VERDICT_UNSUPPORTED)
        fprintf(to, " reason=%s", slp_status_word(v->reason));
    if (v->kind == SLP_VERDICT_FAIL && v->answer) fprintf(to, " reason=%s", v->answer);
    if (!isnan(v->ratio)) {
        judge_ratio_print(ratio, v->ratio);
        fprintf(to, " ratio=%s worst=%zu:%zu", ratio, v->step, v->coordinate);
    } else if (v->step > 0) {
        fprintf(to, " step=%zu", v->step);
    }
    if (v->kind == SLP_VERDICT_PASS) {
        judge_proves_print(proves, v->proves, v->proves_absolute);
        fprintf(to, " proves=%s", proves);
    }
    print_unit(to, " ", v->u, v->tolerance);
    if (hint) judge_hint_words(words, hint);
    if (*words) fprintf(to, " hint=\"%s\"", words);
    fputc('\n', to);
}

/* "# id=rb-1 hint: agrees with it to 15.9 digits, with the exact step to 3.1; 213 candidates" */
static void print_hint(FILE *to, const char *id, const judge_hint *hint)
{
    if (hint->tried == 0) return;
    fprintf(to, "# id=%s %zu candidate%s tried: ", id, hint->tried, hint->tried == 1 ? "" : "s");
    if (hint->named == 0) {
        fprintf(to, "none predicts the answer%s\n",
                hint->left_out ? "; only names of failures before it were tried" : "");
        return;
    }
    if (hint->named > JUDGE_NAMED_MOST)
        fprintf(to, "%zu predict the answer, too many to name; the nearest agrees", hint->matched);
    else
        fputs(hint->named == 1 ? "the one named agrees" : "those named agree", to);
    fprintf(to, " with it to %.1f digits, the exact step to %.1f\n", hint->digits,
            hint->exact_digits);
    for (size_t i = JUDGE_NAMED; i < hint->named; i++) {
        char words[JUDGE_WORDS + JUDGE_TOLERANCES_CHARS + 32];
        print_match(words, sizeof words, " or ", &hint->match[i]);
        fprintf(to, "# id=%s%s\n", id, words);
    }
}

void judge_detail_print(FILE *to, const slp_case *c, const slp_result *r, const slp_verdict *v,
                        const judge_hint *hint)
{
    char expected[SLP_NUMBER_CHARS], observed[SLP_NUMBER_CHARS];
    const double *from;
    double size = 0.0;
    if (v->kind != SLP_VERDICT_FAIL || v->step == 0 || v->answer) return;
    from = v->step == 1 ? c->x : r->y.at + (v->step - 2) * c->d;
    for (size_t i = 0; i < c->d; i++) size = hypot(size, from[i]);
    slp_number_print(expected, v->expected);
    slp_number_print(observed, v->observed);
    fprintf(to, "# id=%s step=%zu coordinate=%zu expected=%s observed=%s error/u=%.3g bound=%.3g\n",
            c->id, v->step, v->coordinate, expected, observed,
            (v->observed - v->expected) / size / (v->u > 0 ? v->u : 0x1p-53), v->bound);
    if (hint) print_hint(to, c->id, hint);
}

/* What the judge prints for a verdict; the caller frees it. */
static char *printed(const slp_case *c, const slp_result *r, const slp_verdict *v,
                     const judge_hint *hint, const char *fault)
{
    slp_written text;
    FILE *to = slp_written_begin(&text);
    judge_verdict_print(to, c->id, v, hint);
    if (fault) fprintf(to, "# id=%s %s\n", c->id, fault);
    if (!fault) judge_detail_print(to, c, r, v, hint);
    return slp_written_end(&text);
}

void judge_verdict_junit(slp_junit *to, const slp_case *c, const slp_result *r,
                         const slp_verdict *v, const judge_hint *hint, const char *fault,
                         double seconds)
{
    static const slp_junit_outcome outcomes[SLP_VERDICT_COUNT] = {
        [SLP_VERDICT_PASS] = SLP_JUNIT_PASSED,       [SLP_VERDICT_FAIL] = SLP_JUNIT_FAILED,
        [SLP_VERDICT_UNDECIDED] = SLP_JUNIT_FAILED,  [SLP_VERDICT_ERROR] = SLP_JUNIT_FAILED,
        [SLP_VERDICT_UNRECEIVED] = SLP_JUNIT_FAILED, [SLP_VERDICT_CHANGED] = SLP_JUNIT_FAILED,
        [SLP_VERDICT_UNABLE] = SLP_JUNIT_SKIPPED,    [SLP_VERDICT_UNSUPPORTED] = SLP_JUNIT_SKIPPED};
    char class_name[2 * SLP_MAX_ID], message[512];
    char *text = printed(c, r, v, hint, fault);
    const char *words = text + strlen("verdict id=") + strlen(c->id) + 1;
    snprintf(class_name, sizeof class_name, "%s", slp_verdict_word(v->kind));
    if (c->system)
        snprintf(class_name, sizeof class_name, "%s.%s", c->system->name, c->scheme->name);
    snprintf(message, sizeof message, "%.*s", (int)strcspn(words, "\n"), words);
    slp_junit_add(to, &(slp_junit_case){.class_name = class_name,
                                        .name = c->id,
                                        .seconds = seconds,
                                        .outcome = outcomes[v->kind],
                                        .message = message,
                                        .text = text});
    free(text);
}

/* Bin b holds ratios in (2^((b-1)/4 - 32), 2^(b/4 - 32)]; the first and the last bin hold
 * everything beyond. */
static double bin_top(size_t b)
{
    return exp2((double)b / 4.0 - 32.0);
}

static void add_proof(judge_tally *tally, const slp_verdict *v)
{
    if (v->proves > 0 || v->proves_absolute == 0) tally->relative++;
    if (v->proves_absolute > 0) tally->absolute++;
    tally->proves = fmax(tally->proves, v->proves);
    tally->proves_absolute = fmax(tally->proves_absolute, v->proves_absolute);
}

void judge_tally_add(judge_tally *tally, const char *id, const slp_verdict *v)
{
    size_t bin = 0;
    if (v->kind == SLP_VERDICT_PASS) add_proof(tally, v);
    tally->count[v->kind]++;
    if (v->u != 0) {
        tally->u = v->u;
        tally->tolerance = v->tolerance;
    }
    if (isnan(v->ratio) || (v->kind != SLP_VERDICT_PASS && v->kind != SLP_VERDICT_FAIL)) return;
    if (v->ratio > bin_top(0)) bin = (size_t)fmin(4.0 * (log2(v->ratio) + 32.0), JUDGE_BINS - 1);
    while (bin + 1 < JUDGE_BINS && v->ratio > bin_top(bin)) bin++;
    tally->ratios[bin]++;
    if (tally->judged++ == 0 || v->ratio > tally->worst) {
        tally->worst = v->ratio;
        snprintf(tally->worst_id, sizeof tally->worst_id, "%s", id);
    }
}

double judge_tally_median(const judge_tally *tally)
{
    size_t below = 0;
    if (tally->judged == 0) return NAN;
    for (size_t bin = 0; bin < JUDGE_BINS; bin++)
        if (2 * (below += tally->ratios[bin]) >= tally->judged)
            return bin + 1 < JUDGE_BINS ? bin_top(bin) : INFINITY;
    return NAN;
}

/* Verdicts of a kind, and what the echo as a whole shows of that kind. */
static uint64_t counted(const judge_tally *tally, slp_verdict_kind kind)
{
    const uint64_t count = tally->count[kind];
    if (kind == SLP_VERDICT_CHANGED) return count + judge_echo_differs(&tally->echo);
    if (kind != SLP_VERDICT_UNRECEIVED) return count;
    const uint64_t missing = judge_echo_missing(&tally->echo);
    return missing > UINT64_MAX - count ? UINT64_MAX : count + missing;
}

void judge_tally_print(FILE *to, const judge_tally *tally)
{
    char worst[JUDGE_RATIO_CHARS], median[JUDGE_RATIO_CHARS], proves[JUDGE_PROVES_CHARS];
    char trust[JUDGE_ECHO_CHARS];
    const char *comma = "";
    fputs("slp judge: ", to);
    for (int kind = 0; kind < SLP_VERDICT_COUNT; kind++) {
        const uint64_t count = counted(tally, (slp_verdict_kind)kind);
        if (kind != SLP_VERDICT_PASS && kind != SLP_VERDICT_FAIL && count == 0) continue;
        fprintf(to, "%s%" PRIu64 " %s", comma, count, slp_verdict_word((slp_verdict_kind)kind));
        comma = ", ";
    }
    if (tally->judged > 0) {
        judge_ratio_print(worst, tally->worst);
        judge_ratio_print(median, judge_tally_median(tally));
        fprintf(to, "; worst ratio %s (%s), median at most %s", worst, tally->worst_id, median);
    }
    if (tally->relative > 0) {
        print_power(proves, tally->proves);
        fprintf(to, "; weakest proves %s", proves);
    }
    if (tally->absolute > 0) {
        print_power(proves, tally->proves_absolute);
        fprintf(to, "; %zu prove%s absolute:%s", tally->absolute, tally->absolute == 1 ? "s" : "",
                proves);
    }
    print_unit(to, "; ", tally->u, tally->tolerance);
    judge_echo_trust(trust, &tally->echo);
    if (*trust) fprintf(to, "; %s", trust);
    if (tally->count[SLP_VERDICT_PASS] == 0) fputs("; nothing passed", to);
    fputc('\n', to);
}

int judge_tally_status(const judge_tally *tally)
{
    static const slp_verdict_kind short_of[] = {SLP_VERDICT_FAIL, SLP_VERDICT_ERROR,
                                                SLP_VERDICT_UNDECIDED, SLP_VERDICT_UNRECEIVED,
                                                SLP_VERDICT_CHANGED};
    for (size_t i = 0; i < sizeof short_of / sizeof *short_of; i++)
        if (counted(tally, short_of[i])) return 1;
    return tally->count[SLP_VERDICT_PASS] > 0 ? 0 : 1;
}
