/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Equations: LaTeX to MathML by recursive descent.
 *
 *   row      = { atom [ scripts ] }          ends at what its caller waits for
 *   scripts  = { "'" | "_" argument | "^" argument }
 *   atom     = letter | number | sign | "{" row "}" | command
 *   argument = one digit | one letter | "{" row "}" | command
 *
 * Each piece is written into memory first, since a script is known only after what it hangs on. */
#include "reports/markdown/mathml.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 40 }; /* nested groups, so that no text exhausts the stack */

/* What an element is to the one beside it. */
typedef enum part {
    /* letter, number, group, closing bracket: a sign after it stands between two things */
    ORDINARY,
    SIGN,   /* operator, opening bracket, start of a row: a sign after it belongs to what follows */
    LIMITS, /* index and exponent stand below and above */
    WORD,   /* the name of a function: a space before what it is applied to */
    WORD_LIMITS
} part;

typedef struct parser {
    const char *text;
    size_t at, end;
    bool failed;
    int depth;
    part before; /* the element before this one */
    mathml_fault *fault;
} parser;

static void fail_at(parser *p, size_t at, const char *why, const char *word, size_t length)
{
    if (p->failed) return;
    p->failed = true;
    p->fault->at = at;
    snprintf(p->fault->why, sizeof p->fault->why, "%s%.*s", why, length > 40 ? 40 : (int)length,
             word);
}

static void fail(parser *p, const char *why)
{
    fail_at(p, p->at, why, "", 0);
}

static void skip_blanks(parser *p)
{
    while (p->at < p->end && strchr(" \t\n", p->text[p->at])) p->at++;
}

/* The next byte that is no blank, 0 at the end. */
static char next(parser *p)
{
    skip_blanks(p);
    return p->at < p->end ? p->text[p->at] : '\0';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Length of the command's name at p->at, which is a backslash: letters, or one other character. */
static size_t name_length(const parser *p)
{
    size_t length = 0;
    while (p->at + 1 + length < p->end && is_letter(p->text[p->at + 1 + length])) length++;
    return length ? length : p->at + 1 < p->end;
}

/* True if the command \name stands next. */
static bool at_command(parser *p, const char *name)
{
    return next(p) == '\\' && name_length(p) == strlen(name) &&
           memcmp(p->text + p->at + 1, name, strlen(name)) == 0;
}

static void escaped(FILE *to, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '<')
            fputs("&lt;", to);
        else if (text[i] == '>')
            fputs("&gt;", to);
        else if (text[i] == '&')
            fputs("&amp;", to);
        else
            fputc(text[i], to);
    }
}

/* ---- Letters of other alphabets ----------------------------------------------------------- */

static void put_utf8(FILE *to, unsigned long c)
{
    if (c < 0x80) {
        fputc((int)c, to);
        return;
    }
    if (c >= 0x10000) {
        fputc((int)(0xf0 | c >> 18), to);
        fputc((int)(0x80 | (c >> 12 & 0x3f)), to);
    } else {
        fputc((int)(0xe0 | c >> 12), to);
    }
    fputc((int)(0x80 | (c >> 6 & 0x3f)), to);
    fputc((int)(0x80 | (c & 0x3f)), to);
}

/* Unicode has whole alphabets in a row, but for letters that it had before. */
static const struct alphabet {
    const char *font;
    unsigned long capital, small, digit; /* of A, a and 0; 0: none */
    const char *early;                   /* letters that stand elsewhere */
    unsigned long where[12];
} alphabets[] = {
    {"bf", 0x1d400, 0x1d41a, 0x1d7ce, "", {0}},
    {"bb",
     0x1d538,
     0x1d552,
     0x1d7d8,
     "CHNPQRZ",
     {0x2102, 0x210d, 0x2115, 0x2119, 0x211a, 0x211d, 0x2124}},
    {"frak", 0x1d504, 0x1d51e, 0, "CHIRZ", {0x212d, 0x210c, 0x2111, 0x211c, 0x2128}},
    {"cal",
     0x1d49c,
     0x1d4b6,
     0,
     "BEFHILMRego",
     {0x212c, 0x2130, 0x2131, 0x210b, 0x2110, 0x2112, 0x2133, 0x211b, 0x212f, 0x210a, 0x2134}},
};

static unsigned long in_font(const char *font, char c)
{
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++) {
        const struct alphabet *a = &alphabets[i];
        if (strcmp(a->font, font) != 0) continue;
        const char *early = strchr(a->early, c);
        if (early) return a->where[early - a->early];
        if (c >= 'A' && c <= 'Z') return a->capital + (unsigned long)(c - 'A');
        if (c >= 'a' && c <= 'z') return a->small + (unsigned long)(c - 'a');
        return is_digit(c) && a->digit ? a->digit + (unsigned long)(c - '0') : 0;
    }
    return (unsigned char)c; /* "rm": as it is, upright */
}

/* The text between the braces that stand next: *length bytes; NULL after a fault. */
static const char *braced_text(parser *p, size_t *length)
{
    if (next(p) != '{') {
        fail(p, "{ expected");
        return NULL;
    }
    size_t start = ++p->at;
    while (p->at < p->end && p->text[p->at] != '}' && p->text[p->at] != '{') p->at++;
    if (p->at == p->end || p->text[p->at] == '{') {
        fail_at(p, start - 1, "text in braces, without braces inside, expected", "", 0);
        return NULL;
    }
    *length = p->at++ - start;
    return p->text + start;
}

static void font(FILE *to, parser *p, const char *name)
{
    size_t length = 1, start;
    const char *word;
    if (next(p) == '{')
        word = braced_text(p, &length);
    else
        word = p->at < p->end ? p->text + p->at++ : NULL;
    if (!word) {
        fail(p, "letters expected");
        return;
    }
    start = (size_t)(word - p->text);
    fputs(length == 1 ? "<mi mathvariant=\"normal\">" : "<mi>", to);
    for (size_t i = 0; i < length; i++) {
        unsigned long c = is_letter(word[i]) || is_digit(word[i]) ? in_font(name, word[i]) : 0;
        if (!c) {
            fail_at(p, start + i, "no letter that this font has: ", word + i, word[i] > ' ');
            return;
        }
        put_utf8(to, c);
    }
    fputs("</mi>", to);
}

/* ---- Atoms -------------------------------------------------------------------------------- */

static void row(FILE *to, parser *p, bool cell);
static part atom(FILE *to, parser *p, bool one_digit);

static void group(FILE *to, parser *p)
{
    size_t open = p->at++;
    fputs("<mrow>", to);
    row(to, p, false);
    if (next(p) == '}')
        p->at++;
    else
        fail_at(p, open, "{ without its }", "", 0);
    fputs("</mrow>", to);
}

static void argument(FILE *to, parser *p)
{
    char c = next(p);
    if (c == '\0' || c == '}' || c == '&' || c == '_' || c == '^')
        fail(p, "an argument expected");
    else if (c == '{')
        group(to, p);
    else
        atom(to, p, true);
}

/* What \left, \right and \big take: one fence, or a dot for none; NULL after a fault. */
static const char *delimiter(parser *p)
{
    static const char *const plain[] = {"(", ")", "[", "]", "|", "/"};
    char c = next(p);
    if (c == '.') {
        p->at++;
        return "";
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (c == plain[i][0]) {
            p->at++;
            return plain[i];
        }
    mathml_command m;
    for (size_t i = 0; mathml_command_at(&m, i); i++)
        if (m.kind == MATHML_FENCE && at_command(p, m.name)) {
            p->at += 1 + strlen(m.name);
            return m.text;
        }
    fail(p, "a bracket expected");
    return NULL;
}

static void stretched(FILE *to, const char *fence)
{
    if (fence && *fence) fprintf(to, "<mo stretchy=\"true\">%s</mo>", fence);
}

static void left_right(FILE *to, parser *p)
{
    size_t open = p->at;
    fputs("<mrow>", to);
    stretched(to, delimiter(p));
    row(to, p, false);
    if (at_command(p, "right")) {
        p->at += strlen("\\right");
        stretched(to, delimiter(p));
    } else {
        fail_at(p, open, "\\left without its \\right", "", 0);
    }
    fputs("</mrow>", to);
}

static const struct environment {
    const char *name, *open, *close, *class; /* class: of the table, for its columns */
} environments[] = {
    {"matrix", "", "", NULL},    {"pmatrix", "(", ")", NULL}, {"bmatrix", "[", "]", NULL},
    {"vmatrix", "|", "|", NULL}, {"cases", "{", "", "cases"}, {"aligned", "", "", "aligned"},
};

static const struct environment *find_environment(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof environments / sizeof *environments; i++)
        if (strlen(environments[i].name) == length &&
            memcmp(environments[i].name, name, length) == 0)
            return &environments[i];
    return NULL;
}

static void table(FILE *to, parser *p)
{
    size_t length = 0, open = p->at;
    const char *name = braced_text(p, &length);
    if (!name) return;
    const struct environment *e = find_environment(name, length);
    if (!e) {
        fail_at(p, open, "unknown environment ", name, length);
        return;
    }
    fputs("<mrow>", to);
    stretched(to, e->open);
    fputs("<mtable", to);
    if (e->class) fprintf(to, " class=\"%s\"", e->class);
    if (strcmp(e->name, "aligned") == 0) fputs(" displaystyle=\"true\"", to);
    fputs("><mtr><mtd>", to);
    for (bool inside = true; inside && !p->failed;) {
        row(to, p, true);
        if (next(p) == '&') {
            p->at++;
            fputs("</mtd><mtd>", to);
        } else if (at_command(p, "\\")) {
            p->at += 2;
            if (!at_command(p, "end")) fputs("</mtd></mtr><mtr><mtd>", to);
        } else {
            inside = false;
        }
    }
    fputs("</mtd></mtr></mtable>", to);
    stretched(to, e->close);
    fputs("</mrow>", to);
    if (!at_command(p, "end")) {
        fail_at(p, open, "\\begin without its \\end", "", 0);
        return;
    }
    p->at += strlen("\\end");
    const char *last = braced_text(p, &length);
    if (last && find_environment(last, length) != e)
        fail_at(p, open, "\\begin ended by another \\end: ", last, length);
}

static void fraction(FILE *to, parser *p, const char *name)
{
    bool binomial = strcmp(name, "binom") == 0;
    if (name[0] == 't' || name[0] == 'd')
        fprintf(to, "<mstyle displaystyle=\"%s\" scriptlevel=\"0\">",
                name[0] == 'd' ? "true" : "false");
    if (binomial) fputs("<mrow><mo>(</mo>", to);
    fputs(binomial ? "<mfrac linethickness=\"0\">" : "<mfrac>", to);
    argument(to, p);
    argument(to, p);
    fputs("</mfrac>", to);
    if (binomial) fputs("<mo>)</mo></mrow>", to);
    if (name[0] == 't' || name[0] == 'd') fputs("</mstyle>", to);
}

/* \sqrt{x} or \sqrt[n]{x}; n one number or letter. */
static void root(FILE *to, parser *p)
{
    if (next(p) != '[') {
        fputs("<msqrt>", to);
        argument(to, p);
        fputs("</msqrt>", to);
        return;
    }
    size_t open = p->at++;
    const char *close = memchr(p->text + p->at, ']', p->end - p->at);
    if (!close) {
        fail_at(p, open, "[ without its ]", "", 0);
        return;
    }
    fputs("<mroot>", to);
    size_t start = p->at;
    p->at = (size_t)(close - p->text) + 1;
    argument(to, p);
    fputs("<mn>", to);
    escaped(to, p->text + start, (size_t)(close - p->text) - start);
    fputs("</mn></mroot>", to);
}

static part form(FILE *to, parser *p, const mathml_command *m, size_t start)
{
    size_t length = 0;
    const char *name = m->name, *word;
    if (strcmp(name, "left") == 0) {
        left_right(to, p);
    } else if (strcmp(name, "begin") == 0) {
        table(to, p);
    } else if (strcmp(name, "sqrt") == 0) {
        root(to, p);
    } else if (strcmp(name, "text") == 0 || strcmp(name, "operatorname") == 0) {
        bool words = name[0] == 't';
        if (!(word = braced_text(p, &length))) return ORDINARY;
        fputs(words ? "<mtext>" : "<mi mathvariant=\"normal\">", to);
        for (size_t i = 0; i < length; i++) /* MathML drops a blank at either end */
            if (word[i] == ' ' || word[i] == '\n')
                fputs("\xc2\xa0", to);
            else
                escaped(to, word + i, 1);
        fputs(words ? "</mtext>" : "</mi>", to);
        return words ? ORDINARY : WORD;
    } else if (strcmp(name, "right") == 0 || strcmp(name, "end") == 0) {
        fail_at(p, start, "nothing open that would end at \\", name, strlen(name));
    } else {
        fraction(to, p, name);
    }
    return ORDINARY;
}

static void accent(FILE *to, parser *p, const mathml_command *m)
{
    fputs("<mover accent=\"true\">", to);
    argument(to, p);
    fprintf(to, "<mo stretchy=\"%s\">%s</mo></mover>",
            m->kind == MATHML_WIDE_ACCENT ? "true" : "false", m->text);
}

/* What an operator says of itself where it has nothing on its left. */
static const char *form_of(const parser *p)
{
    return p->before == SIGN ? " form=\"prefix\"" : "";
}

static part command(FILE *to, parser *p)
{
    size_t start = p->at, length = name_length(p), i = 0;
    mathml_command found;
    const mathml_command *m = &found;
    bool known;
    while ((known = mathml_command_at(&found, i++)) && !at_command(p, found.name)) continue;
    p->at += 1 + length;
    if (!known) {
        fail_at(p, start, "unknown command ", p->text + start, 1 + length);
        return ORDINARY;
    }
    const char *big;
    switch (m->kind) {
    case MATHML_LETTER:
        fprintf(to, "<mi>%s</mi>", m->text);
        return ORDINARY;
    case MATHML_UPRIGHT:
        fprintf(to, "<mi mathvariant=\"normal\">%s</mi>", m->text);
        return ORDINARY;
    case MATHML_OPERATOR:
        fprintf(to, "<mo%s>%s</mo>", strchr("pm", m->name[0]) && length == 2 ? form_of(p) : "",
                m->text); /* \pm, \mp */
        return SIGN;
    case MATHML_FENCE:
        fprintf(to, "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">%s</mo>", m->text);
        return m->name[0] == 'r' || m->name[0] == '}' ? ORDINARY : SIGN;
    case MATHML_SUM:
        fprintf(to, "<mo>%s</mo>", m->text);
        return strcmp(m->name, "int") == 0 || strcmp(m->name, "oint") == 0 ? ORDINARY : LIMITS;
    case MATHML_FUNCTION:
        fprintf(to, "<mi>%s</mi>", m->text);
        return WORD;
    case MATHML_LIMIT:
        fprintf(to, "<mo movablelimits=\"true\" lspace=\"0\" rspace=\"0\">%s</mo>", m->text);
        return WORD_LIMITS;
    case MATHML_ACCENT:
    case MATHML_WIDE_ACCENT:
        accent(to, p, m);
        return ORDINARY;
    case MATHML_FONT:
        font(to, p, m->text);
        return ORDINARY;
    case MATHML_SPACE:
        fprintf(to, "<mspace width=\"%s\"/>", m->text);
        return p->before;
    case MATHML_BIG:
        if ((big = delimiter(p)))
            fprintf(to, "<mo stretchy=\"true\" minsize=\"%s\" maxsize=\"%s\">%s</mo>", m->text,
                    m->text, big);
        return SIGN;
    case MATHML_FORM:
        break;
    }
    return form(to, p, m, start);
}

static void number(FILE *to, parser *p, bool one_digit)
{
    fputs("<mn>", to);
    do {
        fputc(p->text[p->at++], to);
    } while (!one_digit && p->at < p->end &&
             (is_digit(p->text[p->at]) ||
              (p->text[p->at] == '.' && p->at + 1 < p->end && is_digit(p->text[p->at + 1]))));
    fputs("</mn>", to);
}

static part sign(FILE *to, parser *p)
{
    char c = p->text[p->at++];
    if (c == '-' || c == '+')
        fprintf(to, "<mo%s>%s</mo>", form_of(p), c == '-' ? "\xe2\x88\x92" : "+");
    else if (c == '*')
        fputs("<mo>\xe2\x88\x97</mo>", to);
    else if (strchr("()[]|", c))
        fprintf(to, "<mo stretchy=\"false\"%s>%c</mo>",
                c == '|' ? " lspace=\"0\" rspace=\"0\"" : "", c);
    else if (c == '~')
        fputs("<mspace width=\"0.3333em\"/>", to);
    else {
        fputs("<mo>", to);
        escaped(to, &c, 1);
        fputs("</mo>", to);
    }
    return strchr(")]|!.", c) ? ORDINARY : c == '~' ? p->before : SIGN;
}

/* A letter that is no ASCII: all its bytes. */
static void foreign(FILE *to, parser *p)
{
    fputs("<mi>", to);
    do {
        fputc(p->text[p->at++], to);
    } while (p->at < p->end && ((unsigned char)p->text[p->at] & 0xc0) == 0x80);
    fputs("</mi>", to);
}

static part atom(FILE *to, parser *p, bool one_digit)
{
    char c = next(p);
    if (++p->depth > DEEPEST) fail(p, "too many braces, one in the other");
    part kind = ORDINARY;
    if (p->failed)
        p->at = p->end;
    else if (c == '{')
        group(to, p);
    else if (c == '\\')
        kind = command(to, p);
    else if (is_digit(c))
        number(to, p, one_digit);
    else if (is_letter(c))
        fprintf(to, "<mi>%c</mi>", p->text[p->at++]);
    else if ((unsigned char)c >= 0x80)
        foreign(to, p);
    else if (strchr("+-*/=<>()[]|,;:.!?~", c))
        kind = sign(to, p);
    else
        fail_at(p, p->at, "a sign that has no place here: ", &c, 1);
    p->depth--;
    return kind;
}

/* ---- Rows --------------------------------------------------------------------------------- */

/* Reads "'", "_x" and "^x" in any order; each text is NULL where there is none. */
static void scripts(parser *p, char **below, char **above)
{
    size_t primes = 0;
    slp_written text;
    *below = *above = NULL;
    for (char c = next(p); !p->failed && (c == '_' || c == '^' || c == '\''); c = next(p)) {
        p->at++;
        if (c == '\'') {
            primes++;
            continue;
        }
        char **which = c == '_' ? below : above;
        if (*which) {
            fail_at(p, p->at - 1, c == '_' ? "a second index" : "a second exponent", "", 0);
            return;
        }
        argument(slp_written_begin(&text), p);
        *which = slp_written_end(&text);
    }
    if (!primes || p->failed) return;
    char *after = *above;
    FILE *to = slp_written_begin(&text);
    fputs("<mrow><mo>", to);
    while (primes--) fputs("\xe2\x80\xb2", to);
    fprintf(to, "</mo>%s</mrow>", after ? after : "");
    *above = slp_written_end(&text);
    free(after);
}

static void with_scripts(FILE *to, part kind, const char *base, const char *below,
                         const char *above)
{
    bool under = kind == LIMITS || kind == WORD_LIMITS;
    const char *element = below && above ? under ? "munderover" : "msubsup"
                          : below        ? under ? "munder" : "msub"
                          : above        ? under ? "mover" : "msup"
                                         : NULL;
    if (!element) {
        fputs(base, to);
        return;
    }
    fprintf(to, "<%s>%s%s%s</%s>", element, base, below ? below : "", above ? above : "", element);
}

/* True if what stands next is set beside a function's name without a space: a bracket, a sign, an
 * end. */
static bool stands_close(parser *p)
{
    char c = next(p);
    if (c == '\\')
        return !is_letter(p->at + 1 < p->end ? p->text[p->at + 1] : '\0') ||
               at_command(p, "left") || at_command(p, "right") || at_command(p, "end") ||
               at_command(p, "quad") || at_command(p, "qquad");
    return !(is_letter(c) || is_digit(c) || c == '{' || (unsigned char)c >= 0x80);
}

/* One atom with its scripts, and the spaces of a function's name.  Returns what it is to the next.
 */
static part element(FILE *to, parser *p, part before)
{
    char *below = NULL, *above = NULL;
    slp_written base;
    p->before = before;
    part kind = atom(slp_written_begin(&base), p, false);
    slp_written_end(&base);
    if (!p->failed) scripts(p, &below, &above);
    bool word = kind == WORD || kind == WORD_LIMITS;
    if (word && before == ORDINARY) fputs("<mspace width=\"0.1667em\"/>", to);
    if (!p->failed) with_scripts(to, kind, base.text, below, above);
    if (word && !p->failed && !stands_close(p)) fputs("<mspace width=\"0.1667em\"/>", to);
    free(base.text);
    free(below);
    free(above);
    return word ? SIGN : kind == LIMITS ? SIGN : kind;
}

/* Elements up to the end, "}", \right or \end; in a cell also up to "&" and "\\". */
static void row(FILE *to, parser *p, bool cell)
{
    part before = SIGN;
    while (!p->failed) {
        char c = next(p);
        if (c == '\0' || c == '}' || at_command(p, "right") || at_command(p, "end")) return;
        if (cell && (c == '&' || at_command(p, "\\"))) return;
        if (c == '_' || c == '^' || c == '\'') {
            fail_at(p, p->at, "nothing before ", &c, 1);
            return;
        }
        before = element(to, p, before);
    }
}

bool mathml_write(FILE *to, const char *text, size_t length, bool display, mathml_fault *fault)
{
    parser p = {.text = text, .end = length, .fault = fault};
    skip_blanks(&p);
    if (p.at == p.end) fail(&p, "an empty equation");
    fprintf(to, "<math%s><mrow>", display ? " display=\"block\"" : "");
    row(to, &p, false);
    if (!p.failed && p.at < p.end)
        fail(&p, text[p.at] == '}' ? "} without its {" : "nothing open that would end here");
    fputs("</mrow></math>", to);
    return !p.failed;
}
