// price_list PRICELIST.csv OUT.sqlite SCHEMA.sql INDEXES.sql: the least that a first import of a price list can cost on SQLite.
//
// It reads the rows, checks numbers and check digits, numbers codes with hash tables, inserts into the tables of a shop with
// prepared statements in one transaction, and makes the indexes last. It has no plan, no undo, no questions, and knows one
// file. A row that is not as it should be ends it with status 1.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  sku, code, title, description, brand, category, colour, size, barcode, cost, price, tax, supplier, supplier_code, unit_cost, pack,
  fields
};

typedef struct { const char *text; int length; } Field;

static sqlite3 *database;

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, database ? sqlite3_errmsg(database) : "");
  exit(1);
}

static void run(const char *sql) {
  if (sqlite3_exec(database, sql, 0, 0, 0)) fail(sql);
}

static char *whole(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) fail(path);
  long length = ftell(file);
  rewind(file);
  char *text = malloc(length + 1);
  if (!text || fread(text, 1, length, file) != (size_t)length) fail(path);
  text[length] = 0;
  fclose(file);
  return text;
}

// MARK: Codes and the numbers that they get

static uint64_t hash(Field f) {
  uint64_t h = 14695981039346656037ull;
  for (int i = 0; i < f.length; i++) h = (h ^ (unsigned char)f.text[i]) * 1099511628211ull;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull;
  h ^= h >> 32;
  return h ? h : 1;
}

typedef struct { uint64_t key, content; int64_t number; } Entry;
typedef struct { Entry *entries; size_t capacity, count; } Numbers;

// The entry of a key, made when it is new: its number is then 0.
static Entry *entry(Numbers *n, uint64_t key) {
  if (n->count * 2 >= n->capacity) {
    Numbers old = *n;
    n->capacity = old.capacity ? old.capacity * 2 : 1024;
    n->entries = calloc(n->capacity, sizeof(Entry));
    if (!n->entries) fail("memory");
    for (size_t i = 0; i < old.capacity; i++)
      if (old.entries[i].key) {
        size_t place = old.entries[i].key & (n->capacity - 1);
        while (n->entries[place].key) place = (place + 1) & (n->capacity - 1);
        n->entries[place] = old.entries[i];
      }
    free(old.entries);
  }
  size_t place = key & (n->capacity - 1);
  while (n->entries[place].key && n->entries[place].key != key) place = (place + 1) & (n->capacity - 1);
  if (!n->entries[place].key) {
    n->entries[place].key = key;
    n->count++;
  }
  return &n->entries[place];
}

// MARK: Statements

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0)) fail(sql);
  return statement;
}

static void text(sqlite3_stmt *s, int place, Field f) {
  if (f.length) sqlite3_bind_text(s, place, f.text, f.length, SQLITE_STATIC);
  else sqlite3_bind_null(s, place);
}

static void number(sqlite3_stmt *s, int place, int64_t value) {
  if (value) sqlite3_bind_int64(s, place, value);
  else sqlite3_bind_null(s, place);
}

static void insert(sqlite3_stmt *s) {
  if (sqlite3_step(s) != SQLITE_DONE) fail("insert");
  sqlite3_reset(s);
}

typedef struct { Numbers numbers; sqlite3_stmt *insert; } Codes;

static int64_t numbered(Codes *codes, Field f) {
  if (!f.length) return 0;
  Entry *found = entry(&codes->numbers, hash(f));
  if (!found->number) {
    found->number = codes->numbers.count;
    number(codes->insert, 1, found->number);
    text(codes->insert, 2, f);
    insert(codes->insert);
  }
  return found->number;
}

// MARK: Values

static int64_t scaled(Field f, int digits) {
  int64_t value = 0;
  int decimals = -1;
  if (!f.length) fail("an empty number");
  for (int i = 0; i < f.length; i++) {
    if (f.text[i] == '.' && decimals < 0) { decimals = 0; continue; }
    if (f.text[i] < '0' || f.text[i] > '9' || (decimals >= 0 && ++decimals > digits)) fail("not a number");
    value = value * 10 + (f.text[i] - '0');
  }
  for (int i = decimals < 0 ? 0 : decimals; i < digits; i++) value *= 10;
  return value;
}

static void check_ean(Field f) {
  int sum = 0;
  if (f.length != 13) fail("not an EAN-13");
  for (int i = 0; i < 13; i++) {
    if (f.text[i] < '0' || f.text[i] > '9') fail("not an EAN-13");
    sum += (f.text[i] - '0') * (i & 1 ? 3 : 1);
  }
  if (sum % 10) fail("a check digit");
}

// MARK: Rows

static FILE *source;
static char *buffer;
static size_t capacity = 1 << 20, filled, place;

// A field with its doubled quotes made single in place.
static Field unquoted(Field f) {
  char *end = (char *)f.text;
  for (int k = 0; k < f.length; k++) {
    *end++ = f.text[k];
    if (f.text[k] == '"') k++;
  }
  return (Field){f.text, (int)(end - f.text)};
}

// The next row; 0 at the end. A row is read again from its start when the buffer ends in it, so quotes are changed last.
static int row(Field *f) {
  for (;;) {
    size_t i = place;
    int quoted = 0;
    for (int count = 0; i < filled;) {
      if (count == fields) fail("too many fields");
      if (buffer[i] == '"') {
        size_t start = ++i;
        while (i < filled && (buffer[i] != '"' || (i + 1 < filled && buffer[i + 1] == '"'))) i += buffer[i] == '"' ? 2 : 1;
        if (i + 1 >= filled) break;
        quoted |= 1 << count;
        f[count++] = (Field){buffer + start, (int)(i++ - start)};
      } else {
        size_t start = i;
        while (i < filled && buffer[i] != ',' && buffer[i] != '\n') i++;
        if (i == filled) break;
        f[count++] = (Field){buffer + start, (int)(i - start)};
      }
      if (buffer[i++] == '\n') {
        if (count != fields) fail("too few fields");
        for (int k = 0; k < fields; k++)
          if (quoted & 1 << k) f[k] = unquoted(f[k]);
        place = i;
        return 1;
      }
    }
    memmove(buffer, buffer + place, filled - place);
    filled -= place;
    place = 0;
    size_t more = fread(buffer + filled, 1, capacity - filled, source);
    if (!more && filled) fail("a row without an end");
    if (!more) return 0;
    filled += more;
  }
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  source = fopen(arguments[1], "rb");
  buffer = malloc(capacity);
  if (!source || !buffer) fail(arguments[1]);
  if (sqlite3_open(arguments[2], &database)) fail(arguments[2]);
  run("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
      "PRAGMA cache_size = -16000;");
  run(whole(arguments[3]));
  run("BEGIN IMMEDIATE");
  sqlite3_stmt *products = prepare(
      "INSERT INTO products (id, code, title, description, category_id, brand_id, tax_rate) VALUES (?, ?, ?, ?, ?, ?, ?)");
  sqlite3_stmt *variants = prepare(
      "INSERT INTO variants (id, sku, product_id, colour_id, size, standard_cost) VALUES (?, ?, ?, ?, ?, ?)");
  sqlite3_stmt *barcodes = prepare(
      "INSERT INTO barcodes (id, canonical, code, symbology, variant_id) VALUES (?1, '0' || ?2, ?2, 'gtin-13', ?1)");
  sqlite3_stmt *prices = prepare(
      "INSERT INTO prices (id, variant_id, price_type, currency, valid_from, price)"
      " VALUES (?1, ?1, 'regular', 'EUR', -62135596800000, ?2)");
  sqlite3_stmt *items = prepare(
      "INSERT INTO supplier_items (id, supplier_id, variant_id, supplier_code, unit_cost, currency, pack_size)"
      " VALUES (?1, ?2, ?1, ?3, ?4, 'EUR', ?5)");
  Codes categories = {.insert = prepare("INSERT INTO categories (id, code) VALUES (?, ?)")};
  Codes brands = {.insert = prepare("INSERT INTO brands (id, code) VALUES (?, ?)")};
  Codes colours = {.insert = prepare("INSERT INTO colours (id, code) VALUES (?, ?)")};
  Codes suppliers = {.insert = prepare("INSERT INTO suppliers (id, code) VALUES (?, ?)")};
  Numbers known = {0};
  Field f[fields];
  row(f);
  for (int64_t n = 1; row(f); n++) {
    if (!f[sku].length || !f[code].length || !f[title].length) fail("a row without a code or title");
    check_ean(f[barcode]);
    uint64_t content = (hash(f[title]) * 31 + hash(f[description])) * 31 + hash(f[tax]);
    Entry *product = entry(&known, hash(f[code]));
    if (!product->number) {
      product->number = n;
      product->content = content;
      number(products, 1, n);
      text(products, 2, f[code]);
      text(products, 3, f[title]);
      text(products, 4, f[description]);
      number(products, 5, numbered(&categories, f[category]));
      number(products, 6, numbered(&brands, f[brand]));
      sqlite3_bind_int64(products, 7, scaled(f[tax], 4));
      insert(products);
    } else if (product->content != content) fail("a product that contradicts itself");
    number(variants, 1, n);
    text(variants, 2, f[sku]);
    number(variants, 3, product->number);
    number(variants, 4, numbered(&colours, f[colour]));
    text(variants, 5, f[size]);
    sqlite3_bind_int64(variants, 6, scaled(f[cost], 6));
    insert(variants);
    number(barcodes, 1, n);
    text(barcodes, 2, f[barcode]);
    insert(barcodes);
    number(prices, 1, n);
    sqlite3_bind_int64(prices, 2, scaled(f[price], 2));
    insert(prices);
    number(items, 1, n);
    number(items, 2, numbered(&suppliers, f[supplier]));
    text(items, 3, f[supplier_code]);
    sqlite3_bind_int64(items, 4, scaled(f[unit_cost], 6));
    sqlite3_bind_int64(items, 5, scaled(f[pack], 3));
    insert(items);
  }
  run(whole(arguments[4]));
  run("COMMIT");
  return sqlite3_close_v2(database) ? 1 : 0;
}
