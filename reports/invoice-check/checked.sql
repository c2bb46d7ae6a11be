-- Every line of an invoice with what is wrong with it. What is invoiced beyond what was received falls to the latest
-- invoices, duplicates before all; a credit note takes from it. Amounts of credit notes are negative.
SELECT c.*,
  CASE WHEN c.duplicate_of IS NOT NULL THEN 'duplicate invoice' WHEN c.order_line_id IS NULL THEN 'not ordered'
    WHEN c.has_other_pack = 1 THEN 'pack differs' WHEN c.excess_milli > 0 THEN 'more invoiced than received'
    WHEN c.is_beyond = 1 THEN 'price differs' WHEN c.price_difference_minor IS NULL THEN 'no price to compare'
    WHEN c.invoice_kind = 'credit-note' THEN 'credited' ELSE 'matched' END AS status,
  CASE WHEN c.order_line_id IS NULL THEN c.amount_minor
    WHEN c.amount_minor IS NULL THEN NULL
    ELSE CASE WHEN c.is_beyond = 1 THEN c.price_difference_minor ELSE 0 END + c.excess_minor END AS query_minor
FROM (
  SELECT e.*,
    -- What is invoiced by the piece is in no other pack.
    CASE WHEN e.pack_milli <> e.ordered_pack_milli AND e.pack_milli <> 1000 THEN 1 ELSE 0 END AS has_other_pack,
    CASE WHEN e.price_difference_minor IS NULL OR e.price_difference_minor = 0 THEN 0
      WHEN ABS(e.price_difference_minor) > 9000000000000 OR ABS(e.ordered_cost_minor) > 9000000000000 THEN 1
      WHEN ABS(e.price_difference_minor) * 1000000 <= ABS(e.ordered_cost_minor) * :tolerance THEN 0
      WHEN e.currency = (SELECT h.currency FROM report_shop h)
        AND ABS(e.price_difference_minor) <= :tolerance_amount THEN 0
      ELSE 1 END AS is_beyond,
    CASE WHEN e.excess_milli = 0 THEN 0
      WHEN e.excess_milli = e.invoiced_milli THEN e.amount_minor - COALESCE(e.price_difference_minor, 0)
      WHEN e.ordered_cost_minor IS NOT NULL THEN
        /* include product.sql (quantity: e.excess_milli; price: e.ordered_unit_cost_micro; divisor: e.cost_divisor) */
      ELSE /* include product.sql (quantity: e.excess_milli; price: e.amount_minor; divisor: e.invoiced_milli) */ END AS excess_minor
  FROM (
    SELECT i.*,
      CASE WHEN i.order_line_id IS NULL OR i.invoiced_milli <= 0 OR i.over_milli <= i.later_milli THEN 0
        WHEN i.over_milli - i.later_milli < i.invoiced_milli THEN i.over_milli - i.later_milli
        ELSE i.invoiced_milli END AS excess_milli
    FROM (
      SELECT l.invoice_line_id, l.invoice_id, l.supplier, v.supplier_name, l.invoice_number, l.invoice_kind, l.invoiced_on,
        v.duplicate_of, v.corrects, l.line, l.variant_id, l.supplier_code, l.item_code, l.title, l.order_number, l.order_id,
        l.order_line_id, l.currency, l.cost_divisor, l.invoiced_milli, l.unit_cost_micro, l.amount_minor, l.tax_rate,
        l.ordered_unit_cost_micro, l.ordered_cost_minor, l.price_difference_minor, l.ordered_pack_milli, l.pack_milli,
        l.ordered_milli, l.received_milli, l.all_invoiced_milli,
        CASE WHEN l.all_invoiced_milli > COALESCE(l.received_milli, 0)
          THEN l.all_invoiced_milli - COALESCE(l.received_milli, 0) ELSE 0 END AS over_milli,
        COALESCE(SUM(CASE WHEN l.invoiced_milli > 0 THEN l.invoiced_milli ELSE 0 END) OVER (
          PARTITION BY l.order_line_id
          ORDER BY CASE WHEN v.duplicate_of IS NULL THEN 0 ELSE 1 END, COALESCE(l.invoiced_on, ''), l.invoice_line_id
          ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), 0) AS later_milli
      FROM bills l JOIN report_invoices v ON v.invoice_id = l.invoice_id
    ) i
  ) e
) c
WHERE (CAST(:supplier AS TEXT) IS NULL OR c.supplier = :supplier)
  AND (CAST(:invoice AS TEXT) IS NULL OR c.invoice_number = :invoice)
  AND (CAST(:order AS TEXT) IS NULL OR c.order_number = :order)
  AND (CAST(:from_day AS TEXT) IS NULL OR c.invoiced_on >= :from_day)
  AND (CAST(:to_day AS TEXT) IS NULL OR c.invoiced_on <= :to_day)
