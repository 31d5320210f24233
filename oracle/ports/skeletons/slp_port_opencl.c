/* SPDX-License-Identifier: 0BSD */
/* A port in OpenCL to copy: the host's part; slp_port.cl has the rules, and stands beside it.
 *   cc -O2 -o slp_port slp_port_opencl.c -lOpenCL
 *   slp check --port './slp_port slp_port.cl' --in-flight 4096
 * Exit status 3: there is no device with binary64. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slp_port.cl"

enum { BLOCK = 4096 };
static const char *keys[] = {"inertia", "quad", "lin", "beta",  "gamma",
                             "x",       "dw",   "h",   "steps", "terms"};
static const char *systems[] = {"rigid-body", "canonical", "polynomial-so3", "polynomial-plane"};
static problem cases[BLOCK];
static char *lines[BLOCK];
static double *all; /* the numbers of all cases, and their answers */
static size_t count, used, capacity;

/* The value of a field of the line up to its blank; "" if it is not there. */
static const char *value(const char *line, const char *key)
{
    const size_t n = strlen(key);
    while ((line = strchr(line, ' ')) && !(strncmp(++line, key, n) == 0 && line[n] == '=')) {
    }
    return line ? line + n + 1 : "";
}
static uint has_value(const char *line, const char *key, const char *word)
{
    const char *text = value(line, key);
    return strcspn(text, " ") == strlen(word) && strncmp(text, word, strlen(word)) == 0;
}
static void reserve(size_t more)
{
    if (used + more > capacity) all = realloc(all, (capacity = 2 * (used + more)) * sizeof *all);
}
/* The items k:c:i.j... of a list as numbers k, c, degree, i, j, ...; how many. */
static size_t read_terms(double *to, const char *text)
{
    size_t n = 0;
    for (char *rest; *text && *text != ' '; text = *rest == ',' ? rest + 1 : rest) {
        double *term = to + n;
        term[0] = strtod(text, &rest), term[1] = strtod(rest + 1, &rest), term[2] = 0, n += 3;
        for (; *rest == ':' || *rest == '.'; term[2]++)
            to[n++] = (double)strtoul(rest + 1, &rest, 10);
    }
    return n;
}
static void read_case(problem *p, const char *line)
{
    memset(p, 0, sizeof *p);
    reserve(strlen(line));
    for (int k = 0; k < KEYS; k++) {
        const char *text = value(line, keys[k]); /* decimals and hex floats, by commas */
        p->at[k] = (uint)used;
        if (k == TERMS) used += read_terms(all + used, text);
        for (char *rest; k != TERMS && *text && *text != ' '; text = *rest == ',' ? rest + 1 : rest)
            all[used++] = strtod(text, &rest);
        p->count[k] = (uint)used - p->at[k];
    }
    const uint polynomial = has_value(line, "system", "polynomial");
    const uint so3 = polynomial && has_value(line, "algebra", "so3");
    p->plane = has_value(line, "system", "canonical") ||
               (polynomial && has_value(line, "algebra", "plane"));
    p->tmk = has_value(line, "scheme", "tmk");
    p->kubo = has_value(line, "model", "kubo");
    p->known = !*value(line, "area") &&
               (p->plane || so3 || has_value(line, "system", "rigid-body")) &&
               (p->tmk || has_value(line, "scheme", "implicit-midpoint"));
    p->d = p->count[X], p->steps = (uint)all[p->at[STEPS]], p->M = p->count[DW] / p->steps;
    p->y = (uint)used;
    p->stages = p->y + p->steps * p->d;
    reserve(3 * p->steps * p->d);
    used += 3 * p->steps * p->d;
}

static cl_context context;
static cl_command_queue queue;
static cl_kernel kernel, operate;
/* The first device with binary64 that builds the program; 0 if there is none. */
static int open_device(char *source)
{
    cl_platform_id platforms[8];
    cl_device_id device;
    cl_device_fp_config binary64 = 0;
    cl_uint n = 0;
    clGetPlatformIDs(8, platforms, &n);
    for (cl_uint i = 0; i < n && i < 8; i++) {
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL)) continue;
        clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof binary64, &binary64, NULL);
        if (!binary64) continue;
        context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
        queue = clCreateCommandQueue(context, device, 0, NULL);
        cl_program program =
            clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
        if (clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL)) continue;
        operate = clCreateKernel(program, "operate", NULL);
        if ((kernel = clCreateKernel(program, "answer", NULL))) return 1;
    }
    return 0;
}
static void launch_kernel(void)
{
    const cl_mem_flags way = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    const size_t bytes = used * sizeof *all, size = count * sizeof *cases;
    cl_mem on[2] = {clCreateBuffer(context, way, size, cases, NULL),
                    clCreateBuffer(context, way, bytes, all, NULL)};
    for (cl_uint i = 0; i < 2; i++) clSetKernelArg(kernel, i, sizeof on[i], &on[i]);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, on[0], CL_TRUE, 0, size, cases, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, on[1], CL_TRUE, 0, bytes, all, 0, NULL, NULL);
    for (int i = 0; i < 2; i++) clReleaseMemObject(on[i]);
}
/* What `slp judge --stages` compares: the middle of x and y, and the generator there. */
static void print_stages(const problem *p, uint s)
{
    const double *at = all + p->stages + 2 * s * p->d;
    printf("# stage step=%u", s + 1);
    for (uint i = 0; i < 2 * p->d; i++)
        printf("%s%a", i % p->d ? "," : i ? " xi1=" : p->tmk ? " s1=" : " z=", at[i]);
    puts("");
}
static void answer_all(void)
{
    if (count) launch_kernel();
    for (size_t i = 0; i < count; i++) {
        const problem *p = cases + i;
        const char *id = value(lines[i], "id");
        puts(lines[i]);
        for (uint s = 0; p->fine && getenv("SLP_STAGES") && s < p->steps; s++) print_stages(p, s);
        printf("result id=%.*s ", (int)strcspn(id, " "), id);
        if (!p->fine) puts(p->known ? "error=no-convergence" : "error=unsupported");
        for (size_t k = 0, last = p->steps * p->d - 1; p->fine && k <= last; k++)
            printf("%s%a%s", k ? "," : "y=", all[p->y + k], k < last ? "" : "\n");
        free(lines[i]);
    }
    fflush(stdout);
    count = used = 0;
}
static void answer_operation(const char *line) /* for `slp environment` */
{
    static const char *words[] = {"add",          "add-add", "multiply", "divide", "sqrt",
                                  "multiply-add", "fma",     "sum",      "dot"};
    const char *id = value(line, "id"), *text = value(line, "x");
    const size_t one = 1;
    uint n = 0, op = 0;
    reserve(strlen(line));
    for (char *rest; *text && *text != ' '; text = *rest == ',' ? rest + 1 : rest)
        all[n++] = strtod(text, &rest);
    while (op < 9 && !has_value(line, "op", words[op])) op++;
    printf("result id=%.*s ", (int)strcspn(id, " "), id);
    if (op == 9 && puts("error=unsupported") > 0) return;
    cl_mem x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, n * sizeof *all, all, NULL);
    clSetKernelArg(operate, 0, sizeof x, &x);
    clSetKernelArg(operate, 1, sizeof op, &op);
    clSetKernelArg(operate, 2, sizeof n, &n);
    clEnqueueNDRangeKernel(queue, operate, 1, NULL, &one, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, x, CL_TRUE, 0, sizeof *all, all, 0, NULL, NULL);
    clReleaseMemObject(x);
    printf("y=%a\n", all[0]);
}

int main(int argc, char **argv)
{
    static char source[1 << 16];
    FILE *from = fopen(argc > 1 ? argv[1] : "slp_port.cl", "r");
    if (!from || !fread(source, 1, sizeof source - 1, from) || !open_device(source)) return 3;
    char *line = NULL;
    size_t length = 0;
    while (getline(&line, &length, stdin) > 0) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "case ", 5) == 0)
            read_case(&cases[count], line), lines[count++] = strdup(line);
        for (int k = 0; k < 8 && strcmp(line, "list") == 0; k++)
            printf("pair system=%s scheme=%s\n%s", systems[k / 2],
                   k % 2 ? "tmk" : "implicit-midpoint", k < 7 ? "" : "go\nend\n");
        if (count == BLOCK || strncmp(line, "case ", 5)) answer_all();
        if (strncmp(line, "environment ", 12) == 0) answer_operation(line), fflush(stdout);
    }
    answer_all();
    return 0;
}
