#include <openssl/evp.h>
#include <openssl/pem.h>

/* EVP_PKEY_base_id is a macro in some versions of OpenSSL and a function in others. */
static inline int stockroom_is_ed25519(const EVP_PKEY *key) { return EVP_PKEY_base_id(key) == EVP_PKEY_ED25519; }
