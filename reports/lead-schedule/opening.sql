-- The stock before the period.
WITH moment AS (SELECT :from - 1 AS at)
/* include value-at.sql */
