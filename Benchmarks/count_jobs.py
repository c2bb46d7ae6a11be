"""The job of a count: what was counted set against what should be there, line by line."""

import os

import compare
from jobs import Contender, Job


def reconcile(shop, rows):
    """A full count of as many items as rows, of a place with an opening and as many movements since.

    Stockroom reads its shop and writes every line as CSV. The peers have the same tables in their own files: items, their
    movements, the entries of the count, prices, and the moving average after each receipt, which is ours to keep as it cannot
    be had by a query. They sum up the movements until the time of each line, look up cost and price as of it, and write the
    same columns.
    """
    def open_count(folder):
        shop.call("count", "open", "--location", "shop", "--kind", "full", "--number", "1", "--shop", folder)
    folder = shop.shop(rows, "opening", "trade", "count_lines", prepare=open_count, name="counted")
    tables = os.path.join(folder, "tables")
    if not os.path.exists(os.path.join(tables, "done")):
        shop.run(shop.peer("count_tables.py", os.path.join(folder, "stock.sqlite"), tables))
    outputs = [shop.out(f"count-{name}.csv") for name in ("ours", "duckdb", "polars")]
    return Job(
        "reconcile", "reconcile a count", {"duckdb": 0.6}, {"duckdb": 0.3},
        [Contender("stockroom", [shop.stockroom, "reconcile", "1", "--to", outputs[0], "--shop", folder], outputs[0]),
         Contender("duckdb", shop.peer("duckdb_count.py", os.path.join(tables, "count.duckdb"), outputs[1]), outputs[1]),
         Contender("polars", shop.peer("polars_count.py", tables, outputs[2]), outputs[2])],
        lambda: compare.same_records(outputs, are_numbers=True), reach_memory={"duckdb": 0.4})


MAKERS = {"reconcile": reconcile}
