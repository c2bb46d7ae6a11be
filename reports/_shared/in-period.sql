-- Whether a moment lies between :from and :to, both included; one that is not given is not a limit. Written as two plain
-- comparisons, so that an index on the moment serves: the query then costs what its period costs.
{moment} >= COALESCE(CAST(:from AS BIGINT), -9223372036854775807)
  AND {moment} <= COALESCE(CAST(:to AS BIGINT), 9223372036854775807)
