SELECT /* include class-names.sql */ AS class, SUM(i.value_cost_minor) AS value_cost
FROM items i WHERE i.quantity_milli > 0 AND i.value_cost_minor IS NOT NULL GROUP BY i.age ORDER BY i.age
