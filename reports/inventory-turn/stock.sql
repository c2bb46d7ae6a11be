-- What each item at each place is worth at each of those moments, at cost by the shop's method as of then; without what comes
-- to nothing. Limited to keep SQLite from working the unit cost out as often as the value names it.
SELECT b.variant_id, b.place, b.quantity_milli,
  /* include product.sql (quantity: b.quantity_milli; price: b.unit_cost_micro; divisor: s.cost_divisor) */ AS value_minor
FROM (
  SELECT k.variant_id, k.place, k.quantity_milli,
    /* include unit-cost-at.sql */ AS unit_cost_micro
  FROM (
    SELECT r.variant_id, p.place, p.at, r.quantity_milli, h.valuation_method AS method
    FROM (
      SELECT d.variant_id, d.location_id, d.place,
        SUM(d.quantity_milli) OVER (PARTITION BY d.variant_id, d.location_id ORDER BY d.place) AS quantity_milli,
        LEAD(d.place) OVER (PARTITION BY d.variant_id, d.location_id ORDER BY d.place) AS next_place
      FROM (
        SELECT m.variant_id, m.location_id, m.place, SUM(m.quantity_milli) AS quantity_milli
        FROM (
          SELECT s.variant_id, s.location_id, 1 AS place, s.quantity_milli
          FROM (/* include stock-at.sql (moment: (SELECT f.at FROM points f WHERE f.place = 1)) */) s
          UNION ALL
          SELECT c.variant_id, c.location_id, p.place, c.quantity_milli
          FROM points p CROSS JOIN report_stock_changes c
          WHERE p.place > 1 AND c.effective_at > p.after AND c.effective_at <= p.at
        ) m JOIN report_locations l ON l.location_id = m.location_id
          JOIN report_variants v ON v.variant_id = m.variant_id
        WHERE (CAST(:location AS TEXT) IS NULL OR l.location = :location)
          AND (CAST(:category AS TEXT) IS NULL
            OR v.category IN (SELECT t.category FROM report_category_tree t WHERE t.ancestor = :category))
          AND /* include own-category.sql (category: v.category) */
        GROUP BY m.variant_id, m.location_id, m.place
      ) d
    ) r JOIN points p ON p.place >= r.place AND (r.next_place IS NULL OR p.place < r.next_place)
      CROSS JOIN report_shop h
    WHERE r.quantity_milli <> 0
  ) k
    JOIN report_variants v ON v.variant_id = k.variant_id
    LEFT JOIN report_supplier_costs c ON c.variant_id = k.variant_id
  LIMIT 9223372036854775807
) b CROSS JOIN report_shop s
