/* Streams of draws: each is a pure function of (seed, trial, what, number of the draw), buffered. */
#ifndef RUNODDS_BASE_STREAM_H
#define RUNODDS_BASE_STREAM_H

#include <stdint.h>

#include "base/kernel.h"
#include "base/law.h"

/* Draws that a buffer holds, and draws of a later fill: what a vector loop does well at once. */
enum { STREAM_BUFFER = 64, STREAM_STEP = 16 };

/* Draws of one quantity in one trial. `what` is a hash of its name, never a position, so that neither plan order nor
 * threads nor an added plan changes a digit (DESIGN: common random numbers). */
struct stream {
    const struct kernel *kernel;
    uint64_t seed, trial;
    uint32_t what;
    uint32_t block;        /* next Philox block, two draws each */
    const struct law *law; /* what draws are turned into; NULL: unit exponentials */
    double share;          /* hazards are multiplied by this first: 1/n gives the smallest of n */
    int first;             /* size of the first fill; later ones are STREAM_STEP */
    int at, have;
    double usual; /* draws that a trial takes, averaged over recent trials */
    double v[STREAM_BUFFER];
};

/* A stream at the beginning of trial 0, whose first fill has `first` draws (even, at most STREAM_BUFFER) until trials
 * have shown how many they take. The length of a fill changes no draw. */
void stream_init(struct stream *stream, const struct kernel *kernel, uint64_t seed, uint32_t what, int first);

/* The beginning of a trial, with the law (kept, not owned) and share of this trial. */
static inline void stream_begin(struct stream *stream, uint64_t trial, const struct law *law, double share)
{
    stream->usual += 0.125 * (2.0 * stream->block - (stream->have - stream->at) - stream->usual);
    stream->trial = trial;
    stream->block = 0;
    stream->law = law;
    stream->share = share;
    stream->at = stream->have = 0;
}

void stream_fill(struct stream *stream);

/* The next draw: hours of the law, or a unit exponential without one. */
static inline double stream_next(struct stream *stream)
{
    if (stream->at == stream->have)
        stream_fill(stream);
    return stream->v[stream->at++];
}

/* The next draw, which stays the next. */
static inline double stream_peek(struct stream *stream)
{
    if (stream->at == stream->have)
        stream_fill(stream);
    return stream->v[stream->at];
}

#endif
