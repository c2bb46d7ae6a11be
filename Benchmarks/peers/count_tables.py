"""The tables that a count is reconciled by, out of a shop and into the files of DuckDB and Polars:
count_tables.py SHOP.sqlite FOLDER.

Numbers are whole numbers of the smallest unit and moments milliseconds since 1970, as the shop has them; each table is in the
order of its items, as a database that was made for this would have it.
"""

import os
import sqlite3
import sys

import duckdb
import polars

TABLES = {
    "items": "SELECT id AS item, sku, standard_cost FROM variants ORDER BY id",
    "entries": "SELECT variant_id AS item, quantity, counted_at FROM count_entries WHERE superseded_by IS NULL ORDER BY 1",
    "movements": "SELECT variant_id AS item, quantity, effective_at FROM movements ORDER BY 1, 3",
    "costs": "SELECT variant_id AS item, effective_at, average_cost FROM cost_history ORDER BY 1, 2, movement_id",
    "prices": "SELECT variant_id AS item, valid_from, price FROM prices WHERE price_type = 'regular' ORDER BY 1, 2",
}
BATCH = 1_000_000

database, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
shop = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
target = duckdb.connect(os.path.join(folder, "count.duckdb"))
for name, query in TABLES.items():
    rows = shop.execute(query)
    columns = [column[0] for column in rows.description]
    schema = {column: polars.String if column == "sku" else polars.Int64 for column in columns}
    parts = []
    while batch := rows.fetchmany(BATCH):
        parts.append(os.path.join(folder, f"{name}-{len(parts):03d}.parquet"))
        polars.DataFrame(batch, schema=schema, orient="row").write_parquet(parts[-1])
    target.execute(f"CREATE TABLE {name} AS SELECT * FROM read_parquet('{folder}/{name}-*.parquet')")
target.close()
with open(os.path.join(folder, "done"), "w"):
    pass
