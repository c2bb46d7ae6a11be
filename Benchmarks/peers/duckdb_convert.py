"""CSV to JSON Lines or JSON Lines to CSV by DuckDB, every field as text: duckdb_convert.py IN OUT."""

import sys

import duckdb

source, target = sys.argv[1:]
if source.endswith(".csv"):
    read, form = "read_csv(?, all_varchar=true)", "FORMAT json"
else:
    read, form = "read_json(?, format='newline_delimited')", "FORMAT csv, HEADER"
duckdb.execute(f"COPY (SELECT * FROM {read}) TO '{target}' ({form})", [source])
