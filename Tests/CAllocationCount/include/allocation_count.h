#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stddef.h>

/// Begins to count what the calling thread allocates.
void allocation_count_begin(void);

/// Ends counting and tells how often the thread asked for memory since.
size_t allocation_count_end(void);

#endif
