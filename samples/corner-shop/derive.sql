-- What the corner shop lost in October 2026, worked out from its files alone, in whole numbers.
--
--     sqlite3 :memory: < derive.sql          (in this folder)
--
-- writes expected.csv (the statement), expected-count-lines.csv (every counted item) and expected-stock.csv (on hand and
-- average cost at the end of the month, before the count is posted). Nothing here is shared with Stockroom: it is the
-- other opinion that Stockroom's own reports are compared with. EXPECTED.md explains the rules and follows some lines.
--
-- Units: quantities in thousandths (milli), unit costs in millionths of a euro (micro), prices and values in cents.
-- milli × micro / 10,000,000 = cents; milli × cents / 1,000 = cents.

.bail on
.import --csv price-list.csv list
.import --csv count-unknown-item.csv late_list
.import --csv shop/products.csv own_products
.import --csv shop/variants.csv own_variants
.import --csv shop/barcodes.csv own_barcodes
.import --csv shop/prices.csv own_prices
.import --csv shop/supplier-items.csv own_supplier_items
.import --csv price-changes-2026-10-15.csv price_changes
.import --csv opening-stock.csv opening
.import --csv receipts.csv receipts
.import --csv transfers.csv transfers
.import --csv write-offs.csv write_offs
.import --csv sales-2026-10.csv sales
.import --csv count-session.csv session
.import --csv count-2026-10-31.csv sheet

INSERT INTO list SELECT * FROM late_list;

-- 1. Every number that the files hold, once, as whole numbers in the three units.
CREATE TABLE numbers (text TEXT PRIMARY KEY, milli INTEGER, micro INTEGER, cents INTEGER) WITHOUT ROWID;
INSERT INTO numbers
WITH texts(text) AS (
  SELECT quantity FROM opening UNION SELECT unit_cost FROM opening UNION SELECT quantity FROM receipts
  UNION SELECT unit_cost FROM receipts UNION SELECT quantity FROM transfers UNION SELECT quantity FROM write_offs
  UNION SELECT quantity FROM sales UNION SELECT unit_price FROM sales UNION SELECT counted_quantity FROM sheet
  UNION SELECT unit_cost FROM list UNION SELECT price FROM list UNION SELECT price FROM own_prices
  UNION SELECT unit_cost FROM own_supplier_items UNION SELECT standard_cost FROM own_variants
  UNION SELECT price FROM price_changes
), parts AS (
  SELECT text, CASE WHEN text LIKE '-%' THEN -1 ELSE 1 END AS sign,
    substr(ltrim(text, '-'), 1, instr(ltrim(text, '-') || '.', '.') - 1) AS whole,
    substr(ltrim(text, '-'), instr(ltrim(text, '-') || '.', '.') + 1) || '000000' AS fraction
  FROM texts WHERE text <> ''
)
SELECT text, sign * CAST(whole || substr(fraction, 1, 3) AS INTEGER),
  sign * CAST(whole || substr(fraction, 1, 6) AS INTEGER), sign * CAST(whole || substr(fraction, 1, 2) AS INTEGER)
FROM parts;

-- 2. The catalog: items, their codes, what suppliers ask for them, what customers pay.
CREATE TABLE items (sku TEXT PRIMARY KEY, title TEXT, category TEXT, standard_micro INTEGER, list_micro INTEGER);
INSERT INTO items(sku, title, category) SELECT sku, title, category FROM list;
INSERT INTO items(sku, title, category, standard_micro)
  SELECT v.sku, p.title, p.category, n.micro
  FROM own_variants v JOIN own_products p USING (product_code) LEFT JOIN numbers n ON n.text = v.standard_cost;

CREATE TABLE codes (barcode TEXT PRIMARY KEY, sku TEXT);
INSERT INTO codes SELECT barcode, sku FROM list WHERE barcode <> '' UNION ALL SELECT barcode, sku FROM own_barcodes;

CREATE TABLE supplier_codes (supplier TEXT, code TEXT, sku TEXT, micro INTEGER, PRIMARY KEY (supplier, code));
INSERT INTO supplier_codes
  SELECT 'ACME', sku, sku, micro FROM list LEFT JOIN numbers ON text = unit_cost
  UNION ALL SELECT supplier, supplier_code, sku, micro FROM own_supplier_items LEFT JOIN numbers ON text = unit_cost;
UPDATE items SET list_micro = (SELECT MIN(micro) FROM supplier_codes s WHERE s.sku = items.sku);

CREATE TABLE regular_prices (sku TEXT, valid_from TEXT, cents INTEGER, PRIMARY KEY (sku, valid_from));
INSERT INTO regular_prices
  SELECT sku, '', cents FROM list JOIN numbers ON text = price
  UNION ALL SELECT sku, '', cents FROM own_prices JOIN numbers ON text = price
  UNION ALL SELECT sku, valid_from, cents FROM price_changes JOIN numbers ON text = price;

-- 3. Everything that moved stock, as signed quantities. The id keeps the order in which the files are imported.
CREATE TABLE movements (
  id INTEGER PRIMARY KEY, kind TEXT, sku TEXT, location TEXT, milli INTEGER, micro INTEGER, price_cents INTEGER,
  reason TEXT, effective_at TEXT);
INSERT INTO movements(kind, sku, location, milli, micro, effective_at)
  SELECT 'opening', sku, location, q.milli, c.micro, effective_at
  FROM opening JOIN numbers q ON q.text = quantity LEFT JOIN numbers c ON c.text = unit_cost ORDER BY opening.rowid;
INSERT INTO movements(kind, sku, location, milli, micro, effective_at)
  SELECT 'receipt', s.sku, location, q.milli, c.micro, effective_at
  FROM receipts r JOIN supplier_codes s ON s.supplier = r.supplier AND s.code = r.supplier_code
    JOIN numbers q ON q.text = quantity LEFT JOIN numbers c ON c.text = unit_cost ORDER BY r.rowid;
INSERT INTO movements(kind, sku, location, milli, effective_at)
  SELECT 'transfer', sku, location, -milli, effective_at FROM transfers JOIN numbers ON text = quantity
  UNION ALL SELECT 'transfer', sku, to_location, milli, effective_at FROM transfers JOIN numbers ON text = quantity;
INSERT INTO movements(kind, sku, location, milli, reason, effective_at)
  SELECT 'write-off', sku, location, milli, reason, effective_at FROM write_offs JOIN numbers ON text = quantity;
INSERT INTO movements(kind, sku, location, milli, price_cents, effective_at)
  SELECT 'sale', COALESCE(NULLIF(s.sku, ''), c.sku), location, -q.milli, p.cents, effective_at
  FROM sales s LEFT JOIN codes c USING (barcode) JOIN numbers q ON q.text = quantity
    JOIN numbers p ON p.text = unit_price ORDER BY s.rowid;
CREATE INDEX movements_by_item ON movements(sku, location, effective_at);

-- The files must have been taken in whole, every code found.
CREATE TABLE must_be_true (what TEXT, ok INTEGER CHECK (ok = 1));
INSERT INTO must_be_true
  SELECT 'rows', (SELECT COUNT(*) FROM movements) = (SELECT COUNT(*) FROM opening) + (SELECT COUNT(*) FROM receipts)
    + 2 * (SELECT COUNT(*) FROM transfers) + (SELECT COUNT(*) FROM write_offs) + (SELECT COUNT(*) FROM sales);
INSERT INTO must_be_true SELECT 'items', COUNT(*) = 0 FROM movements WHERE sku IS NULL OR sku NOT IN (SELECT sku FROM items);

-- 4. The moving average over both locations, step by step in the order of time: an opening or a receipt with a cost makes
--    it (max(on hand before, 0) × average + quantity × cost) / (max(on hand before, 0) + quantity), rounded to 6 decimals.
CREATE TABLE steps (
  sku TEXT, n INTEGER, milli INTEGER, micro INTEGER, effective_at TEXT, PRIMARY KEY (sku, n)) WITHOUT ROWID;
INSERT INTO steps
  SELECT sku, ROW_NUMBER() OVER (PARTITION BY sku ORDER BY effective_at, id), milli,
    CASE WHEN kind IN ('opening', 'receipt') AND milli > 0 THEN micro END, effective_at
  FROM movements WHERE kind <> 'transfer';
CREATE TABLE averages (
  sku TEXT, n INTEGER, effective_at TEXT, on_hand INTEGER, average INTEGER, PRIMARY KEY (sku, n)) WITHOUT ROWID;
INSERT INTO averages
WITH RECURSIVE run(sku, n, effective_at, on_hand, average) AS (
  SELECT sku, 0, '', 0, NULL FROM items
  UNION ALL
  SELECT r.sku, s.n, s.effective_at, r.on_hand + s.milli,
    CASE WHEN s.micro IS NULL THEN r.average
      WHEN r.average IS NULL THEN s.micro
      ELSE (2 * (MAX(r.on_hand, 0) * r.average + s.milli * s.micro) + MAX(r.on_hand, 0) + s.milli)
        / (2 * (MAX(r.on_hand, 0) + s.milli)) END
  FROM run r JOIN steps s ON s.sku = r.sku AND s.n = r.n + 1
)
SELECT * FROM run WHERE n > 0;

-- 5. The count: entries of one item in several sections add up; blank is not counted, zero is.
CREATE TABLE entries AS
  SELECT s.rowid AS id, COALESCE(NULLIF(s.sku, ''), c.sku) AS sku, section, n.milli AS counted,
    COALESCE(NULLIF(s.counted_at, ''), (SELECT cut_off_at FROM session)) AS as_of,
    s.note LIKE '%not on the sheet%' OR s.sku = '' AS is_unexpected
  FROM sheet s LEFT JOIN codes c USING (barcode) LEFT JOIN numbers n ON n.text = counted_quantity;
INSERT INTO must_be_true SELECT 'count', COUNT(*) = 0 FROM entries WHERE sku IS NULL;

CREATE TABLE lines AS
  SELECT e.*, i.category, i.title,
    (SELECT COALESCE(SUM(milli), 0) FROM movements m
      WHERE m.sku = e.sku AND m.location = 'shop' AND m.effective_at <= e.as_of) AS expected,
    (SELECT average FROM averages a WHERE a.sku = e.sku AND a.effective_at <= e.as_of ORDER BY n DESC LIMIT 1) AS average,
    i.list_micro, i.standard_micro,
    (SELECT cents FROM regular_prices p WHERE p.sku = e.sku AND p.valid_from <= e.as_of
      ORDER BY valid_from DESC LIMIT 1) AS price_cents
  FROM (SELECT sku, MAX(as_of) AS as_of, SUM(counted) AS counted, MAX(is_unexpected) AS is_unexpected
    FROM entries GROUP BY sku) e JOIN items i USING (sku);

-- Each line is rounded once, half away from zero: |a × b| plus half the divisor, divided, the sign put back.
CREATE TABLE valued_lines AS
  SELECT *, COALESCE(average, list_micro, standard_micro) AS micro,
    CASE WHEN average IS NOT NULL THEN 'moving-average' WHEN list_micro IS NOT NULL THEN 'supplier-list'
      WHEN standard_micro IS NOT NULL THEN 'standard' ELSE 'unvalued' END AS cost_source,
    counted - expected AS variance,
    SIGN(counted - expected) * ((ABS(counted - expected) * COALESCE(average, list_micro, standard_micro) + 5000000)
      / 10000000) AS cost_value,
    SIGN(counted - expected) * ((ABS(counted - expected) * price_cents + 500) / 1000) AS retail_value,
    SIGN(expected) * ((ABS(expected) * COALESCE(average, list_micro, standard_micro) + 5000000) / 10000000) AS expected_value
  FROM lines;

-- 6. Known losses of the month: the movements whose reason says so, valued as of their own time.
CREATE TABLE known AS
  SELECT m.*, i.category,
    ((-milli) * COALESCE(
      (SELECT average FROM averages a WHERE a.sku = m.sku AND a.effective_at <= m.effective_at ORDER BY n DESC LIMIT 1),
      i.list_micro, i.standard_micro) + 5000000) / 10000000 AS cost_value,
    ((-milli) * (SELECT cents FROM regular_prices p WHERE p.sku = m.sku AND p.valid_from <= m.effective_at
      ORDER BY valid_from DESC LIMIT 1) + 500) / 1000 AS retail_value
  FROM movements m JOIN items i USING (sku)
  WHERE reason IN ('short-delivery', 'damage', 'expiry', 'known-theft')
    AND effective_at >= '2026-10-01T00:00:00' AND effective_at < '2026-11-01T00:00:00';
INSERT INTO must_be_true SELECT 'losses only', COUNT(*) = 0 FROM known WHERE milli >= 0;

-- 7. Net sales of the month, returns taken off.
CREATE TABLE sold AS
  SELECT m.*, i.category, -SIGN(milli) * ((ABS(milli) * price_cents + 500) / 1000) AS value
  FROM movements m JOIN items i USING (sku)
  WHERE kind = 'sale' AND effective_at >= '2026-10-01T00:00:00' AND effective_at < '2026-11-01T00:00:00';

-- 8. The statement. 'all' stands for every category, and for both locations; only the shop was counted.
CREATE TABLE scopes (scope TEXT, location TEXT);
INSERT INTO scopes VALUES ('shop', 'shop'), ('stockroom', 'stockroom'), ('all', 'shop'), ('all', 'stockroom');
CREATE TABLE measures (
  scope TEXT, category TEXT, place INTEGER, measure TEXT, unit TEXT, value INTEGER, PRIMARY KEY (scope, category, measure));

CREATE TABLE facts (location TEXT, category TEXT, place INTEGER, measure TEXT, unit TEXT, value INTEGER);
INSERT INTO facts
  SELECT 'shop', category, 10, 'unknown-net-cost', 'cents', -cost_value FROM valued_lines WHERE counted IS NOT NULL
  UNION ALL SELECT 'shop', category, 11, 'unknown-gross-loss-cost', 'cents', MAX(-cost_value, 0) FROM valued_lines WHERE counted IS NOT NULL
  UNION ALL SELECT 'shop', category, 12, 'unknown-gross-gain-cost', 'cents', MAX(cost_value, 0) FROM valued_lines WHERE counted IS NOT NULL
  UNION ALL SELECT 'shop', category, 13, 'unknown-net-retail', 'cents', -retail_value FROM valued_lines WHERE counted IS NOT NULL
  UNION ALL SELECT 'shop', category, 14, 'unknown-gross-loss-retail', 'cents', MAX(-retail_value, 0) FROM valued_lines WHERE counted IS NOT NULL
  UNION ALL SELECT 'shop', category, 15, 'unknown-gross-gain-retail', 'cents', MAX(retail_value, 0) FROM valued_lines WHERE counted IS NOT NULL
  UNION ALL SELECT location, category, 20, 'known-cost', 'cents', cost_value FROM known
  UNION ALL SELECT location, category, 21, 'known-retail', 'cents', retail_value FROM known
  UNION ALL SELECT location, category, 22, 'known-cost ' || reason, 'cents', cost_value FROM known
  UNION ALL SELECT location, category, 23, 'known-retail ' || reason, 'cents', retail_value FROM known
  UNION ALL SELECT 'shop', category, 30, 'total-cost', 'cents', -cost_value FROM valued_lines WHERE counted IS NOT NULL
  UNION ALL SELECT location, category, 30, 'total-cost', 'cents', cost_value FROM known
  UNION ALL SELECT 'shop', category, 31, 'total-retail', 'cents', -retail_value FROM valued_lines WHERE counted IS NOT NULL
  UNION ALL SELECT location, category, 31, 'total-retail', 'cents', retail_value FROM known
  UNION ALL SELECT location, category, 40, 'net-sales', 'cents', value FROM sold
  UNION ALL SELECT 'shop', category, 50, 'lines-counted', 'lines', counted IS NOT NULL FROM valued_lines
  UNION ALL SELECT 'shop', category, 51, 'lines-matched', 'lines', COALESCE(variance = 0, 0) FROM valued_lines
  UNION ALL SELECT 'shop', category, 52, 'lines-with-variance', 'lines', COALESCE(variance <> 0, 0) FROM valued_lines
  UNION ALL SELECT 'shop', category, 53, 'lines-uncounted', 'lines', counted IS NULL FROM valued_lines
  UNION ALL SELECT 'shop', category, 54, 'lines-unexpected', 'lines', is_unexpected FROM valued_lines
  UNION ALL SELECT 'shop', category, 55, 'lines-unvalued', 'lines', counted IS NOT NULL AND micro IS NULL FROM valued_lines
  UNION ALL SELECT 'shop', category, 56, 'lines-unvalued-with-variance', 'lines', COALESCE(variance <> 0, 0) AND micro IS NULL FROM valued_lines
  UNION ALL SELECT location, category, 57, 'known-movements', 'lines', 1 FROM known
  UNION ALL SELECT location, category, 58, 'known-movements-unvalued', 'lines', cost_value IS NULL FROM known
  UNION ALL SELECT 'shop', category, 60, 'uncounted-as-zero-cost', 'cents', expected_value FROM valued_lines WHERE counted IS NULL;

INSERT INTO measures
  SELECT scope, category, place, measure, unit, COALESCE(SUM(value), 0) FROM facts JOIN scopes USING (location)
  GROUP BY scope, category, measure
  UNION ALL SELECT scope, 'all', place, measure, unit, COALESCE(SUM(value), 0) FROM facts JOIN scopes USING (location)
  GROUP BY scope, measure;
-- Total shrinkage at retail in ten-thousandths of a percent of net sales, half away from zero.
INSERT INTO measures
  SELECT t.scope, t.category, 41, 'percent-of-net-sales', 'percent',
    SIGN(t.value) * ((ABS(t.value) * 2000000 + n.value) / (2 * n.value))
  FROM measures t JOIN measures n ON n.scope = t.scope AND n.category = t.category AND n.measure = 'net-sales'
  WHERE t.measure = 'total-retail' AND n.value > 0;

.headers on
.mode csv
.separator , "\n"
.once expected.csv
SELECT scope, category, measure,
  CASE unit WHEN 'lines' THEN CAST(value AS TEXT)
    WHEN 'cents' THEN printf('%s%d.%02d', CASE WHEN value < 0 THEN '-' ELSE '' END, ABS(value) / 100, ABS(value) % 100)
    ELSE printf('%s%d.%04d', CASE WHEN value < 0 THEN '-' ELSE '' END, ABS(value) / 10000, ABS(value) % 10000) END AS value
FROM measures ORDER BY scope <> 'shop', scope <> 'all', category <> 'all', category, place, measure;

.once expected-count-lines.csv
SELECT sku, category, as_of, CASE WHEN counted IS NULL THEN 'uncounted' WHEN is_unexpected THEN 'unexpected' ELSE 'counted' END AS state,
  counted AS counted_milli, expected AS expected_milli, variance AS variance_milli, micro AS unit_cost_micro, cost_source,
  cost_value AS variance_cost_cents, price_cents AS retail_price_cents, retail_value AS variance_retail_cents
FROM valued_lines ORDER BY sku;

.once expected-stock.csv
SELECT m.sku, location, SUM(milli) AS on_hand_milli,
  (SELECT average FROM averages a WHERE a.sku = m.sku ORDER BY n DESC LIMIT 1) AS average_cost_micro
FROM movements m GROUP BY m.sku, location ORDER BY m.sku, location;
