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

#include <openssl/ec.h>
#include <openssl/x509v3.h>

/* A new key for ECDSA with P-256; NULL when none can be made. The curve is set by a macro in some versions of OpenSSL. */
static inline EVP_PKEY *stockroom_new_p256_key(void) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, NULL);
  if (context != NULL && EVP_PKEY_keygen_init(context) == 1 &&
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1 &&
      EVP_PKEY_keygen(context, &key) != 1) {
    key = NULL;
  }
  EVP_PKEY_CTX_free(context);
  return key;
}
