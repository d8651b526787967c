/* Philox 4x32-10 and the vector loops of vmath, compiled once as it is and once for AVX2 (see kernel.h). */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("O3") /* CFLAGS come last on the command line, and -O2 leaves these loops unvectorized */
#endif

#include "base/kernel_loops.h"
#include "base/vmath.h"

#ifdef __AVX2__
#include <immintrin.h>
#define KERNEL kernel_avx2
#define KERNEL_TEXT "avx2"
#else
#define KERNEL kernel_plain
#define KERNEL_TEXT "plain"
#endif

/* Constants and rounds: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (SC11). */
enum { ROUNDS = 10, LANES = 8 };
static const uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
static const uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;

/* Turns LANES counters into LANES pairs of uniforms, (first, second) of each block side by side: j + 1/2 in units of
 * 2^-52 for the upper 52 bits j of two words, so never 0 and never 1. */
#ifdef __AVX2__
/* One round of four blocks. Lanes carry 32-bit words; rubbish in their upper halves is ignored by mul_epu32 and by
 * pairs(). */
#define PHILOX_ROUND(c0, c1, c2, c3)                                                                                   \
    do {                                                                                                               \
        __m256i p0 = _mm256_mul_epu32(m0, c0), p1 = _mm256_mul_epu32(m1, c2);                                          \
        c0 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), c1), k0);                                    \
        c2 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), c3), k1);                                    \
        c1 = p1;                                                                                                       \
        c3 = p0;                                                                                                       \
    } while (0)

static inline __m256d uniforms(__m256i low, __m256i high)
{
    /* (high << 32 | low) >> 12, without masking the rubbish above the lower word. */
    __m256i bits = _mm256_or_si256(_mm256_srli_epi64(_mm256_slli_epi64(high, 32), 12),
                                   _mm256_srli_epi64(_mm256_slli_epi64(low, 32), 44));
    bits = _mm256_or_si256(bits, _mm256_set1_epi64x(0x3ff0000000000000));
    return _mm256_sub_pd(_mm256_castsi256_pd(bits), _mm256_set1_pd(1.0 - 0x1p-53));
}

static inline void pairs(__m256i c0, __m256i c1, __m256i c2, __m256i c3, double *u)
{
    __m256d a = uniforms(c0, c1), b = uniforms(c2, c3);
    __m256d even = _mm256_unpacklo_pd(a, b), odd = _mm256_unpackhi_pd(a, b);
    _mm256_storeu_pd(u, _mm256_permute2f128_pd(even, odd, 0x20));
    _mm256_storeu_pd(u + 4, _mm256_permute2f128_pd(even, odd, 0x31));
}

/* Words of LANES counters: the same in all, rising by one, or given one by one. */
struct words {
    __m256i low, high;
};

static inline __m256i every_lane(uint64_t word)
{
    return _mm256_set1_epi64x((long long)(word & 0xffffffff));
}

static inline struct words same_words(uint32_t word)
{
    return (struct words){every_lane(word), every_lane(word)};
}

static inline struct words rising_words(uint32_t first)
{
    const __m256i steps = _mm256_set_epi64x(3, 2, 1, 0);
    return (struct words){_mm256_add_epi32(every_lane(first), steps), _mm256_add_epi32(every_lane(first + 4), steps)};
}

static inline struct words given_words(const uint32_t *word)
{
    return (struct words){_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)word)),
                          _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)(word + 4)))};
}

static inline void philox(uint64_t seed, uint64_t trial, struct words what, struct words block, double *u)
{
    const __m256i m0 = every_lane(multiplier0), m1 = every_lane(multiplier1);
    const __m256i w0 = every_lane(weyl0), w1 = every_lane(weyl1);
    __m256i k0 = every_lane(seed), k1 = every_lane(seed >> 32);
    __m256i a0 = block.low, a1 = what.low, a2 = every_lane(trial), a3 = every_lane(trial >> 32);
    __m256i b0 = block.high, b1 = what.high, b2 = a2, b3 = a3;
    for (int round = 0; round < ROUNDS; round++) {
        PHILOX_ROUND(a0, a1, a2, a3);
        PHILOX_ROUND(b0, b1, b2, b3);
        k0 = _mm256_add_epi32(k0, w0);
        k1 = _mm256_add_epi32(k1, w1);
    }
    pairs(a0, a1, a2, a3, u);
    pairs(b0, b1, b2, b3, u + LANES);
}
#else
static inline double to_uniform(uint64_t bits)
{
    return vmath_double((bits >> 12) | 0x3ff0000000000000) - (1.0 - 0x1p-53);
}

struct words {
    uint32_t of[LANES];
};

static inline struct words same_words(uint32_t word)
{
    struct words words;
    for (int i = 0; i < LANES; i++)
        words.of[i] = word;
    return words;
}

static inline struct words rising_words(uint32_t first)
{
    struct words words;
    for (int i = 0; i < LANES; i++)
        words.of[i] = first + (uint32_t)i;
    return words;
}

static inline struct words given_words(const uint32_t *word)
{
    struct words words;
    memcpy(words.of, word, sizeof words.of);
    return words;
}

static inline void philox(uint64_t seed, uint64_t trial, struct words what, struct words block, double *u)
{
    for (int i = 0; i < LANES; i++) {
        uint32_t c0 = block.of[i], c1 = what.of[i], c2 = (uint32_t)trial, c3 = (uint32_t)(trial >> 32);
        uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
        for (int round = 0; round < ROUNDS; round++) {
            uint64_t p0 = (uint64_t)multiplier0 * c0, p1 = (uint64_t)multiplier1 * c2;
            c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
            c1 = (uint32_t)p1;
            c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
            c3 = (uint32_t)p0;
            k0 += weyl0;
            k1 += weyl1;
        }
        u[2 * i] = to_uniform((uint64_t)c1 << 32 | c0);
        u[2 * i + 1] = to_uniform((uint64_t)c3 << 32 | c2);
    }
}
#endif

static void stream(uint64_t seed, uint64_t trial, uint32_t what, uint32_t block, double *e, int n, double scale)
{
    int whole = n - n % (2 * LANES);
    for (int done = 0; done < whole; done += 2 * LANES, block += LANES)
        philox(seed, trial, same_words(what), rising_words(block), e + done);
    if (whole < n) {
        double u[2 * LANES];
        philox(seed, trial, same_words(what), rising_words(block), u);
        memcpy(e + whole, u, (size_t)(n - whole) * sizeof *e);
    }
    for (int i = 0; i < n; i++)
        e[i] = -scale * vmath_log(e[i]);
}

static void across(uint64_t seed, uint64_t trial, const uint32_t *what, double *e, int n)
{
    double u[2 * LANES];
    uint32_t whats[LANES] = {0};
    for (int done = 0; done < n; done += LANES) {
        int part = n - done < LANES ? n - done : LANES;
        for (int i = 0; i < part; i++)
            whats[i] = what[done + i];
        philox(seed, trial, given_words(whats), same_words(0), u);
        for (int i = 0; i < part; i++)
            e[done + i] = -vmath_log(u[2 * i]);
    }
}

static void power(double *v, int n, double scale, double exponent)
{
    for (int i = 0; i < n; i++)
        v[i] = scale * vmath_exp(exponent * vmath_log(v[i]));
}

/* The centre for all, then the tails for the 15% of them that lie there; at most PART numbers. */
enum { PART = 64 };
static void normal_part(double *v, int n)
{
    double z[PART], tail[PART];
    int place[PART], tails = 0;
    for (int i = 0; i < n; i++)
        z[i] = vmath_normal_centre(v[i]);
    for (int i = 0; i < n; i++) {
        tail[tails] = v[i];
        place[tails] = i;
        tails += !vmath_normal_is_central(v[i]);
    }
    for (int i = 0; i < tails; i++)
        tail[i] = vmath_normal_tail(tail[i]);
    for (int i = 0; i < tails; i++)
        z[place[i]] = tail[i];
    for (int i = 0; i < n; i++)
        v[i] = z[i];
}

static void normal(double *v, int n, double mu, double sigma)
{
    for (int done = 0; done < n; done += PART)
        normal_part(v + done, n - done < PART ? n - done : PART);
    for (int i = 0; i < n; i++)
        v[i] = mu + sigma * v[i];
}

static void lognormal(double *v, int n, double mu, double sigma)
{
    normal(v, n, mu, sigma);
    for (int i = 0; i < n; i++)
        v[i] = vmath_exp(v[i]);
}

static void table(double *v, int n, double low, double per_step, const double (*row)[4], int last, double scale)
{
    for (int i = 0; i < n; i++)
        v[i] = (vmath_log(v[i]) - low) * per_step + 1.0;
    for (int i = 0; i < n; i++) {
        int k = v[i] > 0.0 ? v[i] < last ? (int)v[i] : last : 0;
        double t = v[i] - k;
        v[i] = row[k][0] + t * (row[k][1] + t * (row[k][2] + t * row[k][3]));
    }
    for (int i = 0; i < n; i++)
        v[i] = scale * vmath_exp(v[i]);
}

const struct kernel KERNEL = {KERNEL_TEXT, stream, across, power, lognormal, normal, table};
