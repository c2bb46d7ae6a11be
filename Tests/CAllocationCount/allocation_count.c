// Counts allocations by standing before the C library's own functions. Only where that library is glibc, which offers
// them under a second name; elsewhere nothing is counted, and a test says so.

#include "allocation_count.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__GLIBC__)

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread size_t count __attribute__((tls_model("initial-exec")));

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count++;
  return __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  count++;
  void *made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void allocation_count_begin(void) { count = 0; }
size_t allocation_count_end(void) { return count; }

#else

void allocation_count_begin(void) {}
size_t allocation_count_end(void) { return 0; }

#endif
