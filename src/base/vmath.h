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

/* c7 x^7 + ... + c1 x + c0 by G. Estrin's scheme, whose steps wait less for each other than W. G. Horner's. */
static inline __attribute__((always_inline)) double vmath_fours(double x, double x2, double x4, double c7, double c6,
                                                                double c5, double c4, double c3, double c2, double c1,
                                                                double c0)
{
    double high = (c7 * x + c6) * x2 + (c5 * x + c4), low = (c3 * x + c2) * x2 + (c1 * x + c0);
    return high * x4 + low;
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
    double z2 = z * z;
    double p =
        vmath_fours(z, z2, z2 * z2, 0.13086767009995383, 0.13268759668555406, 0.15386240205813708, 0.18181795630884748,
                    0.22222222391800470, 0.28571428570803230, 0.40000000000000878, 0.66666666666666666);
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
    double r2 = r * r;
    double high = (2.0914686968086877e-9 * r + 2.5105217004720745e-8) * r + 2.7557273643110295e-7;
    double q =
        high * (r2 * r2 * (r2 * r2)) + vmath_fours(r, r2, r2 * r2, 2.7557255400206424e-6, 0.000024801587325547741,
                                                   0.00019841269874820625, 0.0013888888888883748, 0.0083333333333261351,
                                                   0.041666666666666670, 0.16666666666666671, 0.5);
    double power = 1.0 + (r + r2 * q);
    return vmath_double(vmath_bits(power) + (vmath_bits(shifted) << 52));
}

/* x^y for positive x. */
static inline double vmath_pow(double x, double y)
{
    return vmath_exp(y * vmath_log(x));
}

/* The standard normal deviate whose upper tail has probability e^-hazard: increasing in hazard > 0.
 * Rational approximations of M. J. Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37 (1988) 477-484, about
 * 1e-16: one for the centre, two for the tails, of which the upper takes -log of its probability straight from the
 * hazard. */
static inline bool vmath_normal_is_central(double hazard) /* the tail's probability is between 0.075 and 0.925 */
{
    return hazard >= 0.0779615414697119 && hazard <= 2.5902671654458;
}

static inline double vmath_normal_centre(double hazard)
{
    double q = 0.5 - vmath_exp(-hazard);
    double r = 0.180625 - q * q, r2 = r * r, r4 = r2 * r2;
    double num = vmath_fours(r, r2, r4, 2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
                             4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
                             1.3314166789178437745e+2, 3.3871328727963666080e+0);
    double den = vmath_fours(r, r2, r4, 5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4,
                             2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2,
                             4.2313330701600911252e+1, 1.0);
    return q * num / den;
}

static inline double vmath_normal_tail(double hazard)
{
    double above = vmath_exp(-hazard), below = 1.0 - above;
    double log_below = -vmath_log(below < 1e-300 ? 1e-300 : below);
    double s = __builtin_sqrt(above < 0.5 ? hazard : log_below);

    double t = s - 1.6, t2 = t * t, t4 = t2 * t2;
    double num_near = vmath_fours(t, t2, t4, 7.74545014278341407640e-4, 2.27238449892691845833e-2,
                                  2.41780725177450611770e-1, 1.27045825245236838258e+0, 3.64784832476320460504e+0,
                                  5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0);
    double den_near = vmath_fours(t, t2, t4, 1.05075007164441684324e-9, 5.47593808499534494600e-4,
                                  1.51986665636164571966e-2, 1.48103976427480074590e-1, 6.89767334985100004550e-1,
                                  1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0);

    t = s - 5.0;
    t2 = t * t;
    t4 = t2 * t2;
    double num_far = vmath_fours(t, t2, t4, 2.01033439929228813265e-7, 2.71155556874348757815e-5,
                                 1.24266094738807843860e-3, 2.65321895265761230930e-2, 2.96560571828504891230e-1,
                                 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0);
    double den_far = vmath_fours(t, t2, t4, 2.04426310338993978564e-15, 1.42151175831644588870e-7,
                                 1.84631831751005468180e-5, 7.86869131145613259100e-4, 1.48753612908506148525e-2,
                                 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0);

    double z = (s <= 5.0 ? num_near : num_far) / (s <= 5.0 ? den_near : den_far);
    return above < 0.5 ? z : -z;
}

static inline double vmath_normal(double hazard)
{
    return vmath_normal_is_central(hazard) ? vmath_normal_centre(hazard) : vmath_normal_tail(hazard);
}

#endif
