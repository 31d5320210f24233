/* Writes a run as JUnit's XML, for programs that read test results: a suite, and in it a case for
 * each row of the table.
 *
 *   <testsuites><testsuite name="slp check" tests failures errors skipped>
 *     <properties><property name="seed" value/> ...</properties>
 *     <testcase classname="LAW" name="SYSTEM/SCHEME by SUBJECT">
 *       <failure message="what was seen">the case record and the commands that replay it</failure>
 *         or  <skipped/>
 *
 * A row that fell without a case that failed (nothing could be checked) fails with the last reason.
 * A run in which nothing was checked has one more case, which fails.  The file is written beside
 * and renamed (props/output/file.c). */
#include "props/engine/engine.h"

#include <stdlib.h>
#include <string.h>

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

static void failure(FILE *to, const prop_item_result *item_result, const prop_options *options)
{
    char *record = NULL;
    size_t size;
    prop_options plain = *options;
    plain.tap = false;
    plain.out = open_memstream(&record, &size);
    if (!plain.out) abort();
    prop_report_example(item_result, &plain);
    if (fclose(plain.out) != 0) abort();
    fputs("   <failure message=\"", to);
    text(to, item_result->example.found ? item_result->example.last.note
                                        : prop_verdict_word(item_result));
    fputs("\">", to);
    text(to, item_result->example.found ? record : item_result->skip);
    fputs("</failure>\n", to);
    free(record);
}

static void row(FILE *to, const prop_item_result *item_result, const prop_options *options)
{
    const prop_item *item = &item_result->item;
    prop_verdict verdict = prop_item_verdict(item_result);
    fprintf(to, "  <testcase classname=\"%s\" name=\"%s/%s by %s", item->law->name,
            item->system->name, item->scheme->name, item->subject->name);
    if (*item_result->label) {
        fputs(", regression ", to);
        text(to, item_result->label);
    }
    fputs(verdict == PROP_PASSED ? "\"/>\n" : "\">\n", to);
    if (verdict == PROP_PASSED) return;
    if (verdict == PROP_NOT_OFFERED)
        fprintf(to, "   <skipped message=\"%s\"/>\n", prop_verdict_word(item_result));
    else
        failure(to, item_result, options);
    fputs("  </testcase>\n", to);
}

static bool write_junit(FILE *to, const prop_item_result *item_results, size_t count,
                        const prop_options *options)
{
    size_t passed, failed;
    bool nothing = prop_nothing_checked(item_results, count);
    const size_t undecided = prop_count_undecided(item_results, count);
    prop_count_verdicts(&passed, &failed, item_results, count);
    fprintf(to,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            " <testsuite name=\"slp check\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
            "skipped=\"%zu\">\n"
            "  <properties>\n   <property name=\"version\" value=\"%s\"/>\n"
            "   <property name=\"seed\" value=\"%llu\"/>\n"
            "   <property name=\"multiplier\" value=\"%.17g\"/>\n  </properties>\n",
            count + nothing, failed + undecided, count + nothing - passed - failed - undecided,
            SLP_VERSION, (unsigned long long)options->seed, options->multiplier);
    for (size_t i = 0; i < count; i++) row(to, item_results + i, options);
    if (nothing)
        fputs("  <testcase classname=\"run\" name=\"something was checked\">\n"
              "   <failure message=\"nothing was checked\"/>\n  </testcase>\n",
              to);
    fputs(" </testsuite>\n</testsuites>\n", to);
    return !ferror(to);
}

slp_status prop_report_junit(const prop_item_result *item_results, size_t count,
                             const prop_options *options, slp_error *err)
{
    return prop_report_file(options->junit, write_junit, item_results, count, options, err);
}
