-- The day that the report looks from, and its number: of two days, that of the later is greater by the days between them.
SELECT x.day, /* include day-number.sql */ AS number
FROM (SELECT COALESCE(CAST(:at AS TEXT), CAST(:generated_on AS TEXT)) AS day) x
