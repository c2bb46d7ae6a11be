"""JSON Lines into a DuckDB file by DuckDB, every field as text, with unique keys: duckdb_import.py IN OUT."""

import sys

import duckdb

source, target = sys.argv[1:]
connection = duckdb.connect(target)
connection.execute(
    "CREATE TABLE products AS SELECT * FROM read_json(?, format='newline_delimited')", [source])
connection.execute("CREATE UNIQUE INDEX by_sku ON products(sku)")
connection.execute("CREATE UNIQUE INDEX by_barcode ON products(barcode)")
connection.close()
