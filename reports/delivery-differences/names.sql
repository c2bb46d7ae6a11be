-- The differences as people read them, in the order in which they come to light.
SELECT 'refused' AS difference, 'refused' AS what, 1 AS place UNION ALL SELECT 'backordered', 'on back order', 2
UNION ALL SELECT 'substituted', 'substituted', 3 UNION ALL SELECT 'short-confirmed', 'confirmed short', 4
UNION ALL SELECT 'over-confirmed', 'confirmed over', 5 UNION ALL SELECT 'price-confirmed', 'price differs as confirmed', 6
UNION ALL SELECT 'pack-confirmed', 'pack differs as confirmed', 7
UNION ALL SELECT 'short-despatched', 'despatched short', 8 UNION ALL SELECT 'over-despatched', 'despatched over', 9
UNION ALL SELECT 'pack-despatched', 'pack differs as despatched', 10
UNION ALL SELECT 'short-received', 'received short', 11 UNION ALL SELECT 'over-received', 'received over', 12
UNION ALL SELECT 'not-ordered', 'not ordered', 13 UNION ALL SELECT 'closed-short', 'closed short', 14
