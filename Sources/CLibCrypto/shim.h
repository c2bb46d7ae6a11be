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
#include <openssl/pem.h>

/* EVP_PKEY_base_id is a macro in some versions of OpenSSL and a function in others. */
static inline int stockroom_is_ed25519(const EVP_PKEY *key) { return EVP_PKEY_base_id(key) == EVP_PKEY_ED25519; }
