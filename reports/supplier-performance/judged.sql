-- Each line with the day on which it was due, when it came, and what is short of it. A line is late when its last receipt came
-- after that day, and when it was given up without any.
SELECT j.*,
  CASE WHEN j.is_done = 1 AND j.due_on IS NOT NULL THEN CASE WHEN j.last_on <= j.due_on THEN 1 ELSE 0 END END AS is_on_time,
  CASE WHEN j.is_done = 1 THEN CASE WHEN j.filled_milli = j.ordered_milli THEN 1 ELSE 0 END END AS is_full,
  CASE WHEN j.open_milli > 0 AND j.due_on < :generated_on THEN 1 ELSE 0 END AS is_overdue,
  CASE WHEN j.is_done = 1 THEN j.last_number - j.ordered_number END AS lead_days,
  CASE WHEN j.is_done = 1 AND j.last_on > j.due_on THEN j.last_number - j.due_number
    WHEN j.open_milli > 0 AND j.due_on < :generated_on THEN j.today_number - j.due_number END AS days_late,
  /* include product.sql (quantity: j.short_milli; price: j.unit_cost_micro; divisor: j.cost_divisor) */ AS short_minor,
  CASE WHEN j.confirmed_cost_micro <> j.unit_cost_micro THEN 1 ELSE 0 END AS has_price,
  CASE WHEN j.confirmed_cost_micro = j.unit_cost_micro THEN NULL
    ELSE /* include product.sql (quantity: j.priced_milli; price: j.confirmed_cost_micro - j.unit_cost_micro; divisor: j.cost_divisor) */
    END AS price_minor
FROM (
  SELECT y.*,
    (SELECT /* include day-number.sql */ FROM (SELECT y.ordered_on AS day) x) AS ordered_number,
    (SELECT /* include day-number.sql */ FROM (SELECT y.last_on AS day) x) AS last_number,
    (SELECT /* include day-number.sql */ FROM (SELECT y.due_on AS day) x) AS due_number,
    (SELECT /* include day-number.sql */ FROM (SELECT CAST(:generated_on AS TEXT) AS day) x) AS today_number
  FROM (
    SELECT s.*, COALESCE(s.confirmed_milli, s.ordered_milli) AS priced_milli,
      CASE WHEN s.is_done = 1 THEN s.ordered_milli - s.filled_milli END AS short_milli,
      CASE :against WHEN 'expected' THEN s.expected_on ELSE COALESCE(s.promised_on, s.expected_on) END AS due_on, a.last_on,
      (SELECT i.lead_time_days FROM report_supplier_items i WHERE i.variant_id = s.variant_id AND i.supplier = s.supplier)
        AS listed_days
    FROM scope s LEFT JOIN arrivals a ON a.order_id = s.order_id AND a.variant_id = s.variant_id
  ) y
) j
