/* Our own log, exp and inverse normal: branch-free, within 2 ulp, the same bits on every compiler and vector width. */
#ifndef RUNODDS_BASE_VMATH_H
#define RUNODDS_BASE_VMATH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t vmath_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double vmath_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ln 2 in two parts; the high one has 22 zero bits, so that k * LN2_HIGH is exact. */
#define VMATH_LN2_HIGH 0x1.62e42fec00000p-1
#define VMATH_LN2_LOW 0x1.d1cf79abc9e3bp-32

/* Natural logarithm of a positive, normal, finite number (not checked).
 * x = 2^k m with m in [sqrt(1/2), sqrt(2)); log m = 2 atanh s with s = (m-1)/(m+1); the odd series of atanh is a
 * Chebyshev fit of ours in s^2, 3e-20 relative. */
static inline double vmath_log(double x)
{
    const uint64_t sqrt_half = 0x3fe6a09e667f3bcd;
    uint64_t shifted = vmath_bits(x) - sqrt_half + 0x3ff0000000000000;
    double k = vmath_double((shifted >> 52) | 0x4330000000000000) - (0x1p52 + 1023.0);
    double m = vmath_double((shifted & 0x000fffffffffffff) + sqrt_half);
    double f = m - 1.0;
    double s = f / (2.0 + f);
    double z = s * s;
    double p = 0.13086767009995383;
    p = p * z + 0.13268759668555406;
    p = p * z + 0.15386240205813708;
    p = p * z + 0.18181795630884748;
    p = p * z + 0.22222222391800470;
    p = p * z + 0.28571428570803230;
    p = p * z + 0.40000000000000878;
    p = p * z + 0.66666666666666666;
    return k * VMATH_LN2_HIGH + (2.0 * s + (s * z * p + k * VMATH_LN2_LOW));
}

/* Exponential; below -708 it gives e^-708, above 709 e^709, so that it never overflows and never returns 0.
 * x = k ln 2 + r with |r| <= ln(2)/2; e^r = 1 + r + r^2 Q(r), Q a Chebyshev fit of ours, 2e-19 relative. */
static inline double vmath_exp(double x)
{
    const double round_to_int = 0x1.8p52;
    x = x < -708.0 ? -708.0 : x;
    x = x > 709.0 ? 709.0 : x;
    double shifted = x * 1.4426950408889634 + round_to_int;
    double k = shifted - round_to_int;
    double r = (x - k * VMATH_LN2_HIGH) - k * VMATH_LN2_LOW;
    double q = 2.0914686968086877e-9;
    q = q * r + 2.5105217004720745e-8;
    q = q * r + 2.7557273643110295e-7;
    q = q * r + 2.7557255400206424e-6;
    q = q * r + 0.000024801587325547741;
    q = q * r + 0.00019841269874820625;
    q = q * r + 0.0013888888888883748;
    q = q * r + 0.0083333333333261351;
    q = q * r + 0.041666666666666670;
    q = q * r + 0.16666666666666671;
    q = q * r + 0.5;
    double power = 1.0 + (r + r * r * q);
    return vmath_double(vmath_bits(power) + (vmath_bits(shifted) << 52));
}

/* x^y for positive x. */
static inline double vmath_pow(double x, double y)
{
    return vmath_exp(y * vmath_log(x));
}

/* The standard normal deviate whose upper tail has probability e^-hazard: increasing in hazard > 0.
 * Rational approximations of M. J. Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37 (1988) 477-484, about
 * 1e-16; the upper tail takes -log of its probability straight from the hazard. */
static inline double vmath_normal_in(double hazard, bool far_tails)
{
    double above = vmath_exp(-hazard);
    double q = 0.5 - above;
    double r = 0.180625 - q * q;
    double num_centre = 2.5090809287301226727e+3;
    num_centre = num_centre * r + 3.3430575583588128105e+4;
    num_centre = num_centre * r + 6.7265770927008700853e+4;
    num_centre = num_centre * r + 4.5921953931549871457e+4;
    num_centre = num_centre * r + 1.3731693765509461125e+4;
    num_centre = num_centre * r + 1.9715909503065514427e+3;
    num_centre = num_centre * r + 1.3314166789178437745e+2;
    num_centre = num_centre * r + 3.3871328727963666080e+0;
    double den_centre = 5.2264952788528545610e+3;
    den_centre = den_centre * r + 2.8729085735721942674e+4;
    den_centre = den_centre * r + 3.9307895800092710610e+4;
    den_centre = den_centre * r + 2.1213794301586595867e+4;
    den_centre = den_centre * r + 5.3941960214247511077e+3;
    den_centre = den_centre * r + 6.8718700749205790830e+2;
    den_centre = den_centre * r + 4.2313330701600911252e+1;
    den_centre = den_centre * r + 1.0;

    double below = 1.0 - above;
    double log_below = -vmath_log(below < 1e-300 ? 1e-300 : below);
    double s = __builtin_sqrt(q > 0.0 ? hazard : log_below);
    double t = s - 1.6;
    double num_near = 7.74545014278341407640e-4;
    num_near = num_near * t + 2.27238449892691845833e-2;
    num_near = num_near * t + 2.41780725177450611770e-1;
    num_near = num_near * t + 1.27045825245236838258e+0;
    num_near = num_near * t + 3.64784832476320460504e+0;
    num_near = num_near * t + 5.76949722146069140550e+0;
    num_near = num_near * t + 4.63033784615654529590e+0;
    num_near = num_near * t + 1.42343711074968357734e+0;
    double den_near = 1.05075007164441684324e-9;
    den_near = den_near * t + 5.47593808499534494600e-4;
    den_near = den_near * t + 1.51986665636164571966e-2;
    den_near = den_near * t + 1.48103976427480074590e-1;
    den_near = den_near * t + 6.89767334985100004550e-1;
    den_near = den_near * t + 1.67638483018380384940e+0;
    den_near = den_near * t + 2.05319162663775882187e+0;
    den_near = den_near * t + 1.0;

    double sign = q > 0.0 ? 1.0 : -1.0;
    double num = num_near, den = den_near;
    if (far_tails) {
        t = s - 5.0;
        double num_far = 2.01033439929228813265e-7;
        num_far = num_far * t + 2.71155556874348757815e-5;
        num_far = num_far * t + 1.24266094738807843860e-3;
        num_far = num_far * t + 2.65321895265761230930e-2;
        num_far = num_far * t + 2.96560571828504891230e-1;
        num_far = num_far * t + 1.78482653991729133580e+0;
        num_far = num_far * t + 5.46378491116411436990e+0;
        num_far = num_far * t + 6.65790464350110377720e+0;
        double den_far = 2.04426310338993978564e-15;
        den_far = den_far * t + 1.42151175831644588870e-7;
        den_far = den_far * t + 1.84631831751005468180e-5;
        den_far = den_far * t + 7.86869131145613259100e-4;
        den_far = den_far * t + 1.48753612908506148525e-2;
        den_far = den_far * t + 1.36929880922735805310e-1;
        den_far = den_far * t + 5.99832206555887937690e-1;
        den_far = den_far * t + 1.0;
        num = s <= 5.0 ? num_near : num_far;
        den = s <= 5.0 ? den_near : den_far;
    }
    num = r >= 0.0 ? q * num_centre : sign * num;
    den = r >= 0.0 ? den_centre : den;
    return num / den;
}

static inline double vmath_normal(double hazard)
{
    return vmath_normal_in(hazard, true);
}

/* The same bits in fewer steps, for hazards between these two: both tails above e^-25. */
#define VMATH_NORMAL_LEAST 1.5e-11
#define VMATH_NORMAL_MOST 24.9
static inline double vmath_normal_near(double hazard)
{
    return vmath_normal_in(hazard, false);
}

#endif
