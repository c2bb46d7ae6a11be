-- A quantity at a price, or any product over a divisor, rounded half away from zero; not known where the product leaves the
-- range.
CASE WHEN ABS({quantity}) > 9000000000000000000 / (ABS({price}) + 1) OR ({divisor}) > 400000000000000000 THEN NULL
  WHEN (({quantity}) < 0) <> (({price}) < 0)
    THEN -((ABS({quantity}) * ABS({price}) + ({divisor}) / 2) / ({divisor}))
  ELSE (ABS({quantity}) * ABS({price}) + ({divisor}) / 2) / ({divisor}) END
