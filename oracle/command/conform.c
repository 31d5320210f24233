/* slp conform: what a port can do and how well, as a page, JSON, JUnit's XML and a badge; two such
 * statements compared. */
#include "oracle/command/command.h"
#include "oracle/command/named_pair.h"
#include "oracle/contract/case_text.h"
#include "oracle/plumbing/arithmetic_options.h"
#include "oracle/plumbing/blas_thread.h"
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/options.h"
#include "oracle/plumbing/whole_file.h"
#include "reports/conform/statement.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What options say, before it is checked. */
typedef struct words {
    const char *port, *out, *multiplier, *timeout;
    slp_choice_words choice;
    uint64_t seed, count, threads, in_flight;
    bool quick, compare;
} words;

static int refuse(const char *option, const char *value, const char *remedy)
{
    slp_say(stderr, "slp conform: %s %s: %s\n", option, value, remedy);
    return 2;
}

static bool positive(double *value, const char *text)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && errno == 0 && isfinite(*value) && *value > 0;
}

/* ---- Two statements ------------------------------------------------------------------------ */

static bool write_comparison(const char *path, const char *markdown)
{
    const size_t length = strlen(path);
    const bool html = length > 5 && strcmp(path + length - 5, ".html") == 0;
    slp_whole_file file;
    errno = 0;
    bool good = slp_whole_begin(&file, path);
    if (good)
        good = html ? conform_compare_page(file.to, markdown) : fputs(markdown, file.to) != EOF;
    if (slp_whole_end(&file, good, false)) return true;
    slp_say(stderr, "slp conform: cannot write %s: %s\n", path,
            errno ? strerror(errno) : "out of memory");
    return false;
}

static int compare(const char *const files[2], const char *out)
{
    char why[CONFORM_WHY], *text = NULL;
    size_t size;
    json_t *document[2] = {NULL, NULL};
    int status = 2;
    for (int i = 0; i < 2; i++) {
        document[i] = conform_read(files[i], why);
        if (!document[i]) break;
    }
    FILE *to = open_memstream(&text, &size);
    if (to && document[0] && document[1])
        status = conform_compare(to, document[0], document[1], why);
    if (to) fclose(to);
    if (status == 2)
        slp_say(stderr, "slp conform --compare: %s\n", why);
    else if (!out)
        fputs(text, stdout);
    else if (!write_comparison(out, text))
        status = 2;
    free(text);
    json_decref(document[0]);
    json_decref(document[1]);
    return status;
}

/* ---- One statement ------------------------------------------------------------------------- */

static bool ready(const void *of)
{
    return conform_prepare(of);
}

static int state(const conform_request *request, const char *out)
{
    slp_error err;
    json_t *document = conform_gather(request, &err);
    if (!document) {
        if (*err.text) slp_error_print(stderr, "slp conform", &err);
        return 2;
    }
    int status = conform_status(document);
    char *pairs = conform_sentence(document), *cases = conform_cases_sentence(document);
    if (conform_write(out, document)) {
        printf("%s; %s\n", pairs, cases);
        slp_say(stdout, "%s: %s/index.html\n", status ? "falls short" : "conforms", out);
    } else {
        status = 2;
    }
    free(pairs);
    free(cases);
    json_decref(document);
    return status;
}

static int numbers(conform_request *to, const words *from)
{
    const char *deeper = getenv("SLP_CHECK_MULTIPLIER"), *multiplier = from->multiplier;
    to->multiplier = from->quick ? 0.25 : 1;
    if (!multiplier && !from->quick && deeper && *deeper) multiplier = deeper;
    if (multiplier && !positive(&to->multiplier, multiplier))
        return refuse("--multiplier", multiplier, "must be a positive number");
    if (from->timeout && (!positive(&to->seconds, from->timeout) || to->seconds > 1e6))
        return refuse("--timeout", from->timeout, "must be a number of seconds");
    return 0;
}

static int run_conform(int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const char *operands[3] = {NULL};
    words from = {.seed = 1,
                  .count = 32,
                  .threads = processors < 1 ? 1 : (uint64_t)processors,
                  .in_flight = 1};
    slp_arithmetic_words numbers_of = {NULL, NULL, NULL, NULL};
    slp_arithmetic a;
    const slp_option table[] = {{"--port", SLP_OPTION_TEXT, &from.port, 0, 0},
                                {"--out", SLP_OPTION_TEXT, &from.out, 0, 0},
                                SLP_CHOICE_OPTIONS(from.choice),
                                {"--seed", SLP_OPTION_WHOLE, &from.seed, 0, UINT64_MAX},
                                {"--count", SLP_OPTION_WHOLE, &from.count, 8, 1000000},
                                {"--multiplier", SLP_OPTION_TEXT, &from.multiplier, 0, 0},
                                {"--quick", SLP_OPTION_FLAG, &from.quick, 0, 0},
                                SLP_ARITHMETIC_OPTIONS(numbers_of),
                                SLP_TOLERANCE_OPTION(numbers_of),
                                {"--timeout", SLP_OPTION_TEXT, &from.timeout, 0, 0},
                                {"--in-flight", SLP_OPTION_WHOLE, &from.in_flight, 1, 65536},
                                {"--threads", SLP_OPTION_WHOLE, &from.threads, 1, 64},
                                {"--compare", SLP_OPTION_FLAG, &from.compare, 0, 0},
                                {0}};
    if (!slp_options_read(table, operands, 3, argc, argv)) return 2;
    if (!slp_arithmetic_read(&a, &numbers_of, "conform")) return 2;
    if (from.compare && from.port)
        return refuse("--port", from.port, "give it or --compare, not both");
    if (from.compare && (!operands[1] || operands[2]))
        return refuse("--compare", "", "needs two statements: conform.json, or their folders");
    const slp_file_use compared[] = {{"--compare", NULL, operands[0], NULL},
                                     {"--compare", NULL, operands[1], NULL},
                                     {"--out", NULL, from.out, "Two conformance statements"},
                                     {0}};
    if (from.compare) return slp_files_fit("conform", compared) ? compare(operands, from.out) : 2;
    if (operands[0]) return refuse("argument", operands[0], "is unknown; see slp conform --help");
    if (!from.port || !*from.port) return refuse("--port", "''", "needs a command");
    if (!from.out || !*from.out) return refuse("--out", "''", "needs a directory");
    const slp_file_use files[] = {{"--out", from.out, "index.html", "Conformance statement"},
                                  {"--out", from.out, "conform.json", "slp conformance statement"},
                                  {"--out", from.out, "junit.xml", slp_junit_mark},
                                  {"--out", from.out, "badge.svg", "slp conform"},
                                  {"--out", from.out, "summary.svg", "onformance statement"},
                                  {0}};
    if (!slp_files_fit("conform", files)) return 2;
    conform_request request = {.port = from.port,
                               .seed = from.seed,
                               .count = from.count,
                               .quick = from.quick,
                               .seconds = 10,
                               .in_flight = (unsigned)from.in_flight,
                               .threads = (unsigned)(from.threads > 64 ? 64 : from.threads),
                               .terminal = isatty(STDERR_FILENO) == 1,
                               .ready = ready,
                               .of = from.out};
    if (!slp_arithmetic_is_binary64(&a) || a.tolerance > 0) request.arithmetic = &a;
    if (numbers(&request, &from) != 0) return 2;
    if (!slp_choice_read(&request.choice, &from.choice, "conform")) return 2;
    slp_blas_one_thread();
    const int status = state(&request, from.out);
    slp_choice_clear(&request.choice);
    return status;
}

const slp_command slp_command_conform = {
    .name = "conform",
    .about = "conformance statement of a port: page, JSON, JUnit, badge",
    .help =
        "usage: slp conform --port COMMAND --out DIR [--system S] [--scheme S] [--pairs FILE]\n"
        "                   [--size N|A..B] [--seed N] [--count K] [--multiplier X] [--quick] "
        "[--timeout S]\n"
        "                   [--in-flight N] [--threads N] [--arithmetic A] [--tolerance T]\n"
        "       slp conform --compare A B [--out FILE]\n"
        "\n"
        "Asks a port (props/PORTS.md) drawn cases, which the judge judges, and the laws. Writes\n"
        "DIR/index.html (one page that loads nothing), conform.json, junit.xml, badge.svg and\n"
        "summary.svg. The first line says on how many pairs of system and scheme the port held,\n"
        "and how many it declined: a port that declines everything does not conform.\n"
        "\n"
        "  --port COMMAND   the port, started by /bin/sh -c\n"
        "  --out DIR        made where it is missing; a statement that is there is replaced, each "
        "file\n"
        "                   whole; other files of these names are not\n" SLP_CHOICE_HELP
        "  --seed N         other cases (1)\n"
        "  --count K        drawn cases for each pair (32), at least 8; fewer than 30 miss rare "
        "ones\n"
        "  --multiplier X   cases of the laws, as slp check (SLP_CHECK_MULTIPLIER, or 1)\n"
        "  --quick          without the laws that slp check --quick leaves out; a quarter of the\n"
        "                   cases where --multiplier is not given\n" SLP_ARITHMETIC_HELP
            SLP_TOLERANCE_HELP "                Judge and laws then use its own unit\n"
        "  --timeout S      seconds for one answer (10), as slp check\n"
        "  --in-flight N    cases sent before the first answer is awaited (1), as slp check\n"
        "  --threads N      judge side by side (the processors; no result depends on it)\n"
        "  --compare A B    what differs between two statements, files or folders: verdicts,\n"
        "                   worst ratios; they must have asked the same. As Markdown, on standard\n"
        "                   output or to FILE; as a page if FILE ends in .html\n"
        "\n"
        "The same port and seed give the same bytes but for the part `run` (machine, times), "
        "which\n"
        "the page shows last; with SOURCE_DATE_EPOCH set it has no time of its own.\n"
        "Exit status: 0 conforms; 1 falls short, the statement is written all the same; 2 "
        "unusable\n"
        "input: nothing is written.  Of --compare: 0 the same verdicts, 1 some differ, 2 "
        "unusable.\n"
        "\n"
        "  slp conform --port ./my-port --out statement\n",
    .run = run_conform};
