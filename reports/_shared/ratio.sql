-- A share in ten-thousandths of a percent, rounded half away from zero: not known where the whole is not above zero, and where
-- the numbers leave the range.
CASE WHEN ({whole}) BETWEEN 1 AND 400000000000000000 AND ABS({part}) <= 9000000000000 THEN
  CASE WHEN ({part}) < 0 THEN -((-({part}) * 1000000 + ({whole}) / 2) / ({whole}))
    ELSE (({part}) * 1000000 + ({whole}) / 2) / ({whole}) END END
