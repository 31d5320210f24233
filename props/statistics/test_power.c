/* Power: the chance that the two samples of props/statistics/two_sample_test.c refuse an order that
 * is too low by a quarter, or a wrong limit.
 *
 * With D the deficit of such an order or limit and e_1, e_2 the standard errors of the samples, on
 * 39 degrees of freedom each, the first sample's t is Student's, shifted by D/e_1, the second's by
 * (15/16) D/e_2, a sixteenth being allowed.  With S^2 = chi^2_39/39 the square of an error over
 * what it should be, and Z normal,
 *     P(suspected) = P(Z + D/e_1 > 2.4258 S), or 1 - P(Z > 5.5 S) where D/e_1 < 5.5,
 *     P(refused) = P(Z + r D_2 > c S),
 * (such a spread sample is left alone only where its mean lies 5.5 errors below D), c the critical
 * value at half the level (two aspects; a law of one sample says its own share), D_2 the shift of
 * the second sample; r = 1 where that sample was taken, and a second S where its size was only
 * planned from e_1, which may have been off.  Both are independent: the power is their product. */
#include "props/statistics/sampling.h"

#include <math.h>

enum { FREEDOM = PROP_BATCHES - 1 };

/* S from 0.3 to 1.9: the probability of a value outside is below 1e-8 */
static const double least_s = 0.3, most_s = 1.9, grid = 0.02;

static double normal_above(double x)
{
    return 0.5 * erfc(x / sqrt(2));
}

/* Density of S, up to a factor. */
static double weight(double s)
{
    return exp((FREEDOM - 1) * log(s) + FREEDOM * (1 - s * s) / 2);
}

/* P(Z + shift > critical S); with planned, P(Z + shift S' > critical S). */
static double above(double shift, double critical, bool planned)
{
    double sum = 0, whole = 0;
    for (double s = least_s; s < most_s; s += grid) {
        const double w = weight(s);
        double inner = 0, inner_whole = 0;
        for (double r = planned ? least_s : 1; r < (planned ? most_s : 1 + grid / 2); r += grid) {
            inner += weight(r) * normal_above(critical * s - shift * r);
            inner_whole += weight(r);
        }
        sum += w * inner / inner_whole;
        whole += w;
    }
    return sum / whole;
}

double prop_student_critical(double p)
{
    double low = 0, high = 1;
    while (prop_student_tail(high, FREEDOM) > p && high < 1e6) high *= 2;
    for (int i = 0; i < 50; i++) {
        const double middle = (low + high) / 2;
        *(prop_student_tail(middle, FREEDOM) > p ? &low : &high) = middle;
    }
    return high;
}

double prop_power(const prop_reach *reach, double level)
{
    if (!(reach->first > 0)) return 0;
    const double shares = reach->shares ? reach->shares : PROP_ASPECTS;
    const double suspected = reach->first < PROP_FIRST_T
                                 ? 1 - prop_student_tail(PROP_FIRST_T, FREEDOM)
                                 : above(reach->first, prop_student_critical(PROP_SUSPECT), false);
    return suspected * (reach->before > 0 ? reach->before : 1) *
           above(reach->second, prop_student_critical(level / shares), !reach->taken);
}
