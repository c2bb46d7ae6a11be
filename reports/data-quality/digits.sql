-- Fourteen digits of a number that is as long as a GTIN; NULL for every other code.
CASE WHEN LTRIM(b.canonical, '0123456789') = '' AND LENGTH(b.canonical) IN (8, 12, 13, 14)
    THEN SUBSTR('00000000000000' || b.canonical, LENGTH(b.canonical) + 1, 14) END
