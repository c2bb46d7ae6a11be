SELECT q.food, q.title, q.subtitle, q.food_category, q.storage_place, q.counted_from, q.minimum_milli AS minimum,
  q.maximum_milli AS maximum, q.duration_unit, q.keeps, q.tips,
  CASE WHEN q.minimum_milli < q.maximum_milli THEN 1 ELSE 0 END AS is_range,
  CASE WHEN q.keeps IS NULL AND q.maximum_milli = 1000
    THEN SUBSTR(q.duration_unit, 1, LENGTH(q.duration_unit) - 1) END AS one_unit
FROM (
  SELECT d.food, d.title, d.subtitle, d.food_category, d.storage_place, d.minimum_milli, d.maximum_milli, d.duration_unit,
    CASE d.storage_condition WHEN 'purchased' THEN 'purchase' WHEN 'opened' THEN 'opening' WHEN 'thawed' THEN 'thawing'
      ELSE 'storing' END AS counted_from,
    CASE d.duration_unit WHEN 'indefinitely' THEN 'indefinitely' WHEN 'not-recommended' THEN 'not recommended'
      WHEN 'package-use-by-date' THEN 'until the use-by date on the package' WHEN 'when-ripe' THEN 'until ripe'
      WHEN 'not-stated' THEN 'the table gives no time' END AS keeps,
    d.tips,
    CASE d.storage_place WHEN 'pantry' THEN 1 WHEN 'refrigerator' THEN 2 ELSE 3 END AS place_number,
    CASE d.storage_condition WHEN 'purchased' THEN 1 WHEN 'stored' THEN 2 WHEN 'opened' THEN 3 ELSE 4 END
      AS condition_number
  FROM durations d
) q
ORDER BY title_order(q.title), q.title, title_order(q.subtitle), q.subtitle, q.food, q.place_number, q.condition_number
