-- The stock before the period; none where the period has no beginning.
WITH moment AS (SELECT :from - 1 AS at)
/* include value-at.sql */
