"""A count reconciled by DuckDB, out of a file of its own: duckdb_count.py IN.duckdb OUT.csv.

Expected is the sum of the movements until the time of the line, cost and price are those as of it; values are rounded once,
half away from zero.
"""

import sys

import duckdb

source, target = sys.argv[1:]


def rounded(amount, divisor):
    return f"sign({amount}) * ((abs({amount}) + {divisor // 2}) // {divisor})"


def decimal(amount, digits):
    return f"CAST({amount} AS DECIMAL(18, 0)) * CAST(0.{'0' * (digits - 1)}1 AS DECIMAL({digits}, {digits}))"


connection = duckdb.connect(source, read_only=True)
connection.execute(f"""
COPY (
  WITH counted AS (
    SELECT item, sum(quantity)::BIGINT AS counted, max(counted_at) AS moment FROM entries GROUP BY item
  ), expected AS (
    SELECT c.item, any_value(c.counted) AS counted, any_value(c.moment) AS moment,
      coalesce(sum(m.quantity) FILTER (m.effective_at <= c.moment), 0)::BIGINT AS expected
    FROM counted c LEFT JOIN movements m USING (item) GROUP BY c.item
  ), valued AS (
    SELECT e.*, e.counted - e.expected AS variance, h.average_cost AS cost, p.price
    FROM expected e ASOF LEFT JOIN costs h ON h.item = e.item AND h.effective_at <= e.moment
      ASOF LEFT JOIN prices p ON p.item = e.item AND p.valid_from <= e.moment
  )
  SELECT i.sku, 'counted' AS state, strftime(epoch_ms(moment), '%Y-%m-%dT%H:%M:%S+00:00') AS as_of,
    {decimal("counted", 3)} AS counted, {decimal("expected", 3)} AS expected, {decimal("variance", 3)} AS variance,
    {decimal("coalesce(cost, standard_cost)", 6)} AS unit_cost,
    CASE WHEN cost IS NOT NULL THEN 'moving-average' WHEN standard_cost IS NOT NULL THEN 'standard' ELSE 'unvalued' END
      AS cost_source,
    {decimal(rounded("(variance * coalesce(cost, standard_cost))", 10 ** 7), 2)} AS variance_at_cost,
    {decimal(rounded("(variance * price)", 1000), 2)} AS variance_at_retail,
    'unknown' AS reason, CASE WHEN variance = 0 THEN 'matched' ELSE 'as-counted' END AS route
  FROM valued v JOIN items i USING (item) ORDER BY v.item
) TO '{target}' (FORMAT csv, HEADER)
""")
