/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tokens: one shell word that names a law, a subject and a case exactly. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

char *prop_token_of_case(const prop_item *item, const slp_case *c)
{
    const bool sent = prop_is_sent_line(c);
    char *fields = sent ? prop_record_of_case(c) : prop_case_fields(c, '/');
    for (char *at = fields; sent && *at; at++)
        if (*at == ' ') *at = '/';
    slp_written token;
    fprintf(slp_written_begin(&token), "%s/%s/%s", item->law->name, item->subject->name, fields);
    free(fields);
    return slp_written_end(&token);
}

char *prop_token_of_number(const prop_item *item, uint64_t seed, uint64_t number)
{
    slp_written token;
    FILE *to = slp_written_begin(&token);
    fprintf(to, "%s/%s/%s/%s/%llu/%llu", item->law->name, item->subject->name, item->system->name,
            item->scheme->name, (unsigned long long)seed, (unsigned long long)number);
    if (item->most) fprintf(to, "/%zu..%zu", item->least, item->most);
    return slp_written_end(&token);
}

static slp_status refuse_token(slp_error *err, const char *what)
{
    return slp_error_set(err, 0, NULL, "token", "%s; copy the whole word that slp check printed",
                         what);
}

/* The law must be kept or broken by the pair. */
static slp_status check_promise(prop_item *item, slp_error *err)
{
    const prop_law *law = item->law;
    if (!slp_pair_makes_sense(item->system, item->scheme, NULL))
        return refuse_token(err, "names a pair that makes no sense");
    if (!prop_law_concerns(&item->control, law, item->system, item->scheme))
        return refuse_token(err, "names a law that this pair neither keeps nor breaks");
    return SLP_OK;
}

static slp_status read_number(prop_item *item, slp_case *c, char *rest, slp_error *err)
{
    char *save = NULL, *end, *system = strtok_r(rest, "/", &save), *scheme, *seed, *number, *sizes;
    scheme = strtok_r(NULL, "/", &save);
    seed = strtok_r(NULL, "/", &save);
    number = strtok_r(NULL, "/", &save);
    sizes = strtok_r(NULL, "/", &save);
    item->system = slp_system_find(system);
    item->scheme = slp_scheme_find(scheme);
    if (!item->system || !item->scheme) return refuse_token(err, "names no system and scheme");
    if (!seed || !number || strtok_r(NULL, "/", &save))
        return refuse_token(err, "lacks seed and number");
    char more;
    unsigned long long s = strtoull(seed, &end, 10), n = 0;
    bool sound = *end == '\0';
    n = strtoull(number, &end, 10);
    if (!sound || *end != '\0') return refuse_token(err, "has no whole seed and number");
    if (sizes && (sscanf(sizes, "%zu..%zu%c", &item->least, &item->most, &more) != 2 ||
                  item->least < 1 || item->most < item->least))
        return refuse_token(err, "has no sizes such as 3..8 behind its number");
    slp_draw from;
    if (check_promise(item, err) != SLP_OK) return SLP_INPUT;
    slp_draw_init(&from, prop_stream(item, s), n);
    if (!prop_draw(c, &from, item, n))
        return refuse_token(err, "names a case that cannot be drawn");
    return SLP_OK;
}

static slp_status read_case(prop_item *item, slp_case *c, const char *rest, slp_error *err)
{
    const char *start = strncmp(rest, "case/", 5) == 0 ? "" : "case id=replay ";
    char *line = slp_allocate(strlen(start) + strlen(rest) + 1, 1);
    strcpy(line, start);
    strcat(line, rest);
    for (char *at = line; *at; at++)
        if (*at == '/') *at = ' ';
    slp_status status = slp_need_memory(slp_case_parse(c, line, 0, err));
    free(line);
    if (status != SLP_OK) return status;
    item->system = c->system;
    item->scheme = c->scheme;
    return check_promise(item, err);
}

slp_status prop_token_read(prop_item *item, slp_case *c, const prop_subject *const *subjects,
                           const char *token, slp_error *err)
{
    char *copy = slp_allocate(strlen(token) + 1, 1), *save = NULL;
    strcpy(copy, token);
    *item = (prop_item){0};
    const char *law = strtok_r(copy, "/", &save), *subject = strtok_r(NULL, "/", &save);
    slp_status status = SLP_OK;
    item->law = prop_law_find(law);
    for (size_t i = 0; subject && subjects[i]; i++)
        if (strcmp(subjects[i]->name, subject) == 0) item->subject = subjects[i];
    if (item->law && item->law->applies.subjects == PROP_LAW_NOISE)
        item->subject = &prop_subject_noise;
    if (!item->law)
        status = refuse_token(err, "names no law");
    else if (!item->subject)
        status =
            slp_error_set(err, 0, NULL, "token",
                          "is about subject %s, which this command does not ask; give --path or "
                          "--port",
                          subject ? subject : "(none)");
    else if (item->law->applies.subjects == PROP_LAW_REFERENCE && !item->subject->certified)
        status = refuse_token(err, "asks a law of the reference of another subject");
    else if (!save || !*save)
        status = refuse_token(err, "has no case");
    else
        status = strncmp(save, "system=", 7) == 0 || strncmp(save, "case/", 5) == 0
                     ? read_case(item, c, save, err)
                     : read_number(item, c, save, err);
    free(copy);
    return status;
}
