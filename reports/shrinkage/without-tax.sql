-- An amount t.amount_minor without the tax that it contains by the rate that its product has now, rounded once, half away from
-- zero; NULL where the rate is not known.
CASE WHEN t.tax_rate >= 0 THEN t.amount_minor
  - /* include product.sql (quantity: t.amount_minor; price: t.tax_rate; divisor: 1000000 + t.tax_rate) */ END
