-- The lines of shrinkage of the place and time asked for. percent_retail_minor is used in percentages at retail:
-- without tax where their denominator is.
SELECT t.part, t.origin, t.variant_id, t.location_id, t.effective_at, t.session_id, t.line_id, t.movement_id, t.reason,
  t.reason_name, t.loss_milli, t.cost_source, t.loss_cost_minor, t.amount_minor AS loss_retail_minor, t.tax_included,
  CASE WHEN :denominator <> 'net-sales-excluding-tax' OR t.tax_included = 0 THEN t.amount_minor
    ELSE /* include without-tax.sql */ END AS percent_retail_minor,
  t.location, t.location_name, t.category, t.category_name, t.stock_unit, t.supplier, t.supplier_name
FROM (
  /* include losses.sql */
) t
