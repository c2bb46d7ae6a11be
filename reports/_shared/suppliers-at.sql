-- The supplier of each item at a moment: that of its last receipt up to then, else the one whose list is cheapest; NULL
-- when there is none. Receipts after the moment, and those that were undone, do not count. Lists have no date: they are
-- those of now.
SELECT q.variant_id, q.supplier, COALESCE(s.supplier_name, q.supplier) AS supplier_name
FROM (
  SELECT l.variant_id, COALESCE(
    (SELECT r.supplier FROM report_receipt_suppliers r
      WHERE r.variant_id = l.variant_id AND r.effective_at <= {moment}
      ORDER BY r.effective_at DESC, r.movement_id DESC LIMIT 1),
    l.supplier) AS supplier
  FROM report_list_suppliers l
) q LEFT JOIN report_suppliers s ON s.supplier = q.supplier
