"""A count reconciled by Polars, out of Parquet: polars_count.py FOLDER OUT.csv.

Expected is the sum of the movements until the time of the line, cost and price are those as of it; values are rounded once,
half away from zero.
"""

import sys

import polars as pl

folder, target = sys.argv[1:]


def table(name):
    return pl.scan_parquet(f"{folder}/{name}-*.parquet")


def rounded(amount, divisor):
    return amount.sign() * ((amount.abs() + divisor // 2) // divisor)


def decimal(amount, digits):
    return amount.cast(pl.Decimal(38, digits)) / pl.lit(10 ** digits).cast(pl.Decimal(38, 0))


counted = table("entries").group_by("item").agg(pl.col("quantity").sum().alias("counted"), pl.col("counted_at").max())
moved = (
    table("movements").join(counted.select("item", "counted_at"), on="item")
    .filter(pl.col("effective_at") <= pl.col("counted_at"))
    .group_by("item").agg(pl.col("quantity").sum().alias("expected")))
lines = (
    counted.join(moved, on="item", how="left").with_columns(pl.col("expected").fill_null(0))
    .join(table("items"), on="item").sort("counted_at")
    .join_asof(table("costs").sort("effective_at"), left_on="counted_at", right_on="effective_at", by="item",
               check_sortedness=False)
    .join_asof(table("prices").sort("valid_from"), left_on="counted_at", right_on="valid_from", by="item",
               check_sortedness=False)
    .with_columns((pl.col("counted") - pl.col("expected")).alias("variance"),
                  pl.coalesce("average_cost", "standard_cost").alias("cost"))
    .sort("item"))
lines.select(
    "sku", pl.lit("counted").alias("state"),
    pl.from_epoch("counted_at", time_unit="ms").dt.strftime("%Y-%m-%dT%H:%M:%S+00:00").alias("as_of"),
    decimal(pl.col("counted"), 3), decimal(pl.col("expected"), 3), decimal(pl.col("variance"), 3),
    decimal(pl.col("cost"), 6).alias("unit_cost"),
    pl.when(pl.col("average_cost").is_not_null()).then(pl.lit("moving-average"))
    .when(pl.col("standard_cost").is_not_null()).then(pl.lit("standard")).otherwise(pl.lit("unvalued")).alias("cost_source"),
    decimal(rounded(pl.col("variance") * pl.col("cost"), 10 ** 7), 2).alias("variance_at_cost"),
    decimal(rounded(pl.col("variance") * pl.col("price"), 1000), 2).alias("variance_at_retail"),
    pl.lit("unknown").alias("reason"),
    pl.when(pl.col("variance") == 0).then(pl.lit("matched")).otherwise(pl.lit("as-counted")).alias("route"),
).sink_csv(target)
