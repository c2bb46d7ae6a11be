-- What is to be ordered, with how much of it: items that are at or below their reorder point and, of those that have none,
-- the ones that sell out within the lead time. Numbers beyond all reason are left out instead of overflowing.
SELECT k.*,
  /* include product.sql (quantity: k.suggested_milli; price: k.unit_cost_micro; divisor: k.cost_divisor) */ AS cost_minor
FROM (
  SELECT u.variant_id, u.supplier, u.sku, u.title, u.supplier_code, u.barcode, u.stock_unit, u.on_hand_milli,
    u.on_order_milli, u.reorder_point_milli, u.order_up_to_milli, u.sold_milli, u.daily_milli,
    /* include product.sql (quantity: u.order_units; price: u.pack_milli; divisor: 1) */ AS suggested_milli,
    /* include product.sql (quantity: u.order_units; price: 1000; divisor: 1) */ AS order_quantity_milli, u.order_unit,
    u.pack_milli, u.unit_cost_micro, u.currency, u.cost_divisor, u.reason
  FROM (
    SELECT n.*,
      CASE WHEN n.missing_milli > 0 AND (n.missing_milli - 1) / n.pack_milli + 1 > n.least_units
        THEN (n.missing_milli - 1) / n.pack_milli + 1 ELSE n.least_units END AS order_units
    FROM (
      SELECT a.*, a.target_milli - a.available_milli AS missing_milli,
        CASE WHEN a.reorder_point_milli IS NOT NULL THEN 'at or below the reorder point'
          ELSE 'sells out within the lead time' END AS reason,
        /* include product.sql (quantity: a.sold_milli; price: 1; divisor: :days) */ AS daily_milli
      FROM (
        SELECT c.*,
          CASE WHEN c.reorder_point_milli IS NOT NULL THEN c.order_up_to_milli
            ELSE (c.sold_milli * (c.lead_days + :cover) + :days - 1) / :days END AS target_milli
        FROM (
          SELECT v.variant_id, v.sku, v.title, v.barcode, v.stock_unit,
            COALESCE(CAST(:supplier AS TEXT), s.supplier) AS supplier,
            i.supplier_code, i.order_unit, COALESCE(i.pack_milli, 1000) AS pack_milli, i.unit_cost_micro,
            CASE WHEN i.unit_cost_micro IS NOT NULL THEN i.currency END AS currency, i.cost_divisor,
            CASE WHEN i.minimum_order_milli > 1000
              THEN (i.minimum_order_milli - 1) / 1000 + 1 ELSE 1 END AS least_units,
            CASE WHEN i.lead_time_days BETWEEN 0 AND 3660 THEN i.lead_time_days ELSE 7 END AS lead_days,
            COALESCE(h.on_hand_milli, 0) AS on_hand_milli, COALESCE(o.on_order_milli, 0) AS on_order_milli,
            CASE WHEN ABS(COALESCE(h.on_hand_milli, 0)) <= 1000000000000000 AND COALESCE(o.on_order_milli, 0) <= 1000000000000000
              THEN COALESCE(h.on_hand_milli, 0) + COALESCE(o.on_order_milli, 0) END AS available_milli,
            r.reorder_point_milli, r.order_up_to_milli, COALESCE(t.sold_milli, 0) AS sold_milli
          FROM report_variants v
            LEFT JOIN levels r ON r.variant_id = v.variant_id
            LEFT JOIN sold t ON t.variant_id = v.variant_id
            LEFT JOIN stock h ON h.variant_id = v.variant_id
            LEFT JOIN coming o ON o.variant_id = v.variant_id
            LEFT JOIN report_variant_suppliers s ON s.variant_id = v.variant_id
            LEFT JOIN report_supplier_items i ON i.variant_id = v.variant_id
              AND i.supplier = COALESCE(CAST(:supplier AS TEXT), s.supplier)
          WHERE COALESCE(v.status, 'active') <> 'discontinued' AND (r.variant_id IS NOT NULL OR t.sold_milli > 0)
            AND (CAST(:supplier AS TEXT) IS NULL OR i.supplier = :supplier OR s.supplier = :supplier)
        ) c
        WHERE CASE WHEN c.reorder_point_milli IS NOT NULL THEN c.available_milli <= c.reorder_point_milli
            AND c.order_up_to_milli BETWEEN -1000000000000000 AND 1000000000000000
          ELSE c.sold_milli <= 1000000000000000 AND c.available_milli * :days <= c.sold_milli * c.lead_days END
      ) a
    ) n
  ) u
) k
