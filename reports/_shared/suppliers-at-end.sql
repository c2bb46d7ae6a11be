-- The supplier of each item at the end of the period.
/* include suppliers-at.sql (moment: COALESCE(CAST(:to AS BIGINT), 9223372036854775807)) */
