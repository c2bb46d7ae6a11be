#include <sqlite3.h>

/* sqlite3_db_config takes a variable list of arguments, which Swift cannot call. */
static inline int stockroom_sqlite_switch(sqlite3 *database, int what, int on) {
  return sqlite3_db_config(database, what, on, (int *)0);
}
