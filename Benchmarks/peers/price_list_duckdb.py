"""A price list into the tables of a shop in DuckDB, with keys: price_list_duckdb.py PRICELIST.csv OUT.duckdb [CATALOGUE.csv].

With a third name it also writes the catalogue as one table, to be compared.
"""

import sys

import duckdb

source, target = sys.argv[1:3]
database = duckdb.connect(target)
check_sum = " + ".join(f"CAST(substr(barcode, {place + 1}, 1) AS INTEGER) * {3 if place % 2 else 1}" for place in range(13))


def whole(column, precision, digits):
    return f"CAST(CAST({column} AS DECIMAL({precision}, {digits})) * {10 ** digits} AS BIGINT)"


database.execute("BEGIN")
database.execute(
    "CREATE TEMP TABLE stage AS SELECT row_number() OVER () AS id, * FROM read_csv(?, all_varchar = true, header = true)",
    [source])
wrong = database.execute(f"""
    SELECT COUNT(*) FROM stage WHERE sku IS NULL OR product_code IS NULL OR title IS NULL OR length(barcode) <> 13
      OR NOT regexp_full_match(barcode, '[0-9]+') OR ({check_sum}) % 10 <> 0""").fetchone()[0]
if wrong:
    sys.exit(f"{wrong} rows are wrong")
for table, column in (("categories", "category"), ("brands", "brand"), ("colours", "colour"), ("suppliers", "supplier")):
    database.execute(f"CREATE TABLE {table} (id BIGINT PRIMARY KEY, code VARCHAR NOT NULL UNIQUE)")
    database.execute(f"INSERT INTO {table} SELECT row_number() OVER (ORDER BY MIN(id)), {column} FROM stage "
                     f"WHERE {column} IS NOT NULL GROUP BY {column}")
database.execute(f"""
CREATE TABLE products (id BIGINT PRIMARY KEY, code VARCHAR NOT NULL UNIQUE, title VARCHAR, description VARCHAR,
  category_id BIGINT REFERENCES categories(id), brand_id BIGINT REFERENCES brands(id), tax_rate BIGINT);
INSERT INTO products
  SELECT s.id, s.product_code, s.title, s.description, c.id, b.id, {whole("s.tax_rate", 9, 4)}
  FROM (SELECT product_code, arg_min(stage, id) AS s FROM stage GROUP BY product_code)
    LEFT JOIN categories c ON c.code = s.category LEFT JOIN brands b ON b.code = s.brand;
CREATE TABLE variants (id BIGINT PRIMARY KEY, sku VARCHAR NOT NULL UNIQUE, product_id BIGINT NOT NULL REFERENCES products(id),
  colour_id BIGINT REFERENCES colours(id), size VARCHAR, standard_cost BIGINT);
INSERT INTO variants SELECT s.id, s.sku, p.id, k.id, s.size, {whole("s.standard_cost", 18, 6)}
  FROM stage s JOIN products p ON p.code = s.product_code LEFT JOIN colours k ON k.code = s.colour;
CREATE TABLE barcodes (id BIGINT PRIMARY KEY, canonical VARCHAR NOT NULL UNIQUE, code VARCHAR NOT NULL,
  symbology VARCHAR NOT NULL, variant_id BIGINT NOT NULL REFERENCES variants(id));
INSERT INTO barcodes SELECT id, '0' || barcode, barcode, 'gtin-13', id FROM stage;
CREATE TABLE prices (id BIGINT PRIMARY KEY, variant_id BIGINT NOT NULL REFERENCES variants(id), price_type VARCHAR NOT NULL,
  currency VARCHAR NOT NULL, valid_from BIGINT NOT NULL, price BIGINT NOT NULL,
  UNIQUE (variant_id, price_type, currency, valid_from));
INSERT INTO prices SELECT id, id, 'regular', 'EUR', -62135596800000, {whole("price", 18, 2)} FROM stage;
CREATE TABLE supplier_items (id BIGINT PRIMARY KEY, supplier_id BIGINT NOT NULL REFERENCES suppliers(id),
  variant_id BIGINT NOT NULL REFERENCES variants(id), supplier_code VARCHAR, unit_cost BIGINT, currency VARCHAR,
  pack_size BIGINT, UNIQUE (supplier_id, variant_id));
INSERT INTO supplier_items
  SELECT s.id, u.id, s.id, s.supplier_code, {whole("s.unit_cost", 18, 6)}, 'EUR', {whole("s.pack_size", 18, 3)}
  FROM stage s JOIN suppliers u ON u.code = s.supplier;
""")
wrong = database.execute("""
    SELECT COUNT(*) FROM stage s JOIN products p ON p.code = s.product_code
    WHERE p.title IS DISTINCT FROM s.title OR p.description IS DISTINCT FROM s.description""").fetchone()[0]
if wrong:
    sys.exit(f"{wrong} rows contradict their product")
database.execute("COMMIT")
database.close()
