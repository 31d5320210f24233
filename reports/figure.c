/* Figures: a gnuplot script with its numbers in it, run without a shell, its SVG renamed into place.
 *
 * Everything gnuplot reads is made here from the labels of quantities and from numbers; no text of a claim
 * reaches it.  The script stays beside the figure, so that it can be drawn again. */
#include "reports/report.h"
#include "oracle/audit.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const json_t *measure_named(const json_t *record, const char *name)
{
    size_t i;
    const json_t *m;
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        if (strcmp(report_text(m, "name"), name) == 0) return m;
    }
    return NULL;
}

/* A text as gnuplot's single-quoted string, where only the quote itself is special. */
static void quoted(FILE *to, const char *text)
{
    fputc('\'', to);
    for (const char *c = text; *c; c++) {
        if (*c == '\'') fputc('\'', to);
        if ((unsigned char)*c >= 32) fputc(*c, to);
    }
    fputc('\'', to);
}

/* The series' rows as a named block; false if the file is not there. */
static bool numbers(FILE *to, const char *dir, const json_t *series, size_t index)
{
    char line[512];
    char *path = audit_path(dir, report_text(series, "file"));
    FILE *from = path ? fopen(path, "r") : NULL;
    free(path);
    if (!from) return false;
    fprintf(to, "$s%zu << END_OF_SERIES\n", index);
    while (fgets(line, sizeof line, from))
        if (*line != '#' && strspn(line, "0123456789+-.einfa\t\n") == strlen(line)) fputs(line, to);
    fputs("END_OF_SERIES\n", to);
    fclose(from);
    return true;
}

static void settings(FILE *to, const json_t *series, const char *name)
{
    fputs("set encoding utf8\n", to);
    fputs("set terminal svg size 760,420 dynamic font 'sans-serif,13' background '#ffffff' name ",
          to);
    quoted(to, name);
    fputs("\nset border 3 lc rgb '#555555'\nset tics nomirror out textcolor rgb '#222222'\n"
          "set grid ytics lc rgb '#dddddd' lw 1\nset key above left Left reverse samplen 2 "
          "noenhanced "
          "textcolor rgb '#222222'\nset key maxcols 1\n",
          to);
    fputs("set xlabel ", to);
    quoted(to, report_text(series, "x_label"));
    fputs(" noenhanced textcolor rgb '#222222'\nset ylabel ", to);
    quoted(to, report_text(series, "y_label"));
    fputs(" noenhanced textcolor rgb '#222222'\n", to);
    if (json_is_true(json_object_get(series, "log")))
        fputs("set logscale y\nset format y '10^{%L}'\n", to);
    else
        fputs("set format y '%.3g'\n", to);
}

static bool script(FILE *to, const char *dir, const json_t *record, const json_t *figure)
{
    static const char *const colors[] = {"#0b5394", "#b45f06", "#38761d",
                                         "#741b47", "#134f5c", "#7f6000"};
    size_t i, drawn = 0, color = 0;
    const json_t *name, *draw = json_object_get(figure, "draw");
    bool several = json_array_size(draw) > 1;
    char unique[128];
    snprintf(unique, sizeof unique, "%s_%s", report_text(record, "id"),
             report_text(figure, "name"));
    for (char *c = unique; *c; c++) *c = *c == '-' ? '_' : *c;
    json_array_foreach(draw, i, name)
    {
        const json_t *series =
            json_object_get(measure_named(record, json_string_value(name)), "series");
        if (!json_is_object(series) || !numbers(to, dir, series, i)) continue;
        if (drawn++ == 0) settings(to, series, unique);
    }
    if (drawn == 0) return false;
    json_array_foreach(draw, i, name)
    {
        const json_t *series =
            json_object_get(measure_named(record, json_string_value(name)), "series");
        size_t k;
        const json_t *label;
        if (!json_is_object(series)) continue;
        json_array_foreach(json_object_get(series, "curves"), k, label)
        {
            char title[200];
            snprintf(title, sizeof title, "%s%s%s", several ? json_string_value(name) : "",
                     several ? ": " : "", json_string_value(label));
            fprintf(to, "%s$s%zu using 1:%zu with lines lw 1.5 dt %d lc rgb '%s' title ",
                    color ? ", \\\n  " : "plot ", i, k + 2, k ? 2 : 1, colors[color % 6]);
            quoted(to, title);
            color++;
        }
    }
    fputc('\n', to);
    return true;
}

/* gnuplot SCRIPT > SVG, without a shell. */
static bool spawn(const char *script_path, const char *svg, char *why)
{
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status = -1;
    char *argv[] = {(char *)"gnuplot", (char *)script_path, NULL};
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, svg, O_WRONLY | O_CREAT | O_TRUNC, 0666);
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
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        snprintf(why, 200, "gnuplot ended with an error; its script is %.120s", script_path);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool report_figure(const char *dir, const json_t *record, const json_t *figure, char *why)
{
    char name[200], *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return false;
    bool good = script(to, dir, record, figure);
    fclose(to);
    snprintf(why, 200, "its series are not there");
    /* a path that starts with a dash would be read as an option */
    char *base = audit_path(*dir == '-' ? "." : dir, *dir == '-' ? dir : "figures");
    char *folder = *dir == '-' && base ? audit_path(base, "figures") : strdup(base ? base : "");
    snprintf(name, sizeof name, "%s-%s.gp", report_text(record, "id"), report_text(figure, "name"));
    char *gp = audit_path(folder, name);
    snprintf(name, sizeof name, "%s-%s.svg", report_text(record, "id"),
             report_text(figure, "name"));
    char *svg = audit_path(folder, name);
    snprintf(name, sizeof name, ".%s-%s.svg.new", report_text(record, "id"),
             report_text(figure, "name"));
    char *beside = audit_path(folder, name);
    good = good && gp && svg && beside && audit_write(gp, text, size) && spawn(gp, beside, why);
    if (good && rename(beside, svg) != 0) {
        snprintf(why, 200, "cannot rename %.150s", beside);
        good = false;
    }
    if (!good && beside) remove(beside);
    if (!good && svg) remove(svg); /* an old figure would not belong to these numbers */
    free(base);
    free(folder);
    free(gp);
    free(svg);
    free(beside);
    free(text);
    return good;
}
