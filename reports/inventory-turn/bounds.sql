-- The last moment that is looked at, which is never in the future, and the moment before the first.
SELECT CASE WHEN CAST(:to AS BIGINT) < CAST(:generated_at AS BIGINT) THEN CAST(:to AS BIGINT)
    ELSE CAST(:generated_at AS BIGINT) END AS ends_at,
  CAST(:from AS BIGINT) - 1 AS before
