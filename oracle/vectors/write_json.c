/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* vectors.json: what vectors.schema.json beside this file describes.  Numbers are strings, hex
 * floats as in the exchange format: a number of JSON need not read back bit for bit. */
#include "oracle/contract/case/terms.h"
#include "oracle/vectors/suite.h"
#include "oracle/vectors/write.h"

#include <inttypes.h>

static void print_text(FILE *to, const char *text, size_t length)
{
    fputc('"', to);
    for (size_t i = 0; i < length && text[i]; i++) {
        if (text[i] == '"' || text[i] == '\\') fputc('\\', to);
        fputc(text[i], to);
    }
    fputc('"', to);
}

static void print_number(FILE *to, const char *key, double value)
{
    char text[SLP_NUMBER_CHARS];
    slp_number_print(text, value);
    fprintf(to, ",\"%s\":\"%s\"", key, text);
}

static void print_numbers(FILE *to, const char *key, const double *at, size_t count)
{
    char text[SLP_NUMBER_CHARS];
    fprintf(to, "\"%s\":[", key);
    for (size_t i = 0; i < count; i++) {
        slp_number_print(text, at[i]);
        fprintf(to, "%s\"%s\"", i ? "," : "", text);
    }
    fputc(']', to);
}

static void print_parameters(FILE *to, const slp_case *c)
{
    const char *comma = "";
    fputs(",\"parameters\":{", to);
    for (size_t p = 0; c->system->params[p].key; p++) {
        const slp_param_schema *schema = &c->system->params[p];
        const slp_numbers *value = &c->params[p];
        if (value->count == 0) continue;
        fputs(comma, to);
        comma = ",";
        if (schema->kind == SLP_PARAM_NUMBERS) {
            print_numbers(to, schema->key, value->at, value->count);
            continue;
        }
        fprintf(to, "\"%s\":[", schema->key);
        if (schema->kind == SLP_PARAM_WORD) {
            size_t length;
            const char *word = slp_word_at(&length, schema->words, value->at[0]);
            print_text(to, word, length);
        } else if (schema->kind == SLP_PARAM_TERMS) {
            fputc('"', to);
            slp_terms_print(to, value->at, value->count, "\",\"");
            fputc('"', to);
        } else {
            for (size_t i = 0; i + 1 < value->count; i += 2)
                fprintf(to, "%s\"%d:%d\"", i ? "," : "", (int)value->at[i], (int)value->at[i + 1]);
        }
        fputc(']', to);
    }
    fputc('}', to);
}

static void print_step(FILE *to, const vectors_step *v)
{
    const char *comma = "";
    const slp_case *c = &v->c;
    fprintf(to, "{\"id\":\"%s\",\"system\":\"%s\",\"scheme\":\"%s\"", c->id,
            slp_system_word(c->system), c->scheme->name);
    print_parameters(to, c);
    print_number(to, "h", c->h);
    fputc(',', to);
    print_numbers(to, "x", c->x, c->d);
    fputc(',', to);
    print_numbers(to, "dw", c->dw, c->M);
    fputc(',', to);
    print_numbers(to, "y", v->y, c->d);
    fputc(',', to);
    print_numbers(to, "low", v->low, c->d);
    print_number(to, "within", v->within);
    print_number(to, "radius", v->radius);
    print_number(to, "beyond", v->beyond);
    fprintf(to, ",\"unit\":%d", v->unit);
    print_number(to, "L", v->L);
    print_number(to, "kappa", v->kappa);
    print_number(to, "bound", v->bound);
    fprintf(to, ",\"refusal\":\"%s\",\"flags\":[", v->refusal ? "error" : "unable");
    for (int k = 0; k < VECTORS_FLAG_COUNT; k++)
        if (v->flags >> k & 1) {
            fprintf(to, "%s\"%s\"", comma, vectors_flag_word(k));
            comma = ",";
        }
    fprintf(to, "],\"note\":\"%s\"}", vectors_flag_word(v->note));
}

static void print_bits(FILE *to, const vectors_bits *b)
{
    fprintf(to,
            "{\"id\":\"%s\",\"kind\":\"%s\",\"seed\":\"%" PRIu64 "\",\"path\":\"%" PRIu64
            "\",\"channel\":%" PRIu32 ",\"level\":%" PRIu32 ",\"node\":\"%" PRIu64 "\"",
            b->id, slp_bits_word((int)b->kind), b->key.seed, b->key.path, b->key.channel,
            b->key.level, b->key.node);
    if (b->kind >= SLP_BITS_INCREMENTS) {
        print_number(to, "h", b->key.h);
        print_number(to, "ell", b->key.ell);
    }
    if (b->kind == SLP_BITS_ENSEMBLE) {
        fprintf(to, ",\"steps\":%" PRIu64 ",\"system\":\"%s\"", b->key.steps, b->c->system->name);
        print_parameters(to, b->c);
        fputc(',', to);
        print_numbers(to, "x", b->c->x, b->c->d);
    }
    fputs(",\"y\":[", to);
    slp_bits_print_numbers(to, b->kind, b->at, b->count, "\"");
    fputs("]}", to);
}

void vectors_write_json(FILE *to, const vectors_suite *suite)
{
    fprintf(to, "{\"form\":%d,\n\"slp\":\"%s\",\n\"command\":", SLP_VECTORS_FORM, SLP_VERSION);
    print_text(to, suite->order->command, (size_t)-1);
    const slp_arithmetic *a = vectors_arithmetic(suite);
    fprintf(to,
            ",\n\"seed\":\"%" PRIu64 "\",\n\"arithmetic\":{\"name\":\"%s\",\"significand\":%d,"
            "\"least\":%d,\"most\":%d",
            suite->order->seed, a->name, a->bits, a->least, a->most);
    print_number(to, "tolerance", a->tolerance);
    fputs("},\n\"notes\":{", to);
    for (int k = 0; k < VECTORS_FLAG_COUNT; k++)
        fprintf(to, "%s\n\"%s\":{\"edge\":%s,\"note\":\"%s\"}", k ? "," : "", vectors_flag_word(k),
                vectors_flag_is_edge(k) ? "true" : "false", vectors_flag_note(k));
    fputs("},\n\"steps\":[", to);
    for (size_t i = 0; i < suite->count; i++) {
        fputs(i ? ",\n" : "\n", to);
        print_step(to, &suite->steps[i]);
    }
    fputs("],\n\"bits\":[", to);
    for (size_t i = 0; i < suite->bits_count; i++) {
        fputs(i ? ",\n" : "\n", to);
        print_bits(to, &suite->bits[i]);
    }
    fputs("]}\n", to);
}
