-- The durations that are asked for; a number of the table means that food and no other.
SELECT d.food, d.title, d.subtitle, d.food_category, d.storage_place, d.storage_condition, d.minimum_milli, d.maximum_milli,
  d.duration_unit, d.tips
FROM report_storage_durations d
WHERE (CAST(:place AS TEXT) IS NULL OR d.storage_place = :place)
  AND (CAST(:food AS TEXT) IS NULL OR d.food = :food
    OR (NOT EXISTS (SELECT 1 FROM report_foods f WHERE f.food = :food)
      AND LOWER(d.title || ' ' || COALESCE(d.subtitle, '') || ' ' || COALESCE(d.keywords, '') || ' '
        || COALESCE(d.food_category, '')) LIKE '%' || LOWER(:food) || '%'))
