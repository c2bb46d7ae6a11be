m.document_cost_micro IS NOT NULL AND (m.kind IN ('opening', 'receipt') OR m.kind = 'adjustment' AND m.quantity_milli > 0)
    AND (SELECT s.valuation_method FROM report_shop s) <> 'standard'
