-- What is on hand at the moment.
WITH moment AS (SELECT :at AS at)
/* include value-at.sql */
