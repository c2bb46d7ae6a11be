-- What a unit of the item k.variant_id (v, with the lists' lowest cost c) costs by the method k.method at the moment k.at, by the
-- sources that follow it where that knows nothing, and NULL where none does.
COALESCE(
  CASE k.method WHEN 'standard' THEN v.standard_cost_micro
    WHEN 'fifo' THEN (SELECT x.stock_cost_micro FROM report_layer_costs x
      WHERE x.variant_id = k.variant_id AND x.effective_at <= k.at
      ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1)
    WHEN 'last' THEN (SELECT x.unit_cost_micro FROM report_last_costs x
      WHERE x.variant_id = k.variant_id AND x.effective_at <= k.at
      ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1)
    WHEN 'retail' THEN COALESCE(
      (SELECT x.unit_cost_micro FROM report_retail_event_costs x
        WHERE x.variant_id = k.variant_id AND x.effective_at <= k.at AND x.valid_from <= k.at
          AND (x.valid_to IS NULL OR x.valid_to >= k.at) AND x.starts_at <= k.at AND (x.ends_at IS NULL OR x.ends_at >= k.at)
        ORDER BY x.effective_at DESC, x.valid_from DESC, x.unit_cost_micro LIMIT 1),
      (SELECT x.unit_cost_micro FROM report_retail_costs x
        WHERE x.variant_id = k.variant_id AND x.effective_at <= k.at AND x.valid_from <= k.at
          AND (x.valid_to IS NULL OR x.valid_to >= k.at)
        ORDER BY x.effective_at DESC, x.valid_from DESC LIMIT 1)) END,
  (SELECT x.average_cost_micro FROM report_cost_history x
    WHERE x.variant_id = k.variant_id AND x.effective_at <= k.at
    ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1),
  (SELECT x.unit_cost_micro FROM report_last_costs x
    WHERE x.variant_id = k.variant_id AND x.effective_at <= k.at
    ORDER BY x.effective_at DESC, x.movement_id DESC LIMIT 1),
  c.unit_cost_micro, v.standard_cost_micro)
