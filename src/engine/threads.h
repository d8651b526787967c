/* How many threads this process may and can use. */
#ifndef RUNODDS_ENGINE_THREADS_H
#define RUNODDS_ENGINE_THREADS_H

#include <stddef.h>

/* min(processors we may run on, cgroup quota rounded up, OMP_NUM_THREADS if it is a number), at least 1; with asked > 0
 * that many instead. Fewer if the system does not start them: OpenMP would end the program. */
int threads_choose(int asked);

/* Bytes of memory that this process may still take: the least of RLIMIT_AS, cgroup limit and what is available. */
size_t threads_memory(void);

#endif
