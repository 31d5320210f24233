/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A coefficient of isospectral-gauss4, or its two stages taken otherwise.  Written from the manual:
 * the equations of the L_i and of the stages are iterated together. */
#include "oracle/judge/fault/tableau.h"

#include <string.h>

enum { STAGES = 2, ROUNDS = 400, MOST_ROWS = 24, FIRST_DIGIT = 6, LAST_DIGIT = 13 };

/* What stands for L_i^+. */
typedef enum right_factor { ADJOINT, INVERSE, TRANSPOSE, OF_OTHER } right_factor;

/* X_i = L_i X L_i^+, L_i = I + sum_j a_ij P_j L_j; y = x + sum_j b_j ad*_{xi_j} z_j */
typedef struct rule {
    const fault_plain *plain;
    arb_ptr a, b; /* 4 by rows, 2 */
    right_factor right;
    double quadratic;     /* times (L_i - I) x (L_i^+ - I) */
    bool quadratic_other; /* with L^+ of the other stage */
    bool at_mean;         /* both generators at the mean of the stages */
} rule;

static void set_coefficients(rule *r, const fault_table *from, slong prec)
{
    for (int i = 0; i < 4; i++) fault_table_value(r->a + i, &from->a[i / STAGES][i % STAGES], prec);
    for (int j = 0; j < STAGES; j++) fault_table_value(r->b + j, &from->b[j], prec);
}

/* The scheme's own. */
static const fault_table *gauss_table(void)
{
    const fault_table *from;
    for (size_t i = 0; (from = fault_table_at(i)); i++)
        if (from->scheme && strcmp(from->scheme, "gauss4") == 0) break;
    return from;
}

/* out = A+ */
static void form_adjoint(acb_mat_t out, const acb_mat_t A, const acb_mat_t J, int c, slong prec)
{
    acb_mat_conjugate_transpose(out, A);
    if (c == 0) return;
    acb_mat_mul(out, J, out, prec);
    acb_mat_mul(out, out, J, prec);
    acb_mat_scalar_div_si(out, out, c, prec);
}

static void drop_radii(acb_mat_t A)
{
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong j = 0; j < acb_mat_ncols(A); j++)
            acb_get_mid(acb_mat_entry(A, i, j), acb_mat_entry(A, i, j));
}

/* out = what stands for L_i^+, less I */
static void right_less_1(acb_mat_t out, acb_mat_struct *L, const rule *r, int i, bool other,
                         const acb_mat_t J, int c)
{
    const slong n = acb_mat_nrows(out), prec = r->plain->trial->prec;
    acb_mat_struct *of = L + (other ? 1 - i : i);
    if (r->right == TRANSPOSE)
        acb_mat_transpose(out, of);
    else if (r->right != INVERSE)
        form_adjoint(out, of, J, c, prec);
    else if (!acb_mat_inv(out, of, prec))
        acb_mat_indeterminate(out);
    for (slong k = 0; k < n; k++)
        acb_sub_ui(acb_mat_entry(out, k, k), acb_mat_entry(out, k, k), 1, prec);
}

/* out = X + K X + X K^+ + K X K^+, K = L_i - I */
static void stage_of(acb_mat_t out, acb_mat_struct *L, const rule *r, int i, const acb_mat_t X,
                     const acb_mat_t J, int c)
{
    const slong n = acb_mat_nrows(X), prec = r->plain->trial->prec;
    acb_mat_t left, right, term;
    arb_t factor;
    acb_mat_init(left, n, n);
    acb_mat_init(right, n, n);
    acb_mat_init(term, n, n);
    arb_init(factor);
    acb_mat_mul(left, L + i, X, prec);
    acb_mat_set(out, left);
    acb_mat_sub(left, left, X, prec);
    right_less_1(right, L, r, i, r->right == OF_OTHER, J, c);
    acb_mat_mul(term, X, right, prec);
    acb_mat_add(out, out, term, prec);
    if (r->quadratic_other) right_less_1(right, L, r, i, true, J, c);
    acb_mat_mul(term, left, right, prec);
    arb_set_d(factor, r->quadratic);
    acb_mat_scalar_mul_arb(term, term, factor, prec);
    acb_mat_add(out, out, term, prec);
    acb_mat_clear(left);
    acb_mat_clear(right);
    acb_mat_clear(term);
    arb_clear(factor);
}

/* The stages of the L_i: one round of L_i = I + sum_j a_ij P_j L_j, and z_i from them. */
static void round_of_matrices(arb_ptr z, acb_mat_struct *L, const rule *r, arb_srcptr xi)
{
    const judge_trial *t = r->plain->trial;
    const ref_algebra *g = r->plain->algebra;
    const slong n = g->n, prec = t->prec;
    acb_mat_t J, X, term, P;
    acb_mat_struct product[STAGES];
    acb_mat_init(J, n, n);
    acb_mat_init(X, n, n);
    acb_mat_init(term, n, n);
    acb_mat_init(P, n, n);
    const int c = g->form ? g->form(J, g) : 0;
    for (int j = 0; j < STAGES; j++) {
        acb_mat_init(&product[j], n, n);
        g->to_matrix(term, g, xi + j * t->d, prec);
        acb_mat_conjugate_transpose(P, term);
        acb_mat_mul(&product[j], P, L + j, prec);
    }
    g->to_matrix(X, g, t->exact.x, prec);
    for (int i = 0; i < STAGES; i++) {
        acb_mat_one(L + i);
        for (int j = 0; j < STAGES; j++) {
            acb_mat_scalar_mul_arb(term, &product[j], r->a + STAGES * i + j, prec);
            acb_mat_add(L + i, L + i, term, prec);
        }
        drop_radii(L + i);
    }
    for (int i = 0; i < STAGES; i++) {
        stage_of(term, L, r, i, X, J, c);
        g->from_matrix(z + i * t->d, g, term, prec);
    }
    for (int j = 0; j < STAGES; j++) acb_mat_clear(&product[j]);
    acb_mat_clear(J);
    acb_mat_clear(X);
    acb_mat_clear(term);
    acb_mat_clear(P);
}

static void generators(arb_ptr xi, const rule *r, arb_srcptr z)
{
    const slong d = r->plain->trial->d, prec = r->plain->trial->prec;
    arb_ptr mean = _arb_vec_init(d);
    _arb_vec_add(mean, z, z + d, d, prec);
    _arb_vec_scalar_mul_2exp_si(mean, mean, d, -1);
    for (int j = 0; j < STAGES; j++)
        fault_plain_generator(xi + j * d, r->plain, r->at_mean ? mean : z + j * d);
    _arb_vec_clear(mean, d);
}

/* y; false if the stages do not settle */
static bool step(arb_ptr y, const rule *r)
{
    const judge_trial *t = r->plain->trial;
    const slong d = t->d, n = r->plain->algebra->n, prec = t->prec;
    arb_ptr z = _arb_vec_init(3 * STAGES * d), next = z + STAGES * d, xi = next + STAGES * d,
            field = _arb_vec_init(d);
    acb_mat_struct L[STAGES];
    bool done = false;
    for (int i = 0; i < STAGES; i++) {
        acb_mat_init(&L[i], n, n);
        acb_mat_one(&L[i]);
        _arb_vec_set(z + i * d, t->exact.x, d);
    }
    for (int k = 0; k < ROUNDS && !done; k++) {
        generators(xi, r, z);
        round_of_matrices(next, L, r, xi);
        for (slong i = 0; i < STAGES * d; i++) mag_zero(arb_radref(next + i));
        done = k > 1 && fault_settled(z, next, STAGES * d, prec);
        _arb_vec_set(z, next, STAGES * d);
    }
    generators(xi, r, z);
    _arb_vec_set(y, t->exact.x, d);
    for (int j = 0; j < STAGES; j++) {
        fault_plain_apply(field, r->plain, REF_AD, xi + j * d, z + j * d);
        for (slong i = 0; i < d; i++) arb_addmul(y + i, r->b + j, field + i, prec);
    }
    for (slong i = 0; i < d; i++) done = done && arb_is_finite(y + i);
    for (int i = 0; i < STAGES; i++) acb_mat_clear(&L[i]);
    _arb_vec_clear(z, 3 * STAGES * d);
    _arb_vec_clear(field, d);
    return done;
}

static void offer_rule(judge_trial *t, const rule *r, const char *words)
{
    if (!judge_is_tried(t, t->fault, words)) return;
    judge_count_work(t, 20);
    if (step(t->y, r))
        judge_offer(t, t->y, 0, "%s", words);
    else
        t->hint->tried++;
}

static void name_of(char *words, int i)
{
    if (i < 4)
        snprintf(words, JUDGE_WORDS, "a_%d%d", i / 2 + 1, i % 2 + 1);
    else
        snprintf(words, JUDGE_WORDS, "b_%d", i - 3);
}

static const struct {
    double factor;
    const char *words;
} factors[] = {{0, "left out"}, {-1, "with the wrong sign"}, {0.5, "halved"}, {2, "doubled"}};

static void offer_coefficients(judge_trial *t, rule *r)
{
    const fault_table *table = gauss_table();
    arb_t right;
    arb_init(right);
    for (int i = 0; i < 6; i++) {
        arb_ptr at = i < 4 ? r->a + i : r->b + (i - 4);
        fault_near near[FAULT_NEAR];
        char name[JUDGE_WORDS], words[2 * JUDGE_WORDS];
        const size_t count =
            fault_near_numbers(near, i < 4 ? &table->a[i / 2][i % 2] : &table->b[i - 4]);
        name_of(name, i);
        arb_set(right, at);
        for (size_t k = 0; k < count; k++) {
            arb_mul_si(at, right, near[k].num, t->prec);
            arb_div_si(at, at, near[k].den, t->prec);
            snprintf(words, sizeof words, "%s %s", name, near[k].words);
            offer_rule(t, r, words);
        }
        arb_set(at, right);
    }
    arb_clear(right);
}

/* A coefficient off by 10^-k, k = 6 to 13: along its derivative; the next term, of size 10^-2k, is
 * taken with the second difference. */
static void offer_digits(judge_trial *t, rule *r)
{
    const slong d = t->d, prec = t->prec, e = -40;
    arb_ptr up = _arb_vec_init(4 * d), down = up + d, once = down + d, twice = once + d;
    arb_t right, off, square;
    arb_init(right);
    arb_init(off);
    arb_init(square);
    for (int i = 0; i < 6; i++) {
        arb_ptr at = i < 4 ? r->a + i : r->b + (i - 4);
        char name[JUDGE_WORDS];
        bool done = true;
        name_of(name, i);
        arb_set(right, at);
        arb_one(off);
        arb_mul_2exp_si(off, off, e);
        arb_add(at, right, off, prec);
        done = step(up, r) && done;
        arb_sub(at, right, off, prec);
        done = step(down, r) && done;
        arb_set(at, right);
        _arb_vec_sub(once, up, down, d, prec);
        _arb_vec_scalar_mul_2exp_si(once, once, d, -1 - e);
        _arb_vec_add(twice, up, down, d, prec);
        for (slong k = 0; k < d; k++) arb_submul_si(twice + k, t->exact.next + k, 2, prec);
        _arb_vec_scalar_mul_2exp_si(twice, twice, d, -1 - 2 * e);
        for (int k = FIRST_DIGIT; done && k <= LAST_DIGIT; k++)
            for (int sign = -1; sign <= 1; sign += 2) {
                arb_set_si(off, 10);
                arb_pow_ui(off, off, (ulong)k, prec);
                arb_inv(off, off, prec);
                arb_mul_si(off, off, sign, prec);
                arb_mul(square, off, off, prec);
                _arb_vec_set(t->y, t->exact.next, d);
                for (slong s = 0; s < d; s++) {
                    arb_addmul(t->y + s, once + s, off, prec);
                    arb_addmul(t->y + s, twice + s, square, prec);
                    mag_zero(arb_radref(t->y + s));
                }
                judge_offer(t, t->y, 0, "%s off by %s1e-%d", name, sign < 0 ? "-" : "", k);
            }
    }
    arb_clear(right);
    arb_clear(off);
    arb_clear(square);
    _arb_vec_clear(up, 4 * d);
}

/* a_12 = 1/4 - root, a_21 = 1/4 + root */
static void set_root(rule *r, const arb_t root)
{
    const slong prec = r->plain->trial->prec;
    arb_sub(r->a + 1, r->a, root, prec);
    arb_add(r->a + 2, r->a, root, prec);
}

/* sqrt(3)/6 rounded to binary32, or typed with 4, 6, 8 or 10 decimals */
static void root_typed(judge_trial *t, rule *r)
{
    static const struct {
        double value;
        const char *words;
    } values[] = {{(double)0x1.279a74p-2F, "sqrt(3)/6 in binary32"},
                  {0.2887, "sqrt(3)/6 typed as 0.2887"},
                  {0.288675, "sqrt(3)/6 typed as 0.288675"},
                  {0.28867513, "sqrt(3)/6 typed as 0.28867513"},
                  {0.2886751346, "sqrt(3)/6 typed as 0.2886751346"}};
    arb_t root;
    arb_init(root);
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        arb_set_d(root, values[k].value);
        set_root(r, root);
        offer_rule(t, r, values[k].words);
    }
    for (const fault_root *k = fault_roots; k->words; k++) {
        arb_sqrt_ui(root, 3, t->prec);
        arb_div_si(root, root, 6, t->prec);
        arb_set_d(r->a, k->times);
        arb_mul(root, root, r->a, t->prec);
        arb_set_d(r->a, 0.25);
        set_root(r, root);
        offer_rule(t, r, k->words);
    }
    arb_clear(root);
    set_coefficients(r, gauss_table(), t->prec);
}

/* K_i x K_i^+ of the stages, and tables of two stages that are not Gauss's. */
static void offer_stages(judge_trial *t, rule *r)
{
    char words[JUDGE_WORDS];
    const fault_table *from;
    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
        r->quadratic = factors[k].factor;
        snprintf(words, sizeof words, "K_i x K_i^+ of z_i %s, K_i = L_i - I", factors[k].words);
        offer_rule(t, r, words);
    }
    r->quadratic = 1;
    r->quadratic_other = true;
    offer_rule(t, r, "K_i x K_j^+ for K_i x K_i^+ in z_i, K_i = L_i - I");
    r->quadratic_other = false;
    for (size_t i = 0; (from = fault_table_at(i)); i++) {
        if (from->s != STAGES || from->scheme) continue;
        set_coefficients(r, from, t->prec);
        snprintf(words, sizeof words, "the table of another rule: %.*s",
                 (int)strcspn(from->words, ":"), from->words);
        offer_rule(t, r, words);
    }
    set_coefficients(r, gauss_table(), t->prec);
}

static void predict(judge_trial *t)
{
    const ref_algebra *g = &t->exact.sys->algebra;
    fault_plain plain;
    rule r = {.plain = &plain, .quadratic = 1};
    if (strcmp(t->exact.scheme->name, "isospectral-gauss4") != 0) return;
    if (!g->to_matrix || g->n > MOST_ROWS) return;
    fault_plain_init(&plain, t);
    r.a = _arb_vec_init(6);
    r.b = r.a + 4;
    set_coefficients(&r, gauss_table(), t->prec);
    r.right = INVERSE;
    offer_rule(t, &r, "z_i = L_i x L_i^-1 for L_i x L_i^+");
    r.right = TRANSPOSE;
    offer_rule(t, &r, "z_i = L_i x L_i^T for L_i x L_i^+");
    r.right = OF_OTHER;
    offer_rule(t, &r, "z_i = L_i x L_j^+ for L_i x L_i^+");
    r.right = ADJOINT;
    offer_stages(t, &r);
    r.at_mean = true;
    offer_rule(t, &r, "both generators at the mean of the stages");
    r.at_mean = false;
    root_typed(t, &r);
    offer_coefficients(t, &r);
    offer_digits(t, &r);
    _arb_vec_clear(r.a, 6);
    fault_plain_clear(&plain);
}

const judge_fault judge_faults_gauss = {
    .name = "a coefficient or a stage of Gauss's rule",
    .equation = "L_i = I + sum a_ij P_j L_j, z_i = L_i x L_i^+ or y = x + sum b_j ad* z_j with"
                " another number, factor or table",
    .section = "Schemes, isospectral-gauss4",
    .rank = 7,
    .predict = predict};
