#include <sqlite3.h>

/* sqlite3_db_config takes a variable list of arguments, which Swift cannot call. */
static inline int stockroom_sqlite_switch(sqlite3 *database, int what, int on) {
  return sqlite3_db_config(database, what, on, (int *)0);
}

/* The header hides these behind SQLITE_ENABLE_PREUPDATE_HOOK; the libraries of Debian, Ubuntu, Fedora and Alpine have them. */
extern void *sqlite3_preupdate_hook(
  sqlite3 *database,
  void (*callback)(void *context, sqlite3 *database, int operation, const char *schema, const char *table,
                   sqlite3_int64 old_key, sqlite3_int64 new_key),
  void *context);
extern int sqlite3_preupdate_old(sqlite3 *database, int column, sqlite3_value **value);
extern int sqlite3_preupdate_new(sqlite3 *database, int column, sqlite3_value **value);
extern int sqlite3_preupdate_count(sqlite3 *database);
