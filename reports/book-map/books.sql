SELECT c.latitude, c.longitude, COALESCE(c.title, c.isbn, c.listing) AS title, c.author,
  COALESCE(c.display_name, 'nobody') AS owner, c.listing_kind AS kind, c.listing
FROM chosen c WHERE c.latitude IS NOT NULL AND c.longitude IS NOT NULL
ORDER BY c.latitude DESC, c.longitude, title_order(c.title), c.listing
