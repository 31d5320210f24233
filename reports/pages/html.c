/* Text for pages: escaping, and CommonMark without raw HTML and without images that a browser would
 * fetch. */
#include "reports/report.h"
#include "oracle/plumbing/embedded.h"

#include <cmark.h>
#include <stdlib.h>
#include <string.h>

const char *report_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void escaped(FILE *to, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        switch (c) {
        case '&':
            fputs("&amp;", to);
            break;
        case '<':
            fputs("&lt;", to);
            break;
        case '>':
            fputs("&gt;", to);
            break;
        case '"':
            fputs("&quot;", to);
            break;
        case '\'':
            fputs("&#39;", to);
            break;
        default:
            if (c >= 32 || c == '\n' || c == '\t') fputc(c, to);
        }
    }
}

void report_escape(FILE *to, const char *text)
{
    escaped(to, text, strlen(text));
}

void report_words(FILE *to, const char *text)
{
    const char *open, *close;
    while ((open = strchr(text, '`')) && (close = strchr(open + 1, '`'))) {
        escaped(to, text, (size_t)(open - text));
        fputs("<code>", to);
        escaped(to, open + 1, (size_t)(close - open - 1));
        fputs("</code>", to);
        text = close + 1;
    }
    report_escape(to, text);
}

/* Raw HTML becomes the text it is; an image would fetch, so only its description stays. */
static void html_to_text(cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HTML_INLINE || type == CMARK_NODE_HTML_BLOCK) {
        bool block = type == CMARK_NODE_HTML_BLOCK;
        cmark_node *plain = cmark_node_new(block ? CMARK_NODE_CODE_BLOCK : CMARK_NODE_TEXT);
        cmark_node_set_literal(plain, cmark_node_get_literal(node));
        cmark_node_replace(node, plain);
        cmark_node_free(node);
    } else if (type == CMARK_NODE_IMAGE) {
        for (cmark_node *child; (child = cmark_node_first_child(node));)
            cmark_node_insert_before(node, child);
        cmark_node_unlink(node);
        cmark_node_free(node);
    }
}

/* One pass over the tree; true if a node was changed (the iterator is then invalid). */
static bool tame_one(cmark_node *root)
{
    cmark_iter *iter = cmark_iter_new(root);
    bool found = false;
    for (cmark_event_type event; !found && (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
        cmark_node *node = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(node);
        found = event == CMARK_EVENT_ENTER &&
                (type == CMARK_NODE_HTML_INLINE || type == CMARK_NODE_HTML_BLOCK ||
                 type == CMARK_NODE_IMAGE);
        if (found) html_to_text(node);
    }
    cmark_iter_free(iter);
    return found;
}

void report_prose(FILE *to, const char *text)
{
    cmark_node *root = cmark_parse_document(text, strlen(text), CMARK_OPT_VALIDATE_UTF8);
    if (!root) return;
    while (tame_one(root)) {
    }
    char *html = cmark_render_html(root, CMARK_OPT_DEFAULT);
    for (const char *c = html; c && *c; c++) /* an entity can stand for a control character too */
        if ((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t') fputc(*c, to);
    free(html);
    cmark_node_free(root);
}

void report_page_head(FILE *to, const char *title, const char *root)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<title>",
          to);
    report_escape(to, title);
    fprintf(to, "</title>\n<link rel=\"stylesheet\" href=\"%sreport.css\">\n</head>\n<body>\n",
            root);
    fputs("<a class=\"skip\" href=\"#main\">Skip to content</a>\n", to);
}

void report_number(FILE *to, const json_t *number, const char *between)
{
    fputs("<code>", to);
    report_escape(to, report_text(number, "of"));
    fprintf(to, "</code>%s", between);
    report_escape(to, report_text(number, "text"));
}

void report_formula(FILE *to, const char *title, const char *text)
{
    fprintf(to, "<dt>%s</dt><dd><code>", title);
    report_escape(to, text);
    fputs("</code></dd>\n", to);
}

const char *report_embedded(const char *name)
{
    for (size_t i = 0; slp_embedded[i].name; i++)
        if (strcmp(slp_embedded[i].name, name) == 0) return slp_embedded[i].text;
    return "";
}

void report_sort_script(FILE *to)
{
    fprintf(to, "<script>\n%s</script>\n", report_embedded("reports/pages/sort.js"));
}

void report_page_foot(FILE *to)
{
    fputs("</body>\n</html>\n", to);
}
