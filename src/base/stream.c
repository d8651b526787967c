/* Fills the buffers of streams. */
#include "base/stream.h"

void stream_init(struct stream *stream, const struct kernel *kernel, uint64_t seed, uint32_t what, int first)
{
    *stream = (struct stream){.kernel = kernel, .seed = seed, .what = what, .share = 1.0, .first = first};
}

/* The steps that a trial usually takes, or the given size if that is less than half a step. */
static int first_fill(const struct stream *stream)
{
    int steps = (int)(stream->usual / STREAM_STEP + 0.5);
    if (steps == 0)
        return stream->first;
    return steps * STREAM_STEP < STREAM_BUFFER ? steps * STREAM_STEP : STREAM_BUFFER;
}

void stream_fill(struct stream *stream)
{
    const struct law *law = stream->law;
    int n = stream->block == 0 ? first_fill(stream) : STREAM_STEP;
    bool exponential = law && law_is_exponential(law);
    double scale = exponential ? stream->share * law_mean(law) : stream->share;
    if (!law || !law_is_constant(law))
        stream->kernel->stream(stream->seed, stream->trial, stream->what, stream->block, stream->v, n, scale);
    if (law && !exponential)
        law_invert(law, stream->kernel, stream->v, n);
    stream->block += (uint32_t)n / 2;
    stream->at = 0;
    stream->have = n;
}
