365 * (CAST(SUBSTR(x.day, 1, 4) AS INTEGER) - (CAST(SUBSTR(x.day, 6, 2) AS INTEGER) + 9) % 12 / 10)
    + (CAST(SUBSTR(x.day, 1, 4) AS INTEGER) - (CAST(SUBSTR(x.day, 6, 2) AS INTEGER) + 9) % 12 / 10) / 4
    - (CAST(SUBSTR(x.day, 1, 4) AS INTEGER) - (CAST(SUBSTR(x.day, 6, 2) AS INTEGER) + 9) % 12 / 10) / 100
    + (CAST(SUBSTR(x.day, 1, 4) AS INTEGER) - (CAST(SUBSTR(x.day, 6, 2) AS INTEGER) + 9) % 12 / 10) / 400
    + ((CAST(SUBSTR(x.day, 6, 2) AS INTEGER) + 9) % 12 * 306 + 5) / 10 + CAST(SUBSTR(x.day, 9, 2) AS INTEGER)
