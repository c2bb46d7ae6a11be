-- The stock at the end of the period.
WITH moment AS (SELECT :to AS at)
/* include value-at.sql */
