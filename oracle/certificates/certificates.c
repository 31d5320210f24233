/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Certificates of steps of the reference, as lines or as JSON. */
#include "oracle/certificates/certificates.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/whole_file.h"
#include "ref/exact_step.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct slp_certificates {
    slp_whole_file file;
    FILE *to;
    const char *path;
    bool json;
    size_t count; /* of certificates, so far */
    void *added;  /* a tree (tsearch) of the texts of cases that slp_certificates_first added */
};

slp_certificates *slp_certificates_open(const char *path)
{
    slp_certificates *all = slp_allocate(1, sizeof *all);
    const size_t length = strlen(path);
    *all = (slp_certificates){.path = path};
    all->json = length > 5 && strcmp(path + length - 5, ".json") == 0;
    if (!slp_whole_begin(&all->file, path)) {
        fprintf(stderr, "slp run: cannot write %s: %s\n", path, strerror(errno));
        slp_whole_drop(&all->file);
        free(all);
        return NULL;
    }
    all->to = all->file.to;
    if (all->json)
        fprintf(all->to, "{\"form\":1,\n\"slp\":\"%s\",\n\"certificates\":[", SLP_VERSION);
    return all;
}

bool slp_certificates_close(slp_certificates *all)
{
    if (!all) return true;
    if (all->json) fputs("]}\n", all->to);
    const bool written = slp_whole_end(&all->file, true, false);
    if (!written) fprintf(stderr, "slp run: a write to %s failed\n", all->path);
    free(all);
    return written;
}

/* " key=a,b" or ",\n "key":["a","b"]" */
static void put_list(const slp_certificates *all, const char *key, arb_srcptr at, slong count)
{
    double *nearest = slp_allocate((size_t)count, sizeof *nearest);
    bool doubles;
    slp_exact *exact = slp_need_pointer(ref_exact_list(nearest, &doubles, at, (size_t)count));
    fprintf(all->to, all->json ? ",\n \"%s\":[\"" : " %s=", key);
    for (size_t i = 0; i < (size_t)count; i++) {
        if (i) fputs(all->json ? "\",\"" : ",", all->to);
        slp_exact_print(all->to, nearest[i], exact, i);
    }
    if (all->json) fputs("\"]", all->to);
    slp_exact_free(exact);
    free(nearest);
}

static void put_whole(const slp_certificates *all, const char *key, unsigned long value)
{
    fprintf(all->to, all->json ? ",\n \"%s\":%lu" : " %s=%lu", key, value);
}

/* The text of the case, to be freed.  A text of a case has no character that JSON escapes. */
static char *case_text(const slp_case *c)
{
    slp_written line;
    slp_case_print(slp_written_begin(&line), c);
    char *text = slp_written_end(&line);
    text[strcspn(text, "\n")] = 0;
    return text;
}

static void put_stage(const slp_certificates *all, const ref_proof *p)
{
    if (!p->k) return;
    put_list(all, "stage", p->stage, p->k);
    if (p->adapted) put_list(all, "norm", p->norm, p->k * p->k);
    put_list(all, "radius", p->radius, 1);
    put_list(all, "contraction", p->L, 1);
    put_whole(all, "entered", (unsigned long)p->entered);
}

/* The beginning of the certificate of step s. */
static void begin_step(slp_certificates *all, const slp_case *c, const char *text, size_t s)
{
    if (all->json)
        fprintf(all->to, "%s\n{\"case\":\"%s\"", all->count ? "," : "", text);
    else
        fprintf(all->to, "certificate id=%s", c->id);
    all->count++;
    put_whole(all, "step", s + 1);
}

static void end_step(const slp_certificates *all, slp_status status)
{
    if (status != SLP_OK)
        fprintf(all->to, all->json ? ",\n \"error\":\"%s\"" : " error=%s", slp_status_word(status));
    fputs(all->json ? "}" : "\n", all->to);
}

/* The answer of step s, exact. */
static void put_answer(const slp_certificates *all, const double *y, size_t d)
{
    REF_LOCAL_VEC(arb, (slong)d, exact);
    for (size_t i = 0; i < d; i++) arb_set_d(exact + i, y[i]);
    put_list(all, "answer", exact, (slong)d);
}

/* One certificate, of the step from step->x; y: its answer, or NULL. */
static void add_step(slp_certificates *all, const slp_case *c, const char *text,
                     const ref_exact_step *step, size_t s, const double *y)
{
    ref_proof proof;
    const slp_status status = ref_exact_step_prove(&proof, step, REF_PROOF_BITS);
    begin_step(all, c, text, s);
    if (s) put_list(all, "from", step->x, step->d);
    if (status == SLP_OK) {
        put_stage(all, &proof);
        put_list(all, "low", proof.low, proof.d);
        put_list(all, "high", proof.high, proof.d);
        if (y && slp_arithmetic_is_binary64(c->arithmetic)) put_answer(all, y, c->d);
    }
    end_step(all, status);
    ref_proof_clear(&proof);
}

/* The first `steps` steps of c; each begins at the state before it in y. */
static void add_steps(slp_certificates *all, const slp_case *c, const char *text, size_t steps,
                      const double *y)
{
    SLP_CLEARED(ref_exact_step) step = {0};
    slp_error err;
    if (!all->json) fprintf(all->to, "%s\n", text);
    const slp_status opened = slp_need_memory(ref_exact_step_init(&step, c, &err));
    for (size_t s = 0; s < steps && opened == SLP_OK; s++) {
        ref_exact_step_move(&step, s ? y + (s - 1) * c->d : c->x, s);
        add_step(all, c, text, &step, s, y ? y + s * c->d : NULL);
    }
}

void slp_certificates_add(slp_certificates *all, const slp_case *c, const slp_result *r)
{
    if (r->error != SLP_OK) return;
    char *text = case_text(c);
    add_steps(all, c, text, c->steps, r->y.at);
    free(text);
}

slp_certificates *slp_certificates_on(FILE *to)
{
    slp_certificates *all = slp_allocate(1, sizeof *all);
    *all = (slp_certificates){.to = to};
    return all;
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

void slp_certificates_first(slp_certificates *all, const slp_case *c)
{
    if (!all) return;
    char *text = case_text(c);
    char *const *kept = slp_need_pointer(tsearch(text, &all->added, compare));
    if (*kept == text)
        add_steps(all, c, text, 1, NULL);
    else
        free(text);
}

size_t slp_certificates_release(slp_certificates *all)
{
    const size_t count = all ? all->count : 0;
    while (all && all->added) {
        char *text = *(char **)all->added;
        tdelete(text, &all->added, compare);
        free(text);
    }
    free(all);
    return count;
}

/* ---- Chains ------------------------------------------------------------------------------- */

/* All steps with stages of `bits` bits; writes the certificates up to the step that fails. */
static slp_status chain_of(slp_certificates *all, slp_result *r, ref_exact_step *step,
                           const char *text, slong bits)
{
    const slp_case *c = step->c;
    ref_chain chain;
    slp_status status = SLP_OK;
    ref_exact_step_move(step, c->x, 0);
    ref_chain_init(&chain, step, bits);
    for (size_t s = 0; s < c->steps && status == SLP_OK; s++) {
        ref_proof proof;
        status = ref_chain_step(&proof, &chain, step, s);
        if (status == SLP_OK) status = ref_chain_round(r->y.at + s * c->d, &chain);
        begin_step(all, c, text, s);
        if (status == SLP_OK) {
            put_stage(all, &proof);
            put_list(all, "centre", chain.centre, chain.d);
            if (chain.turned) put_list(all, "frame", chain.frame->entries, chain.d * chain.d);
            put_list(all, "reach", chain.reach, chain.d);
            put_answer(all, r->y.at + s * c->d, c->d);
        }
        end_step(all, status);
        ref_proof_clear(&proof);
    }
    r->bits = (uint64_t)ref_bits_left(chain.hull, chain.d);
    r->prec = (uint64_t)(2 * bits);
    ref_chain_clear(&chain);
    return status;
}

static void copy_file(FILE *to, FILE *from)
{
    char block[1 << 16];
    size_t count;
    rewind(from);
    while ((count = fread(block, 1, sizeof block, from)) > 0) fwrite(block, 1, count, to);
}

void slp_certificates_carry(slp_certificates *all, slp_result *r, const slp_case *c, long cap)
{
    ref_exact_step step;
    slp_error err;
    slp_result_clear(r);
    r->id = slp_copy_text(c->id);
    r->error = slp_arithmetic_is_binary64(c->arithmetic)
                   ? slp_need_memory(ref_exact_step_init(&step, c, &err))
                   : SLP_UNSUPPORTED;
    if (r->error != SLP_OK) return;
    char *text = case_text(c);
    FILE *to = all->to;
    const size_t count = all->count;
    r->y.count = c->steps * c->d;
    r->y.at = slp_allocate(r->y.count, sizeof *r->y.at);
    for (slong bits = REF_PROOF_BITS;; bits *= 2) {
        all->count = count;
        all->to = slp_need_pointer(tmpfile());
        r->error = chain_of(all, r, &step, text, bits);
        if (r->error != SLP_UNABLE || 4 * bits > cap) break;
        fclose(all->to);
    }
    if (!all->json) fprintf(to, "%s\n", text);
    copy_file(to, all->to);
    fclose(all->to);
    all->to = to;
    r->has_bits = r->has_prec = r->error == SLP_OK;
    ref_exact_step_clear(&step);
    free(text);
}
