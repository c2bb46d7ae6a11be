SELECT c.title, c.author, c.isbn, c.publisher, COALESCE(c.display_name, 'nobody') AS owner, c.user,
  c.listing_kind AS kind, c.condition, c.summary, c.message, c.latitude, c.longitude, c.posted_at, c.listing
FROM chosen c ORDER BY title_order(c.title), title_order(c.author), c.author, c.display_name, c.listing
