"""The lines of a price list out of the tables that were made of it, to be compared: price_list_rows.py DATABASE OUT.csv.

The database is one of SQLite, or of DuckDB where it is called so. A cost without a currency is in the shop's, EUR.
"""

import csv
import sqlite3
import sys

QUERY = """
SELECT v.sku, p.code, p.title, p.description, b.code, c.code, k.code, v.size, a.canonical, a.code, v.standard_cost, r.price,
  p.tax_rate, u.code, i.supplier_code, i.unit_cost, COALESCE(i.currency, 'EUR'), i.pack_size, r.price_type, r.currency, r.valid_from
FROM variants v JOIN products p ON p.id = v.product_id LEFT JOIN brands b ON b.id = p.brand_id
  LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN colours k ON k.id = v.colour_id
  LEFT JOIN barcodes a ON a.variant_id = v.id LEFT JOIN prices r ON r.variant_id = v.id
  LEFT JOIN supplier_items i ON i.variant_id = v.id LEFT JOIN suppliers u ON u.id = i.supplier_id
ORDER BY v.sku
"""

source, target = sys.argv[1:]
if source.endswith(".duckdb"):
    import duckdb
    rows = duckdb.connect(source, read_only=True).execute(QUERY).fetchall()
else:
    rows = sqlite3.connect(f"file:{source}?mode=ro", uri=True).execute(QUERY)
with open(target, "w", encoding="utf-8", newline="") as out:
    csv.writer(out, lineterminator="\n").writerows(rows)
