-- An amount t.amount_minor without the tax that it contains by the rate that its product has now, rounded once, half away from
-- zero; NULL where the rate is not known.
CASE WHEN t.tax_rate < 0 OR ABS(t.amount_minor) > 9000000000000000000 / (t.tax_rate + 2) THEN NULL
  WHEN t.amount_minor < 0 THEN
    t.amount_minor + (-t.amount_minor * t.tax_rate + (1000000 + t.tax_rate) / 2) / (1000000 + t.tax_rate)
  ELSE t.amount_minor - (t.amount_minor * t.tax_rate + (1000000 + t.tax_rate) / 2) / (1000000 + t.tax_rate) END
