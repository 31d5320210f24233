/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The bundle of an audit: one zip archive that a journal or an archive can keep.  It is an RO-Crate
 * 1.1 (ro-crate-metadata.json, JSON-LD) of records, series, figures, exact cases, pages and
 * versions, each with its SHA-256, and has a codecheck.yml whose manifest names the same files and
 * whose report is a page that a person signs.
 *
 * What differs from run to run (seconds, threads) is left out, files are sorted by name and have
 * one time.  So the same records give the same bytes. */
#include "reports/audit/json.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/sha256.h"
#include "oracle/plumbing/whole_file.h"
#include "oracle/plumbing/zip.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { MOST_BYTES = 256 << 20, NAME = SLP_ZIP_NAME };

typedef struct member {
    char name[NAME];
    const char *form; /* media type */
    char *about;
    char *bytes;
    size_t length;
} member;

typedef struct bundle {
    member *members;
    size_t count;
    const json_t *records;
    const char *out;
    char date[32];
    int64_t seconds;
} bundle;

/* Takes bytes, which the bundle frees; about is copied. */
static void add(bundle *b, const char *name, const char *form, const char *about, char *bytes,
                size_t length)
{
    if (b->count == SLP_ZIP_FILES - 2) {
        free(bytes);
        return;
    }
    member *m = &b->members[b->count++];
    snprintf(m->name, sizeof m->name, "%s", name);
    m->form = form;
    m->about = slp_copy_text(about);
    m->bytes = bytes;
    m->length = length;
}

/* A file of DIR.  False with a message. */
static bool add_file(bundle *b, const char *name, const char *form, const char *about)
{
    char *path = audit_path(b->out, name), *bytes = NULL;
    struct stat there;
    FILE *from = slp_whole_open(path);
    size_t length = 0;
    bool good = from && fstat(fileno(from), &there) == 0 && there.st_size <= MOST_BYTES;
    if (good) {
        bytes = slp_allocate((size_t)there.st_size + 1, 1);
        length = fread(bytes, 1, (size_t)there.st_size, from);
        good = length == (size_t)there.st_size && !ferror(from);
    }
    if (from) fclose(from);
    if (good)
        add(b, name, form, about, bytes, length);
    else {
        slp_say(stderr, "slp audit: %s cannot be read for the bundle: audit the claim again\n",
                path);
        free(bytes);
    }
    free(path);
    return good;
}

static char *dump(const json_t *json, size_t *length)
{
    char *line = slp_need_pointer(json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(17)));
    *length = strlen(line) + 1;
    char *whole = slp_reallocate(line, *length + 1);
    strcpy(whole + *length - 1, "\n");
    return whole;
}

/* The exact cases of the record's measures, as lines of the exchange format. */
static void add_cases(bundle *b, const json_t *record)
{
    char name[NAME], about[NAME];
    size_t i, found = 0;
    const json_t *m;
    slp_written lines;
    FILE *to = slp_written_begin(&lines);
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        if (!*audit_text(m, "witness")) continue;
        fprintf(to, "# %s\n%s\n", audit_text(m, "name"), audit_text(m, "witness"));
        found++;
    }
    slp_written_end(&lines);
    snprintf(name, sizeof name, "cases/%s.slp", audit_text(record, "id"));
    snprintf(about, sizeof about, "exact cases of %s: slp run --path ref computes them",
             audit_text(record, "id"));
    if (found)
        add(b, name, "text/plain", about, lines.text, lines.size);
    else
        free(lines.text);
}

/* Files of one record.  False with a message. */
static bool add_record(bundle *b, const json_t *record)
{
    const char *id = audit_text(record, "id");
    char name[NAME], about[400];
    size_t i;
    const json_t *part;
    snprintf(name, sizeof name, "results/%s.json", id);
    snprintf(about, sizeof about, "claim %s: %s, at %.100s", id, audit_verdict(record),
             audit_text(record, "of_size"));
    bool good = add_file(b, name, "application/json", about);
    json_array_foreach(json_object_get(record, "measures"), i, part)
    {
        if (!json_is_object(json_object_get(part, "series"))) continue;
        audit_series_name(name, id, audit_text(part, "name"));
        snprintf(about, sizeof about, "series %s of claim %s", audit_text(part, "name"), id);
        good = good && add_file(b, name, "text/tab-separated-values", about);
    }
    json_array_foreach(json_object_get(record, "figures"), i, part)
    {
        snprintf(name, sizeof name, "figures/%s-%s.svg", id, audit_text(part, "name"));
        char *path = audit_path(b->out, name);
        struct stat there;
        snprintf(about, sizeof about, "figure %s of claim %s: %.200s", audit_text(part, "name"), id,
                 audit_text(part, "caption"));
        if (lstat(path, &there) == 0) good = good && add_file(b, name, "image/svg+xml", about);
        free(path);
    }
    if (good) add_cases(b, record);
    return good;
}

static bool has_member(const bundle *b, const char *name)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->members[i].name, name) == 0) return true;
    return false;
}

/* Drawings that a page shows or leads to, and their scripts. */
static bool add_drawings(bundle *b, const char *page)
{
    static const char folder[] = "figures/", ending[] = ".svg", small[] = ".small.svg";
    bool good = true;
    for (const char *at = strstr(page, folder); at && good; at = strstr(at + 1, folder)) {
        char name[NAME];
        const size_t length = strcspn(at, "\"'<>#() \n");
        if (length < sizeof folder + sizeof ending || length > 160 ||
            strncmp(at + length - (sizeof ending - 1), ending, sizeof ending - 1) != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (has_member(b, name)) continue;
        good = add_file(b, name, "image/svg+xml", "a figure of the pages");
        if (strstr(name, small)) continue;
        strcpy(name + length - (sizeof ending - 1), ".gp");
        good = good &&
               (has_member(b, name) || add_file(b, name, "text/plain", "the script of a figure"));
    }
    return good;
}

/* A page, with the drawings on it. */
static bool add_page(void *where, const char *name, const char *words, size_t length)
{
    static const char *const forms[][2] = {{".html", "text/html"},
                                           {".md", "text/markdown"},
                                           {".css", "text/css"},
                                           {".sh", "application/x-sh"}};
    bundle *b = where;
    const char *form = "text/plain", *ending = strrchr(name, '.');
    for (size_t i = 0; ending && i < sizeof forms / sizeof *forms; i++)
        if (strcmp(ending, forms[i][0]) == 0) form = forms[i][1];
    char *bytes = slp_allocate(length + 1, 1);
    memcpy(bytes, words, length);
    add(b, name, form, "a page of the report", bytes, length);
    if (strcmp(name, "laws.html") == 0 &&
        !add_file(b, "laws.json", "application/json", "the laws on every pair"))
        return false;
    return strcmp(form, "text/html") != 0 || add_drawings(b, bytes);
}

/* The pages of the records without what differs from run to run. */
static bool add_pages(bundle *b, audit_pages *pages)
{
    json_t *still = json_deep_copy(b->records), *record, *measure;
    size_t i, k;
    json_array_foreach(still, i, record)
    {
        for (k = 0; audit_of_run[k]; k++) json_object_del(record, audit_of_run[k]);
        json_array_foreach(json_object_get(record, "measures"), k, measure)
            json_object_del(measure, "seconds");
    }
    const bool good = pages(b->out, still, add_page, b);
    json_decref(still);
    return good;
}

/* The versions with which the records were made, each once. */
static void add_versions(bundle *b)
{
    json_t *all = json_array();
    size_t i, k, length;
    const json_t *record, *known;
    json_array_foreach(b->records, i, record)
    {
        json_t *one = json_pack("{s:O?, s:O?}", "program", json_object_get(record, "program"),
                                "versions", json_object_get(record, "versions"));
        bool seen = !one;
        json_array_foreach(all, k, known) seen = seen || json_equal(known, one);
        if (!seen) json_array_append(all, one);
        json_decref(one);
    }
    char *bytes = dump(all, &length);
    json_decref(all);
    add(b, "versions.json", "application/json", "programs and libraries that made the records",
        bytes, length);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const member *)a)->name, ((const member *)b)->name);
}

/* Where a paper can be found: its DOI, arXiv's number, or "#KEY". */
static void reference(char url[NAME], const json_t *paper)
{
    if (*audit_text(paper, "doi"))
        snprintf(url, NAME, "https://doi.org/%.160s", audit_text(paper, "doi"));
    else if (*audit_text(paper, "arxiv"))
        snprintf(url, NAME, "https://arxiv.org/abs/%.160s", audit_text(paper, "arxiv"));
    else
        snprintf(url, NAME, "#paper-%.100s", audit_text(paper, "key"));
}

/* Papers of the records, each once, in the records' order; new reference. */
static json_t *papers(const bundle *b)
{
    json_t *list = json_array();
    size_t i, k;
    const json_t *record, *known;
    json_array_foreach(b->records, i, record)
    {
        json_t *paper = json_object_get(record, "paper");
        bool seen = !json_is_object(paper);
        json_array_foreach(list, k, known) seen = seen || json_equal(known, paper);
        if (!seen) json_array_append(list, paper);
    }
    return list;
}

static json_t *link_to(const char *id)
{
    return json_pack("{s:s}", "@id", id);
}

static void add_paper(json_t *graph, json_t *root, const json_t *paper)
{
    char url[NAME], id[NAME];
    size_t i;
    const json_t *author;
    reference(url, paper);
    json_t *article =
        json_pack("{s:s, s:s, s:s, s:s}", "@id", url, "@type", "ScholarlyArticle", "name",
                  audit_text(paper, "title"), "alternateName", audit_text(paper, "key"));
    json_t *authors = json_array();
    json_array_foreach(json_object_get(paper, "authors"), i, author)
    {
        snprintf(id, sizeof id, "#author-%.100s-%zu", audit_text(paper, "key"), i + 1);
        json_array_append_new(authors, link_to(id));
        json_array_append_new(graph, json_pack("{s:s, s:s, s:s}", "@id", id, "@type", "Person",
                                               "name", json_string_value(author)));
    }
    snprintf(id, sizeof id, "%lld", (long long)json_integer_value(json_object_get(paper, "year")));
    json_object_set_new(article, "author", authors);
    json_object_set_new(article, "datePublished", json_string(id));
    json_array_append_new(graph, article);
    json_array_append_new(json_object_get(root, "citation"), link_to(url));
}

/* ro-crate-metadata.json: the descriptor, the root, a File for each member, the program, papers. */
static json_t *crate(const bundle *b)
{
    static const char licence[] = "https://spdx.org/licenses/LGPL-3.0-or-later";
    json_t *graph = json_array(), *parts = json_array(), *list = papers(b);
    json_t *root =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:{s:s}, s:o, s:[{s:s}], s:[]}", "@id", "./", "@type",
                  "Dataset", "name", "Claims of papers, audited by slp", "description",
                  "Records, series, figures, exact cases, pages and versions of an audit.",
                  "datePublished", b->date, "license", "@id", licence, "hasPart", parts, "mentions",
                  "@id", "#slp", "citation");
    json_array_append_new(graph,
                          json_pack("{s:s, s:s, s:{s:s}, s:{s:s}}", "@id", "ro-crate-metadata.json",
                                    "@type", "CreativeWork", "conformsTo", "@id",
                                    "https://w3id.org/ro/crate/1.1", "about", "@id", "./"));
    json_array_append_new(graph, root);
    json_array_append_new(graph,
                          json_pack("{s:s, s:s, s:s}", "@id", licence, "@type", "CreativeWork",
                                    "name", "GNU Lesser General Public License v3.0 or later"));
    json_array_append_new(graph, json_pack("{s:s, s:s, s:s, s:s, s:s}", "@id", "#slp", "@type",
                                           "SoftwareApplication", "name", "slp", "softwareVersion",
                                           SLP_VERSION, "identifier", audit_build()));
    for (size_t i = 0; i < b->count; i++) {
        const member *m = &b->members[i];
        char sum[SLP_SHA256_CHARS], size[24];
        slp_sha256 hash;
        slp_sha256_begin(&hash);
        slp_sha256_add(&hash, m->bytes, m->length);
        slp_sha256_end(&hash, sum);
        snprintf(size, sizeof size, "%zu", m->length);
        json_array_append_new(parts, link_to(m->name));
        json_array_append_new(graph, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "@id", m->name,
                                               "@type", "File", "name", m->about, "encodingFormat",
                                               m->form, "contentSize", size, "sha256", sum));
    }
    size_t i;
    const json_t *paper;
    json_array_foreach(list, i, paper) add_paper(graph, root, paper);
    json_decref(list);
    return json_pack("{s:[s, {s:s}], s:o}", "@context", "https://w3id.org/ro/crate/1.1/context",
                     "sha256", "https://schema.org/sha256", "@graph", graph);
}

/* A scalar of YAML in quotation marks, as JSON writes it. */
static void scalar(FILE *to, const char *before, const char *words)
{
    json_t *json = json_string(words);
    char *quoted = slp_need_pointer(json_dumps(json, JSON_ENCODE_ANY));
    fprintf(to, "%s%s\n", before, quoted);
    free(quoted);
    json_decref(json);
}

/* codecheck.yml: the papers, the files that an audit makes, who checked. */
static void add_codecheck(bundle *b)
{
    char url[NAME];
    size_t i, k;
    const json_t *paper, *author;
    json_t *list = papers(b);
    slp_written yaml;
    FILE *to = slp_written_begin(&yaml);
    fputs("---\nversion: https://codecheck.org.uk/spec/config/1.0/\n", to);
    json_array_foreach(list, i, paper)
    {
        if (i == 0) fputs(json_array_size(list) > 1 ? "papers:\n" : "paper:\n", to);
        const char *pad = json_array_size(list) > 1 ? "    " : "  ";
        fputs(json_array_size(list) > 1 ? "  - " : "  ", to);
        scalar(to, "title: ", audit_text(paper, "title"));
        fprintf(to, "%sauthors:\n", pad);
        json_array_foreach(json_object_get(paper, "authors"), k, author)
        {
            fprintf(to, "%s  - ", pad);
            scalar(to, "name: ", json_string_value(author));
        }
        reference(url, paper);
        fputs(pad, to);
        scalar(to, "reference: ", url);
    }
    json_decref(list);
    fputs("manifest:\n", to);
    for (i = 0; i < b->count; i++) {
        scalar(to, "  - file: ", b->members[i].name);
        scalar(to, "    comment: ", b->members[i].about);
    }
    fputs("codechecker:\n", to);
    scalar(to,
           "  - name: ", "slp " SLP_VERSION " (a program: a person who repeats this signs here)");
    scalar(to, "summary: ", "Computed by slp audit; each record has the command that repeats it.");
    scalar(to, "check_time: ", b->date);
    scalar(to, "report: ", "certificate.html");
    slp_written_end(&yaml);
    add(b, "codecheck.yml", "application/yaml", "the files and who checked them (CODECHECK)",
        yaml.text, yaml.size);
}

/* SOURCE_DATE_EPOCH, or the day of the last record.  False with a message. */
static bool date(bundle *b)
{
    const char *given = getenv("SOURCE_DATE_EPOCH"), *last = "1980-01-01T00:00:00Z";
    size_t i;
    const json_t *record;
    struct tm utc = {0};
    json_array_foreach(b->records, i, record)
    {
        if (strcmp(audit_text(record, "started"), last) > 0) last = audit_text(record, "started");
    }
    if (given && *given) {
        const size_t digits = strspn(given, "0123456789");
        if (given[digits] || digits > 11) {
            slp_say(stderr,
                    "slp audit: SOURCE_DATE_EPOCH=%.40s: must be seconds since 1970, or unset\n",
                    given);
            return false;
        }
        b->seconds = strtoll(given, NULL, 10);
        const time_t at = (time_t)b->seconds;
        gmtime_r(&at, &utc);
        strftime(b->date, sizeof b->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
        return true;
    }
    int year = 1980, month = 1, day = 1;
    sscanf(last, "%4d-%2d-%2d", &year, &month, &day);
    /* days since 1970 in the Gregorian calendar */
    const int y = year - (month <= 2), era = y / 400, of_era = y - era * 400;
    const int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const int64_t days =
        (int64_t)era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
    b->seconds = days * 86400;
    snprintf(b->date, sizeof b->date, "%04d-%02d-%02dT00:00:00Z", year, month, day);
    return true;
}

static void clear(bundle *b)
{
    for (size_t i = 0; i < b->count; i++) {
        free(b->members[i].about);
        free(b->members[i].bytes);
    }
    free(b->members);
}

bool audit_bundle_free(const char *file)
{
    struct stat there;
    if (lstat(file, &there) != 0) return true;
    slp_say(stderr, "slp audit: --bundle %s exists: remove it, or name another file\n", file);
    return false;
}

bool audit_bundle(const char *file, const json_t *records, const char *out, audit_pages *pages)
{
    bundle b = {.records = records, .out = out};
    size_t i, length;
    const json_t *record;
    slp_whole_file whole;
    if (!audit_bundle_free(file) || !date(&b)) return false;
    b.members = slp_allocate(SLP_ZIP_FILES, sizeof *b.members);
    bool good = true;
    json_array_foreach(records, i, record) good = good && add_record(&b, record);
    if (good) good = add_pages(&b, pages);
    if (good) add_versions(&b);
    qsort(b.members, b.count, sizeof *b.members, by_name);
    if (good) add_codecheck(&b);
    if (good) {
        json_t *metadata = crate(&b);
        char *bytes = dump(metadata, &length);
        json_decref(metadata);
        slp_zip zip;
        good = slp_whole_begin(&whole, file);
        if (good) {
            slp_zip_begin(&zip, whole.to, b.seconds);
            slp_zip_add(&zip, "ro-crate-metadata.json", bytes, length);
            for (i = 0; i < b.count; i++)
                slp_zip_add(&zip, b.members[i].name, b.members[i].bytes, b.members[i].length);
            good = slp_zip_end(&zip);
        }
        if (!slp_whole_end(&whole, good, true)) {
            slp_say(stderr, "slp audit: --bundle %s: cannot be written: %s\n", file,
                    errno ? strerror(errno) : "it is larger than 4 GiB");
            good = false;
        }
        free(bytes);
    }
    clear(&b);
    return good;
}
