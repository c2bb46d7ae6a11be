-- The checks in the order of the report, each with what to do about its findings.
SELECT 1 AS place, 'barcode-shared' AS check_code,
  'Barcodes that differ in leading zeros only' AS finding,
  'Scan both items, delete the wrong number and enter the right one, with its zeros.' AS what_to_do
UNION ALL
SELECT 2 AS place, 'sku-is-barcode' AS check_code,
  'SKU of one item, barcode of another' AS finding,
  'Rename the SKU or correct the barcode: a scan finds only one of the two.' AS what_to_do
UNION ALL
SELECT 3 AS place, 'supplier-code-shared' AS check_code,
  'One supplier’s code for several items' AS finding,
  'Ask the supplier which item it is; orders and invoices by that code may reach the wrong one.' AS what_to_do
UNION ALL
SELECT 4 AS place, 'title-shared' AS check_code,
  'Items that look the same' AS finding,
  'Check whether one is a duplicate of the other; otherwise distinguish them by title, colour or size.' AS what_to_do
UNION ALL
SELECT 5 AS place, 'check-digit' AS check_code,
  'Barcodes with a wrong check digit' AS finding,
  'Scan the goods again and correct the number.' AS what_to_do
UNION ALL
SELECT 6 AS place, 'barcode-missing' AS check_code,
  'Items without a barcode' AS finding,
  'Scan the goods, or print labels from the SKU.' AS what_to_do
UNION ALL
SELECT 7 AS place, 'title-missing' AS check_code,
  'Items without a title' AS finding,
  'Give the product a title.' AS what_to_do
UNION ALL
SELECT 8 AS place, 'category-missing' AS check_code,
  'Items without a category' AS finding,
  'Give the product a category: reports by category list it under none.' AS what_to_do
UNION ALL
SELECT 9 AS place, 'price-missing' AS check_code,
  'Items without a regular price above zero' AS finding,
  'Import a regular price; without one there is no value at retail.' AS what_to_do
UNION ALL
SELECT 10 AS place, 'cost-missing' AS check_code,
  'Items without any cost' AS finding,
  'Enter a receipt with its cost, a supplier’s list cost or a standard cost.' AS what_to_do
UNION ALL
SELECT 11 AS place, 'supplier-missing' AS check_code,
  'Items without a supplier' AS finding,
  'Add the item to a supplier’s list: without one there is no supplier to reorder it from.' AS what_to_do
UNION ALL
SELECT 12 AS place, 'price-below-cost' AS check_code,
  'Prices below cost' AS finding,
  'Check price, cost and pack size: the cost of a case may have been entered for a piece.' AS what_to_do
UNION ALL
SELECT 13 AS place, 'stock-below-zero' AS check_code,
  'Stock below zero' AS finding,
  'Look for a receipt that was not entered or a sale under the wrong code, then count the item.' AS what_to_do
UNION ALL
SELECT 14 AS place, 'stock-without-cost' AS check_code,
  'Stock without a cost' AS finding,
  'Enter its cost: until then it is left out of the value of the stock.' AS what_to_do
UNION ALL
SELECT 15 AS place, 'sale-without-price' AS check_code,
  'Sales without a price' AS finding,
  'Import the prices that were paid: net sales leave these sales out.' AS what_to_do
UNION ALL
SELECT 16 AS place, 'order-without-lines' AS check_code,
  'Orders without lines' AS finding,
  'Import the lines, or check whether the order was ever sent.' AS what_to_do
UNION ALL
SELECT 17 AS place, 'order-without-date' AS check_code,
  'Open orders without a date' AS finding,
  'Ask the supplier when it comes; without a date it is never late.' AS what_to_do
UNION ALL
SELECT 18 AS place, 'order-line-without-cost' AS check_code,
  'Open order lines without a cost' AS finding,
  'Enter the cost that was agreed; invoices cannot be checked without it.' AS what_to_do
UNION ALL
SELECT 19 AS place, 'product-without-item' AS check_code,
  'Products without an item' AS finding,
  'Give the product an item with a SKU, or discontinue it.' AS what_to_do
