CASE k.kind WHEN 'opening' THEN 'Stock taken over' WHEN 'receipt' THEN 'Receipts'
      WHEN 'supplier-return' THEN 'Returns to suppliers' WHEN 'sale' THEN 'Sales'
      WHEN 'customer-return' THEN 'Returns by customers' WHEN 'transfer' THEN 'Transfers'
      WHEN 'write-off' THEN 'Write-offs' WHEN 'adjustment' THEN 'Adjustments'
      WHEN 'count-adjustment' THEN 'Count adjustments' ELSE k.kind END
