/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The files of a statement: each is whole or not there; one that is read is checked before anything
 * relies on it. */
#include "reports/audit/audit.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/sha256.h"
#include "oracle/plumbing/whole_file.h"
#include "reports/conform/parts.h"
#include "reports/report.h"
#include "reports/schema/schema.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 256 << 20 };

static bool cannot(const char *what, const char *path)
{
    slp_say(stderr, "slp conform: cannot %s %s: %s\n", what, path,
            errno ? strerror(errno) : "out of memory");
    return false;
}

/* ---- Writing ------------------------------------------------------------------------------- */

bool conform_prepare(const char *dir)
{
    slp_whole_file file;
    if (!slp_make_folders(dir)) return cannot("make the directory", dir);
    char *path = audit_path(dir, "conform.json");
    const bool good = slp_whole_begin(&file, path);
    const int fault = errno;
    slp_whole_drop(&file);
    errno = fault;
    if (!good) cannot("write", path);
    free(path);
    return good;
}

static bool write_json(FILE *to, const json_t *document)
{
    return json_dumpf(document, to, JSON_INDENT(1) | JSON_REAL_PRECISION(15)) == 0 &&
           fputc('\n', to) != EOF;
}

static bool write_badge(FILE *to, const json_t *document)
{
    conform_badge(to, document);
    return !ferror(to);
}

static bool write_summary(FILE *to, const json_t *document)
{
    conform_summary(to, document);
    return !ferror(to);
}

static bool write_file(const char *dir, const char *name,
                       bool (*write)(FILE *to, const json_t *document), const json_t *document)
{
    slp_whole_file file;
    char *path = audit_path(dir, name);
    errno = 0;
    bool good = slp_whole_begin(&file, path);
    if (good) good = write(file.to, document);
    if (!slp_whole_end(&file, good, false)) good = cannot("write", path);
    free(path);
    return good;
}

bool conform_write(const char *dir, const json_t *document)
{
    char *path = audit_path(dir, "junit.xml");
    errno = 0;
    const bool good = (conform_junit(path, document) || cannot("write", path)) &&
                      write_file(dir, "badge.svg", write_badge, document) &&
                      write_file(dir, "summary.svg", write_summary, document) &&
                      write_file(dir, "index.html", conform_page, document) &&
                      write_file(dir, "conform.json", write_json, document);
    free(path);
    return good;
}

/* ---- Reading ------------------------------------------------------------------------------- */

static json_t *refuse(char *why, const char *path, const char *what)
{
    char text[3 * CONFORM_WHY];
    snprintf(text, sizeof text, "%s: %s", path, what);
    slp_shown(why, CONFORM_WHY, text);
    return NULL;
}

static bool unchanged(const json_t *document)
{
    char digits[SLP_SHA256_CHARS], *text = conform_text(json_object_get(document, "statement"));
    slp_sha256_text(digits, text);
    free(text);
    return strcmp(digits, report_text(document, "sha256")) == 0;
}

static json_t *read_file(const char *path, char why[CONFORM_WHY])
{
    char fault[SCHEMA_WHY], message[CONFORM_WHY + 40];
    size_t length;
    json_error_t error;
    char *text = slp_read_regular(&length, path, MOST_BYTES);
    if (!text) return refuse(why, path, slp_open_fault(errno));
    json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (!document) {
        snprintf(message, sizeof message, "is not JSON: line %d: %s", error.line, error.text);
        return refuse(why, path, message);
    }
    json_t *schema = report_embedded_json("reports/conform/statement.schema.json");
    const bool follows = schema_follows(fault, document, schema);
    json_decref(schema);
    if (!follows) {
        snprintf(message, sizeof message, "is no conformance statement: %s", fault);
        refuse(why, path, message);
    } else if (!unchanged(document)) {
        refuse(why, path, "its statement has not the hash that it states: it was changed");
    } else {
        return document;
    }
    json_decref(document);
    return NULL;
}

json_t *conform_read(const char *path, char why[CONFORM_WHY])
{
    struct stat there;
    if (stat(path, &there) != 0 || !S_ISDIR(there.st_mode)) return read_file(path, why);
    char *file = audit_path(path, "conform.json");
    json_t *document = read_file(file, why);
    free(file);
    return document;
}
