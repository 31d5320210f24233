/* Noether's linear momenta: where every Hamiltonian, the noises' too, is unchanged by the turns exp(s eta), <x, eta> is kept.
 *
 * The systems have such turns only in special cases, so that each case is made special (symmetric below): bodies and tops get
 * two equal moments of inertia and forces along the third axis, vortices noise along it, Zeitlin's sphere no noise.
 *
 * With m such that {<., eta>, H}(m) = <m, [Xi(m), eta]> = 0, a rule keeps <x, eta> exactly where its increment, paired with eta, is
 * <m, [Xi(m), eta]>: the implicit midpoint and isospectral rules (m the stage), the trapezoidal rule (two of them, at its ends),
 * variational rules ([dtau^-1_-xi]* m - [dtau^-1_xi]* m pairs with eta to <m, [xi, eta]>, tau = cay as printed or not, or exp).
 * Flows over unit time take the mean of the orbit of x for m.  Of several parts that turn by different angles no one m is the mean:
 * tmk's on su(2)^n is of third order.  On so(3), with y = x turned by the angle a about Xi,
 *     y - x = 2 sin(a/2) n x z = 2 tan(a/2) n x (x + y)/2,   n = Xi/a, z = x turned by a/2,
 * so that the rules that take Xi at z (rkmk-midpoint-exp) or at the chord's middle (tmk) keep <x, e3>; tmk unless cos(a/2) = 0: at half
 * turns the middle lies along the axis, the second equality says nothing, and solutions of large steps take <x, e3> to its opposite.
 * Such steps are skipped by that name.  Nothing is said of other flows.  Explicit rules break the momentum, at orders that depend on
 * the state: on so(3) one above their own error's. */
#include "props/case/reference_step.h"
#include "props/case/adjust_case.h"

#include <math.h>
#include <string.h>

enum { BREAKS = -1, SILENT, KEEPS };

static int promise(const slp_system *system, const slp_scheme *scheme)
{
    const char *name = scheme->name;
    if (strcmp(system->name, "sine-euler") == 0) return SILENT; /* shifts by whole cells alone */
    if (strcmp(name, "tmk") == 0)
        return system->algebra == SLP_SO3 ? KEEPS : system->algebra == SLP_SU2N ? BREAKS : SILENT;
    if (strcmp(name, "rkmk-midpoint-exp") == 0 && system->algebra == SLP_SO3) return KEEPS;
    if (strncmp(name, "rkmk-", 5) != 0) return KEEPS;
    /* the explicit ones; what those of fourth order break is often below what must be seen */
    return scheme->breaks & SLP_LAW_POISSON && scheme->order <= 2 ? BREAKS : SILENT;
}

/* ---- Cases with a turn ---- */

/* parameter `key`, if given: numbers `from` to from + count of every group of `stride` become 0 */
static void silence(slp_case *c, const char *key, size_t stride, size_t from, size_t count)
{
    size_t some;
    const double *old = slp_case_param(c, key, &some);
    double numbers[some + 1];
    if (some == 0) return;
    memcpy(numbers, old, some * sizeof *old);
    for (size_t i = 0; i < some; i++)
        if (i % stride >= from && i % stride < from + count) numbers[i] = 0;
    slp_case_set_param(c, key, numbers, some, NULL);
}

static void two_equal_moments(slp_case *c)
{
    size_t count;
    double moments[3];
    memcpy(moments, slp_case_param(c, "inertia", &count), sizeof moments);
    moments[1] = moments[0];
    slp_case_set_param(c, "inertia", moments, 3, NULL);
}

/* so(n): the planes (1, j) and (2, j) alike for every j > 2 */
static void two_equal_axes(slp_case *c)
{
    size_t count, n = (size_t)slp_case_param(c, "n", &count)[0];
    const double *given = slp_case_param(c, "inertia", &count);
    double moments[c->d];
    for (size_t i = 0; i < c->d; i++) moments[i] = given ? given[i] : (double)(i + 1);
    for (size_t j = 2; j < n; j++) moments[n - 1 + j - 2] = moments[j - 1];
    slp_case_set_param(c, "inertia", moments, c->d, NULL);
    prop_shape_noiseless(c);
}

static void symmetric(slp_case *c)
{
    switch (c->system->algebra) {
    case SLP_SO3:
        two_equal_moments(c);
        silence(c, "quad", 3, 0, 2);
        silence(c, "lin", 3, 0, 2);
        break;
    case SLP_SE3:
        two_equal_moments(c);
        silence(c, "chi", 3, 0, 2);
        silence(c, "noise", 7, 0, 2);
        silence(c, "noise", 7, 3, 2);
        break;
    case SLP_SU2N:
        silence(c, "quad", 3, 0, 2);
        break;
    case SLP_SON:
        two_equal_axes(c);
        break;
    default:
        prop_shape_noiseless(c);
        break;
    }
}

/* ---- The momenta ---- */

static slong count(const prop_ground *ground)
{
    return ground->c->system->algebra & (SLP_SU2N | SLP_SUN) ? 3 : 1;
}

/* sum Gamma_i x_i; its third component alone where there is noise */
static void moment(arb_ptr values, const slp_case *c, arb_srcptr x, slong prec)
{
    size_t vortices;
    const double *gamma = slp_case_param(c, "gamma", &vortices);
    arb_t strength;
    arb_init(strength);
    for (size_t i = 0; i < vortices; i++) {
        arb_set_d(strength, gamma[i]);
        for (size_t k = c->M ? 2 : 0; k < 3; k++)
            arb_addmul(values + k, strength, x + 3 * i + k, prec);
    }
    arb_clear(strength);
}

/* The components of degree 1, along the spin matrices: sum_k ((N-1)/2 - k) X_kk / i, and of the entries beside the diagonal
 * sum_k sqrt((k+1)(N-1-k)) X_k,k+1. */
static void angular_momentum(arb_ptr values, slong N, arb_srcptr x, slong prec)
{
    arb_t weight;
    arb_init(weight);
    for (slong k = 0, at = N; k < N; at += 2 * (N - 1 - k), k++) {
        arb_set_si(weight, N - 1 - 2 * k);
        arb_mul_2exp_si(weight, weight, -1);
        arb_addmul(values, weight, x + k, prec);
        if (k + 1 == N) break;
        arb_sqrt_ui(weight, (ulong)((k + 1) * (N - 1 - k)), prec);
        arb_addmul(values + 1, weight, x + at, prec);
        arb_addmul(values + 2, weight, x + at + 1, prec);
    }
    arb_clear(weight);
}

static void value(arb_ptr values, const prop_ground *ground, arb_srcptr x, slong prec)
{
    _arb_vec_zero(values, count(ground));
    switch (ground->c->system->algebra) {
    case SLP_SU2N:
        moment(values, ground->c, x, prec);
        break;
    case SLP_SUN:
        angular_momentum(values, ref_group_size(ground->sys), x, prec);
        break;
    case SLP_SON:
        arb_set(values, x); /* X_12 */
        break;
    default:
        arb_set(values, x + 2); /* along the third axis */
        break;
    }
}

static const prop_invariant momenta = {count, value};

static slp_status defect(prop_defect *to, const prop_ground *ground, long prec)
{
    return prop_invariant_defect(to, &momenta, ground, prec);
}

/* Of tmk on so(3): the angle |Xi| is not seen to differ from every odd multiple of pi, whatever the precision. */
static const char *half_turn(const prop_ground *ground)
{
    enum { FIRST = 128, LAST = 1024 };
    bool apart = strcmp(ground->c->scheme->name, "tmk") != 0, found = false;
    const slong d = ground->d;
    arb_ptr middle = _arb_vec_init(d);
    arb_t angle;
    arb_init(angle);
    for (slong prec = FIRST; !apart && prec <= LAST; prec *= 2) {
        if (prop_ground_step(middle, NULL, ground, prec) != SLP_OK) continue;
        found = true;
        _arb_vec_add(middle, middle, ground->x, d, prec);
        _arb_vec_scalar_mul_2exp_si(middle, middle, d, -1);
        ref_generator(middle, ground->sys, middle, ground->h, ground->dW, prec);
        arb_dot(angle, NULL, 0, middle, 1, middle, 1, d, prec);
        arb_sqrtpos(angle, angle, prec);
        arb_mul_2exp_si(angle, angle, -1);
        arb_cos(angle, angle, prec);
        apart = !arb_contains_zero(angle);
    }
    arb_clear(angle);
    _arb_vec_clear(middle, d);
    return apart || !found ? NULL : "half turn: the chord's middle lies along the axis";
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    return prop_invariant_check(found, law, &momenta, subject, c);
}

const prop_law prop_law_noether = {
    .name = "noether",
    .about = "the linear momentum of a turn that changes no Hamiltonian is kept",
    .equation = "<Psi(x), eta> = <x, eta> where H o Ad*_exp(s eta) = H",
    .promise = promise,
    .algebras = SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3,
    .cases = 32,
    .controls = 6,
    .shape = symmetric,
    .exception = half_turn,
    .check = check,
    .defect = defect,
};
