/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Records of the exchange format: their fields, and what parser, reader and builder share. */
#ifndef SLP_ORACLE_CASE_TEXT_H
#define SLP_ORACLE_CASE_TEXT_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/number.h"

/* Fields key=value of a record, in the order they stand. */
enum { SLP_MAX_FIELDS = 17 };
typedef struct slp_field {
    slp_span key, value;
} slp_field;
typedef struct slp_fields {
    size_t count, line;
    slp_span record; /* the first word */
    slp_field at[SLP_MAX_FIELDS];
    char id[SLP_MAX_ID]; /* for messages: the id if it is valid, else empty */
} slp_fields;

/* Splits a line into the record's word and its fields: one space between fields, no key twice. */
slp_status slp_fields_split(slp_fields *fields, const char *line, size_t number, slp_error *err);
/* The value of `key`; .at is NULL when absent. */
slp_span slp_fields_find(const slp_fields *fields, const char *key);
/* The id, which must be there, checked; the caller frees it.  SLP_OK, or *id is NULL and *err
 * filled: SLP_INPUT if it is missing or malformed, SLP_MEMORY. */
slp_status slp_fields_id(char **id, const slp_fields *fields, slp_error *err);
/* The first part of slp_case_check, for a case whose system is known.  It checks the parameters and
 * that no required one is missing, and sets d and M from them.  SLP_OK, or SLP_INPUT with *err. */
slp_status slp_case_shape(slp_case *c, slp_error *err);
/* Puts the areas that a case was given behind the increments of each step, checks their count and
 * that the case may have areas, and sets c->areas and c->M.  For a case whose shape is known; one
 * without areas stays as it is.  SLP_OK; SLP_INPUT, SLP_MEMORY with *err, and c is as it was.
 * The second function takes them out again.  SLP_OK; SLP_MEMORY, and c is as it was. */
slp_status slp_case_join_areas(slp_case *c, slp_error *err);
slp_status slp_case_part_areas(slp_case *c);
/* slp_case_check of a case that was read: numbers of x and dw that are not finite are refused where
 * they are read, and x and dw are not searched for them again. */
slp_status slp_case_check_read(slp_case *c, slp_error *err);
/* As slp_case_parse, but a refused case keeps what was read before the fault. */
slp_status slp_case_read(slp_case *c, const char *line, size_t number, slp_error *err);
/* Sets a parameter of kind SLP_PARAM_WORD.  SLP_OK; SLP_INPUT with *err: it is none of the schema's
 * words; SLP_MEMORY. */
slp_status slp_case_set_word(slp_case *c, const slp_param_schema *schema, slp_span text,
                             slp_error *err);
/* Why this id is not allowed; NULL if it is. */
const char *slp_id_fault(slp_span id);

#endif
