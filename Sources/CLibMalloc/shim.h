#include <malloc.h>

/* How many heaps there are for all threads together. Effective only before the second thread begins. */
static inline int stockroom_limit_heaps(int most) { return mallopt(M_ARENA_MAX, most); }

/* From how many bytes on a block is taken from the system by itself, and given back when it is freed. */
static inline int stockroom_map_blocks_from(int bytes) { return mallopt(M_MMAP_THRESHOLD, bytes); }

/* From how many free bytes at its end on a heap gives them back. */
static inline int stockroom_trim_heaps_from(int bytes) { return mallopt(M_TRIM_THRESHOLD, bytes); }
