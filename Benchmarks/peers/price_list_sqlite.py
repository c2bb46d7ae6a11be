"""Prints what the sqlite3 shell is to do with a price list: stage it as text, check it, make the tables of a shop of it:
price_list_sqlite.py PRICELIST.csv > SCRIPT."""

import sys

from price_list_statements import script

COLUMNS = ("sku product_code title description brand category colour size barcode standard_cost price tax_rate supplier "
           "supplier_code unit_cost pack_size").split()
NUMBERS = ("standard_cost", "price", "tax_rate", "unit_cost", "pack_size")


def numbered(table, column):
    return (f"INSERT INTO {table} (code) SELECT {column} FROM stage WHERE {column} <> '' GROUP BY {column} ORDER BY MIN(rowid);")


def whole(column, digits):
    return f"CAST(ROUND({column} * {10 ** digits}) AS INTEGER)"


check_sum = " + ".join(f"substr(barcode, {place + 1}, 1) * {3 if place % 2 else 1}" for place in range(13))
not_numbers = " OR ".join(f"{column} GLOB '*[^0-9.]*' OR {column} NOT GLOB '*[0-9]*'" for column in NUMBERS)
print(f"""PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
PRAGMA cache_size = -16000; PRAGMA temp_store = FILE;
{script("price_list.sql")}
CREATE TEMP TABLE stage ({', '.join(f'{column} TEXT' for column in COLUMNS)});
CREATE TEMP TABLE wrong (rows INTEGER CHECK (rows = 0));
.bail on
.mode csv
.import --skip 1 "{sys.argv[1]}" stage
BEGIN;
INSERT INTO wrong SELECT COUNT(*) FROM stage WHERE sku = '' OR product_code = '' OR title = ''
  OR length(barcode) <> 13 OR barcode GLOB '*[^0-9]*' OR ({check_sum}) % 10 <> 0 OR {not_numbers};
{numbered("categories", "category")}
{numbered("brands", "brand")}
{numbered("colours", "colour")}
{numbered("suppliers", "supplier")}
CREATE TEMP TABLE firsts AS SELECT MIN(rowid) AS place FROM stage GROUP BY product_code ORDER BY 1;
INSERT INTO products (id, code, title, description, category_id, brand_id, tax_rate)
  SELECT s.rowid, s.product_code, s.title, s.description, c.id, b.id, {whole("s.tax_rate", 4)}
  FROM firsts f JOIN stage s ON s.rowid = f.place LEFT JOIN categories c ON c.code = s.category
    LEFT JOIN brands b ON b.code = s.brand;
CREATE UNIQUE INDEX temp_products ON products(code);
INSERT INTO wrong SELECT COUNT(*) FROM stage s JOIN products p ON p.code = s.product_code
  WHERE p.title IS NOT s.title OR p.description IS NOT s.description OR p.tax_rate IS NOT {whole("s.tax_rate", 4)};
INSERT INTO variants (id, sku, product_id, colour_id, size, standard_cost)
  SELECT s.rowid, s.sku, p.id, k.id, NULLIF(s.size, ''), {whole("s.standard_cost", 6)}
  FROM stage s JOIN products p ON p.code = s.product_code LEFT JOIN colours k ON k.code = s.colour;
INSERT INTO barcodes (id, canonical, code, symbology, variant_id)
  SELECT rowid, '0' || barcode, barcode, 'gtin-13', rowid FROM stage;
INSERT INTO prices (id, variant_id, price_type, currency, valid_from, price)
  SELECT rowid, rowid, 'regular', 'EUR', -62135596800000, {whole("price", 2)} FROM stage;
INSERT INTO supplier_items (id, supplier_id, variant_id, supplier_code, unit_cost, currency, pack_size)
  SELECT s.rowid, u.id, s.rowid, s.supplier_code, {whole("s.unit_cost", 6)}, 'EUR', {whole("s.pack_size", 3)}
  FROM stage s JOIN suppliers u ON u.code = s.supplier;
DROP INDEX temp_products;
{script("price_list_indexes.sql")}
COMMIT;""")
