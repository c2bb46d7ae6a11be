CASE i.age WHEN 1 THEN 'Up to 30 days ago' WHEN 2 THEN '31 to 60 days ago' WHEN 3 THEN '61 to 90 days ago'
    WHEN 4 THEN '91 to 180 days ago' WHEN 5 THEN '181 to 365 days ago' WHEN 6 THEN 'More than 365 days ago'
    WHEN 7 THEN 'Never, new in stock' ELSE 'Never' END
