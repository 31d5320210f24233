/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runs gnuplot, without a shell, on a script that contains its numbers.  The SVG gets a title and a
 * description for readers who do not see it, and is then renamed to its name.  The script is kept
 * next to the figure, so that the figure can be drawn again. */
#include "reports/figures/figure.h"
#include "reports/audit/audit.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

/* A text as gnuplot's single-quoted string, where only the quote itself is special. */
void report_quoted(FILE *to, const char *text)
{
    fputc('\'', to);
    for (const char *c = text; *c; c++) {
        if (*c == '\'') fputc('\'', to);
        if ((unsigned char)*c >= 32) fputc(*c, to);
    }
    fputc('\'', to);
}

void report_figure_settings(FILE *to, const char *name, const char *title, int width, int height)
{
    fprintf(to,
            "set encoding utf8\nset terminal svg size %d,%d dynamic font 'sans-serif,17' "
            "background '#ffffff' name ",
            width, height);
    report_quoted(to, name);
    if (title) {
        fputs("\nset title ", to);
        report_quoted(to, title);
        fputs(" noenhanced textcolor rgb '#222222' offset 0,1.1", to);
    }
    fputs("\nset border 3 lc rgb '#555555'\nset tics nomirror out textcolor rgb '#222222'\n"
          "set key textcolor rgb '#222222'\n",
          to);
}

void report_axes(FILE *to, const char *x, const char *y)
{
    fputs("set xlabel ", to);
    report_quoted(to, x);
    fputs(" noenhanced textcolor rgb '#222222'\nset tmargin 2.5\nset label 1 ", to);
    report_quoted(to, y);
    fputs(" at graph 0,1 left offset -4,1 font ',15' noenhanced textcolor rgb '#222222'\n", to);
}

/* gnuplot places a key by its guess of the letters' widths: from the left edge on, a long row still
 * ends inside. */
void report_key(FILE *to, size_t rows)
{
    fprintf(to,
            "set key at screen 0.03, screen 0.02 left bottom horizontal Left reverse samplen 1.5 "
            "noenhanced maxcols 1 font ',15'\nset bmargin %.3g\n",
            3.8 + 1.1 * (double)rows);
}

/* gnuplot SCRIPT >&drawing, without a shell.  script_name: what messages call the script. */
static bool spawn(const char *script_path, const char *script_name, int drawing, char *why)
{
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status = -1;
    char *argv[] = {(char *)"gnuplot", (char *)script_path, NULL};
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, drawing, 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&pid, "gnuplot", &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed) {
        snprintf(why, 200,
                 "gnuplot could not be started (%s); on Debian: apt-get install gnuplot-nox",
                 strerror(failed));
        return false;
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        snprintf(why, 200, "gnuplot could not be started; on Debian: apt-get install gnuplot-nox");
    else if (WIFSIGNALED(status))
        snprintf(why, 200, "gnuplot was ended by signal %d (%.40s); its script is %.100s",
                 WTERMSIG(status), strsignal(WTERMSIG(status)), script_name);
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        snprintf(why, 200, "gnuplot ended with an error; its script is %.120s", script_name);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* What stands in the file from its beginning, NUL-ended. */
static char *read_all(size_t *size, FILE *from)
{
    char part[4096];
    slp_written text;
    FILE *to = slp_written_begin(&text);
    rewind(from);
    for (size_t got; (got = fread(part, 1, sizeof part, from)) > 0;) fwrite(part, 1, got, to);
    slp_written_end(&text);
    *size = text.size;
    return text.text;
}

/* True if the drawing is complete.  This test is needed, since gnuplot exits with status 0 on a
 * full disk. */
static bool drawing_complete(const char *drawn, size_t length, report_form form)
{
    static const char last[] = "</svg>", first_png[] = "\x89PNG", last_png[] = "IEND";
    size_t end = sizeof last - 1;
    if (form == REPORT_GIF) /* its last byte is a semicolon */
        return length > 16 && memcmp(drawn, "GIF89a", 6) == 0 && drawn[length - 1] == ';';
    if (form == REPORT_PNG) /* the name of the last chunk stands before its sum */
        return length > 16 && memcmp(drawn, first_png, sizeof first_png - 1) == 0 &&
               memcmp(drawn + length - 8, last_png, sizeof last_png - 1) == 0;
    while (length && (drawn[length - 1] == '\n' || drawn[length - 1] == ' ')) length--;
    return length >= end && strncmp(drawn + length - end, last, end) == 0;
}

/* The drawing with title and description in place of gnuplot's own. */
static bool write_svg(const char *path, const char *drawn, const char *title, const char *about)
{
    const char *open = strstr(drawn, "<svg"), *own = strstr(drawn, "<title>");
    const char *after = own ? strstr(own, "</desc>") : NULL;
    if (!open || !after) return false;
    slp_written text;
    FILE *to = slp_written_begin(&text);
    fwrite(drawn, 1, (size_t)(open + 4 - drawn), to);
    fputs(" role=\"img\" aria-label=\"", to);
    report_escape(to, title);
    fputc('"', to);
    fwrite(open + 4, 1, (size_t)(own - open) - 4, to);
    fputs("<title>", to);
    report_escape(to, title);
    fputs("</title>\n<desc>", to);
    report_escape(to, about);
    fputs(after, to);
    slp_written_end(&text);
    bool good = slp_whole_write(path, text.text, text.size, true);
    free(text.text);
    return good;
}

/* DIR/figures/NAME ENDING, new string; a path that starts with a dash would be read as an option.
 */
static char *place(const char *dir, const char *name, const char *ending)
{
    size_t room = strlen(dir) + strlen(name) + 40;
    char *path = slp_allocate(room, 1);
    snprintf(path, room, "%s%s/figures/%s%s", *dir == '-' ? "./" : "", dir, name, ending);
    return path;
}

bool report_gnuplot_file(const char *file, const char *script_path, const char *script_name,
                         const report_drawing *drawing, report_form form, char *why)
{
    static const char *const words[] = {"SVG", "PNG", "GIF"};
    char *drawn = NULL;
    size_t size = 0;
    slp_whole_file beside; /* gnuplot's own drawing, before words are put in */
    bool good = slp_whole_begin(&beside, file);
    if (!good) snprintf(why, 200, "no file can be made in its directory: %s", strerror(errno));
    good = good && spawn(script_path, script_name, fileno(beside.to), why);
    if (good) {
        drawn = read_all(&size, beside.to);
        good = drawing_complete(drawn, size, form);
        if (!good)
            snprintf(why, 200, "gnuplot's drawing %.120s is no whole %s", drawing->name,
                     words[form]);
    }
    slp_whole_drop(&beside);
    if (good && !(form == REPORT_SVG ? write_svg(file, drawn, drawing->title, drawing->about)
                                     : slp_whole_write(file, drawn, size, true))) {
        good = false;
        snprintf(why, 200, "gnuplot's drawing %.120s is no SVG, or cannot be written",
                 drawing->name);
    }
    free(drawn);
    return good;
}

/* DIR/figures/NAME.small.svg; its script stays only if it is not drawn. */
static bool draw_small(const char *dir, const report_drawing *drawing, const char *script,
                       char *why)
{
    char *gp = place(dir, drawing->name, ".small.gp"),
         *svg = place(dir, drawing->name, ".small.svg");
    slp_written text;
    report_small_script(slp_written_begin(&text), script);
    slp_written_end(&text);
    bool good = audit_write(gp, text.text, text.size);
    if (!good) snprintf(why, 200, "its script cannot be written: %.80s", strerror(errno));
    good = good && report_gnuplot_file(svg, gp, gp, drawing, REPORT_SVG, why);
    remove(good ? gp : svg);
    free(text.text);
    free(gp);
    free(svg);
    return good;
}

bool report_gnuplot(const char *dir, const report_drawing *drawing, const char *script, size_t size,
                    char *why)
{
    char *gp = place(dir, drawing->name, ".gp"), *svg = place(dir, drawing->name, ".svg");
    bool good = audit_write(gp, script, size);
    if (!good) snprintf(why, 200, "its script cannot be written: %.80s", strerror(errno));
    good = good && report_gnuplot_file(svg, gp, gp, drawing, REPORT_SVG, why) &&
           draw_small(dir, drawing, script, why);
    if (!good) remove(svg); /* an old figure would not belong to these numbers */
    free(gp);
    free(svg);
    return good;
}
