/* SHA256_Init and its companions are deprecated, but the functions that replace them look up their algorithm each time. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>

/* SHA-256 of short content, without an allocation; digest has room for 32 bytes. */
static inline void stockroom_sha256(const void *bytes, size_t count, unsigned char *digest) {
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes, count);
  SHA256_Final(digest, &context);
}
