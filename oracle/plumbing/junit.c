/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* JUnit's XML. */
#include "oracle/plumbing/junit.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Room for the suite's five numbers, filled with spaces. */
enum { COUNTS = 160 };

/* XML's own characters escaped; what XML 1.0 cannot hold, and bytes beyond ASCII, which a port may
 * write at will, as '?'. */
static void text(FILE *to, const char *from)
{
    static const char special[] = "&<>\"";
    static const char *const written[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (; *from; from++) {
        const unsigned char byte = (unsigned char)*from;
        const char *at = strchr(special, *from);
        if (at)
            fputs(written[at - special], to);
        else
            fputc((byte < 0x20 && byte != '\n' && byte != '\t') || byte >= 0x7f ? '?' : byte, to);
    }
}

/* Removes what runs left that were ended before their file was complete. */
static void sweep(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? slp_copy_bytes(path, (size_t)(slash - path + 1)) : slp_copy_text(".");
    slp_whole_sweep(folder, slash ? slash + 1 : path);
    free(folder);
}

bool slp_junit_begin(slp_junit *junit, const char *path, const char *suite)
{
    *junit = (slp_junit){.suite = suite, .began = slp_clock_seconds()};
    sweep(path);
    if (!slp_whole_begin(&junit->file, path)) return false;
    FILE *to = junit->file.to;
    fprintf(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite name=\"%s\"",
            suite);
    junit->counts = ftell(to);
    fprintf(to, "%*s>\n  <properties>\n", COUNTS, "");
    slp_junit_property(junit, "version", SLP_VERSION);
    return true;
}

void slp_junit_property(slp_junit *junit, const char *name, const char *value)
{
    FILE *to = junit->file.to;
    fprintf(to, "   <property name=\"%s\" value=\"", name);
    text(to, value);
    fputs("\"/>\n", to);
}

static void end_properties(slp_junit *junit)
{
    if (!junit->cases) fputs("  </properties>\n", junit->file.to);
    junit->cases = true;
}

static void element(FILE *to, const char *word, const char *message, const char *inside)
{
    fprintf(to, "   <%s", word);
    if (message) {
        fputs(" message=\"", to);
        text(to, message);
        fputc('"', to);
    }
    if (inside) {
        fputc('>', to);
        text(to, inside);
        fprintf(to, "</%s>\n", word);
    } else
        fputs("/>\n", to);
}

void slp_junit_add(slp_junit *junit, const slp_junit_case *c)
{
    static const char *const words[] = {"system-out", "failure", "error", "skipped"};
    FILE *to = junit->file.to;
    const bool passed = c->outcome == SLP_JUNIT_PASSED;
    end_properties(junit);
    junit->outcomes[c->outcome]++;
    fputs("  <testcase classname=\"", to);
    text(to, c->class_name);
    fputs("\" name=\"", to);
    text(to, c->name);
    fprintf(to, "\" time=\"%.3f\"", c->seconds);
    if (passed && !c->text) {
        fputs("/>\n", to);
        return;
    }
    fputs(">\n", to);
    element(to, words[c->outcome], passed ? NULL : c->message, c->text);
    fputs("  </testcase>\n", to);
}

/* The numbers, over the spaces that slp_junit_begin left for them. */
static bool write_counts(const slp_junit *junit)
{
    FILE *to = junit->file.to;
    size_t tests = 0;
    for (int i = 0; i <= SLP_JUNIT_SKIPPED; i++) tests += junit->outcomes[i];
    if (junit->counts < 0 || fseek(to, junit->counts, SEEK_SET) != 0) return false;
    return fprintf(to,
                   " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\"",
                   tests, junit->outcomes[SLP_JUNIT_FAILED], junit->outcomes[SLP_JUNIT_ERROR],
                   junit->outcomes[SLP_JUNIT_SKIPPED],
                   junit->timeless ? 0.0 : slp_clock_seconds() - junit->began) > 0;
}

bool slp_junit_end(slp_junit *junit, bool good)
{
    FILE *to = junit->file.to;
    if (to && good) {
        end_properties(junit);
        fputs(" </testsuite>\n</testsuites>\n", to);
        errno = 0;
        if (!write_counts(junit) && !junit->file.fault) junit->file.fault = errno ? errno : EIO;
    }
    return slp_whole_end(&junit->file, good, false);
}
