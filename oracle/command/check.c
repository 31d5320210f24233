/* slp check: tests the laws on every pair, for the paths of this project or for a port. */
#include "reports/audit/audit.h"
#include "oracle/contract/case_text.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/blas_thread.h"
#include "oracle/command/command.h"
#include "oracle/command/named_case.h"
#include "oracle/command/named_pair.h"
#include "oracle/plumbing/arithmetic_options.h"
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "props/own/own.h"
#include "props/prop.h"

static const char regressions_default[] = "props/regressions.slp";

/* The most seconds that a port may take for one answer, unless --timeout is given. */
static const double USUAL_SECONDS = 10;

static const char help[] =
    "usage: slp check [--path ref|fast | --port COMMAND [--in-flight N] [--arithmetic A]\n"
    "                 [--tolerance T]] [--law L] [--system S] [--scheme S] [--pairs FILE]\n"
    "                 [--size N|A..B] [--seed N] [--multiplier X | --quick] [--replay TOKEN]\n"
    "                 [--tap] [--json FILE] [--junit FILE] [--list]\n"
    "\n"
    "Tries every law on every pair of system and scheme: where the pair keeps the law it must\n"
    "hold on every case drawn, where it breaks the law it must be seen to. Without --path and\n"
    "--port both paths are asked.\n"
    "\n"
    "  --path P         ask this path only\n"
    "  --port COMMAND   ask a port: it reads cases and writes results, flushed (props/PORTS.md)\n"
    "  --timeout S      seconds a port may take for one answer (default 10), as many again for "
    "every 64\n"
    "                   steps and every 16 coordinates of the case\n"
    "  --in-flight N    send a port up to N cases before the first answer is awaited (default 1);\n"
    "                   answers in any order, for a port that computes many cases side by "
    "side\n" SLP_ARITHMETIC_HELP SLP_TOLERANCE_HELP "  --law L     this law only\n" SLP_CHOICE_HELP
    "              a law that takes smaller cases is left out, and a line says so\n"
    "  --seed N         draw other cases (default 1)\n"
    "  --multiplier X   draw X times as many (default: SLP_CHECK_MULTIPLIER, or 1)\n"
    "  --quick          less than a minute for both paths on two processors, of a port as its "
    "answers take:\n"
    "                   1 of 4 cases (--multiplier 0.25), and no law that samples (drift, "
    "truncation)\n"
    "                   or is much work for each case (enclosure, energy-near, poisson, "
    "tangent).\n"
    "                   It finds no slow drift, and a fault that few cases\n"
    "                   show only with the chance that it prints\n"
    "  --threads N      work side by side (default: the processors; results do not depend on it)\n"
    "  --replay TOKEN   try one case again, as printed with a counterexample\n"
    "  --regressions F  file of cases tried first, to which counterexamples are added\n"
    "                   (default props/regressions.slp where it exists; none: no file)\n"
    "  --no-save        do not add to it\n"
    "  --coefficient PROBLEM  with --law weak-order or strong-order: no laws, but a table of "
    "order\n"
    "                   and leading coefficient of each scheme on that preset or file (default\n"
    "                   --path fast)\n"
    "  --tap            Test Anything Protocol\n"
    "  --json FILE      write the table to FILE too, whole or not at all\n"
    "  --junit FILE     the same as JUnit's XML, with times, counterexamples in it\n"
    "  --scheme own     with --port: a rule that is not in the list. Every law is measured, and\n"
    "                   the rule is compared with those of the list\n"
    "  --page FILE      with --scheme own: write a page of it\n"
    "  --list           list the laws\n"
    "\n"
    "The margin is the worst residual in units of what rounding allows (1 is the limit); of a\n"
    "law that must be seen broken it is the least. Rows are printed as they are decided; how far\n"
    "the run is stands on stderr, every 10 seconds where that is no terminal. A law that does not\n"
    "apply to what is asked is not listed; where none does that is said, exit 2.\n"
    "A law that samples is undecided where too few cases could have shown a fault.\n"
    "Last line: N passed, N failed[, N undecided].\n"
    "Exit status: 0 held, 1 fell short or undecided, 2 unusable input.\n"
    "\n"
    "Example: slp check --port './my-port --quick' --law casimirs\n";

/* The share of the cases that --quick draws. */
static const double QUICK = 0.25;

/* The most cases that a port may be sent before it answers.  While threads wait for answers others
 * can work, so there are more of them than processors. */
enum { MOST_IN_FLIGHT = 65536, WAITING_THREADS = 32 };

typedef struct request {
    prop_options options;
    const char *path, *port, *regressions, *multiplier, *problem, *page;
    double seconds;
    unsigned in_flight;
    bool list, threads_given;
    slp_arithmetic_words words;
    slp_choice_words choice;
    slp_arithmetic arithmetic;
} request;

static int refuse(const char *option, const char *value, const char *remedy)
{
    slp_say(stderr, "slp check: %s %s: %s\n", option, value, remedy);
    return 2;
}

static bool positive(double *value, const char *text)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && errno == 0 && isfinite(*value) && *value > 0;
}

static bool whole(uint64_t *value, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long read = strtoull(text, &end, 10);
    *value = read;
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

static int list_laws(void)
{
    for (size_t i = 0; prop_law_registry[i]; i++) {
        const prop_law *law = prop_law_registry[i];
        printf("%-12s %s%s\n%13s%s\n", law->name, law->about,
               law->applies.subjects == PROP_LAW_REFERENCE ? " (reference only)" : "", "",
               law->equation);
    }
    return 0;
}

/* Names that the options filter by must exist. */
static int filters(request *to)
{
    prop_options *options = &to->options;
    if (options->law && !prop_law_find(options->law))
        return refuse("--law", options->law, "no such law; see slp check --list");
    return slp_choice_read(&options->choice, &to->choice, "check") ? 0 : 2;
}

/* 0 go on, 2 refused. */
static int take(request *to, int option, const char *value)
{
    uint64_t number;
    switch (option) {
    case 'p':
        to->path = value;
        if (strcmp(value, "ref") == 0 || strcmp(value, "fast") == 0) return 0;
        return refuse("--path", value, "is ref or fast");
    case 'P':
        to->port = value;
        return *value ? 0 : refuse("--port", "''", "needs a command");
    case 'l':
        to->options.law = value;
        return 0;
    case 'y':
        to->choice.system = value;
        return 0;
    case 'c':
        to->choice.scheme = value;
        return 0;
    case 'k':
        to->choice.pairs = value;
        return 0;
    case 'z':
        to->choice.size = value;
        return 0;
    case 's':
        if (whole(&to->options.seed, value)) return 0;
        return refuse("--seed", value, "must be a whole number, 0 to 2^64 - 1");
    case 'm':
        to->multiplier = value;
        if (positive(&to->options.multiplier, value)) return 0;
        return refuse("--multiplier", value, "must be a positive number");
    case 'q':
        to->options.quick = true;
        return 0;
    case 'j':
        if (whole(&number, value) && number >= 1 && number <= 64) {
            to->options.threads = (unsigned)number;
            to->threads_given = true;
            return 0;
        }
        return refuse("--threads", value, "must be 1 to 64");
    case 't':
        if (positive(&to->seconds, value) && to->seconds <= 1e6) return 0;
        return refuse("--timeout", value, "must be a number of seconds");
    case 'i':
        if (whole(&number, value) && number >= 1 && number <= MOST_IN_FLIGHT) {
            to->in_flight = (unsigned)number;
            return 0;
        }
        return refuse("--in-flight", value, "must be 1 to 65536");
    case 'a':
        to->words.arithmetic = value;
        return 0;
    case 'u':
        to->words.unit = value;
        return 0;
    case 'R':
        to->words.range = value;
        return 0;
    case 'o':
        to->words.tolerance = value;
        return 0;
    case 'r':
        to->options.replay = value;
        return 0;
    case 'C':
        to->problem = value;
        return 0;
    case 'f':
        to->regressions = value;
        return 0;
    case 'n':
        to->options.save = false;
        return 0;
    case 'T':
        to->options.tap = true;
        return 0;
    case 'J':
        to->options.json = value;
        return *value ? 0 : refuse("--json", "''", "needs the name of a file");
    case 'U':
        to->options.junit = value;
        return *value ? 0 : refuse("--junit", "''", "needs the name of a file");
    case 'G':
        to->page = value;
        return *value ? 0 : refuse("--page", "''", "needs the name of a file");
    case 'L':
        to->list = true;
        return 0;
    default:
        return 2;
    }
}

/* The message for an option that getopt_long refused.  Its own message would print control
 * characters of the option as they are. */
static void not_taken(int option, const char *word, const struct option *known)
{
    enum { MOST = 32 };
    const char *names[MOST + 1] = {NULL};
    char dashed[MOST][24];
    if (option == ':') {
        slp_say(stderr, "slp check: option '%s' needs a value; see slp check --help\n", word);
        return;
    }
    if (strchr(word, '=') && strncmp(word, "--", 2) == 0)
        for (size_t i = 0; known[i].name; i++)
            if (known[i].has_arg == no_argument &&
                slp_span_is((slp_span){word + 2, strcspn(word + 2, "=")}, known[i].name)) {
                slp_say(stderr, "slp check: --%s takes no value; see slp check --help\n",
                        known[i].name);
                return;
            }
    for (size_t i = 0; i < MOST && known[i].name; i++) {
        snprintf(dashed[i], sizeof dashed[i], "--%s", known[i].name);
        names[i] = dashed[i];
    }
    slp_unknown_word("check", "option", word, names, "see slp check --help");
}

static int read_options(request *to, int argc, char **argv)
{
    static const struct option known[] = {{"path", required_argument, NULL, 'p'},
                                          {"port", required_argument, NULL, 'P'},
                                          {"law", required_argument, NULL, 'l'},
                                          {"system", required_argument, NULL, 'y'},
                                          {"scheme", required_argument, NULL, 'c'},
                                          {"pairs", required_argument, NULL, 'k'},
                                          {"size", required_argument, NULL, 'z'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"multiplier", required_argument, NULL, 'm'},
                                          {"quick", no_argument, NULL, 'q'},
                                          {"threads", required_argument, NULL, 'j'},
                                          {"timeout", required_argument, NULL, 't'},
                                          {"in-flight", required_argument, NULL, 'i'},
                                          {"arithmetic", required_argument, NULL, 'a'},
                                          {"unit", required_argument, NULL, 'u'},
                                          {"range", required_argument, NULL, 'R'},
                                          {"tolerance", required_argument, NULL, 'o'},
                                          {"replay", required_argument, NULL, 'r'},
                                          {"coefficient", required_argument, NULL, 'C'},
                                          {"regressions", required_argument, NULL, 'f'},
                                          {"no-save", no_argument, NULL, 'n'},
                                          {"tap", no_argument, NULL, 'T'},
                                          {"json", required_argument, NULL, 'J'},
                                          {"junit", required_argument, NULL, 'U'},
                                          {"page", required_argument, NULL, 'G'},
                                          {"list", no_argument, NULL, 'L'},
                                          {0}};
    const char *deeper = getenv("SLP_CHECK_MULTIPLIER");
    int option;
    if (deeper && *deeper && take(to, 'm', deeper) != 0) return 2;
    to->multiplier = NULL;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", known, NULL)) != -1) {
        /* of letters behind one dash, getopt_long stands at the word until the last */
        const bool within = argv[optind - 1][0] != '-' && optind < argc;
        if (option == '?' || option == ':') not_taken(option, argv[optind - !within], known);
        if (optarg && optind > 1 && optarg == argv[optind - 1] &&
            !slp_option_value_fits("check", argv[optind - 2], optarg))
            return 2;
        if (take(to, option, optarg) != 0) return 2;
    }
    if (optind < argc) return refuse("argument", argv[optind], "is unknown; see slp check --help");
    return filters(to);
}

/* " --port '...'", quoted for the shell, and the time limit if one was given: for the printed
 * replay command.  The caller frees it. */
static char *port_again(const request *asked)
{
    char *word = audit_shell_word(asked->port), *text = NULL;
    size_t size;
    FILE *to = slp_need_room(open_memstream(&text, &size));
    fprintf(to, " --port %s", word);
    if (asked->seconds != USUAL_SECONDS) fprintf(to, " --timeout %.17g", asked->seconds);
    const struct {
        const char *option, *value;
    } said[] = {{"arithmetic", asked->words.arithmetic},
                {"unit", asked->words.unit},
                {"range", asked->words.range},
                {"tolerance", asked->words.tolerance}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (said[i].value) fprintf(to, " --%s %s", said[i].option, said[i].value);
    fclose(to);
    free(word);
    return slp_need_room(text);
}

/* The table of coefficients that --coefficient asks for. */
static int print_coefficients(const request *asked, const prop_subject *subject)
{
    slp_case problem;
    uint64_t horizon;
    slp_case_init(&problem);
    int status = slp_named_case(&problem, &horizon, "check", asked->problem);
    if (status == 0) {
        status =
            prop_print_coefficients(stdout, prop_law_find(asked->options.law), subject, &problem);
        if (status)
            refuse("--coefficient", asked->problem, "no noise acts there; name another problem");
    }
    slp_case_clear(&problem);
    return status;
}

static int run_port(request *asked)
{
    slp_error err;
    prop_subject *port = prop_subject_port_new(asked->port, asked->seconds, &err);
    if (!port) {
        slp_error_print(stderr, "slp check --port", &err);
        return 2;
    }
    prop_subject_port_set_arithmetic(port, &asked->arithmetic);
    if (port->arithmetic) asked->options.save = false; /* cases of other ports are binary64's */
    prop_subject_port_in_flight(port, asked->in_flight);
    if (port->in_flight && !asked->threads_given)
        asked->options.threads =
            port->in_flight < WAITING_THREADS ? port->in_flight : WAITING_THREADS;
    if (asked->problem) {
        const int status = print_coefficients(asked, port);
        prop_subject_port_free(port);
        return status;
    }
    if (asked->options.choice.scheme == &slp_scheme_own) {
        const prop_own_options own = {.port = port,
                                      .command = asked->port,
                                      .system = asked->options.choice.system,
                                      .law = asked->options.law,
                                      .seed = asked->options.seed,
                                      .json = asked->options.json,
                                      .page = asked->page,
                                      .out = stdout};
        const int status = prop_own_run(&own);
        prop_subject_port_free(port);
        return status;
    }
    char *again = port_again(asked);
    const prop_subject *subjects[] = {port, NULL};
    asked->options.subjects = subjects;
    asked->options.again = again;
    int status = prop_run(&asked->options);
    free(again);
    prop_subject_port_free(port);
    return status;
}

static int run_paths(request *asked)
{
    const prop_subject *both[] = {&prop_subject_ref, &prop_subject_fast, NULL};
    const prop_subject *one[] = {NULL, NULL};
    if (asked->path)
        one[0] = strcmp(asked->path, "ref") == 0 ? &prop_subject_ref : &prop_subject_fast;
    asked->options.subjects = asked->path ? one : both;
    if (asked->problem) return print_coefficients(asked, one[0] ? one[0] : &prop_subject_fast);
    return prop_run(&asked->options);
}

/* A quick run has its own multiplier and its own laws.  0 go on, 2 refused. */
static int take_quick(request *asked)
{
    const prop_options *options = &asked->options;
    if (!options->quick) return 0;
    if (asked->multiplier)
        return refuse("--multiplier", asked->multiplier, "give it or --quick, not both");
    if (options->replay)
        return refuse("--replay", options->replay, "one case; --quick says nothing about it");
    if (options->law && prop_quick_leaves_out(prop_law_find(options->law)))
        return refuse("--law", options->law, "--quick leaves this law out; leave out --quick");
    asked->options.multiplier = QUICK;
    return 0;
}

/* A rule of one's own has another table, and none of what belongs to the usual one.  0 go on, 2
 * refused. */
static int fits_own(const request *asked)
{
    const prop_options *options = &asked->options;
    const char *const word = slp_scheme_own.name;
    if (options->choice.scheme != &slp_scheme_own)
        return asked->page ? refuse("--page", asked->page, "is of --scheme own; give it") : 0;
    if (!asked->port) return refuse("--scheme", word, "is the rule of a port; give --port COMMAND");
    if (options->quick || options->replay || options->tap || options->junit || asked->problem ||
        asked->multiplier || asked->in_flight || asked->words.arithmetic || asked->words.unit ||
        asked->words.tolerance || options->choice.most)
        return refuse("--scheme", word,
                      "takes --port, --timeout, --system, --law, --seed, --json and --page");
    return 0;
}

static int run_check(int argc, char **argv)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    request asked = {.options = {.seed = 1, .multiplier = 1, .save = true, .out = stdout},
                     .regressions = regressions_default,
                     .seconds = USUAL_SECONDS};
    asked.options.threads = processors < 1 ? 1 : processors > 64 ? 64 : (unsigned)processors;
    asked.options.progress = stderr;
    asked.options.terminal = isatty(STDERR_FILENO) == 1;
    asked.options.every = asked.options.terminal ? 0.5 : 10;
    if (read_options(&asked, argc, argv) != 0) return 2;
    if (asked.list) return list_laws();
    if (asked.options.json && asked.options.replay)
        return refuse("--json", asked.options.json, "a replay of one case has no table");
    if (asked.options.junit && asked.options.replay)
        return refuse("--junit", asked.options.junit, "a replay of one case has no table");
    if (take_quick(&asked) != 0) return 2;
    if (asked.problem && (!asked.options.law || (strcmp(asked.options.law, "weak-order") != 0 &&
                                                 strcmp(asked.options.law, "strong-order") != 0)))
        return refuse("--coefficient", asked.problem,
                      "is of --law weak-order or --law strong-order; give one");
    if (asked.path && asked.port)
        return refuse("--path", asked.path, "give it or --port, not both");
    const slp_arithmetic_words *words = &asked.words;
    if (!slp_arithmetic_read(&asked.arithmetic, words, "check")) return 2;
    if ((words->arithmetic || words->unit || words->tolerance) && !asked.port)
        return refuse("--arithmetic", "A", "is about a port; the paths compute in binary64");
    if (fits_own(&asked) != 0) return 2;
    if (asked.in_flight && !asked.port)
        return refuse("--in-flight", "N", "is about a port; give --port COMMAND");
    if (strcmp(asked.regressions, "none") == 0) asked.regressions = NULL;
    if (asked.regressions == regressions_default && access(asked.regressions, R_OK) != 0)
        asked.regressions = NULL;
    asked.options.regressions = asked.regressions;
    const slp_file_use files[] = {{"--regressions", NULL, asked.regressions, ""},
                                  {"--json", NULL, asked.options.json, "\"multiplier\":"},
                                  {"--junit", NULL, asked.options.junit, slp_junit_mark},
                                  {"--page", NULL, asked.page, "# A rule that"},
                                  {0}};
    if (!slp_files_fit("check", files)) return 2;
    slp_blas_one_thread();
    char *program = audit_program(); /* the printed commands can be copied as they stand */
    asked.options.program = program;
    int status = asked.port ? run_port(&asked) : run_paths(&asked);
    free(program);
    return status; /* main reports output that cannot be written */
}

const slp_command slp_command_check = {
    .name = "check",
    .about = "laws on every pair of system and scheme, by path or port",
    .help = help,
    .run = run_check,
};
