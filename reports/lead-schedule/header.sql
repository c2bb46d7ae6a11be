SELECT (SELECT p.location_name FROM report_locations p WHERE p.location = :location) AS location_name,
  (SELECT h.valuation_method FROM report_shop h) AS valuation_method
